# The picture of bw_msvd(): the local eigenvalues against the bandwidth, on log axes.

# Matrix g x k; what is zero to rounding has no place on a log axis.
drawn_eigenvalues <- function(curve) {
  values <- as.matrix(curve[grep("^eigenvalue_", names(curve))])
  values[!is.finite(values) | values <= 1e-10 * max(values, na.rm = TRUE)] <- NA
  values
}

plot_eigenvalues <- function(x, xlab, ylab, main, ylim, col, ...) {
  chosen <- selection(x)
  facts <- chosen$facts
  h <- plain(x)
  values <- drawn_eigenvalues(chosen$curve)
  graphics::plot.new()
  log_frame(
    range(chosen$curve$bandwidth), ylim %||% range(values, na.rm = TRUE), xlab,
    ylab %||% "local eigenvalue", ...
  )
  if (!is.na(facts$lower)) shade_interval(facts$lower, facts$upper)
  lines_eigenvalues(chosen, col)
  graphics::abline(v = h, lty = 3, col = "firebrick")
  graphics::mtext(paste("h =", format(h, digits = 3)), at = h, line = 0.2, col = "firebrick")
  others <- if (ncol(values) > facts$d) "others"
  interval <- if (!is.na(facts$lower)) "interval"
  graphics::legend(
    "bottomright", bty = "n",
    legend = c(first_eigenvalues(facts$d), others, interval),
    col = c(col[[1]], if (!is.null(others)) "steelblue", if (!is.null(interval)) "grey85"),
    lwd = c(2, if (!is.null(others)) 1, if (!is.null(interval)) 8)
  )
  fitted_title(main %||% chosen$labels$title)
  invisible(x)
}

first_eigenvalues <- function(d) if (d == 1L) "the first" else paste("the first", d)

# The first d in full, the others thinner and in blue.
lines_eigenvalues <- function(chosen, col, ...) {
  values <- drawn_eigenvalues(chosen$curve)
  for (j in rev(seq_len(ncol(values)))) {
    leading <- j <= chosen$facts$d
    draw_with(
      graphics::lines,
      list(
        x = chosen$curve$bandwidth, y = values[, j], col = if (leading) col else "steelblue",
        lwd = if (leading) 2 else 1
      ), ...
    )
  }
}

autoplot_eigenvalues <- function(object, chosen) {
  facts <- chosen$facts
  h <- plain(object)
  values <- drawn_eigenvalues(chosen$curve)
  kinds <- c(first_eigenvalues(facts$d), "others")
  long <- data.frame(
    bandwidth = rep(chosen$curve$bandwidth, ncol(values)), value = as.vector(values),
    number = as.vector(col(values)),
    kind = factor(kinds[1L + (as.vector(col(values)) > facts$d)], kinds)
  )
  long <- long[!is.na(long$value), ]
  shade <- if (!is.na(facts$lower)) {
    ggplot2::annotate("rect", xmin = facts$lower, xmax = facts$upper, ymin = min(long$value),
                      ymax = Inf, alpha = 0.1)
  }
  ggplot2::ggplot(long, ggplot2::aes(.data$bandwidth, .data$value)) +
    shade +
    ggplot2::geom_line(ggplot2::aes(group = .data$number, colour = .data$kind)) +
    ggplot2::geom_vline(xintercept = h, linetype = 3, colour = "firebrick") +
    ggplot2::annotate("text", x = h, y = max(long$value), colour = "firebrick", hjust = -0.1,
                      label = paste("h =", format(h, digits = 3))) +
    ggplot2::scale_colour_manual(values = c("grey20", "steelblue"), name = NULL) +
    ggplot2::scale_x_log10() +
    ggplot2::scale_y_log10() +
    ggplot2::labs(x = "bandwidth h", y = "local eigenvalue", title = chosen$labels$title)
}
