#' Plot a fit from few labels
#'
#' Plots the points in a plane, colored by their predicted labels, or by how uncertain these are.
#' With `what = "path"` it plots how the parameters were selected.
#'
#' @details
#' **The fit.** The color is the predicted class, and paler if the prediction is uncertain. In
#' regression it is the rank of the fitted value. Labeled points have a ring. There is a key unless
#' you supply `col`. Up to seven classes have the colors of Okabe and Ito. More classes, up to 40,
#' differ in color and symbol. If a regression has standard errors, see [predict.lapscale_ssl()], a
#' second panel shows the fitted values in increasing order, or along the only column of the data,
#' with a band of two standard errors to either side. The labels are circles.
#'
#' **The path.** The plot shows the criterion, with a band of one standard error, against the
#' parameter that was selected, with one line per power or time. The axis is logarithmic if the
#' parameter varies much. The choice is written above the frame. For [ssl_auto()] there is a panel
#' for each family of candidates, with its own axes, and the dotted horizontal line is the error of
#' the choice. In a layout of several panels they take the next ones.
#'
#' @param x A [lapscale_ssl].
#' @param what What to draw: the `"fit"` (the default); the criterion that selected the parameters,
#'   `"path"`; the standard errors of a regression, `"se"`, in the unit of the labels, see
#'   [predict.lapscale_ssl()]; or the probability of the predicted class, `"prob"`.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data, or
#'   an embedding of it, of which the first two columns are drawn. Rows that are `NA` are left out.
#'   If `NULL` (the default), these are the data themselves if they have one or two columns,
#'   otherwise their first two principal components (after a fit with `landmarks`, of the landmarks
#'   only), and for a graph of at most 2000 edges its [embed_layout()], with the edges.
#' @param names,inside As in [plot.lapscale_embedding()].
#' @param colour,color `NULL` (the default) for the color of the answer, or one value per row of the
#'   data, a number or a class, that determines the color of the points. Names of colors are taken as
#'   `col`.
#' @param ... Graphical parameters for `plot()`, such as `main`, `col`, `pch`, or `ylim`. Other
#'   arguments are an error. `autoplot()` takes none.
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
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' plot(ssl_harmonic(iris[1:4], y))
#' @export
plot.lapscale_ssl <- function(x, what = c("fit", "path", "se", "prob"), coordinates = NULL,
                              names = NULL, inside = NULL, ..., colour = NULL,
                              color = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  # list(given: graphical parameters; colour: a value for each row, or NULL; title of its key).
  colouring <- resolve_colour(list(...), colour %||% color, title, x$n_given,
                              substitute(list(...))[["col"]], as_col = TRUE)
  plot_object(x, colouring$given, what, coordinates, names, inside, colouring$colour,
              colouring$title)
})

