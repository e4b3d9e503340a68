# Rows that coincide. A method that looks at the nearest neighbors of each point takes the rows at
# one place for one point, in time that is linear in the rows (notes/ties.md).

# Returns list(first, at, count): the first row at each place, the place of each row, and how many
# rows are there.
places_of <- function(x) {
  place <- if (!is_in_memory(x)) first_at_paged_place(x) else first_at_place(x)
  first <- which(place == seq_along(place))
  at <- match(place, first)
  list(first = first, at = at, count = tabulate(at, length(first)))
}

# Does the same as first_at_place(). Of points at one place the distances from the mean are equal.
first_at_paged_place <- function(x) {
  look_at_rows(x)
  far <- x$seen$far
  place <- seq_len(nrow(x))
  alike <- which(duplicated(far) | duplicated(far, fromLast = TRUE))
  if (length(alike)) place[alike] <- alike[first_at_place(x[alike, , drop = FALSE])]
  place
}

# Returns the points of these rows. Of distances, those to them as well.
points_at <- function(x, rows) {
  if (length(rows) == nrow(x)) {
    return(x)
  }
  if (!is_in_memory(x)) {
    return(drop_rows(x, seq_len(nrow(x))[-rows]))
  }
  if (!is_distances(x)) {
    return(x[rows, , drop = FALSE])
  }
  own <- attr(x, "self")[rows]
  structure(unclass(x)[rows, own, drop = FALSE], class = "lapscale_distances",
            self = seq_along(rows))
}

# Says how many rows coincide with another.
inform_of_copies <- function(places) {
  n <- sum(places$count[places$count > 1L])
  if (n > 0L) inform("`x`: {n} point{?s} coincide{?s/} with another point.", "duplicates")
}

# Returns checked points with the rows at one place as one point that stands for all of them, if
# these are most of the rows: the pairs of points that coincide would take the time.
merge_copies <- function(checked) {
  if (!is_in_memory(checked$x) || !is_unit_mass(checked$mass)) {
    return(checked)
  }
  places <- places_of(checked$x)
  m <- length(places$first)
  if (m < 3L || 2 * m > nrow(checked$x)) {
    return(checked)
  }
  merged <- take_points(checked, places$first)
  merged$mass <- as.double(places$count)
  merged$n_rows <- nrow(checked$x)
  merged
}
