# Coordinates from a centred Gram matrix: eigenvectors times the roots of the eigenvalues.

# The leading eigenpairs of a symmetric matrix, as many as `wanted` says: list(values, vectors,
# scree, residuals). Negative eigenvalues are set to zero (projection on the positive semi-definite
# matrices); their columns are zero.
gram_eigenpairs <- function(gram, wanted, runtime) {
  n <- nrow(gram)
  found <- if (wanted$rule == "variance") {
    pairs <- eigen(gram, symmetric = TRUE)
    count <- decided_count(wanted, pmax(pairs$values, 0))
    kept <- seq_len(min(n, max(count, most_gap) + 1L))
    positive_pairs(pairs$values[kept], pairs$vectors, count)
  } else {
    wanted_pairs(leading_eigenpairs(gram, n_searched(wanted, n), runtime), wanted, n)
  }
  rest <- gram %*% found$vectors - found$vectors * rep(found$values, each = n)
  c(found, list(residuals = sqrt(colSums(rest^2)) / found$scree[[1]]))
}

# How many eigenpairs are searched: one more than may be kept, which tells whether the last
# eigenvalue is a simple one.
n_searched <- function(wanted, n) min(count_candidates(wanted, n) + 1L, n)

# Those of n_searched() pairs that are wanted.
wanted_pairs <- function(pairs, wanted, n) {
  candidates <- seq_len(count_candidates(wanted, n))
  count <- decided_count(wanted, pmax(pairs$values, 0)[candidates])
  positive_pairs(pairs$values, pairs$vectors, count)
}

# The first `count` pairs, without what is not positive: list(values, vectors, scree).
positive_pairs <- function(values, vectors, count) {
  scree <- pmax(values, 0)
  if (scree[[1]] <= 0) {
    abort(
      "`x`: the Gram matrix has no positive eigenvalue; there is nothing to embed.",
      "no_positive"
    )
  }
  kept <- seq_len(count)
  list(
    values = null_small(scree[kept]), vectors = fix_signs(vectors[, kept, drop = FALSE]),
    scree = scree
  )
}

# Eigenvalues of a Gram matrix, decreasing, with zero for those that are zero but for rounding: the
# warning says how many.
null_small <- function(values) {
  zero <- values <= 1e-10 * values[[1]]
  if (any(zero)) {
    rank <- sum(!zero)
    warn(
      "The Gram matrix has {rank} positive eigenvalue{?s}: the other {sum(zero)} coordinate{?s}
       {?is/are} zero.",
      "rank"
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
