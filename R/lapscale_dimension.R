#' Dimensions that remember how they were estimated
#'
#' Every `dim_*()` function returns a `lapscale_dimension`: a single number that carries the curve
#' it was read from. Arithmetic gives plain numbers.
#'
#' @param x,object A `lapscale_dimension`.
#' @param what `"curve"`; `"local"` after `local = TRUE`: `row` of the data and its own `dimension`.
#' @param row.names,optional,... Not used; further graphical parameters for `plot()`.
#' @param xlab,ylab,main As in [plot()]; NULL: chosen to fit.
#' @return `as.data.frame()` and `tidy()`: the curve, with a column `dimension`. `glance()`: one row
#'   with `dimension`, `se` (standard error, NA where it has none), `method`, `n`, `lower` and
#'   `upper` (the scales it was read from), `elapsed` (seconds). `plot()`: `x`, invisibly;
#'   `autoplot()`: a ggplot.
#' @examples
#' x <- sample_sphere(500, seed = 1)
#' d <- dim_mle(x)
#' d
#' round(d)
#' plot(d)
#' glance(d)
#' @name lapscale_dimension
NULL

# The only place that knows the fields.
#   value   the estimate
#   method  growth, eigengap, mle, kernel_sum, consensus
#   curve   data frame with a column `dimension`
#   scale   the column of `curve` that it is drawn against
#   facts   list: n, se, lower, upper (the scales that were used), elapsed
#   title   what the method is called; note: one line for print()
#   local   NULL, or a data frame row, dimension
new_dimension <- function(value, method, curve, scale, facts, title, note = NULL, local = NULL) {
  structure(
    as.double(value),
    estimate = list(
      method = method, curve = curve, scale = scale, facts = facts, title = title, note = note,
      local = local
    ),
    class = "lapscale_dimension"
  )
}

estimate_of <- function(x) attr(x, "estimate")

# ---- a number among numbers --------------------------------------------------------------------

#' @export
Ops.lapscale_dimension <- function(e1, e2) {
  operator <- get(.Generic, mode = "function")
  if (missing(e2)) operator(plain(e1)) else operator(plain(e1), plain(e2))
}

#' @export
Math.lapscale_dimension <- function(x, ...) get(.Generic, mode = "function")(plain(x), ...)

#' @export
Summary.lapscale_dimension <- function(..., na.rm = FALSE) {
  do.call(.Generic, c(lapply(list(...), plain), na.rm = na.rm))
}

#' @export
c.lapscale_dimension <- function(...) do.call(c, lapply(list(...), plain))

#' @export
rep.lapscale_dimension <- function(x, ...) rep(plain(x), ...)

#' @export
`[.lapscale_dimension` <- function(x, ...) plain(x)[...]

#' @export
`[[.lapscale_dimension` <- function(x, ...) plain(x)[[...]]

#' @export
seq.lapscale_dimension <- function(from, ...) seq(plain(from), ...)

#' @export
format.lapscale_dimension <- function(x, ...) format(plain(x), ...)

#' @export
as.character.lapscale_dimension <- function(x, ...) as.character(plain(x), ...)

# ---- tables ------------------------------------------------------------------------------------

#' @rdname lapscale_dimension
#' @export
as.data.frame.lapscale_dimension <- function(x, row.names = NULL, optional = FALSE,
                                             what = "curve", ...) {
  check_no_dots(...)
  found <- estimate_of(x)
  tables <- c(list(curve = found$curve), if (!is.null(found$local)) list(local = found$local))
  tables[[check_choice(what, names(tables), "what")]]
}

#' @rdname lapscale_dimension
#' @export
tidy.lapscale_dimension <- function(x, ...) {
  check_no_dots(...)
  estimate_of(x)$curve
}

#' @rdname lapscale_dimension
#' @export
glance.lapscale_dimension <- function(x, ...) {
  check_no_dots(...)
  found <- estimate_of(x)
  facts <- found$facts
  data.frame(
    dimension = plain(x), se = facts$se, method = found$method, n = facts$n, lower = facts$lower,
    upper = facts$upper, elapsed = facts$elapsed
  )
}

# ---- print and plot ----------------------------------------------------------------------------

#' @rdname lapscale_dimension
#' @export
print.lapscale_dimension <- function(x, ...) {
  found <- estimate_of(x)
  facts <- found$facts
  se <- if (!is.na(facts$se)) paste0(" (se ", short(facts$se), ")")
  cat("Dimension ", format(plain(x), digits = 3), se, " (", found$method, ": ", found$title, ")\n",
      sep = "")
  cat("  ", count(facts$n, "point"), ", ", format(facts$elapsed, digits = 2, nsmall = 1), " s\n",
      sep = "")
  if (!is.null(found$note)) cat("  ", found$note, "\n", sep = "")
  if (found$method == "consensus") print(found$curve, digits = 3, row.names = FALSE)
  invisible(x)
}

#' @rdname lapscale_dimension
#' @export
summary.lapscale_dimension <- function(object, ...) {
  check_no_dots(...)
  structure(list(dimension = object), class = "summary.lapscale_dimension")
}

#' @export
print.summary.lapscale_dimension <- function(x, ...) {
  print(x$dimension)
  found <- estimate_of(x$dimension)
  if (!is.null(found$local)) {
    cat("Local dimensions:\n")
    print(summary(found$local$dimension), digits = 3)
  }
  curve <- found$curve
  shown <- if (nrow(curve) > 10L) curve[round(seq(1, nrow(curve), length.out = 10L)), ] else curve
  cat("Curve:\n")
  print(shown, digits = 3, row.names = FALSE)
  invisible(x)
}

scale_labels <- c(
  radius = "radius", k = "number of neighbours k", bandwidth = "bandwidth h", method = "method"
)

#' @rdname lapscale_dimension
#' @export
plot.lapscale_dimension <- function(x, xlab = NULL, ylab = "dimension", main = NULL, ...) {
  found <- estimate_of(x)
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
