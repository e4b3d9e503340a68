# Names of points, written where no other name is.

# Checks names of the points, and returns them, n texts (NA: none), or NULL.
#   names      as the user gave them: NULL or FALSE, TRUE for `row_names`, or one for each of n rows
#   row_names  of the data, n texts, or NULL
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

# Makes a layer of names beside points, of new_layer(), NULL if there is none to write; NA and ""
# are none, and points that are not finite have none.
#   x, y  of each point;  text: its name;  size: of the letters, as cex
names_layer <- function(x, y, text, size = 0.7) {
  point <- which(!is.na(text) & nzchar(text) & is.finite(x) & is.finite(y))
  if (!length(point)) return(NULL)
  new_layer("names", list(x = x[point], y = y[point], text = text[point], colour = "grey20",
                          size = size))
}

# Writes names beside their points in base graphics. Returns how many had no room. Lengths are in
# inches until the names are written.
#   data       of names_layer(): data frame, a row per name, of x and y (of its point), text, size
#              (cex), colour
#   key_width  share of the panel at its right that the key takes
write_names <- function(data, key_width = 0) {
  to_inches <- function(user_units, convert) convert(user_units, "user", "inches")
  x <- to_inches(data$x, graphics::grconvertX)
  y <- to_inches(data$y, graphics::grconvertY)
  width <- graphics::strwidth(data$text, "inches", cex = data$size)
  height <- graphics::strheight(data$text, "inches", cex = data$size)
  x_ends <- graphics::grconvertX(0:1, "npc", "inches")
  frame <- list(x = x_ends - c(0, key_width * diff(x_ends)),
                y = graphics::grconvertY(0:1, "npc", "inches"))
  # The middle of each name, NA where there is no room.
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
#' Names that can be written beside their points off all other points come first, and the others
#' then cover as few points as they can. All are inside the frame, and none covers an earlier name.
#'
#' @param x,y The points, length n, in inches, as all lengths.
#' @param width,height Of the names, length n.
#' @param frame list(x, y): the two ends of each axis.
#' @return list(x, y): the middle of each name, length n, NA if there is no place.
#' @noRd
free_places <- function(x, y, width, height, frame) {
  n <- length(x)
  centre <- list(x = rep(NA_real_, n), y = rep(NA_real_, n))
  distance_to <- function(coordinates, place) abs(coordinates - place)
  # Of each place of a name the direction from its point, right and up, -1, 0 or 1: right, left,
  # above, below, and the corners; then the same a little farther away.
  across <- rep(c(1, -1, 0, 0, 1, -1, 1, -1), 2L)
  up <- rep(c(0, 0, 1, -1, 1, 1, -1, -1), 2L)
  gap <- rep(c(0.05, 0.12), each = 8L)
  # How many points name i covers at each of the places, Inf if it would leave the frame or cover an
  # earlier name.
  count_covered <- function(i, place_x, place_y) {
    earlier <- which(!is.na(centre$x))
    vapply(seq_along(across), function(place) {
      overlaps <-
        distance_to(centre$x[earlier], place_x[[place]]) <
          (width[earlier] + width[[i]]) / 2 + 0.05 &
        distance_to(centre$y[earlier], place_y[[place]]) < (height[earlier] + height[[i]]) / 2 * 1.2
      leaves_frame <- place_x[[place]] - width[[i]] / 2 < frame$x[[1L]] ||
        place_x[[place]] + width[[i]] / 2 > frame$x[[2L]] ||
        place_y[[place]] - height[[i]] / 2 < frame$y[[1L]] ||
        place_y[[place]] + height[[i]] / 2 > frame$y[[2L]]
      if (any(overlaps) || leaves_frame) return(Inf)
      sum(distance_to(x, place_x[[place]]) < width[[i]] / 2 + 0.035 &
            distance_to(y, place_y[[place]]) < height[[i]] / 2 + 0.035)
    }, 0)
  }
  for (max_overlaps in c(0, n)) {
    for (i in which(is.na(centre$x))) {
      place_x <- x[[i]] + across * (width[[i]] / 2 + gap)
      place_y <- y[[i]] + up * (height[[i]] / 2 + gap)
      n_covered <- count_covered(i, place_x, place_y)
      best_place <- which.min(n_covered)
      if (n_covered[[best_place]] <= max_overlaps) {
        centre$x[[i]] <- place_x[[best_place]]
        centre$y[[i]] <- place_y[[best_place]]
      }
    }
  }
  centre
}
