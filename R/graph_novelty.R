# How far new points are from the data, in units of the distances between neighbors there, and
# which of them are points of the fit.

# Describes the reach of a row of the fit, how far new points may be from it: `factor` distances to
# its k-th neighbor, and never beyond what the graph joins it with, which is `limit`, or `multiple`
# distances to its `local_k`-th neighbor, if that is above 0. A list of the arguments and `factor`.
new_reach_rule <- function(k = reach_neighbors, limit = Inf, local_k = 0L, multiple = 1) {
  list(
    k = min(k, reach_neighbors), limit = limit, local_k = local_k, multiple = multiple, factor = 1
  )
}

# The neighbor whose distance counts, or the last one of a graph with fewer. One reach serves all
# graphs: in many columns the cutoff of a kernel is far beyond the distances between neighbors, and
# the 36 neighbors of a layout are those of other groups.
reach_neighbors <- 10L

# A new row within this share of the reach of a row is that row: digits that were lost in a file.
rounding_share <- 1e-5

# At most this share of the rows of the fit would be far from all others.
max_far_share <- 0.01

# Widens the reach so that at most the usual share of some 500 rows, each taken as if it were new,
# is far. Rows at one place are one row: if some coincide, `rule$x` has the different rows, and
# `rule$place` says which of them each row is.
#   rule     of new_reach_rule();  x: the rows of the fit, n x p
#   acquire  function(name, points): a handle of these points
settle_reach_rule <- function(rule, x, acquire, runtime) {
  for (remembered in settled_reach_rules$last) {
    is_same <- rlang::obj_address(remembered$x) == rlang::obj_address(x)
    if (is_same && identical(remembered$rule, rule)) return(remembered$settled)
  }
  settled <- widen_reach_rule(rule, x, acquire, runtime)
  if (is_in_memory(x) && utils::object.size(x) <= max_remembered_bytes) {
    entry <- list(x = x, rule = rule, settled = settled)
    settled_reach_rules$last <- utils::head(c(list(entry), settled_reach_rules$last), 3L)
  }
  settled
}

# Holds the reaches of the last fits that placed new points, because finding one takes much longer
# than placing a row. An entry acquires its points, so that no other points get their address.
settled_reach_rules <- new.env(parent = emptyenv())
max_remembered_bytes <- 2^26

# The rule with its factor widened, see settle_reach_rule().
#   rule     of new_reach_rule();  x: the rows of the fit, n x p
#   acquire  function(name, points): a handle of these points
widen_reach_rule <- function(rule, x, acquire, runtime) {
  places <- places_of(x)
  if (length(places$first) < nrow(x)) {
    rule$x <- points_of_rows(x, places$first)
    rule$place <- places$index
  }
  x <- rule$x %||% x
  n <- nrow(x)
  rule$k <- min(rule$k, n - 1L)
  rule$local_k <- min(rule$local_k, n - 1L)
  if (n < 3L) return(rule)
  handle <- acquire_fit_rows(rule, x, acquire)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  nearest <- cpp_query_nearest(
    handle, x[rows, , drop = FALSE], min(max(rule$k, 1L) + 1L, n), runtime
  )
  # What the graph joins is no limit while the factor is found.
  graph_end <- rule[c("limit", "local_k")]
  rule[c("limit", "local_k")] <- list(Inf, 0L)
  novelty <- sort(novelty_of_queries(rule, x, nearest, 2L, handle, runtime))
  n_far <- floor(max_far_share * length(rows))
  rule$factor <- max(1, novelty[[length(rows) - n_far]])
  replace(rule, names(graph_end), graph_end)
}

# Puts the rows that the rule compares with into the core: a handle.
#   rule     of settle_reach_rule();  x: rule$x, or the rows of the fit where it has none
#   acquire  function(name, points), which keeps what it made under that name
acquire_fit_rows <- function(rule, x, acquire) {
  acquire(if (is.null(rule$x)) "points" else "places", x)
}

# The distances of some rows of the fit to their k-th neighbor, in the unit of x.
#   x     the rows of the fit, n x p;  handle: of the same in the core
#   rows  numbers of the rows whose distances are wanted
kth_distances <- function(x, rows, k, handle, runtime) {
  k <- min(k + 1L, nrow(x))
  nearest <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k, runtime)
  nearest$distance[nth_neighbors(nearest, k)] * cpp_unit(handle)
}

