#' @rdname lapscale_clusters
#' @param what What to draw: the `"clusters"` (the default), or the gaps between eigenvalues,
#'   `"gap"`.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data, or
#'   an embedding of it, of which the first two columns are drawn. If `NULL` (the default), these
#'   are the data themselves if they have one or two columns, otherwise their first two principal
#'   components, and for a graph the eigenvectors.
#' @export
plot.lapscale_clusters <- function(x, what = c("clusters", "gap"), coordinates = NULL, ...) door({
  plot_object(x, list(...), what, coordinates)
})

#' @rdname lapscale_clusters
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_clusters <- function(object, what = c("clusters", "gap"), coordinates = NULL,
                                       ...) door({
  ggplot_picture(picture(object, what, coordinates))
}, ...)

#' @export
picture.lapscale_clusters <- function(x, what = c("clusters", "gap"), coordinates = NULL, ...) {
  if (inherits(what, "lapscale_embedding")) {
    coordinates <- what
    what <- "clusters"
  }
  if (check_choice(what, c("clusters", "gap"), "what") == "gap") {
    return(picture_gaps(x))
  }
  place <- if (is.null(coordinates)) cluster_place(x) else resolve_place(coordinates, x)
  shown <- coloured_classes(factor(x$cluster[x$rows], seq_len(x$k)))
  asp <- if (is.null(x$model) && is.null(coordinates)) NA else 1
  new_picture(list(scatter_panel(place, shown, "Spectral clusters", asp)))
}

# Finds where the points are drawn unless that is said: n x 2 for the rows that are kept.
cluster_place <- function(x) {
  if (!is.null(x$model)) {
    return(place_of_points(x$model$x, x$model$columns))
  }
  vectors <- unname(x$coordinates[x$rows, , drop = FALSE])
  colnames(vectors) <- paste("eigenvector", seq_len(ncol(vectors)))
  if (x$k == 2L) cbind(row = x$rows, vectors[, 2L, drop = FALSE]) else vectors[, 2:3]
}

# Draws the gaps with two standard errors to either side.
picture_gaps <- function(x) {
  gaps <- x$gaps
  if (!nrow(gaps)) {
    abort_argument("`what` = \"gap\": no eigenvalue comes after those of {x$k} clusters.")
  }
  bars <- with_margin(gaps$gap, 2 * gaps$se)
  layers <- list(
    rule_layer(gap_of_one_piece, "y", "grey60", type = 2), rule_layer(x$k),
    segments_layer(gaps$k, bars$low, gaps$k, pmin(bars$high, 1)),
    line_layer(gaps$k, gaps$gap), points_layer(gaps$k, gaps$gap, free = TRUE)
  )
  new_picture(list(new_panel(
    layers, range(gaps$k) + c(-0.5, 0.5), c(0, 1), "Gaps between eigenvalues",
    "number of clusters k", "gap", ticks = list(x = data.frame(at = gaps$k, label = gaps$k)),
    note = note_above(paste("k =", x$k), x$k)
  )))
}
