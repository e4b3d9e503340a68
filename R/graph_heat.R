#' Heat-kernel graph of points
#'
#' @description
#' Builds a graph that connects nearby points by edges of weight \eqn{w_{ij} = \exp(-|x_i - x_j|^2 /
#' h^2)}{w_ij = exp(-|x_i - x_j|^2 / h^2)}.
#'
#' **When to use it.** Use it if you want Laplacians, eigenvalues, or the metric of an embedding
#' ([graph_laplacian()], [graph_spectrum()], [metric_riemannian()]). Embeddings, clusters, and
#' learning from few labels build their own graph from points, and also accept this one.
#'
#' **Arguments to know.** Supply the points `x`, and a `bandwidth` if you do not want the one that
#' [bw_gc()] selects. For large data, use `type = "knn", k = 15`. You can ignore all other arguments
#' at first.
#'
#' @details
#' - `type = "radius"` connects the pairs within `cutoff * h`. If you supply `k`, it also connects
#'   each point with its `k` nearest neighbors, so that no point is isolated.
#' - `type = "knn"` connects the pairs in which either point is among the `k` nearest neighbors of
#'   the other (`symmetry = "union"`), or both are (`"mutual"`). They are not cut off unless you
#'   supply `cutoff`. With few neighbors the eigenvalues are too small: on a sphere they are about
#'   0.6 of the true values with 15 neighbors and 0.9 with 60.
#' - `type = "dense"` connects all pairs.
#'
#' **Ties.** All points that are as near as the `k`-th neighbor are neighbors, so a point can have
#' more than `k`. On a square lattice, for example, the 5 nearest neighbors are 8. The graph
#' therefore does not depend on the order of the rows, see [lapscale_conventions]. Duplicates are
#' kept and connected by edges of weight 1.
#'
#' **Approximate neighbors.** `neighbors` selects a faster search that can miss neighbors. `print()`
#' and `glance()` show the `recall`: the share of the true nearest neighbors of 500 points that are
#' in the graph. If the search is not exact and `bandwidth` is `NULL`, the bandwidth is selected
#' from all pairs. If an exact search will take more than a minute, a message of class
#' `lapscale_message_time` estimates the time.
#'
#' **Local scales.** With `local_scale = m`, the weights are \eqn{\exp(-|x_i - x_j|^2 / (h_i
#' h_j))}{exp(-|x_i - x_j|^2 / (h_i h_j))}, where \eqn{h_i} is `bandwidth` times the distance from
#' \eqn{x_i} to its `m`-th neighbor (Zelnik-Manor and Perona, 2004). `bandwidth` is then a pure
#' number, 1 by default, and [bw_gc()] with the same `local_scale` selects it. Local scales help if
#' some parts of the data are much denser than others. [graph_laplacian()] corrects for them, so
#' that `alpha` has the same meaning with and without them (Berry and Harlim, 2016). If the `m`-th
#' neighbor of a point coincides with it, the point gets the median of the other scales, with a
#' warning.
#'
#' @inheritParams bw_gc
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 2; or a `dist`.
#' @param bandwidth The bandwidth \eqn{h} in the unit of `x`: a positive number, a
#'   [lapscale_bandwidth], a selector function such as [bw_gc], or the name of a selector (`"gc"`,
#'   `"median"`, ..., see [select_bandwidth()]). If `NULL` (the default), it is selected by
#'   [bw_gc()], for a nearest-neighbor graph on that graph.
#' @param type If `"radius"` (the default), points within `cutoff * h` are connected. [bw_gc()]
#'   calls this graph `"dense"`. If `"knn"`, nearest neighbors are connected, and if `"dense"`, all
#'   pairs.
#' @param k Number of nearest neighbors, a whole number below `n`, without the point itself. There
#'   is no default: `"knn"` needs it, and without it a radius graph does not use neighbors.
#' @param symmetry If `"union"` (the default), an edge needs one of its points to be among the `k`
#'   nearest neighbors of the other. If `"mutual"`, both must be.
#' @param cutoff Pairs farther apart than `cutoff * h` are not connected: a positive number. If
#'   `NULL` (the default), it is 3.72 in a radius graph, where weights are 1e-6, and there is no
#'   cutoff in other graphs. A small cutoff biases the Laplacian, see [lapscale_conventions].
#' @param self_loops If `FALSE` (the default), \eqn{w_{ii} = 0}{w_ii = 0}, so that each step of the
#'   random walk leaves its point. If `TRUE`, \eqn{w_{ii} = 1}{w_ii = 1}, as in the papers of these
#'   methods. Eigenvalues are then too small, see [lapscale_conventions].
#' @param local_scale If `NULL` (the default), all points have the same bandwidth. Otherwise, the
#'   number of the neighbor whose distance is the scale of each point.
#' @param weights If `NULL` (the default), all rows count equally. Otherwise, how much each row
#'   counts: numbers of at least 0, such as counts of equal rows, survey weights, or the density of
#'   a target distribution divided by that of the sample. Whole numbers with `self_loops = TRUE`
#'   give exactly the results of repeated rows, except in graphs of nearest neighbors. Of other
#'   numbers only the ratios matter. Rows with weight 0 are left out.
#' @param neighbors How the nearest neighbors of a `"knn"` graph are found. `"exact"` is the
#'   default. `"hnsw"` (package RcppHNSW) and `"descent"` (package rnndescent) miss some, but the
#'   same ones in every run. You can also supply a function of the points and `k`, or the neighbors
#'   themselves: a matrix of row numbers with n rows and at least `k` columns, or a list that
#'   contains one as `index`, `idx`, `nn.index`, ... It may contain the points themselves. Distances
#'   are always recomputed.
#' @param ... Not used. Extra arguments are an error.
#' @return A [lapscale_graph], a list with
#'   - `weights`, the weights as a symmetric sparse matrix, `n` x `n`;
#'   - `bandwidth`, `cutoff`, and `type`, the settings.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if the bandwidth is selected and all points coincide;
#' - `lapscale_error_memory` if the edges do not fit into memory or are more than 2^31 - 1;
#' - `lapscale_warning_isolated` if no point has a neighbor;
#' - `lapscale_warning_degenerate` if all weights are 1.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Berry, T. and Harlim, J. (2016). Variable bandwidth diffusion kernels. *Applied and
#'   Computational Harmonic Analysis* 40, 68-96.
#'
#'   Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. *Advances in Neural
#'   Information Processing Systems 17*.
#' @seealso [as_heat_graph()] for neighbors, distances, and graphs of other packages;
#'   [graph_laplacian()], [graph_spectrum()], [graph_components()]; [lapscale_graph] for what you
#'   can do with the result.
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
                               symmetry = c("union", "mutual"), cutoff = NULL, self_loops = FALSE,
                               local_scale = NULL, neighbors = "exact", weights = NULL,
                               na_action = "error", scale = FALSE, seed = NULL, n_threads = NULL,
                               progress = NULL, ...) door({
  checked <- as_points(
    x, min_rows = 2L, na_action = na_action, scale = scale, paged = TRUE, distances = TRUE,
    sparse = TRUE, weights = weights
  )
  graph <- graph_of_points(
    checked, bandwidth, type, new_runtime(n_threads, progress), k, symmetry, cutoff, self_loops,
    local_scale, neighbors, seed, arg = "type"
  )
  if (!is_paged(checked$x)) graph$order <- canonical_order(checked$x)
  graph
}, ...)

