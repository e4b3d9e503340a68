# The neighbor that sets a point's scale in the usual graph of pictures and clusters, and the least
# mean scale over the mean distance to that neighbor.
usual_local_scale <- 7L
min_multiple <- 0.5

# The geometric mean of the distances to the k-th neighbor, where rows that coincide are one; NA if
# more than half of them are 0.
#   x, points  the points, and a handle of them
mean_scale <- function(x, points, k, runtime) {
  count_places(points, x, runtime)
  distances <- cpp_neighbor_distances(points, k, runtime)
  distances <- distances[nrow(distances), ]
  if (stats::median(distances) > 0) exp(mean(log(distances[distances > 0]))) else NA_real_
}

# How far each point is from its k-th neighbor, where rows that coincide are one, and the dimension
# that the distances to the nearest k show (Levina and Bickel, 2005): list(scale, dimension).
local_scales <- function(x, handle, k, runtime) {
  count_places(handle, x, runtime)
  distances <- t(cpp_neighbor_distances(handle, k, runtime))
  scales_of_distances(distances, ncol(distances))
}

#   distances  to the nearest, n x k, increasing in each row
scales_of_distances <- function(distances, k) {
  scale <- distances[, k]
  if (!any(scale > 0)) abort_no_local_scale(k)
  scale[scale == 0] <- stats::median(scale[scale > 0])
  ratio <- log(scale / distances[, -k, drop = FALSE])
  growth <- mean(ratio[is.finite(ratio)])
  list(scale = scale, dimension = if (isTRUE(growth > 0)) max(1, round(1 / growth)) else 1)
}

abort_no_local_scale <- function(k) {
  abort("`local_scale` = {k}: every point coincides with its neighbor {k}; the data have no scale
         there.", "no_scale")
}
