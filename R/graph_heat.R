#' Heat-kernel graph of points
#'
#' The network from which everything else here is computed: points near each other are joined.
#' Connects points by edges of weight \eqn{w_{ij} = \exp(-|x_i - x_j|^2 / h^2)}{w_ij = exp(-|x_i -
#' x_j|^2 / h^2)}.
#'
#' @details
#' - `type = "radius"` keeps the pairs within `cutoff * h`; with `k` also each point's `k` nearest
#'   neighbours, so that no point is isolated.
#' - `type = "knn"` keeps the `k` nearest neighbours of each point: those of either end
#'   (`symmetry = "union"`) or of both (`"mutual"`). Never cut, unless `cutoff` is given. With few
#'   neighbours eigenvalues come out too small: on a sphere those of 15 are some 0.6, of 60 some 0.9
#'   of what they should be, at the bandwidth chosen for that graph.
#' - `type = "dense"` keeps all pairs.
#'
#' **Ties.** The `k` nearest neighbors of a point are all points that are no farther than the `k`-th,
#' so a point can have more than `k` of them: on a square lattice the 5 nearest are 8, 4 beside the
#' point and 4 across the corners. Distances that differ by less than a share of 1e-10 count as
#' equal, and all points that coincide with the `k`-th neighbor count. The graph therefore does not
#' depend on the order of the rows.
#'
#' Neighbors are exact unless `neighbors` says otherwise. If their search will take more than a
#' minute, a message of class `lapscale_message_time` tells how long. Distances of any lists are
#' computed anew in double precision; of the points listed, the `k` nearest are kept, with all ties
#' that are listed. `print()` and `glance()` show the recall: of the nearest neighbors of 500 points,
#' the share that is in the graph. On lists that are not exact the bandwidth, if NULL, is chosen over
#' all pairs. Truncation at `cutoff` biases what the Laplacian sees: see [lapscale_conventions].
#'
#' With `local_scale = k'` the weight is \eqn{\exp(-|x_i - x_j|^2 / (h_i h_j))}{exp(-|x_i - x_j|^2 /
#' (h_i h_j))} with \eqn{h_i} = `bandwidth` times the distance from \eqn{x_i} to its `k'`-th
#' neighbour (Zelnik-Manor and Perona, 2004); `bandwidth` is then a pure number, 1 if not given. A
#' point whose `k'`-th neighbour coincides with it takes the median of the others' scales, with a
#' warning.
#'
#' Exact duplicates are kept, joined by edges of weight 1.
#'
#' @inheritParams bw_gc
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 2; or a `dist`: then `bandwidth`
#'   must be given.
#' @param bandwidth The bandwidth \eqn{h}, unit of `x`: a positive number, a [lapscale_bandwidth], a
#'   selector function such as [bw_gc] or its name (`"gc"`, `"median"`, ..., see
#'   [select_bandwidth()]), or NULL for [bw_gc()] with its defaults, for a graph of nearest
#'   neighbours on that graph.
#' @param type `"radius"`, `"knn"` or `"dense"`.
#' @param k Number of nearest neighbors, below `n`, the point itself not counted; more if several
#'   are as near as the `k`-th, see Details.
#' @param symmetry `"union"` or `"mutual"`, of the `k` nearest neighbours.
#' @param cutoff A positive number, in units of \eqn{h}. NULL: weights below 1e-6 are dropped
#'   (3.72 h) in a radius graph, none in the others.
#' @param self_loops TRUE: \eqn{w_{ii} = 1}{w_ii = 1}, as bandwidth selection and embedding want;
#'   FALSE: no loops, as learning from few labels wants.
#' @param local_scale NULL, or the number of the neighbour that sets each point's own scale.
#' @param neighbors How the `k` nearest neighbours of a `"knn"` graph are found: `"exact"`; `"hnsw"`
#'   (package RcppHNSW) or `"descent"` (rnndescent), which miss some, the same ones in every run; a
#'   function of the points and `k`; or the neighbors themselves: a matrix of row numbers, n rows
#'   and `k` columns or more, or a list that has one as `index`, `idx`, `nn.index`, ... The points
#'   themselves may be among them. With more columns than `k`, ties can be kept.
#' @param ... Not used.
#' @return A [lapscale_graph]: a symmetric sparse matrix of weights with what made it.
#' @section Errors and warnings:
#' `lapscale_error_argument`, `lapscale_error_no_scale`, `lapscale_error_memory` if the edges do not
#' fit into memory or are more than 2^31 - 1. `lapscale_warning_isolated` if no point has a
#' neighbour, `lapscale_warning_degenerate` if all weights are 1, `lapscale_warning_cut_kernel` if a
#' selector set the bandwidth and the `k` nearest neighbours leave out more than 5 % of its kernel's
#' second moment, of which the Laplacian is made.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. *Advances in Neural
#'   Information Processing Systems 17*.
#' @seealso [as_heat_graph()] for neighbours found elsewhere, [graph_laplacian()].
#' @examples
#' x <- sample_circle(200, noise = 0.02, seed = 1)
#' heat_graph(x, bandwidth = 0.2)
#' heat_graph(x, bandwidth = 0.2, type = "knn", k = 8)
#' graph <- heat_graph(x)        # bandwidth by Geometric Consistency
#' graph$bandwidth
#' @export
heat_graph <- function(x, ...) UseMethod("heat_graph")

