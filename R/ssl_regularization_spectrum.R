# Laplacian regularization by the spectrum of the graph.

# A QR factorization of a matrix with its rows in decreasing order of size, columns pivoted (Cox and
# Higham 1998): penalties reach over hundreds of decades from one eigenvector to the next; products
# of matrices lose what the small ones say, and these triangular factors keep it. list(qr: of qr()
# for the rows in this order, with pivot: the numbers of the columns; order: the numbers of the
# rows)
#   rows  the matrix
sorted_qr <- function(rows) {
  row_order <- order(-rowSums(abs(rows)))
  list(qr = qr(rows[row_order, , drop = FALSE], LAPACK = TRUE), order = row_order)
}

# The eigenvectors v as functions f = D^-1/2 v at points, by default the labeled ones: points x K.
#   model   of regularization_model(): spectrum (vectors: u x K), degree (relative to the mean
#           degree), part (rows, of its labeled points)
#   points  numbers of points of the part
columns_at <- function(model, points = model$part$rows) {
  model$spectrum$vectors[points, , drop = FALSE] / sqrt(model$degree[points])
}

# The minimizer where the spectrum is complete: least squares for its coefficients, as what
# cpp_laplacian_regularization() returns: list(values u x q, iterations, residual).
#   model        of regularization_model(): spectrum (values: the K eigenvalues; vectors: u x K),
#                degree (relative to the mean degree), part (targets, n x q; rows, of its labeled
#                points; labels, with count)
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
# The stacked rows are those of the n labels, then K of the penalty. `coefficients` are K x q, and
# `misfit` is what they leave of the normal equations.
regularize_by_spectrum <- function(model, regularizer, mu) {
  columns <- columns_at(model)
  k <- ncol(columns)
  # Both terms of the minimum over max(1, mu).
  root_weight <- sqrt(model$part$labels$count) / sqrt(max(1, mu))
  root_penalty <- sqrt(min(1, mu)) * sqrt(regularizer_values(regularizer, model$spectrum$values))
  stacked_rows <- rbind(root_weight * columns, diag(root_penalty, k))
  stacked_targets <- rbind(root_weight * model$part$targets, matrix(0, k, ncol(model$part$targets)))
  factors <- sorted_qr(stacked_rows)
  coefficients <- qr.coef(factors$qr, stacked_targets[factors$order, , drop = FALSE])
  misfit <- crossprod(stacked_rows, stacked_rows %*% coefficients - stacked_targets)
  misfit_scale <- sqrt(colSums(stacked_rows^2)) *
    max(sqrt(colSums(stacked_targets^2)), .Machine$double.xmin)
  list(values = model$spectrum$vectors %*% coefficients / sqrt(model$degree), iterations = 0L,
       residual = max(abs(misfit) / misfit_scale))
}

# Describes regularization as kriging, with covariance (mu R)^-1 and errors of variance 1 over how
# often a point counts: list(columns, the eigenvectors as functions at some points, points x K;
# column_variance, of their coefficients, length K; error_variance, of the error at each point). The
# tail of the spectrum acts on a point as an error of its own. Functions that cost nothing, the
# constants of the components, have a variance 1e20 times the largest other, or 1. All variances are
# multiplied by mu / max(mu, 1) for double precision.
#   model        of regularization_model(): spectrum (values: the K eigenvalues; vectors), part
#                (count: how often each point counts; rows, of its labeled points), degree (relative
#                to the mean degree), tail_eigenvalue (mean of the other eigenvalues, or NULL: there
#                are none)
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
#   points       numbers of points of the part
kriging_model <- function(model, regularizer, mu, points = model$part$rows) {
  penalties <- regularizer_values(regularizer, model$spectrum$values)
  column_variance <- 1 / pmax(penalties, 1e-200)
  error_variance <- mu / model$part$count[points]
  if (!is.null(model$tail_eigenvalue)) {
    tail_penalty <- max(regularizer_values(regularizer, model$tail_eigenvalue), penalties)
    error_variance <- error_variance + 1 / (tail_penalty * model$degree[points])
    column_variance <- pmax(column_variance - 1 / tail_penalty, 0)
  }
  column_variance <- column_variance / max(mu, 1)
  error_variance <- error_variance / max(mu, 1)
  is_free <- penalties <= 1e-200
  if (any(is_free)) column_variance[is_free] <- 1e20 * max(1, column_variance[!is_free])
  list(columns = columns_at(model, points), column_variance = column_variance,
       error_variance = error_variance)
}

