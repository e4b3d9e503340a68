#' Geometry in the coordinates of an embedding
#'
#' @description
#' Computes stretches, volumes, lengths, and distances from the metric of [metric_riemannian()]. The
#' lengths and distances are those of the data and not those of the embedding.
#'
#' **When to use it.** Use `metric_stretch()` to see where an embedding is distorted,
#' `metric_volume()` to correct a density, `metric_length()` and `metric_distances()` to measure
#' along the data, and `metric_path()` to draw a shortest path.
#'
#' @param m A metric that [metric_riemannian()] returned.
#' @return
#' - `metric_stretch()`: an n x d matrix: by how much the embedding stretches each of `d` orthogonal
#'   directions, the largest first. These are the square roots of the largest eigenvalues of
#'   \eqn{H}.
#' - `metric_volume()`: length n, the volume element \eqn{\sqrt{\det G}}{sqrt(det G)} on the rank-d
#'   part. It is the d-dimensional volume of the data per volume in the embedding, which is one over
#'   the product of the stretches. To correct a density in the embedding, multiply it by the
#'   inverse, but not near the edge of the data, where volumes are too large (see the section
#'   Accuracy of [metric_riemannian()]). It is `Inf` if a stretch is 0.
#' - `metric_length()`: a number, \eqn{\sum \sqrt{\delta' (G_i + G_j)/2 \, \delta}}{sum
#'   sqrt(delta' (G_i + G_j)/2 delta)} over the steps of the path, in the unit of the data.
#' - `metric_distances()`: a matrix with one row per point of `from` and n columns, in the unit of
#'   the data. These are lengths of shortest paths along the graph, whose edges are as long as the
#'   metric says, but not shorter than the straight line. They are `Inf` if there is no path, and
#'   `NA` for rows that were left out.
#' - `metric_path()`: the row numbers of the points along one of these shortest paths, from `from`
#'   to `to`, with names if the rows have names.
#' @section Accuracy of distances:
#' Distances depend on the bandwidth `h` of the graph, whose edges reach `cutoff * h` (3.7 `h`).
#' Median errors of `metric_distances()` in two samples of 1500 points each were:
#' - On a sphere of radius R, in three coordinates of [embed_eigenmaps()], distances are 1% too short
#'   at h = 0.2 R, 4% at 0.3 R, 8% at 0.4 R, and 13% at 0.5 R, because long edges cut off the
#'   curvature.
#' - On a swiss roll whose turns are 6.3 apart, in two coordinates of [embed_isomap()], they are 2%
#'   too long at h = 1.5, 1% too short at 2, 5% at 2.5, and 16% at 3, where many edges connect one
#'   turn to the next.
#' - With few neighbors the metric is uncertain, and distances are too long: on the roll with 500
#'   points by 41% at h = 1.5, where the median degree (the sum of the weights of a point) is 1.9.
#'   The walk then stays at its point too often.
#'
#' Use a bandwidth that is small compared with the radius at which the surface bends and with the
#' gaps between its parts, at a median degree of 5 or more. In noisy data the straight line between
#' two points is longer than the one between the points without noise.
#'
#' `metric_length()` uses the metric at the two ends of each step alone, so a step must be short
#' compared with the lengths over which the metric changes. Single steps of more than 2 R on a
#' sphere were 66% too short, and one between two far corners of the volcano was 45% too long: 1553 m
#' instead of 1072 m. Between points that are far apart, use `metric_distances()` (1082 m), or give
#' `metric_length()` the rows of `metric_path()`.
#' @section Errors:
#' - `lapscale_error_argument`, naming `m`, `path`, `from`, or `to`.
#' @inherit metric_riemannian references
#' @seealso [metric_riemannian()], [diffusion_distance()], the article "geometry".
#' @examples
#' x <- sample_swiss_roll(500, seed = 1)
#' m <- metric_riemannian(embed_eigenmaps(x, 2, bandwidth = 3), heat_graph(x, 3), d = 2)
#' summary(metric_stretch(m))
#' summary(metric_volume(m))
#' metric_distances(m, from = 1)[, 1:5]
#' metric_path(m, from = 1, to = 2)
#' p <- point_set(faithful, scale = TRUE)
#' m <- metric_riemannian(embed_eigenmaps(p, 2, bandwidth = 0.5), heat_graph(p, 0.5), d = 2)
#' summary(metric_stretch(m))
#' @export
metric_stretch <- function(m) door(check_metric(m)$stretch)

#' @rdname metric_stretch
#' @export
metric_volume <- function(m) door(volume_from_stretch(check_metric(m)$stretch))

# The d-dimensional volume on the manifold that a unit of volume in the coordinates stands for at
# each point, a number per row: 1 over the product of the stretches, Inf if one is 0, NA if NA.
#   stretch  n x d, by how much each of d directions is stretched; rows may be NA
volume_from_stretch <- function(stretch) 1 / apply(stretch, 1L, prod)

