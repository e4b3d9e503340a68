# A picture as plain data, computed once; plot_base.R and plot_ggplot.R render it.
#
# A picture is a list of panels, a title, square (whether the panels are a square matrix, row by
# row, of which rows and columns share an axis) and cells, see new_picture(). A panel is a list of
#   layers      what is drawn, in this order
#   xlim, ylim  what has to be seen, without margins and without room for a key
#   log, asp    as in plot()
#   title, xlab, ylab
#   ticks       list(x, y): NULL for the usual ones, or a data frame of value and label
#   note        NULL or list(text, x, colour): written above the frame, without `x` at its right
#   key         NULL or a key, see plot_colours.R
#   settled     whether the user's graphical parameters are for other panels
# A layer is a list of kind, data (a data frame, a row per mark) and free: whether the user's col,
# pch and the like replace its own, and also steps and along, see new_layer(). A column `value`
# holds what the key says about the color. A layer of some of the n rows of the data has their
# numbers, rows, and n.

# The plain data of the picture of a result, which both devices draw: new_picture().
picture <- function(x, ...) UseMethod("picture")

# The plain data of a picture, a list of the arguments.
#   panels  list of new_panel();  title: a text
#   square  whether they are pairs of coordinates, in the cells of a square, row by row
#   cells   matrix of the numbers of the panels, which says where they stand, or NULL
new_picture <- function(panels, title = panels[[1]]$title, square = FALSE, cells = NULL) {
  structure(arguments(), class = "lapscale_picture")
}

# The plain data of a panel, a list of the arguments.
#   layers      list of new_layer(); NULL elements are dropped
#   xlim, ylim  two numbers each, the ends of what has to be seen;  title, xlab, ylab: texts
#   log, asp    axes that are logarithmic ("", "x", "y", "xy"), and ratio of their units, NA: free
#   ticks       list of x and y, data frames value, label where ticks are not the usual ones, else
#               NULL
#   note, key   of note_above() and new_key(), or NULL
#   settled     whether the user's graphical parameters are for other panels
new_panel <- function(layers, xlim, ylim, title, xlab, ylab, log = "", asp = NA, ticks = list(),
                      note = NULL, key = NULL, settled = FALSE) {
  layers <- layers[lengths(layers) > 0L]
  unclass(arguments())
}

# Whether an axis, "x" or "y", of a panel is logarithmic.
#   panel  of new_panel(): log ("", "x", "y", "xy")
#   axis   "x" or "y"
is_logged <- function(panel, axis) grepl(axis, panel$log, fixed = TRUE)

# ---- layers --------------------------------------------------------------------------------------

# Makes a layer, a list: kind, free (whether the user's colors and symbols replace its own), steps
# (TRUE: a line keeps its height up to the next point), along ("x" or "y", the axis that lines of
# the kind "rule" cross), and data, a data frame with a row per mark, whose columns are the other
# arguments, repeated to the length of the first; NULL is no column.
#   layer_args  arguments of points_layer() or another function that makes layers: a named list
#   kind        name in base_layers and ggplot_geoms
new_layer <- function(kind, layer_args) {
  layer_args <- Filter(Negate(is.null), as.list(layer_args))
  layer <- list(kind = kind, data = NULL, free = FALSE, steps = FALSE, along = "x")
  option_names <- intersect(names(layer), names(layer_args))
  layer[option_names] <- layer_args[option_names]
  column_values <- layer_args[setdiff(names(layer_args), option_names)]
  layer$data <- as.data.frame(lapply(column_values, rep_len, length(column_values[[1]])))
  layer
}

# Makes a layer of points at (x, y).
#   x, y         numbers, one for each point
#   colour       of each;  strength: from 0 for invisible to 1
#   depth        of each, points of large depth are drawn in front; NULL: in the order of the points
#   shape, size  as pch and cex;  value: what the color shows, for the key, or NULL
#   free         whether the user's col, pch, cex, ... replace these
points_layer <- function(x, y, colour = "grey20", shape = 19, size = 1, strength = 1, value = NULL,
                         depth = NULL, free = FALSE) {
  new_layer("points", arguments())
}

# Makes a layer of a line per group through the points (x, y); with steps it keeps its height up to
# the next point.
#   x, y   numbers, one for each point;  colour: one, or one for each point, of which a line takes
#          that of its first point
#   group  of each point, the line that it is on;  width: as lwd
#   value  what the color shows, for the key, or NULL
#   free   whether the user's col, lwd, lty, ... replace these
line_layer <- function(x, y, colour = "grey20", width = 1, group = 1L, value = NULL, steps = FALSE,
                       free = FALSE) {
  new_layer("line", arguments())
}

# Makes a layer that fills between low and high at each x, pale, per group.
#   x, low, high  numbers of the same length;  group: of each, the band that it is on
#   colour        one, or one for each x, of which a band takes that of its first x
#   value         what the color shows, for the key, or NULL
band_layer <- function(x, low, high, colour = "grey20", group = 1L, value = NULL) {
  new_layer("band", arguments())
}

# Makes a layer of lines from (x, y) to (xend, yend).
#   x, y, xend, yend  numbers, one for each line, or one for all
#   colour            of each;  free: whether the user's col, lwd, lty replace these
segments_layer <- function(x, y, xend, yend, colour = "grey20", free = FALSE) {
  new_layer("segments", arguments())
}

# Makes a layer of rectangles; those that end at infinity are as high as the frame.
#   left, right, bottom, top  ends of each;  border: the color of its line, NA: none
#   colour                    of the ground of each
#   free                      whether the user's col replaces it
rects_layer <- function(left, right, bottom, top, colour, border = NA, free = FALSE) {
  new_layer("rects", arguments())
}

# Makes a layer that shades from lower to upper, two numbers on the horizontal axis, as high as the
# frame; NULL if lower is NA.
interval_layer <- function(lower, upper) {
  if (!is.na(lower)) rects_layer(lower, upper, -Inf, Inf, "grey90")
}

# Makes a layer of lines through the whole panel.
#   position  numbers, where they cross the axis that is named by `along`, "x" or "y"
#   type      as lty;  value: what the color shows, for the key, or NULL
rule_layer <- function(position, along = "x", colour = choice_colour, type = 3, value = NULL) {
  new_layer("rule", arguments())
}

# Makes a layer of words, `text`, one for each (x, y), over whatever is there.
#   across  which share of the words is to the left of x
#   size    as cex;  colour: of the words;  ground: whether a pale ground hides what is below
#   room    NULL, or the height, in units of the axis, that a line of words may take: the words are
#           smaller if they must be
text_layer <- function(x, y, text, across = 0.5, size = 0.8, colour = "black", ground = TRUE,
                       room = NULL) {
  new_layer("text", arguments())
}
