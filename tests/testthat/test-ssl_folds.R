# Labels of three classes of very unequal size.
some_labels <- function() {
  x <- normal_points(60, 3)
  y <- rep(NA_character_, 60)
  y[seq(1, 60, by = 2)] <- rep(c("a", "b", "c"), c(20, 7, 3))
  list(x = x, y = y)
}
labels_of <- function(y) encode_labels(y, list(n_given = length(y), rows = seq_along(y)))

test_that("every class is spread over all folds, and their sizes differ by one at most", {
  p <- some_labels()
  labels <- labels_of(factor(p$y))
  for (fold in asplit(draw_folds(labels, p$x, 5, 3, seed = 4), 2)) {
    per_class <- table(labels$class, factor(fold, 1:5))
    expect_lte(max(apply(per_class, 1, function(n) diff(range(n)))), 1)
    expect_lte(diff(range(table(fold))), 1)
  }
})

test_that("folds are of points: not of rows, rotations, units or the order of the classes", {
  p <- some_labels()
  fold_of <- function(x, y) {
    labels <- labels_of(y)
    fold <- rep(NA_integer_, nrow(x))
    fold[labels$rows] <- draw_folds(labels, x, 5, 1, seed = 4)
    fold
  }
  fold <- fold_of(p$x, factor(p$y))
  order <- rev(seq_len(60))
  expect_identical(fold_of(p$x[order, ], factor(p$y[order])), fold[order])
  expect_identical(fold_of(p$x, factor(p$y, c("c", "a", "b"))), fold)
  expect_identical(fold_of(p$x, factor(chartr("abc", "zyx", p$y))), fold)
  turn <- qr.Q(qr(normal_points(3, 3)))
  expect_identical(fold_of(p$x %*% turn + 100, factor(p$y)), fold)
  for (unit in c(1e-150, 1e150)) expect_identical(fold_of(unit * p$x, factor(p$y)), fold)
  expect_false(identical(draw_folds(labels_of(p$y), p$x, 5, 1, 5)[, 1], fold[!is.na(fold)]))
})

test_that("points at one distance from the mean are ordered by their coordinates", {
  x <- rbind(c(1, 0), c(0, 1), c(-1, 0), c(0, -1))
  expect_identical(canonical_order(x, 1:4), c(3L, 4L, 2L, 1L))
  expect_identical(canonical_order(rbind(x, 0), c(5L, 1L)), 1:2)
})

test_that("fits do not depend on the order of rows and classes", {
  skip_on_cran()
  p <- some_labels()
  y <- factor(p$y)
  order <- rev(seq_len(60))
  for (learn in list(ssl_eigenmaps, ssl_lapsvm)) {
    fit <- learn(p$x, y, bandwidth = 1, seed = 1)
    turned <- learn(p$x[order, ], factor(p$y[order], c("c", "a", "b")), bandwidth = 1, seed = 1)
    expect_identical(as.character(fitted(turned)), as.character(fitted(fit))[order])
    expect_equal(turned$error, fit$error)
    expect_equal(predict(turned, type = "prob")[order, levels(y)], predict(fit, type = "prob"),
                 tolerance = 1e-6, ignore_attr = TRUE)
  }
})
