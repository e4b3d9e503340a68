# A picture as plain data, computed once; plot_base.R and plot_ggplot.R render it.
#
# A picture is a list of panels, a title and square: whether the panels are a square matrix, row by
# row, of which rows and columns share an axis. A panel is a list of
#   layers      what is drawn, in this order
#   xlim, ylim  what has to be seen, without margins and without room for a key
#   log, asp    as in plot()
#   title, xlab, ylab
#   ticks       list(x, y): NULL for the usual ones, or a data frame of at and label
#   note        NULL or list(text, at, colour): written above the frame, without `at` at its right
#   key         NULL or a key, see plot_colours.R
#   settled     whether the user's graphical parameters are for other panels
# A layer is a list of kind, data (a data frame) and free: whether the user's col, pch and the like
# replace its own. A column `value` holds what the key says about the color.

# Returns what is drawn of an object as a picture.
picture <- function(x, ...) UseMethod("picture")

new_picture <- function(panels, title = panels[[1]]$title, square = FALSE) {
  structure(as.list(environment()), class = "lapscale_picture")
}

new_panel <- function(layers, xlim, ylim, title, xlab, ylab, log = "", asp = NA, ticks = list(),
                      note = NULL, key = NULL, settled = FALSE) {
  layers <- layers[lengths(layers) > 0L]
  as.list(environment())
}

is_logged <- function(panel, axis) grepl(axis, panel$log, fixed = TRUE)

# ---- layers --------------------------------------------------------------------------------------

# Makes columns of the arguments of a layer, of which NULL is none, as long as the first.
#   given  the frame of the function that draws
new_layer <- function(kind, given) {
  given <- Filter(Negate(is.null), as.list(given))
  layer <- list(kind = kind, data = NULL, free = FALSE, steps = FALSE, along = "x")
  own <- intersect(names(layer), names(given))
  layer[own] <- given[own]
  columns <- given[setdiff(names(given), own)]
  layer$data <- as.data.frame(lapply(columns, rep_len, length(columns[[1]])))
  layer
}

#   strength  from 0 for invisible to 1
#   depth     points of large depth are drawn in front
points_layer <- function(x, y, colour = "grey20", shape = 19, size = 1, strength = 1, value = NULL,
                         depth = NULL, free = FALSE) {
  new_layer("points", environment())
}

# Draws a line per group; with steps it keeps its height up to the next point.
line_layer <- function(x, y, colour = "grey20", width = 1, group = 1L, value = NULL, steps = FALSE,
                       free = FALSE) {
  new_layer("line", environment())
}

# Fills between low and high, pale, per group.
band_layer <- function(x, low, high, colour = "grey20", group = 1L, value = NULL) {
  new_layer("band", environment())
}

segments_layer <- function(x, y, xend, yend, colour = "grey20", free = FALSE) {
  new_layer("segments", environment())
}

# Draws rectangles; those that end at infinity are as high as the frame.
rects_layer <- function(left, right, bottom, top, colour, border = NA, free = FALSE) {
  new_layer("rects", environment())
}

# Shades from lower to upper, as high as the frame; NULL if they are unknown.
interval_layer <- function(lower, upper) {
  if (!is.na(lower)) rects_layer(lower, upper, -Inf, Inf, "grey90")
}

# Draws lines through the whole panel: at these x, or with along = "y" at these y.
rule_layer <- function(at, along = "x", colour = choice_colour, type = 3, value = NULL) {
  new_layer("rule", environment())
}

# Writes words over whatever is there.
#   across  which share of them is to the left of their place
text_layer <- function(x, y, text, across = 0.5, size = 0.8) new_layer("text", environment())

# ---- panels of several pictures ------------------------------------------------------------------

choice_note <- function(h) note_above(paste("h =", format(h, digits = 3)), h)

note_above <- function(text, at = NULL, colour = choice_colour) {
  list(text = text, at = at, colour = colour)
}

# Finds which share of a note is left of its place, so that no note leaves the frame.
note_share <- function(note, panel) {
  onto <- if (is_logged(panel, "x")) log10 else identity
  if (is.null(note$at)) 1 else min(1, max(0, share_of(onto(note$at), onto(panel$xlim))))
}

# Returns places as shares of the way between two ends.
share_of <- function(at, ends) {
  if (ends[[1]] < ends[[2]]) (at - ends[[1]]) / diff(ends) else rep(0.5, length(at))
}

# Gives values a margin to either side: list(low, high), not below `least`. A margin that is unknown
# or overflows is none.
with_margin <- function(values, margin, least = 0) {
  margin <- ifelse(is.finite(margin), margin, 0)
  list(low = pmax(values - margin, least), high = values + margin)
}

