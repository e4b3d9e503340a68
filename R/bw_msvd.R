#' Bandwidth by multiscale singular values
#'
#' @description
#' Selects the geometric middle of the range of bandwidths at which the leading `d` local singular
#' values are clearly larger than the others. At smaller bandwidths noise increases the others, and
#' at larger ones curvature does.
#'
#' **When to use it.** Use it if you know the dimension, or to see the range of scales at which the
#' data look like a manifold of this dimension.
#'
#' @details
#' At a point \eqn{x_i} and a bandwidth \eqn{h} the squared singular values are the eigenvalues
#' \eqn{\lambda_1 \ge \lambda_2 \ge \ldots}{lambda_1 >= lambda_2 >= ...} of the covariance of the
#' points around it, weighted by the heat kernel. (The papers use balls. With the heat kernel the
#' result is an interval of bandwidths.) The eigenvalues are averaged over points. The gap is at `d`
#' if \eqn{\lambda_d - \lambda_{d+1}}{lambda_d - lambda_(d+1)} is the largest of all gaps, where
#' \eqn{\lambda_{r+1} = 0}{lambda_(r+1) = 0}. `lower` and `upper` are the ends of the longest
#' interval, in \eqn{\log h}{log h}, on which the gap is at `d` and a neighborhood contains more
#' than `d + 1` points on average. They are interpolated between values of the grid.
#'
#' `lower` is the size of the noise, or without noise the size at which neighborhoods contain enough
#' points. `upper` is the size of the curvature, or the end of the grid if the data are flat.
#'
#' **Seeds.** With more than 400 points, `seed` draws the points at which singular values are
#' computed. Over ten seeds, the largest bandwidth was at most 1.07 times the smallest on ten of
#' eleven data sets. It was 4.8 times the smallest for `quakes` in kilometers with `d = 2`, where no
#' bandwidth has its largest gap at `d`. With `n_points = nrow(x)` there is no draw.
#'
#' @inheritParams bw_rec
#' @param d Dimension of the manifold, a whole number between 1 and `r`. If `NULL` (the default), it
#'   is estimated by [dim_estimate()] from at most 2000 rows, with a message.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as `control`, see
#'   [bw_control()]:
#'   - `n_points`: Number of points at which singular values are computed, drawn with `seed`. If
#'     `NULL` (the default), all points are used if `n <= 400`, otherwise 200. With more than 48
#'     columns, where each point takes much longer, it is 50.
#'   - `max_d`: The number of eigenvalues whose gaps are compared. If `NULL` (the default), all gaps
#'     are compared with up to 30 columns, otherwise the first 20 (or `d`).
#' @return A [lapscale_bandwidth] of method `"msvd"`. Its curve, `as.data.frame(bw)`, has one row
#'   per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, the gap at `d` minus the largest other gap, divided by the first eigenvalue. It
#'     is positive if the largest gap is at `d`;
#'   - `se`, its standard error;
#'   - `dimension`, the position of the largest gap;
#'   - `degree`, roughly the number of points in a neighborhood;
#'   - `eigenvalue_1`, `eigenvalue_2`, ..., in the unit of `x` squared. With more than 48 columns
#'     they are accurate to 1e-9 of the mean squared distance from the point; with more than 384
#'     columns, and near points, to 1e-4 of the first eigenvalue.
#'
#'   `glance()` adds `lower`, `upper`, and `n_points`.
#' @section Errors and warnings:
#' - `lapscale_warning_no_interval` if the largest gap is at `d` at no bandwidth. Then `lower` and
#'   `upper` are `NA`, and the bandwidth with the largest criterion is selected, with
#'   `lapscale_warning_edge` if it is at an end of the grid;
#' - the errors of [bw_rec()].
#' @references Little, A. V., Maggioni, M. and Rosasco, L. (2017). Multiscale geometric methods for
#'   data sets I: multiscale SVD, noise and curvature. *Applied and Computational Harmonic Analysis*
#'   43, 504-567. \doi{10.1016/j.acha.2015.09.009}
#' @seealso [dim_eigengap()] for the dimension, [bw_gc()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_sphere(800, noise = 0.02, seed = 1)
#' bw <- bw_msvd(x, d = 2)
#' bw
#' plot(bw)
#' bw_msvd(iris[1:4], d = 2)
#' @export
bw_msvd <- function(x, d = NULL, bandwidths = NULL, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  problem <- selector_problem(
    x, args, usual_neighborhoods,
    kinds = if (is.null(c(d, args$max_d)) && keeps_distances(x)) "sparse",
    check = function(checked) {
      r <- ncol(checked$x)
      d <- if (!is.null(d)) check_count(d, "d", max = r)
      resolve_max_d(args$max_d, r, d %||% 1L)
      d
    }
  )
  d <- resolve_dimension(problem$d, problem$checked, args$n_threads)
  max_d <- resolve_max_d(args$max_d, ncol(problem$checked$x), d)
  h <- problem$bandwidths
  # list(values, points x bandwidths x (max_d + 1) eigenvalues; degree, a number per bandwidth).
  local_spectra <- local_eigenvalues(problem, h, max_d)
  curve <- gap_curve(h, local_spectra)
  if (all(is.na(curve$dimension))) abort_no_pairs(max(h))
  # Data frame criterion, se, a row per bandwidth.
  margins <- gap_margins(local_spectra$values, d)
  curve <- cbind(curve["bandwidth"], margins, curve[!names(curve) %in% c("bandwidth", "gap")])
  # list(lower, upper, middle), bandwidths; NULL if no bandwidth has its largest gap at d.
  # `interval` is the same, or of fallback_bandwidth().
  measured <- gap_interval(h, margins$criterion, curve$degree > d + 1)
  interval <- measured %||% fallback_bandwidth(curve, d)
  facts <- list(
    n = problem$n, d = d, at_edge = is_edge(interval$middle, curve), lower = interval$lower,
    upper = interval$upper, n_points = length(problem$rows), elapsed = seconds_of_call()
  )
  at_choice <- function(values) stats::approx(log(h), values, log(interval$middle), rule = 2)$y
  minima <- data.frame(
    bandwidth = interval$middle, criterion = at_choice(curve$criterion), se = at_choice(curve$se),
    depth_left = NA_real_, depth_right = NA_real_, z_left = NA_real_, z_right = NA_real_
  )
  new_bandwidth(
    interval$middle, "msvd", curve, minima, c(global = 1L, first = 1L), "global", facts,
    list(title = "Multiscale singular values", criterion = "gap at d minus the largest other",
         best = if (is.na(interval$lower)) "closest to a gap at d" else "middle of the interval",
         upwards = TRUE, notes = describe_interval(interval, h)),
    scaling = problem$checked$scaling
  )
}, .takes = list("points", "run", "control", n_bandwidths = 40L, n_points = NULL, max_d = NULL))

