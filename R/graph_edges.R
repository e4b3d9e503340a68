# Weights, lengths and distances of edges as symmetric matrices.

# Makes a sparse symmetric n x n matrix, both halves stored.
#   from, to  numbers of the two different points of each pair, each pair once;  x: its entry
#   loop_rows  numbers of the rows whose diagonal entry is 1, or NULL
symmetric_from_pairs <- function(from, to, x, n, loop_rows = NULL) {
  Matrix::sparseMatrix(
    i = c(from, to, loop_rows), j = c(to, from, loop_rows), x = c(x, x, rep(1, length(loop_rows))),
    dims = c(n, n)
  )
}

# The edges of a graph without its loops, each once: a data frame of i < j, numbers of points, and
# x, the weight.
#   graph  a lapscale_graph
edges_once <- function(graph) {
  edges <- Matrix::summary(as(graph, "CsparseMatrix"))
  edges[edges$i < edges$j & edges$x > 0, ]
}

# The max_edges heaviest edges of a graph without its loops, the lightest first: a data frame of i <
# j, numbers of points, and x, the weight relative to the heaviest, above 0 up to 1.
#   graph  a lapscale_graph
heaviest_edges <- function(graph, max_edges) {
  edges <- edges_once(graph)
  edges <- utils::tail(edges[order(edges$x), ], max_edges)
  edges$x <- edges$x / max(edges$x, .Machine$double.xmin)
  edges
}

# Returns the edges of a graph whose weights were given, for pictures of its points: a data frame of
# from and to, rows of the data, and weight, relative to the heaviest. NULL for graphs of points,
# and for more than max_edges edges, which cannot be told apart.
#   graph      a lapscale_graph: of_kernel (TRUE: its weights were made of distances), weights
#              (n x n), rows (which row of the data each point is)
#   max_edges  a number
edges_to_draw <- function(graph, max_edges = 2000L) {
  n_entries <- if (isTRUE(graph$of_kernel)) Inf else Matrix::nnzero(graph$weights)
  if (n_entries > 2 * max_edges + length(graph$rows)) return(NULL)
  edges <- heaviest_edges(graph, max_edges)
  data.frame(from = graph$rows[edges$i], to = graph$rows[edges$j], weight = edges$x)
}

# Returns the weights of a graph with more edges.
#   weights   n x n, symmetric, plain or a dgCMatrix
#   from, to  numbers of the points of each edge, which have no edge yet;  x: its weight
add_edges <- function(weights, from, to, x) {
  if (is.matrix(weights)) {
    weights[cbind(c(from, to), c(to, from))] <- c(x, x)
    return(weights)
  }
  entries <- Matrix::summary(weights)
  as_dgCMatrix(Matrix::sparseMatrix(
    i = c(entries$i, from, to), j = c(entries$j, to, from), x = c(entries$x, x, x),
    dims = dim(weights)
  ))
}

# Adds x, one number or n, to the diagonal of m, a plain or sparse matrix, n x n.
add_to_diagonal <- function(m, x) {
  if (is.matrix(m)) m + diag(x) else as_dgCMatrix(m + Matrix::Diagonal(x = x))
}

# The sum of the weights of each point, length n.
#   weights  n x n, plain, sparse, or matrix-free;  runtime: of new_runtime()
row_totals <- function(weights, runtime) UseMethod("row_totals")

# The sum of the weights of each point, length n.
#   weights  n x n, plain or dgCMatrix;  runtime: of new_runtime()
#' @export
row_totals.default <- function(weights, runtime) {
  if (is.matrix(weights)) rowSums(weights) else cpp_row_sums(weights, runtime)
}

# The sum of the weights of each point, each weight times the mass of the other point, length n.
#   weights  n x n, plain, sparse, or matrix-free;  mass: of each point, length n, or 1
#   runtime  of new_runtime()
weight_totals <- function(weights, mass, runtime) {
  is_unit <- is_unit_mass(mass)
  if (is_unit) row_totals(weights, runtime) else drop(times_weights(weights, cbind(mass)))
}

# The product of weights with f, n x b.
#   weights  n x n, plain, sparse, or not stored;  f: a plain matrix, n x b
times_weights <- function(weights, f) UseMethod("times_weights")

# The product of stored weights, n x n, with f, n x b; names of columns are kept.
#' @export
times_weights.default <- function(weights, f) {
  if (is.matrix(weights)) return(weights %*% f)
  product <- cpp_sparse_product(weights, f)
  colnames(product) <- colnames(f)
  product
}

# The weight of each point's own loop, length n.
#   weights  n x n, plain, sparse, or not stored
loop_weights <- function(weights) UseMethod("loop_weights")

# The stored weight of each point's own loop.
#' @export
loop_weights.default <- function(weights) Matrix::diag(weights)

# Counts how many other points each point is connected to, length n, from stored weights, n x n,
# plain or a dgCMatrix without stored zeros.
neighbor_counts <- function(weights) {
  n_linked <- if (is.matrix(weights)) colSums(weights > 0) else diff(weights@p)
  n_linked - (Matrix::diag(weights) > 0)
}

# The weights with another diagonal, of the same kind.
#   weights  n x n, plain or sparse;  loops: the new diagonal, length n
set_loops <- function(weights, loops) {
  if (is.matrix(weights)) return(`diag<-`(weights, loops))
  weights <- as_dgCMatrix(weights)
  Matrix::diag(weights) <- loops
  Matrix::drop0(weights)
}
