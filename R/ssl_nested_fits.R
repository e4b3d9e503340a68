# Least squares of the targets on the first of the columns, for every number of them.

#' Predictions by least squares on the first k columns, for every k
#'
#' @param basis Columns, orthonormal on `rows`, u x k.
#' @param rows Numbers of the rows with targets.
#' @param y Their targets times how often each counts, rows x q.
#' @param query Numbers of the rows to predict.
#' @return An array, query x q x k.
#' @noRd
nested_predictions <- function(basis, rows, y, query = seq_len(nrow(basis))) {
  coefficients <- crossprod(basis[rows, , drop = FALSE], y)
  k <- ncol(basis)
  n <- length(query)
  columns <- basis[query, rep(seq_len(k), each = ncol(y)), drop = FALSE]
  sums <- matrix(columns * rep(t(coefficients), each = n), n * ncol(y), k)
  for (j in seq_len(k)[-1L]) sums[, j] <- sums[, j - 1L] + sums[, j]
  array(sums, c(n, ncol(y), k))
}

# Fits the targets by least squares on columns, the first of them constant: list(values, at all
# points, u x q; coefficients, k x q; loo, n x q, of each label or group from the others). The rows
# of `basis` and `fitted` are those of the u points, then k rows that give the coefficients.
#   columns  u x k
#   part     of learning_part(): rows (of its labeled points), targets (n x q), labels (count: how
#            often each counts; group: of each label, or NULL)
fit_functions <- function(columns, part) {
  count <- part$labels$count
  basis <- orthonormal_on_labels(part$rows, rbind(columns, diag(ncol(columns))), count)
  fitted <- basis %*% crossprod(basis[part$rows, , drop = FALSE], count * part$targets)
  point_rows <- seq_len(nrow(columns))
  label_rows <- basis[part$rows, , drop = FALSE]
  group <- part$labels$group
  loo <- if (is.null(group)) {
    leave_one_out(fitted[part$rows, , drop = FALSE], part$targets, count * rowSums(label_rows^2))
  } else {
    predicted <- nested_without_groups(label_rows, part$targets, count, group)
    matrix(predicted[, , ncol(basis)], length(count))
  }
  list(values = fitted[point_rows, , drop = FALSE],
       coefficients = fitted[-point_rows, , drop = FALSE], loo = loo)
}

# Makes columns, which are orthonormal over all points, orthonormal on the labeled rows, each as
# often as it counts, one after the other, for least squares on any number of them. What the labels
# hardly see of a column is shrunk, so that its mean leverage over all points is at most 1, which is
# the most that a label has on itself. Otherwise values would run away where there are no labels.
#   rows  numbers of the labeled rows;  columns: u x k;  count: how often each label counts
orthonormal_on_labels <- function(rows, columns, count) {
  cpp_orthonormal_on(rows, columns, count, min_norm = 1)
}

#' The errors of numbers of columns over folds
#'
#' @param columns n x (K + 1) at the labels, the constant first.
#' @param labels Of encode_labels(): targets, n x q, count and group of each label (group may be
#'   NULL), and what losses() and error_ratio() read.
#' @param sizes Numbers of columns, the constant not counted.
#' @param fold n x rounds, of draw_folds().
#' @param group The number of the eigenvalue of each column, see turn_copies().
#' @return A data frame with a row per size: `n_eigen`, `error`, `squared_error`, and `se`.
#' @noRd
eigenmaps_path <- function(columns, labels, sizes, fold, group = seq_len(ncol(columns))) {
  columns <- columns[, seq_len(max(sizes) + 1L), drop = FALSE]
  group <- group[seq_len(ncol(columns))]
  targets <- labels$targets
  error <- squared <- matrix(0, nrow(targets), length(sizes))
  for (round in seq_len(ncol(fold))) {
    for (fold_number in seq_len(max(fold))) {
      hidden <- which(fold[, round] == fold_number)
      others <- which(fold[, round] != fold_number)
      count <- labels$count[others]
      basis <- orthonormal_on_labels(others, turn_copies(columns, group, others, count), count)
      weighted_targets <- count * targets[others, , drop = FALSE]
      predicted <- nested_predictions(basis, others, weighted_targets, hidden)
      # A row for every held label and size.
      predicted <- aperm(predicted[, , sizes + 1L, drop = FALSE], c(1L, 3L, 2L))
      predicted <- matrix(predicted, ncol = ncol(targets))
      rows <- rep(hidden, length(sizes))
      error[hidden, ] <- error[hidden, ] + losses(predicted, labels, rows)
      squares <- rowSums((predicted - targets[rows, , drop = FALSE])^2)
      squared[hidden, ] <- squared[hidden, ] + squares
    }
  }
  turned <- turn_copies(columns, group, seq_len(nrow(columns)), labels$count)
  ratio <- error_ratio(turned, labels, sizes) / ncol(fold)
  data.frame(n_eigen = sizes, error = ratio * colMeans(error),
             squared_error = ratio * colMeans(squared),
             se = ratio * apply(error, 2L, se_of_mean, group = labels$group))
}

