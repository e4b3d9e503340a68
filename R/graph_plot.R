#' @rdname lapscale_graph
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   or an embedding of it, of which the first two columns are drawn (rows that are NA are left
#'   out). NULL: a histogram of the degrees instead.
#' @details
#' `plot(graph, coordinates)` draws every edge (20,000 at most, the heaviest) as dark as it is
#' heavy.
#' @export
plot.lapscale_graph <- function(x, coordinates = NULL, ...) door({
  check_graph(x, "x")
  settings <- graphical_settings(list(...))
  drawn <- if (is.null(coordinates)) {
    picture_degrees(x, settings)
  } else {
    picture(x, resolve_place(coordinates, x))
  }
  plot_picture(drawn, settings)
  invisible(x)
})

#' @rdname lapscale_graph
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_graph <- function(object, coordinates = NULL, ...) door({
  check_installed("ggplot2", "to draw with autoplot()")
  check_graph(object, "object")
  ggplot_picture(
    if (is.null(coordinates)) picture_degrees(object) else
      picture(object, resolve_place(coordinates, object))
  )
}, ...)

picture_degrees <- function(graph, settings = list()) {
  new_picture(list(histogram_panel(
    row_totals(graph$weights, new_runtime(NULL, FALSE)), settings, 40, "points", colour = "grey80",
    border = "white", title = "Degrees of the graph", xlab = "sum of the weights of a point"
  )))
}

# Points and edges, as dark as they are heavy.
#   place  n x 2, from resolve_place()
#' @export
picture.lapscale_graph <- function(x, place, ...) {
  labels <- place_labels(place)
  place <- unname(place)
  edges <- heaviest_edges(x, 20000L)
  new_picture(list(new_panel(
    list(
      segments_layer(place[edges$i, 1], place[edges$i, 2], place[edges$j, 1], place[edges$j, 2],
                     grDevices::grey(0.9 - 0.7 * edges$x)),
      points_layer(place[, 1], place[, 2], "black", size = if (nrow(place) > 500L) 0.3 else 0.6,
                   free = TRUE)
    ),
    range(place[, 1], finite = TRUE), range(place[, 2], finite = TRUE), "Edges of the graph",
    labels[[1]], labels[[2]], asp = 1
  )))
}

# i < j with weight x relative to the heaviest, lightest first.
heaviest_edges <- function(graph, most) {
  edges <- Matrix::summary(as(graph, "CsparseMatrix"))
  edges <- edges[edges$i < edges$j & edges$x > 0, ]
  edges <- utils::tail(edges[order(edges$x), ], most)
  edges$x <- edges$x / max(edges$x, .Machine$double.xmin)
  edges
}
