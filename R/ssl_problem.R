# Holds what the methods of semi-supervised learning share: checked arguments, and which part of the
# graph can be learned on.

# Collects the arguments that all methods share, as they come, with the usual values of those that
# not all have. Returns a list by name, not checked yet, with user_args and usual_graph.
#   args         arguments of the learner, a named list: k, cutoff, graph, bandwidth, landmarks,
#                neighbors, weights, alpha, groups, seed, n_threads, progress, and na_action, scale,
#                metric (see as_points()), as the user gave them; NULL where there are none
#   user_args    the names of the arguments that the user gave
#   usual_graph  the type of the graph of points where the user names none: "nearest", see
#                usual_learning_graph(), or a type that users can give, such as "knn", or "auto"
ssl_settings <- function(args, user_args = character(), usual_graph = "auto") {
  settings <- list(alpha = 0.5, bandwidth = NULL, graph = NULL, cutoff = NULL, landmarks = NULL,
                   neighbors = "exact", weights = NULL, groups = NULL)
  given_names <- intersect(names(settings), names(args))
  settings[given_names] <- args[given_names]
  c(settings, list(k = args$k, seed = args$seed, n_threads = args$n_threads,
                   na_action = args$na_action, scale = args$scale, metric = args$metric,
                   progress = args$progress, user_args = user_args, usual_graph = usual_graph))
}

# Checks what is cheap to check. Returns a list: checked (of learning_points(), or of a graph of
# check_given_graph()), columns (names, or NULL), labels (of encode_labels(), with group), alpha
# (a number), graph (settings, of resolve_learning_graph(); of a given graph its own), given_graph
# (a lapscale_graph, or NULL), bandwidth (as the user gave it), seed (a number, or NULL), runtime;
# all_pairs: of graph_of_all_pairs(), or NULL; user_args: names; count: how often each point counts,
# as a label too, a number each; n_all: the sum of these over all points; by_labels: whether the
# user wants the labels to choose the graph, `graph` = "auto". With landmarks checked, labels, and
# count are those of the landmarks, and `landmarks`, see at_landmarks(), says whose they are.
#   x, y      points or a graph, and labels, as the user gave them
#   settings  of ssl_settings(), as the user gave them: alpha, graph, bandwidth, landmarks (how
#             many, or NULL), groups (a value per row, or NULL), seed, n_threads, progress;
#             user_args: names of what the user gave; and what other functions here read
# `n` counts the points that are kept; `n_landmarks` is NULL without landmarks.
ssl_arguments <- function(x, y, settings) {
  given_graph <- as_given_graph(x, settings$bandwidth)
  is_graph <- !is.null(given_graph)
  checked <- if (is_graph) check_given_graph(given_graph, settings) else
    learning_points(x, settings)
  n <- length(checked$rows)
  alpha <- check_number(settings$alpha, "alpha", above = 0, strict = FALSE)
  if (is_graph && !"alpha" %in% settings$user_args) {
    alpha <- alpha_of_graph(NULL, given_graph, alpha)
  }
  n_landmarks <- check_n_landmarks(settings$landmarks, 3L, n)
  graph <- if (!is_graph) resolve_learning_graph(settings, n_landmarks %||% n) else
    if (is.null(given_graph$points))
      list(type = given_type$name, edges = edges_to_draw(given_graph)) else
      unclass(given_graph)[
        c("type", "k", "symmetry", "cutoff", "local_scale", "multiple", "own_scales")
      ]
  all_pairs <- if (!is_graph) graph_of_all_pairs(settings, n_landmarks %||% n)
  by_labels <- identical(settings$graph, "auto")
  count <- rep_len(checked$mass, n)
  checked_arguments <- list(
    checked = checked, columns = column_names(if (is_graph) given_graph$points else x),
    alpha = alpha, graph = graph, all_pairs = all_pairs, given_graph = given_graph,
    bandwidth = settings$bandwidth,
    seed = check_seed(settings$seed), by_labels = by_labels, count = count, n_all = sum(count),
    user_args = setdiff(settings$user_args, if (by_labels) "graph"),
    runtime = new_runtime(settings$n_threads, settings$progress),
    labels = group_labels(encode_labels(y, checked, count), settings$groups, checked)
  )
  if (is.null(n_landmarks)) checked_arguments else at_landmarks(checked_arguments, n_landmarks)
}

# Checks points that graphs and selectors look at together, and returns them as as_points() does,
# with their point set as `shared`; ssl_fit() frees them.
#   x         points as the user gave them
#   settings  of ssl_settings(): landmarks (how many, or NULL: then points may be sparse), bandwidth
#             (as the user gave it), and those that as_points() reads
# `kinds` are the kinds of points that are taken beside matrices.
learning_points <- function(x, settings) {
  kinds <- c("distances", if (is.null(settings$landmarks)) "sparse")
  checked <- as_points(x, settings, kinds, also = c("a lapscale_graph", "a dist"))
  check_spread_for(settings$bandwidth, checked)
  if (is.null(checked$shared)) share_checked(checked)$checked else checked
}

