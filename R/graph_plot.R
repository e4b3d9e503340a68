#' @rdname lapscale_graph
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data,
#'   or an embedding of it, of which the first two columns are drawn (rows that are NA are left
#'   out). NULL: a histogram of the degrees instead.
#' @details
#' `plot(graph, coordinates)` draws every edge (20,000 at most, the heaviest) as dark as it is
#' heavy.
#' @export
plot.lapscale_graph <- function(x, coordinates = NULL, ...) {
  if (is.null(coordinates)) {
    draw_with(
      graphics::hist,
      list(
        x = row_totals(x$weights, new_runtime(NULL, FALSE)), breaks = 40,
        main = "Degrees of the graph", las = 1, xlab = "sum of the weights of a point",
        col = "grey80", border = "white"
      ), ...
    )
    return(invisible(x))
  }
  place <- check_place(coordinates, x)
  labels <- place_labels(place)
  edges <- heaviest_edges(x, 20000L)
  settings <- list(...)
  draw_with(
    graphics::plot,
    list(
      x = unname(place), type = "n", asp = 1, las = 1, xlab = labels[[1]], ylab = labels[[2]],
      main = "Edges of the graph"
    ), ...
  )
  graphics::segments(
    place[edges$i, 1], place[edges$i, 2], place[edges$j, 1], place[edges$j, 2],
    col = grDevices::grey(0.9 - 0.7 * edges$x)
  )
  graphics::points(
    place, pch = settings$pch %||% 19, col = settings$col %||% "black",
    cex = settings$cex %||% if (nrow(place) > 500L) 0.3 else 0.6
  )
  invisible(x)
}

# i < j with weight x relative to the heaviest, lightest first.
heaviest_edges <- function(graph, most) {
  edges <- Matrix::summary(as(graph, "CsparseMatrix"))
  edges <- edges[edges$i < edges$j & edges$x > 0, ]
  edges <- utils::tail(edges[order(edges$x), ], most)
  edges$x <- edges$x / max(edges$x, .Machine$double.xmin)
  edges
}
