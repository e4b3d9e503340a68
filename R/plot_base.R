# Pictures in base graphics.

# Draws the picture of x, an object with a method of picture(), after the user's graphical
# parameters were checked; returns x.
#   dots  list(...) of the method of plot(): graphical parameters of the user, as `settings` after
#         they were checked
#   ...   arguments of the method of picture(), by position or by name
#   also  names of further arguments in `dots` that the method of picture() takes, such as "breaks"
plot_object <- function(x, dots, ..., also = character()) {
  settings <- graphical_settings(dots, also)
  picture_arg_names <- c(intersect("col", names(formals(picture_method(x)))), also)
  picture_args <- settings[names(settings) %in% picture_arg_names]
  plot_picture(do.call(picture, c(list(x), list(...), picture_args), quote = TRUE), settings)
  invisible(x)
}

# The method of picture() for x, a function; NULL if there is none.
picture_method <- function(x) {
  methods <- lapply(class(x), function(class) utils::getS3method("picture", class, TRUE, topenv()))
  Find(Negate(is.null), methods)
}

# Adds a curve of x to a plot; returns x.
#   x         a result with a curve
#   layer_of  function(x, col) that returns the curve of x in this color, of new_layer()
#   dots      list of the graphical parameters in `...` of lines()
plot_curve <- function(x, layer_of, dots) {
  settings <- graphical_settings(dots)
  guard_graphics({
    layer <- layer_of(x, settings$col %||% "grey20")
    plot_layer(with_user_style(layer, settings[names(settings) != "col"]))
  })
  invisible(x)
}

