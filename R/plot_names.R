# Names of points, written where no other name is.

# Checks names of the points, and returns them, n texts, or NULL.
#   names      as the user gave them: NULL, TRUE for `row_names`, or one for each of n rows
#   row_names  of the data, or NULL
check_point_names <- function(names, n, row_names) {
  if (is.null(names) || isFALSE(names)) return(NULL)
  if (isTRUE(names)) {
    refuse_if(is.null(row_names), "`names` = TRUE needs row names, which the data do not have.")
    names <- row_names
  }
  refuse_if(!(is.atomic(names) || is.factor(names)) || length(names) != n,
            "`names` must be {n} names, one per row of the data, or TRUE for the row names, not
             {describe(names)}.")
  as.character(names)
}

# Writes names beside points; NA and "" are none.
#   x, y  of each point;  text: its name;  size: of the letters, as cex
names_layer <- function(x, y, text, size = 0.7) {
  named <- which(!is.na(text) & nzchar(text) & is.finite(x) & is.finite(y))
  if (!length(named)) return(NULL)
  new_layer("names", list(x = x[named], y = y[named], text = text[named], colour = "grey20",
                          size = size))
}

# Writes names beside their points in base graphics. Returns how many had no room.
#   data       of a layer: x, y, text, size, colour
#   key_width  share of the panel at its right that the key takes
write_names <- function(data, key_width = 0) {
  inches <- function(user_units, convert) convert(user_units, "user", "inches")
  x <- inches(data$x, graphics::grconvertX)
  y <- inches(data$y, graphics::grconvertY)
  width <- graphics::strwidth(data$text, "inches", cex = data$size)
  height <- graphics::strheight(data$text, "inches", cex = data$size)
  x_ends <- inches(graphics::par("usr")[1:2], graphics::grconvertX)
  frame <- list(x = x_ends - c(0, key_width * diff(x_ends)),
                y = inches(graphics::par("usr")[3:4], graphics::grconvertY))
  centre <- free_places(x, y, width, height, frame)
  has_room <- !is.na(centre$x)
  graphics::text(
    graphics::grconvertX(centre$x[has_room], "inches", "user"),
    graphics::grconvertY(centre$y[has_room], "inches", "user"), data$text[has_room],
    cex = data$size[has_room], col = data$colour[has_room]
  )
  sum(!has_room)
}

#' Where names can be written so that none overlaps another
#'
#' Names that can be written beside their points off all other points come first, and the others then
#' cover as few points as they can. All are inside the frame, and none covers an earlier name.
#'
#' @param x,y The points, in inches, as all lengths.
#' @param width,height Of the names.
#' @param frame list(x, y): the ends of the axes.
#' @return list(x, y): the middle of each name, NA if there is no place.
#' @noRd
free_places <- function(x, y, width, height, frame) {
  n <- length(x)
  centre <- list(x = rep(NA_real_, n), y = rep(NA_real_, n))
  offset <- function(coordinates, centre_place) abs(coordinates - centre_place)
  # Right, left, above, below, and the corners; then the same a little farther away.
  across <- rep(c(1, -1, 0, 0, 1, -1, 1, -1), 2L)
  up <- rep(c(0, 0, 1, -1, 1, 1, -1, -1), 2L)
  gap <- rep(c(0.05, 0.12), each = 8L)
  # How many points a name covers at each of the places, Inf if it may not be there.
  covered <- function(i, to_x, to_y) {
    written <- which(!is.na(centre$x))
    vapply(seq_along(across), function(place) {
      overlaps <-
        offset(centre$x[written], to_x[[place]]) < (width[written] + width[[i]]) / 2 + 0.05 &
        offset(centre$y[written], to_y[[place]]) < (height[written] + height[[i]]) / 2 * 1.2
      leaves <- to_x[[place]] - width[[i]] / 2 < frame$x[[1L]] ||
        to_x[[place]] + width[[i]] / 2 > frame$x[[2L]] ||
        to_y[[place]] - height[[i]] / 2 < frame$y[[1L]] ||
        to_y[[place]] + height[[i]] / 2 > frame$y[[2L]]
      if (any(overlaps) || leaves) return(Inf)
      sum(offset(x, to_x[[place]]) < width[[i]] / 2 + 0.035 &
            offset(y, to_y[[place]]) < height[[i]] / 2 + 0.035)
    }, 0)
  }
  for (limit in c(0, n)) {
    for (i in which(is.na(centre$x))) {
      to_x <- x[[i]] + across * (width[[i]] / 2 + gap)
      to_y <- y[[i]] + up * (height[[i]] / 2 + gap)
      n_covered <- covered(i, to_x, to_y)
      best <- which.min(n_covered)
      if (n_covered[[best]] <= limit) {
        centre$x[[i]] <- to_x[[best]]
        centre$y[[i]] <- to_y[[best]]
      }
    }
  }
  centre
}
