#' Does a bandwidth suit the data?
#'
#' Looks at points in a bandwidth the way one would before trusting it: are there neighbors, is the
#' graph in one piece, does the walk step as on a manifold, do edges cut through where the data do
#' not lead. In the spirit of `gam.check()` of package mgcv. The limits are rules of thumb: a
#' verdict says where to look, not what is wrong.
#'
#' @details
#' The rows of `tidy()`:
#' - `neighbors`: the median over points of the sum of their weights, the point itself not counted.
#'   Below 3 there is hardly anything to average, and where the steps that leave a point see 2.5
#'   dimensions or more there are too few points for them; fewer will do on a regular grid.
#' - `joined`: the mean weight over all pairs. Above 0.25 the data look like one blob.
#' - `components` of the radius graph (pairs within 3.72 bandwidths; after `bw_gc(graph = "knn")` of
#'   that graph): more than one and spectra have several zeros.
#' - `groups`: components of 5 % of the points or more when weights below 0.01 do not count; more
#'   than one and the walk hardly gets across.
#' - `isolated`: the share of points whose neighbors have less weight than 0.1 together; above 0.05
#'   the bandwidth is too small for a part of the data.
#' - `dimension` and `distance`: the mean over points of the dimension that a step of the walk sees
#'   and of its distance to the nearest projection (0: as on a flat manifold), see [bw_gc()]. A
#'   distance above 0.5, here or at the points that [bw_gc()] chose it by: not manifold-like at this
#'   scale. Below that, where one or two dimensions are seen, in one group that is not a blob, the
#'   distance without what few neighbors leave uncertain of it should not exceed 0.21, and 0.08 more
#'   per dimension: what is wider has strands, turns or sheets nearer to each other than the noise, or
#'   much noise across. A dimension below 0.5 sees nothing; one
#'   near the number of columns (above 9 tenths of 4 or more) leaves nothing out; one less than the
#'   `d` that the bandwidth was chosen for by more than a half does not have it.
#' - `eigenvalue_error`: the mean relative error of the first eight eigenvalues of the Laplacian to
#'   expect, 5 times `distance` over the root of the number of points, as measured on manifolds with
#'   known spectra: right within a factor of 2 on three of four, of 4 on nine of ten. Above 0.25 the
#'   low eigenvalues are hardly known. Where most steps stay, or no direction is seen, it is not
#'   known.
#' - `nearest`: the median distance to the nearest point over the root mean squared distance of all.
#'   Above 0.6, with 10 columns or more, all points are nearly as far from each other: what they have
#'   in common is hidden by noise in many columns.
#' - `short_circuits`: what share of the second moments of the kernel is due to pairs whose path
#'   along the data, through the 10 nearest neighbors, is over 3 times as long as their distance and
#'   over 8 times the distance to the 10th neighbor (in many dimensions all distances are alike, and
#'   a few steps are as many times the distance). Above 0.009 the graph leads through where the data
#'   do not, such as from one winding of a spiral to the next. Where noise fills the gap between
#'   windings the paths jump as well and nothing is seen here.
#' - `knn`: the bandwidth over the median distance to the 7th neighbor, points at one place counted as
#'   one (compare [bw_knn()]). Below 0.25 the bandwidth is below the spacing of the points.
#' - `msvd`, with 3 to 48 columns: how many times the bandwidth lies beyond the nearer end of the
#'   interval of [bw_msvd()] at the dimension seen; 1 within it. Above 1.5 or below 1 / 1.5 the
#'   two disagree; NA: there is no such interval, no scale at which so many directions stand out.
#' - `spread`: the 95% quantile of these distances to the 7th neighbor over the 5% quantile. Above
#'   10 parts of the data are that much denser than others, and one bandwidth does not serve both.
#' - `coinciding`: the share of rows that repeat another one; above 0.1 the neighbors are copies.
#' - `step`: the typical distance of different values in a column whose values come twice or more
#'   each on average (rounded numbers, lattices), the widest of all columns, over the bandwidth.
#'   Above 1.25 the graph sees the lattice.
#' - `sds`: the largest standard deviation of a column over the smallest, constant columns left
#'   out, and narrow ones (of a tenth or less) that are noise or scores: with mean zero within 4
#'   standard errors, and in data whose columns were all centered, uncorrelated with all others.
#'   Above 10: if units differ, say `scale = TRUE` throughout.
#'
#' `neighbors`, `dimension` and `distance` are taken at all points up to 1000, else at 500;
#' `short_circuits` at up to 100, fewer with more than 50,000 points. `components` are exact.
#'
#' `plot()`: lengths along the data against straight distances of joined pairs, those that count as
#' short circuits in colour; how neighbors and distances to a projection are spread over the points.
#'
#' Multiplying `x` and the bandwidth by a number changes nothing, nor does the order of the rows.
#'
#' @inheritParams bw_gc
#' @param bw A [lapscale_bandwidth], a positive number, or a selector or its name, which chooses for
#'   `x`. A bandwidth chosen by
#'   `bw_gc(graph = "knn")`, or with an `alpha` of its own, is judged on the graph it was chosen on.
#' @param x The points it was chosen on, or others from where these come: as in [bw_gc()].
#' @param scale For a number: TRUE where it has the unit of scaled columns, see [bw_gc()]. A
#'   bandwidth that was chosen with `scale = TRUE` says so itself, and the columns of `x` are scaled
#'   as they were then.
#' @param seed A whole number, so that the report of the same points is the same; NULL draws from
#'   R's random numbers.
#' @param object A `lapscale_report`.
#' @param ... Not used; graphical parameters for `plot()`.
#' @return A list of class `lapscale_report`. `tidy()`: a row per check with `check`, `value`,
#'   `verdict`, `"fine"` or a few words, and `advice`, what to do, NA where it is fine. print() ends
#'   with the advice.
#'   `glance()`: one row, `bandwidth`, `n`, `dimension`, `distance`, `n_looks` (how many verdicts
#'   are not fine) and `verdict`, all of them in a line.
#' @section Errors:
#' `lapscale_error_argument`, naming `bw` or another argument; `lapscale_error_no_scale` if all
#' points coincide; `lapscale_error_memory`.
#' @seealso [bw_gc()], [local_minima()], [graph_components()].
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
  values <- c(
    neighbors = stats::median(points$neighbors),
    joined = mean(points$neighbors) / (n - 1),
    components = length(sizes),
    groups = sum(strong >= report_limits$group * n),
    isolated = mean(points$neighbors < report_limits$isolated_below),
    dimension = mean(points$dimension),
    distance = mean(points$distance),
    eigenvalue_error = expected_eigenvalue_error(
      mean(points$distance), mean(points$staying), mean(points$dimension), n
    ),
    nearest = nearest_share(nearest, places),
    short_circuits = short_circuit_share(pairs),
    knn = h / unit / stats::median(seventh),
    spread = spread_of_spacing(seventh)
  )
  list(
    values = values, points = points[c("row", "neighbors", "dimension", "distance")], pairs = pairs,
    coinciding = 1 - length(first) / n, plain = mean(points$plain), moving = mean(points$moving),
    staying = mean(points$staying)
  )
}
