test_that("the curve is the mean of the plain formula", {
  x <- selector_points()
  h <- c(0.02, 0.1, 0.3, 1, 5)
  bw <- suppressWarnings(bw_rec(x, bandwidths = h))
  errors <- vapply(h, function(h) oracle_reconstruction(x, h), numeric(120))
  expect_equal(curve_of(bw)$criterion, colMeans(errors), tolerance = 1e-10)
  expect_equal(curve_of(bw)$se, apply(errors, 2, sd) / sqrt(120), tolerance = 1e-10)
})

test_that("many columns, and points in several blocks", {
  x <- wide_points(70)
  h <- c(0.5, 1, 3)
  want <- vapply(h, function(h) mean(oracle_reconstruction(x, h)), 0)
  expect_equal(curve_of(suppressWarnings(bw_rec(x, bandwidths = h)))$criterion, want,
               tolerance = 1e-10)
})

test_that("where all weights underflow the nearest neighbor stands in", {
  x <- selector_points(60)
  nearest <- mean(apply(sq_distances_of(x) + diag(Inf, 60), 1, min))
  bw <- suppressWarnings(bw_rec(x, bandwidths = c(1e-200, 1e-8)))
  expect_equal(curve_of(bw)$criterion, rep(nearest, 2), tolerance = 1e-10)
})

test_that("the choice is the lowest point, refined between grid values", {
  x <- selector_points()
  bw <- bw_rec(x)
  at <- function(h) mean(oracle_reconstruction(x, h))
  around <- as.numeric(bw) * exp(c(-0.02, 0, 0.02))
  values <- vapply(around, at, 0)
  expect_true(values[[2]] < values[[1]] && values[[2]] < values[[3]])
  expect_lte(bw_minima(bw)$criterion[bw_minima(bw)$chosen], min(curve_of(bw)$criterion))
  expect_true(as.numeric(bw_rec(x, refine = FALSE)) %in% curve_of(bw)$bandwidth)
})

test_that("noise moves the minimum up, noise-free data want the nearest points", {
  noisy <- vapply(c(0.02, 0.1), function(noise) {
    as.numeric(bw_rec(as.matrix(sample_circle(300, noise = noise, noise_dims = 1, seed = 2))))
  }, 0)
  expect_gt(noisy[[2]], 1.5 * noisy[[1]])
})

test_that("a subset of the points is drawn by its seed", {
  x <- selector_points(200)
  a <- bw_rec(x, n_points = 50, seed = 3)
  expect_identical(timeless(bw_rec(x, n_points = 50, seed = 3)), timeless(a))
  expect_false(identical(curve_of(bw_rec(x, n_points = 50, seed = 4)), curve_of(a)))
  expect_identical(glance(a)$n_points, 50L)
  withr::local_seed(1)
  first <- curve_of(bw_rec(x, n_points = 50))
  withr::local_seed(1)
  expect_identical(curve_of(bw_rec(x, n_points = 50)), first)
})

test_that("an end of the grid is flagged with a warning", {
  x <- selector_points()
  bw <- expect_condition_of(bw_rec(x, bandwidths = c(1, 1.5, 2)), "warning_edge", "smallest")
  expect_true(glance(bw)$at_edge)
})
