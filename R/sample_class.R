# How samples print, plot and calculate.

# S4 methods for matrices, those of package Matrix among them, apply to samples.
methods::setOldClass(c("lapscale_sample", "matrix", "array"))

#' Print and plot a sample
#'
#' @param x A sample, see [sample_manifolds].
#' @param n Number of rows to print: a whole number, 0 or more.
#' @param ... For `print()`: passed on to [print.default()]. For `plot()`: graphical parameters,
#'   such as `col`, `pch`, `cex` (per point or one for all), `main`.
#' @return `x`, invisibly.
#' @examples
#' x <- sample_torus(1000, seed = 1)
#' print(x, n = 3)
#' plot(x, parameter = "phi", elevation = 50)
#' @name plot.lapscale_sample
NULL

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

sample_title <- function(x) {
  n <- nrow(x)
  paste0(
    n, if (n == 1L) " point on " else " points on ", attr(x, "manifold"),
    ": dimension ", attr(x, "d"), " in R^", ncol(x)
  )
}

#' @rdname plot.lapscale_sample
#' @param y Not used.
#' @param parameter Name or number of the column of `attr(x, "parameters")` that gives the colour.
#' @param azimuth,elevation Where the points are seen from, in degrees: direction in the plane of
#'   the first two coordinates, and height above it. Used from three coordinates on; further
#'   coordinates are not drawn.
#' @export
plot.lapscale_sample <- function(x, y, ..., parameter = 1L, azimuth = 25, elevation = 25) door({
  if (!missing(y)) {
    abort_argument("`y` is not used; `parameter` names the column that gives the colour.")
  }
  own <- graphical_settings(list(...))
  plot_picture(picture(x, parameter, azimuth, elevation), own)
  invisible(x)
})

#' @rdname plot.lapscale_sample
#' @param object A sample.
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_sample <- function(object, ..., parameter = 1L, azimuth = 25,
                                     elevation = 25) door({
  check_installed("ggplot2", "to draw with autoplot()")
  ggplot_picture(picture(object, parameter, azimuth, elevation))
}, ...)

# The points as they are seen; near ones hide far ones, and take their own colour with them.
#' @export
picture.lapscale_sample <- function(x, parameter, azimuth, elevation, ...) door({
  azimuth <- check_number(azimuth, "azimuth")
  elevation <- check_number(elevation, "elevation")
  points <- project_points(as.matrix(x), azimuth * pi / 180, elevation * pi / 180)
  at <- resolve_parameter(x, parameter)
  values <- attr(x, "parameters")[, at]
  name <- colnames(attr(x, "parameters"))[[at]]
  shown <- coloured(if (is_number_of_part(values)) factor(values) else values, nrow(x))
  if (!is.null(shown$key)) shown$key$title <- name
  flat <- ncol(x) < 3L
  new_picture(list(new_panel(
    list(points_layer(
      points$across, points$up, shown$colour, size = point_size(nrow(x)), value = shown$value,
      free = TRUE, order = order(points$nearness)
    )),
    range(points$across), range(points$up), sample_title(x),
    if (flat) "coordinate 1" else "across", if (flat) "coordinate 2" else "up", asp = 1,
    key = shown$key
  )))
})

# Whether a parameter numbers a few parts of the sample, such as two moons.
is_number_of_part <- function(values) {
  length(values) > most_with_key && all(values %in% seq_len(most_with_key))
}

# Orthogonal projection of the first three coordinates; with two, the points as they are.
#   x        n x r, r >= 2; angles in radians
#   returns  list of across, up, nearness, each length n
project_points <- function(x, azimuth, elevation) {
  if (ncol(x) < 3L) {
    return(list(across = x[, 1L], up = x[, 2L], nearness = seq_len(nrow(x))))
  }
  toward <- x[, 1L] * sin(azimuth) - x[, 2L] * cos(azimuth)
  list(
    across = x[, 1L] * cos(azimuth) + x[, 2L] * sin(azimuth),
    up = x[, 3L] * cos(elevation) - toward * sin(elevation),
    nearness = x[, 3L] * sin(elevation) + toward * cos(elevation)
  )
}

resolve_parameter <- function(x, parameter) {
  parameters <- attr(x, "parameters")
  known <- c(colnames(parameters), seq_len(ncol(parameters)))
  is_one <- is.atomic(parameter) && length(parameter) == 1L
  at <- if (is_one) match(as.character(parameter), known)
  if (!is_one || is.na(at)) {
    abort_argument(
      "`parameter` must be one of {.val {colnames(parameters)}} or its number, not
       {describe(parameter)}."
    )
  }
  # The names come first, the numbers after them.
  (at - 1L) %% ncol(parameters) + 1L
}

#' @export
as.matrix.lapscale_sample <- function(x, ...) {
  attributes(x) <- list(dim = dim(x), dimnames = dimnames(x))
  x
}

# The method of tibble for matrices would give the class to every column. Columns are named as by
# as.data.frame().
#' @exportS3Method tibble::as_tibble
as_tibble.lapscale_sample <- function(x, ...) tibble::as_tibble(as.data.frame(as.matrix(x)), ...)

# Of 2 * x neither the spectrum nor the parameters are those of x. The very functions of bandwidths:
# where both sides of an operator have a method (x / bw), R wants the two to be identical.
#' @export
Ops.lapscale_sample <- Ops.lapscale_number

#' @export
Math.lapscale_sample <- Math.lapscale_number

# t.default() would keep the class and the attributes of the rows.
#' @export
t.lapscale_sample <- function(x) t(as.matrix(x))
