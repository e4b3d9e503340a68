# Orders of the rows of points that do not depend on how they are given.

# Finds for each row of x the first row at the same place.
first_at_place <- function(x) {
  place <- seq_len(nrow(x))
  # Rows at the same place have the same sum: few others are looked at.
  sums <- if (is_sparse_points(x)) Matrix::rowSums(x) else rowSums(x)
  alike <- which(duplicated(sums) | duplicated(sums, fromLast = TRUE))
  if (length(alike)) {
    columns <- ordering_columns(x[alike, , drop = FALSE])
    key <- do.call(paste, lapply(columns, function(column) match(column, column)))
    place[alike] <- alike[match(key, key)]
  }
  place
}

# Returns an order of the rows `at` of x that does not depend on the order of the rows, nor, except
# for ties, on rotations, shifts, and units: by distance from the mean, with ties by coordinates.
canonical_order <- function(x, at = seq_len(nrow(x))) {
  if (is_paged(x) && missing(at)) {
    return(order_paged_points(x))
  }
  if (is_distances(x)) {
    return(order_by_distance(far_from_mean(x[, attr(x, "self"), drop = FALSE], at)))
  }
  if (is_sparse_points(x)) {
    x <- x / max(abs(x@x), .Machine$double.xmin)
    centre <- Matrix::colMeans(x)
    square <- Matrix::rowSums(x^2) - 2 * as.vector(x %*% centre) + sum(centre^2)
    return(order_rows(sqrt(pmax(square[at], 0)), x[at, , drop = FALSE]))
  }
  x_mean <- if (is_paged(x)) x$mean else colMeans(x)
  rows <- if (missing(at)) x else x[at, , drop = FALSE]
  largest <- vapply(seq_along(x_mean), function(j) max(abs(rows[, j] - x_mean[[j]]), 0), 0)
  unit <- max(largest, .Machine$double.xmin)
  order_rows(cpp_deviations(rows, x_mean, unit, rep(1, length(x_mean)))$far, rows)
}

# Returns columns by which rows are ordered by their coordinates and distinguished. For sparse rows
# there are as many columns as a row has entries: an entry says how far a row comes before (below 0)
# or after the rows that have 0 there and later.
ordering_columns <- function(x) {
  if (!is_sparse_points(x)) {
    return(lapply(seq_len(ncol(x)), function(j) x[, j]))
  }
  column <- rep(seq_len(ncol(x)), diff(x@p))
  side <- sign(x@x)
  key <- list(side, -side * column, x@x)
  increasing <- do.call(order, key)
  is_new <- Reduce(`|`, lapply(key, function(k) c(TRUE, diff(k[increasing]) != 0)[seq_along(k)]))
  place <- integer(length(side))
  place[increasing] <- cumsum(is_new)
  place <- place - (side < 0) * (max(place[side < 0], 0L) + 1L)
  by_row <- order(x@i, column)
  row <- x@i[by_row] + 1L
  count <- tabulate(row, nrow(x))
  found <- matrix(0L, nrow(x), max(count, 1L))
  found[cbind(row, sequence(count))] <- place[by_row]
  lapply(seq_len(ncol(found)), function(j) found[, j])
}

# Orders rows by distances to nine digits, with ties by the coordinates.
order_rows <- function(far, x) {
  key <- distance_key(far)
  tied <- which(duplicated(key) | duplicated(key, fromLast = TRUE))
  place <- integer(length(key))
  if (length(tied)) {
    place[tied[do.call(order, ordering_columns(x[tied, , drop = FALSE]))]] <- seq_along(tied)
  }
  order(key, place)
}

# Does the same, with ties by columns.
order_by_distance <- function(far, columns = NULL) {
  do.call(order, c(list(distance_key(far)), columns))
}

# Coordinates and a dist of them agree in so many digits, and hardly two of some thousand points
# share them.
distance_key <- function(far) round(far / max(far, .Machine$double.xmin), 9)

# Computes canonical_order() of all points. Columns are read only if distances leave ties.
order_paged_points <- function(x) {
  look_at_rows(x)
  far <- x$seen$far
  columns <- list()
  repeat {
    place <- order_by_distance(far, columns)
    if (length(columns) == ncol(x) || !any_tied(far, columns, place)) {
      return(place)
    }
    more <- seq(length(columns) + 1L, min(length(columns) + 8L, ncol(x)))
    columns <- c(columns, columns_of_paged(x, more))
  }
}
