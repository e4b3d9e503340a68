# The noise of rows, read from the triangles of their nearest neighbors, and distances without it.
# notes/noise.md says what both were compared with.

# neighbors  the usual number of nearest neighbors
# share, near, equal  limits of what noise_facts() returns: of its share, near, and spread
# columns    fewer columns have a remark: their noise is underestimated
noise_limits <- list(
  neighbors = 10L,
  share = 0.4,  # of the squared distance to the k-th neighbor: real tables with less gained nothing
  near = 0.2,   # beyond this the neighbors are not near: two-dimensional samples have up to 0.16
  equal = 0.3,  # coefficient of variation; equal noise in 60 columns or more has up to 0.24
  columns = 50L # in so many columns 0.65 of the noise is seen, in 10 columns 0.4
)

# A remark of print() that noise is underestimated in few columns: parts of a text for cat().
underestimated_noise <- function() {
  c("  ! Noise is underestimated in fewer than ", noise_limits$columns, " columns. For a response ",
    "on places, use\n    s(..., bs = \"lap\") or ssl_iterated().\n")
}

#' The noise of each point
#'
#' Estimates below 0 are set to 0, and the others shrink so that the mean of all stays what it was,
#' or 0.
#' @param handle Of acquire_points().
#' @param k Number of nearest neighbors of each point, 2 or more.
#' @param runtime Of new_runtime().
#' @return A list, by point: noise, its squared length; kth and nearest, the rows of its k-th and of
#'   its nearest neighbor; sq_kth and sq_nearest, the squared distances to them. Lengths are in the
#'   unit of the handle.
#' @noRd
row_noise <- function(handle, k, runtime) {
  estimate <- cpp_triangle_noise(handle, k, max_listed(), runtime)
  noise <- pmax(estimate$noise, 0)
  total_noise <- max(sum(estimate$noise), 0)
  estimate$noise <- if (total_noise > 0) noise * (total_noise / sum(noise)) else 0 * noise
  estimate
}

#' The noise of points of which some may coincide, as different points
#'
#' @param x,handle The points, of any kind, n x p, and these in the core.
#' @param k Number of nearest neighbors of each different point, fewer where there are not as many.
#' @param runtime Of new_runtime().
#' @return A list: noise, a squared length per row, and deflation, a number per row of
#'   deflating_noise(), both in the squared unit of the handle; k, the number of neighbors that was
#'   used; and facts, of noise_facts().
#' @noRd
noise_with_copies <- function(x, handle, k, runtime) {
  # list(first: the first of each set of equal rows; index: the set of each row). `estimate` is by
  # set, and per_row() by row.
  equal_rows <- group_equal_rows(x)
  n_distinct <- length(equal_rows$first)
  refuse_if(n_distinct < 4L, "`x` must have at least 4 different rows, not {n_distinct}.")
  distinct_handle <- handle
  if (n_distinct < nrow(x)) {
    distinct_handle <- release_on_exit(acquire_points(pick_points(x, equal_rows$first), runtime))
  }
  k <- min(k, n_distinct - 1L)
  estimate <- row_noise(distinct_handle, k, runtime)
  # From noise of places to that of rows, and from the unit of one handle to that of the other.
  per_row <- function(noise)
    noise[equal_rows$index] * (cpp_unit(distinct_handle) / cpp_unit(handle))^2
  list(noise = per_row(estimate$noise), deflation = per_row(deflating_noise(estimate)), k = k,
       facts = noise_facts(estimate, distinct_handle))
}

# Of the noise of all points, list of
#   share     the median share, 0 to 1, of the squared distance to the k-th neighbor that belongs to
#             the two points alone
#   near      the median rest of that squared distance over the rest of the mean over all pairs
#   spread    the coefficient of variation of the noise over the points, 0 without noise
# Arguments:
#   estimate  of row_noise(): list(noise, sq_kth, kth), by point: its noise, the squared distance to
#             its k-th neighbor, and the row of this neighbor
#   handle    of the points in the core
# `sq_rms` is the mean squared distance over all pairs, `denoised_square` the same without noise.
noise_facts <- function(estimate, handle) {
  noise_of_pair <- estimate$noise + estimate$noise[estimate$kth]
  is_apart <- estimate$sq_kth > 0
  sq_rms <- (cpp_rms_distance(handle) / cpp_unit(handle))^2
  denoised_square <- max(sq_rms - 2 * mean(estimate$noise), .Machine$double.xmin)
  list(
    share = if (!any(is_apart)) 0
            else min(1, stats::median(noise_of_pair[is_apart] / estimate$sq_kth[is_apart])),
    near = max(0, stats::median(estimate$sq_kth - noise_of_pair)) / denoised_square,
    spread = if (any(estimate$noise > 0)) stats::sd(estimate$noise) / mean(estimate$noise) else 0
  )
}

# What is taken off squared distances for each of the two points, a number per point: the noise, or
# such a share of it that the nearest neighbors of only one point in ten come to distance zero.
#   estimate  of row_noise(), of which noise, nearest, and sq_nearest, by point
deflating_noise <- function(estimate) {
  noise_of_pair <- estimate$noise + estimate$noise[estimate$nearest]
  # Shares of the noise that bring the nearest neighbor of a point to distance zero, increasing.
  zero_shares <- sort(estimate$sq_nearest[noise_of_pair > 0] / noise_of_pair[noise_of_pair > 0])
  min(1, zero_shares[ceiling(length(estimate$noise) / 10)], na.rm = TRUE) * estimate$noise
}

#' The noise of a whole table from its smaller singular values
#'
#' At least half of the singular values are those of noise if it is equal in all entries and the
#' rest has few directions. With few columns the nearest rows are those whose noise points the same
#' way, and the noise of rows by triangles is too small (notes/noise.md).
#' @param squares Squared singular values of the centered table, decreasing, those of 0 left out.
#' @param n,p Degrees of freedom of the rows, and columns.
#' @return The squared length of the noise of all rows, or NA where the smaller singular values are
#'   not distributed as those of noise (Marchenko and Pastur, 1967).
#' @noRd
bulk_noise <- function(squares, n, p) {
  n_values <- min(n, p)
  if (n_values < 10L) return(NA_real_)
  squares <- c(squares, numeric(max(0, n_values - length(squares))))[seq_len(n_values)]
  quantile_levels <- c(0.25, 0.5)
  variance <- stats::quantile(squares, quantile_levels, names = FALSE) /
    (max(n, p) * noise_quantiles(n_values / max(n, p), quantile_levels))
  variances_agree <- variance[[2L]] > 0 && abs(variance[[1L]] / variance[[2L]] - 1) <= 0.1
  if (!variances_agree) return(NA_real_)
  variance[[2L]] * n * p
}

# Quantiles of the eigenvalues of the covariance of a large table of noise of variance 1, a number
# per level.
#   ratio            of the shorter side of the table to the longer one, above 0, at most 1
#   quantile_levels  of the quantiles, between 0 and 1
noise_quantiles <- function(ratio, quantile_levels) {
  angle <- seq(0, pi, length.out = 4001L)
  eigenvalues <- 1 + ratio - 2 * sqrt(ratio) * cos(angle)
  # The density times the derivative of `eigenvalues`, but for a factor.
  cumulative <- cumsum(sin(angle)^2 / pmax(eigenvalues, .Machine$double.eps))
  eigenvalues[findInterval(quantile_levels, cumulative / cumulative[[length(cumulative)]]) + 1L]
}
