# How far new points are from the data, in units of the distances between neighbors there, which of
# them are points of the fit, and which rows of the data are outliers.

# Makes the rule for the reach of a row of the fit, how far new points may be from it: `factor`
# times the distance to its k-th neighbor, but at most `limit`, beyond which the graph joins no
# points, or, if `local_k` is above 0, `multiple` times the distance to its `local_k`-th neighbor.
# Returns list(k, at most reach_neighbors; limit, in the unit of x, Inf: none; local_k; multiple;
# factor: 1).
new_reach_rule <- function(k = reach_neighbors, limit = Inf, local_k = 0L, multiple = 1) {
  list(
    k = min(k, reach_neighbors), limit = limit, local_k = local_k, multiple = multiple, factor = 1
  )
}

# The neighbor whose distance counts, or the last one of a graph with fewer. One reach serves all
# graphs: in many columns the cutoff of a kernel is far beyond the distances between neighbors, and
# the 36 neighbors of a layout are those of other groups.
reach_neighbors <- 10L

# A new row within this share of the reach of a row of the fit is that row, of which a file has lost
# digits.
same_point_share <- 1e-5

# At most this share of the rows of the fit would be far from all others.
max_far_share <- 0.01

# Returns a rule whose factor is so large that at most max_far_share of some 500 rows, each taken as
# if it were new, is far: of widen_reach_rule(), or of a recent call for the same rows. Rows that
# coincide are one row: if there are such, the rule has x, the different rows, and place, which of
# them each row is. An entry of settled_reach_rules$last is list(x, rule, settled: the result).
#   rule     of new_reach_rule();  x: the rows of the fit, n x p;  runtime: of new_runtime()
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
settle_reach_rule <- function(rule, x, acquire, runtime) {
  for (recent_entry in settled_reach_rules$last) {
    is_same <- rlang::obj_address(recent_entry$x) == rlang::obj_address(x)
    if (is_same && identical(recent_entry$rule, rule)) return(recent_entry$settled)
  }
  settled_rule <- widen_reach_rule(rule, x, acquire, runtime)
  if (is_in_memory(x) && utils::object.size(x) <= max_remembered_bytes) {
    entry <- list(x = x, rule = rule, settled = settled_rule)
    settled_reach_rules$last <- utils::head(c(list(entry), settled_reach_rules$last), 3L)
  }
  settled_rule
}

# Holds the rules of the last three fits that placed new points, in `last`, because finding one
# takes much longer than placing a row. An entry keeps its points, so that no other points get their
# address.
settled_reach_rules <- new.env(parent = emptyenv())
# Rows of more bytes are not kept.
max_remembered_bytes <- 2^26

# Returns a rule with the smallest factor of 1 or more for which at most max_far_share of some 500
# rows of the fit, each taken as if it were new, are far. If rows coincide, it has x, the different
# rows, and place, which of them each row is. k and local_k become less than the number of these.
#   rule     of new_reach_rule();  x: the rows of the fit, n x p;  runtime: of new_runtime()
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
widen_reach_rule <- function(rule, x, acquire, runtime) {
  # list(first: the first of each set of equal rows; index: the set of each row).
  equal_rows <- group_equal_rows(x)
  if (length(equal_rows$first) < nrow(x)) {
    rule$x <- repeat_points(x, equal_rows$first)
    rule$place <- equal_rows$index
  }
  x <- rule$x %||% x
  n <- nrow(x)
  rule$k <- min(rule$k, n - 1L)
  rule$local_k <- min(rule$local_k, n - 1L)
  if (n < 3L) return(rule)
  handle <- acquire_fit_rows(rule, x, acquire)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  # The limits of the graph do not count while the factor is found.
  graph_limits <- rule[c("limit", "local_k")]
  rule[c("limit", "local_k")] <- list(Inf, 0L)
  novelty <- sort(novelty_from_others(rule, x, rows, handle, runtime))
  n_far <- floor(max_far_share * length(rows))
  rule$factor <- max(1, novelty[[length(rows) - n_far]])
  replace(rule, names(graph_limits), graph_limits)
}

