# Pictures in base graphics.

# Draws the picture of x, evaluated when the user's graphical parameters are known to be such.
#   given  list(...) of the method of plot()
#   ...    arguments of the method of picture()
#   also   names of further arguments in `given` that picture() takes
plot_object <- function(x, given, ..., also = character()) {
  settings <- graphical_settings(given, also)
  for_picture <- settings[names(settings) %in% c("col", also)]
  plot_picture(do.call(picture, c(list(x), list(...), for_picture), quote = TRUE), settings)
  invisible(x)
}

# Adds a curve of x to a plot.
#   curve  function(x, col): its layer
plot_curve <- function(x, curve, given) {
  settings <- graphical_settings(given)
  guard_graphics({
    layer <- curve(x, settings$col %||% "grey20")
    plot_layer(with_user_style(layer, settings[names(settings) != "col"]))
  })
  invisible(x)
}

# The user's graphical parameters; `colour` and `color` are `col`, what is no parameter is refused.
graphical_settings <- function(given, also = character()) {
  names <- names(given) %||% character(length(given))
  names[names %in% c("color", "colour")] <- "col"
  if (sum(names == "col") > 1L) refuse_twice("col", "colour")
  names(given) <- names
  of_plot <- setdiff(names(formals(graphics::plot.default)), c("x", "y", "..."))
  # par() opens a device, as the plot would.
  if (!all(names %in% c(of_plot, also))) check_dots(given, c(names(graphics::par()), of_plot, also))
  given[!vapply(given, is.null, NA)]
}

# What gives the colours, a value per row, by either of its names.
resolve_colour <- function(colour, color) {
  if (!is.null(colour) && !is.null(color)) refuse_twice("color", "colour")
  colour %||% color
}

refuse_twice <- function(one, other) {
  abort_argument("`{one}` and `{other}` are the same: say one of them.")
}

plot_picture <- function(drawn, settings = list()) guard_graphics(plot_panels(drawn, settings))

# What the device refuses, such as a colour or limits that are none, as an error of ours.
guard_graphics <- function(expr) {
  tryCatch(expr, simpleError = function(e) {
    said <- conditionMessage(e)
    abort("The picture cannot be drawn: {said}.", "picture")
  })
}

# ---- panels --------------------------------------------------------------------------------------

plot_panels <- function(drawn, settings) {
  if (drawn$square) {
    return(plot_square(drawn, settings))
  }
  panels <- lapply(drawn$panels, with_settings, settings)
  if (length(panels) > 1L && all(graphics::par("mfrow") == 1L)) {
    old <- graphics::par(
      mfrow = panel_rows(length(panels)), mar = c(4.2, 4.4, 3.6, 1), mgp = c(2.8, 0.7, 0)
    )
    on.exit(graphics::par(old))
  }
  for (panel in panels) plot_panel(panel, panels)
}

# Rows and columns of so many panels: up to three side by side.
panel_rows <- function(n) if (n <= 3L) c(1L, n) else rev(grDevices::n2mfrow(n))

# Axes at the left and at the bottom only, the title above all, the key at the right of all.
plot_square <- function(drawn, settings) {
  of_one_panel <- c("main", "xlab", "ylab", "axes", "type", "log", "asp", "xlim", "ylim", "ann")
  own <- settings[setdiff(names(settings), of_one_panel)]
  panels <- lapply(drawn$panels, with_settings, utils::modifyList(list(ann = FALSE, las = 1), own))
  s <- as.integer(sqrt(length(panels)))
  key <- panels[[2L]]$key
  letters <- max(nchar(key$entries$label), 0L)
  old <- graphics::par(
    mfrow = c(s, s), mar = rep(0.3, 4), oma = c(4, 4, 5, if (is.null(key)) 1 else 4 + letters / 2),
    mgp = c(2, 0.5, 0)
  )
  on.exit(graphics::par(old))
  for (i in seq_along(panels)) {
    panel <- panels[[i]]
    panel["key"] <- list(NULL)
    if (i <= s^2 - s) panel$settings$xaxt <- "n"
    if (i %% s != 1L) panel$settings$yaxt <- "n"
    plot_panel(panel)
  }
  if (!is.null(key)) {
    corner <- list(x = graphics::grconvertX(1, "ndc"), y = graphics::grconvertY(0.9, "ndc"))
    size <- legend_size / graphics::par("cex")
    do.call(graphics::legend, c(corner, legend_of(key), cex = size, xjust = 1, xpd = NA))
  }
  if (!isFALSE(settings$ann)) {
    graphics::mtext(
      settings$main %||% drawn$title, outer = TRUE, line = 1, cex = graphics::par("cex.main"),
      font = graphics::par("font.main")
    )
  }
}

