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
