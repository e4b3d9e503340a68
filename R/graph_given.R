# A graph that is given in place of points, as `x`.

# Graphs of other packages, as as_heat_graph() knows them. The rows of a sparse symmetric matrix are
# not points.
is_foreign_graph <- function(x) {
  inherits(x, "igraph") || is_neighbor_lists(x) || is_sparse_graph(x)
}

is_neighbor_lists <- function(x) {
  is.list(x) && !is.data.frame(x) && !inherits(x, "lapscale_graph") &&
    !is.null(first_of(x, neighbor_names$index)) && !is.null(first_of(x, neighbor_names$distance))
}

is_sparse_graph <- function(x) {
  square <- methods::is(x, "sparseMatrix") && nrow(x) == ncol(x) && nrow(x) > 1L
  if (!square || !isTRUE(tryCatch(methods::validObject(x), error = function(e) FALSE))) {
    return(FALSE)
  }
  m <- as_general(unname_matrix(x))
  all(is.finite(m@x)) && Matrix::isSymmetric(m, tol = 1e-12)
}

# A sparse symmetric matrix with a negative entry is neither a graph nor a table of points.
refuse_signed <- function(x, call = caller_env()) {
  if (is_sparse_graph(x)) {
    check_entries(as_general(unname_matrix(x)), "weights or distances", call,
                  c(i = "as.matrix(x) makes points of the rows of a sparse symmetric matrix."))
  }
}

# x as a lapscale_graph where it is one or can be made one, else NULL.
#   ...  for as_heat_graph()
as_given_graph <- function(x, bandwidth, ..., call = caller_env()) {
  if (inherits(x, "lapscale_graph")) {
    check_graph(x, "x", call)
    if (!is.null(bandwidth)) {
      abort_of_graph("bandwidth", call)
    }
    return(x)
  }
  if (!is_foreign_graph(x)) {
    return(NULL)
  }
  if (is_sparse_graph(x)) {
    refuse_signed(x, call)
    inform(
      c("`x` is a sparse symmetric matrix: it is taken as the weights of a graph.",
        i = "as_heat_graph(x) says so; as.matrix(x) makes points of its rows."),
      "weights"
    )
  }
  in_the_name_of(rlang::error_call(call), as_heat_graph(x, bandwidth, ...))
}

abort_of_graph <- function(arg, call) {
  abort_argument("`{arg}` is that of the graph where `x` is a graph.", call = call)
}

# `...` where `x` is a graph: what says which edges there are was said when that was made.
#   known  what may stand there all the same
check_dots_with_graph <- function(dots, call, known = character()) {
  given <- setdiff(intersect(names(dots), edge_arguments), known)
  if (length(given)) abort_of_graph(given[[1L]], call)
  check_dots(dots, known, call)
}

# What to do with a graph where points are wanted, as a line of a message, or NULL.
#   also  what else the function takes, in words
graph_hint <- function(x, also) {
  if (!inherits(x, "lapscale_graph") && !is_foreign_graph(x)) {
    return(NULL)
  }
  if (any(grepl("lapscale_graph", also, fixed = TRUE))) {
    return(c(i = "as_heat_graph(x, bandwidth) makes a lapscale_graph of neighbour lists,
                  as_heat_graph(x, bandwidth, values = \"distances\") of edges with lengths."))
  }
  c(i = "This function needs the points themselves; embed_eigenmaps(), embed_diffusion(),
         cluster_spectral() and most ssl_ functions take graphs.")
}

# The density exponent of a graph: as given, else 0 where the weights themselves were given, which
# hold no sampling density to be forgotten, else that of weights made from points.
alpha_of_graph <- function(alpha, graph, of_points) {
  alpha %||% if (isTRUE(graph$of_kernel)) of_points else 0
}

# Arguments that only points can use are refused where `x` is a graph.
#   given  list of values by argument, NULL where not given
refuse_with_graph <- function(given, call = caller_env()) {
  given <- Filter(Negate(is.null), given)
  if (length(given)) {
    abort_argument("`{names(given)[[1]]}` does not go with a graph as `x`.", call = call)
  }
}
