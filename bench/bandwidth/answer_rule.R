# The rule of bw_gc() without d: one curve, and the choice is its lowest point. Pure functions of
# what is known of the walk's step at points (matrices points x bandwidths) or of the means over
# them. answer.R fixed the constants; notes/one-curve.md has the reasons.

step_rule <- list(
  # Of the standard error of a step's covariance this share counts as distance.
  noise = 0.5,
  # Heights whose squares differ by less than the square of this are not told apart.
  tolerance = 0.15
)

# The distance of one step of the walk from a step on a manifold, points x bandwidths. With the
# chance s to stay the walk with self-loops counts, else what leaves the point: there the covariance
# is that of the walk over 1 - s, and as uncertain as a mean over so few neighbors.
#   staying   s, the chance to stay
#   distance  of 2 / h^2 times the covariance of the step to the nearest projection
#   moving    the same of its eigenvalues over 1 - s; anything where s = 1
#   noise     sqrt(sum_j p_j^2), the point itself with s
step_distance <- function(staying, distance, moving, noise) {
  leaves <- 1 - staying
  spread <- sqrt(pmax(noise^2 - staying^2, 0)) / leaves
  away <- pmin(1, moving + step_rule$noise * spread)
  away[!(leaves > 0)] <- 1
  staying * distance + leaves * away
}

# A later minimum wins only if it is deeper than the largest climb before it.
with_climb <- function(distance) distance + cummax(distance - cummin(distance))

# The curve that is minimized: `distance` with its climbs, flat where it is not told apart from its
# lowest point. The lowest value is the same for all of these; the first of them is the choice.
#   distance  means over the points, at increasing bandwidths
step_criterion <- function(distance) {
  height <- with_climb(distance)
  pmax(height, flat_height(min(height)))
}

flat_height <- function(lowest) sqrt(lowest^2 + step_rule$tolerance^2)

# Where the curve meets its bottom, between the rows of the table by a straight line in log h.
#   returns  list(row: the first in the bottom, bandwidth)
choose_bandwidth <- function(bandwidth, distance) {
  height <- with_climb(distance)
  bottom <- flat_height(min(height))
  row <- which(height <= bottom)[[1]]
  if (row == 1L) {
    return(list(row = row, bandwidth = bandwidth[[1]]))
  }
  share <- (height[[row - 1L]] - bottom) / (height[[row - 1L]] - height[[row]])
  ratio <- bandwidth[[row]] / bandwidth[[row - 1L]]
  list(row = row, bandwidth = bandwidth[[row - 1L]] * ratio^share)
}

# Whether no larger bandwidth can change the choice: every later height is at least the largest
# climb so far.
has_decided <- function(distance) {
  climb <- cummax(distance - cummin(distance))
  climb[[length(climb)]] >= min(distance + climb)
}

# The mean relative error of the first eight eigenvalues that is to be expected at the choice. NA
# where there is nothing to go by: most steps stay, or no direction is seen.
#   distance, staying, dimension  means over the points at the choice; dimension by the walk with
#                                 self-loops
#   n                             number of points
expected_eigenvalue_error <- function(distance, staying, dimension, n) {
  known <- staying <= 0.5 & dimension >= 0.5
  ifelse(known, 5 * distance / sqrt(n), NA_real_)
}
