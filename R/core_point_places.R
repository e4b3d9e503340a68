# Rows that coincide. A method that looks at the nearest neighbors of each point takes the rows at
# one place for one point, in time that is linear in the rows (notes/ties.md).

# Returns the points x with the same numbers in rows that differ by rounding alone, as after a text
# file, so that these rows coincide.
#   x  points in memory: a matrix, a dgCMatrix, or distances between all points
# `first_rows` are for each row the number of the row whose numbers it takes, NULL if no rows differ
# by rounding alone.
merge_rounded_rows <- function(x) {
  first_rows <- cpp_rounding_copies(x)
  if (is.null(first_rows)) return(x)
  if (!is_distances(x)) return(x[first_rows, , drop = FALSE])
  x[] <- unclass(x)[first_rows, first_rows]
  x
}

# Groups the rows of the points x, of any kind, that are equal: each group is a place. Returns
# list(first: the number of the first row at each place, increasing; index: the number of the place
# of each row; count: how many rows are at each place).
group_equal_rows <- function(x) {
  first_row <- if (!is_in_memory(x)) first_equal_paged_row(x) else first_equal_row(x)
  first <- which(first_row == seq_along(first_row))
  index <- match(first_row, first)
  list(first = first, index = index, count = tabulate(index, length(first)))
}

# Returns for each row of points x on the disk the number of the first row that equals it. Only rows
# with equal distances from the mean are compared.
#   x  points on the disk, of scan_source(): scanned (environment; scan_all_rows() puts far, the
#      distances from the mean, length n, into it)
# `candidates` are numbers of rows whose distance another row has.
first_equal_paged_row <- function(x) {
  scan_all_rows(x)
  distance <- x$scanned$far
  first_row <- seq_len(nrow(x))
  candidates <- which(duplicated(distance) | duplicated(distance, fromLast = TRUE))
  if (length(candidates)) {
    first_row[candidates] <- candidates[first_equal_row(x[candidates, , drop = FALSE])]
  }
  first_row
}

# Makes the core count rows that coincide as one neighbor from now on, for points in memory; those
# on the disk stay as they are. Callers that need the distance to a k-th neighbor call this first.
#   handle      of the points in the core;  x: the points;  runtime: of new_runtime()
#   reach_rule  of settle_reach_rule(): x (the different rows, NULL if none coincide), place (which
#               of them each row is); or NULL: equal rows of x are found here
# `m` is the number of different rows.
merge_places <- function(handle, x, runtime, reach_rule = NULL) {
  if (!is_in_memory(x)) return(invisible())
  if (!is.null(reach_rule)) {
    if (!is.null(reach_rule$x)) cpp_count_places(handle, reach_rule$x, reach_rule$place, runtime)
    return(invisible())
  }
  places <- group_equal_rows(x)
  m <- length(places$first)
  if (m == 1L || m == nrow(x)) return(invisible())
  cpp_count_places(handle, repeat_points(x, places$first), places$index, runtime)
}

# Returns the points of some rows, of the same kind. Distances to the other points are left out.
#   x     points of any kind, n x r
#   rows  numbers of rows, all different and increasing: with n numbers x is returned as it is
pick_points <- function(x, rows) {
  if (length(rows) == nrow(x)) return(x)
  if (!is_in_memory(x)) return(drop_rows(x, seq_len(nrow(x))[-rows]))
  if (!is_distances(x)) return(x[rows, , drop = FALSE])
  columns <- attr(x, "self")[rows]
  structure(unclass(x)[rows, columns, drop = FALSE], class = "lapscale_distances",
            self = seq_along(rows))
}

# Shows a message with the number of points that coincide with another.
#   places  of group_equal_rows(): list with count, the number of points at each place
inform_of_copies <- function(places) {
  n <- sum(places$count[places$count > 1L])
  inform_if(n > 0L, "`x`: {n} point{?s} coincide{?s/} with another point.", "duplicates")
}

