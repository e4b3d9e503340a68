# Learning with the Hessian energy: linear functions cost nothing.

test_that("a linear function on a plane is reproduced and continued exactly", {
  x <- withr::with_seed(4, matrix(stats::runif(600), 300))
  z <- 3 * x[, 1] - x[, 2] + 5
  for (mu in list(NULL, 1e-6, 10)) {
    fit <- ssl_hessian(x, replace(z, -order(x[, 1])[1:30], NA), mu = mu, seed = 1)
    expect_equal(fitted(fit), z, tolerance = 1e-6)
  }
  new <- cbind(c(0.2, 0.5, 1.02), c(0.3, 0.9, 0.5))
  expect_equal(predict(fit, new), 3 * new[, 1] - new[, 2] + 5, tolerance = 0.002)
  expect_identical(predict(fit, x[7:9, ]), fitted(fit)[7:9])
  # Whatever the units and the origin.
  far <- ssl_hessian(1e3 * x, replace(1e6 + 1e4 * z, -order(x[, 1])[1:30], NA), seed = 1)
  expect_equal(fitted(far), 1e6 + 1e4 * z, tolerance = 1e-6)
})

test_that("position along a roll is continued from its first part", {
  skip_on_cran()
  roll <- sample_swiss_roll(800, seed = 1)
  along <- attr(roll, "parameters")[, "arc_length"]
  known <- utils::head(which(along < 50), 30)
  y <- replace(along, -known, NA)
  fit <- ssl_hessian(roll, y, seed = 1)
  expect_lt(ssl_error(fit, along), 0.02 * stats::sd(along))
  expect_gt(ssl_error(ssl_iterated(roll, y, seed = 1), along), 0.1 * stats::sd(along))
  expect_lt(fit$error, 0.1 * stats::sd(along))
})

test_that("the values minimize the penalized squares, and leave-one-out takes the label away", {
  p <- square_numbers()
  n <- nrow(p$x)
  runtime <- new_runtime(1, FALSE)
  energy <- as.matrix(hessian_energy(p$x, 10L, 2L, runtime))
  expect_lt(max(abs(energy %*% cbind(1, p$x))), 1e-10)
  seen <- which(!is.na(p$y))
  oracle <- function(y, mu) {
    labeled <- as.numeric(!is.na(y))
    drop(solve(diag(labeled) + mu * energy, ifelse(is.na(y), 0, y), tol = 0))
  }
  fit <- ssl_hessian(p$x, p$y, mu = 0.1, seed = 1)
  expect_equal(fitted(fit), oracle(p$y, 0.1), tolerance = 1e-6)
  left_out <- vapply(seen, function(i) oracle(replace(p$y, i, NA), 0.1)[[i]], 0)
  path <- tidy(ssl_hessian(p$x, p$y, seed = 1), "path")
  expect_equal(path$squared_error[path$mu == 0.1], mean((left_out - p$y[seen])^2),
               tolerance = 1e-5)
})

test_that("what has no tangent planes, or too few labels, is refused by name", {
  skip_on_cran()
  p <- square_numbers()
  expect_fault(ssl_hessian(heat_graph(p$x, p$h), p$y), "x")
  expect_fault(ssl_hessian(stats::dist(p$x), p$y), "x")
  expect_fault(ssl_hessian(p$x, p$y > 0.5), "y")
  expect_fault(ssl_hessian(p$x, p$y, d = 3), "d")
  expect_fault(ssl_hessian(p$x, p$y, k = 3), "k")
  expect_fault(ssl_hessian(p$x, p$y, mu = 0), "mu")
  expect_fault(ssl_hessian(p$x, replace(p$y, -(1:2), NA), seed = 1), "y", text = "labels in each")
  expect_fault(predict(ssl_hessian(p$x, p$y, seed = 1), se.fit = TRUE), "object")
  frame <- data.frame(p$x, y = p$y)
  expect_identical(fitted(ssl_hessian(y ~ ., frame, seed = 1)),
                   fitted(ssl_hessian(p$x, p$y, seed = 1)))
})

test_that("labels that leave a direction open are refused, and others answered", {
  x <- as.matrix(expand.grid(0:9, 0:9)) + 0
  z <- x[, 1]
  fit <- function(rows) ssl_hessian(x, replace(z, -rows, NA), seed = 1)
  # On a line, whatever its direction, the slope across it is open.
  for (rows in list(c(1, 5, 10), c(1, 12, 23, 34), c(1, 11, 21, 31, 91))) {
    expect_fault(fit(rows), "y", text = "do not determine")
  }
  expect_equal(fitted(fit(c(1, 2, 11))), z, tolerance = 1e-6)
  expect_equal(fitted(fit(c(1, 12, 23, 10))), z, tolerance = 1e-5)
})
