# Neighbour lists of other packages, by the names of their parts.

# Any of them as edges: list(from, to, distance, n, names), the point itself removed.
neighbor_lists <- function(x) {
  index <- if (is.list(x)) no_frame(first_of(x, neighbor_names$index))
  distance <- if (is.list(x)) no_frame(first_of(x, neighbor_names$distance))
  if (is.null(index) || is.null(distance)) {
    abort_argument(
      c("`x` must be neighbour lists with indices and distances, a dist, a square matrix or Matrix,
         or an igraph, not {describe(x)}.",
        i = "Neighbour lists of FNN, RANN, nabor, dbscan, RcppHNSW, rnndescent, uwot,
             BiocNeighbors and Rnanoflann are recognised by the names of their parts.")
    )
  }
  check_numbers(index, "indices")
  check_numbers(distance, "distances")
  ragged <- is.list(index) || is.list(distance)
  edges <- if (ragged) ragged_edges(index, distance) else matrix_edges(index, distance)
  if (is.null(edges)) {
    abort_argument("`x`: indices and distances must have the same shape.")
  }
  if (edges$n < 2L) {
    abort_argument("`x` must hold the neighbours of at least 2 points, not {edges$n}.")
  }
  check_edges(edges)
  other <- edges$from != edges$to
  list(
    from = edges$from[other], to = as.integer(edges$to[other]), distance = edges$distance[other],
    n = edges$n, names = edges$names
  )
}

# Data frames and the like are matrices, not lists of vectors.
no_frame <- function(part) {
  is_frame <- is.data.frame(part) && all(vapply(part, is.atomic, NA))
  if (is_frame || methods::is(part, "Matrix")) as.matrix(part) else part
}

# A part holds numbers, all of it or point by point; one that is NA throughout is left to
# check_edges().
check_numbers <- function(part, what) {
  is_numeric_part <- function(values) {
    is.numeric(values) || (is.atomic(values) && all(is.na(values)))
  }
  bad <- if (is.list(part)) {
    Find(Negate(is_numeric_part), part)
  } else if (!is_numeric_part(part)) {
    part
  }
  if (!is.null(bad)) {
    abort_argument("`x` must hold {what} that are numbers, not {describe(bad)}.")
  }
}

# n x k matrices.
matrix_edges <- function(index, distance) {
  index <- as.matrix(index)
  distance <- as.matrix(distance)
  if (!identical(dim(index), dim(distance))) {
    return(NULL)
  }
  list(
    from = rep(seq_len(nrow(index)), ncol(index)), to = as.vector(index),
    distance = as.vector(distance), n = nrow(index), names = rownames(index)
  )
}

# A list of vectors, one per point.
ragged_edges <- function(index, distance) {
  if (!is.list(index) || !is.list(distance) ||
        !identical(lengths(index, FALSE), lengths(distance, FALSE))) {
    return(NULL)
  }
  list(
    from = rep(seq_along(index), lengths(index)),
    to = as.numeric(unlist(index, use.names = FALSE)),
    distance = as.numeric(unlist(distance, use.names = FALSE)),
    n = length(index), names = names(index)
  )
}

check_edges <- function(edges) {
  absent <- which(is.na(edges$to) | edges$to == 0 | !is.finite(edges$distance) |
                    edges$distance > 1e153)
  if (length(absent)) {
    point <- edges$from[[absent[[1]]]]
    abort_argument(
      c("`x` has missing neighbours, first at point {point}: the search found fewer than it was
         asked for.",
        i = "Ask for fewer neighbours, or build the graph with heat_graph().")
    )
  }
  outside <- which(edges$to < 1 | edges$to > edges$n | edges$to != trunc(edges$to))
  if (length(outside)) {
    point <- edges$from[[outside[[1]]]]
    other <- edges$to[[outside[[1]]]]
    abort_argument(
      "`x`: neighbour {other} of point {point} is not a point between 1 and {edges$n}."
    )
  }
  negative <- which(edges$distance < 0)
  if (length(negative)) {
    point <- edges$from[[negative[[1]]]]
    other <- edges$to[[negative[[1]]]]
    abort_argument("`x`: the distance of points {point} and {other} is negative.")
  }
}

# The union of directed edges as a symmetric sparse matrix of distances, zero distances kept.
join_lists <- function(from, to, distance, n) {
  low <- pmin(from, to)
  high <- pmax(from, to)
  order <- order(high, low, distance)
  low <- low[order]
  high <- high[order]
  distance <- distance[order]
  again <- c(if (length(low)) FALSE, low[-1] == low[-length(low)] & high[-1] == high[-length(high)])
  differ <- which(again & distance > c(0, distance[-length(distance)]) * (1 + 1e-5))
  if (length(differ)) {
    at <- differ[[1]]
    abort_argument(
      "`x` gives points {low[[at]]} and {high[[at]]} two distances, {format(distance[[at - 1]])} and
       {format(distance[[at]])}."
    )
  }
  matrix_of_pairs(low[!again], high[!again], distance[!again], n)
}