#' @rdname heat_graph
#' @export
heat_graph.default <- function(x, bandwidth = NULL, type = c("radius", "knn", "dense"), k = NULL,
                               symmetry = c("union", "mutual"), cutoff = NULL, self_loops = TRUE,
                               local_scale = NULL, neighbors = "exact", na_action = "error",
                               scale = FALSE, seed = NULL, n_threads = NULL, progress = NULL, ...) {
  check_no_dots(...)
  checked <- as_points(x, min_rows = 2L, na_action = na_action, scale = scale, paged = TRUE)
  graph <- graph_of_points(
    checked, bandwidth, type, new_runtime(n_threads, progress), k, symmetry, cutoff, self_loops,
    local_scale, neighbors, seed, arg = "type", call = rlang::current_env()
  )
  if (!is_paged(checked$x)) graph$order <- canonical_order(checked$x)
  graph
}

graph_types <- c("radius", "knn", "dense")

# The graph of checked points, for functions that have one to make.
#   checked    as as_points() makes it;  arg: what the type is called where the user gives it
#   landmarks  how many of them the graph joins, NULL: all
#   n_vectors  of how many eigenvectors of a normalised Laplacian the graph is made, and nothing
#              else: their weights need not be stored. NULL: they are.
#   unstored   what makes such weights, or NULL where they are to be stored
graph_of_points <- function(checked, bandwidth, type, runtime, k = NULL,
                            symmetry = c("union", "mutual"), cutoff = NULL, self_loops = TRUE,
                            local_scale = NULL, neighbors = "exact", seed = NULL,
                            landmarks = NULL, n_vectors = NULL, unstored = matrix_free_weights,
                            arg = "graph", call = caller_env()) {
  rlang::local_error_call(call)
  n <- landmarks %||% nrow(checked$x)
  settings <- resolve_graph_settings(
    type, k, symmetry, cutoff, self_loops, local_scale, n, arg, neighbors = neighbors
  )
  if (!is.null(landmarks) && !is.null(local_scale)) {
    abort_argument("`local_scale` does not go with `landmarks`.")
  }
  seed <- check_seed(seed)
  if (is.null(bandwidth) && !is.null(local_scale)) bandwidth <- 1
  check_spread(checked$x)
  shared <- share_checked(checked)
  on.exit(free_points(shared))
  chosen <- resolve_bandwidth(
    bandwidth, shared$checked, seed, runtime,
    if (settings$type == "knn" && is.null(landmarks) && identical(neighbors, "exact")) settings$k
  )

  points <- borrow_points(shared$checked, runtime)
  if (!is.null(landmarks)) {
    landmarks <- guard_memory(choose_landmarks(checked, landmarks, runtime), "x")
    landmarks$degree <- guard_memory(
      landmark_degrees(landmarks, points, chosen$value, settings, runtime), "x"
    )
    checked <- landmarks$checked
    n <- nrow(checked$x)
    points <- hold_points(checked$x, runtime)
    on.exit(cpp_release(points), add = TRUE)
  }
  if (settings$type == "knn") {
    settings$listed <- find_listed_neighbors(
      settings$neighbors, checked$x, settings$k, settings$symmetry, points, runtime
    )
  }
  weights <- if (!is.null(n_vectors) && is.null(landmarks)) {
    guard_memory(unstored(checked, chosen$value, settings, n_vectors, runtime), "x")
  }
  weights <- weights %||%
    guard_memory(graph_weights(points, n, chosen$value, settings, runtime), "x")
  warn_cut_kernel(weights, checked, points, chosen, settings, runtime, arg)
  if (!is.null(landmarks) && settings$self_loops) {
    warn_sparse_landmarks(weights, landmarks, chosen$value)
  }
  graph <- new_graph(
    weights, chosen$value,
    type = settings$type, method = chosen$method, cutoff = settings$cutoff,
    self_loops = settings$self_loops, k = settings$k, symmetry = settings$symmetry,
    local_scale = settings$local_scale, rows = checked$rows, n_given = checked$n_given,
    names = checked$names, scaled = !is.null(checked$scaling), landmarks = landmarks,
    neighbors = settings$listed$way, recall = settings$listed$recall
  )
  warn_useless(graph)
  graph
}

