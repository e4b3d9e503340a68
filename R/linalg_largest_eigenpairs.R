# The large end of a symmetric matrix's spectrum, by whichever way is cheaper.

# The k largest eigenvalues, spectrum in [-1, 1]: list(values, vectors, residuals).
#   m      a plain matrix, a dgCMatrix, or matrix-free weights
#   known  n x c, orthonormal eigenvectors for the eigenvalue 1
largest_eigenpairs <- function(m, k, known, runtime) {
  if (is_matrix_free(m)) {
    return(matrix_free_eigenpairs(m, k, known, runtime))
  }
  if (is.matrix(m) || nrow(m) <= 300L || k <= ncol(known)) {
    return(cpp_largest_eigenpairs(m, k, known, NULL, 0, runtime))
  }
  plan <- cpp_eigenpairs_plan(m, k)
  m <- m[plan$order, plan$order]
  known <- known[plan$order, , drop = FALSE]
  solver <- if (plan$by_inverse) shifted_solver(m)
  pairs <- cpp_largest_eigenpairs(m, k, known, solver, inverse_shift, runtime)
  pairs$vectors[plan$order, ] <- pairs$vectors
  pairs
}

# Below the eigenvalues of I - M that matter, far above rounding. A smaller one would cost precision
# where components hang together by a thread.
inverse_shift <- 1e-9

# cholesky_solver() of I - M + shift I; NULL where that is not positive definite in double
# precision.
shifted_solver <- function(m) {
  cholesky_solver(sparse_cholesky(Matrix::forceSymmetric(-m), perm = FALSE, 1 + inverse_shift))
}

# The k largest eigenvalues of any symmetric matrix, plain or dgCMatrix.
leading_eigenpairs <- function(m, k, runtime) {
  bound <- max(if (is.matrix(m)) rowSums(abs(m)) else Matrix::rowSums(abs(m)))
  if (bound == 0) {
    return(list(values = rep(0, k), vectors = diag(1, nrow(m), k)))
  }
  pairs <- cpp_largest_eigenpairs(m / bound, k, matrix(0, nrow(m), 0L), NULL, 0, runtime)
  list(values = pairs$values * bound, vectors = pairs$vectors)
}
