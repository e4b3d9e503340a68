#' Heat-kernel graphs
#'
#' Describes the class `lapscale_graph`, which [heat_graph()] and [as_heat_graph()] return: a graph
#' whose edges have weights of the heat kernel.
#'
#' @details
#' You can convert a graph to other classes:
#' - `as.matrix(graph)` returns the weights as a dense matrix with the row names of the data;
#' - `as(graph, "CsparseMatrix")` returns them as a sparse matrix, a `dgCMatrix`. `head(graph)` and
#'   `tail(graph)` are its first and last rows;
#' - `as_igraph(graph)` returns an undirected weighted graph of package igraph, without loops.
#'   [as_heat_graph()] converts it back, with its bandwidth and self loops.
#'
#' The parts are `graph$weights`, `graph$bandwidth`, `graph$cutoff`, and `graph$type`.
#'
#' @param x,object A `lapscale_graph`.
#' @param ... For `plot()`, graphical parameters. For `head()` and `tail()`, `n`, the number of
#'   rows, as in [utils::head()]. Otherwise not used.
#' @return
#' - `as.matrix()`: an n x n matrix;
#' - `as_igraph()`: an igraph;
#' - `tidy()`: one row per edge, each once and without self loops, with `from` and `to`, the row
#'   names of its points or their row numbers, and `weight`;
#' - `head()` and `tail()`: a sparse matrix with n columns;
#' - `glance()`: one row with `n`, `n_edges`, `n_connected` (number of connected components),
#'   `type`, `bandwidth`, `k`, `cutoff`, `neighbors` (how nearest neighbors were found), and
#'   `recall` (the share of them that was found, see [heat_graph()]; `NA` without `k`),
#'   and `seed` and `version` (see [lapscale][lapscale-package]);
#' - `summary()`: a list with `n`, `edges` (number of edges without self loops), `neighbors` and
#'   `degree` (five-number summaries over the points), and `components` (their sizes);
#' - `plot()`: the graph, invisibly; `autoplot()`: a ggplot.
#' @seealso [heat_graph()], [as_heat_graph()], [graph_laplacian()], [graph_components()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' graph <- heat_graph(x, bandwidth = 0.2)
#' graph
#' plot(graph, x)
#' summary(graph)$components
#' head(tidy(graph))
#' # Earthquakes near Fiji.
#' plot(heat_graph(quakes[c("long", "lat")], 0.5), quakes[c("long", "lat")])
#' @name lapscale_graph
NULL

# Makes a graph, an object of class lapscale_graph, whose fields are the arguments:
#   weights    n x n, symmetric: a dgCMatrix, a plain matrix (if all pairs are joined, or if such a
#              matrix was given), or not stored, of unstored_weights()
#   bandwidth  unit of x; a multiple of own_scales if there are any; NA if only weights were given
#   rows       which rows of the given x the n points are
#   names      row names of the given x, or NULL
#   scaled     whether the columns of x were scaled
#   neighbors  how the nearest neighbors were found: "hnsw", "descent", "given", or NULL: exactly
#   recall     the share of the nearest neighbors that was found, 0 to 1, NULL: all
#   of_kernel  FALSE where the weights were given, not made of distances
#   order      no argument: heat_graph() adds it, the numbers of the points in their canonical order
#   mass       how many observations each point stands for: 1, or length n
#   own_scales of local_scales(), or NULL for a graph without local scales
#   landmarks  of choose_landmarks(), if the points are landmarks of more points, or NULL
#   degree     for landmarks the sums of the weights of all points at each of them, or NULL
#   local_scale  number of the neighbor whose distance is the scale of a point, or NULL
#   multiple   bandwidth as a multiple of the distances to neighbor local_scale, NULL: as it is
#   cut        of share_beyond_neighbors(), a number, NULL if it is not of interest
#   points     of share_checked(), the points that the graph was made of, or NULL
#   distances  of the edges, a dgCMatrix, where they were given and the weights do not tell them
#   method       how the bandwidth was chosen: "given", or the name of a selector
#   type         name among graph_types, or "given"
#   cutoff       distance in bandwidths beyond which weights are 0; Inf: none
#   self_loops   whether each point has an edge to itself
#   k            number of nearest neighbors, or NULL;  symmetry: "union", "mutual", or NULL
#   n_given      number of rows of the given x
# Other functions add fields: factor (see laplacian_of_graph()), copies (see merge_copies()),
# connected (see connect_components()).
new_graph <- function(weights, bandwidth, method, type, cutoff = Inf, self_loops = TRUE, k = NULL,
                      symmetry = NULL, local_scale = NULL, rows = seq_len(nrow(weights)),
                      n_given = nrow(weights), names = NULL, scaled = FALSE, mass = 1,
                      landmarks = NULL, degree = NULL, neighbors = NULL, recall = NULL,
                      of_kernel = TRUE, own_scales = NULL, multiple = NULL, cut = NULL,
                      distances = NULL, points = NULL) {
  structure(arguments(), class = "lapscale_graph")
}

