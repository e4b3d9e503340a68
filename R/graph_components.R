#' Connected components of a graph
#'
#' @param graph A [lapscale_graph].
#' @return A list:
#'   - `count`: the number of components;
#'   - `sizes`: how many points each has, decreasing;
#'   - `membership`: for each row of the data the number of its component, by decreasing size, ties
#'     by first point; NA for rows left out; named like the rows.
#' @examples
#' x <- rbind(sample_circle(60, seed = 1), sample_circle(40, seed = 2) + 5)
#' graph_components(heat_graph(x, bandwidth = 0.5))$sizes
#' @export
graph_components <- function(graph) {
  graph <- check_graph(graph)
  found <- components_of(graph$weights)
  membership <- pad_rows(found$membership, graph)
  list(count = length(found$sizes), sizes = found$sizes, membership = membership)
}

# list(membership, sizes) of weights or of a pattern of edges, a plain matrix or a dgCMatrix. In a
# plain one links of at most `least` of what they join, the roots of the degrees, count as none.
components_of <- function(weights, degree = NULL, least = 0) {
  if (is.matrix(weights)) {
    root <- sqrt(degree %||% rowSums(weights))
    # Mostly there is a point that all others are linked to.
    hub <- which.max(root)
    if (all((weights[, hub] > least * root * root[[hub]])[-hub])) {
      return(list(membership = rep(1L, nrow(weights)), sizes = nrow(weights)))
    }
    linked <- weights > least * root * rep(root, each = length(root))
    weights <- as_general(Matrix::Matrix(linked + 0, sparse = TRUE))
  }
  cpp_components(weights)
}

# The weights as a dgCMatrix without names.
sparse_weights <- function(graph) {
  w <- graph$weights
  if (is.matrix(w)) as_general(Matrix::Matrix(w, sparse = TRUE)) else w
}

# Values per point as values per row of the data, NA for rows left out.
pad_rows <- function(values, graph) {
  padded <- rep(values[NA_integer_], graph$n_given)
  padded[graph$rows] <- values
  stats::setNames(padded, graph$names)
}
