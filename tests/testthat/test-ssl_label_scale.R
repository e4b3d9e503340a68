test_that("regressions follow their labels through any unit and origin", {
  skip_on_cran()
  p <- square_numbers()
  learners <- list(
    function(...) ssl_eigenmaps(..., seed = 1), ssl_auto, function(...) ssl_iterated(..., m = 1:2),
    ssl_diffusion, ssl_harmonic, function(...) ssl_harmonic(..., graph = "knn", k = 8)
  )
  for (learn in learners) {
    plain <- learn(p$x, p$y, bandwidth = p$h)
    for (unit in c(1e-170, 1e-100, 1e100, 1e160)) {
      fit <- learn(p$x, p$y * unit, bandwidth = p$h)
      expect_equal(scores_of(fit) / unit, scores_of(plain), tolerance = 1e-10)
      expect_equal(fit$held_out / unit, plain$held_out, tolerance = 1e-9)
      expect_identical(fit$parameters, plain$parameters)
      expect_output(print(fit), "error")
    }
    far <- learn(p$x, p$y + 2^30, bandwidth = p$h)
    expect_equal(scores_of(far) - 2^30, scores_of(plain), tolerance = 1e-5)
    z <- matrix(c(0.21, 0.5, 0.33, 0.62), 2)
    expect_equal(scores_of(far, z) - 2^30, scores_of(plain, z), tolerance = 1e-5)
    double <- learn(p$x, p$y * 3, bandwidth = p$h)
    if (!is.null(plain$path)) {
      expect_equal(double$path$squared_error, 9 * plain$path$squared_error, tolerance = 1e-10)
    }
    expect_equal(double$bound[["bias"]], if (!is.null(plain$bound)) 9 * plain$bound[["bias"]],
                 tolerance = 1e-10)
  }
})

test_that("kernel machines follow the unit of their labels", {
  skip_on_cran()
  p <- square_numbers()
  z <- matrix(c(0.21, 0.5, 0.33, 0.62), 2)
  learn <- function(y) ssl_laprls(p$x, y, lambda_manifold = NULL, bandwidth = p$h)
  plain <- learn(p$y)
  for (unit in c(1e-170, 3, 1e160)) {
    fit <- learn(p$y * unit)
    expect_equal(scores_of(fit) / unit, scores_of(plain), tolerance = 1e-9)
    expect_equal(scores_of(fit, z) / unit, scores_of(plain, z), tolerance = 1e-9)
    expect_equal(fit$loo / unit, plain$loo, tolerance = 1e-9)
    expect_equal(fit$held_out / unit, plain$held_out, tolerance = 1e-9)
    expect_identical(fit$parameters, plain$parameters)
  }
})

test_that("an error whose squares leave the range is not known, and what needs it says so", {
  skip_on_cran()
  p <- square_numbers()
  plain <- ssl_eigenmaps(p$x, p$y, bandwidth = p$h, seed = 1)
  truth <- p$x[, 1]
  for (unit in c(1e-170, 1e160)) {
    fit <- ssl_eigenmaps(p$x, p$y * unit, bandwidth = p$h, seed = 1)
    expect_identical(c(fit$error, fit$error_se, fit$error_guess), rep(NA_real_, 3))
    expect_true(all(is.na(tidy(fit, what = "path")$squared_error)))
    expect_output(print(fit), "rescale `y`", fixed = TRUE)
    # A root of a mean of squares stays in range.
    expect_equal(test_error(fit, truth * unit) / unit, test_error(plain, truth), tolerance = 1e-9)
    expect_refused(plot(fit, what = "path"), "what")
    expect_refused(bw_cv(p$x, p$y * unit, seed = 1), "y")
    auto <- ssl_auto(p$x, p$y * unit, bandwidth = p$h, seed = 1)
    expect_identical(glance(auto)$error, NA_real_)
  }
  expect_identical(squares_back(c(0, NA, 1, 4), 2^-10), c(0, NA, 1, 4) * 2^-20)
  expect_identical(squares_back(c(0, 1, Inf), 2^600), c(0, NA, Inf))
  expect_identical(squares_back(c(0, 1), 2^-600), c(0, NA))
})

test_that("one number has no error", {
  skip_on_cran()
  p <- square_numbers()
  y <- replace(p$y, -which(!is.na(p$y))[[1]], NA)
  for (learn in list(ssl_eigenmaps, ssl_auto, ssl_iterated, ssl_diffusion, ssl_harmonic,
                     ssl_laprls)) {
    fit <- learn(p$x, y, bandwidth = p$h)
    expect_identical(fit$error, NA_real_)
    expect_false("leave-one-out" %in% tidy(fit)$chosen)
    expect_output(print(fit), "no error of cross-validation: one label", fixed = TRUE)
  }
})

test_that("labels that are all the same are learnt as such", {
  skip_on_cran()
  p <- square_numbers()
  for (value in c(1e-300, 5, -1e300)) {
    y <- ifelse(is.na(p$y), NA, value)
    for (learn in list(ssl_eigenmaps, ssl_auto, ssl_iterated, ssl_diffusion, ssl_harmonic)) {
      expect_equal(scores_of(learn(p$x, y, bandwidth = p$h)), rep(value, 40), tolerance = 1e-12)
    }
  }
})