methods::setOldClass("lapscale_graph")

methods::setAs("lapscale_graph", "CsparseMatrix", function(from) {
  w <- sparse_weights(check_graph(from, "from"))
  if (!is.null(from$names)) dimnames(w) <- list(point_names(from), point_names(from))
  w
})
methods::setAs("lapscale_graph", "sparseMatrix", function(from) as(from, "CsparseMatrix"))
methods::setAs("lapscale_graph", "dgCMatrix", function(from) as(from, "CsparseMatrix"))

# Returns the graph; an error if the argument `arg` is no lapscale_graph, or one that was changed.
#   graph  what the user gave; its weights (n x n) and rows (length n) must fit together
check_graph <- function(graph, arg = "graph") {
  check_class(graph, "lapscale_graph", arg, "a graph made by heat_graph() or as_heat_graph()")
  check_weights(graph$weights, length(graph$rows), arg)
  graph
}

# Checks the weights of a graph, or of what was made of one, because they may have been changed
# since, and C++ follows the numbers in them.
#   weights  what must be a dgCMatrix or a plain matrix, n x n, finite and of 0 or more
#   values   whether the entries themselves are checked;  n: number of points
#   arg      the argument that errors name
check_weights <- function(weights, n, arg, values = TRUE) {
  fault <- cpp_weights_fault(weights, n, values)
  refuse_if(!is.null(fault),
            c("`{arg}` has a matrix of weights that is damaged: {fault}.",
              i = "It is no longer as lapscale made it; make it again."))
}

# Returns the row names of the n points of a graph, or NULL.
#   graph  of new_graph(): names (of all rows of the data, or NULL), rows (those that the points
#          are)
point_names <- function(graph) graph$names[graph$rows]

# The dimensions of a graph, n x n. R asks for them wherever an object is described: what is no list
# has none.
#' @export
dim.lapscale_graph <- function(x) if (is.list(x)) dim(x$weights)

#' @rdname lapscale_graph
#' @export
as.matrix.lapscale_graph <- function(x, ...) door({
  w <- check_graph(x, "x")$weights
  if (!is.matrix(w)) check_memory(8 * nrow(w)^2, "x", "as a dense matrix")
  w <- as.matrix(w)
  dimnames(w) <- if (!is.null(x$names)) list(point_names(x), point_names(x))
  w
})

#' @rdname lapscale_graph
#' @export
head.lapscale_graph <- function(x, ...) utils::head(as(x, "CsparseMatrix"), ...)

#' @rdname lapscale_graph
#' @export
tail.lapscale_graph <- function(x, ...) utils::tail(as(x, "CsparseMatrix"), ...)

#' @rdname lapscale_graph
#' @export
print.lapscale_graph <- function(x, ...) {
  graph_summary <- summary(x)
  edges_per_point <- format(2 * graph_summary$edges / graph_summary$n, digits = 3)
  cat(
    if (is.null(graph_type(x)$weights)) "Heat-kernel graph: " else "Graph: ",
    count(graph_summary$n, "point"), ", ", count(graph_summary$edges, "edge"), " (",
    edges_per_point, " per point)\n",
    "  bandwidth ", describe_scale(x$bandwidth, x, x$method),
    if (isTRUE(x$scaled)) ", columns scaled", "\n",
    "  ", describe_type(x), ", ", if (x$self_loops) "with" else "without", " self loops\n",
    "  ", describe_components(graph_summary$components), "\n",
    if (!is.null(x$recall)) c("  ", describe_recall(x), "\n"),
    describe_left_out(x$n_given, length(x$rows)), sep = ""
  )
  invisible(x)
}

# A printed line with the number of rows of the data that were left out; NULL if none was.
#   n_given  number of rows of the data;  n_kept: number of points
describe_left_out <- function(n_given, n_kept) {
  if (n_kept < n_given) paste0("  ", count(n_given - n_kept, "row"), " of the data left out\n")
}

# How neighbors were searched and what share of the nearest was found, in words.
#   x  a list with neighbors ("hnsw", "descent", or "given") and recall (0 to 1), such as a graph
describe_recall <- function(x) {
  search_text <- if (x$neighbors == "given") "as given" else paste("by", x$neighbors)
  paste0("neighbors ", search_text, ", recall ", format(floor(1e4 * x$recall) / 1e4))
}

