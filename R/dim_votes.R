# What the estimates of a dimension vote for, and what comes of it. The numbers are those that
# bench/README.md measures.

# Likelihood and growth look at k neighbours among n points, in a radius that is (k / n)^(1/d) of
# the extent of the data: boundary and curvature take the more of them the larger it is, and the
# estimates fall short. log(d / estimate) over estimate x radius, on cubes, normal samples and
# spheres of 1 to 10 dimensions: 0.031 for the likelihood, 0.036 for growth.
shortfall <- 0.034

# An estimate as what it stands for; no farther than measured, and at most r columns.
without_shortfall <- function(estimate, k, n, r) {
  pmin(estimate * exp(pmin(shortfall * estimate * (k / n)^(1 / estimate), 0.25)), r)
}

# The nearest few points decide a gap in neighbourhoods of fewer.
least_degree_with_vote <- 3
has_vote <- function(gap) !is.null(gap) && gap$degree >= least_degree_with_vote

# The votes of the four estimates, NA for one that has none:
# - the kernel sum, half of the truth in 10 dimensions;
# - a gap in neighbourhoods of few points.
#   found  list growth, mle, kernel_sum, eigengap of lapscale_dimension or NULL
#   gap    of gap_seen(), or NULL
dimension_votes <- function(found, gap, n, r) {
  vote <- function(name, k) {
    if (is.null(found[[name]])) NA_real_ else without_shortfall(plain(found[[name]]), k, n, r)
  }
  curve <- if (!is.null(found$mle)) estimate_of(found$mle)$curve
  c(
    growth = vote("growth", usual_counts(n)[[2L]]), mle = vote("mle", max(curve$k, 1)),
    kernel_sum = NA_real_,
    eigengap = if (has_vote(gap)) plain(found$eigengap) else NA_real_
  )
}

# How large the gap is that an eigengap was read from, over the first eigenvalue, and how many
# points its neighbourhoods hold.
gap_seen <- function(eigengap) {
  if (is.null(eigengap)) {
    return(NULL)
  }
  found <- estimate_of(eigengap)
  as.list(found$curve[match(found$facts$lower, found$curve$bandwidth), c("gap", "degree")])
}

# The number that the votes agree on: that of the gap where it is within 0.75 of what the small
# scales say, or stands out so that these see noise across the manifold; else theirs.
agreed_dimension <- function(votes, gap) {
  small <- mean(votes[c("growth", "mle")], na.rm = TRUE)
  by_gap <- votes[["eigengap"]]
  if (is.na(by_gap)) {
    return(max(1, round(small)))
  }
  stands_out <- gap$gap >= 0.5 && gap$degree > by_gap + 1
  if (is.nan(small) || abs(by_gap - small) <= 0.75 || stands_out) by_gap else max(1, round(small))
}

# Whether they differ by more than they do where all is well.
votes_disagree <- function(votes, dimension) {
  known <- votes[!is.na(votes)]
  length(known) > 0L && diff(range(known)) > 1 + dimension / 10
}
