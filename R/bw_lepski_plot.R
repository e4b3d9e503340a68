# The two panels of Lepski's method: the criterion with its two terms, and what calibrated it.

plot_lepski <- function(x, xlab, ylab, main, ylim, col, ...) {
  chosen <- selection(x)
  split <- all(graphics::par("mfrow") == 1L)
  old <- graphics::par(c("mfrow", "mar", "mgp"))
  on.exit(graphics::par(if (split) old else old[c("mar", "mgp")]))
  if (split) graphics::par(mfrow = c(1L, 2L))
  graphics::par(mar = c(4.2, 4.4, 3.6, 1), mgp = c(2.7, 0.7, 0))
  plot_terms(x, chosen, xlab, ylab, main, ylim, col, ...)
  if (chosen$facts$calibration == "jump") plot_staircase(x, chosen) else plot_noise(x, chosen)
  invisible(x)
}

bias_colour <- "steelblue"
variance_colour <- "darkorange"

# Criterion, bias and variance against the bandwidth, all on log scales.
plot_terms <- function(x, chosen, xlab, ylab, main, ylim, col, xlim = NULL, ...) {
  curve <- drawn_terms(chosen$curve)
  h <- plain(x)
  graphics::plot.new()
  key <- wide_legend(list(
    legend = c("sum", "bias", "variance"), lwd = c(2, 1.5, 1.5),
    col = c(col, bias_colour, variance_colour), seg.len = 1.5
  ))
  log_frame(
    xlim %||% range(curve$bandwidth),
    ylim %||% room_above(term_range(curve), key$height, log_upwards("xy", ...)), xlab,
    ylab %||% chosen$labels$criterion, ...
  )
  graphics::lines(curve$bandwidth, curve$variance, col = variance_colour, lwd = 1.5)
  graphics::lines(curve$bandwidth, curve$bias, col = bias_colour, lwd = 1.5)
  graphics::lines(curve$bandwidth, curve$criterion, col = col, lwd = 2)
  graphics::abline(v = h, lty = 3, col = "firebrick")
  graphics::points(h, min(curve$criterion), pch = 19, col = "firebrick")
  write_above(paste("h =", format(h, digits = 3)), 0.2, at = h, col = "firebrick")
  draw_key(key, "top")
  fitted_title(main %||% chosen$labels$title)
}

# An empty plot on two log axes, unless the user's `log` is another, on the page that is there.
log_frame <- function(xlim, ylim, xlab, ylab, ...) {
  plot_here(
    list(x = xlim, y = ylim, type = "n", log = "xy", axes = FALSE, xlab = xlab, ylab = "",
         main = ""),
    list(...)
  )
  fitted_ylab(ylab, list(...))
  graphics::box()
  log_axis(1L)
  log_axis(2L)
}

# Powers of ten where the axis spans several, else plain numbers.
log_axis <- function(side) {
  ends <- graphics::par("usr")[if (side == 1L) 1:2 else 3:4]
  logged <- graphics::par(if (side == 1L) "xlog" else "ylog")
  if (!logged || diff(ends) < 2.5) {
    graphics::axis(side, las = 1)
    return(invisible())
  }
  powers <- seq(ceiling(ends[[1]]), floor(ends[[2]]))
  powers <- powers[powers %% ceiling(length(powers) / 7) == 0]
  labels <- lapply(powers, function(k) bquote(10^.(k)))
  graphics::axis(side, 10^powers, as.expression(labels), las = 1)
}

# Known values; a bias of zero has no place on a log scale.
drawn_terms <- function(curve) {
  curve <- curve[is.finite(curve$criterion), ]
  curve$bias[curve$bias <= 0] <- NA
  curve
}

# The sum in full, and the terms as far down as a hundredth of its minimum.
term_range <- function(curve) {
  low <- c(curve$criterion, curve$bias, curve$variance)
  low <- low[is.finite(low) & low > 0]
  c(max(min(low), min(curve$criterion) / 100), max(curve$criterion))
}

