#' Plot the curve that explains a bandwidth
#'
#' The criterion against the bandwidth on a logarithmic axis, with a band of two standard errors,
#' all local minima marked and the choice labelled. `lines()` adds another curve to it, `autoplot()`
#' is the same picture in ggplot2.
#'
#' For [bw_lepski()] there are two panels on log axes: the criterion with its two terms, and what
#' calibrated it: the path of the selected bandwidth against `a` with its main jump and the choice
#' (`"jump"`), or the squared distances from the chosen estimate to the others beside their noise
#' (`"variance"`). In a layout of several panels they take the next two; `autoplot()` draws the
#' first.
#'
#' For [bw_msvd()] it is the spectrum: the local eigenvalues against the bandwidth on log axes, with
#' the interval from `lower` to `upper` shaded.
#'
#' @param x,object A [lapscale_bandwidth].
#' @param xlab,ylab,main,ylim,col As in [plot()]; NULL: chosen to fit.
#' @param ... Further graphical parameters, such as `xlim`, `log` or `cex.axis`.
#' @return `plot()` and `lines()`: `x`, invisibly. `autoplot()`: a ggplot. For a rule without a
#'   curve there is a message (class `lapscale_message_no_curve`): `plot()` draws nothing,
#'   `autoplot()` the value alone.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' plot(bw)
#' lines(bw_gc(x, d = 2, seed = 1), col = "firebrick")
#' @export
plot.lapscale_bandwidth <- function(x, xlab = "bandwidth h", ylab = NULL, main = NULL,
                                    ylim = NULL, col = "grey20", ...) {
  chosen <- selection(x)
  curve <- drawn_curve(chosen)
  if (nrow(curve) < 2L) {
    inform("The {chosen$method} rule has no curve to plot.", "no_curve")
    return(invisible(x))
  }
  if (chosen$method == "lepski") {
    return(plot_lepski(x, xlab, ylab, main, ylim, col, ...))
  }
  if (chosen$method == "msvd") {
    return(plot_eigenvalues(x, xlab, ylab, main, ylim, col, ...))
  }
  # Criteria of many orders of magnitude, whose minimum a linear axis would hide.
  usual <- if (is_drawn_in_logs(chosen, curve)) "xy" else "x"
  log_y <- log_upwards(usual, ...)
  if (log_y) curve$low <- pmax(curve$low, curve$criterion / 10)
  draw_with(
    graphics::plot,
    list(
      x = curve$bandwidth, y = curve$criterion, type = "n", log = usual, las = 1, xlab = xlab,
      ylab = ylab %||% chosen$labels$criterion, main = "",
      ylim = ylim %||% range(curve$low, curve$high, if (!log_y) 0)
    ), ...
  )
  graphics::polygon(
    c(curve$bandwidth, rev(curve$bandwidth)), c(curve$low, rev(curve$high)),
    col = grDevices::adjustcolor(col, 0.15), border = NA
  )
  lines(x, col = col)
  minima <- local_minima(x)
  graphics::points(minima$bandwidth, minima$criterion, pch = 1, cex = 1.3, col = col)
  mark_choice(x, chosen)
  fitted_title(main %||% chosen$labels$title)
  invisible(x)
}

is_drawn_in_logs <- function(chosen, curve) {
  isTRUE(chosen$labels$log_criterion) && all(curve$criterion > 0)
}

# The grid with the refined minima among it, and two standard errors to either side; not below 0,
# which no criterion is.
drawn_curve <- function(chosen) {
  columns <- c("bandwidth", "criterion", "se")
  curve <- unique(rbind(chosen$curve[columns], chosen$minima[columns]))
  curve <- curve[is.finite(curve$criterion), ]
  curve <- curve[order(curve$bandwidth), ]
  se <- ifelse(is.na(curve$se), 0, curve$se)
  cbind(curve, low = pmax(curve$criterion - 2 * se, 0), high = curve$criterion + 2 * se)
}

# A dotted line at the choice, a filled point on the curve, and its value above the frame.
mark_choice <- function(x, chosen) {
  h <- plain(x)
  at <- local_minima(x)
  red <- "firebrick"
  graphics::abline(v = h, lty = 3, col = red)
  graphics::points(h, at$criterion[at$chosen], pch = 19, col = red)
  graphics::mtext(paste("h =", format(h, digits = 3)), at = h, line = 0.2, col = red)
}

#' @rdname plot.lapscale_bandwidth
#' @export
lines.lapscale_bandwidth <- function(x, col = "grey20", ...) {
  chosen <- selection(x)
  if (chosen$method == "msvd") {
    lines_eigenvalues(chosen, col, ...)
    return(invisible(x))
  }
  curve <- drawn_curve(chosen)
  graphics::lines(curve$bandwidth, curve$criterion, col = col, ...)
  invisible(x)
}

#' @rdname plot.lapscale_bandwidth
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidth <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  chosen <- selection(object)
  if (chosen$method == "lepski") {
    return(autoplot_terms(object, chosen))
  }
  if (chosen$method == "msvd") {
    return(autoplot_eigenvalues(object, chosen))
  }
  curve <- drawn_curve(chosen)
  if (nrow(curve) < 2L) {
    return(autoplot_value(object, chosen))
  }
  log_y <- is_drawn_in_logs(chosen, curve)
  if (log_y) curve$low <- pmax(curve$low, curve$criterion / 10)
  minima <- local_minima(object)
  label <- paste("h =", format(plain(object), digits = 3))
  h <- plain(object)
  ggplot2::ggplot(curve, ggplot2::aes(.data$bandwidth, .data$criterion)) +
    ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$low, ymax = .data$high), alpha = 0.15) +
    ggplot2::geom_line() +
    ggplot2::geom_vline(xintercept = h, linetype = 3, colour = "firebrick") +
    ggplot2::geom_point(data = minima, shape = 1, size = 2.5) +
    ggplot2::geom_point(data = minima[minima$chosen, ], colour = "firebrick", size = 2.5) +
    ggplot2::annotate("text", x = h, y = max(curve$high), label = label, hjust = -0.1,
                      colour = "firebrick") +
    ggplot2::scale_x_log10() +
    (if (log_y) ggplot2::scale_y_log10() else ggplot2::expand_limits(y = 0)) +
    ggplot2::labs(x = "bandwidth h", y = chosen$labels$criterion, title = chosen$labels$title)
}

# A rule without a curve: its value on the axis.
autoplot_value <- function(object, chosen) {
  inform("The {chosen$method} rule has no curve to plot.", "no_curve")
  h <- plain(object)
  ggplot2::ggplot(data.frame(bandwidth = h), ggplot2::aes(.data$bandwidth)) +
    ggplot2::geom_vline(xintercept = h, linetype = 3, colour = "firebrick") +
    ggplot2::annotate("text", x = h, y = 0, label = paste("h =", format(h, digits = 3)),
                      hjust = -0.1, colour = "firebrick") +
    ggplot2::expand_limits(x = c(h / 3, 3 * h)) +
    ggplot2::scale_x_log10() +
    ggplot2::scale_y_continuous(breaks = NULL) +
    ggplot2::labs(x = "bandwidth h", y = NULL, title = chosen$labels$title)
}

# A suggested package, or an error that says what it is for.
check_installed <- function(package, reason, call = caller_env()) {
  if (!requireNamespace(package, quietly = TRUE)) {
    abort("Package {package} is needed {reason}.", "not_installed", call = call)
  }
}
