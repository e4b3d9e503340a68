# Predictions at the rows of `at` from the others, by R's least squares on the first k + 1 columns.
predict_held_out <- function(columns, y, at, k) {
  used <- columns[, seq_len(k + 1L), drop = FALSE]
  drop(used[at, , drop = FALSE] %*% qr.coef(qr(used[-at, , drop = FALSE]), y[-at]))
}

test_that("the errors of every number of columns are those of points that are held out", {
  # So many labels that none is missed.
  columns <- cbind(1, normal_points(24, 4))
  y <- columns %*% c(1, 2, -1, 0.5, 0) + 0.1 * normal_points(24, 1, 9)
  labels <- list(kind = "regression", targets = y, count = rep(1, 24))
  fold <- cbind(rep(1:3, 8), rep(1:3, each = 8))
  path <- eigenmaps_path(columns, labels, 1:4, fold)
  one_by_one <- mean_losses(eigenmaps_loo_losses(columns, labels, 1:4))
  for (k in 1:4) {
    # Predictions at a point x have the variance 1 + x' (X' X)^-1 x, and x x' has the mean I.
    normal <- crossprod(columns[, seq_len(k + 1L)])
    by <- (1 + sum(diag(solve(normal)))) / (1 + (k + 1) / 24)
    squared <- apply(fold, 2L, function(f) {
      found <- numeric(24)
      for (at in split(1:24, f)) found[at] <- predict_held_out(columns, y, at, k)
      (found - y)^2
    })
    expect_equal(path$squared_error[[k]], by * mean(squared))
    expect_equal(path$se[[k]], by * stats::sd(rowMeans(squared)) / sqrt(24))
    squared <- (vapply(1:24, function(i) predict_held_out(columns, y, i, k), 0) - y)^2
    expect_equal(one_by_one$squared_error[[k]], by * mean(squared))
    expect_equal(one_by_one$se[[k]], by * stats::sd(squared) / sqrt(24))
  }
  expect_identical(path$n_eigen, 1:4)
  expect_identical(path$error, path$squared_error)
})

test_that("of classes a score beyond a target costs nothing, and none costs more than a wrong one", {
  columns <- cbind(1, normal_points(12, 3))
  class <- rep(1:2, each = 6)
  labels <- list(
    kind = "classes", targets = matrix(2 * class - 3), class = class, count = rep(1, 12)
  )
  columns[1, ] <- c(1, 40, 30, 20)
  losses <- eigenmaps_loo_losses(columns, labels, 1:3)
  held <- vapply(1:12, function(i) predict_held_out(columns, labels$targets[, 1], i, 3), 0)
  expect_gt(max(abs(held)), 2)
  expect_equal(losses[, 3], (pmin(pmax(held, -1), 1) - labels$targets[, 1])^2)
})
