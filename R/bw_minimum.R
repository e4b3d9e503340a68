# Chooses the scale of a curve of Geometric Consistency. The functions take means over points at
# increasing bandwidths: those of the curve, of its replicates, and of the stages of large data.

# ---- without d: one curve, and its lowest point --------------------------------------------------

# The constants of the rule, fixed on the opened half of bench/bandwidth/answer.R
# (notes/one-curve.md).
step_rule <- list(
  # This share of the standard error of a step's covariance counts as distance. Without it the
  # smallest bandwidths win by chance, and with all of it the largest win.
  noise = 0.5,
  # The tolerance: heights are not told apart if their squares differ by less than the square of
  # this, whatever the sample. Smaller bandwidths are better for eigenvalues, and the lowest point
  # of a flat bottom is arbitrary.
  tolerance = 0.15,
  # The choice is at least this share of the length of edges that joins the second of these shares
  # of the points, if edges shorter by this factor join the first: then thin parts are missing.
  # Noise in many columns makes all edges equally long, and groups apart leave the first unjoined.
  floor = 0.5,
  joined = c(0.75, 0.95),
  thin = 1.2,
  # Of a flat bottom, bandwidths that leave a larger share of the points isolated are passed over
  # if others are in it.
  isolated = 0.2
)

# With local scales the curve at h shows steps of h over this share (notes/local-scales.md).
local_step_share <- 0.75

# Computes the distance of one step of the walk from a step on a manifold, a matrix points x
# bandwidths: a mean of the distance of all steps and of that of steps that leave the point,
# weighted by the chances to stay and to leave. To the second, the uncertainty of a covariance of
# few neighbors is added. At most 1: only distances that no points have would lead beyond.
#   steps  list of matrices points x bandwidths, of cpp_steps(): self, the chance to stay; distance,
#          of all steps; moving, the distance of steps that leave; noise, the root of the sum of
#          squared chances to go to each point
step_distance <- function(steps) {
  stay <- steps$self
  leave <- 1 - stay
  noise <- sqrt(pmax(steps$noise^2 - stay^2, 0)) / leave
  leaving_distance <- pmin(1, steps$moving + step_rule$noise * noise)
  leaving_distance[!(leave > 0)] <- 1
  distance <- stay * pmin(1, steps$distance) + leave * leaving_distance
  # Without weights there is no step.
  distance[is.nan(distance)] <- 1
  distance
}

# Adds to each distance the largest rise of the curve up to there, from any earlier value to a later
# one. A later minimum is then the lowest only if it is deeper than this rise.
#   distance  at increasing bandwidths, a mean over points
distance_with_rise <- function(distance) distance + cummax(distance - cummin(distance))

# Returns the criterion from which the choice is made, at each bandwidth: the distance with its
# rises, flat where it is within the tolerance of its lowest point. The first bandwidth of the flat
# part is the choice.
#   distance  at increasing bandwidths, a mean over points
step_criterion <- function(distance) {
  height <- distance_with_rise(distance)
  pmax(height, sqrt(min(height)^2 + step_rule$tolerance^2))
}

# The first element of x, some row numbers; Inf if there are none.
first_or_inf <- function(x) if (length(x)) x[[1]] else Inf

# Finds the index of the first bandwidth from which on later values cannot change the choice,
# because every later height is at least the largest rise so far. Inf without one.
#   distance  at increasing bandwidths, a mean over points
#   lower     factor, at most 1, by which the lowest height may be lower than the distances say
deciding_index <- function(distance, lower = 1) {
  rise <- cummax(distance - cummin(distance))
  first_or_inf(which(rise >= lower * cummin(distance + rise)))
}

# The error of eigenvalues to expect if the graph may join strands, turns, or sheets: in 52 samples
# it was 0.09 to 7, and 1.0 in the geometric mean (bench/bandwidth/answer.md).
error_of_strands <- 1

