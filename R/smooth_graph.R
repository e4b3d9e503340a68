# The points and the graph of the term of ?smooth_lap.

# Returns what `xt` says: list(points, type, graph, far).
#   points  of check_term_points() or points_of_term_graph(): checked points, with columns and order
#   type    the graph that is to be built, of new_term_graph(); NULL if there is a graph
#   graph   a lapscale_graph that the user gave, whose points they are, or NULL
#   far     "na" or "keep", see check_far()
# Its arguments:
#   xt      the user's list of settings of a term, or NULL
#   rows    the rows of the data, m x r, whose columns have the names of the term: the points if
#           none are given
resolve_term <- function(xt, rows) {
  xt <- check_term_settings(xt)
  graph <- if (inherits(xt$graph, "lapscale_graph")) check_graph(xt$graph, "graph")
  points <- if (is.null(graph)) check_term_points(xt$points %||% rows, colnames(rows)) else
    points_of_term_graph(graph, xt, colnames(rows))
  type <- if (is.null(graph)) resolve_term_graph(xt)
  list(points = points, type = type, graph = graph, far = xt$far)
}

# Returns the list `xt` of a term, of whose entries the names and far are checked, with far ("na" or
# "keep").
#   xt  the user's list of settings of a term: points, bandwidth, graph, far (NULL: "na"); or NULL
check_term_settings <- function(xt) {
  refuse_if(!is.null(xt) && !is.list(xt), "`xt` must be a list, not {describe(xt)}.")
  entry_names <- c("points", "bandwidth", "graph", "far")
  unknown_names <- setdiff(names(xt), entry_names)
  if (is.list(xt) && length(xt) && !rlang::is_named(xt)) unknown_names <- "without a name"
  refuse_first(unknown_names,
               "`xt` has no entry `{first}`; its entries are {in_quotes(entry_names, \"`\")}.")
  xt$far <- check_far(xt$far %||% "na")
  xt
}

# ---- points --------------------------------------------------------------------------------------

# Checks the points of a term, and leaves one point of those that coincide. Returns them as of
# as_points(), with columns (names of the columns of the term) and order (which of these each column
# of x is, numbers).
#   points  as the user gave them: a table or a point set;  names: of the columns of the term
check_term_points <- function(points, names) {
  is_table <- !inherits(points, "lapscale_points") && length(dim(points)) == 2L
  if (is_table && all(names %in% column_names(points))) points <- points[, names, drop = FALSE]
  check_term_columns(column_names(points), NCOL(points), names, "points")
  checked <- as_points(points, arg = "points")
  if (is_unit_mass(checked$mass)) checked <- take_points(checked, group_equal_rows(checked$x)$first)
  checked$columns <- names
  # The order of the columns of a point set may be another one.
  checked$order <- match(column_names(points) %||% names, names)
  check_spread(checked$x, paste0("s(", toString(names), ")"), names)
  checked
}

