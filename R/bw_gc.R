#' Bandwidth by Geometric Consistency
#'
#' @description
#' Selects the bandwidth \eqn{h} at which the graph Laplacian best reproduces the local geometry of
#' the data. Near each point, smooth data look like a flat line, plane, or space. The function tries
#' many bandwidths and selects the one at which a small step on the graph looks most like a step in
#' such a flat space. This principle is called *Geometric Consistency* (Perrault-Joncas, Meila and
#' McQueen, 2017).
#'
#' **When to use it.** It is the default for graphs, embeddings, and clusters. It needs neither
#' labels nor the dimension of the data. Run [bandwidth_report()] on the result before you rely on
#' it.
#'
#' **Three arguments to know.** Supply the points `x`, a whole number as `seed` if the result should
#' be reproducible, and `scale = TRUE` if the columns have different units. You can ignore all other
#' arguments at first.
#'
#' @details
#' **Without `d`** (the default), the criterion considers one step of the random walk on the graph
#' (see [lapscale_conventions]). If the bandwidth suits the data, the variance of a step is
#' \eqn{h^2 / 2}{h^2/2} in each direction along the data and 0 across. Divided by
#' \eqn{h^2 / 2}{h^2/2}, the variances are near 1 or 0. `distance` measures how far they are from 1
#' and 0, averaged over the points. It is 0 on a flat manifold, and 1 if every point is isolated or
#' if the data look like a single point. `dimension` is the mean number of variances above 1/2.
#'
#' The distance can have several minima, one per scale of the data. The curve that is minimized,
#' `criterion`, is the distance plus the largest rise of the distance at smaller bandwidths. So a
#' minimum at a larger bandwidth is selected only if it is deeper than the largest rise before it.
#' Where a sample cannot distinguish the curve from its lowest point, the curve is drawn as flat.
#' The first bandwidth of this flat part is selected, because a bandwidth that is slightly too small
#' does less harm than one that crosses gaps in the data.
#'
#' **With `d`**, the criterion is the distortion of the paper. At each point, the first `d`
#' principal directions of the neighbors span the tangent plane. The `d` x `d` matrix \eqn{H_i} is
#' the inverse metric that the Laplacian implies in this plane. It is the identity if the lengths of
#' small steps agree with those in a flat space. The distortion is
#' \deqn{D(h) = \frac1{|I|} \sum_{i \in I} \| H_i(h) - I \|_2.}{D(h) = mean of ||H_i(h) - I||_2.}
#' The first minimum is selected to which the curve descends by more than 3 standard errors, and at
#' which at least half of the points have a neighbor.
#'
#' **Other minima.** [local_minima()] lists all minima, `update(bw, minimum = "global")` selects the
#' deepest one without a new computation, and [embed_scales()] plots the data at each of them. The
#' curve alone cannot show which one is right.
#'
#' **Accuracy.** On 140 samples of manifolds with known spectra, the median relative error of the
#' first eight eigenvalues was 0.11, and it was below 0.33 in nine of ten samples. The rule can fail
#' from three dimensions on, if the data turn too sharply for the number of points, or if the noise
#' is as wide as a gap in the data. See `vignette("which-minimum")`.
#'
#' **Distances.** Without `d`, `x` can be a `dist`. If it contains Euclidean distances, the result
#' is that of the points. Other distances can give steps with negative variances. `glance()` reports
#' their share as `negative_share`.
#'
#' @param x Points as rows: a numeric matrix, a data frame or tibble with numeric columns, or a
#'   dense or sparse Matrix, with `n` rows (at least 3) and `r` columns. A vector or univariate `ts`
#'   is `n` points on a line, and a multivariate `ts` has one point per time. `bw_gc()` without `d`
#'   also takes a `dist`. For factors use `model.matrix(~ . - 1, data)`, for counts `log1p()`, for
#'   the states of a time series `stats::embed(x, r)`, and for a Seurat or SingleCellExperiment
#'   object its principal components.
#' @param d If `NULL` (the default), the rule without a dimension is used. If it is a whole number
#'   between 1 and `r`, the rule of the paper is used in tangent planes of this dimension, which
#'   should be at most the dimension of the manifold. See Details.
#' @param bandwidths,n_bandwidths,refine The bandwidths to try. `bandwidths` is two or more positive
#'   numbers in the unit of `x`. If `NULL` (the default), there are `n_bandwidths` (40 by default,
#'   at least 4) on a log scale, from the bandwidth at which all points are practically isolated to
#'   the root mean squared distance between points, and more if neighboring ones would differ by
#'   more than a factor of 1.25. If `refine` is `TRUE` (the default), the choice is refined between
#'   them.
#' @param n_points,points The points over which the criterion is averaged: a number of points, which
#'   are drawn with `seed`, or row numbers. If both are `NULL` (the default), all points are used if
#'   `n <= 1000`, otherwise 500. If the points span more than 32 dimensions, all are used if
#'   `n <= 400`, otherwise 200. With `weights` the mean is a weighted one: points are drawn in
#'   proportion to their weights, from all points or from `points`. Whole numbers with a sum of at
#'   most 1000 repeat each point instead.
#' @param minimum If `"first"` (the default), the minimum is selected as described in Details. If
#'   `"global"`, it is the deepest minimum, which is that of `distance` if `d` is `NULL`.
#' @param inverse,pca_weights Variants of the rule with `d`. If `inverse` is `TRUE`, the distortion
#'   is \eqn{\|H_i^{-1} - I\|}{||H_i^-1 - I||} (GC^-1 in the paper). Points with a singular
#'   \eqn{H_i} are left out at that bandwidth (`vignette("methods")` has the details). The
#'   covariance that determines the tangent plane has the squared weights if `pca_weights` is
#'   `"squared"` (the default, equation 6 of the paper), and the weights themselves if it is
#'   `"kernel"`.
#' @param alpha Density exponent of the Laplacian, a number of at least 0. With 1 (the default), the
#'   sampling density has no influence, see [lapscale_conventions]. If you supply several numbers,
#'   the one with the smallest criterion is selected.
#' @param graph,k,cutoff The graph. If `graph` is `"dense"` (the default), all pairs within `cutoff`
#'   bandwidths are used, which [heat_graph()] calls a `"radius"` graph. `cutoff` is a positive
#'   number (4.29 by default, where weights are 1e-8), or `Inf` for all pairs. If `graph` is
#'   `"knn"`, only pairs are used in which one point is among the `k` nearest neighbors of the
#'   other. If you supply several `k`, the one with the smallest criterion is selected. If `NULL`
#'   (the default), `k` is selected among 5, 10, 20, 40, and 80 (those below `n / 2`).
#' @param local_scale,weights If `NULL` (the default), all points have the same bandwidth and count
#'   equally. `local_scale` is a whole number `m` below `n`: the bandwidth of a point is then a
#'   multiple of its distance to its `m`-th neighbor, and the result is this multiple, for
#'   [heat_graph()] with the same `local_scale`. If you supply several numbers, the one with the
#'   smallest criterion is selected. `x` can then have at most 64 columns. `weights` say how much
#'   each row counts, see [heat_graph()].
#' @param subsample,full Two ways to save time with more than 50,000 points, see
#'   `vignette("large-data")`. If `subsample` is `TRUE` (the default), distant points are thinned at
#'   random. If `full` is `NULL` (the default), the curve ends as soon as the choice is decided.
#'   `subsample = FALSE` computes exact sums, `full = TRUE` the whole curve, and `full = FALSE` ends
#'   the curve early from 1000 points on.
#' @param replicates Number of times that the selection is repeated on perturbed curves, for
#'   [confint()][confint.lapscale_bandwidth] and for the stability of minima. The default is 30.
#'   With 0 neither is available.
#' @param seed If `NULL` (the default), the random numbers of R are used, so that [set.seed()]
#'   works. A whole number gives the same result in each call and leaves the random numbers of R
#'   alone.
#' @param n_threads Number of threads. If `NULL` (the default), it is the option `lapscale.threads`,
#'   or at most 2 if that is not set. Results are identical for any number of threads.
#' @param na_action If `"error"` (the default), missing and infinite values are an error. If
#'   `"omit"`, rows with such values are left out with a warning.
#' @param scale If `TRUE`, columns are centered and divided by their standard deviations first, as
#'   in [base::scale()]. If rows have weights, these are numbers of equal rows in the means and
#'   standard deviations (divided by their mean first, unless they are whole numbers). A bandwidth
#'   is then in the unit of scaled columns, see [lapscale_conventions]. The default is `FALSE`.
#'   `TRUE` needs coordinates instead of distances.
#' @param progress If `TRUE`, a progress bar is shown. If `NULL` (the default), it is shown in
#'   interactive sessions.
#' @param ... Not used. Extra arguments are an error.
#' @return A [lapscale_bandwidth] of method `"gc"`. Its curve, `as.data.frame(bw)`, has one row per
#'   bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, see Details;
#'   - `se`, the standard error over the points, of `criterion` with `d` and of `distance` without
#'     `d`. It treats the sample as fixed, so between samples the criterion varies more;
#'   - `n_points`, the number of points in the mean;
#'   - `distance` and `dimension`, without `d` only, see Details.
#'
#'   `glance()` returns one row, which also contains:
#'   - `n_points`, `alpha`, `k`, `replicates`, and, if you supplied it, `local_scale`;
#'   - `eigenvalue_error`, without `d`: the mean relative error of the first eight eigenvalues to
#'     expect at the choice, `NA` if it is not known, see [bandwidth_report()];
#'   - `full`, which is `FALSE` if the curve ended early. Then `update(bw, minimum = "global")` is
#'     not possible;
#'   - `conf.low` and `conf.high`, the 95% interval of [confint()][confint.lapscale_bandwidth].
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_error_no_criterion` if the criterion is undefined at every bandwidth, or no point has
#'   a neighbor at any of `bandwidths`;
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the lowest point of the curve is at an end of the grid;
#' - `lapscale_warning_no_minimum` if the curve is flat, or, with `d`, does not descend to any
#'   minimum. The lowest point is then selected;
#' - `lapscale_warning_negative` if `negative_share` of a `dist` is above 0.1.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   equations 3 to 7, algorithm 1.
#' @seealso [bandwidth_report()] to check the result, [local_minima()] and
#'   [confint()][confint.lapscale_bandwidth] for the alternatives, [metric_distortion()] for the
#'   metric at each point, [heat_graph()] to use the bandwidth, [select_bandwidth()] for other
#'   selectors, `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' bw
#' plot(bw)
#' local_minima(bw)
#' graph <- heat_graph(x, bw)
#' @export
bw_gc <- function(x, d = NULL, bandwidths = NULL, n_bandwidths = 40L, n_points = NULL,
                  points = NULL, minimum = c("first", "global"), inverse = FALSE,
                  pca_weights = c("squared", "kernel"), refine = TRUE, alpha = 1,
                  graph = c("dense", "knn"), k = NULL, cutoff = sqrt(-log(1e-8)),
                  local_scale = NULL, weights = NULL, subsample = TRUE, replicates = 30L,
                  seed = NULL, n_threads = NULL, na_action = "error", scale = FALSE,
                  progress = NULL, full = NULL, ...) door({
  start <- proc.time()[[3]]
  asked <- environment()
  local <- !is.null(local_scale)
  problem <- selector_problem(
    x, asked, usual_gc_points, default_grid = if (local) local_grid(local_scale) else gc_grid,
    draws = TRUE, paged = !local, weighs = TRUE, distances = is.null(d) && !local,
    sparse = is.null(d) && !local && suits_distances(x),
    check = function(checked) if (!is.null(d)) check_count(d, "d", max = ncol(checked$x)),
    check_rest = function(checked) resolve_gc_settings(asked, checked)
  )
  on.exit(return_points(problem$checked, problem$handle), add = TRUE)
  check_neighborhood_memory(problem)
  settings <- c(problem$rest, list(d = problem$own, seed = problem$seed))
  given <- settings$points
  if (!is.null(given)) {
    problem$rows <- draw_points(
      problem$checked$x, length(given), problem$seed, problem$checked$mass, given
    )
  }
  found <- best_gc(problem, settings)
  if (!local) {
    nearest <- nearest_distinct(problem$checked, problem$handle, problem$runtime)
    check_pairs_seen(found$curve, nearest, settings$cutoff)
  }
  selected <- gc_selection(found, problem, settings)
  finish_bandwidth(selected, proc.time()[[3]] - start, function(h) {
    share <- negative_share(problem, h, found$alpha)
    warn_negative(share)
    k <- if (settings$graph == "knn") found$k else NA
    looks <- if (!local && !isTRUE(problem$checked$number_only)) {
      at <- match(h, found$minima$bandwidth)
      seen <- settings$d %||% found$minima$dimension[at]
      looks_at_choice(problem$checked$x, problem$handle, h, k, seen, problem$runtime)
    }
    list(facts = c(negative_share = share), looks = looks)
  })
}, ...)

