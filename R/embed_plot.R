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
  y <- unname(x$coordinates)[, columns, drop = FALSE]
  labels <- paste("coordinate", columns)
  defaults <- list(
    pch = 19, cex = if (nrow(y) > 1000L) 0.4 else 0.7, las = 1,
    col = value_colours(colour, nrow(y)), main = method_titles[[x$method]]
  )
  settings <- utils::modifyList(defaults, list(...))
  if (ncol(y) > 2L) {
    settings <- settings[setdiff(names(settings), c("xlab", "ylab", "axes", "type"))]
    do.call(graphics::pairs, utils::modifyList(list(x = y, labels = labels), settings))
    return(invisible(x))
  }
  first <- if (ncol(y) == 1L) {
    list(x = seq_len(nrow(y)), y = y[, 1], xlab = "row", ylab = labels)
  } else {
    list(x = y[, 1], y = y[, 2], xlab = labels[[1]], ylab = labels[[2]],
         asp = if (in_one_unit(x)) 1 else NA)
  }
  graphics::plot.new()
  key <- if (is.null(list(...)[["col"]])) embedding_key(colour, settings$pch)
  key <- if (is.null(key)) no_key else measured_legend(key, 0.5)
  first$xlim <- room_beside(first$x, key$width)
  draw_over(first, settings, settings$main)
  draw_key(key, "topright")
  invisible(x)
}

# What the colours mean, as arguments of legend(); NULL for many classes.
embedding_key <- function(colour, pch) {
  if (is.numeric(colour)) {
    colour <- as.numeric(colour)
    key <- value_key(colour, function(five) scale_colours(five, colour))
    return(if (!is.null(key)) utils::modifyList(key, list(pch = pch)))
  }
  classes <- legend_classes(colour)
  if (!is.null(classes)) list(legend = names(classes), col = classes, pch = pch, bty = "n")
}

# Whether all coordinates are distances in one space.
in_one_unit <- function(e) {
  e$method == "isomap" || e$method == "kpca" && !identical(e$settings$kernel, "lle")
}

# The colours of classes, by name; NULL for numbers and for many classes.
legend_classes <- function(colour) {
  classes <- as.factor(colour)
  if (is.null(colour) || is.numeric(colour) || nlevels(droplevels(classes)) > 12L) {
    return(NULL)
  }
  colours <- level_colours(classes)[seq_len(nlevels(classes))]
  names(colours) <- levels(classes)
  colours[levels(droplevels(classes))]
}

drawn_columns <- function(e, columns, call = caller_env()) {
  s <- n_coordinates(e)
  if (is.null(columns)) seq_len(min(s, 5L)) else check_rows(columns, s, "columns", call)
}

# A colour per row, from numbers or classes.
value_colours <- function(colour, n, call = caller_env()) {
  if (is.null(colour)) {
    return("grey20")
  }
  check_colour(colour, n, call)
  if (is.numeric(colour)) {
    return(scale_colours(as.numeric(colour)))
  }
  classes <- as.factor(colour)
  level_colours(classes)[as.integer(classes)]
}

# A colour per level.
level_colours <- function(classes) grDevices::hcl.colors(max(2L, nlevels(classes)), "Dark 3")

check_colour <- function(colour, n, call = caller_env()) {
  if ((is.atomic(colour) || is.factor(colour)) && length(colour) == n) {
    return(invisible())
  }
  abort_argument(
    "`colour` must be {n} values, one per row of the data, not {describe(colour)}.",
    call = call
  )
}

#' @rdname plot.lapscale_embedding
#' @param main Title.
#' @export
screeplot.lapscale_embedding <- function(x, main = method_titles[[x$method]], ...) {
  number <- seq_along(x$scree)
  kept <- number <= length(x$eigenvalues)
  defaults <- list(
    x = number, y = x$scree, type = "h", col = "grey60", xlab = "coordinate",
    ylab = "eigenvalue", main = main, ylim = range(0, x$scree)
  )
  settings <- list(...)
  do.call(graphics::plot, utils::modifyList(c(defaults, xaxt = "n"), settings))
  count_axis(settings)
  graphics::points(number, x$scree, pch = ifelse(kept, 19, 1))
  invisible(x)
}

#' @rdname plot.lapscale_embedding
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding <- function(object, ..., columns = NULL, colour = NULL) {
  check_installed("ggplot2", "to draw with autoplot()")
  if (!is.null(colour)) check_colour(colour, nrow(object$coordinates))
  columns <- if (is.null(columns)) {
    seq_len(min(2L, n_coordinates(object)))
  } else {
    check_rows(columns, n_coordinates(object), "columns")
  }
  if (length(columns) > 2L) {
    abort_argument("`columns` must be one or two numbers, not {length(columns)}.")
  }
  y <- unname(object$coordinates)
  shown <- if (length(columns) == 1L) {
    data.frame(x = seq_len(nrow(y)), y = y[, columns])
  } else {
    data.frame(x = y[, columns[[1]]], y = y[, columns[[2]]])
  }
  shown$colour <- colour
  labels <- paste("coordinate", columns)
  if (length(columns) == 1L) labels <- c("row", labels)
  picture <- ggplot2::ggplot(shown[stats::complete.cases(shown[c("x", "y")]), ],
                             ggplot2::aes(.data$x, .data$y)) +
    ggplot2::labs(x = labels[[1]], y = labels[[2]], title = method_titles[[object$method]])
  if (length(columns) == 2L && in_one_unit(object)) {
    picture <- picture + ggplot2::coord_fixed()
  }
  if (is.null(colour)) {
    picture + ggplot2::geom_point()
  } else {
    picture + ggplot2::geom_point(ggplot2::aes(colour = .data$colour)) +
      ggplot2::labs(colour = NULL)
  }
}
