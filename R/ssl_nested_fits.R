# Least squares of the targets on the first of the columns, for every number of them.

#' Predictions by least squares on the first k columns, for every k
#'
#' @param basis Columns, u x k, of `orthonormal_on_labels()` for `rows`.
#' @param rows Numbers of the rows with targets.
#' @param weighted_targets Their targets times how often each counts, rows x q.
#' @param query Numbers of the rows to predict.
#' @return An array, query x q x k: element `[, , j]` is by the first j columns.
#' @noRd
nested_predictions <- function(basis, rows, weighted_targets, query = seq_len(nrow(basis))) {
  coefficients <- crossprod(basis[rows, , drop = FALSE], weighted_targets)
  k <- ncol(basis)
  n <- length(query)
  columns <- basis[query, rep(seq_len(k), each = ncol(weighted_targets)), drop = FALSE]
  running_sums <- matrix(columns * rep(t(coefficients), each = n), n * ncol(weighted_targets), k)
  for (j in seq_len(k)[-1L]) running_sums[, j] <- running_sums[, j - 1L] + running_sums[, j]
  array(running_sums, c(n, ncol(weighted_targets), k))
}

# Fits the targets by least squares on columns, the first of them constant, with the penalty of
# orthonormal_on_labels(): list(values, at all points, u x q; coefficients of the columns, k x q;
# loo, n x q, of each label or group from the others). The rows of `basis` and `fitted` are those of
# the u points, then k rows that give the coefficients; `label_basis` are those of the labels, n x
# k.
#   columns  u x k
#   part     of learning_part(): rows (of its labeled points), targets (n x q), labels (count: how
#            often each counts; group: of each label, or NULL)
fit_functions <- function(columns, part) {
  count <- part$labels$count
  basis <- orthonormal_on_labels(part$rows, rbind(columns, diag(ncol(columns))), count)
  fitted <- basis %*% crossprod(basis[part$rows, , drop = FALSE], count * part$targets)
  point_index <- seq_len(nrow(columns))
  label_basis <- basis[part$rows, , drop = FALSE]
  group <- part$labels$group
  loo <- if (is.null(group)) {
    leave_one_out(fitted[part$rows, , drop = FALSE], part$targets, count * rowSums(label_basis^2))
  } else {
    nested_loo <- nested_without_groups(label_basis, part$targets, count, group)
    matrix(nested_loo[, , ncol(basis)], length(count))
  }
  list(values = fitted[point_index, , drop = FALSE],
       coefficients = fitted[-point_index, , drop = FALSE], loo = loo)
}

# Columns, u x k, made orthonormal on the labeled rows, each row as often as it counts, one after
# the other, for least squares on any number of them. What the labels hardly see of a column is
# shrunk: there its sum of squares on the labeled rows is below 1, and its mean leverage over all
# points is at most 1, which is the most that a label has on itself. Otherwise values would run away
# where there are no labels.
#   rows     numbers of the labeled rows
#   columns  u x k, functions of mean square 1 over all points, of walk_functions(); a row per
#            point, or per label, and perhaps further rows, such as those of diag(k), combined in
#            the same way
#   count    how often each label counts
orthonormal_on_labels <- function(rows, columns, count) {
  cpp_orthonormal_on(rows, columns, count, min_norm = 1)
}

#' The errors of numbers of columns over folds
#'
#' `hidden` and `others` are the numbers of the labels in a fold and of those outside. `loss_sums`
#' and `squared_sums` are sums over the rounds, labels x sizes.
#'
#' @param columns Functions at the labels, n x (K + 1), the constant first.
#' @param labels Of encode_labels(): targets, n x q, count and group of each label (group may be
#'   NULL), and what losses() and error_ratio() read.
#' @param sizes Numbers of columns that are tried, the constant not counted.
#' @param folds n x rounds, fold numbers of draw_folds().
#' @param eigenspace The number of the eigenvalue of each column, see turn_copies().
#' @return A data frame with a row per size: `n_eigen`, `error` (the share of wrong classes, or the
#'   squared error), `squared_error`, and `se`, the standard error of `error`.
#' @noRd
eigenmaps_path <- function(columns, labels, sizes, folds, eigenspace = seq_len(ncol(columns))) {
  columns <- columns[, seq_len(max(sizes) + 1L), drop = FALSE]
  eigenspace <- eigenspace[seq_len(ncol(columns))]
  targets <- labels$targets
  loss_sums <- squared_sums <- matrix(0, nrow(targets), length(sizes))
  for (round in seq_len(ncol(folds))) {
    for (fold_number in seq_len(max(folds))) {
      hidden <- which(folds[, round] == fold_number)
      others <- which(folds[, round] != fold_number)
      count <- labels$count[others]
      basis <- orthonormal_on_labels(others, turn_copies(columns, eigenspace, others, count), count)
      weighted_targets <- count * targets[others, , drop = FALSE]
      predictions <- nested_predictions(basis, others, weighted_targets, hidden)
      # A row for every held label and size.
      predictions <- aperm(predictions[, , sizes + 1L, drop = FALSE], c(1L, 3L, 2L))
      predictions <- matrix(predictions, ncol = ncol(targets))
      label_index <- rep(hidden, length(sizes))
      loss_sums[hidden, ] <- loss_sums[hidden, ] + losses(predictions, labels, label_index)
      squares <- rowSums((predictions - targets[label_index, , drop = FALSE])^2)
      squared_sums[hidden, ] <- squared_sums[hidden, ] + squares
    }
  }
  turned_columns <- turn_copies(columns, eigenspace, seq_len(nrow(columns)), labels$count)
  ratio <- error_ratio(turned_columns, labels, sizes) / ncol(folds)
  data.frame(n_eigen = sizes, error = ratio * colMeans(loss_sums),
             squared_error = ratio * colMeans(squared_sums),
             se = ratio * apply(loss_sums, 2L, se_of_mean, group = labels$group))
}

