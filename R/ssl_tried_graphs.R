# The graphs that ssl_auto() tries.

# The graphs that ssl_auto() tries, a list with list(settings, h: bandwidth) for each, those of
# nearest neighbors first. Where the user gave the graph, a setting of it, or its bandwidth, or
# where its weights are not stored, it is the only one. `own_graphs` is a list with that of the
# problem alone.
#   problem  of ssl_graph(): graph (settings), h (bandwidth of the graph), minima (bandwidths: of
#            the curve that chose it, or NULL), bandwidth (as the user gave it, or NULL), user_args
#            (names of what the user gave), given_graph (a lapscale_graph, or NULL), weights (u x
#            u), checked (x: points, u x r)
tried_graphs <- function(problem) {
  own_graphs <- list(list(settings = plain_settings(problem$graph), h = problem$h))
  user_settings <- intersect(c("graph", "k", "cutoff", "neighbors"), problem$user_args)
  if (length(user_settings) || !is.null(problem[["bandwidth"]]) || !is.null(problem$given_graph) ||
        !is_stored(problem$weights)) {
    return(own_graphs)
  }
  n <- nrow(problem$checked$x)
  nearest_graphs <- lapply(nearest_tried[nearest_tried < n / 4], function(k) {
    settings <- resolve_graph_settings(list(type = graph_knn()$name, k = k), n)
    list(settings = settings, h = problem$h)
  })
  if (is_heavy(problem$weights)) return(nearest_graphs)
  # Other local minima of the curve that chose the bandwidth, or its double and half: two at most.
  minima <- problem$minima[abs(log(problem$minima / problem$h)) > log(1.15)]
  bandwidths <- utils::head(if (length(minima)) minima else problem$h * c(2, 0.5), 2L)
  # Each graph of all pairs takes as long as all graphs of nearest neighbors together.
  is_large <- graph_type(problem$graph)$is_complete && n^2 > max_tried_weights
  other_graphs <- if (!is_large) lapply(bandwidths, function(h) replace(own_graphs[[1L]], "h", h))
  c(nearest_graphs, if (!graph_type(problem$graph)$lists_neighbors) own_graphs, other_graphs)
}

# Labels say nothing about points that they do not reach. Graphs are skipped that leave more points
# without a path to a label than another graph, by more than this share of all points; ssl_graph()
# replaces a usual graph that leaves more than this share.
max_unseen <- 0.01

# Limits the weights: on more, learning takes tens of seconds: nearest neighbors stand in for the
# others.
max_tried_weights <- 3e6

# Whether a graph has more than max_tried_weights weights in a sparse matrix, or computed in each
# product, so that only few others are tried beside it; FALSE of a plain matrix.
is_heavy <- function(weights) {
  n_weights <- if (methods::is(weights, "dgCMatrix")) length(weights@x) else
    if (is_matrix_free(weights)) weights$n_entries
  isTRUE(n_weights > max_tried_weights)
}

# The settings of a graph without what was computed for it.
plain_settings <- function(graph) graph[setdiff(names(graph), c("listed", "entries"))]

# Numbers of nearest neighbors that are tried.
nearest_tried <- c(10L, 20L, 5L)

# The problem of ssl_graph() on another graph, with the same labels. For spectral methods slow parts
# are moved out of it, see without_slow_parts().
#   problem      of ssl_graph(): graph (settings), h (bandwidth of the graph), bandwidth_method (how
#                it was chosen), arguments (of ssl_arguments(), which it was made of), labels (as
#                they are learned now), method (of new_ssl_method(), set by ssl_fit()),
#                methods_to_try (a list per method: its name, then settings by name, of which m, the
#                power or powers of the Laplacian, is read)
#   tried_graph  list(settings, h): the graph and its bandwidth
problem_on <- function(problem, tried_graph) {
  other_problem <- problem
  if (!identical(tried_graph, list(settings = plain_settings(problem$graph), h = problem$h))) {
    replacements <- list(tried_graph$settings, tried_graph$h, problem$labels)
    arguments <- replace(problem$arguments, c("graph", "bandwidth", "labels"), replacements)
    # The first graph has told what is wrong with the labels.
    other_problem <- muffle(ssl_graph(arguments, problem$method),
                            c("lapscale_warning", "lapscale_message_conflict"))
    # To ssl_graph() each of these bandwidths is given.
    if (!identical(tried_graph$h, problem$h)) other_problem$bandwidth_method <- "leave-one-out"
    else other_problem$bandwidth_method <- problem$bandwidth_method
  }
  if (!problem$method$is_spectral) return(other_problem)
  without_slow_parts(other_problem, max(1, unlist(lapply(problem$methods_to_try, `[[`, "m"))))
}

