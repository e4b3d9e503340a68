# Finds what the estimates of a dimension vote for, and what comes of it. The numbers are those that
# bench/README.md measures.

# Likelihood and growth look at k neighbors among n points, in a radius that is (k / n)^(1/d) of
# the extent of the data: boundary and curvature take the more of them the larger it is, and the
# estimates fall short. log(d / estimate) over estimate x radius, on cubes, normal samples and
# spheres of 1 to 10 dimensions: 0.031 for the likelihood, 0.036 for growth; this is about their
# mean.
shortfall <- 0.034

# Finds the factor, below 1, that corrects estimates of the dimension for curvature. Without a
# boundary, as on products of circles, chords are shorter than the surface and estimates are too
# large, the more so the larger the radius: those of the likelihood rise with the number of
# neighbors. The factor takes most of a rise that is a straight line in the square of the radius.
# NULL if they do not rise by more than two standard errors of independent points, or by more than
# on products of circles (a factor below 0.7: then the points lie in clumps), or with fewer than 15
# neighbors.
#   curve  of dim_mle(): data frame k (number of neighbors, from 2), dimension, se;  n: number of
#          points
# `rows` are those of 5 neighbors and of the most, as all pairs here are; `sq_radii` are squared
# radii of their neighborhoods as shares of the extent of the data.
share_without_rise <- function(curve, n) {
  rows <- match(c(5L, max(curve$k)), curve$k)
  # The estimates from 5 neighbors and from the most.
  d <- curve$dimension[rows]
  least_rise <- 2 * curve$se[rows[[1L]]] / overlap_factor
  if (max(curve$k) < 15L || anyNA(d) || !isTRUE(diff(d) > least_rise)) return(NULL)
  sq_radii <- (curve$k[rows] / n)^(2 / d[[1L]])
  share <- 1 - removed_share_of_rise * diff(d) / d[[2L]] * sq_radii[[2L]] / diff(sq_radii)
  if (share >= 0.7) share
}

# The share of the rise that is removed. The whole is too much: 4.6 of 5 and 5.4 of 6
# dimensions on products of circles of 1000 points.
removed_share_of_rise <- 0.75

# Corrects estimates of the dimension for their shortfall, by no more than was measured (28%), and
# to at most r, the number of columns.
#   estimate  dimensions, one or several numbers or NA, from k neighbors of n points
#   r         number of columns
without_shortfall <- function(estimate, k, n, r) {
  pmin(estimate * exp(pmin(shortfall * estimate * (k / n)^(1 / estimate), 0.25)), r)
}

# A gap has a vote only if neighborhoods hold this number of points: in smaller ones single points
# decide.
min_degree_with_vote <- 3

# Whether the gap of eigenvalues has a vote on the dimension: if it is within 0.75 of the votes of
# small scales, or stands out so clearly that these measure noise across the manifold. It has none
# if neighborhoods hold too few points.
#   gap               of gap_strength(): list(ratio: of the eigenvalue after the gap to that before
#                     it; degree: number of points in a neighborhood), or NULL: no gap
#   dimension         number of eigenvalues before the gap
#   small_scale_vote  mean vote of growth and likelihood, NaN if there is none
has_vote <- function(gap, dimension, small_scale_vote) {
  if (is.null(gap) || gap$degree < min_degree_with_vote) return(FALSE)
  stands_out <- gap$ratio <= max_gap_ratio && gap$degree > dimension + 1
  is.nan(small_scale_vote) || abs(dimension - small_scale_vote) <= 0.75 || stands_out
}

