# The picture of several selectors: a lane for each, with its curve and its choice.

# Each curve between its best value (0) and its worst (1), of its logarithm where it is drawn on
# such an axis; one that is largest at its best is upside down. NULL for those that are flat or
# single.
unit_curves <- function(x) {
  curves <- lapply(names(x), function(name) {
    chosen <- selection(x[[name]])
    curve <- drawn_curve(chosen)
    if (is_drawn_in_logs(chosen, curve)) curve$criterion <- log(curve$criterion)
    if (isTRUE(chosen$labels$upwards)) curve$criterion <- -curve$criterion
    width <- if (nrow(curve)) diff(range(curve$criterion)) else 0
    if (nrow(curve) < 2L || width == 0) {
      return(NULL)
    }
    level <- (curve$criterion - min(curve$criterion)) / width
    at <- stats::approx(log(curve$bandwidth), level, log(plain(x[[name]])))$y
    list(bandwidth = curve$bandwidth, level = level, at = at)
  })
  stats::setNames(curves, names(x))
}

#' @rdname lapscale_bandwidths
#' @export
plot.lapscale_bandwidths <- function(x, xlab = "bandwidth h",
                                     main = "Bandwidths of several selectors", col = NULL,
                                     ...) door({
  if (!is.null(col)) check_graphical(col, "col")
  own <- graphical_settings(list(xlab = xlab, main = main, ...))
  check_choice(own[["log"]] %||% "x", c("x", ""), "log")
  plot_picture(picture(x, own[["col"]] %||% col), own[names(own) != "col"])
  invisible(x)
})

# A lane is 1 high, its curve a little more than half of that; above it stands what it is.
lane_of_curve <- 0.56
lane_of_words <- 0.8

#' @export
picture.lapscale_bandwidths <- function(x, col = NULL, ...) {
  col <- rep_len(col %||% "grey20", length(x))
  curves <- unit_curves(x)
  values <- unname(vapply(x, plain, 0))
  bottom <- rev(seq_along(x)) - 1
  xlim <- range(values, unlist(lapply(curves, `[[`, "bandwidth")))
  if (xlim[[1]] == xlim[[2]]) xlim <- around_value(xlim[[1]])
  at <- vapply(curves, function(curve) if (is.null(curve)) 0 else curve$at, 0)
  lines <- lapply(which(!vapply(curves, is.null, NA)), function(m) {
    curve <- curves[[m]]
    line_layer(curve$bandwidth, bottom[[m]] + lane_of_curve * curve$level, col[[m]], 1.5)
  })
  new_picture(list(new_panel(
    c(
      list(rule_layer(bottom, "y", "grey85", 1)), unname(lines),
      list(
        segments_layer(values, bottom, values, bottom + lane_of_curve, choice_colour),
        points_layer(values, bottom + lane_of_curve * at, choice_colour),
        text_layer(rep(xlim[[1]], length(x)), bottom + lane_of_words, lane_names(x), FALSE)
      )
    ),
    xlim, c(0, length(x)), "Bandwidths of several selectors", "bandwidth h",
    "criterion, best at the bottom", "x",
    ticks = list(y = data.frame(at = numeric(), label = character()))
  )))
}

# Each selector with its choice, what is upside down, and what is not to be at the bottom.
lane_names <- function(x) {
  paste0(
    names(x), "  h = ", vapply(x, function(bw) short(plain(bw), digits = 3), ""),
    vapply(x, function(bw) {
      chosen <- selection(bw)
      paste(c(
        if (isTRUE(chosen$labels$upwards)) ", drawn downwards",
        if (is.finite(chosen$facts$lower %||% NA)) ", the middle of an interval"
      ), collapse = "")
    }, "")
  )
}

#' @rdname lapscale_bandwidths
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidths <- function(object, ...) door({
  check_installed("ggplot2", "to draw with autoplot()")
  ggplot_picture(picture(object))
}, ...)
