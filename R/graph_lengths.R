# Neighborhood graphs whose entries are lengths of edges, for geodesic distances.

# Makes a graph of lengths, as fit_components() takes it: list(weights: the lengths in units of
# `unit`, a dgCMatrix, n x n, in which lengths of 0 are stored; lengths: TRUE; unit, rows, n_given,
# names).
#   edges    list(from, to: numbers of the points of each edge; length: in units of `unit`), each
#            edge once or several times, in either direction
#   n        number of points;  unit: of the lengths, a power of two, in the unit of x
#   checked  of as_points(), or a lapscale_graph: with rows (of the data, that the points are),
#            n_given (number of rows of the data), names (of these rows, or NULL)
new_length_graph <- function(edges, n, unit, checked) {
  low <- pmin(edges$from, edges$to)
  high <- pmax(edges$from, edges$to)
  is_first <- !duplicated((low - 1) * n + high)
  length_matrix <- symmetric_from_pairs(low[is_first], high[is_first], edges$length[is_first], n)
  list(
    weights = as_dgCMatrix(length_matrix), lengths = TRUE, unit = unit, rows = checked$rows,
    n_given = checked$n_given, names = checked$names
  )
}

# Turns lists of neighbors into edges from each point to its neighbors: list(from, to, length),
# lengths in the unit of the distances of the lists.
#   lists  of nearest_lists(): list(begin, index, distance)
listed_edges <- function(lists) {
  list(from = list_rows(lists), to = lists$index, length = lists$distance)
}

# Makes the graph of lengths, of new_length_graph(), of points or of distances: each point joined to
# its nearest neighbors, or all pairs within a radius. Of points that coincide, the first has these
# edges, and each other one an edge of length 0 to the first, and no other. `copies` are the others.
#   checked  of as_points(): x (n x p, or distances), rows, n_given, names
#   runtime  of new_runtime()
#   k        number of nearest neighbors, or NULL;  radius: in the unit of x, or NULL if k is given
length_graph <- function(checked, k, radius, runtime) {
  n <- nrow(checked$x)
  # list(first: the first of each set of equal rows; index: the set of each row).
  equal_rows <- group_equal_rows(checked$x)
  first <- equal_rows$first
  x <- pick_points(checked$x, first)
  n_distinct <- length(first)
  handle <- release_on_exit(acquire_points(x, runtime))
  unit <- cpp_unit(handle)
  # list(from, to: numbers of different rows; length: in units of `unit`).
  pairs <- if (is.null(radius)) {
    k <- min(k, n_distinct - 1L)
    check_list_memory(n_distinct, k, "k")
    listed_edges(nearest_lists(handle, k, runtime))
  } else {
    settings <- list(type = graph_radius()$name, cutoff = 1, self_loops = FALSE)
    weights <- graph_weights(
      handle, n_distinct, radius, settings, runtime, arg = graph_radius()$name
    )
    entries <- Matrix::summary(weights)
    entries <- entries[entries$i < entries$j, ]
    edge_length <- pair_distances(x, entries$i, entries$j, unit)
    list(from = entries$i, to = entries$j, length = edge_length)
  }
  copies <- seq_len(n)[-first]
  edges <- list(
    from = c(first[pairs$from], first[equal_rows$index[copies]]), to = c(first[pairs$to], copies),
    length = c(pairs$length, numeric(length(copies)))
  )
  new_length_graph(edges, n, unit, checked)
}

# The distances of some pairs of points, in units of `unit`, a number in the unit of x.
#   x     points, n x p, plain or sparse, or distances (is_distances())
#   i, j  numbers of the two points of each pair
pair_distances <- function(x, i, j, unit = 1) {
  if (is_distances(x)) return(x[cbind(i, attr(x, "self")[j])] / unit)
  sqrt(Matrix::rowSums(((x[i, , drop = FALSE] - x[j, , drop = FALSE]) / unit)^2))
}

# Lengths are not computed from larger weights, which have less than nine digits of them.
max_weight_with_length <- 1 - 1e-7

# Makes the graph of lengths, of new_length_graph(), of a heat-kernel graph: the lengths from which
# its weights were made. `entries` is a data frame of its edges: i < j, numbers of points, and x,
# the weight.
#   graph  a lapscale_graph: weights (n x n), bandwidth (unit of x, or a multiple of own_scales, if
#          there are any), own_scales (of local_scales(), n lengths in the unit of x; or NULL),
#          distances (n x n, sparse, of the edges, if they were given and are needed, else NULL),
#          points (of share_checked(), the points that it was made of, or NULL), rows, n_given,
#          names
length_graph_of_heat <- function(graph) {
  refuse_if(!has_unit(graph),
            c("`x` must be a graph with a bandwidth, or points: these weights give no distances.",
              i = "as_heat_graph(x, bandwidth, values = \"distances\") reads edges with lengths."))
  entries <- Matrix::summary(sparse_weights(graph))
  entries <- entries[entries$i < entries$j & entries$x > 0, ]
  # Weights near 1 do not tell lengths; points do, in units of their size.
  x <- if (any(entries$x > max_weight_with_length)) graph$points$checked$x
  # A power of two not below any coordinate or distance in x; NULL without x.
  point_unit <- if (!is.null(x)) power_of_2(stored_values(x))
  # Of each point, and then of the two points of each edge.
  scale <- graph$own_scales$scale
  if (!is.null(scale)) scale <- sqrt(scale[entries$i]) * sqrt(scale[entries$j])
  edge_length <- if (!is.null(graph$distances)) graph$distances[cbind(entries$i, entries$j)] else
    if (!is.null(x)) point_unit * pair_distances(x, entries$i, entries$j, point_unit) else
      graph$bandwidth * (scale %||% 1) * sqrt(pmax(0, -log(entries$x)))
  unit <- if (any(edge_length > 0)) 2^ceiling(log2(max(edge_length))) else 1
  edges <- list(from = entries$i, to = entries$j, length = edge_length / unit)
  new_length_graph(edges, nrow(graph$weights), unit, graph)
}
