#' Check whether a bandwidth suits the data
#'
#' Checks a bandwidth on the data before you rely on it. Are there enough neighbors? Is the graph
#' connected? Does a random step look like one on a manifold? Do edges cross gaps in the data? The
#' idea is that of `gam.check()` of package mgcv. The limits are rules of thumb, so a verdict tells
#' you where to look and not what is wrong. `vignette("when-it-fails")` explains what you can do
#' about each verdict.
#'
#' @details
#' `tidy()` has these rows:
#' - `neighbors`: the median over points of the sum of their weights, without the point itself.
#'   Below 3 there is too little to average. If the steps that leave a point also see 2.5 dimensions
#'   or more, there are too few points for that dimension. On a regular grid fewer neighbors are
#'   enough.
#' - `joined`: the mean weight over all pairs. Above 0.25 the data look like a single cloud.
#' - `components`: the number of connected components of the radius graph, whose edges are the pairs
#'   within 3.72 bandwidths. (After `bw_gc(graph = "knn")` it is that of the nearest-neighbor
#'   graph.) If there is more than one, spectra have several zeros.
#' - `groups`: the number of components with at least 5% of the points if weights below 0.01 do not
#'   count. If there is more than one, a random walk hardly gets from one to the other.
#' - `isolated`: the share of points whose neighbors have a total weight below 0.1. Above 0.05 the
#'   bandwidth is too small for a part of the data.
#' - `dimension` and `distance`: the mean over points of the dimension that a step of the random
#'   walk sees, and of its distance to the nearest projection, see [bw_gc()]. A distance of 0 is
#'   that of a flat manifold. If it is above 0.5, here or at the points from which [bw_gc()]
#'   selected the bandwidth, the data are not manifold-like at this scale. A smaller distance can
#'   still be too large for a single group in which one or two dimensions are seen: without the part
#'   that is due to few neighbors it should be at most 0.21, plus 0.08 per dimension. If it is
#'   larger, the data are wide: strands, turns, or sheets are nearer to each other than the noise,
#'   or there is much noise across. If the dimension is below 0.5, no direction is seen. If it is
#'   near the number of columns (above 9 tenths of 4 or more), the points fill all columns. If it is
#'   smaller than the `d` for which the bandwidth was selected by more than a half, the data do not
#'   have this dimension.
#' - `eigenvalue_error`: the mean relative error of the first eight eigenvalues of the Laplacian to
#'   expect. It is 5 times `distance` over the square root of the number of points, as measured on
#'   manifolds with known spectra, where it was right within a factor of 2 in three of four samples,
#'   and within a factor of 4 in nine of ten. Above 0.25 the low eigenvalues are uncertain. It is
#'   `NA` if most steps of the walk stay at their point, or if the dimension is near 0.
#' - `nearest`: the median distance to the nearest point over the root mean squared distance of all.
#'   Above 0.6, with 10 columns or more, all points are nearly equally far from each other: noise in
#'   many columns hides what they have in common.
#' - `short_circuits`: the share of the second moments of the kernel that is due to short circuits.
#'   These are pairs whose path along the data, through the 10 nearest neighbors, is more than 3
#'   times as long as their distance and more than 8 times the distance to the 10th neighbor. (In
#'   many dimensions all distances are similar, and a few steps are many times the distance.) Above
#'   0.009 edges cross gaps in the data, such as from one turn of a spiral to the next. If noise
#'   fills the gap, paths cross it too, and short circuits are not seen.
#' - `knn`: the bandwidth over the median distance to the 7th neighbor, where points that coincide
#'   count as one (compare [bw_knn()]). Below 0.25 the bandwidth is below the spacing of the points.
#' - `msvd`, with 3 to 48 columns: by which factor the bandwidth is beyond the nearer end of the
#'   interval of [bw_msvd()] at the dimension seen; 1 within it. Above 1.5 or below 1 / 1.5 the two
#'   disagree. It is `NA` if there is no such interval, that is, no scale at which this number of
#'   directions stands out.
#' - `spread`: the 95% quantile of the distances to the 7th distinct neighbor over the 5% quantile.
#'   Above 10 some parts of the data are much denser than others, and a single bandwidth does not
#'   suit both.
#' - `coinciding`: the share of rows that repeat an earlier row. Above 0.1 many neighbors are
#'   copies.
#' - `step`: the typical distance of different values in a column, over the bandwidth, for the
#'   column in which it is largest. It is only computed for columns whose values appear twice or
#'   more on average (rounded numbers, lattices). Above 1.25 the graph sees the lattice.
#' - `sds`: the largest standard deviation of a column over the smallest. Constant columns are left
#'   out, and so are narrow ones (a tenth or less) that are noise or scores: their mean is zero
#'   within 4 standard errors, and in data whose columns were all centered they are uncorrelated
#'   with all others. If it is above 10 and units differ, use `scale = TRUE` everywhere.
#'
#' `neighbors`, `dimension`, and `distance` are computed at all points if `n <= 1000`, otherwise at
#' 500. `short_circuits` is computed at up to 100 points, and at fewer if `n > 50,000`. `components`
#' is exact.
#'
#' `plot()` shows lengths along the data against straight distances of connected pairs, with short
#' circuits in color, and the distribution over the points of the neighbors and the distances to a
#' projection.
#'
#' Multiplying `x` and the bandwidth by a number changes nothing, and neither does the order of the
#' rows.
#'
#' @inheritParams bw_gc
#' @param bw A [lapscale_bandwidth], a positive number, or a selector or its name, which selects a
#'   bandwidth for `x`. A bandwidth of `bw_gc(graph = "knn")`, or one with its own `alpha`, is
#'   checked on the graph for which it was selected.
#' @param x The points for which it was selected, or others from the same source, as in [bw_gc()].
#' @param scale Only needed if `bw` is a plain number: `TRUE` if it is in the unit of scaled
#'   columns, see [bw_gc()]. A bandwidth that was selected with `scale = TRUE` remembers this, and
#'   the columns of `x` are scaled as they were then.
#' @param seed A whole number, so that the report of the same points is the same; NULL draws from
#'   R's random numbers.
#' @param object A `lapscale_report`.
#' @param ... Not used; graphical parameters for `plot()`.
#' @return A list of class `lapscale_report`, printed with the advice at the end:
#'   - `tidy()` returns one row per check, with `check`, `value`, `verdict`, which is `"fine"` or a
#'     few words, and `advice`, which says what to do and is `NA` if the verdict is fine;
#'   - `glance()` returns one row, with `bandwidth`, `n`, `dimension`, `distance`, `n_looks` (the
#'     number of verdicts that are not fine), and `verdict`, all of them in one line;
#'   - `plot()` draws it.
#' @section Errors:
#' `lapscale_error_argument`, naming `bw` or another argument; `lapscale_error_no_scale` if all
#' points coincide; `lapscale_error_memory`.
#' @seealso [bw_gc()], [local_minima()], [graph_components()], `vignette("when-it-fails")`.
#' @examples
#' x <- sample_swiss_roll(800, seed = 1)
#' report <- bandwidth_report(2.2, x)
#' report
#' plot(report)
#' # Joins the windings:
#' tidy(bandwidth_report(4.3, x))
#' @export
bandwidth_report <- function(bw, x, seed = 0, n_threads = NULL, na_action = "error", scale = FALSE,
                             progress = NULL, ...) door({
  if (is.function(bw) || rlang::is_string(bw, named_selectors)) {
    bw <- select_if_asked(bw, x, list(
      seed = seed, n_threads = n_threads, na_action = na_action, scale = scale, progress = progress
    ))
  }
  h <- resolve_reported(bw)
  checked <- as_reported_points(bw, x, na_action, scale)
  n <- nrow(checked$x)
  seed <- check_seed(seed)
  runtime <- new_runtime(n_threads, progress)
  if (all(checked$x == rep(checked$x[1L, ], each = n))) check_spread(checked$x)
  check_list_memory(n, 10L, "x")
  seed <- draw_seed(seed)
  graph <- graph_reported(bw, n)
  seen <- look_at_points(checked$x, h, graph, seed, runtime)
  values <- c(
    seen$values, msvd = msvd_agreement(checked, h, seen$values[["dimension"]], seed, runtime),
    coinciding = seen$coinciding, step = largest_step(checked$x) / h, sds = ratio_of_sds(checked$x)
  )
  if (!ncol(checked$x) %in% msvd_columns) values <- values[names(values) != "msvd"]
  structure(
    list(
      table = report_table(values, list(
        r = ncol(checked$x), d = graph$d, chosen_by = graph$distance, plain = seen$plain,
        moving = seen$moving, staying = seen$staying
      )), bandwidth = h, n = n,
      points = cbind(row = checked$rows[seen$points$row], seen$points[-1L]), pairs = seen$pairs
    ),
    class = "lapscale_report"
  )
}, ...)

