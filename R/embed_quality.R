#' Quality of an embedding
#'
#' @description
#' Measures how well an embedding preserves neighborhoods and distances.
#'
#' **When to use it.** Use it to compare embeddings of the same data. Look at several measures:
#' `trustworthiness` and `continuity` are about neighborhoods, `geodesic_correlation` and `stress`
#' about lengths. [metric_riemannian()] shows the distortion at each point.
#'
#' @details
#' The measures use ranks by distance and the `k` nearest neighbors of each point (Venna and Kaski,
#' 2001):
#' - `trustworthiness`: 1 minus a penalty for points that are near in the embedding but not in the
#'   data, by their rank in the data. 1 is perfect.
#' - `continuity`: the same for points that are near in the data but not in the embedding.
#' - `shared_neighbors`: the share of the `k` nearest in the data that are among the `k` nearest in
#'   the embedding.
#' - `geodesic_correlation`: the correlation of distances in the embedding with the lengths of
#'   shortest paths along the `k` nearest neighbors in the data. Pairs without a path are left out. An
#'   edge between parts that are far apart along the data shortens many paths, here as in
#'   [embed_isomap()]: of embeddings with different `k`, the one with such an edge can be higher here,
#'   and is lower in `trustworthiness`.
#' - `distance_correlation`: the same with straight distances in the data, over the same pairs. The
#'   share of pairs without a path is `no_path`.
#' - `stress`: the root of the squared error of distances in the embedding, after the best scaling,
#'   relative to geodesic distances. If the data have a hole, it favors [embed_isomap()], because both
#'   go around the hole: on a swiss roll with a hole it was 0.028 for Isomap, which widened the hole,
#'   and 0.050 for [embed_relax()], which did not. Their `shared_neighbors` were 0.85 and 0.89.
#' - `reconstruction_error`: \eqn{\sum_i |x_i - \bar x_{N(i)}|^2 / \sum_i |x_i - \bar x|^2}{sum_i
#'   |x_i - mean of x_j, j in N(i)|^2 / sum_i |x_i - mean x|^2}, where \eqn{N(i)}{N(i)} are the `k`
#'   nearest of point i in the embedding. It measures how badly the data are reconstructed from
#'   these neighbors, relative to their variance. 0 is perfect, and 1 is no better than the mean of
#'   all points.
#' - `data_error`: the leave-one-out error of the way back from the embedding to the data
#'   (`predict(e, y, type = "data")`), as the root of its mean square over that of the distances to
#'   the mean. 0 is perfect. `NA` if `e` does not keep its points.
#' - `neighborhood_hit`: with `labels`, the share of the `k` nearest in the embedding that have the
#'   label of the point.
#'
#' Points at equal distances have equal ranks. An embedding that only rotates, moves, or rescales
#' the data therefore has trustworthiness, continuity, and shared neighbors of 1.
#'
#' Each measure is a mean over `n_points` points, each compared with all others. The correlations
#' and `stress` use at most 200 of these points, because each needs paths to all others. If there are
#' more than 4000 points, these paths lead along the `k` nearest neighbors among 4000 of them, which
#' are drawn with `seed`.
#'
#' Rows that the embedding leaves out do not count. After a fit with `scale = TRUE`, the columns of
#' `x` are scaled in the same way.
#'
#' @inheritParams bw_gc
#' @param e A [lapscale_embedding], or a numeric matrix n x s.
#' @param x The data of the embedding: points as rows, n x r, or a `dist`, which has no
#'   `reconstruction_error`. If `NULL` (the default), the points that the embedding keeps, those of
#'   [embed_common()] with the columns of all tables.
#' @param k Number of nearest neighbors, below n / 2. The default is 10.
#' @param labels `NULL` (the default), or one class per row, for `neighborhood_hit`.
#' @param n_points Number of points at which the measures are computed, drawn with `seed`. If `NULL`
#'   (the default), all points are used if `n <= 1000`, otherwise 500.
#' @return A list of class `lapscale_quality`:
#'   - the measures with the names in Details (`neighborhood_hit` is `NA` without `labels`);
#'   - `no_path`, `k`, `n`, and `n_points`.
#'
#'   `as.data.frame()` and `glance()` return one row. `tidy()` returns one row per measure, with
#'   `measure` and `value`. `plot()` draws the measures as bars.
#' @section Errors:
#' - `lapscale_error_argument`, naming `e`, `x`, `k`, `labels`, or `n_points`;
#' - `lapscale_error_no_scale` if all points of `e` or of `x` coincide;
#' - `lapscale_message_cost` if the call will take 10 seconds or more.
#' @references Venna, J. and Kaski, S. (2001). Neighborhood preservation in nonlinear projection
#'   methods: an experimental study. *ICANN 2001*, 485-491. \doi{10.1007/3-540-44668-0_68}
#' @seealso [embed_eigenmaps()] and the other embeddings, [metric_riemannian()] for the distortion
#'   at each point, [lapscale_result].
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' embed_quality(embed_isomap(x, 2, k = 10))
#' embed_quality(embed_kpca(x, 2, kernel = "linear"), x)
#' embed_quality(embed_layout(iris[1:4]), iris[1:4])
#' @export
embed_quality <- function(e, x = NULL, k = 10L, labels = NULL, n_points = NULL, seed = NULL,
                          ...) door({
  args <- arguments()
  # n_given x s, and then those of the n rows that have coordinates.
  coordinates <- if (is_embedded(e)) as.matrix(e) else as_point_matrix(e, "e")
  refuse_if(any(is.infinite(coordinates)), "`e` must have finite coordinates.")
  n_given <- nrow(coordinates)
  complete_rows <- which(stats::complete.cases(coordinates))
  refuse_if(length(complete_rows) < 3L,
            "`e` must have coordinates of 3 or more rows, not {length(complete_rows)}.")
  x <- points_of_quality(x, e, complete_rows, n_given)
  coordinates <- unname(coordinates[complete_rows, , drop = FALSE])
  n <- nrow(x)
  k <- check_count(k, "k", max = max(1, ceiling(n / 2) - 1))
  if (!is.null(labels)) {
    refuse_if(!is.atomic(labels) || length(labels) != n_given || anyNA(labels),
              "`labels` must be {n_given} classes without NA, not {describe(labels)}.")
    labels <- as.character(labels)[complete_rows]
  }
  if (!is.null(n_points)) n_points <- check_count(n_points, "n_points", min = 2, max = n)
  seed <- check_seed(seed)
  runtime <- new_runtime(args$n_threads, FALSE)
  check_spread(x)
  check_spread(coordinates, "e")
  uses_all <- is.null(n_points) && n <= 1000L
  # Numbers, 1 to n, of the rows whose neighbors are compared; sample_rows are up to 10 of them, of
  # which the time is taken.
  query_rows <- if (uses_all) seq_len(n) else draw_points(x, n_points, draw_seed(seed))
  x_handle <- release_on_exit(acquire_points(x, runtime))
  e_handle <- release_on_exit(acquire_points(coordinates, runtime, "e"))
  sample_rows <- take_evenly(query_rows, 10L)
  seconds <- if (as.double(n) * ncol(x) * length(query_rows) > quick_operations)
    seconds_of(cpp_trustworthiness(x_handle, e_handle, sample_rows, k, runtime)) else 0
  inform_of_seconds(seconds * length(query_rows) / length(sample_rows),
                    paste("The comparison of", thousands(length(query_rows)), "points"),
                    "A smaller `n_points` takes less.")
  # Of each of query_rows, see rank_agreement(), with lists of its neighbors in the embedding.
  agreement <- cpp_trustworthiness(x_handle, e_handle, query_rows, k, runtime)
  measures <- c(
    rank_agreement(agreement, k, n),
    distance_agreement(x, coordinates, query_rows, k, draw_seed(seed), runtime),
    neighbor_agreement(agreement, x, labels, query_rows),
    list(data_error = back_error(e, runtime), k = k, n = n, n_points = length(query_rows))
  )
  new_result(measures, "lapscale_quality")
}, .takes = list("run"))

