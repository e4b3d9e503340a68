#' Bandwidth by Lepski's method
#'
#' @description
#' Selects the bandwidth at which the Laplacian of a function is estimated with the smallest risk,
#' which is the squared bias plus the variance. Both are estimated from the data. The method only
#' assumes that small bandwidths have little bias, and compares the estimate at each bandwidth with
#' those at all smaller ones.
#'
#' **When to use it.** Use it if you estimate the Laplacian of a known function or smooth a function
#' on the data. For embeddings and clusters use [bw_gc()].
#'
#' **Arguments to know.** Supply the points `x`, the function `f`, the dimension `d` of the data,
#' and a whole number as `seed` if the result should be reproducible. You can ignore all other
#' arguments at first.
#'
#' @details
#' **The estimator.** In the bandwidth of the paper, \eqn{b = h / 2}, for a function \eqn{f} and a
#' point \eqn{y},
#' \deqn{D_b f(y) = \frac{1}{n_1 b^{d+2}} \sum_i K\!\left(\frac{y - X_i}{b}\right)(f(X_i) - f(y)),
#'   \quad K(u) = (4 \pi)^{-d/2} e^{-|u|^2/4}}{D_b f(y) = 1 / (n1 b^(d+2)) sum_i K((y - X_i) / b)
#'   (f(X_i) - f(y)), K(u) = (4 pi)^(-d/2) exp(-|u|^2 / 4)}
#' estimates \eqn{p \Delta f + 2 \nabla p \cdot \nabla f}{p Laplacian(f) + 2 grad(p) . grad(f)},
#' where \eqn{p} is the sampling density and \eqn{\Delta = \mathrm{div}\,\mathrm{grad}}{Laplacian =
#' div grad}. The rows are split: \eqn{n_1} points are used for the estimate, which is evaluated at
#' \eqn{n_2} validation points \eqn{y}. \eqn{\|\cdot\|^2}{|.|^2} is the mean over the validation
#' points. See [laplacian_at()] for the estimator itself, and [risk_curve()] for its risk if the
#' Laplacian is known.
#'
#' **Calibrations.** The selected bandwidth minimizes \eqn{B(b) + V(b)}, which stands for the
#' squared bias plus the variance. The two calibrations determine the size of the noise in different
#' ways.
#'
#' `"variance"` measures it. \eqn{V(b)}, and the noise \eqn{V(b', b)} of each difference, are the
#' empirical variances of the averages in the estimator, and
#' \deqn{B(b) = \max_{b' \le b} \left[ \|D_{b'} f - D_b f\|^2 - V(b', b) - 4\,\mathrm{se}
#' \right]_+}{
#'   B(b) = max over b' <= b of [ |D_b' f - D_b f|^2 - V(b', b) - 4 se ]_+}
#' where se is the standard error of the difference of the first two terms over the validation
#' points. There is no constant to calibrate.
#'
#' `"jump"` is the rule of the paper. With \eqn{v(b) = 1 / (n_1 b^{d+2})}, \deqn{B_a(b) = \max_{b'
#' \le b} \left[ \|D_{b'} f - D_b f\|^2 - a\,v(b') \right]_+}{ B_a(b) = max over b' <= b of [ |D_b'
#' f - D_b f|^2 - a v(b') ]_+} and the path \eqn{a \mapsto \arg\min_b B_a(b) + a\,v(b)}{a -> argmin
#' B_a(b) + a v(b)} is followed over all \eqn{a}, with exact breakpoints. As soon as \eqn{a} is
#' below the true size of the noise, noise counts as bias, and the path drops to small bandwidths.
#' If \eqn{a_0} is the position of this main jump, the selected bandwidth minimizes
#' \eqn{B_{a_0}(b) + 2 a_0 v(b)}. `vignette("lepski")` shows an example.
#'
#' **Extremes.** If every difference exceeds its noise, the smallest bandwidth of the grid is
#' selected. If none does, it is the largest. In both cases there is a warning, and
#' `glance()$at_edge` is `TRUE`. If a bandwidth is so small that the estimates rest on a few pairs
#' of points, its criterion is `NA`, and it is not selected.
#'
#' **Normalized operator.** `operator = "normalized"` selects for the Laplacian of
#' [graph_laplacian()], the weighted mean \eqn{(4 / h^2) \sum_i p_i (f(X_i) - f(y))}{(4 / h^2) sum_i
#' p_i (f(X_i) - f(y))} with \eqn{p_i \propto w_i / t_i}{p_i ~ w_i / t_i} as in [laplacian_at()].
#' It estimates \eqn{\Delta f}{Laplacian(f)} for any density. If more than a tenth of the
#' validation points have a kernel sum below 3 at a bandwidth, its criterion is `NA`. The sums
#' \eqn{t_i} need all pairs of the \eqn{n_1} points at every bandwidth: 10,000 points take about two
#' seconds.
#'
#' **Noise.** `f` must be a function of the points. If `f(y)` has an error of its own, it enters
#' every estimate at `y` divided by \eqn{b^2}, which affects small bandwidths most. Smooth such an
#' `f` first.
#'
#' **Cost.** The time is proportional to \eqn{n_1 n_2}, for all bandwidths together. The relative
#' error of the sums is about 1e-5, and larger at bandwidths below the spacing of the points, see
#' [laplacian_at()].
#'
#' @inheritParams bw_gc
#' @param d Dimension of the manifold, a whole number between 1 and `r`. If `NULL` (the default), it
#'   is estimated by [dim_estimate()], from 2000 rows if there are more, with a message.
#' @param f The function whose Laplacian is estimated: a numeric vector of length `n`, an `n` x `q`
#'   matrix, or a function that takes points as the rows of a matrix and returns one of these.
#'   Several functions are scaled to unit variance, and their squared distances are added. If `NULL`
#'   (the default), the leading `d + 1` principal components of `x` are used.
#' @param bandwidths The grid, two or more positive numbers in the unit of `x`. The selected
#'   bandwidth is one of them. If `NULL` (the default), the grid is the one that `grid` describes.
#' @param n_bandwidths Length of the default grid, at least 2. The default is 30.
#' @param n_validation Number of validation points, which are drawn with `seed`. If `NULL` (the
#'   default), it is a tenth of the rows, but at most 1000.
#' @param validation Row numbers of the validation points, which replace `n_validation`. If `NULL`
#'   (the default), the points are drawn.
#' @param grid If `"log"` (the default), the grid is log-spaced from half the median distance
#'   between nearest neighbors to the root mean squared distance between points. If `"paper"`, it is
#'   that of equation 10 of the paper, \eqn{b = e^{-k}} in units of the latter.
#' @param calibration `"variance"` (the default) or `"jump"`, see Details.
#' @param variance_bound For `"jump"`: if `NULL` (the default), \eqn{v(b) = 1 / (n_1 b^{d+2})}.
#'   Otherwise a list of the constants `C_F`, `volume` (of the manifold), `C`, and `C1` of
#'   proposition 2.1 of the paper, whose bound then replaces \eqn{v}. The constants depend on the
#'   unit of `x`.
#' @param operator `"unnormalized"` (the default) for the estimator of the paper, or `"normalized"`
#'   for the Laplacian that graphs have by default, see Details.
#' @param seed A seed for the choice of the validation points. If `NULL` (the default), the random
#'   numbers of R are used, so that [set.seed()] works. A whole number leaves them alone.
#' @return A [lapscale_bandwidth] of method `"lepski"`. Its curve, `as.data.frame(bw)`, has one row
#'   per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, which is `bias` + `variance`, and its standard error `se` over the validation
#'     points;
#'   - `bias`, which is \eqn{B(b)};
#'   - `variance`, which is \eqn{V(b)}, or \eqn{2 a_0 v(b)} for `"jump"`.
#'
#'   `glance()` adds `a` (\eqn{a_0}, or `NA`), `calibration`, and `n_validation`.
#'
#'   `as.data.frame(bw, what = "path")` has, for `"jump"`, `a`, the left end of the interval on
#'   which `bandwidth` is selected, and `jump`, which is `TRUE` in the row at the main jump.
#'   `as.data.frame(bw, what = "pairs")` has `bandwidth_small` \eqn{h'}, which is below `bandwidth`
#'   \eqn{h}, `distance`, which is \eqn{\|D_{b'} f - D_b f\|^2}{|D_b' f - D_b f|^2}, its `noise`
#'   \eqn{V(b', b)}, and its standard error `se`.
#'
#'   `update(bw, calibration = "jump")` uses the other calibration, without the data.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_error_no_criterion` if no bandwidth is supported by enough pairs;
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the choice is at an end of the grid.
#' @references Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of
#'   Laplace-Beltrami operator. *Advances in Neural Information Processing Systems 29*, equations 2
#'   and 8 to 10, section 5.1. The calibration by the variance, the robust choice of the jump, and
#'   the normalized operator were developed for this package.
#' @seealso [bw_gc()], which needs no function and no split of the data; [laplacian_at()] for the
#'   estimator; [risk_curve()] for its risk if the truth is known; `vignette("lepski")`.
#' @examples
#' x <- sample_sphere(2000, seed = 1)
#' f <- function(x) x[, 1]^2 + x[, 3]
#' bw <- bw_lepski(x, d = 2, f = f, seed = 1)
#' bw
#' plot(bw)
#' update(bw, calibration = "jump")
#' @export
bw_lepski <- function(x, d = NULL, f = NULL, bandwidths = NULL, n_validation = NULL,
                      validation = NULL, grid = c("log", "paper"),
                      calibration = c("variance", "jump"), n_bandwidths = 30L,
                      variance_bound = NULL, seed = NULL, n_threads = NULL, na_action = "error",
                      scale = FALSE, progress = NULL,
                      operator = c("unnormalized", "normalized"), ...) door({
  start <- proc.time()[[3]]
  calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  bound <- check_variance_bound(variance_bound)
  runtime <- new_runtime(n_threads, progress)
  problem <- lepski_problem(x, d, f, arguments(), runtime)
  on.exit(cpp_release(problem$handle), add = TRUE)
  basis <- lepski_basis(problem, laplacian_estimates(problem$handle, problem, runtime), bound)
  selected <- lepski_selection(basis, nrow(problem$checked$x), calibration)
  finish_bandwidth(selected, proc.time()[[3]] - start)
}, ...)

