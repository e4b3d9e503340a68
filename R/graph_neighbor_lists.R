# Neighbor lists of other packages, by the names of their parts.

# Returns lists of neighbors of any package, x, as edges: list(from and to: numbers of points;
# distance; n: number of points; names: of points, or NULL), edges of a point to itself removed. In
# it `index` and `distance` are those parts of x, each a matrix or a list of vectors.
neighbor_lists <- function(x) {
  index <- if (is.list(x)) frame_as_matrix(field_of(x, neighbor_names$index))
  distance <- if (is.list(x)) frame_as_matrix(field_of(x, neighbor_names$distance))
  refuse_if(is.null(index) || is.null(distance),
            c("`x` must be neighbor lists with indices and distances, a dist, a square matrix or
               Matrix, or an igraph, not {describe(x)}.",
              i = "Neighbor lists of FNN, RANN, nabor, dbscan, RcppHNSW, rnndescent, uwot,
                   BiocNeighbors and Rnanoflann are recognized by the names of their parts."))
  check_numbers(index, "indices")
  check_numbers(distance, "distances")
  edges <- edges_of_lists(index, distance)
  refuse_if(is.null(edges), "`x`: indices and distances must have the same shape.")
  refuse_if(edges$n < 2L, "`x` must hold the neighbors of at least 2 points, not {edges$n}.")
  check_edges(edges)
  is_other <- edges$from != edges$to
  list(
    from = edges$from[is_other], to = as.integer(edges$to[is_other]),
    distance = edges$distance[is_other], n = edges$n, names = edges$names
  )
}

# Returns a part of neighbor lists, the neighbors or the distances, as a matrix if it is a data
# frame or a Matrix; anything else stays as it is.
#   part  of field_of(): a matrix, a Matrix, a data frame, or a list of vectors; NULL: x has no such
#         part
frame_as_matrix <- function(part) {
  is_frame <- is.data.frame(part) && all(vapply(part, is.atomic, NA))
  if (is_frame || methods::is(part, "Matrix")) as.matrix(part) else part
}

# Raises an error if a part of neighbor lists does not hold numbers. Vectors that are all NA are
# left to check_edges().
#   part  matrix, or list of a vector per point;  content: what it holds, in words
check_numbers <- function(part, content) {
  is_wrong <- function(values) !is.numeric(values) && !(is.atomic(values) && all(is.na(values)))
  refuse_first(Filter(is_wrong, if (is.list(part)) part else list(part)),
               "`x` must hold {content} that are numbers, not {describe(first)}.")
}

# The edges to the neighbors of each point: list(from: numbers of the points; to: of their
# neighbors, as given; distance; n: number of points; names: of the points, or NULL). NULL if the
# parts have different shapes.
#   index     numbers of the neighbors: an n x k matrix, or a list of a vector per point
#   distance  their distances, likewise
edges_of_lists <- function(index, distance) {
  if (is.list(index)) {
    shape <- function(part) if (is.list(part)) lengths(part, FALSE)
    from <- rep(seq_along(index), lengths(index))
  } else {
    shape <- function(part) if (!is.list(part)) dim(as.matrix(part))
    from <- c(row(as.matrix(index)))
  }
  if (!identical(shape(index), shape(distance))) return(NULL)
  flatten <- function(part) as.vector(unlist(part, use.names = FALSE))
  list(
    from = from, to = flatten(index), distance = flatten(distance), n = NROW(index),
    names = if (is.list(index)) names(index) else rownames(index)
  )
}

# Raises an error if edges to neighbors that another package found lack a neighbor (0 or NA, or a
# distance that is not finite or above 1e153), name one that is no point, or have a distance below
# 0.
#   edges  of edges_of_lists(): list(from, to: numbers of points; distance; n: number of points)
check_edges <- function(edges) {
  is_absent <- is.na(edges$to) | edges$to == 0 | !is.finite(edges$distance) | edges$distance > 1e153
  refuse_first(edges$from[is_absent],
               c("`x` has missing neighbors, first at point {first}: the search found fewer than
                  it was asked for.",
                 i = "Ask for fewer neighbors, or build the graph with heat_graph()."))
  refuse_first(which(edges$to < 1 | edges$to > edges$n | edges$to != trunc(edges$to)),
               "`x`: neighbor {edges$to[[first]]} of point {edges$from[[first]]} is not a point
                between 1 and {edges$n}.")
  refuse_first(which(edges$distance < 0),
               "`x`: the distance of points {edges$from[[first]]} and {edges$to[[first]]} is
                negative.")
}

# The union of directed edges as a symmetric sparse matrix of distances, n x n, with distances of 0
# stored. Of two distances of an edge the smaller is taken; an error if they differ by more than a
# share of 1e-5.
#   from, to  numbers of the points of each edge;  distance: its length;  n: number of points
edge_distance_matrix <- function(from, to, distance, n) {
  pair_number <- (pmax(from, to) - 1) * n + pmin(from, to) - 1
  order <- order(pair_number, distance)
  pair_number <- pair_number[order]
  distance <- distance[order]
  is_repeated <- duplicated(pair_number)
  low <- as.integer(pair_number %% n) + 1L
  high <- as.integer(pair_number %/% n) + 1L
  refuse_first(which(is_repeated & distance > c(0, distance)[seq_along(distance)] * (1 + 1e-5)),
               "`x` gives points {low[[first]]} and {high[[first]]} two distances,
                {format(distance[[first - 1]])} and {format(distance[[first]])}.")
  symmetric_from_pairs(low[!is_repeated], high[!is_repeated], distance[!is_repeated], n)
}
