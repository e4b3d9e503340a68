# Pictures of the noise of rows.

#' @rdname noise_level
#' @export
plot.lapscale_noise <- function(x, embedding = NULL, ...) door(plot_object(x, list(...), embedding))

# Returns a picture of a histogram of the noise of the points, or of their embedding in the colors
# of the noise.
#   x          of noise_level(): a number for each row of the data, the squared length of its noise,
#              or NA
#   embedding  a lapscale_embedding of the same rows, or NULL;  ...: not used
#' @export
picture.lapscale_noise <- function(x, embedding = NULL, ...) {
  noise <- as.numeric(x)
  if (is.null(embedding)) {
    titles <- c("Noise of rows", "squared length of the noise")
    return(new_picture(list(histogram_panel(noise[!is.na(noise)], titles[[1L]], titles[[2L]]))))
  }
  check_class(embedding, "lapscale_embedding", "embedding", "an embedding of the same rows")
  picture(embedding, colour = noise, title = "squared noise")
}
