resolve <- function(bandwidth, x = NULL, seed = NULL) {
  checked <- if (!is.null(x)) as_points(x)
  resolve_bandwidth(bandwidth, checked, seed, new_runtime(1, FALSE))
}

test_that("a number, a selection, a selector and NULL are understood", {
  x <- plain_circle(60)
  expect_identical(
    resolve(0.5)[c("value", "method", "k")], list(value = 0.5, method = "given", k = NA_integer_)
  )
  selected <- bw_gc(x, seed = 1)
  expect_identical(resolve(selected)[c("value", "method", "k", "minima")], list(
    value = as.double(selected), method = "gc", k = NA_integer_,
    minima = bw_minima(selected)$bandwidth
  ))
  expect_identical(resolve(bw_gc, x, 1), resolve(selected))
  expect_identical(resolve(NULL, x, 1), resolve(selected))
})

test_that("a user's own selector needs no arguments but the points", {
  x <- plain_circle(60)
  half_range <- function(x) diff(range(x)) / 2
  expect_equal(heat_graph(x, half_range)$bandwidth, half_range(x))
  expect_equal(metric_distortion(x, half_range)$bandwidth, half_range(x))
})

test_that("everything else is refused by name, whatever uses it", {
  skip_on_cran()
  x <- plain_circle(20)
  for (bad in list(0, -1, NA, NaN, Inf, c(1, 2), "1", TRUE, list(1), numeric())) {
    expect_fault(heat_graph(x, bad), "bandwidth")
    expect_fault(metric_distortion(x, bad, seed = 1), "bandwidth")
    expect_fault(heat_graph(dist(x), bad), "bandwidth")
  }
})

test_that("a selector that returns no bandwidth is refused", {
  x <- plain_circle(20)
  expect_fault(heat_graph(x, function(x, ...) "wide"), "bandwidth")
})

test_that("a name stands for the selector, whatever uses it", {
  skip_on_cran()
  x <- plain_circle(60)
  for (name in c("median", "knn", "gc")) {
    graph <- heat_graph(x, name, seed = 1)
    selector <- all_selectors[[name]]$choose
    expect_identical(graph$bandwidth, heat_graph(x, selector, seed = 1)$bandwidth)
    expect_identical(graph$method, name)
  }
  median <- as.double(bw_median(x))
  expect_identical(embed_eigenmaps(x, 2, "median")$bandwidth, median)
  expect_identical(metric_distortion(x, "median")$bandwidth, median)
  expect_identical(heat_graph(dist(x), "median")$bandwidth, as.double(bw_median(dist(x))))
  y <- replace(x[, 1] > 0, -c(which.min(x[, 1]), which.max(x[, 1])), NA)
  expect_identical(ssl_harmonic(x, y, bandwidth = "median")$bandwidth, median)
  expect_identical(ssl_harmonic(x, y, bandwidth = "median")$bandwidth_method, "median")
  expect_identical(plain(dim_eigengap(x, "median")), plain(dim_eigengap(x, median)))
  at <- function(bandwidth) {
    graph_laplacian_at(x, y = x[1:3, ], bandwidth = bandwidth, d = 1, scale = "density")
  }
  expect_identical(at("median"), at(median))
  expect_identical(at(function(x) median), at(median))
})

test_that("every selector that needs no labels serves as a bandwidth, without a seed too", {
  skip_on_cran()
  x <- selector_points(60)
  for (name in point_selectors()) {
    own <- quietly(heat_graph(x, name, seed = 1))$bandwidth
    expect_gt(own, 0, label = name)
    expect_gt(quietly(embed_scales(x, name, 1, seed = 1))$scales$bandwidth[[1]], 0, label = name)
  }
})

test_that("other words are refused with the names there are", {
  skip_on_cran()
  x <- scale(datasets::swiss)
  error <- expect_fault(heat_graph(x, "wide"), "bandwidth",
                        text = c("bw_gc() returns", "\"gc\"", "\"median\"", "not \"wide\""))
  expect_no_match(text_of(error), "bw_wide", fixed = TRUE)
  expect_fault(heat_graph(x, "cv"), "bandwidth", text = "bw_cv()")
  expect_fault(as_heat_graph(as.matrix(dist(x)), "median", values = "weights"), "bandwidth",
               text = "coordinates")
})

test_that("no name at all is no selector", {
  x <- sample_circle(20, seed = 1)
  expect_error(heat_graph(x, character()), "`bandwidth` must be", class = "lapscale_error_argument")
})

test_that("points that are a call are refused, not run", {
  file <- tempfile()
  x <- substitute(file.create(file), list(file = file))
  expect_error(embed_scales(x), class = "lapscale_error_argument")
  expect_error(embed_eigenmaps(x, 2, bandwidth = bw_knn), class = "lapscale_error_argument")
  expect_false(file.exists(file))
})