# The problem of bw_lepski() and risk_curve().

# Returns row numbers of the given x, as rows of the points that were kept.
resolve_validation <- function(validation, checked) {
  n <- nrow(checked$x)
  rows <- match_rows(check_rows(validation, checked$n_given, "validation"), checked, "validation")
  if (length(rows) > n - 2L) {
    abort_argument(
      "`validation` must leave 2 rows or more to estimate from; it names {length(rows)} of {n}."
    )
  }
  rows
}

# Constants of proposition 2.1.
check_variance_bound <- function(bound) {
  wanted <- c("C_F", "volume", "C", "C1")
  if (!is.null(bound) && (!is.list(bound) || !setequal(names(bound), wanted))) {
    abort_argument(
      "`variance_bound` must be NULL or a list of C_F, volume, C and C1, not {describe(bound)}."
    )
  }
  bound <- bound[wanted]
  for (name in names(bound)) {
    bound[[name]] <- check_number(
      bound[[name]], paste0("variance_bound$", name), above = 0, strict = FALSE
    )
  }
  bound
}

# Checks the arguments, splits the rows and completes what was not given; `settings` has the other
# arguments by name, as the frame of either function has. Returns a list:
#   x2          points of the validation sample; those of the estimation sample are in the core
#   f1, f2      the functions at the points of either, a column each; several are at unit variance,
#               so that none outweighs the rest by its unit
#   units       see lepski_units()
#   rows        which rows of the given x are the validation sample
#   bandwidths  the grid, increasing
#   usable      which of them enough pairs support
#   d           dimension
#   normalized  whether the operator is
#   checked     as as_points() makes it
#   handle      of the points x1; the caller releases it
lepski_problem <- function(x, d, f, settings, runtime) {
  checked <- as_points(x, settings, "paged")
  n <- nrow(checked$x)
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(checked$x))
  h <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 2)
  grid <- check_choice(settings$grid, c("log", "paper"), "grid")
  operator <- check_choice(settings$operator, c("unnormalized", "normalized"), "operator")
  rows <- if (!is.null(settings$validation)) resolve_validation(settings$validation, checked)
  n_validation <- settings$n_validation %||% max(1L, min(1000L, n %/% 10L))
  n_validation <- check_count(n_validation, "n_validation", max = n - 2L)
  seed <- check_seed(settings$seed)
  values <- if (!is.null(f)) resolve_functions(f, checked, x)
  check_spread_once(checked)
  check_equidistant(checked)
  rows <- rows %||% draw_points(checked$x, n_validation, draw_seed(seed))
  handle <- hold_points(drop_rows(checked$x, rows), runtime)
  on.exit(cpp_release(handle))
  if (!(cpp_rms_distance(handle) > 0)) {
    abort("`validation` leaves points that all coincide to estimate from: they have no scale.",
          "no_scale")
  }
  x2 <- checked$x[rows, , drop = FALSE]
  nearest <- cpp_nearest_distinct(handle, x2, runtime)
  if (is.null(h)) {
    h <- if (grid == "log") search_grid(handle, nearest, n_bandwidths) else paper_grid(handle, n)
  }
  normalized <- operator == "normalized"
  # Checks whether the differences between all estimates fit.
  n_pairs <- length(h) * (length(h) + 1) / 2
  check_memory(8 * n_pairs * (4 * (1 + normalized) * nrow(x2) + 50), "bandwidths",
               paste(length(h), "of them are", n_pairs, "pairs"))
  d <- resolve_dimension(d, checked, runtime$n_threads)
  values <- values %||% steady_scores(checked$x, d + 1L)
  units <- lepski_units(values, h, d, if (normalized) 2 else d + 2)
  values <- sweep(values, 2L, units$f, "/")
  # It is the caller's from here on.
  on.exit()
  list(
    x2 = x2, f1 = values[-rows, , drop = FALSE], f2 = values[rows, , drop = FALSE], units = units,
    rows = checked$rows[rows], bandwidths = h, usable = supported(nearest, h), d = d,
    normalized = normalized, checked = checked, handle = handle
  )
}

