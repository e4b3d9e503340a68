# Neighborhood graphs whose entries are lengths of edges, for geodesic distances.

# Returns a graph as fit_components() takes it, its lengths in `unit`s of x (a power of two).
#   edges  list(from, to, length), each edge once or in both directions
new_length_graph <- function(edges, n, unit, checked) {
  low <- pmin(edges$from, edges$to)
  high <- pmax(edges$from, edges$to)
  once <- !duplicated((low - 1) * n + high)
  lengths <- matrix_of_pairs(low[once], high[once], edges$length[once], n)
  list(
    weights = as_general(lengths), lengths = TRUE, unit = unit, rows = checked$rows,
    n_given = checked$n_given, names = checked$names
  )
}

# Returns lists of neighbors as edges, from either end.
listed_edges <- function(lists) {
  list(from = listing_points(lists), to = lists$index, length = lists$distance)
}

# Makes the length graph of points or of distances: nearest neighbors of either end, or all pairs
# within a radius.
length_graph <- function(checked, k, radius, runtime) {
  n <- nrow(checked$x)
  handle <- hold_points(checked$x, runtime)
  on.exit(cpp_release(handle))
  unit <- cpp_unit(handle)
  if (is.null(radius)) {
    check_list_memory(n, k, "k")
    return(new_length_graph(listed_edges(nearest_lists(handle, k, runtime)), n, unit, checked))
  }
  settings <- list(type = "radius", cutoff = 1, self_loops = FALSE)
  weights <- graph_weights(handle, n, radius, settings, runtime, arg = "radius")
  entries <- Matrix::summary(weights)
  entries <- entries[entries$i < entries$j, ]
  x <- checked$x
  length <- if (is_distances(x)) {
    x[cbind(entries$i, entries$j)] / unit
  } else {
    sqrt(rowSums(((x[entries$i, , drop = FALSE] - x[entries$j, , drop = FALSE]) / unit)^2))
  }
  new_length_graph(list(from = entries$i, to = entries$j, length = length), n, unit, checked)
}

# Returns the lengths that the weights of a heat-kernel graph stand for.
length_graph_of_heat <- function(graph) {
  if (!has_one_bandwidth(graph)) {
    abort_argument(
      c("`x` must be a graph with one bandwidth, or points: these weights give no distances.",
        i = "as_heat_graph(x, bandwidth, values = \"distances\") reads edges with lengths.")
    )
  }
  entries <- Matrix::summary(sparse_weights(graph))
  entries <- entries[entries$i < entries$j & entries$x > 0, ]
  unit <- 2^ceiling(log2(graph$bandwidth))
  length <- graph$bandwidth / unit * sqrt(pmax(0, -log(entries$x)))
  edges <- list(from = entries$i, to = entries$j, length = length)
  new_length_graph(edges, nrow(graph$weights), unit, graph)
}
