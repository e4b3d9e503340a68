#' Plot a fit from few labels
#'
#' The points in a plane: coloured by fitted class, paler where the score leaves doubt, or by the
#' rank of the fitted value, with a key beside them unless `col` is given; points that had a label
#' are ringed. Up to seven classes have the colours of Okabe and Ito, more are named where they lie.
#'
#' With `what = "path"` the criterion, with a band of one standard error, against the parameter
#' that was chosen, a line per power or time; on a log axis where it varies much. What was chosen is
#' written above the frame. For [ssl_auto()] there are two panels with the same vertical axis, one
#' for each family of candidates, and the dotted horizontal line is the least error of all. In a
#' layout of several panels they take the next two.
#'
#' @param x A [lapscale_ssl].
#' @param what `"fit"`, or `"path"` for the criterion that chose the parameters.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   or an embedding of it, of which the first two columns are drawn (rows that are NA are left
#'   out). NULL: the data themselves where they have one column or two, else their first two
#'   principal components (after a fit with `landmarks` of these alone).
#' @param ... Graphical parameters, such as `main`, `col`, `pch`, `ylim`, which replace those of the
#'   picture (`colour` and `color` are `col`); none of `autoplot()`. What is no argument is refused.
#' @return `plot()`: `x`, invisibly. `autoplot()`: a ggplot, the same picture.
#' @section Errors:
#' `lapscale_error_argument`, naming `what` (a fit that chose no parameter has no path) or
#' `coordinates`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 198:200), NA), bandwidth = 0.3)
#' plot(fit, main = "Two moons")
#' plot(fit, "path")
#' @export
plot.lapscale_ssl <- function(x, what = c("fit", "path"), coordinates = NULL, ...) door({
  what <- check_picture(x, what)
  settings <- graphical_settings(list(...))
  drawn <- if (what == "path") picture_path(x, settings[["col"]]) else picture(x, coordinates)
  plot_picture(drawn, settings)
  invisible(x)
})

#' @rdname plot.lapscale_ssl
#' @param object A [lapscale_ssl].
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_ssl <- function(object, what = c("fit", "path"), coordinates = NULL, ...) door({
  check_installed("ggplot2", "to draw with autoplot()")
  what <- check_picture(object, what)
  ggplot_picture(if (what == "path") picture_path(object) else picture(object, coordinates))
}, ...)

check_picture <- function(fit, what) {
  what <- check_choice(what, c("fit", "path"), "what")
  if (what == "path" && is.null(fit$path)) {
    abort_argument("`what` = \"path\": this fit chose no parameter.")
  }
  if (what == "path" && anyNA(fit$path[[path_criterion(fit)]])) {
    abort_argument(
      "`what` = \"path\": the squares of this fit's labels leave the range of numbers."
    )
  }
  what
}

# The points in the colour of their answer, those with a label ringed.
#' @export
picture.lapscale_ssl <- function(x, coordinates = NULL, ...) door({
  if (is.null(coordinates) && is.null(x$x)) {
    abort_argument(
      c("`coordinates` must be given: the fit was made on a graph, whose points have no place.",
        i = "An embedding of the graph will do, see embed_eigenmaps().")
    )
  }
  if (is.null(coordinates)) x <- landmark_part(x)
  place <- if (is.null(coordinates)) {
    place_of_points(x$x, x$columns)
  } else {
    resolve_place(coordinates, x)
  }
  labels <- place_labels(place)
  place <- unname(place)
  rows <- x$labels$rows
  size <- point_size(nrow(place))
  regression <- x$labels$kind == "regression"
  shown <- if (regression) number_colours(x) else class_colours(x)
  new_picture(list(new_panel(
    list(
      points_layer(
        place[, 1], place[, 2], shown$colour, size = size, strength = shown$strength,
        value = shown$value, free = TRUE
      ),
      points_layer(place[rows, 1], place[rows, 2], "black", shape = 1, size = 2 * size),
      if (!regression) names_layer(place[, 1], place[, 2], shown$class)
    ),
    range(place[, 1], finite = TRUE), range(place[, 2], finite = TRUE), x$title,
    labels[[1]], labels[[2]], asp = 1, key = shown$key,
    note = note_above(paste("ringed:", count(length(rows), "label")), colour = "grey20")
  )))
})

# Of each point its class, the colour of it, as strong as it is probable, and the key of classes.
class_colours <- function(fit) {
  levels <- fit$labels$levels
  colours <- level_colours(factor(levels, levels))
  best <- as.integer(answer(scores_of(fit), fit, "response"))
  probable <- answer(scores_of(fit), fit, "prob")[cbind(seq_along(best), best)]
  note_repeated(factor(levels[best], levels))
  key <- if (length(levels) <= most_with_key) new_key(levels, colours, pch = 19)
  list(
    class = factor(levels[best], levels), value = if (!is.null(key)) levels[best],
    colour = colours[best], strength = 0.25 + 0.75 * probable, key = key
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
