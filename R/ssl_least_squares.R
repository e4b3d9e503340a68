# Least squares of the targets on the first of the columns, for every number of them.

# Predictions at some rows by least squares on the first k columns, for every k: an array rows x q x
# k.
nested_predictions <- function(basis, rows, y, at = seq_len(nrow(basis))) {
  share <- crossprod(basis[rows, , drop = FALSE], y)
  k <- ncol(basis)
  q <- ncol(y)
  terms <- basis[at, rep(seq_len(k), each = q), drop = FALSE] * rep(t(share), each = length(at))
  sums <- matrix(terms, length(at) * q, k)
  for (j in seq_len(k)[-1L]) sums[, j] <- sums[, j - 1L] + sums[, j]
  array(sums, c(length(at), q, k))
}

# Least squares of the targets on columns, the first of them constant: fitted values at all points,
# coefficients, leave-one-out predictions.
fit_functions <- function(columns, part) {
  stacked <- rbind(columns, diag(ncol(columns)))
  basis <- cpp_orthonormal_on(part$rows, stacked)
  share <- crossprod(basis[part$rows, , drop = FALSE], part$targets)
  all <- basis %*% share
  inside <- seq_len(nrow(columns))
  leverage <- rowSums(basis[part$rows, , drop = FALSE]^2)
  list(
    values = all[inside, , drop = FALSE], coefficients = all[-inside, , drop = FALSE],
    loo = leave_one_out(all[part$rows, , drop = FALSE], part$targets, leverage)
  )
}

# What least squares on the columns `known` at the labels predicts where they are `wanted`.
predict_from <- function(known, targets, wanted) {
  labelled <- seq_len(nrow(known))
  basis <- cpp_orthonormal_on(labelled, rbind(known, wanted))
  basis[-labelled, , drop = FALSE] %*% crossprod(basis[labelled, , drop = FALSE], targets)
}

# Errors of the numbers `sizes` of columns over folds.
#   columns  n x (K + 1) at the labels, the constant first;   fold  n x rounds, of draw_folds()
eigenmaps_path <- function(columns, labels, sizes, fold) {
  targets <- labels$targets
  n <- nrow(targets)
  error <- squared <- matrix(0, n, length(sizes))
  for (r in seq_len(ncol(fold))) {
    for (f in seq_len(max(fold))) {
      held <- which(fold[, r] == f)
      others <- which(fold[, r] != f)
      basis <- cpp_orthonormal_on(others, columns)
      predicted <- nested_predictions(basis, others, targets[others, , drop = FALSE], held)
      # A row for every held label and size.
      predicted <- aperm(predicted[, , sizes + 1L, drop = FALSE], c(1L, 3L, 2L))
      predicted <- matrix(predicted, ncol = ncol(targets))
      at <- rep(held, length(sizes))
      error[held, ] <- error[held, ] + losses(predicted, labels, at)
      squared[held, ] <- squared[held, ] + rowSums((predicted - targets[at, , drop = FALSE])^2)
    }
  }
  rounds <- ncol(fold)
  data.frame(
    n_eigen = sizes, error = colMeans(error) / rounds,
    squared_error = colMeans(squared) / rounds,
    se = apply(error / rounds, 2L, sd_of_mean)
  )
}

# Squared errors of closed-form leave-one-out on `sizes` of columns, n x sizes.
eigenmaps_loo_losses <- function(columns, targets, sizes) {
  rows <- seq_len(nrow(columns))
  basis <- cpp_orthonormal_on(rows, columns)
  predicted <- nested_predictions(basis, rows, targets)
  leave_one_out_losses(sizes, function(size) {
    leverage <- rowSums(basis[, seq_len(size + 1L), drop = FALSE]^2)
    leave_one_out(matrix(predicted[, , size + 1L], length(rows)), targets, leverage)
  }, targets)
}