#' @rdname lapscale_graph
#' @export
tidy.lapscale_graph <- function(x, ...) door({
  refuse_if(!is_stored(x$weights),
            c("`x` does not store its weights, so that its edges cannot be listed.",
              i = "Graphs with a smaller `bandwidth`, or with `graph_knn()`, store them."))
  edges <- edges_once(check_graph(x, "x"))
  edges <- edges[order(edges$i, edges$j), ]
  label <- point_names(x) %||% x$rows
  data.frame(from = label[edges$i], to = label[edges$j], weight = edges$x)
}, ...)

#' @rdname lapscale_graph
#' @export
glance.lapscale_graph <- function(x, ...) door({
  graph_summary <- summary(x)
  with_seed_and_version(data.frame(
    n = graph_summary$n, n_edges = graph_summary$edges,
    n_connected = length(graph_summary$components), type = x$type,
    bandwidth = x$bandwidth, k = x$k %||% NA_integer_, cutoff = x$cutoff,
    neighbors = x$neighbors %||% if (is.null(x$k)) NA_character_ else "exact",
    recall = x$recall %||% if (is.null(x$k)) NA_real_ else 1
  ), x)
}, ...)

# The number of components of a graph, and their sizes if there are several, in words.
#   sizes  number of points of each component
describe_components <- function(sizes) {
  sizes_text <- if (length(sizes) > 1L) paste0(": ", shorten(sizes), " points")
  paste0(count(length(sizes), "component"), sizes_text)
}

# A bandwidth, or the multiple of local scales that it is, and how it was chosen, in words.
#   bandwidth  a number, or NA
#   scales     a list, such as a graph, with local_scale (number of the neighbor whose distance is
#              the scale of a point, or NULL) and multiple (not NULL only of the usual graph of
#              pictures)
#   method     how the bandwidth was chosen: "given", or the name of a selector
describe_scale <- function(bandwidth, scales, method) {
  if (is.na(bandwidth)) return("unknown (weights were given)")
  method_text <- if (!identical(method, "given")) paste0(" (", method, ")")
  multiple_text <- if (!is.null(scales$local_scale)) {
    paste(" x the distance to neighbor", scales$local_scale)
  }
  if (!is.null(scales$multiple))
    multiple_text <- paste0(method_text, " on average, self-tuning graph")
  paste0(format(bandwidth, digits = 4), multiple_text %||% method_text)
}

# Returns the type of a graph and its settings, in words, one text.
#   graph  of new_graph(): type (name of its type), k (number of neighbors, or NULL), symmetry
#          ("union" or "mutual", NULL without k), cutoff (in bandwidths, Inf: none)
describe_type <- function(graph) {
  words <- c(union = "each point joined to its", mutual = "joined if each is one of the other's")
  k_text <- if (!is.null(graph$k)) paste(words[[graph$symmetry]], graph$k, "nearest neighbors")
  cutoff_text <- if (is.finite(graph$cutoff)) {
    paste0("pairs within ", short(graph$cutoff, 3), " bandwidths")
  }
  switch(graph$type,
    radius = paste(c(paste0("radius graph, ", cutoff_text), k_text), collapse = ", and "),
    knn = paste(c(k_text, cutoff_text), collapse = ", "),
    dense = "all pairs",
    name_own_type(graph)
  )
}

#' @rdname lapscale_graph
#' @export
summary.lapscale_graph <- function(object, ...) door({
  w <- check_graph(object, "object")$weights
  neighbors <- neighbor_counts(w)
  structure(object = object, class = c("summary.lapscale_graph", "lapscale_summarized"), list(
    n = nrow(w), edges = sum(neighbors) / 2, neighbors = stats::fivenum(neighbors),
    degree = stats::fivenum(row_totals(w, new_runtime(NULL, FALSE))),
    components = graph_components(object)$sizes, origin = describe_origin(object)
  ))
})

# Prints x, of summary() of a graph: n, edges (numbers of points and edges), neighbors and degree
# (five-number summaries), components (their sizes), origin (of describe_origin()).
#' @export
print.summary.lapscale_graph <- function(x, ...) {
  cat(count(x$n, "point"), ", ", count(x$edges, "edge"), "\n", sep = "")
  five <- rbind(neighbors = x$neighbors, degree = as.numeric(x$degree))
  colnames(five) <- c("min", "lower", "median", "upper", "max")
  print(five, digits = 3)
  cat(describe_components(x$components), "\n", x$origin, sep = "")
  invisible(x)
}
