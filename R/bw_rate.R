#' Bandwidth by its asymptotic rate
#'
#' @description
#' Returns the extent of the data multiplied by the rate at which, in theory, the bandwidth of a
#' graph Laplacian should decrease with the number of points.
#'
#' **When to use it.** Use it for comparison only, because the constant of the rate is not known.
#'
#' @details
#' With `rate = "pointwise"`, \eqn{h^2} is of order \eqn{n^{-1/(3 + d/2)}}{n^(-1/(3 + d/2))}, that
#' is \eqn{h = r\, n^{-1/(6 + d)}}{h = r n^(-1/(6 + d))} (Singer 2006; equation 1 of Perrault-Joncas
#' et al.). With `rate = "minimax"`, it is the order \eqn{n^{-1/(d + 4)}}{n^(-1/(d + 4))} of Chazal
#' et al. for their \eqn{b = h / 2}, that is \eqn{h = 2 r\, n^{-1/(d + 4)}}{h = 2 r n^(-1/(d + 4))}.
#' The unit \eqn{r} is the root mean squared distance between points.
#'
#' @inheritParams bw_gc
#' @param d Dimension of the manifold, a whole number between 1 and `r`. If `NULL` (the default), it
#'   is estimated by [dim_estimate()] from at most 2000 rows, with a message.
#' @param rate The rate: `"pointwise"` (the default) or `"minimax"`, see Details.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`).
#' @return A [lapscale_bandwidth] of method `"rate"`:
#'   - the curve has a single row, whose criterion is `NA`;
#'   - `glance()` adds `rate`.
#' @section Errors:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide.
#' @references Singer, A. (2006). From graph to manifold Laplacian: the convergence rate. *Applied
#' and Computational Harmonic Analysis* 21, 128-134. \doi{10.1016/j.acha.2006.03.004}
#'
#'   Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of Laplace-Beltrami
#'   operator. *Advances in Neural Information Processing Systems 29*.
#' @seealso [bw_gc()], [bw_lepski()], `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_sphere(1000, seed = 1)
#' bw_rate(x, d = 2)
#' bw_rate(x, d = 2, rate = "minimax")
#' bw_rate(iris[1:4], d = 2)
#' @export
bw_rate <- function(x, d = NULL, rate = c("pointwise", "minimax"), scale = FALSE, ...) door({
  args <- arguments()
  checked <- as_points(x, args, "paged")
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(checked$x))
  rate <- check_choice(rate, c("pointwise", "minimax"), "rate")
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_once(checked)
  d <- resolve_dimension(d, checked, args$n_threads)
  handle <- acquire_shared_points(checked, runtime)
  n <- nrow(checked$x)
  factor <- switch(rate, pointwise = n^(-1 / (6 + d)), minimax = 2 * n^(-1 / (4 + d)))
  words <- switch(rate, pointwise = paste0("n^(-1/", 6L + d), minimax = paste0("2 n^(-1/", 4L + d))
  fixed_bandwidth(
    cpp_rms_distance(handle) * factor, "rate", list(n = n, d = d, rate = rate),
    title = "Asymptotic rate", scaling = checked$scaling,
    notes = paste0("root mean squared distance x ", words, ")")
  )
}, .takes = list("points", "run"))
