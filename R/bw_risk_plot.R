#' @rdname bw_risk
#' @param ... For `bw_risk()`, settings by name (`na_action`, `n_threads`, `progress`), see
#'   [lapscale_settings], and, also as `control`, `n_bandwidths` and `n_validation` of [bw_lepski()].
#'   For `plot()` and `autoplot()`, results of selectors to mark on the curve. For `plot()` and
#'   `lines()`, also graphical parameters. Otherwise not used.
#' @param mark Further bandwidths to mark, with names. The default is `NULL`.
#' @param object A risk curve.
#' @export
plot.lapscale_risk <- function(x, ..., mark = NULL) door({
  # list(others: graphical parameters; marked: bandwidths with names).
  dots <- split_marked(list(...), mark)
  plot_object(x, dots$others, marked = dots$marked)
})

#' @rdname bw_risk
#' @export
lines.lapscale_risk <- function(x, ...) door(plot_curve(x, risk_layer, list(...)))

#' @rdname bw_risk
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_risk <- function(object, ..., mark = NULL) door({
  # list(others: further arguments; marked: bandwidths with names).
  dots <- split_marked(list(...), mark)
  check_dots(dots$others, character())
  ggplot_picture(picture(object, dots$marked))
})

# Returns a picture, of new_picture(), of the curve of the risk with its band, its lowest point, and
# the marked bandwidths.
#   x       of bw_risk(), as a data frame a row per bandwidth: bandwidth, risk, se
#   marked  bandwidths, with names;  col: color of the curve;  ...: not used
# `ratio` is the risk at each marked bandwidth over the least one, NULL if none is marked. `label`
# has the words in the key for the lowest point, and then for the marked ones.
#' @export
picture.lapscale_risk <- function(x, marked = numeric(), ..., col = "grey20") {
  ratio <- if (length(marked)) bw_risk_ratio(x, marked)
  curve <- as.data.frame(x)
  curve <- curve[is.finite(curve$risk), ]
  best <- which.min(curve$risk)
  # Estimates without any error, as of linear functions on a regular grid, have no logarithm.
  has_logarithm <- all(curve$risk > 0)
  to_axis <- if (has_logarithm) log else identity
  # The height of the curve at bandwidths.
  risk_near <- function(h) {
    if (nrow(curve) < 2L) return(rep(curve$risk, length(h)))
    height <- stats::approx(log(curve$bandwidth), to_axis(curve$risk), log(h), rule = 2)$y
    if (has_logarithm) exp(height) else height
  }
  colours <- rep_len(unname(class_palette[c(6L, 1:5)]), length(marked))
  # The curve is one line: of several colors it has the first.
  colour <- rep_len(col, 1L)
  label <- risk_labels(curve$bandwidth[[best]], marked, ratio)
  band <- with_margin(curve$risk, 2 * curve$se, min(curve$risk) / 10)
  new_picture(list(new_panel(
    list(
      band_layer(curve$bandwidth, band$low, band$high, colour), risk_layer(x, colour),
      if (length(marked)) rule_layer(unname(marked), colour = colours, value = label[-1L]),
      points_layer(c(curve$bandwidth[[best]], marked), c(curve$risk[[best]], risk_near(marked)),
                   c(colour, colours), value = label)
    ),
    range(curve$bandwidth), range(curve$risk, band$high), "Risk of the Laplacian estimator",
    "bandwidth h", "risk", if (has_logarithm) "xy" else "x",
    key = new_key(label, c(colour, colours), pch = 19, place = "above")
  )))
}

# The layer of a picture with the line of the risk over the bandwidth.
#   x  of bw_risk(): bandwidth, risk;  col: color of the line
risk_layer <- function(x, col) line_layer(x$bandwidth, x$risk, col)

# Labels of the oracle and of each marked bandwidth in the key, texts with numbers of three digits.
#   oracle  the best bandwidth
#   marked  bandwidths that are marked, with names, perhaps none
#   ratio   of the risk at each marked bandwidth to the least risk; NULL if none is marked
risk_labels <- function(oracle, marked, ratio) {
  of_marks <- paste0(names(marked), ", h = ", short(marked, 3), ", ratio ", short(ratio, 3))
  c(paste("oracle, h =", short(oracle, 3)), if (length(marked)) of_marks)
}

# Separates the results of selectors from other arguments. Returns list(others: the other arguments;
# marked: bandwidths to mark, those of selectors named by their titles or given names, then those of
# `mark`).
#   dots  list of the arguments in `...`;  mark: bandwidths, perhaps with names, or NULL
split_marked <- function(dots, mark) {
  is_choice <- vapply(dots, inherits, NA, "lapscale_bandwidth")
  selected <- dots[is_choice]
  titles <- vapply(selected, function(bw) selection(bw)$labels$title, "")
  names <- names(selected) %||% rep("", length(selected))
  values <- stats::setNames(vapply(selected, plain, 0), ifelse(names == "", titles, names))
  mark <- check_positive(mark %||% numeric(), "mark")
  mark <- stats::setNames(mark, names(mark) %||% rep("bandwidth", length(mark)))
  list(others = dots[!is_choice], marked = c(values, mark))
}
