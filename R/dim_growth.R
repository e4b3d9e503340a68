#' Intrinsic dimension by neighborhood growth
#'
#' @description
#' Estimates the intrinsic dimension by how fast the number of neighbors grows with the radius. In
#' dimension \eqn{d} the number of points in a ball grows like \eqn{r^d}, so the estimate is the
#' slope of the logarithm of the average number of neighbors against the logarithm of the radius.
#' This is the correlation dimension of Grassberger and Procaccia.
#'
#' **When to use it.** Use it for data with little noise and up to about five dimensions, and for
#' fractal sets, whose dimension is not a whole number.
#'
#' @details
#' The slope is fitted by least squares over 12 radii, which are log-spaced between the radii at
#' which a point has `counts[1]` and `counts[2]` neighbors on average. Smaller counts have too few
#' pairs, and larger ones are affected by curvature and the boundary. Points that coincide are not
#' neighbors. The curve shows the slope over the whole range of distances.
#'
#' @inheritParams bw_rec
#' @param x Points as rows, as in [bw_gc()], or a `dist`.
#' @param counts Two increasing positive numbers below `n - 1`. If `NULL` (the default), from 2 to
#'   the square root of `n`, but at least to 20.
#' @param local If `TRUE`, the slope of each of these points is kept; see `as.data.frame(d, what =
#'   "local")`. The default is `FALSE`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `weights`,
#'   `na_action`, `reduced`) and of the run (`n_threads`, `progress`). Seldom needed, also as
#'   `control`, see [bw_control()]:
#'   - `n_radii`: Length of the curve, at least 4. The default is 40.
#'   - `n_points`: Number of points around which neighbors are counted, drawn with `seed`. If `NULL`
#'     (the default), all points are used if `n <= 5000`, otherwise 5000.
#'   - `weights`: Weights of the rows, non-negative numbers. Each neighbor counts by its weight, and
#'     averages over points are weighted, so that whole numbers give the counts of repeated rows
#'     (`n` is then their number). Rows of weight 0 are left out. The standard errors take a row as
#'     one observation. Weights need points, not a `dist`. The default is equal weights.
#' @return A [lapscale_dimension] of method `"growth"`. Its curve has one row per radius:
#'   - `radius`, in the unit of `x`;
#'   - `dimension`, the slope there;
#'   - `count`, the average number of neighbors.
#'
#'   `lower` and `upper` of `glance()` are the ends of the radii of the fit.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide, or no radius distinguishes the `counts`.
#' @references Grassberger, P. and Procaccia, I. (1983). Measuring the strangeness of strange
#'   attractors. *Physica D* 9, 189-208. \doi{10.1016/0167-2789(83)90298-1}
#'
#'   Dasgupta, S. and Freund, Y. (2008). Random projection trees and low dimensional manifolds.
#'   *STOC '08*, 537-546. \doi{10.1145/1374376.1374452}
#' @seealso [dim_estimate()] for all estimators, [dim_mle()].
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' d <- dim_growth(x)
#' d
#' plot(d)
#' @export
dim_growth <- function(x, counts = NULL, local = FALSE, scale = FALSE, seed = NULL, ...) door({
  args <- arguments()
  local <- check_flag(local, "local")
  n_bandwidths <- check_grid_size(args$n_radii, "n_radii", min = 4)
  problem <- selector_problem(
    x, c(args, n_bandwidths = n_bandwidths), size_rule(5000L, 5000L),
    min_rows = min_points_for_growth, kinds = any_kind, purpose = "dimension",
    check = function(checked) resolve_counts(counts, total_mass(checked))
  )
  # How many observations each point stands for, length n, or 1.
  mass <- problem$checked$mass
  row_mass <- take_mass(mass, problem$rows)
  # Returns the numbers of neighbors within each radius, a matrix points x radii, times the mass of
  # the point over its mean. Neighbors count with this power of their masses, 1 or 2.
  count_within <- function(radii, power = 1) {
    (row_mass / mean(row_mass))^power * count_neighbors(problem, radii, mass^power)
  }
  # In this problem, `d` is the two counts, and bandwidths are radii. `ends` are two radii, and
  # `fit` is list(dimension, local, se, reached).
  curve <- growth_curve(problem$bandwidths, colMeans(count_within(problem$bandwidths)))
  ends <- radii_for_counts(problem$d, !is.null(counts), curve, count_within, problem, mean(mass))
  fit <- growth_fit(ends, count_within, problem$n, !is_unit_mass(mass))
  new_dimension(
    fit$dimension, "growth", curve, "radius", "Neighborhood growth", problem$n,
    problem$checked$scaling, fit$se, ends,
    note = paste0("radii ", short(ends[[1L]], 3), " to ", short(ends[[2L]], 3), ", with ",
                  short(fit$reached[[1L]], 3), " to ", short(fit$reached[[2L]], 3), " neighbors"),
    local = if (local) data.frame(row = problem$checked$rows[problem$rows], dimension = fit$local)
  )
}, .takes = list("points", "weights", "run", "control", n_radii = 40L, n_points = NULL))

