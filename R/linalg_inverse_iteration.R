# Bottom of the spectrum of F F', F sparse: squared singular values, many of them close to zero.

# The k smallest eigenvalues of F F', in increasing order, with orthonormal eigenvectors:
# list(values; vectors, n x k; residuals, a norm for each). `solver` is a Cholesky factor, of
# barely_shifted_factor(), NULL for a dense solver; `pairs` are those beside the null space.
#   factor      n x n, a dgCMatrix F;  k: number of eigenpairs, at most n
#   null_basis  n x c, orthonormal vectors of the null space, which are returned first (at most k of
#               them), with the value 0
#   runtime     of new_runtime()
inverse_iteration <- function(factor, k, null_basis, runtime) {
  n <- nrow(factor)
  null_basis <- null_basis[, seq_len(min(ncol(null_basis), k)), drop = FALSE]
  n_unknown <- k - ncol(null_basis)
  if (n_unknown == 0L) return(list(values = rep(0, k), vectors = null_basis, residuals = rep(0, k)))
  is_dense <- n <= 200L || 4L * k > n
  solver <- if (!is_dense) barely_shifted_factor(Matrix::tcrossprod(factor), runtime)
  # F F' is never indefinite by more than rounding. A dense solver in its place would need n^2.
  refuse_if(!is_dense && is.null(solver),
            "`x`: the weights of the neighbors are not finite, or overflow.", "convergence")
  pairs <- cpp_inverse_iteration(factor, null_basis, n_unknown, solver, runtime)
  warn_if(pairs$n_unsettled > 0L,
          "{pairs$n_unsettled} eigenvector{?s} of {k} did not settle in {pairs$n_rounds} rounds
           of inverse iteration: the largest residual is {signif(max(pairs$residuals), 2)}.",
          "convergence")
  list(
    values = c(rep(0, ncol(null_basis)), pairs$values),
    vectors = cbind(null_basis, pairs$vectors),
    residuals = c(rep(0, ncol(null_basis)), pairs$residuals)
  )
}

# The Cholesky factor, a list of cpp_sparse_factor(), of m + s I with the smallest of some shifts s,
# 1e-13 to 0.1 times the largest diagonal entry, that leaves it positive definite; NULL if none
# does.
#   m  n x n, sparse and symmetric;  runtime: of new_runtime()
# `plan` is list(order: in which the rows are eliminated best; entries: number of those of the
# factor; seconds: not used).
barely_shifted_factor <- function(m, runtime) {
  m <- as_dgCMatrix(m)
  plan <- cpp_cholesky_plan(m, Inf)
  check_factor_memory(plan$entries, "x")
  for (shift in 10^-seq(13, 1, by = -2) * max(Matrix::diag(m))) {
    factor <- cpp_sparse_factor(m, plan$order, 1, shift, runtime)
    if (!is.null(factor)) break
  }
  factor
}
