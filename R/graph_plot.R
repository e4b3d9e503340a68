#' @rdname lapscale_graph
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data, of
#'   which the first two columns are drawn. NULL: a histogram of the degrees instead.
#' @details
#' `plot(graph, coordinates)` draws every edge (20,000 at most, the heaviest) as dark as it is
#' heavy.
#' @export
plot.lapscale_graph <- function(x, coordinates = NULL, ...) {
  if (is.null(coordinates)) {
    graphics::hist(
      weight_sums(x),
      breaks = 40, main = "Degrees of the graph", xlab = "sum of the weights of a point", las = 1,
      col = "grey80", border = "white", ...
    )
    return(invisible(x))
  }
  place <- as_point_matrix(coordinates, "coordinates", caller_env())
  if (nrow(place) != x$n_given) {
    abort_argument(
      "`coordinates` must have {x$n_given} rows, like the data of the graph, not {nrow(place)}."
    )
  }
  place <- cbind(place, 0)[x$rows, 1:2, drop = FALSE]
  edges <- heaviest_edges(x, 20000L)
  graphics::plot(place, type = "n", asp = 1, las = 1, xlab = "", ylab = "", ...)
  graphics::segments(
    place[edges$i, 1], place[edges$i, 2], place[edges$j, 1], place[edges$j, 2],
    col = grDevices::grey(0.9 - 0.7 * edges$x)
  )
  graphics::points(place, pch = 19, cex = if (nrow(place) > 500L) 0.3 else 0.6)
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