graph_types <- c("radius", "knn", "dense")

# Makes the graph of checked points, for functions that have one to make.
#   checked    as as_points() makes it;  arg: what the type is called where the user gives it
#   landmarks  how many of them the graph joins, NULL: all
#   n_vectors  of how many eigenvectors of a normalized Laplacian the graph is made, and nothing
#              else: their weights need not be stored. NULL: they are.
#   proportional  whether each point's scale is proportional to its distance to a neighbor, with the
#              bandwidth, NULL, as their mean
#   unstored   what makes such weights, or NULL where they are to be stored
graph_of_points <- function(checked, bandwidth, type, runtime, k = NULL,
                            symmetry = c("union", "mutual"), cutoff = NULL, self_loops = FALSE,
                            local_scale = NULL, neighbors = "exact", seed = NULL,
                            landmarks = NULL, n_vectors = NULL, unstored = matrix_free_weights,
                            arg = "graph", proportional = FALSE) {
  settings <- resolve_graph_settings(
    type, k, symmetry, cutoff, self_loops, local_scale, landmarks %||% nrow(checked$x), arg,
    neighbors = neighbors
  )
  if (!is.null(landmarks) && !is.null(local_scale)) {
    abort_argument("`local_scale` cannot be used with `landmarks`.")
  }
  seed <- check_seed(seed)
  if (is.null(bandwidth) && !is.null(local_scale)) bandwidth <- 1
  check_spread(checked$x)
  shared <- share_checked(checked)
  on.exit(free_points(shared))
  on_lists <- settings$type == "knn" && is.null(landmarks) && identical(neighbors, "exact")
  by_neighbors <- c(if (on_lists && !proportional) settings["k"], settings["local_scale"])
  chosen <- resolve_bandwidth(bandwidth, shared$checked, seed, runtime, by_neighbors)
  points <- borrow_points(shared$checked, runtime)
  multiple <- NULL
  if (proportional) {
    neighbor <- min(usual_local_scale, nrow(checked$x) - 1L)
    unit <- mean_scale(points, neighbor, runtime)
    if (!is.na(unit)) {
      settings$local_scale <- neighbor
      multiple <- max(chosen$value / unit, min_multiple)
      chosen$value <- multiple * unit
    }
  }
  degree <- NULL
  if (!is.null(landmarks)) {
    landmarks <- choose_landmarks(checked, landmarks, runtime)
    degree <- landmark_degrees(landmarks, points, chosen$value, settings, runtime)
    checked <- landmarks$checked
    points <- hold_points(checked$x, runtime)
    on.exit(cpp_release(points), add = TRUE)
    # They are few: their weights are stored.
    n_vectors <- NULL
  }
  if (settings$type == "knn") {
    settings$listed <- find_listed_neighbors(
      settings$neighbors, checked$x, settings$k, settings$symmetry, points, runtime
    )
  } else if (!is.null(settings$k)) {
    settings$listed <- list(lists = lists_of_places(checked$x, settings$k, runtime))
  }
  weights <- if (!is.null(n_vectors)) unstored(checked, chosen$value, settings, n_vectors, runtime)
  weights <- weights %||%
    graph_weights(points, nrow(checked$x), multiple %||% chosen$value, settings, runtime)
  if (!is.null(landmarks)) {
    warn_sparse_landmarks(weights, checked$mass, degree, chosen$value, settings$self_loops)
    if (!settings$self_loops) {
      weights <- with_cells(weights, landmarks, chosen$value, settings$cutoff)
    }
  }
  graph_by_settings(
    weights, chosen, settings, rows = checked$rows, n_given = checked$n_given,
    names = checked$names, scaled = !is.null(checked$scaling), mass = checked$mass,
    landmarks = landmarks, degree = degree, neighbors = settings$listed$way,
    recall = settings$listed$recall, multiple = multiple,
    own_scales = if (!is.null(local_scale)) local_scales(points, settings$local_scale, runtime),
    cut = if (arg == "type") cut_by_neighbors(weights, checked, points, chosen, settings, runtime),
    lengths_of = if (arg == "type") points_of_lengths(weights, checked$x)
  )
}

