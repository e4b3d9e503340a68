# The large end of a symmetric matrix's spectrum, by whichever way is cheaper.

# The k largest eigenvalues of a symmetric matrix with spectrum in [-1, 1], and their vectors:
# list(values, decreasing; vectors, n x k, orthonormal; residuals, a norm for each). `solver` is a
# Cholesky factor of (1 + inverse_shift) I - M, or NULL.
#   m           M, n x n, a plain matrix or a dgCMatrix
#   null_basis  n x c, orthonormal eigenvectors for the eigenvalue 1; if c > 1, column j is 0
#               outside component j of the graph
#   runtime     of new_runtime()
#   arg         the argument that errors name if there is not enough memory
largest_eigenpairs <- function(m, k, null_basis, runtime, arg = "k") {
  if (ncol(null_basis) > 1L && k > ncol(null_basis)) {
    return(eigenpairs_by_component(m, k, null_basis, runtime, arg))
  }
  if (nrow(m) <= cpp_dense_limit() || k <= ncol(null_basis)) {
    return(cpp_largest_eigenpairs(m, k, null_basis, NULL, 0, runtime))
  }
  if (is.matrix(m)) return(dense_eigenpairs(m, k, null_basis, runtime))
  if (ncol(null_basis) == 1L && k <= max_coarse && length(m@x) >= min_coarse_row * nrow(m)) {
    pairs <- cpp_coarse_eigenpairs(m, k, null_basis, 1e-11, max_coarse_products, runtime)
    if (!is.null(pairs)) return(pairs)
  }
  # list(by_inverse: whether a Cholesky factor is quicker; factor_entries: its number of entries;
  # order: of the rows, numbers, in which the factor or products are quickest).
  plan <- cpp_eigenpairs_plan(m, k)
  if (plan$by_inverse) check_factor_memory(plan$factor_entries, arg)
  solver <- if (plan$by_inverse) cpp_sparse_factor(m, plan$order, -1, 1 + inverse_shift, runtime)
  if (!is.null(solver)) {
    return(cpp_largest_eigenpairs(m, k, null_basis, solver, inverse_shift, runtime))
  }
  # Many products are quicker where neighbors have rows beside each other.
  order <- plan$order
  null_basis <- null_basis[order, , drop = FALSE]
  pairs <- cpp_largest_eigenpairs(m[order, order], k, null_basis, NULL, inverse_shift, runtime)
  pairs$vectors[order, ] <- pairs$vectors
  pairs
}

# Limits the eigenvectors (max_coarse) and the products (max_coarse_products) of a search that the
# walk between groups of points helps, and the entries per row (min_coarse_row) from which on it is
# quicker than a factor of the whole matrix.
max_coarse <- 28L
max_coarse_products <- 60L
min_coarse_row <- 30

# Checks the memory of a Cholesky factor of this number of entries, including the zeros that its
# blocks store, and the parts that are not yet subtracted. Errors name `arg`.
check_factor_memory <- function(entries, arg) {
  check_memory(12 * entries, arg, paste("a Cholesky factor of", signif(entries, 3), "entries"))
}

