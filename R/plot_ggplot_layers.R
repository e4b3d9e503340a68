# Pictures in ggplot2: the layers.

# Sizes of base graphics as those of ggplot2.
mark_size <- function(cex) 2.5 * cex
line_width <- function(lwd) 0.4 * lwd

# What the key explains is coloured by its scale; the rest as it is, colour by colour where the
# scale of colours is the key's. NULL of none.
ggplot_layer <- function(layer, key) {
  if (!nrow(layer$data)) {
    return(NULL)
  }
  draw <- ggplot_layers[[layer$kind]]
  if (!is.null(layer$order)) layer$data <- layer$data[layer$order, ]
  if (is.null(key)) {
    return(draw(layer, layer$data, "colour", FALSE))
  }
  if ("value" %in% names(layer$data)) {
    return(draw(layer, layer$data, "value", TRUE))
  }
  lapply(split(layer$data, layer$data$colour), function(data) {
    draw(layer, data, NULL, FALSE)
  })
}

# A geom whose colour is that of the column `of`, or of all its rows.
geom_of <- function(geom, data, mapping, of, legend, ..., aesthetic = "colour") {
  fixed <- list(...)
  if (is.null(of)) {
    fixed[[aesthetic]] <- data$colour[[1]]
  } else {
    mapping[[aesthetic]] <- ggplot2::aes(.data[[of]])$x
  }
  do.call(
    geom, c(list(mapping = mapping, data = data, show.legend = legend, na.rm = TRUE), fixed)
  )
}

ggplot_layers <- list(
  points = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(
      .data$x, .data$y, shape = .data$shape, size = mark_size(.data$size), alpha = .data$strength
    )
    geom_of(ggplot2::geom_point, data, mapping, of, legend, stroke = data$width[[1]] / 2)
  },
  stems = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(.data$x, 0, xend = .data$x, yend = .data$y)
    geom_of(ggplot2::geom_segment, data, mapping, of, legend,
            linewidth = line_width(data$width[[1]]))
  },
  line = function(layer, data, of, legend) {
    geom <- if (layer$steps) ggplot2::geom_step else ggplot2::geom_line
    mapping <- ggplot2::aes(
      .data$x, .data$y, group = .data$group, linewidth = line_width(.data$width)
    )
    # Of single points alone there is no line to be drawn.
    if (!anyDuplicated(data$group)) data <- data[0L, ]
    geom_of(geom, data, mapping, of, legend)
  },
  band = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(.data$x, ymin = .data$low, ymax = .data$high, group = .data$group)
    geom_of(ggplot2::geom_ribbon, data, mapping, of, FALSE, colour = NA, alpha = band_strength,
            aesthetic = "fill")
  },
  interval = function(layer, data, of, legend) {
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$lower, xmax = .data$upper), data, ymin = -Inf, ymax = Inf,
      fill = "black", alpha = 0.1, show.legend = FALSE
    )
  },
  segments = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(.data$x, .data$y, xend = .data$xend, yend = .data$yend)
    geom_of(ggplot2::geom_segment, data, mapping, of, legend)
  },
  outlines = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(
      .data$x, .data$y, group = .data$group, linewidth = line_width(.data$width)
    )
    geom_of(ggplot2::geom_polygon, data, mapping, of, legend, fill = NA, key_glyph = "point")
  },
  text = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(.data$x, .data$y, label = .data$text)
    plain <- if (utils::packageVersion("ggplot2") < "3.6") {
      list(label.size = 0)
    } else {
      list(linewidth = 0)
    }
    do.call(ggplot2::geom_label, c(plain, list(
      mapping, data, colour = data$colour[[1]], fill = grDevices::adjustcolor("white", 0.75),
      hjust = if (layer$centred) data$across else 0, size = 4 * data$size, na.rm = TRUE,
      show.legend = FALSE,
      label.padding = ggplot2::unit(0.12, "lines")
    )))
  },
  bars = function(layer, data, of, legend) {
    mapping <- ggplot2::aes(xmin = .data$left, xmax = .data$right, ymin = 0, ymax = .data$height)
    ggplot2::geom_rect(mapping, data, fill = data$colour[[1]], colour = data$border[[1]],
                       show.legend = FALSE)
  },
  rule = function(layer, data, of, legend) {
    type <- ggplot2::aes(linetype = .data$type, linewidth = line_width(.data$width))
    if (layer$along == "y") {
      type$yintercept <- ggplot2::aes(.data$at)$x
      return(geom_of(ggplot2::geom_hline, data, type, of, legend, key_glyph = "path"))
    }
    type$xintercept <- ggplot2::aes(.data$at)$x
    geom_of(ggplot2::geom_vline, data, type, of, legend, key_glyph = "path")
  }
)