# The fewest points: fewer hardly have two different numbers of neighbors.
min_points_for_growth <- 8L

# Returns the usual two numbers of neighbors between which the growth is measured, not always whole:
# 2, and the square root of n or 20 if that is more; fewer if n is small.
#   n  number of points, or of the observations that they stand for
usual_counts <- function(n) c(min(2, (n - 1) / 4), min(max(20, sqrt(n)), (n - 1) / 2))

# Checks the two numbers of neighbors between which the growth is measured, and returns them,
# increasing and below n - 1.
#   counts  two numbers of neighbors as the user gave them, NULL: the usual ones
#   n       number of observations that the points stand for
resolve_counts <- function(counts, n) {
  counts <- counts %||% usual_counts(n)
  is_pair <- is.numeric(counts) && length(counts) == 2L && all(is.finite(counts))
  if (!is_pair || is.unsorted(c(0, counts, n - 1), strictly = TRUE)) {
    value <- if (is.numeric(counts) && length(counts)) shorten(counts) else describe(counts)
    abort_argument("`counts` must be two increasing numbers between 0 and {n - 1}, not {value}.")
  }
  as.double(counts)
}

# Computes the slope of the log number of neighbors in the log radius at each radius, the mean of
# the slopes to the two next radii, or at the ends to the one: data frame radius, dimension (the
# slope, NA where it is not known), count (mean_count).
#   radii       increasing;  mean_count: the mean number of neighbors within each radius
growth_curve <- function(radii, mean_count) {
  slope <- diff(log(mean_count)) / diff(log(radii))
  slope[!is.finite(slope)] <- NA_real_
  central_slope <- (c(NA, slope) + c(slope, NA)) / 2
  central_slope[c(1L, length(radii))] <- slope[c(1L, length(slope))]
  data.frame(radius = radii, dimension = central_slope, count = mean_count)
}

# Finds the two radii at which points have two given numbers of neighbors on average. If points
# stand for several observations each, by weights or as equal rows, there may be no such radii: then
# those for the usual numbers of neighbors among the different points, times the observations at
# each.
#   counts        two numbers of neighbors;  is_given: whether the user gave them
#   curve         of growth_curve(): data frame with columns radius, count (mean number of
#                 neighbors)
#   count_within  function of radii: numbers of neighbors, a matrix points x radii
#   problem       of selector_problem(): checked (of as_points(): x), n (number of points)
#   mean_mass     observations per point in the mean
# `candidates` are one or two pairs of numbers of neighbors, of which the first that has radii is
# taken.
radii_for_counts <- function(counts, is_given, curve, count_within, problem, mean_mass) {
  candidates <- list(counts)
  n_distinct <- if (!is_given) length(group_equal_rows(problem$checked$x)$first)
  mass_per_distinct <- if (!is_given) problem$n * mean_mass / n_distinct
  if (!is_given && mass_per_distinct > 1) {
    candidates[[2L]] <- mass_per_distinct * usual_counts(n_distinct)
  }
  n_candidates <- length(candidates)
  for (candidate in candidates[-n_candidates]) {
    radii <- tryCatch(
      radii_at_counts(curve, candidate, count_within, problem$n, is_given),
      lapscale_error_no_scale = function(e) NULL
    )
    if (!is.null(radii)) return(radii)
  }
  radii_at_counts(curve, candidates[[n_candidates]], count_within, problem$n, is_given)
}

