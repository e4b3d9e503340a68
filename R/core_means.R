# Means, their standard errors, and squares, away from the ends of double precision.

# Means and their standard errors.

# The mean of the finite numbers in v.
mean_of_finite <- function(v) mean(v[is.finite(v)])

# The standard error of the mean of the numbers x, computed in a unit of its own, a power of two, so
# that squares neither overflow nor vanish. Numbers of one group depend on each other, so that the
# sums of groups are compared. NA with one number, or one group.
#   group  the group of each number, or NULL if all are independent
se_of_mean <- function(x, group = NULL) {
  largest <- max(abs(x), 0)
  unit <- if (is.finite(largest) && largest > 0) 2^floor(log2(largest)) else 1
  x <- x / unit
  if (is.null(group)) return(unit * (stats::sd(x) / sqrt(length(x))))
  sums <- rowsum(x - mean(x), group)
  n_groups <- length(sums)
  unit * if (n_groups < 2L) NA_real_ else sqrt(sum(sums^2) * n_groups / (n_groups - 1)) / length(x)
}

# The standard error of mean(values[, i] - values[, j]) over the rows where both are finite; NA if
# these are fewer than 2.
#   values  a matrix;  i, j: numbers of two columns
paired_se <- function(values, i, j) {
  difference <- values[, i] - values[, j]
  difference <- difference[is.finite(difference)]
  if (length(difference) < 2L) NA_real_ else se_of_mean(difference)
}

# Computes standard errors of means, over m of n points, of sums over the pairs of a point with all.
# Each point enters its pairs at both ends. The squared standard error is that of sums that share a
# point, in which a pair is counted at both of its ends, minus the pairs themselves. Returns a
# number per mean.
#   influence     m x number of means: the sum over the pairs of each point, linearized
#   pair_squares  the same shape: the sum of the squares of what the pairs of each point add to it
#   m, n          numbers of the points in the means, and of all points
pair_mean_se <- function(influence, pair_squares, m, n) {
  sampled_share <- m / n
  pair_variance <- (1 + sampled_share) * pmax(colMeans(pair_squares), 0) / m
  variance <- apply(influence, 2L, stats::var) * (1 / m + 3 / n)
  sqrt(pmax(variance - pair_variance, pair_variance))
}

# Returns the least power of 2 that is not below any of the numbers |v|, but at least 2^-1022 and at
# most 2^1022; 1 for zeros.
#   v  one or more numbers, a vector or a matrix
power_of_2 <- function(v) {
  largest <- max(abs(v))
  if (largest > 0) 2^min(max(ceiling(log2(largest)), -1022), 1022) else 1
}

# Returns v * unit^2, squares in the unit of the data; NA where this leaves the range of double
# precision.
#   v  squares of numbers that were divided by `unit`, a number, first
rescale_squares <- function(v, unit) {
  rescaled <- v * unit * unit
  lost <- is.finite(v) & v > 0 & (rescaled < .Machine$double.xmin | is.infinite(rescaled))
  replace(rescaled, which(lost), NA_real_)
}
