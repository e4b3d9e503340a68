#' Plot an embedding
#'
#' One coordinate is drawn against the row number, two as a scatter plot, more as pairs. The scree
#' plot shows all eigenvalues that were looked at, those of the coordinates filled.
#'
#' @details
#' Two coordinates of Isomap or of kernel PCA other than `"lle"` are in one unit and drawn so
#' (`asp = 1`; `asp = NA` fills the panel). One or two coordinates coloured by at most 12 classes
#' get a legend, coloured by numbers a key of the greatest, the quartiles and the least; beside the
#' points, unless `col` is given.
#'
#' The scree plot can show no more eigenvalues than the fit computed, with a number as
#' `n_components` hardly more than those of the coordinates: `n_components = "gap"` computes the
#' first eleven. Principal components (`"linear"`) come with all.
#'
#' @param x,object A [lapscale_embedding].
#' @param columns Numbers of the coordinates to draw. NULL: all, at most the first 5. `autoplot()`
#'   draws one or two; NULL: the first two.
#' @param colour NULL, or a value per row of the data, a number or a class, that gives the colour.
#' @param ... Graphical parameters, such as `col`, `pch`, `main` (pairs have no `xlab`, `ylab`,
#'   `axes`, `type`). Not used by `autoplot()`.
#' @return `plot()` and `screeplot()`: `x`, invisibly. `autoplot()`: a ggplot.
#' @section Errors:
#' `lapscale_error_argument`, naming `columns` or `colour`.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' screeplot(embed_isomap(x, "gap", k = 10))
#' @export
plot.lapscale_embedding <- function(x, ..., columns = NULL, colour = NULL) {
  columns <- drawn_columns(x, columns)
  settings <- list(...)
  if (length(columns) > 2L) {
    plot_pairs(picture_pairs(x, columns, colour), settings)
  } else {
    plot_picture(picture(x, columns, colour), settings)
  }
  invisible(x)
}

# One coordinate against the row number, or two.
#   columns  one or two of its numbers
#   colour   as in plot()
#' @export
picture.lapscale_embedding <- function(x, columns, colour = NULL, ..., call = caller_env()) {
  n <- nrow(x$coordinates)
  place <- unname(x$coordinates)[, columns, drop = FALSE]
  labels <- paste("coordinate", columns)
  one <- length(columns) == 1L
  if (one) {
    place <- cbind(seq_len(n), place)
    labels <- c("row", labels)
  }
  colours <- value_colours(colour, n, call)
  colours[is.na(colours)] <- unknown_colour
  key <- if (!is.null(colour)) colour_key(colour)
  value <- if (!is.null(key)) if (is.numeric(colour)) as.numeric(colour) else as.character(colour)
  new_picture(list(new_panel(
    list(points_layer(place[, 1], place[, 2], colours, size = point_size(n), value = value,
                      free = TRUE)),
    range(place[, 1], finite = TRUE), range(place[, 2], finite = TRUE), method_titles[[x$method]],
    labels[[1]], labels[[2]], asp = if (!one && in_one_unit(x)) 1 else NA, key = key
  )))
}

# Many points are small.
point_size <- function(n) if (n > 1000L) 0.4 else 0.7

# Three coordinates or more, each against each: the arguments of pairs().
picture_pairs <- function(x, columns, colour = NULL, call = caller_env()) {
  place <- unname(x$coordinates)[, columns, drop = FALSE]
  list(
    x = place, labels = paste("coordinate", columns), pch = 19, cex = point_size(nrow(place)),
    las = 1, col = value_colours(colour, nrow(place), call), main = method_titles[[x$method]]
  )
}

plot_pairs <- function(drawn, settings) {
  settings <- settings[setdiff(names(settings), c("xlab", "ylab", "axes", "type"))]
  do.call(graphics::pairs, utils::modifyList(drawn, settings))
}

# Whether all coordinates are distances in one space.
in_one_unit <- function(e) UseMethod("in_one_unit")

#' @export
in_one_unit.default <- function(e) FALSE

#' @export
in_one_unit.lapscale_isomap <- function(e) TRUE

#' @export
in_one_unit.lapscale_kpca <- function(e) !identical(e$settings$kernel, "lle")

drawn_columns <- function(e, columns, most = 5L, call = caller_env()) {
  s <- n_coordinates(e)
  if (is.null(columns)) seq_len(min(s, most)) else check_rows(columns, s, "columns", call)
}

#' @rdname plot.lapscale_embedding
#' @param main Title.
#' @export
screeplot.lapscale_embedding <- function(x, main = method_titles[[x$method]], ...) {
  plot_picture(picture_scree(x), list(main = main, ...))
  invisible(x)
}

# The eigenvalues, those of the coordinates filled.
picture_scree <- function(e) {
  new_picture(list(eigenvalue_panel(
    e$scree, seq_along(e$scree) <= length(e$eigenvalues), method_titles[[e$method]], "coordinate"
  )))
}

# Eigenvalues by number, some of them filled.
eigenvalue_panel <- function(values, filled, title, xlab, width = 1) {
  number <- seq_along(values)
  new_panel(
    list(
      stems_layer(number, values, width = width),
      points_layer(number, values, "black", ifelse(filled, 19, 1))
    ),
    range(number), range(0, values, na.rm = TRUE), title, xlab, "eigenvalue",
    ticks = list(x = "count")
  )
}

#' @rdname plot.lapscale_embedding
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding <- function(object, ..., columns = NULL, colour = NULL) {
  check_installed("ggplot2", "to draw with autoplot()")
  if (!is.null(colour)) check_colour(colour, nrow(object$coordinates))
  columns <- drawn_columns(object, columns, 2L)
  if (length(columns) > 2L) {
    abort_argument("`columns` must be one or two numbers, not {length(columns)}.")
  }
  ggplot_picture(picture(object, columns, colour))
}