# Returns a picture of the points in the color of their answer, those with a label ringed; or of the
# path.
#   x            of new_ssl_fit(): n_given (number of rows of the data), rows (those that the m
#                points are), labels (rows: numbers, 1 to m, of the points with a label; kind:
#                "regression" or "classes"), x (the points, m x r, or NULL: of a graph), columns and
#                scaling (of these), graph (edges: of edges_to_draw(), or NULL), names (of rows, or
#                NULL), title, families and parameters (of ssl_auto(): titles by method, and the
#                method chosen)
#   what         "fit", "path", "se" (standard errors), or "prob" (probability of the class)
#   coordinates  where points are drawn, as the user gave them, or NULL
#   names        a name for each row of the data, TRUE: the row names, or NULL
#   inside       share of the points that the axes hold, or NULL: all but a few far outside
#   colour       a value for each row of the data, or NULL;  key_title: of its key, or NULL
#   col          colors of the lines of a path, or NULL;  ...: not used
# Per point: points_xy (m x 2, where it is drawn) and `colouring`, as of coloured_rows().
# `uncertainty` is of uncertainty_of_points(), or NULL with "fit", `heights` are numbers that points
# in one column are drawn at, or NULL, and `band` is NULL or a list of one panel.
#' @export
picture.lapscale_ssl <- function(x, what = c("fit", "path", "se", "prob"), coordinates = NULL,
                                 names = NULL, inside = NULL, colour = NULL, key_title = NULL, ...,
                                 col = NULL) {
  what <- check_choice(what, c("fit", "path", "se", "prob"), "what")
  refuse_if(what != "fit" && !is.null(colour), "`colour` needs `what` = \"fit\".")
  if (what == "path") return(picture_path(x, col))
  is_regression <- x$labels$kind == "regression"
  uncertainty <- if (what != "fit") uncertainty_of_points(x, what, is_regression)
  colour <- colour %||% uncertainty$colour
  key_title <- key_title %||% uncertainty$key_title
  edges <- x$graph$edges
  refuse_if(is.null(coordinates) && is.null(x$x) && is.null(edges),
            c("`coordinates` must be given: the fit was made on a graph of more than 2000 edges.",
              i = "You can use an embedding of the graph, see embed_eigenmaps()."))
  if (is.null(coordinates)) x <- landmark_part(x)
  points_xy <- if (!is.null(coordinates)) resolve_place(coordinates, x) else
    if (is.null(x$x)) layout_of_edges(edges, x$rows) else place_of_points(x$x, x$columns, x$scaling)
  is_line <- identical(colnames(points_xy)[[2L]], "")
  asp <- aspect_of_place(points_xy, x$scaling)
  names <- check_point_names(names, x$n_given, x$names)[x$rows]
  inside <- check_inside(inside)
  has_band <- is_regression && what == "fit" && !is.null(x$posterior)
  # Along a single column the curve shows what the colors would.
  if (is_line && has_band && is.null(colour)) {
    refuse_if(isTRUE(inside < 1),
              c("`inside` must be 1 or NULL along a single column, where a curve through all points
                 is drawn.",
                i = "`xlim` of plot() shows a part of it."))
    return(new_picture(list(band_panel(x, points_xy, is_line, names))))
  }
  band <- if (has_band) list(band_panel(x, points_xy, is_line))
  heights <- if (what != "fit") colour[x$rows] else if (is_regression) scores_of(x)[, 1L]
  if (is_line && !is.null(heights)) {
    points_xy[, 2L] <- heights
    colnames(points_xy)[[2L]] <- uncertainty$key_title %||% "fitted value"
  }
  # list(coordinates, m x 2; moved, m x 2: TRUE where a point outside was moved to the edge).
  frame <- frame_points(points_xy, inside)
  labelled_xy <- unname(frame$coordinates[x$labels$rows, , drop = FALSE])
  size <- point_size(nrow(points_xy))
  # Of several methods the one that was chosen.
  method <- c(unlist(x$families)[x$parameters$method], x$title)[[1L]]
  colouring <- if (!is.null(colour)) coloured_rows(colour, x$rows, x$n_given, key_title) else
    if (is_regression) coloured_ranks(x) else coloured_answers(x)
  subject <- uncertainty$subject %||% if (!is.null(colour)) count(length(x$rows), "point") else
    if (is_regression) "fitted values" else "predicted classes"
  rings <- points_layer(labelled_xy[, 1], labelled_xy[, 2], "black", shape = 1, size = 2 * size)
  points_panel <- framed_panel(
    frame, colouring, paste0(method, ": ", subject), asp, edges, x$rows,
    paste("ringed:", count(nrow(labelled_xy), "label")), size = size, over = list(rings),
    names = names, n = x$n_given
  )
  new_picture(c(list(points_panel), band))
}

