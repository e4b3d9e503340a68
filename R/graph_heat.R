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
#' [bw_gc()] selects. For large data, use `graph = graph_knn(15)`. (`k = 15` alone is no graph of
#' nearest neighbors: it is the radius graph, and joins each point to 15 neighbors as well.) You can
#' ignore all other arguments at first.
#'
#' @details
#' **Which points are connected** is the type of the graph, see [graph_types]: with
#' [graph_radius()], the default, the pairs within `cutoff * h`; with [graph_knn()], nearest
#' neighbors; with [graph_dense()], all pairs.
#'
#' **Approximate neighbors.** `neighbors` selects a faster search that can miss neighbors. `print()`
#' and `glance()` show the `recall`: the share of the true nearest neighbors of 500 points that are
#' in the graph. If the search is not exact and `bandwidth` is `NULL`, the bandwidth is selected
#' from all pairs. If an exact search will take more than a minute, a message of class
#' `lapscale_message_time` estimates the time.
#'
#' **Local scales.** With `local_scale = m`, the weights are \eqn{\exp(-|x_i - x_j|^2 / (h_i
#' h_j))}{exp(-|x_i - x_j|^2 / (h_i h_j))}, where \eqn{h_i} is `bandwidth` times the scale of
#' \eqn{x_i}: the geometric mean, over the point and its `m` nearest neighbors, of the distance of
#' a point to its `m`-th neighbor. `bandwidth` is then a pure number, 1 by default, and [bw_gc()]
#' with the same `local_scale` selects it. `local_scale = TRUE` is 20. [graph_laplacian()] corrects
#' for the scales, so that `alpha` has the same meaning with and without them, as Berry and Harlim
#' (2016) do for scales that are a power of the density. If the `m`-th neighbor of a point coincides
#' with it, the median of the other distances is used, with a warning.
#'
#' Use local scales if some parts of the data are much denser than others. On 16 manifolds with known
#' spectra, the errors of the first eight eigenvalues of 400 points were 42% smaller than with one
#' bandwidth if the density was uneven (15 to 36 times as large in some parts), and 12% larger if it
#' was even (up to 42% with 1500 points). Local scales do not help everywhere. With noise of 3% in three more columns, errors of
#' uneven samples were 8% smaller with 400 points and 13% larger with 1500, because in dense parts
#' the nearest neighbors are noise. On a rolled strip with thin ends, whose scales reach the next
#' turn, they were 2.6 times as large. `m` = 20 and 30 are equally good. With `m` = 7 the scales are
#' less certain, and errors of even samples were 28% larger.
#'
#' Whatever takes a graph, or makes one of points, takes local scales, except
#' - [ssl_laprls()], [ssl_lapsvm()], [embed_kpca()], and [graph_laplacian_at()], whose kernels have
#'   one bandwidth, and [embed_relax()], which makes a graph of one bandwidth of its own;
#' - [graph_columns()]: a column is tested on a graph of the others, and scales know all columns;
#' - [boundary_distance()], because distances to neighbors grow towards a boundary, so that the
#'   scales hide it. The `edge` of intervals and reports is 0 for the same reason;
#' - [noise_remove()] and `bw_gc(noise = "deflate")`, because noise is most of the distances to
#'   neighbors, and with it of the scales;
#' - [embed_common()]: one step of the walk takes another time at each point, and steps of several
#'   tables are composed only if they take the same time;
#' - selectors other than [bw_gc()], [bw_cv()], and [bw_test_error()], which select distances;
#' - `type = "unnormalized"`, whose estimate has the unit of one bandwidth: it ignores the scales
#'   beyond the weights;
#' - `landmarks` of learners, and graphs of large data without stored weights: with local scales all
#'   weights are stored, and [graph_knn()] keeps them few.
#'
#' @inheritParams bw_gc
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 2; or a `dist`.
#' @param bandwidth The bandwidth \eqn{h} in the unit of `x`: a positive number, a
#'   [lapscale_bandwidth], a selector function such as [bw_gc], or the name of a selector (`"gc"`,
#'   `"median"`, ..., see [bw_select()]). If `NULL` (the default), it is selected by
#'   [bw_gc()], for a nearest-neighbor graph on that graph. With `local_scale` it is a multiple of
#'   the local scales, and 1 if `NULL`, which is not selected from the data: give `bw_gc`, if
#'   eigenvalues matter.
#' @param graph The type of the graph: a value such as `graph_knn(10)`, see [graph_types], or its
#'   name, `"radius"` (the default), `"knn"`, or `"dense"`, with its settings in `...`. If `k` is
#'   `NULL`, `"knn"` uses the 10 nearest neighbors, or `n - 1` if that is less.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). The settings of the graph (`k`,
#'   `symmetry`, `cutoff`, `self_loops`, `local_scale`, `neighbors`, `weights`) can be arguments
#'   too, and `type` is another name of `graph`.
#'   - `self_loops`: If `FALSE` (the default), \eqn{w_{ii} = 0}{w_ii = 0}, so that each step of the
#'     random walk leaves its point. If `TRUE`, \eqn{w_{ii} = 1}{w_ii = 1}, as in the papers of
#'     these methods. Eigenvalues are then too small, see [lapscale_conventions].
#'   - `weights`: If `NULL` (the default), all rows count equally. Otherwise, how much each row
#'     counts: numbers of at least 0, such as counts of equal rows, survey weights, or the density
#'     of a target distribution divided by that of the sample. Whole numbers with `self_loops =
#'     TRUE` give exactly the results of repeated rows, except in graphs of nearest neighbors. Of
#'     other numbers only the ratios matter. Rows with weight 0 are left out.
#' @return A [lapscale_graph], a list with
#'   - `weights`, the weights as a symmetric sparse matrix, `n` x `n`;
#'   - `bandwidth`, `cutoff`, and `type`, the settings.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if the bandwidth is selected and all points coincide;
#' - `lapscale_error_memory` if the edges do not fit into memory or are more than 2^31 - 1;
#' - `lapscale_warning_isolated` if no point has a neighbor;
#' - `lapscale_warning_degenerate` if all weights are nearly 1.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Berry, T. and Harlim, J. (2016). Variable bandwidth diffusion kernels. *Applied and
#'   Computational Harmonic Analysis* 40, 68-96.
#'
#' @seealso [as_heat_graph()] for neighbors, distances, and graphs of other packages;
#'   [graph_laplacian()], [graph_spectrum()], [graph_components()]; [lapscale_graph] for what you
#'   can do with the result.
#' @examples
#' x <- sample_circle(200, noise = 0.02, seed = 1)
#' heat_graph(x, bandwidth = 0.2)
#' heat_graph(x, bandwidth = 0.2, graph_knn(8))
#' graph <- heat_graph(x)        # bandwidth by Geometric Consistency
#' graph$bandwidth
#' heat_graph(iris[1:4], bw_gc, seed = 1)
#' @export
heat_graph <- function(x, ...) UseMethod("heat_graph")

