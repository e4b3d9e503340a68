#' Plot the curve of a bandwidth
#'
#' Plots the criterion of a selector against the bandwidth, with the selected bandwidth. `lines()`
#' adds another curve, and `autoplot()` draws the same plot with ggplot2.
#'
#' @details
#' The axis of the bandwidth is logarithmic. The band is two standard errors wide on either side,
#' the local minima are marked, and the choice is labeled. For [bw_gc()], a bar at the bottom is the
#' 95% interval of [confint()][confint.lapscale_bandwidth]. Without `d`, the blue curve is the
#' distance, and the gray curve is the criterion, which is the distance plus its largest rise at
#' smaller bandwidths. In `as.data.frame(bw)`, the values of the criterion within the tolerance of
#' the lowest are equal. The wide gray bar at the bottom is the stretch of these bandwidths.
#' By default the first of them is selected, so the choice often lies on the slope before the lowest
#' point of the curve.
#'
#' For [bw_lepski()] there are two panels on log axes. The first shows the criterion with its two
#' terms. The second shows how it was calibrated: for `"jump"`, the path of the selected bandwidth
#' against `a`, with its main jump and the choice; for `"variance"`, the squared distances from the
#' chosen estimate to the others, with their noise. In a layout of several panels they take the next
#' two.
#'
#' For [bw_msvd()] the plot shows the local eigenvalues against the bandwidth on log axes. The
#' interval from `lower` to `upper` is shaded.
#'
#' `plot(bw, data)` and `autoplot(bw, data)` draw the embeddings of the data at all local minima
#' next to the curve, see [embed_scales()].
#'
#' @param x,object A [lapscale_bandwidth].
#' @param y If `NULL` (the default), the curve is drawn. If you supply the points for which the
#'   bandwidth was selected, their embeddings at all local minima are drawn too, see
#'   [embed_scales()].
#' @param ... Graphical parameters for `plot()` and `lines()`, such as `main`, `col`, `ylim`, `log`,
#'   or `cex.axis`. `colour` and `color` mean `col`. With `y`, they are those of the plot of
#'   [embed_scales()]. Other arguments are an error. `autoplot()` takes none.
#' @return
#' - `plot()` and `lines()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#'
#' If the selector has no curve, there is a message of class `lapscale_message_no_curve`. Then
#' `plot()` draws nothing, and `autoplot()` draws the value alone.
#' @section Errors:
#' - `lapscale_error_argument`, naming an unknown argument.
#' @seealso [bw_gc()], [bw_minima()], [embed_scales()].
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' plot(bw)
#' lines(bw_gc(x, d = 2, seed = 1), col = "#0072B2")
#' plot(bw, x)
#' plot(bw_gc(iris[1:4], seed = 1))
#' @export
plot.lapscale_bandwidth <- function(x, y = NULL, ...) door({
  if (!is.null(y)) {
    refuse_if(inherits(y, "lapscale_bandwidth"),
              "`y` must be points: the curve of a second bandwidth is added by lines().")
    plot(embed_scales(y, x), ...)
    return(invisible(x))
  }
  if (has_curve(x)) plot_object(x, list(...)) else invisible(x)
})

#' @rdname plot.lapscale_bandwidth
#' @export
lines.lapscale_bandwidth <- function(x, ...) door(plot_curve(x, curve_layer, list(...)))

#' @rdname plot.lapscale_bandwidth
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidth <- function(object, y = NULL, ...) door({
  if (!is.null(y)) {
    check_installed("ggplot2", "to draw with autoplot()")
    return(ggplot2::autoplot(embed_scales(y, object), ...))
  }
  check_dots(list(...), character())
  fields <- selection(object)
  # The picture of a value without a curve.
  single_lane <- function() {
    picture_lanes(stats::setNames(list(object), fields$method), as_title(fields$labels$title))
  }
  ggplot_picture(if (has_curve(object)) picture(object) else single_lane())
})

# Whether a bandwidth, bw, has a curve to draw; shows a message if it has none.
has_curve <- function(bw) {
  is_curve <- nrow(drawn_curve(selection(bw))) > 1L
  inform_if(!is_curve, "The {selection(bw)$method} selector has no curve to plot.", "no_curve")
  is_curve
}

