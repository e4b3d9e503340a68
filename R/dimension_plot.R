# Pictures of dimensions: the curve with its estimate, several estimates, points one by one.

scale_labels <- c(
  radius = "radius", k = "number of neighbours k", bandwidth = "bandwidth h", method = "method"
)

#' @rdname lapscale_dimension
#' @export
plot.lapscale_dimension <- function(x, what = "curve", xlab = NULL, ylab = NULL, main = NULL, ...) {
  found <- estimate_of(x)
  if (check_what(what, found) == "local") {
    return(plot_local(x, xlab, ylab, main, ...))
  }
  ylab <- ylab %||% "dimension"
  if (found$method == "consensus") {
    return(plot_estimates(x, xlab, ylab, main, ...))
  }
  facts <- found$facts
  scale <- found$curve[[found$scale]]
  dimension <- found$curve$dimension
  shown <- is.finite(dimension)
  graphics::plot(
    scale[shown], dimension[shown], type = "n", log = "x", las = 1,
    xlab = xlab %||% scale_labels[[found$scale]], ylab = ylab,
    ylim = range(0, dimension[shown], plain(x)), ...
  )
  if (!is.na(facts$lower) && facts$lower < facts$upper) {
    # Axes of par("usr") are logarithms to base 10 in x.
    graphics::rect(
      facts$lower, graphics::par("usr")[[3]], facts$upper, graphics::par("usr")[[4]],
      col = "grey92", border = NA
    )
    graphics::box()
  }
  graphics::abline(h = plain(x), lty = 3, col = "firebrick")
  steps <- if (found$method == "eigengap") "s" else "l"
  graphics::lines(scale[shown], dimension[shown], type = steps, col = "grey20")
  graphics::points(scale[shown], dimension[shown], pch = 16, cex = 0.5, col = "grey20")
  graphics::mtext(paste("dimension", format(plain(x), digits = 3)), line = 0.2, adj = 1,
                  col = "firebrick")
  graphics::title(main %||% found$title, line = 1.7)
  invisible(x)
}

# How the points' own dimensions are spread; unknown ones are left out.
plot_local <- function(x, xlab, ylab, main, ...) {
  found <- estimate_of(x)
  own <- found$local$dimension
  own <- own[is.finite(own)]
  whole <- all(own == round(own))
  # Whole numbers have a bar each, from 1 to one more than the largest.
  breaks <- if (whole) seq(0.5, max(own) + 1.5) else "Sturges"
  graphics::hist(
    own, breaks = breaks, las = 1, col = "grey85", border = "grey40", main = "",
    xaxt = if (whole) "n" else "s", xlab = xlab %||% "dimension", ylab = ylab %||% "points", ...
  )
  if (whole) graphics::axis(1, seq_len(max(own) + 1))
  graphics::abline(v = plain(x), lty = 3, lwd = 2, col = "firebrick")
  graphics::mtext(paste("of all points", format(plain(x), digits = 3)), line = 0.2, adj = 1,
                  col = "firebrick")
  graphics::title(main %||% paste0(found$title, ", point by point"), line = 1.7)
  invisible(x)
}

# The estimates side by side, two standard errors to either side.
plot_estimates <- function(x, xlab, ylab, main, ...) {
  found <- estimate_of(x)
  curve <- found$curve
  at <- seq_len(nrow(curve))
  se <- ifelse(is.na(curve$se), 0, curve$se)
  graphics::plot(
    at, curve$dimension, pch = 19, xaxt = "n", las = 1, xlab = xlab %||% "",
    ylab = ylab, xlim = range(at) + c(-0.5, 0.5),
    ylim = range(0, curve$dimension + 2 * se, plain(x)), ...
  )
  graphics::axis(1, at, curve$method)
  graphics::segments(at, curve$dimension - 2 * se, at, curve$dimension + 2 * se)
  graphics::abline(h = plain(x), lty = 3, col = "firebrick")
  graphics::mtext(paste("consensus", format(plain(x), digits = 3)), line = 0.2, adj = 1,
                  col = "firebrick")
  graphics::title(main %||% found$title, line = 1.7)
  invisible(x)
}

#' @rdname lapscale_dimension
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_dimension <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  found <- estimate_of(object)
  curve <- found$curve[is.finite(found$curve$dimension), ]
  curve$scale <- curve[[found$scale]]
  base <- ggplot2::ggplot(curve, ggplot2::aes(.data$scale, .data$dimension)) +
    ggplot2::geom_hline(yintercept = plain(object), linetype = 3, colour = "firebrick") +
    ggplot2::geom_point() +
    ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = scale_labels[[found$scale]], y = "dimension", title = found$title)
  if (found$method == "consensus") base else base + ggplot2::geom_line() + ggplot2::scale_x_log10()
}
