# Counts the clusters that a spectrum shows.

# Gaps 1 - lambda_k / lambda_(k+1) of the eigenvalues of I - P, for k = 2, ..., m - 1: a data frame
# k, eigenvalue, next_eigenvalue, gap (0 to 1; 0 between two eigenvalues of 0), se (standard error
# of the gap over the points). It has no row if m is below 3.
#   laplacian  a lapscale_laplacian: scale (values / scale are eigenvalues of I - P), graph (mass:
#              how many observations each point stands for, 1 or length n)
#   pairs      its m smallest eigenvalues: list(values, increasing; vectors, n x m)
value_gaps <- function(laplacian, pairs) {
  lambda <- pairs$values / laplacian@scale
  # Derivatives of each eigenvalue by the weight of each point, n x m.
  influence <- eigenvalue_influence(laplacian, lambda, pairs$vectors)
  k <- seq_len(max(length(lambda) - 2L, 0L)) + 1L
  eigenvalue <- lambda[k]
  next_eigenvalue <- lambda[k + 1L]
  inverse_next <- ifelse(next_eigenvalue > 0, 1 / next_eigenvalue, 0)
  repeat_in_rows <- function(v) rep(v, each = nrow(influence))
  gap_influence <- influence[, k + 1L, drop = FALSE] * repeat_in_rows(eigenvalue * inverse_next^2) -
    influence[, k, drop = FALSE] * repeat_in_rows(inverse_next)
  data.frame(
    k = k, eigenvalue = eigenvalue, next_eigenvalue = next_eigenvalue,
    gap = ifelse(next_eigenvalue > 0, 1 - eigenvalue * inverse_next, 0),
    se = sqrt(colSums(gap_influence^2 / laplacian@graph$mass))
  )
}

# The greatest gap of data without clusters, an interval or a circle: eigenvalues in the ratio of 1
# to 4.
gap_of_one_piece <- 0.75

# Adds to the gaps what else tells numbers of clusters apart: the mean silhouette, in as many
# eigenvectors as there are clusters, and the modularity (Newman and Girvan, 2004), the weight of
# the edges within clusters less that to expect by the degrees alone, both as shares of the weight
# of all edges. Returns the gaps with two more columns, silhouette and modularity, both at most 1.
#   gaps          of value_gaps(): data frame with k, the number of clusters, and others
#   bottom        the c smallest eigenvalues of the Laplacian: list(values; vectors, n x c;
#                 residuals, length c)
#   laplacian     a lapscale_laplacian;  n_components: number of components of the graph
#   settings      list: assign, method, n_starts, seed, as cluster_spectral() has them
# `criteria` is 2 x number of rows: silhouettes, modularities.
add_criteria <- function(gaps, bottom, laplacian, settings, n_components) {
  criteria <- vapply(gaps$k, function(k) {
    vectors <- bottom$vectors[, seq_len(k), drop = FALSE]
    # The silhouette is that of clusters by QR of k eigenvectors, the modularity that of the
    # clusters that would be chosen.
    qr_assignment <- find_assignment(vectors, laplacian@degree, k, replace(settings, "assign", "qr"))
    rows <- spectral_rows(vectors, settings$method)
    chosen_assignment <- choose_assignment(bottom, laplacian, k, settings, n_components, 3L)
    clusters <- assign_rows(
      bottom$vectors[, chosen_assignment$used, drop = FALSE], chosen_assignment
    )
    silhouette <- mean(silhouettes(rows, assign_rows(vectors, qr_assignment), k))
    c(silhouette, modularity_of(laplacian, clusters, k))
  }, numeric(2))
  data.frame(gaps, silhouette = criteria[1L, ], modularity = criteria[2L, ])
}

# The modularity of clusters, a number of at most 1: the share of the weight of all edges that is
# within clusters, less the share to expect by the degrees alone.
#   clusters   the cluster of each point, 1 to k
#   laplacian  a lapscale_laplacian of the graph
# `quality` is a data frame with a row per cluster: cut (weight of the edges that leave it), volume
# (share of the degrees).
modularity_of <- function(laplacian, clusters, k) {
  quality <- cluster_quality(laplacian, clusters, k)$clusters
  total_degree <- max(sum(laplacian@degree), .Machine$double.xmin)
  1 - sum(quality$cut) / total_degree - sum(quality$volume^2)
}

# Chooses and returns the number of clusters: the one with the greatest number_score() among those
# that the gaps leave open. Warns if data without clusters may have such gaps. If a larger number
# than those tried may be better, that is said: in the warning, or by a message.
#   gaps          of add_criteria(): data frame with a row per number: k, gap, se, silhouette,
#                 modularity
#   max_possible  the largest number of clusters that the user can ask for
choose_n_clusters <- function(gaps, max_possible = max(gaps$k)) {
  # Rows of the gaps, of the numbers that these leave open.
  candidates <- open_numbers(gaps)
  k <- candidates$k[[if (nrow(candidates) > 1L) which.max(number_score(candidates)) else 1L]]
  max_tried <- max(gaps$k)
  advice <- if (max_tried < max_possible && (k == max_tried || which.max(gaps$gap) == nrow(gaps))) {
    "At most {max_tried} clusters were tried, and there may be more: `max_k =
     {min(2L * max_tried, max_possible)}` tries more."
  }
  if (any(is_clear(gaps))) {
    inform_if(!is.null(advice), advice, "max_k")
    return(k)
  }
  # The row of the greatest gap, which may be that of another number.
  best <- gaps[which.max(gaps$gap), ]
  criteria <- if (nrow(candidates) > 1L) "silhouettes and modularity" else "the gap"
  is_below <- best$gap < gap_of_one_piece
  gap <- if (is_below) round_below(best$gap, gap_of_one_piece) else signif(best$gap, 3)
  error_text <- if (!is_below) paste0(", with a standard error of ", signif(best$se, 2))
  warn(c("No clear number of clusters: one piece without clusters may have a gap of
          {gap_of_one_piece}, and the greatest gap is {gap}{error_text}, for {best$k} clusters.",
         i = "{k} is selected by {criteria}. `plot(clusters, what = \"gap\")` shows the criteria of
              all numbers.",
         i = advice), "no_gap")
  k
}

# Whether each gap is above that of data without clusters by its standard error or more; FALSE where
# eigenvalues near 0 leave it without one.
#   gaps  of value_gaps(): gap and its standard error se, a row per number of clusters
is_clear <- function(gaps) (gaps$gap - gaps$se >= gap_of_one_piece) %in% TRUE

# The rows of the numbers that the gaps leave open: the last whose gap is clear, see is_clear(). The
# last, because the gap after as many clusters as the graph has components is 1, whatever they
# contain. If none is clear, but the greatest gap is within a standard error of that of data without
# clusters, the rows whose gap is at most that standard error below it; otherwise all rows.
#   gaps  of value_gaps(), a data frame: gap and its standard error se, a row per number of clusters
open_numbers <- function(gaps) {
  clear <- which(is_clear(gaps))
  if (length(clear)) return(gaps[max(clear), ])
  largest <- gaps[which.max(gaps$gap), ]
  is_near <- largest$gap + largest$se >= gap_of_one_piece
  if (is_near) gaps[which(gaps$gap >= largest$gap - largest$se), ] else gaps
}

# A score for each number of clusters, the greatest of which is chosen if gaps leave the number open
# (notes/clusters.md).
#   gaps  of add_criteria(): silhouette and modularity, a row per number of clusters
number_score <- function(gaps) gaps$silhouette + gaps$modularity / 2
