# Treats graphs that are not connected, as `components` asks.

component_policies <- c("keep", "error", "largest", "each", "connect")

# Checks that of methods that need a path between any two points.
check_path_policy <- function(components) {
  if (!is.null(components)) check_choice(components, component_policies[-1L], "components")
}

# Fits what is asked for of a graph in several components.
#   problem  list(graph, points, wanted), see prepare_points(): a graph is any list with `weights`
#            (symmetric pattern), `rows`, `n_given` and `names`; of lengths or lists of neighbors
#            if it has `lengths`, else of heat-kernel weights; without `weights` it is in one piece.
#            policy: what is asked for, `components` if there is none, or "place", which fits all of
#            them at once;  unasked: whether nobody asked, that edges are added is worth a word
#            then, and perhaps `other`, what else to use;  farthest: the widest gap that is bridged,
#            in longest edges, if not all are;  joined_by: what may join components, if the kind of
#            graph does not tell
#   fit      function(graph): the embedding of a graph
fit_components <- function(problem, fit, runtime) {
  graph <- problem$graph
  if (is.null(graph$weights)) return(fit(graph))
  policy <- problem$policy %||% problem$components
  found <- components_of(edge_pattern(graph))
  count <- length(found$sizes)
  if (count == 1L || policy == "place") return(note_components(fit(graph), graph, found, policy))
  sizes <- shorten(found$sizes)
  # Points it takes for the coordinates that are asked for.
  smallest <- max(3L, (problem$wanted$count %||% 1L) + 1L)
  refuse_if(policy %in% c("largest", "each") && found$sizes[[1]] < smallest,
            "`n_components` asks for components of {smallest} points or more; the largest of the
             graph has {found$sizes[[1]]}.")
  if (policy == "each") return(fit_each(graph, found, fit, smallest))
  # A graph that is given has no distances to connect its components by.
  can_connect <- !is.null(problem$points)
  ways <- paste0("\"largest\"", if (can_connect) ", \"connect\"", " or \"each\"")
  fitted <- switch(policy,
    error = abort(
      c("The graph has {count} components, of {sizes} points; a connected graph is expected.",
        i = "{joined_by(graph, problem)} may connect them. Or set `components` to {ways}."),
      "disconnected"
    ),
    keep = {
      warn(c("The graph has {count} components, of {sizes} points: {count - 1L} coordinate{?s}
              only {?shows/show} which component a point is in.",
             i = paste0("`components` = ", if (can_connect) "\"connect\" links them, ",
                        "\"each\" embeds each, \"largest\" only one.")), "disconnected")
      fit(graph)
    },
    largest = {
      left_out <- sum(found$sizes[-1L])
      warn("The graph has {count} components, of {sizes} points: only the largest is embedded,
            {left_out} row{?s} {?is/are} NA.", "disconnected")
      fit(keep_points(graph, which(found$membership == 1L)))
    },
    connect = {
      joined <- connect_components(graph, found$membership, problem$points, runtime,
                                   problem$farthest %||% Inf)
      warn_if(isTRUE(problem$unasked),
              c("The graph has {count} components, of {sizes} points: the shortest edges between
                 them are added.",
                i = "{joined_by(graph, problem)} may connect them, or see the argument
                     `components`.",
                i = problem$other), "disconnected")
      fit(joined)
    }
  )
  note_components(fitted, graph, found, policy)
}

# Names what gives a graph more edges: lists of neighbors, lengths, or weights.
joined_by <- function(graph, problem) {
  is_lengths <- isTRUE(graph[["lengths"]])
  # A graph of lengths has no type.
  of_lists <- isFALSE(graph[["lengths"]]) || (!is_lengths && graph_type(graph)$lists_neighbors)
  other <- if (is_lengths) "A larger `k` or `radius`" else "A larger `bandwidth` or `k`"
  problem$joined_by %||% if (of_lists) "A larger `k`" else other
}

# Computes one embedding per component that is large enough, largest first.
fit_each <- function(graph, found, fit, smallest) {
  large <- which(found$sizes >= smallest)
  small <- length(found$sizes) - length(large)
  warn_if(small > 0L,
          "{small} component{?s} of fewer than {smallest} points {cli::qty(small)}{?is/are} not
           embedded.", "disconnected")
  fits <- lapply(large, function(number) {
    part <- keep_points(graph, which(found$membership == number))
    note_components(fit(part), graph, found, "each")
  })
  structure(fits, class = "lapscale_embedding_list")
}

note_components <- function(embedding, graph, found, policy) {
  embedding$components <- list(
    policy = policy, sizes = found$sizes, membership = pad_rows(found$membership, graph)
  )
  embedding
}

# Returns the graph of some of its points.
keep_points <- function(graph, at) {
  weights <- graph$weights[at, at, drop = FALSE]
  graph$weights <- if (is.matrix(weights)) weights else as_general(weights)
  graph$rows <- graph$rows[at]
  graph$mass <- take_mass(graph$mass, at)
  if (!is.null(graph$own_scales)) graph$own_scales$scale <- graph$own_scales$scale[at]
  graph$degree <- graph$degree[at]
  graph$lengths_of <- NULL
  graph
}

# A symmetric matrix, plain or dgCMatrix, whose entries above zero are the edges: lengths may be
# zero, and lists of neighbors go one way.
edge_pattern <- function(graph) {
  pattern <- graph$weights
  if (!is.null(graph[["lengths"]]) && !is.matrix(pattern)) pattern@x[] <- 1
  if (isFALSE(graph[["lengths"]])) as_general(pattern + Matrix::t(pattern)) else pattern
}

# Returns the graph with the shortest edges between its components. In a heat-kernel graph they are
# as heavy as the kernel makes them, but not lighter than the lightest edge that is there.
connect_components <- function(graph, membership, points, runtime, farthest = Inf) {
  refuse_if(is.null(points),
            "`components` = \"connect\" needs points: `x` holds no distances between components.")
  handle <- release_later(hold_points(points$x, runtime))
  bridges <- cpp_component_bridges(handle, membership, max_listed(), runtime)
  entry <- bridges$distance
  if (is.finite(farthest)) check_gap(max(entry) / max(graph$weights@x), farthest)
  if (is.null(graph[["lengths"]])) {
    entries <- if (is.matrix(graph$weights)) graph$weights else graph$weights@x
    refuse_if(!any(entries > 0),
              "Every point is isolated at `bandwidth` = {signif(graph$bandwidth, 3)}: no edge
               says how heavy those between components are to be.", "isolated")
    entry <- exp(-(entry * (cpp_unit(handle) / graph$bandwidth))^2)
    entry <- pmax(entry, min(entries[entries > 0]))
    graph$connected <- TRUE
  }
  graph$weights <- add_edges(graph$weights, bridges$a, bridges$b, entry)
  graph
}

# Across a gap of many times the longest edge, paths would measure the gap and nothing else.
check_gap <- function(gap, farthest) {
  refuse_if(is.finite(gap) && gap > farthest,
            c("The graph has components that are too far apart to be connected unasked: the gap is
               {signif(gap, 2)} times its longest edge.",
              i = "Set `components` to \"each\", \"largest\", or \"connect\"."), "disconnected")
}
