# A random problem: distances as they come, noise decreasing.
random_problem <- function(seed, g = 2 + seed %% 8) {
  withr::with_seed(seed, {
    b <- sort(stats::runif(g, 0.1, 2))
    v <- b^-stats::runif(1, 1, 5)
    at <- matrix(stats::rnorm(50 * g, sd = rep(sqrt(v), each = 50)), 50) +
      outer(stats::rnorm(50), b^2)
    list(distance = oracle_distances(at), v = v, log_b = log(b))
  })
}

test_that("the path equals the argmin on a fine grid of a, on 100 problems", {
  skip_on_cran()
  for (seed in 1:100) {
    problem <- random_problem(seed)
    path <- lepski_path(problem$distance, problem$v)
    expect_identical(path$a[[1]], 0)
    expect_true(all(diff(path$a) > 0))
    expect_identical(path$index[[nrow(path)]], length(problem$v))
    range <- log(c(max(min(path$a[-1]) / 3, 1e-8), max(path$a) * 3))
    a <- exp(seq(range[[1]], range[[2]], length.out = 10^4))
    # Where a value and a corner agree to rounding both sides are right.
    a <- a[vapply(a, function(one) min(abs(path$a / one - 1)) > 1e-9, NA)]
    slow <- slow_path(problem, a)
    expect_identical(path$index[findInterval(a, path$a)], slow, info = seed)
  }
})

test_that("criteria and their slopes are those of the definition", {
  problem <- random_problem(8, 9)
  for (a in c(0.01, 0.3, 2)) {
    want <- vapply(seq_along(problem$v), function(j) {
      max(0, problem$distance[seq_len(j), j] - a * problem$v[seq_len(j)]) + a * problem$v[[j]]
    }, 0)
    found <- lepski_criterion(problem$distance, problem$v, a)
    expect_equal(found$value, want)
    step <- 1e-7
    slopes <- (lepski_criterion(problem$distance, problem$v, a + step)$value - want) / step
    expect_equal(found$slope, slopes, tolerance = 1e-4)
  }
})

test_that("the main jump is that of the running minimum within a factor 2 of a", {
  log_b <- log(c(1, 2, 4, 8, 16))
  # Below the transition at a = 1 the path leaps to the largest and back.
  path <- data.frame(a = c(0, 0.1, 0.9, 0.92, 1, 5), index = c(1L, 2L, 5L, 2L, 4L, 5L))
  jump <- main_jump(path, log_b)
  expect_identical(jump$row, 5L)
  expect_equal(jump$a0, 1.1)
  expect_identical(c(jump$from, jump$to), c(2L, 4L))
  expect_equal(jump$rise, log(4))
  # In several steps: where four fifths are done.
  path <- data.frame(a = c(0, 1, 1.1, 1.2, 1.3), index = 1:5)
  jump <- main_jump(path, log(c(1, 2, 4, 8, 10)))
  expect_identical(jump$row, 4L)
  # A path of one value has no jump.
  expect_identical(main_jump(data.frame(a = 0, index = 3L), log_b)$rise, 0)
})
