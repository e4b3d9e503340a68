# Which local minima a curve has, and how real they are.

# A descent counts where it exceeds this many paired standard errors (vignette("methods"),
# "Geometric consistency"; notes/minima.md).
least_z <- 3

# The local minima of a curve.
#   criterion  length g, NA where undefined
#   values     n_points x g: what the criterion is the mean of; NULL = no standard errors
#   error      function of two indices: the standard error of the difference there
#   returns    data frame: at (index into the curve), depth_left, depth_right, z_left, z_right
find_minima <- function(criterion, values = NULL,
                        error = if (NROW(values) > 1L) function(i, j) paired_se(values, i, j)) {
  known <- which(is.finite(criterion))
  curve <- criterion[known]
  at <- with_lowest_end(turning_points(curve), curve)
  descent <- function(high, low) {
    depth <- curve[[high]] - curve[[low]]
    if (is.null(error)) {
      return(c(depth, NA_real_))
    }
    se <- error(known[[high]], known[[low]])
    # Fewer than two points are known at both: nothing to count on.
    c(depth, if (is.na(se)) 0 else if (se > 0) depth / se else Inf * (depth > 0))
  }
  left <- right <- matrix(NA_real_, length(at), 2L)
  from <- 1L
  for (m in seq_along(at)) {
    if (at[[m]] > 1L) {
      before <- from:(at[[m]] - 1L)
      left[m, ] <- descent(before[[which.max(curve[before])]], at[[m]])
      if (is_real(left[m, ])) from <- at[[m]]
    }
    if (at[[m]] < length(curve)) {
      after <- (at[[m]] + 1L):(if (m < length(at)) at[[m + 1L]] else length(curve))
      right[m, ] <- descent(after[[which.max(curve[after])]], at[[m]])
    }
  }
  data.frame(
    at = known[at], depth_left = left[, 1], depth_right = right[, 1],
    z_left = left[, 2], z_right = right[, 2]
  )
}

# Depth and z: without standard errors any descent is real.
is_real <- function(descent) {
  depth <- descent[[1]]
  z <- descent[[2]]
  !is.na(depth) && depth > 0 && (is.na(z) || z > least_z)
}

# Inner points lower than what stands on either side; the middle of a flat bottom.
turning_points <- function(curve) {
  if (length(curve) < 3L) {
    return(integer())
  }
  flat <- rle(curve)
  end <- cumsum(flat$lengths)
  start <- end - flat$lengths + 1L
  value <- flat$values
  inner <- seq_along(value)[-c(1L, length(value))]
  low <- inner[value[inner] < value[inner - 1L] & value[inner] < value[inner + 1L]]
  as.integer((start[low] + end[low]) %/% 2L)
}

# An end of the curve that is lower than all else is a minimum too.
with_lowest_end <- function(at, curve) {
  n <- length(curve)
  lowest <- which(curve == min(curve))
  if (length(lowest) == 1L && lowest %in% c(1L, n)) sort(c(at, lowest)) else at
}

# Rows of find_minima()'s table: `first`, the first that a real descent reaches and that is not an
# end of the curve; `global`, the lowest of all. NA where there is none.
#   eligible  length g: where the curve may have its first minimum
choose_minima <- function(minima, criterion, eligible = TRUE) {
  inner <- !is.na(minima$depth_left) & !is.na(minima$depth_right)
  inner <- inner & rep_len(eligible, length(criterion))[minima$at]
  real <- inner & minima$depth_left > 0 & (is.na(minima$z_left) | minima$z_left > least_z)
  c(
    first = if (any(real)) which(real)[[1]] else NA_integer_,
    global = if (nrow(minima)) which.min(criterion[minima$at]) else NA_integer_
  )
}
