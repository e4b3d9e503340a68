# On one graph, that of the single methods.
auto_on_one <- function(...) ssl_auto(..., graph = "dense")

test_that("the candidate that is chosen is fitted", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_auto(p$x, p$y, seed = 1)
  path <- tidy(fit, "path")
  # The 5 nearest leave a part without a label.
  expect_identical(unique(path$graph), c("10 nearest neighbors", "dense graph"))
  tried <- path[path$candidate == "iterated", ]
  expect_true(all(table(paste(tried$graph, tried$bandwidth)) == 24L))
  expect_gt(length(unique(path$bandwidth)), 1)
  # A bandwidth is that of the one graph that the other methods learn on.
  one <- ssl_auto(p$x, p$y, bandwidth = 0.3)
  expect_identical(unique(tidy(one, "path")$graph), "dense graph")
  expect_identical(unique(tidy(one, "path")$bandwidth), 0.3)
  expect_identical(one$scores, auto_on_one(p$x, p$y, bandwidth = 0.3)$scores)
  selected <- bw_gc(p$x, seed = 1)
  expect_identical(unique(tidy(ssl_auto(p$x, p$y, bandwidth = selected), "path")$bandwidth),
                   as.double(selected))
  for (fit in list(fit, one)) {
    settings <- fit$parameters[-1L]
    same <- do.call(get(paste0("ssl_", fit$parameters$method)), c(list(p$x, p$y), settings, list(
      bandwidth = fit$bandwidth, graph = fit$graph$type, k = fit$graph$k
    )))
    expect_identical(fit$scores, same$scores)
    expect_identical(predict(fit, p$x[1:3, ] + 0.01), predict(same, p$x[1:3, ] + 0.01))
  }
})

test_that("what is known of hidden labels is what a fit without them says", {
  skip_on_cran()
  p <- two_arcs()
  problem <- learning_problem(p$x, p$y, bandwidth = 0.3)
  problem[c("method", "methods_to_try")] <- list(auto_method(), tried_methods)
  prepared <- list(prepare_graph(
    problem, list(settings = plain_settings(problem$graph), h = problem$h)
  ))
  out <- c(2L, 5L)
  candidates <- graph_candidates(prepared, problem$labels, seq_along(p$seen)[-out])
  for (candidate in candidates[vapply(candidates, function(candidate) candidate$method == "harmonic", NA)]) {
    fit <- ssl_harmonic(p$x, replace(p$y, p$seen[out], NA), bandwidth = 0.3, graph = "dense")
    expect_equal(candidate$predictions(out)[, 1L], fit$scores[p$seen[out], 1L], tolerance = 1e-7)
  }
})

test_that("with one label a class Poisson learning on the nearest neighbors is taken", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_auto(p$x, replace(p$truth, -c(1, 31), NA), seed = 1)
  expect_identical(fit$parameters$method, "poisson")
  expect_identical(fit$graph$type, "knn")
  expect_true(is.na(fit$error))
  # Nothing was compared.
  expect_output(print(fit), "the default for one label per class: method = poisson", fixed = TRUE)
  three <- ssl_auto(p$x, replace(p$truth, -c(1, 2, 31), NA), seed = 1)
  expect_identical(tidy(three)$chosen[tidy(three)$parameter == "method"],
                   "the default for fewer than four labels")
})

test_that("a fit says what was chosen, and by what", {
  skip_on_cran()
  p <- two_arcs()
  table <- tidy(ssl_auto(p$x, p$y, seed = 1))
  by <- stats::setNames(table$chosen, table$parameter)
  expect_identical(unname(by[c("bandwidth", "method", "graph")]), rep("leave-one-out", 3L))
  table <- tidy(auto_on_one(p$x, p$y, bandwidth = 0.3))
  by <- stats::setNames(table$chosen, table$parameter)
  expect_identical(unname(by[c("bandwidth", "method", "graph")]),
                   c("given", "leave-one-out", "given"))
})

# In the units of the labels, whatever units they are learned in.
test_that("the error of a regression is in the units of the labels", {
  x <- plain_circle(60)
  f <- 1000 * x[, 1] + 300
  fit <- ssl_auto(x, replace(f, -seq(1, 60, by = 5), NA), bandwidth = 0.5)
  expect_equal(fit$error_guess, stats::sd(f[seq(1, 60, by = 5)]))
  expect_lt(fit$error, 0.25 * fit$error_guess)
  expect_lt(max(abs(residuals(fit)), na.rm = TRUE), 100)
})

test_that("a number on the roll is learned as well as the iterated Laplacian learns it", {
  skip_on_cran()
  roll <- sample_swiss_roll(200, seed = 1)
  p <- attr(roll, "parameters")
  target <- p[, "arc_length"] / 10 + p[, "height"] / 20
  y <- replace(target, -seq(1, 200, by = 5), NA)
  error <- function(fit) ssl_error(fit, target) / stats::sd(target)
  expect_lt(error(ssl_auto(roll, y, seed = 1)), 1.25 * error(ssl_iterated(roll, y, bandwidth = 2)))
})

