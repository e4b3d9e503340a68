#' Check whether a bandwidth suits the data
#'
#' @description
#' Checks a bandwidth on the data: are there enough neighbors, is the graph connected, does a random
#' step look like a step on a manifold, and do edges cross gaps in the data? For each check the
#' report contains a number, a verdict, and advice. The idea is that of `gam.check()` of package
#' mgcv.
#'
#' **When to use it.** Use it before you rely on a bandwidth, whether it was selected or not. The
#' limits are rules of thumb: a verdict shows where to look and does not prove that something is
#' wrong. `vignette("when-it-fails")` lists the verdicts, and what you can do about each.
#'
#' @details Each check is a line of the print-out and a row of `tidy()`. Here the checks are sorted
#' by subject. A *step* is a step of the random walk on the graph, and the dimension that a step
#' *sees* is the number of directions in which it moves as on a manifold.
#'
#' **Size of the neighborhoods**
#' - `neighbors`: the median degree of a point (the sum of the weights of its edges). Below 3
#'   there is too little to average. If steps see 2.5 dimensions or more, there are too few
#'   points for this dimension. On a regular grid fewer neighbors are enough.
#' - `isolated`: the share of points whose weights sum to less than 0.1. Above 0.05 the bandwidth is
#'   too small for a part of the data.
#' - `mean_weight`: the mean weight over all pairs of points, between 0 and 1. Above 0.25 the data
#'   look
#'   like a single cloud.
#' - `spacings`: the bandwidth divided by the median distance to the 7th neighbor, where points that
#'   coincide count as one (see [bw_knn()]). Below 0.25 the bandwidth is smaller than the spacing of
#'   the points.
#'
#' **Connection**
#' - `components`: the number of connected components of the radius graph, or of the
#'   nearest-neighbor graph after `bw_gc(graph = "knn")`. If there are several, the spectrum has
#'   several zeros.
#' - `groups`: the number of components with at least 5% of the points if weak edges, with weights
#'   below 0.01, are left out. If there are several, a random walk hardly moves from one to the
#'   other.
#' - `short_circuits`: the share of the second moment of the kernel that is due to short circuits.
#'   These are pairs whose path along the data, through the 10 nearest neighbors, is more than 3
#'   times as long as their distance and more than 8 times as long as the distance to the 10th
#'   neighbor (to the 5th below). Above 0.009 edges cross gaps in the data, for example from one
#'   turn of a spiral to the next, or from one group to another. If there are none, the paths are
#'   those through the 5 nearest neighbors, since ten reach across a gap that holds some noise, and
#'   the share must be above 0.15. If noise fills the gap, short circuits are not found: this found
#'   a third of the samples of noisy spirals, rolls, moons, and coils in which more than 5% of the
#'   second moment crossed a gap. A random gap along a curve does not count: two points count as
#'   connected along the data if the neighbors of each are all on one side, and their distance is at
#'   most twice the distance to the 10th neighbor. Separate groups that follow each other along a
#'   cycle, such as the months of a year, are a closed cycle.
#'
#' **Geometry**
#' - `dimension`: the mean dimension that a step sees, see [bw_gc()]. Below 0.5 it sees no
#'   direction. Above nine tenths of 4 or more columns, the points fill all columns. If it is
#'   smaller than the `d` for which the bandwidth was selected by more than 0.5, the data do not
#'   have this dimension.
#' - `distance`: the mean distance of a step from a step on a flat manifold, see [bw_gc()], which is
#'   between 0 and 1. Above 0.5 the verdict is "too few points for the dimension" if 2.5 or more
#'   dimensions are seen. Then go by the `eigenvalue_error`. Embeddings for plots, clusters, and
#'   learning from labels can still be useful. If fewer dimensions are seen, a large distance comes
#'   from groups or noise, which have checks of their own, and has no verdict.
#' - `noise`: the median share of the squared distance to the 10th neighbor that belongs to the two
#'   rows alone, see [noise_level()]. It is noise, or directions that the sample does not resolve.
#'   Most tables of measurements have 0.2 to 0.8. Above 0.5, with 10 columns or more, near
#'   neighbors, and less than 2.5 dimensions, the verdict is "noise of single rows (try noise =
#'   "deflate")", or "equal noise (try principal components)" if its size hardly differs between
#'   rows.
#' - `eigenvalue_error`: the mean relative error to expect of the first eight eigenvalues of the
#'   Laplacian, \eqn{5 D / \sqrt n}{5 D / sqrt(n)} where \eqn{D} is the distance. It is 1 if there
#'   are short circuits, or if variances across are so large that strands may be closer together
#'   than the noise is wide: in such samples the error was 0.09 to 7, with a geometric mean of 1. It
#'   is `NA` if a point has hardly any neighbors, if steps see almost no dimension, or with local
#'   scales, for which it was not measured. In 140
#'   samples of manifolds with known spectra it was right within a factor of 2 in 71%, and within a
#'   factor of 4 in 91%. Above 0.5 the verdict is "eigenvalues
#'   uncertain": do not use them as numbers. This is a remark that does not count as something to
#'   look at, because most tables of measurements have 1, and it says nothing about plots, clusters,
#'   or labels.
#' - `msvd`, with 3 to 48 columns: 1 if the bandwidth is inside the interval of [bw_msvd()] at this
#'   dimension, otherwise the bandwidth divided by the nearer end of the interval. Above 1.5 or
#'   below 1 / 1.5 the two methods disagree. It is `NA` if there is no such interval. It has no
#'   verdict: on tables the step to that interval helped as often as it hurt.
#'
#' **Data**
#' - `nearest_distance`: the median distance to the nearest point, divided by the root mean squared
#'   distance
#'   of all pairs. Above 0.6, with 10 columns or more, all points are nearly equally far from each
#'   other: noise in many columns hides the structure. With 4 to 500 columns the distance to the
#'   5th neighbor is also compared with that in normal random numbers with the same covariance, for
#'   up to 300 points. Above 0.97 of it the verdict is "as in a normal cloud": principal components
#'   then show as much of the structure as a graph does.
#' - `unevenness`: the 95% quantile of the distances to the 7th distinct neighbor, divided by the 5%
#'   quantile. To the power of the dimension, if this is between 1 and 2, it is a ratio of
#'   densities: 2 to 4 for even samples. Above 10 some parts of the data are so much denser than
#'   others that a single bandwidth does not suit both. On 13 manifolds with this verdict, local
#'   scales lowered the errors of eigenvalues by 36% on average, on 11 of them; with noise of 3%
#'   they did not, see [heat_graph()].
#' - `repeated_rows`: the share of rows that repeat an earlier row. Above 0.1 many neighbors are
#'   copies.
#' - `value_step`: for columns with repeated values, such as rounded numbers, the largest typical
#'   distance
#'   between different values, divided by the bandwidth. Above 1.25 the graph sees the lattice of
#'   the values.
#' - `column_sds`: the largest standard deviation of a column divided by the smallest. Above 10 the
#'   columns
#'   may have different units. Then use `scale = TRUE` everywhere. Constant columns, and narrow
#'   columns that look like noise or like principal components, do not count. In pixels, spectra,
#'   and counts the ratio can be above 10 although all columns have one unit. Then the sorted
#'   standard deviations increase gradually: each is less than 3 times the one before. In this case
#'   the value is the largest of these factors, and there is no verdict.
#'
#' A bandwidth of `bw_gc(noise = "deflate")` is checked on deflated distances, too.
#'
#' `neighbors`, `isolated`, `mean_weight`, `dimension`, and `distance` are computed at all points
#' if `n
#' <= 1000`, otherwise at 500, and `short_circuits` at up to 100. The other checks use all points.
#'
#' If a part of the points looks as if within half a bandwidth of a boundary (5% or more, or the
#' ends of a curve), a line of the print-out says how many, see [boundary_distance()]. Noise looks
#' the same, also on manifolds without a boundary: on spheres of 1000 points and radius 1 with noise
#' of 0.05, 0.1, and 0.2 in five more columns the share was below 5%, 12%, and 47%. Its `d` is the
#' rounded `dimension`, or the `d` for which the bandwidth was selected if this is larger. A map
#' whose points lie along lines may have `d = 1`; `boundary_distance(x, bandwidth, d = 2)` uses 2.
#' The line is a remark on eigenvalues and does not speak against the bandwidth.
#'
#' `plot()` of a single report shows lengths along the data against straight distances of connected
#' pairs, with short circuits in color and a line at 3 times the straight distance, and the
#' distribution over the points of `neighbors` and `distance` with the limits of these checks.
#'
#' @param bw A [lapscale_bandwidth], a positive number, or a selector or its name, which selects a
#'   bandwidth for `x`. A bandwidth of `bw_gc(graph = "knn")`, or one with its own `alpha`, is
#'   checked on the graph for which it was selected. For one of `bw_gc(local_scale = m)`, distances
#'   are in units of the scales. For several bandwidths that [bw_select()] returned, each has a
#'   report. `bw` and `x` may change places.
#' @param x The points for which the bandwidth was selected, or others from the same source, as in
#'   [bw_gc()]. Of a `dist` the checks that need columns are left out: `msvd`, `value_step`, and
#'   `column_sds`.
#' @param scale Only needed if `bw` is a plain number: `TRUE` if it is in the unit of scaled
#'   columns, see [bw_gc()]. The default is `FALSE`. A bandwidth that was selected with `scale =
#'   TRUE` remembers this, and the columns of `x` are scaled as they were then.
#' @param seed A whole number (0 by default), so that the same points have the same report. If
#'   `NULL`, the random numbers of R are used.
#' @param ... For `plot()`, graphical parameters. For `bw_report()`, settings by name (`na_action`,
#'   `n_threads`, `progress`), see [lapscale_settings].
#' @return A list of class `lapscale_report`, which prints with the advice at the end, and has the
#'   share of the points that look near a boundary as `edge`, and the dimension for which it is as
#'   `edge_d`:
#'   - `tidy()` and `as.data.frame()` return one row per check, with `check`, `value`, `verdict`,
#'     which is `"fine"` or a few words, and `advice`, which is `NA` if the verdict is fine;
#'   - `glance()` returns one row, with `bandwidth`, `n`, `dimension`, `distance`, `n_looks` (the
#'     number of verdicts on known values that are neither fine nor that remark), and `verdict`, all
#'     of these in one line;
#'   - `plot()` draws it.
#'
#'   For several bandwidths, a list of class `lapscale_reports`. Its print-out says which of them no
#'   check speaks against, and marks the others with `!` in a table:
#'   - `tidy()`, `as.data.frame()`, and `glance()` return one row per bandwidth, with `method`, the
#'     name of the selector, and the columns of `glance()` above;
#'   - `reports` is the list of the reports, by the names of the selectors;
#'   - `plot()` draws the bandwidths and their curves, as for a [lapscale_bandwidths], and the
#'     number of checks that speak against each.
#' @section Errors:
#' - `lapscale_error_argument`, naming `bw` or another argument;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory.
#' @references Wood, S. N. (2017). *Generalized Additive Models: An Introduction with R*, second
#'   edition. Chapman and Hall (`gam.check()`).
#' @seealso [bw_gc()], [bw_minima()] for other bandwidths, [graph_components()],
#'   `vignette("when-it-fails")`, [lapscale_result].
#' @examples
#' x <- sample_swiss_roll(800, seed = 1)
#' report <- bw_report(2.2, x)
#' report
#' plot(report)
#' # This bandwidth connects neighboring turns of the roll:
#' tidy(bw_report(4.3, x))
#' bw_report(bw_gc, iris[1:4])
#' # Which of several rules suits the data?
#' bw_report(bw_select(iris[1:4], c("gc", "knn", "median"), seed = 1), iris[1:4])
#' @export
bw_report <- function(bw, x, scale = FALSE, seed = 0, ...) door({
  args <- arguments()
  if (!missing(x) && is_point_table(bw) && is_bandwidth(x)) {
    # They were given in the other order.
    points <- bw
    bw <- x
    x <- points
  }
  if (inherits(bw, "lapscale_bandwidths")) {
    refuse_if(missing(x), "`x` is missing: the points that the bandwidths were chosen for.")
    return(reports_of_set(bw, function(bw) bw_report(bw, x, scale = scale, seed = seed, ...)))
  }
  if (is.function(bw) || rlang::is_string(bw, point_selectors())) {
    refuse_if(missing(x), "`x` is missing: the points to select a bandwidth for.")
    point_args <- if (!inherits(x, "lapscale_points")) {
      list(na_action = args$na_action, scale = scale)
    }
    run_args <- list(seed = seed, n_threads = args$n_threads, progress = args$progress)
    bw <- select_if_selector(bw, x, c(run_args, point_args))
  }
  h <- resolve_reported(bw)
  checked <- as_reported_points(bw, x, args$na_action, scale)
  n <- nrow(checked$x)
  seed <- check_seed(seed)
  runtime <- new_runtime(args$n_threads, args$progress)
  n_columns <- if (has_columns(checked$x)) ncol(checked$x) else 0L
  all_coincide <- n_columns > 0L && all(checked$x == rep(checked$x[1L, ], each = n))
  if (all_coincide) check_spread(checked$x)
  check_list_memory(n, 10L, "x")
  seed <- draw_seed(seed)
  # Of graph_reported(): k, alpha, d, distance; with local scales also `scales`, of local_scales().
  graph <- graph_reported(bw, n)
  local_scale <- selection(bw)$facts$local_scale
  if (!is.null(local_scale)) {
    checked <- share_for_call(checked)
    graph$scales <- local_scales(checked, acquire_shared_points(checked, runtime),
                                 min(local_scale, n - 1L), runtime)
  }
  deflated <- is_deflated(bw)
  acquire <- if (deflated) acquire_without_noise else acquire_points
  # Of look_at_points(): values, a number per check, to which those are added that need more than
  # the points, and more.
  facts <- look_at_points(checked$x, h, graph, seed, runtime, acquire)
  values <- c(
    facts$values,
    msvd = if (n_columns %in% msvd_columns && !deflated && is.null(local_scale)) {
      msvd_agreement(checked, h, facts$values[["dimension"]], seed, runtime)
    },
    repeated_rows = facts$repeated,
    if (n_columns > 0L) {
      unit <- h * stats::median(graph$scales$scale %||% 1)
      c(value_step = largest_step(checked$x) / unit, column_sds = ratio_of_sds(checked$x))
    }
  )
  structure(
    list(
      table = report_table(values, list(
        r = n_columns, d = graph$d, chosen_by = graph$distance, plain = facts$plain,
        moving = facts$moving, staying = facts$staying, noise_facts = facts$noise_facts,
        cloud = facts$cloud, deflated = deflated
      )), bandwidth = h, local_scale = local_scale, n = n, edge = facts$edge, edge_d = facts$edge_d,
      points = cbind(row = checked$rows[facts$points$row], facts$points[-1L]), pairs = facts$pairs
    ),
    class = c("lapscale_report", "lapscale_result")
  )
}, .takes = list("run", na_action = "error"))

