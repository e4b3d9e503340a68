# Sparse Cholesky factors of regularization, where they are cheaper than iteration.

# A sparse Cholesky factor of J / D + mu M^m, M = I - S, J the counts of labels: what
# cpp_sparse_factor() returns, for cpp_laplacian_regularization(). NULL where iteration without it
# is cheaper, where S is plain or not stored, or where the penalty leaves nothing of the labels. For
# a diffusion of time t up to 1 the factor is that of t M: exp(t M) - I is between t M and (exp(2 t)
# - 1) / 2 M, so that iteration takes a few steps more.
#   model        of regularization_model(): spectrum (operator: S, u x u), part (rows, of its
#                labeled points; labels, with count; runtime), degree (relative to the mean degree),
#                tail_eigenvalue (NULL: the spectrum is complete)
#   regularizer  list(power, time), see regularizer_values()
#   mu           the penalty, a number
# `mass` is J / D, of length u, and `power_plan` of planned_power().
regularization_factor <- function(model, regularizer, mu) {
  operator <- model$spectrum$operator
  has_no_entries <- is.matrix(operator) || !is_stored(operator)
  if (has_no_entries || is.null(model$tail_eigenvalue) || regularizer$time > 1 || mu > 1e10)
    return(NULL)
  power_plan <- planned_power(operator, regularizer$power)
  if (is.null(power_plan)) return(NULL)
  weight <- if (regularizer$time > 0) regularizer$time else 1
  mass <- numeric(nrow(operator))
  rows <- model$part$rows
  mass[rows] <- model$part$labels$count / model$degree[rows]
  # Rounding may not make it indefinite where the penalty outweighs the labels.
  min_mass <- 1e-13 * mu * weight
  system <- mu * weight * power_plan$power + Matrix::Diagonal(x = mass + min_mass)
  cpp_sparse_factor(as_dgCMatrix(system), power_plan$plan$order, 1, 0, model$part$runtime)
}

# list(power: the matrix (I - S)^power, sparse n x n; plan: of its factor, list(order: of the rows;
# seconds), or NULL where iteration is expected to be faster. `budget` is list(entries, seconds),
# which the factor may have and take.
#   operator  the normalized weights S, sparse n x n;  power: a whole number, at least 1
planned_power <- function(operator, power) {
  laplacian <- laplacian_power <- Matrix::Diagonal(nrow(operator)) - operator
  budget <- cpp_cholesky_budget(300 * power^2, length(operator@x), 4)
  # A factor of M itself is the least it may cost.
  for (k in seq_len(power)) {
    if (k > 1L) {
      if (product_entries(laplacian_power, laplacian) > budget$entries) return(NULL)
      laplacian_power <- laplacian_power %*% laplacian
    }
    if (k == 1L || k == power) {
      plan <- cpp_cholesky_plan(as_dgCMatrix(laplacian_power), budget$entries)
      if (plan$seconds > budget$seconds) return(NULL)
    }
  }
  list(power = laplacian_power, plan = plan)
}

# The number of multiplications in the product of two symmetric sparse matrices, which has at most
# as many entries.
#   a, b  sparse n x n
product_entries <- function(a, b) sum(as.double(diff(as_dgCMatrix(a)@p)) * diff(as_dgCMatrix(b)@p))
