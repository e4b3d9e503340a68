#' Bandwidth by Geometric Consistency
#'
#' @description
#' Selects the bandwidth \eqn{h} at which the graph Laplacian best reproduces the local geometry of
#' the data. Near each point, smooth data look like a flat line, plane, or space. The function tries
#' many bandwidths and selects the smallest at which a small step on the graph looks nearly as much
#' like a step in such a flat space as at the best. This principle is called *Geometric Consistency*
#' (Perrault-Joncas, Meila and McQueen, 2017).
#'
#' **When to use it.** It is the default for graphs, embeddings, and clusters. It needs neither
#' labels nor the dimension of the data. Run [bw_report()] on the result before you rely on
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
#' The selected bandwidth is the first at which the criterion is within a tolerance of its lowest
#' value, because a bandwidth that is slightly too small does less harm than one that crosses gaps
#' in the data. The tolerance is a constant and not an estimate from the sample: squares of the
#' criterion may differ by 0.15^2. The stretch of bandwidths within the tolerance is printed, and
#' [confint()][confint.lapscale_bandwidth] returns it with `type = "tolerance"`. Its bandwidths are
#' not equally good: towards its upper end, eigenvalues can be many times less accurate, above all
#' on curves.
#'
#' If parts of the data are thin, the criterion, a mean over points, is that of the dense parts. So
#' the selected bandwidth is at least half of the length of edges that connect 95% of the points,
#' provided that edges shorter by a factor of 1.2 connect 75% of them. Otherwise groups lie apart,
#' or noise in many columns makes all distances alike. If the choice was raised for this, the
#' print-out says so, and there is no confidence interval, see
#' [confint()][confint.lapscale_bandwidth].
#'
#' **With `d`**, the criterion is the distortion of the paper. At each point, the first `d`
#' principal directions of the neighbors span the tangent plane. The `d` x `d` matrix \eqn{H_i} is
#' the inverse metric that the Laplacian implies in this plane. It is the identity if the lengths of
#' small steps agree with those in a flat space. The distortion is
#' \deqn{D(h) = \frac1{|I|} \sum_{i \in I} \| H_i(h) - I \|_2.}{D(h) = mean of ||H_i(h) - I||_2.}
#' The first minimum is selected to which the curve descends by more than 3 standard errors, and at
#' which at least half of the points have a neighbor.
#'
#' **Other minima.** [bw_minima()] lists all minima, `update(bw, minimum = "global")` selects the
#' deepest one (see `minimum`) without a new computation, and [embed_scales()] plots the data at
#' each of them. The curve alone cannot show which one is right.
#'
#' **Limits.** The rule can fail from three dimensions on, if the data turn too sharply for the
#' number of points, or if the noise is as wide as a gap in the data. The article "which-minimum"
#' measures its errors on manifolds with known spectra.
#'
#' **Distances.** Without `d`, `x` can be a `dist`. If it contains Euclidean distances, the result
#' is that of the points. Other distances can give steps with negative variances. `glance()` reports
#' their share of the sum of all absolute variances as `negative_share`.
#'
#' @param x Points as rows: a numeric matrix, a data frame or tibble with numeric columns, or a
#'   dense or sparse Matrix, with `n` rows (at least 3) and `r` columns. A vector or univariate `ts`
#'   is `n` points on a line, and a multivariate `ts` has one point per time. `bw_gc()` without `d`
#'   also takes a `dist`. For factors use `model.matrix(~ . - 1, data)`, for counts `log1p()`, and
#'   for the states of a time series `stats::embed(x, r)`. Of a `Seurat` or `SingleCellExperiment`
#'   object, the principal components are used, see `reduced`.
#' @param d If `NULL` (the default), the rule without a dimension is used. If it is a whole number
#'   between 1 and `r`, the rule of the paper is used in tangent planes of this dimension, which
#'   should be at most the dimension of the manifold. See Details.
#' @param scale If `TRUE`, columns are centered and divided by their standard deviations first; use
#'   it if they have different units, in all calls alike, see [lapscale_conventions]. The default
#'   is `FALSE`.
#' @param graph The graph: a type of graph such as [graph_knn()], or its name. With `"radius"`
#'   (`NULL`, the default), all pairs within `cutoff` bandwidths are used. `cutoff` is a positive
#'   number (4.29 by default, where weights are 1e-8), or `Inf` for all pairs. With `"knn"`, only
#'   pairs are used in which one point is among the `k` nearest neighbors of the other; rows that
#'   coincide are one point, with their number as weight. If you
#'   supply several `k`, the one with the smallest criterion is selected; if `NULL`, `k` is selected
#'   among 5, 10, 20, 40, and 80 (those below `n / 2`).
#' @param minimum If `"first"` (the default), the minimum is selected as described in Details. If
#'   `"global"`, it is the deepest minimum. Without `d`, this is where `distance` is lowest. But if
#'   that is in the stretch of bandwidths within the tolerance, all of the stretch counts as one
#'   minimum, and `"global"` selects the same bandwidth as `"first"`.
#' @param bandwidths The bandwidths to try: two or more positive numbers in the unit of `x`. If
#'   `NULL` (the default), there are 40 on a log scale, from the bandwidth at which all points are
#'   practically isolated to the root mean squared distance between points, and more if neighboring
#'   ones would differ by more than a factor of 1.25.
#' @param alpha The density exponent of the Laplacian. With 1 (the default), the sampling density
#'   has no influence, see [lapscale_conventions]. Of several numbers, the one with the smallest
#'   criterion is selected.
#' @param noise `"deflate"` takes the noise of both rows, see [noise_level()], off each squared
#'   distance first. Use it for noise in many columns that differs from row to row, see
#'   the article "noise". It needs memory for all distances, takes about three times as long, and
#'   excludes `d`, `local_scale`, and `weights`. The default is `"none"`.
#' @param seed If `NULL` (the default), the random numbers of R are used, so that [set.seed()]
#'   works. A whole number gives the same result in each call and leaves the random numbers of R
#'   alone.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`), of the graph (`k`, `cutoff`, `local_scale`), and of the run
#'   (`n_threads`, `progress`). Seldom needed, also as `control`, are those of [bw_control()].
#'   - `weights`: how much each row counts, see [heat_graph()]. The mean over points is then a
#'     weighted one, and points are drawn in proportion to their weights. Whole numbers with a sum
#'     of at most 1000 repeat each point instead.
#'   - `local_scale`: a whole number `m` below `n`, or several; `TRUE` is 20. The bandwidth of a
#'     point is then a multiple of its scale, see [heat_graph()], and the result is this multiple,
#'     for a graph with the same `local_scale`. Without `d`, the criterion at a bandwidth shows
#'     steps that are longer by 1 / 0.75.
#'   - `n_points`, `points`: by default the criterion is averaged over all points if `n <= 1000`,
#'     otherwise over 500. If they span more than 12 dimensions, these numbers fall, to 400 and 200
#'     from 30 dimensions on.
#' @return A [lapscale_bandwidth] of method `"gc"`. Its curve, `as.data.frame(bw)`, has one row per
#'   bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, see Details. Without `d` it is flat where it is within the tolerance of its
#'     lowest value. The choice is at the first of these lowest points at which at most 20% of the
#'     points are isolated, or at the first;
#'   - `se`, the standard error over the points, of `criterion` with `d` and of `distance` without
#'     `d`. It treats the sample as fixed, so between samples the criterion varies more;
#'   - `n_points`, the number of points in the mean;
#'   - `distance` and `dimension`, without `d` only, see Details.
#'
#'   `glance()` returns one row, which also contains:
#'   - `n_points`, `alpha`, `k`, `replicates`, and, if you supplied it, `local_scale`;
#'   - `eigenvalue_error`, without `d`: the mean relative error of the first eight eigenvalues to
#'     expect at the choice, `NA` if it is not known, see [bw_report()];
#'   - `noise` and `noise_share`, if you set `noise = "deflate"`: the share is that of
#'     [noise_level()];
#'   - `full`, which is `FALSE` if the curve ended early. Then `update(bw, minimum = "global")` is
#'     not possible;
#'   - `conf.low` and `conf.high`, the 95% interval of [confint()][confint.lapscale_bandwidth], or
#'     `NA`;
#'   - `tolerance`, the constant 0.15, and `tolerance.low` and `tolerance.high`, the ends of the
#'     stretch within it, `NA` with `d` and where the choice was raised beyond it.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_error_no_criterion` if the criterion is undefined at every bandwidth, or no point has
#'   a neighbor at any of `bandwidths`;
#' - `lapscale_message_cost` if the selection will take 10 seconds or more, here and in functions that
#'   select the bandwidth by themselves, such as [embed_eigenmaps()] and [cluster_spectral()];
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the lowest point of the curve is at an end of the grid;
#' - `lapscale_warning_no_minimum` if the curve is flat, or, with `d`, does not descend to any
#'   minimum. The lowest point is then selected;
#' - `lapscale_warning_negative` if `negative_share` of a `dist` is above 0.1.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   equations 3 to 7, algorithm 1.
#' @seealso [bw_report()] to check the result, [bw_minima()] and
#'   [confint()][confint.lapscale_bandwidth] for the alternatives, [metric_distortion()] for the
#'   metric at each point, [heat_graph()] to use the bandwidth, [bw_select()] for other
#'   selectors, `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' bw
#' plot(bw)
#' bw_minima(bw)
#' graph <- heat_graph(x, bw)
#' bw_gc(swiss, scale = TRUE, seed = 1)
#' @export
bw_gc <- function(x, d = NULL, bandwidths = NULL, scale = FALSE, graph = NULL,
                  minimum = c("first", "global"), alpha = 1, noise = c("none", "deflate"),
                  seed = NULL, ...) door({
  args <- arguments()
  cached_gc_choice(x, args, function() select_by_consistency(x, args))
}, .takes = list(
  "points", "weights", "run", "control", k = NULL, cutoff = sqrt(-log(1e-8)), local_scale = NULL,
  n_bandwidths = 40L, refine = TRUE, n_points = NULL, points = NULL, replicates = 200L,
  inverse = FALSE, pca_weights = "squared", subsample = TRUE, full = NULL
))

