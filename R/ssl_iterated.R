#' Learning from few labels with iterated Laplacians and with diffusion
#'
#' The function on all points that is close to the labels and smooth on the graph:
#' `ssl_iterated()` minimises \eqn{\sum_i (f_i - y_i)^2 + \mu f' D (I - P)^m f}{sum (f_i - y_i)^2 +
#' mu f' D (I - P)^m f}, the sum over labelled points (Zhou and Belkin, 2011); `ssl_diffusion()` has
#' \eqn{D (\exp(t (I - P)) - I)}{D (exp(t (I - P)) - I)} in place of \eqn{D (I - P)^m}{D (I - P)^m}.
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
#' A power of a small eigenvalue is next to nothing: where clusters hang together by weak links,
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
                                 n_threads = NULL, na_action = "error", progress = NULL, ...) {
  start <- proc.time()[[3]]
  check_no_dots(...)
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, seed, n_threads, progress)
  arguments <- ssl_arguments(x, y, settings)
  powers <- check_several(m, "m", function(one) check_count(one, "m", max = 10))
  if (!is.null(mu)) mu <- check_number(mu, "mu", above = 0)
  smoothers <- lapply(powers, function(power) list(power = as.integer(power), time = 0))

  problem <- ssl_graph(arguments)
  learnt <- with_plain_labels(problem, function(p) learn_smoother(p, smoothers, mu))
  finish_ssl("iterated", problem, iterated_labels(learnt, length(powers), powers, mu), start)
}

#' @rdname ssl_iterated
#' @export
ssl_iterated.formula <- function(x, data, ...) fit_formula(ssl_iterated.default, x, data, ...)

# The names of parameters as the user knows them.
iterated_labels <- function(learnt, n_powers, powers, mu) {
  learnt$chosen <- c(m = if (n_powers > 1L) "leave-one-out" else "given", mu = who_chose(mu))
  learnt$parameters <- list(m = learnt$parameters$power, mu = learnt$parameters$mu)
  learnt$path <- rename_path(learnt$path, "m", powers)
  learnt
}

who_chose <- function(value) if (is.null(value)) "leave-one-out" else "given"

rename_path <- function(path, name, values) {
  if (is.null(path)) {
    return(NULL)
  }
  path[[name]] <- values[path$smoother]
  path[c(name, "mu", "squared_error", "se")]
}

#' @rdname ssl_iterated
#' @export
ssl_diffusion <- function(x, ...) UseMethod("ssl_diffusion")

#' @rdname ssl_iterated
#' @export
ssl_diffusion.default <- function(x, y, t = 1, mu = NULL, alpha = 0.5, bandwidth = NULL,
                                  graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                  n_threads = NULL, na_action = "error", progress = NULL, ...) {
  start <- proc.time()[[3]]
  check_no_dots(...)
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, seed, n_threads, progress)
  arguments <- ssl_arguments(x, y, settings)
  times <- check_several(t, "t", check_time)
  if (!is.null(mu)) mu <- check_number(mu, "mu", above = 0)
  smoothers <- lapply(times, function(time) list(power = 1L, time = time))

  problem <- ssl_graph(arguments)
  learnt <- with_plain_labels(problem, function(p) learn_smoother(p, smoothers, mu))
  learnt$chosen <- c(t = if (length(times) > 1L) "leave-one-out" else "given", mu = who_chose(mu))
  learnt$parameters <- list(t = learnt$parameters$time, mu = learnt$parameters$mu)
  learnt$path <- rename_path(learnt$path, "t", times)
  finish_ssl("diffusion", problem, learnt, start)
}

#' @rdname ssl_iterated
#' @export
ssl_diffusion.formula <- function(x, data, ...) fit_formula(ssl_diffusion.default, x, data, ...)

check_time <- function(t, call = caller_env()) {
  t <- check_number(t, "t", above = 0, call = call)
  if (t > 20) {
    abort_argument("`t` must be at most 20 steps of the walk, not {describe(t)}.", call = call)
  }
  t
}

# One or more values, each checked by itself.
check_several <- function(values, arg, check, call = caller_env()) {
  if (!is.numeric(values) || !length(values)) {
    abort_argument("`{arg}` must be one or more numbers, not {describe(values)}.", call = call)
  }
  unique(vapply(as.list(values), function(one) as.double(check(one)), 0))
}
