#' Plot the curve that explains a bandwidth
#'
#' The criterion against the bandwidth on a logarithmic axis, with a band of two standard errors,
#' all local minima marked and the choice labelled; for [bw_gc()] a bar at the bottom is the 95 %
#' interval of [confint()][confint.lapscale_bandwidth]. `lines()` adds another curve to it,
#' `autoplot()` is the same picture in ggplot2.
#'
#' For [bw_lepski()] there are two panels on log axes: the criterion with its two terms, and what
#' calibrated it: the path of the selected bandwidth against `a` with its main jump and the choice
#' (`"jump"`), or the squared distances from the chosen estimate to the others beside their noise
#' (`"variance"`). In a layout of several panels they take the next two.
#'
#' For [bw_msvd()] it is the spectrum: the local eigenvalues against the bandwidth on log axes, with
#' the interval from `lower` to `upper` shaded.
#'
#' `plot(bw, data)` and `autoplot(bw, data)` draw the embeddings of the data at all local minima of
#' the curve beside it, see [embed_scales()].
#'
#' @param x,object A [lapscale_bandwidth].
#' @param y NULL, or the points that the bandwidth was chosen for.
#' @param xlab,ylab,main,ylim,col As in [plot()]; NULL: chosen to fit.
#' @param ... Further graphical parameters, such as `xlim`, `log` or `cex.axis` (`colour` and
#'   `color` are `col`); none of `autoplot()`. With `y` those of the plot of [embed_scales()]. What
#'   is no argument is refused.
#' @return `plot()` and `lines()`: `x`, invisibly. `autoplot()`: a ggplot. For a selector
#'   without a curve there is a message (class `lapscale_message_no_curve`): `plot()` draws
#'   nothing, `autoplot()` the value alone.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' plot(bw)
#' lines(bw_gc(x, d = 2, seed = 1), col = "#0072B2")
#' plot(bw, x)
#' @export
plot.lapscale_bandwidth <- function(x, y = NULL, xlab = "bandwidth h", ylab = NULL, main = NULL,
                                    ylim = NULL, col = "grey20", ...) door({
  if (!is.null(y)) {
    plot(embed_scales(y, x), ...)
    return(invisible(x))
  }
  if (nrow(drawn_curve(selection(x))) < 2L) {
    inform_no_curve(x)
    return(invisible(x))
  }
  check_graphical(col, "col")
  own <- graphical_settings(list(xlab = xlab, ylab = ylab, main = main, ylim = ylim, ...))
  drawn <- picture(x, col = own[["col"]] %||% col, log = own[["log"]])
  plot_picture(drawn, own[names(own) != "col"])
  invisible(x)
})

inform_no_curve <- function(x) {
  inform("The {selection(x)$method} selector has no curve to plot.", "no_curve")
}

# The curve with its band, minima and choice.
#   log  as in plot(); NULL: as fits the criterion
#' @export
picture.lapscale_bandwidth <- function(x, col = "grey20", log = NULL, ...) door({
  chosen <- selection(x)
  curve <- drawn_curve(chosen)
  # Criteria of many orders of magnitude, whose minimum a linear axis would hide.
  usual <- if (is_drawn_in_logs(chosen, curve)) "xy" else "x"
  log_y <- log_upwards(usual, log)
  if (log_y) curve$low <- pmax(curve$low, curve$criterion / 10)
  h <- plain(x)
  minima <- local_minima(x)
  ylim <- range(curve$low, curve$high, if (!log_y) 0)
  new_picture(list(new_panel(
    list(
      band_layer(curve$bandwidth, curve$low, curve$high, col), curve_layer(x, col),
      points_layer(minima$bandwidth, minima$criterion, col, shape = 1, size = 1.3), rule_layer(h),
      range_layer(likely_range(chosen), ylim[[1]]),
      points_layer(h, minima$criterion[minima$chosen], choice_colour)
    ),
    range(curve$bandwidth), ylim, as_title(chosen$labels$title), "bandwidth h",
    chosen$labels$criterion,
    log %||% usual, note = choice_note(h)
  )))
})

is_drawn_in_logs <- function(chosen, curve) {
  isTRUE(chosen$labels$log_criterion) && all(curve$criterion > 0)
}

# The axis of a value alone.
around_value <- function(h) c(h / 3, 3 * h)

# A selector without a curve: its value on the axis.
picture_value <- function(x) {
  h <- plain(x)
  new_picture(list(new_panel(
    list(rule_layer(h)), around_value(h), c(0, 1), as_title(selection(x)$labels$title),
    "bandwidth h", "", "x", ticks = list(y = data.frame(at = numeric(), label = character())),
    note = choice_note(h)
  )))
}

#' @rdname plot.lapscale_bandwidth
#' @export
lines.lapscale_bandwidth <- function(x, col = "grey20", ...) door({
  check_graphical(col, "col")
  own <- graphical_settings(list(...))
  guard_graphics(add_line(curve_layer(x, col), own))
  invisible(x)
})

# What lines() adds to a plot.
curve_layer <- function(x, col) UseMethod("curve_layer")

#' @export
curve_layer.default <- function(x, col) {
  curve <- drawn_curve(selection(x))
  line_layer(curve$bandwidth, curve$criterion, col)
}

#' @rdname plot.lapscale_bandwidth
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidth <- function(object, y = NULL, ...) door({
  check_installed("ggplot2", "to draw with autoplot()")
  if (!is.null(y)) {
    return(ggplot2::autoplot(embed_scales(y, object), ...))
  }
  if (nrow(drawn_curve(selection(object))) < 2L) {
    inform_no_curve(object)
    return(ggplot_picture(picture_value(object)))
  }
  ggplot_picture(picture(object))
}, ...)
