# The default grid of every rule but Geometric Consistency.

# From half the median distance to the nearest point that does not coincide to the root mean squared
# distance.
#   nearest  such distances, Inf where there is no such point
search_grid <- function(handle, nearest, n_bandwidths) {
  grid_between(nearest, cpp_rms_distance(handle), n_bandwidths)
}

grid_between <- function(nearest, high, n_bandwidths) {
  low <- stats::median(nearest[is.finite(nearest) & nearest > 0]) / 2
  exp(seq(log(min(low, high / 2)), log(high), length.out = n_bandwidths))
}