# Returns the bandwidth that bw_gc() selected for the same points and arguments before, or else
# selects one. The number of replicates and how the computation runs do not change the bandwidth,
# nor does the seed if all points count. Each choice that is kept is a list: key (the arguments that
# matter), seed and replicates (as they were given), number_only (whether it has neither replicates
# nor checks), value (the bandwidth), is_exact (whether no seed changes it), and drawn (the seeds
# that the selection drew).
#   x       points as the user gave them; only a point set keeps choices, in its list of results.
#           checked$skips_checks: TRUE if the caller uses only the number of the bandwidth
#   args    of bw_gc(), a named list
#   select  function without arguments that selects a bandwidth and returns it
cached_gc_choice <- function(x, args, select) {
  if (!is_shared(x)) return(select())
  # Choices of which only the number is used are made without replicates and checks.
  number_only <- isTRUE(x$checked$skips_checks)
  ignored <- c("x", "seed", "replicates", "n_threads", "progress", "control", settings_of_points)
  key <- unclass(args)[setdiff(names(args), ignored)]
  choices <- x$checked$shared$results$bw_gc
  for (choice in choices) {
    same_seed <- !is.null(args$seed) && identical(choice$seed, args$seed)
    is_same <- identical(choice$key, key) && (same_seed || number_only && choice$is_exact)
    same_replicates <- !choice$number_only && identical(choice$replicates, args$replicates)
    if (is_same && (number_only || same_replicates)) {
      # The result is that of the seed by which the choice was made.
      call_record$seeds <- union(call_record$seeds, choice$drawn)
      return(choice$value)
    }
  }
  # The seeds that were drawn in this call so far.
  earlier_seeds <- call_record$seeds
  value <- select()
  facts <- selection(value)$facts
  choice <- list(
    key = key, seed = args$seed, replicates = args$replicates, number_only = number_only,
    value = value, is_exact = identical(facts$n_points, facts$n) && facts$full,
    drawn = setdiff(call_record$seeds, earlier_seeds)
  )
  if (!is.null(x$checked$shared)) {
    x$checked$shared$results$bw_gc <- utils::tail(c(choices, list(choice)), 8L)
  }
  value
}

