test_that("mle follows the plain formula, both averages, and its curve", {
  skip_on_cran()
  x <- selector_points()
  distances <- oracle_neighbor_distances(x, 12)
  inverse <- colMeans(log(rep(distances[12, ], each = 11) / distances[1:11, ]))
  expect_equal(as.numeric(dim_mle(x, k = 12)), 1 / mean(inverse))
  expect_equal(as.numeric(dim_mle(x, k = 12, average = "mean")), mean(1 / inverse))
  expect_equal(as.numeric(dim_mle(dist(x), k = 12)), 1 / mean(inverse))
  curve <- as.data.frame(dim_mle(x, k = 12))
  expect_equal(curve$k, 2:12)
  expect_equal(curve$dimension[[5]], as.numeric(dim_mle(x, k = 6)))
  local <- as.data.frame(dim_mle(x, k = 12, local = TRUE), what = "local")
  expect_equal(local$dimension, 1 / inverse)
  for (bad in list(0, 3, 120, 2.5, NA)) expect_fault(dim_mle(x, k = bad), "k")
  expect_fault(dim_mle(rbind(x[1:4, ], x[1:4, ], x[1:4, ], x[1:4, ], x[1:4, ]), k = 4), "x",
               "no_scale")
})

test_that("mle leaves out neighbors at distance zero", {
  x <- selector_points(60)
  twice <- rbind(x, x)
  expect_true(abs(dim_mle(twice, k = 20) - dim_mle(x, k = 10)) < 0.4)
})

test_that("mle has no infinite estimates", {
  lattice <- as.matrix(expand.grid(1:20, 1:20))
  d <- dim_mle(lattice, k = 4, average = "mean", local = TRUE)
  expect_true(is.finite(d) && is.finite(glance(d)$se))
  expect_true(anyNA(as.data.frame(d, what = "local")$dimension))
  expect_output(print(d), "equally far around 81%")
  expect_fault(dim_mle(diag(30)), "x", "no_scale")
})

test_that("means over points are weighted", {
  x <- withr::with_seed(1, rbind(cbind(stats::runif(150), 0), matrix(stats::runif(300), 150) + 3))
  line <- rep(1:0, each = 150)
  own <- as.data.frame(dim_mle(x, k = 8, local = TRUE), what = "local")$dimension
  w <- 1 + 3 * line
  expect_equal(c(dim_mle(x, 8, "mean", weights = w)), stats::weighted.mean(own, w))
  expect_equal(c(dim_mle(x, 8, weights = w)), sum(w) / sum(w / own))
  expect_equal(dim_mle(x, 8, weights = rep(3, 300)), dim_mle(x, 8), ignore_attr = TRUE)
  expect_equal(glance(dim_mle(x, 8, weights = rep(3, 300)))$se, glance(dim_mle(x, 8))$se)
  # The values are as far apart as those of independent points of these weights.
  se <- sqrt(sum((w * (own - stats::weighted.mean(own, w)))^2)) / sum(w) * sqrt(300 / 299)
  expect_equal(glance(dim_mle(x, 8, "mean", weights = w))$se, se)
  # Inverses are averaged with errors that allow for shared neighbors.
  se <- sqrt(sum((w * (1 / own - sum(w / own) / sum(w)))^2)) / sum(w) * sqrt(300 / 299)
  expect_equal(glance(dim_mle(x, 8, weights = w))$se, 1.3 * c(dim_mle(x, 8, weights = w))^2 * se)
  expect_lt(c(dim_mle(x, 8, weights = line)), c(dim_mle(x, 8)))
  expect_fault(dim_mle(x, 8, weights = -w), "weights")
  expect_fault(dim_eigengap(x, 1, weights = w), text = "dim_mle")
})

test_that("intervals contain the mean of the estimates about as often as they say", {
  skip_on_cran()
  covered <- withr::with_seed(3, replicate(150, {
    d <- dim_mle(matrix(stats::rnorm(800), 200))
    c(d, stats::confint(d))
  }))
  is_covered <- covered[2, ] <= mean(covered[1, ]) & mean(covered[1, ]) <= covered[3, ]
  # As independent points 0.83 to 0.89 are.
  expect_gt(mean(is_covered), 0.91)
})
