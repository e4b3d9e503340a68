# Scales of points: the distance to a neighbor, smoothed, see notes/local-scales.md.

# The neighbor that sets a point's scale in the usual graph of pictures and clusters, and the least
# mean scale over the mean distance to that neighbor.
usual_local_scale <- 7L
min_multiple <- 0.5

# The neighbor where only `local_scale = TRUE` is given.
default_local_scale <- 20L

# Checks the number of the neighbor, among n points, whose distance is the scale of a point.
#   local_scale  number of the neighbor, or TRUE: the default
check_local_scale <- function(local_scale, n) {
  if (isTRUE(local_scale)) return(min(default_local_scale, n - 1L))
  check_neighbors(local_scale, "local_scale", n)
}

# The geometric mean of the distances to the k-th neighbor, where rows that coincide are one; NA if
# more than half of them are 0.
#   x  points, n x p;  handle: of the same in the core
mean_scale <- function(x, handle, k, runtime) {
  count_places(handle, x, runtime)
  distances <- cpp_neighbor_distances(handle, k, runtime)
  distances <- distances[nrow(distances), ]
  if (stats::median(distances) > 0) exp(mean(log(distances[distances > 0]))) else NA_real_
}

# Returns the scales of all points, of their k nearest neighbors, where rows that coincide are one:
# list(scale, distance: to the k-th neighbor, dimension, n_replaced), n numbers in the unit of x. Of
# points on the disk rows that coincide count, with the median where the k-th does.
#   checked  of as_points();  handle: of the same points in the core;  k: number of neighbors
local_scales <- function(checked, handle, k, runtime) {
  cached(checked, "local_scales", k, function() {
    check_list_memory(nrow(checked$x), k, "local_scale")
    max_entries <- min(2^31 - 1, memory_limit() / 16)
    places <- if (is_in_memory(checked$x)) places_of(checked$x)
    n_places <- length(places$first)
    if (n_places > 1L && n_places < nrow(checked$x)) {
      handle <- release_on_exit(acquire_points(points_at(checked$x, places$first), runtime))
      scales <- cpp_local_scales(handle, min(k, n_places - 1L), max_entries, runtime)
      if (!is.null(scales)) scales <- take_scales(scales, places$index)
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

# Fails where each point coincides with its neighbor k.
abort_no_local_scale <- function(k) {
  abort("`local_scale` = {k}: every point coincides with its neighbor {k}; the data have no scale
         there.", "no_scale")
}

# Returns the scales of some of the points.
#   scales  of local_scales(), or NULL;  index: row numbers
take_scales <- function(scales, index) {
  fields <- c("scale", "distance")
  if (!is.null(scales)) scales[fields] <- lapply(scales[fields], `[`, index)
  scales
}

# Returns the scales of new points, length m, from those of the landmarks of a fit, which are too
# far apart for new points to have scales of their own: between those of the nearest landmarks by
# the inverse squares of their distances.
#   handle  of the landmarks in the core;  query: m x r, new points;  scale: of each landmark
scales_between <- function(handle, query, scale, runtime) {
  nearest <- cpp_query_nearest(handle, query, min(8L, length(scale)), runtime)
  row <- list_rows(nearest)
  first <- nearest$distance[nth_neighbors(nearest, 1L)][row]
  share <- ifelse(nearest$distance > 0, (first / nearest$distance)^2, 1)
  sums <- rowsum(share * cbind(log(scale[nearest$index]), 1), row)
  exp(sums[, 1L] / sums[, 2L])
}

# Returns the power of the scales in the factors of the weights: with t^-alpha they are
# q^-alpha s^-(d / 2 + 1) of the density q = t / s^d.
#   dimension  d, a number;  alpha: the exponent of the density
scale_power <- function(dimension, alpha) alpha * dimension - dimension / 2 - 1

# Returns what a pass of the core needs to know of the scales; NULL without scales.
#   scales  of local_scales(), or NULL;  alpha: the exponent of the density
scale_options <- function(scales, alpha) {
  if (!is.null(scales)) {
    list(scale = scales$scale, scale_power = scale_power(scales$dimension, alpha))
  }
}

# Returns what the scales add to the factor of each point, in a unit of their own, which a walk does
# not see; 1 without scales.
#   scales  of local_scales(), or NULL;  alpha: the exponent of the density
scale_factor <- function(scales, alpha) {
  if (is.null(scales)) return(1)
  (scales$scale / power_of_2(scales$scale))^scale_power(scales$dimension, alpha)
}

# Returns 4 / (h s_i)^2, the factor before I - P at each point i, of a graph (or of graph_facts())
# with bandwidth h and local scales s.
scale_rates <- function(graph) 4 / (graph$bandwidth * graph$own_scales$scale)^2
