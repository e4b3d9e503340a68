# Pictures in ggplot2. Several panels are facets.

# Returns a picture as a ggplot.
#   picture_data  of new_picture(): panels (list of new_panel()), title, square (whether they are
#                 the cells of a square)
# Several panels become facets, see as_facets(). `key` is of new_key(), or NULL; `point_data` of
# main_points(), or NULL.
ggplot_picture <- function(picture_data) {
  check_installed("ggplot2", "to draw with autoplot()")
  panels <- picture_data$panels
  has_facets <- length(panels) > 1L
  if (has_facets) panels <- as_facets(panels, picture_data$square)
  key <- united_key(panels)
  point_data <- if (!has_facets) main_points(panels[[1]], key)
  ggplot2::ggplot(point_data, main_mapping(point_data, key)) +
    ggplot2::theme_test(base_size = 11) +
    # Makes it look like base graphics.
    ggplot2::theme(
      plot.title = ggplot2::element_text(face = "bold", hjust = 0.5),
      strip.background = ggplot2::element_blank(), strip.clip = "off",
      legend.position = if (identical(key$place, "above")) "bottom" else "right"
    ) +
    lapply(panels, ggplot_layers, key) +
    (if (has_facets) ggplot_facets(panels, picture_data$square) else ggplot_frame(panels[[1]])) +
    lapply(c("x", "y"), ggplot_axis, panels) +
    (if (!is.null(key)) ggplot_key(key)) +
    ggplot2::labs(title = picture_data$title)
}

# Returns the points of a panel that is alone as the data of the plot: a data frame of x, y and
# colour (what colors them, a number or a factor), NULL where it draws no points. Facets, labels,
# and scales of the user then work.
#   panel  of new_panel(): layers (that of the points has main, TRUE)
#   key    of new_key(): entries (label: the levels of the factor); or NULL
main_points <- function(panel, key) {
  layer <- Find(function(layer) isTRUE(layer$main), panel$layers)
  if (is.null(layer)) return(NULL)
  layer_data <- in_depth(layer$data)
  value <- layer_data$value
  if (is.character(value)) value <- factor(value, key$entries$label %||% unique(value))
  point_data <- layer_data[c("x", "y")]
  point_data$colour <- value
  point_data
}

# Returns which columns of main_points() the axes and the colors are, a mapping of ggplot2.
#   point_data  of main_points(): colour (NULL: the points have one color); or NULL
#   key         of new_key(), or NULL
main_mapping <- function(point_data, key) {
  if (is.null(point_data)) return(ggplot2::aes())
  if (is.null(key) || is.null(point_data$colour)) ggplot2::aes(.data$x, .data$y) else
    ggplot2::aes(.data$x, .data$y, colour = .data$colour)
}

# Points in the order in which they are drawn: those of the largest depth last, see points_layer().
#   data  of a layer: a data frame with a row per point, with the column depth or without
in_depth <- function(data) if (is.null(data$depth)) data else data[order(data$depth), ]

# Returns what sets the words and the shape of a panel that is alone, a list to add to a ggplot.
#   panel  of new_panel(): xlab, ylab, asp (ratio of the units of the axes, NA: free), note (of
#          note_above(), or NULL)
ggplot_frame <- function(panel) {
  note <- panel$note
  list(
    ggplot2::labs(x = panel$xlab, y = panel$ylab, subtitle = note$text),
    if (!is.na(panel$asp)) ggplot2::coord_fixed(panel$asp),
    if (!is.null(note)) {
      ggplot2::theme(plot.subtitle = ggplot2::element_text(
        colour = note$colour, hjust = note_share(note, panel)
      ))
    }
  )
}

# The scale of ggplot2 for an axis, "x" or "y", of these panels, a list of new_panel(): logarithmic
# if it is in all of them, with the ticks of the panels if they are the same in all.
ggplot_axis <- function(axis, panels) {
  is_log <- all_logged(panels, axis)
  ticks <- unique(lapply(panels, function(panel) panel$ticks[[axis]]))
  ticks <- if (length(ticks) == 1L) ticks[[1L]]
  scale_args <- if (is_log) list(breaks = log_places, labels = log_labels)
  if (!is.null(ticks)) scale_args <- list(breaks = ticks$value, labels = ticks$label)
  scale_name <- paste0("scale_", axis, if (is_log) "_log10" else "_continuous")
  scale_function <- get(scale_name, asNamespace("ggplot2"))
  do.call(scale_function, c(scale_args, guide = list(ggplot2::guide_axis(check.overlap = TRUE))))
}

