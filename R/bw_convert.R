#' Convert bandwidths between conventions
#'
#' @description
#' Converts bandwidths between the conventions of packages. In lapscale the heat kernel is
#' \eqn{\exp(-|x - y|^2 / h^2)}{exp(-|x - y|^2 / h^2)} and `bandwidth` is \eqn{h}.
#' `bw_from()` converts the parameter of another convention to \eqn{h}, and `bw_to()`
#' converts \eqn{h} to the parameter, so that both kernels are the same.
#'
#' **When to use it.** Use it to translate a call of another package or a value from a paper, and to
#' use a selected bandwidth in another package.
#'
#' @details
#' The conventions are, with the distance \eqn{s = |x - y|}:
#'
#' \tabular{llll}{
#'   `convention` \tab kernel \tab bandwidth \tab where \cr
#'   `"sigma"` \tab \eqn{\exp(-s^2 / (2 \sigma^2))}{exp(-s^2 / (2 sigma^2))} \tab
#'     \eqn{h = \sigma \sqrt 2}{h = sigma sqrt(2)} \tab Gaussian with standard deviation
#'     \eqn{\sigma}{sigma}; destiny (`sigma`) \cr
#'   `"time"` \tab \eqn{\exp(-s^2 / (4 t))}{exp(-s^2 / (4 t))} \tab
#'     \eqn{h = 2 \sqrt t}{h = 2 sqrt(t)} \tab heat equation at time \eqn{t}; pyDiffMap
#'     (`epsilon`) \cr
#'   `"epsilon"` \tab \eqn{\exp(-s^2 / \epsilon)}{exp(-s^2 / epsilon)} \tab
#'     \eqn{h = \sqrt \epsilon}{h = sqrt(epsilon)} \tab diffusion maps; diffusionMap (`eps.val`),
#'     RSSL (`adjacency_sigma`), Rdimtools, uwot (what `lvish(ret_extra = "sigma")` returns) \cr
#'   `"gamma"` \tab \eqn{\exp(-\gamma s^2)}{exp(-gamma s^2)} \tab
#'     \eqn{h = 1 / \sqrt \gamma}{h = 1 / sqrt(gamma)} \tab support vector machines; kernlab
#'     (`sigma` of `rbfdot()`), e1071 and scikit-learn (`gamma`) \cr
#'   `"cgm"` \tab \eqn{\exp(-(s / b)^2 / 4)}{exp(-(s / b)^2 / 4)} \tab \eqn{h = 2 b} \tab
#'     Chazal, Giulini and Michel (2016)
#' }
#'
#' The same letter means different things in different packages. For example, the `sigma` of kernlab
#' is `"gamma"` here. Compare the formulas and not the names, or supply the name of a package, in
#' upper or lower case, as `convention`: `"kernlab"`, `"e1071"`, `"sklearn"` or `"scikit-learn"`,
#' `"diffusionMap"`, `"RSSL"`, `"Rdimtools"`, `"uwot"` or `"umap"`, `"destiny"`, or `"pyDiffMap"`.
#'
#' Some kernels have no equivalent bandwidth: destiny and uwot use a different width for each point
#' by default, and the weights of `uwot::umap()` decrease with the distance and not with its square.
#'
#' @param value The parameter of the other convention, one or more positive numbers. Its unit is
#'   that of `x` for `"sigma"` and `"cgm"`, that of `x` squared for `"time"` and `"epsilon"`, and
#'   one over that of `x` squared for `"gamma"`.
#' @param h One or more bandwidths in the unit of `x`: positive numbers, or the result of a selector
#'   such as [bw_gc()].
#' @param convention `"sigma"`, `"time"`, `"epsilon"`, `"gamma"`, `"cgm"`, or the name of a package,
#'   see Details. If it is `NULL` (the default of `bw_to()`), all conventions are listed.
#' @param ... Not used.
#' @return
#' - `bw_from()`: bandwidths \eqn{h} in the unit of `x`, as many as there are values,
#'   with their names;
#' - `bw_to()`: the parameters of the other convention, as many as there are bandwidths,
#'   with their names;
#' - `bw_to()` of one bandwidth without `convention`: a data frame with one row per
#'   convention, and the columns `convention`, `value`, `kernel` (the formula), and `used_by`
#'   (packages and the names of their arguments).
#' @section Errors:
#' - `lapscale_error_argument` if a value is not positive and finite, if a result is beyond the
#'   range of double precision, or if `convention` is unknown.
#' @references
#' Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational Harmonic
#' Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006} (`"epsilon"`).
#'
#' Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of Laplace-Beltrami
#' operator. *Advances in Neural Information Processing Systems 29* (`"cgm"`).
#' @seealso [lapscale_conventions] for everything else that has a convention;
#'   `vignette("coming-from")` for calls of other packages.
#' @examples
#' bw_from(0.5, "sigma")
#' bw_to(c(0.1, 1), "time")
#' bw_to(0.5)
#' bw_to(0.5, "kernlab")
#'
#' # the kernels agree
#' s <- seq(0, 2, by = 0.5)
#' h <- bw_from(3, "gamma")
#' all.equal(exp(-s^2 / h^2), exp(-3 * s^2))
#' # the bandwidth of irises for kernlab
#' bw_to(bw_gc(iris[1:4], seed = 1), "kernlab")
#' @export
bw_from <- function(value, convention, ...) door({
  value <- check_positive(value, "value")
  h <- switch(check_convention(convention),
    sigma = value * sqrt(2), time = 2 * sqrt(value), epsilon = sqrt(value),
    gamma = 1 / sqrt(value), cgm = 2 * value
  )
  check_converted(h, value, "value")
}, ...)