# Returns what new_bandwidth() takes, except the time.
gc_selection <- function(found, problem, settings) {
  distortion <- if (settings$inverse) "distortion of the inverse metric" else "distortion"
  list(
    method = "gc", curve = found$curve, minima = found$minima, choices = found$choices,
    minimum = settings$minimum, scaling = problem$checked$scaling, replicates = found$replicates,
    facts = c(list(
      n = problem$n, d = settings$d %||% NA_real_, n_points = length(problem$rows),
      alpha = found$alpha, k = found$k, eigenvalue_error = NA_real_,
      replicates = NROW(found$replicates), full = found$full
    ), if (!is.na(found$local_scale)) list(local_scale = found$local_scale)),
    labels = c(list(
      title = "Geometric Consistency", notes = stage_note(found, problem),
      criterion = if (is.null(settings$d)) "criterion" else distortion,
      meaning = if (is.null(settings$d)) "0: smooth, 1: no structure" else
        "0: as in a flat plane"
    ), if (is.null(settings$d)) {
      list(choice = c(first = "lowest point", global = "lowest distance"))
    })
  )
}

# What only bw_gc() takes.

# Checks the settings, the frame of the call, and returns them in this order: `points` as rows of
# the points that were kept, `k` as numbers to try.
resolve_gc_settings <- function(settings, checked) {
  n <- nrow(checked$x)
  found <- list(
    minimum = check_choice(settings$minimum, c("first", "global"), "minimum"),
    inverse = check_flag(settings$inverse, "inverse"),
    pca_weights = check_choice(settings$pca_weights, c("squared", "kernel"), "pca_weights"),
    refine = check_flag(settings$refine, "refine"),
    alpha = check_exponents(settings$alpha),
    graph = check_choice(settings$graph, c("dense", "knn"), "graph"),
    cutoff = check_number(settings$cutoff, "cutoff", above = 0, infinite = TRUE),
    subsample = check_flag(settings$subsample, "subsample"),
    replicates = check_count(settings$replicates, "replicates", min = 0)
  )
  # The usual few are little beside the points.
  if (found$replicates > 1e4) {
    check_memory(
      32 * found$replicates * min(n, replicate_limits$max_points), "replicates",
      paste("random fields for", found$replicates, "replicates")
    )
  }
  if (!is.null(settings$full)) check_flag(settings$full, "full")
  if (!is.null(settings$local_scale)) found$local_scale <- check_local_scales(settings, checked)
  found$plain <- is.null(found$local_scale) && is_unit_mass(checked$mass)
  found$subsample <- found$subsample && found$plain
  is_given <- !is.null(settings$bandwidths)
  found$staged <- found$plain && wants_stages(settings$full, n, found$graph, is_given)
  found$full <- !found$staged || isTRUE(settings$full) || found$minimum == "global"
  if (is.null(settings$d)) check_no_plane(found)
  found$k <- resolve_neighbor_counts(settings$k, found$graph, n)
  if (!is.null(found$k)) check_list_memory(n, max(found$k), "k")
  if (!is.null(settings$points)) {
    given <- check_rows(settings$points, checked$n_given, "points")
    found$points <- match_rows(given, checked, weights = settings$weights)
  }
  found
}

