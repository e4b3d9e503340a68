#' Plot a fit from few labels
#'
#' Plots the points in a plane, colored by their predicted labels. With `what = "path"` it plots how
#' the parameters were selected.
#'
#' @details
#' **The fit.** The color is the predicted class, and paler if the prediction is uncertain. In
#' regression it is the rank of the fitted value. Labeled points have a ring. There is a key unless
#' you supply `col`. Up to seven classes have the colors of Okabe and Ito. More classes are labeled
#' in the plot. If a regression has standard errors, see [predict.lapscale_ssl()], a second panel
#' shows the fitted values in increasing order, or along the only column of the data, with a band of
#' two standard errors to either side. The labels are circles.
#'
#' **The path.** The plot shows the criterion, with a band of one standard error, against the
#' parameter that was selected, with one line per power or time. The axis is logarithmic if the
#' parameter varies much. The choice is written above the frame. For [ssl_auto()] there are two
#' panels with the same vertical axis, one for each family of candidates, and the dotted horizontal
#' line is the smallest error. In a layout of several panels they take the next two.
#'
#' @param x A [lapscale_ssl].
#' @param what What to draw: the `"fit"` (the default), or the criterion that selected the
#'   parameters, `"path"`.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data, or
#'   an embedding of it, of which the first two columns are drawn. Rows that are `NA` are left out.
#'   If `NULL` (the default), these are the data themselves if they have one or two columns,
#'   otherwise their first two principal components (after a fit with `landmarks`, of the landmarks
#'   only).
#' @param ... Graphical parameters for `plot()`, such as `main`, `col`, `pch`, or `ylim`. `colour`
#'   and `color` mean `col`. Other arguments are an error. `autoplot()` takes none.
#' @return
#' - `plot()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#' @section Errors:
#' - `lapscale_error_argument`, naming `what` (a fit that selected no parameter has no path) or
#'   `coordinates`.
#' @seealso [lapscale_ssl], [ssl_auto()].
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 198:200), NA), bandwidth = 0.3)
#' plot(fit, main = "Two moons")
#' plot(fit, "path")
#' @export
plot.lapscale_ssl <- function(x, what = c("fit", "path"), coordinates = NULL, ...) door({
  plot_object(x, list(...), what, coordinates)
})

#' @rdname plot.lapscale_ssl
#' @param object A [lapscale_ssl].
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_ssl <- function(object, what = c("fit", "path"), coordinates = NULL, ...) door({
  ggplot_picture(picture(object, what, coordinates))
}, ...)

# Draws the points in the color of their answer, those with a label ringed; or the path.
#' @export
picture.lapscale_ssl <- function(x, what = c("fit", "path"), coordinates = NULL, ..., col = NULL) {
  if (check_choice(what, c("fit", "path"), "what") == "path") {
    return(picture_path(x, col))
  }
  if (is.null(coordinates) && is.null(x$x)) {
    abort_argument(
      c("`coordinates` must be given: the fit was made on a graph, whose points have no place.",
        i = "You can use an embedding of the graph, see embed_eigenmaps().")
    )
  }
  if (is.null(coordinates)) x <- landmark_part(x)
  place <- if (is.null(coordinates)) place_of_points(x$x, x$columns) else
    resolve_place(coordinates, x)
  ringed <- unname(place[x$labels$rows, , drop = FALSE])
  size <- point_size(nrow(place))
  numbers <- x$labels$kind == "regression"
  points <- scatter_panel(
    place, if (numbers) coloured_ranks(x) else coloured_answers(x), x$title, size = size,
    over = list(points_layer(ringed[, 1], ringed[, 2], "black", shape = 1, size = 2 * size)),
    note = note_above(paste("ringed:", count(nrow(ringed), "label")), colour = "grey20")
  )
  new_picture(c(list(points), if (numbers && !is.null(x$posterior)) list(band_panel(x, place))))
}

# Draws numbers and the labels along the only column, or else in the order of the numbers, with a
# band of two standard errors.
band_panel <- function(fit, place) {
  values <- scores_of(fit)[, 1L]
  labels <- fit$labels$targets[, 1L]
  is_line <- isTRUE(all(place[, 2L] == 0))
  at <- if (is_line) unname(place[, 1L]) else rank(values, ties.method = "first")
  band <- with_margin(values, 2 * fit$posterior$noise * (fit$all_spread %||% fit$spread), -Inf)
  order <- order(at)
  new_panel(
    list(
      band_layer(at[order], band$low[order], band$high[order]),
      line_layer(at[order], values[order]), points_layer(at[fit$labels$rows], labels, shape = 1)
    ),
    range(at), range(band, labels), "Standard errors",
    if (is_line) colnames(place)[[1L]] else "rank of the fitted value", "fitted value",
    note = note_above("band: two standard errors", colour = "grey20")
  )
}

# Gives classes colors as strong as they are probable.
coloured_answers <- function(fit) {
  best <- as.integer(answer(scores_of(fit), fit, "response"))
  probable <- answer(scores_of(fit), fit, "prob")[cbind(seq_along(best), best)]
  shown <- coloured_classes(factor(fit$labels$levels[best], fit$labels$levels))
  c(shown, list(strength = 0.25 + 0.75 * probable))
}

# Gives numbers the colors of their ranks; values that differ by rounding only are the same.
coloured_ranks <- function(fit) {
  values <- signif(scores_of(fit)[, 1L], 8)
  at <- stats::quantile(values, seq(0, 1, length.out = 100L), names = FALSE)
  coloured_numbers(values, data.frame(at = at, colour = grDevices::hcl.colors(100L, "viridis")))
}

