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
#'   (dense or sparse), `n` x `r`, `n` at least 3. Of counts take `log1p()`. A plain vector or a
#'   univariate `ts` is `n` points on a line, a multivariate `ts` has a point for each time; for the
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
        choice = c(first = "lowest point", global = "least distance"), wide = found$wide
      )
    } else {
      list(criterion = if (settings$inverse) "distortion of the inverse metric" else "distortion")
    })
  )
}

# What only bw_gc() takes.

# settings: the arguments by name. Returns them checked, in this order: `points` as rows of the
# points that were kept, `k` as numbers to try.
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
      32 * found$replicates * min(n, replicate_limits$most_points), "replicates",
      paste("random fields for", found$replicates, "replicates")
    )
  }
  if (!is.null(settings$full)) check_flag(settings$full, "full")
  if (!is.null(settings$local_scale)) found$local_scale <- check_local_scales(settings, checked)
  found$plain <- is.null(found$local_scale) && is_unit_mass(checked$mass)
  found$subsample <- found$subsample && found$plain
  found$staged <- found$plain && wants_stages(settings$full, n, found$graph, settings$is_given)
  found$full <- !found$staged || isTRUE(settings$full) || found$minimum == "global"
  if (is.null(settings$d)) check_no_plane(found)
  found$k <- resolve_neighbor_counts(settings$k, found$graph, n)
  if (!is.null(found$k)) check_list_memory(n, max(found$k), "k")
  if (!is.null(settings$points)) {
    given <- check_rows(settings$points, checked$n_given, "points")
    found$points <- match_rows(given, checked)
  }
  found
}

# What is asked of a tangent plane has no meaning in all columns.
check_no_plane <- function(settings) {
  asked <- if (settings$inverse) {
    "`inverse` = TRUE"
  } else if (settings$pca_weights != "squared") {
    "`pca_weights` = \"kernel\""
  }
  if (is.null(asked)) {
    return(invisible())
  }
  abort_argument(
    c("{asked} needs `d`: without it there is no tangent plane.",
      i = "`d = 1` is the rule of the paper; the dimension of the manifold will do, too.")
  )
}

# Numbers of neighbors whose distances are the scales, to try.
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
  if (!ok) {
    abort_argument("`alpha` must be 0 or more, not {describe(alpha)}.")
  }
  unique(as.double(alpha))
}

# Numbers of neighbours to try; NULL for a dense graph.
resolve_neighbor_counts <- function(k, graph, n) {
  if (graph == "dense") {
    if (!is.null(k)) {
      abort_argument("`k` goes with `graph = \"knn\"`.")
    }
    return(NULL)
  }
  if (is.null(k)) {
    return(as.integer(c(5, 10, 20, 40, 80)[c(TRUE, c(10, 20, 40, 80) < n / 2)]))
  }
  if (!length(k)) abort_argument("`k` must be whole numbers, not {describe(k)}.")
  unique(vapply(as.list(k), check_count, 0L, arg = "k", max = n - 1L))
}

# How many points the mean is taken over, of n in r columns: in many columns, where each costs more,
# as many as the authors took.
usual_gc_points <- function(n, r) {
  if (n <= 1000L) n else if (r > many_columns) 200L else 500L
}

# The distortions of Geometric Consistency, between R and the core.

# Above so many columns the core works in other ways.
many_columns <- 32

# Whether the core works with all distances in place of sparse coordinates: where they are few, or
# fewer than the coordinates would be.
suits_distances <- function(x) {
  size <- dim(if (is_shared(x)) x$checked$x else x)
  length(size) == 2L && size[[1L]] <= max(5000L, size[[2L]]) && 8 * size[[1L]]^2 <= memory_limit()
}

# In samples of more than exact_degrees points those far from one are thinned beyond the nearest
# whole_degrees and, in few columns, whole_neighbors of them. In many columns neighbourhoods above
# max_neighbors points are sampled. The sizes keep the error they add at about a tenth of the
# standard error where points differ, in hundreds of columns below a fifth (notes/subsampling.md,
# bench/subsampling.R). In many columns what is gathered of four neighbourhoods stays within 256 MB
# up to 8192 columns; beyond, 1024 points of each are.
#   n, p  rows and columns
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n, p = 1L) {
  max_neighbors <- max(1024, min(65536, 2^23 %/% p))
  exact_degrees <- 50000
  list(
    d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights,
    subsample = subsample && n > exact_degrees,
    max_neighbors = max_neighbors,
    whole_degrees = if (p > many_columns) 512 else 2048,
    whole_neighbors = 16384,
    seed = seed
  )
}

# A thread that looks at points on the disk has distances and positions of a whole neighbourhood. In
# many columns all points stay in memory on 32 axes.
check_neighborhood_memory <- function(problem) {
  if (is_paged(problem$checked$x)) {
    projected <- if (ncol(problem$checked$x) > many_columns) 150 else 0
    check_memory((60 * problem$runtime$n_threads + projected) * problem$n, "x",
                 "with a neighborhood per thread")
  }
}

