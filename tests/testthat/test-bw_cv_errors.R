test_that("errors of a fit are left out where only its predictions are used", {
  x <- as.matrix(sample_moons(60, seed = 1))
  y <- factor(replace(rep(c("a", "b"), 30), 21:60, NA))
  quick <- fit_predictions(ssl_harmonic, list(x, y = y, bandwidth = 0.5))
  whole <- ssl_harmonic(x, y, bandwidth = 0.5)
  expect_null(quick$held_out)
  expect_identical(fitted(quick), fitted(whole))
  mine <- function(x, y, bandwidth) ssl_harmonic(x, y, bandwidth = bandwidth)
  own <- fit_predictions(mine, list(x, y = y, bandwidth = 0.5))
  expect_identical(own$error, whole$error)
})

test_that("points that are shared give the bits of fits one by one, whatever the learner", {
  skip_on_cran()
  p <- three_clusters()
  far <- rbind(p$x, p$x[1:6, ] + 40)
  y <- factor(c(as.character(p$truth), rep("ash", 3), rep("birch", 3)))
  # In some folds a component has no label.
  y <- replace(y, c(1, 14, 40:42), NA)
  expect_shared <- function(x, y, learner, ...) {
    # A function of the user's is not given shared points.
    plain <- function(x, y, bandwidth, ...) learner(x, y, bandwidth = bandwidth, ...)
    search <- function(by) {
      curve_of(suppressWarnings(
        bw_cv(x, y, by, folds = 2, bandwidths = c(0.2, 0.7), seed = 1, ...)
      ))
    }
    expect_identical(search(learner), search(plain))
  }
  learners <- list(
    ssl_eigenmaps, ssl_iterated, ssl_diffusion, ssl_harmonic, ssl_auto, ssl_laprls, ssl_lapsvm
  )
  for (learner in learners) expect_shared(far, y, learner)
  for (learner in list(ssl_harmonic, ssl_laprls)) {
    expect_shared(p$x, replace(p$x[, 1], 5:12, NA), learner)
    expect_shared(p$x, p$y, learner, graph = "knn", k = 4)
    # Other landmarks in every fold.
    expect_shared(p$x, p$y, learner, landmarks = 34)
  }
})

test_that("one graph and one spectrum at a bandwidth serve all folds", {
  p <- two_arcs()
  points <- learner_points(list(learner = ssl_eigenmaps, checked = as_points(p$x)))
  on.exit(free_points(points))
  fit <- function(y, h) ssl_iterated(points, y, mu = 1, bandwidth = h)
  fit(p$y, 0.3)
  known <- points$known
  fit(replace(p$y, 1, NA), 0.3)
  expect_identical(points$known, known)
  expect_true(all(c("learning_graph", "learning_spectrum_60") %in% names(known)))
  fit(p$y, 0.4)
  expect_false(identical(points$known$learning_graph, known$learning_graph))
})

test_that("long searches say what they will cost", {
  expect_quiet(inform_of_cost(0.1, 40, 5))
  expect_condition_of(inform_of_cost(1, 40, 5), "message_cost",
                      c("200 times", "40 bandwidths", "39 seconds"))
  expect_condition_of(inform_of_cost(10, 40, 5), "message_cost", "6 minutes")
})

test_that("what a search costs is told once, after the first bandwidth", {
  done <- 0
  told <- list()
  local_functions(list(
    learner_points = function(problem) NULL,
    losses_at = function(problem, points, rounds, settings, bandwidth) done <<- done + 1,
    inform_of_cost = function(seconds, n_grid, n_rounds) {
      told <<- c(told, list(list(done = done, n_grid = n_grid, n_rounds = n_rounds)))
    }
  ))
  problem <- list(grid = c(1, 2, 4), learner = function(...) NULL, runtime = list())
  expect_identical(losses_on_grid(problem, list(1, 2), list()), list(1, 2, 3))
  expect_identical(told, list(list(done = 1, n_grid = 3L, n_rounds = 2L)))
})
