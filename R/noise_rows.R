# The noise of rows, read from the triangles of their nearest neighbors, and distances without it.
# notes/noise.md says what both were compared with.

noise_limits <- list(
  neighbors = 10L,
  share = 0.4,  # of the squared distance to the k-th neighbor: real tables with less gained nothing
  near = 0.2,   # beyond this the neighbors are not near: two-dimensional samples have up to 0.16
  equal = 0.3   # coefficient of variation; equal noise in 60 columns or more has up to 0.24
)

# Reads the noise of each point. Returns a list, squares of the unit of the handle: noise, its
# squared length, and what else cpp_triangle_noise() returns. Estimates below 0 are set to 0, and
# the others shrink so that the mean of all stays what it was, or 0.
#   handle  of cpp_points()
row_noise <- function(handle, k, runtime) {
  found <- cpp_triangle_noise(handle, k, max_listed(), runtime)
  whole <- max(sum(found$noise), 0)
  found$noise <- pmax(found$noise, 0)
  if (whole > 0) found$noise <- found$noise * (whole / sum(found$noise)) else found$noise[] <- 0
  found
}

# Does the same for points of which some may coincide, as different points. Returns a list: noise,
# a number per row, taken, by deflating_noise(), both in the squared unit of the handle, k, and the
# facts.
noise_with_copies <- function(x, handle, k, runtime) {
  places <- places_of(x)
  m <- length(places$first)
  refuse_if(m < 4L, "`x` must have at least 4 different rows, not {m}.")
  of_places <- handle
  if (m < nrow(x)) {
    of_places <- release_later(hold_points(points_at(x, places$first), runtime))
  }
  k <- min(k, m - 1L)
  found <- row_noise(of_places, k, runtime)
  in_unit <- function(noise) noise[places$at] * (cpp_unit(of_places) / cpp_unit(handle))^2
  list(noise = in_unit(found$noise), taken = in_unit(deflating_noise(found)), k = k,
       facts = noise_facts(found, of_places))
}

# Returns what the noise of all points says: list of
#   share   the median share of the squared distance to the k-th neighbor that belongs to the two
#           points alone
#   near    the median rest of that squared distance over the rest of the mean over all pairs
#   spread  the coefficient of variation of the noise over the points
noise_facts <- function(found, handle) {
  both <- found$noise + found$noise[found$kth]
  apart <- found$sq_kth > 0
  sq_rms <- (cpp_rms_distance(handle) / cpp_unit(handle))^2
  rest <- max(sq_rms - 2 * mean(found$noise), .Machine$double.xmin)
  list(
    share = if (any(apart)) min(1, stats::median(both[apart] / found$sq_kth[apart])) else 0,
    near = max(0, stats::median(found$sq_kth - both)) / rest,
    spread = if (any(found$noise > 0)) stats::sd(found$noise) / mean(found$noise) else 0
  )
}

# Finds what is taken off squared distances: the noise, or as much less of it as brings the nearest
# neighbors of one point in ten to distance zero.
deflating_noise <- function(found) {
  both <- found$noise + found$noise[found$nearest]
  reach <- sort(found$sq_nearest[both > 0] / both[both > 0])
  min(1, reach[ceiling(length(found$noise) / 10)], na.rm = TRUE) * found$noise
}
