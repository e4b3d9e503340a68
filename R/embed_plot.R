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
#' values, such as the numbers of clusters, are classes. A factor or numbers for all rows as `col`
#' are taken as `colour`, with a message; with other values of `col` there is no key.
#'
#' With `type = "l"` or `"b"`, segments connect the rows in their order, in the colors of `colour`.
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
#' @param names `NULL` (the default), or a name for each row of the data, which is written beside
#'   its point unless it would cover another name; a message of class `lapscale_message_names` says
#'   how many are left out. `TRUE` stands for the row names, and `NA` or `""` for no name.
#'   `autoplot()` places names with package ggrepel if it is installed.
#' @param inside Which points are inside the axes. If `NULL` (the default), these are all points,
#'   except up to 3 or 1% of them that are far outside: farther from the middle 90% of a coordinate
#'   than twice its width. A share, above 0.5 and at most 1, ends the axes at the quantiles that
#'   contain this share of each coordinate, with a margin; 1 shows all points. Points outside are
#'   drawn as open triangles at the edge, and their number is written above the plot.
#' @param edges Whether gray lines are drawn. If `NULL` (the default), these are the edges of a graph
#'   that was given as `x`, such as one of igraph, if it has at most 2000. `TRUE` connects the
#'   neighbors that an [embed_layout()] tore apart: edges of its graph that are more than 5 times as
#'   long as the median edge, at most 1000. `FALSE` draws no lines.
#' @param ... Graphical parameters for `plot()` and `screeplot()`, such as `col`, `pch`, or `main`.
#'   Pairs plots have no `xlab`, `ylab`, `xlim`, `ylim`, `axes`, or `type`. Other arguments are an
#'   error.
#' @return
#' - `plot()` and `screeplot()`: `x`, invisibly;
#' - `autoplot()`: a ggplot.
#' @section Errors:
#' - `lapscale_error_argument`, naming `columns`, `colour`, `labels`, `names`, `inside`, or an
#'   unknown
#'   argument.
#' @seealso [embed_eigenmaps()] and the other embeddings, [embed_scales()].
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_isomap(x, 2, k = 10)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' plot(embed_layout(x), edges = TRUE)
#' plot(embed_layout(mtcars, scale = TRUE), names = TRUE, colour = mtcars$cyl)
#' plot(embed_isomap(x, 3, k = 10), colour = cut(attr(x, "parameters")[, 1], 5))
#' screeplot(embed_isomap(x, "gap", k = 10))
#' @export
plot.lapscale_embedding <- function(x, ..., what = c("points", "scree", "candidates"),
                                    columns = NULL, colour = NULL, color = NULL, labels = NULL,
                                    names = NULL, inside = NULL, edges = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  # list(given: graphical parameters; colour: a value for each row, or NULL; title of its key).
  colouring <- resolve_colour(list(...), colour %||% color, title, nrow(x$coordinates),
                              substitute(list(...))[["col"]])
  plot_object(x, colouring$given, columns, colouring$colour, labels, inside, what, edges,
              colouring$title, names)
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
                                        labels = NULL, names = NULL, inside = NULL,
                                        edges = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  ggplot_picture(picture(object, columns, colour %||% color, labels, inside, what, edges, title,
                         names))
}, ...)

#' @rdname plot.lapscale_embedding
#' @export
screeplot.lapscale_embedding <- function(x, ...) door({
  plot_picture(picture_scree(x), graphical_settings(list(...)))
  invisible(x)
})

