test_that("the fit is the minimizer, for every power and density exponent", {
  local_dense_graph()
  skip_on_cran()
  p <- square_numbers()
  for (m in 1:3) for (alpha in c(0, 0.5, 1)) {
    r <- oracle_regularizer(oracle_learning(p$x, p$h, alpha), m = m)
    mu <- c(1e-3, 1)[[(m + 2 * alpha) %% 2 + 1]]
    fit <- ssl_iterated(p$x, p$y, m = m, mu = mu, bandwidth = p$h, alpha = alpha)
    expect_equal(scores_of(fit), oracle_regularized(r, p$y, mu), tolerance = 1e-8)
  }
})

test_that("diffusion is the minimizer with the exponential", {
  local_dense_graph()
  skip_on_cran()
  p <- square_numbers()
  for (t in c(0.1, 1, 4)) {
    r <- oracle_regularizer(oracle_learning(p$x, p$h, 0.5), t = t)
    fit <- ssl_diffusion(p$x, p$y, t = t, mu = 0.01, bandwidth = p$h)
    expect_equal(scores_of(fit), oracle_regularized(r, p$y, 0.01), tolerance = 1e-8)
  }
})

# More points than the spectrum holds: conjugate gradients have to do the rest.
# The extension's function averages to the fit at every unlabeled point.
test_that("m and mu are chosen by leave-one-out", {
  skip_on_cran()
  p <- square_numbers()
  fit <- ssl_iterated(p$x, p$y, m = 1:3, bandwidth = p$h)
  path <- tidy(fit, "path")
  expect_identical(nrow(path), 36L)
  best <- path[which.min(path$squared_error), ]
  expect_identical(c(fit$parameters$m, fit$parameters$mu), c(best$m, best$mu) + 0)
  seen <- which(!is.na(p$y))
  without <- vapply(seen, function(i) {
    left <- ssl_iterated(p$x, replace(p$y, i, NA), m = best$m, mu = best$mu, bandwidth = p$h)
    scores_of(left)[[i]]
  }, 0)
  expect_equal(best$squared_error, mean((without - p$y[seen])^2), tolerance = 1e-6)
  expect_identical(tidy(fit)$chosen[3:4], rep("leave-one-out", 2))
  expect_null(ssl_iterated(p$x, p$y, mu = 1, bandwidth = p$h)$path)
})

test_that("a roll's parameter is learned from a tenth of it", {
  skip_on_cran()
  x <- sample_swiss_roll(400, seed = 1)
  angle <- attr(x, "parameters")[, "arc_length"]
  y <- replace(angle, -seq(1, 400, by = 10), NA)
  base <- stats::sd(angle)
  for (learn in list(ssl_iterated, ssl_diffusion, ssl_harmonic, ssl_eigenmaps)) {
    fit <- suppressWarnings(learn(as.matrix(x), y, bandwidth = 2.5, seed = 1))
    expect_lt(ssl_error(fit, angle), base / 4)
  }
})

test_that("arguments are checked", {
  skip_on_cran()
  p <- two_arcs()
  for (bad in list(0, 1.5, 11, "2", numeric(), NA)) {
    expect_fault(ssl_iterated(p$x, p$y, m = bad, bandwidth = 0.3), "m")
  }
  for (learn in list(ssl_iterated, ssl_diffusion)) for (bad in list(0, -1, NA, Inf, c(1, 2))) {
    expect_fault(learn(p$x, p$y, mu = bad, bandwidth = 0.3), "mu")
  }
  for (bad in list(0, -1, 21, NA)) {
    expect_fault(ssl_diffusion(p$x, p$y, t = bad, bandwidth = 0.3), "t")
  }
})

test_that("values do not leave the labels far behind where parts hang on by weak links", {
  skip_on_cran()
  x <- as.matrix(sample_moons(100, noise = 0.1, seed = 1))
  y <- replace(x[, 1] + 2 * x[, 2], -seq(1, 100, 5), NA)
  fit <- function(m) {
    suppressWarnings(
      ssl_iterated(x, y, m = m, mu = 1, bandwidth = 0.05), classes = "lapscale_warning_unlabelled"
    )
  }
  # Rounding decided there, and values were more than 100 times as far as the labels.
  expect_lt(max(abs(fitted(fit(3)))), 100 * max(abs(y), na.rm = TRUE))
  expect_silent(fit(1))
  # Long tails: a point of 150 has a value 67 standard deviations of the labels from their mean.
  set.seed(1)
  x <- matrix(stats::rt(300, 3), 150)
  y <- replace(x[, 1] + cos(x[, 2]) + stats::rnorm(150, 0, 0.16), seq(1, 150, by = 2), NA)
  expect_condition_of(ssl_iterated(x, y, scale = TRUE), "warning_range", "times as far")
})

test_that("components of hidden labels only are no singular systems", {
  skip_on_cran()
  x <- as.matrix(sample_moons(100, noise = 0.1, seed = 1))
  for (seed in 1:2) {
    y <- replace(x[, 1] + 2 * x[, 2], -withr::with_seed(seed, sample(100, 12)), NA)
    for (learn in list(ssl_iterated, ssl_auto)) {
      fit <- suppressWarnings(learn(x, y, bandwidth = 0.03))
      expect_gt(fit$n_components, 1)
      expect_true(all(is.finite(fit$held_out)))
      expect_true(is.finite(fit$error))
    }
  }
})

test_that("a part without labels behind a weak link takes what the link brings, whatever the power", {
  skip_on_cran()
  for (case in list(c(2, 1e-9), c(2, 1e-5), c(3, 1e-5), c(3, 3e-6), c(4, 1e-4), c(4, 1e-2))) {
    w <- matrix(0, 5, 5)
    w[1, 2] <- 1
    w[2, 3] <- 3
    w[2, 4] <- case[[2]]
    w[4, 5] <- 1
    for (weights in list(w + t(w), Matrix::Matrix(w + t(w), sparse = TRUE))) {
      graph <- as_heat_graph(weights)
      fit <- suppressMessages(ssl_iterated(graph, c(0.5, NA, 5.5, NA, NA), m = case[[1]], mu = 1e-6))
      expect_equal(fitted(fit)[c(2, 4, 5)], rep(4.25, 3), tolerance = 1e-4)
    }
  }
  # A link that powers do not lose is as it was: the minimizer of the penalized squares.
  path <- diag(0, 12)
  path[cbind(1:11, 2:12)] <- c(rep(1, 6), 0.05, rep(1, 4))
  path <- path + t(path)
  y <- replace(rep(NA, 12), c(1, 4), c(0, 1))
  walk <- path / rowSums(path)
  energy <- rowSums(path) / mean(rowSums(path)) * (diag(12) - walk) %*% (diag(12) - walk)
  expected <- solve(diag(as.numeric(!is.na(y))) + 0.1 * energy, ifelse(is.na(y), 0, y))
  fit <- ssl_iterated(as_heat_graph(path), I(y), m = 2, mu = 0.1, alpha = 0)
  expect_equal(fitted(fit), expected, tolerance = 1e-8)
})
