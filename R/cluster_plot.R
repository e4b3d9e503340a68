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
  # list(given: graphical parameters; colour: a value for each row, or NULL; title of its key).
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
#                (number of clusters), rows (of the data, those in clusters), coordinates (its row
#                names are those of the data), model (scaling), settings (edges, or NULL; places:
#                the rows of the data that cluster_place() draws, NULL: all of rows)
#   what         "clusters", "gap", or an embedding as `coordinates`
#   coordinates  where points are drawn, as the user gave them, or NULL
#   names        a name for each row of the data, TRUE: the row names, or NULL
#   inside       share of the points that the axes hold, or NULL: all but a few far outside
#   colour       a value for each row of the data, or NULL;  key_title: of its key, or NULL
#   ...          not used
# Of the m points drawn: xy (m x 2), rows (which rows of the data they are), and marks.
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

# Of errors in the arguments of a plot of clusters.
heat_map_hint <- "`plot(summary(clusters, data))` draws a heat map of the columns of the data."

# Layouts of more points take longer than one waits for a picture.
max_layout_rows <- 20000L

# Finds where the points are drawn unless that is said: n x 2 for the rows that are kept.
#   x  of cluster_spectral(): model (with x, the points, or NULL; columns, scaling), rows (those of
#      the data that have a cluster), k (number of clusters), coordinates (eigenvectors, a row per
#      row of the data), settings (edges: of edges_to_draw(), or NULL; places: rows of the data that
#      the points of the graph are, NULL: all of rows)
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
#   x  of cluster_spectral(): k, the number that was chosen, and gaps, of value_gaps() or, with
#      silhouette, of add_criteria(): a row for each number that was compared: k, gap, se
# `panel_over_k` makes a panel of layers; its `...` are further arguments of new_panel(), note and
# key.
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
  note <- note_above(count(x$k, "cluster"), x$k)
  panel <- panel_over_k(layers, c(0, 1), "Gaps between eigenvalues", "gap", note = note)
  if (is.null(criteria_panel)) return(new_picture(list(panel)))
  new_picture(list(panel, criteria_panel), "Criteria of the number of clusters")
}

# Returns a panel of what chooses the number where gaps leave it open.
#   x             of cluster_spectral(): k (the number that was chosen), gaps (data frame with a row
#                 for each number that was compared: k, silhouette, modularity, and others)
#   panel_over_k  function(layers, ylim, title, ylab, key): a panel with the number of clusters
#                 below
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
