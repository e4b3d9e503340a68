# Colors of numbers and of classes, and the keys that say what they mean.

# Lists Okabe and Ito's colors for classes, without black: any first few of them differ as much as
# they can to those who confuse red and green, and to those who do not (tools/palette.R); yellow,
# which is pale on white, is last. Further classes have dark shades of the same colors
# (dark_palette) and the colors again by turns, and another symbol (class_shapes, as pch) after each
# seven classes.
class_palette <- c(
  blue = "#0072B2", orange = "#E69F00", green = "#009E73", purple = "#CC79A7",
  `sky blue` = "#56B4E9", vermillion = "#D55E00", yellow = "#F0E442"
)
dark_palette <- grDevices::rgb(0.55 * t(grDevices::col2rgb(class_palette)), maxColorValue = 255)
class_shapes <- c(19, 17, 15, 18, 8, 4)

# The colors of what is selected and of what is drawn beside a gray curve, in all plots.
choice_colour <- class_palette[["vermillion"]]
second_colour <- class_palette[["blue"]]
third_colour <- class_palette[["orange"]]

# The color of points whose number or class is not known.
unknown_colour <- "grey80"

# Up to this number of classes have a mark of their own.
max_classes <- 40L

# Up to this number of values, whole numbers are classes, as clusters are.
max_whole_classes <- 12L

# Makes a key, a list of
#   entries  data frame label, colour, pch, lty, lwd, a row for each; pch NA: no point, lty 0: no
#            line
#   place    "beside" the points or "above" the curves, in room that the panel leaves for it
#   title    NULL or a text
#   values   NULL, or the numbers of the entries, the ticks of a bar of colors
#   ramp     NULL, or for numbers a data frame value, colour: even steps from least to greatest
new_key <- function(label, colour, pch = NA, lty = 0, lwd = 1, place = "beside", title = NULL,
                    values = NULL, ramp = NULL) {
  entries <- data.frame(label = label, colour = colour, pch = pch, lty = lty, lwd = lwd)
  list(entries = entries, place = place, title = title, values = values, ramp = ramp)
}

# Whether a key is a bar of colors; a number that is constant has one point.
#   key  of new_key(): ramp (data frame value, colour; NULL: the colors are of classes); or NULL
is_bar <- function(key) NROW(key$ramp) > 1L

# The colors of n points from a number or a class for each, or none: a list of
#   colour  a color per point, or one for all
#   shape   a symbol per point, as pch; NULL for dots
#   value   what the key says of each, a number or the name of its class; NULL without a key
#   key     NULL, or of new_key()
# A message says where classes are so many that their marks repeat.
# Its arguments:
#   colour  a number, time, or class for each of the n points (NA: not known), clusters of them
#           (cluster: the number of each), or NULL
#   title   of the key, or NULL
coloured <- function(colour, n, title = NULL) {
  if (is.null(colour)) return(list(colour = "grey20"))
  if (inherits(colour, "lapscale_clusters")) colour <- factor(colour$cluster)
  refuse_if(!(is.atomic(colour) || is.factor(colour)) || length(colour) != n,
            c("`colour` must be {n} values, one per row of the data, not {describe(colour)}.",
              i = if (rlang::is_string(colour)) "`col` gives all points one color."))
  if (is_number_of_class(colour)) colour <- factor(colour)
  # Numbers that stand for a time are numbers, too.
  if (is.numeric(colour) || inherits(colour, c("Date", "POSIXct", "difftime")))
    coloured_numbers(colour, even_ramp(as.numeric(colour)), title) else
    coloured_classes(as.factor(colour), title)
}

# What coloured() returns, for the points of some of the n rows of the data.
#   colour  a value for each of the n rows, or NULL;  rows: numbers of the rows of the points
#   title   of the key, or NULL
coloured_rows <- function(colour, rows, n, title = NULL) {
  marks <- coloured(colour, n, title)
  is_per_point <- lengths(marks) == n & names(marks) != "key"
  marks[is_per_point] <- lapply(marks[is_per_point], `[`, rows)
  marks
}

