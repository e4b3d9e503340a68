#' @rdname plot.lapscale_sample
#' @param y Not used.
#' @param parameter Name or number of the column of `attr(x, "parameters")` that determines the
#'   color. The default is the first one.
#' @param azimuth,elevation The direction from which points in three or more coordinates are seen,
#'   in degrees: the angle in the plane of the first two coordinates, and the angle above this
#'   plane. The default is 25 for both. Only the first three coordinates are drawn.
#' @export
plot.lapscale_sample <- function(x, y, ..., parameter = 1L, azimuth = 25, elevation = 25) door({
  refuse_if(!missing(y), "`y` is not used; `parameter` names the column that gives the color.")
  plot_object(x, list(...), parameter, azimuth, elevation)
})

#' @rdname plot.lapscale_sample
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_sample <- function(object, ..., parameter = 1L, azimuth = 25,
                                     elevation = 25) door({
  ggplot_picture(picture(object, parameter, azimuth, elevation))
}, ...)

# Returns a picture of the points of a sample in projection, in the colors of a parameter; near
# points cover far ones.
#   x                   a lapscale_sample, n x r
#   parameter           name or number of the parameter for the colors
#   azimuth, elevation  of the view, in degrees
#   ...                 not used
# `points` is of project_points(), `marks` of coloured(): colors and key.
#' @export
picture.lapscale_sample <- function(x, parameter = 1L, azimuth = 25, elevation = 25, ...) {
  azimuth <- check_number(azimuth, "azimuth")
  elevation <- check_number(elevation, "elevation")
  points <- project_points(as.matrix(x), azimuth * pi / 180, elevation * pi / 180)
  column <- resolve_parameter(x, parameter)
  values <- attr(x, "parameters")[, column]
  name <- colnames(attr(x, "parameters"))[[column]]
  marks <- coloured(values, nrow(x), name)
  marks$depth <- points$nearness
  xy <- cbind(points$across, points$up)
  colnames(xy) <- if (ncol(x) < 3L) paste("coordinate", 1:2) else c("across", "up")
  new_picture(list(scatter_panel(xy, marks, sample_title(x))))
}

# Projects the first three coordinates of points orthogonally onto the plane of a view; points with
# two coordinates stay as they are. Returns list(across, up: coordinates in the plane; nearness: the
# larger the nearer the viewer), each of length n.
#   x                   n x r, r >= 2
#   azimuth, elevation  of the view, in radians
project_points <- function(x, azimuth, elevation) {
  if (ncol(x) < 3L) return(list(across = x[, 1L], up = x[, 2L], nearness = seq_len(nrow(x))))
  toward <- x[, 1L] * sin(azimuth) - x[, 2L] * cos(azimuth)
  list(
    across = x[, 1L] * cos(azimuth) + x[, 2L] * sin(azimuth),
    up = x[, 3L] * cos(elevation) - toward * sin(elevation),
    nearness = x[, 3L] * sin(elevation) + toward * cos(elevation)
  )
}

# Returns the number of a parameter of a sample; an error if it has no such parameter.
#   x  a lapscale_sample;  parameter: name or number, as the user gave it
resolve_parameter <- function(x, parameter) {
  names <- colnames(attr(x, "parameters"))
  choices <- c(names, seq_along(names))
  number <- if (is.atomic(parameter) && length(parameter) == 1L) match(parameter, choices) else NA
  refuse_if(is.na(number),
            "`parameter` must be one of {.val {names}} or its number, not {describe(parameter)}.")
  (number - 1L) %% length(names) + 1L
}
