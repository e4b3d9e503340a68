# Pictures in base graphics: the layers.

plot_layer <- function(layer) base_layers[[layer$kind]](layer, layer$data)

base_layers <- list(
  points = function(layer, data) plot_marks(layer, data, "p"),
  stems = function(layer, data) plot_marks(layer, data, "h"),
  line = function(layer, data) add_line(layer),
  band = function(layer, data) {
    for (part in split(data, data$group)) {
      graphics::polygon(c(part$x, rev(part$x)), c(part$low, rev(part$high)), border = NA,
                        col = grDevices::adjustcolor(part$colour[[1]], band_strength))
    }
  },
  interval = function(layer, data) {
    # par("usr") holds logarithms to base 10 on log axes.
    ends <- graphics::par("usr")[3:4]
    if (graphics::par("ylog")) ends <- 10^ends
    graphics::rect(data$lower, ends[[1]], data$upper, ends[[2]], col = data$colour, border = NA)
  },
  segments = function(layer, data) {
    graphics::segments(data$x, data$y, data$xend, data$yend, col = data$colour)
  },
  outlines = function(layer, data) {
    for (part in split(data, data$group)) {
      graphics::polygon(part$x, part$y, border = part$colour[[1]], lwd = part$width[[1]])
    }
  },
  text = function(layer, data) write_words(data, layer$centred),
  rule = function(layer, data) {
    at <- stats::setNames(list(data$at), if (layer$along == "x") "v" else "h")
    do.call(graphics::abline, c(at, list(col = data$colour, lty = data$type, lwd = data$width)))
  },
  bars = function(layer, data) {
    own <- layer$settings[intersect(names(layer$settings), c("lty", of_bars))]
    do.call(
      graphics::plot,
      c(list(layer$counted, add = TRUE, freq = layer$freq, col = data$colour,
             border = data$border), own)
    )
  }
)

band_strength <- 0.15

# Words on a pale ground, which on a logarithmic axis is no rectangle of its coordinates; small
# enough for the panel.
write_words <- function(data, centred) {
  adjust <- if (centred) 0.5 else 0
  usual <- max(data$size, 0)
  data$size <- data$size * fitted_size(data$text, 1, graphics::par("pin")[[1]] / usual)
  inches <- list(
    x = graphics::grconvertX(data$x, "user", "inches"),
    y = graphics::grconvertY(data$y, "user", "inches")
  )
  width <- graphics::strwidth(data$text, "inches", cex = data$size)
  half <- 0.7 * graphics::strheight(data$text, "inches", cex = data$size)
  if (centred) {
    inches$x <- kept_inside(inches$x, width / 2, "x")
    inches$y <- kept_inside(inches$y, half, "y")
  }
  left <- inches$x - adjust * width
  back <- function(values, onto) onto(values, "inches", "user")
  graphics::rect(
    back(left, graphics::grconvertX), back(inches$y - half, graphics::grconvertY),
    back(left + width, graphics::grconvertX), back(inches$y + half, graphics::grconvertY),
    col = grDevices::adjustcolor("white", 0.75), border = NA
  )
  graphics::text(
    back(inches$x, graphics::grconvertX), back(inches$y, graphics::grconvertY), data$text,
    adj = c(adjust, 0.5), cex = data$size, col = data$colour
  )
}

# The middles of words, in inches, moved so that they end within the frame; not those beyond it.
#   half  how far the words reach to either side
kept_inside <- function(at, half, axis) {
  convert <- if (axis == "x") graphics::grconvertX else graphics::grconvertY
  ends <- sort(convert(c(0, 1), "npc", "inches"))
  moved <- pmin(pmax(at, ends[[1]] + half), pmax(ends[[2]] - half, ends[[1]] + half))
  ifelse(at >= ends[[1]] & at <= ends[[2]], moved, at)
}

# Points or stems.
plot_marks <- function(layer, data, type) {
  own <- as.list(layer$settings)
  order <- layer$order %||% seq_len(nrow(data))
  data <- data[order, ]
  if (!is.null(own$bg)) own$bg <- rep_len(own$bg, length(order))[order]
  style <- list(x = data$x, y = data$y, type = type, col = data$colour, pch = data$shape,
                cex = data$size, lwd = data$width)
  if (any(data$strength < 1)) style$col <- faded(data$colour, data$strength)
  do.call(graphics::points, utils::modifyList(style, own[intersect(names(own), of_marks)]))
}

of_marks <- c("type", "bg", "lty")

# Colours with an opacity each.
faded <- function(colour, strength) {
  rgb <- grDevices::col2rgb(colour) / 255
  grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], alpha = strength)
}

# The lines of a layer, with the user's graphical parameters in place of its own.
add_line <- function(layer, settings = list()) {
  for (part in split(layer$data, layer$data$group)) {
    style <- list(x = part$x, y = part$y, type = if (layer$steps) "s" else "l",
                  col = part$colour[[1]], lwd = part$width[[1]])
    do.call(graphics::lines, utils::modifyList(style, settings))
  }
}