# The neighbor that sets a point's scale in the usual graph of pictures and clusters, and the least
# mean scale over the mean distance to that neighbor.
usual_local_scale <- 7L
min_multiple <- 0.5

# Returns the geometric mean of the distances to the k-th neighbor; NA if more than half of them are
# 0.
mean_scale <- function(points, k, runtime) {
  distances <- cpp_neighbor_distances(points, k, runtime)[k, ]
  if (stats::median(distances) > 0) exp(mean(log(distances[distances > 0]))) else NA_real_
}

# Makes a graph of weights that come from distances, with a word if they say nothing.
#   chosen    of resolve_bandwidth();  settings: of resolve_graph_settings();  ...: for new_graph()
graph_by_settings <- function(weights, chosen, settings, ...) {
  told <- c("type", "cutoff", "self_loops", "k", "symmetry", "local_scale")
  told <- settings[intersect(told, names(settings))]
  graph <- rlang::inject(new_graph(weights, chosen$value, method = chosen$method, !!!told, ...))
  warn_useless(graph)
  graph
}

# Cuts radius graphs where the kernel falls below 1e-6.
default_cutoff <- sqrt(-log(1e-6))

# The scales of points, which graphs with local scales multiply by the bandwidth.

# Finds how far each held point is from its k-th neighbor, the median where they coincide, and the
# dimension that the distances to the nearest k show (Levina and Bickel, 2005): list(scale,
# dimension).
local_scales <- function(handle, k, runtime) {
  nearest <- nearest_lists(handle, k, runtime)
  scales_of_distances(cpp_unit(handle) * vapply(seq_len(k), function(j) {
    nearest$distance[at_place(nearest, j)]
  }, numeric(length(nearest$begin) - 1L)), k)
}