# Puts the rows that new points are compared with into the core. Returns their handle.
#   rule     of settle_reach_rule(): x (the different rows of the fit, NULL: all are different)
#   x        rule$x, or the rows of the fit if that is NULL
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
acquire_fit_rows <- function(rule, x, acquire) {
  acquire(if (is.null(rule$x)) "points" else "places", x)
}

# The distances of some rows of the fit to their k-th neighbor, in the unit of x: a number for each.
#   x     the rows of the fit, n x p;  handle: of the same in the core
#   rows  numbers of the rows;  k: number of the neighbor, the row itself not counted;  runtime: of
#         new_runtime()
distances_to_kth_neighbor <- function(x, rows, k, handle, runtime) {
  k <- min(k + 1L, nrow(x))
  nearest <- cpp_query_nearest(handle, x[rows, , drop = FALSE], k, runtime)
  nearest$distance[nth_neighbors(nearest, k)] * cpp_unit(handle)
}

# The reach of some rows of the fit, how far new points may be from them, in the unit of x: a number
# for each.
#   rule  of settle_reach_rule(): k, factor, limit, local_k, multiple, see new_reach_rule()
#   x     the rows of the fit, n x p;  handle: of the same in the core
#   rows  numbers of the rows;  runtime: of new_runtime()
reach_of_rows <- function(rule, x, rows, handle, runtime) {
  distances_to <- function(k) distances_to_kth_neighbor(x, rows, k, handle, runtime)
  limit <- if (rule$local_k > 0L) rule$multiple * distances_to(rule$local_k) else rule$limit
  pmin(rule$factor * distances_to(rule$k), limit)
}

# Returns the novelty of new points, length m: the distance of each to the nearest row of the fit,
# divided by the largest reach of the rows in its list; 0 if it coincides with a row.
#   rule        of settle_reach_rule()
#   x           the rows of the fit, n x p
#   nearest     lists of the rows of the fit that are nearest to each new point, of
#               cpp_query_nearest(): begin (where each list begins, from 0), index (row numbers),
#               distance (unit of the handle)
#   first_rank  position in each list of the first row that counts: 1, or 2 if the point itself
#               comes first
#   handle      of x in the core
#   runtime     of new_runtime()
novelty_of_queries <- function(rule, x, nearest, first_rank, handle, runtime) {
  distance <- nearest$distance[nth_neighbors(nearest, first_rank)] * cpp_unit(handle)
  query_index <- list_rows(nearest)
  is_counted <- seq_along(query_index) - nearest$begin[query_index] >= first_rank
  rows <- unique(nearest$index[is_counted])
  row_reach <- reach_of_rows(rule, x, rows, handle, runtime)[match(nearest$index[is_counted], rows)]
  query_index <- query_index[is_counted]
  largest_reach <-
    row_reach[order(query_index, row_reach)][!duplicated(query_index, fromLast = TRUE)]
  ifelse(distance > 0, distance / largest_reach, 0)
}

# The novelty of some rows of the fit, each taken as if it were new, as novelty_of_queries(): a
# number for each.
#   rows  their numbers;  rule: of settle_reach_rule();  runtime: of new_runtime()
#   x     the rows of the fit, n x p, which are all different;  handle: of the same in the core
novelty_from_others <- function(rule, x, rows, handle, runtime) {
  n_nearest <- min(max(rule$k, 1L) + 1L, nrow(x))
  nearest <- cpp_query_nearest(handle, x[rows, , drop = FALSE], n_nearest, runtime)
  novelty_of_queries(rule, x, nearest, 2L, handle, runtime)
}