# The reach of some rows of the fit, in the unit of x.
#   rule  of settle_reach_rule(): k, factor, limit, local_k, multiple, see new_reach_rule()
#   x     the rows of the fit, n x p;  handle: of the same in the core
#   rows  numbers of the rows whose reach is wanted
reach_of_rows <- function(rule, x, rows, handle, runtime) {
  distances <- function(k) kth_distances(x, rows, k, handle, runtime)
  limit <- if (rule$local_k > 0L) rule$multiple * distances(rule$local_k) else rule$limit
  pmin(rule$factor * distances(rule$k), limit)
}

# The distance of each query to the nearest row of the fit over the largest reach of the nearest
# rows.
#   rule        of settle_reach_rule()
#   x           the rows of the fit, n x p;  handle: of the same in the core
#   nearest     lists of the rows of the fit that are nearest to each query, of cpp_query_nearest()
#   first_rank  place in each list of the first row that counts, 2 if the query itself comes first
novelty_of_queries <- function(rule, x, nearest, first_rank, handle, runtime) {
  distance <- nearest$distance[nth_neighbors(nearest, first_rank)] * cpp_unit(handle)
  query <- list_rows(nearest)
  is_counted <- seq_along(query) - nearest$begin[query] >= first_rank
  rows <- unique(nearest$index[is_counted])
  row_reach <- reach_of_rows(rule, x, rows, handle, runtime)[match(nearest$index[is_counted], rows)]
  query <- query[is_counted]
  largest_reach <- row_reach[order(query, row_reach)][!duplicated(query, fromLast = TRUE)]
  ifelse(distance > 0, distance / largest_reach, 0)
}

# Looks at new points beside those of a fit, by a rule that is settled. Returns a list:
#   novelty  of each new point, length m: above 1 it is far;  NA without a rule
#   x        the new points, m x r, those that coincide with a row of the fit, except for rounding,
#            equal to it
# Its arguments:
#   rule     of settle_reach_rule(), or NULL;  x: the rows of the fit, n x r
#   query    the new points, m x r
#   acquire  function(name, points), which puts points into the core: a handle
compare_with_fit <- function(rule, x, query, acquire, runtime) {
  if (is.null(rule) || !nrow(query)) return(list(novelty = rep(NA_real_, nrow(query)), x = query))
  x <- rule$x %||% x
  handle <- acquire_fit_rows(rule, x, acquire)
  nearest <- cpp_query_nearest(handle, query, min(max(rule$k, 1L), nrow(x)), runtime)
  list(
    novelty = novelty_of_queries(rule, x, nearest, 1L, handle, runtime),
    x = snap_to_fit(rule, x, query, nearest, handle, runtime)
  )
}

# The new points, m x r, of which those that differ from a row of the fit by rounding alone are
# made equal to it.
#   rule     of settle_reach_rule();  query: the new points, m x r
#   x        the rows of the fit, n x r;  handle: of the same in the core
#   nearest  lists of the rows of the fit that are nearest to each new point, of cpp_query_nearest()
snap_to_fit <- function(rule, x, query, nearest, handle, runtime) {
  first_element <- nth_neighbors(nearest, 1L)
  distance <- nearest$distance[first_element] * cpp_unit(handle)
  # Few rows are as near as that; only their reach is computed.
  candidate <- which(distance > 0 & distance <= rounding_share * cpp_rms_distance(handle))
  if (!length(candidate)) return(query)
  fit_row <- nearest$index[first_element[candidate]]
  reach <- reach_of_rows(rule, x, fit_row, handle, runtime)
  is_same <- distance[candidate] <= rounding_share * reach
  query[candidate[is_same], ] <- x[fit_row[is_same], , drop = FALSE]
  query
}

# Warns of new points that are far.
#   far    their row numbers;  where: the call in which the argument `far` can be set
warn_far <- function(far, where = "predict()") {
  warn_if(length(far),
          c("`newdata`: {length(far)} row{?s} {?is/are} too far from all points of the fit and
             {?is/are} NA (row{?s} {shorten(far)}).",
            i = "`far = \"keep\"` of {where} gives them values all the same; `augment()` has
                 `.novelty`."), "far")
}

# Checks what becomes of new points that are far from those of the fit: `far`, "na" or "keep".
check_far <- function(far) check_choice(far, c("na", "keep"), "far")

# The cutoff of a graph in bandwidths, or the usual one where all pairs are joined.
usual_cutoff <- function(cutoff) if (isTRUE(is.finite(cutoff))) cutoff else default_cutoff
