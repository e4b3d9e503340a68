signs_of <- function(p) {
  y <- rep(NA_real_, 40)
  x <- p$x[1:20, ]
  y[1:20] <- ifelse(x[, 1] + 0.6 * sin(5 * x[, 2]) + 0.15 * normal_points(20, 1)[, 1] > 0.9, 1, -1)
  y
}

test_that("LapRLS is its closed form, at the points and at new ones", {
  p <- square_numbers()
  z <- withr::with_seed(2, matrix(runif(30), 15))
  for (alpha in c(0, 0.5, 1)) {
    fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 20, bandwidth = p$h,
                      alpha = alpha)
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
  fit <- ssl_laprls(p$x, p$y, lambda_ambient = 0.01, lambda_manifold = 20, bandwidth = p$h)
  without <- vapply(1:10, function(i) {
    # The penalties count the labels: 10 of them, one of which is not looked at.
    c <- oracle_laprls(p$x, replace(p$y, i, NA), p$h, 0.5, 0.1 / 9, 200 / 9)
    (oracle_weights(p$x, p$h) %*% c)[[i]]
  }, 0)
  expect_equal(fit$loo[, 1], without, tolerance = 1e-8)
})

test_that("lambda_manifold = NULL is chosen by leave-one-out", {
  p <- two_arcs()
  fit <- ssl_laprls(p$x, p$y, lambda_manifold = NULL, bandwidth = 0.3)
  path <- tidy(fit, "path")
  expect_identical(path$lambda_manifold, c(1, 10, 100, 1000) * 1e-5 * 60^2)
  expect_identical(fit$parameters$lambda_manifold,
                   path$lambda_manifold[[which.min(path$squared_error)]])
  expect_identical(fitted(ssl_lapsvm(p$x, p$y, lambda_manifold = NULL, bandwidth = 0.3)), p$truth)
})

# The conditions of Karush, Kuhn and Tucker for (1/n) sum hinge + f' G^-1 f / 2 are those of the
# dual: 0 <= alpha <= 1/n, sum alpha y = 0, f = G (alpha y) + b.
test_that("LapSVM satisfies the optimality conditions of its dual", {
  p <- square_numbers()
  y <- signs_of(p)
  fit <- suppressMessages(ssl_lapsvm(p$x, y, lambda_ambient = 0.01, lambda_manifold = 20,
                                     bandwidth = p$h, solver = "dual"))
  learning <- oracle_learning(p$x, p$h, 0.5)
  l <- (diag(learning$degree) - learning$weights) / mean(learning$degree)
  k <- oracle_weights(p$x, p$h)
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
                                     bandwidth = p$h, solver = "primal"))
  f <- scores_of(fit)[1:20]
  loss <- function(b) sum(pmax(0, 1 - y[1:20] * (f - fit$machine$intercept + b)))
  grid <- fit$machine$intercept + seq(-1, 1, by = 0.01)
  expect_lte(loss(fit$machine$intercept), min(vapply(grid, loss, 0)) + 1e-12)
  dual <- suppressMessages(ssl_lapsvm(p$x, y, lambda_ambient = 0.01, lambda_manifold = 20,
                                      bandwidth = p$h, solver = "dual"))
  expect_gt(mean(fitted(fit) == fitted(dual)), 0.9)
})

test_that("the squared hinge is minimised", {
  gram <- oracle_kernel(normal_points(30, 2), normal_points(30, 2), 1)
  y <- ifelse(normal_points(30, 1, 5)[, 1] > 0.3, 1, -1)
  found <- cpp_svm_primal(gram, y, 1e-12, 100)
  objective <- function(v) {
    f <- gram %*% v[1:30] + v[[31]]
    sum(pmax(0, 1 - y * f)^2) + sum(v[1:30] * (f - v[[31]]))
  }
  at <- c(found$weights, found$intercept)
  expect_lt(found$gap, 1e-10)
  for (i in 1:31) for (step in c(-1e-3, 1e-3)) {
    expect_gte(objective(at + step * (seq_along(at) == i)), objective(at) - 1e-12)
  }
})

test_that("hinge_intercept() finds the least loss", {
  for (seed in 1:20) {
    f <- normal_points(9, 1, seed)[, 1]
    y <- c(1, -1, ifelse(normal_points(7, 1, seed + 50)[, 1] > 0, 1, -1))
    loss <- function(b) sum(pmax(0, 1 - y * (f + b)))
    b <- hinge_intercept(f, y)
    expect_lte(loss(b), min(vapply(seq(-5, 5, by = 0.01), loss, 0)) + 1e-12)
  }
})

test_that("extreme penalties have finite limits, with a message", {
  p <- two_arcs()
  pairs <- list(c(0, 1), c(1, 0), c(0, 0), c(1e-300, 1e-300), c(1e300, 1), c(1, 1e300))
  for (learn in list(ssl_laprls, ssl_lapsvm)) for (pair in pairs) {
    fit <- suppressMessages(suppressWarnings(
      learn(p$x, p$y, lambda_ambient = pair[[1]], lambda_manifold = pair[[2]], bandwidth = 0.3)
    ))
    expect_true(all(is.finite(scores_of(fit))), info = paste(pair, collapse = ", "))
  }
  expect_condition_of(
    ssl_laprls(p$x, p$y, lambda_ambient = 0, lambda_manifold = 1, bandwidth = 0.3), "message_ridge"
  )
  # Without any penalty: interpolation.
  fit <- suppressMessages(
    ssl_laprls(p$x, p$x[, 1], lambda_ambient = 1e-300, lambda_manifold = 0, bandwidth = 0.3)
  )
  expect_equal(scores_of(fit), p$x[, 1], tolerance = 1e-4)
})

