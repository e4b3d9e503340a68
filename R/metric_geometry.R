#' Geometry in the coordinates of an embedding
#'
#' @description
#' Computes stretches, volumes, lengths, and distances from the metric of [metric_riemannian()]. The
#' lengths and distances are those of the data and not those of the embedding.
#'
#' **When to use it.** Use `metric_stretch()` to see where an embedding is distorted,
#' `metric_volume()` to correct a density, and `metric_length()` and `metric_distances()` to measure
#' along the data.
#'
#' @param m A metric that [metric_riemannian()] returned.
#' @return
#' - `metric_stretch()`: an n x d matrix: by how much the embedding stretches each of `d` orthogonal
#'   directions, the largest first. These are the square roots of the largest eigenvalues of
#'   \eqn{H}.
#' - `metric_volume()`: length n, the volume element \eqn{\sqrt{\det G}}{sqrt(det G)} on the rank-d
#'   part. It is the d-dimensional volume of the data per volume in the embedding, which is one over
#'   the product of the stretches. To correct a density in the embedding, multiply it by the
#'   inverse. It is `Inf` if a stretch is 0.
#' - `metric_length()`: a number, \eqn{\sum \sqrt{\delta' (G_i + G_j)/2 \, \delta}}{sum
#'   sqrt(delta' (G_i + G_j)/2 delta)} over the steps of the path, in the unit of the data.
#' - `metric_distances()`: a matrix with one row per point of `from` and n columns, in the unit of
#'   the data. These are lengths of shortest paths along the graph. They are `Inf` if there is no
#'   path, and `NA` for rows that were left out.
#' @section Errors:
#' - `lapscale_error_argument`, naming `m`, `path`, or `from`.
#' @inherit metric_riemannian references
#' @seealso [metric_riemannian()], [diffusion_distance()], the article "geometry".
#' @examples
#' x <- sample_swiss_roll(500, seed = 1)
#' m <- metric_riemannian(embed_eigenmaps(x, 2, bandwidth = 3), heat_graph(x, 3), d = 2)
#' summary(metric_stretch(m))
#' summary(metric_volume(m))
#' metric_distances(m, from = 1)[, 1:5]
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
#' @inheritParams bw_gc
#' @param from Row numbers or names of the points from which distances are measured, each at most
#'   once.
#' @export
metric_distances <- function(m, from, ...) door({
  args <- arguments()
  m <- check_metric(m)
  n <- nrow(m$coordinates)
  from <- check_rows(from, n, "from", rownames(m$coordinates))
  check_rows_kept(from, m, "from")
  check_memory(8 * 3 * length(from) * n, "from", paste("distances from", length(from), "points"))
  runtime <- new_runtime(args$n_threads, FALSE)
  # `f` is s x length(m$rows): the coordinates of the rows that have a metric. `lengths` are the
  # edges between them, a dgCMatrix, with lengths in place of weights.
  f <- t(m$coordinates[m$rows, , drop = FALSE])
  lengths <- m$edges
  lengths@x <- cpp_metric_lengths(lengths, f, matrix(m$G, n)[m$rows, , drop = FALSE], runtime)
  distances <- matrix(NA_real_, length(from), n)
  distances[, m$rows] <- t(cpp_shortest_paths(lengths, match(from, m$rows), runtime))
  dimnames(distances) <- list(rownames(m$coordinates)[from], rownames(m$coordinates))
  distances
}, .takes = list("run"))