# x with its columns scaled where `scale` says so, or as they were when bw was chosen.
as_reported_points <- function(bw, x, na_action, scale) {
  remembers <- inherits(bw, "lapscale_bandwidth") && is_scaled(bw)
  scale <- check_flag(scale, "scale")
  checked <- as_points(x, na_action = na_action, scale = scale && !remembers)
  if (!remembers) {
    check_same_scale(bw, checked$scaling, FALSE, "bw")
    return(checked)
  }
  checked$scaling <- scaling_for(bw, checked, column_names(x), "bw")
  checked$x <- scale_points(checked$x, checked$scaling)
  checked
}

resolve_reported <- function(bw) {
  if (is.numeric(bw) && !inherits(bw, "lapscale_dimension")) {
    check_same_local_scale(bw, arg = "bw")
    return(check_number(plain(bw), "bw", above = 0))
  }
  abort_argument(
    "`bw` must be a positive number, what a selector such as bw_gc() returns, or a selector or its
     name, not {describe(bw)}."
  )
}

# The graph and the dimension that a bandwidth was chosen for, and its distance to a projection
# there: list(k, alpha, d, distance), NA for a graph of all pairs, where no dimension was given, and
# where one was.
graph_reported <- function(bw, n) {
  if (!inherits(bw, "bw_gc")) {
    return(list(k = NA_integer_, alpha = 1, d = NA_real_, distance = NA_real_))
  }
  facts <- selection(bw)$facts
  chosen <- selection(bw)
  at <- chosen$minima[chosen$choices[[chosen$minimum]], ]
  given <- is.null(at$dimension)
  list(
    k = min(facts$k, n - 1L), alpha = facts$alpha, d = if (given) facts$d else NA_real_,
    distance = if (given) NA_real_ else at$distance
  )
}