# Refuses settings of a tangent plane, which have no meaning in all columns.
check_no_plane <- function(settings) {
  asked <- c(
    if (settings$inverse) "`inverse` = TRUE",
    if (settings$pca_weights != "squared") "`pca_weights` = \"kernel\""
  )
  refuse_first(
    asked,
    c("{first} needs `d`: without it there is no tangent plane.",
      i = "Supply `d = 1`, as in the paper, or the dimension of the manifold.")
  )
}

# Checks the numbers of neighbors to try whose distances are the scales.
check_local_scales <- function(settings, checked) {
  if (ncol(checked$x) > 64L) {
    abort_argument("`local_scale` needs at most 64 columns, not {ncol(checked$x)}.")
  }
  if (!is.numeric(settings$local_scale) || !length(settings$local_scale)) {
    abort_argument("`local_scale` must be whole numbers, not {describe(settings$local_scale)}.")
  }
  unique(vapply(
    as.list(settings$local_scale), check_neighbors, 0L, arg = "local_scale", n = nrow(checked$x)
  ))
}

check_exponents <- function(alpha) {
  ok <- is.numeric(alpha) && length(alpha) > 0L && all(is.finite(alpha)) && all(alpha >= 0)
  if (!ok) abort_argument("`alpha` must be 0 or more, not {describe(alpha)}.")
  unique(as.double(alpha))
}