# ---- facets --------------------------------------------------------------------------------------

# Adds to panels `facet`, a list of columns that say in their data which facet they are: list(panel:
# a factor, whose levels are the words above the facets), or in a square list(row, column), numbers
# from 0. Unless they are a square also `as_log`, the axes ("x", "y", or none) of which logarithms
# are drawn: facets share their scales, and not all panels have logarithmic ones.
#   panels  list of new_panel();  square: whether they are the cells of a square
as_facets <- function(panels, square) {
  if (square) {
    n_rows <- as.integer(sqrt(length(panels)))
    cells <- lapply(seq_along(panels) - 1L, function(i) {
      list(row = i %/% n_rows, column = i %% n_rows)
    })
    return(Map(function(panel, cell) c(panel, list(facet = cell)), panels, cells))
  }
  panels <- lapply(panels, function(panel) {
    is_logged_alone <- function(axis) is_logged(panel, axis) && !all_logged(panels, axis)
    c(panel, list(as_log = Filter(is_logged_alone, c("x", "y"))))
  })
  strip_texts <- make.unique(vapply(panels, facet_strip, "", panels))
  Map(function(panel, text) c(panel, list(facet = list(panel = factor(text, strip_texts)))),
      panels, strip_texts)
}

# Whether an axis, "x" or "y", is logarithmic in all panels.
all_logged <- function(panels, axis) all(vapply(panels, is_logged, NA, axis))

# Returns what is drawn along an axis of a facet, a text.
#   panel  of new_panel(): xlab, ylab, with as_log (axes of which logarithms are drawn, see
#          as_facets(); NULL: none)
#   axis   "x" or "y"
facet_label <- function(panel, axis) {
  paste0(if (axis %in% panel$as_log) "log10 ", panel[[paste0(axis, "lab")]])
}

# The label of an axis that is written beside all panels: that of the first if most others have it,
# or NULL.
#   panels  list of new_panel();  axis: "x" or "y"
common_label <- function(panels, axis) {
  labels <- vapply(panels, facet_label, "", axis)
  if (2L * sum(labels == labels[[1]]) > length(labels)) labels[[1]]
}

# The words above a facet: its title, its note, and what the axes are if that is not written beside
# all panels.
#   panel  of new_panel();  panels: list of all panels of the picture
facet_strip <- function(panel, panels) {
  labels <- unlist(lapply(c("y", "x"), function(axis) {
    label <- facet_label(panel, axis)
    if (!identical(label, common_label(panels, axis))) label
  }))
  axes_text <- if (length(labels)) paste(labels, collapse = "\nagainst ")
  paste(c(panel$title, panel$note$text, axes_text), collapse = "\n")
}

# The number of facets beside each other, 1 or 2; NULL: that of facet_wrap(). A wide map is above
# its curve.
#   panels  list of new_panel()
facet_columns <- function(panels) {
  if (length(panels) == 3L) return(2L)
  # Of points that all coincide the ratio is NaN.
  if (starts_with_map(panels) && isTRUE(ratio_of_map(panels[[1L]]) > panel_shape$ratio)) 1L
}

# Returns what sets how panels stand beside each other, a list to add to a ggplot.
#   panels  of as_facets();  square: whether they are the cells of a square
ggplot_facets <- function(panels, square) {
  if (square) {
    return(list(
      ggplot2::facet_grid(ggplot2::vars(.data$row), ggplot2::vars(.data$column), scales = "free"),
      ggplot2::labs(x = NULL, y = NULL), ggplot2::theme(strip.text = ggplot2::element_blank())
    ))
  }
  list(
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), scales = "free",
                        ncol = facet_columns(panels)),
    ggplot2::labs(x = common_label(panels, "x"), y = common_label(panels, "y"))
  )
}

# ---- layers --------------------------------------------------------------------------------------

