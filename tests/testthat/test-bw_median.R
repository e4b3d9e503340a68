test_that("median: exact, for even and odd numbers of pairs, for few and many points", {
  for (n in c(3, 4, 5, 33, 60, 61, 300)) {
    x <- normal_points(n, 2, seed = n)
    expect_equal(as.numeric(bw_median(x)), median(dist(x)), tolerance = 1e-14, info = n)
  }
  ties <- round(2 * normal_points(100, 2))
  expect_equal(as.numeric(bw_median(ties)), median(dist(ties)), tolerance = 1e-14)
  expect_equal(as.numeric(bw_median(dist(ties))), median(dist(ties)))
  # One far point: nearly all distances are tiny in the unit of the data.
  far <- rbind(1e-12 * normal_points(40, 2), c(1e3, 0))
  expect_equal(as.numeric(bw_median(far)), median(dist(far)), tolerance = 1e-12)
})

test_that("median: of a part of the points, and where half the pairs coincide", {
  skip_on_cran()
  x <- normal_points(2000, 2)
  part <- bw_median(x, n_points = 500, seed = 2)
  expect_equal(as.numeric(part), median(dist(x)), tolerance = 0.1)
  expect_identical(as.numeric(bw_median(x, n_points = 500, seed = 2)), as.numeric(part))
  expect_fault(bw_median(rbind(matrix(0, 30, 2), 1)), "x", "no_scale")
  expect_fault(bw_median(x, n_points = 2), "n_points")
})
