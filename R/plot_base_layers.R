# Layers of pictures in base graphics.

# Draws a layer in base graphics; returns what its drawing function does (of names how many had no
# room).
#   layer  of new_layer(): kind (name in base_layers), data (data frame, a row per mark)
plot_layer <- function(layer) base_layers[[layer$kind]](layer, layer$data)

# The functions that draw each kind of layer, by its name: of the layer, of new_layer(), and of its
# data, a data frame with a row per mark, whose columns are the arguments of points_layer(),
# line_layer(), ..., and those that with_user_style() adds. `group_data` are the rows of one line or
# band.
base_layers <- list(
  points = function(layer, data) {
    if (isTRUE(layer$type %in% c("l", "b", "c", "o"))) {
      draw_path(data)
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
    for (group_data in split(data, data$group)) {
      graphics::lines(
        group_data$x, group_data$y, type = layer$type %||% if (layer$steps) "s" else "l",
        col = group_data$colour[[1]], lwd = group_data$width[[1]], lty = group_data$type[1]
      )
    }
  },
  band = function(layer, data) {
    for (group_data in split(data, data$group)) {
      # Ends at the frame what has no logarithm.
      low <- pmax(group_data$low, frame_ends()[[1]])
      graphics::polygon(c(group_data$x, rev(group_data$x)), c(low, rev(group_data$high)),
                        border = NA, col = faded(group_data$colour[[1]], band_strength))
    }
  },
  segments = function(layer, data) {
    graphics::segments(data$x, data$y, data$xend, data$yend, col = data$colour, lwd = data$width,
                       lty = data$type)
  },
  rects = function(layer, data) {
    frame_y <- frame_ends()
    graphics::rect(data$left, pmax(data$bottom, frame_y[[1]]), data$right,
                   pmin(data$top, frame_y[[2]]), col = data$colour, border = data$border)
  },
  rule = function(layer, data) {
    position_arg <- stats::setNames(list(data$position), if (layer$along == "x") "v" else "h")
    do.call(graphics::abline, c(position_arg, list(col = data$colour, lty = data$type)))
  },
  text = function(layer, data) for (i in seq_len(nrow(data))) write_word(data[i, ]),
  names = function(layer, data) write_names(data, layer$key_width)
)

# Connects points in their order, each to the next in its own color.
#   data  of a layer: x, y, colour, strength, width, type
draw_path <- function(data) {
  from <- data[-nrow(data), ]
  to <- data[-1L, ]
  graphics::segments(from$x, from$y, to$x, to$y, col = faded(from$colour, from$strength),
                     lwd = from$width, lty = from$type)
}

# Writes a word on a pale ground, which is no rectangle of its coordinates on a logarithmic axis.
#   word  a row of the data of text_layer(): x, y, text, across (share of the text left of x), size
#         (cex), colour, ground (TRUE: a pale ground), perhaps room (height it may take, in units of
#         y)
write_word <- function(word) {
  if (!is.null(word$room)) {
    room_inches <- word$room / diff(graphics::par("usr")[3:4]) * graphics::par("pin")[[2L]]
    line_inches <- 1.6 * graphics::strheight(word$text, "inches", cex = word$size)
    word$size <- word$size * min(1, room_inches / line_inches)
  }
  # These four are in inches, because an axis may be logarithmic.
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

# The opacity of bands, from 0 for invisible to 1.
band_strength <- 0.15

# The lower and the upper end of the frame on the vertical axis, of which par("usr") may hold
# logarithms.
frame_ends <- function() {
  ends <- graphics::par("usr")[3:4]
  if (graphics::par("ylog")) 10^ends else ends
}

# Returns colors with an opacity.
#   colour  colors;  strength: of each, from 0 for invisible to 1
faded <- function(colour, strength) {
  channels <- grDevices::col2rgb(colour, alpha = TRUE) / 255
  ifelse(strength < 1,
         grDevices::rgb(channels[1, ], channels[2, ], channels[3, ], strength), colour)
}
