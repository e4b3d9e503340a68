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
#'   out). NULL: the first two principal components of the data.
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
  what <- check_picture(x, what, coordinates)
  if (what == "path") plot_path(x, list(...)) else plot_fit(x, coordinates, list(...))
  invisible(x)
}

# "fit" or "path"; without a word of the user, the path where there is one.
check_picture <- function(fit, what, coordinates, call = caller_env()) {
  default <- if (is.null(coordinates) && !is.null(fit$path)) "path" else "fit"
  what <- check_choice(what %||% default, c("fit", "path"), "what", call = call)
  if (what == "path" && is.null(fit$path)) {
    abort_argument("`what` = \"path\": this fit chose no parameter.", call = call)
  }
  what
}

plot_fit <- function(fit, coordinates, settings, call = caller_env()) {
  place <- place_of_fit(fit, coordinates, call)
  graphics::plot.new()
  key <- if (is.null(settings$col)) measured_legend(colour_key(fit), 0.5) else no_key
  labels <- place_labels(place)
  defaults <- list(
    x = unname(place), pch = 19, col = point_colours(fit), asp = 1, las = 1, xlab = labels[[1]],
    ylab = labels[[2]], xlim = room_beside(place[, 1L], key$width),
    cex = if (nrow(place) > 500L) 0.5 else 0.8
  )
  draw_over(defaults, settings, fit$title)
  graphics::points(place[fit$labels$rows, , drop = FALSE], cex = 1.5, lwd = 1.5)
  draw_key(key, "topright")
}

# n x 2
place_of_fit <- function(fit, coordinates, call) {
  if (is.null(coordinates)) first_components(fit$x) else check_place(coordinates, fit, call)
}

# n x 2; a constant second coordinate for one column.
first_components <- function(x) {
  centred <- sweep(x, 2L, colMeans(x))
  if (ncol(x) == 1L) {
    return(cbind(centred, 0))
  }
  centred %*% eigen(crossprod(centred), symmetric = TRUE)$vectors[, 1:2]
}

class_colours <- function(fit) {
  grDevices::hcl.colors(max(2L, length(fit$labels$levels)), "Dark 3")[seq_along(fit$labels$levels)]
}

value_scale <- function() grDevices::hcl.colors(100L, "viridis")

# Of classes: the class's colour, as strong as its probability; of numbers: a scale of their ranks.
point_colours <- function(fit) {
  if (fit$labels$kind == "regression") {
    # Values that differ by rounding only are the same.
    return(value_scale()[cut(rank(signif(fit$scores[, 1L], 8)), 100L, labels = FALSE)])
  }
  best <- as.integer(answer(fit$scores, fit, "response"))
  rgb <- grDevices::col2rgb(class_colours(fit)[best]) / 255
  grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], alpha = strengths(fit))
}

# How strong the colour of each point is, from the probability of its class.
strengths <- function(fit) {
  best <- as.integer(answer(fit$scores, fit, "response"))
  0.25 + 0.75 * answer(fit$scores, fit, "prob")[cbind(seq_along(best), best)]
}

# What the colours mean, as arguments of legend().
colour_key <- function(fit) {
  if (fit$labels$kind == "classes") {
    return(list(legend = fit$labels$levels, col = class_colours(fit), pch = 19, bty = "n"))
  }
  value_key(fit$scores[, 1L], function(five) value_scale()[c(100, 75, 50, 25, 1)])
}
