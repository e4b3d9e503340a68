test_that("the fit is the minimiser, for every power and density exponent", {
  p <- square_numbers()
  for (m in 1:3) for (alpha in c(0, 0.5, 1)) {
    r <- oracle_regularizer(oracle_learning(p$x, p$h, alpha), m = m)
    for (mu in c(1e-3, 1)) {
      fit <- ssl_iterated(p$x, p$y, m = m, mu = mu, bandwidth = p$h, alpha = alpha)
      expect_equal(scores_of(fit), oracle_smoother(r, p$y, mu), tolerance = 1e-8)
    }
  }
})

test_that("diffusion is the minimiser with the exponential", {
  p <- square_numbers()
  for (t in c(0.1, 1, 4)) {
    r <- oracle_regularizer(oracle_learning(p$x, p$h, 0.5), t = t)
    fit <- ssl_diffusion(p$x, p$y, t = t, mu = 0.01, bandwidth = p$h)
    expect_equal(scores_of(fit), oracle_smoother(r, p$y, 0.01), tolerance = 1e-8)
  }
})

# More points than the spectrum holds: conjugate gradients have to do the rest.
test_that("a part of the spectrum gives the same solution, dense or sparse", {
  x <- plain_hourglass(400)
  y <- replace(x[, 3], -seq(1, 400, by = 9), NA)
  r <- oracle_regularizer(oracle_learning(x, 0.5, 0.5), m = 2)
  dense <- ssl_iterated(x, y, mu = 1e-2, bandwidth = 0.5)
  expect_equal(scores_of(dense), oracle_smoother(r, y, 1e-2), tolerance = 1e-8)
  expect_lt(dense$solver$residual, 1e-11)
  sparse <- ssl_iterated(x, y, mu = 1e-2, bandwidth = 0.5, graph = "radius", cutoff = 20)
  expect_equal(scores_of(sparse), scores_of(dense), tolerance = 1e-8)
})

# The extension's function averages to the fit at every unlabelled point.
test_that("a walk from an unlabelled point meets its fitted value in the mean", {
  p <- square_numbers()
  walk <- oracle_learning(p$x, p$h, 0.5)$walk
  free <- is.na(p$y)
  fits <- c(
    lapply(1:3, function(m) ssl_iterated(p$x, p$y, m = m, mu = 0.1, bandwidth = p$h)),
    lapply(c(0.5, 3), function(t) ssl_diffusion(p$x, p$y, t = t, mu = 0.1, bandwidth = p$h)),
    list(ssl_harmonic(p$x, p$y, bandwidth = p$h))
  )
  for (fit in fits) {
    expect_equal(drop(walk %*% fit$averaged)[free], scores_of(fit)[free], tolerance = 1e-8)
  }
})

test_that("mu to 0 interpolates, mu to infinity gives the mean on each component", {
  circle <- plain_circle(30)
  x <- rbind(circle, circle + 1000)
  y <- replace(normal_points(60, 1)[, 1], -c(3, 11, 20, 34, 40, 41, 55), NA)
  seen <- !is.na(y)
  for (learn in list(ssl_iterated, ssl_diffusion)) {
    expect_equal(scores_of(learn(x, y, mu = 1e-9, bandwidth = 0.5))[seen], y[seen],
                 tolerance = 1e-4)
  }
  flat <- scores_of(ssl_iterated(x, y, mu = 1e8, bandwidth = 0.5))
  means <- rep(c(mean(y[1:30], na.rm = TRUE), mean(y[31:60], na.rm = TRUE)), each = 30)
  expect_equal(flat, means, tolerance = 1e-5)
})

test_that("leave-one-out is what is predicted without the label", {
  p <- square_numbers()
  learning <- oracle_learning(p$x, p$h, 0.5)
  for (m in 1:2) {
    fit <- ssl_iterated(p$x, p$y, m = m, mu = 0.05, bandwidth = p$h)
    r <- oracle_regularizer(learning, m = m)
    without <- vapply(1:10, function(i) oracle_smoother(r, replace(p$y, i, NA), 0.05)[[i]], 0)
    expect_equal(fit$loo[, 1], without, tolerance = 1e-7)
  }
})

