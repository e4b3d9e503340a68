# Orders of the rows of points that do not depend on how they are given.

# Finds for each row of the points x the number of the first row that coincides with it.
first_at_place <- function(x) {
  first_row <- seq_len(nrow(x))
  # Rows at the same place have the same sum: few others are looked at.
  sums <- Matrix::rowSums(x)
  candidates <- which(duplicated(sums) | duplicated(sums, fromLast = TRUE))
  if (length(candidates)) {
    columns <- ordering_columns(x[candidates, , drop = FALSE])
    key <- do.call(paste, lapply(columns, function(column) match(column, column)))
    first_row[candidates] <- candidates[match(key, key)]
  }
  first_row
}

# Returns an order of some rows of the points x, as positions among `rows`, numbers of rows, that
# does not depend on the order of the rows, nor, except for ties, on rotations, shifts, and units:
# by distance from the mean of all rows, with ties by coordinates.
canonical_order <- function(x, rows = seq_len(nrow(x))) UseMethod("canonical_order")

# An order of some rows of x that does not depend on the order of the rows: by distance from the
# mean of the columns.
#' @export
canonical_order.default <- function(x, rows = seq_len(nrow(x))) {
  order_from(if (missing(rows)) x else x[rows, , drop = FALSE], colMeans(x))
}

# The order of rows by distance from a point, see order_rows().
#   rows  points, m x r;  mean: the point, a number per column
order_from <- function(rows, mean) {
  largest <- vapply(seq_along(mean), function(j) max(abs(rows[, j] - mean[[j]]), 0), 0)
  unit <- max(largest, .Machine$double.xmin)
  order_rows(cpp_deviations(rows, mean, unit, rep(1, length(mean)))$far, rows)
}

# Returns columns by which the rows of points are ordered by their coordinates and distinguished: a
# list of vectors, a number per row.
ordering_columns <- function(x) UseMethod("ordering_columns")

# Columns that rows are ordered by: those of the matrix x, as a list.
#' @export
ordering_columns.default <- function(x) lapply(seq_len(ncol(x)), function(j) x[, j])

# Orders rows by distances to nine digits, with ties by the coordinates.
#   distance  of each row of x from the mean;  x: points, n x r
order_rows <- function(distance, x) {
  key <- distance_key(distance)
  tied <- which(duplicated(key) | duplicated(key, fromLast = TRUE))
  tie_rank <- integer(length(key))
  if (length(tied)) {
    tie_rank[tied[do.call(order, ordering_columns(x[tied, , drop = FALSE]))]] <- seq_along(tied)
  }
  order(key, tie_rank)
}

# The order of distances to nine digits, with ties by columns.
#   distance  of each row;  columns: list of vectors, by which ties are ordered
order_by_distance <- function(distance, columns = NULL) {
  do.call(order, c(list(distance_key(distance)), columns))
}

# Distances to nine digits of the largest. Coordinates and a dist of them agree in so many digits,
# and hardly two of some thousand points share them.
#   distance  of each point from the mean
distance_key <- function(distance) round(distance / max(distance, .Machine$double.xmin), 9)
