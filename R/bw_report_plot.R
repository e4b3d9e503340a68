#' @rdname bandwidth_report
#' @export
plot.lapscale_report <- function(x, ...) door({
  plot_picture(picture(x), graphical_settings(list(...)))
  invisible(x)
})

# Lengths of joined pairs, neighbors and distances to a projection of the points.
#' @export
picture.lapscale_report <- function(x, ...) {
  neighbors <- log10(pmax(x$points$neighbors, 1e-2))
  limit <- log10(report_limits$neighbors)
  new_picture(list(
    panel_of_lengths(x$pairs),
    panel_with_limit(neighbors, limit, "Neighbors per point", "sum of weights",
                     list(x = ticks_of_logs(range(neighbors, limit))), "log10 sum of weights"),
    panel_with_limit(x$points$distance, report_limits$distance, "Distance to a projection",
                     "distance")
  ), paste("Bandwidth", format(x$bandwidth, digits = 4)))
}

# A histogram with a limit, which is always in sight.
panel_with_limit <- function(values, limit, title, xlab, ticks = list(), facet_xlab = NULL) {
  panel <- histogram_panel(values, list(), ylab = "points", layers = list(rule_layer(limit)),
                           title = title, xlab = xlab, ticks = ticks)
  panel$xlim <- range(panel$xlim, limit)
  panel$facet_xlab <- facet_xlab
  panel
}

# Powers of ten, with 2 and 5 times them where there are few, at their logarithms.
ticks_of_logs <- function(range) {
  powers <- 10^seq(floor(range[[1]]), ceiling(range[[2]]))
  at <- if (diff(range) < 2) as.vector(outer(c(1, 2, 5), powers)) else powers
  data.frame(at = log10(at), label = short(at, 1))
}

# Along the data against straight, both in bandwidths; of very many pairs evenly spaced ones, but
# short circuits in front.
panel_of_lengths <- function(pairs, most = 3000L) {
  share <- format(100 * short_circuit_share(pairs), digits = 2)
  short_cut <- is_short_circuit(pairs)
  shown <- c(evenly(which(!short_cut), most), evenly(which(short_cut), most))
  pairs <- pairs[shown, ]
  short_cut <- short_cut[shown]
  ends <- range(0, pairs$straight, 1)
  new_panel(
    list(
      points_layer(pairs$straight, pairs$along, ifelse(short_cut, choice_colour, "grey40"),
                   shape = 16, size = 0.4, strength = ifelse(short_cut, 0.8, 0.4), free = TRUE),
      line_layer(ends, ends), line_layer(ends, report_limits$detour * ends, choice_colour)
    ),
    ends, range(0, pairs$along, 1), "Joined pairs", "straight distance / h",
    "length along the data / h",
    note = note_above(paste0("short circuits: ", share, " %"))
  )
}

# At most so many of the values.
evenly <- function(values, most) {
  values[unique(round(seq(1, length(values), length.out = min(length(values), most))))]
}

#' @rdname bandwidth_report
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_report <- function(object, ...) door({
  check_installed("ggplot2", "to draw with autoplot()")
  ggplot_picture(picture(object))
}, ...)
