#' Smallest eigenvalues of a graph Laplacian
#'
#' @description
#' Computes the `k` smallest eigenvalues of a graph Laplacian and their eigenvectors. Multiple
#' eigenvalues are returned with all their copies.
#'
#' **When to use it.** Use it to estimate the eigenvalues of the Laplace-Beltrami operator, to see
#' how many components or groups the graph has (the number of eigenvalues at or near 0), or to check
#' a bandwidth on data with a known spectrum. For coordinates use [embed_eigenmaps()].
#'
#' @details
#' **Heat scale.** At a finite bandwidth the eigenvalues of a Laplacian \eqn{(4/h^2)(I -
#' P)}{(4/h^2)(I
#' - P)} are smaller than those of \eqn{-\Delta}{-Delta}, because \eqn{P} is close to the heat
#' semigroup \eqn{\exp(h^2 \Delta / 4)}{exp(h^2 Delta / 4)} and not to its linear part. The scale
#' `"heat"` corrects this. It returns \eqn{-(4/h^2) \log \mu}{-(4/h^2) log(mu)} for an eigenvalue
#' \eqn{\mu}{mu} of \eqn{P}. Eigenvalues of \eqn{P} that are not positive have no logarithm and are
#' `NA`. Without self loops there are always some, because the eigenvalues of \eqn{P} sum to 0. They
#' belong to functions that the graph does not resolve. With local scales, where a step takes
#' another
#' time at each point, `"heat"` solves the equation in `vignette("methods")`.
#'
#' **Eigenvectors** are right eigenvectors of the Laplacian. Those of the random walk
#' (`"geometric"`, `"random_walk"`, `"doubly_stochastic"`) are scaled so that \eqn{\sum_i \pi_i
#' v_i^2 = 1}{sum_i pi_i v_i^2 = 1}, where \eqn{\pi}{pi} is the stationary distribution of the walk.
#' The others have length 1. The entry with the largest absolute value is positive. The eigenvectors
#' of a multiple eigenvalue are one of many bases, so compare the spaces that they span. For each
#' connected component there is an eigenvalue 0 whose eigenvector is constant on the component and 0
#' elsewhere. Links that are weaker than others by many orders of magnitude have eigenvalues too
#' small for an iteration. They are computed to first order from the sums of these links, and their
#' eigenvectors are constant on each part that stronger links hold together. If there is no such gap
#' between the links, or more than 300 parts, or if weak links meet at a point without strong ones,
#' small eigenvalues are lost in rounding, with a warning.
#'
#' **Computation.** The eigenpairs are computed by Lanczos iteration, on the inverse of the operator
#' or on a Chebyshev polynomial of it. For graphs with at least 30 neighbors per point, up to 28
#' eigenpairs are found by Davidson's method, from those of the walk between groups of points. The
#' search is repeated until no copy of a multiple eigenvalue is missing.
#'
#' **Intervals.** An eigenvalue of a sample varies from sample to sample, and it is biased at any
#' bandwidth. Both show in 12 random halves of the points, at the bandwidth times
#' \eqn{2^{1/(d+4)}}{2^(1/(d+4))}: the interval is
#' \deqn{\lambda \pm z \sqrt{\mathrm{sd}(\lambda_{half})^2 + 4 (\mathrm{mean}(\lambda_{half}) -
#' \lambda)^2}}{lambda +- z sqrt(sd(lambda_half)^2 + 4 (mean(lambda_half) - lambda)^2)}
#' where \eqn{z} is the normal quantile and \eqn{d} the dimension that the kernel sees. With more
#' than 20,000 points the standard deviation is that of the infinitesimal jackknife in closed form,
#' and 4 halves show the bias. With local scales, 12 halves show both at any number of points, and
#' their points have the scales of the whole sample. Intervals cost about three times as much as the
#' spectrum, and assume that the bandwidth suits the data and that the rows are independent.
#'
#' A boundary makes eigenvalues too small, on a strip of 400 points by 10%, and the halves do not
#' show all of it. With `alpha = 1`, the degrees \eqn{t} of the density-corrected weights \eqn{w}
#' are up to 1.39 times as large at a boundary as elsewhere. So each eigenvector also has its
#' Rayleigh quotient computed with the weights \eqn{w_{ij} / \sqrt{t_i t_j}}{w_ij / sqrt(t_i t_j)},
#' and if that is larger by a factor \eqn{r}, \eqn{(r - 1) \lambda}{(r - 1) lambda} is added to the
#' upper end. On manifolds with known spectra to which nothing was fitted, 90% intervals contained
#' 90% of the true eigenvalues on average, with and without a boundary, see the article "noise".
#'
#' `vector_error` is one standard error of all eigenvectors above 0 as coordinates of an embedding:
#' the root mean square difference of those of the halves, after the best rotation, over that of the
#' coordinates. It is rather too large than too small, and it means nothing if `k` separates equal
#' eigenvalues.
#'
#' @inheritParams bw_gc
#' @param x A Laplacian that [graph_laplacian()] returned; or a graph or points (`n` x `r`, see
#'   [bw_gc()]), of which it is made. In the methods, a `lapscale_spectrum`.
#' @param k Number of eigenvalues, a whole number between 1 and n. If `NULL` (the default), it is 10,
#'   or n if that is less.
#' @param scale If `"heat"`, eigenvalues are corrected as described in Details. If `"linear"`, they
#'   are those of the Laplacian itself. The default is `"heat"` if the graph has a bandwidth, or a
#'   `local_scale` that you supplied, and the Laplacian is not `"unnormalized"`, and otherwise
#'   `"linear"`.
#' @param interval If `NULL` (the default), there are no intervals. A number between 0 and 1, such
#'   as 0.9, computes intervals of this level for the eigenvalues of the manifold, see Details. It
#'   needs the heat scale.
#' @param bandwidth Of points, as in [heat_graph()]: if `NULL` (the default), it is that of
#'   [bw_gc()], but 1 with `local_scale`, where `bandwidth = bw_gc` selects it.
#' @param ... For `plot()`, graphical parameters. For `graph_spectrum()`, `n_threads`, see
#'   [lapscale_settings], and of points or a graph, `type` and `alpha` of [graph_laplacian()]; of
#'   points, also settings of the points (`metric`, `na_action`, `reduced`), `graph`, a type of
#'   graph such as `graph_knn(10)` (see [graph_types]), and its settings (`n_neighbors`, which is
#'   `k` in [heat_graph()], `symmetry`, `cutoff`, `self_loops`, `local_scale`, `neighbors`,
#'   `weights`). To scale the columns, use [point_set()].
#' @return An object of class `lapscale_spectrum`, a list with
#'   - `values`, also as `eigenvalues`: length k, increasing from 0, in 1 / (unit of x)^2;
#'   - `vectors`: n x k, with the row names of the data, and `NA` for rows that were left out of the
#'     graph;
#'   - `residuals`: length k, \eqn{|L v - \mu v| / |v|}{|Lv - mv|/|v|} divided by the largest
#'     diagonal entry of \eqn{L};
#'   - `converged`: length k, `TRUE` if the residual is at most 1e-8;
#'   - `lower`, `upper`, with `interval`: length k, the ends of the intervals;
#'   - `boundary`, with `interval`: length k, what was added to `upper` for a boundary, see Details;
#'   - `vector_error`, with `interval`: see Details;
#'   - `edge`, with `interval`: the share of the points that look as if within half a bandwidth of a
#'     boundary, see [boundary_distance()]. Noise across the manifold looks the same. It is 0 if it
#'     is below 5%, except at the ends of a curve, or if it is not known: if points have fewer than
#'     8 neighbors, or the graph was not made of a table;
#'   - `edge_d`, with `interval`: the dimension for which `edge` is.
#'
#'   `as.data.frame()` and `tidy()` return one row per eigenvalue: `number`, `value`, `residual`,
#'   `converged`, and with `interval` the ends, `lwr` and `upr`. `confint()` returns a
#'   matrix with one row per eigenvalue, also at another level. `glance()` returns one row: `n`,
#'   `n_eigenvalues`, `type`, `alpha`, `scale`, `bandwidth`, and `residual` (the largest).
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_warning_no_logarithm` if eigenvalues on the heat scale are `NA`;
#' - `lapscale_warning_cut_kernel` if a selector set the bandwidth of a nearest-neighbor graph whose
#'   edges leave out more than 5% of the second moment of the kernel. Use more neighbors, or a
#'   radius graph;
#' - `lapscale_warning_convergence` if a residual is above 1e-8. All `k` eigenvalues are returned
#'   nevertheless;
#' - `lapscale_message_multiple` if the last eigenvalue and the next one agree to a thousandth, so
#'   that the last eigenvector is one of many.
#' @references Zhou, Y. and Saad, Y. (2007). A Chebyshev-Davidson algorithm for large symmetric
#'   eigenproblems. *SIAM Journal on Matrix Analysis and Applications* 29, 954-971 (the polynomial).
#' @seealso [graph_laplacian()], [embed_eigenmaps()], which uses the eigenvectors as coordinates,
#'   [lapscale_conventions] for the heat scale, [lapscale_result].
#' @examples
#' x <- sample_circle(400, seed = 1)
#' laplacian <- graph_laplacian(heat_graph(x, bandwidth = 0.2))
#' spectrum <- graph_spectrum(laplacian, 7)
#' spectrum                               # 0 1 1 4 4 9 9 on the circle
#' plot(spectrum)
#' graph_spectrum(x, 7, bandwidth = 0.2)  # the same
#' graph_spectrum(iris[1:4], 5, bandwidth = 0.8)
#' @order 1
#' @export
graph_spectrum <- function(x, k = NULL, scale = c("heat", "linear"), interval = NULL,
                           bandwidth = NULL, seed = NULL, ...) door({
  # All as they were given, also those of `...`; with the seed the bandwidth is selected too.
  args <- arguments()
  laplacian <- as_laplacian(x, bandwidth, args)
  n <- length(laplacian@degree)
  k <- check_count(k %||% min(10L, n), "k", max = n)
  if (missing(scale)) scale <- if (has_heat_scale(laplacian)) "heat" else "linear"
  refuse_if(is.logical(scale),
            c("`scale` must be \"heat\" or \"linear\", the scale of the eigenvalues, not
               {describe(scale)}.",
              i = "To scale columns, use `point_set(x, scale = TRUE)` as points."))
  scale <- check_choice(scale, c("heat", "linear"), "scale")
  refuse_if(scale == "heat" && !has_heat_scale(laplacian),
            "`scale` = \"heat\" needs a normalized Laplacian of a graph with a bandwidth.")
  if (!is.null(interval)) {
    interval <- check_level(interval, "interval")
    refuse_if(scale != "heat" || !is_stored(laplacian@weights),
              "`interval` needs `scale` = \"heat\" and a graph whose weights are stored.")
    seed <- draw_seed(check_seed(seed))
  }
  runtime <- new_runtime(args$n_threads, FALSE)
  warn_cut_kernel(laplacian@graph)
  # Eigenpairs, perhaps more than k: list(values; vectors, a column each; residuals; converged; on
  # the heat scale compared, values in which equal ones are searched). `pairs` are the first k.
  bottom <- if (scale == "heat") bottom_on_heat_scale(laplacian, k, runtime) else
    bottom_of_spectrum(laplacian, k, runtime)
  pairs <- first_eigenpairs(bottom, k)
  values <- pairs$values
  if (scale == "heat") {
    warn_no_logarithm(values, "`scale` = \"linear\" gives those of the Laplacian itself.")
  }
  inform_if(cuts_equal_eigenvalues(bottom$compared %||% bottom$values, k),
            "`k` = {k} separates equal eigenvalues: of their vectors only the common space is
             determined. Use another `k` to keep them together.", "multiple")
  spectrum <- list(
    values = values, eigenvalues = values,
    vectors = pad_matrix(pairs$vectors, laplacian@graph, "x"),
    residuals = pairs$residuals, converged = pairs$converged, type = laplacian@type,
    alpha = laplacian@alpha, scale = scale, bandwidth = laplacian@graph$bandwidth
  )
  warn_not_converged(spectrum)
  if (!is.null(interval)) {
    intervals <- eigenvalue_intervals(laplacian, values, pairs$vectors, interval, seed, runtime)
    spectrum <- c(spectrum, intervals, list(interval = interval))
  }
  new_result(spectrum, "lapscale_spectrum")
}, .takes = list(
  "points", "run", graph = NULL, n_neighbors = NULL, symmetry = "union", cutoff = NULL,
  self_loops = FALSE, local_scale = NULL, neighbors = "exact", weights = NULL, type = NULL,
  alpha = NULL
))

# Returns the lapscale_laplacian of x, which is a graph, points, or already a Laplacian.
#   x          as the user gave it
#   bandwidth  of graph_spectrum(): a number, a selector or its name, or NULL
#   args       of arguments(): all arguments of graph_spectrum(); those of graphs, points (metric,
#              na_action, reduced), the Laplacian (type, alpha), and the run (seed, n_threads,
#              progress) are used
# `settings` are those of graphs and points, and `graph_args` of these the ones that the user gave,
# with the bandwidth if it is not NULL.
as_laplacian <- function(x, bandwidth, args) {
  setting_names <- c("graph", "n_neighbors", edge_arguments, "metric", "na_action", "reduced")
  defaults <- c(setting_groups$graph, setting_groups$points)
  settings <- unclass(args)[intersect(setdiff(setting_names, "k"), names(args))]
  is_given <- !mapply(identical, settings, defaults[names(settings)])
  graph_args <- c(list(bandwidth = bandwidth)[!is.null(bandwidth)], settings[is_given])
  laplacian_args <- Filter(Negate(is.null), unclass(args)[c("type", "alpha")])
  if (inherits(x, "lapscale_laplacian")) {
    refuse_first(names(c(graph_args, laplacian_args)),
                 "`{first}` cannot be set when `x` is already a Laplacian.")
    return(check_laplacian(x, "x"))
  }
  graph <- if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) {
    refuse_first(setdiff(names(graph_args), "bandwidth"),
                 "`{first}` cannot be set when `x` is already a graph.")
    as_given_graph(x, bandwidth)
  } else {
    names(graph_args)[names(graph_args) == "n_neighbors"] <- "k"
    run_args <- list(seed = args$seed, n_threads = args$n_threads, progress = args$progress)
    do.call(heat_graph, c(list(x), graph_args, run_args), quote = TRUE)
  }
  do.call(graph_laplacian, c(list(graph), laplacian_args), quote = TRUE)
}

# Turns a matrix with a row per point into one with a row per row of the data, NA in those left out.
#   vectors  n x k
#   graph    a graph or checked points: with n_given (number of rows), rows (of the points), names
#   arg      the argument that errors of memory name
pad_matrix <- function(vectors, graph, arg = "x") {
  check_padding(graph$n_given, ncol(vectors), arg)
  result <- matrix(NA_real_, graph$n_given, ncol(vectors))
  result[graph$rows, ] <- vectors
  if (!is.null(graph$names)) rownames(result) <- graph$names
  result
}

#' @rdname graph_spectrum
#' @export
print.lapscale_spectrum <- function(x, ...) {
  k <- length(x$values)
  cat(
    "Spectrum of the ", sub("_", " ", x$type), " Laplacian (alpha = ", format(x$alpha),
    if (x$scale == "heat") ", heat scale", "), ", count(k, "smallest eigenvalue"), "\n",
    "  ", paste(vapply(utils::head(x$values, 10L), format, "", digits = 4), collapse = "  "),
    if (k > 10L) " ...", "\n", describe_intervals(x),
    "  largest residual ", format(max(x$residuals), digits = 2),
    if (!all(x$converged)) paste0(", ", count(sum(!x$converged), "pair"), " not converged"), "\n",
    sep = ""
  )
  invisible(x)
}

# Printed lines about the intervals of the first eigenvalues, one text; NULL without intervals.
#   x  of graph_spectrum(): interval (the level of the intervals, or NULL), lower and upper (their
#      ends), vector_error (a share, or NA), edge (share of points near a boundary), edge_d
#      (number of dimensions for which it is)
describe_intervals <- function(x) {
  if (!is.null(x$interval)) {
    intervals <- paste0("[", short(x$lower, 3), ", ", short(x$upper, 3), "]")
    ellipsis <- if (length(intervals) > 10L) " ..."
    interval_text <- paste(utils::head(intervals, 10L), collapse = " ")
    paste0("  ", 100 * x$interval, "% intervals for the manifold: ", interval_text, ellipsis, "\n",
           if (!is.na(x$vector_error)) {
             paste0("  standard error of vectors ", percent(x$vector_error), "% of their size\n")
           }, describe_boundary_share(x$edge, x$edge_d))
  }
}

#' @rdname graph_spectrum
#' @param object A `lapscale_spectrum`.
#' @param parm For `confint()`, the numbers of the eigenvalues. If it is missing, all of them.
#' @param level For `confint()`, the level of the intervals. The default is `interval`.
#' @export
confint.lapscale_spectrum <- function(object, parm, level = object$interval, ...) door({
  refuse_if(is.null(object$interval),
            "`object` has no intervals: call graph_spectrum() with `interval`.")
  level <- check_level(level, "level")
  k <- length(object$values)
  parm <- if (missing(parm)) seq_len(k) else check_rows(parm, k, "parm")
  # Half the width of each interval without `boundary`, which is added to the upper end.
  factor <- stats::qnorm((1 + level) / 2) / stats::qnorm((1 + object$interval) / 2)
  margin <- factor * (object$upper - object$boundary - object$values)
  ends <- cbind(pmax(object$values - margin, 0), object$values + margin + object$boundary)
  dimnames(ends) <- list(seq_len(k), percent_names(level))
  ends[parm, , drop = FALSE]
}, ...)

#' @rdname graph_spectrum
#' @export
glance.lapscale_spectrum <- function(x, ...) door(data.frame(
  n = sum(!is.na(x$vectors[, 1L])), n_eigenvalues = length(x$values), type = x$type,
  alpha = x$alpha, scale = x$scale, bandwidth = x$bandwidth, residual = max(x$residuals)
), ...)

#' @rdname graph_spectrum
#' @export
tidy.lapscale_spectrum <- function(x, ...) door({
  table <- data.frame(
    number = seq_along(x$values), value = x$values, residual = x$residuals, converged = x$converged
  )
  if (is.null(x$interval)) table else cbind(table, lwr = x$lower, upr = x$upper)
}, ...)
