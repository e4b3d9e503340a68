# Sums around points by workers, with the bits of those found here. All share the points.

# The workers that a pass over the pairs of m points with all is worth the way to; NULL: none.
pass_workers <- function(problem, m) {
  # Points on the disk are in a file that is open here.
  if (is_paged(problem$checked$x)) {
    return(NULL)
  }
  # Seconds, from 1e5 points in 13 columns.
  foreseen <- 2e-10 * as.numeric(m) * problem$n * (ncol(problem$checked$x) + 3)
  if (foreseen >= least_seconds_shared) find_workers()
}

# list(value of the job at each of `arguments`)
map_points <- function(job, arguments, problem, kept, workers) {
  shared <- share_with_workers(c(list(x = problem$checked$x), kept), problem$runtime)
  on.exit(free_shared(shared))
  worker_map(job, arguments, shared, workers, problem$runtime)
}

# What cpp_sketch_pairs() is told; an empty list where it is to look itself.
#   rows  of points whose pairs with all are wanted; none: all pairs
pair_moments_by_workers <- function(problem, rows, bandwidths, n_parts = 32L) {
  # Each pair once.
  m <- if (length(rows)) length(rows) else problem$n / 2
  workers <- pass_workers(problem, m)
  if (is.null(workers)) {
    return(list())
  }
  arguments <- lapply(seq_len(n_parts) - 1L, function(part) list(part = part, n_parts = n_parts))
  kept <- list(rows = rows, bandwidths = bandwidths)
  do.call(c, map_points("moments", arguments, problem, kept, workers))
}

# Neighbours within radii of the points looked at, m x g. Parts follow the order of the tree, where
# points near each other are looked at together.
count_neighbors <- function(problem, radii) {
  rows <- problem$rows
  workers <- pass_workers(problem, length(rows))
  if (is.null(workers)) {
    return(t(cpp_neighbor_counts(problem$handle, rows, radii, problem$runtime)))
  }
  order <- cpp_tree_order(problem$handle, rows)
  arguments <- lapply(centre_parts(length(rows), 32L), function(part) {
    list(rows = rows[order[seq.int(part[[1L]] + 1L, part[[2L]])]])
  })
  found <- map_points("counts", arguments, problem, list(radii = radii), workers)
  counts <- matrix(0, length(rows), length(radii))
  counts[order, ] <- t(do.call(cbind, found))
  counts
}
