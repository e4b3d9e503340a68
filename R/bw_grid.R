# Grids of bandwidths: given ones, and the defaults.

# The most bandwidths of a grid. More of them add no information and take hours, or all memory.
max_bandwidths <- 1e5

# Checks and returns the number of bandwidths or radii of a grid, an integer.
#   n  the number as the user gave it;  arg: name of the argument;  min: the fewest
check_grid_size <- function(n, arg, min) {
  n <- check_count(n, arg, min = min)
  refuse_if(n > max_bandwidths, "`{arg}` must be at most {max_bandwidths}, not {n}.")
  n
}

# Checks the bandwidths to search, as the user gave them, and returns the grid: at least two,
# positive, increasing, each once, with a message if that changed them.
resolve_grid <- function(bandwidths) {
  refuse_if(!is.numeric(bandwidths) || !length(bandwidths) || !is.null(dim(bandwidths)),
            "`bandwidths` must be a vector of positive numbers, not {describe(bandwidths)}.")
  refuse_if(length(bandwidths) > max_bandwidths,
            "`bandwidths` must hold at most {max_bandwidths} values, not {length(bandwidths)}.")
  refuse_first(which(!is.finite(bandwidths) | bandwidths <= 0),
               "`bandwidths` must be positive finite numbers; element {first} is
                {format(bandwidths[[first]])}.")
  grid <- sort(unique(as.double(bandwidths)))
  refuse_if(length(grid) < 2L,
            c("`bandwidths` must hold two different values or more; one leaves nothing to choose.",
              i = "To use a bandwidth that you have, give it to embed_*() or another method."))
  inform_if(!identical(grid, as.double(bandwidths)),
            "`bandwidths` sorted, repeated values removed.", "sorted")
  grid
}

# Returns the default grid of selectors other than Geometric Consistency, n_bandwidths numbers,
# increasing, in the unit of x.
#   checked  of as_points(): x;  handle: of the same points in the core;  runtime: of new_runtime()
neighbor_grid <- function(checked, handle, n_bandwidths, runtime) {
  search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
}

# Makes a log grid of bandwidths from half the median distance to the nearest point that does not
# coincide to the root mean squared distance.
#   handle        of the points in the core
#   nearest       distance from each point, or from other points, to the nearest point of the handle
#                 that does not coincide with it, unit of x, Inf without one
#   n_bandwidths  their number
search_grid <- function(handle, nearest, n_bandwidths) {
  grid_between(nearest, cpp_rms_distance(handle), n_bandwidths)
}

# Makes a log grid of n_bandwidths numbers, increasing, from half the median of `nearest`, but at
# most half of `high`, to `high`.
#   nearest  distances to neighbors, of which 0 and Inf do not count;  high: the largest bandwidth
grid_between <- function(nearest, high, n_bandwidths) {
  low <- stats::median(nearest[is.finite(nearest) & nearest > 0]) / 2
  check_normal(low)
  exp(seq(log(min(low, high / 2)), log(high), length.out = n_bandwidths))
}

# Returns the default grid of Geometric Consistency, increasing: from the bandwidth at which the
# weights are numerically the identity to the root mean squared distance.
#   handle        of the points in the core;  checked: not used, see neighbor_grid()
#   n_bandwidths  their least number;  runtime: of new_runtime()
gc_grid <- function(checked, handle, n_bandwidths, runtime) {
  log_grid(cpp_bandwidth_range(handle, runtime), n_bandwidths)
}

# Makes a function(checked, handle, n_bandwidths, runtime) that returns a grid of bandwidths which
# are multiples of local scales, see heat_graph().
#   k  one or more numbers of neighbors, or TRUE for the usual one
# Inside, `scale` has the smoothed local scale of each point, of local_scales(): the geometric mean,
# over the point and its k nearest, of the distance to the k-th neighbor. It is in the unit of x, as
# `nearest` is. `range`, a column for each k, and the grid are multiples of such scales, without a
# unit.
local_grid <- function(k) {
  function(checked, handle, n_bandwidths, runtime) {
    if (isTRUE(k)) k <- check_local_scale(k, nrow(checked$x))
    nearest <- nearest_distinct(checked, handle, runtime)
    range <- vapply(k, function(k) {
      scale <- local_scales(checked, handle, k, runtime)$scale
      c(stats::median((nearest / scale)[is.finite(nearest)]) / 4,
        cpp_rms_distance(handle) / stats::median(scale))
    }, c(0, 0))
    log_grid(c(min(range[1L, ]), max(range[2L, ])), n_bandwidths)
  }
}

# Makes a log grid of n_bandwidths numbers, increasing, or of more if the step would exceed a factor
# of 1.25.
#   range         its two ends, the lower first
#   n_bandwidths  their least number
log_grid <- function(range, n_bandwidths) {
  check_normal(range[[1]])
  n <- max(n_bandwidths, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  exp(seq(log(range[[1]]), log(range[[2]]), length.out = n))
}