#' @rdname bw_from
#' @export
bw_to <- function(h, convention = NULL, ...) door({
  h <- check_positive(h, "h")
  if (is.null(convention)) list_conventions(h) else
    check_converted(converted_bandwidth(h, check_convention(convention)), h, "h")
}, ...)

# Converts bandwidths h of exp(-s^2 / h^2) into the parameters of another convention, as many
# numbers, which may be 0 or Inf for extreme h.
#   h           bandwidths
#   convention  one of bandwidth_conventions, such as "sigma"
converted_bandwidth <- function(h, convention) {
  switch(convention,
    sigma = h / sqrt(2), time = (h / 2)^2, epsilon = h^2, gamma = (1 / h)^2, cgm = h / 2
  )
}

# The formula of the kernel in each convention, with s the distance.
convention_kernels <- c(
  sigma = "exp(-s^2 / (2 sigma^2))", time = "exp(-s^2 / (4 t))", epsilon = "exp(-s^2 / epsilon)",
  gamma = "exp(-gamma s^2)", cgm = "exp(-(s / b)^2 / 4)"
)

bandwidth_conventions <- names(convention_kernels)

# The convention of each package, and what it calls the parameter.
package_conventions <- data.frame(
  package = c("destiny", "pyDiffMap", "diffusionMap", "RSSL", "Rdimtools", "uwot", "kernlab",
              "e1071", "sklearn"),
  convention = c("sigma", "time", rep("epsilon", 4L), rep("gamma", 3L)),
  parameter = c("sigma", "epsilon", "eps.val", "adjacency_sigma", "bandwidth",
                "sigma returned by lvish()", "sigma", "gamma", "gamma")
)

# Lists one bandwidth h in all conventions: data frame convention, value (the parameter), kernel
# (formula), used_by (packages with their arguments, a text), a row per convention. An error for
# several bandwidths.
list_conventions <- function(h) {
  refuse_if(length(h) != 1L,
            "`h` must be a single bandwidth where `convention` is not given, not {length(h)} of
             them.")
  values <- vapply(bandwidth_conventions, function(name) {
    check_converted(converted_bandwidth(h, name), h, "h")
  }, 0)
  users <- vapply(bandwidth_conventions, function(name) {
    rows <- package_conventions[package_conventions$convention == name, ]
    paste0(rows$package, " (", rows$parameter, ")", recycle0 = TRUE, collapse = ", ")
  }, "")
  users[["cgm"]] <- "Chazal, Giulini and Michel (2016)"
  data.frame(
    convention = bandwidth_conventions, value = values, kernel = convention_kernels,
    used_by = users, row.names = NULL
  )
}

# Returns one of bandwidth_conventions: the one of this name, or that of the package of this name;
# an error for any other. Upper and lower case do not matter. No default: none is more usual than
# the others.
#   convention  name of a convention or of a package, as the user gave it, or missing
check_convention <- function(convention) {
  names <- c(bandwidth_conventions, package_conventions$package)
  if (!missing(convention) && rlang::is_string(convention)) {
    aliases <- c("scikit-learn" = "sklearn", umap = "uwot")
    lower_case_name <- tolower(convention)
    if (lower_case_name %in% names(aliases)) lower_case_name <- aliases[[lower_case_name]]
    convention <- Find(function(name) tolower(name) == lower_case_name, names) %||% convention
  }
  name <- check_choice(if (!missing(convention)) convention, names, "convention")
  row <- match(name, package_conventions$package)
  if (is.na(row)) name else package_conventions$convention[[row]]
}

# Returns converted bandwidths; an error if one is 0 or Inf, as squares of extreme numbers are.
#   converted, value  numbers after and before the conversion, of the same length
#   arg               name of the argument with the numbers before
check_converted <- function(converted, value, arg) {
  refuse_first(which(!is.finite(converted) | converted == 0),
               "`{arg}` = {format(value[[first]])} converts to {converted[[first]]}: beyond the
                range of double precision; rescale the data.")
  converted
}