# Returns x as checked points, see as_points(), with its columns scaled if `scale` says so, or as
# they were when bw was chosen.
#   bw                   a lapscale_bandwidth, or a number
#   x, na_action, scale  arguments of bw_report()
as_reported_points <- function(bw, x, na_action, scale) {
  refuse_if(missing(x), "`x` is missing: the points that the bandwidth was chosen for.")
  # Whether bw knows how columns were scaled. A point set has been scaled.
  remembers <- inherits(bw, "lapscale_bandwidth") && !is.null(selection(bw)$scaling) &&
    !inherits(x, "lapscale_points")
  scale <- check_flag(scale, "scale")
  checked <- as_points(x, list(na_action = na_action, scale = scale && !remembers), "distances")
  if (remembers) {
    refuse_if(scale && !is_scaled(bw), unscaled_bandwidth("bw"))
    checked$scaling <- scaling_of_bandwidth(bw, checked, column_names(x), "bw")
    if (scale) inform_of_constant(checked$scaling, "x")
    checked$x <- scale_points(checked$x, checked$scaling)
  } else {
    check_same_scale(bw, checked$scaling, FALSE, "bw")
  }
  checked
}

# The number, above 0, that the user gave as a bandwidth, bw; an error for anything else.
resolve_reported <- function(bw) {
  if (is.numeric(bw) && !inherits(bw, "lapscale_dimension") && !is_point_table(bw)) {
    return(check_number(plain(bw), "bw", above = 0))
  }
  abort_argument(
    c("`bw` must be a positive number, what a selector such as bw_gc() returns, or a selector or its
       name, not {describe(bw)}.",
      i = if (is_point_table(bw)) "A report is of a bandwidth and the data: `bw_report(bw_gc, x)`.")
  )
}

