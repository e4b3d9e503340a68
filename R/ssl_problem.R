# What the methods of semi-supervised learning share: checked arguments, the graph without self
# loops, which part of it can be learnt on.

# Beyond this many points the learning graph is sparse.
dense_limit <- 3000L

# The arguments that all methods take, as they come; given: the names of all that the user gave.
ssl_settings <- function(alpha, bandwidth, graph, k, cutoff, na_action, scale, seed, n_threads,
                         progress, landmarks = NULL, neighbors = "exact",
                         given = character()) {
  list(
    alpha = alpha, bandwidth = bandwidth, graph = graph, k = k, cutoff = cutoff,
    na_action = na_action, scale = scale, seed = seed, n_threads = n_threads, progress = progress,
    landmarks = landmarks, neighbors = neighbors, given = given
  )
}

# The cheap part of the checks. Returns a list: checked (see as_points()), columns (names, or
# NULL), labels (see encode_labels()), alpha, graph (see resolve_graph_settings()), bandwidth,
# seed, runtime, given, call: whose the messages are; with landmarks these stand in checked and
# labels, and `landmarks` says whose they are, see choose_landmarks(); n_all: how many points there
# are with those that are placed afterwards.
ssl_arguments <- function(x, y, settings) {
  given <- as_given_graph(x, settings$bandwidth)
  if (!is.null(given)) {
    return(ssl_arguments_of_graph(given, y, settings))
  }
  checked <- as_points(
    x, min_rows = 3L, na_action = settings$na_action, scale = settings$scale,
    also = "a lapscale_graph",
    of_distances = "`heat_graph(x, bandwidth)` makes of distances a graph that is taken as `x`."
  )
  n <- nrow(checked$x)
  alpha <- check_number(settings$alpha, "alpha", above = 0, strict = FALSE)
  m <- check_n_landmarks(settings$landmarks, 3L, n)
  graph <- resolve_learning_graph(settings, m %||% n)
  settings$bandwidth <- as_selector(settings$bandwidth)
  if (!is.null(settings$bandwidth) && !is.function(settings$bandwidth)) {
    check_number(plain(settings$bandwidth), "bandwidth", above = 0)
  }
  seed <- check_seed(settings$seed)
  runtime <- new_runtime(settings$n_threads, settings$progress)
  labels <- encode_labels(y, checked)
  check_spread_once(checked)
  landmarks <- NULL
  if (!is.null(m)) {
    check_landmarks_of_labels(m, labels)
    landmarks <- choose_landmarks(checked, m, runtime, labels$rows)
    checked <- landmarks$checked
    landmarks$labelled <- labels$rows
    labels$rows <- match(labels$rows, landmarks$at)
  }
  list(
    landmarks = landmarks, n_all = n, checked = checked, columns = colnames(given_points(x)),
    labels = labels, alpha = alpha, graph = graph, bandwidth = settings$bandwidth, seed = seed,
    runtime = runtime, given = settings$given
  )
}

# Labelled points are landmarks, and not all of them.
check_landmarks_of_labels <- function(m, labels) {
  least <- length(labels$rows) + 2L
  if (m < least) {
    abort_argument(
      "`landmarks` must be at least {least} here, as all {length(labels$rows)} labelled points are
       among them, not {m}."
    )
  }
}

# The graph asked for; "auto" is settled when the bandwidth is known.
resolve_learning_graph <- function(settings, n) {
  choices <- c("auto", "dense", "radius", "knn")
  type <- check_choice(settings$graph %||% "auto", choices, "graph")
  k <- settings$k
  if (type == "auto") {
    given <- !is.null(k) || !is.null(settings$cutoff)
    type <- if (given) "radius" else if (n <= dense_limit) "dense" else "auto"
  }
  if (is.null(k) && type != "dense") k <- min(default_k, n - 1L)
  as <- if (type == "auto") "radius" else type
  found <- resolve_graph_settings(as, k, "union", settings$cutoff, FALSE, NULL, n, "graph",
                                  settings$neighbors)
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

# Which points a method can say something about.
learnable <- function(problem, method) {
  labelled <- problem$labels$rows
  parts <- labelled_parts(membership_of(problem$weights, problem$degree), labelled)
  more <- if (is.null(problem$given_graph)) "A larger `bandwidth` or `k`" else "More edges of `x`"
  advice <- c(i = "{more} would connect them.")
  if (method$is_spectral) {
    told_apart <- spectral_membership(problem$weights, problem$degree)
    fewer <- labelled_parts(told_apart, labelled)
    # Eigenvectors say nothing of a part that hangs on by less.
    if (length(fewer$unseen) > length(parts$unseen)) {
      parts <- fewer
      advice <- c(advice, i = "Links of 1e-10 of the degrees that they join count as none where
                               eigenvectors are learnt of; ssl_harmonic() follows them.")
    }
  }
  unseen <- parts$unseen
  if (length(unseen)) {
    fate <- if (method$is_machine) "the kernel alone decides" else "the mean of all labels is taken"
    warn(
      c("{length(unseen)} point{?s} in {sum(!parts$seen)} component{?s} of the graph without any
         label: {fate} there.",
        advice),
      "unlabelled"
    )
  }
  size <- parts$size
  membership <- parts$membership
  list(
    learn = which(parts$seen[membership] & size[membership] > 1L),
    isolated = labelled[size[membership[labelled]] == 1L], unseen = unseen,
    n_components = length(size)
  )
}

# Components with their sizes, whether each has a label, and the points of those that have none.
labelled_parts <- function(membership, labelled) {
  size <- tabulate(membership)
  seen <- seq_along(size) %in% membership[labelled]
  list(membership = membership, size = size, seen = seen, unseen = which(!seen[membership]))
}

# Components, where links below `least` of what they join count as none: at first those that double
# precision cannot see beside the others.
membership_of <- function(weights, degree, least = 1e-15, mean = geometric_mean) {
  components_of(weights, degree, least, mean)$membership
}

# Components as eigenvectors tell them: eigenvalues that differ by less have none of their own in
# double precision. A point with nothing but faint links follows them, as the walk does.
spectral_membership <- function(weights, degree) {
  membership_of(weights, degree, least = 1e-10, mean = pmin)
}

# The part of the problem that is learnt on, as a problem of its own: weights, degree, the labels
# there with their targets, rows: where they are within it.
learning_part <- function(problem) {
  at <- problem$learn
  all <- length(at) == length(problem$degree)
  weights <- if (all) problem$weights else problem$weights[at, at, drop = FALSE]
  rows <- match(problem$labels$rows, at)
  kept <- !is.na(rows)
  labels <- problem$labels
  labels$rows <- labels$rows[kept]
  labels$targets <- labels$targets[kept, , drop = FALSE]
  labels$class <- labels$class[kept]
  list(
    weights = weights, degree = if (all) problem$degree else row_totals(weights, problem$runtime),
    rows = rows[kept], labels = labels, targets = labels$targets, n = length(at),
    n_components = problem$n_components, runtime = problem$runtime,
    known = problem$known, asked = c(problem$asked, list(points = at))
  )
}

# The same with the beginning of its spectrum, as much as is worth its time.
spectral_part <- function(problem) {
  part <- learning_part(problem)
  part$spectrum <- learning_spectrum(part, spectrum_size(part$n))
  part
}
