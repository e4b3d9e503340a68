test_that("a Cholesky factor, where it is cheap, changes the steps and not the answer", {
  skip_on_cran()
  x <- sample_swiss_roll(1500, seed = 3)
  truth <- attr(x, "parameters")[, 1]
  y <- replace(truth, -seq(1, 1500, 30), NA)
  part <- learning_part(learning_problem(x, y, bandwidth = 2, graph = "knn", k = 8))
  model <- regularization_model(part, learning_spectrum(part, 30))
  for (regularizer in list(list(power = 1L, time = 0), list(power = 2L, time = 0),
                           list(power = 1L, time = 1))) {
    expect_type(regularization_factor(model, regularizer, 1e-3), "list")
    quick <- solve_regularized(model, regularizer, 1e-3)
    slow <- solve_regularized(model, regularizer, 1e-3, factor = NULL)
    expect_lt(quick$iterations, slow$iterations)
    expect_equal(quick$values, slow$values, tolerance = 1e-6)
  }
  # exp(t M) - I is close to t M where t is small: as good as solved. 6 steps against 112.
  short <- list(power = 1L, time = 0.1)
  slow <- solve_regularized(model, short, 1e-3, factor = NULL)
  expect_lt(solve_regularized(model, short, 1e-3)$iterations, slow$iterations / 10)
  body <- matrix(cpp_uniform(1500 * 6, 1, 0), ncol = 6)
  part <- learning_part(learning_problem(body, y, bandwidth = 2, graph = "knn", k = 8))
  model <- regularization_model(part, learning_spectrum(part, 30))
  expect_null(regularization_factor(model, list(power = 2L, time = 0), 1e-3))
})