# What colors the points in place of their answer: list(colour: a number per row of the data, NA for
# rows left out; key_title, subject: words for the key and the title).
#   fit  of new_ssl_fit();  what: "se" or "prob";  is_regression: whether it predicts numbers
uncertainty_of_points <- function(fit, what, is_regression) {
  refuse_if(is_regression != (what == "se"), "`what` = \"{what}\" needs a fit of
            {if (is_regression) 'classes; \"se\" draws' else 'numbers; \"prob\" draws'} how
            uncertain this one is.")
  if (what == "prob") {
    return(list(colour = apply(stats::predict(fit, type = "prob"), 1L, max),
                key_title = "probability", subject = "probability of the predicted class"))
  }
  check_posterior(fit, "x")
  standard_errors <- stats::predict(fit, se.fit = TRUE)$se.fit
  refuse_if(!any(is.finite(standard_errors)),
            "`what` = \"se\": no standard error is finite. Labels that are all equal do not tell how
             far values vary.")
  list(colour = standard_errors, key_title = "se (unit of y)", subject = "standard errors")
}

# Returns a panel, of new_panel(), of numbers and the labels along the only column, or else in the
# order of the numbers, with a band of two standard errors.
#   fit          of new_ssl_fit(), a regression: posterior (noise: standard deviation of the error
#                of a label), spread (of spread_of_points(), u x 2, in units of the noise),
#                all_spread (the same of all points, where it was learned on landmarks, or NULL),
#                labels (rows: of the labeled points; targets), title
#   coordinates  u x 2, where its points are drawn
#   is_line      whether they are a single column, the second 0
#   names        of the points, written beside the curve, or NULL
# `position` is where each point stands on the horizontal axis, `point_order` their order there.
band_panel <- function(fit, coordinates, is_line, names = NULL) {
  values <- scores_of(fit)[, 1L]
  labels <- fit$labels$targets[, 1L]
  position <- if (is_line) unname(coordinates[, 1L]) else rank(values, ties.method = "first")
  band <- with_margin(values, 2 * fit$posterior$noise * (fit$all_spread %||% fit$spread)[, 1L], -Inf)
  point_order <- order(position)
  new_panel(
    list(band_layer(position[point_order], band$low[point_order], band$high[point_order]),
         line_layer(position[point_order], values[point_order]),
         points_layer(position[fit$labels$rows], labels, shape = 1),
         names_layer(position, values, names)),
    range(position), range(band, labels), if (is_line) fit$title else "Standard errors",
    if (is_line) colnames(coordinates)[[1L]] else "rank of the fitted value", "fitted value",
    note = note_above(paste0(if (is_line) "circles: labels, ", "band: two standard errors"),
                      colour = "grey20")
  )
}

# Colors of classes, as strong as they are probable: list of coloured_classes(), with strength, a
# number from 0.25 to 1 per point. `class_number` is that of the level of its answer, `chance` the
# probability of this class, both NA where there is no answer.
#   fit  of new_ssl_fit(): labels (levels: names of the classes)
coloured_answers <- function(fit) {
  class_number <- as.integer(answer(scores_of(fit), fit, "response"))
  chance <- answer(scores_of(fit), fit, "prob")[cbind(seq_along(class_number), class_number)]
  c(coloured_classes(factor(fit$labels$levels[class_number], fit$labels$levels)),
    list(strength = 0.25 + 0.75 * chance))
}

# Gives numbers the colors of their ranks, as shares from 0 to 1; values that are equal in eight
# digits are the same: what coloured_numbers() returns. The key names the quartiles, rounded to
# between a hundredth and a tenth of the range, at the shares 0, 1/4, ..., 1.
#   fit  of new_ssl_fit(), a regression
coloured_ranks <- function(fit) {
  values <- signif(scores_of(fit)[, 1L], 8)
  rank_share <- share_of(rank(values, na.last = "keep"), c(1, length(values)))
  tick_shares <- 0:4 / 4
  quartiles <- stats::quantile(values, tick_shares, names = FALSE, na.rm = TRUE)
  tick_values <- round(quartiles, 1 - floor(log10(quartiles[[5L]] - quartiles[[1L]])))
  ticks <- list(value = tick_shares, label = format(tick_values, digits = 7))
  coloured_numbers(rank_share, even_ramp(0:1), "fitted (by rank)", ticks)
}
