# Geometric Consistency between R and the core: one problem per call of a user's function.

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
#   points   handle of cpp_points()
#   rows     of the points whose distortion counts
#   returns  function of bandwidths: matrix length(rows) x length(bandwidths)
distortion_function <- function(points, rows, options, bandwidths, inverse, runtime) {
  cpp_consistency(points, rows, options, bandwidths, runtime)
  function(bandwidths) cpp_distortions(points, length(rows), bandwidths, inverse, runtime)
}

mean_known <- function(v) mean(v[is.finite(v)])

# Mean over the points where it is known, its standard error, and how many they are.
curve_from <- function(bandwidths, values) {
  count <- colSums(is.finite(values))
  data.frame(
    bandwidth = bandwidths,
    criterion = ifelse(count > 0, apply(values, 2L, mean_known), NA_real_),
    se = ifelse(count > 1, apply(values, 2L, function(v) sd_of_mean(v[is.finite(v)])), NA_real_),
    n_points = count
  )
}

# A log grid over the range of the data, METHODS 2: as many values as asked for, more where the
# step would exceed a factor 1.25.
default_grid <- function(range, n_bandwidths) {
  n <- max(n_bandwidths, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  exp(seq(log(range[[1]]), log(range[[2]]), length.out = n))
}

# Where no point sees another every distortion is 1, whatever the data.
#   nearest  distances to the nearest point apart, looked at only where the curve is that flat
check_company <- function(curve, nearest, cutoff, call = caller_env()) {
  alone <- all(curve$criterion == 1, na.rm = TRUE)
  largest <- max(curve$bandwidth)
  if (!alone || min(nearest) <= largest * min(cutoff, sqrt(largest_exponent))) {
    return(invisible())
  }
  if (min(nearest) > largest * default_cutoff) abort_no_pairs(largest, call)
  abort(
    "`cutoff` = {signif(cutoff, 3)}: even at the largest bandwidth, {signif(largest, 3)}, no point
     sees another; give a larger one.",
    "no_criterion",
    call = call
  )
}