test_that("m and mu are chosen by leave-one-out", {
  p <- square_numbers()
  fit <- ssl_iterated(p$x, p$y, m = 1:3, bandwidth = p$h)
  path <- tidy(fit, "path")
  expect_identical(nrow(path), 36L)
  best <- path[which.min(path$squared_error), ]
  expect_identical(c(fit$parameters$m, fit$parameters$mu), c(best$m, best$mu) + 0)
  expect_equal(best$squared_error, fit$error)
  expect_identical(tidy(fit)$chosen[3:4], rep("leave-one-out", 2))
  expect_null(ssl_iterated(p$x, p$y, mu = 1, bandwidth = p$h)$path)
})

test_that("a roll's parameter is learnt from a tenth of it", {
  x <- sample_swiss_roll(400, seed = 1)
  angle <- attr(x, "parameters")[, "arc_length"]
  y <- replace(angle, -seq(1, 400, by = 10), NA)
  base <- stats::sd(angle)
  for (learn in list(ssl_iterated, ssl_diffusion, ssl_harmonic, ssl_eigenmaps)) {
    fit <- suppressWarnings(learn(as.matrix(x), y, bandwidth = 2.5, seed = 1))
    expect_lt(confusion(fit, angle), base / 4)
  }
})

test_that("arguments are checked", {
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

test_that("a Cholesky factor, where it is cheap, changes the steps and not the answer", {
  x <- sample_swiss_roll(1500, seed = 3)
  truth <- attr(x, "parameters")[, 1]
  y <- replace(truth, -seq(1, 1500, 30), NA)
  settings <- ssl_settings(0.5, 2, "knn", 8, NULL, "error", NULL, NULL, FALSE)
  part <- learning_part(ssl_graph(ssl_arguments(x, y, settings)))
  setting <- smoother_setting(part, learning_spectrum(part, 30))
  for (smoother in list(list(power = 1L, time = 0), list(power = 2L, time = 0),
                        list(power = 1L, time = 1))) {
    expect_type(smoother_factor(setting, smoother, 1e-3), "closure")
    quick <- solve_smoother(setting, smoother, 1e-3)
    slow <- solve_smoother(setting, smoother, 1e-3, factor = NULL)
    expect_lt(quick$iterations, slow$iterations)
    expect_equal(quick$values, slow$values, tolerance = 1e-6)
  }
  body <- matrix(cpp_uniform(1500 * 6, 1, 0), ncol = 6)
  part <- learning_part(ssl_graph(ssl_arguments(body, y, settings)))
  setting <- smoother_setting(part, learning_spectrum(part, 30))
  expect_null(smoother_factor(setting, list(power = 2L, time = 0), 1e-3))
})

test_that("the smallest and the largest penalties have their limits", {
  x <- normal_points(120, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:20), NA)
  small <- scores_of(ssl_iterated(x, y, m = 3, mu = 1e-8, bandwidth = 0.6))
  expect_equal(small[1:20], y[1:20], tolerance = 1e-7)
  tiny <- scores_of(ssl_iterated(x, y, m = 3, mu = 1e-15, bandwidth = 0.6))
  expect_equal(tiny, small, tolerance = 1e-5)
  for (mu in c(1e12, 1e16, 1e300)) {
    expect_equal(scores_of(ssl_iterated(x, y, m = 1, mu = mu, bandwidth = 0.6)),
                 rep(mean(y[1:20]), 120), tolerance = 1e-8)
    fit <- ssl_diffusion(x, y, t = 20, mu = mu, bandwidth = 0.6, graph = "knn", k = 8)
    expect_equal(scores_of(fit), rep(mean(y[1:20]), 120), tolerance = 1e-8)
  }
})

test_that("iteration on a part of the spectrum is as good at the ends", {
  x <- normal_points(400, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:40), NA)
  for (type in c("dense", "knn")) {
    settings <- ssl_settings(0.5, 0.5, type, if (type == "knn") 8, NULL, "error", NULL, NULL, FALSE)
    part <- learning_part(ssl_graph(ssl_arguments(x, y, settings)))
    all <- smoother_setting(part, learning_spectrum(part, 400))
    some <- smoother_setting(part, learning_spectrum(part, 100))
    for (m in c(1L, 3L)) for (mu in c(1e-12, 1e-4, 1, 1e12)) {
      smoother <- list(power = m, time = 0)
      expect_equal(solve_smoother(some, smoother, mu)$values,
                   smooth_by_spectrum(all, smoother, mu)$values, tolerance = 1e-7)
    }
  }
})

