# Sparse matrices of package Matrix, and points that stay sparse.

# Whether x, what the user gave as `arg`, is a sparse Matrix that is not made dense: above 16 MB as
# doubles, with fewer than a tenth of its entries not zero.
stays_sparse <- function(x, arg) {
  if (!methods::is(x, "sparseMatrix")) return(FALSE)
  check_valid_matrix(x, arg)
  8 * prod(dim(x)) > few_bytes && Matrix::nnzero(x, na.counted = TRUE) < prod(dim(x)) / 10
}

# Returns the checked_points() of a sparse matrix: their x is a dgCMatrix.
#   x         a sparse Matrix;  arg: the argument that it was given as
#   min_rows  the fewest rows that must be left
#   settings  of point_settings(): metric ("euclidean" or "cosine"), na_action ("error" or "omit"),
#             can_omit
# `fault` is list(kind, row, column, count) of the first value that is not finite, or NULL; `rows`
# are numbers of the rows that stay.
as_sparse_points <- function(x, arg, min_rows, settings) {
  check_size(x, arg, min_rows)
  names <- rownames(x)
  x <- Matrix::drop0(as_dgCMatrix(unname_matrix(x)))
  rows <- seq_len(nrow(x))
  fault <- cpp_first_not_finite(as.matrix(x@x))
  if (!is.null(fault)) {
    bad_rows <- unique(sort(x@i[!is.finite(x@x)] + 1L))
    # The row of the fault is the number of a stored entry; from here on it is that of x.
    fault$column <- findInterval(fault$row - 1L, x@p)
    fault$row <- x@i[[fault$row]] + 1L
    rows <- rows_after_na_action(fault, bad_rows, nrow(x), arg, min_rows, settings)
  }
  if (arg != "newdata") {
    warn_like_pairs(x, arg)
    inform_of_transposed(x, arg, names)
  }
  n_given <- nrow(x)
  if (length(rows) < n_given) x <- x[rows, , drop = FALSE]
  if (arg != "newdata") x <- merge_rounded_rows(x)
  scaling <- metric_scaling(settings$metric)
  x <- scale_points(x, scaling, arg, rows)
  checked_points(x, rows, n_given, names, scaling = scaling)
}

# Returns m, any Matrix, as a dgCMatrix: doubles, general, compressed columns.
as_dgCMatrix <- function(m) as(as(as(m, "dMatrix"), "generalMatrix"), "CsparseMatrix")

# Returns a plain matrix x as a dgCMatrix of its entries that are not 0. It is made entry by entry,
# because package Matrix takes for symmetric what is nearly so, and keeps one half of it.
as_sparse <- function(x) {
  entries <- which(is.na(x) | x != 0, arr.ind = TRUE)
  Matrix::sparseMatrix(entries[, 1L], entries[, 2L], x = as.double(x[entries]), dims = dim(x))
}

# A matrix x, plain or of package Matrix, without row and column names.
unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}

# Puts sparse points into the core. Returns their handle. Row numbers and the beginnings of columns
# are stored beside the numbers.
#   runtime  of new_runtime();  arg: the argument that errors of memory name
#' @export
acquire_points.dgCMatrix <- function(x, runtime, arg = "x") {
  acquire_numbers(x, runtime, arg, 2 * length(x@x) + nrow(x) + ncol(x))
}

# All points of a dgCMatrix x, called `arg` in errors, as a plain matrix, or as they are.
#   sparse  whether they are returned as they are
#' @export
whole_points.dgCMatrix <- function(x, arg = "x", sparse = FALSE) {
  if (sparse) x else table_as_matrix(x, arg)
}

# Whether columns are looked at one by one: those of sparse points are not, always FALSE.
#' @export
has_columns.dgCMatrix <- function(x) FALSE

# New points for a fit on sparse points x: a sparse matrix with the same number of columns.
#   new_points  checked points, a plain or a sparse matrix
#' @export
as_same_kind.dgCMatrix <- function(x, new_points) {
  check_column_count(ncol(new_points), ncol(x))
  if (is.matrix(new_points)) as_sparse(new_points) else new_points
}

# An order of some sparse rows that does not depend on the order of the rows: positions among
# `rows`, by distance from the mean of all rows, with ties by coordinates. Distances are computed
# from products, as all entries would be stored if the mean were taken off.
#   x  sparse points, a dgCMatrix;  rows: numbers of rows of x
# `square` are squared distances of all rows.
#' @export
canonical_order.dgCMatrix <- function(x, rows = seq_len(nrow(x))) {
  x <- x / max(abs(x@x), .Machine$double.xmin)
  centre <- Matrix::colMeans(x)
  square <- Matrix::rowSums(x^2) - 2 * as.vector(x %*% centre) + sum(centre^2)
  order_rows(sqrt(pmax(square[rows], 0)), x[rows, , drop = FALSE])
}

# Columns that the rows of x, a dgCMatrix, are ordered by: a list of integer vectors, a number per
# row, as many vectors as a row has entries at most. A number says how far a row comes before (below
# 0) or after the rows that have 0 there and later. In it `column`, `sign`, and `rank` are of each
# stored entry, in the order of x@x, and `rank_table` has for each row the ranks of its entries from
# left to right, then zeros.
#' @export
ordering_columns.dgCMatrix <- function(x) {
  column <- rep(seq_len(ncol(x)), diff(x@p))
  sign <- sign(x@x)
  keys <- list(sign, -sign * column, x@x)
  increasing <- do.call(order, keys)
  differs <- Reduce(`|`, lapply(keys, function(k) c(TRUE, diff(k[increasing]) != 0)[seq_along(k)]))
  rank <- integer(length(sign))
  rank[increasing] <- cumsum(differs)
  rank <- rank - (sign < 0) * (max(rank[sign < 0], 0L) + 1L)
  by_row <- order(x@i, column)
  row <- x@i[by_row] + 1L
  count <- tabulate(row, nrow(x))
  rank_table <- matrix(0L, nrow(x), max(count, 1L))
  rank_table[cbind(row, sequence(count))] <- rank[by_row]
  lapply(seq_len(ncol(rank_table)), function(j) rank_table[, j])
}

# Distances of all rows of x, a dgCMatrix, from one of them, a number per row, by products, which
# skip the zeros.
#   i  the number of this row
#' @export
distances_to_row.dgCMatrix <- function(x, i) {
  square <- Matrix::rowSums(x^2)
  sqrt(pmax(square + square[[i]] - 2 * as.vector(x %*% x[i, ]), 0))
}

# Half the range of each column of x, a dgCMatrix, where zeros that are not stored count. `value`
# and `column` are of each stored entry, and of one zero in each column that has a zero.
#' @export
half_widths.dgCMatrix <- function(x) {
  value <- c(x@x, numeric(sum(diff(x@p) < nrow(x))))
  column <- c(rep(seq_len(ncol(x)), diff(x@p)), which(diff(x@p) < nrow(x)))
  increasing <- order(column, value)
  last <- cumsum(tabulate(column, ncol(x)))
  ends <- value[increasing]
  ends[last] / 2 - ends[c(1L, last[-ncol(x)] + 1L)] / 2
}
