#' Learning from few labels with iterated Laplacians and with diffusion
#'
#' @description
#' Predicts labels by a function that is close to the labels and smooth on the graph.
#' `ssl_iterated()` measures smoothness by a power of the Laplacian (Zhou and Belkin, 2011), and
#' `ssl_diffusion()` by the heat equation.
#'
#' **When to use it.** Use them if labels can have errors, for regression, or if you need standard
#' errors or the points to label next ([ssl_next()]).
#'
#' @details
#' `ssl_iterated()` minimizes
#' \deqn{\sum_i (f_i - y_i)^2 + \mu f' D (I - P)^m f,}{sum_i (f_i - y_i)^2 + mu f' D (I - P)^m f,}
#' where the sum is over the labeled points, \eqn{P} is the random
#' walk on the learning graph (see [ssl_eigenmaps()]), and \eqn{D} are its degrees divided by their
#' mean. `ssl_diffusion()` has \eqn{D (\exp(t (I - P)) - I)}{D (exp(t (I - P)) - I)} instead of
#' \eqn{D (I - P)^m}{D (I - P)^m}. `mu` has no unit. Functions that are constant on each connected
#' component have no penalty.
#'
#' **Which power.** With `m = 1` and many points, the solution tends to a constant with spikes at
#' the labels (Nadler, Srebro and Zhou, 2009). With `m = 2` or more it is smooth there. But if
#' clusters are connected by weak links only, a larger power can lead to values far outside of the
#' range of the labels. There is a warning if they are more than 10 standard deviations of the
#' labels from their mean, and more than twice as far as any label. Then use a smaller `m`. A part without labels follows harmonically, as with `m = 1`, if
#' less than 1e-4 (`m = 2`), 0.002 (`m = 3`), or 0.01 (`m >= 4`) of its weights lead out of it: its
#' values could be that many times as far from the labels, or lost in rounding.
#'
#' **Selection of parameters.** `mu`, if it is `NULL`, and `m` or `t`, if you supply several values,
#' are selected by the squared error of leave-one-out over the labels, without random numbers. With
#' more than 300 points, leave-one-out uses the first eigenvectors of the graph and an approximation
#' of the others. The solution itself is exact up to rounding. `ssl_diffusion()` with a long time
#' can take seconds.
#'
#' @inheritParams ssl_eigenmaps
#' @param m Power of the Laplacian: one or more whole numbers from 1 to 10. The default is 2.
#' @param t Diffusion time in steps of the walk: one or more positive numbers up to 20. The default
#'   is 1.
#' @param mu The penalty, a positive number. If `NULL` (the default), it is selected among 1e-8,
#'   1e-7, ..., 1e3.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhou, X. and Belkin, M. (2011). Semi-supervised learning by higher order
#'   regularization. *AISTATS*, equation 4.
#'
#'   Nadler, B., Srebro, N. and Zhou, X. (2009). Statistical analysis of semi-supervised learning:
#'   the limit of infinite unlabelled data. *Advances in Neural Information Processing Systems 22*.
#' @seealso [ssl_auto()], which selects the method; [ssl_next()] for the points to label next;
#'   [lapscale_ssl] for what you can do with the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' angle <- attr(x, "parameters")[, "t"]
#' y <- replace(angle, -seq(1, 300, by = 10), NA)
#' fit <- ssl_iterated(x, y, bandwidth = 2.5)
#' fit
#' plot(angle, fitted(fit))
#' y <- replace(swiss$Fertility, -seq(1, 47, by = 3), NA)  # every third province has a value
#' ssl_error(ssl_iterated(swiss[-1], y, scale = TRUE), swiss$Fertility)
#' @export
ssl_iterated <- function(x, ...) UseMethod("ssl_iterated")

#' @rdname ssl_iterated
#' @export
ssl_iterated.default <- function(x, y, m = 2, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                 graph = NULL, scale = FALSE, seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("iterated", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_iterated
#' @export
ssl_iterated.formula <- function(x, data, ...) door(fit_terms(ssl_iterated, x, data, enquos(...)))

# A power m of the Laplacian as the penalty, as new_ssl_method() describes a method. A regularizer
# is list(power, time), see regularizer_values(); time 0 is none.
iterated_method <- function() {
  regularization_method("iterated", "Iterated Laplacian", "m",
                        check_one = function(value) check_count(value, "m", max = 10),
                        regularizer = function(m) list(power = as.integer(m), time = 0))
}

#' @rdname ssl_iterated
#' @export
ssl_diffusion <- function(x, ...) UseMethod("ssl_diffusion")

#' @rdname ssl_iterated
#' @export
ssl_diffusion.default <- function(x, y, t = 1, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                  graph = NULL, scale = FALSE, seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("diffusion", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_iterated
#' @export
ssl_diffusion.formula <- function(x, data, ...) door(fit_terms(ssl_diffusion, x, data, enquos(...)))

# The inverse of t steps of diffusion as the penalty, as new_ssl_method() describes a method. A
# regularizer is list(power, time), see regularizer_values(), which does not read the power here.
diffusion_method <- function() regularization_method(
  "diffusion", "Diffusion", "t",
  check_one = function(value) {
    t <- check_number(value, "t", above = 0)
    refuse_if(t > 20, "`t` must be at most 20 steps of the walk, not {describe(t)}.")
    t
  },
  regularizer = function(t) list(power = 1L, time = t)
)
