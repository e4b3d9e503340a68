# Pictures of the distance to the boundary.

#' @rdname boundary_distance
#' @export
plot.lapscale_boundary <- function(x, data = NULL, embedding = NULL, ...) door({
  plot_object(x, list(...), data, embedding)
})

# Returns a picture, of new_picture(): a histogram of the finite distances; with data or an
# embedding the points, those within half a bandwidth (`near`, unit of the data) of the boundary in
# color, those that are not clear as open circles, and the others, which may be inside, in gray.
#   x          of boundary_distance(): a number for each row of the data, Inf for points inside or
#              not told apart from them, NA for rows without one; its attribute facts is a list with
#              bandwidth, scaling (what was done to the columns first, or NULL), unclear_rows
#   data       the points as the user gave them, NULL, or an embedding in the place of `embedding`
#   embedding  a lapscale_embedding of the same rows, or NULL
#   ...        not used
# `xy` is n x 2, what is drawn, and `rows` are the numbers of the near points.
#' @export
picture.lapscale_boundary <- function(x, data = NULL, embedding = NULL, ...) {
  title <- "Distance to the boundary"
  distance <- as.numeric(x)
  is_finite <- is.finite(distance)
  if (inherits(data, "lapscale_embedding")) {
    embedding <- data
    data <- NULL
  }
  near <- boundary_limits$near * attr(x, "facts")$bandwidth
  if (is.null(data) && is.null(embedding)) {
    note <- note_above(paste0("left of the line: near; not drawn: ",
                              count(sum(is.infinite(distance)), "point"), " at Inf"))
    return(new_picture(list(
      histogram_panel(distance[is_finite], title, "distance", limit = near, note = note)
    )))
  }
  xy <- if (is.null(embedding)) {
    columns_of_data(data, length(x))
  } else {
    check_class(embedding, "lapscale_embedding", "embedding", "an embedding of the same rows")
    two_columns(unname(as.matrix(embedding)), NULL, "coordinate")
  }
  refuse_if(nrow(xy) != length(x),
            "`{if (is.null(embedding)) 'data' else 'embedding'}` must have the {length(x)} rows of
             the data; it has {nrow(xy)}.")
  reds <- grDevices::hcl.colors(96L, "YlOrRd")[1:64]
  rows <- which(distance <= near)
  unclear_rows <- attr(x, "facts")$unclear_rows
  # The map leaves these out.
  clear_xy <- xy
  clear_xy[unclear_rows, ] <- NA
  panel <- map_panel(clear_xy, rows, distance[rows], title, "distance", reds,
                     aspect_of_place(xy, attr(x, "facts")$scaling),
                     "farther away, or not told apart from inside")
  if (length(unclear_rows)) panel <- with_unclear_points(panel, xy, unclear_rows)
  new_picture(list(panel))
}

# Returns the panel of map_panel() with open circles at some points, which its note names.
#   xy  n x 2, all points;  rows: numbers of these points
with_unclear_points <- function(panel, xy, rows) {
  circles <- points_layer(xy[rows, 1], xy[rows, 2], "grey40", shape = 1, size = 0.6)
  panel$layers <- c(panel$layers, list(circles))
  panel$xlim <- range(xy[, 1], na.rm = TRUE)
  panel$ylim <- range(xy[, 2], na.rm = TRUE)
  text <- c(panel$note$text, "open: not clear, too few neighbors")
  panel$note <- note_above(paste(text, collapse = "; "), colour = "grey20")
  panel
}
