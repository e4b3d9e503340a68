# Panels that several pictures have.

# The note that names the bandwidth.
choice_note <- function(h) note_above(paste("h =", format(h, digits = 3)), h)

# Adds to the words of a title what decides which points are neighbors.
title_of_graph <- function(words, graph) {
  k <- graph[["k"]] %||% graph$settings[["k"]]
  h <- if (is.finite(graph$bandwidth)) paste(", h =", short(graph$bandwidth, 3))
  paste0(paste(words, collapse = " "), h, if (!is.null(k)) paste(", k =", k))
}

# A note above a panel: its words, the x that it is about (NULL: none), and its color.
note_above <- function(text, x = NULL, colour = choice_colour) {
  list(text = text, x = x, colour = colour)
}

# Which share of a note is left of its place, so that no note leaves the frame.
#   note, panel  of note_above() and new_panel()
note_share <- function(note, panel) {
  to_axis <- if (is_logged(panel, "x")) log10 else identity
  if (is.null(note$x)) 1 else min(1, max(0, share_of(to_axis(note$x), to_axis(panel$xlim))))
}

# Values as shares of the way between two ends.
#   values, ends  numbers, and two numbers, the lower first
share_of <- function(values, ends) {
  if (ends[[1]] < ends[[2]]) (values - ends[[1]]) / diff(ends) else rep(0.5, length(values))
}

# Values with a margin to either side: list(low, high), not below `lowest`. A margin that is unknown
# or overflows is none.
#   values, margin  of the same length
with_margin <- function(values, margin, lowest = 0) {
  margin <- ifelse(is.finite(margin), margin, 0)
  list(low = pmax(values - margin, lowest), high = values + margin)
}

# Draws points in a plane, in colors that say something.
#   coordinates  n x 2, its columns named as the axes
#   marks        as coloured() returns it; shape, strength, depth as in points_layer()
#   under, over  lists of layers behind and in front of the points
#   names        of the points, or NULL
#   rows, n      which of the n rows of the data the points are, or NULL for all in their order:
#                they are drawn in the order of the data, in which users give a value for each
#   asp          ratio of the units of the axes
#   size         of the points, in symbols of the device
scatter_panel <- function(coordinates, marks, title, asp = 1, size = point_size(nrow(coordinates)),
                          under = list(), over = list(), names = NULL, rows = NULL, n = NULL, ...) {
  if (!is.null(rows)) {
    order <- order(rows)
    rows <- rows[order]
    coordinates <- coordinates[order, , drop = FALSE]
    names <- names[order]
    each <- lengths(marks) == length(rows) & names(marks) != "key"
    marks[each] <- lapply(marks[each], `[`, order)
  }
  labels <- colnames(coordinates)
  x <- unname(coordinates[, 1])
  y <- unname(coordinates[, 2])
  points <- points_layer(
    x, y, marks$colour, marks$shape %||% 19, size, strength = marks$strength %||% 1,
    value = marks$value, depth = marks$depth, free = TRUE
  )
  points$main <- TRUE
  points$rows <- rows
  points$n <- n
  new_panel(
    c(under, list(points), over, list(if (!is.null(names)) names_layer(x, y, names))),
    range(x, finite = TRUE), range(y, finite = TRUE),
    title, labels[[1]], labels[[2]], asp = asp, key = marks$key, ...
  )
}

# Draws a map: some rows in colors of their values, and the others behind them in gray.
#   coordinates  n x 2;  values: of these rows;  reds: the colors from 0 to the largest
#   key_title    of the colors
map_panel <- function(coordinates, rows, values, title, key_title, reds) {
  n <- nrow(coordinates)
  if (!length(rows)) return(scatter_panel(coordinates, list(colour = "grey75"), title))
  marks <- coloured_numbers(values, even_ramp(c(0, values), reds), key_title)
  unmarked <- coordinates[setdiff(seq_len(n), rows), , drop = FALSE]
  under <- if (nrow(unmarked)) list(points_layer(unmarked[, 1], unmarked[, 2], "grey75", size = 0.4))
  panel <- scatter_panel(coordinates[rows, , drop = FALSE], marks, title, size = 0.8, under = under,
                         rows = rows, n = n)
  panel$xlim <- range(coordinates[, 1], na.rm = TRUE)
  panel$ylim <- range(coordinates[, 2], na.rm = TRUE)
  panel
}

# The size of n points: the more the smaller.
point_size <- function(n) if (n > 1000L) 0.4 else 0.7

# Draws a histogram.
#   breaks  of the bars, as hist() takes them
#   limit   a value that is marked and always in sight
#   values  numbers that are counted
histogram_panel <- function(values, title, xlab, breaks = "Sturges", limit = NULL, ...) {
  counted <- graphics::hist(values, breaks, plot = FALSE)
  bars <- rects_layer(counted$breaks[-length(counted$breaks)], counted$breaks[-1L], 0,
                      counted$counts, "grey85", "grey40", free = TRUE)
  new_panel(
    list(bars, if (!is.null(limit)) rule_layer(limit)), range(counted$breaks, limit),
    c(0, max(counted$counts)), title, xlab, "points", ...
  )
}

# Draws a row per name, the first one on top, with the name above it.
#   layers  what else is drawn, with rows numbered from below
rows_panel <- function(names, layers, xlim, title, xlab) {
  n <- length(names)
  words <- text_layer(rep(xlim[[1L]], n), n:1 + 0.45, names, across = 0,
                      size = if (n > 15L) 0.6 else 0.8, ground = FALSE, room = 0.6)
  new_panel(
    c(layers, list(words)), xlim, c(0.5, n + 0.8), title, xlab, "", ticks = list(y = no_ticks)
  )
}
no_ticks <- list(value = numeric(), label = character())

# A bar from 0 for each row.
#   values  lengths of the bars
bar_layer <- function(values, colour = "grey20") {
  row <- rev(seq_along(values))
  line_layer(c(0 * row, values), rep(row, 2L), colour, 3, group = rep(row, 2L))
}

# Draws eigenvalues by number, some of them filled.
#   values, filled  eigenvalues; whether each is filled
eigenvalue_panel <- function(values, filled, title, xlab) {
  number <- seq_along(values)
  new_panel(
    list(
      segments_layer(number, 0, number, values, "grey60", free = TRUE),
      points_layer(number, values, "black", ifelse(filled, 19, 1))
    ),
    range(number), range(0, values, na.rm = TRUE), title, xlab, "eigenvalue",
    ticks = whole_ticks(number)
  )
}

# Labels few enough whole numbers of a horizontal axis for all labels to be drawn.
whole_ticks <- function(number) {
  value <- unique(round(pretty(number)))
  list(x = data.frame(value = value, label = value))
}
