# Pictures of metrics and of their distortion.

#' @rdname metric_riemannian
#' @param columns Numbers of the two coordinates to draw. The default is the first two.
#' @param n_ellipses The number of points that get an ellipse. The default is 150.
#' @export
plot.lapscale_metric <- function(x, ..., columns = 1:2, n_ellipses = 150L) door({
  plot_object(x, list(...), columns, n_ellipses)
})

# Returns a picture of ellipses over all points, images of equal circles; for one coordinate, of
# points of the coordinate and its stretch.
#   x        a lapscale_metric: coordinates, n x s; H, the inverse metric at each row, n x s x s;
#            stretch, n x d, the largest first; rows may be NA
#   columns  numbers of the two coordinates that are drawn;  n_ellipses: at most this many
#   ...      not used
# `ellipses`, of metric_ellipses(), is a data frame with 33 rows per ellipse, `is_first` is TRUE for
# the first of them, and `number` is that of the ellipse of each row. `marks`, of
# coloured_numbers(), are a color per ellipse and the key.
#' @export
picture.lapscale_metric <- function(x, columns = 1:2, n_ellipses = 150L, ...) {
  if (dim(x$H)[[2]] == 1L) {
    xy <- cbind(`coordinate 1` = x$coordinates[, 1], stretch = x$stretch[, 1])
    marks <- list(colour = "black")
    return(new_picture(list(scatter_panel(xy, marks, "Metric of an embedding", NA, size = 0.5))))
  }
  columns <- check_rows(columns, dim(x$H)[[2]], "columns")
  refuse_if(length(columns) != 2L, "`columns` must be two numbers, not {length(columns)}.")
  xy <- x$coordinates[, columns]
  colnames(xy) <- paste("coordinate", columns)
  ellipses <- metric_ellipses(x, columns, check_count(n_ellipses, "n_ellipses"))
  is_first <- !duplicated(ellipses$row)
  marks <- coloured_numbers(ellipses$stretch[is_first], even_ramp(ellipses$stretch), "stretch")
  number <- match(ellipses$row, ellipses$row[is_first])
  panel <- scatter_panel(
    xy, list(colour = "grey70"), "Images of equal circles on the manifold", size = 0.3,
    over = list(line_layer(
      ellipses$x, ellipses$y, marks$colour[number], group = ellipses$row, value = ellipses$stretch
    ))
  )
  panel$xlim <- range(panel$xlim, ellipses$x)
  panel$ylim <- range(panel$ylim, ellipses$y)
  panel["key"] <- list(marks$key)
  new_picture(list(panel))
}

# Computes the outlines of ellipses at some points, the images of circles of one radius on the
# manifold: a data frame of row (number of the point in the data), x, y, stretch (the largest at the
# point), 33 rows per ellipse. Large ellipses are about as wide as the distance between them.
#   m             a lapscale_metric: H (n x s x s, the inverse metric at each row of the data),
#                 stretch (n x d), coordinates (n x s), rows (those of the data with a metric)
#   columns       numbers of the two coordinates that are drawn
#   max_ellipses  the most that are drawn
# `pairs` are eigenvalues and eigenvectors of the 2 x 2 part of H at each of the points, and
# `half_axis` the longer half axis of each image of a circle of radius 1.
metric_ellipses <- function(m, columns, max_ellipses) {
  rows <- take_evenly(m$rows, max_ellipses)
  xy <- m$coordinates[rows, columns, drop = FALSE]
  pairs <- lapply(rows, function(i) eigen(matrix_at(m$H, i)[columns, columns], symmetric = TRUE))
  half_axis <- sqrt(vapply(pairs, function(pair) max(pair$values, 0), 0))
  spacing <- sqrt(prod(apply(xy, 2L, function(v) diff(range(v)))) / length(rows))
  radius <- 0.5 * spacing / max(stats::quantile(half_axis, 0.75), .Machine$double.xmin)
  angle <- seq(0, 2 * pi, length.out = 33L)
  circle <- radius * rbind(cos(angle), sin(angle))
  do.call(rbind, lapply(seq_along(rows), function(i) {
    outline <- xy[i, ] + pairs[[i]]$vectors %*% (sqrt(pmax(pairs[[i]]$values, 0)) * circle)
    stretch <- m$stretch[rows[[i]], 1L]
    data.frame(row = rows[[i]], x = outline[1L, ], y = outline[2L, ], stretch = stretch)
  }))
}

# ---- distortion ----------------------------------------------------------------------------------

#' @rdname metric_distortion
#' @param data For `plot()`, the data that the metrics belong to, or two columns to draw the points
#'   in. If `NULL` (the default), a histogram is drawn instead.
#' @details
#' `plot(local, data)` draws the first two columns of `data`: the points with a metric in the color
#' of their distortion, with a key unless you supply `col`, and the other points in gray.
#' @export
plot.lapscale_distortion <- function(x, data = NULL, ...) door({
  plot_object(x, list(...), data, also = if (is.null(data)) "breaks")
})

# Returns a picture of a histogram of the distortions, or with data of a map: points without a
# distortion in gray, the others in colors from orange at 0 to dark red at the largest; paler ones
# would be lost on white.
#   x       of metric_distortion(): points (numbers of some rows of the data), distortion (a number
#           for each of them, NA where the metric is singular)
#   data    table of the points, or NULL;  breaks: of the histogram, as hist() takes them
#   ...     not used
#' @export
picture.lapscale_distortion <- function(x, data = NULL, ..., breaks = "Sturges") {
  title <- "Local distortion"
  known <- x$distortion[!is.na(x$distortion)]
  if (is.null(data)) {
    note <- if (!length(known)) note_above("every metric is singular")
    return(new_picture(list(histogram_panel(known, title, "distortion", breaks, note = note))))
  }
  xy <- columns_of_data(data, max(x$points))
  reds <- grDevices::hcl.colors(96L, "YlOrRd", rev = TRUE)[33:96]
  new_picture(list(map_panel(xy, x$points, x$distortion, title, "distortion", reds,
                             aspect_of_place(xy), "no metric was computed")))
}
