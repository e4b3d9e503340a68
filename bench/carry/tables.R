# Tables with noise for the studies of noise_remove().
plain <- function(x) unname(as.matrix(x))
spread <- function(x) sqrt(mean(rowSums(scale(x, scale = FALSE)^2)))

# Orthonormal columns at random, p x q, or rows if p < q.
random_axes <- function(p, q) {
  axes <- matrix(rnorm(p * q), p)
  if (p < q) t(qr.Q(qr(t(axes)))) else qr.Q(qr(axes))
}

# Adds noise to a signal, whose columns are first turned into p columns.
#   size  of the noise over that of the signal
#   how   "equal", "random" (of its own size in each row), "columns" (in each column), or "counts"
#   axes  p x the columns of the signal
# Returns list(x, clean, rms of clean around its mean).
noisy_table <- function(signal, p, size, how, axes = random_axes(p, ncol(signal))) {
  n <- nrow(signal)
  clean <- signal %*% t(axes)
  rms <- spread(clean)
  if (how == "counts") {
    clean <- pmax(1 + 0.3 * sqrt(p) / rms * clean, 0.05)
    depth <- exp(rnorm(n, 0, 0.5)) / (0.3 * size)^2
    return(list(x = matrix(rpois(n * p, depth * clean), n) / depth, clean = clean, rms = spread(clean)))
  }
  own <- switch(how, equal = 1, random = exp(rnorm(n, 0, 0.5)), columns = rep(exp(rnorm(p, 0, 0.5)), each = n))
  list(x = clean + size * rms / sqrt(p) * own * matrix(rnorm(n * p), n), clean = clean, rms = rms)
}
