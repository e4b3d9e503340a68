# The picture of several selectors: their curves on one unit axis.

# Each curve between its own lowest (0) and highest (1) value, of its logarithm where it is drawn on
# such an axis; flat and single ones are left out.
unit_curves <- function(x) {
  curves <- lapply(names(x), function(name) {
    chosen <- selection(x[[name]])
    curve <- drawn_curve(chosen)
    if (isTRUE(chosen$labels$log_criterion) && all(curve$criterion > 0)) {
      curve$criterion <- log(curve$criterion)
    }
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
                                     main = "Bandwidths of several selectors", col = NULL, ...) {
  check_choice(list(...)[["log"]] %||% "x", c("x", ""), "log")
  plot_picture(picture(x, col), list(xlab = xlab, main = main, ...))
  invisible(x)
}

# Dotted lines at the choices, dashed ones for selectors without a curve.
#' @export
picture.lapscale_bandwidths <- function(x, col = NULL, ...) {
  col <- rep_len(col %||% grDevices::hcl.colors(length(x), "Dark 3"), length(x))
  curves <- unit_curves(x)
  values <- vapply(x, plain, 0)
  no_curve <- vapply(curves, is.null, NA)
  label <- paste(names(x), vapply(values, short, "", digits = 3))
  key <- new_key(
    label, col, pch = ifelse(no_curve, NA, 19), lty = ifelse(no_curve, 2, 1), place = "above"
  )
  choices <- rule_layer(values, colour = col, type = ifelse(no_curve, 2, 3), value = label)
  layers <- lapply(which(!no_curve), function(m) {
    curve <- curves[[m]]
    list(
      line_layer(curve$bandwidth, curve$level, col[[m]], 1.5, value = label[[m]]),
      points_layer(values[[m]], curve$at, col[[m]], value = label[[m]])
    )
  })
  quarters <- seq(0, 1, by = 0.25)
  new_picture(list(new_panel(
    c(list(choices), unlist(unname(layers), recursive = FALSE)),
    range(values, unlist(lapply(curves, `[[`, "bandwidth"))), c(0, 1),
    "Bandwidths of several selectors", "bandwidth h", "criterion, lowest to highest", "x",
    ticks = list(y = data.frame(at = quarters, label = format(quarters))), key = key
  )))
}

#' @rdname lapscale_bandwidths
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidths <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  ggplot_picture(picture(object))
}
