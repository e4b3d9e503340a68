# Grids of bandwidths: given ones, and the defaults.

# More bandwidths than this tell nothing more and take hours, or all memory.
most_bandwidths <- 1e5

# As check_count(), for how many bandwidths or radii there are.
check_grid_size <- function(n, arg, min) {
  n <- check_count(n, arg, min = min)
  if (n > most_bandwidths) {
    abort_argument("`{arg}` must be at most {most_bandwidths}, not {n}.")
  }
  n
}

# Bandwidths to search: positive, sorted, distinct, at least two of them.
resolve_grid <- function(bandwidths) {
  ok <- is.numeric(bandwidths) && length(bandwidths) > 0L && is.null(dim(bandwidths))
  if (!ok) {
    abort_argument(
      "`bandwidths` must be a vector of positive numbers, not {describe(bandwidths)}."
    )
  }
  if (length(bandwidths) > most_bandwidths) {
    abort_argument(
      "`bandwidths` must hold at most {most_bandwidths} values, not {length(bandwidths)}."
    )
  }
  bad <- which(!is.finite(bandwidths) | bandwidths <= 0)
  if (length(bad)) {
    abort_argument(
      "`bandwidths` must be positive finite numbers; element {bad[[1]]} is
       {format(bandwidths[[bad[[1]]]])}."
    )
  }
  grid <- sort(unique(as.double(bandwidths)))
  if (length(grid) < 2L) {
    abort_argument(
      "`bandwidths` must hold two different values or more; one leaves nothing to choose."
    )
  }
  if (!identical(grid, as.double(bandwidths))) {
    inform("`bandwidths` sorted, repeated values removed.", "sorted")
  }
  grid
}

# The default of every selector but Geometric Consistency, of points in the core.
neighbor_grid <- function(checked, handle, n_bandwidths, runtime) {
  search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
}

# From half the median distance to the nearest point that does not coincide to the root mean squared
# distance.
#   nearest  such distances, Inf where there is no such point
search_grid <- function(handle, nearest, n_bandwidths) {
  grid_between(nearest, cpp_rms_distance(handle), n_bandwidths)
}

grid_between <- function(nearest, high, n_bandwidths) {
  low <- stats::median(nearest[is.finite(nearest) & nearest > 0]) / 2
  check_normal(low)
  exp(seq(log(min(low, high / 2)), log(high), length.out = n_bandwidths))
}

# Distances at the lower end of double precision have lost their digits, or are none.
check_normal <- function(low) {
  if (!is.na(low) && low < .Machine$double.xmin) abort_out_of_range()
}

abort_out_of_range <- function() {
  abort_argument(
    "`x`: distances between its points leave the range of double precision; rescale `x`."
  )
}

# The default of Geometric Consistency: from the bandwidth at which the weights are numerically the
# identity to the root mean squared distance.
gc_grid <- function(checked, handle, n_bandwidths, runtime) {
  grid_of_steps(cpp_bandwidth_range(handle, runtime), n_bandwidths)
}

# A log grid of as many values as asked for, more where the step would exceed a factor 1.25.
#   range  its ends
grid_of_steps <- function(range, n_bandwidths) {
  check_normal(range[[1]])
  n <- max(n_bandwidths, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  exp(seq(log(range[[1]]), log(range[[2]]), length.out = n))
}