# Where the kernel falls below 1e-6: a radius graph is cut there.
default_cutoff <- sqrt(-log(1e-6))

# The arguments that say which edges there are.
edge_arguments <- c("k", "symmetry", "cutoff", "self_loops", "local_scale", "neighbors")

resolve_graph_settings <- function(type, k, symmetry, cutoff, self_loops, local_scale, n,
                                   arg = "type", call = caller_env(), neighbors = "exact") {
  rlang::local_error_call(call)
  type <- check_choice(type, graph_types, arg)
  neighbors <- check_neighbor_way(neighbors, type, arg, call)
  if (type == "knn" && is.null(k)) {
    abort_argument("`k` must be given with `{arg} = \"knn\"`.")
  }
  if (type == "dense" && !(is.null(k) && (is.null(cutoff) || identical(cutoff, Inf)))) {
    what <- if (is.null(k)) "cutoff" else "k"
    abort_argument("`{what}` does not go with `{arg} = \"dense\"`, which keeps all pairs.")
  }
  symmetry <- check_choice(symmetry, c("union", "mutual"), "symmetry")
  cutoff <- if (is.null(cutoff)) {
    if (type == "radius") default_cutoff else Inf
  } else {
    check_number(cutoff, "cutoff", above = 0, infinite = type != "radius")
  }
  list(
    type = type,
    k = if (!is.null(k)) check_neighbors(k, "k", n),
    symmetry = if (!is.null(k)) symmetry,
    cutoff = cutoff,
    self_loops = check_flag(self_loops, "self_loops"),
    local_scale = if (!is.null(local_scale)) check_neighbors(local_scale, "local_scale", n),
    neighbors = neighbors
  )
}

# A number of neighbours among n points.
check_neighbors <- function(k, arg, n, call = caller_env()) {
  k <- check_count(k, arg, call = call)
  if (k < n) {
    return(k)
  }
  abort_argument("`{arg}` = {k} must be below the number of rows, {n}.", call = call)
}

# Graphs that say nothing about the points.
warn_useless <- function(graph, call = caller_env()) {
  w <- graph$weights
  n <- nrow(w)
  if (is_matrix_free(w)) {
    # Joined to all with a weight of nearly 1: no graph that is in one piece has less to tell.
    if (min(w$totals) - w$self_loops > (n - 1) * (1 - 1e-6)) warn_degenerate(graph, call)
    if (max(w$totals) - w$self_loops <= 0) warn_no_edges(graph, call)
    return(invisible())
  }
  entries <- if (is.matrix(w)) w else w@x
  # Mostly the first point tells.
  if (is.matrix(w) && any(w[-1L, 1L] > 0) && any(w[-1L, 1L] <= 1 - 1e-6)) {
    return(invisible())
  }
  off_diagonal <- sum(entries > 0) - sum(Matrix::diag(w) > 0)
  if (off_diagonal == 0) {
    warn_no_edges(graph, call)
  } else if (off_diagonal == n * (n - 1) && min(entries[entries > 0]) > 1 - 1e-6) {
    warn_degenerate(graph, call)
  }
}

warn_no_edges <- function(graph, call) {
  warn(
    "Every point is isolated at `bandwidth` = {signif(graph$bandwidth, 3)}: the graph has no
     edges.",
    "isolated", call = call
  )
}

warn_degenerate <- function(graph, call) {
  warn(
    "All weights are 1 at `bandwidth` = {signif(graph$bandwidth, 3)}: the spectrum of this graph
     is degenerate.",
    "degenerate", call = call
  )
}
