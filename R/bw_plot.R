#' Plot the curve of a bandwidth
#'
#' Plots the criterion of a selector against the bandwidth, with the selected bandwidth. `lines()`
#' adds another curve, and `autoplot()` draws the same plot with ggplot2.
#'
#' @details
#' The axis of the bandwidth is logarithmic. The band is two standard errors wide on either side,
#' the local minima are marked, and the choice is labeled. For [bw_gc()], a bar at the bottom is the
#' 95% interval of [confint()][confint.lapscale_bandwidth].
#'
#' For [bw_lepski()] there are two panels on log axes. The first shows the criterion with its two
#' terms. The second shows how it was calibrated: for `"jump"`, the path of the selected bandwidth
#' against `a`, with its main jump and the choice; for `"variance"`, the squared distances from the
#' chosen estimate to the others, with their noise. In a layout of several panels they take the next
#' two.
#'
#' For [bw_msvd()] the plot shows the local eigenvalues against the bandwidth on log axes. The
#' interval from `lower` to `upper` is shaded.
#'
#' `plot(bw, data)` and `autoplot(bw, data)` draw the embeddings of the data at all local minima
#' next to the curve, see [embed_scales()].
#'
#' @param x,object A [lapscale_bandwidth].
#' @param y If `NULL` (the default), the curve is drawn. If you supply the points for which the
#'   bandwidth was selected, their embeddings at all local minima are drawn too, see
#'   [embed_scales()].
#' @param ... Graphical parameters for `plot()` and `lines()`, such as `main`, `col`, `ylim`, `log`,
#'   or `cex.axis`. `colour` and `color` mean `col`. With `y`, they are those of the plot of
#'   [embed_scales()]. Other arguments are an error. `autoplot()` takes none.
#' @return
#' - `plot()` and `lines()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#'
#' If the selector has no curve, there is a message of class `lapscale_message_no_curve`. Then
#' `plot()` draws nothing, and `autoplot()` draws the value alone.
#' @section Errors:
#' - `lapscale_error_argument`, naming an unknown argument.
#' @seealso [bw_gc()], [local_minima()], [embed_scales()].
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw <- bw_gc(x, seed = 1)
#' plot(bw)
#' lines(bw_gc(x, d = 2, seed = 1), col = "#0072B2")
#' plot(bw, x)
#' @export
plot.lapscale_bandwidth <- function(x, y = NULL, ...) door({
  if (!is.null(y)) {
    plot(embed_scales(y, x), ...)
    return(invisible(x))
  }
  if (has_curve(x)) plot_object(x, list(...)) else invisible(x)
})

#' @rdname plot.lapscale_bandwidth
#' @export
lines.lapscale_bandwidth <- function(x, ...) door(plot_curve(x, curve_layer, list(...)))

#' @rdname plot.lapscale_bandwidth
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_bandwidth <- function(object, y = NULL, ...) door({
  if (!is.null(y)) {
    check_installed("ggplot2", "to draw with autoplot()")
    return(ggplot2::autoplot(embed_scales(y, object), ...))
  }
  check_dots(list(...), character())
  chosen <- selection(object)
  alone <- function() {
    picture_lanes(stats::setNames(list(object), chosen$method), as_title(chosen$labels$title))
  }
  ggplot_picture(if (has_curve(object)) picture(object) else alone())
})

# Tells whether there is a curve, and says so if there is none.
has_curve <- function(bw) {
  has <- nrow(drawn_curve(selection(bw))) > 1L
  if (!has) inform("The {selection(bw)$method} selector has no curve to plot.", "no_curve")
  has
}

# Draws the curve with its band, minima and choice.
#' @export
picture.lapscale_bandwidth <- function(x, ..., col = "grey20") {
  chosen <- selection(x)
  curve <- drawn_curve(chosen)
  # Criteria of many orders of magnitude, whose minimum a linear axis would hide.
  log_y <- is_drawn_in_logs(chosen, curve)
  band <- with_margin(curve$criterion, 2 * curve$se, if (log_y) curve$criterion / 10 else 0)
  h <- plain(x)
  minima <- local_minima(x)
  ylim <- range(band, if (!log_y) 0)
  likely <- likely_range(chosen)
  new_picture(list(new_panel(
    list(
      band_layer(curve$bandwidth, band$low, band$high, col), curve_layer(x, col),
      points_layer(minima$bandwidth, minima$criterion, col, shape = 1, size = 1.3), rule_layer(h),
      if (!anyNA(likely)) line_layer(likely, ylim[[1]], choice_colour, width = 4),
      points_layer(h, minima$criterion[minima$chosen], choice_colour)
    ),
    range(curve$bandwidth), ylim, as_title(chosen$labels$title), "bandwidth h",
    as_explained(chosen$labels), if (log_y) "xy" else "x", note = choice_note(h)
  )))
}

