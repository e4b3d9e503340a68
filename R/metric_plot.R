#' @rdname metric_riemannian
#' @param columns Numbers of the two coordinates to draw.
#' @param n_ellipses How many points get an ellipse.
#' @details
#' `plot()` draws at some of the points the image of a small circle on the manifold, all of the same
#' radius, coloured by the stretch, with a key: equal circles mean that the embedding is isometric
#' up to scale. One coordinate is drawn against its stretch.
#' @export
plot.lapscale_metric <- function(x, ..., columns = 1:2, n_ellipses = 150L) {
  settings <- list(...)
  if (dim(x$H)[[2]] == 1L) {
    defaults <- list(
      x = x$coordinates[, 1], y = x$stretch[, 1], pch = 19, cex = 0.5, las = 1,
      xlab = "coordinate 1", ylab = "stretch", main = "Metric of an embedding"
    )
    do.call(graphics::plot, utils::modifyList(defaults, settings))
    return(invisible(x))
  }
  columns <- check_columns_drawn(columns, dim(x$H)[[2]])
  ellipses <- metric_ellipses(x, columns, check_count(n_ellipses, "n_ellipses"))
  level <- ellipses$stretch[!duplicated(ellipses$row)]
  graphics::plot.new()
  key <- value_key(level, function(five) scale_colours(five, level))
  key <- measured_legend(c(key, title = "stretch"), 0.5)
  place <- unname(x$coordinates[, columns])
  defaults <- list(
    x = place, xlim = room_beside(c(place[, 1], ellipses$x), key$width),
    ylim = range(place[, 2], ellipses$y, finite = TRUE), pch = 19, cex = 0.3, col = "grey70",
    asp = 1, las = 1, xlab = paste("coordinate", columns[[1]]),
    ylab = paste("coordinate", columns[[2]])
  )
  draw_over(defaults, settings, "Images of equal circles on the manifold")
  for (part in split(ellipses, ellipses$row)) {
    graphics::polygon(part$x, part$y, border = part$colour[[1]], lwd = 1.2)
  }
  draw_key(key, "topright")
  invisible(x)
}

check_columns_drawn <- function(columns, s, call = caller_env()) {
  columns <- check_rows(columns, s, "columns", call)
  if (length(columns) == 2L) {
    return(columns)
  }
  abort_argument("`columns` must be two numbers, not {length(columns)}.", call = call)
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
autoplot.lapscale_metric <- function(object, ..., columns = 1:2, n_ellipses = 150L) {
  check_installed("ggplot2", "to draw with autoplot()")
  if (dim(object$H)[[2]] == 1L) {
    line <- data.frame(x = object$coordinates[, 1], y = object$stretch[, 1])
    return(ggplot2::ggplot(line, ggplot2::aes(.data$x, .data$y)) + ggplot2::geom_point() +
             ggplot2::labs(x = "coordinate 1", y = "stretch"))
  }
  columns <- check_columns_drawn(columns, dim(object$H)[[2]])
  points <- data.frame(x = object$coordinates[, columns[[1]]],
                       y = object$coordinates[, columns[[2]]])
  outlines <- metric_ellipses(object, columns, check_count(n_ellipses, "n_ellipses"))
  ggplot2::ggplot(points[object$rows, ], ggplot2::aes(.data$x, .data$y)) +
    ggplot2::geom_point(size = 0.4, colour = "grey70") +
    ggplot2::geom_polygon(
      data = outlines, ggplot2::aes(group = .data$row, colour = .data$stretch), fill = NA
    ) +
    ggplot2::coord_equal() +
    ggplot2::labs(
      x = paste("coordinate", columns[[1]]), y = paste("coordinate", columns[[2]]),
      title = "Images of equal circles on the manifold"
    )
}
