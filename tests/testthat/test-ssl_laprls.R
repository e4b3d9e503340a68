test_that("LapRLS is its closed form, at the points and at new ones", {
  local_dense_graph()
  skip_on_cran()
  p <- square_numbers()
  z <- withr::with_seed(2, matrix(runif(30), 15))
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 20, bandwidth = p$h,
                      alpha = alpha, kernel_bandwidth = p$h)
    c <- oracle_laprls(p$x, p$y, p$h, alpha, 0.01, 20)
    expect_equal(scores_of(fit), drop(oracle_weights(p$x, p$h, self_loops = TRUE) %*% c), tolerance = 1e-9)
    expect_equal(scores_of(fit, z), drop(oracle_kernel(z, p$x, p$h) %*% c), tolerance = 1e-9)
  }
})

test_that("the kernel may have a bandwidth of its own", {
  p <- square_numbers()
  fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 0, bandwidth = p$h,
                    kernel_bandwidth = 0.2)
  k <- oracle_weights(p$x, 0.2, self_loops = TRUE)
  a <- solve(k[1:10, 1:10] + 0.1 * diag(10), p$y[1:10])
  expect_equal(scores_of(fit), drop(k[, 1:10] %*% a), tolerance = 1e-9)
})

test_that("leave-one-out takes the label away", {
  p <- square_numbers()
  problem <- learning_problem(p$x, p$y, bandwidth = p$h)
  settings <- list(kernel_bandwidth = p$h, penalties = list(ambient = 0.01, manifold = 20))
  candidate <- least_squares_candidate(machine_candidates(problem, settings), problem$labels, 1:10)
  without <- vapply(1:10, function(i) {
    # The penalties count the labels: 10 of them, one of which is not looked at.
    c <- oracle_laprls(p$x, replace(p$y, i, NA), p$h, 0.5, 0.1 / 9, 200 / 9)
    (oracle_weights(p$x, p$h, self_loops = TRUE) %*% c)[[i]]
  }, 0)
  expect_equal(candidate$loo[, 1], without, tolerance = 1e-8)
})

test_that("lambda_manifold = NULL is chosen by leave-one-out", {
  skip_on_cran()
  p <- two_arcs()
  fit <- ssl_laprls(p$x, p$y, lambda_manifold = NULL, bandwidth = 0.3, kernel_bandwidth = 0.3)
  path <- tidy(fit, "path")
  expect_identical(sort(path$lambda_manifold), c(1, 10, 100, 1000) * 1e-5 * 60^2)
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
