#' Risk of the Laplacian estimator if the truth is known
#'
#' @description
#' Computes the risk of the estimator of [bw_lepski()] at each bandwidth, given the true Laplacian.
#' The bandwidth with the smallest risk is called the *oracle*.
#'
#' **When to use it.** Use it in simulations, to find out how good a selected bandwidth is.
#'
#' @details
#' The risk at \eqn{h} is the mean of \eqn{|D_b f(y) - (p \Delta f)(y)|^2}{|D_b f(y) - (p
#' Laplacian(f))(y)|^2} over the validation points \eqn{y}, where \eqn{b = h / 2} and \eqn{\Delta =
#' \mathrm{div}\,\mathrm{grad}}{Laplacian = div grad}. Several functions and their Laplacians are
#' scaled so that each function has unit variance, and the risks are added. With the same
#' `validation` (or `seed`) and the same `bandwidths`, the risks are those of the estimates that
#' [bw_lepski()] compares. For `operator = "normalized"` the estimate is that of \eqn{\Delta
#' f}{Laplacian(f)} itself.
#'
#' @inheritParams bw_lepski
#' @param laplacian The true values of what is estimated, \eqn{p \Delta f}{p Laplacian(f)}, where
#'   \eqn{p} is the sampling density (1 over the volume for a uniform sample): a function that takes
#'   points as the rows of a matrix, or one value per row of `x`, or a matrix with one column per
#'   function. For `operator = "normalized"` it is \eqn{\Delta f}{Laplacian(f)}.
#' @return A data frame of class `lapscale_risk` with one row per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `risk`, in the unit of `f` squared over that of `x` to the power `2 (d + 2)`, or to the power
#'     4 for `operator = "normalized"`;
#'   - `se`, the standard error of the risk over the validation points.
#'
#'   `bw_oracle()` returns the bandwidth with the smallest risk. `bw_risk_ratio()` returns the risk
#'   at the grid value nearest to a bandwidth, divided by the smallest risk. `plot()` and `lines()`
#'   return `x`, invisibly, and `autoplot()` a ggplot.
#' @section Errors:
#' The same as in [bw_lepski()].
#' @references Chazal, F., Giulini, I. and Michel, B. (2016). Data driven estimation of
#'   Laplace-Beltrami operator. *Advances in Neural Information Processing Systems 29*, section 5.
#' @seealso [bw_lepski()], [graph_laplacian_at()], the article "lepski".
#' @examples
#' x <- sample_circle(3000, seed = 1)
#' f <- function(x) x[, 1]
#' truth <- function(x) -x[, 1] / (2 * pi)
#' risk <- bw_risk(x, d = 1, f = f, laplacian = truth, seed = 1)
#' risk
#' bw <- bw_lepski(x, d = 1, f = f, seed = 1)
#' bw_risk_ratio(risk, bw)
#' plot(risk, bw)
#' @export
bw_risk <- function(x, d = NULL, f = NULL, laplacian, bandwidths = NULL, validation = NULL,
                    grid = c("log", "paper"), operator = c("unnormalized", "normalized"),
                    seed = NULL, ...) door({
  args <- arguments()
  refuse_if(missing(laplacian), "`laplacian` is missing: the risk is measured against it.")
  if (!is.function(laplacian)) resolve_values(laplacian, NROW(x), "laplacian", "`x`", integer())
  runtime <- new_runtime(args$n_threads, args$progress)
  # See there: bandwidths (g), checked, units, d.
  problem <- lepski_problem(x, d, f, args, runtime)
  # n2 validation points x q functions.
  truth <- resolve_truth(laplacian, problem, x)
  estimates <- laplacian_estimates(problem, runtime, squares = FALSE)
  # The error at each validation point and bandwidth, n2 x g, summed over the functions.
  squared <- do.call(cbind, lapply(seq_along(problem$bandwidths), function(j) {
    rowSums((matrix(estimates$estimate[, j, ], nrow(truth)) - truth)^2)
  }))
  # If no pair contributes, the estimate is zero and its risk means nothing.
  squared[, !estimates$usable] <- NA_real_
  if (!any(estimates$usable)) abort_unsupported(problem$bandwidths)
  structure(
    data.frame(
      bandwidth = problem$bandwidths, risk = colMeans(squared) * problem$units$squared,
      se = apply(squared, 2L, se_of_mean) * problem$units$squared
    ),
    class = c("lapscale_risk", "data.frame"),
    facts = list(n = nrow(problem$checked$x), n_validation = nrow(truth), d = problem$d)
  )
}, .takes = list("run", "control", na_action = "error", n_bandwidths = 30L, n_validation = NULL))

