# The distortions of Geometric Consistency, between R and the core.

# Neighbourhoods above max_neighbors points, and degrees in samples of more than exact_degrees
# points, are sampled; the sizes keep the error they add below a tenth of the standard error where
# points differ (notes/subsampling.md, bench/subsampling.R).
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n) {
  max_neighbors <- 65536
  exact_degrees <- 50000
  list(
    d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights,
    subsample = subsample && n > exact_degrees,
    max_neighbors = max_neighbors,
    far_near = max(2048, n / 256),
    far_drawn = max(4096, n / 128),
    seed = seed
  )
}

# The curve of mean distortions at a grid of bandwidths.
#   handle   of cpp_points()
#   rows     of the points whose distortion counts
#   returns  function of bandwidths: matrix length(rows) x length(bandwidths)
distortion_function <- function(handle, rows, options, bandwidths, inverse, runtime) {
  cpp_consistency(handle, rows, options, bandwidths, runtime)
  function(bandwidths) cpp_distortions(handle, length(rows), bandwidths, inverse, runtime)
}
