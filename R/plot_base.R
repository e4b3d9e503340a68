# What the base pictures have in common.

# Draws with `defaults`, which the user's own arguments replace.
draw_with <- function(draw, defaults, ...) {
  do.call(draw, utils::modifyList(defaults, list(...)))
}

# plot() on the page that is there, with what the user asks in place of the defaults.
plot_here <- function(defaults, settings) {
  on.exit(graphics::par(new = FALSE))
  graphics::par(new = TRUE)
  do.call(graphics::plot, utils::modifyList(defaults, settings))
}

# The same with a title in letters small enough.
draw_over <- function(defaults, settings, title) {
  title <- settings$main %||% title
  settings$main <- ""
  plot_here(defaults, settings)
  if (!isFALSE(settings$ann)) fitted_title(title, settings = settings)
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

# Letters of the usual size, or small enough that the text is no longer than `room`, in inches.
fitted_size <- function(text, usual, room, font = NULL) {
  usual * min(1, room / max(graphics::strwidth(text, "inches", cex = usual, font = font)))
}

# A title no wider than the frame.
fitted_title <- function(main, line = 1.7, settings = list()) {
  font <- settings$font.main %||% graphics::par("font.main")
  usual <- settings$cex.main %||% graphics::par("cex.main")
  graphics::title(
    main, line = line, font.main = font,
    cex.main = fitted_size(main, usual, graphics::par("pin")[[1]], font),
    col.main = settings$col.main %||% graphics::par("col.main")
  )
}

# The label of the vertical axis, no longer than that.
fitted_ylab <- function(ylab, settings = list()) {
  if (isFALSE(settings$ann)) {
    return(invisible())
  }
  font <- settings$font.lab %||% graphics::par("font.lab")
  usual <- settings$cex.lab %||% graphics::par("cex.lab")
  graphics::title(
    ylab = ylab, font.lab = font,
    cex.lab = fitted_size(ylab, usual, graphics::par("pin")[[2]], font),
    col.lab = settings$col.lab %||% graphics::par("col.lab")
  )
}

# A line of text above the frame, centred or as near to `at` as the panel allows, made small enough
# for it.
write_above <- function(text, line, at = NULL, cex = 1, ...) {
  needed <- graphics::strwidth(text, "inches", cex = cex)
  room <- graphics::par("pin")[[1]]
  ends <- graphics::par("usr")[1:2]
  if (!is.null(at) && graphics::par("xlog")) at <- log10(at)
  share <- if (is.null(at)) 0.5 else (at - ends[[1]]) / diff(ends)
  size <- cex * graphics::par("cex") * min(1, 0.95 * room / needed)
  graphics::mtext(text, adj = min(1, max(0, share)), line = line, cex = size, ...)
}

# A horizontal axis that counts: no ticks between whole numbers.
count_axis <- function(settings = list()) {
  if (isFALSE(settings$axes) || identical(settings$xaxt, "n")) {
    return(invisible())
  }
  at <- graphics::axTicks(1)
  at <- at[abs(at - round(at)) < 1e-8]
  graphics::axis(1, at, cex.axis = settings$cex.axis %||% graphics::par("cex.axis"))
}
