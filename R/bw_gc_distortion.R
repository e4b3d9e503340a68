# The distortions of Geometric Consistency, between R and the core.

# Whether the core would keep all distances between the points in place of their coordinates, as it
# may of sparse points: if there are few rows, or no more than columns, and the distances fit into
# the memory that may be used. FALSE for what is no table.
#   x  points as the user gave them
keeps_distances <- function(x) {
  # Rows and columns; NULL: x is a vector.
  size <- dim(x)
  length(size) == 2L && all(size > 0) &&
    cpp_consistency_plan(size[[1L]], size[[2L]], 1, Inf)$keeps_distances &&
    fits_in_limit(8 * size[[1L]]^2)
}

# Raises an error if the memory is too small for a neighborhood per thread. Only points on the disk,
# in many columns, or whose steps are computed in subspaces need much.
#   problem  of selector_problem(): checked (of as_points(): x), n, runtime (n_threads)
check_neighborhood_memory <- function(problem) {
  x <- problem$checked$x
  p <- ncol(x)
  paged <- !is_in_memory(x)
  plan <- cpp_consistency_plan(problem$n, p, 1, Inf)
  if (!paged && !plan$in_blocks && !plan$in_subspaces) return()
  bytes <- cpp_consistency_bytes(problem$n, p, n_copied(x), paged, problem$runtime$n_threads)
  check_memory(bytes, "x", "with a neighborhood per thread")
}

# How many numbers the copies of the points x have that the core makes. There are methods for a
# matrix, for distances, and for sparse points.
n_copied <- function(x) UseMethod("n_copied")

# How many numbers the copies of a matrix x have: seven times the matrix.
#' @export
n_copied.default <- function(x) 7 * length(x)

# How many numbers the copies of distances have: distances are not copied.
#' @export
n_copied.lapscale_distances <- function(x) 0

# How many numbers the copies of sparse points have, with 64 rows looked at as a dense matrix.
#' @export
n_copied.dgCMatrix <- function(x) 14 * length(x@x) + 128 * ncol(x)

# Makes a handle of the local metrics and steps at some points, which cpp_distortions() and
# cpp_steps() take; the caller releases it.
#   points      handle of the points, of acquire_points();  runtime: of new_runtime()
#   k           a number: neighborhoods are pairs of which one is among the k nearest of the other;
#               NA: all pairs within the cutoff
#   rows        numbers of the points at which metrics are computed
#   options     of gc_options(), perhaps with mass (of each point) and with those of scale_options()
#   bandwidths  for which the core computes the degrees of all points
#   degrees     list of what degrees_job() returned for each part, empty if no worker computed them
acquire_consistency <- function(points, k, rows, options, bandwidths, runtime, degrees = list()) {
  graph <- if (!is.na(k)) cpp_neighbor_graph(points, k, max_listed(), runtime)
  on.exit(if (!is.null(graph)) cpp_release(graph))
  cpp_consistency(points, graph, rows, options, bandwidths, degrees, runtime)
}
