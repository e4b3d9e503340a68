# What the estimates of a dimension vote for, and what comes of it. The numbers are those that
# bench/README.md measures.

# Likelihood and growth look at k neighbors among n points, in a radius that is (k / n)^(1/d) of
# the extent of the data: boundary and curvature take the more of them the larger it is, and the
# estimates fall short. log(d / estimate) over estimate x radius, on cubes, normal samples and
# spheres of 1 to 10 dimensions: 0.031 for the likelihood, 0.036 for growth.
shortfall <- 0.034

# Corrects for curvature. Where there is no boundary but curvature, as on products of circles,
# chords are shorter than the surface and estimates are too large, the more so the larger the
# radius: the likelihood's rise with the number of neighbors. Returns what they rise from, for the
# most part, by a straight line in the square of the radius, over the estimate; NULL if they do not
# rise, or by more than such products do (then the points lie in clumps).
#   curve  of dim_mle()
without_rise <- function(curve, n) {
  rows <- match(c(5L, max(curve$k)), curve$k)
  d <- curve$dimension[rows]
  if (max(curve$k) < 15L || anyNA(d) || !isTRUE(diff(d) > 2 * curve$se[[rows[[1L]]]])) {
    return(NULL)
  }
  squares <- (curve$k[rows] / n)^(2 / d[[1L]])
  share <- 1 - taken_of_rise * diff(d) / d[[2L]] * squares[[2L]] / diff(squares)
  if (share >= 0.7) share
}

# The share of the rise that is taken out. The whole is too much: 4.6 of 5 and 5.4 of 6 dimensions
# on products of circles of 1000 points.
taken_of_rise <- 0.75

# Corrects an estimate for its shortfall, but not beyond what was measured, and not beyond r
# columns.
without_shortfall <- function(estimate, k, n, r) {
  pmin(estimate * exp(pmin(shortfall * estimate * (k / n)^(1 / estimate), 0.25)), r)
}

# The nearest few points decide a gap in neighborhoods of fewer.
least_degree_with_vote <- 3
has_vote <- function(gap) !is.null(gap) && gap$degree >= least_degree_with_vote

# Returns the votes of the four estimates, NA for one that has none:
# - the kernel sum, half of the truth in 10 dimensions;
# - a gap in neighborhoods of few points.
#   found  list growth, mle, kernel_sum, eigengap of lapscale_dimension or NULL
#   gap    of gap_seen(), or NULL
dimension_votes <- function(found, gap, n, r) {
  curve <- if (!is.null(found$mle)) estimate_of(found$mle)$curve
  risen <- if (!is.null(curve)) without_rise(curve, n)
  vote <- function(name, k) {
    estimate <- plain(found[[name]] %||% NA_real_)
    if (is.null(risen)) without_shortfall(estimate, k, n, r) else estimate * risen
  }
  c(
    growth = vote("growth", usual_counts(n)[[2L]]), mle = vote("mle", max(curve$k, 1)),
    kernel_sum = NA_real_, eigengap = if (has_vote(gap)) plain(found$eigengap) else NA_real_
  )
}

# Returns the share of the last eigenvalue before the gap that the first behind it has, and how many
# points the neighborhoods hold that the gap was read from.
gap_seen <- function(eigengap) {
  if (!is.null(eigengap)) {
    found <- estimate_of(eigengap)
    row <- found$curve[match(found$facts$lower, found$curve$bandwidth), ]
    at <- function(l) row[[paste0("eigenvalue_", l)]] %||% 0
    list(behind = at(row$dimension + 1L) / at(row$dimension), degree = row$degree)
  }
}

# Returns the number that the votes agree on. It is that of the gap if it is within 0.75 of what the
# small scales say, or if the gap stands out so clearly that the small scales measure noise across
# the manifold. Otherwise it is that of the small scales.
agreed_dimension <- function(votes, gap) {
  small <- mean(votes[c("growth", "mle")], na.rm = TRUE)
  by_gap <- votes[["eigengap"]]
  stands_out <- function() gap$behind <= max_behind && gap$degree > by_gap + 1
  counts <- !is.na(by_gap) && (is.nan(small) || abs(by_gap - small) <= 0.75 || stands_out())
  if (counts) by_gap else max(1, round(small))
}

# A manifold stands out of its noise if the eigenvalue after the gap is at most this share of the
# one before: 0.05 to 0.14 on circles and hourglasses in noise, but 0.3 to 0.5 on tables with
# correlated columns, whose first component is large but not a curve.
max_behind <- 0.2

# Tells whether they differ by more than they do where all is well.
votes_disagree <- function(votes, dimension) {
  known <- votes[!is.na(votes)]
  length(known) > 0L && diff(range(known)) > 1 + dimension / 10
}
