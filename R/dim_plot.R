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
  draw_with(
    graphics::plot,
    list(
      x = scale[shown], y = dimension[shown], type = "n", log = "x", las = 1, main = "",
      xlab = xlab %||% scale_labels[[found$scale]], ylab = ylab,
      ylim = range(if (!log_upwards("x", ...)) 0, dimension[shown], plain(x))
    ), ...
  )
  if (!is.na(facts$lower) && facts$lower < facts$upper) shade_interval(facts$lower, facts$upper)
  graphics::abline(h = plain(x), lty = 3, col = "firebrick")
  steps <- if (found$method == "eigengap") "s" else "l"
  graphics::lines(scale[shown], dimension[shown], type = steps, col = "grey20")
  graphics::points(scale[shown], dimension[shown], pch = 16, cex = 0.5, col = "grey20")
  if (is_read_at_one(found)) {
    graphics::abline(v = facts$lower, lty = 3, col = "firebrick")
    graphics::points(facts$lower, plain(x), pch = 19, col = "firebrick")
  }
  read <- if (is_read_at_one(found)) paste(" at h =", format(facts$lower, digits = 3))
  graphics::mtext(paste0("dimension ", format(plain(x), digits = 3), read), line = 0.2, adj = 1,
                  col = "firebrick")
  fitted_title(main %||% found$title)
  invisible(x)
}

# Whether the dimension was read at a single bandwidth.
is_read_at_one <- function(found) {
  !is.na(found$facts$lower) && found$facts$lower == found$facts$upper
}

# How the points' own dimensions are spread; unknown ones are left out.
plot_local <- function(x, xlab, ylab, main, ...) {
  found <- estimate_of(x)
  own <- found$local$dimension
  own <- own[is.finite(own)]
  whole <- all(own == round(own))
  # Whole numbers have a bar each, from 1 to one more than the largest.
  breaks <- if (whole) seq(0.5, max(own) + 1.5) else "Sturges"
  draw_with(
    graphics::hist,
    list(
      x = own, breaks = breaks, las = 1, col = "grey85", border = "grey40", main = "",
      xaxt = if (whole) "n" else "s", xlab = xlab %||% "dimension", ylab = ylab %||% "points"
    ), ...
  )
  if (whole) graphics::axis(1, seq_len(max(own) + 1))
  graphics::abline(v = plain(x), lty = 3, lwd = 2, col = "firebrick")
  graphics::mtext(paste("of all points", format(plain(x), digits = 3)), line = 0.2, adj = 1,
                  col = "firebrick")
  fitted_title(main %||% paste0(found$title, ", point by point"))
  invisible(x)
}

# The estimates side by side, two standard errors to either side.
plot_estimates <- function(x, xlab, ylab, main, ...) {
  found <- estimate_of(x)
  curve <- found$curve
  at <- seq_len(nrow(curve))
  se <- ifelse(is.na(curve$se), 0, curve$se)
  draw_with(
    graphics::plot,
    list(
      x = at, y = curve$dimension, pch = 19, xaxt = "n", las = 1, xlab = xlab %||% "", ylab = ylab,
      main = "", xlim = range(at) + c(-0.5, 0.5),
      ylim = range(if (!log_upwards("", ...)) 0, curve$dimension + 2 * se, plain(x))
    ), ...
  )
  graphics::axis(1, at, curve$method)
  graphics::segments(at, curve$dimension - 2 * se, at, curve$dimension + 2 * se)
  graphics::abline(h = plain(x), lty = 3, col = "firebrick")
  graphics::mtext(paste("consensus", format(plain(x), digits = 3)), line = 0.2, adj = 1,
                  col = "firebrick")
  fitted_title(main %||% found$title)
  invisible(x)
}

#' @rdname lapscale_dimension
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_dimension <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  found <- estimate_of(object)
  curve <- found$curve[is.finite(found$curve$dimension), ]
  curve$scale <- curve[[found$scale]]
  consensus <- found$method == "consensus"
  if (consensus) curve$scale <- factor(curve$scale, unique(curve$scale))
  base <- ggplot2::ggplot(curve, ggplot2::aes(.data$scale, .data$dimension)) +
    ggplot2::geom_hline(yintercept = plain(object), linetype = 3, colour = "firebrick") +
    ggplot2::geom_point() +
    ggplot2::expand_limits(y = 0) +
    ggplot2::labs(x = scale_labels[[found$scale]], y = "dimension", title = found$title)
  if (consensus) {
    known <- curve[!is.na(curve$se), ]
    return(base + ggplot2::geom_linerange(
      ggplot2::aes(ymin = .data$dimension - 2 * .data$se, ymax = .data$dimension + 2 * .data$se),
      data = known
    ))
  }
  facts <- found$facts
  read <- if (is_read_at_one(found)) {
    list(
      ggplot2::geom_vline(xintercept = facts$lower, linetype = 3, colour = "firebrick"),
      ggplot2::annotate("point", x = facts$lower, y = plain(object), colour = "firebrick",
                        size = 2.5)
    )
  } else if (!is.na(facts$lower)) {
    ggplot2::annotate("rect", xmin = facts$lower, xmax = facts$upper, ymin = -Inf, ymax = Inf,
                      alpha = 0.1)
  }
  steps <- found$method == "eigengap"
  base + read + (if (steps) ggplot2::geom_step() else ggplot2::geom_line()) +
    ggplot2::scale_x_log10()
}
