# Pictures of dimensions: the curve with its estimate, several estimates, points one by one.

scale_labels <- c(
  radius = "radius", k = "number of neighbours k", bandwidth = "bandwidth h"
)

#' @rdname lapscale_dimension
#' @export
plot.lapscale_dimension <- function(x, what = "curve", xlab = NULL, ylab = NULL, main = NULL,
                                    ...) door({
  settings <- graphical_settings(list(...))
  drawn <- if (check_what(what, estimate_of(x)) == "local") {
    picture_local(x, settings)
  } else {
    picture(x, settings[["log"]])
  }
  plot_picture(drawn, c(list(xlab = xlab, ylab = ylab, main = main), settings))
  invisible(x)
})

#' @export
picture.lapscale_dimension <- function(x, log = NULL, ...) picture_curve(x, log)

# Whole numbers, in steps.
#' @export
picture.dim_eigengap <- function(x, log = NULL, ...) picture_curve(x, log, steps = TRUE)

# The curve, where it was read and what was read.
picture_curve <- function(x, log, steps = FALSE) {
  found <- estimate_of(x)
  facts <- found$facts
  shown <- is.finite(found$curve$dimension)
  scale <- found$curve[[found$scale]][shown]
  dimension <- found$curve$dimension[shown]
  at_one <- is_read_at_one(found)
  read <- if (at_one) paste(" at h =", format(facts$lower, digits = 3))
  new_picture(list(new_panel(
    list(
      if (!at_one) interval_layer(facts$lower, facts$upper), rule_layer(plain(x), "y"),
      line_layer(scale, dimension, steps = steps),
      points_layer(scale, dimension, shape = 16, size = 0.5),
      if (at_one) rule_layer(facts$lower),
      if (at_one) points_layer(facts$lower, plain(x), choice_colour)
    ),
    range(scale), range(if (!log_upwards("x", log)) 0, dimension, plain(x)), found$title,
    scale_labels[[found$scale]], "dimension", log %||% "x",
    note = note_above(paste0("dimension ", format(plain(x), digits = 3), read))
  )))
}

# Whether the dimension was read at a single bandwidth.
is_read_at_one <- function(found) {
  !is.na(found$facts$lower) && found$facts$lower == found$facts$upper
}

# How the points' own dimensions are spread; unknown ones are left out.
picture_local <- function(x, settings = list()) {
  found <- estimate_of(x)
  own <- found$local$dimension
  own <- own[is.finite(own)]
  whole <- all(own == round(own))
  # Whole numbers have a bar each, from 1 to one more than the largest.
  numbers <- seq_len(max(own) + 1)
  new_picture(list(histogram_panel(
    own, settings, if (whole) c(0.5, numbers + 0.5) else "Sturges", "points",
    layers = list(rule_layer(plain(x), width = 2)), title = paste0(found$title, ", point by point"),
    xlab = "dimension", ticks = list(x = if (whole) data.frame(at = numbers, label = numbers)),
    note = note_above(paste("of all points", format(plain(x), digits = 3)))
  )))
}

# The estimates side by side, two standard errors to either side.
#' @export
picture.dim_consensus <- function(x, log = NULL, ...) {
  found <- estimate_of(x)
  curve <- found$curve
  at <- seq_len(nrow(curve))
  margin <- two_errors(curve$se)
  low <- curve$dimension - margin
  high <- curve$dimension + margin
  new_picture(list(new_panel(
    list(
      segments_layer(at, low, at, high, "black"),
      points_layer(at, curve$dimension, "black", free = TRUE), rule_layer(plain(x), "y")
    ),
    range(at) + c(-0.5, 0.5), range(if (!log_upwards("", log)) 0, high, plain(x), finite = TRUE),
    paste("Consensus", found$title), "", "dimension", log %||% "",
    ticks = list(x = data.frame(at = at, label = curve$method)),
    note = note_above(paste("consensus", format(plain(x), digits = 3)))
  )))
}

#' @rdname lapscale_dimension
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_dimension <- function(object, ..., what = "curve") door({
  check_installed("ggplot2", "to draw with autoplot()")
  local <- check_what(what, estimate_of(object)) == "local"
  ggplot_picture(if (local) picture_local(object) else picture(object))
}, ...)