# Whether `values` are numbers that name a few classes, such as clusters: they are whole, and some
# occur again.
is_number_of_class <- function(values) {
  if (!is.numeric(values) || is.object(values) && !is.factor(values)) return(FALSE)
  finite_values <- values[is.finite(values)]
  distinct_values <- unique(finite_values)
  length(distinct_values) <= max_whole_classes && length(distinct_values) < length(finite_values) &&
    all(distinct_values == trunc(distinct_values))
}

# The marks of points by class, list(colour, shape, value, key) as of coloured(). More than
# max_classes classes have neither value nor key; without a known class all points have one color.
#   classes  factor, a class for each point, NA where unknown;  title: of the key, or NULL
coloured_classes <- function(classes, title = NULL) {
  used_levels <- levels(droplevels(classes))
  n_used <- length(used_levels)
  inform_if(n_used > max_classes,
            c("{n_used} classes have {max_classes} marks, which repeat: several classes look
               alike.",
              i = "Up to {max_classes} have different marks. Numbers have a continuous scale."),
            "colours")
  if (!n_used) return(list(colour = rep(unknown_colour, length(classes))))
  colours <- rep_len(unname(c(class_palette, dark_palette)), nlevels(classes))
  shapes <- rep_len(rep(class_shapes, each = length(class_palette)), nlevels(classes))
  level_numbers <- match(used_levels, levels(classes))
  is_known <- !is.na(classes)
  unknown_label <- if (!all(is_known)) "NA"
  list(
    colour = ifelse(is_known, colours[as.integer(classes)], unknown_colour),
    shape = ifelse(is_known, shapes[as.integer(classes)], 19),
    value = if (n_used <= max_classes) ifelse(is_known, as.character(classes), unknown_label),
    key = if (n_used <= max_classes) {
      new_key(c(used_levels, unknown_label),
              c(colours[level_numbers], unknown_colour[!is.null(unknown_label)]),
              pch = c(shapes[level_numbers], 19[!is.null(unknown_label)]), title = title)
    }
  )
}

# Returns symbols (pch) of the entries of the key of a panel, one for each: that of the points of an
# entry if they have one in common, else its own.
#   panel  of new_panel(): key (of new_key()), layers (that of the points has main, TRUE, and data
#          with shape and value, a row per point)
#   pch    the user's symbols: one for all points, or several
shapes_of_key <- function(panel, pch) {
  entries <- panel$key$entries
  if (length(pch) == 1L) return(rep(pch, nrow(entries)))
  data <- Find(function(layer) isTRUE(layer$main), panel$layers)$data
  shapes <- lapply(entries$label, function(label) unique(data$shape[data$value %in% label]))
  ifelse(lengths(shapes) == 1L, vapply(shapes, `[`, data$shape[1L], 1L), entries$pch)
}

# ---- what a user gives ---------------------------------------------------------------------------

# Tells what colors n points from the arguments of plot(): list(given, colour, title), as below:
# names of colors end up as `col` in `given`, values as `colour`.
#   given     list(...), of which a `col` with a value for each of the n rows is taken as `colour`
#   colour    what the user gave: a value for each row, or NULL;  title: of its key
#   col_expr  what the user typed as `col`, an expression
#   as_col    whether names of colors as `colour` are `col`
resolve_colour <- function(given, colour, title, n, col_expr, as_col = FALSE) {
  if (as_col && is.character(colour) && all(is.na(colour) | is_colour(colour))) {
    given$col <- given[["col"]] %||% colour
    return(list(given = given, colour = NULL, title = NULL))
  }
  if (is.null(colour) && is_by_row(given[["col"]], n)) {
    inform(c("`col` has a value for each row, and is taken as `colour`, which has a key.",
             i = "As `colour` it needs no words. For colors of your own, use their names."), "col")
    colour <- given[["col"]]
    title <- title_of_colour(col_expr)
    given[["col"]] <- NULL
  }
  list(given = given, colour = colour, title = title)
}

# Whether `col`, as the user gave it, holds values for n rows that colors should show, not colors.
is_by_row <- function(col, n) {
  if (length(col) != n || n < 2L) return(FALSE)
  is.factor(col) || !is.character(col) || !all(is.na(col) | is_colour(col))
}

# Which of some words are colors.
is_colour <- function(words) {
  vapply(words, function(word) {
    tryCatch(is.matrix(grDevices::col2rgb(word)), error = function(e) FALSE)
  }, NA)
}

