test_that("a walk from an unlabelled point meets its fitted value in the mean", {
  skip_on_cran()
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
  skip_on_cran()
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
    without <- vapply(1:10, function(i) oracle_regularized(r, replace(p$y, i, NA), 0.05)[[i]], 0)
    expect_equal(fit$loo[, 1], without, tolerance = 1e-7)
  }
})

test_that("leave-one-out is that of a fit without the label, for high powers and long times", {
  skip_on_cran()
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

test_that("the only label of a component is predicted by the mean of the others", {
  circle <- plain_circle(20)
  y <- replace(rep(NA_real_, 40), c(2, 9, 30), c(1, 3, 7))
  fit <- ssl_iterated(rbind(circle, circle + 1000), y, mu = 1e-3, bandwidth = 0.5)
  expect_equal(fit$loo[[3]], 2, tolerance = 1e-12)
})
