# Pictures of point sets.

#' @rdname point_set
#' @param colour,color,names,inside For `plot()`, as in [plot.lapscale_embedding()].
#' @details
#' `plot()` draws one column or two in their own units, and the first two principal components of
#' more, scaled as they are compared. [embed_layout()] shows more of the neighbors of each point.
#' @export
plot.lapscale_points <- function(x, ..., colour = NULL, color = NULL, names = NULL,
                                 inside = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  # list(given: graphical parameters; colour: a value for each row, or NULL; title of its key).
  shown <- resolve_colour(list(...), colour %||% color, title, x$checked$n_given,
                          substitute(list(...))[["col"]], as_col = TRUE)
  plot_object(x, shown$given, shown$colour, names, inside, shown$title)
})

#' @rdname point_set
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_points <- function(object, ..., colour = NULL, color = NULL, names = NULL,
                                     inside = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  ggplot_picture(picture(object, colour %||% color, names, inside, title))
}, ...)

# Returns a picture of the points of a point set, by principal components if they have more than two
# columns.
#   x       of point_set(): checked, of as_points() (x: the points, m x r; rows: which rows of the
#           data they are; n_given: number of all rows; names: of all rows, or NULL; scaling: of
#           find_scaling(), or NULL)
#   colour  a value for each row of the data, or NULL;  key_title: of its key, or NULL
#   names   a name for each row of the data, TRUE: the row names, or NULL
#   inside  share of the points that the axes hold, or NULL: all but a few far outside
#   ...     not used
# `place` is where the points are drawn, m x 2, `shown` are their colors, of coloured_rows(), `how`
# words on scaling and metric, and `moved` is TRUE for points that stand at the edge.
#' @export
picture.lapscale_points <- function(x, colour = NULL, names = NULL, inside = NULL,
                                    key_title = NULL, ...) {
  checked <- x$checked
  points <- checked$x
  refuse_if(is_distances(points),
            c("`x` has distances and no coordinates to draw.",
              i = "embed_layout() finds coordinates, which plot() draws."))
  refuse_if(!is_in_memory(points),
            c("`x` is not in memory, so it has no picture.",
              i = "You can draw some rows, such as `x[1:1000, ]`, or an embedding."))
  check_memory(8 * 5 * prod(dim(points)), "x", "with its principal components")
  place <- place_of_points(as.matrix(points), base::names(x), checked$scaling)
  n <- checked$n_given
  shown <- coloured_rows(colour, checked$rows, n, key_title)
  names <- check_point_names(names, n, checked$names)[checked$rows]
  how <- paste0(", ", describe_scaling(checked$scaling), recycle0 = TRUE)
  new_picture(list(framed_panel(
    frame_points(place, check_inside(inside)), shown, paste0(count(nrow(points), "point"), how),
    aspect_of_place(place, checked$scaling), names = names, rows = checked$rows, n = n
  )))
}