# Returns the points of some rows of the data, scaled as those of the embedding: those of `x`, or
# those that it keeps. A plain matrix without names, or distances (class lapscale_distances).
#   x        points as the user gave them, n_given rows, or NULL
#   e        an embedding, or a matrix of coordinates; of an embedding rows (those of the data that
#            are embedded) and model (x: the points of the fit; columns: their names, or NULL;
#            scaling: of find_scaling(), or NULL) are used
#   rows     numbers of the rows that are returned
#   n_given  number of rows of e
points_of_quality <- function(x, e, rows, n_given) {
  if (is.null(x) && is_embedded(e) && is_distances(e$model$x)) {
    # The embedding may have its points in another order.
    return(e$model$x[match(rows, e$rows), , drop = FALSE])
  }
  if (is.null(x)) {
    points <- if (is_embedded(e)) kept_points(e, units = FALSE) %||% kept_tables(e)
    refuse_if(is.null(points), "`x` must be given: `e` does not keep the points that it is of.")
    return(unname(points[rows, , drop = FALSE]))
  }
  if (inherits(x, "dist")) {
    x <- as_points(x, kinds = "distances")$x
    refuse_if(nrow(x) != n_given,
              "`x` must have the {n_given} points of the embedding; it has {nrow(x)}.")
    return(x[rows, , drop = FALSE])
  }
  refuse_negative_graph(x)
  x <- as_point_matrix(as_given(x), "x")
  refuse_if(nrow(x) != n_given,
            "`x` must have the {n_given} rows of the embedding; it has {nrow(x)}.")
  model <- if (is_embedded(e)) parts_of(e)[[1L]]$model
  x <- as_points(match_columns(x[rows, , drop = FALSE], model$columns, "x"))$x
  scale_points(x, model$scaling)
}

