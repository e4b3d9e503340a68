#' Learning from few labels with iterated Laplacians and with diffusion
#'
#' Predicts labels by the function that is close to the labels and smooth on the graph.
#' `ssl_iterated()` minimizes \eqn{\sum_i (f_i - y_i)^2 + \mu f' D (I - P)^m f}{sum (f_i - y_i)^2 +
#' mu f' D (I - P)^m f}, where the sum is over labeled points (Zhou and Belkin, 2011).
#' `ssl_diffusion()` uses \eqn{D (\exp(t (I - P)) - I)}{D (exp(t (I - P)) - I)} instead of \eqn{D (I
#' - P)^m}{D (I - P)^m}.
#'
#' @details
#' \eqn{P} is the random walk on the learning graph (see [ssl_eigenmaps()]), \eqn{D} its degrees
#' divided by their mean, so that `mu` has no unit. Constants are free, on each component of the
#' graph. With `m = 1` the solution tends, the more points there are around a label, to a constant
#' with spikes at the labels (Nadler, Srebro and Zhou, 2009); `m = 2` and
#' more is smooth there.
#'
#' `mu`, where it is NULL, and `m` or `t`, where they are several values, are chosen by the squared
#' error of leave-one-out over the labels, in closed form, without random numbers. Up to 300 points
#' leave-one-out and the solution use all eigenvectors of \eqn{P}, and both are exact. Beyond,
#' leave-one-out uses the first 100 or 50 and takes the rest of the spectrum as flat; the solution
#' is found by conjugate gradients, preconditioned in the same way or, on sparse graphs where that
#' is cheap, by a Cholesky factor. Its relative error is about 1e-12, and up to 1e-8 where `mu` is
#' as small as 1e-12. Long diffusion takes thousands of steps: seconds for 500 points at `t = 20`.
#'
#' A power of a small eigenvalue is next to nothing: where clusters are connected by weak links,
#' `m = 2` and more costs the function little to rise from one to the other, and it may leave the
#' range of the labels far behind. There is a warning where it does, beyond 100 times that range.
#'
#' @inheritParams ssl_eigenmaps
#' @param m Power of the Laplacian: whole numbers from 1 to 10.
#' @param t Diffusion time, in steps of the walk: positive numbers up to 20.
#' @param mu Penalty, a positive number; NULL: chosen among 1e-8, 1e-7, ..., 1e3.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhou, X. and Belkin, M. (2011). Semi-supervised learning by higher order
#'   regularization. *AISTATS*, equation 4.
#' @seealso [ssl_auto()], which chooses among the methods; [lapscale_ssl] for what you can do with
#'   the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' angle <- attr(x, "parameters")[, "t"]
#' y <- replace(angle, -seq(1, 300, by = 10), NA)
#' fit <- ssl_iterated(x, y, bandwidth = 2.5)
#' fit
#' plot(angle, fitted(fit))
#' @export
ssl_iterated <- function(x, ...) UseMethod("ssl_iterated")

#' @rdname ssl_iterated
#' @export
ssl_iterated.default <- function(x, y, m = 2, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                 graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                 n_threads = NULL, na_action = "error", scale = FALSE,
                                 progress = NULL, landmarks = NULL, neighbors = "exact",
                                 weights = NULL, ...) door({
  ssl_fit(iterated_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_iterated
#' @export
ssl_iterated.formula <- function(x, data, ...) door(fit_formula(ssl_iterated, x, data, list(...)))

iterated_method <- function() {
  regularization_method(
    "iterated", "Iterated Laplacian", "m",
    check_one = function(value) check_count(value, "m", max = 10),
    regularizer = function(m) list(power = as.integer(m), time = 0),
    value_of = function(regularizer) regularizer$power
  )
}

#' @rdname ssl_iterated
#' @export
ssl_diffusion <- function(x, ...) UseMethod("ssl_diffusion")

#' @rdname ssl_iterated
#' @export
ssl_diffusion.default <- function(x, y, t = 1, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                  graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                  n_threads = NULL, na_action = "error", scale = FALSE,
                                  progress = NULL, landmarks = NULL, neighbors = "exact",
                                  weights = NULL, ...) door({
  ssl_fit(diffusion_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_iterated
#' @export
ssl_diffusion.formula <- function(x, data, ...) door(fit_formula(ssl_diffusion, x, data, list(...)))

diffusion_method <- function() {
  regularization_method(
    "diffusion", "Diffusion", "t", check_one = check_time,
    regularizer = function(t) list(power = 1L, time = t),
    value_of = function(regularizer) regularizer$time
  )
}

check_time <- function(t) {
  t <- check_number(t, "t", above = 0)
  if (t > 20) abort_argument("`t` must be at most 20 steps of the walk, not {describe(t)}.")
  t
}
