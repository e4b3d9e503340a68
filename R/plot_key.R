# Legends in room that the panel reserves for them, and the keys of colours.

legend_size <- 0.8

# A legend with the share of the panel that it takes, made small enough for the panel's height and
# for `most` of its width. To be called on a new page.
measured_legend <- function(legend, most) {
  graphics::plot.window(c(0, 1), c(0, 1), xaxs = "i", yaxs = "i")
  share <- function(cex) {
    legend$cex <- cex
    do.call(graphics::legend, c(list("top", plot = FALSE), legend))$rect
  }
  cex <- legend_size
  taken <- share(cex)
  while ((taken$w > most || taken$h > 1) && cex > 0.2) {
    cex <- 0.9 * cex
    taken <- share(cex)
  }
  list(legend = c(legend, cex = cex), width = min(taken$w, most), height = min(taken$h, 0.9))
}

# The same in as few rows as the panel has room for; it hides the lines that run through it.
wide_legend <- function(legend) {
  # A blank between the columns.
  legend$legend <- paste0(legend$legend, " ")
  legend <- c(legend, list(bg = "white", box.col = NA, inset = 0.01))
  for (columns in rev(seq_along(legend$legend))) {
    key <- measured_legend(c(legend, ncol = columns), 0.98)
    if (key$legend$cex == legend_size) break
  }
  key$height <- min(key$height + 0.02, 0.9)
  key
}

# Draws a measured legend, if there is one.
draw_key <- function(key, where) {
  if (!is.null(key$legend)) do.call(graphics::legend, c(list(where), key$legend))
}

no_key <- list(legend = NULL, width = 0, height = 0)

# Limits of the vertical axis that leave the upper `share` of the panel free.
room_above <- function(limits, share, log = FALSE) {
  if (log) {
    return(10^room_above(log10(limits), share))
  }
  limits + c(0, diff(limits) * share / (1 - share))
}

# Limits of the horizontal axis that leave its right `share` free.
room_beside <- function(x, share) {
  limits <- range(x, finite = TRUE)
  if (diff(limits) == 0) limits <- limits + c(-0.5, 0.5)
  room_above(limits, share)
}

# Colours of numbers, linear between the least and the greatest of `among`.
scale_colours <- function(values, among = values) {
  range <- range(among, na.rm = TRUE, finite = TRUE)
  share <- if (range[[1]] < range[[2]]) (values - range[[1]]) / diff(range) else 0 * values
  grDevices::hcl.colors(64L, "viridis")[1 + floor(63 * share)]
}

# The key of coloured numbers, as arguments of legend(): greatest value, quartiles and least, as
# exact as a hundredth of their range asks for.
#   colours  function(five): the colours of these, from the greatest to the least
value_key <- function(values, colours) {
  values <- values[is.finite(values)]
  if (!length(values)) {
    return(NULL)
  }
  # Values that differ by rounding only are the same.
  five <- signif(rev(stats::quantile(values, names = FALSE)), 8)
  width <- five[[1]] - five[[5]]
  names <- format(if (width > 0) round(five, 2 - floor(log10(width))) else five, digits = 7)
  # Equal values have the colour of the middle.
  shown <- if (width > 0) which(!duplicated(names)) else 3L
  list(legend = names[shown], col = colours(five)[shown], pch = 19, bty = "n")
}
