test_that("a part of the spectrum gives the same solution, dense or sparse", {
  local_dense_graph()
  skip_on_cran()
  x <- plain_hourglass(400)
  y <- replace(x[, 3], -seq(1, 400, by = 9), NA)
  r <- oracle_regularizer(oracle_learning(x, 0.5, 0.5), m = 2)
  dense <- ssl_iterated(x, y, mu = 1e-2, bandwidth = 0.5)
  expect_equal(scores_of(dense), oracle_regularized(r, y, 1e-2), tolerance = 1e-8)
  expect_lt(dense$solver$residual, 1e-11)
  sparse <- ssl_iterated(x, y, mu = 1e-2, bandwidth = 0.5, graph = "radius", cutoff = 20)
  expect_equal(scores_of(sparse), scores_of(dense), tolerance = 1e-8)
})

test_that("iteration on a part of the spectrum is as good at the ends", {
  skip_on_cran()
  x <- normal_points(200, 2)
  y <- replace(2 * sin(x[, 1]) + x[, 2], -(1:40), NA)
  for (type in c("dense", "knn")) {
    k <- if (type == "knn") 8
    part <- learning_part(learning_problem(x, y, bandwidth = 0.5, graph = type, k = k))
    all <- regularization_model(part, learning_spectrum(part, 200))
    some <- regularization_model(part, learning_spectrum(part, 100))
    for (m in c(1L, 3L)) for (mu in c(1e-12, 1e-4, 1, 1e12)) {
      regularizer <- list(power = m, time = 0)
      expect_equal(solve_regularized(some, regularizer, mu)$values,
                   regularize_by_spectrum(all, regularizer, mu)$values, tolerance = 1e-7)
    }
  }
})

test_that("both ways of leave-one-out agree", {
  given <- list(columns = normal_points(12, 5), column_variance = 10^(4:0),
                error_variance = 1 + 1:12 / 12)
  targets <- normal_points(12, 2, 9)
  factor <- precision_factor(given)
  by_labels <- targets - factor %*% crossprod(factor, targets) / rowSums(factor^2)
  expect_equal(loo_by_columns(given, targets), by_labels, tolerance = 1e-10)
})

test_that("labels are hidden from what all of them determine, or all is found anew", {
  given <- list(columns = normal_points(30, 5), column_variance = 10^(4:0),
                error_variance = 1 + 1:30 / 30)
  targets <- normal_points(30, 2, 9)
  kept <- !seq_len(30) %in% c(3, 8, 21)
  cache <- list(shared = new.env())
  expected <- loo_by_columns(subset_of_kriging(given, kept), targets[kept, ])
  for (once in 1:2) {
    hidden <- loo_by_columns(given, targets[kept, ], is_known = kept, cache = cache)
    expect_equal(hidden, expected, tolerance = 1e-9)
  }
  expect_named(as.list(cache$shared$results), "columns")
  # One column is of the hidden labels alone.
  given$columns[kept, 5] <- 0
  given$column_variance[[5]] <- 1e12
  expect_null(columns_without(orthonormal_columns(given), !kept))
  anew <- list(shared = new.env())
  expect_equal(loo_by_columns(given, targets[kept, ], is_known = kept, cache = anew),
               loo_by_columns(subset_of_kriging(given, kept), targets[kept, ]))
  precision <- crossprod(normal_points(9, 6)) + diag(6)
  out <- c(FALSE, TRUE, FALSE, FALSE, TRUE, FALSE)
  expect_equal(precision_without(precision, out), solve(solve(precision)[!out, !out]))
  twins <- solve(matrix(c(1, 1 - 1e-9, 1 - 1e-9, 1), 2))
  expect_null(precision_without(twins, c(FALSE, TRUE)))
})
