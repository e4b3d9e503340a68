# Pictures in base graphics: the panels with their frames, axes, titles and keys.

#   settings  the user's graphical parameters, which replace those of the picture
plot_picture <- function(drawn, settings = list()) {
  guard_graphics(draw_panels(drawn, settings))
}

# What the device refuses, such as a colour or limits that are none, as an error of ours.
guard_graphics <- function(expr) {
  tryCatch(expr, simpleError = function(e) {
    said <- conditionMessage(e)
    abort("The picture cannot be drawn: {said}.", "picture")
  })
}

draw_panels <- function(drawn, settings) {
  settings <- settings[!vapply(settings, is.null, NA)]
  if (drawn$square) {
    return(plot_square(drawn, settings))
  }
  panels <- lapply(drawn$panels, with_settings, settings)
  if (length(panels) > 1L && all(graphics::par("mfrow") == 1L)) {
    old <- graphics::par(c("mfrow", "mar", "mgp"))
    on.exit(graphics::par(old))
    graphics::par(
      mfrow = panel_rows(length(panels)), mar = c(4.2, 4.4, 3.6, 1), mgp = c(2.8, 0.7, 0)
    )
  }
  for (panel in panels) plot_panel(panel, panels)
}

# Rows and columns of so many panels: up to three side by side.
panel_rows <- function(n) if (n <= 3L) c(1L, n) else rev(grDevices::n2mfrow(n))

# A panel with what the user asks in place of its own; `settings` has the rest of it.
with_settings <- function(panel, settings) {
  if (panel$settled) settings <- list()
  panel$settings <- settings
  for (name in c("log", "asp", "xlab", "ylab")) panel[[name]] <- settings[[name]] %||% panel[[name]]
  panel$title <- settings$main %||% panel$title
  # Colours of the user's are not those of the key.
  beside <- identical(panel$key$place, "beside")
  if (beside && !is.null(settings$col)) panel$key <- NULL
  if (beside && !is.null(panel$key$entries)) {
    panel$key$entries$pch <- settings$pch %||% panel$key$entries$pch
  }
  panel$layers <- lapply(panel$layers, free_settings, settings)
  panel
}

free_settings <- function(layer, settings) {
  if (!layer$free) {
    return(layer)
  }
  columns <- c(col = "colour", pch = "shape", cex = "size", lwd = "width", border = "border")
  columns <- columns[columns %in% names(layer$data) & names(columns) %in% names(settings)]
  for (name in names(columns)) {
    layer$data[[columns[[name]]]] <- rep_len(settings[[name]], nrow(layer$data))
  }
  if ("colour" %in% columns && "strength" %in% names(layer$data)) layer$data$strength <- 1
  layer$settings <- settings[intersect(names(settings), c("type", "bg", "lty", of_bars))]
  layer
}

# One of `panels`, which all leave the same room for a key above the curves.
plot_panel <- function(panel, panels) {
  settings <- panel$settings
  graphics::plot.new()
  height <- max(vapply(panels, function(one) fitted_key(one$key)$height, 0))
  key <- fitted_key(panel$key)
  plot_frame(panel, key$width, height)
  for (layer in panel$layers) plot_layer(layer)
  if (settings$frame.plot %||% settings$axes %||% panel$boxed) {
    graphics::box(bty = settings$bty %||% graphics::par("bty"))
  }
  if (!is.null(key$legend)) do.call(graphics::legend, key$legend)
  if (!is.null(panel$note)) write_above(panel$note)
  if (!isFALSE(settings$ann)) {
    fitted_title(panel$title, settings)
    fitted_ylab(panel$ylab, settings)
  }
}

# The coordinates, axes and labels, on the page that is there.
plot_frame <- function(panel, width, height) {
  settings <- panel$settings
  settings <- settings[setdiff(names(settings), of_histograms)]
  log_y <- grepl("y", panel$log, fixed = TRUE)
  usual <- list(
    xlim = room_beside(panel$xlim, width), ylim = room_above(panel$ylim, height, log_y), las = 1
  )
  of_frame <- list(
    x = panel$xlim, y = panel$ylim, type = "n", log = panel$log, asp = panel$asp,
    xlab = panel$xlab, ylab = "", main = "", axes = FALSE, frame.plot = FALSE
  )
  on.exit(graphics::par(new = FALSE))
  graphics::par(new = TRUE)
  given <- utils::modifyList(usual, utils::modifyList(settings, of_frame))
  do.call(graphics::plot, given, quote = TRUE)
  if (isFALSE(settings$axes)) {
    return(invisible())
  }
  if (!identical(settings$xaxt, "n")) plot_axis(1L, panel$ticks$x, settings)
  if (!identical(settings$yaxt, "n")) plot_axis(2L, panel$ticks$y, settings)
}

plot_axis <- function(side, ticks, settings) {
  of_axis <- c("las", "cex.axis", "col.axis", "font.axis", "tck", "tcl", "mgp")
  style <- settings[intersect(names(settings), of_axis)]
  places <- if (is.data.frame(ticks)) {
    list(at = ticks$at, labels = ticks$label)
  } else if (identical(ticks, "count")) {
    list(at = count_ticks(graphics::axTicks(side)))
  } else {
    ticks_of_axis(side)
  }
  if (is.null(style$las)) style$las <- if (side == 1L || is_narrow(places, style)) 1 else 0
  # Along the axis there is room for a few, written out.
  if (side == 2L && style$las == 0 && !length(places)) {
    ends <- graphics::par("usr")[3:4]
    at <- pretty(ends, 2)
    at <- at[at >= ends[[1]] & at <= ends[[2]]]
    places <- list(at = at, labels = format(at, trim = TRUE, scientific = 4))
  }
  do.call(graphics::axis, c(list(side), places, style))
}

# Whether the numbers of a vertical axis end before its label if they stand upright.
is_narrow <- function(places, style) {
  labels <- places$labels %||% format(places$at %||% graphics::axTicks(2L))
  if (!length(labels)) {
    return(TRUE)
  }
  cex <- style$cex.axis %||% graphics::par("cex.axis")
  lines <- -diff((style$mgp %||% graphics::par("mgp"))[1:2])
  of_line <- graphics::par("mai")[[2]] / max(graphics::par("mar")[[2]], 1e-8)
  max(graphics::strwidth(labels, "inches", cex = cex)) <= lines * of_line
}

# No ticks between whole numbers.
count_ticks <- function(at) at[abs(at - round(at)) < 1e-8]

# Of a logarithmic axis; empty for the usual ticks.
ticks_of_axis <- function(side) {
  if (!graphics::par(if (side == 1L) "xlog" else "ylog")) {
    return(list())
  }
  ends <- 10^graphics::par("usr")[if (side == 1L) 1:2 else 3:4]
  at <- log_places(max(ends[[1]], .Machine$double.xmin), min(ends[[2]], .Machine$double.xmax))
  list(at = at, labels = log_labels(at))
}