# Draws points in a plane, in colors that say something.
#   place        n x 2, its columns named as the axes
#   shown        as coloured() returns it; strength and depth as in points_layer()
#   under, over  layers behind and in front of the points
scatter_panel <- function(place, shown, title, asp = 1, size = point_size(nrow(place)), shape = 19,
                          under = list(), over = list(), ...) {
  labels <- colnames(place)
  x <- unname(place[, 1])
  y <- unname(place[, 2])
  points <- points_layer(
    x, y, shown$colour, shape, size, strength = shown$strength %||% 1, value = shown$value,
    depth = shown$depth, free = TRUE
  )
  names <- if (!is.null(shown$named)) names_layer(x, y, shown$named)
  new_panel(
    c(under, list(points), over, list(names)), range(x, finite = TRUE), range(y, finite = TRUE),
    title, labels[[1]], labels[[2]], asp = asp, key = shown$key, ...
  )
}

point_size <- function(n) if (n > 1000L) 0.4 else 0.7

# Draws a histogram.
#   breaks  as in hist()
#   limit   a value that is marked and always in sight
histogram_panel <- function(values, title, xlab, breaks = "Sturges", limit = NULL, ...) {
  counted <- graphics::hist(values, breaks, plot = FALSE)
  bars <- rects_layer(counted$breaks[-length(counted$breaks)], counted$breaks[-1L], 0,
                      counted$counts, "grey85", "grey40", free = TRUE)
  new_panel(
    list(bars, if (!is.null(limit)) rule_layer(limit)), range(counted$breaks, limit),
    c(0, max(counted$counts)), title, xlab, "points", ...
  )
}

# Draws eigenvalues by number, some of them filled.
eigenvalue_panel <- function(values, filled, title, xlab) {
  number <- seq_along(values)
  at <- unique(round(pretty(number)))
  new_panel(
    list(
      segments_layer(number, 0, number, values, "grey60", free = TRUE),
      points_layer(number, values, "black", ifelse(filled, 19, 1))
    ),
    range(number), range(0, values, na.rm = TRUE), title, xlab, "eigenvalue",
    ticks = list(x = data.frame(at = at, label = at))
  )
}

# ---- where points are drawn ----------------------------------------------------------------------

# Takes the first two columns of a table, or of an embedding, for the rows that are kept: n x 2,
# named as the axes, the second column 0 if there is one only. Rows of NA are not drawn.
#   of  a list with n_given, the rows of the data, and rows, which of them are kept
resolve_place <- function(coordinates, of) {
  if (inherits(coordinates, "lapscale_embedding")) coordinates <- unname(as.matrix(coordinates))
  place <- as_point_matrix(coordinates, "coordinates")
  if (nrow(place) != of$n_given || ncol(place) == 0L) {
    abort_argument(
      "`coordinates` must have {of$n_given} rows, one for each of the data, and a column or more,
       not {nrow(place)} row{?s} and {ncol(place)} column{?s}."
    )
  }
  place <- two_columns(place, colnames(place), "coordinate")[of$rows, , drop = FALSE]
  if (!any(is.finite(rowSums(place)))) {
    abort_argument("`coordinates` must have a row of finite numbers.")
  }
  place
}

# Returns points as they are if they have one column or two, else their first two principal
# components.
#   columns  names of the columns of x, or NULL
place_of_points <- function(x, columns = NULL) {
  if (ncol(x) <= 2L) {
    return(two_columns(x, columns, "column"))
  }
  two_columns(principal_scores(x, principal_components(x), 1:2), NULL, "principal component")
}

# Returns the first two columns under their names or numbers, one column beside zeros.
two_columns <- function(x, names, what) {
  names <- names %||% paste(what, seq_len(ncol(x)))
  place <- unname(cbind(x, 0)[, 1:2, drop = FALSE])
  colnames(place) <- c(names, "")[1:2]
  place
}

# ---- ticks of logarithmic axes, the same for both devices ---------------------------------------

log_places <- function(ends) grDevices::axisTicks(log10(range(ends)), log = TRUE, nint = 5)

# Writes numbers, or powers of ten as such if one is far from 1.
log_labels <- function(at) {
  powers <- round(log10(at))
  if (any(abs(powers) > 3, na.rm = TRUE) && isTRUE(all.equal(at, 10^powers))) {
    return(as.expression(lapply(powers, function(k) bquote(10^.(k)))))
  }
  vapply(at, format, "", digits = 3)
}