# A panel with what the user asks in place of its own; `settings` has the rest of it.
with_settings <- function(panel, settings) {
  if (panel$settled) settings <- list()
  panel$settings <- settings
  panel$log <- settings$log %||% panel$log
  panel$layers <- lapply(panel$layers, function(layer) {
    if (layer$free) with_user_style(layer, settings) else layer
  })
  if (is_logged(panel, "y") && panel$ylim[[1]] <= 0) {
    heights <- unlist(lapply(panel$layers, function(layer) layer$data[["y"]]))
    panel$ylim[[1]] <- min(heights[heights > 0], panel$ylim[[2]], na.rm = TRUE)
  }
  if (identical(panel$key$place, "beside")) {
    # Colours of the user's are not those of the key.
    if (!is.null(settings$col)) panel["key"] <- list(NULL)
    else panel$key$entries$pch <- settings$pch %||% panel$key$entries$pch
  }
  panel
}

# A layer with the user's graphical parameters in place of its own.
with_user_style <- function(layer, settings) {
  columns <- c(col = "colour", pch = "shape", cex = "size", lwd = "width", lty = "type", bg = "fill")
  for (name in intersect(names(columns), names(settings))) {
    layer$data[[columns[[name]]]] <- rep_len(settings[[name]], nrow(layer$data))
  }
  if (!is.null(settings$col)) layer$data$strength <- rep_len(1, nrow(layer$data))
  layer$type <- settings$type
  layer
}

# One of `panels`, which all leave the same room for a key above the curves.
plot_panel <- function(panel, panels = list(panel)) {
  settings <- panel$settings
  graphics::plot.new()
  height <- max(vapply(panels, function(one) fitted_legend(one$key)$height, 0))
  legend <- fitted_legend(panel$key)
  ends <- list(
    x = settings$xlim %||% with_room(panel$xlim, legend$width, is_logged(panel, "x")),
    y = settings$ylim %||% with_room(panel$ylim, height, is_logged(panel, "y"))
  )
  ticks <- Map(function(axis, ends) {
    if (is.null(panel$ticks[[axis]]) && is_logged(panel, axis)) {
      list(at = log_places(ends), label = log_labels(log_places(ends)))
    } else {
      panel$ticks[[axis]]
    }
  }, names(ends), ends)
  title <- settings$main %||% panel$title
  width <- graphics::par("pin")[[1]]
  usual <- list(
    xlim = ends$x, ylim = ends$y, log = panel$log, asp = panel$asp, main = title, xlab = panel$xlab,
    ylab = panel$ylab, cex.main = fitted_size(title, graphics::par("cex.main"), width),
    frame.plot = panel$boxed,
    xaxt = if (is.null(ticks$x)) "s" else "n", yaxt = if (is.null(ticks$y)) "s" else "n",
    las = if (is_narrow(ticks$y$label %||% pretty(ends$y))) 1 else 0
  )
  frame <- utils::modifyList(usual, settings[setdiff(names(settings), c("type", "breaks"))])
  on.exit(graphics::par(new = FALSE))
  graphics::par(new = TRUE)
  do.call(graphics::plot, c(list(ends$x, ends$y, type = "n"), frame), quote = TRUE)
  of_axis <- c("las", "cex.axis", "col.axis", "font.axis")
  for (side in 1:2) {
    own <- ticks[[side]]
    hidden <- isFALSE(settings$axes) || identical(settings[[c("xaxt", "yaxt")[[side]]]], "n")
    if (hidden || !length(own$at)) next
    do.call(graphics::axis, c(list(side, own$at, own$label),
                              frame[intersect(names(frame), of_axis)]))
  }
  for (layer in panel$layers) plot_layer(layer)
  if (!is.null(panel$key)) do.call(graphics::legend, legend$arguments)
  if (!is.null(panel$note)) {
    graphics::mtext(
      panel$note$text, adj = note_share(panel$note, panel), line = 0.2, col = panel$note$colour,
      cex = fitted_size(panel$note$text, graphics::par("cex"), width)
    )
  }
}

# Letters of the usual size, or small enough that the text is no longer than `room`, in inches.
fitted_size <- function(text, usual, room) {
  if (!length(text)) {
    return(usual)
  }
  usual * min(1, room / max(graphics::strwidth(text, "inches", cex = usual, font = 2)))
}

# Whether the numbers of a vertical axis end before its label if they stand upright.
is_narrow <- function(labels) {
  room <- -diff(graphics::par("mgp")[1:2]) * graphics::par("csi")
  if (is.numeric(labels)) labels <- format(labels)
  width <- graphics::strwidth(labels, "inches", cex = graphics::par("cex.axis"))
  !length(labels) || max(width) <= room
}

# ---- keys ----------------------------------------------------------------------------------------

legend_size <- 0.8

# A key as arguments of legend(). It hides the lines that run through it.
legend_of <- function(key) {
  entries <- key$entries
  lines <- if (any(entries$lty > 0)) list(lty = entries$lty, lwd = entries$lwd, seg.len = 1.5)
  c(lines, list(legend = paste0(entries$label, " "), col = entries$colour, pch = entries$pch, title = key$title,
                bg = "white", box.col = NA))
}