is_drawn_in_logs <- function(chosen, curve) {
  isTRUE(chosen$labels$log_criterion) && all(curve$criterion > 0)
}

# Writes a part of a sentence as a title.
as_title <- function(text) paste0(toupper(substr(text, 1L, 1L)), substring(text, 2L))

# Returns the grid with the refined minima among it.
drawn_curve <- function(chosen) {
  columns <- c("bandwidth", "criterion", "se")
  curve <- rbind(chosen$curve[columns], chosen$minima[columns])
  # A minimum at a grid value, or next to one, may differ from it by rounding.
  curve <- curve[is.finite(curve$criterion) & !duplicated(log(curve$bandwidth)), ]
  curve[order(curve$bandwidth), ]
}

# Returns what lines() adds to a plot.
curve_layer <- function(x, col) UseMethod("curve_layer")

#' @export
curve_layer.default <- function(x, col) {
  curve <- drawn_curve(selection(x))
  line_layer(curve$bandwidth, curve$criterion, col)
}

# ---- bw_msvd() -----------------------------------------------------------------------------------

# Returns the local eigenvalues, g x k; what is zero to rounding has no place on a log axis.
positive_eigenvalues <- function(curve) {
  values <- as.matrix(curve[grep("^eigenvalue_", names(curve))])
  values[!is.finite(values) | values <= 1e-10 * max(values, na.rm = TRUE)] <- NA
  values
}

#' @export
picture.bw_msvd <- function(x, ..., col = "grey20") {
  chosen <- selection(x)
  facts <- chosen$facts
  h <- plain(x)
  values <- positive_eigenvalues(chosen$curve)
  shown <- c(TRUE, ncol(values) > facts$d, !is.na(facts$lower))
  key <- new_key(
    c(first_eigenvalues(facts$d), "others", "interval")[shown],
    c(col[[1]], second_colour, "grey85")[shown], lty = 1, lwd = c(2, 1, 8)[shown], place = "above"
  )
  new_picture(list(new_panel(
    list(interval_layer(facts$lower, facts$upper), curve_layer(x, col), rule_layer(h)),
    range(chosen$curve$bandwidth), range(values, na.rm = TRUE), chosen$labels$title,
    "bandwidth h", "local eigenvalue", "xy", note = choice_note(h), key = key
  )))
}

first_eigenvalues <- function(d) if (d == 1L) "the first" else paste("the first", d)

# Draws the first d in full, in front of the others, thinner and in blue.
#' @export
curve_layer.bw_msvd <- function(x, col) {
  chosen <- selection(x)
  values <- positive_eigenvalues(chosen$curve)
  values <- values[, rev(seq_len(ncol(values))), drop = FALSE]
  group <- as.vector(col(values))
  leading <- ncol(values) + 1L - group <= chosen$facts$d
  line_layer(
    rep(chosen$curve$bandwidth, ncol(values)), as.vector(values),
    ifelse(leading, col[[1]], second_colour), ifelse(leading, 2, 1), group,
    ifelse(leading, first_eigenvalues(chosen$facts$d), "others")
  )
}

# ---- bw_lepski() ---------------------------------------------------------------------------------

# Draws the criterion with its two terms, and what calibrated it.
#' @export
picture.bw_lepski <- function(x, ..., col = "grey20") {
  calibrated <- if (selection(x)$facts$calibration == "jump") staircase_panel else noise_panel
  panels <- list(terms_panel(x, col), calibrated(x))
  new_picture(panels[lengths(panels) > 0L])
}

# Draws criterion, bias and variance against the bandwidth, all on log scales; a criterion of zero,
# of an estimate without any error, is on a linear one.
terms_panel <- function(x, col) {
  chosen <- selection(x)
  curve <- chosen$curve[is.finite(chosen$curve$criterion), ]
  # A bias of zero has no place on a log scale.
  curve$bias[curve$bias <= 0] <- NA
  h <- plain(x)
  key <- new_key(c("sum", "bias", "variance"), c(col[[1]], second_colour, third_colour), lty = 1,
                 lwd = c(2, 1.5, 1.5), place = "above")
  lines <- Map(function(term, colour, width, label) {
    line_layer(curve$bandwidth, curve[[term]], colour, width, value = label)
  }, c("criterion", "bias", "variance"), key$entries$colour, key$entries$lwd, key$entries$label)
  lines <- unname(rev(lines))
  new_panel(
    c(lines, list(rule_layer(h), points_layer(h, min(curve$criterion), choice_colour))),
    range(curve$bandwidth), term_range(curve), chosen$labels$title, "bandwidth h",
    chosen$labels$criterion, if (all(curve$criterion > 0)) "xy" else "x", note = choice_note(h),
    key = key
  )
}

