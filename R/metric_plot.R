#' @rdname metric_riemannian
#' @param columns Numbers of the two coordinates to draw.
#' @param n_ellipses How many points get an ellipse.
#' @details
#' `plot()` draws at some of the points the image of a small circle on the manifold, all of the same
#' radius, coloured by the stretch, with a key: equal circles mean that the embedding is isometric
#' up to scale. One coordinate is drawn against its stretch.
#' @export
plot.lapscale_metric <- function(x, ..., columns = 1:2, n_ellipses = 150L) door({
  own <- graphical_settings(list(...))
  plot_picture(picture(x, columns, n_ellipses), own)
  invisible(x)
})

# Ellipses over all points; one coordinate against its stretch.
#' @export
picture.lapscale_metric <- function(x, columns = 1:2, n_ellipses = 150L, ...) door({
  if (dim(x$H)[[2]] == 1L) {
    return(picture_stretch(x))
  }
  columns <- check_columns_drawn(columns, dim(x$H)[[2]])
  ellipses <- metric_ellipses(x, columns, check_count(n_ellipses, "n_ellipses"))
  place <- unname(x$coordinates[, columns])
  labels <- paste("coordinate", columns)
  new_picture(list(new_panel(
    list(
      points_layer(place[, 1], place[, 2], "grey70", size = 0.3, free = TRUE),
      outlines_layer(ellipses$x, ellipses$y, ellipses$row, ellipses$colour, ellipses$stretch, 1.2)
    ),
    range(place[, 1], ellipses$x, finite = TRUE), range(place[, 2], ellipses$y, finite = TRUE),
    "Images of equal circles on the manifold", labels[[1]], labels[[2]], asp = 1,
    key = number_key(ellipses$stretch[!duplicated(ellipses$row)], title = "stretch")
  )))
})

picture_stretch <- function(m) {
  across <- m$coordinates[, 1]
  stretch <- m$stretch[, 1]
  new_picture(list(new_panel(
    list(points_layer(across, stretch, "black", size = 0.5, free = TRUE)),
    range(across, finite = TRUE), range(stretch, finite = TRUE), "Metric of an embedding",
    "coordinate 1", "stretch"
  )))
}

check_columns_drawn <- function(columns, s) {
  columns <- check_rows(columns, s, "columns")
  if (length(columns) == 2L) {
    return(columns)
  }
  abort_argument("`columns` must be two numbers, not {length(columns)}.")
}

# Outlines: a data frame row, x, y, stretch, colour; all circles of one radius, the largest about as
# wide as the distance between them.
metric_ellipses <- function(m, columns, most) {
  rows <- m$rows[unique(round(seq(1, length(m$rows), length.out = min(most, length(m$rows)))))]
  place <- m$coordinates[, columns]
  half_axis <- sqrt(vapply(rows, function(i) {
    max(eigen(slice(m$H, i)[columns, columns], symmetric = TRUE, only.values = TRUE)$values, 0)
  }, 0))
  room <- sqrt(prod(apply(place[rows, , drop = FALSE], 2L, function(v) diff(range(v)))) /
                 length(rows))
  radius <- 0.5 * room / max(stats::quantile(half_axis, 0.75), .Machine$double.xmin)
  angle <- seq(0, 2 * pi, length.out = 33L)
  circle <- rbind(cos(angle), sin(angle))
  level <- m$stretch[rows, 1L]
  colours <- scale_colours(level)
  do.call(rbind, lapply(seq_along(rows), function(i) {
    pairs <- eigen(slice(m$H, rows[[i]])[columns, columns], symmetric = TRUE)
    outline <- pairs$vectors %*% (sqrt(pmax(pairs$values, 0)) * circle) * radius
    data.frame(
      row = rows[[i]], x = place[rows[[i]], 1L] + outline[1L, ],
      y = place[rows[[i]], 2L] + outline[2L, ], stretch = level[[i]],
      colour = colours[[i]]
    )
  }))
}

#' @rdname metric_riemannian
#' @param object A `lapscale_metric`.
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_metric <- function(object, ..., columns = 1:2, n_ellipses = 150L) door({
  check_installed("ggplot2", "to draw with autoplot()")
  ggplot_picture(picture(object, columns, n_ellipses))
}, ...)
