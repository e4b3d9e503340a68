#' Riemannian metric of an embedding
#'
#' @description
#' Estimates the metric of the data in the coordinates of an embedding, at each point. The metric
#' measures lengths, areas, and angles of the data in these coordinates.
#'
#' **When to use it.** Use it to see how an embedding distorts the data, and to compute lengths and
#' areas that do not depend on the embedding ([metric_stretch()]).
#'
#' @details
#' Let \eqn{f_i} be the coordinates of point i, and \eqn{P} the random walk on the graph with
#' `alpha` = 1 and self loops, as in the paper, also if `graph` has none. The inverse metric, also
#' called the cometric, is \eqn{H_i = (2 / h^2) \sum_j P_{ij} (f_j - f_i)(f_j - f_i)'}{H_i = (2 /
#' h^2) sum_j P_ij (f_j - f_i)(f_j - f_i)'}. The embedding maps the unit ball of the tangent space
#' to the ellipsoid whose half axes are the square roots of its eigenvalues. The metric \eqn{G_i} is
#' the pseudo-inverse of \eqn{H_i} of rank `d`, which is the dimension of the manifold and not the
#' number of coordinates. Directions in which H is zero up to rounding are left out of G. With local
#' scales, \eqn{h} is the bandwidth of point i.
#'
#' `plot()` draws, at some of the points, the image of a small circle on the manifold, colored by
#' its stretch. If all images are circles of the same size, the embedding is isometric up to scale.
#' If there is only one coordinate, it is drawn against its stretch.
#'
#' @param embedding A [lapscale_embedding], or a numeric n x s matrix with one row per row of the
#'   data (rows of `NA` are left out).
#' @param graph A [lapscale_graph] of the same points, with one bandwidth or with local scales. If
#'   `NULL` (the default), the [heat_graph()] of the points that the embedding keeps, with the
#'   bandwidth that [bw_gc()] selects, with a message.
#' @param d Dimension of the manifold, a whole number between 1 and the number of coordinates s.
#' @return A list of class `lapscale_metric`:
#'   - `H`: n x s x s, the inverse metric (cometric), in (unit of the embedding / unit of the
#'     data)^2;
#'   - `G`: n x s x s, the metric, which is the pseudo-inverse of `H` of rank `d`;
#'   - `stretch`: n x d, see [metric_stretch()];
#'   - `coordinates`: n x s; `d`; `bandwidth`.
#'
#'   Rows that are missing from the graph or the embedding are `NA`.
#' @section Accuracy:
#' The metric is biased near the edge of the data, where the walk sees one side only: the stretch
#' across the edge is too small, and the volume too large. In a uniform sample of 2000 points in a
#' square of side 1, with the identity as the embedding and h = 0.1, the mean of [metric_volume()],
#' which should be 1, was 1.00 farther than 0.2 from the edge, 1.33 within 0.05 of it, and at most
#' 2.03, in a corner. A smaller bandwidth makes the strip narrower. [metric_distances()] is hardly
#' affected.
#' @section Errors:
#' - `lapscale_error_argument`, naming `embedding` (also if all its points coincide), `graph`, or
#'   `d`.
#' @references Perrault-Joncas, D. and Meila, M. (2013). Non-linear dimensionality reduction:
#'   Riemannian metric estimation and the problem of geometric discovery. arXiv:1305.7255,
#'   section 4.
#' @seealso [metric_stretch()] for lengths, areas, and distances; [embed_eigenmaps()];
#'   the article "geometry".
#' @examples
#' x <- sample_swiss_roll(500, seed = 1)
#' graph <- heat_graph(x, bandwidth = 3)
#' e <- embed_isomap(x, 2, k = 10)
#' m <- metric_riemannian(e, graph, d = 2)
#' m
#' plot(m)
#' p <- point_set(faithful, scale = TRUE)
#' e <- embed_eigenmaps(p, 2, bandwidth = 0.5)
#' metric_riemannian(e, heat_graph(p, 0.5), d = 2)
#' @order 1
#' @export
metric_riemannian <- function(embedding, graph = NULL, d, ...) door({
  args <- arguments()
  coordinates <- resolve_coordinates(embedding)
  refuse_if(missing(d),
            c("`d` is missing: the dimension of the manifold, at most the {ncol(coordinates)}
               coordinate{?s} of `embedding`.",
              i = "`dim_estimate(x)` estimates it from the points."))
  graph <- if (is.null(graph)) graph_of_embedding(embedding, args$n_threads) else
    as_graph_argument(graph)
  d <- check_count(d, "d", max = ncol(coordinates))
  refuse_if(!has_unit(graph),
            "`graph` must have a bandwidth or local scales: without them the metric has no unit.")
  refuse_if(graph$n_given != nrow(coordinates),
            "`graph` must be of the points of the embedding: it has {graph$n_given} rows,
             `embedding` {nrow(coordinates)}.")
  runtime <- new_runtime(args$n_threads, FALSE)
  # Which points of the graph have coordinates; below, `known` are their rows.
  positions <- which(stats::complete.cases(coordinates[graph$rows, , drop = FALSE]))
  refuse_if(length(positions) < 2L,
            "`embedding` must have 2 rows or more that are in `graph` and not NA.")
  if (length(positions) < length(graph$rows)) graph <- keep_points(graph, positions)
  known <- graph$rows
  n <- nrow(coordinates)
  s <- ncol(coordinates)
  check_memory(8 * n * (4 * s^2 + d), "embedding", paste(s, "x", s, "metrics of", n, "points"))
  walk <- walk_with_loops(graph, runtime)
  refuse_if(all(coordinates[known, ] == rep(coordinates[known[[1]], ], each = length(known))),
            "`embedding` must not be the same at all points: it has no metric there.")
  unit <- 2^ceiling(log2(max(abs(coordinates[known, ]))))
  # For each point, 2 over the square of its bandwidth in `unit`s.
  scale <- 2 / (graph$bandwidth / unit * rep_len(graph$own_scales$scale %||% 1, length(known)))^2
  refuse_if(any(!is.finite(scale) | scale == 0),
            "`embedding` and `graph` differ too much in scale; rescale one of them.")
  unit_coordinates <- t(coordinates[known, , drop = FALSE]) / unit
  # Numbers of the known rows: list(cometric and metric, for H and G; stretch).
  local_metrics <- cpp_embedding_metric(walk, unit_coordinates, scale, d, runtime)
  # An array with a row per row of the data, NA for rows that are left out; `...` are its dimensions
  # after the rows.
  pad_array <- function(values, ...) {
    array(pad_matrix(matrix(values, length(known)), graph), c(n, ...))
  }
  # With the rows that have a metric, and the straight lengths of the edges between them, which
  # metric_distances() follows.
  new_result(class = "lapscale_metric", list(
    H = pad_array(local_metrics$cometric, s, s), G = pad_array(local_metrics$metric, s, s),
    stretch = pad_array(local_metrics$stretch, d), coordinates = coordinates, d = d,
    bandwidth = graph$bandwidth, rows = known, edges = straight_edges(graph)
  ))
}, .takes = list("run"))

# Returns the edges of a graph with the distances of the points that they join, in the unit of the
# points, a dgCMatrix, n x n: those of which the heat kernel made the weights.
#   graph  a lapscale_graph: weights (n x n), bandwidth, own_scales (of local_scales(), or NULL)
straight_edges <- function(graph) {
  edges <- sparse_weights(graph)
  scale <- sqrt(graph$own_scales$scale %||% rep(1, nrow(edges)))
  column <- rep(seq_len(ncol(edges)), diff(edges@p))
  edges@x <- graph$bandwidth * scale[edges@i + 1L] * scale[column] * sqrt(pmax(0, -log(edges@x)))
  edges
}

# Returns the coordinates of an embedding, a plain matrix, n x s with a row per row of the data;
# rows may be NA.
#   embedding  what the user gave as `arg`: a lapscale_embedding, or a table of coordinates
resolve_coordinates <- function(embedding, arg = "embedding") {
  if (inherits(embedding, "lapscale_embedding")) return(embedding$coordinates)
  is_table <- !is.object(embedding) || is.data.frame(embedding) || is.matrix(embedding)
  refuse_if(!is_table,
            "`{arg}` must be an embedding or a numeric matrix, not {describe(embedding)}.")
  f <- as_point_matrix(embedding, arg)
  refuse_if(ncol(f) < 1L || any(is.infinite(f) | is.nan(f)),
            "`{arg}` must have a column or more of finite numbers.")
  f
}

# The random walk P of a graph for alpha = 1 with self loops, as a dgCMatrix, n x n, whose columns
# are the rows of P: each sums to 1, or has no weight.
#   graph  a lapscale_graph: weights, self_loops, mass, own_scales, see weights_with_loops();
#          runtime: of new_runtime()
walk_with_loops <- function(graph, runtime) {
  w <- weights_with_loops(graph, runtime)
  total <- row_totals(w, runtime)
  w@x <- w@x / rep(ifelse(total > 0, total, 1), diff(w@p))
  w
}

# Returns the weights of a graph, corrected for density with alpha = 1, with self loops, a
# dgCMatrix, n x n: their rows are those of the walk P up to a factor.
#   graph    a lapscale_graph: weights (n x n), self_loops (whether each point has an edge to
#            itself), mass (how many observations each point stands for, 1 or length n), own_scales
#            (of local_scales(), or NULL)
#   runtime  of new_runtime()
weights_with_loops <- function(graph, runtime) {
  w <- sparse_weights(graph)
  if (!graph$self_loops) w <- as_dgCMatrix(w + Matrix::Diagonal(nrow(w)))
  corrected_for_density(w, weight_totals(w, graph$mass, runtime), 1, graph, runtime)$weights
}

#' @rdname metric_riemannian
#' @param x A `lapscale_metric`.
#' @param ... For `plot()`, graphical parameters. For `metric_riemannian()`, `n_threads`, see
#'   [lapscale_settings].
#' @export
print.lapscale_metric <- function(x, ...) {
  # H is n x s x s, for s coordinates, and stretch n x d; rows are those without NA.
  s <- dim(x$H)[[2]]
  middle <- apply(x$stretch, 2L, stats::median, na.rm = TRUE)
  cat(
    "Riemannian metric of ", count(length(x$rows), "point"), " in ", count(s, "coordinate"),
    ", dimension ", x$d, ", bandwidth ", format(x$bandwidth, digits = 4), "\n",
    "  stretch (median per direction): ", paste(format(middle, digits = 3), collapse = "  "), "\n",
    describe_left_out(dim(x$H)[[1]], length(x$rows)), sep = ""
  )
  invisible(x)
}

# Makes the graph of the points that an embedding keeps, a lapscale_graph, at the bandwidth that
# bw_gc() selects. `points` are n x r, NA in rows that the embedding leaves out; an error without
# them.
#   embedding  as the user gave it: an embedding or a table;  n_threads: as in new_runtime()
graph_of_embedding <- function(embedding, n_threads) {
  points <- if (is_embedded(embedding)) kept_points(embedding, units = FALSE)
  refuse_if(is.null(points),
            "`graph` must be given: `embedding` does not keep its points. Use `heat_graph(x,
             bandwidth)`.")
  known <- stats::complete.cases(points)
  h <- plain(bw_gc(points[known, , drop = FALSE], seed = 0, n_threads = n_threads))
  inform("`graph`: heat_graph() of the points at the bandwidth {signif(h, 4)} of bw_gc().", "graph")
  muffle_repeats(heat_graph(points, h, na_action = "omit", n_threads = n_threads))
}

# Returns m; an error unless it is a lapscale_metric.
check_metric <- function(m) check_class(m, "lapscale_metric", "m", "made by metric_riemannian()")

#' @rdname metric_riemannian
#' @param row.names,optional As in [as.data.frame()].
#' @details
#' `as.data.frame()` returns one row per row of the data, with the coordinates `.embed1`, ..., the
#' stretches `stretch1`, ..., and `volume` (see [metric_volume()]). `tidy()` returns one row per
#' direction, with the quartiles of its stretch over the points (`lower`, `median`, `upper`).
#' `glance()` returns one row, with `n` (the number of points that have a metric), `n_components`,
#' `d`, `bandwidth`, and the median `volume`.
#' @export
as.data.frame.lapscale_metric <- function(x, row.names = NULL, optional = FALSE, ...) door({
  stretch <- x$stretch
  colnames(stretch) <- paste0("stretch", seq_len(ncol(stretch)))
  table <- cbind(coordinate_table(x$coordinates), stretch, volume = volume_from_stretch(stretch))
  with_row_names(table, row.names)
})

# Makes a table with the quartiles of the stretch over the points, a row per direction.
#   x  of metric_riemannian(): stretch, n x d
#' @rdname metric_riemannian
#' @export
tidy.lapscale_metric <- function(x, ...) door({
  quartiles <- apply(x$stretch, 2L, stats::quantile, c(0.25, 0.5, 0.75), na.rm = TRUE)
  data.frame(
    direction = seq_len(ncol(quartiles)), lower = quartiles[1L, ], median = quartiles[2L, ],
    upper = quartiles[3L, ]
  )
}, ...)

# Makes a table with one row.
#   x  of metric_riemannian(): rows (those with a metric), coordinates (n x s), d, bandwidth
#' @rdname metric_riemannian
#' @export
glance.lapscale_metric <- function(x, ...) door({
  with_seed_and_version(data.frame(
    n = length(x$rows), n_components = ncol(x$coordinates), d = x$d, bandwidth = x$bandwidth,
    volume = stats::median(metric_volume(x), na.rm = TRUE)
  ), x)
}, ...)
