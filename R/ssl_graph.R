# The graph that is learnt on.

# The graph at a bandwidth, for a method of new_ssl_method(). Adds to the arguments:
#   h, bandwidth_method  bandwidth and how it was chosen
#   kernel     dense graphs: the kernel matrix with its diagonal of 1
#   weights    density-corrected, without self loops; u x u
#   degree     their row sums
#   factor     mass / t^alpha, t the row sums before the correction, by mass
#   known      the points by which once() knows what has been found
#   asked      what all of these depend on beside the points
#   learn      the points of components that hold a label and another point
#   isolated   labelled points without neighbours
#   unseen     points of components without labels
ssl_graph <- function(arguments, method = harmonic_method()) {
  if (!is.null(arguments$given_graph)) {
    return(ssl_given_graph(arguments, method))
  }
  all <- arguments$landmarks$all %||% arguments$checked
  shared <- all$shared %||% share_checked(all)
  if (is.null(all$shared)) on.exit(free_points(shared))
  chosen <- resolve_bandwidth(
    arguments$bandwidth, shared$checked, arguments$seed, arguments$runtime
  )
  warn_conflicts(arguments$labels, arguments$checked$x)
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
       double precision."
    )
  }
  if (all(problem$degree == 0)) {
    abort(
      c("`bandwidth` = {signif(chosen$value, 3)} leaves every point isolated: nothing can be
         learnt.",
        i = "Take a larger `bandwidth`, or `graph = \"knn\"`."),
      "isolated"
    )
  }
  c(problem, learnable(problem, method))
}

# What the labels have no part in, with the graph's settings as they are used.
#   all  the points, of which `arguments` may have landmarks only
learning_graph <- function(arguments, all, h) {
  x <- arguments$checked$x
  runtime <- arguments$runtime
  landmarks <- arguments$landmarks
  handle <- whole <- borrow_points(all, runtime)
  if (!is.null(landmarks)) {
    handle <- hold_points(x, runtime)
    on.exit(cpp_release(handle))
  }
  graph <- settle_graph(arguments$graph, handle, x, h, runtime)
  dense <- graph$type == "dense"
  if (graph$type == "knn") {
    graph$listed <- find_listed_neighbors(
      graph$neighbors, x, graph$k, graph$symmetry, handle, runtime
    )
  }
  weights <- unstored_graph(arguments, h, graph) %||%
    graph_weights(handle, nrow(x), h, replace(graph, "self_loops", dense), runtime)
  graph$entries <- unstored_entries(list(weights = weights))
  kernel <- NULL
  if (dense) {
    kernel <- weights
    diag(weights) <- 0
  }
  mass <- arguments$checked$mass
  total <- if (is.null(landmarks)) {
    weight_totals(weights, mass, runtime)
  } else {
    landmark_degrees(landmarks, whole, h, replace(graph, "self_loops", FALSE), runtime)
  }
  corrected <- corrected_weights(weights, total, arguments$alpha, runtime, mass)
  list(
    graph = graph, kernel = kernel, weights = corrected, degree = row_totals(corrected, runtime),
    factor = mass_factor(mass, total, arguments$alpha)
  )
}

# The weights of a radius graph that need not be stored; NULL where they are.
unstored_graph <- function(arguments, h, graph) {
  if (is.null(arguments$n_vectors) || !is.null(arguments$landmarks)) {
    return(NULL)
  }
  matrix_free_weights(
    arguments$checked, h, graph, arguments$n_vectors, arguments$runtime
  )
}

# ssl_arguments() where `x` is a graph: `given_graph`, and no points among what was checked.
ssl_arguments_of_graph <- function(graph, y, settings) {
  exact <- identical(settings$neighbors, "exact")
  refuse_with_graph(
    c(settings[c("graph", "k", "cutoff", "landmarks")], list(neighbors = if (!exact) "other"))
  )
  check_nothing_omitted(settings$na_action)
  refuse_scale(settings$scale, "a graph")
  n <- nrow(graph$weights)
  if (n < 3L) abort_argument("`x` must have at least 3 points; it has {n}.")
  alpha <- check_number(settings$alpha, "alpha", above = 0, strict = FALSE)
  if (!"alpha" %in% settings$given) alpha <- alpha_of_graph(NULL, graph, alpha)
  checked <- list(
    rows = graph$rows, n_given = graph$n_given, names = graph$names, mass = graph$mass,
    order = graph$order %||% seq_len(n)
  )
  seed <- check_seed(settings$seed)
  runtime <- new_runtime(settings$n_threads, settings$progress)
  list(
    n_all = n, checked = checked, labels = encode_labels(y, checked), alpha = alpha,
    graph = list(type = "given"), given_graph = graph, seed = seed, runtime = runtime,
    given = settings$given
  )
}

# ssl_graph() of a graph that was given, loops left out. Small graphs that are nearly dense are
# learnt on as those of points are.
ssl_given_graph <- function(arguments, method) {
  graph <- arguments$given_graph
  runtime <- arguments$runtime
  weights <- moderate_weights(without_loops(graph$weights), arguments$alpha, runtime)
  total <- weight_totals(weights, graph$mass, runtime)
  corrected <- corrected_weights(weights, total, arguments$alpha, runtime, graph$mass)
  degree <- row_totals(corrected, runtime)
  check_corrected(degree, total, arguments$alpha)
  problem <- c(arguments, list(
    weights = corrected, degree = degree,
    factor = mass_factor(graph$mass, total, arguments$alpha), h = graph$bandwidth,
    bandwidth_method = graph$method
  ))
  if (all(problem$degree == 0)) {
    abort("`x` has no edges: nothing can be learnt.", "isolated")
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