# ---- the path ------------------------------------------------------------------------------------

# Draws the criterion against the parameter that was chosen: a panel for each family of candidates,
# all with one vertical axis.
picture_path <- function(fit, col = NULL) {
  if (is.null(fit$path)) abort_argument("`what` = \"path\": this fit chose no parameter.")
  if (anyNA(fit$path[[path_criterion(fit)]])) {
    abort_argument(
      "`what` = \"path\": the squares of this fit's labels leave the range of numbers."
    )
  }
  fit$path <- drawn_path(fit)
  kinds <- if (is.null(fit$path$candidate)) fit$title else unlist(fit$families)[fit$path$candidate]
  rows <- split(seq_len(nrow(fit$path)), factor(kinds, unique(kinds)))
  new_picture(Map(path_panel, rows, names(rows), list(fit), list(criterion_axis(fit)), list(col)),
              fit$title)
}

# Keeps of a path over several graphs and methods the graph that was chosen and the methods that
# have a parameter to be drawn against.
drawn_path <- function(fit) {
  path <- fit$path
  if (is.null(path$graph)) {
    return(path)
  }
  across <- path[intersect(path_parameters, names(path))]
  chosen <- path$graph == name_graph(fit$graph) & path$bandwidth == fit$bandwidth
  path[chosen & rowSums(!is.na(across)) > 0, ]
}

path_parameters <- c("n_eigen", "lambda_manifold", "mu", "kernel_bandwidth")

# Finds the row of the path that the fit has.
chosen_row <- function(fit) {
  path <- fit$path
  same <- rep(TRUE, nrow(path))
  for (name in intersect(names(path), names(fit$parameters))) {
    same <- same & path[[name]] %in% fit$parameters[[name]]
  }
  if (!is.null(path$candidate)) same <- same & path$candidate == fit$parameters$method
  utils::head(which(same), 1L)
}

# Draws some rows of the path from left to right, a line for each power or time.
path_panel <- function(rows, title, fit, axis, col = NULL) {
  path <- fit$path[rows, ]
  path <- path[!vapply(path, anyNA, NA)]
  across <- intersect(path_parameters, names(path))[[1]]
  of <- setdiff(intersect(c("m", "t", "kernel_bandwidth"), names(path)), across)
  values <- if (length(of)) path[[of]] else rep(1, nrow(path))
  in_order <- order(values, path[[across]])
  path <- path[in_order, ]
  best <- which(rows[in_order] %in% chosen_row(fit))
  x <- path[[across]]
  y <- path[[axis$of]]
  family <- match(values[in_order], sort(unique(values)))
  n <- max(family)
  colours <- rep_len(col %||% family_colours(n), n)
  # Powers and times in three digits.
  label <- paste(of, "=", vapply(sort(unique(values)), format, "", digits = 3))
  value <- if (n > 1L) label[family]
  band <- band_of_path(path, axis)
  new_panel(
    list(
      if (!is.null(band)) band_layer(x, band$low, band$high, colours[family], family, value),
      line_layer(x, y, colours[family], 1, family, value),
      points_layer(x, y, colours[family], size = 0.6, value = value),
      if (!is.null(fit$path$candidate)) rule_layer(axis$chosen, "y"),
      if (length(best)) points_layer(x[best], y[best], choice_colour),
      if (length(best)) rule_layer(x[best])
    ),
    range(x), axis$range, title, across, axis$label,
    paste0("", if (across != "n_eigen") "x", if (axis$log) "y"),
    note = if (length(best)) note_above(describe_choice_of(path[best, ]), x[[best]]),
    key = if (n > 1L) new_key(label, colours, pch = 19, lty = 1, place = "above")
  )
}

# Adds one standard error to either side, or returns NULL; on a log axis it ends above zero.
band_of_path <- function(path, axis) {
  y <- path[[axis$of]]
  if (!is.null(path$se)) with_margin(y, path$se, if (axis$log) y / 100 else 0)
}

# Colors lines for increasing numbers: more than there are colors for classes are shades of a scale.
family_colours <- function(n) {
  few <- n <= max_classes_with_key
  colours <- if (few) unname(class_palette) else grDevices::hcl.colors(n + 1L, "viridis")
  colours[seq_len(n)]
}

# Names the column that chose.
path_criterion <- function(fit) {
  intersect(c("error", "log_loss", "squared_error"), names(fit$path))[[1]]
}

# Makes the vertical axis that all panels share: the column that chose, its label, whether it varies
# so much that the axis is logarithmic, the range with the bands, the value of the choice.
criterion_axis <- function(fit) {
  of <- path_criterion(fit)
  y <- fit$path[[of]]
  log <- all(is.finite(y) & y > 0) && max(y) > 10 * min(y)
  what <- if (of == "error" && fit$labels$kind == "regression") "squared error" else
    sub("_", " ", of)
  axis <- list(
    of = of, log = log, chosen = c(y[chosen_row(fit)], NA)[[1L]],
    label = paste(what, "of", if (of == "error") "cross-validation" else "leave-one-out")
  )
  seen <- c(y, unlist(band_of_path(fit$path, axis), use.names = FALSE))
  seen <- seen[is.finite(seen)]
  axis$range <- if (log) range(seen) else c(0, if (any(seen > 0)) max(seen) else 1)
  axis
}

describe_choice_of <- function(row) {
  shown <- intersect(c("n_eigen", "kernel_bandwidth", "lambda_manifold", "m", "t", "mu"),
                     names(row)[!is.na(row)])
  values <- vapply(shown, function(name) format(row[[name]], digits = 3), "")
  paste(shown, "=", values, collapse = ", ")
}
