# Assigns points by where random walks from them are after some steps.

# How many steps: few enough to see the whole of the data, and not only the pieces of a few points
# from which a walk seldom leaves (notes/clusters.md).
walk_steps <- 16

# Walks that mix slowly take more steps: if eigenvalue `n_walked` of I - P is below this, as many
# times more as it is smaller.
usual_rate <- 0.15
n_walked <- 30L

# If walks mix fast they take fewer steps, so that eigenvector k keeps at least this share of its
# size.
least_remaining <- 0.1

# How many eigenvectors are computed, to make clusters of all or of some of them: k + 1 or more, but
# at most n.
#   k         number of clusters, or the most there may be
#   settings  list with assign, the way to assign rows, as cluster_spectral() has it
#   n         number of points
n_vectors_to_find <- function(k, settings, n) {
  n_for_walk <- if (settings$assign %in% c("auto", "diffusion")) n_walked else 0L
  min(max(k + 1L, n_for_walk), n)
}

# How rows become clusters by k-means in the rows of f diag(walk)^steps, or in their directions.
# Returns NULL where k-means leaves a cluster empty, otherwise a list that assign_rows() takes:
#   method   that of settings;  assign: "diffusion"
#   used     numbers of the s eigenvectors f;  walk: their eigenvalues of P, length s, 0 to 1
#   steps    the number of steps, 1 or more, perhaps not whole
#   centres  k x s, the means of the clusters
# Its arguments:
#   bottom     the c smallest eigenvalues of the Laplacian: list(values, increasing; vectors, n x c;
#              residuals, length c)
#   laplacian  a lapscale_laplacian: scale (values / scale are eigenvalues of I - P), degree
#   k          number of clusters;  n_starts: how often k-means starts besides the first time
#   settings   list with method: "ng_jordan_weiss" (directions of rows) or "shi_malik" (rows)
# `rate` is 1 less eigenvalue n_walked of P (or the last one): how fast walks mix.
find_diffused <- function(bottom, laplacian, k, settings, n_starts) {
  walk_values <- pmax(1 - bottom$values / laplacian@scale, 0)
  rate <- 1 - walk_values[[min(n_walked, length(walk_values))]]
  # After some steps nothing is left of the other eigenvectors.
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
  # Numbers of k rows that are far apart, at which k-means starts first.
  pivots <- pivot_rows(rows_by_degree(vectors[, seq_len(k), drop = FALSE], laplacian@degree))
  rows_at <- function(index) diffused_rows(vectors[index, , drop = FALSE], assignment)
  assignment$centres <- centres_by_sample(rows_at, nrow(vectors), rows_at(pivots), n_starts)
  if (length(unique(assign_rows(vectors, assignment))) == k) assignment
}

# The rows of eigenvectors after the steps of the walk, m x s, or their directions, which k-means
# compares.
#   vectors     eigenvectors at m rows, m x s
#   assignment  of find_diffused(): list with method ("ng_jordan_weiss": directions of rows, or
#               "shi_malik": rows), steps (a number), and walk, the s eigenvalues of the walk
# `share_left` is the factor of each eigenvector after the steps, length s.
diffused_rows <- function(vectors, assignment) {
  share_left <- assignment$walk^assignment$steps
  spectral_rows(vectors * rep(share_left, each = nrow(vectors)), assignment$method)
}
