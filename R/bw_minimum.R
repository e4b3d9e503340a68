# Chooses the scale of a curve of Geometric Consistency. The functions take means over points at
# increasing bandwidths: those of the curve, of its replicates, and of the stages of large data.

# ---- without d: one curve, and its lowest point --------------------------------------------------

# Lists the constants of the rule, fixed on the opened half of bench/bandwidth/answer.R
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

# Computes the distance of one step of the walk from a step on a manifold: of all steps where the
# walk stays, of those that leave the point where it leaves. There the covariance is as uncertain as
# a mean over so few neighbors. At most 1: distances that no points have would lead beyond.
#   steps  list of matrices points x bandwidths, of cpp_steps(): self, the chance to stay; distance;
#          moving, the distance of steps that leave; noise, the root of the sum of squared chances
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

# Adds to each distance the largest climb so far. A later minimum then wins only if it is deeper
# than this climb.
#   distance  at increasing bandwidths, a mean over points
with_rise <- function(distance) distance + cummax(distance - cummin(distance))

# Returns the curve that the choice is made on: the distance with its climbs, flat where it is
# within the tolerance of its lowest point. The first bandwidth of the flat part is the choice.
#   distance  at increasing bandwidths, a mean over points
step_criterion <- function(distance) {
  height <- with_rise(distance)
  pmax(height, sqrt(min(height)^2 + step_rule$tolerance^2))
}

# The first of x, some row numbers; Inf if there are none.
first_or_none <- function(x) if (length(x)) x[[1]] else Inf

# Finds the number of the bandwidth from which on nothing that follows can change the choice: every
# later height is at least the largest climb so far. Inf if it never comes to that.
#   distance  at increasing bandwidths, a mean over points
#   lower     factor, at most 1, of the lowest height, which might be that much lower
decided_from <- function(distance, lower = 1) {
  rise <- cummax(distance - cummin(distance))
  first_or_none(which(rise >= lower * cummin(distance + rise)))
}

# States the error to expect where the graph may join strands, turns, or sheets: in 52 samples it
# was 0.09 to 7, and 1.0 in the geometric mean (bench/bandwidth/answer.md).
error_of_strands <- 1

# Returns the mean relative error of the first eight eigenvalues to expect of n points, by means
# over points at a bandwidth. NA where there is nothing to go by: most steps stay, or no direction
# is seen.
#   step  list of distance, staying, dimension, plain, moving: see report_steps()
expected_eigenvalue_error <- function(step, n) {
  error <- ifelse(is_wide_step(step), error_of_strands, 5 * step$distance / sqrt(n))
  replace(error, step$staying > 0.5 | step$dimension < 0.5, NA_real_)
}

# ---- both rules ----------------------------------------------------------------------------------

# Returns the two scales that may be asked for, a list: first and global, bandwidths or NA; bottom,
# the row numbers of the table in the bottom of the first; without d end, the bandwidth at which the
# bottom ends.
#   table  list of bandwidth, increasing, and height, what is looked at. Without d also
#            between    whether a choice may lie between two bandwidths
#            isolated   share of isolated points at each bandwidth, or NULL
#            floor      the smallest choice, or NULL
#          with d also
#            error      function of two row numbers: standard error of the difference of heights
#            eligible   per bandwidth, whether the first minimum may be there
choose_scales <- function(table) {
  if (is.null(table$error)) lowest_of_curve(table) else first_significant(table)
}

# Finds where the curve meets its bottom, by a straight line in log h, and the least distance of
# all: the result of choose_scales().
#   table  of choose_scales(), without d
lowest_of_curve <- function(table) {
  criterion <- step_criterion(table$height)
  is_low <- criterion == min(criterion)
  if (all(is_low)) {
    return(list(first = NA_real_, global = NA_real_, bottom = integer(), end = NA_real_))
  }
  # Rows of the bottom at which few points are isolated.
  connected <- if (!is.null(table$isolated)) which(is_low & table$isolated <= step_rule$isolated)
  start <- c(connected, which(is_low))[[1]]
  bottom <- start:(start + rle(is_low[start:length(is_low)])$lengths[[1]] - 1L)
  height <- with_rise(table$height)
  # Where a straight line from a row outside to one inside meets the bottom.
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
    bottom = start:max(last_row, up_to_floor), end = max(end, at_floor(first))
  )
}

# Finds, with d, the first minimum that a real descent reaches, and the deepest: the result of
# choose_scales().
#   table  of choose_scales(), with d: list(bandwidth, height, error, eligible)
first_significant <- function(table) {
  minima <- find_minima(table$height, error = table$error)
  rows <- minima$index[choose_minima(minima, table$height, table$eligible)]
  rows[is.na(rows)] <- if (is.na(rows[[2]])) flat_bottom(table$height) else rows[[2]]
  log_bandwidth <- log(table$bandwidth / table$bandwidth[[1]])
  log_h <- vapply(rows, function(i) vertex_of_three(log_bandwidth, table$height, i), 0)
  h <- table$bandwidth[[1]] * exp(log_h)
  list(first = h[[1]], global = h[[2]], bottom = rows[[1]])
}