# Returns a picture of the points of an embedding, or by `what` of its scree or of the candidates
# for its coordinates.
#   x                     an embedding: coordinates (n_given x s), settings (torn, of torn_edges(),
#                         and edges, of edges_to_draw(): in the first two columns the rows of the
#                         data that edges join; each NULL if there are none)
#   what                  "points", "scree", or "candidates"
#   columns               numbers of the coordinates drawn; NULL: the first max_columns, or all
#   labels                names of the coordinates drawn, or NULL: "coordinate 1", ...
#   colour, title         a value for each row of the data, or NULL, and the title of its key
#   inside                share of the points that the axes hold, or NULL: all but a few far outside
#   edges                 TRUE: lines between neighbors that a layout tore apart; FALSE: no lines;
#                         NULL: the edges of a graph that was given, if there was one
#   names                 a name for each row of the data, TRUE: the row names, or NULL
#   ...                   not used
# `marks`, of coloured(), are the colors and symbols of the points.
#' @export
picture.lapscale_embedding <- function(x, columns = NULL, colour = NULL, labels = NULL,
                                       inside = NULL, what = "points", edges = NULL, title = NULL,
                                       names = NULL, ..., max_columns = 5L) {
  what <- check_choice(what, c("points", "scree", "candidates"), "what")
  if (what != "points") return(if (what == "scree") picture_scree(x) else picture_candidates(x))
  inside <- check_inside(inside)
  s <- n_coordinates(x)
  columns <- check_rows(columns %||% seq_len(min(s, max_columns)), s, "columns")
  labels <- labels %||% paste("coordinate", columns)
  refuse_if(!is.character(labels) || length(labels) != length(columns) || anyNA(labels),
            c("`labels` must be a name for each of the {length(columns)} coordinate{?s}, not
               {describe(labels)}.",
              i = if (length(labels) == nrow(x$coordinates))
                "`names` writes a name beside each point."))
  refuse_if(inherits(edges, "lapscale_graph"),
            c("`edges` must be TRUE or FALSE, not a graph.",
              i = "plot(graph, embedding) draws the edges of a graph."))
  shows_torn <- !is.null(edges) && check_flag(edges, "edges")
  torn_rows <- x$settings$torn
  refuse_if(shows_torn && is.null(torn_rows),
            "`edges` = TRUE needs a layout: {embedding_title(x)} does not keep the edges of its
             graph.")
  inform_if(shows_torn && !nrow(torn_rows),
            "0 edges are drawn: none in the layout is more than {far_edge} times as long as the
             median edge.", "edges")
  n <- nrow(x$coordinates)
  # list(coordinates; moved: TRUE where a point lies outside and was moved to the edge, same shape).
  frame <- frame_points(unname(x$coordinates)[, columns, drop = FALSE], inside)
  marks <- coloured(colour, n, title)
  names <- check_point_names(names, n, rownames(x$coordinates))
  edges <- if (shows_torn) torn_rows else if (is.null(edges)) x$settings$edges
  if (length(columns) > 2L) return(picture_pairs(x, frame, labels, marks, names, edges))
  xy <- frame$coordinates
  is_single <- length(columns) == 1L
  if (is_single) xy <- cbind(seq_len(n), xy)
  colnames(xy) <- c(if (is_single) "row", labels)
  asp <- if (!is_single && embedding_method(x)$in_one_unit(x$settings)) 1 else NA
  frame$coordinates <- xy
  new_picture(list(framed_panel(frame, marks, title_of_points(x), asp, edges, names = names)))
}

# Returns the title of a picture of an embedding, such as "Layout of 150 points", if it has a kernel
# with its bandwidth and the number of neighbors.
#   x  an embedding: rows (those of the data that are embedded), bandwidth (NA without a kernel),
#      settings (k: number of neighbors, NULL without)
title_of_points <- function(x) {
  title <- paste(embedding_title(x), "of", count(length(x$rows), "point"))
  if (is.finite(x$bandwidth)) title_of_graph(title, x) else title
}

# Returns a picture of three coordinates or more, each against each.
#   x       an embedding
#   frame   of frame_points(): where the points are drawn: coordinates (n x s), moved (n x s, TRUE
#           where a point lies outside and was moved to the edge)
#   labels  names of the coordinates drawn, s
#   marks   of coloured(): colors and symbols of the points
#   names   of the points, to be written beside them, or NULL
#   edges   a row per edge, with numbers of points in the first two columns, or NULL
picture_pairs <- function(x, frame, labels, marks, names, edges) {
  xy <- frame$coordinates
  colnames(xy) <- labels
  panel <- function(row, column) {
    columns <- c(column, row)
    panel_marks <- with_moved(marks, rowSums(frame$moved[, columns, drop = FALSE]) > 0)
    cell <- scatter_panel(
      xy[, columns], panel_marks, "", asp = NA, names = if (row != column) names,
      under = edge_layers(xy[, columns], edges)
    )
    if (row == column) {
      cell$layers <- list(text_layer(mean(cell$xlim), mean(cell$ylim), labels[[row]], size = 1.2))
    }
    cell
  }
  numbers <- seq_along(labels)
  cells <- expand.grid(column = numbers, row = numbers)
  outside_text <- describe_outside(rowSums(frame$moved) > 0)
  new_picture(Map(panel, cells$row, cells$column),
              paste(c(title_of_points(x), outside_text), collapse = ", "), square = TRUE)
}

# Returns a picture of the eigenvalues of an embedding; those of the coordinates are filled. Of
# common coordinates they are singular values.
#   e  an embedding or a list of them: scree (the eigenvalues that were computed), eigenvalues (the
#      first s of these, those of the coordinates)
picture_scree <- function(e) {
  if (inherits(e, "lapscale_embedding_list")) return(picture_parts(e, picture_scree))
  if (inherits(e, "lapscale_common")) return(picture_singular_values(e))
  refuse_if(!has_eigenvalues(e),
            "`x` has no eigenvalues to draw: {embedding_title(e)} does not find any.")
  new_picture(list(eigenvalue_panel(
    e$scree, seq_along(e$scree) <= length(e$eigenvalues),
    paste("Eigenvalues:", embedding_title(e)), "coordinate", "coordinates of the embedding"
  )))
}

# Returns a picture of the sets of eigenvectors that independent coordinates were selected from: the
# first is the selected one, and the two next best are named as well.
#   e  an embedding: candidates (data frame set, independence, eigenvalues (their sum), the best set
#      first; NULL of coordinates that are not "independent")
picture_candidates <- function(e) {
  sets <- e$candidates
  refuse_if(is.null(sets), "`what` = \"candidates\" needs coordinates that are \"independent\".")
  xy <- cbind(`sum of eigenvalues` = sets$eigenvalues, independence = sets$independence)
  colours <- c(choice_colour, rep("grey60", nrow(sets) - 1L))
  best_xy <- utils::head(xy, 3L)
  # On the side of the middle of the panel, so that labels do not leave it.
  is_right <- best_xy[, 1L] > mean(range(xy[, 1L]))
  label_x <- best_xy[, 1L] + ifelse(is_right, -0.03, 0.03) * diff(range(xy[, 1L]))
  set_labels <- text_layer(label_x, best_xy[, 2L], utils::head(sets$set, 3L), across = +is_right)
  new_picture(list(scatter_panel(
    xy, list(colour = colours), "Sets of eigenvectors", NA, size = 1, over = list(set_labels)
  )))
}
