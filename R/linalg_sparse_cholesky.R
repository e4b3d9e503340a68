# Sparse Cholesky factors, by Matrix.

# The factor of a symmetric sparse matrix, NULL where it is not positive definite. The warning is
# muffled where it arises: a handler that left from there would leave CHOLMOD's workspace in
# disorder, and R's memory with it.
sparse_cholesky <- function(m, perm, super) {
  tryCatch(
    suppressWarnings(Matrix::Cholesky(m, perm = perm, LDL = FALSE, super = super)),
    error = function(e) NULL
  )
}
