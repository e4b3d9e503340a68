# A picture as plain data, computed once; plot_base.R and plot_ggplot.R render it.
#
# A picture is a list of panels, a title and square: whether the panels are a square matrix, row by
# row, of which rows and columns share an axis. A panel is a list of
#   layers      what is drawn, in this order
#   xlim, ylim  what has to be seen, without margins and without room for a key
#   log, asp    as in plot()
#   title, xlab, ylab
#   ticks       list(x, y): NULL for the usual ones, "count" for whole numbers, or a data frame of
#               at and label
#   note        NULL or list(text, at, colour): written above the frame, without `at` at its right
#   key         NULL or a key, see plot_key.R
#   boxed       whether the axes are a frame
#   settled     whether the user's graphical parameters are for other panels
# A layer is a list of kind, data (a data frame with the columns that its constructor names) and
# free: whether the user's col, pch and the like replace its own. A column `value` holds what the
# key says about the colour.

# What is drawn of an object: methods return a picture.
picture <- function(x, ...) UseMethod("picture")

new_picture <- function(panels, title = panels[[1]]$title, square = FALSE) {
  structure(list(panels = panels, title = title, square = square), class = "lapscale_picture")
}

new_panel <- function(layers, xlim, ylim, title, xlab, ylab, log = "", asp = NA, ticks = list(),
                      note = NULL, key = NULL, boxed = TRUE, settled = FALSE) {
  list(
    layers = layers[!vapply(layers, is.null, NA)], xlim = xlim, ylim = ylim, title = title,
    xlab = xlab, ylab = ylab, log = log, asp = asp, ticks = ticks, note = note, key = key,
    boxed = boxed, settled = settled
  )
}

# The columns recycled to the length of the first.
new_layer <- function(kind, columns, value = NULL, free = FALSE, ...) {
  columns <- c(columns, if (!is.null(value)) list(value = value))
  data <- lapply(columns, rep_len, length(columns[[1]]))
  list(kind = kind, data = as.data.frame(data), free = free, ...)
}

#   strength  from 0 for invisible to 1
#   order     row numbers, those drawn last are in front; NULL: as they are
points_layer <- function(x, y, colour = "grey20", shape = 19, size = 1, strength = 1, width = 1,
                         value = NULL, free = FALSE, order = NULL) {
  columns <- list(x = x, y = y, colour = colour, shape = shape, size = size, strength = strength,
                  width = width)
  new_layer("points", columns, value, free, order = order)
}

# A line per group; with steps it keeps its height up to the next point.
line_layer <- function(x, y, colour = "grey20", width = 1, group = 1L, value = NULL,
                       steps = FALSE) {
  columns <- list(x = x, y = y, colour = colour, width = width, group = group)
  new_layer("line", columns, value, steps = steps)
}

# Between low and high, pale, per group.
band_layer <- function(x, low, high, colour = "grey20", group = 1L, value = NULL) {
  new_layer("band", list(x = x, low = low, high = high, colour = colour, group = group), value)
}

# From lower to upper, as high as the frame; NULL where they are unknown.
interval_layer <- function(lower, upper) {
  if (is.na(lower)) {
    return(NULL)
  }
  new_layer("interval", list(lower = lower, upper = upper, colour = "grey92"))
}

segments_layer <- function(x, y, xend, yend, colour = "grey20") {
  new_layer("segments", list(x = x, y = y, xend = xend, yend = yend, colour = colour))
}

# A bar from the first to the second of range, at the height y; NULL where they are unknown.
range_layer <- function(range, y) {
  if (anyNA(range)) NULL else line_layer(range, y, choice_colour, width = 4)
}

# Lines from 0 up to y.
stems_layer <- function(x, y, colour = "grey60", width = 1, free = TRUE) {
  new_layer("stems", list(x = x, y = y, colour = colour, width = width), free = free)
}

# Closed outlines, one per group.
outlines_layer <- function(x, y, group, colour, value = NULL, width = 1) {
  columns <- list(x = x, y = y, group = group, colour = colour, width = width)
  new_layer("outlines", columns, value)
}

# Lines through the whole panel: at these x, or with along = "y" at these y.
rule_layer <- function(at, along = "x", colour = choice_colour, type = 3, width = 1,
                       value = NULL) {
  columns <- list(at = at, colour = colour, type = type, width = width)
  new_layer("rule", columns, value, along = along)
}

# Words over whatever is there, centred or to the right of their place.
#   across  where there are no inches to measure words with: which share of them is to the left of
#           their place
text_layer <- function(x, y, text, centred = TRUE, size = 0.8, across = 0.5) {
  columns <- list(x = x, y = y, text = text, colour = "black", size = size, across = across)
  new_layer("text", columns, centred = centred)
}

# The bars of a histogram, an object of hist().
bars_layer <- function(counted, freq, colour, border) {
  columns <- list(
    left = utils::head(counted$breaks, -1L), right = counted$breaks[-1L],
    height = if (freq) counted$counts else counted$density, colour = colour, border = border
  )
  new_layer("bars", columns, free = TRUE, counted = counted, freq = freq)
}

choice_note <- function(h) note_above(paste("h =", format(h, digits = 3)), h)

note_above <- function(text, at = NULL, colour = choice_colour) {
  list(text = text, at = at, colour = colour)
}

# Whether the user's `log`, or else `usual`, asks for logarithms upwards.
log_upwards <- function(usual, log = NULL) grepl("y", log %||% usual, fixed = TRUE)

# Two standard errors to either side; those that are unknown or overflow count as none.
two_errors <- function(se) 2 * ifelse(is.finite(se), se, 0)

of_counts <- c("breaks", "include.lowest", "right", "nclass")
of_bars <- c("density", "angle", "labels")
of_histograms <- c(of_counts, of_bars, "freq", "probability", "border")

# A histogram; of the arguments of hist() those that count are taken from the user's settings.
histogram_panel <- function(values, settings, breaks = "Sturges", ylab = "Frequency",
                            colour = "grey85", border = "grey40", layers = list(), ...) {
  own <- settings[intersect(names(settings), of_counts)]
  counted <- do.call(
    graphics::hist,
    utils::modifyList(list(x = values, breaks = breaks, plot = FALSE, warn.unused = FALSE), own)
  )
  freq <- settings$freq %||% !(settings$probability %||% !counted$equidist)
  bars <- bars_layer(counted, freq, colour, border)
  new_panel(
    c(list(bars), layers), range(counted$breaks), c(0, max(bars$data$height)),
    ylab = if (freq) ylab else "Density", boxed = FALSE, ...
  )
}

# Eigenvalues by number, some of them filled.
eigenvalue_panel <- function(values, filled, title, xlab, width = 1) {
  number <- seq_along(values)
  new_panel(
    list(
      stems_layer(number, values, width = width),
      points_layer(number, values, "black", ifelse(filled, 19, 1))
    ),
    range(number), range(0, values, na.rm = TRUE), title, xlab, "eigenvalue",
    ticks = list(x = "count")
  )
}
