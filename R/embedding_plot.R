#' Plot an embedding
#'
#' One coordinate is drawn against the row number, two as a scatter plot, more as pairs. The scree
#' plot shows all eigenvalues that were looked at, those of the coordinates filled.
#'
#' @param x,object A [lapscale_embedding].
#' @param columns Numbers of the coordinates to draw. NULL: all, at most the first 5.
#' @param colour NULL, or a value per row of the data, a number or a class, that gives the colour.
#' @param ... Graphical parameters, such as `col`, `pch`, `main`.
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
  if (ncol(y) == 1L) {
    first <- list(x = y[, 1], xlab = "row", ylab = labels)
    do.call(graphics::plot, utils::modifyList(first, settings))
  } else if (ncol(y) == 2L) {
    first <- list(x = y[, 1], y = y[, 2], xlab = labels[[1]], ylab = labels[[2]])
    do.call(graphics::plot, utils::modifyList(first, settings))
  } else {
    do.call(graphics::pairs, c(list(x = y, labels = labels), settings))
  }
  invisible(x)
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
    colour <- as.numeric(colour)
    range <- range(colour, na.rm = TRUE, finite = TRUE)
    share <- if (range[[1]] < range[[2]]) (colour - range[[1]]) / diff(range) else 0 * colour
    return(grDevices::hcl.colors(64L, "viridis")[1 + floor(63 * share)])
  }
  classes <- as.factor(colour)
  grDevices::hcl.colors(max(2L, nlevels(classes)), "Dark 3")[as.integer(classes)]
}

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
  graphics::plot(
    number, x$scree,
    type = "h", col = "grey60", xlab = "coordinate", ylab = "eigenvalue", main = main,
    ylim = range(0, x$scree), ...
  )
  graphics::points(number, x$scree, pch = ifelse(kept, 19, 1))
  invisible(x)
}

#' @rdname plot.lapscale_embedding
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding <- function(object, ..., columns = NULL, colour = NULL) {
  check_installed("ggplot2", "to draw with autoplot()")
  columns <- utils::head(drawn_columns(object, columns), 2L)
  y <- unname(object$coordinates)
  shown <- if (length(columns) == 1L) {
    data.frame(x = seq_len(nrow(y)), y = y[, columns])
  } else {
    data.frame(x = y[, columns[[1]]], y = y[, columns[[2]]])
  }
  shown$colour <- colour
  if (!is.null(colour)) check_colour(colour, nrow(y))
  labels <- if (length(columns) == 1L) c("row", "coordinate 1") else paste("coordinate", columns)
  picture <- ggplot2::ggplot(shown[stats::complete.cases(shown[c("x", "y")]), ],
                             ggplot2::aes(.data$x, .data$y)) +
    ggplot2::labs(x = labels[[1]], y = labels[[2]], title = method_titles[[object$method]])
  if (is.null(colour)) {
    picture + ggplot2::geom_point()
  } else {
    picture + ggplot2::geom_point(ggplot2::aes(colour = .data$colour))
  }
}
