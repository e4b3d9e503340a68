# Local principal components at many bandwidths: what bw_msvd() and dim_eigengap() share.

# Returns the number of gaps between eigenvalues that are computed: as the user gave it, otherwise
# all with up to 30 columns, and those after the first 20 eigenvalues, or the first min_d, with
# more.
#   max_d  the number as the user gave it, or NULL
#   r      number of columns;  min_d: the fewest gaps
resolve_max_d <- function(max_d, r, min_d = 1L) {
  check_count(max_d %||% max(min_d, if (r <= 30L) r else 20L), "max_d", min = min_d, max = r)
}

# Returns how many of the points x covariances are computed at: all up to 400, otherwise 200; with
# more than 48 columns, where each takes a millisecond per bandwidth, at most 50.
usual_neighborhoods <- function(x) if (ncol(x) > 48) min(nrow(x), 50L) else size_rule(400, 200L)(x)

# Computes list(values, degree): the eigenvalues of the local covariances, m x g x (max_d + 1), unit
# of x squared, largest first, 0 beyond the number of columns; and the mean over the m points of the
# kernel sum, themselves included, g numbers: about how many points a neighborhood holds.
#   problem     of selector_problem(): handle, checked (of as_points(): x), seed, rows (numbers of m
#               points), runtime
#   bandwidths  length g, increasing;  max_d: number of gaps that are computed
local_eigenvalues <- function(problem, bandwidths, max_d) {
  check_square_range(problem$handle)
  n_values <- min(max_d + 1L, ncol(problem$checked$x))
  options <- list(
    n_values = n_values, cutoff = sqrt(-log(1e-8)), max_neighbors = 16384, seed = problem$seed
  )
  spectra <- cpp_local_spectra(problem$handle, problem$rows, bandwidths, options, problem$runtime)
  spectra <- aperm(array(spectra, c(n_values, length(bandwidths), length(problem$rows))), 3:1)
  values <- array(0, c(dim(spectra)[1:2], max_d + 1L))
  values[, , seq_len(n_values)] <- spectra
  degree <- mean_degrees(problem$handle, problem$rows, bandwidths, problem$runtime)
  list(values = values, degree = degree)
}

# Returns about how many points the neighborhoods of some rows hold, a mean of kernel sums, the
# points themselves included, per bandwidth.
#   handle   of the points in the core;  rows: row numbers;  bandwidths: unit of x
#   runtime  of new_runtime()
mean_degrees <- function(handle, rows, bandwidths, runtime) {
  sketch <- release_on_exit(cpp_sketch_pairs(handle, rows, range(bandwidths), list(), runtime))
  cpp_kernel_sums(sketch, bandwidths)[, 1L] / length(rows)
}

# Averages eigenvalues over points and finds their largest gap at each bandwidth. Data frame with a
# row per bandwidth: bandwidth, dimension (the number of eigenvalues before the largest gap), gap
# (the largest, over the first eigenvalue), degree, eigenvalue_1, ... (their means, without the
# last); dimension and gap are NA where every point is isolated.
#   bandwidths     increasing
#   local_spectra  of local_eigenvalues() at these bandwidths: list(values, points x bandwidths x
#                  eigenvalues; degree, a number per bandwidth)
gap_curve <- function(bandwidths, local_spectra) {
  mean_values <- matrix(colMeans(local_spectra$values), length(bandwidths))
  gaps <- gap_matrix(mean_values)
  # No neighborhood has a direction where every point is isolated.
  dimension <- ifelse(mean_values[, 1L] > 0, max.col(gaps, ties.method = "first"), NA)
  shown_values <- mean_values[, -ncol(mean_values), drop = FALSE]
  colnames(shown_values) <- paste0("eigenvalue_", seq_len(ncol(shown_values)))
  gap <- ifelse(is.na(dimension), NA, apply(gaps, 1L, max) / mean_values[, 1L])
  data.frame(
    bandwidth = bandwidths, dimension = dimension, gap = gap, degree = local_spectra$degree,
    shown_values
  )
}
