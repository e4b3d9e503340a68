resolve <- function(bandwidth, x = NULL, seed = NULL) {
  checked <- if (!is.null(x)) as_points(x)
  resolve_bandwidth(bandwidth, checked, seed, new_runtime(1, FALSE))
}

test_that("a number, a selection, a selector and NULL are understood", {
  x <- plain_circle(60)
  expect_identical(resolve(0.5), list(value = 0.5, method = "given", k = NA_integer_))
  selected <- bw_gc(x, seed = 1)
  expect_identical(
    resolve(selected), list(value = as.double(selected), method = "gc", k = NA_integer_)
  )
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

test_that("a name of a selector is no bandwidth; the selector is", {
  x <- scale(datasets::swiss)
  expect_fault(heat_graph(x, "gc"), "bandwidth",
               text = c("a selector function such as bw_gc, not \"gc\"", "`bandwidth = bw_gc`"))
  error <- expect_fault(heat_graph(x, "wide"), "bandwidth", text = "bw_gc() returns")
  expect_no_match(text_of(error), "bw_wide", fixed = TRUE)
})
