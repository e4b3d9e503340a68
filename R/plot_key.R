# The key of a picture: what colours, lines and points mean.

# A key is a list of
#   entries  data frame label, colour, pch, lty, lwd; NA: no point, no line
#   place    "beside" the points or "above" the curves, in room that the panel leaves for it
#   title    NULL or a text
#   at       NULL, or the numbers of the entries
#   ramp     NULL, or for numbers a data frame at, colour: the colours of all numbers
new_key <- function(label, colour, pch = NA, lty = NA, lwd = 1, place = "beside", title = NULL,
                    at = NULL, ramp = NULL) {
  entries <- data.frame(label = label, colour = colour, pch = pch, lty = lty, lwd = lwd)
  list(entries = entries, place = place, title = title, at = at, ramp = ramp)
}

# Of coloured numbers: greatest value, quartiles and least, as exact as a hundredth of their range
# asks for; NULL where none is known.
#   colours  function(five): the colours of these, from the greatest to the least
#   label    function(five): what is written, alike for those that are not to be told apart
number_key <- function(values, colours = function(five) scale_colours(five, values),
                       ramp = colour_ramp, title = NULL, label = number_labels) {
  values <- values[is.finite(values)]
  if (!length(values)) {
    return(NULL)
  }
  exact <- rev(stats::quantile(values, names = FALSE))
  names <- label(exact)
  # Equal values have the colour of the middle.
  shown <- if (any(names != names[[1]])) which(!duplicated(names)) else 3L
  new_key(names[shown], colours(exact)[shown], pch = 19, title = title, at = exact[shown],
          ramp = ramp(values))
}

number_labels <- function(exact) {
  # Values that differ by rounding only are the same.
  five <- signif(exact, 8)
  width <- five[[1]] - five[[5]]
  format(if (width > 0) round(five, 2 - floor(log10(width))) else five, digits = 7)
}

# The same for numbers that stand for a time: as dates, with the time of day within ten days, or
# with their unit.
labels_like <- function(values) {
  if (inherits(values, "difftime")) {
    return(function(exact) paste(number_labels(exact), attr(values, "units")))
  }
  if (inherits(values, "Date")) {
    return(function(exact) format(.Date(exact)))
  }
  if (!inherits(values, "POSIXct")) {
    return(number_labels)
  }
  zone <- attr(values, "tzone") %||% ""
  function(exact) {
    width <- exact[[1]] - exact[[5]]
    time <- if (width > 864000) "" else if (width > 600) " %H:%M" else " %H:%M:%S"
    format(.POSIXct(exact, zone), paste0("%Y-%m-%d", time))
  }
}

legend_size <- 0.8

# A key as arguments of legend().
legend_arguments <- function(key) {
  entries <- key$entries
  lines <- !is.na(entries$lty)
  c(
    list(legend = entries$label, col = entries$colour),
    if (!all(is.na(entries$pch))) list(pch = entries$pch),
    if (any(lines)) list(lty = entries$lty, lwd = ifelse(lines, entries$lwd, NA), seg.len = 1.5),
    if (!is.null(key$title)) list(title = key$title)
  )
}

# A key as a legend with the share of the panel that it takes. To be called on a new page.
#   whole  whether the page is for the key alone
fitted_key <- function(key, whole = FALSE) {
  if (is.null(key)) {
    return(list(legend = NULL, width = 0, height = 0))
  }
  graphics::plot.window(c(0, 1), c(0, 1), xaxs = "i", yaxs = "i")
  legend <- legend_arguments(key)
  if (key$place == "beside") tall_legend(legend, if (whole) 1 else 0.5) else wide_legend(legend)
}

# The share of the panel that a legend takes.
legend_share <- function(legend) {
  do.call(graphics::legend, c(list("top", plot = FALSE), legend))$rect
}

# Small enough for the panel's height and for so much of its width.
tall_legend <- function(legend, most = 0.5) {
  legend <- c(legend, list(bty = "n", cex = legend_size))
  taken <- legend_share(legend)
  while ((taken$w > most || taken$h > 1) && legend$cex > 0.2) {
    legend$cex <- 0.9 * legend$cex
    taken <- legend_share(legend)
  }
  list(legend = c(list("topright"), legend), width = min(taken$w, most), height = 0)
}

# In as few rows as the panel has room for, small enough for a third of its height; it hides the
# lines that run through it.
wide_legend <- function(legend) {
  # A blank between the columns.
  legend$legend <- paste0(legend$legend, " ")
  legend <- c(legend, list(bg = "white", box.col = NA, inset = 0.01))
  for (cex in legend_size * 0.9^(0:9)) {
    for (columns in rev(seq_along(legend$legend))) {
      fitted <- c(legend, list(ncol = columns, cex = cex))
      taken <- legend_share(fitted)
      if (taken$w <= 0.98) break
    }
    if (taken$w <= 0.98 && taken$h <= 0.35) break
  }
  list(legend = c(list("top"), fitted), width = 0, height = min(taken$h + 0.02, 0.6))
}

# Limits of an axis that leave its upper `share` free.
room_above <- function(limits, share, log = FALSE) {
  if (log) {
    return(10^room_above(log10(limits), share))
  }
  limits + c(0, diff(limits) * share / (1 - share))
}

# The same beside the points, which may all be in one place.
room_beside <- function(x, share) {
  limits <- range(x, finite = TRUE)
  if (diff(limits) == 0) limits <- limits + c(-0.5, 0.5)
  room_above(limits, share)
}