# Returns the true Laplacian of q functions at the n2 validation points, n2 x q, in the units of the
# problem.
#   laplacian  of bw_risk(): a function of points (as the rows of a matrix), or values at all points
#   problem    of lepski_problem(): x2 (n2 x r), checked (of as_points(): n_given), rows (which rows
#              of the given x the validation points are), f2 (n2 x q), units (of lepski_units(): f,
#              estimate)
#   x          points as the user gave them
resolve_truth <- function(laplacian, problem, x) {
  values <- if (is.function(laplacian)) {
    values <- laplacian(with_column_names(problem$x2, x))
    resolve_values(values, nrow(problem$x2), "laplacian", "its argument")
  } else {
    resolve_values(laplacian, problem$checked$n_given, "laplacian", "`x`", problem$rows)
  }
  refuse_if(ncol(values) != ncol(problem$f2),
            "`laplacian` must have a column per function, {ncol(problem$f2)}, not {ncol(values)}.")
  unit <- problem$units$estimate
  sweep(values, 2L, if (ncol(values) > 1L) problem$units$f * unit else unit, "/")
}

#' @rdname bw_risk
#' @param risk A risk curve that `bw_risk()` returned.
#' @param bandwidth A bandwidth in the unit of `x`, such as the result of a selector.
#' @export
bw_risk_ratio <- function(risk, bandwidth) door({
  check_risk(risk)
  h <- as.double(check_positive(bandwidth, "bandwidth"))
  refuse_if(!length(h), "`bandwidth` must hold a positive number or more.")
  refuse_first(h[h < min(risk$bandwidth) * 0.99 | h > max(risk$bandwidth) * 1.01],
               "`bandwidth` must lie in the range of the curve, {signif(min(risk$bandwidth), 3)}
                to {signif(max(risk$bandwidth), 3)}; {signif(first, 3)} does not.")
  rows <- vapply(h, function(value) which.min(abs(log(risk$bandwidth / value))), 0L)
  min_risk <- min(risk$risk, na.rm = TRUE)
  # The least is 1 times itself, zero as well.
  ifelse(risk$risk[rows] == min_risk, 1, risk$risk[rows] / min_risk)
})

#' @rdname bw_risk
#' @export
bw_oracle <- function(risk) door({
  check_risk(risk)
  risk$bandwidth[[which.min(risk$risk)]]
})

# Raises an error unless the argument `risk` is a curve of bw_risk() with bandwidths.
#   risk  what the user gave; of bw_risk(): a data frame with a column bandwidth
check_risk <- function(risk) {
  refuse_if(!inherits(risk, "lapscale_risk"),
            "`risk` must come from bw_risk(), not {describe(risk)}.")
  refuse_if(!NROW(risk$bandwidth), "`risk` has no bandwidths.")
}

# The table of a risk curve, a plain data frame: bandwidth, risk, se.
#' @export
as.data.frame.lapscale_risk <- function(x, row.names = NULL, optional = FALSE, ...) door({
  attr(x, "facts") <- NULL
  class(x) <- "data.frame"
  with_row_names(x, row.names)
})

# The same as a matrix, a row per bandwidth.
#' @export
as.matrix.lapscale_risk <- function(x, ...) as.matrix(as.data.frame(x), ...)

# A part is that of a plain data frame.
#' @export
`[.lapscale_risk` <- function(x, ...) as.data.frame(x)[...]

# Prints a curve of risks.
#   x  of bw_risk(): data frame bandwidth, risk, se; its attribute facts is list(n, n_validation, d)
#' @export
print.lapscale_risk <- function(x, ...) {
  facts <- attr(x, "facts")
  best <- which.min(x$risk)
  cat("Risk of the Laplacian estimator at ", count(nrow(x), "bandwidth"), " from ",
      short(min(x$bandwidth), 3), " to ", short(max(x$bandwidth), 3), "\n", sep = "")
  cat("  ", count(facts$n, "point"), ", ", thousands(facts$n_validation),
      " of them for validation, d = ", facts$d, "\n", sep = "")
  cat("  oracle: risk ", short(x$risk[[best]], 3), " (se ", short(x$se[[best]]), ") at ",
      format(signif(x$bandwidth[[best]], 4)), "\n", sep = "")
  invisible(x)
}
