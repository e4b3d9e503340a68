# Ticks: those of logarithmic axes, the same for both devices, and labels of base graphics that stay
# clear of others.

# Round numbers between the ends of a logarithmic axis, two numbers above 0.
log_places <- function(ends) grDevices::axisTicks(log10(range(ends)), log = TRUE, nint = 5)

# Labels of the numbers `values`, above 0: texts, or expressions of powers of ten if all are such
# powers and one is far from 1.
log_labels <- function(values) {
  powers <- round(log10(values))
  if (any(abs(powers) > 3, na.rm = TRUE) && isTRUE(all.equal(values, 10^powers))) {
    return(as.expression(lapply(powers, function(k) bquote(10^.(k)))))
  }
  is_short <- all(abs(powers) < 5, na.rm = TRUE)
  vapply(values, format, "", digits = 3, scientific = if (is_short) FALSE else NA)
}

# Ticks of the current panel whose labels do not reach beyond their axis, where labels of the next
# panel are: list(value, label). In it, `ends` are those of the axis, in inches.
#   side  of the axis, 1 (below) or 2 (left);  las: how its labels lie, as in axis(), 0 or 1
ticks_within <- function(side, las) {
  value <- graphics::axTicks(side)
  label <- format(value, trim = TRUE)
  size_of <- if (side == 2L && las == 1) graphics::strheight else graphics::strwidth
  half_inches <- size_of(label, "inches", cex = graphics::par("cex.axis")) / 2
  convert <- if (side == 1L) graphics::grconvertX else graphics::grconvertY
  ends <- convert(graphics::par("usr")[2L * side - 1:0], "user", "inches")
  tick_inches <- convert(value, "user", "inches")
  is_within <- tick_inches - half_inches >= ends[[1L]] & tick_inches + half_inches <= ends[[2L]]
  list(value = value[is_within], label = label[is_within])
}

# The size of the names of rows at the left of the current panel, as cex, at which they fit: no name
# is higher than its row. Their margin is made as wide as they need, up to half of the width. NULL
# if the ticks of the panel are not names.
#   panel  of new_panel(): ticks (y: list of value and label; NULL: the usual ones), ylab (not "" if
#          ticks are no names), ylim
fit_row_names <- function(panel) {
  label <- panel$ticks$y$label
  if (nzchar(panel$ylab) || !length(label)) return(NULL)
  row_inches <- graphics::par("pin")[[2L]] / (1.08 * diff(panel$ylim))
  gap <- (0.5 + graphics::par("mgp")[[2L]]) * graphics::par("csi") * graphics::par("mex")
  width <- max(graphics::strwidth(label, "inches"))
  height <- 1.4 * graphics::strheight("M", "inches")
  size <- max(0.1, min(1, row_inches / height, (graphics::par("fin")[[1L]] / 2 - gap) / width))
  margins <- graphics::par("mai")
  graphics::par(mai = replace(margins, 2L, max(margins[[2L]], size * width + gap)))
  size
}

# Whether labels of ticks (texts), upright at the vertical axis, are clear of its own label.
fit_upright <- function(labels) {
  width <- max(graphics::strwidth(labels, "inches", cex = graphics::par("cex.axis")), 0)
  available_lines <- diff(rev(graphics::par("mgp")[1:2])) - 0.25
  width <= available_lines * graphics::par("csi") * graphics::par("cex")
}
