# Learning on radius graphs whose weights are not stored, beside the same graphs stored.

# So that few points have more weights than are stored.
few_weights <- 1e5
local_few_stored <- function(frame = parent.frame()) {
  local_functions(list(min_matrix_free = few_weights), frame)
}

labelled_sphere <- function(n = 900, n_labels = 40) {
  x <- as.matrix(sample_sphere(n, seed = 1))
  truth <- ifelse(x[, 3] > 0.3, "a", ifelse(x[, 1] > 0, "b", "c"))
  list(x = x, truth = truth, y = replace(truth, -seq(7, n, length.out = n_labels), NA))
}

test_that("functions on a graph that is not stored are those of the stored one", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  h <- 0.5
  stored <- heat_graph(p$x, h, k = 10)
  methods <- list(
    function(...) ssl_eigenmaps(..., seed = 1), function(...) ssl_eigenmaps(..., n_eigen = 6),
    ssl_harmonic, function(...) ssl_iterated(..., m = 1:2),
    function(...) ssl_diffusion(..., t = 1, mu = 1e-3), ssl_auto
  )
  for (learn in methods) {
    fit <- learn(p$x, p$y, bandwidth = h, graph = "radius")
    same <- learn(stored, p$y, alpha = 0.5)
    expect_gt(fit$graph$entries, few_weights)
    expect_null(same$graph$entries)
    expect_equal(fit$scores, same$scores, tolerance = 1e-6)
    expect_equal(fit$averaged, same$averaged, tolerance = 1e-6)
    expect_equal(fit$held_out, same$held_out, tolerance = 1e-6)
    expect_equal(fit$bound, same$bound, tolerance = 1e-6)
    expect_output(print(fit), "million weights, not stored")
    expect_equal(predict(fit, p$x[1:9, ], type = "score"),
                 predict(fit, type = "score")[1:9, , drop = FALSE], tolerance = 0.2)
  }
})

test_that("numbers are learned too", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  y <- replace(p$x[, 3], is.na(p$y), NA)
  fit <- ssl_harmonic(p$x, y, bandwidth = 0.5, graph = "radius")
  same <- ssl_harmonic(heat_graph(p$x, 0.5), y, alpha = 0.5)
  expect_equal(scores_of(fit), scores_of(same), tolerance = 1e-7)
})

test_that("weights are stored where points lie apart, edges are added or matrices are needed", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  entries <- function(fit) fit$graph$entries
  expect_null(entries(ssl_eigenmaps(p$x, p$y, n_eigen = 3, bandwidth = 0.1, graph = "radius")))
  far <- rbind(p$x, c(3, 0, 0))
  few <- replace(p$y, -match(c("a", "c"), p$y), NA)
  for (unit in c(1, 1e9)) {
    of_unit <- function(x, y) ssl_harmonic(unit * x, y, bandwidth = unit / 2, graph = "radius")
    expect_null(entries(of_unit(far, c(few, NA))))
    expect_gt(entries(of_unit(p$x, few)), few_weights)
  }
  expect_null(entries(ssl_laprls(p$x, p$y, bandwidth = 0.5, graph = "radius")))
  expect_null(entries(ssl_eigenmaps(p$x, p$y, n_eigen = 3, bandwidth = 0.5, graph = "radius",
                                    landmarks = 600)))
})

test_that("the same bits for any number of threads", {
  skip_on_cran()
  withr::local_options(lapscale.threads = NULL)
  local_few_stored()
  p <- labelled_sphere()
  iterated <- function(...) ssl_iterated(..., mu = 1e-3)
  for (learn in list(function(...) ssl_eigenmaps(..., n_eigen = 4), ssl_harmonic, iterated)) {
    scores <- function(n) {
      suppressMessages(
        learn(p$x, p$y, bandwidth = 0.5, graph = "radius", n_threads = n)
      )[c("scores", "held_out")]
    }
    expect_identical(scores(3), scores(1))
  }
})

test_that("memory is refused before the work", {
  skip_on_cran()
  local_few_stored()
  p <- labelled_sphere()
  withr::local_options(lapscale.memory = 1e-4)
  expect_fault(ssl_harmonic(p$x, p$y, bandwidth = 0.5, graph = "radius"), "x", "memory",
               text = "vectors of 900 points")
})