# Arguments of legend() that make the key small enough, and the shares of the panel's width and
# height that it takes. To be called on a new page.
fitted_legend <- function(key) {
  if (is.null(key)) {
    return(list(width = 0, height = 0))
  }
  graphics::plot.window(c(0, 1), c(0, 1), xaxs = "i", yaxs = "i")
  share_of_panel <- function(...) {
    do.call(graphics::legend, c(list("top", plot = FALSE, cex = legend_size), legend_of(key), ...))$rect
  }
  if (key$place == "beside") {
    taken <- share_of_panel()
    shrink <- min(1, 0.5 / taken$w, 0.95 / taken$h)
    arguments <- list("topright", inset = 0.01, cex = shrink * legend_size)
    return(list(arguments = c(arguments, legend_of(key)), width = shrink * taken$w, height = 0))
  }
  # In as few rows as there is room for, in a third of the height.
  n <- nrow(key$entries)
  columns <- max(1, min(n, floor(0.98 * n / share_of_panel(ncol = n)$w)))
  taken <- share_of_panel(ncol = columns)
  shrink <- min(1, 0.98 / taken$w, 0.35 / taken$h)
  arguments <- list("top", inset = 0.01, ncol = columns, cex = shrink * legend_size)
  list(arguments = c(arguments, legend_of(key)), width = 0, height = shrink * taken$h + 0.02)
}

# Limits of an axis that leave its upper `share` free.
with_room <- function(limits, share, log = FALSE) {
  if (share == 0) {
    return(limits)
  }
  if (log) {
    return(10^with_room(log10(limits), share))
  }
  if (diff(limits) == 0) limits <- limits + c(-0.5, 0.5)
  limits + c(0, diff(limits) * share / (1 - share))
}

# ---- layers --------------------------------------------------------------------------------------

plot_layer <- function(layer) base_layers[[layer$kind]](layer, layer$data)

base_layers <- list(
  points = function(layer, data) {
    if (!is.null(data$depth)) data <- data[order(data$depth), ]
    graphics::points(
      data$x, data$y, type = layer$type %||% "p", col = faded(data$colour, data$strength),
      pch = data$shape, cex = data$size, lwd = data$width, lty = data$type, bg = data$fill
    )
  },
  line = function(layer, data) {
    for (part in split(data, data$group)) {
      graphics::lines(
        part$x, part$y, type = layer$type %||% if (layer$steps) "s" else "l",
        col = part$colour[[1]], lwd = part$width[[1]], lty = part$type[1]
      )
    }
  },
  band = function(layer, data) {
    for (part in split(data, data$group)) {
      # What has no logarithm ends at the frame.
      low <- pmax(part$low, ends_of_axis("y")[[1]])
      graphics::polygon(c(part$x, rev(part$x)), c(low, rev(part$high)), border = NA,
                        col = faded(part$colour[[1]], band_strength))
    }
  },
  segments = function(layer, data) {
    graphics::segments(data$x, data$y, data$xend, data$yend, col = data$colour, lwd = data$width,
                       lty = data$type)
  },
  rects = function(layer, data) {
    ends <- ends_of_axis("y")
    graphics::rect(data$left, pmax(data$bottom, ends[[1]]), data$right, pmin(data$top, ends[[2]]),
                   col = data$colour, border = data$border)
  },
  outlines = function(layer, data) {
    for (part in split(data, data$group)) {
      graphics::polygon(part$x, part$y, border = part$colour[[1]])
    }
  },
  rule = function(layer, data) {
    at <- stats::setNames(list(data$at), if (layer$along == "x") "v" else "h")
    do.call(graphics::abline, c(at, list(col = data$colour, lty = data$type)))
  },
  text = function(layer, data) {
    for (i in seq_len(nrow(data))) write_word(data[i, ])
  }
)

band_strength <- 0.15

# The ends of the axis that is there, of which par("usr") holds logarithms if it is logarithmic.
ends_of_axis <- function(axis) {
  ends <- graphics::par("usr")[if (axis == "x") 1:2 else 3:4]
  if (graphics::par(paste0(axis, "log"))) 10^ends else ends
}

# Colours with an opacity each.
faded <- function(colour, strength) {
  rgb <- grDevices::col2rgb(colour, alpha = TRUE) / 255
  ifelse(strength < 1, grDevices::rgb(rgb[1, ], rgb[2, ], rgb[3, ], strength), colour)
}

# A word on a pale ground, which on a logarithmic axis is no rectangle of its coordinates; small
# enough for the panel.
write_word <- function(word) {
  size <- fitted_size(word$text, word$size, graphics::par("pin")[[1]])
  width <- graphics::strwidth(word$text, "inches", cex = size)
  half <- 0.7 * graphics::strheight(word$text, "inches", cex = size)
  left <- graphics::grconvertX(word$x, "user", "inches") - word$across * width
  middle <- graphics::grconvertY(word$y, "user", "inches")
  graphics::rect(
    graphics::grconvertX(left, "inches", "user"),
    graphics::grconvertY(middle - half, "inches", "user"),
    graphics::grconvertX(left + width, "inches", "user"),
    graphics::grconvertY(middle + half, "inches", "user"),
    col = faded("white", 0.75), border = NA
  )
  graphics::text(word$x, word$y, word$text, adj = c(word$across, 0.5), cex = size)
}