# Returns the tables of an embedding of embed_common(), side by side, as kept_points() returns
# points: n_given x p, columns with the names of table and column; NULL for other embeddings, and
# where a table is no plain matrix.
#   e  an embedding: model (tables: list with x and columns (names, or NULL) of each, NULL in other
#      embeddings; rows: of the data, those of the tables), coordinates (n_given x s)
kept_tables <- function(e) {
  x_of_tables <- lapply(e$model$tables, `[[`, "x")
  if (!length(x_of_tables) || !all(vapply(x_of_tables, is.matrix, NA))) return(NULL)
  columns <- Map(function(table, prefix) {
    paste0(prefix, ".", table$columns %||% seq_len(ncol(table$x)))
  }, e$model$tables, names(x_of_tables) %||% seq_along(x_of_tables))
  joint_x <- do.call(cbind, unname(x_of_tables))
  x <- matrix(NA_real_, nrow(e$coordinates), ncol(joint_x))
  x[e$model$rows, ] <- joint_x
  colnames(x) <- unlist(columns, use.names = FALSE)
  x
}

# Compares the k nearest neighbors of some rows in two tables of the same points: the list that
# rank_agreement() returns.
#   x, y     n x r and n x s;  rows: numbers of those whose neighbors are compared
#   k        number of neighbors;  runtime: of new_runtime()
compare_neighborhoods <- function(x, y, rows, k, runtime) {
  x_handle <- release_on_exit(acquire_points(x, runtime))
  y_handle <- release_on_exit(acquire_points(y, runtime))
  agreement <- cpp_trustworthiness(x_handle, y_handle, rows, k, runtime)
  rank_agreement(agreement, k, nrow(x))
}

