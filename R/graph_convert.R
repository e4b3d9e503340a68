#' Heat-kernel graph from neighbors, distances, or weights
#'
#' @description
#' Converts neighbor lists, distances, or graphs of other packages to a heat-kernel graph that all
#' functions of lapscale accept.
#'
#' **When to use it.** Use it if you already have neighbors or distances, or if your data are a
#' graph, such as a social network. For points as rows use [heat_graph()]. [embed_eigenmaps()],
#' [embed_diffusion()], [cluster_spectral()], and the `ssl_*()` functions except [ssl_laprls()] and
#' [ssl_lapsvm()] accept neighbor lists, igraphs, and sparse symmetric matrices of weights directly,
#' and convert them with this function.
#'
#' @details
#' These objects are accepted:
#' - **Neighbor lists** with distances: `FNN::get.knn()` (`nn.index`, `nn.dist`), `RANN::nn2()` and
#'   `nabor::knn()` (`nn.idx`, `nn.dists`), `dbscan::kNN()` and `dbscan::frNN()` (`id`, `dist`),
#'   `RcppHNSW`, `rnndescent`, and uwot (`idx`, `dist`), `BiocNeighbors` (`index`, `distance`), and
#'   `Rnanoflann` (`indices`, `distances`). They may be n x k matrices or lists of vectors, with or
#'   without the point itself. The graph has an edge if either point lists the other. If an
#'   approximate search gives a pair slightly different distances from its two ends (up to 1e-5
#'   relative), the smaller is used.
#' - A **dist**, which contains all pairs.
#' - A square, symmetric **Matrix** or plain matrix. With `values = "weights"` its entries are the
#'   weights. With `values = "distances"` they are converted to weights (in a sparse matrix, the
#'   stored entries only).
#' - An **igraph**, with the edge attribute `weight` that `values` describes. Edges without it have
#'   weight 1.
#'
#' Missing neighbors (index 0 or `NA`, or infinite distance), as searches within a radius return
#' them, are an error. Ask for fewer neighbors, or use [heat_graph()].
#'
#' Weights do not contain the sampling density, so it cannot be corrected for. The density exponent
#' `alpha` of a graph from weights is therefore 0 unless you supply it. If you pass neighbor lists
#' directly to an embedding or to [cluster_spectral()], they have no self loops unless you set
#' `self_loops = TRUE`.
#'
#' Embeddings, [cluster_spectral()], and the `ssl_*()` functions that accept a graph take a sparse
#' symmetric matrix as weights, with a message, because graphs usually come in this form and a table
#' of points is symmetric only by chance. `as.matrix(x)` makes points of its rows. If its diagonal
#' is zero and you supply a bandwidth, they ask for `values` as this function does. A sparse
#' symmetric matrix with a negative entry is an error in all functions of lapscale.
#'
#' @param x Neighbors, distances, or weights, see Details.
#' @param bandwidth The bandwidth \eqn{h} in the unit of the distances: a positive number. You must
#'   supply it if there are distances. For weights it may be `NULL` (the default). Then the
#'   Laplacian has no scale.
#' @param values What a Matrix, a plain matrix, or an igraph contains: `"weights"` or `"distances"`.
#'   If you do not supply it, these are weights. You must supply it for a matrix with zeros on the
#'   diagonal if you supply a bandwidth, because then both are possible.
#' @param self_loops For neighbor lists and distances: if `TRUE` (the default, unlike in
#'   [heat_graph()]), \eqn{w_{ii} = 1}{w_ii = 1}, and if `FALSE`, \eqn{w_{ii} = 0}{w_ii = 0}. A matrix
#'   of weights keeps its diagonal. The loops of an igraph are kept if `NULL` (the default), and set to
#'   weight 1 if `TRUE`.
#' @param ... Not used. Extra arguments are an error.
#' @return A [lapscale_graph], a list with
#'   - `weights`, the weights as a symmetric sparse matrix, `n` x `n`;
#'   - `bandwidth`, which is `NA` for weights without one.
#' @section Errors:
#' - `lapscale_error_argument` if entries are negative, missing, or not symmetric. The error names
#'   the first such pair. Asymmetry up to 1e-12 relative is averaged, with a message.
#' @seealso [heat_graph()] to build a graph from points, [lapscale_graph],
#'   `vignette("coming-from")` for calls of other packages.
#' @examples
#' x <- sample_circle(100, seed = 1)
#' near <- as.matrix(dist(x))
#' index <- t(apply(near, 1, order))[, 2:6]
#' lists <- list(idx = index, dist = matrix(near[cbind(rep(1:100, 5), c(index))], 100))
#' as_heat_graph(lists, bandwidth = 0.2, self_loops = FALSE)
#' as_heat_graph(eurodist, bandwidth = 500)  # kilometers by road between 21 cities
#' @export
as_heat_graph <- function(x, bandwidth = NULL, ...) UseMethod("as_heat_graph")

