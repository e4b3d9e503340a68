test_that("ticks of logarithmic axes are round, between the ends, and neither few nor many", {
  ends <- list(c(0.003, 2.4), c(0.09, 2.3), c(0.45, 0.9), c(1e-5, 3), c(1, 40), c(1e-100, 1e100),
               c(2e158, 2e160), c(2e-6, 2e-4), c(1234, 1300), c(1e-3, 1e3), c(0.99, 1.01))
  for (pair in ends) {
    at <- log_places(pair[[1]], pair[[2]])
    expect_true(all(at >= pair[[1]] * 0.999 & at <= pair[[2]] * 1.001))
    expect_gte(length(at), 3)
    expect_lte(length(at), 8)
    expect_equal(at / signif(at, 4), rep(1, length(at)))
  }
  expect_equal(log_places(0.09, 2.3), c(0.1, 0.2, 0.5, 1, 2))
  expect_equal(log_places(0.003, 2.4), c(0.003, 0.01, 0.03, 0.1, 0.3, 1))
  expect_equal(log_places(1e-5, 3), 10^(-5:0))
  # Far from 1, three decades are the last to have 3 times their powers.
  expect_equal(log_places(1e-4, 0.1), c(1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1))
  expect_equal(log_places(0.45, 0.9), c(0.5, 0.6, 0.7, 0.8, 0.9))
})

test_that("labels are numbers, or powers where one is large", {
  expect_identical(log_labels(c(0.003, 0.01, 1)), c("0.003", "0.01", "1"))
  expect_identical(log_labels(c(0.001, 1, 1000)), c("0.001", "1", "1000"))
  expect_identical(vapply(log_labels(10^c(-5, 0)), deparse, ""), c("10^-5", "10^0"))
  expect_identical(log_labels(c(2e-6, 1e-5)), c("2e-06", "1e-05"))
  expect_length(log_labels(c(1e-5, NA)), 2)
  expect_identical(log_labels(numeric()), character())
})