# How well neighborhoods agree, as means over the compared rows, perhaps few of the n: 1 is best.
# Returns list(trustworthiness, continuity, shared_neighbors), numbers.
#   agreement  of cpp_trustworthiness(), a number for each compared row: intruders (by how much the
#              ranks in the data of its k nearest in the embedding exceed k, summed), missing (the
#              same with both exchanged), shared (share of its k nearest that are the same in both)
#   k          number of neighbors;  n: number of all points, among which ranks are counted
# `most_disagreement` is the largest value that intruders and missing can have.
rank_agreement <- function(agreement, k, n) {
  most_disagreement <- k * (2 * n - 3 * k - 1) / 2
  list(
    trustworthiness = 1 - mean(agreement$intruders) / most_disagreement,
    continuity = 1 - mean(agreement$missing) / most_disagreement,
    shared_neighbors = mean(agreement$shared)
  )
}

# Whether e is an embedding or a list of them.
is_embedded <- function(e) inherits(e, c("lapscale_embedding", "lapscale_embedding_list"))

# Paths lead through at most so many points (notes/large-data.md).
max_path_points <- 4000L

# Distances in the embedding against geodesic and straight ones, from at most 200 of the points to
# all: list(geodesic_correlation, distance_correlation, stress, no_path: the share of pairs without
# a path, 0 to 1), see embed_quality(); the first three are NA where they are not defined.
#   x, y    points, or distances between them, and their coordinates, n x r and n x s
#   points  numbers of the rows that are compared, of which `from_rows` are at most 200
#   k       number of neighbors that paths lead through
#   seed    a number;  runtime: of new_runtime()
distance_agreement <- function(x, y, points, k, seed, runtime) {
  from_rows <- take_evenly(points, 200L)
  if (nrow(x) > max_path_points) {
    rows <- sort(unique(c(from_rows, draw_points(x, max_path_points, seed))))
    x <- x[rows, , drop = FALSE]
    y <- y[rows, , drop = FALSE]
    from_rows <- match(from_rows, rows)
  }
  # Distances in x, in y, and along the graph, and a copy of one.
  check_memory(4 * 8 * nrow(x) * length(from_rows), "x", "with distances from 200 points")
  graph <- length_graph(checked_points(x), k, NULL, runtime)
  # n x from_rows, Inf without a path.
  path_lengths <- cpp_shortest_paths(graph$weights, from_rows, runtime)
  x_handle <- release_on_exit(acquire_points(x, runtime))
  y_handle <- release_on_exit(acquire_points(y, runtime, "e"))
  # list(along, straight: correlations; stress; pairs: number of those that have a path).
  agreement <- cpp_distance_agreement(x_handle, y_handle, from_rows, path_lengths, runtime)
  # Without any path, or of distances that do not vary.
  na_for_nan <- function(value) if (is.nan(value)) NA_real_ else value
  list(
    geodesic_correlation = na_for_nan(agreement$along),
    distance_correlation = na_for_nan(agreement$straight),
    stress = na_for_nan(agreement$stress),
    no_path = 1 - agreement$pairs / (length(from_rows) * (nrow(x) - 1))
  )
}

# How well the k nearest in the embedding of a point predict it: list(reconstruction_error,
# neighborhood_hit), see embed_quality(), NA where x has no columns or there are no labels.
#   agreement  list(begin: where the list of each of `points` begins, from 0, and where the last
#              ends; index: row numbers), lists of their k nearest in the embedding, with ties
#   x          n x r, or distances;  labels: of each row of x, text, or NULL
#   points     numbers of the rows of x that have lists
neighbor_agreement <- function(agreement, x, labels, points) {
  # Of each element of the lists, which of the points its list is of.
  query <- list_rows(agreement)
  mean_of_lists <- function(values) rowsum(values, query) / diff(agreement$begin)
  # Distances have no columns that could be reconstructed.
  error_of_columns <- function() {
    unit <- max(abs(range(x)))
    centre <- colMeans(x) / unit
    about_mean <- function(rows) x[rows, , drop = FALSE] / unit - rep(centre, each = length(rows))
    variance <- sum(vapply(seq_along(centre), function(j) mean((x[, j] / unit - centre[[j]])^2), 0))
    mean(rowSums((about_mean(points) - mean_of_lists(about_mean(agreement$index)))^2)) / variance
  }
  # Of each element of the lists: 1 where the neighbor has the label of the point, 0 elsewhere.
  is_same_label <- if (!is.null(labels)) as.double(labels[agreement$index] == labels[points][query])
  list(
    reconstruction_error = if (is_distances(x)) NA_real_ else error_of_columns(),
    neighborhood_hit = if (is.null(is_same_label)) NA_real_ else mean(mean_of_lists(is_same_label))
  )
}

