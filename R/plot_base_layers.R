# Layers of pictures in base graphics.

# Draws a layer in base graphics; returns what its drawing function does (of names how many had no
# room).
#   layer  of new_layer(): kind (name in base_layers), data (data frame, a row per mark)
plot_layer <- function(layer) base_layers[[layer$kind]](layer, layer$data)

base_layers <- list(
  points = function(layer, data) {
    if (isTRUE(layer$type %in% c("l", "b", "c", "o"))) {
      draw_way(data)
      if (layer$type %in% c("l", "c")) return(invisible())
      layer$type <- "p"
    }
    if (!is.null(data$depth)) data <- data[order(data$depth), ]
    graphics::points(
      data$x, data$y, type = layer$type %||% "p", col = faded(data$colour, data$strength),
      pch = data$shape, cex = data$size, lwd = data$width, lty = data$type, bg = data$fill
    )
  },
  line = function(layer, data) {
    for (part in split(data, data$group)) {
      graphics::lines(
        part$x, part$y, type = layer$type %||% if (layer$steps) "s" else "l",
        col = part$colour[[1]], lwd = part$width[[1]], lty = part$type[1]
      )
    }
  },
  band = function(layer, data) {
    for (part in split(data, data$group)) {
      # Ends at the frame what has no logarithm.
      low <- pmax(part$low, frame_ends()[[1]])
      graphics::polygon(c(part$x, rev(part$x)), c(low, rev(part$high)), border = NA,
                        col = faded(part$colour[[1]], band_strength))
    }
  },
  segments = function(layer, data) {
    graphics::segments(data$x, data$y, data$xend, data$yend, col = data$colour, lwd = data$width,
                       lty = data$type)
  },
  rects = function(layer, data) {
    ends <- frame_ends()
    graphics::rect(data$left, pmax(data$bottom, ends[[1]]), data$right, pmin(data$top, ends[[2]]),
                   col = data$colour, border = data$border)
  },
  rule = function(layer, data) {
    line <- stats::setNames(list(data$position), if (layer$along == "x") "v" else "h")
    do.call(graphics::abline, c(line, list(col = data$colour, lty = data$type)))
  },
  text = function(layer, data) for (i in seq_len(nrow(data))) write_word(data[i, ]),
  names = function(layer, data) write_names(data, layer$key_width)
)

# Connects points in their order, each to the next in its own color.
#   data  of a layer: x, y, colour, strength, width, type
draw_way <- function(data) {
  from <- data[-nrow(data), ]
  to <- data[-1L, ]
  graphics::segments(from$x, from$y, to$x, to$y, col = faded(from$colour, from$strength),
                     lwd = from$width, lty = from$type)
}

# Writes a word on a pale ground, which is no rectangle of its coordinates on a logarithmic axis.
#   word  a row of the data of text_layer(): x, y, text, across, size, colour, ground, perhaps room
write_word <- function(word) {
  if (!is.null(word$room)) {
    inches <- word$room / diff(graphics::par("usr")[3:4]) * graphics::par("pin")[[2L]]
    height <- 1.6 * graphics::strheight(word$text, "inches", cex = word$size)
    word$size <- word$size * min(1, inches / height)
  }
  width <- graphics::strwidth(word$text, "inches", cex = word$size)
  half_height <- 0.7 * graphics::strheight(word$text, "inches", cex = word$size)
  left <- graphics::grconvertX(word$x, "user", "inches") - word$across * width
  middle <- graphics::grconvertY(word$y, "user", "inches")
  x_ends <- graphics::grconvertX(left + c(0, width), "inches", "user")
  y_ends <- graphics::grconvertY(middle + c(-half_height, half_height), "inches", "user")
  if (word$ground) {
    graphics::rect(x_ends[[1]], y_ends[[1]], x_ends[[2]], y_ends[[2]], border = NA,
                   col = faded("white", 0.75))
  }
  graphics::text(word$x, word$y, word$text, adj = c(word$across, 0.5), cex = word$size,
                 col = word$colour)
}

band_strength <- 0.15

# The lower and the upper end of the frame, of which par("usr") may hold logarithms.
frame_ends <- function() {
  ends <- graphics::par("usr")[3:4]
  if (graphics::par("ylog")) 10^ends else ends
}

# Gives each color its opacity.
#   colour  colors;  strength: of each, from 0 for invisible to 1
faded <- function(colour, strength) {
  rgb <- grDevices::col2rgb(colour, alpha = TRUE) / 255
  ifelse(strength < 1, grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], strength), colour)
}