# Returns checked points in which rows that coincide are one point with the mass of all of them, if
# at most half of the rows are different, because the pairs of equal points would take most of the
# time. Adds
#   n_rows     how many rows there were
#   copies     list(rows, source): numbers of all these rows of the data, and for each the number of
#              the row of the data that stands for it
# Returns the points as they are, without these fields, if nothing is merged: with fewer than 3
# different rows, on the disk, and, unless `always`, with weights. Its arguments:
#   checked    of as_points(): x, mass (of each row, or 1), rows (numbers of the rows of the data)
#   min_pairs  equal rows are merged only if a row has this number of copies in the mean, itself
#              included
#   always     whether rows that coincide are merged however few they are
merge_copies <- function(checked, min_pairs = 0, always = FALSE) {
  if (!is_in_memory(checked$x) || !always && !is_unit_mass(checked$mass)) return(checked)
  n <- nrow(checked$x)
  places <- group_equal_rows(checked$x)
  n_different <- length(places$first)
  if (n_different < 3L || n_different == n) return(checked)
  if (!always && (2 * n_different > n || sum(places$count^2) < min_pairs * n)) return(checked)
  merged <- take_points(checked, places$first)
  merged$mass <- as.vector(rowsum(rep_len(as.double(checked$mass), n), places$index))
  merged$n_rows <- n
  merged$copies <- list(rows = checked$rows, source = merged$rows[places$index])
  merged
}

# Returns checked points on the disk in which rows that coincide, however few, are one point with
# the mass of all of them (length n then), and n_rows, how many rows there were; as they are if all
# rows differ.
#   checked  of as_points(): x (of scan_source(): source, rows, arg), rows (of the data), mass (1,
#            or a number per row)
merge_paged_copies <- function(checked) {
  x <- checked$x
  places <- group_equal_rows(x)
  if (length(places$first) == nrow(x)) return(checked)
  merged <- replace(checked, c("x", "rows", "mass"), list(
    scan_source(x$source, x$rows[places$first], x$arg), checked$rows[places$first],
    as.vector(rowsum(rep_len(as.double(checked$mass), nrow(x)), places$index))
  ))
  merged$shared <- NULL
  merged$n_rows <- nrow(x)
  merged
}

# The share of the loop of a merged row that joins its copies to each other, 0 to 1: m copies have
# m^2 pairs, of which m are loops of a single copy and do not count. A number for each mass; a
# single 0 if masses are not all whole numbers.
#   mass  number of copies of each row, or 1
loop_share_of_copies <- function(mass) if (all(mass == trunc(mass))) 1 - 1 / mass else 0

# From this number of copies of a row on, edges between copies would be most of a graph:
# notes/ties.md.
many_copies <- 100

# Returns an embedding in which merged rows have a row again for each of the rows that coincide. Its
# model gets first: for each place, the number of the first row of model$x that is there.
#   fitted  an embedding of merged rows, see new_embedding(): rows (those of the data that stand for
#           others, then all that are embedded), coordinates and walk (n_given x s, NA in rows that
#           are not embedded; walk, right eigenvectors, is mostly NULL), components (list(sizes;
#           membership, length n_given), or NULL), model (x, the points of the fit, then one for
#           each embedded row; NULL if they are not kept)
#   copies  of merge_copies(): list(rows, source): numbers of all rows of the data, and of the row
#           that stands for each
repeat_copies <- function(fitted, copies) {
  is_fitted <- copies$source %in% fitted$rows
  copied_rows <- copies$rows[is_fitted]
  source_rows <- copies$source[is_fitted]
  for (field in c("coordinates", "walk")) {
    values <- fitted[[field]]
    if (!is.null(values)) fitted[[field]][copied_rows, ] <- values[source_rows, , drop = FALSE]
  }
  if (!is.null(fitted$components)) {
    membership <- fitted$components$membership
    membership[copies$rows] <- membership[copies$source]
    fitted$components$membership <- membership
    fitted$components$sizes <- tabulate(membership, length(fitted$components$sizes))
  }
  # The model has a row of x for each embedded row of the data, but coordinates for each place.
  if (!is.null(fitted$model)) {
    position <- match(source_rows[order(copied_rows)], fitted$rows)
    fitted$model$x <- repeat_points(fitted$model$x, position)
    fitted$model$first <- match(seq_along(fitted$rows), position)
  }
  fitted$rows <- sort(copied_rows)
  fitted
}

# Returns the points of some rows, of the same kind. Distances to all points of the data are kept.
#   x     points of any kind
#   rows  numbers of rows, which may repeat; of points on the disk they must be different and
#         increasing
repeat_points <- function(x, rows) {
  if (is_in_memory(x)) x[rows, , drop = FALSE] else pick_points(x, rows)
}
