test_that("LapRLS is its closed form, at the points and at new ones", {
  skip_on_cran()
  p <- square_numbers()
  z <- withr::with_seed(2, matrix(runif(30), 15))
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 20, bandwidth = p$h,
                      alpha = alpha, kernel_bandwidth = p$h)
    c <- oracle_laprls(p$x, p$y, p$h, alpha, 0.01, 20)
    expect_equal(scores_of(fit), drop(oracle_weights(p$x, p$h) %*% c), tolerance = 1e-9)
    expect_equal(scores_of(fit, z), drop(oracle_kernel(z, p$x, p$h) %*% c), tolerance = 1e-9)
  }
})

test_that("the kernel may have a bandwidth of its own", {
  p <- square_numbers()
  fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 0, bandwidth = p$h,
                    kernel_bandwidth = 0.2)
  k <- oracle_weights(p$x, 0.2)
  a <- solve(k[1:10, 1:10] + 0.1 * diag(10), p$y[1:10])
  expect_equal(scores_of(fit), drop(k[, 1:10] %*% a), tolerance = 1e-9)
})

test_that("leave-one-out takes the label away", {
  p <- square_numbers()
  fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 20, bandwidth = p$h,
                    kernel_bandwidth = p$h)
  without <- vapply(1:10, function(i) {
    # The penalties count the labels: 10 of them, one of which is not looked at.
    c <- oracle_laprls(p$x, replace(p$y, i, NA), p$h, 0.5, 0.1 / 9, 200 / 9)
    (oracle_weights(p$x, p$h) %*% c)[[i]]
  }, 0)
  expect_equal(fit$loo[, 1], without, tolerance = 1e-8)
})

test_that("lambda_manifold = NULL is chosen by leave-one-out", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_laprls(p$x, p$y, lambda_manifold = NULL, bandwidth = 0.3, kernel_bandwidth = 0.3)
  path <- tidy(fit, "path")
  expect_identical(path$lambda_manifold, c(1, 10, 100, 1000) * 1e-5 * 60^2)
  expect_identical(fit$parameters$lambda_manifold,
                   path$lambda_manifold[[which.min(path$squared_error)]])
  expect_identical(fitted(ssl_lapsvm(p$x, p$y, lambda_manifold = NULL, bandwidth = 0.3)), p$truth)
})

test_that("the default of lambda_manifold counts the rows that are kept", {
  skip_on_cran()
  p <- square_numbers()
  y <- replace(p$y, 10, NA)
  holes <- replace(p$x, cbind(c(10, 30), 1), NA)
  for (labels in list(y, factor(y > 0))) {
    learn <- if (is.factor(labels)) ssl_lapsvm else ssl_laprls
    kept <- learn(p$x[-c(10, 30), ], labels[-c(10, 30)], bandwidth = p$h)
    all <- suppressWarnings(learn(holes, labels, bandwidth = p$h, na_action = "omit"))
    expect_identical(all$parameters$lambda_manifold, 100 * 1e-5 * 38^2)
    expect_equal(scores_of(all)[-c(10, 30)], scores_of(kept), tolerance = 1e-12)
  }
})

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
