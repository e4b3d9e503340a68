# Bottom of the spectrum of F F', F sparse: squared singular values, many of them close to zero.

# The k smallest eigenvalues with orthonormal vectors: list(values, vectors, residuals). Block
# inverse iteration with Rayleigh-Ritz; the block is larger than k, so that multiplicities come
# complete.
#   factor  n x n sparse F
#   known   n x c, orthonormal vectors of the null space, placed first
inverse_iteration <- function(factor, k, known, call = caller_env()) {
  n <- nrow(factor)
  known <- known[, seq_len(min(ncol(known), k)), drop = FALSE]
  wanted <- k - ncol(known)
  if (wanted == 0L) {
    return(list(values = rep(0, k), vectors = known, residuals = rep(0, k)))
  }
  m <- Matrix::tcrossprod(factor)
  found <- if (n <= 200L || 4L * k > n) {
    dense_squares(as.matrix(m), known, wanted)
  } else {
    iterated_squares(factor, m, known, wanted)
  }
  residuals <- square_residuals(m, found)
  # These eigenvalues may all be small: a residual says something next to the largest of them.
  unsettled <- sum(residuals > 1e-8 * max(found$values) / max(Matrix::diag(m)))
  if (isFALSE(found$settled) && unsettled > 0L) {
    warn(
      "{unsettled} eigenvector{?s} of {k} did not settle in {most_rounds} rounds of inverse
       iteration: the largest residual is {signif(max(residuals), 2)}.",
      "convergence", call = call
    )
  }
  list(
    values = c(rep(0, ncol(known)), found$values), vectors = cbind(known, found$vectors),
    residuals = c(rep(0, ncol(known)), residuals)
  )
}

# |M v - value v| relative to the largest diagonal entry.
square_residuals <- function(m, found) {
  rest <- as.matrix(m %*% found$vectors) - found$vectors * rep(found$values, each = nrow(m))
  sqrt(colSums(rest^2)) / max(Matrix::diag(m))
}

# Rounds of inverse iteration, at most.
most_rounds <- 300L

dense_squares <- function(m, known, wanted) {
  shifted <- m + 2 * sum(diag(m)) * tcrossprod(known)
  pairs <- eigen(shifted, symmetric = TRUE)
  last <- rev(utils::tail(seq_len(nrow(m)), wanted))
  list(values = pmax(pairs$values[last], 0), vectors = pairs$vectors[, last, drop = FALSE])
}

# Also says whether it settled: the vectors of the last round lie in the space of this one, so that
# inverse iteration has nothing to add to them (which says nothing about single vectors of a
# multiple eigenvalue), or their residuals are rounding.
iterated_squares <- function(factor, m, known, wanted) {
  n <- nrow(m)
  width <- min(n - ncol(known), 2L * wanted + 6L)
  solver <- shifted_cholesky(m)
  outside <- function(v) v - known %*% crossprod(known, v)
  block <- qr.Q(qr(outside(matrix(cpp_uniform(n * width, 1, 0) - 0.5, n))))
  kept <- seq_len(wanted)
  last <- rep(Inf, wanted)
  for (round in seq_len(most_rounds)) {
    old <- block[, kept, drop = FALSE]
    block <- qr.Q(qr(outside(as.matrix(Matrix::solve(solver, block)))))
    turn <- old - block %*% crossprod(block, old)
    image <- as.matrix(Matrix::crossprod(factor, block))
    pairs <- eigen(crossprod(image), symmetric = TRUE)
    block <- block %*% pairs$vectors[, rev(seq_len(width)), drop = FALSE]
    found <- list(
      values = pmax(rev(pairs$values)[kept], 0), vectors = block[, kept, drop = FALSE]
    )
    same <- max(abs(found$values - last)) <= 1e-9 * max(found$values)
    found$settled <- round > 3L && ((same && sqrt(max(colSums(turn^2))) < 1e-8) ||
                                      max(square_residuals(m, found)) < 4 * .Machine$double.eps)
    if (found$settled) break
    last <- found$values
  }
  found
}

# Cholesky factorisation of m + s I with the smallest s that leaves it positive definite.
shifted_cholesky <- function(m) {
  m <- Matrix::forceSymmetric(m)
  shift <- 1e-13 * max(Matrix::diag(m))
  repeat {
    shifted <- m + Matrix::Diagonal(nrow(m), shift)
    solver <- sparse_cholesky(shifted, perm = TRUE, super = NA)
    if (!is.null(solver)) {
      return(solver)
    }
    shift <- 100 * shift
  }
}

# An orthonormal basis of the functions that are constant on each component: the constant first.
null_basis <- function(pattern) {
  membership <- cpp_components(pattern)$membership
  n <- length(membership)
  indicator <- vapply(seq_len(max(membership))[-1L], function(c) as.numeric(membership == c),
                      numeric(n))
  basis <- qr.Q(qr(cbind(rep(1, n), indicator)))
  basis * rep(ifelse(colSums(basis) < 0, -1, 1), each = n)
}
