# Panels that several pictures have.

# The note, of note_above(), that names the bandwidth h, a number, at its place on the horizontal
# axis.
#   reason  words on why it is the choice, or NULL
choice_note <- function(h, reason = NULL) {
  note_above(paste(c(paste("h =", format(h, digits = 3)), reason), collapse = ", "), h)
}

# Returns a title: its words, and what decides which points are neighbors.
#   words  a text, or several
#   graph  a graph or a fit, with bandwidth (NA: not known), and perhaps k (number of neighbors),
#          itself or in its settings
title_of_graph <- function(words, graph) {
  k <- graph[["k"]] %||% graph$settings[["k"]]
  h_text <- if (is.finite(graph$bandwidth)) paste(", h =", short(graph$bandwidth, 3))
  paste0(paste(words, collapse = " "), h_text, if (!is.null(k)) paste(", k =", k))
}

# A note above a panel: list(text, x, colour).
#   text    its words;  x: the place on the horizontal axis that it is about, or NULL
#   colour  of the words
note_above <- function(text, x = NULL, colour = choice_colour) {
  list(text = text, x = x, colour = colour)
}

# Returns which share of a note, 0 to 1, is left of its place, so that no note leaves the frame.
#   note   of note_above(): x (the place on the horizontal axis that it is about, NULL: none)
#   panel  of new_panel(): xlim, log
note_share <- function(note, panel) {
  to_axis <- if (is_logged(panel, "x")) log10 else identity
  if (is.null(note$x)) 1 else min(1, max(0, share_of(to_axis(note$x), to_axis(panel$xlim))))
}

# Values as shares of the way between two ends, 0 at the first; 0.5 if the ends are equal.
#   values  numbers;  ends: two numbers, the lower first
share_of <- function(values, ends) {
  if (ends[[1]] < ends[[2]]) (values - ends[[1]]) / diff(ends) else rep(0.5, length(values))
}

# Values with a margin to either side: list(low, not below `lowest`; high). A margin that is NA or
# infinite is none.
#   values, margin  of the same length
with_margin <- function(values, margin, lowest = 0) {
  margin <- ifelse(is.finite(margin), margin, 0)
  list(low = pmax(values - margin, lowest), high = values + margin)
}

# Returns a panel, of new_panel(), of points in a plane, in colors that say something.
#   coordinates  a row per point, 2 columns, named as the axes; rows that are not finite are not
#                drawn
#   marks        list as of coloured(): colour, value and key (NULL without a key); shape, strength,
#                depth as in points_layer(), each perhaps NULL
#   under, over  lists of layers behind and in front of the points
#   names        of the points, or NULL
#   rows, n      which of the n rows of the data the points are, in which users give a value for
#                each: points are drawn in the order of the data. NULL: points are in that order
#   asp          ratio of the units of the axes, NA: free;  title: of the panel
#   size         of the points, as cex;  ...: further arguments of new_panel(), such as note
# Of the layers, that of the points has `main`, TRUE.
scatter_panel <- function(coordinates, marks, title, asp = 1, size = point_size(nrow(coordinates)),
                          under = list(), over = list(), names = NULL, rows = NULL, n = NULL, ...) {
  if (!is.null(rows)) {
    order <- order(rows)
    rows <- rows[order]
    coordinates <- coordinates[order, , drop = FALSE]
    names <- names[order]
    is_per_point <- lengths(marks) == length(rows) & names(marks) != "key"
    marks[is_per_point] <- lapply(marks[is_per_point], `[`, order)
  }
  axis_labels <- colnames(coordinates)
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
    title, axis_labels[[1]], axis_labels[[2]], asp = asp, key = marks$key,
    ticks = list(y = if (axis_labels[[2]] == "") no_ticks), ...
  )
}

# Returns a panel, of scatter_panel(), of points some of which were moved to the edge of the frame:
# these are triangles, with their number in the note.
#   frame  of frame_points(): coordinates (n x 2, named as the axes), moved (n x 1 or 2)
#   marks, title, asp, rows  as of scatter_panel()
#   edges  of edge_layers(), or NULL;  words: of the note, before that number, or NULL
#   ...    further arguments of scatter_panel(), such as names, n, size, and over
framed_panel <- function(frame, marks, title, asp, edges = NULL, rows = NULL, words = NULL, ...) {
  xy <- frame$coordinates
  is_moved <- rowSums(frame$moved) > 0
  words <- c(words, describe_outside(is_moved))
  scatter_panel(
    xy, with_moved(marks, is_moved), title, asp, rows = rows,
    under = edge_layers(xy, edges, rows %||% seq_len(nrow(xy))),
    note = if (length(words)) note_above(paste(words, collapse = ", "), colour = "grey20"), ...
  )
}

# Lines between the ends of edges: a list of layers.
#   xy     coordinates of points, n x 2;  rows: the row of the data that each point is, length n
#   edges  a row per edge, with rows of the data in the first two columns, or NULL
edge_layers <- function(xy, edges, rows = seq_len(nrow(xy))) {
  if (!NROW(edges)) return(list())
  from <- match(edges[, 1L], rows)
  to <- match(edges[, 2L], rows)
  list(segments_layer(xy[from, 1L], xy[from, 2L], xy[to, 1L], xy[to, 2L], "grey75"))
}

