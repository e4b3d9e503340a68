# What the methods of semi-supervised learning share: checked arguments, the graph without self
# loops, which part of it can be learnt on.

# Beyond this many points the learning graph is sparse.
dense_limit <- 3000L

# The arguments that all methods take, as they come.
ssl_settings <- function(alpha, bandwidth, graph, k, cutoff, na_action, seed, n_threads, progress) {
  list(
    alpha = alpha, bandwidth = bandwidth, graph = graph, k = k, cutoff = cutoff,
    na_action = na_action, seed = seed, n_threads = n_threads, progress = progress
  )
}

# The cheap part of the checks. Returns a list: checked (see check_points()), columns (names, or
# NULL), labels (see check_labels()), alpha, graph (see resolve_graph_settings()), seed, runtime.
ssl_arguments <- function(x, y, settings, call = caller_env()) {
  checked <- check_points(x, min_rows = 3L, na_action = settings$na_action, call = call)
  n <- nrow(checked$x)
  alpha <- check_number(settings$alpha, "alpha", above = 0, strict = FALSE, call = call)
  graph <- check_learning_graph(settings, n, call)
  if (!is.null(settings$bandwidth) && !is.function(settings$bandwidth)) {
    check_number(plain(settings$bandwidth), "bandwidth", above = 0, call = call)
  }
  seed <- check_seed(settings$seed, call = call)
  runtime <- new_runtime(settings$n_threads, settings$progress, call = call,
                         frame = parent.frame())
  labels <- check_labels(y, checked, call)
  check_spread(checked$x, call = call)
  list(
    checked = checked, columns = colnames(x), labels = labels, alpha = alpha, graph = graph,
    bandwidth = settings$bandwidth, seed = seed, runtime = runtime
  )
}

# The graph asked for; "auto" is settled when the bandwidth is known.
check_learning_graph <- function(settings, n, call) {
  choices <- c("auto", "dense", "radius", "knn")
  type <- check_choice(settings$graph %||% "auto", choices, "graph", call = call)
  k <- settings$k
  if (type == "auto") {
    given <- !is.null(k) || !is.null(settings$cutoff)
    type <- if (given) "radius" else if (n <= dense_limit) "dense" else "auto"
  }
  if (is.null(k) && type != "dense") k <- min(default_k, n - 1L)
  as <- if (type == "auto") "radius" else type
  found <- resolve_graph_settings(as, k, "union", settings$cutoff, FALSE, NULL, n, "graph", call)
  found$type <- type
  found
}

default_k <- 10L

# Beyond this many neighbours by weight, the pairs within the cut-off are left to the k nearest.
most_neighbors <- 50

# "auto" beyond the dense graphs: the pairs within the cut-off and the k nearest; but the k nearest
# alone where the former would be hundreds per point.
settle_graph <- function(settings, handle, x, h, runtime) {
  if (settings$type != "auto") {
    return(settings)
  }
  some <- x[cpp_sample_rows(nrow(x), 200, 1), , drop = FALSE]
  none <- matrix(0, 0, 0)
  sums <- cpp_heat_sums(handle, some, none, none, h, numeric(), TRUE, runtime)$weight
  settings$type <- if (mean(sums) - 1 <= most_neighbors) "radius" else "knn"
  if (settings$type == "knn") settings$cutoff <- Inf
  settings
}

# The graph at a bandwidth; `machine`: for a method that is a function of its own where the graph
# says nothing. Adds to the arguments:
#   h, method  bandwidth and how it was chosen
#   kernel     dense graphs: the kernel matrix with its diagonal of 1
#   weights    density-corrected, without self loops; u x u
#   degree     their row sums
#   factor     t^-alpha, t the row sums before the correction
#   learn      the points of components that hold a label and another point
#   lone       labelled points without neighbours
#   unseen     points of components without labels
ssl_graph <- function(arguments, machine = FALSE, call = caller_env()) {
  x <- arguments$checked$x
  chosen <- resolve_bandwidth(
    arguments$bandwidth, arguments$checked, arguments$seed, arguments$runtime, call
  )
  warn_conflicts(arguments$labels, x, call)
  handle <- hold_points(x, arguments$runtime, call)
  on.exit(cpp_release(handle))
  settings <- settle_graph(arguments$graph, handle, x, chosen$value, arguments$runtime)
  arguments$graph <- settings
  dense <- settings$type == "dense"
  settings$self_loops <- dense
  weights <- guard_memory(
    graph_weights(handle, nrow(x), chosen$value, settings, arguments$runtime, call), "x", call
  )
  kernel <- NULL
  if (dense) {
    kernel <- weights
    diag(weights) <- 0
  }
  total <- row_totals(weights, arguments$runtime)
  corrected <- corrected_weights(weights, total, arguments$alpha, arguments$runtime)
  problem <- c(arguments[names(arguments) != "bandwidth"], list(
    h = chosen$value, method = chosen$method, kernel = kernel, weights = corrected,
    degree = row_totals(corrected, arguments$runtime),
    factor = ifelse(total > 0, total^-arguments$alpha, 0)
  ))
  if (all(problem$degree == 0)) {
    abort(
      c("`bandwidth` = {signif(chosen$value, 3)} leaves every point isolated: nothing can be
         learnt.",
        i = "Take a larger `bandwidth`, or `graph = \"knn\"`."),
      "isolated", call = call
    )
  }
  c(problem, learnable(problem, machine, call))
}

# Which points a graph method can say something about.
learnable <- function(problem, machine, call) {
  membership <- membership_of(problem$weights, problem$degree)
  size <- tabulate(membership)
  labelled <- problem$labels$rows
  seen <- seq_along(size) %in% membership[labelled]
  unseen <- which(!seen[membership])
  if (length(unseen)) {
    fate <- if (machine) "the kernel alone decides" else "the mean of all labels is taken"
    warn(
      c("{length(unseen)} point{?s} in {sum(!seen)} component{?s} of the graph without any label:
         {fate} there.",
        i = "A larger `bandwidth` or `k` would connect them."),
      "unlabelled", call = call
    )
  }
  lone <- labelled[size[membership[labelled]] == 1L]
  list(
    learn = which(seen[membership] & size[membership] > 1L), lone = lone, unseen = unseen,
    n_components = length(size)
  )
}

# Components, where links below `least` of what they join count as none: at first those that double
# precision cannot see beside the others.
membership_of <- function(weights, degree, least = 1e-15) {
  components_of(weights, degree, least)$membership
}

# The part of the problem that is learnt on, as a problem of its own: weights, degree, the walk's
# symmetric operator S, labelled row numbers within it, codes.
learning_part <- function(problem) {
  at <- problem$learn
  all <- length(at) == length(problem$degree)
  weights <- if (all) problem$weights else problem$weights[at, at, drop = FALSE]
  degree <- if (all) problem$degree else row_totals(weights, problem$runtime)
  labelled <- match(problem$labels$rows, at)
  kept <- !is.na(labelled)
  list(
    weights = weights, degree = degree, rows = labelled[kept], kept = which(kept),
    codes = problem$labels$codes[kept, , drop = FALSE], runtime = problem$runtime,
    n = length(at)
  )
}

# Values on the learnt part as values at all points: lone labelled points keep their label, the
# rest gets the mean of the labels.
pad_learnt <- function(values, problem) {
  codes <- problem$labels$codes
  all <- matrix(colMeans(codes), length(problem$degree), ncol(codes), byrow = TRUE)
  all[problem$lone, ] <- codes[match(problem$lone, problem$labels$rows), , drop = FALSE]
  all[problem$learn, ] <- values
  all
}