#   distances  to the nearest, n x k, increasing in each row
scales_of_distances <- function(distances, k) {
  scale <- distances[, k]
  if (!any(scale > 0)) abort_no_local_scale(k)
  scale[scale == 0] <- stats::median(scale[scale > 0])
  ratio <- log(scale / distances[, -k, drop = FALSE])
  growth <- mean(ratio[is.finite(ratio)])
  list(scale = scale, dimension = if (isTRUE(growth > 0)) max(1, round(1 / growth)) else 1)
}

# Lists the arguments that say which edges there are.
edge_arguments <- c("k", "symmetry", "cutoff", "self_loops", "local_scale", "neighbors", "weights")

resolve_graph_settings <- function(type, k, symmetry, cutoff, self_loops, local_scale, n,
                                   arg = "type", neighbors = "exact") {
  type <- check_choice(type, graph_types, arg)
  neighbors <- check_neighbor_way(neighbors, type, arg)
  if (type == "knn" && is.null(k)) abort_argument("`k` must be given with `{arg} = \"knn\"`.")
  if (type == "dense" && !(is.null(k) && (is.null(cutoff) || identical(cutoff, Inf)))) {
    what <- if (is.null(k)) "cutoff" else "k"
    abort_argument("`{what}` cannot be used with `{arg} = \"dense\"`, which keeps all pairs.")
  }
  symmetry <- check_choice(symmetry, c("union", "mutual"), "symmetry")
  cutoff <- cutoff %||% if (type == "radius") default_cutoff else Inf
  list(
    type = type, k = if (!is.null(k)) check_neighbors(k, "k", n),
    symmetry = if (!is.null(k)) symmetry,
    cutoff = check_number(cutoff, "cutoff", above = 0, infinite = type != "radius"),
    self_loops = check_flag(self_loops, "self_loops"),
    local_scale = if (!is.null(local_scale)) check_neighbors(local_scale, "local_scale", n),
    neighbors = neighbors
  )
}

# Checks a number of neighbors among n points.
check_neighbors <- function(k, arg, n) {
  k <- check_count(k, arg)
  if (k >= n) abort_argument("`{arg}` = {k} must be below the number of rows, {n}.")
  k
}

