# Names of points, written where no other name is.

# Checks names of the points: NULL, TRUE for `row_names`, or one for each of n rows.
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

# NA and "" have no name.
names_layer <- function(x, y, text, size = 0.7) {
  named <- which(!is.na(text) & nzchar(text) & is.finite(x) & is.finite(y))
  if (!length(named)) return(NULL)
  new_layer("names", list(x = x[named], y = y[named], text = text[named], colour = "grey20",
                          size = size))
}

# Writes names beside their points in base graphics.
write_names <- function(data) {
  inches <- function(user_units, convert) convert(user_units, "user", "inches")
  x <- inches(data$x, graphics::grconvertX)
  y <- inches(data$y, graphics::grconvertY)
  width <- graphics::strwidth(data$text, "inches", cex = data$size)
  height <- graphics::strheight(data$text, "inches", cex = data$size)
  frame <- list(x = inches(graphics::par("usr")[1:2], graphics::grconvertX),
                y = inches(graphics::par("usr")[3:4], graphics::grconvertY))
  centre <- free_places(x, y, width, height, frame)
  has_room <- !is.na(centre$x)
  graphics::text(
    graphics::grconvertX(centre$x[has_room], "inches", "user"),
    graphics::grconvertY(centre$y[has_room], "inches", "user"), data$text[has_room],
    cex = data$size[has_room], col = data$colour[has_room]
  )
}

#' Where names can be written so that none overlaps another
#'
#' Each name in turn takes the place around its point that covers the fewest points, among those
#' inside the frame that cover no earlier name.
#'
#' @param x,y The points, in inches, as all lengths.
#' @param width,height Of the names.
#' @param frame list(x, y): the ends of the axes.
#' @return list(x, y): the middle of each name, NA if there is no place.
#' @noRd
free_places <- function(x, y, width, height, frame) {
  n <- length(x)
  gap <- 0.05
  centre <- list(x = rep(NA_real_, n), y = rep(NA_real_, n))
  # Right, left, above, below, and the corners.
  across <- c(1, -1, 0, 0, 1, -1, 1, -1)
  up <- c(0, 0, 1, -1, 1, 1, -1, -1)
  for (i in seq_len(n)) {
    to_x <- x[[i]] + across * (width[[i]] / 2 + gap)
    to_y <- y[[i]] + up * (height[[i]] / 2 + gap)
    written <- which(!is.na(centre$x))
    n_covered <- vapply(seq_along(across), function(place) {
      offset <- function(coordinates, centre_place) abs(coordinates - centre_place)
      overlaps <- offset(centre$x[written], to_x[[place]]) < (width[written] + width[[i]]) / 2 &
        offset(centre$y[written], to_y[[place]]) < (height[written] + height[[i]]) / 2 * 1.2
      leaves <- to_x[[place]] - width[[i]] / 2 < frame$x[[1L]] ||
        to_x[[place]] + width[[i]] / 2 > frame$x[[2L]] ||
        to_y[[place]] - height[[i]] / 2 < frame$y[[1L]] ||
        to_y[[place]] + height[[i]] / 2 > frame$y[[2L]]
      if (any(overlaps) || leaves) return(Inf)
      sum(offset(x, to_x[[place]]) < width[[i]] / 2 + gap / 2 &
            offset(y, to_y[[place]]) < height[[i]] / 2 + gap / 2)
    }, 0)
    best <- which.min(n_covered)
    if (is.finite(n_covered[[best]])) {
      centre$x[[i]] <- to_x[[best]]
      centre$y[[i]] <- to_y[[best]]
    }
  }
  centre
}
