#' Connected components of a graph
#'
#' @description
#' Finds the connected components of a graph. A component is a set of points that are connected by
#' paths and have no path to any other point.
#'
#' **When to use it.** Embeddings and clusters of a graph with several components mainly show the
#' components. Look at the sizes before you decide how to treat them: a small component may be a
#' group of outliers, and several large ones may be clusters.
#'
#' @param graph A [lapscale_graph], an igraph, or a symmetric sparse Matrix of weights.
#' @return A list with
#'   - `count`: the number of components;
#'   - `sizes`: the number of points in each component, in decreasing order;
#'   - `membership`: for each row of the data the number of its component, named like the rows, and
#'     `NA` for rows that were left out. Component 1 is the largest.
#' @section Errors:
#' - `lapscale_error_argument` if `graph` is not a graph.
#' @seealso [heat_graph()]; the argument `components` of [embed_eigenmaps()] for how to treat
#'   several components; [bw_report()].
#' @examples
#' x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
#' graph_components(heat_graph(x, bandwidth = 0.5))$sizes
#' graph_components(heat_graph(iris[1:4], 0.2))$sizes
#' @export
graph_components <- function(graph) door({
  graph <- as_graph_argument(graph)
  components <- components_of(graph$weights)
  membership <- pad_rows(components$membership, graph, "graph")
  list(count = length(components$sizes), sizes = components$sizes, membership = membership)
})

# The components of weights or of a pattern of edges, n x n: list(membership: the number of the
# component of each point, the largest is 1; sizes: numbers of points, decreasing). Edges of at most
# `faint` of the degrees that they connect (of their geometric mean, or of the smaller) do not
# count.
#   weights     a symmetric plain matrix or dgCMatrix, above 0 for edges; or not stored
#   degree      of each point, if `faint` is not 0
#   faint       a share, 0 to 1;  by_smaller: whether the smaller degree is compared
components_of <- function(weights, degree = numeric(), faint = 0, by_smaller = FALSE) {
  UseMethod("components_of")
}

# Components of stored weights, list(membership: the number of the component of each point, the
# largest is 1; sizes: numbers of points, decreasing).
#   weights     n x n, plain or dgCMatrix
#   degree      of each point, if `faint` is not 0
#   faint       edges of at most this share of the degrees that they connect do not count
#   by_smaller  whether the share is of the smaller degree, not of the geometric mean of both
#' @export
components_of.default <- function(weights, degree = numeric(), faint = 0, by_smaller = FALSE) {
  cpp_components(weights, degree, faint, by_smaller)
}

# Orthonormal vectors of the first components, at most k of them, n x c for c of them: each is
# proportional to the root of the mass on its component, and zero elsewhere. With the degrees as
# masses they are the eigenvectors of the symmetric walk for the eigenvalue 1.
#   membership  the component of each point;  mass: of each point, length n
component_vectors <- function(membership, mass, k) {
  vectors <- matrix(0, length(membership), min(k, max(membership)))
  points <- which(membership <= ncol(vectors))
  vectors[cbind(points, membership[points])] <- sqrt(mass[points])
  vectors / rep(sqrt(colSums(vectors^2)), each = nrow(vectors))
}

# An orthonormal basis of the functions that are constant on each component, n x c, the constant
# function first.
#   pattern  n x n, sparse: entries above 0 join points
constant_basis <- function(pattern) {
  membership <- components_of(pattern)$membership
  n <- length(membership)
  indicators <- component_vectors(membership, rep(1, n), max(membership))
  cpp_orthonormal_on(seq_len(n), cbind(1, indicators[, -1L, drop = FALSE]), rep(1, n), min_norm = 0)
}

# The weights of a graph, a lapscale_graph, as a dgCMatrix without names.
sparse_weights <- function(graph) {
  w <- graph$weights
  if (is.matrix(w)) as_dgCMatrix(Matrix::Matrix(w, sparse = TRUE)) else w
}

# Checks the memory of a result that has a row for each row of the data, of which many may have been
# left out.
#   n_given  number of rows of the data;  columns: number of columns of the result
#   arg      the argument that the data came with
check_padding <- function(n_given, columns = 1, arg = "x") {
  check_memory(16 * n_given * columns, arg, paste("a value for each of", n_given, "rows"))
}

# Turns values per point into values per row of the data, length n_given, with row names, NA for
# rows left out.
#   values  a number or a word per point, length n
#   graph   a graph or checked points: with n_given (number of rows), rows (of the points), names
#   arg     the argument that errors of memory name
pad_rows <- function(values, graph, arg = "x") {
  check_padding(graph$n_given, arg = arg)
  result <- rep(values[NA_integer_], graph$n_given)
  result[graph$rows] <- values
  stats::setNames(result, graph$names)
}

# The sizes, in rows, of the components of the graph of all pairs within `radius`, decreasing. They
# are exact without that graph: they are the components of the nearest neighbors within the radius,
# connected by the shortest bridges within it.
#   handle       of the points in the core;  runtime: of new_runtime()
#   nearest      of nearest_lists(): begin, distance, index;  radius: in the unit of the handle
#   count        how many rows each point stands for, length n
#   large_share  if the largest component of the nearest neighbors has more than this share of the
#                rows, 0 to 1, these components are returned without bridges; 1: never
component_sizes <- function(handle, nearest, radius, count, runtime, large_share = 1) {
  n <- length(nearest$begin) - 1L
  is_near <- nearest$distance <= radius
  pattern <- pattern_of_pairs(list_rows(nearest)[is_near], nearest$index[is_near], n)
  membership <- components_of(pattern)$membership
  largest_share <- max(rowsum(count, membership)) / sum(count)
  if (max(membership) > 1L && largest_share <= large_share) {
    # list(a, b: numbers of the two points of each; distance: in the unit of the handle).
    bridges <- cpp_component_bridges(handle, membership, max_listed(), runtime)
    is_short <- bridges$distance <= radius
    component_pattern <- pattern_of_pairs(
      membership[bridges$a[is_short]], membership[bridges$b[is_short]], max(membership)
    )
    membership <- components_of(component_pattern)$membership[membership]
  }
  sort(as.vector(rowsum(count, membership)), decreasing = TRUE)
}

# The symmetric sparse n x n matrix of ones at some pairs.
#   from, to  numbers of the points of each pair
pattern_of_pairs <- function(from, to, n) {
  as_dgCMatrix(Matrix::sparseMatrix(
    i = c(from, to), j = c(to, from), x = rep(1, 2L * length(from)), dims = c(n, n)
  ))
}