# The novelty of rows of the data among themselves, length n, above 1 for outliers; NA if all rows
# are equal. It is the distance to the k-th neighbor over the median of that distance among the 2 k
# nearest rows, and this ratio over its limit. Rows that coincide are one row.
#   x        the rows, n x p
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
#   runtime  of new_runtime()
novelty_of_fit_rows <- function(x, acquire, runtime) {
  equal_rows <- group_equal_rows(x)
  rule <- if (length(equal_rows$first) < nrow(x)) list(x = repeat_points(x, equal_rows$first))
  x <- rule$x %||% x
  n <- nrow(x)
  if (n < 2L) return(rep(NA_real_, length(equal_rows$index)))
  # Of few rows less than half, as the k-th neighbor of all other rows may be an outlier.
  k <- max(1L, min(reach_neighbors, (n - 1L) %/% 2L))
  n_near <- min(2L * k, n - 1L)
  nearest <- nearest_lists(acquire_fit_rows(rule, x, acquire), n_near, runtime)
  distance <- nearest$distance[nth_neighbors(nearest, k)]
  of_others <- distance[nearest$index]
  of_others <- of_others[order(list_rows(nearest), of_others)]
  middle <- (nearest$begin[-1L] + nearest$begin[-(n + 1L)] + 1) / 2
  ratio <- 2 * distance / (of_others[floor(middle)] + of_others[ceiling(middle)])
  edge_ratio <- stats::median(nearest$distance[nth_neighbors(nearest, n_near)] / distance)
  (ratio / ratio_limit(ratio, edge_ratio))[equal_rows$index]
}

# Returns the ratio up to which rows are as far from others as is usual: four standard deviations of
# its logarithm above 1, by their median absolute deviation (notes/intervals.md).
#   ratio       of each row, see novelty_of_fit_rows()
#   edge_ratio  that of a row at the edge of even data, which sees half as many rows
ratio_limit <- function(ratio, edge_ratio) {
  max(edge_ratio, exp(4 * stats::mad(log(ratio), center = 0)))
}

# Compares new points with the rows of a fit. Returns a list:
#   novelty  of each new point, length m: above 1 it is far;  NA without a rule
#   x        the new points, m x r, those that coincide with a row of the fit, except for rounding,
#            equal to it
# Its arguments:
#   rule     of settle_reach_rule(): k (number of the neighbor), x (the different rows of the fit,
#            NULL: all are different), see new_reach_rule(); or NULL
#   x        the rows of the fit, n x r
#   query    the new points, m x r;  runtime: of new_runtime()
#   acquire  function(name, points), which returns a handle of these points, of new_acquirer()
# `nearest` are the lists of the rows of the fit that are nearest to each new point.
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

# Returns the new points, m x r, of which those that differ from a row of the fit by rounding alone
# are made equal to it.
#   rule     of settle_reach_rule()
#   x        the rows of the fit, n x r
#   query    the new points, m x r
#   nearest  lists of the rows of the fit that are nearest to each new point, of
#            cpp_query_nearest(): begin (where each list begins, from 0), index (row numbers),
#            distance (unit of the handle)
#   handle   of x in the core
#   runtime  of new_runtime()
snap_to_fit <- function(rule, x, query, nearest, handle, runtime) {
  first_element <- nth_neighbors(nearest, 1L)
  distance <- nearest$distance[first_element] * cpp_unit(handle)
  # Few rows are as near as that; only their reach is computed.
  candidates <- which(distance > 0 & distance <= same_point_share * cpp_rms_distance(handle))
  if (!length(candidates)) return(query)
  fit_row <- nearest$index[first_element[candidates]]
  reach <- reach_of_rows(rule, x, fit_row, handle, runtime)
  is_same <- distance[candidates] <= same_point_share * reach
  query[candidates[is_same], ] <- x[fit_row[is_same], , drop = FALSE]
  query
}

# Warns of new points that are far from the rows of a fit.
#   far_rows  their row numbers;  call: the call in which the argument `far` can be set, in
#             words
warn_far <- function(far_rows, call = "predict()") {
  warn_if(length(far_rows),
          c("`newdata`: {length(far_rows)} row{?s} {?is/are} too far from all points of the fit and
             {?is/are} NA (row{?s} {shorten(far_rows)}).",
            i = "`far = \"keep\"` of {call} gives them values all the same; `augment()` has
                 `.novelty`."), "far")
}

# Checks and returns the argument `far`, what becomes of new points that are far from those of the
# fit: "na" or "keep".
check_far <- function(far) check_choice(far, c("na", "keep"), "far")

# Returns the cutoff of a graph in bandwidths, or that of default_cutoff if the graph has none (NULL
# or Inf).
finite_cutoff <- function(cutoff) if (isTRUE(is.finite(cutoff))) cutoff else default_cutoff
