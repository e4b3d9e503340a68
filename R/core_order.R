# Orders of the rows of points that do not depend on how they are given.

# Returns for each row of the points x, in memory, the number of the first row that equals it.
# `candidates` are rows whose sum another row has, and key is equal for those that are equal.
first_equal_row <- function(x) {
  first_row <- seq_len(nrow(x))
  # Equal rows have equal sums: few others are compared.
  sums <- Matrix::rowSums(x)
  candidates <- which(duplicated(sums) | duplicated(sums, fromLast = TRUE))
  if (length(candidates)) {
    columns <- ordering_columns(x[candidates, , drop = FALSE])
    key <- do.call(paste, lapply(columns, function(column) match(column, column)))
    first_row[candidates] <- candidates[match(key, key)]
  }
  first_row
}

# Returns an order of some rows of the points x that does not depend on how they are given, nor,
# except for ties, on rotations, shifts, and units: by distance from the mean of all rows, to nine
# digits, with ties by coordinates. (Of distances without coordinates, ties keep their order.)
#   x     points of any kind;  rows: numbers of rows of x
# The result are positions among `rows`, as order() returns them.
canonical_order <- function(x, rows = seq_len(nrow(x))) UseMethod("canonical_order")

# An order of some rows of x that does not depend on the order of the rows: by distance from the
# mean of the columns.
#' @export
canonical_order.default <- function(x, rows = seq_len(nrow(x))) {
  order_from_mean(if (missing(rows)) x else x[rows, , drop = FALSE], colMeans(x))
}

# The order of points by distance from a mean, to nine digits, with ties by coordinates: positions,
# as order() returns them.
#   points  m x r;  mean: a number per column, which may be that of more points
# `largest` is the largest distance along each column, `unit` the largest of these.
order_from_mean <- function(points, mean) {
  largest <- vapply(seq_along(mean), function(j) max(abs(points[, j] - mean[[j]]), 0), 0)
  unit <- max(largest, .Machine$double.xmin)
  order_rows(cpp_deviations(points, mean, unit, rep(1, length(mean)))$far, points)
}

# Returns a list of vectors, a number per row of the points x, by which do.call(order, ) orders the
# rows by their coordinates. Two rows are equal if these numbers are.
ordering_columns <- function(x) UseMethod("ordering_columns")

# Columns that rows are ordered by: those of the matrix x, as a list.
#' @export
ordering_columns.default <- function(x) lapply(seq_len(ncol(x)), function(j) x[, j])

# Orders rows by distances to nine digits, with ties by the coordinates: positions, as order()
# returns them.
#   distance  of each row of x from the mean;  x: points, n x r, plain or sparse
# `tied` are numbers of rows whose rounded distance another row has; tie_rank is their rank by
# coordinates, 0 for other rows.
order_rows <- function(distance, x) {
  key <- distance_key(distance)
  tied <- which(duplicated(key) | duplicated(key, fromLast = TRUE))
  tie_rank <- integer(length(key))
  if (length(tied)) {
    tie_rank[tied[do.call(order, ordering_columns(x[tied, , drop = FALSE]))]] <- seq_along(tied)
  }
  order(key, tie_rank)
}

# Orders rows by distances to nine digits, with ties by columns: positions, as order() returns them.
#   distance  of each row;  columns: list of vectors, a value per row, by which ties are ordered,
#             the first one first; NULL or an empty list: ties keep their order
order_by_distance <- function(distance, columns = NULL) {
  do.call(order, c(list(distance_key(distance)), columns))
}

# Distances as shares of the largest, 0 to 1, rounded to nine digits. Coordinates and a dist of them
# agree in so many digits, and hardly two of some thousand points share them.
#   distance  of each point from the mean
distance_key <- function(distance) round(distance / max(distance, .Machine$double.xmin), 9)
