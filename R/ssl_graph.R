# The graph that is learnt on.

# The graph at a bandwidth, for a method of new_ssl_method(). Adds to the arguments:
#   h, bandwidth_method  bandwidth and how it was chosen
#   kernel     dense graphs: the kernel matrix with its diagonal of 1
#   weights    density-corrected, without self loops; u x u
#   degree     their row sums
#   factor     t^-alpha, t the row sums before the correction; of landmarks by their mass
#   known      the points by which once() knows what has been found
#   asked      what all of these depend on beside the points
#   learn      the points of components that hold a label and another point
#   isolated   labelled points without neighbours
#   unseen     points of components without labels
ssl_graph <- function(arguments, method = harmonic_method()) {
  call <- arguments$call
  if (!is.null(arguments$given_graph)) {
    return(ssl_given_graph(arguments, method))
  }
  all <- arguments$landmarks$all %||% arguments$checked
  shared <- all$shared %||% share_checked(all)
  if (is.null(all$shared)) on.exit(free_points(shared))
  chosen <- resolve_bandwidth(
    arguments$bandwidth, shared$checked, arguments$seed, arguments$runtime, call = call
  )
  warn_conflicts(arguments$labels, arguments$checked$x, call)
  asked <- list(
    h = chosen$value, graph = arguments$graph, alpha = arguments$alpha,
    landmarks = arguments$landmarks$at, n_vectors = arguments$n_vectors
  )
  made <- once(shared$checked, "learning_graph", asked, function() {
    learning_graph(arguments, shared$checked, chosen$value)
  })
  problem <- c(
    arguments[setdiff(names(arguments), c("bandwidth", names(made)))], made,
    list(
      h = chosen$value, bandwidth_method = chosen$method, known = list(shared = all$shared),
      asked = asked
    )
  )
  if (!all(is.finite(problem$degree))) {
    abort_argument(
      "`alpha` = {arguments$alpha} is too large: the corrected weights are beyond the range of
       double precision.",
      call = call
    )
  }
  if (all(problem$degree == 0)) {
    abort(
      c("`bandwidth` = {signif(chosen$value, 3)} leaves every point isolated: nothing can be
         learnt.",
        i = "Take a larger `bandwidth`, or `graph = \"knn\"`."),
      "isolated", call = call
    )
  }
  c(problem, learnable(problem, method))
}

# What the labels have no part in, with the graph's settings as they are used.
#   all  the points, of which `arguments` may have landmarks only
learning_graph <- function(arguments, all, h) {
  x <- arguments$checked$x
  runtime <- arguments$runtime
  call <- arguments$call
  landmarks <- arguments$landmarks
  handle <- whole <- borrow_points(all, runtime, call)
  if (!is.null(landmarks)) {
    handle <- hold_points(x, runtime, call)
    on.exit(cpp_release(handle))
  }
  graph <- settle_graph(arguments$graph, handle, x, h, runtime)
  dense <- graph$type == "dense"
  if (graph$type == "knn") {
    graph$listed <- find_listed_neighbors(
      graph$neighbors, x, graph$k, graph$symmetry, handle, runtime, call
    )
  }
  weights <- unstored_graph(arguments, h, graph, call) %||% guard_memory(
    graph_weights(handle, nrow(x), h, replace(graph, "self_loops", dense), runtime, call), "x", call
  )
  graph$entries <- unstored_entries(list(weights = weights))
  kernel <- NULL
  if (dense) {
    kernel <- weights
    diag(weights) <- 0
  }
  if (is.null(landmarks)) {
    total <- row_totals(weights, runtime)
    corrected <- corrected_weights(weights, total, arguments$alpha, runtime)
    factor <- ifelse(total > 0, total^-arguments$alpha, 0)
  } else {
    total <- landmark_degrees(landmarks, whole, h, replace(graph, "self_loops", FALSE), runtime)
    factor <- landmark_factor(landmarks$mass, total, arguments$alpha)
    corrected <- landmark_weights(weights, factor, runtime)
  }
  list(
    graph = graph, kernel = kernel, weights = corrected, degree = row_totals(corrected, runtime),
    factor = factor
  )
}

# The weights of a radius graph that need not be stored; NULL where they are.
unstored_graph <- function(arguments, h, graph, call) {
  if (is.null(arguments$n_vectors) || !is.null(arguments$landmarks)) {
    return(NULL)
  }
  matrix_free_weights(
    arguments$checked, h, graph, arguments$n_vectors, arguments$runtime, call
  )
}

# ssl_arguments() where `x` is a graph: `given_graph`, and no points among what was checked.
ssl_arguments_of_graph <- function(graph, y, settings, call) {
  exact <- identical(settings$neighbors, "exact")
  refuse_with_graph(
    c(settings[c("graph", "k", "cutoff", "landmarks")], list(neighbors = if (!exact) "other")), call
  )
  check_nothing_omitted(settings$na_action, call)
  refuse_scale(settings$scale, "a graph", call)
  n <- nrow(graph$weights)
  if (n < 3L) abort_argument("`x` must have at least 3 points; it has {n}.", call = call)
  alpha <- check_number(settings$alpha, "alpha", above = 0, strict = FALSE, call = call)
  if (!"alpha" %in% settings$given) alpha <- alpha_of_graph(NULL, graph, alpha)
  checked <- list(
    rows = graph$rows, n_given = graph$n_given, names = graph$names,
    order = graph$order %||% seq_len(n)
  )
  seed <- check_seed(settings$seed, call = call)
  runtime <- new_runtime(settings$n_threads, settings$progress, call = call,
                         frame = parent.frame(2L))
  list(
    n_all = n, checked = checked, labels = encode_labels(y, checked, call), alpha = alpha,
    graph = list(type = "given"), given_graph = graph, seed = seed, runtime = runtime,
    given = settings$given, call = call
  )
}

# ssl_graph() of a graph that was given, loops left out. Small graphs that are nearly dense are
# learnt on as those of points are.
ssl_given_graph <- function(arguments, method) {
  graph <- arguments$given_graph
  runtime <- arguments$runtime
  weights <- moderate_weights(without_loops(graph$weights), arguments$alpha, runtime)
  total <- row_totals(weights, runtime)
  corrected <- corrected_weights(weights, total, arguments$alpha, runtime)
  degree <- row_totals(corrected, runtime)
  check_corrected(degree, total, arguments$alpha, arguments$call)
  problem <- c(arguments, list(
    weights = corrected, degree = degree,
    factor = ifelse(total > 0, total^-arguments$alpha, 0), h = graph$bandwidth,
    bandwidth_method = graph$method
  ))
  if (all(problem$degree == 0)) {
    abort("`x` has no edges: nothing can be learnt.", "isolated", call = arguments$call)
  }
  c(problem, learnable(problem, method))
}

# The weights without their diagonal, as a plain matrix where that costs no more than the entries.
without_loops <- function(weights) {
  n <- nrow(weights)
  if (!is.matrix(weights) && n <= dense_limit && length(weights@x) > n^2 / 8) {
    weights <- unname(as.matrix(weights))
  }
  if (is.matrix(weights)) {
    diag(weights) <- 0
    return(weights)
  }
  weights <- as_general(weights)
  weights@x[weights@i == rep(seq_len(n) - 1L, diff(weights@p))] <- 0
  Matrix::drop0(weights)
}