# Makes a lapscale_graph of points, to which it adds order and points (not of points on the disk).
# `graph` is a type of graph with its settings, such as graph_knn(10), the name of a type, or NULL;
# args$graph is its name, or NULL, and the settings are among args, with those in `...`. args$type
# is another name of `graph`.
#' @rdname heat_graph
#' @export
heat_graph.default <- function(x, bandwidth = NULL, graph = NULL, scale = FALSE, seed = NULL,
                               ...) door({
  args <- arguments()
  refuse_if(!is.null(args$type) && !is.null(graph),
            "`graph` and `type` both name the type of graph; set one of them.")
  checked <- as_points(x, args, any_kind, min_rows = 2L)
  type <- args$graph %||% args$type %||% default_graph(purpose = "kernel")$name
  result <- graph_of_points(
    checked, bandwidth, c(list(type = type), unclass(args)[edge_arguments]),
    new_runtime(args$n_threads, args$progress), seed,
    arg = if (is.null(args$type)) "graph" else "type", by_user = TRUE
  )
  if (is_in_memory(checked$x)) {
    result$order <- canonical_order(checked$x)
    result$points <- checked$shared %||% share_checked(checked, as_given(x), is_kept = TRUE)
  }
  result
}, .takes = list("points", "run", "graph", type = NULL))

# The local scales of the usual graph of pictures: list(neighbor: the number of the neighbor whose
# distance is the scale of a point; multiple: a number, times these distances the bandwidths of the
# points, whose geometric mean is `bandwidth`, or more, as it is at least min_multiple; bandwidth:
# that mean, in the unit of x). NULL if more than half of the distances are 0.
#   x          points, n x p;  handle: of the same in the core
#   bandwidth  a number, unit of x, that was selected;  runtime: of new_runtime()
proportional_scale <- function(x, handle, bandwidth, runtime) {
  neighbor <- min(usual_local_scale, nrow(x) - 1L)
  mean_distance <- mean_neighbor_distance(x, handle, neighbor, runtime)
  if (is.na(mean_distance)) return(NULL)
  multiple <- max(bandwidth / mean_distance, min_multiple)
  list(neighbor = neighbor, multiple = multiple, bandwidth = multiple * mean_distance)
}