# Returns the numbers of neighbors to try; NULL for a dense graph.
resolve_neighbor_counts <- function(k, graph, n) {
  if (graph == "dense" && !is.null(k)) abort_argument("`k` needs `graph = \"knn\"`.")
  if (!is.null(k) && !length(k)) abort_argument("`k` must be whole numbers, not {describe(k)}.")
  usual <- as.integer(c(5, 10, 20, 40, 80)[c(TRUE, c(10, 20, 40, 80) < n / 2)])
  asked <- unique(vapply(as.list(k), check_count, 0L, arg = "k", max = n - 1L))
  if (graph == "knn") if (is.null(k)) usual else asked
}

# Returns the number of points that the mean is taken over. In many dimensions, where each point
# costs more, it is the number that the authors of the paper used.
usual_gc_points <- function(x) {
  few <- if (nrow(x) > 400L && ncol(x) > many_columns && spans_many(x)) 200L else 500L
  all_up_to(2L * few, few)(x)
}

# Tells whether 64 of the points span more dimensions than many_columns. Their distances tell:
# rotations and null columns, or which points stand first, do not matter.
spans_many <- function(x) {
  some <- x[canonical_order(x)[round(seq(1, nrow(x), length.out = 64L))], , drop = FALSE]
  some <- if (is_distances(some)) some[, attr(some, "self")] else
    stats::dist(as.matrix(some) / max(abs(some), .Machine$double.xmin))
  values <- suppressWarnings(stats::cmdscale(some / max(some), 1, eig = TRUE)$eig)
  sum(values > 1e-9 * values[[1L]]) > many_columns
}