# Warns of graphs that say nothing about the points.
warn_useless <- function(graph) {
  w <- graph$weights
  n <- nrow(w)
  if (is_matrix_free(w)) {
    none <- max(w$totals) - w$self_loops <= 0
    # Joined to all with a weight of nearly 1: no graph that is in one piece has less to tell.
    alike <- min(w$totals) - w$self_loops > (n - 1) * (1 - 1e-6)
  } else {
    entries <- if (is.matrix(w)) w else w@x
    # Mostly the first point tells.
    if (is.matrix(w) && any(w[-1L, 1L] > 0) && any(w[-1L, 1L] <= 1 - 1e-6)) {
      return(invisible())
    }
    off_diagonal <- sum(entries > 0) - sum(Matrix::diag(w) > 0)
    none <- off_diagonal == 0
    alike <- off_diagonal == n * (n - 1) && min(entries[entries > 0]) > 1 - 1e-6
  }
  at <- paste("at `bandwidth` =", signif(graph$bandwidth, 3))
  if (none) warn("Every point is isolated {at}: the graph has no edges.", "isolated")
  if (alike) warn("All weights are 1 {at}: the spectrum of this graph is degenerate.", "degenerate")
}

# The weights of a heat-kernel graph of points, and refusals of what cannot be had.

# Computes n x n weights: a plain matrix for a dense graph, otherwise a dgCMatrix.
#   arg  what the user calls the bandwidth
graph_weights <- function(points, n, bandwidth, settings, runtime, arg = "bandwidth") {
  dense <- settings$type == "dense"
  if (settings$type == "knn") {
    check_list_memory(n, settings$k, "k")
    arg <- "k"
  }
  if (!is.null(settings$local_scale)) check_list_memory(n, settings$local_scale, "local_scale")
  if (dense) check_memory(8 * n^2, "x", paste("a dense graph of", n, "points"))
  options <- list(
    bandwidth = bandwidth, within_radius = settings$type == "radius", k = settings$k %||% 0L,
    symmetry = settings$symmetry %||% "union", cutoff = settings$cutoff,
    self_loops = settings$self_loops, local_scale = settings$local_scale %||% 0L,
    most = min(2^31 - 1, if (is_much_memory(44 * n^2)) memory_limit() / 44)
  )
  options$listed <- settings$listed$lists
  too_many <- !dense && min_entries(points, n, options, runtime) > options$most
  found <- if (dense) {
    cpp_dense_graph(points, options, runtime)
  } else if (!too_many) {
    cpp_sparse_graph(points, options, runtime)
  }
  if (is.null(found)) {
    value <- if (arg == "k") settings$k else signif(bandwidth, 3)
    max_entries <- format(floor(options$most), big.mark = ",")
    other <- "Take a smaller `bandwidth` or `cutoff`, or `type = \"knn\"`."
    abort(
      c("`{arg}` = {value} gives a graph of more than {max_entries} entries, which does
         not fit into the {signif(memory_limit() / 2^30, 3)} GB of memory that may be used.",
        i = if (arg == "bandwidth") other else "Take a smaller `{arg}`."),
      "memory"
    )
  }
  if (found$n_replaced == n) abort_no_local_scale(settings$local_scale)
  if (found$n_replaced > 0) {
    warn(
      c("{found$n_replaced} point{?s} coincide{?s/} with {?its/their} neighbor
         {settings$local_scale}, so the distance to it gives no local scale: the median of the other
         scales is used.",
        i = "Keep repeated rows once, and pass how often they occur as `weights`."),
      "replaced"
    )
  }
  found$weights %||% new("dgCMatrix", p = found$p, i = found$i, x = found$x, Dim = c(n, n))
}

# Estimates how many entries a radius graph has, from the neighbors of a few points: three standard
# errors below the estimate. The graph itself is counted exactly while it is made.
#   options  as for cpp_sparse_graph()
min_entries <- function(points, n, options, runtime) {
  if (!options$within_radius || options$local_scale > 0L || n^2 <= options$most) {
    return(0)
  }
  counts <- sampled_counts(points, n, options$bandwidth * options$cutoff, runtime)
  n * (mean(counts) - 3 * sd_of_mean(counts))
}

