#' Bandwidth by Geometric Consistency
#'
#' Selects the bandwidth \eqn{h} at which the graph Laplacian best reproduces the local geometry of
#' the data. At each of a set of points the Laplacian implies a local metric. If the Laplacian were
#' exact, this metric would be that of a flat tangent space. The bandwidth is the one at which the
#' difference is smallest, by *Geometric Consistency* (Perrault-Joncas, Meila and McQueen, 2017).
#'
#' Use it for embeddings, clusters, and graphs, and whenever the bandwidth should be a property of
#' the data. Run [bandwidth_report()] on the result before you rely on it.
#'
#' @details
#' At a point \eqn{i}{i} with weights \eqn{w_{ij} = \exp(-|x_i - x_j|^2 / h^2)}{w_ij} and degrees
#' \eqn{t_j = \sum_k w_{jk}}{t_j} the random walk steps to \eqn{x_j}{x_j} with probability
#' \eqn{p_j \propto w_{ij} / t_j^\alpha}{p_j ~ w_ij / t_j^alpha}.
#'
#' **Without `d`**, the default, all columns are looked at. At the right scale \eqn{2/h^2}{2/h^2}
#' times the covariance of one step from \eqn{x_i}{x_i} is the orthogonal projection on the tangent
#' space, whatever its dimension. With eigenvalues \eqn{l_1 \ge l_2 \ge \dots}{l_1 >= l_2 >= ...}
#' its distance to the nearest projection is \deqn{A = \max\Bigl(|1 - l_1|, \max_{k \ge 2}
#' \min(|l_k|, |1 - l_k|)\Bigr)}{A = max(|1 - l_1|, max over k >= 2 of min(|l_k|, |1 - l_k|))} and
#' the number of eigenvalues above 1/2 is the dimension seen. With chance \eqn{s} the walk stays;
#' the steps that leave have the eigenvalues \eqn{l_k / (1 - s)}{l_k / (1 - s)}, their distance is
#' \eqn{B}, and what a covariance of so few neighbors may be off by is \eqn{u = \sqrt{\sum_{j \ne i}
#' p_j^2} / (1 - s)}{u = sqrt(sum over j != i of p_j^2) / (1 - s)}. The distance at the point is
#' \eqn{D_i = s A + (1 - s) \min(1, B + u / 2)}{D_i = s A + (1 - s) min(1, B + u / 2)},
#' \eqn{D(h)}{D(h)} its mean over the points. It sees what a subspace of `d` dimensions is blind to:
#' parallel sheets that a bandwidth joins, and noise across the manifold.
#'
#' **With `d`**: the rule of Perrault-Joncas, Meila and McQueen (2017). The tangent plane is spanned
#' by the top `d` principal directions of the neighbors (weighted mean by \eqn{w}, covariance by
#' \eqn{w^2}), and \eqn{H_i = (2/h^2) \sum_j p_j y_j y_j'}{H_i = (2/h^2) sum_j p_j y_j y_j'} with
#' \eqn{y_j} the offsets \eqn{x_j - x_i} in that plane. The criterion is the mean distortion
#' \deqn{D(h) = \frac1{|I|} \sum_{i \in I} \| H_i(h) - I \|_2.}{D(h) = mean over I of ||H_i(h) -
#' I||_2.}
#' `d` may be below the dimension of the manifold; `d = 1` looks along the best determined direction
#' only.
#'
#' **Distances.** Without `d` distances are enough. If a `dist` contains Euclidean distances, the
#' result is that of the points. If it contains other distances, some eigenvalues of a step are
#' negative; `glance()` reports their share of the sum of all absolute eigenvalues at the selected
#' bandwidth, `negative_share`.
#'
#' **Sparse matrices** that would need more than 16 MB as dense ones, and of which less than a tenth
#' is stored, stay sparse without `d`, up to 5000 points or as many as there are columns. They also
#' stay sparse in graphs, in embeddings and clusters computed from graphs, in [bw_knn()],
#' [bw_median()], [bw_kernel_sum()], [dim_growth()], and [dim_mle()], and in the learners. Other
#' functions, and all functions with landmarks, make them dense.
#'
#' **How good is it.** The rule was measured on 140 samples of twenty manifolds with known spectra,
#' with 250 and 600 points, which were not looked at before the rule was fixed. The error of the
#' first eight eigenvalues of a graph without self-loops, on the heat scale, was 0.11 in the median
#' and below 0.33 in nine of ten samples. In the geometric mean this is 1.6 times the smallest error
#' of any bandwidth; with `d = 1` it is 2.0 times. The choice may fail from three dimensions on, if
#' turns are too near for the number of points, or if the noise is as wide as the gap between two
#' parts. For learning from few labels neither rule is better on average
#' (`vignette("which-minimum")`).
#'
#' **Which minimum.** The criterion tends to 1 at both ends of the range: for tiny \eqn{h} every
#' point is isolated, for large \eqn{h} the data look like a point. In between there can be several
#' minima, one per scale of the data.
#'
#' Without `d` a later minimum is selected only if it is deeper than the largest climb before it.
#' The curve is \deqn{C(h) = D(h) + \max_{h' \le h} \Bigl(D(h') - \min_{h'' \le h'}
#' D(h'')\Bigr).}{C(h) = D(h) + max over h' <= h of (D(h') - min over h'' <= h' of D(h'')).} It is
#' drawn as flat if its square is within \eqn{0.15^2}{0.15^2} of the square of its lowest point,
#' because samples do not distinguish such heights. The choice is the first bandwidth of that flat
#' bottom. Smaller bandwidths serve eigenvalues better: few neighbors cost less than stepping over a
#' bend.
#'
#' With `d` the choice is the first minimum that is reached by a descent of more than 3 paired
#' standard errors, and at which at least half of the points see a neighbor (a distortion that is
#' not 1 within 1e-4): a few close pairs can dent the curve far below the spacing of the rest. A
#' deeper one beyond it may be the better scale where the first is that of noise, or mean nothing
#' where the data look like a blob; the curve does not tell which.
#'
#' All minima are kept: see [local_minima()] and the plot, `update(bw, minimum = "global")` for the
#' deepest, and [bandwidth_report()] for what speaks against a choice.
#' `vignette("methods")` has the formulas.
#'
#' **Large data.** The pass over the pairs keeps *sketches* of the distances, from which the degrees
#' follow for all bandwidths at once with a relative error of about 1e-5. With more than 50,000
#' points those far away are thinned: beyond the nearest 2048 of a point for degrees, and the
#' nearest 16,384 for its neighborhood, the more of them are left out the farther they are, and the
#' rest stands for them (in more than 32 columns beyond the nearest 1024 for degrees, and parts of
#' neighborhoods are drawn, `notes/subsampling.md` in the sources). The error that this adds to
#' \eqn{D(h)} is a few hundredths of its standard error where points differ, up to 0.2 of it in a
#' cloud of six dimensions or in hundreds of columns; where all look alike, as on a sphere or at the
#' largest bandwidths, the standard error is next to nothing, and the error up to 0.3% of
#' \eqn{D(h)}.
#' `subsample = FALSE` switches it off, at a cost that grows as the square of their number.
#'
#' The largest bandwidths cost most. With more than 50,000 points the curve ends where the choice is
#' decided. Without `d` this is where the largest climb is as high as the lowest point of the curve,
#' because nothing that follows can be lower. With `d` it is behind the first real minimum. The part
#' that is drawn, and the choice, are identical to those with `full = TRUE`.
#'
#' **Equivariance.** Multiplying `x` by a number multiplies the bandwidth by it; rotations,
#' translations, constant columns and the order of the rows change nothing. Columns of different
#' units want `scale = TRUE`; by default they are taken as they are.
#'
#' @param x Points as rows: numeric matrix (double, integer or logical), data frame or tibble with
#'   numeric columns (`model.matrix(~ . - 1, data)` makes such columns of factors), or a Matrix
#'   (dense or sparse), `n` x `r`, `n` at least 3. Of counts take `log1p()`. Of a Seurat or
#'   SingleCellExperiment object take its principal components or its transposed logarithms of counts:
#'   cells are rows. A plain vector or a univariate `ts` is `n` points on a line, a multivariate `ts` has a point for each time; for the
#'   states of a series give its delay vectors, `stats::embed(x, r)`. For `bw_gc()` without `d` also
#'   a `dist`.
#' @param d NULL: the rule without a dimension. A whole number, between 1 and `r` and at most the
#'   dimension of the manifold: the paper's rule in local subspaces of this dimension. See
#'   Details.
#' @param bandwidths The grid to search, two or more positive numbers, unit of `x`; sorted, repeats
#'   removed. NULL: a log grid from the bandwidth at which the weights are numerically the identity
#'   to the root mean squared distance between points.
#' @param n_bandwidths Length of the default grid, at least 4; more are used where the step would
#'   exceed a factor 1.25.
#' @param n_points How many points the mean is taken over. NULL: all up to 1000, else 500, in more
#'   than 32 columns 200. They are drawn with `seed` and serve every bandwidth.
#' @param points Row numbers of these points, instead of `n_points`.
#' @param minimum `"first"`, the choice described in Details, or `"global"`, the deepest minimum:
#'   without `d` of the distance, without climbs.
#' @param inverse TRUE measures \eqn{\|H_i^{-1} - I\|}{||H_i^-1 - I||} instead (the variant GC^-1);
#'   needs `d`.
#'   A point whose \eqn{H_i} is singular is left out at that bandwidth; the column `n_points` of the
#'   curve counts the rest. Minima are found, and their depths given, on the mean of `v / (1 + v)`,
#'   `v` the distortion of a point, 1 where it is singular: the plain mean has no bound, and a few
#'   points rule it at small bandwidths.
#' @param pca_weights The covariance of the tangent plane is weighted by \eqn{w^2}, `"squared"`, as
#'   in equation 6 of the paper, or by \eqn{w}, `"kernel"`, which needs `d`.
#' @param refine TRUE looks between grid values: with `d` around the first and the global minimum,
#'   without it where the curve meets its bottom.
#' @param alpha Density exponent of the Laplacian, 0 or more; 1 removes the sampling density. A
#'   vector: the value with the least distortion at its minimum is chosen.
#' @param graph `"dense"` (the default) takes all pairs within `cutoff * h`, which is the graph that
#'   [heat_graph()] calls `"radius"`. `"knn"` takes the `k` nearest neighbors of each point, and the
#'   pairs in which either point is among the neighbors of the other.
#' @param k For `graph = "knn"`: number of neighbors, the point itself not counted. NULL or a
#'   vector: chosen by the least distortion, NULL among 5, 10, 20, 40, 80 (below `n / 2`).
#' @param cutoff Pairs farther apart than `cutoff * h` are dropped: a positive number, `Inf` keeps
#'   all. Default 4.29: weights below 1e-8 are dropped. (Graphs drop those below 1e-6; the inverse
#'   metric of a nearly isolated point would feel that.)
#' @param local_scale If `NULL` (the default), all points have the same bandwidth. If it is a whole
#'   number below `n`, the bandwidth of a point is a multiple of its distance to that neighbor, and
#'   the result is this multiple: a pure number, for [heat_graph()] with the same `local_scale`. If
#'   you supply several numbers, the one with the smallest criterion is selected, and `glance()`
#'   shows it. `x` can have at most 64 columns.
#' @param weights `NULL` (the default), or how much each row counts, see [heat_graph()]. With
#'   weights or local scales, no subsamples and no workers are used, so many rows take longer.
#' @param subsample FALSE: exact sums whatever the number of points.
#' @param replicates How many times the choice is made again from perturbed curves, for
#'   [confint()][confint.lapscale_bandwidth] and the stability of minima; 0: neither is known.
#' @param seed If `NULL` (the default), the random numbers of R are used, so that [set.seed()]
#'   works. A whole number gives the same result in each call and leaves the random numbers of R
#'   alone.
#' @param n_threads Number of threads. If `NULL` (the default), the option `lapscale.threads` is
#'   used, and if it is not set, at most 2 threads. Results are identical for any number of threads.
#' @param na_action If `"error"` (the default), missing and infinite values are an error. If
#'   `"omit"`, rows with such values are left out with a warning.
#' @param scale If `TRUE`, columns are centered and divided by their standard deviations first, as
#'   in [base::scale()]. A constant column is set to zero, with a message of class
#'   `lapscale_message_constant`. The bandwidth is then in the unit of scaled columns and remembers
#'   this. Functions that use it need `scale = TRUE` too, except [bandwidth_report()],
#'   [laplacian_at()], [embed_scales()], and `plot(bw, x)`, which scale by themselves. `TRUE` needs
#'   coordinates instead of distances.
#' @param progress If `TRUE`, a progress bar is shown. If `NULL` (the default), it is shown in
#'   interactive sessions.
#' @param full TRUE draws the curve to the end of the grid, FALSE to where the first minimum has
#'   decided; NULL: to the end with up to 50,000 points, see Details. Given `bandwidths`, `minimum =
#'   "global"` and `graph = "knn"` are drawn to the end, and so are fewer than 1000 points.
#' @param ... Not used. Extra arguments are an error.
#' @return A [lapscale_bandwidth] of method `"gc"`. Its curve, `as.data.frame(bw)`, has one row per
#'   bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion` and `se`. With `d`, `se` is the standard error of the criterion over the points,
#'     without `d` that of `distance`. The sample counts as fixed, so the criterion varies more
#'     between samples;
#'   - `n_points`, the number of points in the mean;
#'   - `distance`, without `d` only: \eqn{D(h)}{D(h)}, without climbs;
#'   - `dimension`, without `d` only: the mean dimension seen. [local_minima()] and `glance()` (as
#'     `d`) have it too.
#'
#'   `glance()` adds `n_points`, `alpha`, `k`, `eigenvalue_error` (without `d`: the mean relative
#'   error of the first eight eigenvalues to expect at the choice, see [bandwidth_report()];
#'   otherwise `NA`), `replicates`, `full` (whether the curve goes to the end of the grid; if it
#'   does not, `update(bw, minimum = "global")` has nothing to choose from), and `conf.low` and
#'   `conf.high`, the 95% interval of [confint()][confint.lapscale_bandwidth].
#' @section Errors and warnings:
#' `lapscale_error_argument` for arguments out of their range; `lapscale_error_no_scale` if all
#' points coincide; `lapscale_error_memory` if the data do not fit; `lapscale_error_no_criterion` if
#' the criterion is undefined everywhere, or no point sees another at any of `bandwidths`.
#' `lapscale_warning_edge` if the lowest point is at an end
#' of the grid, `lapscale_warning_no_minimum` if with `d` no minimum is reached by a real descent:
#' then the lowest point is taken; without `d` if the curve is flat. `lapscale_warning_negative` if
#' the `negative_share` of a `dist` is above 0.1.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   equations 3 to 7, algorithm 1.
#' @seealso [bandwidth_report()] to check the result, [local_minima()] and
#'   [confint()][confint.lapscale_bandwidth], [metric_distortion()] for the metrics themselves,
#'   [heat_graph()] to use the bandwidth, [select_bandwidth()] for other selectors,
#'   `vignette("choosing-a-bandwidth")`.
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
  problem <- selector_problem(
    x,
    list(
      bandwidths = bandwidths, n_bandwidths = n_bandwidths, n_points = n_points, seed = seed,
      n_threads = n_threads, na_action = na_action, scale = scale, progress = progress,
      weights = weights
    ),
    usual_gc_points, default_grid = if (is.null(local_scale)) gc_grid else local_grid(local_scale),
    draws = TRUE, paged = is.null(local_scale), weighs = TRUE,
    distances = is.null(d) && is.null(local_scale),
    sparse = is.null(d) && is.null(local_scale) && suits_distances(x),
    check = function(checked) {
      if (!is.null(d)) check_count(d, "d", max = ncol(checked$x))
    },
    check_rest = function(checked) {
      asked <- list(
        d = d, minimum = minimum, inverse = inverse, pca_weights = pca_weights, refine = refine,
        alpha = alpha, graph = graph, cutoff = cutoff, subsample = subsample, k = k,
        points = points, replicates = replicates, full = full, is_given = !is.null(bandwidths),
        local_scale = local_scale
      )
      resolve_gc_settings(asked, checked)
    }
  )
  on.exit(return_points(problem$checked, problem$handle), add = TRUE)
  check_neighborhood_memory(problem)
  settings <- c(problem$rest, list(d = problem$own, seed = problem$seed))
  if (!is.null(settings$points)) problem$rows <- settings$points
  found <- best_gc(problem, settings)
  local <- !is.null(local_scale)
  if (!local) {
    nearest <- nearest_distinct(problem$checked, problem$handle, problem$runtime)
    check_pairs_seen(found$curve, nearest, settings$cutoff)
  }
  bw <- finish_bandwidth(gc_selection(found, problem, settings), proc.time()[[3]] - start)
  share <- negative_share(problem, plain(bw), found$alpha)
  warn_negative(share)
  attr(bw, "selection")$facts$negative_share <- share
  if (!local && !isTRUE(problem$checked$shared$number_only)) {
    k <- if (settings$graph == "knn") found$k else NA
    attr(bw, "selection")$looks <- looks_at_choice(
      problem$checked$x, problem$handle, plain(bw), k, problem$runtime
    )
  }
  bw
}, ...)

# What new_bandwidth() takes, but the time.
gc_selection <- function(found, problem, settings) {
  list(
    method = "gc", curve = found$curve, minima = found$minima, choices = found$choices,
    minimum = settings$minimum, scaling = problem$checked$scaling, replicates = found$replicates,
    facts = c(list(
      n = problem$n, d = settings$d %||% NA_real_, n_points = length(problem$rows),
      alpha = found$alpha, k = found$k, eigenvalue_error = NA_real_,
      replicates = NROW(found$replicates), full = found$full
    ), if (!is.na(found$local_scale)) list(local_scale = found$local_scale)),
    labels = c(list(
      title = "Geometric Consistency", notes = stage_note(found, problem)
    ), if (is.null(settings$d)) {
      list(
        criterion = "distance with climbs",
        choice = c(first = "lowest point", global = "least distance")
      )
    } else {
      list(criterion = if (settings$inverse) "distortion of the inverse metric" else "distortion")
    })
  )
}