# The ratio of the squared errors of numbers at all points to those at the labels, for each of
# `sizes`: predictions have a variance of 1 + leverage, in units of that of the labels, and
# directions that the labels hardly see have their leverage elsewhere. Of classes the side alone
# counts: 1. The rows of `squares`, of the columns made orthonormal, are those of the labels, and k
# rows for all points. `variance` and `variance_on_labels` are of each number of columns.
#   columns  functions of walk_functions() at the labels, n x k; over all points their mean square
#            by degree is 1, and they are orthogonal except for indicators of components
#   labels   of encode_labels(): kind ("classes" or "regression"), count (how often each label
#            counts)
#   sizes    numbers of columns beside the constant
error_ratio <- function(columns, labels, sizes) {
  if (labels$kind == "classes") return(rep(1, length(sizes)))
  label_index <- seq_len(nrow(columns))
  all_rows <- rbind(columns, diag(ncol(columns)))
  squares <- orthonormal_on_labels(label_index, all_rows, labels$count)^2
  variance <- 1 + cumsum(colSums(squares[-label_index, , drop = FALSE]))
  variance_on_labels <- 1 + cumsum(colMeans(squares[label_index, , drop = FALSE]))
  (variance / variance_on_labels)[sizes + 1L]
}

# The squared errors of closed-form leave-one-out on `sizes` of columns, n x sizes. Of classes a
# score beyond a target is as good as the target, and none is worse than the other target.
#   columns  n x k, at the labels
#   labels   of encode_labels(): kind ("classes" or "regression"), targets (n x q), count (how often
#            each label counts), group (of each label, or NULL)
#   sizes    numbers of columns after the first
# `predictions` are n x q x k, on the first columns for every number of them: the values fitted by
# all labels, or with groups those from the other groups.
eigenmaps_loo_losses <- function(columns, labels, sizes) {
  targets <- labels$targets
  rows <- seq_len(nrow(columns))
  count <- labels$count
  basis <- orthonormal_on_labels(rows, columns, count)
  predictions <- if (is.null(labels$group)) nested_predictions(basis, rows, count * targets) else
    nested_without_groups(basis, targets, count, labels$group)
  losses <- leave_one_out_losses(sizes, function(size) {
    leverage <- count * rowSums(basis[, seq_len(size + 1L), drop = FALSE]^2)
    loo <- matrix(predictions[, , size + 1L], length(rows))
    if (is.null(labels$group)) loo <- leave_one_out(loo, targets, leverage)
    if (labels$kind == "classes") pmin(pmax(loo, -1), 1) else loo
  }, targets)
  losses * rep(error_ratio(columns, labels, sizes), each = nrow(losses))
}

#' Predictions of each group of labels from the others on the first k columns, for every k
#'
#' With B the columns at the labels, orthonormal by count, the coefficients without a group G are
#' those of (I - B_G' C_G B_G) b = B' C y - B_G' C_G y_G. The Cholesky factors for all k are the
#' leading blocks of one.
#'
#' @param basis,targets Of n labels: n x k, the columns at the labels, orthonormal by count; n x q.
#' @param count,group Of each label: how often it counts, and its group.
#' @return An array, n x q x k, as of `nested_predictions()`: element `[, , j]` is by the first j
#'   columns.
#' @noRd
nested_without_groups <- function(basis, targets, count, group) {
  k <- ncol(basis)
  cross_products <- crossprod(basis, count * targets)
  predictions <- array(0, c(dim(targets), k))
  for (block in label_blocks(nrow(targets), group)) {
    block_basis <- basis[block, , drop = FALSE]
    other_products <-
      cross_products - crossprod(block_basis, count[block] * targets[block, , drop = FALSE])
    # A direction that the group alone determines has a pivot, and a coefficient, near 0.
    factor <- chol(diag(1 + 1e-8, k) - crossprod(sqrt(count[block]) * block_basis))
    block_columns <- backsolve(factor, t(block_basis), transpose = TRUE)
    coefficients <- backsolve(factor, other_products, transpose = TRUE)
    for (column in seq_len(ncol(targets))) {
      terms <- matrix(block_columns * coefficients[, column], k)
      predictions[block, column, ] <- t(matrix(apply(terms, 2L, cumsum), k))
    }
  }
  predictions
}
