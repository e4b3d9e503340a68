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

test_that("folds of an error know shares of classes only if labels were drawn class by class", {
  p <- some_labels()
  labels <- labels_of(p$y)
  drawn <- labels_of_folds(labels, 5L)
  # The class of three could be lost, and the others count as one.
  expect_identical(drawn$class, ifelse(labels$class == 3L, 3L, 0L))
  fold <- draw_folds(drawn, p$x, 5L, 1L, 1)[, 1]
  expect_identical(lengths(split(fold, fold)), stats::setNames(rep(6L, 5), 1:5))
  expect_length(unique(fold[labels$class == 3L]), 3L)
  # The names of the larger classes make no difference.
  other <- labels
  other$class[labels$class < 3L] <- rev(labels$class[labels$class < 3L])
  expect_identical(draw_folds(labels_of_folds(other, 5L), p$x, 5L, 1L, 1)[, 1], fold)
  numbers <- list(kind = "regression", rows = 1:4, targets = matrix(1:4))
  expect_identical(labels_of_folds(numbers, 4L), numbers)
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
