# Local principal components at many bandwidths: what bw_msvd() and dim_eigengap() share.

# How many gaps are looked at: all with few columns, else those after the leading values.
resolve_max_d <- function(max_d, r, least = 1L) {
  if (is.null(max_d)) {
    return(max(least, if (r <= 30L) r else 20L))
  }
  check_count(max_d, "max_d", min = least, max = r)
}

# At how many points: with many columns each takes a millisecond per bandwidth.
usual_neighborhoods <- function(n, r) {
  if (r > 48L) min(n, 50L) else if (n <= 400L) n else 200L
}

# The eigenvalues of the local covariances, m x g x (max_d + 1), largest first, and the mean kernel
# sum of a point, length g: about how many points a neighbourhood holds.
#   problem  as selector_problem() makes it
local_eigenvalues <- function(problem, bandwidths, max_d) {
  check_square_range(problem$handle)
  wanted <- min(max_d + 1L, ncol(problem$checked$x))
  options <- list(
    n_values = wanted, cutoff = sqrt(-log(1e-8)), max_neighbors = 16384, seed = problem$seed
  )
  found <- cpp_local_spectra(problem$handle, problem$rows, bandwidths, options, problem$runtime)
  found <- aperm(array(found, c(wanted, length(bandwidths), length(problem$rows))), 3:1)
  values <- array(0, c(dim(found)[1:2], max_d + 1L))
  values[, , seq_len(wanted)] <- found
  degree <- mean_degrees(problem$handle, problem$rows, bandwidths, problem$runtime)
  list(values = values, degree = degree)
}

# About how many points the neighbourhoods of these rows hold.
mean_degrees <- function(handle, rows, bandwidths, runtime) {
  sketch <- cpp_sketch_pairs(handle, rows, range(bandwidths), list(), runtime)
  on.exit(cpp_release(sketch))
  cpp_kernel_sums(sketch, bandwidths)[, 1L] / length(rows)
}

# Mean eigenvalues and where their largest gap is. Data frame with a row per bandwidth: bandwidth,
# dimension, gap (the largest, over the first eigenvalue), degree, eigenvalue_1, ...; dimension and
# gap are NA where every point is isolated.
gap_curve <- function(bandwidths, local) {
  mean_values <- matrix(colMeans(local$values), length(bandwidths))
  gaps <- mean_values[, -ncol(mean_values), drop = FALSE] - mean_values[, -1L, drop = FALSE]
  # No neighbourhood has a direction where every point is isolated.
  dimension <- ifelse(mean_values[, 1L] > 0, max.col(gaps, ties.method = "first"), NA)
  shown <- mean_values[, -ncol(mean_values), drop = FALSE]
  colnames(shown) <- paste0("eigenvalue_", seq_len(ncol(shown)))
  gap <- ifelse(is.na(dimension), NA, apply(gaps, 1L, max) / mean_values[, 1L])
  data.frame(
    bandwidth = bandwidths, dimension = dimension, gap = gap, degree = local$degree, shown
  )
}