test_that("beyond the dense limit functions live on some of the points", {
  p <- two_arcs()
  problem <- ssl_graph(ssl_arguments(
    p$x, p$y, ssl_settings(0.5, 0.3, NULL, NULL, NULL, "error", NULL, NULL, FALSE)
  ))
  setting <- kernel_setting(problem, NULL)
  lambda <- list(ambient = 1e-3, manifold = 10)
  whole <- deform_kernel(setting, lambda)
  # All points as centres: the same functions but for the ridge.
  spanned <- deform_on_centres(setting, c(1e-3 * 6, 10 * 6 / 3600) / max(1e-3 * 6, 10 * 6 / 3600))
  expect_equal(spanned$gram, whole$gram, tolerance = 1e-5)
  some <- list(centres = sort(c(p$seen, 10:25, 40:55)), radius = 0)
  some <- kernel_setting(problem, NULL, some)
  found <- choose_penalty(some, list(ambient = 1e-5, manifold = 3.6), problem$labels$codes)
  fit <- least_squares_machine(found$deformed, problem$labels$codes)
  learnt <- machine_result(some, found, fit$weights, 0, fit$loo, character())
  learnt <- finish_ssl("laprls", problem, learnt, 0)
  expect_gt(mean(fitted(learnt) == p$truth), 0.95)
  expect_equal(scores_of(learnt, p$x), scores_of(learnt), tolerance = 1e-10)
})

test_that("kernel_centres() are all points, or the labelled ones and 400 that cover the others", {
  problem <- function(x) {
    list(checked = list(x = x), labels = list(rows = c(3L, 2999L)), runtime = new_runtime(1, FALSE))
  }
  expect_identical(kernel_centres(problem(matrix(0, 3000))), list(centres = 1:3000, radius = 0))
  x <- normal_points(5000, 2)
  cover <- kernel_centres(problem(x))
  expect_true(all(c(3L, 2999L) %in% cover$centres) && !anyDuplicated(cover$centres))
  expect_length(cover$centres, 402L)
  nearest <- apply(x, 1, function(p) sqrt(min(colSums((t(x[cover$centres, ]) - p)^2))))
  expect_equal(cover$radius, max(nearest), tolerance = 1e-12)
  # Fewer places than centres.
  few <- kernel_centres(problem(x[rep(1:50, 100), ]))
  expect_identical(few$radius, 0)
  expect_length(few$centres, 50L)
})

test_that("beyond the dense limit the kernel leaves no holes between its centres", {
  n <- 3600L
  moons <- sample_moons(n, noise = 0.12, seed = 1)
  moon <- factor(attr(moons, "parameters")[, "moon"])
  y <- replace(moon, -round(seq(1, n, length.out = 12)), NA)
  for (learn in list(ssl_laprls, ssl_lapsvm)) {
    fit <- learn(moons, y, bandwidth = 0.05)
    expect_gt(fit$parameters$kernel_bandwidth, 0.1)
    expect_lt(mean(fitted(fit) != moon), 0.02)
    expect_identical(
      learn(moons, y, bandwidth = 0.05, kernel_bandwidth = 0.07)$parameters$kernel_bandwidth, 0.07
    )
  }
})

test_that("penalties, kernels and labels are checked", {
  p <- two_arcs()
  for (learn in list(ssl_laprls, ssl_lapsvm)) {
    for (bad in list(-1, NA_real_, Inf, "1", c(1, 2))) {
      expect_fault(learn(p$x, p$y, lambda_ambient = bad, lambda_manifold = 1, bandwidth = 0.3),
                   "lambda_ambient")
      expect_fault(learn(p$x, p$y, lambda_manifold = bad, bandwidth = 0.3), "lambda_manifold")
    }
    expect_fault(learn(p$x, p$y, kernel_bandwidth = 0, bandwidth = 0.3), "kernel_bandwidth")
  }
  expect_fault(ssl_lapsvm(p$x, p$x[, 1], bandwidth = 0.3), "y", text = "classes")
  expect_fault(ssl_lapsvm(p$x, p$y, bandwidth = 0.3, solver = "none"), "solver")
})

test_that("without an ambient penalty the fit is near its limit, smooth on the graph alone", {
  x <- normal_points(150, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:20), NA)
  learning <- oracle_learning(x, 0.6, 0.5)
  l <- (diag(learning$degree) - learning$weights) / mean(learning$degree)
  limit <- drop(solve(diag(rep(1:0, c(20, 130))) + 20 / 150^2 * l, ifelse(is.na(y), 0, y)))
  for (ambient in c(0, 1e-300, 1e-16)) {
    expect_message(
      fit <- ssl_laprls(x, y, lambda_ambient = ambient, lambda_manifold = 1, bandwidth = 0.6),
      class = "lapscale_message_ridge"
    )
    expect_lt(max(abs(scores_of(fit) - limit)), 0.1 * diff(range(limit)))
  }
})

test_that("the default of lambda_manifold counts the rows that are kept", {
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
