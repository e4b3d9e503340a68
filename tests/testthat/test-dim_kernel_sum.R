test_that("kernel_sum is twice the largest slope of bw_kernel_sum()", {
  x <- selector_points()
  bw <- bw_kernel_sum(x)
  expect_equal(as.numeric(dim_kernel_sum(x)), 2 * oracle_kernel_sum(x, as.numeric(bw))[[2]],
               tolerance = 1e-4)
  expect_equal(as.data.frame(dim_kernel_sum(x))$dimension, curve_of(bw)$dimension)
  local <- as.data.frame(dim_kernel_sum(x, local = TRUE), what = "local")$dimension
  sq <- sq_distances_of(x) / as.numeric(bw)^2
  expect_equal(local, 2 * rowSums(exp(-sq) * sq) / rowSums(exp(-sq)), tolerance = 1e-3)
})