test_that("leave-one-out is that of a fit without the label, for high powers and long times", {
  x <- normal_points(80, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:12), NA)
  fits <- c(
    lapply(c(5, 8, 10), function(m) {
      function(y, mu) ssl_iterated(x, y, m = m, mu = mu, bandwidth = 0.6)
    }),
    lapply(c(10, 20), function(t) {
      function(y, mu) ssl_diffusion(x, y, t = t, mu = mu, bandwidth = 0.6)
    })
  )
  for (learn in fits) for (mu in c(1e-8, 1)) {
    without <- vapply(1:12, function(i) scores_of(learn(replace(y, i, NA), mu))[[i]], 0)
    expect_equal(learn(y, mu)$loo[, 1], without, tolerance = 1e-8)
  }
})

test_that("both ways of leave-one-out agree", {
  setting <- list(columns = normal_points(12, 5), variance = 10^(4:0), error = 1 + 1:12 / 12)
  codes <- normal_points(12, 2, 9)
  by <- list(loo_by_labels, loo_by_columns)
  found <- lapply(by, function(f) do.call(f, c(unname(setting), list(codes))))
  expect_equal(found[[1]], found[[2]], tolerance = 1e-10)
})

test_that("the only label of a component is predicted by the mean of the others", {
  circle <- plain_circle(20)
  y <- replace(rep(NA_real_, 40), c(2, 9, 30), c(1, 3, 7))
  fit <- ssl_iterated(rbind(circle, circle + 1000), y, mu = 1e-3, bandwidth = 0.5)
  expect_equal(fit$loo[[3]], 2, tolerance = 1e-12)
})

test_that("values that leave the labels far behind are reported", {
  x <- as.matrix(sample_moons(100, noise = 0.1, seed = 1))
  y <- replace(x[, 1] + 2 * x[, 2], -seq(1, 100, 5), NA)
  expect_warning(ssl_iterated(x, y, m = 3, mu = 1, bandwidth = 0.05),
                 class = "lapscale_warning_range")
  expect_silent(ssl_iterated(x, y, m = 1, mu = 1, bandwidth = 0.05))
})

test_that("the entries of a product are known before it is multiplied out", {
  a <- as_general(Matrix::forceSymmetric(Matrix::rsparsematrix(60, 60, 0.1)))
  expect_gte(product_entries(a, a), length(as_general(a %*% a)@x))
  path <- as_general(Matrix::bandSparse(60, k = c(-1, 1), diagonals = list(rep(1, 60), rep(1, 60))))
  expect_identical(product_entries(path, path), 58 * 4 + 2)
})

test_that("what memory is free does not change the way", {
  x <- sample_swiss_roll(1500, seed = 3)
  y <- replace(attr(x, "parameters")[, 1], -seq(1, 1500, 30), NA)
  settings <- ssl_settings(0.5, 2, "knn", 8, NULL, "error", NULL, NULL, FALSE)
  part <- learning_part(ssl_graph(ssl_arguments(x, y, settings)))
  setting <- smoother_setting(part, learning_spectrum(part, 30))
  plan <- cholesky_plan(setting$spectrum$walk, 30)
  withr::local_options(lapscale.memory = 1e-6)
  expect_type(smoother_factor(setting, list(power = 2L, time = 0), 1e-3), "closure")
  expect_identical(cholesky_plan(setting$spectrum$walk, 30), plan)
})
