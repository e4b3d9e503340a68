# Coordinates from a centered Gram matrix: eigenvectors times the roots of the eigenvalues.

# The leading eigenpairs of a symmetric matrix, as many as `target` says: list(values, vectors,
# scree, residuals), see kept_pairs(), residuals in units of the largest eigenvalue. Negative
# eigenvalues are set to zero (projection onto the positive semi-definite matrices), so that
# coordinates, which are vectors times the roots of values, are zero there.
#   gram     n x n, plain
#   target   of resolve_n_components(): rule, and count or share: how many
#   runtime  of new_runtime(): number of threads
gram_eigenpairs <- function(gram, target, runtime) {
  n <- nrow(gram)
  pairs <- if (target$rule == "variance") eigen(gram, symmetric = TRUE) else
    leading_eigenpairs(gram, n_searched(target, n), runtime)
  pairs <- kept_pairs(pairs, target, n)
  residual <- gram %*% pairs$vectors - pairs$vectors * rep(pairs$values, each = n)
  c(pairs, list(residuals = sqrt(colSums(residual^2)) / pairs$scree[[1]]))
}

# How many eigenpairs are computed: one more than may be kept, if there are as many, to see whether
# the last eigenvalue is simple.
#   target  of resolve_n_components();  n: number of points
n_searched <- function(target, n) min(count_candidates(target, n) + 1L, n)

# The eigenpairs that are kept, of n_searched() or of all: list(values: length s, decreasing, of
# null_small(); vectors: n x s, with fixed signs; scree: the values that were computed, 0 in place
# of negative ones; of all, those that are kept, or max_gap, and one more).
#   pairs   list(values, vectors), the largest values first
#   target  of resolve_n_components(): rule ("number", "gap", or "variance"), and what
#           decided_count() needs
#   n       number of points
kept_pairs <- function(pairs, target, n) {
  scree <- pmax(pairs$values, 0)
  by_share <- target$rule == "variance"
  n_candidates <- if (by_share) n else count_candidates(target, n)
  n_kept <- decided_count(target, scree[seq_len(n_candidates)])
  if (by_share) scree <- utils::head(scree, max(n_kept, max_gap) + 1L)
  refuse_if(scree[[1]] <= 0,
            "`x`: the Gram matrix has no positive eigenvalue; there is nothing to embed.",
            "no_positive")
  columns <- seq_len(n_kept)
  list(
    values = null_small(scree[columns]),
    vectors = fix_signs(pairs$vectors[, columns, drop = FALSE]),
    scree = scree
  )
}