# Returns a panel, of new_panel(), with a map: some rows in colors of their values, and the others
# behind them in gray.
#   coordinates  n x 2, of all rows; those that are not in `rows` are gray
#   rows         numbers of the rows that are colored;  values: a number for each of them
#   reds         colors for the numbers from 0 to the largest value, in even steps
#   key_title    of the key of the colors
#   asp          ratio of the units of the axes;  title: of the panel
#   others       words on what the gray points are
map_panel <- function(coordinates, rows, values, title, key_title, reds, asp, others) {
  n <- nrow(coordinates)
  note <- note_above(paste("gray:", others), colour = "grey20")
  if (!length(rows)) {
    return(scatter_panel(coordinates, list(colour = "grey75"), title, asp, note = note))
  }
  marks <- coloured_numbers(values, even_ramp(c(0, values), reds), key_title)
  gray <- coordinates[setdiff(seq_len(n), rows), , drop = FALSE]
  under <- if (nrow(gray)) list(points_layer(gray[, 1], gray[, 2], "grey75", size = 0.4))
  panel <- scatter_panel(coordinates[rows, , drop = FALSE], marks, title, asp, 0.8, under = under,
                         rows = rows, n = n)
  panel$xlim <- range(coordinates[, 1], na.rm = TRUE)
  panel$ylim <- range(coordinates[, 2], na.rm = TRUE)
  if (nrow(gray)) panel$note <- note
  panel
}

# The size of the symbols of n points, as cex: the more points the smaller.
point_size <- function(n) if (n > 1000L) 0.4 else 0.7

# Returns a panel, of new_panel(), with a histogram.
#   breaks  of the bars, as hist() takes them
#   limit   a value that is marked and always in sight, or NULL
#   values  numbers that are counted;  title, xlab: of the panel and of the horizontal axis
#   ...     further arguments of new_panel(), such as note and ticks
histogram_panel <- function(values, title, xlab, breaks = "Sturges", limit = NULL, ...) {
  if (!length(values)) return(new_panel(list(), 0:1, 0:1, title, xlab, "points", ...))
  histogram <- graphics::hist(values, breaks, plot = FALSE)
  bars <- rects_layer(histogram$breaks[-length(histogram$breaks)], histogram$breaks[-1L], 0,
                      histogram$counts, "grey85", "grey40", free = TRUE)
  new_panel(
    list(bars, if (!is.null(limit)) rule_layer(limit)), range(histogram$breaks, limit),
    c(0, max(histogram$counts)), title, xlab, "points", ...
  )
}

# Returns a panel, of new_panel(), with a row for each of `names`, the first one on top, with the
# name above it.
#   names        texts, one for each row
#   layers       list of what else is drawn, of new_layer(), with rows numbered from below, y = 1
#                the lowest
#   xlim         the ends of the horizontal axis;  title, xlab: of the panel and of this axis
rows_panel <- function(names, layers, xlim, title, xlab) {
  n_rows <- length(names)
  name_layer <- text_layer(rep(xlim[[1L]], n_rows), n_rows:1 + 0.45, names, across = 0,
                           size = if (n_rows > 15L) 0.6 else 0.8, ground = FALSE, room = 0.6)
  new_panel(
    c(layers, list(name_layer)), xlim, c(0.5, n_rows + 0.8), title, xlab, "",
    ticks = list(y = no_ticks)
  )
}
# Ticks of an axis that has none, as new_panel() takes them.
no_ticks <- list(value = numeric(), label = character())

# A bar from 0 for each row of rows_panel(), a layer, of new_layer().
#   values  lengths of the bars, the first one on top;  colour: one, or one for each
bar_layer <- function(values, colour = "grey20") {
  row <- rev(seq_along(values))
  line_layer(c(0 * row, values), rep(row, 2L), colour, 3, group = rep(row, 2L))
}

# Returns a panel, of new_panel(), of eigenvalues by number, some of them filled.
#   values       eigenvalues;  is_filled: of each, TRUE for a filled symbol
#   title, xlab  of the panel and of the horizontal axis;  filled: what filled ones are, in words
eigenvalue_panel <- function(values, is_filled, title, xlab, filled) {
  number <- seq_along(values)
  new_panel(
    list(
      segments_layer(number, 0, number, values, "grey60", free = TRUE),
      points_layer(number, values, "black", ifelse(is_filled, 19, 1))
    ),
    range(number), range(0, values, na.rm = TRUE), title, xlab, "eigenvalue",
    ticks = whole_ticks(number),
    note = if (!all(is_filled)) note_above(paste("filled:", filled), colour = "grey20")
  )
}

# Ticks of a horizontal axis at whole numbers, few enough for all labels to be drawn, as new_panel()
# takes them.
#   number  the numbers that are drawn along the axis
whole_ticks <- function(number) {
  value <- unique(round(pretty(number)))
  list(x = data.frame(value = value, label = value))
}
