test_that("without noise the table hardly moves, and its estimated risk is small", {
  x <- plain_matrix(sample_circle(120, noise_dims = 20, seed = 1))
  z <- quietly(noise_remove(x, seed = 1))
  expect_lt(sqrt(mean((as.matrix(z) - x)^2)), 0.03 * stats::sd(x))
})