#' The graph of checked points, for functions that need one.
#'
#' @param checked As as_points() makes it, perhaps merged by merge_copies(): x, rows, n_given,
#'   names, mass, scaling; n_rows (how many rows there were before, NULL: as many) and copies (NULL:
#'   none).
#' @param settings The type of graph and those of its settings that were given, a list: type, k,
#'   symmetry, cutoff, self_loops, local_scale, neighbors, see resolve_graph_settings(). In the body
#'   it gets own_scales, of local_scales(), and listed, of find_listed_neighbors().
#' @param bandwidth As the user gave it: a number, a selector, its name or its result, or NULL. With
#'   local scales it is a multiple of them, 1 if NULL.
#' @param landmarks How many of the points the graph joins, NULL: all. In the body it becomes what
#'   choose_landmarks() returns (index: which of the points they are; checked), with `scale`, the
#'   local scales of all points. `checked`, `handle`, and own_scales are those of the landmarks from
#'   there on.
#' @param runtime Of new_runtime().
#' @param seed For a selector of the bandwidth, as the user gave it: a number, or NULL.
#' @param n_vectors Of how many eigenvectors of a normalized Laplacian the graph is made, and of
#'   nothing else: their weights need not be stored. NULL: they are.
#' @param unstored `function(checked, bandwidth, settings, n_vectors, runtime)`: such weights, of
#'   unstored_weights(), or NULL where they are to be stored.
#' @param arg What the type is called where the user gives it.
#' @param proportional Whether each point's scale is proportional to its distance to a neighbor,
#'   with the bandwidth, NULL, as their mean.
#' @param by_user Whether the user gets the graph itself: it has `cut` then.
#' @return A lapscale_graph.
#' @noRd
graph_of_points <- function(checked, bandwidth, settings, runtime, seed = NULL, landmarks = NULL,
                            n_vectors = NULL, unstored = matrix_free_weights, arg = "graph",
                            proportional = FALSE, by_user = FALSE) {
  local_scale <- settings[["local_scale"]]
  n <- checked$n_rows %||% nrow(checked$x)
  settings <- resolve_graph_settings(settings, landmarks %||% n, arg, n)
  # The nearest of the different rows are taken, as many as there are.
  max_neighbors <- c(k = landmarks %||% nrow(checked$x), local_scale = nrow(checked$x)) - 1L
  for (name in intersect(names(max_neighbors), names(Filter(length, settings)))) {
    settings[[name]] <- min(settings[[name]], max_neighbors[[name]])
  }
  seed <- check_seed(seed)
  if (is.null(bandwidth) && !is.null(local_scale)) bandwidth <- 1
  check_spread_for(bandwidth, checked)
  all_points <- share_for_call(checked)
  type <- graph_type(settings)
  is_exact_knn <- type$lists_neighbors && is.null(type$weights) && is.null(landmarks) &&
    identical(settings$neighbors, "exact")
  # Arguments that a selector gets about the graph.
  selector_args <- c(
    if (is_exact_knn && !proportional) list(graph = type$name, k = settings$k),
    settings["local_scale"]
  )
  # The bandwidth, list(value, method).
  choice <- resolve_bandwidth(bandwidth, all_points, seed, runtime, selector_args)
  handle <- acquire_shared_points(all_points, runtime)
  picture_scale <- if (proportional) proportional_scale(checked$x, handle, choice$value, runtime)
  choice$value <- picture_scale$bandwidth %||% choice$value
  settings$local_scale <- picture_scale$neighbor %||% settings$local_scale
  # The scales of the usual graph of pictures are the distances themselves.
  if (!is.null(local_scale)) {
    settings$own_scales <- local_scales(all_points, handle, settings$local_scale, runtime)
  }
  degree <- NULL
  if (!is.null(landmarks)) {
    landmarks <- choose_landmarks(checked, landmarks, runtime)
    landmarks$scale <- settings$own_scales$scale
    degree <- landmark_degrees(landmarks, handle, choice$value, settings, runtime)
    settings$own_scales <- take_scales(settings$own_scales, landmarks$index)
    checked <- landmarks$checked
    handle <- release_on_exit(acquire_points(checked$x, runtime))
    # They are few: their weights are stored.
    n_vectors <- NULL
  }
  settings$listed <- find_listed_neighbors(settings, checked$x, handle, runtime)
  # Places have loops, which unstored weights have not.
  if (!is.null(checked$copies)) n_vectors <- NULL
  weights <- if (!is.null(n_vectors)) unstored(checked, choice$value, settings, n_vectors, runtime)
  weights <- weights %||%
    graph_weights(handle, nrow(checked$x), picture_scale$multiple %||% choice$value, settings,
                  runtime)
  if (!is.null(landmarks)) {
    warn_sparse_landmarks(weights, checked$mass, degree, choice$value, settings$self_loops,
                          !is.null(settings$own_scales))
    if (!settings$self_loops) {
      weights <- with_landmark_loops(weights, landmarks, choice$value, settings$cutoff)
    }
  }
  if (!settings$self_loops) {
    if (!is.null(checked$copies)) {
      weights <- add_to_diagonal(weights, loop_share_of_copies(checked$mass))
    } else if (!type$lists_neighbors && is.null(landmarks) && is.null(settings$local_scale)) {
      warn_copies(weights, checked, runtime)
    }
  }
  graph_of_weights(
    weights, choice, settings, rows = checked$rows, n_given = checked$n_given,
    names = checked$names, scaled = !is.null(checked$scaling$sd), mass = checked$mass,
    landmarks = landmarks, degree = degree, neighbors = settings$listed$search,
    recall = settings$listed$recall, multiple = picture_scale$multiple,
    own_scales = settings$own_scales,
    cut = if (by_user) share_beyond_by_selector(weights, checked, handle, choice, settings, runtime)
  )
}

