# Which part of the plane a picture of points shows: a few rows far outside do not own the frame.

# Rows are far if they are farther from the middle `core` of a coordinate than `widths` times its
# width, and few if they are at most 3 or this share.
frame_limits <- list(core = 0.9, widths = 2, few = 0.01)

# Moves points that lie outside to the edge of the frame.
#   place   n x s
#   inside  NULL: those that are far and few; a share: those beyond the quantiles that hold it
#   returns list(place, moved): moved n x s, TRUE if moved along that coordinate
frame_points <- function(place, inside = NULL) {
  framed <- place
  for (l in seq_len(ncol(place))) {
    ends <- shown_ends(place[, l], inside)
    framed[, l] <- pmin(pmax(place[, l], ends[[1L]]), ends[[2L]])
  }
  list(place = framed, moved = !is.na(place) & framed != place)
}

# The ends of the frame along one coordinate.
shown_ends <- function(z, inside) {
  z <- z[is.finite(z)]
  everything <- c(-Inf, Inf)
  if (length(z) < 3L) return(everything)
  middle <- function(share) {
    stats::quantile(z, c(1 - share, 1 + share) / 2, names = FALSE)
  }
  if (!is.null(inside)) {
    ends <- middle(inside)
    return(ends + c(-0.1, 0.1) * diff(ends))
  }
  core <- middle(frame_limits$core)
  far <- pmax(core[[1L]] - z, z - core[[2L]]) > frame_limits$widths * diff(core)
  is_few <- sum(far) <= max(3, frame_limits$few * length(z))
  if (!any(far) || !is_few || diff(core) == 0) return(everything)
  ends <- range(z[!far])
  ends + c(-0.05, 0.05) * diff(ends)
}

check_inside <- function(inside) {
  if (is.null(inside)) return(NULL)
  inside <- check_number(inside, "inside", above = 0.5)
  refuse_if(inside > 1, "`inside` must be at most 1, not {inside}.")
  inside
}

# Points that were moved are open triangles.
#   moved  logical, one per row
with_moved <- function(shown, moved) {
  if (any(moved)) shown$shape <- ifelse(moved, 2, shown$shape %||% 19)
  shown
}

describe_outside <- function(moved) if (any(moved)) paste(count(sum(moved), "point"), "outside")

note_outside <- function(moved) {
  if (any(moved)) note_above(describe_outside(moved), colour = "grey20")
}
