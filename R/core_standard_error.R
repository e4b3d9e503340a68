# Means and their standard errors.

mean_known <- function(v) mean(v[is.finite(v)])

# In a unit of their own, a power of two: squares neither overflow nor vanish.
sd_of_mean <- function(x) {
  unit <- max(abs(x), 0)
  unit <- if (is.finite(unit) && unit > 0) 2^floor(log2(unit)) else 1
  unit * (stats::sd(x / unit) / sqrt(length(x)))
}

# Standard error of mean(values[, i] - values[, j]) over the points where both are known.
paired_se <- function(values, i, j) {
  difference <- values[, i] - values[, j]
  difference <- difference[is.finite(difference)]
  if (length(difference) < 2L) NA_real_ else sd_of_mean(difference)
}

# Standard error of the mean over m of n points of sums over all pairs: each point enters its pairs
# at both ends. The square is that of sums that share a point, in which a pair is counted at both of
# its ends, less the pairs themselves.
#   influence  of some points, one column per mean
#   pairs      sums of the squares of what their pairs add to it
pair_mean_se <- function(influence, pairs, m, n) {
  share <- m / n
  own <- (1 + share) * pmax(colMeans(pairs), 0) / m
  spread <- apply(influence, 2L, stats::var) * (1 / m + 3 / n)
  sqrt(pmax(spread - own, own))
}
