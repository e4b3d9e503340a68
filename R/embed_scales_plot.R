# Pictures of embed_scales().

#' @rdname embed_scales
#' @param columns Numbers of the coordinates to draw, one or two. If `NULL` (the default), the first
#'   two.
#' @param colour,color `NULL` (the default), or one value per row of the data, a number or a class,
#'   that determines the color. If `NULL`, it is the first coordinate at the selected scale, so that
#'   you can follow points between the panels.
#' @export
plot.lapscale_scales <- function(x, ..., columns = NULL, colour = NULL, color = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  plot_object(x, list(...), columns, colour %||% color, title)
})

# Returns a picture with a panel for each embedding of x and one of the curve, its minima numbered.
#   x        of embed_scales(): embeddings (a list), scales (data frame with a row per scale: scale,
#            its number; bandwidth; pieces, the number of components; chosen; selector, or none)
#   columns  the numbers of one or two coordinates that are drawn, or NULL
#   colour   a value for each row of the data, or NULL: the rank of the first coordinate at the
#            chosen scale;  key_title: of the key of `colour`, or NULL
#   ...      not used
#' @export
picture.lapscale_scales <- function(x, columns = NULL, colour = NULL, key_title = NULL, ...) {
  refuse_if(length(columns) > 2L, "`columns` must be one or two numbers, not {length(columns)}.")
  reference <- x$embeddings[[chosen_scale(x)]]
  is_colour_default <- is.null(colour)
  if (is_colour_default) colour <- rank(reference$coordinates[, 1L], na.last = "keep")
  panels <- lapply(x$scales$scale, function(scale) {
    e <- x$embeddings[[scale]]
    e$coordinates <- aligned_coordinates(x, scale)
    panel <- picture(e, columns, colour, title = key_title, max_columns = 2L)$panels[[1]]
    row <- x$scales[scale, ]
    panel$title <- paste0(row$scale, ": h = ", short(row$bandwidth, 3))
    pieces_text <- if (row$pieces > 1L) count(row$pieces, "component")
    words <- c(row$selector, if (row$chosen) "chosen", pieces_text)
    panel["note"] <- list(if (length(words)) note_above(paste(words, collapse = ", ")))
    # One key is enough; the colors that points are found by need none.
    if (is_colour_default || scale > 1L) panel["key"] <- list(NULL)
    panel
  })
  panels <- c(panels, curve_of_scales(x))
  new_picture(panels, embedding_title(reference),
              cells = if (length(panels) == 3L) matrix(c(1L, 3L, 2L, 3L), 2L))
}

# A list of one panel, the curve with the numbers of the scales; NULL if no curve was given.
#   x  of embed_scales(): scales, a data frame with a row per scale (scale, bandwidth, criterion);
#      curve, a bandwidth with the curve of its selector, or NULL
curve_of_scales <- function(x) {
  bw <- x$curve
  if (is.null(bw) || nrow(drawn_curve(selection(bw))) < 2L) return(NULL)
  panel <- picture(bw)$panels[[1]]
  panel["key"] <- list(NULL)
  # Panels of several scales are too narrow for the reason of the choice.
  panel$note <- choice_note(plain(bw))
  panel$settled <- TRUE
  is_log_y <- is_logged(panel, "y")
  scales <- x$scales[is.finite(x$scales$criterion), ]
  offset <- 0.13 * diff(if (is_log_y) log10(panel$ylim) else panel$ylim)
  height <- if (is_log_y) scales$criterion * 10^offset else scales$criterion + offset
  panel$ylim <- range(panel$ylim, height)
  for (i in seq_along(panel$layers)) panel$layers[[i]]$data$value <- NULL
  number_layer <- text_layer(scales$bandwidth, height, as.character(scales$scale), size = 1)
  panel$layers <- c(panel$layers, list(number_layer))
  list(panel)
}