#' @rdname metric_stretch
#' @param path Row numbers or names of the points along a path, at least 2. A point can occur
#'   several times.
#' @export
metric_length <- function(m, path) door({
  m <- check_metric(m)
  path <- match_row_names(path, rownames(m$coordinates), "path")
  check_row_numbers(
    path, nrow(m$coordinates), "path", "2 row numbers or more", "row numbers", min_count = 2L
  )
  check_rows_kept(path, m, "path")
  steps <- diff(m$coordinates[path, , drop = FALSE])
  # The squared length of each step, by the mean of the metrics at its ends.
  squares <- vapply(seq_len(nrow(steps)), function(i) {
    metric <- matrix_at(m$G, path[[i]]) + matrix_at(m$G, path[[i + 1L]])
    sum(steps[i, ] * metric %*% steps[i, ]) / 2
  }, 0)
  sum(sqrt(pmax(squares, 0)))
})

# Matrix i, s x s, of an n x s x s array, such as the metric of row i. Unlike array[i, , ], a 1 x 1
# matrix stays one.
matrix_at <- function(array, i) matrix(array[i, , ], dim(array)[[2]])

# Raises an error if rows are not in the embedding of a metric.
#   rows  row numbers of the data, the argument `arg`
#   m     a lapscale_metric: rows (numbers of those that have a metric)
check_rows_kept <- function(rows, m, arg) {
  refuse_first(setdiff(rows, m$rows), "`{arg}` names row {first}, which the embedding leaves out.")
}

#' @rdname metric_stretch
#' @param from Row numbers or names of the points from which distances are measured, each at most
#'   once. A path begins at one point.
#' @param ... Settings of the run by name (`n_threads`), see [lapscale_settings].
#' @export
metric_distances <- function(m, from, ...) door({
  args <- arguments()
  m <- check_metric(m)
  n <- nrow(m$coordinates)
  from <- check_rows(from, n, "from", rownames(m$coordinates))
  check_rows_kept(from, m, "from")
  check_memory(8 * 3 * length(from) * n, "from", paste("distances from", length(from), "points"))
  runtime <- new_runtime(args$n_threads, FALSE)
  distances <- matrix(NA_real_, length(from), n)
  distances[, m$rows] <- t(cpp_shortest_paths(
    edge_lengths(m, runtime), match(from, m$rows), runtime
  ))
  dimnames(distances) <- list(rownames(m$coordinates)[from], rownames(m$coordinates))
  distances
}, .takes = list("run"))

#' @rdname metric_stretch
#' @param to Row number or name of the point where a path ends.
#' @export
metric_path <- function(m, from, to, ...) door({
  args <- arguments()
  m <- check_metric(m)
  from <- check_end(m, from, "from")
  to <- check_end(m, to, "to")
  runtime <- new_runtime(args$n_threads, FALSE)
  lengths <- edge_lengths(m, runtime)
  # Edges between points that coincide are not quite 0 long, so that each step back is nearer.
  least_length <- 1e-9 * max(lengths@x, 0)
  lengths@x <- pmax(lengths@x, if (least_length > 0) least_length else 1)
  # From here on numbers among the rows that have a metric.
  start <- match(from, m$rows)
  path <- match(to, m$rows)
  distance <- drop(cpp_shortest_paths(lengths, start, runtime))
  refuse_if(distance[[path]] == Inf,
            "`to`: no path leads from row {from} to row {to}, as the graph is not connected.")
  # From the end back through the neighbor that makes the path shortest.
  while (path[[1L]] != start) {
    entries <- seq(lengths@p[[path[[1L]]]] + 1L, lengths@p[[path[[1L]] + 1L]])
    before <- lengths@i[entries] + 1L
    path <- c(before[[which.min(distance[before] + lengths@x[entries])]], path)
  }
  stats::setNames(m$rows[path], rownames(m$coordinates)[m$rows[path]])
}, .takes = list("run"))

# Returns the number of the row that a user gave as `arg`, the end of a path.
#   m  a lapscale_metric;  row: its number or name, as the user gave it
check_end <- function(m, row, arg) {
  row <- check_rows(row, nrow(m$coordinates), arg, rownames(m$coordinates))
  refuse_if(length(row) != 1L, "`{arg}` must be one row, not {length(row)}.")
  check_rows_kept(row, m, arg)
  row
}

# Returns the lengths of the edges between the rows that have a metric, a dgCMatrix. No path along
# the data is shorter than the straight line, but the metric, which is one of tangent planes, makes
# long edges of a bent surface shorter.
#   m  a lapscale_metric: coordinates (n x s), G (n x s x s), rows (numbers of those that have a
#      metric), edges (of straight_edges(), between these);  runtime: of new_runtime()
edge_lengths <- function(m, runtime) {
  f <- t(m$coordinates[m$rows, , drop = FALSE])
  metrics <- matrix(m$G, nrow(m$coordinates))[m$rows, , drop = FALSE]
  lengths <- m$edges
  lengths@x <- pmax(cpp_metric_lengths(lengths, f, metrics, runtime), lengths@x)
  lengths
}
