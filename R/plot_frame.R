# Which part of the plane a picture of points shows: a few rows far outside do not own the frame.

# Rows are far if they are farther from the middle share `core` of the values of a coordinate than
# `widths` times its width, and few if they are at most 3 or the share `few` of all.
frame_limits <- list(core = 0.9, widths = 2, few = 0.01)

# Moves points that lie outside to the edge of the frame.
#   coordinates  n x s, rows may be NA
#   inside       NULL: those that are far and few are moved; a share, 0.5 to 1: those beyond the
#                quantiles that hold it, with a margin
# Returns list(coordinates, n x s; moved, n x s, TRUE for points moved along that coordinate).
frame_points <- function(coordinates, inside = NULL) {
  new_coordinates <- coordinates
  for (j in seq_len(ncol(coordinates))) {
    ends <- frame_ends_of(coordinates[, j], inside)
    new_coordinates[, j] <- pmin(pmax(coordinates[, j], ends[[1L]]), ends[[2L]])
  }
  list(coordinates = new_coordinates, moved = !is.na(coordinates) & new_coordinates != coordinates)
}

# The two ends of the frame along one coordinate; -Inf and Inf if all points are in it. `core` are
# the two ends of the middle 90% of the values.
#   values  of one coordinate
#   inside  NULL: without those that are far and few; a share: the quantiles that hold it, with a
#           tenth of their difference as margin
frame_ends_of <- function(values, inside) {
  values <- values[is.finite(values)]
  no_limits <- c(-Inf, Inf)
  if (length(values) < 3L) return(no_limits)
  central_quantiles <- function(share) {
    stats::quantile(values, c(1 - share, 1 + share) / 2, names = FALSE)
  }
  if (!is.null(inside)) {
    ends <- central_quantiles(inside)
    return(ends + c(-0.1, 0.1) * diff(ends))
  }
  core <- central_quantiles(frame_limits$core)
  is_far <- pmax(core[[1L]] - values, values - core[[2L]]) > frame_limits$widths * diff(core)
  is_few <- sum(is_far) <= max(3, frame_limits$few * length(values))
  if (!any(is_far) || !is_few || diff(core) == 0) return(no_limits)
  ends <- range(values[!is_far])
  ends + c(-0.05, 0.05) * diff(ends)
}

# Checks and returns `inside`, the share of the points that a frame holds along each coordinate,
# above 0.5 and at most 1, or NULL.
check_inside <- function(inside) {
  if (is.null(inside)) return(NULL)
  inside <- check_number(inside, "inside", above = 0.5)
  refuse_if(inside > 1, "`inside` must be at most 1, not {inside}.")
  inside
}

# Returns the marks of points, of which those that were moved are open triangles.
#   marks     list as of coloured(): shape (a symbol per point, as pch; NULL: dots)
#   is_moved  of each point, TRUE or FALSE
with_moved <- function(marks, is_moved) {
  if (any(is_moved)) marks$shape <- ifelse(is_moved, 2, marks$shape %||% 19)
  marks
}

# Words on how many points the frame does not hold, NULL if none.
#   is_moved  of each point, TRUE or FALSE
describe_outside <- function(is_moved) {
  if (any(is_moved)) paste(count(sum(is_moved), "point"), "outside")
}
