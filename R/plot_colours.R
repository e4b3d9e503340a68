# Colours of numbers and of classes.

# Colours of numbers, linear between the least and the greatest of `among`.
scale_colours <- function(values, among = values) {
  range <- range(among, na.rm = TRUE, finite = TRUE)
  share <- if (range[[1]] < range[[2]]) (values - range[[1]]) / diff(range) else 0 * values
  grDevices::hcl.colors(64L, "viridis")[1 + floor(63 * pmin(pmax(share, 0), 1))]
}

# The same as numbers and their colours, increasing, for scales that are continuous: each colour in
# the middle of its numbers.
colour_ramp <- function(among) {
  range <- range(among, na.rm = TRUE, finite = TRUE)
  share <- c(0, (1:62 + 0.5) / 63, 1)
  data.frame(
    at = range[[1]] + diff(range) * share, colour = grDevices::hcl.colors(64L, "viridis")
  )
}

# Of points whose number or class is not known.
unknown_colour <- "grey80"

# Okabe and Ito's colours for classes, without black: any first few of them differ as much as they
# can to those who confuse red and green (tools/palette.R); yellow, which is pale on white, is last.
class_palette <- c(
  blue = "#0072B2", orange = "#E69F00", green = "#009E73", `sky blue` = "#56B4E9",
  vermillion = "#D55E00", purple = "#CC79A7", yellow = "#F0E442"
)

# What is chosen, and what stands beside a curve in grey, in all pictures.
choice_colour <- class_palette[["vermillion"]]
second_colour <- class_palette[["blue"]]
third_colour <- class_palette[["orange"]]

# A colour per level; from the eighth on they come again, and the classes are named in the picture.
level_colours <- function(classes) rep_len(unname(class_palette), nlevels(classes))

# So many classes have a key.
most_with_key <- length(class_palette)

# Numbers, with those that stand for a time: a Date, a POSIXct, a difftime.
is_number <- function(colour) {
  is.numeric(colour) || inherits(colour, c("Date", "POSIXct", "difftime"))
}

# A colour per row, from numbers or classes.
value_colours <- function(colour, n) {
  if (is.null(colour)) {
    return("grey20")
  }
  check_colour(colour, n)
  if (is_number(colour)) {
    return(scale_colours(as.numeric(colour)))
  }
  classes <- as.factor(colour)
  level_colours(classes)[as.integer(classes)]
}

check_colour <- function(colour, n) {
  if ((is.atomic(colour) || is.factor(colour)) && length(colour) == n) {
    return(invisible())
  }
  abort_argument(
    "`colour` must be {n} values, one per row of the data, not {describe(colour)}."
  )
}

# What colours by numbers or classes mean; NULL for more classes than there are colours and for
# nothing known.
colour_key <- function(colour, title = NULL) {
  if (is_number(colour)) {
    return(number_key(as.numeric(colour), title = title, label = labels_like(colour)))
  }
  shown <- seen_levels(colour)
  if (!length(shown) || length(shown) > most_with_key) {
    return(NULL)
  }
  classes <- as.factor(colour)
  new_key(shown, level_colours(classes)[match(shown, levels(classes))], pch = 19, title = title)
}

# Of n points the colours and what the key says of them: list(colour, value, key).
#   most  so many classes are told apart by a key or names
coloured <- function(colour, n, most = most_with_names) {
  colours <- value_colours(colour, n)
  note_repeated(colour, most)
  colours[is.na(colours)] <- unknown_colour
  key <- if (!is.null(colour)) colour_key(colour)
  value <- if (!is.null(key)) if (is_number(colour)) as.numeric(colour) else as.character(colour)
  list(colour = colours, value = value, key = key)
}

# Points so coloured; many are small.
coloured_points <- function(x, y, shown) {
  points_layer(x, y, shown$colour, size = point_size(length(x)), value = shown$value, free = TRUE)
}

point_size <- function(n) if (n > 1000L) 0.4 else 0.7

seen_levels <- function(colour) levels(droplevels(as.factor(colour)))

# Says so where colours come again and nothing in the picture tells their classes apart.
note_repeated <- function(colour, most = most_with_names) {
  if (is.null(colour) || is_number(colour)) {
    return(invisible())
  }
  n <- length(seen_levels(colour))
  if (n > most) {
    inform(
      c("{n} classes have {most_with_key} colours, which repeat: several classes look alike.",
        i = "Up to {most} are told apart; numbers have a colour each."),
      "colours"
    )
  }
}