# Returns the votes of the four estimates, numbers named growth, mle, kernel_sum, eigengap, NA
# without a vote; those of growth and mle are corrected. The kernel sum, which is half of the truth
# in 10 dimensions, has none, nor has a gap for which has_vote() is FALSE.
#   estimates  list of growth, mle, eigengap, and perhaps others: dimensions (lapscale_dimension),
#              or NULL
#   n, r       numbers of points and of columns
# `curve` is that of mle, a data frame k, dimension, se, or NULL; `rise_share` is the factor that
# corrects for curvature, or NULL.
dimension_votes <- function(estimates, n, r) {
  curve <- if (!is.null(estimates$mle)) dimension_fields(estimates$mle)$curve
  rise_share <- if (!is.null(curve)) share_without_rise(curve, n)
  # The estimate of this name, from k neighbors, corrected; NA without one.
  vote <- function(name, k) {
    estimate <- plain(estimates[[name]] %||% NA_real_)
    if (is.null(rise_share)) without_shortfall(estimate, k, n, r) else estimate * rise_share
  }
  # The votes of small scales, NA for none.
  small <- c(growth = vote("growth", usual_counts(n)[[2L]]), mle = vote("mle", max(curve$k, 1)))
  gap_dimension <- plain(estimates$eigengap %||% NA_real_)
  gap_has_vote <-
    has_vote(gap_strength(estimates$eigengap), gap_dimension, mean(small, na.rm = TRUE))
  c(small, kernel_sum = NA_real_, eigengap = if (gap_has_vote) gap_dimension else NA_real_)
}

# Whether a gap below the consensus has no vote, though its neighborhoods hold enough points.
#   eigengap   a dimension of dim_eigengap(), or NULL
#   consensus  of dimension_consensus(): dimension, votes
is_overruled <- function(eigengap, consensus) {
  if (is.null(eigengap) || !is.na(consensus$votes[["eigengap"]])) return(FALSE)
  degree <- gap_strength(eigengap)$degree
  degree >= min_degree_with_vote && degree > plain(eigengap) + 1 &&
    plain(eigengap) < consensus$dimension
}

# Returns list(ratio: of the eigenvalue after the gap to that before it, 1 if there is none after
# it; degree: how many points the neighborhoods hold in the mean), at the bandwidth of the estimate;
# NULL without one. In the fields, facts$lower is the bandwidth of the estimate, as is facts$upper,
# and the curve has a row per bandwidth: bandwidth, dimension (number of eigenvalues before the
# gap), degree, and eigenvalue_1, ..., largest first.
#   eigengap  a dimension of dim_eigengap(), or NULL
gap_strength <- function(eigengap) {
  if (!is.null(eigengap)) {
    fields <- dimension_fields(eigengap)
    curve_row <- fields$curve[match(fields$facts$lower, fields$curve$bandwidth), ]
    before_gap <- curve_row[[paste0("eigenvalue_", curve_row$dimension)]]
    after_gap <- curve_row[[paste0("eigenvalue_", curve_row$dimension + 1L)]] %||% before_gap
    list(ratio = after_gap / before_gap, degree = curve_row$degree)
  }
}

# Returns the number that the votes agree on: that of the gap if it has a vote, otherwise the
# rounded mean of the votes, at least 1; NaN if all are NA.
#   votes  of dimension_votes(): numbers by the name of the estimator, NA for none
agreed_dimension <- function(votes) {
  gap_vote <- votes[["eigengap"]]
  if (is.na(gap_vote)) max(1, round(mean(votes, na.rm = TRUE))) else gap_vote
}

# A manifold stands out of its noise if the eigenvalue after the gap is at most this share of the
# one before: 0.05 to 0.14 on circles and hourglasses in noise, but 0.3 to 0.5 on tables with
# correlated columns, whose first component is large but not a curve.
max_gap_ratio <- 0.2

# Whether votes on the dimension differ by more than they do for manifolds without noise: the
# largest and the smallest by more than 1 + dimension / 10.
#   votes      number of each estimator, NA for none
#   dimension  the consensus of the votes
votes_disagree <- function(votes, dimension) {
  known_votes <- votes[!is.na(votes)]
  length(known_votes) > 0L && diff(range(known_votes)) > 1 + dimension / 10
}