# Computes the leading principal components, with identical results in any order of the rows.
steady_scores <- function(x, k) {
  x <- whole_points(x, "x")
  place <- canonical_order(x)
  leading_scores(x[place, , drop = FALSE], k)[order(place), , drop = FALSE]
}

# The grid of Lepski's method, and which of its bandwidths can be judged.

# Returns the grid of the paper: e^-k for ceil(log log n) <= k <= floor(log n) in units of the root
# mean squared distance (eq. 10), in its own bandwidth b.
paper_grid <- function(handle, n) {
  k <- seq(floor(log(n)), ceiling(log(log(n))))
  if (length(k) < 2L || k[[1]] <= k[[length(k)]]) {
    abort_argument(
      "`grid = \"paper\"` has one value for {n} rows, which leaves nothing to choose; use \"log\"."
    )
  }
  bandwidth_from(cpp_rms_distance(handle) * exp(-k), "cgm")
}

# Tells where the kernel's weights from the validation points to their nearest neighbors sum up to
# 10 or more; below, estimates rest on a handful of pairs and say nothing about the others' noise.
supported <- function(nearest, bandwidths) {
  vapply(bandwidths, function(h) sum(exp(-(nearest / h)^2)), 0) >= min(10, length(nearest) / 4)
}

# The functions of Lepski's method, and the units in which it calculates.