# Returns the gap at d minus the largest other one, of the mean eigenvalues, over the first mean
# eigenvalue; with its standard error over the points: data frame criterion, se, a row per
# bandwidth, NA where every point is isolated.
#   values  of local_eigenvalues(): m points x g bandwidths x (max_d + 1) eigenvalues
#   d       dimension
gap_margins <- function(values, d) {
  margins <- vapply(seq_len(dim(values)[[2L]]), function(b) {
    spectra <- matrix(values[, b, ], dim(values)[[1L]])
    gaps <- gap_matrix(spectra)
    mean_gaps <- colMeans(gaps)
    mean_gaps[[d]] <- -Inf
    lead <- gaps[, d] - if (ncol(gaps) > 1L) gaps[, which.max(mean_gaps)] else 0
    mean_first <- mean(spectra[, 1L])
    if (mean_first > 0) c(mean(lead), se_of_mean(lead)) / mean_first else c(NA_real_, NA_real_)
  }, numeric(2))
  data.frame(criterion = margins[1L, ], se = margins[2L, ])
}

# Differences of each eigenvalue and the next, a column less than `values`.
#   values  eigenvalues, a column for each, largest first
gap_matrix <- function(values) values[, -ncol(values), drop = FALSE] - values[, -1L, drop = FALSE]

# Finds the longest interval of bandwidths, in log h, in which the margin is positive: list(lower,
# upper, middle), bandwidths; NULL without one. Ends between grid values are interpolated in log h.
#   h            bandwidths, increasing
#   margin       criterion of gap_margins() at each, or NA
#   is_eligible  whether a bandwidth may be in the interval, TRUE or FALSE for each
gap_interval <- function(h, margin, is_eligible) {
  inside <- is_eligible & is.finite(margin) & margin > 0
  if (!any(inside)) return(NULL)
  runs <- rle(inside)
  end <- cumsum(runs$lengths)
  begin <- end - runs$lengths + 1L
  longest <- which.max(ifelse(runs$values, log(h[end]) - log(h[begin]), -1))
  # The bandwidth at which the margin is 0, between two rows: inside the run, and just outside.
  crossing <- function(inner, outer) {
    if (outer < 1L || outer > length(h) || !is_eligible[[outer]] || !is.finite(margin[[outer]])) {
      return(h[[inner]])
    }
    share <- margin[[inner]] / (margin[[inner]] - margin[[outer]])
    exp(log(h[[inner]]) + share * (log(h[[outer]]) - log(h[[inner]])))
  }
  lower <- crossing(begin[[longest]], begin[[longest]] - 1L)
  upper <- crossing(end[[longest]], end[[longest]] + 1L)
  list(lower = lower, upper = upper, middle = sqrt(lower) * sqrt(upper))
}

# Warns that no bandwidth has its largest gap at d, and returns the one that comes closest, as
# gap_interval() does: list(lower: NA, upper: NA, middle).
#   curve  data frame with columns bandwidth and criterion, of gap_margins();  d: dimension
fallback_bandwidth <- function(curve, d) {
  h <- curve$bandwidth[[which.max(curve$criterion)]]
  warn(c("No bandwidth has its largest gap of the local eigenvalues at `d` = {d}. The bandwidth
          that comes closest is selected.",
         i = "Try another `d`. `plot(dim_eigengap(x))` shows where the gaps are."), "no_interval")
  if (is_edge(h, curve)) warn_edge(h, curve, "gap at d minus the largest other", "largest")
  list(lower = NA_real_, upper = NA_real_, middle = h)
}

# A printed note on the interval in which the gap is at d; NULL if there is none.
#   interval  of gap_interval() or fallback_bandwidth(): lower and upper, bandwidths, NA: none
#   h         all bandwidths
describe_interval <- function(interval, h) {
  if (!is.na(interval$lower)) {
    at_end <- if (interval$upper >= max(h)) ", the end of the grid: the data look flat"
    paste0("the gap is at d from ", short(interval$lower, 3), " to ", short(interval$upper, 3),
           at_end)
  }
}