# Checks the user's graphical parameters, and returns them as a named list without those that are
# NULL: `colour` and `color` are `col`; names that are neither in `also` nor of par() or plot() are
# an error.
#   dots  list of the user's arguments;  also: names of further ones that are taken
graphical_settings <- function(dots, also = character()) {
  names <- names(dots) %||% character(length(dots))
  for (name in intersect(c("colour", "color"), names)) {
    refuse_if(!can_be_colours(dots[[name]]),
              c("`{name}` must be a color, such as \"red\", or a color for each point, not
                 {describe(dots[[name]])}.",
                i = "This plot does not color points by values. Those of embeddings, of clusters, and
                     of fits do."))
  }
  names[names %in% c("color", "colour")] <- "col"
  names(dots) <- names
  plot_arg_names <- setdiff(names(formals(graphics::plot.default)), c("x", "y", "..."))
  # par() opens a device, as the plot would.
  if (!all(names %in% c(plot_arg_names, also))) {
    check_dots(dots, c(names(graphics::par()), plot_arg_names, also))
  }
  dots[!vapply(dots, is.null, NA)]
}

# Draws a picture in base graphics.
#   picture  of new_picture();  settings: of graphical_settings()
plot_picture <- function(picture, settings = list()) guard_graphics(plot_panels(picture, settings))

# Evaluates an expression that draws, and returns its value. What the device refuses, such as a
# color or limits that are none, becomes an error of ours.
#   expr  the expression
guard_graphics <- function(expr) {
  tryCatch(expr, simpleError = function(e) {
    abort("The picture cannot be drawn: {conditionMessage(e)}.", "picture")
  })
}

# ---- panels --------------------------------------------------------------------------------------

# Draws several panels side by side unless the device has a layout already; those of a square
# without room between them, with axes at the left and at the bottom only, the title above all, the
# key at the right.
#   picture   of new_picture(): panels (list of new_panel(), which get `settings`, see
#             with_settings()), title, square (TRUE: they are the cells of a square, row by row),
#             cells (matrix of the numbers of the panels, or NULL)
#   settings  graphical parameters of the user, a named list; of these ann (FALSE: no words) and
#             main (a title) are used here
# `key` is of new_key(), or NULL; `n_unwritten` is the number of names of points without room.
plot_panels <- function(picture, settings) {
  n_panels <- length(picture$panels)
  square <- picture$square
  outer_arg_names <- c("main", "xlab", "ylab", "axes", "type", "log", "asp", "xlim", "ylim", "ann")
  panel_settings <- if (square) settings[setdiff(names(settings), outer_arg_names)] else settings
  panels <- lapply(picture$panels, with_settings, panel_settings)
  # The last cell of a matrix has no points.
  key <- panels[[if (square) 2L else n_panels]]$key
  if (square) {
    n_rows <- as.integer(sqrt(n_panels))
    right_margin <- if (is.null(key)) 1 else 4.5 + max(nchar(c(key$title, key$entries$label))) / 2
    old_par <- graphics::par(mfrow = c(n_rows, n_rows), mar = rep(0.3, 4), mgp = c(2, 0.5, 0),
                         oma = c(4, 4, 5, right_margin))
    on.exit(graphics::par(old_par))
    panels <- Map(function(panel, i) {
      panel["key"] <- list(NULL)
      panel$settings[c("xaxt", "yaxt")[c(i <= n_panels - n_rows, i %% n_rows != 1L)]] <- "n"
      panel$settings$ann <- FALSE
      panel$is_cell <- TRUE
      panel
    }, panels, seq_len(n_panels))
  } else if (n_panels > 1L && all(graphics::par("mfrow") == 1L)) {
    old_par <- graphics::par(mfrow = c(1L, 1L), mar = c(3.8, 4.8, 3.6, 1), mgp = c(3.2, 0.7, 0),
                             cex.main = 1)
    on.exit(graphics::par(old_par))
    do.call(graphics::layout, layout_of_panels(panels, picture$cells))
    # As in two rows of two, which the panels of one row are no larger than.
    graphics::par(cex = min(graphics::par("cex"), 0.83))
  }
  n_unwritten <- sum(vapply(panels, plot_panel, 0, panels))
  inform_if(n_unwritten > 0,
            c("Names for which there is no room beside their points are left out:
               {n_unwritten}{if (n_panels > 1L) ' in all panels'}.",
              i = "Name fewer points, with NA for the others, or draw on a larger device."),
            "names")
  if (square && !isFALSE(settings$ann)) {
    title <- settings$main %||% picture$title
    # Sizes of mtext() are not in units of those of the cells.
    title_cex <- graphics::par("cex.main")
    inches <- graphics::strwidth(title, "inches", cex = title_cex / graphics::par("cex"), font = 2)
    graphics::mtext(title, outer = TRUE, line = 1, font = graphics::par("font.main"),
                    cex = title_cex * min(1, 0.8 * graphics::par("din")[[1L]] / inches))
  }
  if (square && !is.null(key)) {
    corner <- list(x = graphics::grconvertX(1, "ndc"), y = graphics::grconvertY(1, "nic"))
    draw_key(c(corner, legend_of(key), xjust = 1, xpd = NA, cex = 0.8 / graphics::par("cex")), key)
  }
}

# The panel with what the user asks for in place of what it has; all these parameters become its
# `settings` (none if it is settled).
#   panel     of new_panel(): settled (TRUE: it stays as it is), log ("", "x", "y", "xy"), layers,
#             ylim, key (of new_key(), or NULL)
#   settings  graphical parameters of the user, a named list: log, pch, col are used here
with_settings <- function(panel, settings) {
  if (panel$settled) settings <- list()
  panel$settings <- settings
  panel$log <- settings$log %||% panel$log
  panel$layers <- lapply(panel$layers, function(layer) {
    if (layer$free) with_user_style(layer, settings) else layer
  })
  if (is_logged(panel, "y") && panel$ylim[[1]] <= 0) {
    y_values <- unlist(lapply(panel$layers, function(layer) layer$data[["y"]]))
    panel$ylim[[1]] <- min(y_values[y_values > 0], panel$ylim[[2]], na.rm = TRUE)
  }
  if (identical(panel$key$place, "beside")) {
    if (!is.null(settings$pch)) panel$key$entries$pch <- shapes_of_key(panel, settings$pch)
    # It says nothing of the user's colors.
    if (!is.null(settings$col)) panel["key"] <- list(NULL)
  }
  panel
}

# Returns a layer in which graphical parameters are replaced by those of the user: of values for
# each row of the data each point takes that of its row.
#   layer     of new_layer(): data (data frame, a row per mark), rows (which of the n rows of the
#             data the points are, NULL: all), n. It gets type, "p", "l", ... of graphics::plot(),
#             or NULL, while the column `type` of data is lty
#   settings  graphical parameters, a named list: col, pch, cex, lwd, lty, bg, type are used
with_user_style <- function(layer, settings) {
  per_point <- function(values) {
    n <- nrow(layer$data)
    if (is.null(layer$rows) || length(values) == n) return(rep_len(values, n))
    rep_len(values, layer$n)[layer$rows]
  }
  column_of <- c(col = "colour", pch = "shape", cex = "size", lwd = "width", lty = "type",
                 bg = "fill")
  for (name in intersect(names(column_of), names(settings))) {
    layer$data[[column_of[[name]]]] <- per_point(settings[[name]])
  }
  if (!is.null(settings$col)) layer$data$strength <- rep_len(1, nrow(layer$data))
  layer$type <- settings$type
  layer
}

# Draws one of `panels`, which all leave the same height for a key above. Returns how many names of
# points had no room.
#   panel   of new_panel(): layers, xlim, ylim, title, xlab, ylab, log, asp, ticks (list of x and y,
#           data frames value, label, or NULL), note and key (or NULL); with settings, graphical
#           parameters of the user, and is_cell (TRUE in a square, else NULL)
#   panels  list of all panels
# In it, `legend` is of fitted_legend(): arguments of legend(), and the width and height of the key,
# shares of the panel.
plot_panel <- function(panel, panels) {
  settings <- panel$settings
  graphics::plot.new()
  old_margins <- graphics::par("mai")
  names_cex <- fit_row_names(panel)
  if (!is.null(names_cex)) on.exit(graphics::par(mai = old_margins))
  legend <- fitted_legend(panel$key)
  legend_height <- max(vapply(panels, function(other) fitted_legend(other$key)$height, 0))
  limits <- list(x = settings$xlim %||% with_room(panel$xlim, legend$width, is_logged(panel, "x")),
                 y = settings$ylim %||% with_room(panel$ylim, legend_height, is_logged(panel, "y")))
  ticks <- Map(function(axis, limits) {
    tick_values <- if (is_logged(panel, axis)) log_places(limits)
    panel$ticks[[axis]] %||%
      if (!is.null(tick_values)) list(value = tick_values, label = log_labels(tick_values))
  }, names(limits), limits)
  is_cell <- isTRUE(panel$is_cell)
  defaults <- list(
    xlim = limits$x, ylim = limits$y, log = panel$log, asp = panel$asp, main = panel$title,
    xlab = panel$xlab, ylab = panel$ylab, xaxt = if (is.null(ticks$x) && !is_cell) "s" else "n",
    yaxt = if (is.null(ticks$y) && !is_cell) "s" else "n",
    # Numbers so long that they would reach the label lie along the axis.
    las = if (is_cell || fit_upright(ticks$y$label %||% format(pretty(panel$ylim)))) 1 else 0
  )
  defaults$cex.main <- fitted_size(settings$main %||% panel$title, "main")
  defaults$cex.lab <- min(fitted_size(settings$xlab %||% panel$xlab, "xlab"),
                          fitted_size(settings$ylab %||% panel$ylab, "ylab"))
  plot_args <- utils::modifyList(defaults, settings[setdiff(names(settings), c("type", "breaks"))])
  # Lines end where they end.
  old_par <- graphics::par(new = TRUE, lend = 1)
  on.exit(graphics::par(new = FALSE, lend = old_par$lend), add = TRUE)
  do.call(graphics::plot, c(list(panel$xlim, panel$ylim, type = "n"),
                            utils::modifyList(plot_args, list(xlab = ""))), quote = TRUE)
  # The numbers below the axis lie along it, those at its left need more room: the label below is
  # nearer than the 3 lines of R, or the 3.2 of several panels, unless the user set more.
  if (!isFALSE(settings$ann)) {
    label_arg_names <- c("xlab", "cex.lab", "col.lab", "font.lab")
    label_args <- plot_args[intersect(names(plot_args), label_arg_names)]
    label_line <- graphics::par("mgp")[[1L]]
    if (label_line <= 3.2) label_line <- min(label_line, 2.4)
    do.call(graphics::title, c(label_args, line = label_line), quote = TRUE)
  }
  axis_arg_names <- c("las", "cex.axis", "col.axis", "font.axis")
  for (side in 1:2) {
    axis_ticks <- ticks[[side]] %||% if (is_cell) ticks_within(side, plot_args$las)
    is_hidden <- isFALSE(settings$axes) || identical(settings[[c("xaxt", "yaxt")[[side]]]], "n")
    if (is_hidden || !length(axis_ticks$value)) next
    axis_args <- plot_args[intersect(names(plot_args), axis_arg_names)]
    # Names are all written, upright.
    if (side == 2L && !is.null(names_cex)) {
      axis_args <- utils::modifyList(list(cex.axis = names_cex), axis_args)
      axis_args[c("las", "tick", "gap.axis")] <- list(1, FALSE, -1)
    }
    do.call(graphics::axis, c(list(side, axis_ticks$value, axis_ticks$label), axis_args))
  }
  n_unwritten <- 0
  for (layer in panel$layers) {
    layer$key_width <- legend$width
    n_left_out <- plot_layer(layer)
    if (layer$kind == "names") n_unwritten <- n_unwritten + n_left_out
  }
  if (!is.null(panel$key)) draw_key(legend$arguments, panel$key)
  if (!is.null(panel$note)) {
    graphics::mtext(panel$note$text, adj = note_share(panel$note, panel), line = 0.2,
                    col = panel$note$colour, cex = graphics::par("cex"))
  }
  n_unwritten
}

# A size of letters, as cex, a number, at which a title or the label of the horizontal axis stays
# clear of the one beside it, or the label of the vertical axis is no longer than the panel with its
# margins.
#   text      the title or label, or NULL;  part_name: "main", "xlab", or "ylab"
fitted_size <- function(text, part_name) {
  par_suffix <- sub("^[xy]", "", part_name)
  full_cex <- graphics::par(paste0("cex.", par_suffix))
  if (!is.character(text) || !length(text)) return(full_cex)
  side <- 1L + (part_name == "ylab")
  available_inches <- graphics::par("pin")[[side]] + 2 * min(graphics::par("mai")[c(3L, 5L) - side])
  font <- graphics::par(paste0("font.", par_suffix))
  text_inches <- max(graphics::strwidth(text, "inches", cex = full_cex, font = font))
  full_cex * min(1, 0.97 * available_inches / text_inches)
}

# ---- keys ----------------------------------------------------------------------------------------

# Returns a key as a list of arguments of legend(), without its place and size. Its white ground
# hides the lines that run through it.
#   key  of new_key(): entries (data frame label, colour, pch, lty (0: no line), lwd), place
#        ("beside" or "above"), title (or NULL)
legend_of <- function(key) {
  entries <- key$entries
  line_args <- if (any(entries$lty > 0)) list(lty = entries$lty, lwd = entries$lwd, seg.len = 1.5)
  # All columns above curves are as wide as the longest entry.
  padding <- if (key$place == "above") "    " else " "
  c(line_args, list(legend = paste0(entries$label, padding), col = entries$colour,
                    pch = entries$pch, title = if (!is.null(key$title)) paste0(key$title, "  "),
                    bg = "white", box.col = NA, inset = 0.01))
}

# Draws a key; that of numbers is a bar of their colors with ticks, in the place of the entries.
#   arguments  list of those of legend(): of legend_of(), with its place and cex
#   key        of new_key(): entries, values (numbers of the entries, or NULL), ramp (data frame
#              value, colour, NULL: it is no bar), title (or NULL)
draw_key <- function(arguments, key) {
  legend_box <- do.call(graphics::legend, c(arguments, plot = !is_bar(key)))
  if (!is_bar(key)) return(invisible())
  left <- legend_box$rect$left
  # The left and the right end of the bar, and the right ends of its ticks.
  bar_x <- left + c(0.2, 0.6, 0.8) * (legend_box$text$x[[1]] - left)
  line_height <- graphics::strheight("0", cex = arguments$cex)
  top <- legend_box$text$y[[1]] - 0.5 * line_height
  units_per_inch <- diff(graphics::par("usr")[3:4]) / graphics::par("pin")[[2]]
  bottom <- top - max(min(0.6 * graphics::par("pin")[[2]], 1.8) * units_per_inch, 3 * line_height)
  graphics::rasterImage(as.matrix(rev(key$ramp$colour)), bar_x[[1]], bottom, bar_x[[2]], top,
                        interpolate = FALSE, xpd = NA)
  tick_y <- bottom + (top - bottom) * share_of(key$values, range(key$ramp$value))
  graphics::segments(bar_x[[2]], tick_y, bar_x[[3]], tick_y, xpd = NA)
  labels <- c(key$entries$label, key$title)
  graphics::text(c(legend_box$text$x, bar_x[[1]])[seq_along(labels)],
                 c(tick_y, top + 2 * line_height)[seq_along(labels)], labels,
                 adj = c(0, 0.5), cex = arguments$cex, xpd = NA)
}

# Returns a key in letters so small that it fits: "beside", at most half of the panel's width;
# "above", at most about a third of its height, in as few rows as fit. list(arguments: of legend(),
# NULL without a key; width, height: the shares of the panel, 0 to 1, that it takes, height 0 if it
# is beside, width 0 if it is above). To be called on a new page.
#   key  of new_key(): place ("beside" or "above"), entries (data frame, a row for each); or NULL
fitted_legend <- function(key) {
  if (is.null(key)) return(list(width = 0, height = 0))
  # The width and the height of the key, shares of the panel, with further arguments of legend().
  share_of_plot <- function(...) {
    box <- do.call(graphics::legend, c(list("top", plot = FALSE, cex = 0.8), legend_of(key), ...))
    c(box$rect$w, box$rect$h) / diff(matrix(graphics::par("usr"), 2))
  }
  is_beside <- key$place == "beside"
  n_entries <- nrow(key$entries)
  n_columns <- if (is_beside) 1 + n_entries %/% 16L else
    max(1, min(n_entries, floor(0.98 * n_entries / share_of_plot(ncol = n_entries)[[1]])))
  share_taken <- share_of_plot(ncol = n_columns)
  # A factor of the size of letters.
  shrink <- min(1, (if (is_beside) c(0.5, 0.95) else c(0.98, 0.35)) / share_taken)
  list(
    arguments = c(list(if (is_beside) "topright" else "top", ncol = n_columns, cex = 0.8 * shrink),
                  legend_of(key)),
    width = if (is_beside) shrink * share_taken[[1]] else 0,
    height = if (is_beside) 0 else shrink * share_taken[[2]] + 0.02
  )
}

# Returns the limits of an axis, two numbers, with the upper one so large that the upper `share` (0
# to 1) of the axis is free.
#   log  whether the axis is logarithmic
with_room <- function(limits, share, log = FALSE) {
  if (log) 10^with_room(log10(limits), share) else limits + c(0, diff(limits) * share / (1 - share))
}
