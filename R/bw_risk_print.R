#' @export
as.data.frame.lapscale_risk <- function(x, row.names = NULL, optional = FALSE, ...) door({
  attr(x, "facts") <- NULL
  class(x) <- "data.frame"
  with_row_names(x, row.names)
})

#' @export
as.matrix.lapscale_risk <- function(x, ...) as.matrix(as.data.frame(x), ...)

# A part is a plain data frame.
#' @export
`[.lapscale_risk` <- function(x, ...) as.data.frame(x)[...]

#' @export
print.lapscale_risk <- function(x, ...) {
  facts <- attr(x, "facts")
  best <- which.min(x$risk)
  cat("Risk of the Laplacian estimator at ", count(nrow(x), "bandwidth"), " from ",
      short(min(x$bandwidth), 3), " to ", short(max(x$bandwidth), 3), "\n", sep = "")
  cat("  ", count(facts$n, "point"), ", ", format(facts$n_validation, big.mark = ","),
      " of them for validation, d = ", facts$d, "\n", sep = "")
  cat("  oracle: risk ", short(x$risk[[best]], 3), " (se ", short(x$se[[best]]), ") at ",
      format(signif(x$bandwidth[[best]], 4)), "\n", sep = "")
  invisible(x)
}
