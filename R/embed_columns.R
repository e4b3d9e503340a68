#' Columns that explain the coordinates of an embedding
#'
#' @description
#' Ranks the columns of the data by how much each coordinate of an embedding changes along them, or
#' by how far each cluster is from the other points along them.
#'
#' **When to use it.** Use it to interpret the coordinates of an embedding, or clusters, in terms of
#' what was measured.
#'
#' @details
#' The gradient of a coordinate at a point is estimated in the tangent plane, which is spanned by
#' the `d` principal directions of the `k` nearest neighbors: the coordinate is regressed on them.
#' The share of a column is the sum over all points of its squared entry in the gradient, divided by
#' the sum over all columns. The shares of one coordinate add up to 1, or are `NA` if it has no
#' gradient anywhere. The neighbors of rows that coincide are those of one point.
#'
#' Like the embedding, shares depend on the units of the columns. If the embedding was made with
#' `scale = TRUE`, the shares are those of the scaled columns. If columns are correlated, the share
#' is divided between them.
#'
#' The direction of a column is the sum of its entries in the gradient divided by the sum of their
#' moduli: 1 if the coordinate rises with the column everywhere, -1 if it falls, and near 0 if it
#' does both.
#'
#' Of clusters, the share of a column is the square of the difference between the mean of the cluster
#' and that of all rows, in standard deviations of the column, divided by the sum over all columns,
#' and the direction is its sign. [summary.lapscale_clusters()] returns the means.
#'
#' These shares describe an embedding and are no test. [graph_columns()] tests which columns vary along
#' the others.
#'
#' @param e A [lapscale_embedding] or [lapscale_clusters].
#' @param x In `embed_columns()` the points that were embedded, or another table of the same rows,
#'   such as the genes after an embedding of principal components, with the columns to rank. The
#'   columns of another table are scaled if those of the embedding were, and the neighbors are those
#'   among the points that were embedded. If `NULL` (the default), `e` must keep its points. After
#'   an embedding of a `dist`, supply the table whose rows were compared. In the methods, an object
#'   that `embed_columns()` made.
#' @param d Dimension of the tangent planes, a whole number. If `NULL` (the default), it is the
#'   number of coordinates.
#' @param k Number of nearest neighbors, at least `d` + 1. If `NULL` (the default), it is the larger
#'   of 15 and 3 `d`, or all other points if there are fewer.
#' @param n The number of columns to show for each coordinate. The default is 5 for `print()` and 10
#'   for `plot()`.
#' @param ... For `plot()`, graphical parameters. For `embed_columns()`, `n_threads`, see
#'   [lapscale_settings].
#' @return A list of class `lapscale_columns` with
#'   - `share`: a matrix with one row per column of the data and one column per coordinate. The
#'     shares of a coordinate sum to 1;
#'   - `direction`: a matrix of the same shape, between -1 and 1;
#'   - `d` and `k`, as used, `NA` for clusters.
#'
#'   `as.data.frame()` and `tidy()` return one row per coordinate and column, the largest share
#'   first: `component` (the number of the coordinate or cluster), `column`, `share`, `direction`.
#' @section Errors:
#' - `lapscale_error_argument`, naming `e`, `x`, `d`, `k`, or `n`;
#' - `lapscale_error_no_points` if `e` does not keep its points and `x` is not given.
#' @references Koelle, S. J., Zhang, H., Meila, M. and Chen, Y.-C. (2022). Manifold coordinates with
#'   physical meaning. *Journal of Machine Learning Research* 23, 1-57.
#' @seealso [graph_columns()] for a test, [plot.lapscale_embedding()], [metric_riemannian()] for the
#'   distortion of an embedding, [lapscale_result].
#' @examples
#' # The second coordinate of this swiss roll is its height, the second column.
#' x <- sample_swiss_roll(600, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 2.5, coordinates = "independent")
#' columns <- embed_columns(e)
#' columns
#' plot(columns)
#' embed_columns(cluster_spectral(iris[1:4], 3), iris)
#' @export
embed_columns <- function(e, x = NULL, d = NULL, k = NULL, ...) door({
  args <- arguments()
  if (inherits(e, "lapscale_clusters")) return(columns_of_clusters(profile_clusters(e, x)))
  check_class(e, "lapscale_embedding", "e", "an embedding or clusters")
  refuse_if(!is.null(x) && length(dim(x)) != 2L,
            "`x` must be a table with the {nrow(e$coordinates)} rows of the data, or `NULL` for the
             points that `e` keeps, not {describe(x)}.")
  # Numbers of rows of the data. The points that a model keeps may be fewer than those that are
  # embedded: landmarks, or one for all that coincide.
  rows <- if (is.null(x)) e$settings$landmarks %||% e$settings$places %||% e$rows else e$rows
  # The tables of embed_common() side by side, n_given x p, or NULL if x is given and for others.
  joint_table <- if (is.null(x)) kept_tables(e)
  # Names of the columns that are ranked, or NULL.
  labels <- if (!is.null(x)) column_names(x) else colnames(joint_table) %||% e$model$columns
  has_tables <- length(e$model$tables) > 0L
  has_other_columns <- !is.null(x) && (has_tables || is_other_table(x, e$model))
  # The points among which neighbors are searched, NULL: those of x.
  embedded_points <- if (has_other_columns) kept_points(e, units = FALSE)[rows, , drop = FALSE]
  refuse_if(is.null(x) && has_tables && is.null(joint_table),
            "`x` must be given: the tables of `e` have no columns.")
  # From here on x are the points of `rows`, and then one for each place, n x p.
  x <- if (!is.null(joint_table)) joint_table[rows, , drop = FALSE] else
    if (is.null(x)) model_with_columns(e, "supply them as `x`")$x else
    points_of_quality(x, if (has_other_columns) without_columns(e, x) else e, rows,
                      nrow(e$coordinates))
  # list(first: the first row of x at each place, different rows; count: rows at it).
  places <- group_equal_rows(x)
  x <- pick_points(x, places$first)
  # Shares have no unit.
  x <- x / power_of_2(x)
  n <- nrow(x)
  s <- n_coordinates(e)
  d <- check_count(d %||% min(s, ncol(x)), "d", max = min(ncol(x), n - 2L))
  k <- check_count(k %||% min(max(15L, 3L * d), n - 1L), "k", min = d + 1L, max = n - 1L)
  coordinates <- e$coordinates[rows[places$first], , drop = FALSE]
  runtime <- new_runtime(args$n_threads, FALSE)
  graph_points <- if (is.null(embedded_points)) x else pick_points(embedded_points, places$first)
  # Lists of neighbors of the n places: begin, index, distance.
  nearest <- nearest_lists(release_on_exit(acquire_points(graph_points, runtime, "e")), k, runtime)
  # Of the slope of each column along each coordinate, p x s: squares, values, and moduli.
  sums <- cpp_column_gradients(
    t(x), t(coordinates), nearest$begin, nearest$index, as.double(places$count), d, runtime
  )
  # A coordinate that tells components apart, and nothing else, has no gradient.
  share <- shares_of(sums$squares)
  new_columns(share, ifelse(sums$moduli > 0, sums$values / sums$moduli, 0), "coordinate",
              labels %||% paste("column", seq_len(ncol(x))), coordinate_names(s), d, k)
}, .takes = list("run"))

# The value of embed_columns().
#   share          p x s: of each column of the data (a row) in each coordinate or cluster (a
#                  column), 0 to 1
#   direction      p x s, -1 (the column falls everywhere) to 1 (it rises); of clusters -1, 0, or 1,
#                  the sign of the difference from the mean
#   what           "coordinate" or "cluster"
#   row_labels     names of the p columns of the data
#   column_labels  names of the s coordinates or clusters
#   d, k           dimension and number of neighbors by which slopes were found, or NA
new_columns <- function(share, direction, what, row_labels, column_labels, d = NA_integer_,
                        k = NA_integer_) {
  dimnames(share) <- dimnames(direction) <- list(row_labels, column_labels)
  new_result(list(share = share, direction = direction, d = d, k = k, what = what),
             "lapscale_columns")
}

# Whether a table has other columns than the points of an embedding: with names, fewer or more
# columns that are not all there, or none of the names; without names, another number of columns.
#   x      n x p, with or without column names
#   model  of the embedding: x (its points, perhaps distances; NULL if there is no model), columns
#          (their names, or NULL)
is_other_table <- function(x, model) {
  if (!length(model$columns)) {
    return(!is.null(model$x) && !is_distances(model$x) && ncol(x) != ncol(model$x))
  }
  is_in_x <- model$columns %in% colnames(x)
  ncol(x) != length(model$columns) && !all(is_in_x) || !is.null(colnames(x)) && !any(is_in_x)
}

# Returns the embedding as if its columns had no names, and, if they were scaled, with the scaling
# that another table has by itself.
#   e  an embedding: model (columns, names of those of the points, or NULL; scaling, of
#      find_scaling(), or NULL; tables: of embed_common(), a list with a scaling each, or NULL)
#   x  the other table, as the user gave it
without_columns <- function(e, x) {
  scalings <- c(list(e$model$scaling), lapply(e$model$tables, `[[`, "scaling"))
  has_scaling <- any(vapply(scalings, function(scaling) !is.null(scaling$sd), NA))
  e$model[c("columns", "scaling")] <- list(NULL)
  if (has_scaling) e$model$scaling <- as_points(x, list(scale = TRUE), min_rows = 2L)$scaling
  e
}

# Which columns tell clusters apart, a lapscale_columns: shares of squared differences of means from
# the mean of all, in standard deviations; the direction is the sign of the difference.
#   profile  of profile_clusters(): columns, a data frame of column (name), mean, and sd; table, a
#            data frame with a row per cluster, with its mean of each of these columns; or NULL,
#            which is an error
columns_of_clusters <- function(profile) {
  refuse_if(is.null(profile), "`x` must be given: `e` does not keep the points that it is of.")
  columns <- profile$columns
  # Columns of the data x clusters, as z: by how many standard deviations each mean differs.
  means <- t(as.matrix(profile$table[columns$column]))
  z <- (means - columns$mean) / ifelse(columns$sd > 0, columns$sd, 1)
  z[is.na(z)] <- 0
  new_columns(shares_of(z^2), sign(z), "cluster", columns$column, seq_len(ncol(z)))
}

# Each column of `squares`, p x s and 0 or more, divided by its sum, NA where that is 0.
shares_of <- function(squares) {
  total <- colSums(squares)
  squares / rep(ifelse(total > 0, total, NA), each = nrow(squares))
}

# Returns the shares as a data frame, a row per coordinate and column, the largest share of each
# coordinate first: component (its number), column, share, direction.
#   x  of new_columns(): share and direction, p x s, with names of columns of the data as row names
#' @rdname embed_columns
#' @export
tidy.lapscale_columns <- function(x, ...) door({
  s <- ncol(x$share)
  table <- data.frame(
    component = rep(seq_len(s), each = nrow(x$share)), column = rep(rownames(x$share), s),
    share = c(x$share), direction = c(x$direction)
  )
  table[order(table$component, -table$share), ]
}, ...)

# Prints the columns with the n largest shares of each coordinate or cluster.
#   x  of new_columns(): what ("coordinate" or "cluster"), d (dimension) and k (number of
#      neighbors), NA for clusters
#   n  how many columns, as the user gave it
# `component_rows` is a data frame of one coordinate or cluster: component (its number), column,
# share, direction.
#' @rdname embed_columns
#' @export
print.lapscale_columns <- function(x, n = 5L, ...) {
  cat(if (x$what == "cluster") "Columns by their share of the squared distance from the mean" else
    paste0("Columns by their share of the squared slope, ", count(x$d, "dimension"), ", ",
           count(x$k, "neighbor")),
    " (+ upward, - downward, +- both)\n", sep = "")
  for (component_rows in leading_columns(x, n)) {
    cat("  ", x$what, " ", component_rows$component[[1L]], ": ", paste0(
      component_rows$column, " ", percent_of(component_rows$share), "% (",
      sign_of(component_rows$direction), ")", collapse = ", "
    ), "\n", sep = "")
  }
  invisible(x)
}

# Writes directions between -1 and 1 as signs: "-", "+", or "+-" near 0.
sign_of <- function(direction) ifelse(abs(direction) < 0.5, "+-", ifelse(direction > 0, "+", "-"))

# Writes shares, 0 to 1, in percent without the sign, texts, small ones with two digits, as those of
# many columns are.
percent_of <- function(share) {
  vapply(100 * share, function(p) format(if (p < 10) signif(p, 2) else round(p)), "")
}

# The first n rows of the table of columns for each coordinate or cluster, the largest shares: a
# list of data frames component (its number), column, share, direction.
#   x  of embed_columns();  n: how many columns of the data per coordinate, as the user gave it
leading_columns <- function(x, n) {
  n <- check_count(n, "n")
  table <- as.data.frame(x)
  lapply(split(table, table$component), utils::head, n)
}

#' @rdname embed_columns
#' @export
plot.lapscale_columns <- function(x, ..., n = 10L) door(plot_object(x, list(...), n))

# Returns a picture with a panel for each coordinate: bars of the n columns that explain it best,
# the largest share on top.
#   x    of new_columns(): what ("coordinate" or "cluster"), share and direction, p x s
#   n    how many columns a panel shows at most
#   ...  not used
# `component_rows` is a data frame of one coordinate or cluster: component (its number), column,
# share, direction.
picture.lapscale_columns <- function(x, n = 10L, ...) {
  new_picture(lapply(unname(leading_columns(x, n)), function(component_rows) {
    bar_names <- paste0(component_rows$column, " (", sign_of(component_rows$direction), ")")
    rows_panel(bar_names, list(bar_layer(component_rows$share)), c(0, max(component_rows$share)),
               as_title(paste(x$what, component_rows$component[[1L]])),
               "share (+, -: direction)")
  }), paste0("Columns that explain each ", x$what))
}
