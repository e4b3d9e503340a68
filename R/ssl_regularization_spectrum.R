# Smoothers by the spectrum of the graph. Penalties reach over hundreds of decades from one
# eigenvector to the next: products of matrices lose what the small ones say, triangular factors of
# rows in the order of their size, columns pivoted, keep it (Cox and Higham 1998).

sorted_qr <- function(rows) {
  order <- order(-rowSums(abs(rows)))
  list(qr = qr(rows[order, , drop = FALSE], LAPACK = TRUE), order = order)
}

# Eigenvectors as functions at the labelled points, n x K: f = D^-1/2 v.
label_columns <- function(setting) {
  rows <- setting$part$rows
  setting$spectrum$vectors[rows, , drop = FALSE] / sqrt(setting$degree[rows])
}

# The minimiser where the spectrum is complete: least squares for its coefficients, as what
# cpp_smooth() returns.
smooth_by_spectrum <- function(setting, smoother, mu) {
  columns <- label_columns(setting)
  n <- nrow(columns)
  k <- ncol(columns)
  # Both terms of the minimum over max(1, mu).
  fit <- 1 / sqrt(max(1, mu))
  penalty <- sqrt(min(1, mu)) * sqrt(regularizer_values(smoother, setting$spectrum$values))
  rows <- rbind(fit * columns, diag(penalty, k))
  target <- rbind(fit * setting$part$codes, matrix(0, k, ncol(setting$part$codes)))
  found <- sorted_qr(rows)
  coefficients <- qr.coef(found$qr, target[found$order, , drop = FALSE])
  misfit <- crossprod(rows, rows %*% coefficients - target)
  size <- sqrt(colSums(rows^2)) * max(sqrt(colSums(target^2)), .Machine$double.xmin)
  list(
    values = setting$spectrum$vectors %*% coefficients / sqrt(setting$degree),
    iterations = 0L, residual = max(abs(misfit) / size)
  )
}

# Leave-one-out predictions. A smoother is kriging with covariance (mu R)^-1 and errors of variance
# 1: f_i is what the others predict where a = C^-1 y gives y_i - f_i = a_i / (C^-1)_ii (Dubrule
# 1983). The tail of the spectrum acts on the labels as errors of their own. Functions that cost
# nothing, the constants of the components, are of a variance beyond all others. A label without
# another in its component: the mean of the others.
smoother_loo <- function(setting, smoother, mu) {
  codes <- setting$part$codes
  n <- nrow(codes)
  if (n < 2L) {
    return(codes)
  }
  r <- regularizer_values(smoother, setting$spectrum$values)
  variance <- 1 / pmax(r, 1e-200)
  error <- rep(mu, n)
  if (!is.null(setting$tail)) {
    tail <- max(regularizer_values(smoother, setting$tail), r)
    error <- error + 1 / (tail * setting$degree[setting$part$rows])
    variance <- pmax(variance - 1 / tail, 0)
  }
  variance <- variance / max(mu, 1)
  error <- error / max(mu, 1)
  free <- r <= 1e-200
  if (any(free)) variance[free] <- 1e20 * max(1, variance[!free])
  columns <- label_columns(setting)
  loo <- if (n <= ncol(columns)) {
    loo_by_labels(columns, variance, error, codes)
  } else {
    loo_by_columns(columns, variance, error, codes)
  }
  null <- columns[, seq_len(setting$spectrum$n_null), drop = FALSE] != 0
  alone <- rowSums(null[, colSums(null) == 1, drop = FALSE]) > 0
  others <- (rep(colSums(codes), each = n) - codes) / (n - 1)
  loo[alone, ] <- others[alone, ]
  loo
}

# By a triangular factor of the covariance: labels <= columns.
loo_by_labels <- function(columns, variance, error, codes) {
  n <- nrow(codes)
  found <- sorted_qr(rbind(t(columns) * sqrt(variance), diag(sqrt(error), n)))
  pivot <- found$qr$pivot
  inverse <- backsolve(qr.R(found$qr), diag(n))
  a <- inverse %*% crossprod(inverse, codes[pivot, , drop = FALSE])
  loo <- codes
  loo[pivot, ] <- codes[pivot, , drop = FALSE] - a / rowSums(inverse^2)
  loo
}

# By least squares on the columns: labels > columns.
loo_by_columns <- function(columns, variance, error, codes) {
  n <- nrow(codes)
  k <- ncol(columns)
  scaled <- columns * rep(sqrt(variance), each = n) / sqrt(error)
  found <- sorted_qr(rbind(scaled, diag(1, k)))
  q <- matrix(0, n + k, k)
  q[found$order, ] <- qr.Q(found$qr)
  q <- q[seq_len(n), , drop = FALSE]
  values <- sqrt(error) * (q %*% crossprod(q, codes / sqrt(error)))
  leave_one_out(values, codes, rowSums(q^2))
}
