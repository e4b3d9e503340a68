#' Bandwidth by Lepski's method
#'
#' The bandwidth at which the graph Laplacian estimates the Laplacian of the manifold best: the one
#' with the least risk, squared bias plus variance, both judged from the data. Nothing else in the
#' way of truth is needed than that small bandwidths have little bias: the estimates at all smaller
#' bandwidths `b'` vote on the bias at `b`.
#'
#' @details
#' **The estimator.** In the paper's bandwidth \eqn{b = h / 2}, for a function \eqn{f} and a point
#' \eqn{y},
#' \deqn{D_b f(y) = \frac{1}{n_1 b^{d+2}} \sum_i K\!\left(\frac{y - X_i}{b}\right)(f(X_i) - f(y)),
#'   \quad K(u) = (4 \pi)^{-d/2} e^{-|u|^2/4}}{D_b f(y) = 1 / (n1 b^(d+2)) sum_i K((y - X_i) / b)
#'   (f(X_i) - f(y)), K(u) = (4 pi)^(-d/2) exp(-|u|^2 / 4)}
#' estimates \eqn{p \Delta f + 2 \nabla p \cdot \nabla f}{p Laplacian(f) + 2 grad(p) . grad(f)},
#' with \eqn{p} the sampling density and \eqn{\Delta = \mathrm{div}\,\mathrm{grad}}{Laplacian = div
#' grad}. The rows are split: \eqn{n_1} points estimate, \eqn{n_2} validation points \eqn{y} judge;
#' \eqn{\|\cdot\|^2}{|.|^2} is the mean over the latter. See [laplacian_at()] for the estimator
#' itself and [risk_curve()] for its risk where the Laplacian is known.
#'
#' **Calibrations.** The choice minimises \eqn{B(b) + V(b)}, a proxy of the squared bias plus the
#' variance. The two calibrations differ in how they learn the size of the noise.
#'
#' `"variance"` measures it: \eqn{V(b)} and the noise \eqn{V(b', b)} of each difference are the
#' empirical variances of the averages above, and
#' \deqn{B(b) = \max_{b' \le b} \left[ \|D_{b'} f - D_b f\|^2 - V(b', b) - 4\,\mathrm{se}
#' \right]_+}{
#'   B(b) = max over b' <= b of [ |D_b' f - D_b f|^2 - V(b', b) - 4 se ]_+}
#' with se the standard error of the difference of the first two terms over the validation points.
#' There is no constant to calibrate.
#'
#' `"jump"` is the paper's rule: with \eqn{v(b) = 1 / (n_1 b^{d+2})},
#' \deqn{B_a(b) = \max_{b' \le b} \left[ \|D_{b'} f - D_b f\|^2 - a\,v(b') \right]_+}{
#'   B_a(b) = max over b' <= b of [ |D_b' f - D_b f|^2 - a v(b') ]_+}
#' and the path \eqn{a \mapsto \arg\min_b B_a(b) + a\,v(b)}{a -> argmin B_a(b) + a v(b)} is followed
#' over all \eqn{a}, with exact breakpoints. Where \eqn{a} falls below the true size of the noise,
#' noise passes for bias and the path drops to small bandwidths. With \eqn{a_0} at this main jump
#' the choice minimises \eqn{B_{a_0}(b) + 2 a_0 v(b)}. The jump is that of the running minimum of
#' the path, coming down from large \eqn{a}: the path itself is not monotone and leaps back and
#' forth below the transition.
#'
#' **Extremes.** If every difference exceeds its noise, the smallest bandwidth of the grid is
#' chosen; if none does, the largest. Both come with a warning and `glance()$at_edge` TRUE.
#' Bandwidths so small that the estimates rest on a handful of pairs of points have an NA criterion
#' and are not chosen.
#'
#' **Noise.** `f` must be a function of the points. An error of its own in `f(y)` enters every
#' estimate at `y` over \eqn{b^2}, which small bandwidths feel most: smooth such an `f` first.
#'
#' **Equivariance.** `x -> c x` gives `h -> c h`; distances and variances are then multiplied by
#' \eqn{c^{-2(d+2)}} and \eqn{a} by \eqn{c^{-(d+2)}}. `f -> s f + t` multiplies distances, variances
#' and \eqn{a} by \eqn{s^2} and leaves the choice alone. Rotations and translations change nothing.
#'
#' **Cost.** One pass over the \eqn{n_1 n_2} pairs keeps sketches of the distances, with the masses
#' \eqn{f(X_i) - f(y)} and their squares, from which the estimates and their noise follow at all
#' bandwidths, with relative errors of about 1e-5 of their terms where a point has others within a
#' bandwidth. Where kernel sums are small (bandwidths below the spacing of the points) they grow, to
#' about 1e-4 two bandwidths from the nearest point and 1e-3 from four on, see [laplacian_at()].
#' Pairs beyond six of the largest bandwidths are never visited. Nothing is subsampled.
#'
#' @inheritParams bw_gc
#' @param d Dimension of the manifold, a whole number between 1 and `r`. NULL: estimated, with a
#'   message, by [dim_estimate()], above 2000 rows from 2000 of them.
#' @param f What to estimate the Laplacian of: numeric vector (length `n`), matrix (`n` x `q`), or a
#'   function that takes points as the rows of a matrix and returns one of these. Several functions
#'   are scaled to unit variance, and their squared distances summed. NULL: the leading `d + 1`
#'   principal components of `x`.
#' @param bandwidths The grid, two or more positive numbers, unit of `x`; the choice is one of them.
#'   NULL: as `grid` says.
#' @param n_bandwidths Length of the default grid, 2 or more.
#' @param n_validation Number of validation points, drawn with `seed`; NULL: a tenth of the rows, at
#'   most 1000.
#' @param validation Row numbers of the validation points, instead of `n_validation`.
#' @param grid `"log"`: log-spaced from half the median distance between nearest neighbours to the
#'   root mean squared distance between points. `"paper"`: equation 10 of the paper, \eqn{b =
#'   e^{-k}} in units of the latter.
#' @param calibration `"variance"` or `"jump"`, see Details.
#' @param variance_bound For `"jump"`: NULL for \eqn{v(b) = 1 / (n_1 b^{d+2})}, or a list of the
#'   constants `C_F`, `volume` (of the manifold), `C` and `C1` of the paper's proposition 2.1, whose
#'   bound is then used in its place; the constants are in the unit of `x`, which is then part of
#'   the choice.
#' @param seed For the choice of the validation points. NULL draws from R's random numbers (so
#'   [set.seed()] works); a whole number leaves them alone.
#' @return A [lapscale_bandwidth], method `"lepski"`. Its curve has a row per bandwidth:
#'   `bandwidth`, `criterion` = `bias` + `variance`, `se` (standard error of the criterion over the
#'   validation points), `bias` = \eqn{B(b)}, `variance` = \eqn{V(b)}, or \eqn{2 a_0 v(b)}.
#'   `glance()` adds `a` (\eqn{a_0}; NA without), `calibration` and `n_validation`.
#'
#'   `as.data.frame(bw, what = "path")`, for `"jump"`: `a`, the left end of the interval on which
#'   `bandwidth` is selected; `jump`, TRUE in the row at the main jump. `as.data.frame(bw, what =
#'   "pairs")`: `bandwidth_small` \eqn{h'} below `bandwidth` \eqn{h}, `distance` = \eqn{\|D_{b'} f -
#'   D_b f\|^2}{|D_b' f - D_b f|^2}, its `noise` \eqn{V(b', b)} and `se`.
#'
#'   `update(bw, calibration = "jump")` calibrates the other way, without the data.
#' @section Errors and warnings:
#' `lapscale_error_argument` for arguments out of their range; `lapscale_error_no_scale` if all
#' points coincide; `lapscale_error_memory` if the data do not fit; `lapscale_error_no_criterion` if
#' no bandwidth is supported by enough pairs. `lapscale_warning_edge` if the choice is an end of the
#' grid.
#' @references Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of
#'   Laplace-Beltrami operator. *Advances in Neural Information Processing Systems 29*, equations 2
#'   and 8 to 10, section 5.1. The calibration by noise and the robust jump are of this package.
#' @seealso [bw_gc()], which needs no function and no split.
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
                      scale = FALSE, progress = NULL, ...) door({
  start <- proc.time()[[3]]
  calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  bound <- check_variance_bound(variance_bound)
  runtime <- new_runtime(n_threads, progress)
  settings <- list(
    bandwidths = bandwidths, n_validation = n_validation, validation = validation, grid = grid,
    n_bandwidths = n_bandwidths, seed = seed, na_action = na_action, scale = scale
  )
  problem <- lepski_problem(x, d, f, settings, runtime)
  on.exit(cpp_release(problem$handle), add = TRUE)
  estimates <- laplacian_estimates(problem$handle, problem, runtime)
  statistics <- pair_statistics(estimates, nrow(problem$f1))
  basis <- lepski_basis(problem, statistics, bound)
  selected <- lepski_selection(basis, nrow(problem$checked$x), calibration)
  finish_bandwidth(selected, proc.time()[[3]] - start)
}, ...)
