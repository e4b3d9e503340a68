# The picture of embeddings at several bandwidths: a panel for each, and the curve with its minima
# numbered.

#' @rdname embed_scales
#' @param columns Numbers of the coordinates to draw, one or two. NULL: the first two.
#' @param colour NULL, or a value per row of the data, a number or a class, that gives the colour.
#'   NULL: the first coordinate at the chosen scale, so that points are found again.
#' @export
plot.lapscale_scales <- function(x, ..., columns = NULL, colour = NULL) door({
  own <- graphical_settings(list(...), also = "color")
  drawn <- picture(x, columns, resolve_colour(colour, own))
  plot_picture(drawn, own[names(own) != "color"])
  invisible(x)
})

#' @rdname embed_scales
#' @param object An object that `embed_scales()` made.
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_scales <- function(object, ..., columns = NULL, colour = NULL) door({
  check_installed("ggplot2", "to draw with autoplot()")
  given <- list(...)
  check_dots(given, "color")
  ggplot_picture(picture(object, columns, resolve_colour(colour, given)))
})

#' @export
picture.lapscale_scales <- function(x, columns = NULL, colour = NULL, ...) door({
  columns <- drawn_columns(x$embeddings[[1]], columns, 2L)
  if (length(columns) > 2L) {
    abort_argument("`columns` must be one or two numbers, not {length(columns)}.")
  }
  reference <- x$embeddings[[match(TRUE, x$scales$chosen, nomatch = 1L)]]
  found_again <- is.null(colour)
  if (found_again) colour <- rank(reference$coordinates[, 1L], na.last = "keep")
  panels <- lapply(x$scales$scale, function(scale) {
    e <- with_signs_of(x$embeddings[[scale]], reference)
    panel <- picture(e, columns, colour)$panels[[1]]
    row <- x$scales[scale, ]
    panel$title <- paste0(row$scale, ": h = ", short(row$bandwidth, 3))
    panel["note"] <- list(note_of_scale(row))
    # One key is enough; the colours that points are found by need none.
    if (found_again || scale > 1L) panel["key"] <- list(NULL)
    panel
  })
  new_picture(c(panels, curve_of_scales(x)), embedding_title(reference))
})

# Each coordinate with the sign by which it agrees with that of the other embedding.
with_signs_of <- function(e, reference) {
  for (column in seq_len(n_coordinates(e))) {
    agreement <- sum(e$coordinates[, column] * reference$coordinates[, column], na.rm = TRUE)
    if (agreement < 0) e$coordinates[, column] <- -e$coordinates[, column]
  }
  e
}

note_of_scale <- function(row) {
  pieces <- if (row$pieces > 1L) count(row$pieces, "piece")
  words <- c(row$selector, if (row$chosen) "chosen", pieces)
  if (length(words)) note_above(paste(words, collapse = ", "))
}

# The curve's panel with the numbers of the scales; none where no curve was given.
curve_of_scales <- function(x) {
  bw <- x$curve
  if (is.null(bw) || nrow(drawn_curve(selection(bw))) < 2L) {
    return(NULL)
  }
  panel <- picture(bw)$panels[[1]]
  panel["key"] <- list(NULL)
  panel$settled <- TRUE
  log_y <- is_logged(panel, "y")
  shown <- x$scales[is.finite(x$scales$criterion), ]
  height <- shown$criterion
  above <- 0.13 * diff(if (log_y) log10(panel$ylim) else panel$ylim)
  height <- if (log_y) height * 10^above else height + above
  panel$ylim <- range(panel$ylim, height)
  panel$layers <- c(
    lapply(panel$layers, function(layer) {
      layer$data$value <- NULL
      layer
    }),
    list(text_layer(shown$bandwidth, height, as.character(shown$scale), size = 1))
  )
  list(panel)
}
