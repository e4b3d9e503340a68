test_that("means and paired differences leave out what is not known", {
  expect_identical(mean_known(c(1, NaN, 3, Inf, NA)), 2)
  values <- cbind(c(1, 2, 4, NaN), c(0, 0, 0, 5))
  expect_equal(paired_se(values, 1, 2), stats::sd(c(1, 2, 4)) / sqrt(3))
  # No paired differences, no standard error.
  expect_true(is.na(paired_se(cbind(c(1, NaN), c(NaN, 2)), 1, 2)))
})

test_that("the standard error of a sum over pairs is that of repeated samples", {
  # The mean of |a - b| over all pairs of n normal numbers: each point's sum is its influence.
  n <- 40
  found <- vapply(1:400, function(seed) {
    a <- withr::with_seed(seed, stats::rnorm(n))
    apart <- abs(outer(a, a, "-")) / n
    mean <- mean(rowSums(apart))
    influence <- matrix(rowSums(apart) - mean)
    pairs <- matrix(rowSums((apart - mean / n)^2))
    c(mean = mean, se = pair_mean_se(influence, pairs, n, n))
  }, numeric(2))
  expect_equal(mean(found["se", ]), stats::sd(found["mean", ]), tolerance = 0.1)
})

test_that("squares neither overflow nor vanish in a standard error", {
  v <- withr::with_seed(1, stats::rnorm(30))
  expect_identical(sd_of_mean(v), stats::sd(v) / sqrt(30))
  for (scale in 2^c(-900, -500, 500, 900)) {
    expect_identical(sd_of_mean(scale * v) / scale, sd_of_mean(v))
  }
  expect_identical(sd_of_mean(c(0, 0, 0)), 0)
  expect_true(is.na(sd_of_mean(c(1, NA))))
})
