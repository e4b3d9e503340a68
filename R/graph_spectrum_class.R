# Methods of what graph_spectrum() returns.

#' @rdname graph_spectrum
#' @param x A `lapscale_spectrum`.
#' @param ... Graphical parameters for `plot()`; else not used.
#' @export
print.lapscale_spectrum <- function(x, ...) {
  k <- length(x$values)
  note <- if (x$scale == "heat") ", heat scale" else ""
  cat(
    "Spectrum of the ", sub("_", " ", x$type), " Laplacian (alpha = ", format(x$alpha), note,
    "), ", count(k, "smallest eigenvalue"), "\n",
    "  ", paste(format(zapsmall(utils::head(x$values, 10L)), digits = 4), collapse = "  "),
    if (k > 10L) " ...", "\n",
    "  largest residual ", format(max(x$residuals), digits = 2),
    if (!all(x$converged)) paste0(", ", count(sum(!x$converged), "pair"), " not converged"), "\n",
    sep = ""
  )
  invisible(x)
}

#' @rdname graph_spectrum
#' @param row.names,optional As in [as.data.frame()].
#' @export
as.data.frame.lapscale_spectrum <- function(x, row.names = NULL, optional = FALSE, ...) door({
  found <- data.frame(
    number = seq_along(x$values), value = x$values, residual = x$residuals,
    converged = x$converged
  )
  with_row_names(found, row.names)
})

#' @rdname graph_spectrum
#' @export
tidy.lapscale_spectrum <- function(x, ...) as.data.frame(x)