# Counts the points within a radius of a few of them, themselves among them.
sampled_counts <- function(points, n, radius, runtime) {
  as.vector(cpp_neighbor_counts(points, cpp_sample_rows(n, min(n, 200L), 0), radius, 1, runtime))
}

abort_no_local_scale <- function(k) {
  abort(
    "`local_scale` = {k}: every point coincides with its neighbor {k}; the data have no scale
     there.",
    "no_scale"
  )
}

# Measures what a graph of nearest neighbors leaves out of the kernel.

# Computes the share of the kernel's second moment sum_j w_ij |x_j - x_i|^2, from which the
# Laplacian is computed, that lies beyond the neighbors in the graph, over up to 200 points.
#   weights  dgCMatrix;  x, handle  the points
cut_share <- function(weights, x, handle, h, runtime) {
  rows <- draw_points(x, min(nrow(x), 200L), 0)
  kept <- weights[, rows, drop = FALSE]@x
  kept <- kept[kept > 0]
  # The slope of sum_j w_ij in log h is 2 sum_j w_ij |x_j - x_i|^2 / h^2.
  step <- 1e-3
  none <- matrix(0, 0, 0)
  sums <- cpp_heat_sums(
    handle, x[rows, , drop = FALSE], none, none, h * exp(c(-step, step)), numeric(), TRUE, runtime
  )$weight
  all <- sum(sums[, 2L] - sums[, 1L]) / (4 * step)
  if (all > 0) max(0, 1 + sum(kept * log(kept)) / all) else 0
}

# Limits the share that is not worth a word: at 0.05 the eigenvalues of a sphere are some 0.8 of
# what they should be.
max_cut <- 0.05

# Lists the selectors whose bandwidth is that of a kernel over all pairs.
kernel_selectors <- c("gc", "lepski", "rec", "msvd", "kernel_sum", "rate")

# Computes the share that a graph of nearest neighbors cuts off, if a selector and not the user set
# its bandwidth; otherwise 0.
#   chosen  of resolve_bandwidth()
cut_by_neighbors <- function(weights, checked, handle, chosen, settings, runtime) {
  by_selector <- settings$type == "knn" && is.null(settings$local_scale) &&
    chosen$method %in% kernel_selectors
  if (by_selector) cut_share(weights, checked$x, handle, chosen$value, runtime) else 0
}

# Warns where the eigenvalues of a graph are asked for.
#   graph  of graph_facts()
warn_cut_kernel <- function(graph) {
  if (isTRUE(graph$cut > max_cut)) {
    warn(
      c("`k` = {graph$k} cuts the kernel of bandwidth {signif(graph$bandwidth, 3)}:
         {round(100 * graph$cut)}% of its second moment lies beyond the neighbors, so the
         eigenvalues are too small, by that much or more.",
        i = "A larger `k` or `type = \"radius\"` helps."),
      "cut_kernel"
    )
  }
}

# Landmarks: the points that are fitted if all points would be too many. Each stands for the points
# to which it is nearest, and its degree is computed from all points, so that the fit estimates the
# same operator. notes/landmarks.md compares ways to choose them.

# Returns how many landmarks are asked for, NULL where the fit is of all n points.
check_n_landmarks <- function(landmarks, min_count, n) {
  if (!is.null(landmarks)) {
    landmarks <- check_count(landmarks, "landmarks", min = min(min_count, n), max = n)
    if (landmarks < n) landmarks
  }
}