# Checks what goes with a graph. Returns a list as as_points() does: rows, n_given, names, mass,
# scaling (NULL where points were not scaled), x (the points, or NULL where the graph has none), and
# order (the numbers of its points in their canonical order).
#   graph     a lapscale_graph of n points: weights (n x n), rows (of the data, which its points
#             are), n_given (rows of the data), names (of these, or NULL), mass (how many
#             observations each point stands for: 1, or length n), order (the numbers of the points
#             in their canonical order, or NULL), points (a point set, of share_checked(), or NULL)
#   settings  of ssl_settings(): neighbors, graph, k, cutoff, landmarks, weights, and those of
#             coordinates, which are errors if they are set with a graph
check_given_graph <- function(graph, settings) {
  neighbors <- if (!identical(settings$neighbors, "exact")) "other"
  refused_settings <- settings[c("graph", "k", "cutoff", "landmarks", "weights")]
  refuse_with_graph(c(refused_settings, list(neighbors = neighbors)))
  refuse_settings_of_coordinates(settings, "a graph")
  n <- nrow(graph$weights)
  refuse_if(n < 3L, "`x` must have at least 3 points; it has {n}.")
  points <- graph$points$checked
  list(rows = graph$rows, n_given = graph$n_given, names = graph$names, mass = graph$mass,
       order = graph$order %||% seq_len(n), scaling = points$scaling,
       x = if (!is.null(points)) points$x[match(graph$rows, points$rows), , drop = FALSE])
}