# Shows the sum in full, and the terms down to a hundredth of its minimum; from 0 if it is 0.
term_range <- function(curve) {
  ends <- range(curve$criterion)
  if (ends[[1]] <= 0) {
    return(c(0, if (ends[[2]] > 0) ends[[2]] else 1))
  }
  low <- c(curve$criterion, curve$bias, curve$variance)
  c(max(min(low[is.finite(low) & low > 0]), ends[[1]] / 100), ends[[2]])
}

# Draws the selected bandwidth against a, with the main jump and what a0 and 2 a0 select; NULL if
# there is no jump at all.
staircase_panel <- function(x) {
  chosen <- selection(x)
  path <- chosen$tables$path
  a0 <- chosen$facts$a
  h <- plain(x)
  if (!any(path$a > 0)) {
    return(NULL)
  }
  # A factor 100 to both sides of the jump, as far as there are steps.
  positive <- path$a[path$a > 0]
  span <- c(max(min(positive, a0), a0 / 100) / 1.5, min(max(positive, a0), a0 * 100) * 1.5)
  shown <- path$a <= span[[2]]
  at <- c(pmax(path$a[shown], span[[1]]), span[[2]])
  # The running minimum, from large a: what the jump is measured on.
  level <- rev(cummin(rev(path$bandwidth)))
  up_to_end <- function(values) c(values[shown], utils::tail(values[shown], 1L))
  key <- new_key(
    c("path", "running minimum", "choice"), c("grey20", second_colour, choice_colour),
    pch = c(NA, NA, 19), lty = c(1, 1, 0), lwd = c(1, 2.5, 1), place = "above"
  )
  new_panel(
    list(
      rule_layer(a0, colour = "grey60", type = 2),
      line_layer(at, up_to_end(path$bandwidth), value = "path", steps = TRUE),
      line_layer(at, up_to_end(level), second_colour, 2.5, value = "running minimum", steps = TRUE),
      points_layer(path$a[path$jump & shown], level[path$jump & shown], second_colour),
      rule_layer(h, "y"), points_layer(a0, h, choice_colour, value = "choice")
    ),
    span, range(path$bandwidth), "Path and main jump", "a", "bandwidth at a", "xy",
    note = note_above(paste("a0 =", short(a0, 2)), a0, "grey40"), key = key, settled = TRUE
  )
}

# Draws squared distances between the chosen estimate and the others beside their noise; NULL if no
# other one differs.
noise_panel <- function(x) {
  chosen <- selection(x)
  h <- plain(x)
  known <- chosen$curve$bandwidth[is.finite(chosen$curve$criterion)]
  beside <- pairs_beside(chosen$tables$pairs, h, known)
  if (!nrow(beside)) {
    return(NULL)
  }
  positive <- c(beside$distance, beside$noise[beside$noise > 0])
  bars <- with_margin(beside$distance, min_excess * beside$se, min(positive) / 10)
  words <- c(paste("distance,", min_excess, "se"), "its noise")
  key <- new_key(words, c("grey20", third_colour), pch = c(16, NA), lty = 1, lwd = c(1, 2),
                 place = "above")
  new_panel(
    list(
      segments_layer(beside$other, bars$low, beside$other, bars$high, "grey70"),
      points_layer(beside$other, beside$distance, shape = 16, value = words[[1]]),
      line_layer(beside$other, beside$noise, third_colour, 2, beside$other > h, words[[2]]),
      rule_layer(h)
    ),
    range(known), range(positive, bars$high), "Differences and their noise", "other bandwidth",
    "squared distance from the choice", "xy", key = key, settled = TRUE
  )
}

# Finds the pairs of the choice with `other` bandwidths that are known.
pairs_beside <- function(pairs, h, known) {
  beside <- pairs[pairs$bandwidth == h | pairs$bandwidth_small == h, ]
  beside$other <- ifelse(beside$bandwidth == h, beside$bandwidth_small, beside$bandwidth)
  beside[beside$other %in% known & beside$distance > 0, ]
}