# Does the work of bw_gc(): checks the arguments, computes the curves, chooses a minimum, and checks
# the choice. Returns a lapscale_bandwidth. In it, `problem` is of selector_problem(), `settings`
# are of resolve_gc_settings(), with d (NULL: none) and seed, and `best` is of best_gc_curve();
# `negative` is of negative_share(), a number or NULL.
#   x     points as the user gave them
#   args  of bw_gc(), a named list: d (dimension, or NULL), noise ("none" or "deflate"), local_scale
#         (numbers of neighbors, TRUE, or NULL), graph (name of a type, or NULL; a value such as
#         graph_knn(10) has become its name and settings), and those of selector_problem() and
#         resolve_gc_settings()
select_by_consistency <- function(x, args) {
  d <- args$d
  noise <- check_choice(args$noise, c("none", "deflate"), "noise")
  if (noise == "deflate") {
    x <- share_deflated(x, args)
    on.exit(free_points(x), add = TRUE)
  }
  is_local <- !is.null(args$local_scale)
  problem <- selector_problem(
    x, args, usual_gc_points, is_random = TRUE, uses_mass = TRUE,
    unique_rows = identical(args$graph, graph_knn()$name),
    default_grid = if (is_local) local_grid(args$local_scale) else gc_grid,
    kinds = c(
      if (!is_local) "paged", if (is.null(d)) "distances",
      if (!is_local && is.null(d) && keeps_distances(x)) "sparse"
    ),
    check = function(checked) if (!is.null(d)) check_count(d, "d", max = ncol(checked$x)),
    check_rest = function(checked) resolve_gc_settings(args, checked)
  )
  check_neighborhood_memory(problem)
  settings <- c(problem$rest, list(d = problem$d, seed = problem$seed))
  point_rows <- settings$points
  if (!is.null(point_rows)) {
    problem$rows <- draw_points(
      problem$checked$x, length(point_rows), problem$seed, problem$checked$mass, point_rows
    )
  }
  inform_of_seconds(
    if (is_local) 0 else seconds_of_curve(problem, settings),
    paste("The selection of the bandwidth for", thousands(problem$n), "points"),
    "A number as `bandwidth`, such as that of bw_knn(), takes less; `progress = TRUE` shows a bar."
  )
  best <- best_gc_curve(problem, settings)
  if (!is_local) {
    nearest <- nearest_distinct(problem$checked, problem$handle, problem$runtime)
    check_pairs_seen(best$curve, nearest, settings$cutoff)
  }
  selected <- selected_by_gc(best, problem, settings)
  finish_bandwidth(selected, check_value = function(h) {
    negative <- if (noise == "none") negative_share(problem, h, best$alpha)
    warn_negative(negative)
    k <- if (graph_type(settings$graph)$lists_neighbors) best$k else NA
    quick_checks <- if (!is_local && !isTRUE(problem$checked$skips_checks)) {
      row <- match(h, best$minima$bandwidth)
      dimension <- settings$d %||% best$minima$dimension[row]
      quick_checks_at(problem$checked$x, problem$handle, h, k, dimension, noise == "deflate",
                       problem$runtime)
    }
    list(facts = c(negative_share = negative), quick_checks = quick_checks)
  })
}