#' @rdname as_heat_graph
#' @export
as_heat_graph.default <- function(x, bandwidth = NULL, self_loops = TRUE, ...) door({
  lists <- neighbor_lists(x)
  choice <- resolve_given_bandwidth(bandwidth)
  self_loops <- check_flag(self_loops, "self_loops")
  distances <- edge_distance_matrix(lists$from, lists$to, lists$distance, lists$n)
  graph_of_edges(distances, choice, self_loops, lists$names)
}, ...)

# The bandwidth for lists or matrices of distances, as resolve_bandwidth() returns it: a list of
# value (the number), method (how it was chosen), k, and minima. It must be given, because choosing
# it needs points.
#   bandwidth  as the user gave it: a number or a lapscale_bandwidth; a selector or NULL is an error
resolve_given_bandwidth <- function(bandwidth) {
  refuse_if(is.null(bandwidth) || is.function(as_selector(bandwidth)),
            c("`bandwidth` must be a number where `x` holds distances: choosing it needs
               coordinates.",
              i = "`bandwidth = bw_gc(points)` chooses it for the points that the distances are
                   of."))
  resolve_bandwidth(bandwidth)
}

# Makes the lapscale_graph of a sparse matrix of distances d: weights exp(-d^2 / h^2) of the stored
# ones, on the diagonal 1 or nothing.
#   distances   n x n, sparse, each distance in one half or in both;  names: of the points, or NULL
#   choice      the bandwidth, list(value: h; method), of resolve_given_bandwidth()
#   self_loops  whether each point has an edge to itself
graph_of_edges <- function(distances, choice, self_loops, names) {
  # `ratio` are distances in bandwidths, of the points low < high of each pair.
  entries <- Matrix::summary(distances)
  low <- pmin(entries$i, entries$j)
  high <- pmax(entries$i, entries$j)
  ratio <- entries$x / choice$value
  is_used <- low < high & ratio <= sqrt(max_exponent) & !duplicated(cbind(low, high))
  n <- nrow(distances)
  loop_rows <- if (self_loops) seq_len(n)
  weights <- symmetric_from_pairs(low[is_used], high[is_used], exp(-ratio[is_used]^2), n, loop_rows)
  settings <- list(type = "given", self_loops = self_loops)
  # They are kept if weights near 1 do not tell them.
  kept_distances <- if (any(exp(-ratio[is_used]^2) > max_weight_with_length)) {
    symmetric_from_pairs(low[is_used], high[is_used], entries$x[is_used], n)
  }
  graph_of_weights(weights, choice, settings, names = names, distances = kept_distances)
}

#' @rdname as_heat_graph
#' @export
as_heat_graph.dist <- function(x, bandwidth = NULL, self_loops = TRUE, ...) door({
  graph_of_distances(x, bandwidth, self_loops)
}, ...)

# Makes the lapscale_graph of all pairs of points with these distances.
#   x  a dist;  bandwidth, self_loops: as the user gave them to as_heat_graph()
graph_of_distances <- function(x, bandwidth, self_loops) {
  checked <- as_points(x, kinds = "distances", min_rows = 2L)
  settings <- list(type = graph_dense()$name, self_loops = self_loops)
  graph_of_points(checked, bandwidth, settings, new_runtime(NULL, FALSE))
}

#' @rdname as_heat_graph
#' @export
as_heat_graph.Matrix <- function(x, bandwidth = NULL, values = c("weights", "distances"),
                                 self_loops = TRUE, ...) door({
  graph_of_matrix(x, bandwidth, values, self_loops, missing(values))
}, ...)

# Makes the lapscale_graph of a square matrix x, plain or of package Matrix.
#   bandwidth, values, self_loops  as the user gave them to as_heat_graph(): values is "weights" or
#                                  "distances"; of weights bandwidth may be NULL, and self_loops is
#                                  not used
#   is_default                     whether the user did not set `values`
graph_of_matrix <- function(x, bandwidth, values, self_loops, is_default = FALSE) {
  values <- check_choice(values, c("weights", "distances"), "values")
  is_plain <- is.matrix(x)
  if (!is_plain) check_valid_matrix(x, "x")
  refuse_if(is_plain && !(is.numeric(x) || is.logical(x)),
            "`x` must be a numeric matrix, not {describe(x)}.")
  check_square(x)
  if (values == "distances") return(graph_of_given_distances(x, bandwidth, self_loops))
  weights <- if (is_plain) as_sparse(x) else as_dgCMatrix(unname_matrix(x))
  if (is_default) check_values_given(weights, bandwidth)
  weights <- as_symmetric(weights, values)
  choice <- if (is.null(bandwidth)) list(value = NA_real_, method = "given") else
    resolve_given_bandwidth(bandwidth)

  new_graph(
    if (is_plain) as.matrix(weights) else weights, choice$value, choice$method, "given",
    self_loops = any(Matrix::diag(weights) > 0), names = rownames(x), of_kernel = FALSE
  )
}

# Makes the lapscale_graph of a square matrix of distances: of all pairs if it is plain or dense,
# and of the pairs whose distances are stored if it is sparse.
#   x  the matrix, n x n;  bandwidth, self_loops: of as_heat_graph()
graph_of_given_distances <- function(x, bandwidth, self_loops) {
  if (!methods::is(x, "sparseMatrix")) {
    return(graph_of_distances(square_matrix_as_dist(as.matrix(x)), bandwidth, self_loops))
  }
  choice <- resolve_given_bandwidth(bandwidth)
  self_loops <- check_flag(self_loops, "self_loops")
  distances <- as_symmetric(as_dgCMatrix(unname_matrix(x)), "distances")
  check_zero_diagonal(Matrix::diag(distances))
  refuse_if(length(distances@x) && max(distances@x) == 0,
            "`x` has no scale: all distances are zero.", "no_scale")
  graph_of_edges(distances, choice, self_loops, rownames(x))
}

# Raises an error if a matrix may hold distances as well as weights: with zeros on the diagonal and
# a bandwidth.
#   m  dgCMatrix, n x n;  bandwidth: of as_heat_graph(), or NULL
check_values_given <- function(m, bandwidth) {
  if (!is.null(bandwidth) && isTRUE(all(Matrix::diag(m) == 0))) {
    check_entries(m, "weights or distances")
    abort_argument(c("`values` must be given where `x` has zeros on the diagonal and there is a
                      `bandwidth`: it may hold distances or weights.",
                     i = "Say as_heat_graph(x, bandwidth, values = \"distances\"), or `values =
                          \"weights\"`."))
  }
}

#' @rdname as_heat_graph
#' @export
as_heat_graph.matrix <- as_heat_graph.Matrix

#' @rdname as_heat_graph
#' @export
as_heat_graph.igraph <- function(x, bandwidth = NULL, values = c("weights", "distances"),
                                 self_loops = NULL, ...) door({
  check_installed("igraph", "to read an igraph")
  values <- check_choice(values, c("weights", "distances"), "values")
  graph_attributes <- igraph::graph_attr(x)
  refuse_if(values == "distances" && igraph::any_multiple(x),
            c("`x` must have one edge at most between two points where edges hold distances.",
              i = "igraph::simplify() joins repeated edges."))
  weight_attribute <- if ("weight" %in% igraph::edge_attr_names(x)) "weight"
  weight <- igraph::edge_attr(x, "weight") %||% 1
  refuse_if(!(is.numeric(weight) || is.logical(weight)),
            "`x` must have numbers as edge attribute `weight`, not {describe(weight)}.")
  edge_values <- igraph::as_adjacency_matrix(x, attr = weight_attribute, sparse = TRUE)
  has_loops <- self_loops %||% graph_attributes$self_loops %||% (values == "distances")
  has_loops <- check_flag(has_loops, "self_loops")
  if (values == "weights" && has_loops) Matrix::diag(edge_values) <- 1
  graph <- graph_of_matrix(
    as_dgCMatrix(edge_values), bandwidth %||% graph_attributes$bandwidth, values, has_loops
  )
  graph$of_kernel <- graph$of_kernel || isTRUE(graph_attributes$of_kernel)
  graph
}, ...)

#' @rdname lapscale_graph
#' @export
as_igraph <- function(x, ...) UseMethod("as_igraph")

#' @rdname lapscale_graph
#' @export
as_igraph.lapscale_graph <- function(x, ...) door({
  check_installed("igraph", "to make an igraph")
  check_graph(x, "x")
  graph <- igraph::graph_from_adjacency_matrix(
    as(x, "CsparseMatrix"), mode = "undirected", weighted = TRUE, diag = FALSE
  )
  igraph::graph_attr(graph) <- x[c("bandwidth", "self_loops", "of_kernel")]
  graph
}, ...)

# Weights exp(-e) are 0 in the core if e is larger.
max_exponent <- 708
