# Scales of points: the distance to a neighbor, smoothed, see notes/local-scales.md.

# The number of the neighbor that sets a point's scale in the usual graph of pictures and clusters,
# and the least bandwidth of that graph as a multiple of the distances to this neighbor.
usual_local_scale <- 7L
min_multiple <- 0.5

# The neighbor where only `local_scale = TRUE` is given.
default_local_scale <- 20L

# Returns the number of the neighbor, among n points, whose distance is the scale of a point; an
# error if it is no number below n.
#   local_scale  what the user gave: the number, or TRUE: the default
check_local_scale <- function(local_scale, n) {
  if (isTRUE(local_scale)) return(min(default_local_scale, n - 1L))
  check_neighbors(local_scale, "local_scale", n)
}

# The geometric mean of the distances above 0 to the k-th neighbor, in the unit of x, where rows
# that coincide are one (from then on the handle counts them so); NA if the median distance is 0.
# `sorted_distances` has a column per point, increasing: k x n, or fewer rows if fewer rows differ.
#   x  points, n x p;  handle: of the same in the core;  k: number of the neighbor
#   runtime  of new_runtime()
mean_neighbor_distance <- function(x, handle, k, runtime) {
  merge_places(handle, x, runtime)
  sorted_distances <- cpp_neighbor_distances(handle, k, runtime)
  distances <- sorted_distances[nrow(sorted_distances), ]
  if (stats::median(distances) > 0) exp(mean(log(distances[distances > 0]))) else NA_real_
}

# Computes the local scales of points from their k nearest neighbors, where rows that coincide are
# one. Returns a list:
#   distance    of each point to its k-th neighbor, n numbers in the unit of x; of a point that
#               coincides with that neighbor the median of the others
#   scale       the geometric mean of these distances over the point and its k nearest, n numbers
#   dimension   of the points, estimated from the distances to the k nearest, a number
#   n_replaced  number of points that coincide with their k-th neighbor
# Of points on the disk rows that coincide are neighbors.
# Its arguments:
#   checked  of as_points(): x;  handle: of the same points in the core;  k: number of neighbors
#   runtime  of new_runtime()
local_scales <- function(checked, handle, k, runtime) {
  cached(checked, "local_scales", k, function() {
    check_list_memory(nrow(checked$x), k, "local_scale")
    max_entries <- min(2^31 - 1, memory_limit() / 16)
    # list(first: the first of each set of equal rows; index: the set of each row); on disk NULL.
    equal_rows <- if (is_in_memory(checked$x)) group_equal_rows(checked$x)
    n_distinct <- length(equal_rows$first)
    if (n_distinct > 1L && n_distinct < nrow(checked$x)) {
      handle <- release_on_exit(acquire_points(pick_points(checked$x, equal_rows$first), runtime))
      scales <- cpp_local_scales(handle, min(k, n_distinct - 1L), max_entries, runtime)
      if (!is.null(scales)) scales <- take_scales(scales, equal_rows$index)
    } else {
      scales <- cpp_local_scales(handle, k, max_entries, runtime)
    }
    if (is.null(scales)) {
      abort(c("`local_scale` = {k}: too many rows coincide for the memory that may be used.",
              i = "Keep repeated rows once, and pass how often they occur as `weights`."), "memory")
    }
    if (scales$n_replaced == length(scales$distance)) abort_no_local_scale(k)
    scales
  })
}

# Raises the error of points that all coincide with their k-th neighbor.
abort_no_local_scale <- function(k) {
  abort("`local_scale` = {k}: every point coincides with its neighbor {k}; the data have no scale
         there.", "no_scale")
}

# Returns the local scales of some of the points: list(scale and distance of these points; dimension
# and n_replaced as of all), or NULL.
#   scales  of local_scales(), or NULL;  index: row numbers, which may repeat
take_scales <- function(scales, index) {
  fields <- c("scale", "distance")
  if (!is.null(scales)) scales[fields] <- lapply(scales[fields], `[`, index)
  scales
}

# Interpolates the local scales of new points, length m, from those of the 8 nearest landmarks of a
# fit: a mean of logarithms weighted by the inverse squares of distances. Landmarks are too far
# apart for new points to have scales of their own.
#   handle  of the landmarks in the core;  query: m x r, new points
#   scale   local scale of each landmark, unit of x
#   runtime  of new_runtime()
interpolated_scales <- function(handle, query, scale, runtime) {
  nearest <- cpp_query_nearest(handle, query, min(8L, length(scale)), runtime)
  query_index <- list_rows(nearest)
  nearest_distance <- nearest$distance[nth_neighbors(nearest, 1L)][query_index]
  weight <- ifelse(nearest$distance > 0, (nearest_distance / nearest$distance)^2, 1)
  sums <- rowsum(weight * cbind(log(scale[nearest$index]), 1), query_index)
  exp(sums[, 1L] / sums[, 2L])
}

# Returns the exponent of the local scales s in the factors of weights, a number: with degrees t,
# the factors t^-alpha s^power are q^-alpha s^-(d / 2 + 1) of the density q = t / s^d.
#   dimension  d, a number;  alpha: the exponent of the density
scale_power <- function(dimension, alpha) alpha * dimension - dimension / 2 - 1

# Returns the options of local scales for a pass of the core, list(scale: length n; scale_power: the
# number scale_power()); NULL without scales.
#   scales  of local_scales(): scale (length n), dimension; or NULL
#   alpha   the exponent of the density
scale_options <- function(scales, alpha) {
  if (!is.null(scales)) {
    list(scale = scales$scale, scale_power = scale_power(scales$dimension, alpha))
  }
}

# Returns a factor for the weights of each point, length n, that local scales need, up to a common
# constant, which a walk does not depend on; 1 without scales.
#   scales  of local_scales(): scale (length n), dimension; or NULL
#   alpha   the exponent of the density
scale_factor <- function(scales, alpha) {
  if (is.null(scales)) return(1)
  (scales$scale / power_of_2(scales$scale))^scale_power(scales$dimension, alpha)
}

# Returns 4 / (h s_i)^2, the factor before I - P at each point i of a graph with local scales,
# length n.
#   graph  a lapscale_graph, or of graph_facts(): bandwidth (h, a multiple of the scales),
#          own_scales (of local_scales(): scale, the local scales s, length n)
scale_rates <- function(graph) 4 / (graph$bandwidth * graph$own_scales$scale)^2
