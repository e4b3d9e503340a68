# How far new points are from the data, in units of the distances between neighbors there, and
# which of them are points of the fit.

# Describes how far new points may be from a row of the fit: `factor` distances to its k-th
# neighbor, and never beyond what the graph joins it with, which is `limit`, or `multiple` distances
# to its `local`-th neighbor. NULL for a fit without either.
new_reach <- function(k = usual_reach, limit = Inf, local = 0L, multiple = 1) {
  list(k = min(k, usual_reach), limit = limit, local = local, multiple = multiple, factor = 1)
}

# The neighbor whose distance counts, or the last one of a graph with fewer. One reach serves all
# graphs: in many columns the cutoff of a kernel is far beyond the distances between neighbors, and
# the 36 neighbors of a layout are those of other groups.
usual_reach <- 10L

# A new row within this share of the reach of a row is that row: digits that were lost in a file.
rounding_share <- 1e-5

# At most this share of the rows of the fit would be far from all others.
usual_share <- 0.98

# Widens the reach so that at most the usual share of some 500 rows, each taken as if it were new,
# is far. Rows at one place are one row: if some coincide, `reach$x` has the different rows, and
# `reach$place` says which of them each row is.
#   acquire  function(name, points): a handle of these points
settle_reach <- function(reach, x, acquire, runtime) {
  for (known in settled_reaches$last) {
    if (rlang::obj_address(known$x) == rlang::obj_address(x) && identical(known$reach, reach)) {
      return(known$settled)
    }
  }
  settled <- find_reach(reach, x, acquire, runtime)
  if (is_in_memory(x) && utils::object.size(x) <= max_remembered) {
    entry <- list(x = x, reach = reach, settled = settled)
    settled_reaches$last <- utils::head(c(list(entry), settled_reaches$last), 3L)
  }
  settled
}

# Holds the reaches of the last fits that placed new points, because finding one takes much longer
# than placing a row. An entry acquires its points, so that no other points get their address.
settled_reaches <- new.env(parent = emptyenv())
max_remembered <- 2^26

find_reach <- function(reach, x, acquire, runtime) {
  places <- places_of(x)
  if (length(places$first) < nrow(x)) {
    reach$x <- points_of_rows(x, places$first)
    reach$place <- places$index
  }
  x <- reach$x %||% x
  n <- nrow(x)
  reach$k <- min(reach$k, n - 1L)
  reach$local <- min(reach$local, n - 1L)
  if (n < 3L) return(reach)
  handle <- acquire_reach(reach, x, acquire)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  near <- cpp_query_nearest(
    handle, x[rows, , drop = FALSE], min(max(reach$k, 1L) + 1L, n), runtime
  )
  graph_end <- reach[c("limit", "local")]
  reach[c("limit", "local")] <- list(Inf, 0L)
  novelty <- sort(novelty_by(reach, x, near, 2L, handle, runtime))
  reach$factor <- max(1, novelty[[min(length(rows), ceiling(usual_share * (length(rows) + 1)))]])
  replace(reach, names(graph_end), graph_end)
}

acquire_reach <- function(reach, x, acquire) {
  acquire(if (is.null(reach$x)) "points" else "places", x)
}

# The distances of some rows to their k-th neighbor.
kth_distances <- function(x, rows, k, handle, runtime) {
  k <- min(k + 1L, nrow(x))
  near <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k, runtime)
  near$distance[at_place(near, k)] * cpp_unit(handle)
}

row_reach <- function(reach, x, rows, handle, runtime) {
  distances <- function(k) kth_distances(x, rows, k, handle, runtime)
  limit <- if (reach$local > 0L) reach$multiple * distances(reach$local) else reach$limit
  pmin(reach$factor * distances(reach$k), limit)
}

# The distance to the nearest row over the largest reach of the nearest rows.
#   near  of cpp_query_nearest();  from: the first of each list that counts
novelty_by <- function(reach, x, near, from, handle, runtime) {
  distance <- near$distance[at_place(near, from)] * cpp_unit(handle)
  query <- listing_points(near)
  counts <- seq_along(query) - near$begin[query] >= from
  rows <- unique(near$index[counts])
  reached <- row_reach(reach, x, rows, handle, runtime)[match(near$index[counts], rows)]
  query <- query[counts]
  largest <- reached[order(query, reached)][!duplicated(query, fromLast = TRUE)]
  ifelse(distance > 0, distance / largest, 0)
}

# Looks at new points beside those of a fit, n x r, with a reach that is settled. Returns a list:
#   novelty  above 1 they are far;  NA without a reach
#   x        the points, with those that coincide with a row, except for rounding, equal to it
compare_with_fit <- function(reach, x, new, acquire, runtime) {
  if (is.null(reach) || !nrow(new)) return(list(novelty = rep(NA_real_, nrow(new)), x = new))
  x <- reach$x %||% x
  handle <- acquire_reach(reach, x, acquire)
  near <- cpp_query_nearest(handle, new, min(max(reach$k, 1L), nrow(x)), runtime)
  list(
    novelty = novelty_by(reach, x, near, 1L, handle, runtime),
    x = without_rounding(reach, x, new, near, handle, runtime)
  )
}

without_rounding <- function(reach, x, new, near, handle, runtime) {
  first <- at_place(near, 1L)
  distance <- near$distance[first] * cpp_unit(handle)
  # Few rows are as near as that; only their reach is computed.
  close <- which(distance > 0 & distance <= rounding_share * cpp_rms_distance(handle))
  if (!length(close)) return(new)
  row <- near$index[first[close]]
  same <- distance[close] <= rounding_share * row_reach(reach, x, row, handle, runtime)
  new[close[same], ] <- x[row[same], , drop = FALSE]
  new
}

# Warns of new points that are far, by row numbers.
#   where  the user can set `far`
warn_far <- function(far, where = "predict()") {
  warn_if(length(far),
          c("`newdata`: {length(far)} row{?s} {?is/are} too far from all points of the fit and
             {?is/are} NA (row{?s} {shorten(far)}).",
            i = "`far = \"keep\"` of {where} gives them values all the same; `augment()` has
                 `.novelty`."), "far")
}

check_far <- function(far) check_choice(far, c("na", "keep"), "far")

# The cutoff of a graph in bandwidths, or the usual one where all pairs are joined.
usual_cutoff <- function(cutoff) if (isTRUE(is.finite(cutoff))) cutoff else default_cutoff
