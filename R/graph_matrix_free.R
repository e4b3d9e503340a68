# Weights of a radius graph that are computed in each product instead of being stored.

# Makes weights of a connected radius or dense graph that are computed in each product, an object of
# class lapscale_matrix_free, a list:
#   points      the handle of the n points, which release_weights() releases;  n
#   h           bandwidth, unit of x;  cutoff: distance in bandwidths beyond which weights are 0
#   self_loops  whether each point has a weight to itself
#   n_entries   about how many weights are above zero
#   factor      of each point, here 1: the weights are diag(factor) K diag(factor), K the kernel
#   runtime     of new_runtime();  totals: row sums of the weights, NULL where they do not hold
# Its arguments:
#   handle     of the n points in the core;  bandwidth: number, unit of x
#   settings   list with cutoff and self_loops
#   n_entries  about how many weights are above zero;  runtime: of new_runtime()
unstored_weights <- function(handle, n, bandwidth, settings, n_entries, runtime) {
  weights <- list(
    points = handle, n = n, h = bandwidth, cutoff = settings$cutoff,
    self_loops = settings$self_loops, n_entries = n_entries, factor = rep(1, n), runtime = runtime
  )
  class(weights) <- "lapscale_matrix_free"
  weights$totals <- row_totals(weights, runtime)
  weights
}

# Names of the fields of matrix-free weights that cpp_heat_product() reads.
heat_product_fields <- c("h", "cutoff", "self_loops", "factor")

# The sum of the weights of each point, length n, of matrix-free weights: kept sums, or else
# computed.
#   runtime  not used, as weights have their own
#' @export
row_totals.lapscale_matrix_free <- function(weights, runtime) {
  weights$totals %||% drop(matrix_free_product(weights, matrix(1, weights$n)))
}

# The product of weights that are not stored, n x n, with f, n x b: n x b.
#' @export
times_weights.lapscale_matrix_free <- function(weights, f) matrix_free_product(weights, f)

# The weight of each point to itself, length n, where weights are not stored: the factor squared, or
# 0 without self loops.
#' @export
loop_weights.lapscale_matrix_free <- function(weights) weights$self_loops * weights$factor^2

# Components of weights that are not stored, list(membership, sizes): always one, as only graphs in
# one piece are not stored.
#   degree, faint, by_smaller  not used
#' @export
components_of.lapscale_matrix_free <- function(weights, degree = numeric(), faint = 0,
                                               by_smaller = FALSE) {
  list(membership = rep(1L, weights$n), sizes = weights$n)
}

# Releases the handle of points of matrix-free weights; does nothing for stored weights.
release_weights <- function(weights) if (is_matrix_free(weights)) cpp_release(weights$points)

# Whether the entries of weights are stored, in a plain or sparse matrix.
is_stored <- function(weights) !is_matrix_free(weights)

# Whether weights are computed for each product instead of stored.
is_matrix_free <- function(weights) inherits(weights, "lapscale_matrix_free")

# The dimensions of weights that are not stored, n x n; none before the object has its fields.
#' @export
dim.lapscale_matrix_free <- function(x) if (is.list(x)) c(x$n, x$n)

# From min_matrix_free weights on they are not stored, or from min_few_columns on for up to
# max_coarse eigenvectors of points in up to few_columns columns. A smaller graph is made and solved
# with quickly.
min_matrix_free <- 4e6
min_few_columns <- 5e5
few_columns <- 10L

# With more than max_matrix_free_columns columns a distance costs more than reading a weight: up to
# max_stored weights are stored then. With fewer than min_row neighbors per point most of the points
# that are looked at are too far: up to max_stored_rows weights are stored then. This does not
# depend on the free memory, so that two calls do not differ.
max_matrix_free_columns <- 100L
max_stored <- 2e8
min_row <- 100
max_stored_rows <- 2e7

# Limits the number of eigenvectors of matrix-free weights.
max_vectors <- 100L

# The cutoff, in bandwidths, that stands for none in the kernel between all pairs: weights below
# 1e-30 do not change a sum that has a weight of 1e-6 (that of default_cutoff) or more.
dense_cutoff <- sqrt(-log(1e-30))

# Limits the columns of points of which the kernel between all pairs is computed again in each
# product: with more a weight is read more quickly.
max_computed_columns <- 30L

