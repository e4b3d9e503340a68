# Coordinates from a centred Gram matrix: eigenvectors times the roots of the eigenvalues.

# The leading eigenpairs of a symmetric matrix, as many as `wanted` says: list(values, vectors,
# scree, residuals). Negative eigenvalues are set to zero (projection on the positive semi-definite
# matrices); their columns are zero.
gram_eigenpairs <- function(gram, wanted, runtime, call = caller_env()) {
  n <- nrow(gram)
  if (wanted$rule == "variance") {
    pairs <- eigen(gram, symmetric = TRUE)
    values <- pmax(pairs$values, 0)
    count <- decided_count(wanted, values)
    kept <- seq_len(min(n, max(count, most_gap) + 1L))
    pairs <- list(values = values[kept], vectors = pairs$vectors[, kept, drop = FALSE])
  } else {
    candidates <- count_candidates(wanted, n)
    # One more, which tells whether the last eigenvalue is a simple one.
    pairs <- leading_eigenpairs(gram, min(candidates + 1L, n), runtime)
    pairs$values <- pmax(pairs$values, 0)
    count <- decided_count(wanted, pairs$values[seq_len(candidates)])
  }
  if (pairs$values[[1]] <= 0) {
    abort(
      "`x`: the Gram matrix has no positive eigenvalue; there is nothing to embed.",
      "no_positive",
      call = call
    )
  }
  kept <- seq_len(count)
  values <- null_small(pairs$values[kept], call)
  vectors <- fix_signs(pairs$vectors[, kept, drop = FALSE])
  rest <- gram %*% vectors - vectors * rep(values, each = n)
  list(
    values = values, vectors = vectors, scree = pairs$values,
    residuals = sqrt(colSums(rest^2)) / pairs$values[[1]]
  )
}

# Eigenvalues of a Gram matrix, decreasing, with zero for those that are zero but for rounding: the
# warning says how many.
null_small <- function(values, call) {
  zero <- values <= 1e-10 * values[[1]]
  if (any(zero)) {
    rank <- sum(!zero)
    warn(
      "The Gram matrix has {rank} positive eigenvalue{?s}: the other {sum(zero)} coordinate{?s}
       {?is/are} zero.",
      "rank", call = call
    )
  }
  replace(values, zero, 0)
}

# m - row means - column means + mean.
double_centred <- function(m) {
  means <- rowMeans(m)
  m - means - rep(means, each = nrow(m)) + mean(means)
}

# 1 / sqrt(values), 0 where they are.
inverse_root <- function(values) ifelse(values > 0, 1 / sqrt(pmax(values, 1e-300)), 0)
