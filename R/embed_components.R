# Graphs that are not connected, and the argument `components`.

# The choices of `components`.
component_policies <- c("keep", "error", "largest", "each", "connect")

# Checks and returns `components` for methods that need a path between any two points: NULL (their
# default), or any policy but "keep".
check_path_policy <- function(components) {
  if (!is.null(components)) check_choice(components, component_policies[-1L], "components")
}

#' Fits a graph that may have several components
#'
#' @param problem list(graph, points, target), see prepare_points(). `points` is NULL if there are
#'   none, and `target$count`, the number of coordinates, if the spectrum decides it. With
#'   `components`, the argument of the call. A graph is any list with `weights` (n x n), `rows`,
#'   `n_given` and `names`. `lengths` is TRUE if weights are lengths of edges, FALSE if column j
#'   lists the neighbors of point j (not symmetric), NULL for heat-kernel weights. Without `weights`
#'   (checked points) it is in one piece. Perhaps
#'   - policy: a value of `components` that is taken instead of the argument, or "place", which fits
#'     all components at once
#'   - is_default: whether the user did not give `components`, so that "connect" warns, and `other`,
#'     a sentence for that warning: what else to use
#'   - farthest: the widest gap that is bridged, in longest edges, if not all are
#'   - joined_by: what may join components, if the type of graph does not say
#' @param fit `function(graph)`: the embedding of a graph.
#' @param runtime Of new_runtime().
#' @return An embedding, with `components` of note_components() if the graph has weights; with
#'   policy "each" the lapscale_embedding_list of fit_each().
#' @noRd
fit_components <- function(problem, fit, runtime) {
  graph <- problem$graph
  if (is.null(graph$weights)) return(fit(graph))
  policy <- problem$policy %||% problem$components
  # list(membership: the number of the component of each point; sizes, decreasing).
  components <- components_of(edge_pattern(graph))
  n_connected <- length(components$sizes)
  if (n_connected == 1L || policy == "place") {
    return(note_components(fit(graph), graph, components, policy))
  }
  sizes_text <- shorten(components$sizes)
  min_size <- max(3L, (problem$target$count %||% 1L) + 1L)
  refuse_if(policy %in% c("largest", "each") && components$sizes[[1]] < min_size,
            "`n_components` asks for components of {min_size} points or more; the largest of the
             graph has {components$sizes[[1]]}.")
  if (policy == "each") return(fit_each(graph, components, fit, min_size))
  # A graph that is given has no distances to connect its components by.
  can_connect <- !is.null(problem$points)
  policies_text <- paste0("\"largest\"", if (can_connect) ", \"connect\"", " or \"each\"")
  embedding <- switch(policy,
    error = abort(
      c("The graph has {n_connected} components, of {sizes_text} points; a connected graph is
         expected.",
        i = "{joined_by(graph, problem)} may connect them. Or set `components` to
             {policies_text}."),
      "disconnected"
    ),
    keep = {
      # This warning names the points without neighbors; the one of the fit about them is muffled.
      isolated_rows <- graph$rows[components$sizes[components$membership] == 1L]
      warn(c("The graph has {n_connected} components, of {sizes_text} points: {n_connected - 1L}
              coordinate{?s} only {?shows/show} which component a point is in.",
             i = if (length(isolated_rows)) {
               "{length(isolated_rows)} point{?s} {?has/have} no neighbors: row{?s}
                {shorten(isolated_rows)}."
             },
             i = paste0("`components` = ", if (can_connect) "\"connect\" links them, ",
                        "\"each\" embeds each, \"largest\" only one.")),
           c("disconnected", if (length(isolated_rows)) "isolated"))
      muffle(fit(graph), "lapscale_warning_isolated")
    },
    largest = {
      n_left_out <- sum(components$sizes[-1L])
      warn("The graph has {n_connected} components, of {sizes_text} points: only the largest is
            embedded, {n_left_out} row{?s} {?is/are} NA.", "disconnected")
      fit(keep_points(graph, which(components$membership == 1L)))
    },
    connect = {
      connected_graph <- connect_components(graph, components$membership, problem$points, runtime,
                                            problem$farthest %||% Inf)
      warn_if(isTRUE(problem$is_default),
              c("The graph has {n_connected} components, of {sizes_text} points: the shortest edges
                 between them are added.",
                i = "{joined_by(graph, problem)} may connect them, or see the argument
                     `components`.",
                i = problem$other), "disconnected")
      fit(connected_graph)
    }
  )
  note_components(embedding, graph, components, policy)
}

# Returns words for what would give a graph more edges, such as "A larger `k`".
#   graph    in it lengths: TRUE (weights are lengths of edges), FALSE (lists of neighbors), or NULL
#            (weights of a heat kernel, with type, the name of the type of graph)
#   problem  of the embedding: joined_by, these words if the method has its own, or NULL
joined_by <- function(graph, problem) {
  edges_have_lengths <- graph[["lengths"]]
  problem$joined_by %||% if (isTRUE(edges_have_lengths)) "A larger `k` or `radius`" else
    if (isFALSE(edges_have_lengths) || graph_type(graph)$lists_neighbors) "A larger `k`" else
      "A larger `bandwidth` or `k`"
}

# Returns a lapscale_embedding_list: one embedding per component that is large enough, the largest
# first. The components that each notes are all of the graph.
#   graph       of fit_components(): n points
#   components  list(membership: number of the component of each point, length n; sizes, decreasing)
#   fit         function of a graph, makes its embedding
#   min_size    the fewest points of a component that is embedded
fit_each <- function(graph, components, fit, min_size) {
  large_components <- which(components$sizes >= min_size)
  n_small <- length(components$sizes) - length(large_components)
  warn_if(n_small > 0L,
          "{n_small} component{?s} of fewer than {min_size} points {cli::qty(n_small)}{?is/are} not
           embedded.", "disconnected")
  fits <- lapply(large_components, function(number) {
    component_graph <- keep_points(graph, which(components$membership == number))
    note_components(fit(component_graph), graph, components, "each")
  })
  new_result(fits, "lapscale_embedding_list")
}

# Returns the embedding with the field `components`, which components its graph had: list(policy,
# sizes, membership: the number of the component of each row of the data, NA for rows left out).
#   graph       with rows, n_given, and names, see pad_rows()
#   components  of components_of(): sizes (decreasing), membership (of each point of the graph)
#   policy      a value of `components`, or "place" (all fitted at once); recorded as it is
note_components <- function(embedding, graph, components, policy) {
  embedding$components <- list(
    policy = policy, sizes = components$sizes, membership = pad_rows(components$membership, graph)
  )
  embedding
}

# Returns the part of a graph with some of its points.
#   graph  a graph of fit_components(): weights (n x n), rows (which row of the data each point is),
#          mass (1, or length n; NULL in graphs of lengths and of lists), own_scales (of
#          local_scales()) and degree (length n), these NULL in most graphs
#   index  numbers of these points, 1 to n
keep_points <- function(graph, index) {
  weights <- graph$weights[index, index, drop = FALSE]
  graph$weights <- if (is.matrix(weights)) weights else as_dgCMatrix(weights)
  graph$rows <- graph$rows[index]
  graph$mass <- take_mass(graph$mass, index)
  graph$own_scales <- take_scales(graph$own_scales, index)
  graph$degree <- graph$degree[index]
  graph
}

# Returns a symmetric matrix, n x n, plain or dgCMatrix, whose entries above zero are the edges of a
# graph of fit_components(): lengths may be zero, and lists of neighbors go one way.
#   graph  weights (n x n), lengths (TRUE: they are lengths of edges; FALSE: lists of neighbors,
#          column j has those of point j; NULL: weights of a heat kernel)
edge_pattern <- function(graph) {
  pattern <- graph$weights
  if (!is.null(graph[["lengths"]]) && !is.matrix(pattern)) pattern@x[] <- 1
  if (isFALSE(graph[["lengths"]])) as_dgCMatrix(pattern + Matrix::t(pattern)) else pattern
}

# Returns the graph with the shortest edges between its components added. In a heat-kernel graph
# they are as heavy as the kernel makes them, but not lighter than the lightest edge that is there.
#   graph       a graph of fit_components(): weights (n x n), lengths (TRUE: the weights are lengths
#               of edges; FALSE: lists of neighbors, where any entry counts as an edge; NULL: of a
#               heat kernel), bandwidth (unit of x, of a heat kernel only). It gets connected, TRUE,
#               if it is of a heat kernel
#   membership  number of the component of each point, length n
#   points      of point_table(), of which x is used, or NULL for a graph without points
#   runtime     of new_runtime()
#   farthest    the widest gap that may be crossed, in longest edges of the graph; Inf: any
connect_components <- function(graph, membership, points, runtime, farthest = Inf) {
  refuse_if(is.null(points),
            "`components` = \"connect\" needs points: `x` holds no distances between components.")
  handle <- release_on_exit(acquire_points(points$x, runtime))
  # The shortest edges between components, ties included: list(a, b: the points that each joins;
  # distance: in the unit of the handle).
  bridges <- cpp_component_bridges(handle, membership, max_listed(), runtime)
  # In the unit of the handle, as the lengths of a graph that has them.
  bridge_weight <- bridge_length <- bridges$distance
  if (is.finite(farthest)) check_gap(max(bridge_length) / max(graph$weights@x), farthest)
  if (is.null(graph[["lengths"]])) {
    entries <- if (is.matrix(graph$weights)) graph$weights else graph$weights@x
    refuse_if(!any(entries > 0),
              "Every point is isolated at `bandwidth` = {signif(graph$bandwidth, 3)}: no edge
               says how heavy those between components are to be.", "isolated")
    bridge_weight <- exp(-(bridge_length * (cpp_unit(handle) / graph$bandwidth))^2)
    bridge_weight <- pmax(bridge_weight, min(entries[entries > 0]))
    graph$connected <- TRUE
  }
  graph$weights <- add_edges(graph$weights, bridges$a, bridges$b, bridge_weight)
  graph
}

# Refuses to cross a gap between components that is too wide: across many times the longest edge,
# paths would measure the gap and nothing else.
#   gap       the widest that is to be crossed, in longest edges of the graph
#   farthest  the widest that may be crossed, in the same unit
check_gap <- function(gap, farthest) {
  refuse_if(is.finite(gap) && gap > farthest,
            c("The graph has components that are too far apart to be connected unasked: the gap is
               {signif(gap, 2)} times its longest edge.",
              i = "Set `components` to \"each\", \"largest\", or \"connect\"."), "disconnected")
}