# Whether weights of a graph may be computed in each product: those of the heat kernel with one
# bandwidth, within a cutoff or between all pairs of many points, of which few eigenvectors are
# computed.
#   settings   of resolve_graph_settings(): type, self_loops, cutoff (in bandwidths, Inf: none),
#              local_scale;  n: number of points
#   n_vectors  number of eigenvectors that are computed
suits_matrix_free <- function(settings, n, n_vectors) {
  # Links below the default cutoff may be too weak for anything but stored weights.
  type <- graph_type(settings)
  reaches_weak_links <- type$is_complete || settings$self_loops || settings$cutoff <= default_cutoff
  !type$lists_neighbors && is.null(type$weights) && is.null(settings$local_scale) &&
    reaches_weak_links && n^2 >= min_matrix_free && n_vectors <= max_vectors &&
    4 * block_size(n_vectors) <= n
}

# Whether eigenvectors of a radius graph are computed sooner if weights are computed in each product
# and not stored.
#   n_weights     number of weights of the graph;  n: of points;  columns: of columns of the points
#   n_vectors     number of eigenvectors that are computed
#   only_vectors  whether the graph is used for eigenvectors only
is_quicker_unstored <- function(n_weights, n, columns, n_vectors, only_vectors) {
  is_small_problem <- only_vectors && n_vectors <= max_coarse && columns <= few_columns
  (columns <= max_matrix_free_columns || n_weights > max_stored) &&
    n_weights >= min(min_matrix_free, if (is_small_problem) min_few_columns) &&
    (!only_vectors || n_weights >= min_row * n || n_weights > max_stored_rows)
}

# Makes matrix-free weights, see unstored_weights(), of a radius or dense graph, if its spectrum is
# found sooner with them; NULL if the weights are to be stored.
#   checked       of as_points(): x;  bandwidth: number, unit of x
#   settings      of resolve_graph_settings(): type, cutoff, self_loops, local_scale, k (number of
#                 neighbors that each point must have within the cutoff, or NULL)
#   n_vectors     number of eigenvectors that are computed
#   only_vectors  whether the graph is used for eigenvectors only;  runtime: of new_runtime()
matrix_free_weights <- function(checked, bandwidth, settings, n_vectors, runtime,
                                only_vectors = TRUE) {
  n <- nrow(checked$x)
  if (!has_columns(checked$x) || !suits_matrix_free(settings, n, n_vectors)) return(NULL)
  # Columns of a block of the search, and of all blocks at a time, with copies that a product makes.
  block_columns <- block_size(n_vectors)
  vectors_in_memory <- max(8 * block_columns + krylov_columns(n, n_vectors), 16 * n_vectors + 100)
  check_memory(8 * n * vectors_in_memory, "x", paste(block_columns, "vectors of", n, "points"))
  handle <- acquire_points(checked$x, runtime)
  is_handed_over <- FALSE
  on.exit(if (!is_handed_over) cpp_release(handle))
  is_dense <- graph_type(settings)$is_complete
  radius <- bandwidth * (if (is_dense) default_cutoff else settings$cutoff)
  n_weights <- if (is_dense) n^2 else mean(sampled_neighbor_counts(handle, n, radius, runtime)) * n
  is_quicker <- if (is_dense) only_vectors && ncol(checked$x) <= max_computed_columns else
    is_quicker_unstored(n_weights, n, ncol(checked$x), n_vectors, only_vectors)
  if (!is_quicker ||
      !is_connected_within(handle, n, radius / cpp_unit(handle), settings$k, runtime)) {
    return(NULL)
  }
  if (is_dense) settings$cutoff <- dense_cutoff
  weights <- unstored_weights(handle, n, bandwidth, settings, n_weights, runtime)
  is_handed_over <- TRUE
  weights
}

# Whether the pairs within a radius make a connected graph, and all k nearest neighbors of each
# point are among them.
#   handle  of the n points in the core;  radius: in its unit
#   k       number of neighbors, or NULL if none need be among them;  runtime: of new_runtime()
is_connected_within <- function(handle, n, radius, k, runtime) {
  nearest <- nearest_lists(handle, max(min(8L, n - 1L), k), runtime)
  holds_nearest <- is.null(k) || max(nearest$distance[nth_neighbors(nearest, k)]) <= radius
  holds_nearest && length(component_sizes(handle, nearest, radius, rep(1, n), runtime)) == 1L
}

