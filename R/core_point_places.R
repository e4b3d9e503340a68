# Rows that coincide. A method that looks at the nearest neighbors of each point takes the rows at
# one place for one point, in time that is linear in the rows (notes/ties.md).

# Gives rows of the points x that differ by rounding alone, as after a text file, the same numbers,
# so that they coincide. Of distances, those between all points.
merge_rounded_rows <- function(x) {
  first_rows <- cpp_rounding_copies(x)
  if (is.null(first_rows)) return(x)
  if (!is_distances(x)) return(x[first_rows, , drop = FALSE])
  x[] <- unclass(x)[first_rows, first_rows]
  x
}

# Returns list(first, index, count) for the places of the points x: the number of the first row at
# each place, the number of the place of each row, and how many rows are at each place.
places_of <- function(x) {
  place <- if (!is_in_memory(x)) first_at_paged_place(x) else first_at_place(x)
  first <- which(place == seq_along(place))
  index <- match(place, first)
  list(first = first, index = index, count = tabulate(index, length(first)))
}

# Finds for each row of points x on the disk the number of the first row that coincides with it. Of
# points at one place the distances from the mean are equal.
first_at_paged_place <- function(x) {
  look_at_rows(x)
  distance <- x$scanned$far
  first_row <- seq_len(nrow(x))
  candidates <- which(duplicated(distance) | duplicated(distance, fromLast = TRUE))
  if (length(candidates)) {
    first_row[candidates] <- candidates[first_at_place(x[candidates, , drop = FALSE])]
  }
  first_row
}

# Has the core count neighbors by places, from then on: rows that coincide are one. Whoever asks for
# the distance to a k-th neighbor says so first, because others may have the same handle.
#   x, handle   points, and of them in the core
#   reach_rule  of settle_reach_rule(): x, the different rows, or NULL where none coincide, and
#               place, which of them each row is; without a rule they are looked for
count_places <- function(handle, x, runtime, reach_rule = NULL) {
  if (!is_in_memory(x)) return(invisible())
  if (!is.null(reach_rule)) {
    if (!is.null(reach_rule$x)) cpp_count_places(handle, reach_rule$x, reach_rule$place, runtime)
    return(invisible())
  }
  places <- places_of(x)
  m <- length(places$first)
  if (m == 1L || m == nrow(x)) return(invisible())
  cpp_count_places(handle, points_of_rows(x, places$first), places$index, runtime)
}

# Returns the points of some rows, none twice. Of distances, only those to these points are left.
#   x  points of any kind;  rows: numbers of rows
points_at <- function(x, rows) {
  if (length(rows) == nrow(x)) return(x)
  if (!is_in_memory(x)) return(drop_rows(x, seq_len(nrow(x))[-rows]))
  if (!is_distances(x)) return(x[rows, , drop = FALSE])
  columns <- attr(x, "self")[rows]
  structure(unclass(x)[rows, columns, drop = FALSE], class = "lapscale_distances",
            self = seq_along(rows))
}

# Says how many rows coincide with another.
#   places  of places_of(): count, the number of points at each place
inform_of_copies <- function(places) {
  n <- sum(places$count[places$count > 1L])
  inform_if(n > 0L, "`x`: {n} point{?s} coincide{?s/} with another point.", "duplicates")
}

# Returns checked points with the rows at one place as one point that stands for all of them, if
# these are most of the rows: the pairs of points that coincide would take the time. Adds
#   n_rows     how many rows there were
#   copies     list(rows, source): numbers of all these rows of the data, and for each the number of
#              the row that stands for it
# Its arguments:
#   checked    of as_points()
#   min_pairs  how many copies a row must have in the mean, itself included
#   always     whether rows that coincide are one point however few they are
merge_copies <- function(checked, min_pairs = 0, always = FALSE) {
  if (!is_in_memory(checked$x) || !always && !is_unit_mass(checked$mass)) return(checked)
  n <- nrow(checked$x)
  places <- places_of(checked$x)
  n_different <- length(places$first)
  if (n_different < 3L || n_different == n) return(checked)
  if (!always && (2 * n_different > n || sum(places$count^2) < min_pairs * n)) return(checked)
  merged <- take_points(checked, places$first)
  merged$mass <- as.vector(rowsum(rep_len(as.double(checked$mass), n), places$index))
  merged$n_rows <- n
  merged$copies <- list(rows = checked$rows, source = merged$rows[places$index])
  merged
}

# Does the same as merge_copies(), however few coincide, for points on the disk, which stay there.
#   checked  of as_points()
merge_paged_copies <- function(checked) {
  x <- checked$x
  places <- places_of(x)
  if (length(places$first) == nrow(x)) return(checked)
  merged <- replace(checked, c("x", "rows", "mass"), list(
    scan_source(x$source, x$rows[places$first], x$arg), checked$rows[places$first],
    as.vector(rowsum(rep_len(as.double(checked$mass), nrow(x)), places$index))
  ))
  merged$shared <- NULL
  merged$n_rows <- nrow(x)
  merged
}

# Finds which share of its own loop joins a row to its copies, which whole numbers count: m copies
# have m^2 pairs, of which m are loops of one and do not count.
#   mass  number of copies of each row, or 1
copy_loops <- function(mass) if (all(mass == trunc(mass))) 1 - 1 / mass else 0

# How many copies a row has where the edges between copies would be most of a graph: notes/ties.md.
many_copies <- 100

# Gives an embedding of places, one for all rows that coincide, a row for each row of the data. Its
# field `walk`, where it has one, are right eigenvectors of the walk, a row per row of the data.
# model$first is, for each place, the number of a row of the model that is there.
#   fitted  an embedding of places, see new_embedding()
#   copies  list(rows, source): numbers of all rows of the data, and of the row that stands for each
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
    fitted$model$x <- points_of_rows(fitted$model$x, position)
    fitted$model$first <- match(seq_along(fitted$rows), position)
  }
  fitted$rows <- sort(copied_rows)
  fitted
}

# Returns the points of some rows, which may repeat, with distances to all points of the data.
#   x  points of any kind;  rows: numbers of rows
points_of_rows <- function(x, rows) {
  if (is_in_memory(x)) x[rows, , drop = FALSE] else points_at(x, rows)
}
