# Several panels in ggplot2: facets, whose axes are alike. Where the panels' are not, the strip of
# each names its own, and logarithms are drawn as such.

# Panels with `facet`, what their rows of data say where they belong, and `as_log`, the axes of
# which logarithms are to be drawn.
as_facets <- function(panels, square) {
  if (square) {
    s <- sqrt(length(panels))
    return(lapply(seq_along(panels), function(i) {
      panel <- panels[[i]]
      panel$facet <- list(row = (i - 1L) %/% s + 1L, column = (i - 1L) %% s + 1L)
      panel
    }))
  }
  panels <- lapply(panels, function(panel) {
    logged <- vapply(c("x", "y"), function(axis) {
      is_logged(panel, axis) && !all_logged(panels, axis)
    }, NA)
    panel$as_log <- paste(c("x", "y")[logged], collapse = "")
    panel
  })
  strips <- make.unique(vapply(panels, facet_strip, "", panels))
  lapply(seq_along(panels), function(i) {
    panels[[i]]$facet <- list(panel = factor(strips[[i]], strips))
    panels[[i]]$layers <- lapply(panels[[i]]$layers, shrink_marks, facet_marks(length(panels)))
    panels[[i]]
  })
}

shrink_marks <- function(layer, factor) {
  if (layer$kind == "points") layer$data$size <- factor * layer$data$size
  layer
}

is_logged <- function(panel, axis) grepl(axis, panel$log, fixed = TRUE)

all_logged <- function(panels, axis) all(vapply(panels, is_logged, NA, axis))

# How much smaller marks are in several panels, as base graphics have them there.
facet_marks <- function(n) {
  across <- panel_rows(n)
  if (any(across > 2L)) 0.66 else if (all(across == 2L)) 0.83 else 1
}

# What is drawn along an axis of a facet.
facet_label <- function(panel, axis) {
  if (axis == "x" && !is.null(panel$facet_xlab)) {
    return(panel$facet_xlab)
  }
  as_log <- is_logged(list(log = panel$as_log), axis)
  paste0(if (as_log) "log10 ", if (axis == "x") panel$xlab else panel$ylab)
}

# The label of the axis that is written beside all: that of the first and of most others, or NULL.
common_label <- function(panels, axis) {
  labels <- vapply(panels, facet_label, "", axis)
  if (2L * sum(labels == labels[[1]]) > length(labels)) labels[[1]]
}

# The title, the note, and what the axes are where that is not written beside them.
facet_strip <- function(panel, panels) {
  own <- function(axis) {
    label <- facet_label(panel, axis)
    if (!identical(label, common_label(panels, axis))) label
  }
  upwards <- own("y")
  across <- own("x")
  if (!is.null(upwards) && !is.null(across)) across <- paste("against", across)
  paste(c(panel$title, panel$note$text, upwards, across), collapse = "\n")
}

# The layer's data with the facet they belong to.
in_facet <- function(layer, panel) {
  data <- layer$data
  data[names(panel$facet)] <- lapply(panel$facet, rep, nrow(data))
  for (axis in c("x", "y")) {
    if (!is_logged(list(log = panel$as_log %||% ""), axis)) next
    columns <- intersect(columns_along(layer, axis), names(data))
    data[columns] <- lapply(data[columns], log10)
  }
  layer$data <- data
  layer
}

columns_along <- function(layer, axis) {
  at <- if (layer$kind == "rule" && layer$along == axis) "at"
  of_x <- c("x", "xend", "lower", "upper", "left", "right")
  c(if (axis == "x") of_x else c("y", "yend", "low", "high", "height"), at)
}

# Facets, scales and words; what has to be seen is drawn invisibly.
ggplot_facets <- function(panels, square) {
  seen <- lapply(panels, function(panel) {
    ends <- list(kind = "points", data = data.frame(x = panel$xlim, y = panel$ylim))
    ggplot2::geom_blank(ggplot2::aes(.data$x, .data$y), in_facet(ends, panel)$data)
  })
  if (square) {
    grid <- ggplot2::facet_grid(ggplot2::vars(.data$row), ggplot2::vars(.data$column),
                                scales = "free")
    words <- list(ggplot2::labs(x = NULL, y = NULL),
                  ggplot2::theme(strip.text = ggplot2::element_blank()))
    return(c(seen, list(grid), words))
  }
  limits <- unique(lapply(panels, `[`, c("xlim", "ylim")))
  c(seen, list(
    ggplot2::facet_wrap(ggplot2::vars(.data$panel),
                        scales = if (length(limits) > 1L) "free" else "fixed"),
    ggplot_facet_scale("x", panels), ggplot_facet_scale("y", panels),
    ggplot2::labs(x = common_label(panels, "x"), y = common_label(panels, "y"))
  ))
}

# Ticks that are named are those of all panels.
ggplot_facet_scale <- function(axis, panels) {
  ticks <- unique(lapply(panels, function(panel) panel$ticks[[axis]]))
  few <- function(limits) pretty(limits, 4)
  ggplot_scale(axis, all_logged(panels, axis), if (length(ticks) == 1L) ticks[[1]], few)
}
