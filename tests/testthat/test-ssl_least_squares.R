test_that("a column that the labels cannot tell from others is left out", {
  columns <- cbind(1, c(1, 1, 1, 5), c(0, 1, 2, 3))
  basis <- cpp_orthonormal_on(1:3, columns)
  expect_identical(basis[, 2], rep(0, 4))
  expect_equal(crossprod(basis[1:3, -2]), diag(2))
})

# Predictions at the rows of `at` from the others, by R's least squares on the first k + 1 columns.
held_out <- function(columns, y, at, k) {
  used <- columns[, seq_len(k + 1L), drop = FALSE]
  drop(used[at, , drop = FALSE] %*% qr.coef(qr(used[-at, , drop = FALSE]), y[-at]))
}

test_that("the errors of every number of columns are those of points that are held out", {
  columns <- cbind(1, normal_points(12, 4))
  y <- columns %*% c(1, 2, -1, 0.5, 0) + 0.1 * normal_points(12, 1, 9)
  labels <- list(kind = "regression", targets = y)
  fold <- cbind(rep(1:3, 4), rep(1:3, each = 4))
  path <- eigenmaps_path(columns, labels, 1:4, fold)
  one_by_one <- mean_losses(eigenmaps_loo_losses(columns, y, 1:4))
  for (k in 1:4) {
    squared <- apply(fold, 2L, function(f) {
      found <- numeric(12)
      for (at in split(1:12, f)) found[at] <- held_out(columns, y, at, k)
      (found - y)^2
    })
    expect_equal(path$squared_error[[k]], mean(squared))
    expect_equal(path$se[[k]], stats::sd(rowMeans(squared)) / sqrt(12))
    squared <- (vapply(1:12, function(i) held_out(columns, y, i, k), 0) - y)^2
    expect_equal(one_by_one$squared_error[[k]], mean(squared))
    expect_equal(one_by_one$se[[k]], stats::sd(squared) / sqrt(12))
  }
  expect_identical(path$n_eigen, 1:4)
  expect_identical(path$error, path$squared_error)
})

test_that("predictions for every number of columns are sums over the columns", {
  basis <- normal_points(7, 4)
  y <- normal_points(5, 3, 2)
  rows <- c(1, 2, 4, 5, 7)
  share <- crossprod(basis[rows, ], y)
  all <- nested_predictions(basis, rows, y)
  for (k in 1:4) {
    wanted <- 0
    for (j in seq_len(k)) wanted <- wanted + basis[, j] %o% share[j, ]
    expect_identical(all[, , k], wanted)
  }
  expect_identical(nested_predictions(basis, rows, y, c(6, 3)), all[c(6, 3), , ])
})
