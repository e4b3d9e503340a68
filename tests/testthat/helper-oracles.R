# The definitions of vignette("methods") once more: dense, slow and obvious. They take plain double
# matrices and share no code with the package.

sq_distances_of <- function(x) {
  x <- as.matrix(x)
  sq <- matrix(0, nrow(x), nrow(x))
  for (k in seq_len(ncol(x))) sq <- sq + outer(x[, k], x[, k], "-")^2
  sq
}

# Where kernels are cut off unless said otherwise: below 1e-6 in graphs, below 1e-8 in bw_gc().
oracle_graph_cutoff <- sqrt(-log(1e-6))
oracle_gc_cutoff <- sqrt(-log(1e-8))

# ---- graph (section 1) -------------------------------------------------------------------------

oracle_weights <- function(x, h, cutoff = Inf, self_loops = FALSE) {
  sq <- sq_distances_of(x)
  w <- exp(-sq / h^2) * (sq <= (cutoff * h)^2)
  diag(w) <- as.numeric(self_loops)
  w
}

# Which points are among the k nearest of which: n x n logical, without the diagonal. Assumes that
# distances are distinct.
oracle_nearest <- function(x, k, symmetry = "union") {
  sq <- sq_distances_of(x)
  diag(sq) <- Inf
  nearest <- t(apply(sq, 1, rank)) <= k
  if (symmetry == "union") nearest | t(nearest) else nearest & t(nearest)
}

# The geometric mean, over a point and all as near as its k-th neighbor, of their distances to their
# k-th neighbors; of zeros the median of the others stands in.
oracle_local_scales <- function(x, k, factor = 1) {
  sq <- sq_distances_of(x)
  diag(sq) <- Inf
  kth <- apply(sq, 1, function(s) sort(s)[[k]])
  r <- sqrt(kth)
  r[r == 0] <- sort(r[r > 0])[[sum(r > 0) %/% 2 + 1]]
  factor * vapply(seq_along(r), function(i) {
    near <- which(sq[i, ] <= kth[[i]] * (1 + 1e-9))
    exp(mean(log(r[c(i, near)])))
  }, 0)
}

# W~ = W / (t t')^alpha and its row sums.
oracle_corrected <- function(w, alpha) {
  t <- rowSums(w)
  corrected <- w / outer(t, t)^alpha
  corrected[w == 0] <- 0
  list(weights = corrected, degree = rowSums(corrected))
}

# The random walk; the row of a point without weights is 0.
oracle_walk <- function(w, alpha) {
  corrected <- oracle_corrected(w, alpha)
  p <- corrected$weights / corrected$degree
  p[corrected$degree == 0, ] <- 0
  p
}

oracle_laplacian <- function(w, type = "geometric", alpha = as.numeric(type == "geometric"),
                             h = NULL) {
  corrected <- oracle_corrected(w, alpha)
  t <- corrected$degree
  one <- diag(as.numeric(t > 0))
  root <- ifelse(t > 0, 1 / sqrt(t), 0)
  scale <- if (is.null(h) || type == "unnormalized") 1 else 4 / h^2
  scale * switch(type,
    unnormalized = diag(t) - corrected$weights,
    symmetric = one - outer(root, root) * corrected$weights,
    one - oracle_walk(w, alpha)
  )
}

# The k smallest eigenvalues; all types have real ones.
oracle_eigenvalues <- function(laplacian, k) {
  sort(Re(eigen(laplacian, only.values = TRUE)$values))[seq_len(k)]
}

oracle_components <- function(w) {
  reached <- w > 0 | diag(nrow(w)) > 0
  repeat {
    further <- reached %*% reached > 0
    if (identical(further, reached)) break
    reached <- further
  }
  apply(reached, 1, function(row) which(row)[[1]])
}

# ---- geometric consistency (section 2) ---------------------------------------------------------

# At the points `rows`: list of metric (d x d), tangent (r x d), each per point, and distortion.
#   edges  n x n logical with the diagonal: which pairs count; NULL = all within the cut-off
oracle_gc <- function(x, h, d = 1, rows = seq_len(nrow(x)), alpha = 1, pca_weights = "squared",
                      cutoff = Inf, inverse = FALSE, edges = NULL) {
  x <- as.matrix(x)
  w <- oracle_weights(x, h, cutoff, self_loops = TRUE)
  if (!is.null(edges)) w <- w * edges
  t <- rowSums(w)
  found <- lapply(rows, function(i) {
    p <- w[i, ] / t^alpha
    p <- p / sum(p)
    centre <- colSums(w[i, ] * x) / sum(w[i, ])
    z <- sweep(x, 2, centre) * if (pca_weights == "squared") w[i, ] else sqrt(w[i, ])
    tangent <- eigen(crossprod(z), symmetric = TRUE)$vectors[, seq_len(d), drop = FALSE]
    y <- sweep(x, 2, x[i, ]) %*% tangent
    metric <- 2 / h^2 * crossprod(y, p * y)
    seen <- if (inverse) solve(metric) else metric
    list(metric = metric, tangent = tangent,
         distortion = max(abs(eigen(seen - diag(d), symmetric = TRUE)$values)))
  })
  list(
    metric = lapply(found, `[[`, "metric"), tangent = lapply(found, `[[`, "tangent"),
    distortion = vapply(found, `[[`, 0, "distortion")
  )
}

