# Where on the device panels stand.

# The best ratio of width and height of a panel. In inches, the sizes of its margins (both sides,
# width and height), the width of a key beside points, and the least height of a curve.
panel_shape <- list(ratio = 1.3, margins = c(0.96, 1.23), key = 1, curve = 0.6)

# The share of the device that a map has beside a curve.
map_share <- 0.6

# Arranges panels so that their frames are neither flat nor narrow. A map with a curve has more room
# than the curve, above it or at its left, where it is larger.
#   panels  list of new_panel()
#   cells   matrix of their numbers, which says where they stand, or NULL: this function decides
# Returns the arguments of layout(): list(mat: numbers of panels, 0: empty; widths, heights:
# relative sizes of its columns and rows). `frames` are the widths and heights, in inches, of a
# panel for each number of rows that is possible.
layout_of_panels <- function(panels, cells = NULL) {
  n <- length(panels)
  size <- graphics::par("din")
  n_rows <- seq_len(n)
  frames <- cbind(size[[1L]] / ceiling(n / n_rows), size[[2L]] / n_rows) -
    rep(panel_shape$margins, each = n)
  ratios <- pmax(frames[, 1L], 0.1) / pmax(frames[, 2L], 0.1)
  is_map <- starts_with_map(panels)
  n_rows <- if (is_map) 1L + is_larger_above(panels[[1L]], size) else
    which.min(abs(log(ratios / panel_shape$ratio)))
  cells <- cells %||% t(matrix(c(seq_len(n), rep(0, -n %% n_rows)), ncol = n_rows))
  shares <- function(n) if (is_map && n == 2L) c(map_share, 1 - map_share) else rep(1, n)
  list(mat = cells, widths = shares(ncol(cells)), heights = shares(nrow(cells)))
}

# Whether the panels, of new_panel(), are a map of points with its key, and a curve.
starts_with_map <- function(panels) {
  length(panels) == 2L && identical(panels[[1L]]$key$place, "beside")
}

# The width of the points of a map over their height, as they are drawn, a number.
#   map  of new_panel(): asp (ratio of the units of the axes, NA: free), xlim, ylim
ratio_of_map <- function(map) {
  if (is.na(map$asp)) panel_shape$ratio else diff(map$xlim) / diff(map$ylim) / map$asp
}

# Whether a map, of new_panel(), is drawn larger above a curve than beside it, and the curve is not
# too flat there. height_of() returns the height of the points on a device of this width and height.
#   size  width and height of the device, in inches
is_larger_above <- function(map, size) {
  height_of <- function(width, height) {
    min((width - panel_shape$margins[[1L]] - panel_shape$key) / ratio_of_map(map),
        height - panel_shape$margins[[2L]])
  }
  has_room <- (1 - map_share) * size[[2L]] - panel_shape$margins[[2L]] > panel_shape$curve
  has_room && isTRUE(height_of(size[[1L]], map_share * size[[2L]]) >
                       height_of(map_share * size[[1L]], size[[2L]]))
}