# Chooses landmarks of checked points: those given by `start`, then each time the point that is
# farthest from all landmarks; fewer where points coincide. What they are does not change with the
# order of the rows. A list:
#   checked  the landmarks alone, as as_points() makes points
#   at       which of the points they are, m;  owner: of each point its nearest landmark, n
#   radius   no point is farther from its landmark;  distance: how far each is, n
#   all      the points
# A landmark's mass is that of all points that are nearest to it: landmarks at one place share
# theirs.
choose_landmarks <- function(checked, count, runtime, start = integer()) {
  x <- checked$x
  place <- canonical_order(x)
  if (length(start)) start <- start[order(match(start, place))] else start <- place[[1L]]
  found <- cpp_farthest_point_sampling(
    x[place, , drop = FALSE], match(start, place), max(0L, count - length(start)), runtime
  )
  at <- c(start, place[found$rows])
  part <- take_points(checked, at)
  handle <- hold_points(part$x, runtime)
  on.exit(cpp_release(handle))
  nearest <- cpp_query_nearest(handle, x, 1L, runtime)
  # Takes the first of equally near landmarks, whatever the order of the rows is.
  owner <- nearest$index[at_place(nearest, 1L)]
  owned <- rowsum(c(numeric(length(at)), rep_len(checked$mass, nrow(x))), c(seq_along(at), owner))
  part$mass <- stats::ave(as.vector(owned), first_at_place(part$x))
  list(
    checked = part, at = at, owner = owner, radius = found$radius,
    distance = nearest$distance[at_place(nearest, 1L)] * cpp_unit(handle), all = checked
  )
}

# Computes the sums of the weights of all points at each landmark.
#   handle    of all points
#   settings  of resolve_graph_settings(): their cut-off and loops count, k does not
landmark_degrees <- function(landmarks, handle, bandwidth, settings, runtime) {
  n <- length(landmarks$owner)
  cutoff <- if (settings$type == "radius") settings$cutoff else Inf
  rule <- radius_rule(bandwidth, cutoff, settings$self_loops)
  cpp_nystrom_extension(
    handle, landmarks$checked$x, rule, rep_len(landmarks$all$mass, n), matrix(0, n, 0L), runtime
  )$mass
}

# Returns what cpp_nystrom_extension() needs to know of a graph of all pairs within the cutoff.
radius_rule <- function(bandwidth, cutoff, self_loops) {
  list(
    bandwidth = bandwidth, local_scale = 0L, within_radius = TRUE, cutoff = cutoff, k = 0L,
    symmetry = "union", self_loops = self_loops, relative = FALSE
  )
}

# Adds the loops that landmarks have in a graph without self loops. Among the points that a landmark
# stands for, a step from one to another is a step too: the loop is the mean of the weights from the
# landmark to them, its own left out. Without it eigenvalues come out up to twice too large, with 1
# in its place too small: notes/landmarks.md.
with_cells <- function(weights, landmarks, h, cutoff) {
  m <- length(landmarks$at)
  own <- rep_len(landmarks$all$mass, length(landmarks$owner))
  near <- landmarks$distance <= cutoff * h
  reached <- own * near * exp(-(landmarks$distance / h)^2)
  # In an order that does not depend on that of the rows.
  at <- order(landmarks$owner, reached)
  sums <- as.vector(rowsum(c(numeric(m), reached[at]), c(seq_len(m), landmarks$owner[at])))
  part <- landmarks$checked
  sums <- stats::ave(sums, first_at_place(part$x)) - own[landmarks$at]
  add_to_diagonal(weights, pmax(0, sums) / part$mass)
}

# If the landmarks' own sums of weights, each by its mass and with loops of 1, exceed the degrees by
# more than this in the median, the kernel does not reach from one landmark to the next: see the
# page on landmarks in notes/.
max_excess <- 1.25

#   weights  of the landmarks, before any correction;  degree: the sums of those of all points
warn_sparse_landmarks <- function(weights, mass, degree, h, self_loops) {
  sums <- drop(times_weights(weights, cbind(mass)))
  if (!self_loops) {
    sums <- sums + mass
    degree <- degree + 1
  }
  excess <- stats::median(sums / degree)
  if (excess > max_excess) {
    warn(
      c("`landmarks`: {length(sums)} are too few for `bandwidth` = {signif(h, 3)}: the kernel hardly
         reaches from one to the next, and their sums of weights are {signif(excess, 2)} times those
         of all points. Coordinates may be far from those of all points.",
        i = "Take more `landmarks`, so that most points have one within half of `bandwidth`, or a
             larger `bandwidth`."),
      "sparse_landmarks"
    )
  }
}