# Prepares what does not depend on which labels are hidden: the spectrum and what else the methods
# learn of, and the problem. NULL where the graph cannot be made, has no label with a neighbor, or
# has too many weights (is_heavy()) for another bandwidth. A list: settings and h, of the graph;
# part (of spectral_part(), or learning_part() for other methods), with membership (the component of
# each point) and label_numbers (the numbers of its labels among all); labelled: of
# labelled_links(), or NULL for more than 500 labels; machines: of machine_candidates(), or NULL;
# machine_seconds: how long these took; n_unseen: how many points no label reaches; problem: of
# ssl_graph() on this graph, or NULL, see without_weights(); methods_to_try.
#   problem      of ssl_graph(): h (bandwidth of the graph), method (of new_ssl_method():
#                is_spectral), methods_to_try (a list per method: its name, then settings by name),
#                and what problem_on() and has_kernel() read
#   tried_graph  list(settings, h): the graph and its bandwidth
# `methods` are the names of the methods that are tried; NULL where those that do not learn of the
# spectrum are not.
prepare_graph <- function(problem, tried_graph) {
  graph_problem <- tryCatch(problem_on(problem, tried_graph), lapscale_error = function(e) NULL)
  is_heavy_too <- !identical(tried_graph$h, problem$h) && is_heavy(graph_problem$weights)
  if (is.null(graph_problem) || !length(graph_problem$learn) || is_heavy_too) return(NULL)
  make_part <- if (problem$method$is_spectral) spectral_part else learning_part
  part <- make_part(graph_problem)
  part$membership <- membership_of(part$weights, part$degree)
  part$label_numbers <- which(graph_problem$labels$rows %in% graph_problem$learn)
  # Beside others, two kinds of methods are tried where they cost little.
  is_single <- length(problem$methods_to_try) == 1L
  tries_direct <- (is_single || identical(tried_graph$h, problem$h)) && is_stored(part$weights)
  methods <- if (tries_direct) vapply(problem$methods_to_try, `[[`, "", 1L)
  tries_machine <- "laprls" %in% methods && length(part$rows) <= 1000L &&
    has_kernel(problem, tried_graph)
  machine_seconds <- seconds_of(machines <- if (tries_machine) {
    settings <-
      if (is_single) problem$methods_to_try[[1L]][-1L] else usual_penalties(graph_problem)
    machine_candidates(graph_problem, settings)
  })
  without_weights(c(tried_graph, list(
    part = part,
    labelled = if (length(part$rows) <= 500L) {
      labelled_links(part, methods, graph_problem$labels$kind)
    },
    machines = machines, machine_seconds = machine_seconds,
    n_unseen = length(graph_problem$unseen), problem = graph_problem,
    methods_to_try = problem$methods_to_try
  )))
}

# Whether the kernel machine is tried on this graph: if there is one method only, or else on the
# first graph that is tried, if the user gave points without a bandwidth and the graph of the
# problem is neither one of nearest neighbors nor heavy (is_heavy()).
#   problem      of ssl_graph(): given_graph (a lapscale_graph, or NULL), bandwidth (as the user
#                gave it, or NULL), graph (settings), weights (u x u), methods_to_try (a list with
#                an element per method), and what tried_graphs() reads
#   tried_graph  list(settings, h): the graph and its bandwidth
has_kernel <- function(problem, tried_graph) {
  length(problem$methods_to_try) == 1L ||
    is.null(problem$given_graph) && is.null(problem[["bandwidth"]]) &&
      !graph_type(problem$graph)$lists_neighbors && !is_heavy(problem$weights) &&
      identical(tried_graph, tried_graphs(problem)[[1L]])
}

# Returns what prepare_graph() does, and of more than 1e6 weights without them, the operator of the
# spectrum, and the problem, which are NULL then: they are made anew for the graph that is chosen.
#   graph  of prepare_graph(): part (weights: u x u; spectrum, with operator, or NULL), problem
without_weights <- function(graph) {
  if (n_weights_of(graph$part$weights) <= 1e6) return(graph)
  graph$part["weights"] <- list(NULL)
  if (!is.null(graph$part$spectrum)) graph$part$spectrum["operator"] <- list(NULL)
  replace(graph, "problem", list(NULL))
}

# The penalties of a machine beside other methods, as settings of machine_candidates():
# list(penalties: list(ambient, manifold)), one pair for classes, of which the side alone counts,
# and three for numbers, which may be as smooth as the kernel.
#   problem  of ssl_graph(): n_all (sum of the counts of all points, also of those that are no
#            landmarks), labels (kind: "classes" or "regression")
usual_penalties <- function(problem) {
  ambient <- c(1e-5, if (problem$labels$kind == "regression") c(1e-7, 1e-9))
  list(penalties = list(ambient = ambient, manifold = 100 * ambient * problem$n_all^2))
}
