# Text in pictures; in base graphics made small enough for its room.

# What is written as part of a sentence, as a title.
as_title <- function(text) paste0(toupper(substr(text, 1L, 1L)), substring(text, 2L))

# Letters of the usual size, or small enough that the text is no longer than `room`, in inches.
fitted_size <- function(text, usual, room, font = NULL) {
  if (!length(text)) {
    return(usual)
  }
  usual * min(1, room / max(graphics::strwidth(text, "inches", cex = usual, font = font)))
}

# A title no wider than the frame.
fitted_title <- function(main, settings = list()) {
  font <- settings$font.main %||% graphics::par("font.main")
  usual <- settings$cex.main %||% graphics::par("cex.main")
  graphics::title(
    main, line = 1.7, font.main = font,
    cex.main = fitted_size(main, usual, graphics::par("pin")[[1]], font),
    col.main = settings$col.main %||% graphics::par("col.main")
  )
}

# The label of the vertical axis, no longer than that.
fitted_ylab <- function(ylab, settings = list()) {
  font <- settings$font.lab %||% graphics::par("font.lab")
  usual <- settings$cex.lab %||% graphics::par("cex.lab")
  graphics::title(
    ylab = ylab, font.lab = font,
    cex.lab = fitted_size(ylab, usual, graphics::par("pin")[[2]], font),
    col.lab = settings$col.lab %||% graphics::par("col.lab")
  )
}

# A note above the frame, as near to its place as the panel allows, made small enough for it.
write_above <- function(note) {
  needed <- graphics::strwidth(note$text, "inches")
  room <- graphics::par("pin")[[1]]
  ends <- graphics::par("usr")[1:2]
  at <- note$at
  if (!is.null(at) && graphics::par("xlog")) at <- log10(at)
  share <- if (is.null(at)) 1 else (at - ends[[1]]) / diff(ends)
  size <- graphics::par("cex") * min(1, 0.95 * room / needed)
  graphics::mtext(note$text, adj = min(1, max(0, share)), line = 0.2, cex = size,
                  col = note$colour)
}