# Returns the product of matrix-free weights with f: n x b.
#   weights  of unstored_weights(): points (the handle), runtime, and those named in
#            heat_product_fields
#   f        n x b
matrix_free_product <- function(weights, f) {
  cpp_heat_product(weights$points, weights[heat_product_fields], f, weights$runtime)
}

# The number of vectors of length n that a search of k eigenvectors keeps of its products, so that
# it needs fewer of them: half a gigabyte at most; 0 if that is too few, or if k is large.
krylov_columns <- function(n, k) {
  columns <- min(480, 2^26 %/% n)
  if (k > 12 || columns < 240) 0 else columns
}

# The search ends when all residuals are below the tolerance and below this share of the distance
# between the first two eigenvalues, which bounds the angles, or after this number of products.
matrix_free_tolerance <- 1e-7
matrix_free_share <- 2e-4
max_block_products <- 400L

# The k largest eigenpairs of normalized weights, stored or matrix-free: list(values, decreasing
# from 1; vectors, n x k; residuals, a norm for each). If products do not reach the tolerance, the
# weights are stored, if they fit into memory.
#   operator    the normalized weights, n x n: dgCMatrix, plain matrix, or of unstored_weights()
#   k           number of eigenpairs
#   null_basis  n x c, orthonormal vectors of the eigenvalue 1
#   runtime     of new_runtime();  arg: the argument that errors of memory name
operator_eigenpairs <- function(operator, k, null_basis, runtime, arg = "k") {
  if (!is_stored(operator)) {
    pairs <- matrix_free_eigenpairs(operator, k, null_basis, runtime)
    operator <- if (any(pairs$residuals > matrix_free_tolerance)) stored_weights(operator)
    if (is.null(operator)) return(pairs)
  }
  largest_eigenpairs(operator, k, null_basis, runtime, arg)
}

# The k largest eigenpairs of matrix-free normalized weights: list(values, vectors (n x k),
# residuals).
#   weights     of unstored_weights(): points (the handle), n, cutoff (in bandwidths), self_loops,
#               n_entries (about how many weights are above zero), factor (length n, which
#               normalizes them)
#   k           number of eigenpairs
#   null_basis  n x 1, the eigenvector for the eigenvalue 1
#   runtime     of new_runtime()
matrix_free_eigenpairs <- function(weights, k, null_basis, runtime) {
  # No eigenvalue is below min_eigenvalue. The heat kernel has no negative ones except for what the
  # cutoff and missing loops take away.
  negative_bound <- if (weights$cutoff < default_cutoff) -1 else -0.01
  min_eigenvalue <- max(-1, negative_bound - if (weights$self_loops) 0 else max(weights$factor^2))
  cpp_matrix_free_eigenpairs(
    weights$points, weights[heat_product_fields], k, null_basis,
    list(
      centred = FALSE, columns = block_size(k), krylov_columns = krylov_columns(weights$n, k),
      least = min_eigenvalue, tolerance = matrix_free_tolerance, share = matrix_free_share,
      max_products = max_block_products, seconds = 3e-9 * weights$n_entries,
      max_coarse_products = if (k <= max_coarse) max_coarse_products else 0L
    ),
    runtime
  )
}

# Returns weights that are not stored as a dgCMatrix or a plain matrix, n x n, for what takes too
# many products; NULL where that does not fit into memory.
#   weights  of unstored_weights(): points (the handle), n, h (bandwidth), cutoff (in bandwidths),
#            self_loops, factor (length n), runtime
stored_weights <- function(weights) {
  type <- if (weights$cutoff < dense_cutoff) graph_radius() else graph_dense()
  settings <- list(type = type$name, cutoff = weights$cutoff, self_loops = weights$self_loops)
  kernel_weights <- tryCatch(
    graph_weights(weights$points, weights$n, weights$h, settings, weights$runtime),
    lapscale_error_memory = function(e) NULL
  )
  if (!is.null(kernel_weights)) {
    corrected_weights(
      kernel_weights, ifelse(weights$factor > 0, 1 / weights$factor, 0), 1, weights$runtime
    )
  }
}

# About how many weights of a graph are above zero, if they are matrix-free; NULL if they are
# stored.
#   graph  a lapscale_graph, or another list with weights
unstored_entries <- function(graph) if (!is_stored(graph$weights)) graph$weights$n_entries
