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

# A colour per level.
level_colours <- function(classes) {
  grDevices::hcl.colors(max(2L, nlevels(classes)), "Dark 3")[seq_len(nlevels(classes))]
}

# A colour per row, from numbers or classes.
value_colours <- function(colour, n, call = caller_env()) {
  if (is.null(colour)) {
    return("grey20")
  }
  check_colour(colour, n, call)
  if (is.numeric(colour)) {
    return(scale_colours(as.numeric(colour)))
  }
  classes <- as.factor(colour)
  level_colours(classes)[as.integer(classes)]
}

check_colour <- function(colour, n, call = caller_env()) {
  if ((is.atomic(colour) || is.factor(colour)) && length(colour) == n) {
    return(invisible())
  }
  abort_argument(
    "`colour` must be {n} values, one per row of the data, not {describe(colour)}.",
    call = call
  )
}

# What colours by numbers or classes mean; NULL for many classes and for nothing known.
colour_key <- function(colour) {
  if (is.numeric(colour)) {
    return(number_key(as.numeric(colour)))
  }
  classes <- as.factor(colour)
  shown <- levels(droplevels(classes))
  if (!length(shown) || length(shown) > 12L) {
    return(NULL)
  }
  new_key(shown, level_colours(classes)[match(shown, levels(classes))], pch = 19)
}
