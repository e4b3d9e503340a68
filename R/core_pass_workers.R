# Passes over all pairs of points by workers, with results identical to those of passes in this
# process. All workers keep the points.

# Seconds of work from which on it pays to send the points to the workers.
min_seconds_shared <- 30

# The number of parts that a pass is cut into, however many workers there are.
n_pass_parts <- 32L

# Opens a pool of workers, see open_pool(), for a pass over the pairs of m points with all; NULL
# without workers, or if the pass takes less than min_seconds_shared.
#   problem   of selector_problem(): checked (of as_points(): x), n (number of all points), runtime
#   m         a number, not whole if pairs count once, see pair_moments_by_workers()
#   job_data  named list of what the workers keep beside the points x
open_pass_pool <- function(problem, m, job_data) {
  x <- problem$checked$x
  # Estimates the time from a measurement of 1e5 points in 13 columns. Points on the disk are in a
  # file that is open here only.
  seconds <- 2e-10 * as.numeric(m) * problem$n * (ncol(x) + 3)
  if (seconds >= min_seconds_shared && is_in_memory(x)) {
    open_pool(c(list(x = x), job_data), problem$runtime)
  }
}

# The moments of the distances of pairs, of which sums of the kernel are computed, found by workers:
# a list of vectors of all parts in their order, as cpp_sketch_pairs() takes them; an empty list
# without workers, where that function finds them itself.
#   problem     of selector_problem(): checked (of as_points()), n (number of points), runtime
#   bandwidths  the smallest and the largest for which sums of the kernel will be computed
#   rows        numbers of the points whose pairs with all are used; integer(): all pairs
pair_moments_by_workers <- function(problem, rows, bandwidths) {
  # For how many points there is work with all others: each pair counts once.
  m <- if (length(rows)) length(rows) else problem$n / 2
  pool <- open_pass_pool(problem, m, list(rows = rows, bandwidths = bandwidths))
  if (is.null(pool)) return(list())
  on.exit(close_pool(pool))
  do.call(c, map_pool(moments_job, seq_len(n_pass_parts) - 1L, pool))
}

# The moments of one part of the pairs, computed in a worker: a list of vectors.
#   part      its number, from 0 to n_pass_parts - 1;  runtime: of the worker
#   job_data  what the worker keeps: list(x: the points; rows; bandwidths), see
#             pair_moments_by_workers()
moments_job <- function(part, job_data, runtime) {
  cpp_pair_moments(
    worker_points(job_data, runtime), job_data$rows, job_data$bandwidths, part, n_pass_parts,
    runtime
  )
}

# Returns the sums of the masses of the neighbors of some points within radii: m x g, a row per
# point of problem$rows and a column per radius. Points that coincide with the point, itself
# included, are left out. Parts for workers follow the order of the tree, so that points near each
# other are in the same part.
#   problem  of selector_problem(): rows (numbers of the m points), handle (of all n points in the
#            core), checked (the points themselves, of as_points()), n, runtime
#   radii    length g, increasing, unit of x
#   mass     of each of the n points, or one number for all
# `order` are positions in rows in the order of the tree, and `parts` vectors of numbers of points.
count_neighbors <- function(problem, radii, mass = 1) {
  rows <- problem$rows
  pool <- open_pass_pool(problem, length(rows), list(radii = radii, mass = mass))
  if (is.null(pool)) {
    return(t(cpp_neighbor_counts(problem$handle, rows, radii, mass, problem$runtime)))
  }
  on.exit(close_pool(pool))
  order <- cpp_tree_order(problem$handle, rows)
  parts <- lapply(tree_parts(length(rows), n_pass_parts), function(part) rows[order[part]])
  counts <- matrix(0, length(rows), length(radii))
  counts[order, ] <- t(do.call(cbind, map_pool(counts_job, parts, pool)))
  counts
}

# Sums the masses of the neighbors of some points within radii, in a worker: g x length(rows).
#   rows      numbers of the points;  runtime: of the worker
#   job_data  what the worker keeps: list(x: all points; radii, length g; mass), see
#             count_neighbors()
counts_job <- function(rows, job_data, runtime) {
  cpp_neighbor_counts(
    worker_points(job_data, runtime), rows, job_data$radii, job_data$mass, runtime
  )
}

# Returns the exact lists of the k nearest neighbors, found by workers, without distances:
# list(begin, length n + 1, from 0; index), those of point i at index[begin[i] + 1, ..., begin[i +
# 1]], more than k if several are equally far. NULL without workers, and for points on the disk.
#   x  points, n x r, of any kind;  k: number of neighbors;  runtime: of new_runtime()
# In it `parts` are the lists of nearest_job(): row, size, index. `size` is the number of neighbors
# of each point.
nearest_by_workers <- function(x, k, runtime) {
  pool <- if (is_in_memory(x)) open_pool(list(x = x, k = k), runtime)
  if (is.null(pool)) return(NULL)
  on.exit(close_pool(pool))
  parts <- map_pool(nearest_job, seq_len(n_pass_parts) - 1L, pool)
  size <- integer(nrow(x))
  for (part in parts) size[part$row] <- part$size
  begin <- c(0L, cumsum(size))
  index <- integer(sum(size))
  for (part in parts) index[sequence(part$size, begin[part$row] + 1L)] <- part$index
  list(begin = begin, index = index)
}

# The nearest neighbors of one part of the points, in a worker: list(row, size, index), numbers of
# the points, how many neighbors each has, and their numbers.
#   part      its number, from 0 to n_pass_parts - 1;  runtime: of the worker
#   job_data  what the worker keeps: list(x: all points; k: number of neighbors)
nearest_job <- function(part, job_data, runtime) {
  cpp_nearest_part(worker_points(job_data, runtime), job_data$k, part, n_pass_parts, runtime)
}

# Cuts n points in the order of the tree into up to max_parts parts: a list of vectors of positions.
# Each part but the last has a multiple of n_together points, which the core handles together, so
# that results do not depend on the number of parts.
tree_parts <- function(n, max_parts, n_together = 4L) {
  cut_blocks(n, n_together * ceiling(n / (max_parts * n_together)))
}

# A handle of the points in the core, made once in each worker and kept there.
#   job_data  what the worker keeps, with x, the points;  runtime: of the worker
worker_points <- function(job_data, runtime) {
  cached_in_worker("x", function() acquire_points(job_data$x, runtime))
}