# Prints the measures.
#   x  of embed_quality(), a number for each measure, NA if it is not known: n (points), n_points
#      (those from which they were compared), k (neighbors), no_path (share of the pairs, 0 to 1)
#' @rdname embed_quality
#' @param ... For `plot()`, graphical parameters. For `embed_quality()`, `n_threads`, see
#'   [lapscale_settings].
#' @export
print.lapscale_quality <- function(x, ...) {
  number <- function(what, digits = 3) format(x[[what]], digits = digits)
  sample_text <- if (x$n_points < x$n) paste0(", seen from ", x$n_points, " of them")
  percent_lost <- format(100 * x$no_path, digits = 2)
  cat(
    "Quality of an embedding of ", count(x$n, "point"), " by ", count(x$k, "neighbor"), sample_text,
    "\n",
    "  trustworthiness ", number("trustworthiness", 4), ", continuity ", number("continuity", 4),
    ", shared neighbors ", number("shared_neighbors"), " (1 is best)\n",
    "  correlation with geodesic distances ", number("geodesic_correlation"),
    ", with straight lines ", number("distance_correlation"), ", stress ", number("stress"), "\n",
    if (x$no_path > 0) c("    (", percent_lost, "% of the pairs have no path and are left out)\n"),
    if (!is.na(x$reconstruction_error)) c("  reconstruction error ", number("reconstruction_error"),
      if (!is.na(x$data_error)) c(", error of rebuilt data ", number("data_error")), " (0 is best)\n"),
    if (!is.na(x$neighborhood_hit)) c("  neighborhood hit ", number("neighborhood_hit"), "\n"),
    sep = ""
  )
  invisible(x)
}

#' @rdname embed_quality
#' @param row.names,optional As in [as.data.frame()].
#' @export
as.data.frame.lapscale_quality <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(as.data.frame(unclass(x)), row.names)
})

#' @rdname embed_quality
#' @export
glance.lapscale_quality <- function(x, ...) door(with_seed_and_version(as.data.frame(x), x), ...)

#' @rdname embed_quality
#' @export
tidy.lapscale_quality <- function(x, ...) door({
  measures <- unclass(x)[setdiff(names(x), c("no_path", "k", "n", "n_points"))]
  data.frame(measure = names(measures), value = unlist(measures, use.names = FALSE))
}, ...)

# Of these 0 is best.
error_measures <- c("stress", "reconstruction_error", "data_error")

# Returns a picture of the measures of x, of embed_quality(), as bars, the first on top; errors, of
# which 0 is best, have another color. `table` has the columns measure and value; `...` is not used.
#' @export
picture.lapscale_quality <- function(x, ...) {
  table <- tidy(x)
  table <- table[is.finite(table$value), ]
  is_error <- table$measure %in% error_measures
  new_picture(list(rows_panel(
    paste0(gsub("_", " ", table$measure), ", ", short(table$value, 3)),
    list(bar_layer(table$value, ifelse(is_error, choice_colour, "grey20")), rule_layer(1)),
    range(0, 1, table$value), "Quality of an embedding", "1 is best, and 0 for stress and errors"
  )))
}
