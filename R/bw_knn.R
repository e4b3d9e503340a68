#' Bandwidth by nearest neighbors
#'
#' @description
#' Returns a multiple of the mean or median distance to the `k`-th nearest neighbor.
#'
#' **When to use it.** Use it as a fast rule of thumb, or to compare with published work. It follows
#' the spacing of the points and does not use the shape of the data.
#'
#' @details
#' As the number of points grows, the bandwidth shrinks like \eqn{n^{-1/d}}{n^(-1/d)}, which is
#' faster than a consistent Laplacian allows ([bw_rate()]).
#'
#' Rows that coincide are one point among the neighbors, and each of them counts in the mean or
#' median. If there are `k` or fewer other points, the farthest is used.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param k Number of the neighbor, below `n`, without the point itself. The default is 7.
#' @param multiple A positive number by which the distance is multiplied. The default is 1.
#' @param statistic The average over the points: `"mean"` (the default) or `"median"`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`).
#' @return A [lapscale_bandwidth] of method `"knn"`:
#'   - the curve has a single row, whose criterion is `NA`;
#'   - `glance()` adds `k`, `multiple`, and `statistic`.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide.
#' @references Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. *Advances in
#'   Neural Information Processing Systems 17*, for `k = 7`, per point ([heat_graph()] with
#'   `local_scale`).
#' @seealso [bw_gc()], [bw_median()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_circle(500, noise = 0.02, seed = 1)
#' bw_knn(x, k = 7)
#' bw_knn(dist(x), k = 7, multiple = 2)
#' bw_knn(iris[1:4], k = 7)
#' @export
bw_knn <- function(x, k = 7L, multiple = 1, statistic = c("mean", "median"), scale = FALSE,
                   ...) door({
  statistic <- check_choice(statistic, c("mean", "median"), "statistic")
  multiple <- check_number(multiple, "multiple", above = 0)
  nearest <- neighbor_distances(x, k, arguments())
  # The number of the neighbor, smaller if there are not as many, and the distance to it from each
  # row.
  k <- nrow(nearest$distances)
  kth <- nearest$distances[k, nearest$place]
  # Means of extreme numbers are taken in their own unit.
  unit <- max(kth)
  if (unit == 0) unit <- 1
  typical_distance <- unit * switch(statistic, mean = mean(kth / unit), stats::median(kth / unit))
  refuse_if(typical_distance == 0,
            "`x` has no scale at `k` = {k}: the {statistic} distance to neighbor {k} is zero.",
            "no_scale")
  fixed_bandwidth(
    check_value_range(multiple * typical_distance, "multiple"), "knn",
    list(n = length(kth), d = NA_integer_, k = k, multiple = multiple,
         statistic = statistic),
    title = "Nearest neighbors", scaling = nearest$scaling,
    notes = paste(short(multiple, 3), "x the", statistic, "distance to neighbor", k)
  )
}, .takes = list("points", "run"))

# Returns a bandwidth; an error if it is 0 or not finite.
#   value  the bandwidth;  arg: name of the argument that it was computed from
check_value_range <- function(value, arg) {
  refuse_if(!is.finite(value) || value <= 0,
            "`{arg}` leads to the bandwidth {value}, beyond the range of double precision.")
  value
}

# Computes the distances to the k nearest other points, where rows that coincide are one point.
# Returns a list:
#   distances  k x m, unit of x, a column for each of the m different rows, increasing from above;
#              fewer than k rows if there are not as many others
#   mass       of each different row, the sum over the rows that equal it, m numbers
#   rows       which rows of the given x were kept
#   place      for each kept row, the column of distances of the row that it equals
#   scaling    what was done to the points first, see checked_points(), or NULL
# Arguments:
#   x      points as the user gave them
#   k      number of neighbors as the user gave it;  min_k: the smallest k that is allowed
#   args   the arguments of the call, by name: n_threads, progress, and those of as_points()
# `places` is of group_equal_rows(): first (the first row of each set of equal rows), index.
neighbor_distances <- function(x, k, args, min_k = 1L) {
  checked <- as_points(x, args, any_kind)
  n <- nrow(checked$x)
  refuse_if(n <= min_k && min_k > 1L, "`x` must have at least {min_k + 1L} rows, not {n}.")
  k <- check_neighbors(check_count(k, "k", min = min_k), "k", n)
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_once(checked)
  places <- group_equal_rows(checked$x)
  n_different <- length(places$first)
  refuse_if(n_different <= min_k,
            "`x` must have at least {min_k + 1L} different rows, not {n_different}.", "no_scale")
  k <- min(k, n_different - 1L)
  check_memory(24 * n_different * k, "k", paste("the distances to", k, "neighbors"))
  handle <- if (n_different == n) acquire_shared_points(checked, runtime) else
    release_on_exit(acquire_points(pick_points(checked$x, places$first), runtime))
  list(
    distances = cpp_neighbor_distances(handle, k, runtime), rows = checked$rows,
    place = places$index, scaling = checked$scaling,
    mass = as.vector(rowsum(rep_len(as.double(checked$mass), n), places$index))
  )
}