# The ratio of the squared errors of numbers at all points to those at the labels, for each of
# `sizes`: predictions have a variance of 1 + leverage, in units of that of the labels, and
# directions that the labels hardly see have their leverage elsewhere. Of classes the side alone
# counts: 1.
#   columns  n x k, at the labels; over all points they are orthonormal, of mean square 1
#   labels   of encode_labels(): kind ("classes" or "regression"), count (how often each label
#            counts)
#   sizes    numbers of columns beside the constant
error_ratio <- function(columns, labels, sizes) {
  if (labels$kind == "classes") return(rep(1, length(sizes)))
  labelled <- seq_len(nrow(columns))
  all_rows <- rbind(columns, diag(ncol(columns)))
  squares <- orthonormal_on_labels(labelled, all_rows, labels$count)^2
  variance <- 1 + cumsum(colSums(squares[-labelled, , drop = FALSE]))
  variance_on_labels <- 1 + cumsum(colMeans(squares[labelled, , drop = FALSE]))
  (variance / variance_on_labels)[sizes + 1L]
}

# The squared errors of closed-form leave-one-out on `sizes` of columns, n x sizes. Of classes a
# score beyond a target is as good as the target, and none is worse than the other target.
#   columns  n x k, at the labels
#   labels   of encode_labels(): kind ("classes" or "regression"), targets (n x q), count (how often
#            each label counts), group (of each label, or NULL)
#   sizes    numbers of columns after the first
eigenmaps_loo_losses <- function(columns, labels, sizes) {
  targets <- labels$targets
  rows <- seq_len(nrow(columns))
  count <- labels$count
  basis <- orthonormal_on_labels(rows, columns, count)
  predicted <- if (is.null(labels$group)) nested_predictions(basis, rows, count * targets) else
    nested_without_groups(basis, targets, count, labels$group)
  losses <- leave_one_out_losses(sizes, function(size) {
    leverage <- count * rowSums(basis[, seq_len(size + 1L), drop = FALSE]^2)
    loo <- matrix(predicted[, , size + 1L], length(rows))
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
#' @return As `nested_predictions()`.
#' @noRd
nested_without_groups <- function(basis, targets, count, group) {
  k <- ncol(basis)
  sums <- crossprod(basis, count * targets)
  predictions <- array(0, c(dim(targets), k))
  for (block in label_blocks(nrow(targets), group)) {
    rows_of_block <- basis[block, , drop = FALSE]
    known_sums <- sums - crossprod(rows_of_block, count[block] * targets[block, , drop = FALSE])
    # A direction that the group alone determines has a pivot, and a coefficient, near 0.
    factor <- chol(diag(1 + 1e-8, k) - crossprod(sqrt(count[block]) * rows_of_block))
    columns <- backsolve(factor, t(rows_of_block), transpose = TRUE)
    coefficients <- backsolve(factor, known_sums, transpose = TRUE)
    for (column in seq_len(ncol(targets))) {
      terms <- matrix(columns * coefficients[, column], k)
      predictions[block, column, ] <- t(matrix(apply(terms, 2L, cumsum), k))
    }
  }
  predictions
}
