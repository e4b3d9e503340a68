# Colors of numbers and of classes, and the keys that say what they mean.

# Lists Okabe and Ito's colors for classes, without black: any first few of them differ as much as
# they can to those who confuse red and green (tools/palette.R); yellow, which is pale on white, is
# last.
class_palette <- c(
  blue = "#0072B2", orange = "#E69F00", green = "#009E73", `sky blue` = "#56B4E9",
  vermillion = "#D55E00", purple = "#CC79A7", yellow = "#F0E442"
)

# Names the colors of what is selected and of what is drawn beside a gray curve, in all plots.
choice_colour <- class_palette[["vermillion"]]
second_colour <- class_palette[["blue"]]
third_colour <- class_palette[["orange"]]

# Is the color of points whose number or class is not known.
unknown_colour <- "grey80"

# Up to this number of classes have a key, and up to this number are named at their points.
max_classes_with_key <- length(class_palette)
max_classes_named <- 40L

# Up to this number of values, whole numbers are classes, as clusters are.
max_whole_classes <- 12L

# A key is a list of
#   entries  data frame label, colour, pch, lty, lwd; pch NA: no point, lty 0: no line
#   place    "beside" the points or "above" the curves, in room that the panel leaves for it
#   title    NULL or a text
#   at       NULL, or the numbers of the entries
#   ramp     NULL, or for numbers a data frame at, colour: from which number on they have a color
new_key <- function(label, colour, pch = NA, lty = 0, lwd = 1, place = "beside", title = NULL,
                    at = NULL, ramp = NULL) {
  entries <- data.frame(label = label, colour = colour, pch = pch, lty = lty, lwd = lwd)
  list(entries = entries, place = place, title = title, at = at, ramp = ramp)
}

# Finds the colors of n points from a number or a class for each, or none: a list of
#   colour  a color per point
#   value   what the key says of each; NULL without a key
#   key     NULL or a key
#   named   the classes if they are too many for a key, and named where they lie; else NULL
# A message says where classes are so many that colors repeat without a name.
coloured <- function(colour, n, title = NULL, max_classes = max_classes_named) {
  if (is.null(colour)) return(list(colour = "grey20"))
  refuse_if(!(is.atomic(colour) || is.factor(colour)) || length(colour) != n,
            "`colour` must be {n} values, one per row of the data, not {describe(colour)}.")
  if (is_number_of_class(colour)) colour <- factor(colour)
  # Numbers that stand for a time are numbers, too.
  if (is.numeric(colour) || inherits(colour, c("Date", "POSIXct", "difftime"))) {
    coloured_numbers(colour, even_ramp(as.numeric(colour)), title)
  } else {
    coloured_classes(as.factor(colour), title, max_classes)
  }
}

# Tells whether numbers name a few classes, such as clusters: they are whole, and some occur again.
is_number_of_class <- function(values) {
  if (!is.numeric(values) || is.object(values) && !is.factor(values)) return(FALSE)
  known <- values[is.finite(values)]
  different <- unique(known)
  length(different) <= max_whole_classes && length(different) < length(known) &&
    all(different == trunc(different))
}

coloured_classes <- function(classes, title = NULL, max_classes = max_classes_named) {
  shown <- levels(droplevels(classes))
  inform_if(length(shown) > max_classes,
            c("{length(shown)} classes have {max_classes_with_key} colors, which repeat: several
               classes look alike.",
              i = "Up to {max_classes} have different colors. Numbers have a continuous scale."),
            "colours")
  colours <- rep_len(unname(class_palette), nlevels(classes))
  colour <- colours[as.integer(classes)]
  colour[is.na(colour)] <- unknown_colour
  if (length(shown) > max_classes_with_key) {
    named <- if (length(shown) <= max_classes) factor(classes, shown)
    return(list(colour = colour, named = named))
  }
  key <- if (length(shown)) {
    new_key(shown, colours[match(shown, levels(classes))], pch = 19, title = title)
  }
  list(colour = colour, value = if (!is.null(key)) as.character(classes), key = key)
}

# ---- numbers -------------------------------------------------------------------------------------

# Gives numbers the color of the ramp's last number that is not above them. The key holds the
# greatest value, the quartiles and the least, times as they are written.
coloured_numbers <- function(values, ramp, title = NULL) {
  numbers <- as.numeric(values)
  known <- is.finite(numbers)
  if (!any(known)) return(list(colour = rep(unknown_colour, length(numbers))))
  ramp <- ramp[!duplicated(ramp$at), ]
  colours <- function(of) ramp$colour[pmax(findInterval(of, ramp$at), 1L)]
  five <- order(numbers[known])[round(stats::quantile(seq_len(sum(known)), 4:0 / 4))]
  shown <- values[known][five]
  five <- as.numeric(shown)
  label <- if (is.object(shown)) format(shown) else number_labels(five)
  five <- five[!duplicated(label)]
  key <- new_key(unique(label), colours(five), pch = 19, title = title, at = five, ramp = ramp)
  list(colour = ifelse(known, colours(numbers), unknown_colour), value = numbers, key = key)
}

# Spreads colors evenly from the least number to the greatest.
even_ramp <- function(values, colours = grDevices::hcl.colors(64L, "viridis")) {
  values <- values[is.finite(values)]
  ends <- if (length(values)) range(values) else c(0, 0)
  data.frame(at = seq(ends[[1]], ends[[2]], length.out = length(colours)), colour = colours)
}

# Writes numbers as exactly as a hundredth of their range asks for; those that differ by rounding
# only are the same.
number_labels <- function(five) {
  five <- signif(five, 8)
  width <- five[[1]] - five[[5]]
  format(if (width > 0) round(five, 2 - floor(log10(width))) else five, digits = 7)
}

# ---- names where classes lie --------------------------------------------------------------------

# Places the names of classes, each at the middle of its points.
names_layer <- function(x, y, classes) {
  middle <- function(values) as.vector(tapply(values, classes, stats::median, na.rm = TRUE))
  ends <- range(y, finite = TRUE)
  share <- share_of(middle(x), range(x, finite = TRUE))
  height <- spread_names(share, share_of(middle(y), ends), levels(classes))
  text_layer(middle(x), ends[[1]] + diff(ends) * height, levels(classes), across = share, size = 1)
}

# Moves names up until none is over another, with letters and lines as large as they are in a panel
# that fills a page.
#   across, height  the shares of the panel at which they are
spread_names <- function(across, height, names) {
  width <- nchar(names, "chars", allowNA = TRUE) / 60
  line <- 1 / 25
  placed <- integer()
  for (i in order(height)) {
    for (j in placed[order(height[placed])]) {
      over <- abs(across[[i]] - across[[j]]) < (width[[i]] + width[[j]]) / 2 &&
        height[[i]] < height[[j]] + line
      if (isTRUE(over)) height[[i]] <- height[[j]] + line
    }
    placed <- c(placed, i)
  }
  height - max(0, height - 1, na.rm = TRUE)
}