# Predicts each label, or each group of labels, from the others, n x q: with C the covariance of the
# labels and a = C^-1 y the others predict f_i = y_i - a_i / (C^-1)_ii (Dubrule 1983), and for a
# group f_G = y_G - ((C^-1)_GG)^-1 a_G. A label without another (or another group) in its component:
# the mean of the others.
#   model        of regularization_model(): spectrum (vectors: u x K; n_null: how many of these are
#                of components), part (targets, n x q; rows, of its labeled points; all_rows, with
#                those that are hidden; labels, with group), and what kriging_model() reads
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
# `n_units_in` counts the labels, or groups of them, in each component.
regularized_loo <- function(model, regularizer, mu) {
  part <- model$part
  targets <- part$targets
  group <- part$labels$group
  if (n_units(part$labels) < 2L) return(targets)
  vectors <- model$spectrum$vectors
  loo <- if (length(part$all_rows) > 2L * ncol(vectors)) {
    loo_by_columns(kriging_model(model, regularizer, mu, part$all_rows), targets, group,
                   part$all_rows %in% part$rows, cache_of(part, regularizer, mu))
  } else if (is.null(group)) {
    loo_by_precision(model, regularizer, mu)
  } else {
    loo_by_groups(precision_factor_of_labels(model, regularizer, mu), targets, group)
  }
  is_in_component <- vectors[part$rows, seq_len(model$spectrum$n_null), drop = FALSE] != 0
  n_units_in <- colSums(rowsum(+is_in_component, group %||% seq_len(nrow(is_in_component))) > 0)
  is_isolated <- rowSums(is_in_component[, n_units_in == 1, drop = FALSE]) > 0 |
    !is.finite(rowSums(loo))
  loo[is_isolated, ] <- mean_of_others(targets, group)[is_isolated, ]
  loo
}

# Predicts each label from the others, n x q, by the precision of all labels: A = C^-1, where C is
# their covariance by kriging. It is computed once, `whole_precision`, of all labels, also hidden
# ones. Where some labels h are hidden, it is A_kk less A_kh A_hh^-1 A_hk for the others, k. Where
# hardly anything is left of a diagonal element its digits are lost; precision_factor_of_labels(), a
# factor of C^-1 over the labels k alone, has them.
#   model        of regularization_model(): part (targets, n x q; rows, of its labeled points;
#                all_rows, with those that are hidden), and what kriging_model() reads
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
loo_by_precision <- function(model, regularizer, mu) {
  part <- model$part
  targets <- part$targets
  whole_precision <- cached(cache_of(part, regularizer, mu), "precision", NULL, function() {
    kriging <- kriging_model(model, regularizer, mu, part$all_rows)
    factors <- kriging_factors(kriging)
    pivot_order <- order(factors$qr$pivot)
    chol2inv(qr.R(factors$qr))[pivot_order, pivot_order, drop = FALSE]
  })
  is_known <- part$all_rows %in% part$rows
  precision <- if (all(is_known)) whole_precision else precision_without(whole_precision, !is_known)
  if (is.null(precision)) {
    factor <- precision_factor_of_labels(model, regularizer, mu)
    return(targets - factor %*% crossprod(factor, targets) / rowSums(factor^2))
  }
  targets - precision %*% targets / diag(precision)
}

# The precision of the other labels, k x k, when some are hidden; NULL where the digits are lost:
# less than min_share_left of a diagonal element is left.
#   precision  of all n labels, n x n, the inverse of their covariance;  is_hidden: logical, length
#              n
precision_without <- function(precision, is_hidden) {
  root <- tryCatch(chol(precision[is_hidden, is_hidden, drop = FALSE]), error = function(e) NULL)
  if (is.null(root)) return(NULL)
  known_block <- precision[!is_hidden, !is_hidden, drop = FALSE]
  half_cross <- backsolve(root, precision[is_hidden, !is_hidden, drop = FALSE], transpose = TRUE)
  known_precision <- known_block - crossprod(half_cross)
  if (all(diag(known_precision) > min_share_left * diag(known_block))) known_precision
}

# The share of a number that may be left of it by subtraction.
min_share_left <- 1e-6

