# Assigns points by where random walks from them are after some steps.

# How many steps: few enough to see the whole of the data, and not only the pieces of a few points
# from which a walk seldom leaves (notes/clusters.md).
walk_steps <- 16

# Walks that mix slowly take more steps: as many more as eigenvalue `n_walked` of I - P is below
# this.
usual_rate <- 0.15
n_walked <- 30L

# Of eigenvector k as much is left after the steps. If walks mix fast they take fewer.
least_remaining <- 0.1

# Of how many eigenvectors clusters are made.
#   k         number of clusters, or the most there may be
#   settings  list with assign, the way to assign rows, as cluster_spectral() has it
#   n         number of points
n_vectors_to_find <- function(k, settings, n) {
  n_for_walk <- if (settings$assign %in% c("auto", "diffusion")) n_walked else 0L
  min(max(k + 1L, n_for_walk), n)
}

# How rows become clusters, as find_assignment() does, by the directions of the rows of
# f diag(walk)^steps. Adds
#   used   numbers of the eigenvectors f;  walk: their eigenvalues of P;  steps: the number of steps
# NULL where k-means leaves a cluster empty. In it, `rate` is 1 less eigenvalue n_walked of P: how
# fast walks mix.
#   bottom     the bottom of the spectrum: list(values, vectors, residuals)
#   laplacian  of the graph, whose values / scale are eigenvalues of I - P;  k: number of clusters
#   settings   list with method, of cluster_spectral();  n_starts: how often k-means starts
find_diffused <- function(bottom, laplacian, k, settings, n_starts) {
  walk_values <- pmax(1 - bottom$values / laplacian@scale, 0)
  rate <- 1 - walk_values[[min(n_walked, length(walk_values))]]
  # After some steps nothing is left of the others.
  is_used <- seq_along(walk_values) <= k | walk_values > 0.05 & bottom$residuals <= 1e-3
  assignment <- list(
    method = settings$method, used = which(is_used), assign = "diffusion",
    walk = walk_values[is_used],
    steps = min(
      walk_steps * max(1, usual_rate / rate),
      max(1, log(least_remaining) / min(log(walk_values[[k]]), -1e-6))
    )
  )
  vectors <- bottom$vectors[, is_used, drop = FALSE]
  # Numbers of k rows that are far apart.
  pivots <- pivot_rows(rows_by_degree(vectors[, seq_len(k), drop = FALSE], laplacian@degree))
  rows_at <- function(index) diffused_rows(vectors[index, , drop = FALSE], assignment)
  assignment$centres <- centres_by_sample(rows_at, nrow(vectors), rows_at(pivots), n_starts)
  if (length(unique(assign_rows(vectors, assignment))) == k) assignment
}

# The rows of eigenvectors after the steps of the walk, m x s, as spectral_rows() takes them.
#   vectors     eigenvectors at the rows, m x s
#   assignment  of find_diffused(): list with method, steps (a number), and walk, the s eigenvalues
#               of the walk
diffused_rows <- function(vectors, assignment) {
  share_left <- assignment$walk^assignment$steps
  spectral_rows(vectors * rep(share_left, each = nrow(vectors)), assignment$method)
}