# Makes a lapscale_graph of weights that come from distances, with a warning if it has no structure.
#   weights   n x n, stored or not
#   choice    the bandwidth, list(value: a number; method: "given", or the name of a selector), of
#             resolve_bandwidth()
#   settings  list of type, self_loops, and others of resolve_graph_settings()
#   ...       further arguments of new_graph(), by name, such as `names` of the points
graph_of_weights <- function(weights, choice, settings, ...) {
  field_names <- intersect(c("type", "cutoff", "self_loops", "k", "symmetry", "local_scale"),
                    names(settings))
  graph <- rlang::inject(
    new_graph(weights, choice$value, method = choice$method, !!!settings[field_names], ...)
  )
  warn_without_structure(graph)
  graph
}

# Warns of rows that have more than half of their weight with rows that equal them: if neighbors are
# far, copies are hardly joined with others.
#   weights  of the graph, n x n;  checked: of as_points(): x, mass, rows;  runtime: of
#            new_runtime()
warn_copies <- function(weights, checked, runtime) {
  # list(first: the first of each set of equal rows; index: the set of each row).
  equal_rows <- group_equal_rows(checked$x)
  if (length(equal_rows$first) == nrow(checked$x)) return(invisible())
  mass <- rep_len(checked$mass, nrow(checked$x))
  copy_mass <- as.vector(rowsum(mass, equal_rows$index))[equal_rows$index] - mass
  degree <- weight_totals(weights, mass, runtime)
  # Rows that are joined to nothing else are components of their own.
  rows_of_copies <- checked$rows[copy_mass > degree / 2 & copy_mass < degree * (1 - 1e-9)]
  warn_if(length(rows_of_copies),
          c("`x`: {length(rows_of_copies)} row{?s} {?is/are} joined mostly to rows that coincide
             with {?it/them} (row{?s} {shorten(rows_of_copies)}), which may take over the first
             coordinates.",
            i = "Keep repeated rows once, and pass how often they occur as `weights`."), "copies")
}

# The usual cutoff of radius graphs, in bandwidths: the kernel is 1e-6 there.
default_cutoff <- sqrt(-log(1e-6))

# Names of the arguments that say which edges a graph has.
edge_arguments <- c("k", "symmetry", "cutoff", "self_loops", "local_scale", "neighbors", "weights")

# Those of the arguments of edges that the user gave, by themselves or in a type of graph: a named
# list.
#   args       of arguments(): all arguments of the call, those that were not given with their
#              defaults, and a type of graph replaced by its name and its settings
#   user_args  named list of the arguments that the user gave in `...`
#   names      of the arguments that are returned if they were given
given_edge_settings <- function(args, user_args, names = edge_arguments) {
  args <- unclass(args)[intersect(names, names(args))]
  defaults <- setting_groups$graph
  args[names(args) %in% names(user_args) | !mapply(identical, args, defaults[names(args)])]
}

