# What the base pictures have in common.

# Draws with `defaults`, which the user's own arguments replace.
draw_with <- function(draw, defaults, ...) {
  do.call(draw, utils::modifyList(defaults, list(...)))
}

# Whether the user's `log`, or else `usual`, asks for logarithms upwards.
log_upwards <- function(usual, ...) grepl("y", list(...)[["log"]] %||% usual, fixed = TRUE)

# A grey band from lower to upper, as high as the frame.
shade_interval <- function(lower, upper) {
  # par("usr") holds logarithms to base 10 on log axes.
  ends <- graphics::par("usr")[3:4]
  if (graphics::par("ylog")) ends <- 10^ends
  graphics::rect(lower, ends[[1]], upper, ends[[2]], col = "grey92", border = NA)
  graphics::box()
}

# A title in letters small enough for the width of the figure.
fitted_title <- function(main, line = 1.7) {
  usual <- graphics::par("cex.main")
  width <- graphics::strwidth(main, "inches", cex = usual, font = graphics::par("font.main"))
  # It is centred over the plot, whose right margin is the narrower one.
  margins <- graphics::par("mai")[c(2, 4)]
  room <- graphics::par("pin")[[1]] + 1.9 * min(margins)
  graphics::title(main, line = line, cex.main = usual * min(1, room / max(width)))
}