# Returns the layers of a panel, a list to add to a ggplot; the first is blank and holds the limits.
#   panel  of new_panel(): layers, xlim, ylim, perhaps with facet and as_log, see as_facets()
#   key    of new_key(), or NULL
ggplot_layers <- function(panel, key) {
  ends <- in_facet(list(kind = "seen", data = data.frame(x = panel$xlim, y = panel$ylim)), panel)
  c(
    list(ggplot2::geom_blank(ggplot2::aes(.data$x, .data$y), ends$data, inherit.aes = FALSE)),
    lapply(panel$layers, function(layer) {
      ggplot_layer(in_facet(layer, panel), key, isTRUE(layer$main) && is.null(panel$facet))
    })
  )
}

# Returns a layer with the facet in its data, and with logarithms (base 10) where these are drawn.
# Marks in facets are smaller.
#   layer  of new_layer(): kind ("rule": lines through the panel), along ("x" or "y", the axis that
#          a rule crosses), data (data frame, a row per mark)
#   panel  of new_panel(), perhaps with `facet` and `as_log`, see as_facets()
in_facet <- function(layer, panel) {
  columns <- list(
    x = c("x", "xend", "left", "right"), y = c("y", "yend", "low", "high", "bottom", "top")
  )
  for (axis in panel$as_log) {
    position_column <- if (layer$kind == "rule" && layer$along == axis) "position"
    logged_columns <- intersect(c(columns[[axis]], position_column), names(layer$data))
    layer$data[logged_columns] <- lapply(layer$data[logged_columns], log10)
  }
  layer$data[names(panel$facet)] <- lapply(panel$facet, rep, nrow(layer$data))
  if (length(panel$facet) && !is.null(layer$data$size)) layer$data$size <- 0.7 * layer$data$size
  layer
}

# Converts sizes of symbols of base graphics, cex, to those of ggplot2.
mark_size <- function(cex) 2.5 * cex
# Converts widths of lines of base graphics, lwd, to those of ggplot2.
line_width <- function(lwd) 0.4 * lwd

# Returns a layer of ggplot2: what the key explains in the colors of its scale, the rest as it is.
# NULL for no data, and for lines of single points.
#   layer    of new_layer(): kind (name in ggplot_geoms), data (data frame, a row per mark; value:
#            what the key explains, if it does)
#   key      of new_key(): ramp (NULL: the colors are of classes); or NULL
#   is_main  whether its points are the data of the plot, see main_points()
# `geom_args` is a list: geom (a function of ggplot2), mapping, and further arguments of the geom.
ggplot_layer <- function(layer, key, is_main) {
  data <- in_depth(layer$data)
  if (!nrow(data) || layer$kind == "line" && !anyDuplicated(data$group)) return(NULL)
  geom_args <- ggplot_geoms[[layer$kind]](layer, data)
  aesthetic <- if (layer$kind == "band") "fill" else "colour"
  has_key <- !is.null(key) && "value" %in% names(data)
  if (has_key) {
    if (!is.null(key$ramp)) geom_args$key_glyph <- "point"
    geom_args$mapping[[aesthetic]] <- ggplot2::aes(.data$value)$x
  } else if (is.null(geom_args[[aesthetic]])) {
    geom_args[[aesthetic]] <- if (layer$kind == "band") data$colour[[1]] else data$colour
  }
  # Lines through the panel inherit nothing by themselves.
  if (layer$kind != "rule") geom_args$inherit.aes <- is_main
  if (is_main) geom_args$mapping <- NULL
  do.call(geom_args$geom, c(
    list(data = if (!is_main) data, na.rm = TRUE,
         show.legend = has_key && layer$kind != "band"),
    geom_args[names(geom_args) != "geom"]
  ))
}