# Raises an error if points have other columns than the variables of the term.
#   columns    names of the columns of the points, or NULL;  n_columns: their number
#   names      of the variables of the term;  arg: the argument that has the points
check_term_columns <- function(columns, n_columns, names, arg) {
  is_match <- if (is.null(columns)) n_columns == length(names) else setequal(columns, names)
  refuse_if(!is_match,
            "`{arg}` must have the columns of the term, {in_quotes(names, \"`\")}, not
             {if (is.null(columns)) count(n_columns, \"column\") else in_quotes(columns, \"`\")}.")
}

# Returns the checked points of a graph that was given for a term, as as_points() makes them, with
# columns (names of the columns of the term) and order (which of these each column of x is).
#   graph  a lapscale_graph: points (of share_checked(), NULL is an error), rows (those of the data
#          that the points are)
#   xt     of check_term_settings(): its points and bandwidth must be NULL
#   names  of the columns of the term
points_of_term_graph <- function(graph, xt, names) {
  refuse_first(names(Filter(Negate(is.null), xt[c("points", "bandwidth")])),
               "`{first}` cannot be set if `graph` is a graph with points of its own.")
  refuse_if(is.null(graph$points),
            c("`graph` has no points, so rows have no place in it.",
              i = "Build it from points by heat_graph()."), "no_points")
  checked <- graph$points$checked
  check_term_columns(column_names(graph$points), ncol(checked$x), names, "graph")
  checked <- take_points(checked, match(graph$rows, checked$rows))
  checked$columns <- names
  checked$order <- match(column_names(graph$points) %||% names, names)
  checked
}

# ---- graph ---------------------------------------------------------------------------------------

# Returns the graph of a term, which is to be built, of new_term_graph(): that of `xt`, or the
# default.
#   xt  of check_term_settings(): bandwidth (a number, a selector or its name, a graph of
#       new_term_graph() that bw_reml() sets, or NULL), graph (a type or its name, or NULL)
resolve_term_graph <- function(xt) {
  bandwidth <- xt$bandwidth
  if (inherits(bandwidth, "lapscale_term_graph")) return(bandwidth)
  if (is.null(xt$graph) && !is.null(bandwidth)) return(radius_graph(bandwidth))
  if (is.null(xt$graph)) return(gc_graph(default_multiple, is_default = TRUE))
  if (rlang::is_string(xt$graph) && xt$graph %in% names(graph_types)) {
    k <- if (graph_type(xt$graph)$lists_neighbors) usual_neighbors(xt$graph)
    xt$graph <- graph_type_value(xt$graph, list(k = k))
  }
  refuse_if(!inherits(xt$graph, "lapscale_graph_type"),
            "`graph` must be a graph of heat_graph(), a type such as graph_knn(10), or one of
             {in_quotes(names(graph_types))}, not {describe(xt$graph)}.")
  new_term_graph(c(
    list(type = xt$graph$name, bandwidth = bandwidth),
    Filter(Negate(is.null), xt$graph$settings)
  ))
}

# How users of s() write the arguments that messages name: for a term, and within that for its
# graph, where `k` is no number of functions. See with_argument_words().
words_of_term <- vapply(c(points = "points", bandwidth = "bandwidth", graph = "graph", far = "far"),
                        function(entry) paste0("`xt = list(", entry, " = )`"), "")
words_of_term_graph <- c(k = "`k` of the graph", x = "the variables of the term")

# The default graph is a radius graph at this multiple of the bandwidth of bw_gc(), the best of
# those that were compared (notes/regression.md).
default_multiple <- 0.71

# If it has too many components, the default is the graph of this number of nearest neighbors.
smooth_k <- 10L

# Describes a radius graph at `multiple` times the bandwidth of bw_gc() for the points: of
# new_term_graph().
#   is_default  whether the user chose no graph
gc_graph <- function(multiple, is_default = FALSE) {
  new_term_graph(list(type = graph_radius()$name, multiple = multiple, is_default = is_default))
}

# Describes the graph of the k nearest neighbors, each point with the (smoothed) distance to its
# k-th neighbor as its scale: of new_term_graph().
nearest_graph <- function(k) {
  new_term_graph(list(type = graph_knn()$name, k = k, local_scale = k, bandwidth = 1))
}

# Describes a radius graph of this bandwidth, a number, a selector, or its name: of
# new_term_graph().
radius_graph <- function(bandwidth) {
  new_term_graph(list(type = graph_radius()$name, bandwidth = bandwidth))
}

# Describes the graph of a term by the settings of its type, so that it can be built later: the list
# with the class lapscale_term_graph.
#   settings  list: type (its name), bandwidth or multiple (of the bandwidth of bw_gc()), perhaps
#             is_default (whether the user chose no graph), k, and other settings of the type
new_term_graph <- function(settings) structure(settings, class = "lapscale_term_graph")

# Builds the graph of a term: list(graph: a lapscale_graph; unit: the bandwidth of bw_gc(), of which
# its bandwidth is a multiple, or NULL). A default graph in too many components is replaced by
# nearest_graph().
#   points       of as_points(): x (n x r)
#   description  of new_term_graph(): type (its name), bandwidth (a number, a selector, its name, or
#                NULL: that of heat_graph()) or multiple (of the bandwidth of bw_gc(), a number, or
#                NULL), is_default (whether the user chose no graph, or NULL), and other settings
#   size         the number of eigenvectors that are used
#   runtime      of new_runtime()
build_term_graph <- function(points, description, size, runtime) {
  points <- share_for_call(points)
  unit <- if (!is.null(description$multiple)) {
    muffle_repeats(resolve_bandwidth(NULL, points, 1, runtime))$value
  }
  bandwidth <- if (is.null(unit)) description$bandwidth else description$multiple * unit
  settings <- description[intersect(c("type", edge_arguments), names(description))]
  graph <- with_argument_words(words_of_term_graph, muffle_repeats(
    graph_of_points(points, bandwidth, settings, runtime, 1, n_vectors = size)
  ))
  has_many_parts <- isTRUE(description$is_default) &&
    length(components_of(graph$weights)$sizes) >= size
  if (!has_many_parts) return(list(graph = graph, unit = unit))
  release_weights(graph$weights)
  k <- min(smooth_k, nrow(points$x) - 1L)
  build_term_graph(points, nearest_graph(k), size, runtime)
}
