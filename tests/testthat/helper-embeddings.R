# Points that embeddings are tried on, and what they are compared with.

# A cylinder's segment: a flat strip, bent. n x 3, with named columns and rows.
bent_strip <- function(n = 150, seed = 5) {
  u <- withr::with_seed(seed, cbind(stats::runif(n, 0, 1.7), stats::runif(n)))
  x <- cbind(a = sin(u[, 1]), b = 1 - cos(u[, 1]), c = u[, 2])
  rownames(x) <- paste0("r", seq_len(n))
  x
}

# A rolled rectangle with a hole in it, and its flat coordinates: list(x, flat).
holed_roll <- function() {
  x <- sample_swiss_roll(800, seed = 1)
  flat <- attr(x, "parameters")[, c("arc_length", "height")]
  place <- apply(flat, 2, function(v) (v - min(v)) / (max(v) - min(v)))
  kept <- abs(place[, 1] - 0.5) > 0.15 | abs(place[, 2] - 0.5) > 0.2
  list(x = unclass(x)[kept, ], flat = unname(place[kept, ]))
}

two_strips <- function() rbind(bent_strip(60), bent_strip(40, seed = 6) + 50)

# Every method, called with what is given.
embed_methods <- list(
  eigenmaps = function(x, ...) embed_eigenmaps(x, 2, bandwidth = 0.5, ...),
  diffusion = function(x, ...) embed_diffusion(x, 2, bandwidth = 0.5, t = 2, ...),
  isomap = function(x, ...) embed_isomap(x, 2, k = 10, ...),
  lle = function(x, ...) embed_lle(x, 2, k = 10, ...),
  lle_modified = function(x, ...) embed_lle(x, 2, k = 10, method = "modified", ...),
  lle_hessian = function(x, ...) embed_lle(x, 2, k = 10, method = "hessian", ...),
  layout = function(x, ..., components) embed_layout(x, 2, k = 10, ...),
  ltsa = function(x, ...) embed_ltsa(x, 2, k = 10, ...),
  multiscale = function(x, ...) embed_diffusion(x, 2, bandwidth = 0.5, t = "multiscale", ...),
  kpca_heat = function(x, ...) embed_kpca(x, 2, kernel = "heat", bandwidth = 0.5, ...),
  kpca_linear = function(x, ...) embed_kpca(x, 2, kernel = "linear", ...),
  kpca_isomap = function(x, ...) embed_kpca(x, 2, kernel = "isomap", k = 10, ...),
  kpca_lle = function(x, ...) embed_kpca(x, 2, kernel = "lle", k = 10, ...)
)

plain_matrix <- function(e) unname(as.matrix(e))

# Largest difference of columns up to sign, relative to the largest entry.
off_by <- function(a, b) {
  a <- plain_matrix(a)
  b <- plain_matrix(b)
  sign <- ifelse(colSums(a * b) < 0, -1, 1)
  max(abs(a - b * rep(sign, each = nrow(b)))) / max(abs(b))
}

# Floyd and Warshall on the union of the k nearest neighbors.
oracle_geodesics <- function(x, k) {
  lengths <- sqrt(sq_distances_of(x))
  lengths[!oracle_nearest(x, k)] <- Inf
  diag(lengths) <- 0
  for (via in seq_len(nrow(lengths))) {
    lengths <- pmin(lengths, outer(lengths[, via], lengths[via, ], "+"))
  }
  lengths
}

# Eigenvectors of the centered kernel times the roots of the eigenvalues.
oracle_kernel_pca <- function(kernel, s) {
  centring <- diag(nrow(kernel)) - 1 / nrow(kernel)
  pairs <- eigen(centring %*% kernel %*% centring, symmetric = TRUE)
  pairs$vectors[, seq_len(s)] %*% diag(sqrt(pairs$values[seq_len(s)]), s)
}

# Weights of sum 1 that reconstruct y from the rows of `near`.
oracle_barycentre <- function(near, y, ridge) {
  gram <- tcrossprod(sweep(near, 2, y))
  w <- solve(gram + ridge * sum(diag(gram)) * diag(nrow(near)), rep(1, nrow(near)))
  w / sum(w)
}

# sum_l (I - W_l)'(I - W_l) of modified locally linear embedding, n x n.
oracle_modified_lle <- function(x, k, d, ridge) {
  n <- nrow(x)
  near <- oracle_nearest_lists(x, k)
  pairs <- lapply(seq_len(n), function(i) eigen(tcrossprod(sweep(x[near[i, ], ], 2, x[i, ]))))
  share <- function(lambda, flat) sum(utils::tail(lambda, flat)) / sum(utils::head(lambda, -flat))
  rest <- vapply(pairs, function(p) share(pmax(p$values, 0), k - d), 0)
  limit <- stats::median(rest)
  m <- matrix(0, n, n)
  for (i in seq_len(n)) {
    lambda <- pmax(pairs[[i]]$values, 0)
    fits <- vapply(seq_len(k - d), function(l) share(lambda, l) <= max(limit, 1e-12), NA)
    s <- max(1, which(fits))
    v <- pairs[[i]]$vectors[, k - s + seq_len(s), drop = FALSE]
    a <- sqrt(sum(colSums(v)^2) / s)
    mirror <- a - colSums(v)
    mirror <- mirror / sqrt(sum(mirror^2))
    w <- oracle_barycentre(x[near[i, ], ], x[i, ], ridge)
    weights <- (1 - a) * w + v %*% (diag(s) - 2 * tcrossprod(mirror))
    columns <- matrix(0, n, s)
    columns[i, ] <- 1
    columns[near[i, ], ] <- -weights
    m <- m + tcrossprod(columns)
  }
  m
}

# Rows of the k nearest neighbors, n x k.
oracle_nearest_lists <- function(x, k) {
  sq <- sq_distances_of(x)
  diag(sq) <- Inf
  t(apply(sq, 1, function(s) order(s)[seq_len(k)]))
}

# Eigenvalues of I - T^-1/2 W T^-1/2, increasing.
oracle_normalized <- function(weights) {
  root <- sqrt(rowSums(weights))
  rev(eigen(diag(nrow(weights)) - weights / outer(root, root), TRUE, only.values = TRUE)$values)
}

# The spectrum of a Laplacian of the heat-kernel graph of points; `...` goes to heat_graph().
spectrum_at <- function(x, h, k, type = "geometric", ..., scale = "linear") {
  graph_spectrum(suppressWarnings(graph_laplacian(heat_graph(x, h, ...), type)), k, scale)
}

# The names in embed_methods of those that a rotation of the points changes: none.
depends_on_axes <- character()
