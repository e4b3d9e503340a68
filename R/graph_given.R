# A graph that is given in place of points, as `x`.

# What the user gave as points or a graph, x, as a lapscale_graph if it is one or can be converted
# to one, otherwise NULL.
#   bandwidth   of as_heat_graph(), where x is to be converted
#   self_loops  NULL where not given: neighbor lists get no loops then, as points do not
as_given_graph <- function(x, bandwidth, self_loops = NULL) {
  is_graph <- inherits(x, "lapscale_graph")
  if (!is_graph && !is_foreign_graph(x)) return(NULL)
  if (is_graph) check_graph(x, "x")
  if (!is.null(self_loops) && (is_graph || is_sparse_graph(x))) abort_of_graph("self_loops")
  if (is_graph) {
    if (!is.null(bandwidth)) abort_of_graph("bandwidth")
    return(x)
  }
  if (is_neighbor_lists(x)) self_loops <- self_loops %||% FALSE
  if (!is_sparse_graph(x)) return(as_heat_graph(x, bandwidth, self_loops = self_loops))
  refuse_signed(x)
  graph <- as_heat_graph(x, bandwidth)
  inform(c("`x` is a sparse symmetric matrix: it is taken as the weights of a graph.",
           i = "Give `as_heat_graph(x)` to say so, `as_heat_graph(x, bandwidth, values =
                \"distances\")` if it holds distances, or `as.matrix(x)` if its rows are points."),
         "weights")
  graph
}

# As as_given_graph(), for the argument `arg` of a function that takes no points: an error if it is
# no graph.
as_graph_argument <- function(graph, arg = "graph") {
  if (inherits(graph, "igraph") || is_sparse_graph(graph)) graph <- as_heat_graph(graph)
  check_graph(graph, arg)
}

# Refuses an argument, named `arg`, that only points can use.
abort_of_graph <- function(arg) abort_argument("`{arg}` cannot be set when `x` is already a graph.")

# The density exponent of a graph: as given; else 0 if the weights themselves were given,
# which hold no sampling density to be forgotten, or are those of the usual graph, whose scales
# follow the density; else that of weights made from points.
#   alpha  what the user gave, or NULL;  of_points: the exponent of weights made from points
alpha_of_graph <- function(alpha, graph, of_points) {
  alpha %||% if (isTRUE(graph$of_kernel) && is.null(graph$multiple)) of_points else 0
}

# Refuses arguments that only points can use where `x` is a graph.
#   given  list of the arguments by name, NULL where the user did not give one
refuse_with_graph <- function(given) {
  refuse_first(names(Filter(Negate(is.null), given)), "`{first}` cannot be used if `x` is a graph.")
}
