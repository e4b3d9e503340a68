# A graph that is given in place of points, as `x`.

# Returns x as a lapscale_graph if it is a graph of this or of another package; NULL for points.
#   x           what the user gave as points or a graph
#   bandwidth   for as_heat_graph(), if x is converted, or NULL
#   self_loops  TRUE, FALSE, or NULL: not given; neighbor lists then get no loops, as points do not
as_given_graph <- function(x, bandwidth, self_loops = NULL) {
  is_graph <- inherits(x, "lapscale_graph")
  if (!is_graph && !is_foreign_graph(x)) return(NULL)
  if (is_graph) check_graph(x, "x")
  if (!is.null(self_loops) && (is_graph || is_sparse_graph(x))) abort_on_graph("self_loops")
  if (is_graph) {
    if (!is.null(bandwidth)) abort_on_graph("bandwidth")
    return(x)
  }
  if (is_neighbor_lists(x)) self_loops <- self_loops %||% FALSE
  if (!is_sparse_graph(x)) return(as_heat_graph(x, bandwidth, self_loops = self_loops))
  refuse_negative_graph(x)
  graph <- as_heat_graph(x, bandwidth)
  inform(c("`x` is a sparse symmetric matrix: it is taken as the weights of a graph.",
           i = "Give `as_heat_graph(x)` to say so, `as_heat_graph(x, bandwidth, values =
                \"distances\")` if it holds distances, or `as.matrix(x)` if its rows are points."),
         "weights")
  graph
}

# Returns `graph`, the argument `arg` of a function that takes graphs only, as a lapscale_graph: it
# is one, an igraph, or a symmetric sparse Matrix of weights; anything else is an error.
as_graph_argument <- function(graph, arg = "graph") {
  if (inherits(graph, "igraph") || is_sparse_graph(graph)) graph <- as_heat_graph(graph)
  refuse_if(!inherits(graph, "lapscale_graph"),
            c("`{arg}` must be a graph made by heat_graph(), an igraph, or a symmetric Matrix of
               weights, not {describe(graph)}.",
              i = "heat_graph() makes a graph of points, and as_heat_graph() of neighbors or
                   distances."))
  check_graph(graph, arg)
}

# Raises the error of an argument, whose name is `arg`, that was set although `x` is a graph.
abort_on_graph <- function(arg) abort_argument("`{arg}` cannot be set when `x` is already a graph.")

# Returns the exponent of the density for a graph: as the user gave it, or else 0 if its weights
# were given, which hold no sampling density to be removed, or if it is the usual graph of pictures,
# whose scales follow the density, or else usual_alpha.
#   alpha        what the user gave, or NULL
#   graph        a lapscale_graph: of_kernel (FALSE where the weights were given), multiple (not
#                NULL only of the usual graph of pictures)
#   usual_alpha  the exponent for weights made from points
alpha_of_graph <- function(alpha, graph, usual_alpha) {
  alpha %||% if (isTRUE(graph$of_kernel) && is.null(graph$multiple)) usual_alpha else 0
}

# Raises an error if arguments were given that only points can use, because `x` is a graph.
#   point_args  named list of these arguments, NULL for those that were not given
refuse_with_graph <- function(point_args) {
  refuse_first(names(Filter(Negate(is.null), point_args)),
               "`{first}` cannot be used if `x` is a graph.")
}
