#' Plot an embedding
#'
#' Plots the coordinates of an embedding: one coordinate against the row number, two as a scatter
#' plot, and more as pairs. `screeplot()` shows all eigenvalues that were computed, with those of
#' the coordinates filled. `autoplot()` draws the same plot with ggplot2.
#'
#' @details
#' Two coordinates of a layout, of Isomap, or of kernel PCA except `"lle"`, have the same unit and
#' are drawn with `asp = 1` (`asp = NA` fills the panel). Up to seven classes have the colors of
#' Okabe and Ito, which color-blind people can distinguish. More classes, up to 40, differ in color
#' and symbol; beyond that there is a message of class `lapscale_message_colours`. Numbers have a
#' color bar. `Date`, `POSIXct`, and `difftime` count as numbers. Whole numbers with at most 12
#' values, such as the numbers of clusters, are classes. With `col` there is no key.
#'
#' A plot of points by `autoplot()` has the coordinates as `x` and `y` and the values of `colour` as
#' `colour` in its data, so that `labs(colour = )`, `facet_wrap()`, scales, and themes of ggplot2
#' work.
#'
#' The scree plot can only show the eigenvalues that the fit computed. If `n_components` is a
#' number, there are only a few more than coordinates. Fit with `n_components = "gap"` to see the
#' first eleven.
#'
#' @param x,object A [lapscale_embedding].
#' @param columns Numbers of the coordinates to draw. If `NULL` (the default), all are drawn, but at
#'   most the first 5.
#' @param colour,color `NULL` (the default), or one value per row of the data, a number or a class,
#'   that determines the color. Both spellings work.
#' @param labels Names of the coordinates that are drawn. If `NULL` (the default), their numbers.
#' @param inside A share of the points, above 0.5 and at most 1. The axes end at the quantiles that
#'   contain this share of each coordinate, with a margin. Points beyond are drawn as open triangles
#'   at the edge. With 1 (the default), the axes contain all points.
#' @param edges If `TRUE`, gray lines connect the neighbors that an [embed_layout()] tore apart:
#'   edges of its graph that are more than 5 times as long as the median edge, at most 1000.
#' @param ... Graphical parameters for `plot()` and `screeplot()`, such as `col`, `pch`, or `main`.
#'   Pairs plots have no `xlab`, `ylab`, `xlim`, `ylim`, `axes`, or `type`. Other arguments are an
#'   error.
#' @return
#' - `plot()` and `screeplot()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#' @section Errors:
#' - `lapscale_error_argument`, naming `columns`, `colour`, `labels`, or an unknown argument.
#' @seealso [embed_eigenmaps()] and the other embeddings, [embed_scales()].
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' plot(embed_layout(x), edges = TRUE)
#' plot(embed_isomap(x, 3, k = 10), colour = cut(attr(x, "parameters")[, 1], 5))
#' screeplot(embed_isomap(x, "gap", k = 10))
#' @export
plot.lapscale_embedding <- function(x, ..., what = c("points", "scree", "candidates"),
                                    columns = NULL, colour = NULL, color = NULL, labels = NULL,
                                    inside = 1, edges = FALSE) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  plot_object(x, list(...), columns, colour %||% color, labels, inside, what, edges, title)
})

#' @rdname plot.lapscale_embedding
#' @param what What is drawn: the `"points"` (the default); the eigenvalues, `"scree"`, as by
#'   `screeplot()`; or the sets of eigenvectors from which `coordinates = "independent"` of
#'   [embed_eigenmaps()] selected, `"candidates"`: how independent each set is against the sum of
#'   its eigenvalues. The selected set is marked, and the best sets have the numbers of their
#'   eigenvectors.
#' @exportS3Method ggplot2::autoplot
autoplot.lapscale_embedding <- function(object, ..., what = c("points", "scree", "candidates"),
                                        columns = NULL, colour = NULL, color = NULL,
                                        labels = NULL, inside = 1, edges = FALSE) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  ggplot_picture(picture(object, columns, colour %||% color, labels, inside, what, edges, title))
}, ...)

#' @rdname plot.lapscale_embedding
#' @export
screeplot.lapscale_embedding <- function(x, ...) door({
  plot_picture(picture_scree(x), graphical_settings(list(...)))
  invisible(x)
})

