# The graph whose spectrum is clustered: of points, of distances, or one that is given.

#' The graph to cluster, with its points.
#'
#' @param x Points or a graph, as the user gave them.
#' @param args,dots The arguments of the call (graph, the name of a type or NULL; n_neighbors and
#'   bandwidth, NULL if not given; and those of as_points()), and the settings of the graph in its
#'   `...`, a list: cutoff, weights (of the rows), and others; k, the number of neighbors, is set
#'   here.
#' @param resolve_target function(n): the number of clusters among n points, of
#'   resolve_n_clusters(): list(source: "number" or "gap"; count).
#' @param runtime Of new_runtime().
#' @param laplacian_type The type of the Laplacian: "random_walk" or "doubly_stochastic".
#' @return As of prepare_spectral(): list(graph, a lapscale_graph; points, of point_table(), or
#'   NULL; target, that of `resolve_target`, list(source: "number" or "gap"; count)).
#' @noRd
cluster_graph <- function(x, args, resolve_target, dots, runtime, laplacian_type) {
  type <- args$graph
  n_neighbors <- args$n_neighbors
  is_walk <- laplacian_type == "random_walk"
  prepare <- function(x) {
    settings <- list(bandwidth = args$bandwidth, graph = type, dots = dots, only_spectrum = is_walk)
    prepare_spectral(x, settings, args, runtime, resolve_target)
  }
  if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) {
    refuse_if(!is.null(n_neighbors), "`n_neighbors` cannot be used with a graph as `x`.")
    return(prepare(x))
  }
  check_dots(dots, setdiff(edge_arguments, "k"))
  # The usual type of graph at a given bandwidth: list(name, settings). Without a bandwidth and
  # other settings of the kernel it is the self-tuning graph of pictures, if has_picture_graph.
  default <- default_graph("clusters")
  has_picture_graph <- is_walk &&
    takes_picture_graph(list(graph = type, bandwidth = args$bandwidth, dots = dots))
  if (!has_picture_graph) type <- check_choice(type %||% default$name, names(graph_types), "graph")
  if (identical(type, default$name)) dots$cutoff <- dots$cutoff %||% default$settings$cutoff
  checked <- as_points(
    x, c(args, list(weights = dots$weights)), c("distances", "sparse"),
    also = c("a lapscale_graph", "an igraph", "a dist")
  )
  dots$weights <- NULL
  # Results that are computed from points in this order do not depend on the order of the rows.
  checked <- take_points(checked, canonical_order(checked$x))
  target <- resolve_target(nrow(checked$x))
  # Rows that coincide are of one cluster. If all do, making the graph is an error.
  n_places <- length(unique(first_equal_row(checked$x)))
  refuse_if(target$source == "number" && n_places > 1L && target$count > n_places,
            "`k` = {target$count} is more than the {n_places} different rows of `x`.")
  dots$k <- resolve_n_neighbors(n_neighbors, type, nrow(checked$x), n_places)
  problem <- prepare(share_checked(checked, is_spread_checked = FALSE))
  problem$points$columns <- column_names(x)
  problem
}

# The number of neighbors of a graph, `k` of heat_graph(); NULL for a dense graph, of all pairs,
# where one that was given is an error. By default there are no more than other places, because
# copies of a row may be merged.
#   n_neighbors  as the user gave it, or NULL: the usual number
#   type         name of the type of the graph, such as "knn", or NULL: the graph of pictures
#   n            number of points;  n_places: number of different rows among them
resolve_n_neighbors <- function(n_neighbors, type, n, n_places) {
  if (is.null(type) || !graph_type(type)$is_complete) {
    usual_count <- default_graph("picture", n_places)$settings$k
    return(check_neighbors(n_neighbors %||% usual_count, "n_neighbors", n))
  }
  refuse_if(!is.null(n_neighbors), "`n_neighbors` cannot be used with a \"{type}\" graph.")
}
