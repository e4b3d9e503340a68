# Keys in ggplot2: its scales of colours.

# The key, if there is one; colours that it does not explain are drawn as they are.
ggplot_colours <- function(key) {
  as_is <- list(
    ggplot2::scale_alpha_identity(), ggplot2::scale_shape_identity(),
    ggplot2::scale_size_identity(), ggplot2::scale_linewidth_identity(),
    ggplot2::scale_linetype_identity()
  )
  if (is.null(key)) {
    return(c(as_is, ggplot2::scale_colour_identity(aesthetics = c("colour", "fill"))))
  }
  c(as_is, if (is.null(key$ramp)) ggplot_class_key(key) else ggplot_number_key(key))
}

# An entry for each class or line, as in base graphics.
ggplot_class_key <- function(key) {
  entries <- key$entries
  shown <- list(
    alpha = 1, shape = entries$pch, linetype = ifelse(is.na(entries$lty), 0, entries$lty),
    linewidth = line_width(entries$lwd), size = mark_size(1)
  )
  list(
    ggplot2::scale_colour_manual(
      name = key$title, values = stats::setNames(entries$colour, entries$label),
      limits = entries$label, aesthetics = c("colour", "fill"), na.value = unknown_colour,
      guide = ggplot2::guide_legend(override.aes = shown)
    ),
    ggplot2::guides(fill = "none")
  )
}

# All colours of the ramp, of which the numbers of the entries are shown.
ggplot_number_key <- function(key) {
  ends <- range(key$ramp$at, key$at)
  share <- (key$ramp$at - ends[[1]]) / diff(ends)
  list(ggplot2::scale_colour_gradientn(
    name = key$title, colours = key$ramp$colour, values = if (diff(ends) > 0) share,
    limits = ends, breaks = key$at, labels = key$entries$label, na.value = unknown_colour,
    guide = ggplot2::guide_legend(
      override.aes = list(alpha = 1, shape = 19, size = mark_size(1)), label.hjust = 1
    )
  ))
}

# One for the panels of a picture; NULL where none has one.
united_key <- function(keys) {
  keys <- keys[!vapply(keys, is.null, NA)]
  if (!length(keys)) {
    return(NULL)
  }
  key <- keys[[1]]
  if (is.null(key$ramp)) {
    entries <- do.call(rbind, lapply(keys, `[[`, "entries"))
    key$entries <- entries[!duplicated(entries$label), ]
  }
  key
}
