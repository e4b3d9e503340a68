# Pictures in ggplot2.

# Several panels are facets, which share no horizontal axis: logarithms are drawn as such.
ggplot_picture <- function(drawn) {
  panels <- drawn$panels
  several <- length(panels) > 1L
  first <- panels[[1]]
  if (several) panels <- lapply(panels, as_facet)
  key <- first_known(panels, "key")
  note <- first_known(panels, "note")
  strips <- vapply(panels, function(panel) panel$strip %||% "", "")
  layers <- lapply(panels, function(panel) {
    lapply(panel$layers, function(layer) {
      layer$data$panel <- rep(factor(panel$strip %||% "", strips), nrow(layer$data))
      ggplot_layer(layer, key)
    })
  })
  ggplot2::ggplot() +
    layers +
    ggplot_axes(first, several, note) +
    ggplot_colours(key) +
    (if (several) ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free_x")) +
    ggplot2::labs(
      x = if (!several) first$xlab, y = first$ylab, title = drawn$title,
      subtitle = if (several || is.null(note$at)) note$text
    ) +
    (if (!is.null(note)) ggplot_note_theme(note, first))
}

# What the panels have in common is said once.
first_known <- function(panels, name) {
  known <- lapply(panels, `[[`, name)
  known <- known[!vapply(known, is.null, NA)]
  if (length(known)) known[[1]]
}

# A panel with its horizontal axis in its strip.
as_facet <- function(panel) {
  as_log <- grepl("x", panel$log, fixed = TRUE)
  panel$strip <- paste0(panel$title, ", ", if (as_log) "log10 ", panel$xlab)
  if (!as_log) {
    return(panel)
  }
  panel$layers <- lapply(panel$layers, function(layer) {
    across <- if (layer$kind == "rule" && layer$along == "x") "at" else "x"
    across <- intersect(across, names(layer$data))
    layer$data[across] <- log10(layer$data[across])
    layer
  })
  panel
}

# Scales, limits and ticks of the axes.
ggplot_axes <- function(panel, several, note) {
  above <- if (!several && !is.null(note$at)) {
    ggplot2::dup_axis(breaks = note$at, labels = note$text, name = NULL)
  } else {
    ggplot2::waiver()
  }
  log_x <- !several && grepl("x", panel$log, fixed = TRUE)
  log_y <- grepl("y", panel$log, fixed = TRUE)
  scale_x <- if (log_x) ggplot2::scale_x_log10 else ggplot2::scale_x_continuous
  scale_y <- if (log_y) ggplot2::scale_y_log10 else ggplot2::scale_y_continuous
  xlim <- if (!several) panel$xlim
  list(
    do.call(scale_x, c(ggplot_ticks(panel$ticks$x), list(sec.axis = above))),
    do.call(scale_y, ggplot_ticks(panel$ticks$y)),
    if (is.na(panel$asp)) {
      ggplot2::coord_cartesian(xlim = xlim, ylim = panel$ylim, default = TRUE)
    } else {
      ggplot2::coord_fixed(panel$asp, xlim = xlim, ylim = panel$ylim)
    }
  )
}

ggplot_ticks <- function(ticks) {
  if (is.data.frame(ticks)) list(breaks = ticks$at, labels = ticks$label) else list()
}

# The key, if there is one; colours that it does not explain are drawn as they are.
ggplot_colours <- function(key) {
  both <- c("colour", "fill")
  as_is <- list(
    ggplot2::scale_alpha_identity(), ggplot2::scale_shape_identity(),
    ggplot2::scale_size_identity(), ggplot2::scale_linewidth_identity(),
    ggplot2::scale_linetype_identity()
  )
  if (is.null(key)) {
    return(c(as_is, ggplot2::scale_colour_identity(aesthetics = both)))
  }
  if (!is.null(key$ramp)) {
    at <- key$ramp$at
    width <- diff(range(at))
    return(c(as_is, ggplot2::scale_colour_gradientn(
      name = key$title, colours = key$ramp$colour, limits = range(at), na.value = unknown_colour,
      values = if (width > 0) (at - min(at)) / width
    )))
  }
  entries <- key$entries
  shown <- list(
    alpha = 1, shape = entries$pch, linetype = ifelse(is.na(entries$lty), 0, entries$lty),
    linewidth = line_width(entries$lwd), size = mark_size(1)
  )
  c(as_is, ggplot2::scale_colour_manual(
    name = key$title, values = stats::setNames(entries$colour, entries$label),
    limits = entries$label, aesthetics = both, na.value = unknown_colour,
    guide = ggplot2::guide_legend(override.aes = shown)
  ), list(ggplot2::guides(fill = "none")))
}

# The note in its colour: a tick above the frame whose text keeps within it, or a subtitle at the
# right.
ggplot_note_theme <- function(note, panel) {
  onto <- if (grepl("x", panel$log, fixed = TRUE)) log10 else identity
  ends <- onto(panel$xlim)
  share <- if (is.null(note$at)) 1 else (onto(note$at) - ends[[1]]) / diff(ends)
  ggplot2::theme(
    axis.text.x.top = ggplot2::element_text(
      colour = note$colour, hjust = min(1, max(0, share)), size = ggplot2::rel(1.1)
    ),
    axis.ticks.x.top = ggplot2::element_line(colour = note$colour),
    plot.subtitle = ggplot2::element_text(colour = note$colour, hjust = 1)
  )
}
