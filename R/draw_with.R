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
