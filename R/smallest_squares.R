# Bottom of the spectrum of F F', F sparse: squared singular values, many of them close to zero.

# The k smallest eigenvalues with orthonormal vectors: list(values, vectors, residuals). Block
# inverse iteration with Rayleigh-Ritz; the block is larger than k, so that multiplicities come
# complete.
#   factor  n x n sparse F
#   known   n x c, orthonormal vectors of the null space, placed first
smallest_squares <- function(factor, k, known, call = caller_env()) {
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
    iterated_squares(factor, m, known, wanted, call)
  }
  size <- max(Matrix::diag(m))
  residuals <- sqrt(colSums(as.matrix(m %*% found$vectors -
                                        found$vectors %*% diag(found$values, wanted))^2)) / size
  list(
    values = c(rep(0, ncol(known)), found$values), vectors = cbind(known, found$vectors),
    residuals = c(rep(0, ncol(known)), residuals)
  )
}

dense_squares <- function(m, known, wanted) {
  shifted <- m + 2 * sum(diag(m)) * tcrossprod(known)
  pairs <- eigen(shifted, symmetric = TRUE)
  last <- rev(utils::tail(seq_len(nrow(m)), wanted))
  list(values = pmax(pairs$values[last], 0), vectors = pairs$vectors[, last, drop = FALSE])
}

iterated_squares <- function(factor, m, known, wanted, call) {
  n <- nrow(m)
  most_rounds <- 300L
  width <- min(n - ncol(known), 2L * wanted + 6L)
  solver <- shifted_cholesky(m)
  outside <- function(v) v - known %*% crossprod(known, v)
  block <- qr.Q(qr(outside(matrix(cpp_uniform(n * width, 1, 0) - 0.5, n))))
  kept <- seq_len(wanted)
  last <- rep(Inf, wanted)
  for (round in seq_len(most_rounds)) {
    block <- qr.Q(qr(outside(as.matrix(Matrix::solve(solver, block)))))
    image <- as.matrix(Matrix::crossprod(factor, block))
    pairs <- eigen(crossprod(image), symmetric = TRUE)
    order <- rev(seq_len(width))
    old <- block[, kept, drop = FALSE]
    block <- block %*% pairs$vectors[, order, drop = FALSE]
    turn <- old - block[, kept, drop = FALSE] %*% crossprod(block[, kept, drop = FALSE], old)
    values <- pmax(pairs$values[order][kept], 0)
    settled <- max(abs(values - last)) <= 1e-9 * max(values)
    if (settled && round > 3L && sqrt(max(colSums(turn^2))) < 1e-8) break
    last <- values
  }
  if (round == most_rounds) {
    warn(
      "The eigenvectors did not settle in {most_rounds} rounds of inverse iteration.",
      "convergence", call = call
    )
  }
  list(values = values, vectors = block[, kept, drop = FALSE])
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
