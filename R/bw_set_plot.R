# The picture of several rules: their curves on one unit axis.

# Each curve between its own lowest (0) and highest (1) value, of its logarithm where it is drawn on
# such an axis; flat and single ones are left out.
unit_curves <- function(x) {
  curves <- lapply(names(x), function(method) {
    chosen <- selection(x[[method]])
    curve <- drawn_curve(chosen)
    if (isTRUE(chosen$labels$log_criterion) && all(curve$criterion > 0)) {
      curve$criterion <- log(curve$criterion)
    }
    width <- if (nrow(curve)) diff(range(curve$criterion)) else 0
    if (nrow(curve) < 2L || width == 0) {
      return(NULL)
    }
    level <- (curve$criterion - min(curve$criterion)) / width
    at <- stats::approx(log(curve$bandwidth), level, log(plain(x[[method]])))$y
    list(bandwidth = curve$bandwidth, level = level, at = at)
  })
  stats::setNames(curves, names(x))
}

#' @rdname lapscale_bandwidths
#' @export
plot.lapscale_bandwidths <- function(x, xlab = "bandwidth h", main = "Bandwidths of several rules",
                                     col = NULL, ...) {
  log <- check_choice(list(...)[["log"]] %||% "x", c("x", ""), "log")
  col <- rep_len(col %||% grDevices::hcl.colors(length(x), "Dark 3"), length(x))
  curves <- unit_curves(x)
  values <- vapply(x, plain, 0)
  no_curve <- vapply(curves, is.null, NA)
  key <- list(
    col = col, lty = ifelse(no_curve, 2, 1), pch = ifelse(no_curve, NA, 19),
    legend = paste(names(x), vapply(values, short, "", digits = 3))
  )
  graphics::plot.new()
  key <- fit_key(key)
  # The frame is drawn onto the page that the key was measured on.
  graphics::par(new = TRUE)
  draw_with(
    graphics::plot,
    list(
      x = range(values, unlist(lapply(curves, `[[`, "bandwidth"))), y = c(0, 1), type = "n",
      ylim = c(0, 1 / (1 - key$height)), log = log, yaxt = "n", xlab = xlab,
      ylab = "criterion, lowest to highest", main = main
    ), ...
  )
  graphics::axis(2, seq(0, 1, by = 0.25), las = 1)
  for (m in seq_along(x)) {
    curve <- curves[[m]]
    graphics::abline(v = values[[m]], lty = if (is.null(curve)) 2 else 3, col = col[[m]])
    if (is.null(curve)) next
    graphics::lines(curve$bandwidth, curve$level, col = col[[m]], lwd = 1.5)
    graphics::points(values[[m]], curve$at, pch = 19, col = col[[m]])
  }
  do.call(graphics::legend, key$arguments)
  invisible(x)
}

# legend()'s arguments with as many columns as the frame is wide for, in the largest letters that
# leave the curves most of its height; and the share of the height that it takes.
fit_key <- function(key) {
  frame <- graphics::par("usr")
  n <- length(key$legend)
  for (cex in c(0.85, 0.75, 0.65, 0.55, 0.45)) {
    for (ncol in rev(seq_len(min(5L, n)))) {
      arguments <- c(
        list("top", inset = 0.01, bg = "white", box.col = NA, ncol = ncol, cex = cex), key
      )
      size <- do.call(graphics::legend, c(arguments, plot = FALSE))$rect
      if (size$w <= 0.98 * (frame[[2]] - frame[[1]])) break
    }
    height <- size$h / (frame[[4]] - frame[[3]])
    if (height <= 0.35 && size$w <= frame[[2]] - frame[[1]]) break
  }
  list(arguments = arguments, height = min(height + 0.04, 0.6))
}

#' @rdname lapscale_bandwidths
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidths <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  methods <- names(object)
  in_order <- function(names) factor(names, methods)
  curves <- unit_curves(object)
  no_curve <- vapply(curves, is.null, NA)
  drawn <- do.call(rbind, lapply(methods[!no_curve], function(method) {
    data.frame(method = in_order(method), curves[[method]][c("bandwidth", "level")])
  }))
  chosen <- data.frame(
    method = in_order(methods), bandwidth = vapply(object, plain, 0),
    kind = ifelse(no_curve, "dashed", "dotted"),
    level = vapply(curves, function(curve) curve$at %||% NA_real_, 0)
  )
  # Each key shows how its rule is drawn.
  keys <- list(linetype = ifelse(no_curve, 2, 1), shape = ifelse(no_curve, NA, 19))
  base <- ggplot2::ggplot(chosen, ggplot2::aes(.data$bandwidth, colour = .data$method)) +
    ggplot2::geom_vline(
      ggplot2::aes(xintercept = .data$bandwidth, colour = .data$method, linetype = .data$kind),
      show.legend = if (all(no_curve)) NA else FALSE
    ) +
    ggplot2::scale_linetype_identity() +
    ggplot2::scale_x_log10() +
    ggplot2::scale_colour_discrete(drop = FALSE) +
    ggplot2::labs(x = "bandwidth h", y = "criterion, lowest to highest", colour = NULL)
  if (all(no_curve)) {
    return(base)
  }
  base +
    ggplot2::geom_line(ggplot2::aes(y = .data$level), data = drawn, show.legend = TRUE) +
    ggplot2::geom_point(ggplot2::aes(y = .data$level), data = chosen[!no_curve, ],
                        show.legend = TRUE) +
    ggplot2::guides(colour = ggplot2::guide_legend(override.aes = keys))
}
