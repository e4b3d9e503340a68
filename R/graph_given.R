# A graph that is given in place of points, as `x`.

# x as a lapscale_graph where it is one or can be made one, else NULL.
#   self_loops  NULL where not given: neighbor lists get no loops then, as points do not
as_given_graph <- function(x, bandwidth, self_loops = NULL) {
  if (inherits(x, "lapscale_graph")) {
    check_graph(x, "x")
    if (!is.null(self_loops)) abort_of_graph("self_loops")
    if (!is.null(bandwidth)) abort_of_graph("bandwidth")
    return(x)
  }
  if (!is_foreign_graph(x)) {
    return(NULL)
  }
  if (is_sparse_graph(x)) {
    if (!is.null(self_loops)) abort_of_graph("self_loops")
    refuse_signed(x)
    inform(
      c("`x` is a sparse symmetric matrix: it is taken as the weights of a graph.",
        i = "Use as_heat_graph(x) for a graph, or as.matrix(x) if its rows are points."),
      "weights"
    )
  }
  if (is_neighbor_lists(x)) self_loops <- self_loops %||% FALSE
  as_heat_graph(x, bandwidth, self_loops = self_loops)
}

abort_of_graph <- function(arg) abort_argument("`{arg}` cannot be set when `x` is already a graph.")

# `...` where `x` is a graph: what says which edges there are was said when that was made.
#   known  what may stand there all the same
check_dots_with_graph <- function(dots, known = character()) {
  given <- setdiff(intersect(names(dots), edge_arguments), known)
  if (length(given)) abort_of_graph(given[[1L]])
  check_dots(dots, known)
}

# The density exponent of a graph: as given; else 0 if the weights themselves were given, which hold no
# sampling density to be forgotten, or are those of the usual graph, whose scales follow the density;
# else that of weights made from points.
alpha_of_graph <- function(alpha, graph, of_points) {
  alpha %||% if (isTRUE(graph$of_kernel) && is.null(graph$multiple)) of_points else 0
}

# Arguments that only points can use are refused where `x` is a graph.
#   given  list of values by argument, NULL where not given
refuse_with_graph <- function(given) {
  refuse_first(
    names(Filter(Negate(is.null), given)), "`{first}` does not go with a graph as `x`."
  )
}