# Handle of the local metrics at these rows; the caller releases it.
#   points  handle of cpp_points()
#   k       neighbourhoods follow the union of the k nearest neighbours; NA: all within the cut-off
hold_consistency <- function(points, k, rows, options, bandwidths, runtime, degrees = list()) {
  graph <- if (!is.na(k)) cpp_neighbor_graph(points, k, max_listed(), runtime)
  on.exit(if (!is.null(graph)) cpp_release(graph))
  cpp_consistency(points, graph, rows, options, bandwidths, degrees, runtime)
}

# The curve of Geometric Consistency and its minima.

# The curves of all (k, alpha) asked for; returns the one with the least distortion where it would
# be chosen.
best_gc <- function(problem, settings) {
  tried <- expand.grid(
    alpha = settings$alpha, k = settings$k %||% NA_integer_,
    local_scale = settings$local_scale %||% NA_integer_
  )
  n <- if (is_unit_mass(problem$checked$mass)) problem$n else sum(problem$checked$mass)
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
    abort(
      "`alpha`: with these exponents no weights are left at any bandwidth.", "no_criterion"
    )
  }
  best <- curves[[which.min(lowest)]]
  best$replicates <- replicate_choices(best, problem, settings)
  best$full <- nrow(best$curve) == length(grid)
  # What is deepest is not known where the rest was not drawn.
  if (!best$full) best$choices[["global"]] <- NA_integer_
  best
}

# What is measured at the points: a function of a handle, bandwidths, runtime and part, which can be
# sent to workers.
gc_measure <- function(d, inverse) {
  measure <- if (is.null(d)) {
    function(consistency, bandwidths, runtime, part) {
      step_values(cpp_steps(consistency, bandwidths, runtime, part))
    }
  } else {
    function(consistency, bandwidths, runtime, part) {
      cpp_distortions(consistency, bandwidths, inverse, runtime, part)
    }
  }
  environment(measure) <- list2env(list(inverse = inverse), parent = topenv())
  measure
}

# One curve with its minima, refined; and `lowest`, the distortion where it would be chosen.
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
  found <- curve_with_minima(
    grid, values, if (settings$refine) distortions, eligible, bounded
  )
  row <- found$choices[[settings$minimum]]
  found$lowest <- if (is.na(row)) {
    min(found$curve$criterion, na.rm = TRUE)
  } else {
    found$minima$criterion[[row]]
  }
  judged <- if (settings$inverse) bounded_distortions(values) else values
  products <- stats::var(judged) / nrow(judged)
  table <- list(
    bandwidth = grid, height = colMeans(judged), eligible = eligible,
    error = function(i, j) {
      sqrt(max(products[[i, i]] + products[[j, j]] - 2 * products[[i, j]], 0))
    }
  )
  found$rechoose <- choose_again(table, judged, found)
  found
}

# Whether half of the points see a neighbour, per bandwidth. What the rest say below that is about a
# few close pairs.
half_have_neighbors <- function(values) colMeans(has_neighbors(values)) >= 0.5

# The distortion of a point that sees none is 1, and of the inverse infinite.
has_neighbors <- function(values) is.finite(values) & abs(values - 1) > 1e-4

# The distortion of the inverse has no bound: where H_i is nearly singular a few points outweigh
# all, where it is singular they are missing. As v / (1 + v), 1 where H_i is singular, it tends to 1
# at both ends as the other does, and every bandwidth has the same points.
bounded_distortions <- function(values) ifelse(is.finite(values), values / (1 + values), 1)

# Where no point sees another every distortion is 1, whatever the data.
#   nearest  distances to the nearest distinct point, looked at only where the curve is that flat
check_pairs_seen <- function(curve, nearest, cutoff) {
  isolated <- all((curve$distance %||% curve$criterion) == 1, na.rm = TRUE)
  largest <- max(curve$bandwidth)
  if (!isolated || min(nearest) <= largest * min(cutoff, sqrt(largest_exponent))) {
    return(invisible())
  }
  if (min(nearest) > largest * default_cutoff) abort_no_pairs(largest)
  abort(
    "`cutoff` = {signif(cutoff, 3)}: even at the largest bandwidth, {signif(largest, 3)}, no point
     has a neighbor; give a larger one.",
    "no_criterion"
  )
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
  most_points = 500L
)

# A matrix of bandwidths, a row per replicate: columns as found$choices. NULL for none.
#   found  with rechoose(), a function that takes a function of matrices points x bandwidths, which
#          returns perturbations of their means, replicates x bandwidths
replicate_choices <- function(found, problem, settings) {
  if (settings$replicates == 0L) {
    return(NULL)
  }
  row <- found$choices[[settings$minimum]]
  if (is.na(row)) row <- found$choices[["global"]]
  if (is.na(row)) {
    return(NULL)
  }
  place <- canonical_order(problem$checked$x, problem$rows)
  if (length(place) > replicate_limits$most_points) {
    place <- place[round(seq(1, length(place), length.out = replicate_limits$most_points))]
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

# Smooth random functions at the points of x, of mean 0: matrix nrow(x) x n. Covariances are about
# exp(-|x_i - x_j|^2 / reach^2). What all points of a field have in common moves no mean of
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
