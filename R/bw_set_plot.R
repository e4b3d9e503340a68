# The picture of several selectors: a lane for each, with its curve and its choice.

# Returns a picture, of new_picture(), of the bandwidths of several selectors below each other, with
# their curves.
#   x  of bw_select(), a list of bandwidths by the names of selectors;  col: colors of the curves
#' @export
picture.lapscale_bandwidths <- function(x, ..., col = "grey20") {
  picture_lanes(x, "Bandwidths of several selectors", col)
}

# A lane is 1 high, its curve a little more than half of that; above it stands what it is.
height_of_curve <- 0.56
height_of_words <- 0.8

# Makes a picture, of new_picture(), with a lane for each bandwidth, with its curve and the choice.
#   selected  list of bandwidths, by the names of their selectors
#   col       colors of the curves;  title: of the picture
#   words     the label of each lane
# For each of the n lanes, from above: curves (of unit_curve()), values (the bandwidth), bottom (the
# lower end of the lane on the vertical axis), heights (of the choice, 0 to 1).
picture_lanes <- function(selected, title, col = "grey20", words = lane_names(selected)) {
  n <- length(selected)
  curves <- unname(lapply(selected, unit_curve))
  values <- unname(vapply(selected, plain, 0))
  bottom <- n - seq_len(n)
  heights <- vapply(curves, `[[`, 0, "height")
  xlim <- range(values, unlist(lapply(curves, `[[`, "bandwidth")))
  # A value without any curve is in the middle.
  if (xlim[[1]] == xlim[[2]]) xlim <- xlim * c(1 / 3, 3)
  lines <- Map(function(curve, bottom, colour) {
    if (length(curve$level)) {
      line_layer(curve$bandwidth, bottom + height_of_curve * curve$level, colour, 1.5)
    }
  }, curves, bottom, rep_len(col, n))
  new_picture(list(new_panel(
    c(
      list(rule_layer(bottom, "y", "grey85", type = 1)), lines,
      list(
        segments_layer(values, bottom, values, bottom + height_of_curve, choice_colour),
        points_layer(values, bottom + height_of_curve * heights, choice_colour),
        text_layer(rep(xlim[[1]], n), bottom + height_of_words, words, across = 0)
      )
    ),
    xlim, c(0, n), title, "bandwidth h", "criterion, best at the bottom", "x",
    ticks = list(y = no_ticks)
  )))
}

# Scales the curve of a bandwidth to lie between its best value (0) and its worst (1), or its
# logarithm if it is drawn on such an axis; a curve that is largest at its best is upside down.
# Returns list(bandwidth, level: the curve, two vectors; height: the level at the choice, a number).
# A curve that is flat or a single point has no bandwidths, and height 0.
#   bw  a lapscale_bandwidth
unit_curve <- function(bw) {
  fields <- selection(bw)
  curve <- drawn_curve(fields)
  if (is_drawn_in_logs(fields, curve)) curve$criterion <- log(curve$criterion)
  if (isTRUE(fields$labels$upwards)) curve$criterion <- -curve$criterion
  if (length(unique(curve$criterion)) < 2L) {
    return(list(bandwidth = numeric(), level = numeric(), height = 0))
  }
  level <- share_of(curve$criterion, range(curve$criterion))
  height <- stats::approx(log(curve$bandwidth), level, log(plain(bw)))$y
  list(bandwidth = curve$bandwidth, level = level, height = height)
}

# Labels of the lanes: the name of each selector with its bandwidth, and whether its curve is upside
# down, or its choice is the middle of an interval.
#   selected  list of bandwidths, by the names of their selectors
lane_names <- function(selected) {
  vapply(names(selected), function(name) {
    fields <- selection(selected[[name]])
    paste0(
      name, "  h = ", short(plain(selected[[name]]), digits = 3),
      if (isTRUE(fields$labels$upwards)) ", drawn downwards",
      if (is.finite(fields$facts$lower %||% NA)) ", the middle of an interval"
    )
  }, "", USE.NAMES = FALSE)
}

# Returns the picture of the bandwidths, of picture_lanes(), with what their reports say.
#   x  of reports_of_set(): bandwidths, table;  col: colors of the curves;  ...: not used
#' @export
picture.lapscale_reports <- function(x, ..., col = "grey20") {
  against <- vapply(x$table$n_looks, function(n) {
    if (n == 0L) "no check against it" else paste("!", count(n, "check"), "against it")
  }, "")
  picture_lanes(x$bandwidths, "Bandwidths and their reports", col,
                paste0(lane_names(x$bandwidths), ", ", against))
}