#   columns  their numbers; NULL: all, at most max_columns
#   colour   as in plot()
#   labels   their names, or NULL
#' @export
picture.lapscale_embedding <- function(x, columns = NULL, colour = NULL, labels = NULL, inside = 1,
                                       what = "points", edges = FALSE, title = NULL, ...,
                                       max_columns = 5L) {
  what <- check_choice(what, c("points", "scree", "candidates"), "what")
  if (what != "points") return(if (what == "scree") picture_scree(x) else picture_candidates(x))
  inside <- check_number(inside, "inside", above = 0.5)
  refuse_if(inside > 1, "`inside` must be at most 1, not {inside}.")
  clamped <- clamp(x$coordinates, inside)
  x$coordinates <- clamped$coordinates
  s <- n_coordinates(x)
  columns <- check_rows(columns %||% seq_len(min(s, max_columns)), s, "columns")
  labels <- labels %||% paste("coordinate", columns)
  refuse_if(!is.character(labels) || length(labels) != length(columns) || anyNA(labels),
            "`labels` must be a name for each of the {length(columns)} coordinate{?s}, not
             {describe(labels)}.")
  edges <- check_flag(edges, "edges")
  torn <- x$settings$torn
  refuse_if(edges && is.null(torn),
            "`edges` = TRUE needs a layout: {embedding_title(x)} does not keep the edges of its
             graph.")
  if (length(columns) > 2L) return(picture_pairs(x, columns, colour, labels, clamped$moved, title))
  n <- nrow(x$coordinates)
  place <- unname(x$coordinates)[, columns, drop = FALSE]
  one <- length(columns) == 1L
  if (one) place <- cbind(seq_len(n), place)
  colnames(place) <- c(if (one) "row", labels)
  asp <- if (!one && embedding_method(x)$in_one_unit(x$settings)) 1 else NA
  under <- if (edges && nrow(torn)) list(segments_layer(
    place[torn[, 1L], 1L], place[torn[, 1L], 2L], place[torn[, 2L], 1L], place[torn[, 2L], 2L],
    "grey75"
  ))
  new_picture(list(scatter_panel(
    place, with_moved(coloured(colour, n, title), clamped$moved, columns), title_of_points(x), asp,
    under = under %||% list()
  )))
}

title_of_points <- function(x) {
  title_of_graph(c(embedding_title(x), "of", count(length(x$rows), "point")), x)
}

# The name of what colors the points, such as `Species` of iris$Species, or NULL.
title_of_colour <- function(...) {
  expr <- Filter(Negate(is.null), list(...))[1L][[1L]]
  while (is.call(expr)) {
    by <- if (is.name(expr[[1L]])) as.character(expr[[1L]]) else ""
    is_last <- by == "$" || by %in% c("[", "[[") && is.character(expr[[length(expr)]])
    expr <- if (is_last) expr[[length(expr)]] else if (by == "[" && length(expr) == 3L) expr[[2L]]
  }
  if (is.name(expr) || is.character(expr)) as.character(expr)
}

# What lies far beyond the middle share of each coordinate moves to the edge: list(coordinates,
# moved).
clamp <- function(coordinates, share) {
  clamped <- coordinates
  for (l in seq_len(ncol(coordinates))) {
    z <- coordinates[, l]
    ends <- stats::quantile(z, c(1 - share, 1 + share) / 2, names = FALSE, na.rm = TRUE)
    ends <- ends + c(-0.1, 0.1) * diff(ends)
    clamped[, l] <- pmin(pmax(z, ends[[1L]]), ends[[2L]])
  }
  list(coordinates = clamped, moved = !is.na(coordinates) & clamped != coordinates)
}

# Points that were moved along one of these columns are open triangles.
with_moved <- function(shown, moved, columns) {
  moved <- rowSums(moved[, columns, drop = FALSE]) > 0
  if (any(moved)) shown$shape <- ifelse(moved, 2, shown$shape %||% 19)
  shown
}

# Three coordinates or more, each against each.
picture_pairs <- function(x, columns, colour, labels, moved, title) {
  shown <- coloured(colour, nrow(x$coordinates), title)
  place <- unname(x$coordinates)[, columns]
  colnames(place) <- labels
  panel <- function(row, column) {
    marked <- with_moved(shown, moved, columns[c(column, row)])
    cell <- scatter_panel(place[, c(column, row)], marked, "", asp = NA)
    if (row == column) {
      cell$layers <- list(text_layer(mean(cell$xlim), mean(cell$ylim), labels[[row]], size = 1.2))
    }
    cell
  }
  numbers <- seq_along(columns)
  cells <- expand.grid(column = numbers, row = numbers)
  new_picture(Map(panel, cells$row, cells$column), title_of_points(x), square = TRUE)
}

# Those of the coordinates are filled.
picture_scree <- function(e) {
  if (inherits(e, "lapscale_embedding_list")) return(picture_parts(e, picture_scree))
  refuse_if(!has_eigenvalues(e),
            "`x` has no eigenvalues to draw: {embedding_title(e)} does not find any.")
  new_picture(list(eigenvalue_panel(
    e$scree, seq_along(e$scree) <= length(e$eigenvalues),
    paste("Eigenvalues:", embedding_title(e)), "coordinate"
  )))
}

# The sets of eigenvectors that independent coordinates were selected from: the first is the one
# that was, and the next best are named as well.
picture_candidates <- function(e) {
  sets <- e$candidates
  refuse_if(is.null(sets), "`what` = \"candidates\" needs coordinates that are \"independent\".")
  place <- cbind(`sum of eigenvalues` = sets$eigenvalues, independence = sets$independence)
  colours <- c(choice_colour, rep("grey60", nrow(sets) - 1L))
  best <- utils::head(place, 3L)
  right <- best[, 1L] + 0.03 * diff(range(place[, 1L]))
  names <- text_layer(right, best[, 2L], utils::head(sets$set, 3L), across = 0)
  new_picture(list(scatter_panel(
    place, list(colour = colours), "Sets of eigenvectors", NA, size = 1, over = list(names)
  )))
}
