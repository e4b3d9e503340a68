# Sparse matrices of package Matrix, and points that stay sparse.

# Tells whether a sparse matrix has so many zeros that it should not be made dense.
stays_sparse <- function(x, arg) {
  if (!methods::is(x, "sparseMatrix")) {
    return(FALSE)
  }
  check_valid_matrix(x, arg)
  8 * prod(dim(x)) > few_bytes && Matrix::nnzero(x, na.counted = TRUE) < prod(dim(x)) / 10
}

# Returns what as_points() returns, of a sparse matrix: `x` is a dgCMatrix.
as_sparse_points <- function(x, arg, min_rows, na_action, can_omit) {
  check_size(x, arg, min_rows)
  names <- rownames(x)
  x <- Matrix::drop0(as_general(unname_matrix(x)))
  kept <- seq_len(nrow(x))
  bad <- cpp_first_not_finite(as.matrix(x@x))
  if (!is.null(bad)) {
    bad_rows <- unique(sort(x@i[!is.finite(x@x)] + 1L))
    bad$column <- findInterval(bad$row - 1L, x@p)
    bad$row <- x@i[[bad$row]] + 1L
    kept <- kept_rows(bad, bad_rows, nrow(x), arg, min_rows, na_action, can_omit)
  }
  if (arg != "newdata") warn_like_pairs(x, arg)
  n_given <- nrow(x)
  if (length(kept) < n_given) x <- x[kept, , drop = FALSE]
  checked_points(x, kept, n_given, names)
}

is_sparse_points <- function(x) methods::is(x, "dgCMatrix")

# Returns any Matrix as a dgCMatrix: doubles, general, compressed columns.
as_general <- function(m) as(as(as(m, "dMatrix"), "generalMatrix"), "CsparseMatrix")

# Returns a plain matrix as a dgCMatrix, entry by entry: package Matrix takes for symmetric what is
# nearly so, and keeps one half of it.
as_sparse <- function(x) {
  at <- which(is.na(x) | x != 0, arr.ind = TRUE)
  Matrix::sparseMatrix(i = at[, 1L], j = at[, 2L], x = as.double(x[at]), dims = dim(x))
}

unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}