# Returns the expected mean relative error of the first eight eigenvalues, a number per bandwidth
# (1: 100%). NA if most steps stay, or no direction is seen.
#   step  list, or data frame, of means over points at the bandwidths: distance, staying, dimension,
#         plain, moving, see step_values()
#   n     number of points, or of observations that they stand for
expected_eigenvalue_error <- function(step, n) {
  error <- ifelse(is_wide_step(step), error_of_strands, 5 * step$distance / sqrt(n))
  replace(error, step$staying > 0.5 | step$dimension < 0.5, NA_real_)
}

# ---- both rules ----------------------------------------------------------------------------------

# Finds the bandwidths that either rule chooses from a curve. Returns a list: first and global,
# bandwidths or NA; bottom, the numbers of the rows of the table that form the bottom of the first;
# without d also end, the bandwidth at which the bottom ends, NA if the first was raised beyond it,
# and raised, c(first, global), whether the floor raised the choice of either rule. Without d,
# first, global, and end are NA, bottom is empty, and there is no raised if all of the curve is
# within the tolerance.
#   table  list of bandwidth, increasing, and height, of the curve there: the mean distance without
#          d, the mean distortion with d. Without d also
#            between    whether a choice may lie between two bandwidths
#            isolated   share of isolated points at each bandwidth, or NULL
#            floor      the smallest choice, a bandwidth, or NULL
#          with d also
#            error      function of two row numbers that returns the standard error of the
#                       difference of their heights
#            eligible   per bandwidth, whether the first minimum may be there
choose_scales <- function(table) {
  if (is.null(table$error)) scales_of_lowest_point(table) else scales_of_first_minimum(table)
}

# Finds the bandwidths of either rule from a curve without d: where the curve meets its bottom, the
# rows within the tolerance, by a straight line in log h, and where it is lowest, or the same if
# that is in the bottom; both at least `floor`. Returns list(first, global, bottom, end, raised),
# see choose_scales().
#   table  list(bandwidth, height, between, isolated, floor), see choose_scales()
scales_of_lowest_point <- function(table) {
  criterion <- step_criterion(table$height)
  is_low <- criterion == min(criterion)
  if (all(is_low)) {
    return(list(first = NA_real_, global = NA_real_, bottom = integer(), end = NA_real_))
  }
  # Rows of the bottom at which few points are isolated.
  connected <- if (!is.null(table$isolated)) which(is_low & table$isolated <= step_rule$isolated)
  start <- c(connected, which(is_low))[[1]]
  bottom <- start:(start + rle(is_low[start:length(is_low)])$lengths[[1]] - 1L)
  # The distance, which is the height of the table, with its rises.
  height <- distance_with_rise(table$height)
  # The bandwidth where a straight line from a row outside to one inside meets the bottom.
  meeting_point <- function(outside, inside) {
    from <- table$bandwidth[[outside]]
    share <- (height[[outside]] - criterion[[inside]]) / (height[[outside]] - height[[inside]])
    from * (table$bandwidth[[inside]] / from)^share
  }
  # A choice at the floor may lie beyond the bottom.
  floor <- min(table$floor %||% 0, max(table$bandwidth))
  # The bandwidth h, or the floor if that is larger.
  at_floor <- function(h) {
    if (h >= floor) return(h)
    if (table$between) floor else min(table$bandwidth[table$bandwidth >= floor])
  }
  last_row <- max(bottom)
  is_crossed <- start > 1L && table$between && !is_low[[start - 1L]]
  first <- if (is_crossed) meeting_point(start - 1L, start) else table$bandwidth[[start]]
  end <- if (last_row < length(is_low) && table$between) meeting_point(last_row + 1L, last_row) else
    table$bandwidth[[last_row]]
  deepest <- which.min(table$height)
  global <- if (deepest %in% bottom) first else table$bandwidth[[deepest]]
  up_to_floor <- which(table$bandwidth <= at_floor(first))
  list(
    first = at_floor(first), global = at_floor(global),
    bottom = start:max(last_row, up_to_floor), end = if (at_floor(first) <= end) end else NA_real_,
    raised = c(first = first, global = global) < floor
  )
}

