# Laplacian regularization by the spectrum of the graph. Penalties reach over hundreds of decades
# from one eigenvector to the next: products of matrices lose what the small ones say, triangular
# factors of rows in the order of their size, columns pivoted, keep it (Cox and Higham 1998).

sorted_qr <- function(rows) {
  order <- order(-rowSums(abs(rows)))
  list(qr = qr(rows[order, , drop = FALSE], LAPACK = TRUE), order = order)
}

# Eigenvectors as functions at the labelled points, n x K: f = D^-1/2 v.
label_columns <- function(model) {
  rows <- model$part$rows
  model$spectrum$vectors[rows, , drop = FALSE] / sqrt(model$degree[rows])
}

# The minimiser where the spectrum is complete: least squares for its coefficients, as what
# cpp_laplacian_regularization() returns.
regularize_by_spectrum <- function(model, regularizer, mu) {
  columns <- label_columns(model)
  n <- nrow(columns)
  k <- ncol(columns)
  # Both terms of the minimum over max(1, mu).
  fit <- 1 / sqrt(max(1, mu))
  penalty <- sqrt(min(1, mu)) * sqrt(regularizer_values(regularizer, model$spectrum$values))
  rows <- rbind(fit * columns, diag(penalty, k))
  wanted <- rbind(fit * model$part$targets, matrix(0, k, ncol(model$part$targets)))
  found <- sorted_qr(rows)
  coefficients <- qr.coef(found$qr, wanted[found$order, , drop = FALSE])
  misfit <- crossprod(rows, rows %*% coefficients - wanted)
  size <- sqrt(colSums(rows^2)) * max(sqrt(colSums(wanted^2)), .Machine$double.xmin)
  list(
    values = model$spectrum$vectors %*% coefficients / sqrt(model$degree),
    iterations = 0L, residual = max(abs(misfit) / size)
  )
}

# Leave-one-out predictions. Regularization is kriging with covariance (mu R)^-1 and errors of
# variance 1: f_i is what the others predict where a = C^-1 y gives y_i - f_i = a_i / (C^-1)_ii
# (Dubrule 1983). The tail of the spectrum acts on the labels as errors of their own. Functions that
# cost nothing, the constants of the components, are of a variance beyond all others. A label
# without another in its component: the mean of the others.
regularized_loo <- function(model, regularizer, mu) {
  targets <- model$part$targets
  n <- nrow(targets)
  if (n < 2L) {
    return(targets)
  }
  r <- regularizer_values(regularizer, model$spectrum$values)
  variance <- 1 / pmax(r, 1e-200)
  error <- rep(mu, n)
  if (!is.null(model$tail)) {
    tail <- max(regularizer_values(regularizer, model$tail), r)
    error <- error + 1 / (tail * model$degree[model$part$rows])
    variance <- pmax(variance - 1 / tail, 0)
  }
  variance <- variance / max(mu, 1)
  error <- error / max(mu, 1)
  free <- r <= 1e-200
  if (any(free)) variance[free] <- 1e20 * max(1, variance[!free])
  columns <- label_columns(model)
  loo <- if (n <= ncol(columns)) {
    loo_by_labels(columns, variance, error, targets)
  } else {
    loo_by_columns(columns, variance, error, targets)
  }
  null <- columns[, seq_len(model$spectrum$n_null), drop = FALSE] != 0
  isolated <- rowSums(null[, colSums(null) == 1, drop = FALSE]) > 0
  loo[isolated, ] <- mean_of_others(targets)[isolated, ]
  loo
}

# By a triangular factor of the covariance: labels <= columns.
loo_by_labels <- function(columns, variance, error, targets) {
  n <- nrow(targets)
  found <- sorted_qr(rbind(t(columns) * sqrt(variance), diag(sqrt(error), n)))
  pivot <- found$qr$pivot
  inverse <- backsolve(qr.R(found$qr), diag(n))
  a <- inverse %*% crossprod(inverse, targets[pivot, , drop = FALSE])
  loo <- targets
  loo[pivot, ] <- targets[pivot, , drop = FALSE] - a / rowSums(inverse^2)
  loo
}

# By least squares on the columns: labels > columns.
loo_by_columns <- function(columns, variance, error, targets) {
  n <- nrow(targets)
  k <- ncol(columns)
  scaled <- columns * rep(sqrt(variance), each = n) / sqrt(error)
  found <- sorted_qr(rbind(scaled, diag(1, k)))
  q <- matrix(0, n + k, k)
  q[found$order, ] <- qr.Q(found$qr)
  q <- q[seq_len(n), , drop = FALSE]
  values <- sqrt(error) * (q %*% crossprod(q, targets / sqrt(error)))
  leave_one_out(values, targets, rowSums(q^2))
}
