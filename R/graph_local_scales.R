# The neighbor that sets a point's scale in the usual graph of pictures and clusters, and the least
# mean scale over the mean distance to that neighbor.
usual_local_scale <- 7L
min_multiple <- 0.5

# The geometric mean of the distances to the k-th neighbor; NA if more than half of them are
# 0.
mean_scale <- function(points, k, runtime) {
  distances <- cpp_neighbor_distances(points, k, runtime)[k, ]
  if (stats::median(distances) > 0) exp(mean(log(distances[distances > 0]))) else NA_real_
}

# How far each held point is from its k-th neighbor, the median where they coincide, and the
# dimension that the distances to the nearest k show (Levina and Bickel, 2005): list(scale,
# dimension).
local_scales <- function(handle, k, runtime) {
  nearest <- nearest_lists(handle, k, runtime)
  scales_of_distances(cpp_unit(handle) * vapply(seq_len(k), function(j) {
    nearest$distance[at_place(nearest, j)]
  }, numeric(length(nearest$begin) - 1L)), k)
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