# What there is to see at the points: list of values by name, points, pairs, coinciding.
look_at_points <- function(x, h, graph, seed, runtime) {
  n <- nrow(x)
  place <- first_at_place(x)
  first <- unique(place)
  all_points <- hold_points(x, runtime)
  on.exit(cpp_release(all_points), add = TRUE)
  places <- all_points
  if (length(first) < n) {
    places <- hold_points(x[first, , drop = FALSE], runtime)
    on.exit(cpp_release(places), add = TRUE)
  }
  count <- tabulate(match(place, first), length(first))
  nearest <- nearest_lists(places, min(10L, length(first) - 1L), runtime)
  rows <- draw_points(x, NULL, seed)
  points <- report_steps(all_points, n, ncol(x), h, rows, graph, seed, runtime)
  pairs <- report_lengths(x[first, , drop = FALSE], places, nearest, h, seed, runtime)
  unit <- cpp_unit(places)
  sizes <- if (is.na(graph$k)) {
    component_sizes(places, nearest, default_cutoff * h / unit, count, runtime)
  } else {
    neighbor_graph_sizes(all_points, graph$k, runtime)
  }
  # Where one holds nearly all points there is no second group.
  strong <- component_sizes(
    places, nearest, strong_cutoff * h / unit, count, runtime, enough = 1 - report_limits$group
  )
  seventh <- nearest$distance[at_place(nearest, min(7L, length(first) - 1L))]
  crossed <- short_circuit_share(pairs)
  values <- c(
    neighbors = stats::median(points$neighbors),
    joined = mean(points$neighbors) / (n - 1),
    components = length(sizes),
    groups = sum(strong >= report_limits$group * n),
    isolated = mean(points$neighbors < report_limits$isolated_below),
    dimension = mean(points$dimension),
    distance = mean(points$distance),
    eigenvalue_error = if (crossed > report_limits$short_circuits) {
      NA_real_
    } else {
      expected_eigenvalue_error(as.list(colMeans(points)), n)
    },
    nearest = nearest_share(nearest, places),
    short_circuits = crossed,
    knn = h / unit / stats::median(seventh),
    spread = spread_of_spacing(seventh)
  )
  list(
    values = values, points = points[c("row", "neighbors", "dimension", "distance")], pairs = pairs,
    coinciding = 1 - length(first) / n, plain = mean(points$plain), moving = mean(points$moving),
    staying = mean(points$staying)
  )
}
