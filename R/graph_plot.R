# Pictures of graphs and of their spectra.

#' @rdname lapscale_graph
#' @param coordinates The positions of the points: a matrix or data frame with the rows of the data,
#'   or an embedding, of which the first two columns are used (rows that are `NA` are left out). If
#'   `NULL` (the default), a histogram of the degrees is drawn instead.
#' @param colour,color,names For `plot()` with coordinates, as in [plot.lapscale_embedding()].
#' @details
#' `plot(graph, coordinates)` draws the edges, at most the 20,000 with the largest weights. The
#' darker an edge, the larger its weight.
#'
#' @export
plot.lapscale_graph <- function(x, coordinates = NULL, ..., colour = NULL, color = NULL,
                                names = NULL) door({
  also <- if (is.null(coordinates)) "breaks"
  title <- title_of_colour(substitute(colour), substitute(color))
  # list(given: graphical parameters; colour: a value for each row, or NULL; title of its key).
  shown <- resolve_colour(list(...), colour %||% color, title, check_graph(x, "x")$n_given,
                          substitute(list(...))[["col"]], as_col = TRUE)
  plot_object(x, shown$given, coordinates, shown$colour, names, shown$title, also = also)
})

#' @rdname lapscale_graph
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_graph <- function(object, coordinates = NULL, ..., colour = NULL, color = NULL,
                                    names = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  graph <- check_graph(object, "object")
  ggplot_picture(picture(graph, coordinates, colour %||% color, names, title))
}, ...)

# Returns a picture of the points and edges of a graph, heavy edges darker; without coordinates of a
# histogram of the degrees.
#   x            a lapscale_graph: weights (n x n), rows (which row of the data each point is),
#                n_given (number of all rows), scaled (TRUE if the columns were scaled)
#   coordinates  a row for each row of the data, as the user gave them, or NULL
#   colour       a value for each row of the data, or NULL;  key_title: of its key, or NULL
#   names        a name for each row of the data, TRUE: the row names, or NULL
#   breaks       of the histogram of the degrees, as hist() takes them;  ...: not used
# `xy` is n x 2, where the points are drawn. `edges`, of heaviest_edges(), has a row per edge: i and
# j (numbers of points), x (the weight over the largest). `edge_ends` has a row per edge too: x and
# y of the one end, x and y of the other.
#' @export
picture.lapscale_graph <- function(x, coordinates = NULL, colour = NULL, names = NULL,
                                   key_title = NULL, ..., breaks = 40) {
  if (is.null(coordinates)) {
    refuse_first(c("colour", "names")[c(!is.null(colour), !is.null(names))],
                 "`{first}` needs `coordinates`: without them the degrees are drawn.")
    degrees <- row_totals(x$weights, new_runtime(NULL, FALSE))
    title <- title_of_graph("Degrees of the graph", x)
    return(new_picture(list(histogram_panel(degrees, title, "degree (sum of weights)", breaks))))
  }
  xy <- resolve_place(coordinates, x)
  edges <- heaviest_edges(x, 20000L)
  edge_ends <- cbind(xy[edges$i, , drop = FALSE], xy[edges$j, , drop = FALSE])
  marks <- if (is.null(colour)) list(colour = "black") else
    coloured_rows(colour, x$rows, x$n_given, key_title)
  new_picture(list(scatter_panel(
    xy, marks, title_of_graph("Edges of the graph", x),
    aspect_of_place(xy, list(sd = if (isTRUE(x$scaled)) 1)),
    size = if (nrow(xy) > 500L) 0.3 else 0.6, rows = x$rows, n = x$n_given,
    names = check_point_names(names, x$n_given, x$names)[x$rows],
    under = list(segments_layer(edge_ends[, 1], edge_ends[, 2], edge_ends[, 3], edge_ends[, 4],
                                grDevices::grey(0.9 - 0.7 * edges$x)))
  )))
}

# Returns a picture of the eigenvalues of x, of graph_spectrum(), those that converged filled.
#   x    a list: values, converged (TRUE or FALSE for each), type (of the Laplacian), interval (the
#        level of confidence intervals, NULL: none), lower and upper (ends of the intervals)
#   ...  not used
#' @export
picture.lapscale_spectrum <- function(x, ...) {
  title <- paste("Spectrum of the", sub("_", " ", x$type), "Laplacian")
  panel <- eigenvalue_panel(x$values, x$converged, title, "number", "converged")
  if (!is.null(x$interval)) {
    number <- seq_along(x$values)
    interval_bars <- segments_layer(number, x$lower, number, x$upper, choice_colour, free = TRUE)
    panel$layers <- c(list(interval_bars), panel$layers[-1L])
    panel$ylim <- range(panel$ylim, x$upper, na.rm = TRUE)
  }
  new_picture(list(panel))
}

#' @rdname graph_laplacian
#' @export
plot.lapscale_laplacian <- function(x, ...) door(plot_object(x, list(...), also = "breaks"))

#' @rdname graph_laplacian
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_laplacian <- function(object, ...) door(ggplot_picture(picture(object)), ...)

# Returns a picture of histograms of the degrees of a Laplacian, and of the number of neighbors of
# each point.
#   x       a lapscale_laplacian: weights (n x n), degree (length n), type
#   breaks  of the histograms, as hist() takes them;  ...: not used
#' @export
picture.lapscale_laplacian <- function(x, ..., breaks = 40) {
  type <- sub("_", " ", x@type)
  new_picture(list(
    histogram_panel(x@degree, "Degrees", "degree (sum of corrected weights)", breaks),
    histogram_panel(neighbor_counts(x@weights), "Neighbors", "neighbors of a point", breaks)
  ), paste("Graph Laplacian,", type))
}
