#' Clusters
#'
#' What [cluster_spectral()] returns: a cluster for each point, with what made it.
#'
#' @details
#' - `c$cluster`: a whole number of 1, ..., k for each row of the data, with the row names; NA for
#'   rows that were left out;
#' - `c$k`: how many clusters; `c$bandwidth`: unit of the data, NA for bare weights;
#' - `c$eigenvalues`: the k smallest of \eqn{I - P}, and the next where there is one;
#' - `c$gaps`: data frame `k`, `eigenvalue`, `next_eigenvalue`, `gap`, `se`, see
#'   [cluster_spectral()];
#' - `c$coordinates`: n x k, the right eigenvectors of the walk.
#'
#' `predict()` continues the eigenvectors to new points, as that of [embed_eigenmaps()] does, and
#' assigns the points as those of the fit. Points of the fit get their own cluster; such from which
#' no point of the fit is seen NA, with a warning.
#'
#' `plot()` draws the points in a plane, coloured by cluster, or with `what = "gap"` the gaps with
#' two standard errors to either side. The dashed line is what one piece may have, see
#' [cluster_spectral()].
#'
#' @param x,object Clusters.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... Not used; for `plot()`, graphical parameters.
#' @return `predict()`: whole numbers, as many as `newdata` has rows. `tidy()`: a row per cluster
#'   with `cluster`, `size`, `volume` (the share of all degrees), `cut` (the weight of the edges
#'   that leave it), `conductance`. `glance()`: one row with `method`, `assign`, `k`, `bandwidth`,
#'   `n`, `conductance` (the largest), `normalised_cut`, `cut_bound`, `gap`, `gap_se`, `n_connected`
#'   (components of the graph). `fitted()`: `c$cluster`; `as.data.frame()`: the same as a factor
#'   `.cluster`; `nobs()`: the number of points that were clustered. `augment()`: the data with a
#'   column `.cluster`, a factor.
#'   `summary()`: a list. `plot()`: `x`, invisibly; `autoplot()`: a ggplot, the same picture.
#' @section Errors and warnings:
#' `lapscale_error_argument`; `lapscale_error_no_points` for new points where the clusters are those
#' of a graph; `lapscale_warning_far`, with row numbers.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' clusters <- cluster_spectral(x, 2, bandwidth = 0.25)
#' tidy(clusters)
#' glance(clusters)
#' head(augment(clusters))
#' table(predict(clusters, sample_moons(100, noise = 0.05, seed = 2)))
#' @name lapscale_clusters
NULL

# The only place that knows the fields.
#   clusters  length n, for each of graph$rows
#   pairs     the k first eigenpairs of the Laplacian
#   assignment      see find_assignment(), with the number of each column
#   sizes     of the components
new_clusters <- function(clusters, pairs, laplacian, graph, assignment, gaps, model, settings,
                         sizes) {
  k <- length(assignment$number)
  lambda <- pairs$values / laplacian@scale
  beyond <- gaps$next_eigenvalue[gaps$k == k]
  quality <- cluster_quality(laplacian, clusters, k)
  structure(
    list(
      cluster = pad_rows(clusters, graph), k = k, eigenvalues = c(lambda, beyond),
      bandwidth = graph$bandwidth, gaps = gaps,
      quality = quality$clusters, normalised_cut = quality$normalised_cut,
      cut_bound = sum(lambda),
      coordinates = pad_matrix(pairs$vectors, graph), rows = graph$rows, n_given = graph$n_given,
      assignment = assignment, model = model,
      settings = c(settings, list(
        chosen = graph$method, local_scale = graph$local_scale, graph = describe_type(graph),
        entries = unstored_entries(graph)
      )),
      components = sizes
    ),
    class = "lapscale_clusters"
  )
}

# list(clusters, normalised_cut): size, share of the degrees, weight of the edges that leave it and
# conductance of each cluster; the sum of what leaves each over its degrees.
cluster_quality <- function(laplacian, clusters, k) {
  member <- matrix(0, length(clusters), k)
  member[cbind(seq_along(clusters), clusters)] <- 1
  volume <- colSums(laplacian@degree * member)
  total <- sum(volume)
  # Summed over the others, small weights are not lost beside large ones.
  cut <- colSums(times_weights(laplacian@weights, member) * (1 - member))
  less <- pmin(volume, total - volume)
  list(
    clusters = data.frame(
      cluster = seq_len(k), size = tabulate(clusters, k),
      volume = volume / max(total, .Machine$double.xmin), cut = cut,
      conductance = ifelse(cut > 0, cut / less, 0)
    ),
    normalised_cut = sum(ifelse(cut > 0, cut / volume, 0))
  )
}
