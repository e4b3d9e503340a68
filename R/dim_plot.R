# Pictures of dimensions: the curve with its estimate, several estimates, points one by one.

# Titles of the axis for the columns of a curve that it is drawn against.
scale_labels <- c(radius = "radius r", k = "number of neighbors k", bandwidth = "bandwidth h")

#' @rdname lapscale_dimension
#' @export
plot.lapscale_dimension <- function(x, what = "curve", ...) door({
  plot_object(x, list(...), what, also = if (identical(what, "local")) "breaks")
})

#' @rdname lapscale_dimension
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_dimension <- function(object, ..., what = "curve") door({
  ggplot_picture(picture(object, what))
}, ...)

# Returns a picture of the curve of a dimension with the estimate and the scales it is from, or, if
# `what` is "local", of a histogram of the dimensions at the points.
#   x     a dimension;  breaks: of the histogram, see hist(), or NULL: as many as suit
#   what  "curve" or "local";  ...: not used
# `fields` are those of new_dimension(): curve (data frame: dimension, and the column that `scale`
# names: radius, k, or bandwidth), title, facts (lower, upper: the ends of the scales it is from, or
# NA).
#' @export
picture.lapscale_dimension <- function(x, what = "curve", ..., breaks = NULL) {
  fields <- dimension_fields(x)
  if (check_table_name(what, fields) == "local") return(picture_local(x, breaks))
  facts <- fields$facts
  is_finite <- is.finite(fields$curve$dimension)
  scale_values <- fields$curve[[fields$scale]][is_finite]
  dimensions <- fields$curve$dimension[is_finite]
  # Whether the estimate is from a single bandwidth.
  at_one_bandwidth <- !is.na(facts$lower) && facts$lower == facts$upper
  bandwidth_text <- if (at_one_bandwidth) paste(" at h =", format(facts$lower, digits = 3))
  new_picture(list(new_panel(
    list(
      if (!at_one_bandwidth) interval_layer(facts$lower, facts$upper), rule_layer(plain(x), "y"),
      line_layer(scale_values, dimensions, steps = inherits(x, "dim_eigengap")),
      points_layer(scale_values, dimensions, shape = 16, size = 0.5),
      if (at_one_bandwidth) rule_layer(facts$lower),
      if (at_one_bandwidth) points_layer(facts$lower, plain(x), choice_colour)
    ),
    range(scale_values), range(0, dimensions, plain(x)), fields$title,
    scale_labels[[fields$scale]], "dimension", "x",
    note = note_above(paste0("dimension ", format(plain(x), digits = 3), bandwidth_text))
  )))
}

# Returns a picture of a histogram of the dimensions at the points; unknown ones are left out.
#   x       a dimension whose field `local` is a data frame, with the dimension at each point
#   breaks  of the histogram, see hist(), or NULL: a bar per whole number, or as many as suit
picture_local <- function(x, breaks = NULL) {
  fields <- dimension_fields(x)
  dimensions <- fields$local$dimension
  dimensions <- dimensions[is.finite(dimensions)]
  is_whole <- all(dimensions == round(dimensions))
  # Whole numbers have a bar each, from 1 to one more than the largest.
  numbers <- seq_len(max(dimensions) + 1)
  new_picture(list(histogram_panel(
    dimensions, paste0(fields$title, ", point by point"), "dimension",
    breaks %||% if (is_whole) c(0.5, numbers + 0.5) else "Sturges", plain(x),
    ticks = list(x = if (is_whole) data.frame(value = numbers, label = numbers)),
    note = note_above(paste("all points together:", format(plain(x), digits = 3)))
  )))
}

# Returns a picture of the estimates of a consensus side by side, with two standard errors to either
# side, as open points, and their votes as filled ones.
#   x  of dim_estimate();  what: "curve", anything else is an error;  ...: not used
# `fields` has title, such as "3 estimates", and curve, a data frame with a row per estimate: method
# (its name), dimension, vote (NA without one), se (or NA). `error_bars` is list(low, high).
#' @export
picture.dim_consensus <- function(x, what = "curve", ...) {
  fields <- dimension_fields(x)
  check_table_name(what, fields)
  curve <- fields$curve
  position <- seq_len(nrow(curve))
  has_vote <- !is.na(curve$vote)
  consensus <- if (votes_disagree(curve$vote, plain(x))) "No consensus" else "Consensus"
  error_bars <- with_margin(curve$dimension, 2 * curve$se)
  new_picture(list(new_panel(
    list(
      segments_layer(position, error_bars$low, position, error_bars$high, "black"),
      points_layer(position, curve$dimension, "black", 1, free = TRUE),
      points_layer(position[has_vote], curve$vote[has_vote], "black", 19, free = TRUE),
      rule_layer(plain(x), "y")
    ),
    range(position) + c(-0.5, 0.5), range(0, error_bars$high, curve$vote, plain(x), finite = TRUE),
    paste(consensus, "of", fields$title), "", "dimension",
    ticks = list(x = data.frame(value = position, label = curve$method)),
    note = note_above(paste0("dimension ", format(plain(x), digits = 3),
                             ", open: estimates, filled: votes"))
  )))
}
