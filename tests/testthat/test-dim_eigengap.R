test_that("eigengap: where the largest gap is, at the bandwidth and along the curve", {
  x <- ellipsoid_points(60)
  d <- dim_eigengap(x, 1, bandwidths = c(0.5, 2), local = TRUE)
  curve <- as.data.frame(d)
  expect_identical(curve$bandwidth, c(0.5, 1, 2))
  values <- vapply(1:60, function(i) oracle_local_values(x, i, 1), numeric(3))
  gaps <- values - rbind(values[-1, ], 0)
  expect_equal(as.numeric(d), which.max(rowMeans(gaps)))
  expect_equal(curve$gap[[2]], max(rowMeans(gaps)) / mean(values[1, ]), tolerance = 1e-9)
  expect_identical(as.data.frame(d, what = "local")$dimension, max.col(t(gaps)))
  expect_output(print(dim_eigengap(x, 2 / 3)), "at bandwidth 0.667, where", fixed = TRUE)
  # Without a bandwidth: by bw_gc(); a selector and its result are the same.
  expect_equal(glance(dim_eigengap(x, seed = 1))$lower, as.numeric(bw_gc(x, seed = 1)))
  bw <- bw_median(x)
  expect_identical(timeless(dim_eigengap(x, bw)), timeless(dim_eigengap(x, bw_median)))
})

test_that("faults 24 and 25: the bandwidth it is read at", {
  skip_on_cran()
  x <- selector_points(40)
  for (bad in list(0, -1, NA, Inf, c(1, 2), "a")) expect_fault(dim_eigengap(x, bad), "bandwidth")
  expect_fault(dim_eigengap(x, 1e-9), "bandwidth", "isolated")
})
