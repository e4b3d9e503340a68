#' @rdname lapscale_clusters
#' @param what What to draw: the `"clusters"` (the default), or the gaps between eigenvalues,
#'   `"gap"`.
#' @param coordinates Where to draw the points: a matrix or data frame with the rows of the data, or
#'   an embedding of it, of which the first two columns are drawn. If `NULL` (the default), these
#'   are the data themselves if they have one or two columns, otherwise their [embed_layout()] (for
#'   more than 20,000 points, and for a graph of more than 2000 edges, the eigenvectors). The edges
#'   of a smaller graph that was given as `x` are drawn.
#' @param names,inside As in [plot.lapscale_embedding()].
#' @param colour,color `NULL` (the default) for the color of the cluster, or one value per row of the
#'   data, a number or a class, that determines the color. Names of colors are taken as `col`.
#' @export
plot.lapscale_clusters <- function(x, what = c("clusters", "gap"), coordinates = NULL,
                                   names = NULL, inside = NULL, ..., colour = NULL,
                                   color = NULL) door({
  title <- title_of_colour(substitute(colour), substitute(color))
  # list(given: graphical parameters, a list; colour: a value for each row of the data, or NULL;
  # title of its key, or NULL).
  colouring <- resolve_colour(list(...), colour %||% color, title, x$n_given,
                          substitute(list(...))[["col"]], as_col = TRUE)
  refuse_if(isTRUE(nchar(colouring$given$type) > 1L),
            c("`type` must be one letter, as in plot.default(), not
               {describe(colouring$given$type)}.",
              i = heat_map_hint))
  plot_object(x, colouring$given, what, coordinates, names, inside, colouring$colour,
              colouring$title)
})

# Returns a picture of the points in the colors of their clusters, or of the gaps between
# eigenvalues.
#   x            of cluster_spectral(): cluster (of each of the n_given rows of the data, or NA), k
#                (number of clusters), rows (of the data, those in clusters), coordinates (n_given x
#                k; its row names, or NULL, are those of the data), model (scaling: of
#                find_scaling(), or NULL; NULL without points), settings (edges: of edges_to_draw(),
#                or NULL; places: the rows of the data that cluster_place() draws, NULL: all of
#                rows)
#   what         "clusters", "gap", or an embedding, which is then taken as `coordinates`
#   coordinates  where points are drawn, a table or an embedding as the user gave it, or NULL
#   names        a name for each row of the data, TRUE: the row names, or NULL: none are drawn
#   inside       share of the points that the axes hold, or NULL: all but a few far outside
#   colour       a value for each row of the data, or NULL: the cluster;  key_title: of its key, or
#                NULL
#   ...          not used
# Of the m points drawn: xy (m x 2, named as the axes), rows (which rows of the data they are),
# marks (of coloured(): list of colour, and perhaps shape, value, and key), names (m texts, or
# NULL). `asp` is the ratio of the units of the axes, NA if it is free.
#' @export
picture.lapscale_clusters <- function(x, what = c("clusters", "gap"), coordinates = NULL,
                                      names = NULL, inside = NULL, colour = NULL, key_title = NULL,
                                      ...) {
  if (inherits(what, "lapscale_embedding")) {
    coordinates <- what
    what <- "clusters"
  }
  if (check_choice(what, c("clusters", "gap"), "what", hint = heat_map_hint) == "gap") {
    refuse_if(!is.null(colour), "`colour` is for points, which `what` = \"gap\" does not draw.")
    return(picture_gaps(x))
  }
  xy <- if (is.null(coordinates)) cluster_place(x) else resolve_place(coordinates, x)
  rows <- if (is.null(coordinates)) x$settings$places %||% x$rows else x$rows
  marks <- if (is.null(colour)) {
    coloured_classes(factor(x$cluster[rows], seq_len(max(x$cluster, na.rm = TRUE))), "cluster")
  } else {
    coloured_rows(colour, rows, x$n_given, key_title)
  }
  asp <- aspect_of_place(xy, x$model$scaling)
  title <- paste(count(x$k, "spectral cluster"), "of", count(length(x$rows), "point"))
  names <- check_point_names(names, x$n_given, rownames(x$coordinates))[rows]
  new_picture(list(framed_panel(
    frame_points(xy, check_inside(inside)), marks, title, asp, x$settings$edges, rows,
    names = names, n = x$n_given
  )))
}

# A hint of errors in the arguments of a plot of clusters.
heat_map_hint <- "`plot(summary(clusters, data))` draws a heat map of the columns of the data."

# Layouts of more points take longer than one waits for a picture.
max_layout_rows <- 20000L