# Finds the bandwidths of either rule from a curve with d: the first minimum that a significant
# descent reaches, or else the deepest, and the deepest, or else the lowest point. Both are vertices
# of parabolas. Returns list(first, global, bottom: one row number), see choose_scales().
#   table  of choose_scales(), with d: list(bandwidth, height, error, eligible)
scales_of_first_minimum <- function(table) {
  minima <- find_minima(table$height, error = table$error)
  # Rows of the table: of the first minimum and of the deepest.
  rows <- minima$index[choose_minima(minima, table$height, table$eligible)]
  rows[is.na(rows)] <- if (is.na(rows[[2]])) index_of_lowest(table$height) else rows[[2]]
  log_bandwidth <- log(table$bandwidth / table$bandwidth[[1]])
  log_h <- vapply(rows, function(i) parabola_vertex(log_bandwidth, table$height, i), 0)
  h <- table$bandwidth[[1]] * exp(log_h)
  list(first = h[[1]], global = h[[2]], bottom = rows[[1]])
}

# Makes rechoose(), the function that chooses bandwidths again from perturbed curves: it takes a
# function perturb() and returns bandwidths, a matrix with a row per replicate and the columns first
# and global. perturb() takes a matrix such as values, and returns changes of its means, replicates
# x rows of the table. A choice is not refined again: it is multiplied by the ratio of the choices
# from the table with and without the perturbation.
#   table      as choose_scales() takes it, of which height is perturbed
#   values     matrix, points x rows of the table, of which the heights are means
#   selection  of step_minima() or curve_with_minima(): list with minima (bandwidth) and choices
#              (rows of minima, c(first, global), NA: none)
new_rechoose <- function(table, values, selection) {
  chosen <- selection$minima$bandwidth[ifelse(
    is.na(selection$choices), selection$choices[["global"]], selection$choices
  )]
  # c(first, global), bandwidths, after this change of the heights.
  scales <- function(change) {
    table$height <- table$height + change
    unlist(choose_scales(table)[c("first", "global")])
  }
  function(perturb) {
    replicated <- apply(perturb(values), 1L, scales)
    ratio <- replicated / scales(0)
    ratio[is.na(ratio)] <- 1
    t(chosen * ratio)
  }
}

# ---- minima --------------------------------------------------------------------------------------

# A descent is significant if it is more than this number of paired standard errors
# (vignette("methods"), "Geometric consistency"; notes/minima.md).
min_z <- 3

# Finds the local minima of a curve, and an end that is lower than all other points. Returns a data
# frame with a row for each, by increasing index, perhaps none:
#   index        number of the minimum in criterion
#   depth_left   how much higher the highest point is on the way from the last minimum that a
#                significant descent reaches, or from the first point; NA at the first point
#   depth_right  the same on the way to the next minimum, or to the last point; NA at the last point
#   z_left, z_right  these in standard errors; NA without standard errors
# Arguments:
#   criterion    length g, NA where undefined
#   values       n_points x g: what the criterion is the mean of; NULL: no standard errors
#   error        function of two indices into criterion that returns the standard error of their
#                difference (NA: unknown, and z is 0), or NULL: no standard errors
find_minima <- function(criterion, values = NULL,
                        error = if (NROW(values) > 1L) function(i, j) paired_se(values, i, j)) {
  known_index <- which(is.finite(criterion))
  curve <- criterion[known_index]
  index <- add_lowest_end(inner_minima(curve), curve)
  # c(depth, z) of the way from one index of the curve down to another.
  descent <- function(high, low) {
    depth <- curve[[high]] - curve[[low]]
    if (is.null(error)) return(c(depth, NA_real_))
    se <- error(known_index[[high]], known_index[[low]])
    # Fewer than two points are known at both: nothing to count on.
    c(depth, if (is.na(se)) 0 else if (se > 0) depth / se else Inf * (depth > 0))
  }
  left <- right <- matrix(NA_real_, length(index), 2L)
  # Where the way down to the next minimum begins: at the last one with a significant descent.
  since <- 1L
  for (m in seq_along(index)) {
    if (index[[m]] > 1L) {
      before <- since:(index[[m]] - 1L)
      left[m, ] <- descent(before[[which.max(curve[before])]], index[[m]])
      if (is_significant(left[m, 1L], left[m, 2L])) since <- index[[m]]
    }
    if (index[[m]] < length(curve)) {
      after <- (index[[m]] + 1L):(if (m < length(index)) index[[m + 1L]] else length(curve))
      right[m, ] <- descent(after[[which.max(curve[after])]], index[[m]])
    }
  }
  data.frame(
    index = known_index[index], depth_left = left[, 1], depth_right = right[, 1],
    z_left = left[, 2], z_right = right[, 2]
  )
}

