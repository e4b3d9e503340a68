# The kernel sum S(h) = sum_ij w_ij and its slope: what bw_kernel_sum() and dim_kernel_sum() share.

# Computes the curve of the slope of the kernel sum S = sum_ij w_ij over bandwidths, with its
# maxima. Returns a list:
#   curve    data frame bandwidth, criterion = d log S / d log h^2, se, kernel_sum (S), dimension =
#            2 x criterion
#   maxima   data frame with a row per local maximum: bandwidth, criterion, se, depth_left,
#            depth_right, z_left, z_right (both NA); the one of choice "global" is refined
#   choices  numbers of rows of maxima, c(first, global), NA: none
#   local    NULL, or the dimension at each point, at the bandwidth of choice "global": data frame
#            row (of the data), dimension (NA for a point that sees no other)
#   facts    list: n, d (NA), n_points (how many points are paired with all)
#   scaling  what was done to the points first, see checked_points(), or NULL
# Arguments:
#   x         points as the user gave them
#   settings  as for selector_problem(), perhaps with `local`, TRUE if `local` is computed
#   refine    whether the maximum is searched between the bandwidths of the grid
#   purpose   "bandwidth" or "dimension", what is to be found, for messages
kernel_slopes <- function(x, settings, refine, purpose) {
  problem <- selector_problem(
    x, settings, size_rule(100000L, 20000L), kinds = any_kind, purpose = purpose
  )
  slopes <- cached(
    problem$checked, "kernel_slopes", list(problem$rows, problem$bandwidths, refine),
    function() slopes_of_points(problem, refine)
  )
  slopes$local <- if (isTRUE(settings[["local"]])) {
    best_bandwidth <- slopes$maxima$bandwidth[[slopes$choices[["global"]]]]
    data.frame(row = problem$checked$rows, dimension = local_dimensions(problem, best_bandwidth))
  }
  slopes$facts <- list(n = problem$n, d = NA_integer_, n_points = length(problem$rows))
  slopes$scaling <- problem$checked$scaling
  slopes
}

# Computes the curve of slopes of log S in log h^2, where S is the kernel sum over the pairs of some
# points with all: list(curve, maxima, choices), see slope_curve().
#   problem  of selector_problem(): bandwidths, rows (the points whose pairs count), n, checked (of
#            as_points(): mass), handle, runtime
#   refine   whether maxima are sought between bandwidths
slopes_of_points <- function(problem, refine) {
  h <- problem$bandwidths
  rows <- problem$rows
  m <- length(rows)
  # Of the slopes at h, from the variation of the sums of single points, of up to 500 of them.
  standard_error <- function(slope) {
    few_rows <- take_evenly(rows, 500L)
    se_of_slope(sums_with_squares(problem, few_rows, h), slope, m, problem$n)
  }
  mass <- problem$checked$mass
  if (!is_unit_mass(mass)) {
    sums_at <- function(h) {
      rows_sums <- slopes_of_rows(problem, rows, h)
      cbind(colSums(mass[rows] * rows_sums$sum), colSums(mass[rows] * rows_sums$slope))
    }
    return(slope_curve(h, sums_at, sum(mass[rows]) * sum(mass), refine, standard_error))
  }
  drawn_rows <- if (m < problem$n) rows else integer()
  # What workers found for the sketch, a handle from which the core computes sums; an empty list
  # without workers.
  moments <- pair_moments_by_workers(problem, drawn_rows, range(h))
  sketch <- cpp_sketch_pairs(problem$handle, drawn_rows, range(h), moments, problem$runtime)
  on.exit(cpp_release(sketch))
  slope_curve(h, function(h) cpp_kernel_sums(sketch, h), m * problem$n, refine, standard_error)
}

# Computes the slopes of log S in log h^2, S the kernel sum, with their local maxima: list(curve,
# maxima, choices: tables, and numbers of rows of maxima, see kernel_slopes()).
#   h               bandwidths, increasing
#   sums_at         function of g bandwidths: matrix g x 2 with columns S and d S / d log h^2
#   n_pairs         number of pairs that S is the sum over, its limit for large h
#   standard_error  function of the slopes at h that returns their standard errors
#   refine          whether maxima are sought between bandwidths
slope_curve <- function(h, sums_at, n_pairs, refine, standard_error) {
  slope_of <- function(sums) sums[, 2L] / sums[, 1L]
  sums <- sums_at(h)
  criterion <- slope_of(sums)
  if (!any(criterion > min_slope)) abort_no_slope(h, sums[, 1L] > 0.999 * n_pairs)
  curve <- data.frame(
    bandwidth = h, criterion = criterion, se = standard_error(criterion), kernel_sum = sums[, 1L],
    dimension = 2 * criterion
  )
  peaks <- find_minima(-criterion)
  choices <- choose_minima(peaks, -criterion)
  maxima <- cbind(curve[peaks$index, c("bandwidth", "criterion", "se")], peaks)
  row <- choices[["global"]]
  if (refine && !is.na(row) && !maxima$index[[row]] %in% c(1L, length(h))) {
    log_ends <- log(h[maxima$index[[row]] + c(-1L, 1L)])
    slope_at <- function(u) slope_of(sums_at(exp(u)))
    best <- stats::optimize(slope_at, log_ends, maximum = TRUE, tol = 1e-4)
    if (best$objective > maxima$criterion[[row]]) {
      maxima[row, c("bandwidth", "criterion")] <- list(exp(best$maximum), best$objective)
    }
  }
  maxima$se <- stats::approx(log(h), curve$se, log(maxima$bandwidth))$y
  maxima <- data.frame(maxima[names(maxima) != "index"], row.names = NULL)
  list(curve = curve, maxima = maxima, choices = choices)
}