# Where cached() keeps what is computed once for a regularizer and a penalty, whichever labels are
# hidden: list(shared: an environment), an empty list where nothing is kept.
#   part         of spectral_part(), whose `penalty_caches` is an environment; of learning_part() it
#                is NULL
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
cache_of <- function(part, regularizer, mu) {
  if (is.null(part$penalty_caches)) return(list())
  name <- paste(regularizer$power, regularizer$time, mu)
  if (is.null(part$penalty_caches[[name]])) part$penalty_caches[[name]] <- new.env()
  list(shared = part$penalty_caches[[name]])
}

# Predicts each group of labels from the others, n x q, by B, where B B' = C^-1 is the precision of
# the labels, so that no block of it is computed.
#   factor   B, a row for each of the n labels;  group: of each label
#   targets  n x q, whose rows the predictions replace, block by block
loo_by_groups <- function(factor, targets, group) {
  cross_products <- crossprod(factor, targets)
  for (block in label_blocks(nrow(targets), group)) {
    block_qr <- qr(t(factor[block, , drop = FALSE]), tol = 1e-14)
    targets[block, ] <- targets[block, ] - qr.coef(block_qr, cross_products)
  }
  targets
}

# A matrix B with B B' = C^-1 over the labels that are not hidden, with a row for each. That over
# all labels, `whole_factor`, is computed once. The elimination of hidden ones takes from the rows
# of B what is in the span of theirs.
#   model        of regularization_model(): part (rows, of its labeled points; all_rows, with those
#                that are hidden), and what kriging_model() reads
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
precision_factor_of_labels <- function(model, regularizer, mu) {
  part <- model$part
  whole_factor <- cached(cache_of(part, regularizer, mu), "factor", NULL, function() {
    precision_factor(kriging_model(model, regularizer, mu, part$all_rows))
  })
  is_known <- part$all_rows %in% part$rows
  hidden_qr <- qr(t(whole_factor[!is_known, , drop = FALSE]), tol = 1e-14)
  hidden_span <- qr.Q(hidden_qr)[, seq_len(hidden_qr$rank), drop = FALSE]
  factor <- whole_factor[is_known, , drop = FALSE]
  factor - tcrossprod(factor %*% hidden_span, hidden_span)
}

# Predicts some other points of the part, h, without labels, points x q: with A = C^-1 over the
# labels, l, and these, it is -A_hh^-1 A_hl y; perhaps NA where no label reaches. The rows of
# `factor` B, B B' = A, are those of the labels, then those of the points. With more labels and
# points than columns it is at_by_columns().
#   model        of regularization_model(): part (targets, n x q; rows, of its labeled points), and
#                what kriging_model() reads
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
#   points       numbers of points of the part
regularized_at <- function(model, regularizer, mu, points) {
  targets <- model$part$targets
  kriging <- kriging_model(model, regularizer, mu, c(model$part$rows, points))
  label_index <- seq_len(nrow(targets))
  if (length(kriging$error_variance) > ncol(kriging$columns))
    return(at_by_columns(kriging, targets))
  factor <- precision_factor(kriging)
  point_rows <- t(factor[-label_index, , drop = FALSE])
  # Least squares: A_hh itself is singular where a component has hidden points only.
  from_labels <- crossprod(factor[label_index, , drop = FALSE], targets)
  -qr.coef(qr(point_rows, tol = 1e-14), from_labels)
}

# Predicts points without labels, points x q, by least squares on the columns, where there are more
# points than columns.
#   kriging  of kriging_model(), the labeled points first: columns (points x K), column_variance (of
#            each column's coefficient), error_variance (at each point)
#   targets  labels x q
at_by_columns <- function(kriging, targets) {
  label_index <- seq_len(nrow(targets))
  n_columns <- ncol(kriging$columns)
  columns <- kriging$columns * rep(sqrt(kriging$column_variance), each = nrow(kriging$columns))
  error_sd <- sqrt(kriging$error_variance[label_index])
  factors <- sorted_qr(rbind(columns[label_index, , drop = FALSE] / error_sd, diag(1, n_columns)))
  stacked_targets <- rbind(targets / error_sd, matrix(0, n_columns, ncol(targets)))
  columns[-label_index, , drop = FALSE] %*%
    qr.coef(factors$qr, stacked_targets[factors$order, , drop = FALSE])
}

