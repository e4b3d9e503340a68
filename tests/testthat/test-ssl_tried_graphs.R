test_that("graph = \"auto\" is the best graph for a single method", {
  skip_on_cran()
  p <- two_arcs()
  learners <- list(iterated = ssl_iterated, eigenmaps = ssl_eigenmaps, harmonic = ssl_harmonic,
                   laprls = ssl_laprls, poisson = ssl_poisson)
  for (name in names(learners)) {
    learn <- learners[[name]]
    fit <- learn(p$x, p$y, graph = "auto", seed = 1)
    expect_identical(fit$method, name)
    path <- tidy(fit, "path")
    chosen <- path$graph == name_graph(fit$graph) & path$bandwidth == fit$bandwidth
    expect_true(min(path$loss, na.rm = TRUE) %in% path$loss[chosen], info = name)
    expect_gt(nrow(unique(path[c("graph", "bandwidth")])), 2)
    # The same on that graph, if it has the same parameters.
    same <- do.call(learn, c(list(p$x, p$y), fit$parameters, list(
      bandwidth = fit$bandwidth, graph = fit$graph$type, k = fit$graph$k
    )))
    expect_equal(fit$scores, same$scores, tolerance = 1e-10, info = name)
    by <- with(tidy(fit), stats::setNames(chosen, parameter))
    expect_identical(unname(by[c("bandwidth", "graph")]), rep("leave-one-out", 2L), info = name)
    expect_lte(fit$error, 0.2)
  }
  expect_identical(with(tidy(fit <- ssl_iterated(p$x, p$y, m = 2, mu = 0.1, graph = "auto")),
                        chosen[parameter %in% c("m", "mu")]), rep("given", 2))
  expect_drawn(picture(ssl_iterated(p$x, p$y, graph = "auto", seed = 1), "path"))
  expect_fault(ssl_lapsvm(p$x, p$y, graph = "auto"), "graph")
  expect_fault(ssl_harmonic(p$x, p$y, class_mass = TRUE, graph = "auto"), "graph")
  graph <- heat_graph(p$x, 0.3)
  expect_fault(ssl_harmonic(graph, p$y, graph = "auto"), "graph")
  # Too many labels to be compared: as without.
  x <- normal_points(700, 2)
  y <- replace(x[, 1] > 0, 601:700, NA)
  expect_identical(fitted(ssl_harmonic(x, y, graph = "auto", seed = 1)),
                   fitted(ssl_harmonic(x, y, graph = "dense", seed = 1)))
})

test_that("a graph with many weights has no spectrum afterwards if its method learns of none", {
  part <- list(weights = matrix(0, 1001, 1001))
  graph <- without_weights(list(part = part, problem = list(h = 1)))
  expect_null(graph$part$weights)
  expect_null(graph$part$spectrum)
  expect_null(graph$problem)
})

test_that("a graph of many weights is not tried at another bandwidth, if these are stored or not", {
  skip_on_cran()
  x <- withr::with_seed(1, matrix(stats::runif(1600), ncol = 2))
  y <- replace(sin(5 * x[, 1]) + cos(6 * x[, 2]), seq_len(800) %% 15 != 0, NA)
  # As of more than 3000 points: the graph of a radius is tried, and at twice the bandwidth it has
  # 320,000 weights.
  local_functions(list(dense_limit = 300L, min_matrix_free = 2e5))
  multiples <- function(max_weights) {
    local_functions(list(max_tried_weights = max_weights))
    h <- tidy(ssl_auto(x, y, error = FALSE, seed = 1), "path")$bandwidth
    sort(unique(h / stats::median(h)))
  }
  expect_equal(multiples(4e5), c(0.5, 1, 2))
  expect_equal(multiples(2.5e5), c(0.5, 1))
  expect_gt(ssl_iterated(x, y, bandwidth = 0.14, graph = "radius")$graph$entries, 2.5e5)
  local_functions(list(min_matrix_free = 1e6))
  expect_equal(multiples(2.5e5), c(0.5, 1))
})