# Finds the two radii at which the mean number of neighbors is `counts` (within 1% if there are such
# radii), interpolated on log axes. Radii beyond those of the curve are added if it does not reach
# so far, and between them where the count jumps.
#   curve         data frame radius, count (mean number of neighbors), increasing
#   counts        two numbers of neighbors;  is_given: whether the user gave them
#   count_within  function of radii: numbers of neighbors, a matrix points x radii
#   n             number of points
# `denser_curve` is the curve with further radii.
radii_at_counts <- function(curve, counts, count_within, n, is_given) {
  curve <- add_radii(curve, radii_beyond_curve(curve, counts, n), count_within)
  refuse_if(length(unique(curve$count[curve$count > 0])) < 2L,
            "`x` has no scale: no radius tells numbers of neighbors apart.", "no_scale")
  arg <- if (is_given) "counts" else "x"
  refuse_if(max(curve$count) < counts[[2L]],
            "`{arg}`: no radius has {signif(counts[[2]], 3)} neighbors on average, at most
             {signif(max(curve$count), 3)}; points that coincide are not neighbors.", "no_scale")
  for (round in 1:5) {
    radii <- interpolate_radii(curve, counts)
    denser_curve <- add_radii(curve, radii, count_within)
    counts_at_radii <- denser_curve$count[match(radii, denser_curve$radius)]
    is_missed <- abs(log(counts_at_radii / counts)) > 0.01
    if (!any(is_missed)) break
    curve <- add_radii(
      denser_curve, unlist(lapply(counts[is_missed], radii_around, denser_curve)), count_within
    )
  }
  refuse_if(radii[[2L]] <= radii[[1L]] || counts_at_radii[[2L]] <= counts_at_radii[[1L]],
            c("`{arg}`: no radius has between {signif(counts[[1]], 3)} and
               {signif(counts[[2]], 3)} neighbors on average, because many distances are equal,
               or many points coincide.",
              i = "Other `counts` may be told apart."), "no_scale")
  radii
}

# Returns radii to add below and above those of a curve, so that it reaches `counts`. No distance is
# more than n times the root mean squared one, the last radius; few are much below the first.
#   curve  data frame radius, count, increasing;  counts: two numbers of neighbors
#   n      number of points
radii_beyond_curve <- function(curve, counts, n) {
  radius_range <- range(curve$radius)
  c(
    if (curve$count[[1L]] > counts[[1L]]) radius_range[[1L]] * 2^-(1:48),
    if (max(curve$count) < counts[[2L]]) radius_range[[2L]] * 2^seq_len(ceiling(log2(n)))
  )
}

# Returns a curve with further radii and their mean numbers of neighbors: data frame radius, count,
# increasing; the curve as it is if there are no further ones.
#   curve         data frame radius, count
#   radii         further ones; those that are not positive and finite, or in the curve, are dropped
#   count_within  function of radii: numbers of neighbors, a matrix points x radii
add_radii <- function(curve, radii, count_within) {
  radii <- sort(setdiff(radii, curve$radius))
  radii <- radii[is.finite(radii) & radii > 0]
  if (!length(radii)) return(curve)
  # With a single radius the counts would be no matrix.
  new_counts <- colMeans(count_within(c(radii, 2 * max(radii))))[seq_along(radii)]
  denser_curve <- data.frame(radius = c(curve$radius, radii), count = c(curve$count, new_counts))
  denser_curve[order(denser_curve$radius), ]
}

# The radii at which the mean numbers of neighbors are `counts`, linear in logarithms between the
# radii of a curve, and its first or last radius beyond it.
#   curve  data frame radius, count, increasing;  counts: numbers of neighbors
interpolate_radii <- function(curve, counts) {
  curve <- curve[curve$count > 0, ]
  curve <- curve[!duplicated(curve$count), ]
  exp(stats::approx(log(curve$count), log(curve$radius), log(counts), rule = 2)$y)
}

# Returns 20 radii between the last radius of the curve with fewer neighbors than `target` and the
# first with as many; NULL if even the first radius has as many.
#   target  number of neighbors;  curve: data frame radius, count, increasing
radii_around <- function(target, curve) {
  first_reaching <- match(TRUE, curve$count >= target)
  if (first_reaching > 1L) {
    ends <- log(curve$radius[c(first_reaching - 1L, first_reaching)])
    exp(seq(ends[[1L]], ends[[2L]], length.out = 22L)[2:21])
  }
}

# Fits the log of the mean number of neighbors in the log radius, over 12 radii, by least squares.
# Returns a list: dimension, the slope; local, the slope of the numbers of each point, NA where
# fewer than two are positive; se, the standard error of the slope over the points; reached, the
# mean numbers at the two ends.
#   ends          the smallest and the largest radius;  n: number of all points
#   count_within  function of radii and of a power of the weights, 1 or 2, that are summed: numbers
#                 of neighbors, a matrix m points x radii
#   is_weighted   whether points have weights, so that squares of weights are summed
growth_fit <- function(ends, count_within, n, is_weighted) {
  radii <- exp(seq(log(ends[[1L]]), log(ends[[2L]]), length.out = 12L))
  # m x 12.
  row_counts <- count_within(radii)
  mean_count <- colMeans(row_counts)
  centred_log <- log(radii) - mean(log(radii))
  # The slope is the sum of these, one per radius, times the logarithms of the counts.
  slope_weight <- centred_log / sum(centred_log^2)
  weight_per_count <- slope_weight / mean_count
  # A pair adds the shares of all radii that are not below its distance.
  sq_counts <- if (is_weighted) count_within(radii, 2) else row_counts
  pairs_of_shell <- sq_counts - cbind(0, sq_counts[, -ncol(row_counts), drop = FALSE])
  pair_squares <- pairs_of_shell %*% rev(cumsum(rev(weight_per_count)))^2
  local <- apply(row_counts, 1L, function(point_counts) {
    is_positive <- point_counts > 0
    if (sum(is_positive) < 2L) return(NA_real_)
    log_radii <- centred_log[is_positive]
    stats::cov(log_radii, log(point_counts[is_positive])) / stats::var(log_radii)
  })
  list(
    dimension = sum(slope_weight * log(mean_count)), local = local,
    se = pair_mean_se(row_counts %*% weight_per_count, pair_squares, nrow(row_counts), n),
    reached = mean_count[c(1L, 12L)]
  )
}