# Returns the selection that finish_bandwidth() takes, a list of the arguments of new_bandwidth().
#   best      of best_gc_curve(): curve, minima, choices, replicates, alpha, k (NA: none), full,
#             tolerance (two bandwidths, NULL with d), raised (by rule, or NULL), local_scale (NA:
#             none)
#   problem   of selector_problem(): checked (n_rows, number of rows before equal ones were merged,
#             NULL: none were; scaling; noise, of noise_facts(), or NULL), n (number of points),
#             rows (numbers of the points in the mean)
#   settings  of resolve_gc_settings(), with d (dimension, or NULL) and seed: inverse (whether the
#             inverse metric is measured), minimum ("first" or "global")
selected_by_gc <- function(best, problem, settings) {
  distortion <- if (settings$inverse) "distortion of the inverse metric" else "distortion"
  list(
    method = "gc", curve = best$curve, minima = best$minima, choices = best$choices,
    minimum = settings$minimum, scaling = problem$checked$scaling, replicates = best$replicates,
    facts = c(list(
      n = problem$checked$n_rows %||% problem$n, d = settings$d %||% NA_real_,
      n_points = length(problem$rows), alpha = best$alpha, k = best$k,
      eigenvalue_error = NA_real_, replicates = NROW(best$replicates), full = best$full,
      tolerance = if (is.null(settings$d)) step_rule$tolerance else NA_real_,
      tolerance.low = best$tolerance[1L] %||% NA_real_,
      tolerance.high = best$tolerance[2L] %||% NA_real_
    ), if (!is.na(best$local_scale)) list(local_scale = best$local_scale),
    if (!is.null(problem$checked$noise)) {
      list(noise = "deflate", noise_share = problem$checked$noise$share)
    }),
    labels = c(list(
      title = "Geometric Consistency",
      notes = c(stage_note(best, problem), deflation_note(problem$checked$noise)),
      criterion = if (is.null(settings$d)) "criterion" else distortion,
      meaning = if (is.null(settings$d)) "0: smooth, 1: no structure" else
        "0: as in a flat plane"
    ), if (is.null(settings$d)) {
      list(choice = words_by_minimum(best), raised = best$raised)
    })
  )
}

# What print() and plot() call the minimum that each rule chooses: texts named "first" and "global".
# The rules choose the same one if the distance is lowest in the stretch within the tolerance.
#   best  of best_gc_curve(): choices (the row of minima of each rule, NA: none), raised (of
#         choose_scales(), or NULL)
words_by_minimum <- function(best) {
  words <- c(first = "first within the tolerance", global = "lowest distance")
  if (isTRUE(best$choices[["global"]] == best$choices[["first"]])) {
    words[["global"]] <- paste0(words[["first"]], ", which includes the ", words[["global"]])
  }
  replace(words, names(words) %in% names(best$raised)[best$raised],
          paste0("raised to hold ", 100 * step_rule$joined[[2L]], "% of the points together"))
}