# Puts m landmarks in the place of the points, and returns the arguments so changed, with landmarks:
# of choose_landmarks(), and `labelled`, the numbers of the labeled points among all. All labeled
# points are landmarks, but not all landmarks are labeled.
#   arguments    of ssl_arguments(), of all points: labels (their rows: numbers of the labeled
#                points), checked (the points), count (how often each point counts), runtime
#   n_landmarks  the number m
at_landmarks <- function(arguments, n_landmarks) {
  label_rows <- arguments$labels$rows
  min_landmarks <- length(label_rows) + 2L
  refuse_if(n_landmarks < min_landmarks,
            "`landmarks` must be at least {min_landmarks} here, as all {length(label_rows)} labeled
             points are among them, not {n_landmarks}.")
  landmarks <- choose_landmarks(arguments$checked, n_landmarks, arguments$runtime, label_rows)
  arguments$landmarks <- c(landmarks, list(labelled = label_rows))
  arguments$checked <- landmarks$checked
  arguments$labels$rows <- match(label_rows, landmarks$index)
  arguments$count <- arguments$count[landmarks$index]
  arguments
}

# Checks the graph of the call, and returns its settings, of resolve_graph_settings(). Their type
# stays "auto" for more than dense_limit points if k and cutoff are not given: settle_graph()
# settles it when the bandwidth is known.
#   settings  of ssl_settings(): graph (name of a type, "auto", or NULL), k (number of neighbors, or
#             NULL), cutoff (in bandwidths, or NULL), neighbors ("exact", or how else they are
#             searched)
#   n         number of points
# `default` is the type of graph that is usual, of default_graph().
resolve_learning_graph <- function(settings, n) {
  choices <- c("auto", names(graph_types))
  type <- check_choice(settings$graph %||% usual_learning_graph(settings), choices, "graph")
  default <- default_graph("learning", n)
  stays_auto <- type == "auto" && is.null(settings$k) && is.null(settings$cutoff) && n > dense_limit
  if (type == "auto") {
    is_sparse <- !is.null(settings$k) || !is.null(settings$cutoff)
    type <- if (is_sparse) default_graph("kernel")$name else default$name
  }
  k <- settings$k
  if (is.null(k) && "k" %in% graph_type(type)$settings) k <- usual_neighbors(type, n)
  graph <- c(list(type = type, k = k), settings[c("cutoff", "neighbors")])
  graph <- resolve_graph_settings(graph, n)
  if (stays_auto) replace(graph, "type", "auto") else graph
}

# The name of the type of graph where the user gives none: that of the method, or for "nearest" that
# of the nearest neighbors, on which most methods have a smaller error than on all pairs
# (notes/learning.md). It is "auto" if the user gave a bandwidth or cutoff, which is that of a graph
# that needs one, as in embeddings, or weights: weighted rows are as copies only where all pairs, or
# all within a radius, are joined.
#   settings  of ssl_settings(): usual_graph (of the method: "nearest", or the name itself);
#             bandwidth, cutoff (in bandwidths), weights (of the rows), as the user gave them, or
#             NULL
usual_learning_graph <- function(settings) {
  if (settings$usual_graph != "nearest") return(settings$usual_graph)
  is_unset <- is.null(settings$bandwidth) && is.null(settings$cutoff) && is.null(settings$weights)
  if (is_unset) default_graph("sparse")$name else "auto"
}

# The settings of the graph to use instead where the usual one leaves points without a path to a
# label, of resolve_learning_graph() for "auto": of few points all pairs. NULL if the user set graph
# or k, or if the usual graph is not that of the nearest neighbors.
#   settings  of ssl_settings(): graph and k (as the user gave them, or NULL), usual_graph (of the
#             method)
#   n         number of points
graph_of_all_pairs <- function(settings, n) {
  is_usual <- is.null(settings$graph) && settings$usual_graph == "nearest" && is.null(settings$k)
  if (!is_usual || usual_learning_graph(settings) == "auto") return(NULL)
  resolve_learning_graph(replace(settings, "usual_graph", "auto"), n)
}

# Settles "auto" beyond the dense graphs: the pairs within the cutoff and the k nearest; but the k
# nearest alone where the former would be hundreds per point. Returns the settings so changed; those
# of another type as they are.
#   settings  of resolve_learning_graph(): type (name, or "auto"), cutoff (in bandwidths)
#   h         bandwidth, in the unit of the points
#   handle    of the n points in the core
#   runtime   of new_runtime(): threads and progress
settle_graph <- function(settings, handle, n, h, runtime) {
  if (settings$type != "auto") return(settings)
  mean_neighbors <- mean(sampled_neighbor_counts(handle, n, h * settings$cutoff, runtime))
  settings$type <- default_graph("learning", n, mean_neighbors)$name
  if (!graph_type(settings)$is_within) settings$cutoff <- Inf
  settings
}

# Which points a method can say something about: list(learn, isolated, faint, unseen,
# n_unseen_parts, n_components), see ssl_graph(): the first four are numbers of points. `components`
# are those of labelled_parts(), first of the graph, then, of spectral methods, as eigenvectors see
# them.
#   problem  as ssl_graph() returns it: weights (u x u), degree (their row sums), labels (their
#            rows: numbers of the labeled points)
#   method   of new_ssl_method(): is_spectral (whether it learns of eigenvectors)
learnable <- function(problem, method) {
  label_rows <- problem$labels$rows
  components <- labelled_parts(membership_of(problem$weights, problem$degree, 0), label_rows)
  unseen <- components$unseen
  n_unseen_parts <- sum(!components$has_label)
  faint <- integer()
  if (method$is_spectral) {
    # Eigenvectors cannot resolve a part that is connected by less.
    components <- labelled_parts(spectral_membership(problem$weights, problem$degree), label_rows)
    faint <- setdiff(components$unseen, unseen)
  }
  is_alone <- components$size[components$membership] == 1L
  list(learn = which(components$has_label[components$membership] & !is_alone),
       isolated = label_rows[is_alone[label_rows]], faint = faint, unseen = unseen,
       n_unseen_parts = n_unseen_parts, n_components = length(components$size))
}

# Moves the parts without labels that hang on by weak links from the points that are learned on to
# those that follow harmonically, and returns the problem. The share s of its weights with which a
# part hangs on is in the m-th power of the Laplacian as s^m, and values there may be s^(1 - m)
# times as far from the others as these are from each other (notes/learning.md). Of each part:
# `volume` is the sum of its degrees, `within` that of its weights inside, `share` is s. Of each
# point in one: `part_number`. `slow_points` are those that are moved.
#   problem    of ssl_graph(): weights (u x u), degree (their row sums), labels (their rows: numbers
#              of the labeled points), learn (points that are learned on), faint (points behind
#              faint links)
#   max_power  the largest power m
without_slow_parts <- function(problem, max_power) {
  weights <- problem$weights
  if (!is_stored(weights)) return(problem)
  slow_points <- integer()
  min_share <- min(0.01, 1e-8^(1 / max_power))
  for (min_link in 10^-(1:7)) {
    membership <- membership_of(weights, problem$degree, min_link, by_smaller = TRUE)
    components <- labelled_parts(membership, problem$labels$rows)
    if (all(components$has_label)) next
    # Only the parts without labels are looked at.
    points <- components$unseen
    part_number <- match(membership[points], which(!components$has_label))
    indicators <- Matrix::sparseMatrix(seq_along(points), part_number, x = 1)
    volume <- as.vector(rowsum(problem$degree[points], part_number))
    within <- Matrix::colSums(indicators * (weights[points, points, drop = FALSE] %*% indicators))
    share <- ifelse(volume > 0, pmax(volume - within, 0) / volume, 1)
    slow_points <- union(slow_points, points[(share > 0 & share < min_share)[part_number]])
  }
  slow_points <- intersect(problem$learn, slow_points)
  problem$learn <- setdiff(problem$learn, slow_points)
  problem$faint <- c(problem$faint, slow_points)
  problem
}

# Warns of points that no label reaches.
#   problem     of ssl_graph(): unseen (points that no label reaches), n_unseen_parts (in how many
#               components of the graph they are), given_graph (a lapscale_graph, or NULL where
#               points were given)
#   is_machine  whether the method is a machine
warn_unseen <- function(problem, is_machine) {
  remedy <- if (is.null(problem$given_graph)) "A larger `bandwidth` or `k`" else "More edges of `x`"
  value_words <- if (is_machine) "the kernel alone decides" else "the mean of all labels is taken"
  warn_if(length(problem$unseen),
          c("{length(problem$unseen)} point{?s} in {problem$n_unseen_parts} component{?s} of the
             graph without any label: {value_words} there.",
            i = "{remedy} would connect them."), "unlabelled")
}

# Describes components, a list: membership, as given; size (number of points) and has_label (TRUE or
# FALSE), of each component; unseen, the numbers of the points of components without a label.
#   membership  the component of each point;  labelled: numbers of the points with a label
labelled_parts <- function(membership, labelled) {
  size <- tabulate(membership)
  has_label <- seq_along(size) %in% membership[labelled]
  list(membership = membership, size = size, has_label = has_label,
       unseen = which(!has_label[membership]))
}

# The number of the component of each point, the largest is 1. Links of at most the share `min_link`
# of the degrees that they join count as none: by default those that double precision cannot see
# beside the others; 0: only weights of 0.
#   weights     n x n, plain, sparse, or not stored (always one component);  degree: their row sums
#   by_smaller  whether a link is compared with the smaller of two degrees, or else with their
#               geometric mean
membership_of <- function(weights, degree, min_link = 1e-15, by_smaller = FALSE) {
  components_of(weights, degree, min_link, by_smaller)$membership
}

# The number of the component of each point as eigenvectors tell them, where links of at most 1e-7
# of the smaller degree count as none: squares of smaller eigenvalues are lost in double precision.
# A point with nothing but faint links follows them, as the walk does.
#   weights  n x n, plain, sparse, or not stored (always one component);  degree: their row sums
spectral_membership <- function(weights, degree) {
  membership_of(weights, degree, min_link = 1e-7, by_smaller = TRUE)
}

# Cuts out the part that is learned on, as a problem of its own, a list: weights (u x u, u now the
# points of the part), degree (their row sums), n (the number u), labels (those there; their own
# `rows` still number all points), targets (of these, n x q), rows: the numbers of their points
# within the part; all_rows: the same, of which hide_labels() takes none away; count: how often each
# point counts, length u; n_components (of the whole graph), has_points (FALSE where a
# graph without points was given), factor (what the correction multiplied each point's weights by,
# length u), runtime; cache_points and key, see cached(), and ssl_graph().
#   problem  of ssl_graph(): learn (points that are learned on), weights, degree, labels, count (how
#            often each point counts), factor, n_components, runtime, checked (its x: points, or
#            NULL of a graph without), key (what the graph depends on), cache_points (what cached()
#            keeps results beside; both NULL of a given graph)
learning_part <- function(problem) {
  points <- problem$learn
  is_whole <- length(points) == length(problem$degree)
  weights <- if (is_whole) problem$weights else problem$weights[points, points, drop = FALSE]
  rows <- match(problem$labels$rows, points)
  labels <- pick_labels(problem$labels, !is.na(rows))
  rows <- rows[!is.na(rows)]
  list(
    weights = weights,
    degree = if (is_whole) problem$degree else row_totals(weights, problem$runtime),
    rows = rows, all_rows = rows, labels = labels, targets = labels$targets, n = length(points),
    n_components = problem$n_components, runtime = problem$runtime, count = problem$count[points],
    has_points = !is.null(problem$checked$x), factor = problem$factor[points],
    cache_points = problem$cache_points, key = c(problem$key, list(points = points))
  )
}

# The part that is learned on, of learning_part(): u points with weights (u x u, plain, sparse, or
# not stored); with `spectrum`, of learning_spectrum(): as many eigenvalues as spectrum_size() says,
# and `penalty_caches`, an environment in which cache_of() keeps an environment for each penalty.
#   problem  of ssl_graph()
spectral_part <- function(problem) {
  part <- learning_part(problem)
  part$spectrum <- learning_spectrum(part, spectrum_size(part$n, part$weights))
  part$penalty_caches <- new.env()
  part
}
