# The distortions of Geometric Consistency, between R and the core.

# Neighbourhoods above max_neighbors points, and degrees in samples of more than exact_degrees
# points, are sampled; the sizes keep the error they add below a tenth of the standard error where
# points differ, in hundreds of columns below a third (notes/subsampling.md, bench/subsampling.R).
# In many columns what is gathered of four neighbourhoods stays within 512 MB.
#   n, p  rows and columns
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n, p = 1L) {
  max_neighbors <- max(1024, min(65536, 2^23 %/% p))
  exact_degrees <- 50000
  list(
    d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights,
    subsample = subsample && n > exact_degrees,
    max_neighbors = max_neighbors,
    far_near = max(2048, n / 256),
    far_drawn = max(4096, n / 128),
    whole_degrees = 2048,
    whole_neighbors = 8192,
    seed = seed
  )
}

# A thread that looks at points on the disk has distances and positions of a whole neighbourhood.
check_neighborhood_memory <- function(problem, call = caller_env()) {
  if (is_paged(problem$checked$x)) {
    check_memory(60 * problem$n * problem$runtime$n_threads, "x", "with a neighbourhood per thread",
                 call)
  }
}

# Handle of the local metrics at these rows; the caller releases it.
#   points  handle of cpp_points()
#   k       neighbourhoods follow the union of the k nearest neighbours; NA: all within the cut-off
hold_consistency <- function(points, k, rows, options, bandwidths, runtime) {
  graph <- if (!is.na(k)) cpp_neighbor_graph(points, k, runtime)
  on.exit(if (!is.null(graph)) cpp_release(graph))
  cpp_consistency(points, graph, rows, options, bandwidths, runtime)
}
