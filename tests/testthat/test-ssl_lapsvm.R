signs_of <- function(p) {
  y <- rep(NA_real_, 40)
  x <- p$x[1:20, ]
  y[1:20] <- ifelse(x[, 1] + 0.6 * sin(5 * x[, 2]) + 0.15 * normal_points(20, 1)[, 1] > 0.9, 1, -1)
  y
}

test_that("ssl_lapsvm() lowers its default penalties where they leave one class", {
  skip_on_cran()
  set.seed(1)
  truth <- factor(rep(c("a", "b"), c(70, 50)))
  x <- matrix(rnorm(120 * 40), 120) + 0.45 * (truth == "b")
  y <- replace(truth, -c(1:18, 71:82), NA)
  learn <- function(...) ssl_lapsvm(x, y, bandwidth = 1.5, graph = "dense", ...)
  for (wide in c(1000, 3000)) {
    kept <- learn(lambda_ambient = 1e-5, kernel_bandwidth = wide)
    expect_true(all(fitted(kept) == "a"))
    fit <- learn(kernel_bandwidth = wide)
    expect_lt(fit$parameters$lambda_ambient, 1e-5)
    expect_equal(fit$parameters$lambda_manifold, 100 * fit$parameters$lambda_ambient * 120^2)
    expect_match(capture.output(print(fit)), "lowered", all = FALSE)
    expect_lt(mean(fitted(fit) != truth), 0.15)
    lower <- fit$parameters[c("lambda_ambient", "lambda_manifold", "kernel_bandwidth")]
    expect_equal(scores_of(do.call(learn, lower)), scores_of(fit), tolerance = 1e-6)
  }
})

test_that("LapSVM satisfies the optimality conditions of its dual", {
  local_dense_graph()
  p <- square_numbers()
  y <- signs_of(p)
  fit <- suppressMessages(ssl_lapsvm(p$x, y, lambda_ambient = 0.01, lambda_manifold = 20,
                                     bandwidth = p$h, kernel_bandwidth = p$h, solver = "dual"))
  learning <- oracle_learning(p$x, p$h, 0.5)
  l <- (diag(learning$degree) - learning$weights) / mean(learning$degree)
  k <- oracle_weights(p$x, p$h, self_loops = TRUE)
  f <- scores_of(fit)
  b <- fit$machine$intercept
  # What alpha has to be, from the function.
  beta <- drop((0.02 * diag(40) + 40 / 1600 * l %*% k) %*% fit$machine$coefficients)
  alpha <- 20 * beta[1:20] * y[1:20]
  expect_lt(max(abs(beta[21:40])), 1e-8)
  expect_lt(abs(sum(beta)), 1e-8)
  expect_true(all(alpha > -1e-7 & alpha < 1 + 1e-7))
  margin <- y[1:20] * f[1:20]
  expect_true(all(margin[alpha < 1e-6] > 1 - 1e-4))
  expect_true(all(margin[alpha > 1 - 1e-6] < 1 + 1e-4))
  expect_lt(max(abs(margin[alpha > 1e-6 & alpha < 1 - 1e-6] - 1)), 1e-4)
})

test_that("the primal machine is stationary, with the intercept of the hinge loss", {
  p <- square_numbers()
  y <- signs_of(p)
  fit <- suppressMessages(ssl_lapsvm(p$x, y, lambda_ambient = 0.01, lambda_manifold = 20,
                                     bandwidth = p$h, kernel_bandwidth = p$h, solver = "primal"))
  f <- scores_of(fit)[1:20]
  loss <- function(b) sum(pmax(0, 1 - y[1:20] * (f - fit$machine$intercept + b)))
  grid <- fit$machine$intercept + seq(-1, 1, by = 0.01)
  expect_lte(loss(fit$machine$intercept), min(vapply(grid, loss, 0)) + 1e-12)
  dual <- suppressMessages(ssl_lapsvm(p$x, y, lambda_ambient = 0.01, lambda_manifold = 20,
                                      bandwidth = p$h, kernel_bandwidth = p$h, solver = "dual"))
  expect_gt(mean(fitted(fit) == fitted(dual)), 0.9)
})

test_that("the squared hinge is minimized", {
  gram <- oracle_kernel(normal_points(30, 2), normal_points(30, 2), 1)
  y <- ifelse(normal_points(30, 1, 5)[, 1] > 0.3, 1, -1)
  found <- cpp_svm_primal(gram, y, seq(0.5, 3, length.out = 30), 1e-12, 100)
  objective <- function(v) {
    f <- gram %*% v[1:30] + v[[31]]
    sum(seq(0.5, 3, length.out = 30) * pmax(0, 1 - y * f)^2) + sum(v[1:30] * (f - v[[31]]))
  }
  at <- c(found$weights, found$intercept)
  expect_lt(found$gap, 1e-10)
  for (i in 1:31) for (step in c(-1e-3, 1e-3)) {
    expect_gte(objective(at + step * (seq_along(at) == i)), objective(at) - 1e-12)
  }
})

test_that("the intercept has the least hinge loss", {
  skip_on_cran()
  for (seed in 1:20) {
    f <- normal_points(9, 1, seed)[, 1]
    y <- c(1, -1, ifelse(normal_points(7, 1, seed + 50)[, 1] > 0, 1, -1))
    count <- 1 + seq_along(f) %% 3
    loss <- function(b) sum(count * pmax(0, 1 - y * (f + b)))
    b <- cpp_hinge_intercept(f, y, count)
    expect_lte(loss(b), min(vapply(seq(-5, 5, by = 0.01), loss, 0)) + 1e-12)
  }
})

test_that("penalties that are used as they are given are not called lowered", {
  x <- as.matrix(sample_swiss_roll(100, seed = 1))
  fit <- quietly(ssl_lapsvm(x, replace(rep(c("a", "b"), each = 50), -c(1, 30, 60, 100), NA)))
  expect_false(any(grepl("lowered", capture.output(print(fit)))))
})
