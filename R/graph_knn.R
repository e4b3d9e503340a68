# The graph of nearest neighbors.

#' @rdname graph_types
#' @export
graph_knn <- function(k = 10L, symmetry = c("union", "mutual"), local_scale = NULL,
                      neighbors = "exact", ...) door({
  refuse_part_of_name()
  refuse_points(k, "k", "graph_knn")
  check_counts(k, "k")
  graph_type_value("knn", list(
    k = k, symmetry = check_choice(symmetry, c("union", "mutual"), "symmetry"),
    local_scale = check_scale_numbers(local_scale),
    neighbors = check_neighbor_search(neighbors, "knn", "graph")
  ))
}, ...)

# The type of graphs of nearest neighbors, of new_graph_type(): its name, title, and settings.
knn_type <- function() {
  new_graph_type(
    "knn", "nearest neighbors", c("k", "symmetry", "cutoff", "local_scale", "neighbors"),
    lists_neighbors = TRUE
  )
}