# Whether x, what the user gave, is data instead of a bandwidth: a table, a dist, a point set, or a
# source of rows.
is_point_table <- function(x) {
  length(dim(x)) == 2L || inherits(x, c("dist", "lapscale_points")) || is_row_source(x)
}

# Whether x, the argument in the place of the points, is a bandwidth (of a selector, or a number), a
# set of them, a selector (any function), or the name of one.
is_bandwidth <- function(x) {
  inherits(x, c("lapscale_bandwidth", "lapscale_bandwidths")) || is.function(x) ||
    rlang::is_string(x, point_selectors()) || is.numeric(x) && length(x) == 1L && is.null(dim(x))
}

# Returns what a bandwidth was chosen for, a list:
#   k         number of nearest neighbors of the graph, NA for a graph of all pairs within a cutoff
#   alpha     exponent of the density, 1 if bw is not of bw_gc()
#   d         dimension that was given to bw_gc(), NA if none was
#   distance  mean distance of a step from one on a manifold at the choice of bw_gc(), NA if a
#             dimension was given or bw is not of bw_gc()
# Arguments:
#   bw        a lapscale_bandwidth or a number;  n: number of points
graph_reported <- function(bw, n) {
  if (!inherits(bw, "bw_gc")) {
    return(list(k = NA_integer_, alpha = 1, d = NA_real_, distance = NA_real_))
  }
  chosen <- selection(bw)
  minimum <- chosen$minima[chosen$choices[[chosen$minimum]], ]
  list(
    k = min(chosen$facts$k, n - 1L), alpha = chosen$facts$alpha,
    distance = minimum$distance %||% NA_real_,
    d = if (is.null(minimum$dimension)) chosen$facts$d else NA_real_
  )
}

