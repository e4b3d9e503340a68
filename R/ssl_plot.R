#' Plot a fit from few labels
#'
#' With `what = "fit"` the points in a plane: coloured by fitted class, paler where the score leaves
#' doubt, or by the rank of the fitted value, with a key beside them unless `col` is given; labelled
#' points are ringed.
#'
#' With `what = "path"` the criterion, with a band of one standard error, against the parameter
#' that was chosen, a line per power or time; on a log axis where it varies much. What was chosen is
#' written above the frame. For [ssl_auto()] there are two panels with the same vertical axis, one
#' for each family of candidates, and the dotted horizontal line is the least error of all. In a
#' layout of several panels they take the next two.
#'
#' @param x A [lapscale_ssl].
#' @param what `"fit"` or `"path"`. NULL: the path where there is one.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   or an embedding of it, of which the first two columns are drawn (rows that are NA are left
#'   out). NULL: the first two principal components of the data
#'   (after a fit with `landmarks`, of these alone).
#' @param ... Graphical parameters, such as `main`, `col`, `pch`, `ylim`, which replace those of the
#'   picture. Not used by `autoplot()`.
#' @return `plot()`: `x`, invisibly. `autoplot()`: a ggplot, the same picture.
#' @section Errors:
#' `lapscale_error_argument`, naming `what` (a fit that chose no parameter has no path) or
#' `coordinates`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 198:200), NA), bandwidth = 0.3)
#' plot(fit)
#' plot(fit, coordinates = x, main = "Two moons")
#' @export
plot.lapscale_ssl <- function(x, what = NULL, coordinates = NULL, ...) {
  what <- resolve_picture(x, what, coordinates)
  settings <- list(...)
  drawn <- if (what == "path") picture_path(x, settings[["col"]]) else picture(x, coordinates)
  plot_picture(drawn, settings)
  invisible(x)
}

#' @rdname plot.lapscale_ssl
#' @param object A [lapscale_ssl].
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_ssl <- function(object, what = NULL, coordinates = NULL, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  check_no_dots(...)
  what <- resolve_picture(object, what, coordinates)
  ggplot_picture(if (what == "path") picture_path(object) else picture(object, coordinates))
}

# "fit" or "path"; without a word of the user, the path where there is one.
resolve_picture <- function(fit, what, coordinates, call = caller_env()) {
  default <- if (is.null(coordinates) && !is.null(fit$path)) "path" else "fit"
  what <- check_choice(what %||% default, c("fit", "path"), "what", call = call)
  if (what == "path" && is.null(fit$path)) {
    abort_argument("`what` = \"path\": this fit chose no parameter.", call = call)
  }
  what
}

# The points in the colour of their answer, those with a label ringed.
#' @export
picture.lapscale_ssl <- function(x, coordinates = NULL, ..., call = caller_env()) {
  if (is.null(coordinates)) x <- landmark_part(x)
  place <- if (is.null(coordinates)) first_components(x$x) else resolve_place(coordinates, x, call)
  labels <- place_labels(place)
  place <- unname(place)
  seen <- place[x$labels$rows, , drop = FALSE]
  shown <- if (x$labels$kind == "regression") number_colours(x) else class_colours(x)
  new_picture(list(new_panel(
    list(
      points_layer(
        place[, 1], place[, 2], shown$colour, size = if (nrow(place) > 500L) 0.5 else 0.8,
        strength = shown$strength, value = shown$value, free = TRUE
      ),
      points_layer(seen[, 1], seen[, 2], "black", shape = 1, size = 1.5, width = 1.5)
    ),
    range(place[, 1], finite = TRUE), range(place[, 2], finite = TRUE), x$title,
    labels[[1]], labels[[2]], asp = 1, key = shown$key
  )))
}

# n x 2; a constant second coordinate for one column.
first_components <- function(x) {
  if (ncol(x) == 1L) {
    return(cbind(x - mean(x), 0))
  }
  principal_scores(x, principal_components(x), 1:2)
}

# Of each point its class, the colour of it, as strong as it is probable, and the key of classes.
class_colours <- function(fit) {
  levels <- fit$labels$levels
  colours <- level_colours(factor(levels, levels))
  best <- as.integer(answer(scores_of(fit), fit, "response"))
  probable <- answer(scores_of(fit), fit, "prob")[cbind(seq_along(best), best)]
  list(
    value = levels[best], colour = colours[best], strength = 0.25 + 0.75 * probable,
    key = new_key(levels, colours, pch = 19)
  )
}

# Of each point its number, the colour of its rank, and the key of numbers.
number_colours <- function(fit) {
  values <- scores_of(fit)[, 1L]
  scale <- grDevices::hcl.colors(100L, "viridis")
  # Values that differ by rounding only are the same.
  rank <- cut(rank(signif(values, 8)), 100L, labels = FALSE)
  ramp <- function(values) {
    at <- stats::quantile(values, seq(0, 1, length.out = 100L), names = FALSE)
    data.frame(at = at, colour = scale)[!duplicated(at), ]
  }
  key <- number_key(values, function(five) scale[c(100, 75, 50, 25, 1)], ramp)
  list(value = values, colour = scale[rank], strength = 1, key = key)
}