# A matrix B with B B' = C^-1, where C is the covariance of the points: n x n for n points, rows in
# their order.
#   kriging  of kriging_model()
precision_factor <- function(kriging) {
  factors <- kriging_factors(kriging)
  pivot_order <- order(factors$qr$pivot)
  backsolve(qr.R(factors$qr), diag(length(pivot_order)))[pivot_order, , drop = FALSE]
}

# A factorization of C, the covariance of the n points: list(qr, order) of sorted_qr() of a matrix
# with K + n rows, of which C is the crossprod().
#   kriging  of kriging_model(), with error_variance (at each point), columns (points x K),
#            column_variance (of each column's coefficient)
kriging_factors <- function(kriging) {
  error_root <- diag(sqrt(kriging$error_variance), length(kriging$error_variance))
  sorted_qr(rbind(t(kriging$columns) * sqrt(kriging$column_variance), error_root))
}

# Predicts each label from the others, n x q, by least squares on the columns, which is quicker for
# many labels. Where some are hidden, the columns that are orthonormal with them are made so without
# them. `basis`, labels x K, is of orthonormal_columns().
#   kriging   of kriging_model(), at all labels: columns (labels x K), error_variance (at each
#             label), and column_variance (of each column's coefficient)
#   targets   of the labels that are not hidden, n x q; soon divided by their error_sd
#   group     of each of these labels, or NULL
#   is_known  logical, which of the labels of `kriging` are not hidden
#   cache     of cache_of(): shared, an environment, or an empty list: nothing is kept
loo_by_columns <- function(kriging, targets, group = NULL, is_known = rep(TRUE, nrow(targets)),
                           cache = list()) {
  # More than this would take too much memory for all penalties and graphs.
  if (length(kriging$columns) > 6e4) cache <- list()
  error_sd <- sqrt(kriging$error_variance)
  basis <- if (all(is_known) || !is.null(cache$shared)) {
    cached(cache, "columns", NULL, function() orthonormal_columns(kriging))
  }
  if (!all(is_known)) {
    reduced_basis <- if (!is.null(basis)) columns_without(basis, !is_known)
    basis <- reduced_basis %||% orthonormal_columns(subset_of_kriging(kriging, is_known))
  }
  error_sd <- error_sd[is_known]
  targets <- targets / error_sd
  error_sd * leave_one_out(basis %*% crossprod(basis, targets), targets, rowSums(basis^2), group,
                           function(block) tcrossprod(basis[block, , drop = FALSE]))
}

# The columns of a kriging model over the standard deviations of the errors, n x K, combined so that
# they are orthonormal with K further rows, those of the prior, which are not returned: times its
# transpose it is the hat matrix of targets that are divided by the same standard deviations.
#   kriging  of kriging_model(), with columns (points x K), column_variance (of each column's
#            coefficient), error_variance (at each point)
orthonormal_columns <- function(kriging) {
  n <- nrow(kriging$columns)
  columns <-
    kriging$columns * rep(sqrt(kriging$column_variance), each = n) / sqrt(kriging$error_variance)
  factors <- sorted_qr(rbind(columns, diag(1, ncol(columns))))
  root <- qr.R(factors$qr)
  t(backsolve(root, t(columns[, factors$qr$pivot, drop = FALSE]), transpose = TRUE))
}

# The columns of orthonormal_columns() on the rows that are not hidden, made orthonormal without the
# others: (n - hidden) x k; NULL where the hidden rows alone nearly determine a direction.
#   basis  n x k, of orthonormal_columns();  is_hidden: logical, which of its rows are left out
columns_without <- function(basis, is_hidden) {
  remaining_gram <- diag(ncol(basis)) - crossprod(basis[is_hidden, , drop = FALSE])
  root <- tryCatch(chol(remaining_gram), error = function(e) NULL)
  if (is.null(root) || min(diag(root))^2 < min_share_left) return(NULL)
  t(backsolve(root, t(basis[!is_hidden, , drop = FALSE]), transpose = TRUE))
}

# The kriging model of some of its points.
#   kriging   of kriging_model(), with columns (points x K), column_variance (of each column's
#             coefficient), error_variance (at each point)
#   is_known  logical, which points these are
subset_of_kriging <- function(kriging, is_known) {
  list(columns = kriging$columns[is_known, , drop = FALSE],
       column_variance = kriging$column_variance, error_variance = kriging$error_variance[is_known])
}
