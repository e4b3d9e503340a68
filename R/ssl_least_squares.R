# Least squares of the targets on the first of the columns, for every number of them.

# Predictions at all rows by least squares on the first k columns, for every k: an array rows x q x
# k.
nested_predictions <- function(basis, rows, y) {
  share <- crossprod(basis[rows, , drop = FALSE], y)
  predictions <- array(0, c(nrow(basis), ncol(y), ncol(basis)))
  sum <- 0
  for (k in seq_len(ncol(basis))) {
    sum <- sum + basis[, k] %o% share[k, ]
    predictions[, , k] <- sum
  }
  predictions
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
      held <- fold[, r] == f
      basis <- cpp_orthonormal_on(which(!held), columns)
      predicted <- nested_predictions(basis, which(!held), targets[!held, , drop = FALSE])
      for (s in seq_along(sizes)) {
        here <- matrix(predicted[, , sizes[[s]] + 1L], n)
        error[held, s] <- error[held, s] + losses(here, labels)[held]
        squared[held, s] <- squared[held, s] + rowSums((here - targets)[held, , drop = FALSE]^2)
      }
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