# The distortions of Geometric Consistency, between R and the core.

# Names the number of columns above which the core works in other ways.
many_columns <- 32

# Tells whether the core works with all distances in place of sparse coordinates: where they are
# few, or fewer than the coordinates would be.
suits_distances <- function(x) {
  size <- dim(if (is_shared(x)) x$checked$x else x)
  length(size) == 2L && size[[1L]] <= max(5000L, size[[2L]]) && 8 * size[[1L]]^2 <= memory_limit()
}

# Sets the options of a pass. In samples of more than exact_degrees points those far from one are
# thinned beyond the nearest whole_degrees and, in few columns, whole_neighbors of them. In many
# columns neighborhoods above max_neighbors points are sampled. The sizes keep the error they add at
# about a tenth of the standard error where points differ, in hundreds of columns below a fifth
# (notes/subsampling.md, bench/subsampling.R). In many columns what is gathered of four
# neighborhoods stays within 256 MB up to 8192 columns; beyond, 1024 points of each are.
#   n, p  rows and columns
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n, p = 1L) {
  max_neighbors <- max(1024, min(65536, 2^23 %/% p))
  exact_degrees <- 50000
  list(
    d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights, seed = seed,
    subsample = subsample && n > exact_degrees, max_neighbors = max_neighbors,
    whole_degrees = if (p > many_columns) 512 else 2048, whole_neighbors = 16384
  )
}

# Checks the memory that neighborhoods need. A thread that looks at points on the disk has distances
# and positions of a whole neighborhood. In many columns all points stay in memory on 32 axes there;
# of points in memory there are copies, a row of degrees for each bandwidth, all distances where
# they are few, and the subspaces around four points per thread. Of sparse points 64 are looked at as
# a dense matrix.
check_neighborhood_memory <- function(problem) {
  x <- problem$checked$x
  n <- as.numeric(problem$n)
  own <- n * problem$runtime$n_threads
  wide <- ncol(x) > many_columns
  copies <- if (is_sparse_points(x)) {
    14 * length(x@x) + 128 * ncol(x)
  } else if (!is_distances(x)) {
    7 * length(x)
  }
  bytes <- if (is_paged(x)) 60 * own + 150 * wide * n else
    8 * sum(copies, min(40 * n, 2.5e7), if (n <= 5000) n^2, if (n <= 50000) 1000 * own)
  if (is_paged(x) || wide) check_memory(bytes, "x", "with a neighborhood per thread")
}