# Finds where points are drawn if the user does not say so: m x 2, named as the axes, a row for each
# of settings$places, or for each of rows if that is NULL. It holds the points themselves, a layout
# of them or of the edges, or eigenvectors 2 and 3 (if k is 2, row numbers and eigenvector 2).
#   x  of cluster_spectral(): model (x, the points, of any kind, columns (their names, or NULL), and
#      scaling (or NULL); NULL without points), rows (those of the data that have a cluster), k
#      (number of clusters), coordinates (eigenvectors, n_given x k), settings (edges: of
#      edges_to_draw(), or NULL; places: rows of the data that the points of the graph are, if rows
#      that coincide were merged, else NULL)
cluster_place <- function(x) {
  points <- x$model$x
  if (!is.null(points) && has_columns(points) && ncol(points) <= 2L) {
    return(place_of_points(points, x$model$columns, x$model$scaling))
  }
  if (!is.null(points) && nrow(points) <= max_layout_rows) return(picture_layout(as_given(points)))
  rows <- x$settings$places %||% x$rows
  if (!is.null(x$settings$edges)) return(layout_of_edges(x$settings$edges, rows))
  vectors <- unname(x$coordinates[rows, , drop = FALSE])
  colnames(vectors) <- paste("eigenvector", seq_len(ncol(vectors)))
  if (x$k == 2L) cbind(row = rows, vectors[, 2L, drop = FALSE]) else vectors[, 2:3]
}

# Returns a picture of the gaps with two standard errors to either side.
#   x  of cluster_spectral(): k, the number of clusters, and gaps, a data frame with a row for each
#      number that was compared: k, gap, se, and perhaps silhouette and modularity, of
#      add_criteria(), for a second panel
# `panel_over_k` makes a panel of layers over the number of clusters; its `...` are further
# arguments of new_panel(), note and key. `error_bars` is list(low, high), of each gap.
picture_gaps <- function(x) {
  gaps <- x$gaps
  refuse_if(!nrow(gaps), "`what` = \"gap\": no eigenvalue comes after those of {x$k} clusters.")
  refuse_if(nrow(gaps) == 1L,
            c("`what` = \"gap\": with `k` = {gaps$k} there is one gap only, {short(gaps$gap, 3)},
               and nothing to compare it with.",
              i = "`k = \"gap\"` in cluster_spectral() computes the gaps of several numbers."))
  error_bars <- with_margin(gaps$gap, 2 * gaps$se)
  layers <- list(
    rule_layer(gap_of_one_piece, "y", "grey60", type = 2), rule_layer(x$k),
    segments_layer(gaps$k, error_bars$low, gaps$k, pmin(error_bars$high, 1)),
    line_layer(gaps$k, gaps$gap), points_layer(gaps$k, gaps$gap, free = TRUE)
  )
  panel_over_k <- function(layers, ylim, title, ylab, ...) {
    new_panel(
      layers, range(gaps$k) + c(-0.5, 0.5), ylim, title, "number of clusters k", ylab,
      ticks = whole_ticks(gaps$k), ...
    )
  }
  criteria_panel <- if (!is.null(gaps$silhouette)) picture_criteria(x, panel_over_k)
  note <- note_above(paste0(count(x$k, "cluster"), if (!any(is_clear(gaps))) ", not clear"), x$k)
  panel <- panel_over_k(layers, c(0, 1), "Gaps between eigenvalues", "gap", note = note)
  if (is.null(criteria_panel)) return(new_picture(list(panel)))
  new_picture(list(panel, criteria_panel), "Criteria of the number of clusters")
}

# Returns a panel of the criteria that choose the number of clusters where gaps leave it open.
#   x             of cluster_spectral(): k (the number that was chosen), gaps (data frame with a row
#                 for each number that was compared: k, silhouette, modularity, and others)
#   panel_over_k  function(layers, ylim, title, ylab, ...): a panel whose horizontal axis is the
#                 number of clusters; `...` for new_panel()
picture_criteria <- function(x, panel_over_k) {
  gaps <- x$gaps
  criteria <- list(
    silhouette = gaps$silhouette, modularity = gaps$modularity,
    `silhouette + modularity / 2` = number_score(gaps)
  )
  colours <- c("grey60", second_colour, "grey20")
  layers <- c(list(rule_layer(x$k)), unlist(lapply(seq_along(criteria), function(i) {
    label <- names(criteria)[[i]]
    list(line_layer(gaps$k, criteria[[i]], colours[[i]], value = label),
         points_layer(gaps$k, criteria[[i]], colours[[i]], value = label))
  }), recursive = FALSE))
  panel_over_k(
    layers, range(0, unlist(criteria)), "Other criteria", "criterion",
    key = new_key(names(criteria), colours, lty = 1, place = "above")
  )
}
