# The large end of a symmetric matrix's spectrum, by whichever way is cheaper.

# The k largest eigenvalues, spectrum in [-1, 1]: list(values, vectors, residuals).
#   m      a plain matrix or a dgCMatrix
#   known  n x c, orthonormal eigenvectors for the eigenvalue 1
largest_eigenpairs <- function(m, k, known, runtime) {
  if (is.matrix(m) || nrow(m) <= 300L || k <= ncol(known)) {
    return(cpp_largest_eigenpairs(m, k, known, NULL, 0, runtime))
  }
  plan <- cholesky_plan(m, k)
  m <- m[plan$order, plan$order]
  known <- known[plan$order, , drop = FALSE]
  solve <- if (plan$worthwhile) shifted_solver(m)
  pairs <- cpp_largest_eigenpairs(m, k, known, solve, inverse_shift, runtime)
  pairs$vectors[plan$order, ] <- pairs$vectors
  pairs
}

# list(order, worthwhile): an order of the rows that serves both ways, and whether a Cholesky factor
# and the solves of one search cost less than the products of the other, in seconds of one core.
# notes/eigen-solver.md has what these figures stand on. The number of threads is no argument: it
# may not change the result.
cholesky_plan <- function(m, k) {
  n_products <- max(200 + 12 * cpp_pseudo_diameter(m), products_to_outliers(m, k))
  by_products <- n_products * (1 + k / 40) * length(m@x) * 3e-9
  per_entry <- (50 + 5 * k) * 5e-9
  plan <- cpp_cholesky_plan(m, min(by_products / per_entry, most_entries))
  list(
    order = plan$order,
    worthwhile = plan$products / 1.7e9 + plan$entries * per_entry < by_products
  )
}

# Products that it takes to tell the k-th eigenvalue from those some places below where points hang
# on the rest by small weights: the j-th eigenvalue of I - M is near the j-th smallest entry of its
# diagonal, the chance to leave a point, and those below lie nearer than the diagonal's: the gap is
# taken as the geometric mean of the two. The rate is that of lanczos_plan().
products_to_outliers <- function(m, k) {
  leave <- sort(1 - Matrix::diag(m))
  ends <- leave[pmin(k + c(0, 4 + k %/% 2), length(leave))]
  1.2 * 28 / sqrt(2 * max(sqrt(prod(ends)), 1e-12))
}

# Entries of a factor beyond which none is tried. A constant, not what memory is free: that would
# change the choice, and with it the last bits, from one run to the next.
most_entries <- 1e9

# Below the eigenvalues of I - M that matter, far above rounding. A smaller one would cost precision
# where components hang together by a thread.
inverse_shift <- 1e-9

# v -> (I - M + shift I)^-1 v; NULL where that is not positive definite in double precision.
shifted_solver <- function(m) {
  shifted <- Matrix::forceSymmetric(Matrix::Diagonal(nrow(m), 1 + inverse_shift) - m)
  factor <- sparse_cholesky(shifted, perm = FALSE, super = TRUE)
  if (!is.null(factor)) function(v) as.vector(Matrix::solve(factor, v))
}
