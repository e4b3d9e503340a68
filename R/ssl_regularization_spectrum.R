# Laplacian regularization by the spectrum of the graph. Penalties reach over hundreds of decades
# from one eigenvector to the next: products of matrices lose what the small ones say, triangular
# factors of rows in the order of their size, columns pivoted, keep it (Cox and Higham 1998).

sorted_qr <- function(rows) {
  order <- order(-rowSums(abs(rows)))
  list(qr = qr(rows[order, , drop = FALSE], LAPACK = TRUE), order = order)
}

# Eigenvectors as functions at the labelled or other points, n x K: f = D^-1/2 v.
label_columns <- function(model, points = model$part$rows) {
  model$spectrum$vectors[points, , drop = FALSE] / sqrt(model$degree[points])
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

# Regularization is kriging with covariance (mu R)^-1 and errors of variance 1: a list of columns,
# the eigenvectors as functions at some points, their variances, and errors of the points. The tail
# of the spectrum acts on a point as an error of its own. Functions that cost nothing, the constants
# of the components, are of a variance beyond all others.
kriging_model <- function(model, regularizer, mu, points = model$part$rows) {
  r <- regularizer_values(regularizer, model$spectrum$values)
  variance <- 1 / pmax(r, 1e-200)
  error <- rep(mu, length(points))
  if (!is.null(model$tail)) {
    tail <- max(regularizer_values(regularizer, model$tail), r)
    error <- error + 1 / (tail * model$degree[points])
    variance <- pmax(variance - 1 / tail, 0)
  }
  variance <- variance / max(mu, 1)
  error <- error / max(mu, 1)
  free <- r <= 1e-200
  if (any(free)) variance[free] <- 1e20 * max(1, variance[!free])
  list(columns = label_columns(model, points), variance = variance, error = error)
}

# Leave-one-out predictions: f_i is what the others predict where a = C^-1 y gives y_i - f_i =
# a_i / (C^-1)_ii (Dubrule 1983). A label without another in its component: the mean of the others.
regularized_loo <- function(model, regularizer, mu) {
  targets <- model$part$targets
  n <- nrow(targets)
  if (n < 2L) {
    return(targets)
  }
  kriging <- kriging_model(model, regularizer, mu)
  columns <- kriging$columns
  by <- if (n <= ncol(columns)) loo_by_labels else loo_by_columns
  loo <- by(columns, kriging$variance, kriging$error, targets)
  null <- columns[, seq_len(model$spectrum$n_null), drop = FALSE] != 0
  isolated <- rowSums(null[, colSums(null) == 1, drop = FALSE]) > 0
  loo[isolated, ] <- mean_of_others(targets)[isolated, ]
  loo
}

# Predictions at some other points of the part: with A = C^-1 over the labels and these,
# -A_hh^-1 A_hl y; NA where nothing reaches.
regularized_at <- function(model, regularizer, mu, points) {
  targets <- model$part$targets
  kriging <- kriging_model(model, regularizer, mu, c(model$part$rows, points))
  labelled <- seq_len(nrow(targets))
  if (length(kriging$error) > ncol(kriging$columns)) {
    return(at_by_columns(kriging, targets))
  }
  inverse <- inverse_factor(kriging$columns, kriging$variance, kriging$error)
  hidden <- t(inverse[-labelled, , drop = FALSE])
  scale <- sqrt(colSums(hidden^2))
  hidden <- hidden / rep(scale, each = nrow(hidden))
  # Least squares: A_hh itself is singular where a component has hidden points only.
  known <- crossprod(inverse[labelled, , drop = FALSE], targets)
  -qr.coef(qr(hidden, tol = 1e-14), known) / scale
}

# The same by least squares on the columns: more points than columns.
at_by_columns <- function(kriging, targets) {
  labelled <- seq_len(nrow(targets))
  k <- ncol(kriging$columns)
  scaled <- kriging$columns * rep(sqrt(kriging$variance), each = nrow(kriging$columns))
  error <- sqrt(kriging$error[labelled])
  found <- sorted_qr(rbind(scaled[labelled, , drop = FALSE] / error, diag(1, k)))
  wanted <- rbind(targets / error, matrix(0, k, ncol(targets)))
  coefficients <- qr.coef(found$qr, wanted[found$order, , drop = FALSE])
  scaled[-labelled, , drop = FALSE] %*% coefficients
}

# B with B B' = C^-1, rows in the order of the points.
inverse_factor <- function(columns, variance, error) {
  found <- sorted_qr(rbind(t(columns) * sqrt(variance), diag(sqrt(error), length(error))))
  inverse <- backsolve(qr.R(found$qr), diag(length(error)))
  inverse[order(found$qr$pivot), , drop = FALSE]
}

# By a triangular factor of the covariance: labels <= columns.
loo_by_labels <- function(columns, variance, error, targets) {
  inverse <- inverse_factor(columns, variance, error)
  targets - inverse %*% crossprod(inverse, targets) / rowSums(inverse^2)
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