# Makes a handle of the local metrics at these rows; the caller releases it.
#   points  handle of cpp_points()
#   k       neighborhoods follow the union of the k nearest neighbors; NA: all within the cut-off
hold_consistency <- function(points, k, rows, options, bandwidths, runtime, degrees = list()) {
  graph <- if (!is.na(k)) cpp_neighbor_graph(points, k, max_listed(), runtime)
  on.exit(if (!is.null(graph)) cpp_release(graph))
  cpp_consistency(points, graph, rows, options, bandwidths, degrees, runtime)
}

# The curve of Geometric Consistency and its minima.

# Computes the curves of all (k, alpha) asked for, and returns the one with the least distortion at
# its choice.
best_gc <- function(problem, settings) {
  tried <- expand.grid(
    alpha = settings$alpha, k = settings$k %||% NA_integer_,
    local_scale = settings$local_scale %||% NA_integer_
  )
  n <- total_mass(problem$checked)
  scouts <- lapply(tried$alpha, function(alpha) scout_curve(problem, settings, alpha))
  grid <- problem$bandwidths
  asked <- lapply(seq_len(nrow(tried)), function(i) {
    question <- gc_question(
      problem, settings, tried$alpha[[i]], tried$k[[i]], tried$local_scale[[i]]
    )
    shares_degrees <- question$options$subsample && ncol(problem$checked$x) > many_columns
    lapply(stage_ranges(grid, scouts[[i]], shares_degrees), function(range) {
      question$bandwidths <- range
      question
    })
  })
  number <- split(seq_len(sum(lengths(asked))), rep(seq_along(asked), lengths(asked)))
  asked <- unlist(asked, recursive = FALSE)
  pool <- open_gc_pool(problem, asked, settings)
  on.exit(close_pool(pool))
  curves <- lapply(seq_along(number), function(i) {
    held <- hold_stages(problem, asked, number[[i]], pool)
    on.exit(held$free())
    curve <- if (is.null(settings$d)) {
      step_curve(held$measure, grid, settings, n, scouts[[i]])
    } else {
      gc_curve(held$measure, grid, settings, scouts[[i]])
    }
    c(curve, tried[i, ])
  })
  lowest <- vapply(curves, function(curve) curve$lowest, 0)
  if (all(is.na(lowest))) {
    abort("`alpha`: with these exponents no weights are left at any bandwidth.", "no_criterion")
  }
  best <- curves[[which.min(lowest)]]
  best$replicates <- replicate_choices(best, problem, settings)
  best$full <- nrow(best$curve) == length(grid)
  # Leaves open what is deepest where the rest was not drawn.
  if (!best$full) best$choices[["global"]] <- NA_integer_
  best
}

# Returns what is measured at the points: a function of a handle, bandwidths, runtime and part,
# which can be sent to workers.
gc_measure <- function(d, inverse) {
  measure <- function(consistency, bandwidths, runtime, part) {
    if (is.null(d)) {
      return(step_values(cpp_steps(consistency, bandwidths, runtime, part)))
    }
    cpp_distortions(consistency, bandwidths, inverse, runtime, part)
  }
  environment(measure) <- list2env(list(d = d, inverse = inverse), parent = topenv())
  measure
}

# Computes one curve with its minima, refined; and `lowest`, the distortion where it would be
# chosen.
#   scout  of scout_curve(): it may end early
gc_curve <- function(distortions, grid, settings, scout = NULL) {
  drawn <- draw_curve(distortions, grid, scout, settings$full, function(grid, values) {
    metric_has_decided(grid, values, settings$inverse)
  })
  grid <- drawn$grid
  values <- drawn$values
  if (!any(is.finite(apply(values, 2L, mean_known)))) {
    abort(
      "The distortion is undefined at every bandwidth: every local metric is singular.",
      "no_criterion"
    )
  }
  eligible <- half_have_neighbors(values)
  bounded <- if (settings$inverse) bounded_distortions
  found <- curve_with_minima(grid, values, if (settings$refine) distortions, eligible, bounded)
  row <- found$choices[[settings$minimum]]
  lowest <- if (is.na(row)) found$curve$criterion else found$minima$criterion[[row]]
  found$lowest <- min(lowest, na.rm = TRUE)
  judged <- if (settings$inverse) bounded_distortions(values) else values
  products <- stats::var(judged) / nrow(judged)
  table <- list(
    bandwidth = grid, height = colMeans(judged), eligible = eligible,
    error = function(i, j) sqrt(max(products[[i, i]] + products[[j, j]] - 2 * products[[i, j]], 0))
  )
  found$rechoose <- choose_again(table, judged, found)
  found
}