# Returns a picture, of new_picture(), of the curve with its band, minima and choice.
#   x  a bandwidth;  col: color of the curve;  ...: not used
# `fields` are those of new_bandwidth(), `minima` is the table of bw_minima(). `interval` and
# `tolerance` are two bandwidths each, or NA. `key` is NULL unless there are two curves.
#' @export
picture.lapscale_bandwidth <- function(x, ..., col = "grey20") {
  fields <- selection(x)
  curve <- drawn_curve(fields)
  # Criteria of many orders of magnitude, whose minimum a linear axis would hide.
  log_y <- is_drawn_in_logs(fields, curve)
  # The least height of the band, a number or one for each row of the curve.
  lowest <- if (log_y) curve$criterion / 10 else 0
  # Of a likelihood only differences count.
  if (isTRUE(fields$labels$is_difference)) lowest <- -Inf
  band <- with_margin(curve$criterion, 2 * curve$se, lowest)
  h <- plain(x)
  minima <- bw_minima(x)
  ylim <- range(band, if (!log_y && all(is.finite(lowest))) 0)
  interval <- choice_interval(fields)
  tolerance <- tolerance_ends(fields)
  # The criterion without its flat bottom, which would hide the minimum, beside the distance.
  key <- if (!is.null(fields$curve$distance)) key_of_curve_lines(col, interval, tolerance)
  named <- function(label) if (!is.null(key)) label
  new_picture(list(new_panel(
    list(
      band_layer(curve$bandwidth, band$low, band$high, col),
      if (!is.null(key)) {
        line_layer(fields$curve$bandwidth, fields$curve$distance, second_colour, value = "distance")
      },
      curve_layer(x, col, named("criterion")),
      points_layer(minima$bandwidth, minima$criterion, col, shape = 1, size = 1.3), rule_layer(h),
      if (!anyNA(tolerance)) {
        line_layer(tolerance, rep(ylim[[1]], 2L), "grey75", 7, value = named("within tolerance"))
      },
      if (!anyNA(interval)) {
        line_layer(interval, ylim[[1]], choice_colour, 2, value = named("95% interval"))
      },
      if (!anyNA(interval)) points_layer(interval, ylim[[1]], choice_colour, shape = 124),
      points_layer(h, minima$criterion[minima$chosen], choice_colour)
    ),
    range(curve$bandwidth), ylim, as_title(fields$labels$title), "bandwidth h",
    explained_criterion(fields$labels), if (log_y) "xy" else "x",
    # Why the choice is not at the lowest point, by the first of the words of print().
    note = choice_note(h, if (!is.null(key)) sub(",.*", "", describe_choice(fields))), key = key
  )))
}

# Makes the key of a picture with two curves, and with the lines of the confidence interval and of
# the tolerance, if there are any.
#   col  color of the first curve;  interval, tolerance: two bandwidths each, or NA
key_of_curve_lines <- function(col, interval, tolerance) {
  is_shown <- c(TRUE, TRUE, !anyNA(interval), !anyNA(tolerance))
  new_key(
    c("criterion", "distance", "95% interval", "within tolerance")[is_shown],
    c(col, second_colour, choice_colour, "grey75")[is_shown], lty = 1,
    lwd = c(1, 1, 2, 7)[is_shown], place = "above"
  )
}

# Whether the criterion is drawn on a log axis: if the selector says so and all values are positive.
#   fields  of a bandwidth, see new_bandwidth(): labels;  curve: of drawn_curve(): criterion
is_drawn_in_logs <- function(fields, curve) {
  isTRUE(fields$labels$log_criterion) && all(curve$criterion > 0)
}

# Returns the curve with the refined minima among it, where the criterion is known: data frame
# bandwidth (increasing), criterion, se, without rows if the criterion is not known at all.
#   fields  of a bandwidth, see new_bandwidth(): curve, minima
drawn_curve <- function(fields) {
  columns <- c("bandwidth", "criterion", "se")
  curve <- rbind(fields$curve[columns], fields$minima[columns])
  # A minimum at a grid value, or next to one, may differ from it by rounding.
  curve <- curve[is.finite(curve$criterion) & !duplicated(log(curve$bandwidth)), ]
  curve[order(curve$bandwidth), ]
}

# Returns the layer of a picture, such as line_layer(), with the curve of a bandwidth, which lines()
# draws.
#   x  a bandwidth;  col: color;  value: name of the line in the key, or NULL
curve_layer <- function(x, col, value = NULL) UseMethod("curve_layer")

# The line of the criterion of a bandwidth.
#   x  the bandwidth;  col: color;  value: name of the line in the key, or NULL
#' @export
curve_layer.default <- function(x, col, value = NULL) {
  curve <- drawn_curve(selection(x))
  line_layer(curve$bandwidth, curve$criterion, col, value = value)
}
