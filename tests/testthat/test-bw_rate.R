test_that("rate: the root mean squared distance times the order of n", {
  skip_on_cran()
  x <- normal_points(100, 3)
  rms <- sqrt(mean(dist(x)^2))
  expect_equal(as.numeric(bw_rate(x, d = 2)), rms * 100^(-1 / 8))
  expect_equal(as.numeric(bw_rate(x, d = 3, rate = "minimax")), 2 * rms * 100^(-1 / 7))
  expect_message(bw_rate(as.matrix(sample_circle(300, seed = 1))),
                 class = "lapscale_message_dimension")
  expect_fault(bw_rate(x, d = 1, rate = "fast"), "rate")
})