# The selected bandwidth against a, with the main jump and what a0 and 2 a0 select.
plot_staircase <- function(x, chosen) {
  path <- chosen$tables$path
  a0 <- chosen$facts$a
  h <- plain(x)
  span <- staircase_range(path$a, a0)
  steps <- path[path$a <= span[[2]], ]
  graphics::plot.new()
  key <- wide_legend(list(
    legend = c("path", "running minimum", "choice"), lwd = c(1, 2.5, NA), pch = c(NA, NA, 19),
    col = c("grey20", "steelblue", "firebrick"), seg.len = 1.5
  ))
  log_frame(span, room_above(range(path$bandwidth), key$height, TRUE), "a", "bandwidth at a")
  graphics::abline(v = a0, col = "grey60", lty = 2)
  write_above(paste("a0 =", short(a0, 2)), 0.2, at = a0, cex = 0.9, col = "grey40")
  graphics::lines(
    c(pmax(steps$a, span[[1]]), span[[2]]), c(steps$bandwidth, utils::tail(steps$bandwidth, 1L)),
    type = "s", col = "grey20"
  )
  # The running minimum, from large a: what the jump is measured on.
  level <- rev(cummin(rev(path$bandwidth)))[seq_len(nrow(steps))]
  graphics::lines(
    c(pmax(steps$a, span[[1]]), span[[2]]), c(level, utils::tail(level, 1L)),
    type = "s", col = "steelblue", lwd = 2.5
  )
  graphics::points(path$a[path$jump], level[path$jump[seq_len(nrow(steps))]], pch = 19,
                   col = "steelblue")
  graphics::abline(h = h, lty = 3, col = "firebrick")
  graphics::points(a0, h, pch = 19, col = "firebrick")
  draw_key(key, "top")
  fitted_title("path and main jump")
}

# A factor 100 to both sides of the jump, as far as there are steps.
staircase_range <- function(a, a0) {
  positive <- a[a > 0]
  low <- max(min(positive, a0), a0 / 100)
  high <- min(max(positive, a0), a0 * 100)
  c(low / 1.5, high * 1.5)
}

# Squared distances between the chosen estimate and the others beside their noise.
plot_noise <- function(x, chosen) {
  pairs <- chosen$tables$pairs
  h <- plain(x)
  beside <- pairs[pairs$bandwidth == h | pairs$bandwidth_small == h, ]
  beside$other <- ifelse(beside$bandwidth == h, beside$bandwidth_small, beside$bandwidth)
  known <- chosen$curve$bandwidth[is.finite(chosen$curve$criterion)]
  beside <- beside[beside$other %in% known & beside$distance > 0, ]
  values <- c(beside$distance, beside$noise)
  margin <- least_excess * beside$se
  graphics::plot.new()
  key <- wide_legend(list(
    legend = c(paste("distance,", least_excess, "se"), "its noise"), pch = c(16, NA), lwd = c(1, 2),
    col = c("grey20", variance_colour), seg.len = 1.5
  ))
  log_frame(
    range(known),
    room_above(range(values[values > 0], beside$distance + margin), key$height, TRUE),
    "other bandwidth", "squared distance from the choice"
  )
  low <- pmax(beside$distance - margin, min(values[values > 0]) / 10)
  graphics::segments(beside$other, low, beside$other, beside$distance + margin, col = "grey70")
  graphics::points(beside$other, beside$distance, pch = 16, col = "grey20")
  for (side in list(beside$other < h, beside$other > h)) {
    graphics::lines(beside$other[side], beside$noise[side], col = variance_colour, lwd = 2)
  }
  graphics::abline(v = h, lty = 3, col = "firebrick")
  draw_key(key, "top")
  fitted_title("differences and their noise")
}

autoplot_terms <- function(object, chosen) {
  curve <- drawn_terms(chosen$curve)
  h <- plain(object)
  terms <- c("sum", "bias", "variance")
  long <- data.frame(
    bandwidth = rep(curve$bandwidth, 3L), value = c(curve$criterion, curve$bias, curve$variance),
    term = factor(rep(terms, each = nrow(curve)), terms)
  )
  range <- term_range(curve)
  ggplot2::ggplot(long[!is.na(long$value), ], ggplot2::aes(.data$bandwidth, .data$value)) +
    ggplot2::geom_line(ggplot2::aes(colour = .data$term)) +
    ggplot2::geom_vline(xintercept = h, linetype = 3, colour = "firebrick") +
    ggplot2::annotate("point", x = h, y = min(curve$criterion), colour = "firebrick", size = 2.5) +
    ggplot2::annotate("text", x = h, y = range[[2]], label = paste("h =", format(h, digits = 3)),
                      hjust = -0.1, colour = "firebrick") +
    ggplot2::scale_colour_manual(values = c("grey20", bias_colour, variance_colour), name = NULL) +
    ggplot2::scale_x_log10() +
    ggplot2::scale_y_log10() +
    ggplot2::coord_cartesian(ylim = range) +
    ggplot2::labs(x = "bandwidth h", y = chosen$labels$criterion, title = chosen$labels$title)
}
