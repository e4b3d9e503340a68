# The distortions of Geometric Consistency, between R and the core.

# Names the number of columns above which the core works in other ways.
many_columns <- 32

# Tells whether the core works with all distances in place of sparse coordinates: where they are
# few, or fewer than the coordinates would be.
suits_distances <- function(x) {
  size <- dim(if (is_shared(x)) x$checked$x else x)
  length(size) == 2L && size[[1L]] <= max(5000L, size[[2L]]) && 8 * size[[1L]]^2 <= memory_limit()
}

# Sets the options of a pass. In samples of more than exact_degrees points those far from one are
# thinned beyond the nearest whole_degrees and, in few columns, whole_neighbors of them. In many
# columns neighborhoods above max_neighbors points are sampled. The sizes keep the error they add at
# about a tenth of the standard error where points differ, in hundreds of columns below a fifth
# (notes/subsampling.md, bench/bandwidth/subsampling.R). In many columns what is gathered of four
# neighborhoods stays within 256 MB up to 8192 columns; beyond, 1024 points of each are.
#   n, p  rows and columns
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n, p = 1L) {
  max_neighbors <- max(1024, min(65536, 2^23 %/% p))
  exact_degrees <- 50000
  list(
    d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights, seed = seed,
    subsample = subsample && n > exact_degrees, max_neighbors = max_neighbors,
    whole_degrees = if (p > many_columns) 512 else 2048, whole_neighbors = 16384
  )
}

# Checks the memory that neighborhoods need. A thread that looks at points on the disk has distances
# and positions of a whole neighborhood. In many columns all points stay in memory on 32 axes there;
# of points in memory there are copies, a row of degrees for each bandwidth, all distances where
# they are few, and the subspaces around four points per thread. Of sparse points 64 are looked at as
# a dense matrix.
check_neighborhood_memory <- function(problem) {
  x <- problem$checked$x
  n <- as.numeric(problem$n)
  own <- n * problem$runtime$n_threads
  wide <- ncol(x) > many_columns
  copies <- if (is_sparse_points(x)) {
    14 * length(x@x) + 128 * ncol(x)
  } else if (!is_distances(x)) {
    7 * length(x)
  }
  bytes <- if (is_paged(x)) 60 * own + 150 * wide * n else
    8 * sum(copies, min(40 * n, 2.5e7), if (n <= 5000) n^2, if (n <= 50000) 1000 * own)
  if (is_paged(x) || wide) check_memory(bytes, "x", "with a neighborhood per thread")
}

# Makes a handle of the local metrics at these rows; the caller releases it.
#   points  handle of cpp_points()
#   k       neighborhoods follow the union of the k nearest neighbors; NA: all within the cut-off
hold_consistency <- function(points, k, rows, options, bandwidths, runtime, degrees = list()) {
  graph <- if (!is.na(k)) cpp_neighbor_graph(points, k, max_listed(), runtime)
  on.exit(if (!is.null(graph)) cpp_release(graph))
  cpp_consistency(points, graph, rows, options, bandwidths, degrees, runtime)
}