# Checks settings of a graph of n points, of which those that its type does not have must be as
# usual (a cutoff of Inf is none), and completes them. Returns list(type: its name; k: number
# of neighbors, or NULL: no lists of neighbors; symmetry: "union" or "mutual", NULL without k;
# cutoff: in bandwidths, Inf: none; self_loops: TRUE or FALSE; local_scale: number of a neighbor, or
# NULL: no local scales; neighbors: of check_neighbor_search()).
#   settings  list(type: its name) and those of the others that were given; local_scale may be TRUE
#   arg       the argument by which the user gives the type
#   n_scale   number of points whose distances are local scales
resolve_graph_settings <- function(settings, n, arg = "graph", n_scale = n) {
  settings <- utils::modifyList(setting_groups$graph, settings, keep.null = TRUE)
  type <- check_choice(settings$type, names(graph_types), arg)
  definition <- graph_type(type)
  neighbors <- check_neighbor_search(settings$neighbors, type, arg)
  not_of_type <- setdiff(edge_arguments, c(definition$settings, "self_loops", "weights"))
  unused <- Filter(function(name) {
    usual <- list(NULL, setting_groups$graph[[name]], Inf)
    !any(vapply(usual, identical, NA, settings[[name]]))
  }, not_of_type)
  kept <- if (definition$is_complete) ", which keeps all pairs" else ""
  refuse_first(unused, "`{first}` cannot be used with `{arg} = \"{type}\"`{kept}.")
  k <- settings$k %||% if (definition$lists_neighbors) usual_neighbors(type, n)
  symmetry <- check_choice(settings$symmetry, c("union", "mutual"), "symmetry")
  cutoff <- settings$cutoff %||% if (definition$is_within) default_cutoff else Inf
  list(
    type = type, k = if (!is.null(k)) check_neighbors(k, "k", n),
    symmetry = if (!is.null(k)) symmetry,
    cutoff = check_number(cutoff, "cutoff", above = 0, infinite = !definition$is_within),
    self_loops = check_flag(settings$self_loops, "self_loops"),
    local_scale = if (!is.null(settings$local_scale)) {
      check_local_scale(settings$local_scale, n_scale)
    },
    neighbors = neighbors
  )
}

# Checks and returns a number k of neighbors among n points, which errors name by `arg`.
check_neighbors <- function(k, arg, n) {
  k <- check_count(k, arg)
  refuse_if(k >= n, "`{arg}` = {k} must be below the number of rows, {n}.")
  k
}

# Warns of a graph, a lapscale_graph, without edges, or with weights of nearly 1 between all points.
#   graph  a lapscale_graph: weights (n x n, plain, sparse, or of unstored_weights(): totals,
#          self_loops), bandwidth (unit of x)
warn_without_structure <- function(graph) {
  weights <- graph$weights
  n <- nrow(weights)
  if (is_matrix_free(weights)) {
    has_no_edges <- max(weights$totals) - weights$self_loops <= 0
    # Each point is joined to all others with a weight of nearly 1.
    is_constant <- min(weights$totals) - weights$self_loops > (n - 1) * nearly_one
  } else {
    entry_values <- if (is.matrix(weights)) weights else weights@x
    # The first column is mostly enough to see that weights differ.
    first_column <- if (is.matrix(weights)) weights[-1L, 1L]
    if (any(first_column > 0) && any(first_column <= nearly_one)) return(invisible())
    n_off_diagonal <- sum(entry_values > 0) - sum(Matrix::diag(weights) > 0)
    has_no_edges <- n_off_diagonal == 0
    is_constant <- n_off_diagonal == n * (n - 1) && min(entry_values[entry_values > 0]) > nearly_one
  }
  where <- paste("at `bandwidth` =", signif(graph$bandwidth, 3))
  advice <- c(i = "A bandwidth is in the unit of `x`. bw_gc() selects one from the data.")
  warn_if(has_no_edges, c("Every point is isolated {where}: the graph has no edges.", advice),
          "isolated")
  warn_if(is_constant, c("All weights are nearly 1 {where}: the graph has no structure.", advice),
          "degenerate")
}

# Weights above this differ too little: the bandwidth is 100 times all distances.
nearly_one <- 0.9999
