# Pictures of embeddings of components.

#' @rdname lapscale_embedding_list
#' @export
plot.lapscale_embedding_list <- function(x, ..., colour = NULL, color = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  plot_object(x, list(...), colour %||% color, title)
})

#' @rdname lapscale_embedding_list
#' @export
screeplot.lapscale_embedding_list <- function(x, ...) screeplot.lapscale_embedding(x, ...)

# Returns a picture with a panel for each embedding of a list x, of its first two coordinates.
#   colour  a value for each row of the data, or NULL;  key_title: of the key of `colour`, or NULL
#   ...     not used
#' @export
picture.lapscale_embedding_list <- function(x, colour = NULL, key_title = NULL, ...) {
  picture_parts(x, picture, colour = colour, title = key_title, max_columns = 2L)
}

# Returns a picture with a panel for each part, at most 12.
#   parts       list of embeddings
#   picture_of  function(embedding, ...) that makes the picture of one, of new_picture(), of which
#               the first panel is used;  ...: its further arguments
picture_parts <- function(parts, picture_of, ...) {
  first_parts <- utils::head(unclass(parts), 12L)
  panels <- lapply(seq_along(first_parts), function(number) {
    panel <- picture_of(first_parts[[number]], ...)$panels[[1]]
    panel$title <- paste("Component", number)
    # One key is enough.
    if (number > 1L) panel["key"] <- list(NULL)
    panel
  })
  new_picture(panels, embedding_title(first_parts[[1]]))
}
