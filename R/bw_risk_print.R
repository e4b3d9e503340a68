#' @export
as.data.frame.lapscale_risk <- function(x, ...) {
  attr(x, "facts") <- NULL
  class(x) <- "data.frame"
  x
}

# A part is a plain data frame.
#' @export
`[.lapscale_risk` <- function(x, ...) as.data.frame(x)[...]

#' @export
print.lapscale_risk <- function(x, ...) {
  facts <- attr(x, "facts")
  best <- which.min(x$risk)
  cat("Risk of the Laplacian estimator at ", count(nrow(x), "bandwidth"), " from ",
      short(min(x$bandwidth), 3), " to ", short(max(x$bandwidth), 3), "\n", sep = "")
  cat("  ", count(facts$n, "point"), ", ", format(facts$n_validation, big.mark = ","),
      " of them for validation, d = ", facts$d, "\n", sep = "")
  cat("  oracle: risk ", short(x$risk[[best]], 3), " (se ", short(x$se[[best]]), ") at ",
      format(signif(x$bandwidth[[best]], 4)), "\n", sep = "")
  invisible(x)
}

#' @rdname risk_curve
#' @param ... For `plot()`: results of selectors to mark on the curve, and graphical parameters.
#'   Otherwise not used.
#' @param mark For `plot()`: further bandwidths to mark, with names.
#' @param xlab,ylab,main,xlim,ylim,col,object As in [plot()].
#' @export
plot.lapscale_risk <- function(x, ..., mark = NULL, xlab = "bandwidth h", ylab = "risk",
                               main = NULL, xlim = NULL, ylim = NULL, col = "grey20") {
  given <- list(...)
  choice <- vapply(given, inherits, NA, "lapscale_bandwidth")
  marked <- marked_bandwidths(given[choice], mark)
  ratio <- if (length(marked)) risk_ratio(x, marked)
  x <- x[is.finite(x$risk), ]
  class(x) <- c("lapscale_risk", "data.frame")
  best <- which.min(x$risk)
  colours <- rep_len(c("firebrick", "steelblue", "darkorange", "forestgreen"), length(marked))
  graphics::plot.new()
  key <- wide_legend(list(
    legend = risk_labels(x$bandwidth[[best]], marked, ratio), col = c(col, colours), pch = 19
  ))
  high <- x$risk + 2 * ifelse(is.na(x$se), 0, x$se)
  log_y <- do.call(log_upwards, c(list("xy"), given[!choice]))
  do.call(log_frame, c(
    list(
      xlim %||% range(x$bandwidth), ylim %||% room_above(range(x$risk, high), key$height, log_y),
      xlab, ylab
    ),
    given[!choice]
  ))
  low <- pmax(x$risk - 2 * x$se, min(x$risk, na.rm = TRUE) / 10)
  graphics::polygon(
    c(x$bandwidth, rev(x$bandwidth)), c(low, rev(x$risk + 2 * x$se)),
    col = grDevices::adjustcolor(col, 0.15), border = NA
  )
  lines(x, col = col)
  graphics::points(x$bandwidth[[best]], x$risk[[best]], pch = 19, col = col)
  for (i in seq_along(marked)) {
    at <- which.min(abs(log(x$bandwidth / marked[[i]])))
    graphics::abline(v = marked[[i]], lty = 3, col = colours[[i]])
    graphics::points(x$bandwidth[[at]], x$risk[[at]], pch = 19, col = colours[[i]])
  }
  draw_key(key, "top")
  fitted_title(main %||% "Risk of the Laplacian estimator", settings = given)
  invisible(x)
}

# What the key says of the oracle and of each bandwidth that is marked, in three digits.
risk_labels <- function(oracle, marked, ratio) {
  digits <- function(values) vapply(values, short, "", digits = 3)
  c(
    paste("oracle, h =", digits(oracle)),
    if (length(marked)) paste0(names(marked), ", h = ", digits(marked), ", ratio ", digits(ratio))
  )
}

# Results of selectors under their titles (or the names they are given), then plain numbers.
marked_bandwidths <- function(selected, mark, call = caller_env()) {
  titles <- vapply(selected, function(bw) selection(bw)$labels$title, "")
  names <- names(selected) %||% rep("", length(selected))
  values <- stats::setNames(vapply(selected, plain, 0), ifelse(names == "", titles, names))
  if (is.null(mark)) {
    return(values)
  }
  mark <- check_positive(mark, "mark", call = call)
  c(values, stats::setNames(mark, names(mark) %||% rep("bandwidth", length(mark))))
}

#' @rdname risk_curve
#' @export
lines.lapscale_risk <- function(x, col = "grey20", ...) {
  graphics::lines(x$bandwidth, x$risk, col = col, ...)
  invisible(x)
}

#' @rdname risk_curve
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_risk <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  check_no_dots(...)
  table <- as.data.frame(object)
  table <- table[is.finite(table$risk), ]
  table$low <- pmax(table$risk - 2 * table$se, min(table$risk) / 10)
  ggplot2::ggplot(table, ggplot2::aes(.data$bandwidth, .data$risk)) +
    ggplot2::geom_ribbon(
      ggplot2::aes(ymin = .data$low, ymax = .data$risk + 2 * .data$se),
      alpha = 0.15
    ) +
    ggplot2::geom_line() +
    ggplot2::geom_point(data = table[which.min(table$risk), ], size = 2.5) +
    ggplot2::scale_x_log10() +
    ggplot2::scale_y_log10() +
    ggplot2::labs(x = "bandwidth h", y = "risk", title = "Risk of the Laplacian estimator")
}