# The k largest eigenpairs of a graph with several components: list(values, decreasing; vectors, n x
# k; residuals). Small components are solved as dense matrices, and eigenvalues near 1 in one
# component do not affect the others.
#   m           n x n, the normalized weights, a plain matrix or a dgCMatrix;  k: number, above c
#   null_basis  n x c, orthonormal vectors of the eigenvalue 1, column j is 0 outside component j
#   runtime     of new_runtime();  arg: the argument that errors of memory name
# `solutions` are lists of vertex (numbers of the points of a component), and values, residuals, and
# vectors of its pairs beside the eigenvalue 1; NULL for a component of one point. Of all these
# pairs, in a row, `component_of` and `column_in_component` say where each is, and `chosen` are
# those taken.
eigenpairs_by_component <- function(m, k, null_basis, runtime, arg) {
  n_null <- ncol(null_basis)
  max_pairs <- k - n_null + 1L
  solutions <- lapply(seq_len(n_null), function(j) {
    vertex <- which(null_basis[, j] != 0)
    n_pairs <- min(length(vertex), max_pairs)
    if (n_pairs < 2L) return(NULL)
    pairs <- largest_eigenpairs(
      m[vertex, vertex, drop = FALSE], n_pairs, null_basis[vertex, j, drop = FALSE], runtime, arg
    )
    list(
      vertex = vertex, values = pairs$values[-1L], residuals = pairs$residuals[-1L],
      vectors = pairs$vectors[, -1L, drop = FALSE]
    )
  })
  values <- lapply(solutions, `[[`, "values")
  component_of <- rep(seq_along(solutions), lengths(values))
  column_in_component <- sequence(lengths(values))
  chosen <- utils::head(order(-unlist(values), component_of, column_in_component), k - n_null)
  vectors <- matrix(0, nrow(m), k)
  vectors[, seq_len(n_null)] <- null_basis
  for (i in seq_along(chosen)) {
    solution <- solutions[[component_of[chosen[[i]]]]]
    vectors[solution$vertex, n_null + i] <- solution$vectors[, column_in_component[chosen[[i]]]]
  }
  residuals <- unlist(lapply(solutions, `[[`, "residuals"))
  list(
    values = c(rep(1, n_null), unlist(values)[chosen]), vectors = vectors,
    residuals = c(sqrt(colSums((as.matrix(m %*% null_basis) - null_basis)^2)), residuals[chosen])
  )
}

# Limits the number of eigenvectors (max_dense_vectors) and of products with a block of columns
# (max_dense_products) of a search by blocks, and the rows up to which a plain matrix is decomposed
# as a whole if it does not converge (max_decomposed).
max_dense_vectors <- 28L
max_dense_products <- 150L
max_decomposed <- 800L

# The k largest eigenpairs of the plain matrix of a connected graph, whose spectrum is in [-1, 1]:
# list(values, decreasing; vectors, n x k; residuals). By blocks of vectors, or if that does not
# converge, by a complete decomposition of a matrix that is not large; for many vectors as in
# cpp_largest_eigenpairs().
#   m           n x n, the normalized weights
#   null_basis  n x c, orthonormal vectors of the eigenvalue 1;  runtime: of new_runtime()
dense_eigenpairs <- function(m, k, null_basis, runtime) {
  columns <- block_size(k)
  if (k <= max_dense_vectors && 4 * columns <= nrow(m)) {
    options <- list(columns = columns, tolerance = 1e-11, max_products = max_dense_products)
    pairs <- cpp_dense_eigenpairs(m, k, null_basis, options, runtime)
    if (max(pairs$residuals) <= 1e-11) return(pairs)
    if (nrow(m) <= max_decomposed) {
      # Moves the eigenvalues of null_basis below the rest.
      decomposition <- eigen(m - 4 * tcrossprod(null_basis), symmetric = TRUE)
      vectors <- cbind(null_basis, decomposition$vectors)[, seq_len(k), drop = FALSE]
      values <- c(rep(1, ncol(null_basis)), decomposition$values)[seq_len(k)]
      residuals <- sqrt(colSums((m %*% vectors - vectors * rep(values, each = nrow(m)))^2))
      return(list(values = values, vectors = vectors, residuals = residuals))
    }
  }
  cpp_largest_eigenpairs(m, k, null_basis, NULL, 0, runtime)
}

# Is below the eigenvalues of I - M that matter and far above rounding. A smaller value would lose
# precision if components are connected by tiny weights.
inverse_shift <- 1e-9

# The k largest eigenvalues (by sign, not by size) of any symmetric matrix, and their vectors:
# list(values, decreasing; vectors, n x k, orthonormal). `bound` is not below any eigenvalue in
# size.
#   m  n x n, plain or dgCMatrix;  runtime: of new_runtime()
leading_eigenpairs <- function(m, k, runtime) {
  bound <- max(if (is.matrix(m)) rowSums(abs(m)) else Matrix::rowSums(abs(m)))
  if (bound == 0) return(list(values = rep(0, k), vectors = diag(1, nrow(m), k)))
  pairs <- cpp_largest_eigenpairs(m / bound, k, matrix(0, nrow(m), 0L), NULL, 0, runtime)
  list(values = pairs$values * bound, vectors = pairs$vectors)
}

# The number of columns of the block that k eigenvectors are searched with, a multiple of 16 above
# k + 3: a product takes 16 at a time.
block_size <- function(k) 16 * ceiling((k + 4) / 16)