# Chooses units in which all numbers are of ordinary size: estimates go like f / x^power, and their
# fourth powers occur. Powers of two, so that nothing is rounded; but several functions are brought
# to unit variance, so that none outweighs the rest.
#   returns  list: f, what each function is divided by; length, the unit of x; and what results are
#            multiplied by: estimate, squared (estimates), a
lepski_units <- function(values, bandwidths, d, power) {
  power_of_two <- function(v) 2^round(log2(v))
  spread <- apply(values, 2L, function(v) max(abs(v)) * stats::sd(v / max(abs(v))))
  several <- ncol(values) > 1L
  f <- if (several) spread else power_of_two(max(spread, .Machine$double.xmin))
  length <- power_of_two(stats::median(bandwidths))
  estimate <- (if (several) 1 else f) * length^-power
  units <- list(
    f = f, length = length, estimate = estimate, squared = estimate^2,
    a = estimate * (if (several) 1 else f) * length^(d + 2 - power)
  )
  if (any(!is.finite(unlist(units))) || any(unlist(units) < .Machine$double.xmin)) {
    abort_argument(
      "`x` and `f`: in their units estimates of the Laplacian, which go like f / x^{power}, leave
       the range of double precision; rescale them."
    )
  }
  units
}

# The size of the noise of an estimate, up to a constant or by the bound of the paper.

