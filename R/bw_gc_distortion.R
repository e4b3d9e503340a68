# The distortions of Geometric Consistency, between R and the core.

# In samples of more than exact_degrees points those far from one are thinned beyond the nearest
# whole_degrees and whole_neighbors of them. In many columns neighbourhoods above max_neighbors
# points are sampled, and pairs beyond far_near points. The sizes keep the error they add at about a
# tenth of the standard error where points differ, in hundreds of columns below a third
# (notes/subsampling.md, bench/subsampling.R). In many columns what is gathered of four
# neighbourhoods stays within 512 MB.
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
    whole_neighbors = 16384,
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