# The mean distortion at each of several bandwidths.
oracle_gc_curve <- function(x, bandwidths, ...) {
  vapply(bandwidths, function(h) mean(oracle_gc(x, h, ...)$distortion), 0)
}

# Default range: the largest h at which max_i sum_{j != i} w_ij < 1e-4, coinciding pairs left out,
# and the root mean squared distance.
oracle_bandwidth_range <- function(x) {
  sq <- sq_distances_of(x)
  apart <- ifelse(sq > 0, sq, Inf)
  excess <- function(log_h) log(max(rowSums(exp(-apart / exp(2 * log_h))))) - log(1e-4)
  about <- log(sqrt(min(apart)))
  h_min <- exp(stats::uniroot(excess, about + c(-3, 1), tol = 1e-10)$root)
  c(h_min, sqrt(mean(sq[upper.tri(sq)])))
}

# How much of the second moment of the kernel a cut-off keeps on a flat sample (section 0).
oracle_kept_moment <- function(cutoff, d) {
  kernel <- function(s, power) s^power * exp(-s^2)
  moment <- function(power) {
    stats::integrate(kernel, 0, cutoff, power = power, rel.tol = 1e-10)$value
  }
  2 / d * moment(d + 1) / moment(d - 1)
}

# ---- the criterion of bw_gc() as it is to be compared ------------------------------------------

bandwidths_of_oracle <- c(0.15, 0.3, 0.6, 1.2, 2.4)

# The criterion over a coarse grid, without search.
criterion_of <- function(x, ..., bandwidths = bandwidths_of_oracle, cutoff = Inf) {
  bw <- suppressWarnings(
    bw_gc(x, bandwidths = bandwidths, refine = FALSE, cutoff = cutoff, seed = 1, ...)
  )
  curve_of(bw)$criterion
}

# The Laplacian of local scales as a dense matrix, by its definition, from points.
oracle_local <- function(x, h, m, alpha, d, self_loops = FALSE) {
  distances <- unname(as.matrix(dist(x)))
  s <- oracle_local_scales(x, m)
  w <- exp(-distances^2 / (h^2 * outer(s, s)))
  if (!self_loops) diag(w) <- 0
  g <- rowSums(w)^-alpha * s^(alpha * d - d / 2 - 1)
  k <- w * outer(g, g)
  list(laplacian = 4 / (h * s)^2 * (diag(nrow(w)) - k / rowSums(k)), scale = s,
       walk = k / rowSums(k), measure = rowSums(k) * s^2)
}

# The eigenvalues lambda with sum_i w_i c_i (1 - exp(-lambda / c_i)) = l, by bisection.
oracle_heat_values <- function(dense, h, count) {
  root <- sqrt(dense$measure)
  symmetric <- root * dense$laplacian / rep(root, each = length(root))
  e <- eigen((symmetric + t(symmetric)) / 2, symmetric = TRUE)
  c <- 4 / (h * dense$scale)^2
  # The order is not that of the walk; some have no value.
  all_values <- vapply(seq_along(root), function(j) {
    if (e$values[[j]] < 1e-9) return(0)
    f <- function(lambda) sum(e$vectors[, j]^2 * c * (1 - exp(-lambda / c))) - e$values[[j]]
    if (f(100 * max(c)) < 0) Inf else uniroot(f, c(0, 100 * max(c)), tol = 1e-13)$root
  }, 0)
  sort(all_values)[seq_len(count)]
}

# The same graph with its bandwidth h in the form of equal local scales, of which it is a multiple.
with_equal_scales <- function(graph, h = 0.5) {
  n <- nrow(graph$weights)
  scale <- rep(graph$bandwidth / h, n)
  graph$own_scales <- list(scale = scale, distance = scale, dimension = 2, n_replaced = 0)
  graph$bandwidth <- h
  graph$local_scale <- 7L
  graph$points <- NULL
  graph
}
