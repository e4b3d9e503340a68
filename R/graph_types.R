#' Types of graphs
#'
#' @description
#' Say which points a graph connects, as a value for the argument `graph` of [heat_graph()] and of
#' all functions that build a graph from points.
#'
#' - `graph_knn()` connects each point with its `k` nearest neighbors. Use it for many points or
#'   many columns.
#' - `graph_radius()` connects all pairs within `cutoff` bandwidths. It is the graph of the theory:
#'   use it for eigenvalues and geometry.
#' - `graph_dense()` connects all pairs. Use it for up to a few thousand points.
#'
#' @details
#' `graph = "knn", k = 10` is a shorthand for `graph = graph_knn(10)`: each setting can also be an
#' argument of the function that builds the graph. In [cluster_spectral()], where `k` is the number
#' of clusters, and in [graph_spectrum()], where it is the number of eigenvalues, the shorthand for
#' the number of neighbors is `n_neighbors`. `graph_knn(10)` means neighbors everywhere.
#'
#' **Radius.** If you supply `k`, each point is also connected with its `k` nearest neighbors, so
#' that no point is isolated.
#'
#' **Nearest neighbors.** The pairs are connected in which either point is among the `k` nearest
#' neighbors of the other (`symmetry = "union"`), or both are (`"mutual"`). They are not cut off
#' unless you supply `cutoff` as an argument of the function that builds the graph. With few
#' neighbors the eigenvalues are too small: on a sphere they are about 0.6 of the true values with
#' 15 neighbors and 0.9 with 60.
#'
#' **Ties.** All points that are as near as the `k`-th neighbor are neighbors, so a point can have
#' more than `k`. On a square lattice, for example, the 5 nearest neighbors are 8. The graph
#' therefore does not depend on the order of the rows, see [lapscale_conventions]. Duplicates are
#' kept and connected by edges of weight 1.
#'
#' @param k Number of nearest neighbors, a whole number below `n`, without the point itself. Rows
#'   that coincide count as one neighbor, and are connected to each other. The default is 10 for
#'   `graph_knn()` and `graph = "knn"`. With `NULL`, the default for `graph_radius()`, a radius graph
#'   does not use neighbors. [bw_gc()] also takes several numbers, or `NULL` to try 5, 10, 20, 40,
#'   and 80, and selects the one with the smallest criterion.
#' @param symmetry If `"union"` (the default), an edge needs one of its points to be among the `k`
#'   nearest neighbors of the other. If `"mutual"`, both must be.
#' @param cutoff Pairs farther apart than `cutoff` bandwidths are not connected: a positive number.
#'   If `NULL` (the default), it is 3.72, where weights are 1e-6 (in [bw_gc()] 4.29, where they are
#'   1e-8). A small cutoff biases the Laplacian, see [lapscale_conventions].
#' @param local_scale If `NULL` (the default), all points have the same bandwidth. Otherwise, the
#'   number of neighbors that give the scale of each point, see [heat_graph()]. `TRUE` is 20.
#' @param neighbors How the nearest neighbors are found. `"exact"` is the default. `"hnsw"` (package
#'   RcppHNSW) and `"descent"` (package rnndescent) miss some, but the same ones in every run. You
#'   can also supply a function of the points and `k`, or the neighbors themselves: a matrix of row
#'   numbers with n rows and at least `k` columns, or a list that contains one as `index`, `idx`,
#'   `nn.index`, ... It may contain the points themselves. Distances are always recomputed.
#' @return An object of class `lapscale_graph_type`.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if a setting is out of its range. Numbers of neighbors are compared
#'   with the number of rows when a graph is built.
#' @seealso [heat_graph()] for the graph itself, [graph_laplacian()].
#' @examples
#' x <- sample_circle(200, noise = 0.02, seed = 1)
#' heat_graph(x, bandwidth = 0.2, graph_knn(8))
#' embed_eigenmaps(x, 2, bandwidth = 0.2, graph = graph_radius(cutoff = 3))
#' graph_knn(10, local_scale = 7)
#' heat_graph(iris[1:4], graph = graph_knn(10))
#' @name graph_types
NULL

