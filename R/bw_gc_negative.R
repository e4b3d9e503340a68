# Distances that are not those of points.

# Measures how far distances are from Euclidean ones: the sum of the absolute negative eigenvalues
# of the second moment of a step over the sum of all absolute eigenvalues, averaged over at most 20
# points, each with its 200 neighbors of largest weight. A number from 0 to 1, below 1e-6 taken as
# 0; NULL for points with coordinates.
#   problem  of selector_problem(): checked (of as_points(): x, points, or distances, a row per
#            point and a column for each point of the data; its attribute self has the columns of
#            the rows), rows (numbers of the points in the mean)
#   h        bandwidth
#   alpha    exponent of the density that the weights are divided by
negative_share <- function(problem, h, alpha) {
  x <- problem$checked$x
  if (!is_distances(x)) return(NULL)
  # n x n, between the points.
  distances <- x[, attr(x, "self"), drop = FALSE]
  rows <- take_evenly(problem$rows, 20L)
  density_factor <- rowSums(exp(-(distances / h)^2))^-alpha
  shares <- vapply(rows, function(i) {
    weight <- exp(-(distances[i, ] / h)^2) * density_factor
    neighbors <- utils::head(order(weight, decreasing = TRUE), 200L)
    squares <- distances[i, neighbors]^2
    # Inner products of the offsets from point i, by their lengths and distances.
    products <- (outer(squares, squares, "+") - distances[neighbors, neighbors]^2) / 2
    root <- sqrt(weight[neighbors])
    values <- eigen(products * outer(root, root), symmetric = TRUE, only.values = TRUE)$values
    total <- sum(abs(values))
    if (total > 0) sum(pmax(-values, 0)) / total else 0
  }, 0)
  share <- mean(shares)
  if (share < 1e-6) 0 else share
}

# With a larger share of negative eigenvalues, see negative_share(), a step says little about the
# geometry, which is warned of.
max_negative <- 0.1

# Warns if distances at the chosen bandwidth are far from Euclidean.
#   share  of negative_share(): what negative eigenvalues make up of the sum of all absolute
#          eigenvalues of a step, 0 to 1; or NULL
warn_negative <- function(share) {
  warn_if(!is.null(share) && share > max_negative,
          c("`x`: at the selected bandwidth, negative variances make up {round(100 * share)}% of the
             sum of all absolute variances of a step. The distances of nearby points are not
             Euclidean, so do not rely on the choice.",
            i = "Compare it with bw_knn() and bw_kernel_sum(), and see bw_report().",
            i = "The square roots of Gower's distances are Euclidean if no value is missing."),
          "negative")
}