test_that("a kernel machine goes on at new points from the labels' mean", {
  skip_on_cran()
  x <- normal_points(120, 3)
  z <- 100 + x[, 1] + x[, 2] / 2
  fit <- ssl_auto(x, replace(z, -seq(1, 120, by = 3), NA), seed = 1)
  expect_identical(fit$parameters$method, "laprls")
  expect_equal(predict(fit, x), fitted(fit), tolerance = 1e-9)
  expect_lt(max(abs(predict(fit, x + 0.01) - z)), 1)
})

# Eigenvectors and powers run far off between earthquakes that lie apart.
test_that("values stay near the labels", {
  skip_on_cran()
  x <- scale(as.matrix(datasets::quakes[seq(1, 1000, by = 3), c(1, 2, 4, 5)]))
  depth <- datasets::quakes$depth[seq(1, 1000, by = 3)] / 100
  y <- replace(depth, -seq(1, 334, by = 7), NA)
  fit <- ssl_auto(x, y, bandwidth = 0.4)
  expect_lt(ssl_error(fit, depth), 1.1 * stats::sd(depth))
})

test_that("no random numbers are used", {
  skip_on_cran()
  p <- two_arcs()
  before <- rng_state()
  ssl_auto(p$x, p$y, bandwidth = 0.3)
  expect_identical(rng_state(), before)
})

test_that("the errors on the benchmark sets stay within what was measured", {
  skip_unless_extended()
  for (set in list(list("digit1", 2.6), list("bci", 50), list("g241c", 13.8))) {
    expect_lt(benchmark_error(set[[1]], function(x, y) ssl_auto(x, y, seed = 1)), set[[2]])
  }
})

test_that("without an estimate of the error the fit is the same, and says so", {
  skip_on_cran()
  x <- sample_moons(120, noise = 0.05, seed = 1)
  y <- replace(factor(moons_of(x)), -c(1:4, 117:120), NA)
  fit <- ssl_auto(x, y, seed = 1, error = FALSE)
  whole <- ssl_auto(x, y, seed = 1)
  expect_identical(fitted(fit), fitted(whole))
  expect_identical(glance(fit)[c("error", "error_method")],
                   data.frame(error = NA_real_, error_method = "none"))
  expect_false(is.na(glance(whole)$error))
  expect_output(print(fit), "error not estimated")
  expect_output(print(summary(fit)), "the default, because the error is not estimated")
  expect_fault(ssl_auto(x, y, error = NA), "error")
})

test_that("one or two labels that are numbers are learned from", {
  x <- as.matrix(sample_circle(80, seed = 1))
  expect_true(all(is.finite(fitted(quietly(ssl_auto(x, c(1, 2.5, rep(NA, 78))))))))
  expect_true(all(fitted(quietly(ssl_harmonic(x, c(1, 1, rep(NA, 78)), bandwidth = 0.5))) == 1))
})

test_that("long searches say beforehand what they cost, and steps are counted", {
  expect_quiet(inform_of_search(9, "The search", 3))
  expect_condition_of(inform_of_search(20, "The search among {n} graphs", 6), "message_cost",
                      "among 6 graphs takes about 20 seconds")
  expect_condition_of(inform_of_search(600, "The estimate of the error", 5), "message_cost",
                      "10 minutes")
  graphs <- list(list(settings = list(type = "knn")), list(settings = list(type = "dense")))
  expect_equal(seconds_of_graphs(graphs, 0.5, 2000), 0.5 + 9.6)
  expect_equal(seconds_of_graphs(graphs, 0.5, 100), 1)
  expect_equal(seconds_of_graphs(list(), 0.5, 100), 0)
  expect_condition_of(inform_of_search(20, "The search", 3), "message_cost",
                      c("`graph` or `bandwidth` shorten", "twice the time of the search"))
  shares <- numeric()
  report <- step_reporter(list(progress = function(share) shares <<- c(shares, share)), 4)
  for (i in 1:5) expect_gte(report(), 0)
  expect_identical(shares, c(0.25, 0.5, 0.75, 1, 1))
})

test_that("rows with different numbers are told once per call", {
  x <- rbind(two_arcs()$x, two_arcs()$x[1:2, ])
  y <- replace(rep(NA_real_, 62), c(1, 2, 10, 20, 30, 40, 50, 61, 62), 1:9)
  n_shown <- 0
  withCallingHandlers(ssl_auto(x, y, error = FALSE, seed = 1), condition = function(c) {
    if (!inherits(c, "lapscale_message_conflict")) return()
    n_shown <<- n_shown + 1
    rlang::cnd_muffle(c)
  })
  expect_identical(n_shown, 1)
})
