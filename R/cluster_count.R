# Counts the clusters that a spectrum shows.

# Gaps 1 - lambda_k / lambda_(k+1) of the eigenvalues of I - P, for k = 2, ...: a data frame k,
# eigenvalue, next_eigenvalue, gap, se. Two eigenvalues of 0 have no gap between them.
#   pairs  the bottom of the spectrum, list(values, vectors)
eigenvalue_gaps <- function(laplacian, pairs) {
  lambda <- pairs$values / laplacian@scale
  influence <- eigenvalue_influence(laplacian, lambda, pairs$vectors)
  k <- seq_len(max(length(lambda) - 2L, 0L)) + 1L
  here <- lambda[k]
  above <- lambda[k + 1L]
  known <- above > 0
  over <- ifelse(known, 1 / above, 0)
  per_row <- function(v) rep(v, each = nrow(influence))
  change <- influence[, k + 1L, drop = FALSE] * per_row(here * over^2) -
    influence[, k, drop = FALSE] * per_row(over)
  data.frame(
    k = k, eigenvalue = here, next_eigenvalue = above, gap = ifelse(known, 1 - here * over, 0),
    se = sqrt(colSums(change^2 / laplacian@graph$mass))
  )
}

# Computes the derivative of each eigenvalue lambda of I - P by the weight of each point, n x m: (1
# - lambda) ((W f^2)_i - t_i f_i^2) / sum_j t_j f_j^2, f its eigenvector and t the degrees. It
# follows from lambda = sum_ij W_ij (f_i - f_j)^2 / sum_ij W_ij (f_i^2 + f_j^2), in which a point of
# weight u_i has W_ij u_i u_j in place of W_ij. Their squares sum to the variance of the
# infinitesimal jackknife (Efron, 1982, section 6.3).
eigenvalue_influence <- function(laplacian, lambda, vectors) {
  squares <- vectors^2
  own <- laplacian@degree * squares
  total <- colSums(own)
  slope <- ifelse(total > 0, (1 - lambda) / total, 0)
  (times_weights(laplacian@weights, squares) - own) * rep(slope, each = nrow(vectors))
}

# Limits how far below the greatest a gap may be to count as well.
gap_tolerance <- 0.05

# Is the greatest gap of an interval or a circle: eigenvalues in the ratio of 1 to 4.
gap_of_one_piece <- 0.75

# Chooses the last of the gaps that are as good as the greatest. Where one piece may have as much,
# more clusters than the data show would be pieces of that one: the first within a standard error.
choose_n_clusters <- function(gaps) {
  best <- which.max(gaps$gap)
  greatest <- gaps$gap[[best]]
  if (greatest + 2 * gaps$se[[best]] < gap_of_one_piece) {
    warn(
      c("No clear number of clusters: the greatest gap, {signif(greatest, 2)} at k =
         {gaps$k[[best]]}, is below {gap_of_one_piece}, which one piece without clusters may have.",
        i = "`$gaps` holds the gaps and the silhouettes of all numbers of clusters."),
      "no_gap"
    )
  }
  within <- function(tolerance) gaps$k[gaps$gap >= greatest - tolerance]
  if (greatest < gap_of_one_piece) min(within(gaps$se[[best]])) else max(within(gap_tolerance))
}
