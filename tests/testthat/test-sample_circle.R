test_that("circle: at its radius, at the angle given, uniform", {
  x <- sample_circle(3000, radius = 2.5, seed = 1)
  theta <- parameter_of(x, "theta")
  expect_equal(sqrt(rowSums(x^2)), rep(2.5, 3000))
  expect_equal(x[, 2], 2.5 * sin(theta))
  expect_distributed(theta, "punif", 0, 2 * pi)
})

test_that("moons: two half circles, in turn, half a unit apart", {
  skip_on_cran()
  x <- sample_moons(2001, seed = 1)
  moon <- parameter_of(x, "moon")
  expect_identical(as.vector(table(moon)), c(1001L, 1000L))
  expect_identical(moon[1:4], c(1, 2, 1, 2))
  first <- x[moon == 1, ]
  second <- x[moon == 2, ]
  expect_equal(rowSums(first^2), rep(1, 1001))
  expect_equal((second[, 1] - 1)^2 + (second[, 2] - 0.5)^2, rep(1, 1000))
  expect_true(all(first[, 2] >= 0) && all(second[, 2] <= 0.5))
  expect_distributed(parameter_of(x, "theta"), "punif", 0, pi)
  gap <- as.matrix(stats::dist(rbind(first, second)))[1:1001, -(1:1001)]
  expect_gte(min(gap), 0.5)
  expect_lt(min(gap), 0.52)
})
