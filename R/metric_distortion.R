#' Local metrics seen by a graph Laplacian
#'
#' @description
#' Computes, at each point, the metric that the Laplacian implies on the tangent plane. If the
#' bandwidth suits the data, this metric is close to the identity.
#'
#' **When to use it.** Use it to see at which points a bandwidth does not suit the data. Its mean
#' over the points is the criterion of [bw_gc()] with `d`.
#'
#' @inheritParams bw_gc
#' @param bandwidth The bandwidth: a positive number, a [lapscale_bandwidth], or a selector or its
#'   name. If `NULL` (the default), it is selected by [bw_gc()].
#' @param d Dimension of the local subspace, a whole number between 1 and `r`, and at most the
#'   dimension of the manifold. The default is 1.
#' @param points Row numbers or names of the points. If `NULL` (the default), all points are used if
#'   `n <= 1000`, otherwise 500 drawn with `seed`.
#' @param alpha Density exponent of the Laplacian, a number of at least 0. The default is 1.
#' @param cutoff Pairs farther apart than `cutoff * h` are not used: a positive number, or `Inf` to
#'   use all pairs. The default is 4.29, where weights are 1e-8.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`), `local_scale` of [heat_graph()], for which offsets are in units of the scale of a
#'   point, and those of the run (`n_threads`, `progress`). For `plot()`, graphical parameters.
#'   Seldom needed, also as `control`, see [bw_control()]:
#'   - `pca_weights`: If `"squared"` (the default), the covariance that determines the tangent plane
#'     has the squared weights, as in equation 6 of the paper. If `"kernel"`, it has the weights
#'     themselves.
#'   - `subsample`: If `TRUE` (the default), distant points are thinned if there are more than
#'     50,000 points, see [bw_gc()]. If `FALSE`, all sums are exact.
#'   - `inverse`: If `TRUE`, the distortion is \eqn{\|H^{-1} - I\|}{||H^-1 - I||}. The default is
#'     `FALSE`.
#' @return A list of class `lapscale_distortion`:
#'   - `H`: n_points x d x d, the inverse metric (cometric) of each point, dimensionless;
#'   - `basis`: n_points x r x d, orthonormal tangent vectors, the one with most variance first;
#'     zero if the neighborhood has fewer directions than `d`;
#'   - `distortion`: length n_points, the largest absolute eigenvalue of \eqn{H - I} (or, with
#'     `inverse = TRUE`, of \eqn{H^{-1} - I}{H^-1 - I}, which is `NA` if `H` is singular);
#'   - `points`: the row numbers;
#'   - `bandwidth`.
#'
#'   `tidy()` returns `row` and `distortion`, and `glance()` one row: `n`, `d`, `bandwidth`,
#'   `distortion` (the mean), and `n_singular` (the number of metrics without an inverse).
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*,
#'   equations 4 to 7.
#' @section Errors and warnings:
#' - the errors and warnings of [bw_gc()];
#' - `lapscale_warning_singular` if `inverse = TRUE` and metrics have no inverse.
#' @seealso [bw_gc()], [bw_report()], [metric_riemannian()] for the metric of an embedding.
#' @examples
#' x <- sample_sphere(500, seed = 1)
#' local <- metric_distortion(x, bandwidth = 0.5, d = 2, points = 1:100)
#' local
#' plot(local, x)
#' metric_distortion(iris[1:4], bandwidth = 0.8, d = 2)
#' @export
metric_distortion <- function(x, bandwidth = NULL, d = 1L, points = NULL, alpha = 1,
                              cutoff = sqrt(-log(1e-8)), scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  checked <- as_points(x, args)
  n <- nrow(checked$x)
  d <- check_count(d, "d", max = ncol(checked$x))
  inverse <- check_flag(args$inverse, "inverse")
  pca_weights <- check_choice(args$pca_weights, c("squared", "kernel"), "pca_weights")
  alpha <- check_number(alpha, "alpha", above = 0, strict = FALSE)
  cutoff <- check_number(cutoff, "cutoff", above = 0, infinite = TRUE)
  subsample <- check_flag(args$subsample, "subsample")
  k <- args$local_scale
  if (!is.null(k)) k <- check_local_scale(k, n)
  # From here on rows of checked$x.
  if (!is.null(points)) {
    points <- match_rows(check_rows(points, checked$n_given, "points", checked$names), checked)
  }
  seed <- check_seed(seed)
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_for(bandwidth, checked)
  checked <- share_for_call(checked)
  seed <- draw_seed(seed)
  bandwidth <- resolve_bandwidth(bandwidth, checked, seed, runtime, list(local_scale = k))$value
  handle <- acquire_shared_points(checked, runtime)
  rows <- points %||% sort(draw_points(checked$x, NULL, seed))
  # Of local_scales(): list(scale, a number per point; dimension, ...), NULL for one bandwidth.
  scales <- if (!is.null(k)) local_scales(checked, handle, k, runtime)
  options <- c(
    gc_options(d, cutoff, alpha, pca_weights, subsample && is.null(k), seed, n, ncol(checked$x)),
    scale_options(scales, alpha)
  )
  # A handle of the sums around the points `rows`, in the core.
  consistency <- cpp_consistency(handle, NULL, rows, options, bandwidth, list(), runtime)
  on.exit(cpp_release(consistency), add = TRUE)
  # Vectors: metric and basis, of which arrays are made below, and distortion, NA where singular.
  local <- cpp_local_metrics(consistency, bandwidth, inverse, runtime)
  singular <- is.na(local$distortion)
  warn_if(any(singular),
          "{sum(singular)} point{?s} {?has/have} a singular metric: without an inverse
           {?its/their} distortion is NA.", "singular")
  metrics <- list(
    H = array(local$metric, c(length(rows), d, d)),
    basis = array(local$basis, c(length(rows), ncol(checked$x), d)),
    distortion = replace(local$distortion, singular, NA_real_), points = checked$rows[rows],
    bandwidth = bandwidth
  )
  new_result(metrics, "lapscale_distortion")
}, .takes = list(
  "points", "run", "control", inverse = FALSE, pca_weights = "squared", subsample = TRUE,
  local_scale = NULL
))

#' @rdname metric_distortion
#' @export
print.lapscale_distortion <- function(x, ...) {
  # Distortions of the points whose metric is not singular, and their five-number summary; `lost` is
  # the number of the other points.
  known <- x$distortion[!is.na(x$distortion)]
  five <- stats::fivenum(known)
  centre <- if (length(known)) mean(known) else NA_real_
  lost <- length(x$distortion) - length(known)
  cat(
    "Local metrics of ", count(length(x$points), "point"), " in ",
    count(dim(x$H)[[2]], "dimension"), " at bandwidth ", format(x$bandwidth, digits = 4), "\n",
    "  distortion: mean ", format(centre, digits = 3), ", median ",
    format(five[[3]], digits = 3), ", largest ", format(five[[5]], digits = 3), "\n",
    if (lost) c("  ", count(lost, "singular metric"), "\n"), sep = ""
  )
  invisible(x)
}

#' @rdname metric_distortion
#' @export
glance.lapscale_distortion <- function(x, ...) door(data.frame(
  n = length(x$points), d = dim(x$H)[[2L]], bandwidth = x$bandwidth,
  distortion = mean(x$distortion, na.rm = TRUE), n_singular = sum(is.na(x$distortion))
), ...)

#' @rdname metric_distortion
#' @export
tidy.lapscale_distortion <- function(x, ...) door({
  data.frame(row = x$points, distortion = x$distortion)
}, ...)