# Computes v(b): 1 / (n1 b^(d + 2)), or the bound of proposition 2.1.
noise_size <- function(bandwidths, d, n1, bound, unit) {
  b <- bandwidth_to(bandwidths, "cgm")
  size <- exp(-log(n1) - (d + 2) * log(b / unit))
  if (!is.null(bound)) size <- size * variance_bound_factor(b, d, bound)
  if (!is.null(bound) && any(!is.finite(size) | size <= 0)) {
    abort_argument("`variance_bound` gives a bound of zero or beyond double precision.")
  }
  size
}

# Computes C_F^2 (2 omega_d |K_d|^2 + alpha_d(b)) of proposition 2.1.
variance_bound_factor <- function(b, d, bound) {
  omega <- 3 * 2^(d / 2 - 1)
  kernel <- (8 * pi)^(-d / 2)
  big <- 3 * bound$volume / (4 * pi)^(d / 2)
  # Integrals of |u|^k exp(-|u|^2 / 4) over d dimensions.
  moment <- function(k) {
    exp(d / 2 * log(pi) + (k + d) * log(2) + lgamma((k + d) / 2) - lgamma(d / 2))
  }
  tail <- function(q) (4 * pi)^(-d) * (bound$C / 2 * moment(q + 2) + bound$C1 * moment(q))
  alpha <- b^2 * (2 * tail(4) + big + 3 * omega * kernel) + b^4 * (tail(6) + 3 * big) / 2
  bound$C_F^2 * (2 * omega * kernel + alpha)
}

# The estimates of Lepski's method at all bandwidths, and their noise, from one pass over the pairs.

# Returns the pairs (b', b), b' <= b, of g bandwidths: two columns of numbers.
bandwidth_pairs <- function(g) {
  upper <- which(upper.tri(diag(g), diag = TRUE), arr.ind = TRUE)
  data.frame(small = upper[, "row"], large = upper[, "col"])
}

# Returns the bandwidth h'' of the Gaussian K_b' K_b: 1 / h''^2 = 1 / h'^2 + 1 / h^2.
joint_bandwidth <- function(small, large) small / sqrt(1 + (small / large)^2)

# Returns (4 pi)^(-d/2) / b^(d + 2), b = h / 2: what turns sums of weights into eq. 2 of the paper.
estimate_scale <- function(bandwidths, d) {
  exp(-d / 2 * log(4 * pi) - (d + 2) * log(bandwidth_to(bandwidths, "cgm")))
}