# For each kind of layer, a function of the layer, of new_layer(), and of its data, a data frame
# with a row per mark, that returns a list: geom (a function of ggplot2 or ggrepel), mapping, and
# further arguments of the geom.
ggplot_geoms <- list(
  points = function(layer, data) {
    list(geom = ggplot2::geom_point, mapping = ggplot2::aes(.data$x, .data$y), shape = data$shape,
         size = mark_size(data$size), alpha = data$strength, stroke = 0.5)
  },
  line = function(layer, data) {
    list(geom = if (layer$steps) ggplot2::geom_step else ggplot2::geom_path,
         mapping = ggplot2::aes(.data$x, .data$y, group = .data$group),
         linewidth = line_width(data$width))
  },
  band = function(layer, data) {
    list(geom = ggplot2::geom_ribbon, mapping = ggplot2::aes(
      .data$x, ymin = .data$low, ymax = .data$high, group = .data$group
    ), colour = NA, alpha = band_strength)
  },
  segments = function(layer, data) {
    list(geom = ggplot2::geom_segment,
         mapping = ggplot2::aes(.data$x, .data$y, xend = .data$xend, yend = .data$yend))
  },
  rects = function(layer, data) {
    # No scale looks at the ends: the frame's are infinite.
    list(geom = ggplot2::geom_rect, mapping = ggplot2::aes(xmin = .data$left, xmax = .data$right),
         ymin = data$bottom, ymax = data$top, fill = data$colour, colour = data$border)
  },
  rule = function(layer, data) {
    name_and_geom <- if (layer$along == "x") list("xintercept", ggplot2::geom_vline) else
      list("yintercept", ggplot2::geom_hline)
    mapping <- stats::setNames(ggplot2::aes(.data$position), name_and_geom[[1L]])
    list(geom = name_and_geom[[2L]], mapping = mapping, linetype = data$type, key_glyph = "path")
  },
  text = function(layer, data) {
    # Later versions of ggplot2 have another name for the border of a label.
    border_arg <- if (utils::packageVersion("ggplot2") < "3.6") "label.size" else "linewidth"
    c(
      list(geom = ggplot2::geom_label, mapping = ggplot2::aes(.data$x, .data$y, label = .data$text),
           colour = data$colour, fill = ifelse(data$ground, faded("white", 0.75), NA),
           hjust = data$across, size = 4 * data$size,
           label.padding = ggplot2::unit(0.12, "lines")), stats::setNames(list(0), border_arg)
    )
  },
  names = function(layer, data) {
    common_args <- list(mapping = ggplot2::aes(.data$x, .data$y, label = .data$text),
                        size = 4 * data$size)
    if (requireNamespace("ggrepel", quietly = TRUE)) {
      return(c(list(geom = ggrepel::geom_text_repel, seed = 1), common_args))
    }
    c(list(geom = ggplot2::geom_text, check_overlap = TRUE, vjust = -0.7), common_args)
  }
)

# ---- keys ----------------------------------------------------------------------------------------

# Unites the keys of panels, a list of new_panel(): the first key, of new_key(), with the entries of
# all if its colors are of classes. NULL if none has one.
united_key <- function(panels) {
  panel_keys <- lapply(panels, `[[`, "key")
  panel_keys <- panel_keys[lengths(panel_keys) > 0L]
  key <- if (length(panel_keys)) panel_keys[[1]]
  entries <- do.call(rbind, lapply(panel_keys, `[[`, "entries"))
  if (!is.null(key) && is.null(key$ramp)) key$entries <- entries[!duplicated(entries$label), ]
  key
}

# The scales of colors, a list to add to a ggplot: an entry for each class or line, or all colors of
# the ramp, of which the numbers of the entries are shown.
#   key  of new_key(): entries (data frame label, colour, pch, lty, lwd), title, place, perhaps ramp
#        (data frame value, colour) and values
ggplot_key <- function(key) {
  entries <- key$entries
  if (is.null(key$ramp)) {
    key_style <- list(alpha = 1, shape = entries$pch, linetype = entries$lty,
                  linewidth = line_width(entries$lwd), size = mark_size(1))
    return(list(
      ggplot2::scale_colour_manual(
        values = stats::setNames(entries$colour, entries$label),
        limits = entries$label, aesthetics = c("colour", "fill"), na.value = unknown_colour,
        # Above curves as many words as fit beside each other.
        guide = ggplot2::guide_legend(override.aes = key_style, ncol = if (key$place == "above") {
          min(nrow(entries), max(1, 75 %/% (max(nchar(entries$label)) + 6)))
        })
      ),
      ggplot2::guides(fill = "none"), ggplot2::labs(colour = key$title)
    ))
  }
  bar <- ggplot2::guide_colourbar(barheight = ggplot2::unit(8, "lines"))
  list(
    ggplot2::scale_colour_gradientn(
      colours = key$ramp$colour, limits = range(key$ramp$value), breaks = key$values,
      labels = key$entries$label, na.value = unknown_colour,
      guide = if (is_bar(key)) bar else ggplot2::guide_legend()
    ),
    ggplot2::labs(colour = key$title)
  )
}
