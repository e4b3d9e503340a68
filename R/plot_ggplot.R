# Pictures in ggplot2.

ggplot_picture <- function(drawn) {
  panels <- drawn$panels
  several <- length(panels) > 1L
  if (several) panels <- as_facets(panels, drawn$square)
  key <- united_key(lapply(panels, `[[`, "key"))
  layers <- lapply(panels, function(panel) {
    lapply(panel$layers, function(layer) ggplot_layer(in_facet(layer, panel), key))
  })
  ggplot2::ggplot() +
    ggplot_theme(key) +
    layers +
    (if (several) ggplot_facets(panels, drawn$square) else ggplot_frame(panels[[1]])) +
    ggplot_colours(key) +
    ggplot2::labs(title = drawn$title)
}

# The look of base graphics.
ggplot_theme <- function(key) {
  list(
    ggplot2::theme_bw(base_size = 11),
    ggplot2::theme(
      panel.grid = ggplot2::element_blank(),
      panel.border = ggplot2::element_rect(fill = NA, colour = "black"),
      axis.text = ggplot2::element_text(colour = "black"),
      plot.title = ggplot2::element_text(face = "bold", hjust = 0.5),
      plot.subtitle = ggplot2::element_text(hjust = 1),
      strip.background = ggplot2::element_blank(),
      strip.clip = "off",
      strip.text = ggplot2::element_text(colour = "black", size = ggplot2::rel(0.9)),
      legend.key = ggplot2::element_blank(),
      legend.position = if (identical(key$place, "above")) "top" else "right"
    )
  )
}

# ---- one panel ---------------------------------------------------------------------------------

# Scales, limits, ticks, words and the note of a panel that is alone.
ggplot_frame <- function(panel) {
  note <- panel$note
  above <- if (is.null(note$at)) {
    ggplot2::waiver()
  } else {
    ggplot2::dup_axis(breaks = note$at, labels = note$text, name = NULL)
  }
  log_x <- grepl("x", panel$log, fixed = TRUE)
  log_y <- grepl("y", panel$log, fixed = TRUE)
  list(
    ggplot_scale("x", log_x, panel$ticks$x, sec.axis = above),
    ggplot_scale("y", log_y, panel$ticks$y),
    if (is.na(panel$asp)) {
      ggplot2::coord_cartesian(xlim = panel$xlim, ylim = panel$ylim, default = TRUE)
    } else {
      ggplot2::coord_fixed(panel$asp, xlim = panel$xlim, ylim = panel$ylim)
    },
    ggplot2::labs(x = panel$xlab, y = panel$ylab, subtitle = if (is.null(note$at)) note$text),
    if (!is.null(note)) ggplot_note_theme(note, panel)
  )
}

ggplot_scale <- function(axis, log, ticks = NULL, places = pretty, ...) {
  scale <- get(paste0("scale_", axis, if (log) "_log10" else "_continuous"),
               asNamespace("ggplot2"))
  own <- if (is.data.frame(ticks)) {
    list(breaks = ticks$at, labels = ticks$label)
  } else if (identical(ticks, "count")) {
    list(breaks = function(limits) count_ticks(pretty(limits)))
  } else if (!log) {
    list(breaks = places)
  } else {
    list(breaks = function(limits) log_places(min(limits), max(limits)), labels = log_labels)
  }
  do.call(scale, c(own, list(...)))
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
