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
#' points. See [graph_laplacian_at()] for the estimator itself, and [bw_risk()] for its risk if the
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
#' \eqn{B_{a_0}(b) + 2 a_0 v(b)}. The article "lepski" shows an example.
#'
#' **Extremes.** If every difference exceeds its noise, the smallest bandwidth of the grid is
#' selected. If none does, it is the largest. In both cases there is a warning, and
#' `glance()$at_edge` is `TRUE`. If a bandwidth is so small that the estimates rest on a few pairs
#' of points, its criterion is `NA`, and it is not selected.
#'
#' **Normalized operator.** `operator = "normalized"` selects for the Laplacian of
#' [graph_laplacian()], the weighted mean \eqn{(4 / h^2) \sum_i p_i (f(X_i) - f(y))}{(4 / h^2) sum_i
#' p_i (f(X_i) - f(y))} with \eqn{p_i \propto w_i / t_i}{p_i ~ w_i / t_i} as in
#' [graph_laplacian_at()]. It estimates \eqn{\Delta f}{Laplacian(f)} for any density. If more than a
#' tenth of the validation points have a kernel sum below 3 at a bandwidth, its criterion is `NA`.
#' The sums \eqn{t_i} need all pairs of the \eqn{n_1} points at every bandwidth: 10,000 points take
#' about two seconds.
#'
#' **Noise.** `f` must be a function of the points. If `f(y)` has an error of its own, it enters
#' every estimate at `y` divided by \eqn{b^2}, which affects small bandwidths most. Smooth such an
#' `f` first.
#'
#' **Seeds.** The choice depends on the validation points that `seed` draws. Over ten seeds, the
#' largest bandwidth was 1 to 4.9 times the smallest on 23 data sets, and on six of them more than
#' twice: 2.8 times for `quakes` in kilometers, and 3.9 times for `iris[1:4]`. The standard errors of
#' the print-out do not show this, so compare several seeds. With a quarter of the rows as
#' `n_validation` these two factors were 1.5 and 1.4, but on other data they did not become smaller.
#'
#' **Cost.** The time is proportional to \eqn{n_1 n_2}, for all bandwidths together. The relative
#' error of the sums is about 1e-5, and larger at bandwidths below the spacing of the points, see
#' [graph_laplacian_at()].
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
#' @param validation Row numbers or names of the validation points, which replace `n_validation`. If
#'   `NULL` (the default), the points are drawn.
#' @param grid If `"log"` (the default), the grid is log-spaced from half the median distance
#'   between nearest neighbors to the root mean squared distance between points. If `"paper"`, it is
#'   that of equation 10 of the paper, \eqn{b = e^{-k}} in units of the latter.
#' @param calibration `"variance"` (the default) or `"jump"`, see Details.
#' @param operator `"unnormalized"` (the default) for the estimator of the paper, or `"normalized"`
#'   for the Laplacian that graphs have by default, see Details.
#' @param seed A seed for the choice of the validation points. If `NULL` (the default), the random
#'   numbers of R are used, so that [set.seed()] works. A whole number leaves them alone.
#' @param ... Settings by name (`na_action`, `n_threads`, `progress`), see [lapscale_settings].
#'   Seldom needed, also as `control`, see [bw_control()]:
#'   - `n_bandwidths`: Length of the default grid, at least 2. The default is 30.
#'   - `n_validation`: Number of validation points, which are drawn with `seed`. If `NULL` (the
#'     default), it is a tenth of the rows, but at most 1000.
#'   - `variance_bound`: For `"jump"`: if `NULL` (the default), \eqn{v(b) = 1 / (n_1 b^{d+2})}.
#'     Otherwise a list of the constants `C_F`, `volume` (of the manifold), `C`, and `C1` of
#'     proposition 2.1 of the paper, whose bound then replaces \eqn{v}. The constants depend on the
#'     unit of `x`.
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
#' @seealso [bw_gc()], which needs no function and no split of the data; [graph_laplacian_at()] for
#'   the estimator; [bw_risk()] for its risk if the truth is known; the article "lepski".
#' @examples
#' x <- sample_sphere(2000, seed = 1)
#' f <- function(x) x[, 1]^2 + x[, 3]
#' bw <- bw_lepski(x, d = 2, f = f, seed = 1)
#' bw
#' plot(bw)
#' update(bw, calibration = "jump")
#' bw_lepski(quakes[c("long", "lat")], d = 2, f = quakes$depth, seed = 1)
#' @export
bw_lepski <- function(x, d = NULL, f = NULL, bandwidths = NULL, validation = NULL,
                      grid = c("log", "paper"), calibration = c("variance", "jump"),
                      operator = c("unnormalized", "normalized"), scale = FALSE, seed = NULL,
                      ...) door({
  args <- arguments()
  calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  bound <- check_variance_bound(args$variance_bound)
  runtime <- new_runtime(args$n_threads, args$progress)
  problem <- lepski_problem(x, d, f, args, runtime)
  # What both calibrations choose from, of lepski_basis().
  basis <- lepski_basis(problem, laplacian_estimates(problem, runtime), bound)
  selected <- lepski_selection(basis, nrow(problem$checked$x), calibration)
  finish_bandwidth(selected)
}, .takes = list(
  "run", "control", na_action = "error", n_bandwidths = 30L, n_validation = NULL,
  variance_bound = NULL
))