# Makes a type of graph, which says how graphs of that type are built and used: a list of the
# arguments. A type has a file of its own; R/lapscale-package.R lists them.
#   name             as users write it
#   title            in words
#   settings         names of its settings, such as "k" and "cutoff", others are an error; beside
#                    those that all types have: `self_loops`, and the user's `weights` of rows, how
#                    often each counts
#   lists_neighbors  whether its edges are lists of nearest neighbors, which need a `k`
#   is_within        whether its edges are the pairs within `cutoff` bandwidths
#   is_complete      whether its edges are all pairs
#   weights          weights of edges, not of rows: a function (points, n, bandwidth, settings,
#                    runtime) -> n x n weights without loops, a dgCMatrix or a plain matrix; NULL:
#                    the heat kernel on its edges.  points: a handle;  settings: of
#                    resolve_graph_settings()
#   new_weights      (points, query, bandwidth, settings, runtime) -> weights of new points, the
#                    rows of `query`, m x r, to the n of the graph: m x n, plain or sparse; NULL:
#                    the heat kernel to the points that the three flags say.  settings: with `k`
#   k                usual number of neighbors, NULL: that of default_graph("sparse")
new_graph_type <- function(name, title, settings, lists_neighbors = FALSE, is_within = FALSE,
                           is_complete = FALSE, weights = NULL, new_weights = NULL, k = NULL) {
  unclass(arguments())
}

# All types of graphs by their names, each of new_graph_type(). .onLoad() fills the list.
graph_types <- list()

# The type of graphs whose weights or neighbors were given.
given_type <- new_graph_type("given", "given edges", character())

# Returns the type of a graph, of new_graph_type(); given_type if it has no name or an unknown one.
#   graph  a graph or a list of its settings, with the name as `type`, or the name itself, or NULL
graph_type <- function(graph) {
  name <- if (is.list(graph)) graph[["type"]] else graph
  if (is.null(name)) given_type else graph_types[[name]] %||% given_type
}

# Whether weights of a type of graph do not depend on the bandwidth: if they are its own, and their
# function does not name it.
#   graph  the type as a user gives it: a value, a name, or NULL
ignores_bandwidth <- function(graph) {
  weights <- graph_type(if (inherits(graph, "lapscale_graph_type")) graph$name else graph)$weights
  !is.null(weights) && !"bandwidth" %in% all.names(body(weights))
}

# A type of graph whose weights are its own, with its number of neighbors: "shared nearest neighbors
# (k = 10)".
#   graph  list of type and, if its edges are lists, k
name_own_type <- function(graph) {
  paste0(graph_type(graph)$title, if (!is.null(graph$k)) paste0(" (k = ", graph$k, ")"))
}

# The names of the types of graphs that have a property.
#   property  name of a field of new_graph_type() that is TRUE
types_with <- function(property) names(Filter(function(type) isTRUE(type[[property]]), graph_types))

# Makes a type of graph with its settings, as users give it as `graph`, of class
# lapscale_graph_type: list(name, settings).
#   name  of the type;  settings: named list, with NULL for those that were not given
graph_type_value <- function(name, settings) {
  structure(list(name = name, settings = settings), class = "lapscale_graph_type")
}

# Checks and returns `local_scale`, numbers of the neighbor whose distance is the scale of a point:
# TRUE, NULL, or one number or more.
check_scale_numbers <- function(local_scale) {
  if (isTRUE(local_scale)) return(TRUE)
  check_counts(local_scale, "local_scale")
}

# Checks and returns one or more whole numbers, or NULL, the argument `arg`.
check_counts <- function(numbers, arg) {
  if (is.null(numbers)) return(NULL)
  refuse_if(!is.numeric(numbers) || !length(numbers),
            "`{arg}` must be one or more whole numbers, not {describe(numbers)}.")
  for (number in numbers) check_count(number, arg)
  numbers
}

#' @rdname graph_types
#' @param x A type of graph.
#' @param ... Not used.
#' @export
print.lapscale_graph_type <- function(x, ...) door({
  settings <- Filter(Negate(is.null), x$settings)
  settings <- settings[!vapply(settings, identical, NA, "exact")]
  values <- vapply(settings, function(value) if (is.atomic(value)) toString(value) else "given", "")
  cat("Type of graph: ", graph_type(x$name)$title, " (\"", x$name, "\")",
      if (length(values)) paste0(", ", paste(names(values), "=", values, collapse = ", ")), "\n",
      sep = "")
  invisible(x)
}, ...)

# Raises an error if the first argument of the function of a type of graph is points.
#   value  as the user gave it, the argument called `arg`
#   name   of the function, such as "graph_knn"
refuse_points <- function(value, arg, name) {
  refuse_if(length(dim(value)) == 2L || is_shared(value) || inherits(value, "dist"),
            c("`{arg}` must be a number, not {describe(value)}: {name}() is a type of graph, without
               points.",
              i = "heat_graph(x, graph = {name}()) is the graph of points."))
}