# Whether plot() of base graphics takes values as colors: their names, or numbers of the palette.
can_be_colours <- function(values) {
  if (is.character(values)) return(all(is.na(values) | is_colour(values)))
  values <- values[!is.na(values)]
  is.null(values) || !is.object(values) && is.numeric(values) && all(values >= 0 & values %% 1 == 0)
}

# The name of what colors the points, such as `Species` of iris$Species or factor(iris$Species), or
# NULL. In it, `is_named` is TRUE where the last element of the call is that name.
#   ...  expressions, of which the first that is not NULL is read
title_of_colour <- function(...) {
  expr <- Filter(Negate(is.null), list(...))[1L][[1L]]
  while (is.call(expr)) {
    operator <- if (is.name(expr[[1L]])) as.character(expr[[1L]]) else ""
    is_named <- operator == "$" || operator %in% c("[", "[[") && is.character(expr[[length(expr)]])
    expr <- if (is_named) expr[[length(expr)]] else
      if (operator == "[" && length(expr) == 3L) expr[[2L]] else
        if (operator %in% c("factor", "as.factor")) argument_x(expr)
  }
  if (is.name(expr) || is.character(expr)) as.character(expr)
}

# The argument `x` of a call, the one of this name or else the first without a name, as the user
# typed it; NULL if there is none.
argument_x <- function(call) {
  args <- as.list(call)[-1L]
  args[["x"]] %||% args[!nzchar(names(args) %||% character(length(args)))][1L][[1L]]
}

# ---- numbers -------------------------------------------------------------------------------------

# Gives numbers the color of the ramp's last number that is not above them: list(colour, value, key)
# as of coloured(), colour alone if no number is known.
#   values  numbers or times, one per point, NA where unknown
#   ramp    of even_ramp(): data frame of value, increasing, and colour
#   title   of the key, or NULL
#   ticks   of the key, list(value, label); NULL: round numbers, times as they are written
coloured_numbers <- function(values, ramp, title = NULL, ticks = NULL) {
  numbers <- as.numeric(values)
  is_known <- is.finite(numbers)
  if (!any(is_known)) return(list(colour = rep(unknown_colour, length(numbers))))
  if (!all(is_known)) title <- paste(c(title, "(gray: NA)"), collapse = " ")
  ramp <- ramp[!duplicated(ramp$value), ]
  colour_of <- function(values) ramp$colour[pmax(findInterval(values, ramp$value), 1L)]
  ticks <- ticks %||% round_ticks(values[is_known], range(ramp$value))
  key <- new_key(
    ticks$label, colour_of(ticks$value), pch = 19, title = title, values = ticks$value, ramp = ramp
  )
  list(colour = ifelse(is_known, colour_of(numbers), unknown_colour), value = numbers, key = key)
}

# Finds round numbers between two ends, or round times if the values are times; the value itself if
# it is constant: list(value: numbers; label: texts).
#   values  numbers or times, all known;  ends: two numbers
round_ticks <- function(values, ends) {
  is_constant <- ends[[1]] == ends[[2]]
  ticks <- if (is_constant) values[[1]] else pretty(values, 4L)
  if (inherits(values, "difftime")) ticks <- as.difftime(as.numeric(ticks), units = units(values))
  label <- attr(ticks, "labels") %||% format(ticks, digits = 7L, trim = TRUE)
  value <- as.numeric(ticks)
  is_inside <- is_constant | (value >= ends[[1]] & value <= ends[[2]])
  list(value = value[is_inside], label = label[is_inside])
}

# The color of words on each of `colours`: black on pale colors and white on dark ones.
readable_on <- function(colours) {
  lightness <- drop(c(0.299, 0.587, 0.114) %*% grDevices::col2rgb(colours)) / 255
  ifelse(lightness > 0.5, "black", "white")
}

# Spreads colors evenly from the least number to the greatest: a data frame of value, increasing,
# and colour, a row per color.
#   values  numbers, of which the ends of those that are finite are taken;  colours: from the least
#           to the greatest
even_ramp <- function(values, colours = grDevices::hcl.colors(64L, "viridis")) {
  values <- values[is.finite(values)]
  ends <- if (length(values)) range(values) else c(0, 0)
  data.frame(value = seq(ends[[1]], ends[[2]], length.out = length(colours)), colour = colours)
}
