# Makes samples print, plot, and calculate.

# S4 methods for matrices, those of package Matrix among them, apply to samples.
methods::setOldClass(c("lapscale_sample", "matrix", "array"))

#' Print and plot a sample
#'
#' Prints the first rows of a sample of [sample_manifolds], or plots its points, colored by one of
#' their true parameters.
#'
#' @param x,object A sample that a `sample_*()` function returned.
#' @param n Number of rows to print, a whole number of at least 0. The default is 6.
#' @param ... For `print()`, arguments of [print.default()]. For `plot()`, graphical parameters,
#'   such as `col`, `pch`, `cex` (one value, or one per point), or `main`.
#' @return
#' - `print()` and `plot()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#' @seealso [sample_manifolds] for the manifolds and their parameters.
#' @examples
#' x <- sample_torus(1000, seed = 1)
#' print(x, n = 3)
#' plot(x, parameter = "phi", elevation = 50)
#' @name plot.lapscale_sample
NULL

# Prints what a sample is, and its first rows.
#   x  of new_sample(): a matrix with the attributes parameters (n rows, named columns), d,
#      manifold, spectrum (a function, or NULL);  n: number of rows;  ...: for print() of a matrix
#' @rdname plot.lapscale_sample
#' @export
print.lapscale_sample <- function(x, n = 6L, ...) door({
  n <- check_count(n, "n", min = 0)
  cat(sample_title(x), "\n", sep = "")
  parameters <- paste(colnames(attr(x, "parameters")), collapse = ", ")
  spectrum <- if (!is.null(attr(x, "spectrum"))) ", spectrum"
  cat("attributes: parameters (", parameters, "), d", spectrum, "\n", sep = "")
  shown <- min(n, nrow(x))
  if (shown > 0L) print(as.matrix(x)[seq_len(shown), , drop = FALSE], ...)
  if (shown < nrow(x)) cat("# ", nrow(x) - shown, " more rows\n", sep = "")
  invisible(x)
})

# The title of a sample, a text: the number of points, the manifold, and the dimensions.
#   x  a lapscale_sample
sample_title <- function(x) {
  points <- if (nrow(x) == 1L) " point on " else " points on "
  paste0(nrow(x), points, attr(x, "manifold"), ": dimension ", attr(x, "d"), " in R^", ncol(x))
}

# The points of a sample x as a plain n x r matrix, without its other attributes.
#' @export
as.matrix.lapscale_sample <- function(x, ...) {
  attributes(x) <- list(dim = dim(x), dimnames = dimnames(x))
  x
}

# The method of tibble for matrices would give the class to every column. Columns are named as by
# as.data.frame().
#' @exportS3Method tibble::as_tibble
as_tibble.lapscale_sample <- function(x, ...) tibble::as_tibble(as.data.frame(as.matrix(x)), ...)

# Neither the spectrum nor the parameters of x are those of 2 * x. The methods are the very
# functions of bandwidths, because if both sides of an operator have a method (x / bw), R requires
# the two to be identical.
#' @export
Ops.lapscale_sample <- Ops.lapscale_number

#' @export
Math.lapscale_sample <- Math.lapscale_number

# t.default() would keep the class and the attributes of the rows.
#' @export
t.lapscale_sample <- function(x) t(as.matrix(x))