# Returns what there is to see at the points, a list:
#   values                  numbers by the name of their check, see report_verdicts
#   points                  data frame, a row for each of some of the points: row, neighbors,
#                           dimension, distance, see report_steps()
#   pairs                   of report_lengths(): data frame straight, along, spacing
#   repeated                share of the rows that coincide with an earlier one, 0 to 1
#   plain, moving, staying  means over points, see report_steps()
#   noise_facts             of noise_facts(), or NULL for fewer than 5 different points
#   cloud                   of cloud_share(), a number or NA
#   edge                    share of the points near a boundary, 0 to 1, 0 if it is not known
#   edge_d                  number of dimensions of the manifold whose boundary that is
# Arguments:
#   x        the points, n x r, or distances;  h: bandwidth, or multiple of local scales
#   graph    of graph_reported(): k (number of neighbors of the graph, NA: all pairs within a
#            cutoff), alpha; perhaps with scales, of local_scales()
#   seed     a number, by which rows are drawn;  runtime: of new_runtime()
#   acquire  function of points and a runtime that makes their handle, perhaps of deflated distances
look_at_points <- function(x, h, graph, seed, runtime, acquire = acquire_points) {
  n <- nrow(x)
  all_points <- release_on_exit(acquire(x, runtime))
  places <- acquire_places(x, all_points, runtime, acquire)
  nearest <- places$nearest
  rows <- draw_points(x, NULL, seed)
  points <- report_steps(all_points, n, ncol(x), h, rows, graph, seed, runtime)
  # The local scale of each of the different points, 1 without local scales.
  scale <- (graph$scales$scale %||% rep(1, n))[places$rows]
  # What steps see, or the dimension that was given, which the manifold has at least.
  edge_d <- max(1, round(mean(points$dimension)), graph$d, na.rm = TRUE)
  pairs <- report_lengths(places$x, places$handle, nearest, h, seed, runtime, scale)
  unit <- cpp_unit(places$handle)
  # Sizes of the components of the graph of pairs within `radius` bandwidths, in rows, decreasing.
  sizes_within <- function(radius, ...) {
    if (!is.null(graph$scales)) return(scaled_sizes(places, scale, h, radius, runtime))
    component_sizes(places$handle, nearest, radius * h / unit, places$count, runtime, ...)
  }
  sizes <- if (is.na(graph$k)) sizes_within(default_cutoff)
  sizes <- sizes %||% neighbor_graph_sizes(all_points, graph$k, runtime)
  # There is no second group if one holds nearly all points.
  strong_sizes <- sizes_within(strong_cutoff, large_share = 1 - report_limits$group)
  # The distance to neighbor 7, in the unit of the handle, over the scale there.
  seventh <- nearest$distance[nth_neighbors(nearest, min(7L, nrow(places$x) - 1L))] / scale
  quantiles <- stats::quantile(seventh, c(0.05, 0.95), names = FALSE)
  short_circuits <- short_circuit_share(pairs)
  if (short_circuits <= report_limits$short_circuits) {
    # Ten neighbors reach across a gap that holds some noise, five often do not.
    five <- nearest_lists(places$handle, min(5L, nrow(places$x) - 1L), runtime)
    sparse_pairs <- report_lengths(places$x, places$handle, five, h, seed, runtime, scale,
                                   wide = nearest)
    sparse_share <- short_circuit_share(sparse_pairs)
    if (sparse_share > report_limits$sparse_short_circuits) {
      pairs <- sparse_pairs
      short_circuits <- sparse_share
    }
  }
  noise <- noise_of_places(places, runtime)
  expected <- expected_eigenvalue_error(as.list(colMeans(points)), n)
  if (short_circuits > report_limits$short_circuits) expected <- error_of_strands
  # The constant is that of graphs of one bandwidth.
  if (!is.null(graph$scales)) expected <- NA_real_
  values <- c(
    neighbors = stats::median(points$neighbors), mean_weight = mean(points$neighbors) / (n - 1),
    components = length(sizes), groups = sum(strong_sizes >= report_limits$group * n),
    isolated = mean(points$neighbors < report_limits$isolated_below),
    dimension = mean(points$dimension), distance = mean(points$distance),
    noise = noise$share %||% 0, eigenvalue_error = expected,
    nearest_distance = nearest_share(nearest, places$handle), short_circuits = short_circuits,
    spacings = h / unit / stats::median(seventh), unevenness = quantiles[[2L]] / quantiles[[1L]]
  )
  list(
    values = values, points = points[c("row", "neighbors", "dimension", "distance")], pairs = pairs,
    repeated = 1 - nrow(places$x) / n, plain = mean(points$plain), moving = mean(points$moving),
    staying = mean(points$staying), noise_facts = noise, cloud = cloud_share(places$x, runtime),
    edge_d = edge_d, edge = if (identical(acquire, acquire_points) && is.null(graph$scales)) {
      boundary_share(all_points, x, rep(1, n), h, edge_d, seed, runtime)
    } else {
      0
    }
  )
}
