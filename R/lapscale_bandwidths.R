#' Bandwidths of several rules
#'
#' What [select_bandwidth()] returns for several names: a named list of [lapscale_bandwidth]s that
#' prints as a table, plots on one axis and tidies with a column `method`.
#'
#' @param x,object A `lapscale_bandwidths`.
#' @param row.names,optional,... Not used; further graphical parameters for `plot()`.
#' @param xlab,main As in [plot()].
#' @param col A colour per rule.
#' @return `as.data.frame()` and `tidy()`: all curves, one under the other: `method`, `bandwidth`,
#'   `criterion`, `se`. `glance()`: a row per rule: `method`, `bandwidth`, `in_neighbors` (the
#'   bandwidth over the median distance to the nearest neighbour), `n`, `d`, `at_edge`, `n_minima`,
#'   `elapsed`. `plot()`: `x`, invisibly; `autoplot()`: a ggplot.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' several <- select_bandwidth(x, c("gc", "rec", "kernel_sum", "median"), seed = 1)
#' several$gc
#' glance(several)
#' @name lapscale_bandwidths
NULL

# found: named list of bandwidths; nearest: the median distance to the nearest neighbour.
new_bandwidths <- function(found, nearest) {
  structure(found, nearest = nearest, class = "lapscale_bandwidths")
}

#' @export
`[.lapscale_bandwidths` <- function(x, i) {
  new_bandwidths(unclass(x)[i], attr(x, "nearest"))
}

#' @rdname lapscale_bandwidths
#' @export
as.data.frame.lapscale_bandwidths <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_no_dots(...)
  curves <- lapply(names(x), function(method) {
    cbind(method = method, as.data.frame(x[[method]])[c("bandwidth", "criterion", "se")])
  })
  do.call(rbind, curves)
}

#' @rdname lapscale_bandwidths
#' @export
tidy.lapscale_bandwidths <- function(x, ...) {
  check_no_dots(...)
  as.data.frame(x)
}

#' @rdname lapscale_bandwidths
#' @export
glance.lapscale_bandwidths <- function(x, ...) {
  check_no_dots(...)
  shared <- c("n", "d", "at_edge", "n_minima", "elapsed")
  rows <- lapply(names(x), function(method) {
    found <- glance(x[[method]])
    cbind(
      data.frame(
        method = method, bandwidth = found$bandwidth,
        in_neighbors = found$bandwidth / attr(x, "nearest")
      ),
      found[shared]
    )
  })
  do.call(rbind, rows)
}

#' @rdname lapscale_bandwidths
#' @export
print.lapscale_bandwidths <- function(x, ...) {
  found <- glance(x)
  cat("Bandwidths of ", count(nrow(found), "rule"), ", ", count(found$n[[1L]], "point"),
      " (nearest neighbour at ", short(attr(x, "nearest"), 3), ")\n", sep = "")
  shown <- data.frame(
    method = found$method, bandwidth = signif(found$bandwidth, 4),
    `in neighbours` = signif(found$in_neighbors, 3), d = ifelse(is.na(found$d), "", found$d),
    edge = ifelse(found$at_edge, "!", ""), seconds = round(found$elapsed, 2), check.names = FALSE
  )
  print(shown, row.names = FALSE)
  invisible(x)
}

#' @rdname lapscale_bandwidths
#' @export
summary.lapscale_bandwidths <- function(object, ...) {
  check_no_dots(...)
  structure(lapply(object, summary), class = "summary.lapscale_bandwidths")
}

#' @export
print.summary.lapscale_bandwidths <- function(x, ...) {
  for (one in x) print(one)
  invisible(x)
}

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
  col <- col %||% grDevices::hcl.colors(length(x), "Dark 3")
  curves <- unit_curves(x)
  values <- vapply(x, plain, 0)
  reach <- range(values, unlist(lapply(curves, `[[`, "bandwidth")))
  graphics::plot(
    reach, c(0, 1.35), type = "n", log = "x", yaxt = "n", xlab = xlab,
    ylab = "criterion, lowest to highest", main = main, ...
  )
  graphics::axis(2, seq(0, 1, by = 0.25), las = 1)
  for (m in seq_along(x)) {
    curve <- curves[[m]]
    graphics::abline(v = values[[m]], lty = if (is.null(curve)) 2 else 3, col = col[[m]])
    if (is.null(curve)) next
    graphics::lines(curve$bandwidth, curve$level, col = col[[m]], lwd = 1.5)
    graphics::points(values[[m]], curve$at, pch = 19, col = col[[m]])
  }
  no_curve <- vapply(curves, is.null, NA)
  graphics::legend(
    "top", inset = 0.01, bg = "white", box.col = NA, ncol = min(4L, length(x)), cex = 0.85,
    col = col, lty = ifelse(no_curve, 2, 1), pch = ifelse(no_curve, NA, 19),
    legend = paste(names(x), short(values, 3))
  )
  invisible(x)
}

#' @rdname lapscale_bandwidths
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidths <- function(object, ...) {
  check_installed("ggplot2", "to draw with autoplot()")
  curves <- unit_curves(object)
  drawn <- do.call(rbind, lapply(names(curves), function(method) {
    curve <- curves[[method]]
    if (!is.null(curve)) {
      data.frame(method = method, bandwidth = curve$bandwidth, level = curve$level)
    }
  }))
  chosen <- data.frame(method = names(object), bandwidth = vapply(object, plain, 0))
  base <- ggplot2::ggplot(chosen, ggplot2::aes(.data$bandwidth, colour = .data$method)) +
    ggplot2::geom_vline(
      ggplot2::aes(xintercept = .data$bandwidth, colour = .data$method), linetype = 3
    ) +
    ggplot2::scale_x_log10() +
    ggplot2::labs(x = "bandwidth h", y = "criterion, lowest to highest", colour = NULL)
  if (is.null(drawn)) {
    return(base)
  }
  base + ggplot2::geom_line(ggplot2::aes(y = .data$level), data = drawn)
}