# Returns `values`, eigenvalues of a Gram matrix, decreasing, with zero for those that are zero
# except for rounding: at most 1e-10 of the first. If there are any, it warns.
null_small <- function(values) {
  is_zero <- values <= 1e-10 * values[[1]]
  if (any(is_zero)) {
    rank <- sum(!is_zero)
    warn("The Gram matrix has {rank} positive eigenvalue{?s}: the other {sum(is_zero)}
          coordinate{?s} {?is/are} zero.", "rank")
  }
  replace(values, is_zero, 0)
}

# The symmetric plain matrix x, n x n, - its row means - its column means + its mean, means weighted
# by the mass of each point.
#   mass  length n, or 1
double_centred <- function(x, mass = 1) {
  is_unit <- is_unit_mass(mass)
  means <- if (is_unit) rowMeans(x) else drop(x %*% mass) / sum(mass)
  total_mean <- if (is_unit) mean(means) else sum(mass * means) / sum(mass)
  x - means - rep(means, each = nrow(x)) + total_mean
}

# 1 / sqrt(values), 0 where a value is 0.
inverse_root <- function(values) ifelse(values > 0, 1 / sqrt(pmax(values, 1e-300)), 0)

# The leading eigenpairs of a centered heat kernel matrix between all pairs.

# With this number of points or more they are searched by blocks of vectors.
min_by_blocks <- 500L

# The search by blocks holds this number of blocks of vectors.
blocks_in_memory <- 8

# Below rounding: the kernel is 1e-18 there.
cutoff_at_rounding <- sqrt(-log(1e-18))

# Whether eigenpairs of a kernel, stored or not, are searched by blocks of vectors.
#   n, n_vectors  numbers of points, and of pairs that are wanted
suits_blocks <- function(n, n_vectors) {
  n >= min_by_blocks && n_vectors <= max_vectors && 4 * block_size(n_vectors) <= n
}

# Returns the heat kernel between all pairs for matrix-free products, of unstored_weights(); NULL if
# it is to be stored.
#   checked    of as_points(): x
#   bandwidth  a number, unit of x
#   settings   of resolve_graph_settings(): cutoff is replaced by cutoff_at_rounding, and self_loops
#              is used
#   n_vectors  number of eigenvectors that are wanted
#   runtime    of new_runtime()
unstored_kernel <- function(checked, bandwidth, settings, n_vectors, runtime) {
  n <- nrow(checked$x)
  if (!suits_blocks(n, n_vectors) || ncol(checked$x) > max_computed_columns) return(NULL)
  n_block_vectors <- block_size(n_vectors)
  check_memory(8 * n * blocks_in_memory * n_block_vectors, "x",
               paste(n_block_vectors, "vectors of", n, "points"))
  settings$cutoff <- cutoff_at_rounding
  handle <- acquire_points(checked$x, runtime)
  is_returned <- FALSE
  on.exit(if (!is_returned) cpp_release(handle))
  weights <- unstored_weights(handle, n, bandwidth, settings, n^2, runtime)
  is_returned <- TRUE
  weights
}

# Returns what gram_eigenpairs() returns, of H K H, H the centering matrix. `pairs$residuals` are in
# units of the largest row sum, those that are returned in units of the largest eigenvalue.
#   kernel        K, n x n, plain or matrix-free, of entries of 0 or more
#   row_sums      of K, length n
#   target        of resolve_n_components(): rule ("variance" needs all eigenpairs), and what
#                 decided_count() needs
#   runtime       of new_runtime()
#   max_products  number of products with K after which a search ends
kernel_eigenpairs <- function(kernel, row_sums, target, runtime,
                              max_products = max_kernel_products) {
  n <- nrow(kernel)
  if (target$rule != "variance" && suits_blocks(n, n_searched(target, n))) {
    pairs <- centred_eigenpairs(kernel, max(row_sums), n_searched(target, n), max_products, runtime)
    if (all(pairs$residuals <= kernel_tolerance)) {
      solution <- kept_pairs(pairs, target, n)
      residuals <- pairs$residuals[seq_along(solution$values)]
      solution$residuals <- residuals * max(row_sums) / solution$scree[[1]]
      return(solution)
    }
  }
  check_memory(8 * n^2 * 4, "x", paste("kernels of", n, "points"))
  gram_eigenpairs(double_centred(stored_kernel(kernel)), target, runtime)
}

# The heat kernel between all pairs as a plain matrix, n x n.
#   kernel  this matrix, or if it is not stored, of unstored_weights(): h (the bandwidth),
#           self_loops, points (their handle), runtime
stored_kernel <- function(kernel) {
  if (!is_matrix_free(kernel)) return(kernel)
  # local_scale 0: one bandwidth for all points.
  options <- list(bandwidth = kernel$h, local_scale = 0L, self_loops = kernel$self_loops)
  cpp_dense_graph(kernel$points, options, kernel$runtime)$weights
}

# The search ends at residuals of this share of the largest row sum, or after this number of
# products. In the second case eigenvalues crowd, and another search must separate them.
kernel_tolerance <- 1e-11
max_kernel_products <- 80L

# Returns the k largest eigenvalues of the centered kernel, `bound` at most: list(values; vectors,
# n x k; residuals, in units of the bound).
#   kernel        n x n, plain, or matrix-free of unstored_weights(): points (their handle), n,
#                 factor (what each point's weights are multiplied by, replaced here)
#   bound         an upper bound of the eigenvalues, by which the kernel is divided
#   k             number of eigenpairs
#   max_products  number of products with the kernel after which the search ends
#   runtime       of new_runtime()
centred_eigenpairs <- function(kernel, bound, k, max_products, runtime) {
  # columns: vectors in a block. least: no eigenvalue is below. tolerance: residuals must be below,
  # and below `share` of the distance between the first two eigenvalues. factor: of the kernel. The
  # two that are 0 turn off other searches.
  search_settings <- list(
    centred = TRUE, columns = block_size(k), krylov_columns = 0, max_coarse_products = 0L,
    least = -1e-6, tolerance = kernel_tolerance, share = 1, max_products = max_products,
    factor = 1 / bound
  )
  pairs <- if (is_matrix_free(kernel)) {
    kernel$factor <- rep(1 / sqrt(bound), kernel$n)
    cpp_matrix_free_eigenpairs(
      kernel$points, kernel[heat_product_fields], k, matrix(0, kernel$n, 0L), search_settings,
      runtime
    )
  } else {
    cpp_centred_eigenpairs(kernel, k, search_settings, runtime)
  }
  pairs$values <- pairs$values * bound
  pairs
}