# Makes the choices again from a perturbed curve. Returns a function that takes a function perturb()
# and returns bandwidths, replicates x choices. perturb() takes a matrix such as values, and returns
# changes of its means, replicates x rows of the table. What a choice is refined by is not measured
# again: how far it is from the one found the same way without the perturbation is what counts.
#   table      of choose_scales()
#   values     matrix, points x rows of the table, of which the heights are means
#   selection  of step_minima() or curve_with_minima(): list with minima and choices
choose_again <- function(table, values, selection) {
  chosen <- selection$minima$bandwidth[ifelse(
    is.na(selection$choices), selection$choices[["global"]], selection$choices
  )]
  # c(first, global) after this change of the heights.
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

# Limits a descent that counts, in paired standard errors (vignette("methods"), "Geometric
# consistency"; notes/minima.md).
min_z <- 3

# Finds the local minima of a curve.
#   criterion  length g, NA where undefined
#   values     n_points x g: what the criterion is the mean of; NULL: no standard errors
#   error      function of two indices into criterion: standard error of their difference, or NULL
#   returns    data frame: index (into the curve), depth_left, depth_right, z_left, z_right
find_minima <- function(criterion, values = NULL,
                        error = if (NROW(values) > 1L) function(i, j) paired_se(values, i, j)) {
  known_index <- which(is.finite(criterion))
  curve <- criterion[known_index]
  index <- with_lowest_end(turning_points(curve), curve)
  # c(depth, z) of the way from one index of the curve down to another.
  descent <- function(high, low) {
    depth <- curve[[high]] - curve[[low]]
    if (is.null(error)) return(c(depth, NA_real_))
    se <- error(known_index[[high]], known_index[[low]])
    # Fewer than two points are known at both: nothing to count on.
    c(depth, if (is.na(se)) 0 else if (se > 0) depth / se else Inf * (depth > 0))
  }
  left <- right <- matrix(NA_real_, length(index), 2L)
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

# Tells whether descents are real, by their depth and z. Without standard errors any descent is.
is_significant <- function(depth, z) !is.na(depth) & depth > 0 & (is.na(z) | z > min_z)

# Finds inner points lower than what stands on either side, their indices; of a flat bottom the
# middle.
#   curve  numbers at increasing bandwidths
turning_points <- function(curve) {
  runs <- rle(curve)
  end <- cumsum(runs$lengths)
  start <- end - runs$lengths + 1L
  value <- runs$values
  inner_runs <- seq_along(value)[-c(1L, length(value))]
  is_low <- value[inner_runs] < value[inner_runs - 1L] & value[inner_runs] < value[inner_runs + 1L]
  low_runs <- inner_runs[is_low]
  as.integer((start[low_runs] + end[low_runs]) %/% 2L)
}

# Adds an end of the curve that is lower than all else, because it is a minimum too.
#   index  indices of the local minima in the curve;  curve: values at increasing bandwidths
with_lowest_end <- function(index, curve) {
  lowest <- which(curve == min(curve))
  if (length(lowest) == 1L && lowest %in% c(1L, length(curve))) sort(c(index, lowest)) else index
}

# Chooses rows of find_minima()'s table by their numbers: `first`, the first that a real descent
# reaches and that is not an end of the curve; `global`, the lowest of all. NA where there is none.
#   minima     of find_minima()
#   criterion  length g, at increasing bandwidths
#   eligible   length g, or TRUE: where the curve may have its first minimum
choose_minima <- function(minima, criterion, eligible = TRUE) {
  is_inner <- !is.na(minima$depth_left) & !is.na(minima$depth_right)
  is_inner <- is_inner & rep_len(eligible, length(criterion))[minima$index]
  is_real <- is_inner & is_significant(minima$depth_left, minima$z_left)
  c(
    first = if (any(is_real)) which(is_real)[[1]] else NA_integer_,
    global = if (nrow(minima)) which.min(criterion[minima$index]) else NA_integer_
  )
}

# Returns the index of the middle of the values that are lowest.
#   criterion  at increasing bandwidths
flat_bottom <- function(criterion) {
  low <- which(criterion == min(criterion, na.rm = TRUE))
  low[[(length(low) + 1L) %/% 2L]]
}

# Returns the place x of the vertex of the parabola through a point and its two neighbors, at any
# distances, but no farther away than the neighbors.
#   x, y  places and heights of the points;  row: the number of the point
vertex_of_three <- function(x, y, row) {
  if (row == 1L || row == length(x)) return(x[[row]])
  left_gap <- x[[row]] - x[[row - 1L]]
  right_gap <- x[[row + 1L]] - x[[row]]
  right_term <- left_gap * (y[[row + 1L]] - y[[row]])
  left_term <- right_gap * (y[[row - 1L]] - y[[row]])
  curvature <- 2 * (right_term + left_term)
  shift <- if (curvature > 0) (right_gap * left_term - left_gap * right_term) / curvature else 0
  min(max(x[[row]] + shift, x[[row - 1L]]), x[[row + 1L]])
}
