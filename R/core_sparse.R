# Sparse matrices of package Matrix in the one form that the package works with.

# Any Matrix as a dgCMatrix: doubles, general, compressed columns.
as_general <- function(m) as(as(as(m, "dMatrix"), "generalMatrix"), "CsparseMatrix")

# A plain matrix as a dgCMatrix, entry by entry: package Matrix takes for symmetric what is nearly
# so, and keeps one half of it.
as_sparse <- function(x) {
  at <- which(is.na(x) | x != 0, arr.ind = TRUE)
  Matrix::sparseMatrix(i = at[, 1L], j = at[, 2L], x = as.double(x[at]), dims = dim(x))
}

unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}