# Tells whether half of the points see a neighbor, per bandwidth. What the rest say below that is
# about a few close pairs.
half_have_neighbors <- function(values) colMeans(has_neighbors(values)) >= 0.5

# Tells whether points see a neighbor. The distortion of a point that sees none is 1, and that of
# the inverse is infinite.
has_neighbors <- function(values) is.finite(values) & abs(values - 1) > 1e-4

# Bounds the distortions of the inverse, which have no upper limit: where H_i is nearly singular a
# few points outweigh all, where it is singular they are missing. As v / (1 + v), 1 where H_i is
# singular, it tends to 1 at both ends as the other does, and every bandwidth has the same points.
bounded_distortions <- function(values) ifelse(is.finite(values), values / (1 + values), 1)

# Refuses bandwidths at which no point sees another: every distortion is 1 there, whatever the data
# are.
#   nearest  distances to the nearest distinct point, looked at only where the curve is that flat
check_pairs_seen <- function(curve, nearest, cutoff) {
  isolated <- all((curve$distance %||% curve$criterion) == 1, na.rm = TRUE)
  largest <- max(curve$bandwidth)
  if (isolated && min(nearest) > largest * min(cutoff, sqrt(largest_exponent))) {
    if (min(nearest) > largest * default_cutoff) abort_no_pairs(largest)
    abort(
      "`cutoff` = {signif(cutoff, 3)}: even at the largest bandwidth, {signif(largest, 3)}, no point
       has a neighbor; give a larger one.",
      "no_criterion"
    )
  }
}

# Replicates of a choice: what it might be in another sample (notes/uncertainty.md). The criterion
# is a mean over points of values that near points share, as they share neighbors. Its curve is
# perturbed by random fields as smooth as that, the same for all bandwidths, and the choice is made
# again: the dependent multiplier bootstrap (Shao 2010), points in place of times.

replicate_limits <- list(
  # the fields of points this many bandwidths apart are hardly alike
  reach = 2,
  # what the perturbations of means over near points lack, as measured
  raise = 1.15,
  # fields are drawn at so many of the points at most
  max_points = 500L
)

# Returns a matrix of bandwidths, a row per replicate: columns as found$choices. NULL for none.
#   found  with rechoose(), a function that takes a function of matrices points x bandwidths, which
#          returns perturbations of their means, replicates x bandwidths
replicate_choices <- function(found, problem, settings) {
  row <- found$choices[[settings$minimum]]
  if (is.na(row)) row <- found$choices[["global"]]
  if (settings$replicates == 0L || is.na(row)) {
    return(NULL)
  }
  place <- canonical_order(problem$checked$x, problem$rows)
  if (length(place) > replicate_limits$max_points) {
    place <- place[round(seq(1, length(place), length.out = replicate_limits$max_points))]
  }
  x <- problem$checked$x[problem$rows[place], , drop = FALSE]
  reach <- replicate_limits$reach * found$minima$bandwidth[[row]]
  k <- found$local_scale %||% NA
  if (!is.na(k)) {
    reach <- reach * stats::median(local_scales(problem$handle, k, problem$runtime)$scale)
  }
  fields <- draw_fields(x, reach, settings$replicates, settings$seed, problem$runtime)
  weight <- replicate_limits$raise / nrow(x) * fields
  found$rechoose(function(values) {
    values <- values[place, , drop = FALSE]
    crossprod(weight, values - rep(colMeans(values), each = nrow(values)))
  })
}

# Draws smooth random functions at the points of x, of mean 0: matrix nrow(x) x n. Covariances are
# about exp(-|x_i - x_j|^2 / reach^2). What all points of a field have in common moves no mean of
# deviations, the rest is raised for it.
draw_fields <- function(x, reach, n, seed, runtime) {
  handle <- cpp_points(x, runtime)
  on.exit(cpp_release(handle))
  m <- nrow(x)
  noise <- vapply(seq_len(n), function(r) cpp_uniform(m, seed, r), numeric(m))
  smooth <- cpp_heat_kernel(handle, x, reach / sqrt(2), runtime)
  smooth <- smooth / sqrt(rowSums(smooth^2))
  common <- sum(colMeans(smooth)^2)
  smooth %*% (noise - 0.5) * sqrt(12 / max(1 - common, 0.1))
}