# Whether descents are significant, by their depth and z, the depth in standard errors: TRUE or
# FALSE for each. Without standard errors (NA) any descent is.
is_significant <- function(depth, z) !is.na(depth) & depth > 0 & (is.na(z) | z > min_z)

# Finds the indices of inner points of a curve that are lower than the values on either side; of a
# flat bottom the middle.
#   curve  numbers at increasing bandwidths, all known
inner_minima <- function(curve) {
  runs <- rle(curve)
  end <- cumsum(runs$lengths)
  start <- end - runs$lengths + 1L
  value <- runs$values
  inner_runs <- seq_along(value)[-c(1L, length(value))]
  is_low <- value[inner_runs] < value[inner_runs - 1L] & value[inner_runs] < value[inner_runs + 1L]
  low_runs <- inner_runs[is_low]
  as.integer((start[low_runs] + end[low_runs]) %/% 2L)
}

# Returns the indices of minima, increasing, with that of an end of the curve, if it is lower than
# all other points.
#   index  indices of the local minima in the curve, increasing
#   curve  values at increasing bandwidths, all known
add_lowest_end <- function(index, curve) {
  lowest <- which(curve == min(curve))
  if (length(lowest) == 1L && lowest %in% c(1L, length(curve))) sort(c(index, lowest)) else index
}

# Chooses minima: the numbers of two rows of the table, named `first`, the first minimum that a
# significant descent reaches and that is not an end of the curve, and `global`, the lowest. NA if
# there is none.
#   minima     of find_minima(): depth_left and depth_right (NA at an end), index, z_left
#   criterion  length g, at increasing bandwidths
#   eligible   length g, or TRUE: where the curve may have its first minimum
choose_minima <- function(minima, criterion, eligible = TRUE) {
  is_inner <- !is.na(minima$depth_left) & !is.na(minima$depth_right)
  is_inner <- is_inner & rep_len(eligible, length(criterion))[minima$index]
  is_significant_inner <- is_inner & is_significant(minima$depth_left, minima$z_left)
  c(
    first = if (any(is_significant_inner)) which(is_significant_inner)[[1]] else NA_integer_,
    global = if (nrow(minima)) which.min(criterion[minima$index]) else NA_integer_
  )
}

# Returns the index of the lowest value; the middle one if several are lowest.
#   criterion  at increasing bandwidths, NA where undefined, but not everywhere
index_of_lowest <- function(criterion) {
  low <- which(criterion == min(criterion, na.rm = TRUE))
  low[[(length(low) + 1L) %/% 2L]]
}

# Returns the x of the vertex of the parabola through a point and the two beside it, not beyond
# these; the x of the point itself at either end.
#   x, y  coordinates of the points, x increasing;  row: the number of the point
parabola_vertex <- function(x, y, row) {
  if (row == 1L || row == length(x)) return(x[[row]])
  left_gap <- x[[row]] - x[[row - 1L]]
  right_gap <- x[[row + 1L]] - x[[row]]
  right_term <- left_gap * (y[[row + 1L]] - y[[row]])
  left_term <- right_gap * (y[[row - 1L]] - y[[row]])
  curvature <- 2 * (right_term + left_term)
  shift <- if (curvature > 0) (right_gap * left_term - left_gap * right_term) / curvature else 0
  min(max(x[[row]] + shift, x[[row - 1L]]), x[[row + 1L]])
}