# A smaller slope is below the error of the sketches: each point sees only itself.
min_slope <- 1e-6

# Raises the error of bandwidths that are all too small or too large.
#   all_see  per bandwidth, whether every point sees all others
#   h        bandwidths, increasing
abort_no_slope <- function(h, all_see) {
  if (!any(all_see)) abort_no_pairs(max(h))
  fault <- if (all(all_see)) {
    "even at the smallest, {signif(h[[1]], 3)}, all points are neighbors; give smaller ones."
  } else {
    "at each either no points or all points are neighbors; give some between
     {signif(max(h[!all_see]), 3)} and {signif(min(h[all_see]), 3)}."
  }
  abort(paste("`bandwidths`:", fault), "no_criterion")
}

# Computes the dimension at each point, n numbers: twice the slope of the logarithm of its kernel
# sum by log h^2, NA for a point that sees no other.
#   problem    of selector_problem(): n, and what slopes_of_rows() needs
#   bandwidth  at which slopes are taken, one number
local_dimensions <- function(problem, bandwidth) {
  slopes <- slopes_of_rows(problem, seq_len(problem$n), bandwidth)
  log_slope <- drop(slopes$slope / slopes$sum)
  ifelse(log_slope > min_slope, 2 * log_slope, NA_real_)
}

# Computes the kernel sums of some points at multiples of the bandwidths, each weight times the mass
# of the other point, the point itself included: a list of matrices m x g, one per multiple.
#   problem    of selector_problem(): checked, handle, n, runtime;  rows: m row numbers;  h: g
#              bandwidths
#   multiples  factors of the bandwidths;  mass: what the weights count, per point, or 1
sums_of_rows <- function(problem, rows, h, multiples, mass = problem$checked$mass) {
  weighted <- !is_unit_mass(mass)
  # With masses, the sums of weight times the difference of the mass to a value of 0.
  sums <- cpp_heat_sums(
    problem$handle, problem$checked$x[rows, , drop = FALSE],
    matrix(if (weighted) mass else 0, problem$n, weighted), matrix(0, length(rows), weighted),
    as.vector(outer(h, multiples)), numeric(), !weighted, problem$runtime
  )[[if (weighted) "difference" else "weight"]]
  lapply(seq_along(multiples) - 1L, function(b) sums[, seq_along(h) + b * length(h), drop = FALSE])
}

# Computes the kernel sums of some points and their derivatives by log h^2, by differences of fourth
# order: list(sum, slope), matrices m x g.
#   problem  of selector_problem(), see sums_of_rows();  rows: m row numbers;  h: g bandwidths
#   step     the difference in log h
slopes_of_rows <- function(problem, rows, h, step = 0.05) {
  sums <- sums_of_rows(problem, rows, h, exp(step * -2:2))
  slope <- (8 * (sums[[4L]] - sums[[2L]]) - (sums[[5L]] - sums[[1L]])) / (24 * step)
  list(sum = sums[[3L]], slope = slope)
}

# Computes kernel sums of some points with their derivatives, see slopes_of_rows(), and sums of
# squares over the other points, each times its mass squared: a list of sum, slope, square_0 (of
# w^2, w the weights), square_1 (of w^2 |x - y|^2 / h^2), square_2 (of w^2 |x - y|^4 / h^4),
# matrices m x g, and mass, m numbers, or one: the mass of each row over their mean. square_1 and
# square_2 are derivatives by b of sums of w^b, here differences.
#   problem  of selector_problem(): checked;  rows: m row numbers;  h: g bandwidths
#   step     the difference in the power b
sums_with_squares <- function(problem, rows, h, step = 0.03) {
  mass <- problem$checked$mass
  # Of w^2, w^(2 + step), and w^(2 - step).
  sums <- sums_of_rows(problem, rows, h, 1 / sqrt(c(2, 2 + step, 2 - step)), mass^2)
  row_mass <- take_mass(mass, rows)
  c(slopes_of_rows(problem, rows, h), list(
    square_0 = sums[[1L]] - row_mass^2, square_1 = (sums[[3L]] - sums[[2L]]) / (2 * step),
    square_2 = (sums[[2L]] - 2 * sums[[1L]] + sums[[3L]]) / step^2, mass = row_mass / mean(row_mass)
  ))
}

# Returns the standard error of the slope, a ratio of two sums over the pairs of m points with all
# n, at each bandwidth.
#   row_sums  of sums_with_squares(), at some of the m points: list of sum, slope, square_0,
#             square_1, square_2, matrices rows x bandwidths, and mass, a number per row, or one
#   slope     the slope at each bandwidth
#   m, n      numbers of points in the pairs
# `by_row` repeats a number per bandwidth in a matrix of the shape of row_sums$sum.
se_of_slope <- function(row_sums, slope, m, n) {
  by_row <- function(values) rep(values, each = nrow(row_sums$sum))
  mean_sum <- by_row(colMeans(row_sums$mass * row_sums$sum))
  influence <- row_sums$mass * (row_sums$slope - row_sums$sum * by_row(slope)) / mean_sum
  pair_squares <- row_sums$square_2 - 2 * row_sums$square_1 * by_row(slope) +
    row_sums$square_0 * by_row(slope^2)
  pair_mean_se(influence, row_sums$mass^2 * pair_squares / mean_sum^2, m, n)
}
