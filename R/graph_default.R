# The one place that decides which graph is taken where none is given.

# Numbers of neighbors of the graphs for pictures, clusters, and learning, and for layouts, whose
# perplexity is half of it.
default_k <- 10L
layout_k <- 36L

# Up to this number of points graphs for learning join all pairs.
dense_limit <- 3000L

# With more neighbors within the cutoff, learning takes tens of seconds for 5000 points.
max_within_cutoff <- 700

# Up to this number of coordinates are for a picture; more are used for their eigenvalues and
# geometry.
max_picture <- 3L

# Cuts the kernel for clusters at 0.01. Smaller weights do not move clusters, and they are most of
# the edges.
cluster_cutoff <- sqrt(-log(0.01))

#' The graph where none is given
#'
#' @param purpose `"kernel"`: bandwidths, eigenvalues, geometry, which need one bandwidth and all
#'   pairs within its reach. `"picture"`: few coordinates and clusters, by the graph of nearest
#'   neighbors with a scale for each point (bench/embeddings/pictures.R). `"clusters"`: clusters at
#'   a given bandwidth. `"layout"`: embed_layout(). `"learning"`: labels on all pairs of few points.
#'   `"sparse"`: labels on the nearest neighbors.
#' @param n Number of different points.
#' @param n_within For `"learning"`: how many neighbors a point has within the cutoff on average, if
#'   that is known.
#' @return A type of graph with its settings, of graph_type_value(): list(name, settings).
#' @noRd
default_graph <- function(purpose, n = Inf, n_within = 0) {
  knn_graph <- function(k) graph_knn(neighbors_among(n, k))
  switch(purpose,
    kernel = graph_radius(),
    picture = , sparse = knn_graph(default_k),
    clusters = graph_radius(cluster_cutoff, knn_graph(default_k)$settings$k),
    layout = knn_graph(layout_k),
    learning = if (n <= dense_limit) graph_dense() else
      if (n_within > max_within_cutoff) knn_graph(default_k) else
        graph_radius(k = knn_graph(default_k)$settings$k)
  )
}

# The number of neighbors k, or as many as one of n points has; of a single point 1, which the check
# of k then refuses.
neighbors_among <- function(n, k) as.integer(max(1, min(k, n - 1)))

# Whether the usual graph of pictures is taken: if no argument of the kernel was given, and there
# are at most max_picture coordinates.
#   settings  list(graph, bandwidth, landmarks, dots: other settings of the graph, each NULL if it
#             was not given; is_picture: FALSE: never that graph, TRUE: for few coordinates, NULL:
#             for any number of coordinates)
#   count     number of coordinates, or NULL: not known, which is not few
takes_picture_graph <- function(settings, count = NULL) {
  is_unset <- is.null(settings$graph) && is.null(settings$bandwidth) &&
    is.null(settings$landmarks) && is.null(settings$dots$cutoff) &&
    is.null(settings$dots$local_scale)
  is_unset && (is.null(settings$is_picture) || settings$is_picture && isTRUE(count <= max_picture))
}

# The number of neighbors of a graph of n points that is given by the name of its type alone: that
# of the type, or of default_graph(), but below n.
#   type  name of a type whose edges are lists of neighbors
usual_neighbors <- function(type, n = Inf) neighbors_among(n, graph_type(type)$k %||% default_k)
