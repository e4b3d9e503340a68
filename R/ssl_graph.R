# The graph that is learned on, and the bottom of its spectrum.

# Makes the graph at a bandwidth, for a method of new_ssl_method(). `arguments` are the list of
# ssl_arguments(), to which the result adds:
#   graph                its settings as they are used, of learning_graph()
#   h, bandwidth_method  bandwidth and how it was chosen, in words
#   minima               the bandwidths of all local minima of the curve that chose it, or NULL
#   kernel               dense graphs: the kernel matrix with its diagonal of 1, u x u, else NULL
#   weights              density-corrected, without self loops but loop_share_of_copies(); u x u,
#                        plain (dense graphs), sparse, or not stored
#   degree               the row sums of the weights, length u
#   factor               mass / t^alpha, t the row sums before the correction, by mass; length u
#   cache_points         the points beside which cached() keeps results
#   key                  list of what the graph depends on beside the points
#   arguments            as they came, from which another graph is made
#   learn                numbers of the points of components that hold a label and another point
#   isolated             numbers of labeled points without neighbors
#   faint                numbers of points that are joined to those of `learn` or `isolated` only by
#                        links that eigenvectors do not see
#   unseen               numbers of the points of components without labels
#   n_unseen_parts       number of these components;  n_components: of all components
# Of a given graph there are no minima, kernel, cache_points, key, and arguments, and `graph` is
# that of ssl_arguments(). What is read here:
#   arguments  of ssl_arguments(): given_graph (a lapscale_graph, or NULL), checked (the points, of
#              as_points()), landmarks (of choose_landmarks(), or NULL: then these are the points),
#              labels, graph (settings), alpha, bandwidth and seed as given, runtime; n_vectors (of
#              how many eigenvectors the method learns where weights are not stored; NULL: they must
#              be stored), all_pairs (settings of the graph to use where this one leaves too many
#              points without a label, or NULL)
#   method     of new_ssl_method(): needs_kernel (FALSE where nothing depends on a bandwidth)
# `bandwidth` is list(value, method, minima), of resolve_bandwidth(), or without a kernel
# list(value, method: NA). `graph` is what learning_graph() returns, `shared` the environment of
# share_checked() with all points, and `sets` what learnable() returns.
ssl_graph <- function(arguments, method) {
  if (!is.null(arguments$given_graph)) return(ssl_given_graph(arguments, method))
  shared <- (arguments$landmarks$all %||% arguments$checked)$shared
  bandwidth <- if (method$needs_kernel)
    resolve_bandwidth(arguments$bandwidth, shared$checked, arguments$seed, arguments$runtime) else
    list(value = widest_distance(arguments$checked$x), method = NA_character_)
  warn_conflicts(arguments$labels, arguments$checked, !is.null(arguments$landmarks))
  key <- list(h = bandwidth$value, graph = arguments$graph, alpha = arguments$alpha,
              landmarks = arguments$landmarks$index, n_vectors = arguments$n_vectors)
  graph <- cached(shared$checked, "learning_graph", key, function() {
    learning_graph(arguments, shared$checked, bandwidth$value)
  })
  problem <- c(
    arguments[setdiff(names(arguments), names(graph))], graph,
    list(h = bandwidth$value, bandwidth_method = bandwidth$method, minima = bandwidth$minima,
         cache_points = list(shared = shared), key = key, arguments = arguments)
  )
  refuse_if(!all(is.finite(problem$degree)),
            "`alpha` = {arguments$alpha} is too large: the corrected weights are beyond the range
             of double precision.")
  refuse_if(all(problem$degree == 0),
            c("`bandwidth` = {signif(bandwidth$value, 3)} leaves every point isolated: nothing can
               be learned.",
              i = "Take a larger `bandwidth`, or `graph = \"knn\"`."), "isolated")
  sets <- learnable(problem, method)
  if (!is.null(arguments$all_pairs) && length(sets$unseen) > max_unseen * length(problem$degree)) {
    arguments[c("graph", "all_pairs")] <- list(arguments$all_pairs, NULL)
    return(ssl_graph(arguments, method))
  }
  c(problem, sets)
}

# A number that no distance between rows of x, n x r, exceeds: as a bandwidth it gives every pair a
# weight of at least exp(-1).
widest_distance <- function(x) {
  widths <- apply(x, 2L, function(column) diff(range(column)))
  min(max(widths) * sqrt(ncol(x)), .Machine$double.xmax)
}

# Makes everything that does not depend on the labels, and the settings of the graph as they are
# used: list(graph: settings, with listed, of find_listed_neighbors(), and entries, of
# unstored_entries(); kernel, weights, degree, factor: see ssl_graph()). `loops` are weights of
# points to themselves, `row_sums` those of the weights before the correction for the density.
#   arguments   of ssl_arguments(): checked (x: points, n x r; mass: how many observations each
#               stands for, n numbers or one), landmarks (of choose_landmarks(), or NULL), graph
#               (settings), alpha, runtime, n_vectors (see ssl_graph())
#   all_points  of as_points(): all points, of which `arguments` may have landmarks only
#   h           bandwidth
# `handle` is of the points in the core, `all_handle` of all points. `weights` are NULL at first
# where they have to be stored.
learning_graph <- function(arguments, all_points, h) {
  x <- arguments$checked$x
  runtime <- arguments$runtime
  landmarks <- arguments$landmarks
  handle <- all_handle <- acquire_shared_points(all_points, runtime)
  if (!is.null(landmarks)) handle <- release_on_exit(acquire_points(x, runtime))
  graph <- settle_graph(arguments$graph, handle, nrow(x), h, runtime)
  is_complete <- graph_type(graph)$is_complete
  graph$listed <- find_listed_neighbors(graph, x, handle, runtime)
  # Those of a radius graph may not need to be stored.
  mass <- arguments$checked$mass
  loops <- if (is.null(landmarks)) loop_share_of_copies(mass) else 0
  weights <- if (!is.null(arguments$n_vectors) && is.null(landmarks) && all(loops == 0)) {
    matrix_free_weights(
      arguments$checked, h, graph, arguments$n_vectors, runtime, only_vectors = FALSE
    )
  }
  weights <- weights %||%
    graph_weights(handle, nrow(x), h, replace(graph, "self_loops", is_complete), runtime)
  graph$entries <- unstored_entries(list(weights = weights))
  kernel <- if (is_complete) weights
  if (is_complete || any(loops > 0)) weights <- set_loops(weights, loops)
  row_sums <- if (is.null(landmarks)) weight_totals(weights, mass, runtime) else
    landmark_degrees(landmarks, all_handle, h, replace(graph, "self_loops", FALSE), runtime)
  c(list(graph = graph, kernel = kernel),
    corrected_graph(weights, row_sums, list(mass = mass), arguments))
}

# Corrects weights for the sampling density: list(weights, degree: their row sums, factor: what the
# weights of each point were multiplied by, length n). If the graph has local scales, weights and
# degrees are those of slowed_walk(), with self loops.
#   weights    n x n, plain, sparse, or not stored
#   row_sums   of these weights, each times the mass of the other point, length n; of landmarks the
#              sums of the weights of all points
#   graph      list of mass (how many observations each point stands for: length n, or 1) and, where
#              points have local scales, own_scales (of local_scales(): scale, length n)
#   arguments  of ssl_arguments(): alpha and runtime
corrected_graph <- function(weights, row_sums, graph, arguments) {
  runtime <- arguments$runtime
  correction <- corrected_for_density(weights, row_sums, arguments$alpha, graph, runtime)
  degree <- row_totals(correction$weights, runtime)
  c(slowed_walk(correction$weights, degree, graph$own_scales), correction["factor"])
}

# The problem of ssl_graph() on a graph that was given, without its loops except those of copies.
# Weights of small graphs that are nearly dense become a plain matrix, as those of dense graphs of
# points.
#   arguments  of ssl_arguments(): given_graph (a lapscale_graph: weights, n x n; mass, length n or
#              1; bandwidth; method, how this was chosen, in words), alpha, runtime; all of it stays
#              in the problem
#   method     of new_ssl_method(), for learnable()
# `loops` are the weights that join copies of a row to each other, `row_sums` those of the weights
# before the correction for the density, both of length n.
ssl_given_graph <- function(arguments, method) {
  graph <- arguments$given_graph
  runtime <- arguments$runtime
  loops <- loop_weights(graph$weights) * loop_share_of_copies(graph$mass)
  weights <- set_loops(plain_if_full(graph$weights), loops)
  weights <- moderate_weights(weights, arguments$alpha, runtime)
  row_sums <- weight_totals(weights, graph$mass, runtime)
  correction <- corrected_graph(weights, row_sums, graph, arguments)
  check_corrected(correction$degree, row_sums, arguments$alpha)
  problem <- c(arguments, correction, list(h = graph$bandwidth, bandwidth_method = graph$method))
  refuse_if(all(problem$degree == 0), "`x` has no edges: nothing can be learned.", "isolated")
  c(problem, learnable(problem, method))
}

# The graph of points with local scales, which a learner takes instead of the points: a
# lapscale_graph.
#   x       what the user gave as points; a graph is an error
#   args    list of all arguments of the learner as the user gave them: landmarks (must be NULL),
#           those of learner_defaults (with local_scale, not NULL), seed, n_threads, progress
#   method  of new_ssl_method(): is_machine (refused), name
# `settings` are those of the graph that are not the default.
graph_with_scales <- function(x, args, method) {
  refuse_if(method$is_machine,
            "`local_scale` cannot be used with ssl_{method$name}(), whose kernel has one bandwidth.")
  if (inherits(x, "lapscale_graph") || is_foreign_graph(x)) abort_on_graph("local_scale")
  refuse_if(!is.null(args$landmarks), "`local_scale` cannot be used with `landmarks` of a learner.")
  settings <- unclass(args)[names(learner_defaults)]
  settings <- settings[!mapply(identical, settings, learner_defaults)]
  run_settings <- unclass(args)[c("seed", "n_threads", "progress")]
  # Of weighted rows these loops are what copies are to each other: see ssl_given_graph().
  do.call(heat_graph, c(list(x), settings, run_settings, self_loops = TRUE), quote = TRUE)
}

# The arguments of a learner that make the graph, with the defaults that they have if a graph is
# given.
learner_defaults <- list(
  bandwidth = NULL, graph = NULL, k = NULL, cutoff = NULL, neighbors = "exact", local_scale = NULL,
  weights = NULL, scale = FALSE, metric = "euclidean", na_action = "error", reduced = NULL
)

# Returns weights, a plain or a sparse n x n matrix, as a plain one where that costs no more.
plain_if_full <- function(weights) {
  n <- nrow(weights)
  is_full <- !is.matrix(weights) && n <= dense_limit && length(weights@x) > n^2 / 8
  if (is_full) unname(as.matrix(weights)) else weights
}
