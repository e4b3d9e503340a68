# bw_gc() on manifolds and data whose bandwidth is known.

test_that("more data, smaller bandwidth", {
  skip_on_cran()
  chosen <- vapply(c(250, 1000, 4000), function(n) {
    x <- as.matrix(sample_circle(n, noise = 0.02, seed = 5))
    as.numeric(bw_gc(x, n_points = 250, seed = 1))
  }, 0)
  expect_true(all(diff(chosen) < 0))
})

test_that("on a sphere D(h) dips deep for d = 2 and rises on both sides", {
  skip_on_cran()
  for (seed in 1:5) {
    x <- as.matrix(sample_sphere(800, seed = seed))
    curve <- curve_of(bw_gc(x, d = 2, n_points = 100, seed = 1))
    lowest <- min(curve$criterion)
    expect_lt(lowest, 0.3)
    expect_gt(curve$criterion[[1]], 0.8)
    expect_gt(curve$criterion[[nrow(curve)]], 2 * lowest)
  }
})

test_that("a subspace of the manifold's dimension or less is undistorted at the choice", {
  skip_on_cran()
  # The flat torus is flat, so the distortion at the best bandwidth is small for d = 1 and d = 2 and
  # must be near 1 for d = 3, which no flat neighborhood fills.
  x <- as.matrix(sample_flat_torus(2500, seed = 1))
  at <- as.numeric(bw_gc(x, d = 2, n_points = 100, seed = 1))
  distortion <- vapply(1:3, function(d) {
    mean(metric_distortion(x, at, d = d, points = 1:100)$distortion)
  }, 0)
  expect_lt(distortion[[1]], 0.25)
  expect_lt(distortion[[2]], 0.25)
  expect_gt(distortion[[3]], 0.7)
})

test_that("published bandwidths are found on Digit1 and BCI (Tables 1 and 2 of the paper)", {
  skip_on_cran()
  # Digit1: .744 from a grid of unknown step. BCI: 3.77 in one table, 5.34 in the other.
  bandwidths <- exp(seq(log(0.3), log(3), length.out = 12))
  x <- benchmark_set("digit1")$x
  h <- as.numeric(bw_gc(x, d = 1, bandwidths = bandwidths, n_points = 60, seed = 1))
  expect_equal(h, 0.744, tolerance = 0.08)
  x <- benchmark_set("bci")$x
  h <- as.numeric(bw_gc(x, d = 1, bandwidths = 5 * bandwidths, n_points = 200, seed = 1))
  expect_true(h > 3.77 / 1.08 && h < 5.34 * 1.08)
})

test_that("published bandwidths on g241c, and on Digit1 for d = 2 and 3", {
  skip_unless_extended()
  x <- benchmark_set("g241c")$x
  expect_equal(as.numeric(bw_gc(x, d = 1, n_points = 200, seed = 1)), 7.38, tolerance = 0.08)
  x <- benchmark_set("digit1")$x
  h <- vapply(2:3, function(d) as.numeric(bw_gc(x, d = d, n_points = 200, seed = 1)), 0)
  expect_equal(h, c(0.767, 0.781), tolerance = 0.08)
})