# Returns what the method needs to know of the data. A point moves the normalized operator by its
# own term, like the other, and by what it adds to the density nearby: if that is constant, by
# -2^-(d / 2 + 1) times the term of the bandwidth sqrt(2) h (notes/lepski.md).
#   problem  as lepski_problem() makes it
#   returns  list, in the problem's own units: estimate, n2 x g x q: D_b f at the validation points;
#            square, n2 x pairs: mean over the n1 points of the product of the terms of D_b' f and
#            D_b f, summed over f; usable: bandwidths that can be judged
laplacian_estimates <- function(handle, problem, runtime, squares = TRUE) {
  h <- problem$bandwidths
  n1 <- nrow(problem$f1)
  n2 <- nrow(problem$f2)
  pairs <- bandwidth_pairs(length(h))
  share <- c(1, if (problem$normalized) -2^-(problem$d / 2 + 1))
  factors <- expand.grid(small = seq_along(share), large = seq_along(share))
  joint <- Map(function(small, large) {
    joint_bandwidth(sqrt(small) * h[pairs$small], sqrt(large) * h[pairs$large])
  }, factors$small, factors$large)
  sums <- cpp_heat_sums(
    handle, problem$x2, problem$f1, problem$f2, h, if (squares) unlist(joint) else numeric(),
    problem$normalized, runtime
  )
  unit <- h / problem$units$length
  if (problem$normalized) {
    values <- list(points = problem$f1, at = problem$f2)
    estimate <- normalized_laplacian(handle, problem$x2, values, h, 1, NULL, runtime)
    estimate <- estimate * rep((2 / unit)^2, each = n2)
    factor <- rep((2 / unit)^2, each = n2) / sums$weight
    tenth <- apply(sums$weight, 2L, stats::quantile, 0.1, names = FALSE)
    problem$usable <- tenth >= min_ratio_weight & colSums(sums$weight == 0) == 0
  } else {
    factor <- matrix(estimate_scale(unit, problem$d) / n1, n2, length(h), byrow = TRUE)
    estimate <- array(sums$difference, c(n2, length(h), ncol(problem$f1))) * as.vector(factor)
  }
  square <- if (squares) {
    both <- share[factors$small] * share[factors$large]
    matrix(matrix(sums$square, ncol = length(both)) %*% both, n2) *
      factor[, pairs$small] * factor[, pairs$large] * n1
  }
  list(estimate = estimate, square = square, usable = problem$usable)
}

# Sets the kernel sum that nine in ten validation points must have: the noise of a ratio of fewer is
# not known (notes/lepski.md).
min_ratio_weight <- 3

# Returns the squared distances between estimates, and their noise.
#   returns  list:
#     pairs     data frame, a row per pair b' < b: small, large (numbers of bandwidths); distance =
#               |D_b' f - D_b f|^2, a mean over the validation points; noise = mean of its variance;
#               standard errors se of distance - noise, se_distance, and se_sum of
#               the former plus the variance at b
#     variance  data frame, a row per bandwidth: V(b) and its standard error
pair_statistics <- function(estimates, n1) {
  n2 <- nrow(estimates$estimate)
  g <- ncol(estimates$estimate)
  pairs <- bandwidth_pairs(g)
  estimate <- function(i) matrix(estimates$estimate[, i, ], n2)
  square <- function(i, j) estimates$square[, j * (j - 1L) / 2L + i]
  noise <- function(mean_square, squared_mean) pmax(mean_square - squared_mean, 0) / n1
  variance <- lapply(seq_len(g), function(j) noise(square(j, j), rowSums(estimate(j)^2)))
  variance <- do.call(cbind, variance)
  apart <- pairs[pairs$small < pairs$large, ]
  found <- vapply(seq_len(nrow(apart)), function(p) {
    i <- apart$small[[p]]
    j <- apart$large[[p]]
    squared <- rowSums((estimate(i) - estimate(j))^2)
    own <- noise(square(i, i) - 2 * square(i, j) + square(j, j), squared)
    c(
      distance = mean(squared), noise = mean(own), se = sd_of_mean(squared - own),
      se_distance = sd_of_mean(squared), se_sum = sd_of_mean(squared - own + variance[, j])
    )
  }, numeric(5))
  variance <- data.frame(variance = colMeans(variance), se = apply(variance, 2L, sd_of_mean))
  list(pairs = cbind(apart, t(found)), variance = variance)
}
