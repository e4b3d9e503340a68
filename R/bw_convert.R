#' Bandwidths in other conventions
#'
#' In lapscale the heat kernel is \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)} and
#' `bandwidth` is \eqn{h}. `bandwidth_from()` turns the parameter of another convention into
#' \eqn{h}, `bandwidth_to()` turns \eqn{h} into it. Both kernels are then the same.
#'
#' @details
#' With \eqn{s = |x - y|} the distance:
#'
#' \tabular{llll}{
#'   `convention` \tab kernel \tab bandwidth \tab where \cr
#'   `"sigma"` \tab \eqn{\exp(-s^2 / (2 \sigma^2))}{exp(-s^2 / (2 sigma^2))} \tab
#'     \eqn{h = \sigma \sqrt 2}{h = sigma sqrt(2)} \tab Gaussian with standard deviation
#'     \eqn{\sigma}{sigma}; destiny \cr
#'   `"time"` \tab \eqn{\exp(-s^2 / (4 t))}{exp(-s^2 / (4 t))} \tab
#'     \eqn{h = 2 \sqrt t}{h = 2 sqrt(t)} \tab heat equation at time \eqn{t} \cr
#'   `"epsilon"` \tab \eqn{\exp(-s^2 / \epsilon)}{exp(-s^2 / epsilon)} \tab
#'     \eqn{h = \sqrt \epsilon}{h = sqrt(epsilon)} \tab diffusion maps; diffusionMap (`eps.val`),
#'     Rdimtools \cr
#'   `"gamma"` \tab \eqn{\exp(-\gamma s^2)}{exp(-gamma s^2)} \tab
#'     \eqn{h = 1 / \sqrt \gamma}{h = 1 / sqrt(gamma)} \tab support vector machines; e1071, kernlab
#'     (its `sigma`) \cr
#'   `"cgm"` \tab \eqn{\exp(-(s / b)^2 / 4)}{exp(-(s / b)^2 / 4)} \tab \eqn{h = 2 b} \tab
#'     Chazal, Giulini and Michel (2016)
#' }
#'
#' The same letter means different things in different packages (the `sigma` of kernlab is `"gamma"`
#' here): compare the formulas, not the names.
#'
#' @param value The parameter of the other convention: positive numbers. Its unit is that of `x` for
#'   `"sigma"` and `"cgm"`, of `x` squared for `"time"` and `"epsilon"`, and one over that for
#'   `"gamma"`.
#' @param h Bandwidths: positive numbers, unit of `x`, or the result of a selector such as
#'   [bw_gc()].
#' @param convention One of `"sigma"`, `"time"`, `"epsilon"`, `"gamma"`, `"cgm"`.
#' @return Plain numbers, as many as were given and with their names: bandwidths \eqn{h}, unit of
#'   `x`, from `bandwidth_from()`; the parameter of the other convention from `bandwidth_to()`.
#' @section Errors:
#' `lapscale_error_argument` for values that are not positive and finite, for results beyond the
#' range of double precision, and for an unknown `convention`.
#' @references
#' Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational Harmonic
#' Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006} (`"epsilon"`).
#'
#' Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of Laplace-Beltrami
#' operator. *Advances in Neural Information Processing Systems 29* (`"cgm"`).
#' @seealso [lapscale_conventions] for everything else that has a convention.
#' @examples
#' bandwidth_from(0.5, "sigma")
#' bandwidth_to(c(0.1, 1), "time")
#'
#' # the kernels agree
#' s <- seq(0, 2, by = 0.5)
#' h <- bandwidth_from(3, "gamma")
#' all.equal(exp(-s^2 / h^2), exp(-3 * s^2))
#' @export
bandwidth_from <- function(value, convention) {
  value <- check_positive(value, "value")
  convention <- check_convention(convention)
  h <- switch(convention,
    sigma = value * sqrt(2),
    time = 2 * sqrt(value),
    epsilon = sqrt(value),
    gamma = 1 / sqrt(value),
    cgm = 2 * value
  )
  check_converted(h, value, "value")
}

#' @rdname bandwidth_from
#' @export
bandwidth_to <- function(h, convention) {
  h <- check_positive(h, "h")
  convention <- check_convention(convention)
  value <- switch(convention,
    sigma = h / sqrt(2),
    time = (h / 2)^2,
    epsilon = h^2,
    gamma = (1 / h)^2,
    cgm = h / 2
  )
  check_converted(value, h, "h")
}

bandwidth_conventions <- c("sigma", "time", "epsilon", "gamma", "cgm")

# No default: none of them is more usual than the others.
check_convention <- function(convention, call = caller_env()) {
  given <- if (!missing(convention)) convention
  check_choice(given, bandwidth_conventions, "convention", call = call)
}

# Squares of extreme numbers are 0 or Inf, which no kernel can use.
check_converted <- function(converted, given, arg, call = caller_env()) {
  bad <- which(!is.finite(converted) | converted == 0)
  if (length(bad)) {
    abort_argument(
      "`{arg}` = {format(given[[bad[[1]]]])} converts to {converted[[bad[[1]]]]}: beyond the range
       of double precision; rescale the data.",
      call = call
    )
  }
  converted
}
