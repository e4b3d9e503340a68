test_that("ticks of logarithmic axes are round, in sight, and powers if one is far", {
  for (ends in list(c(0.003, 2.4), c(1e-5, 3), c(0.45, 0.9), c(1e-100, 1e100))) {
    at <- log_places(ends)
    expect_true(length(at) %in% 3:9 && all(at >= ends[[1]] * 0.999 & at <= ends[[2]] * 1.001))
  }
  expect_identical(log_labels(c(0.01, 1, NA)), c("0.01", "1", "NA"))
  expect_identical(vapply(log_labels(10^c(-5, 0)), deparse, ""), c("10^-5", "10^0"))
  expect_identical(log_labels(c(2e-6, 1e-5)), c("2e-06", "1e-05"))
})
