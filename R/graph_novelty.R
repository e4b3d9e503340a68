# How far new points are from the data, in units of what the graph of a fit reaches.

# Describes what the graph of a fit reaches from a row: the same radius from all, the distance to
# the k-th neighbor of the row, or `multiple` distances to its `local`-th neighbor; the largest of
# these, times a factor. NULL where there is no graph.
new_reach <- function(radius = 0, k = 0L, local = 0L, multiple = 1) {
  list(radius = radius, k = k, local = local, multiple = multiple, factor = 1)
}

# Returns the distances to the k-th neighbor of some rows, other than themselves.
kth_distances <- function(x, rows, k, handle, runtime) {
  k <- min(k + 1L, nrow(x))
  near <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k, runtime)
  near$distance[at_place(near, k)] * cpp_unit(handle)
}

# Returns how far the graph reaches from some rows. Copies of a row say nothing of this: where all
# its neighbors coincide with it, it is what is usual.
row_reach <- function(reach, x, rows, handle, runtime) {
  found <- rep(reach$radius, length(rows))
  for (one in list(c(reach$k, 1), c(reach$local, reach$multiple))) {
    if (one[[1L]] > 0) {
      found <- pmax(found, one[[2L]] * kth_distances(x, rows, one[[1L]], handle, runtime))
    }
  }
  ifelse(found > 0, found, reach$usual %||% 0)
}

# Returns the distance to the nearest row over the reach, with the largest reach of the nearest
# rows.
#   near  of cpp_query_nearest();  from: the first of each list that counts
novelty_by <- function(reach, x, near, from, handle, runtime) {
  distance <- near$distance[at_place(near, from)] * cpp_unit(handle)
  of <- listing_points(near)
  counts <- seq_along(of) - near$begin[of] >= from
  rows <- unique(near$index[counts])
  reached <- row_reach(reach, x, rows, handle, runtime)[match(near$index[counts], rows)]
  of <- of[counts]
  largest <- reached[order(of, reached)][!duplicated(of, fromLast = TRUE)]
  ifelse(distance > 0, distance / (reach$factor * largest), 0)
}

# Counts the nearest rows whose reach counts: as many as the graph joins.
n_reaching <- function(reach, x) min(max(reach$k, reach$local, 1L), nrow(x))

# Returns the novelty of points; above 1 they are far.
novelty_at <- function(reach, x, at, handle, runtime) {
  if (is.null(reach) || nrow(at) == 0L) return(rep(NA_real_, nrow(at)))
  near <- cpp_query_nearest(handle, at, n_reaching(reach, x), runtime)
  novelty_by(reach, x, near, 1L, handle, runtime)
}

# Widens the reach of nearest neighbors so that at most this share of the rows of the fit would be
# far from all others. Each of some 500 rows is looked at as if it were new.
usual_share <- 0.98

settle_reach <- function(reach, x, handle, runtime) {
  n <- nrow(x)
  if (reach$radius > 0 || n < 3L) return(reach)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  own <- row_reach(reach, x, rows, handle, runtime)
  reach$usual <- if (any(own > 0)) stats::median(own[own > 0]) else Inf
  if (reach$local > 0) return(reach)
  near <- cpp_query_nearest(
    handle, x[rows, , drop = FALSE], min(n_reaching(reach, x) + 1L, n), runtime
  )
  novelty <- sort(novelty_by(reach, x, near, 2L, handle, runtime))
  reach$factor <- max(1, novelty[[min(length(rows), ceiling(usual_share * (length(rows) + 1)))]])
  reach
}

# Warns of new points that are far, by row numbers.
#   what  becomes of them
warn_far <- function(far) {
  warn_if(length(far),
          c("`newdata`: {length(far)} row{?s} {?is/are} too far from all points of the fit and
             {?is/are} NA (row{?s} {shorten(far)}).",
            i = "`far = \"keep\"` predicts them all the same; `augment()` has `.novelty`."), "far")
}

check_far <- function(far) check_choice(far, c("na", "keep"), "far")

# Returns the cutoff of a graph in bandwidths, or the usual one where all pairs are joined.
usual_cutoff <- function(cutoff) if (isTRUE(is.finite(cutoff))) cutoff else default_cutoff
