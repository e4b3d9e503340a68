# Moran's I: the moments that it has if values are assigned to points at random, and its p-values.

# The most rows of the weights at which products of three weights are summed: of one graph (rows),
# and of the graph that leaves out each column (column_rows).
skewness_limits <- list(rows = 300L, column_rows = 200L)

# Returns the columns of a plain matrix y with mean zero and mean square 1; constant ones are zero.
standardized <- function(y) {
  y <- unname(y)
  for (j in seq_len(ncol(y))) {
    z <- y[, j]
    if (min(z) == max(z)) {
      y[, j] <- 0
    } else {
      z <- z / max(abs(z))
      z <- z - mean(z)
      z <- z / max(abs(z))
      y[, j] <- z / sqrt(mean(z^2))
    }
  }
  y
}

# Returns the sums of weights from which the moments of Moran's I are computed: list(total: of all
# weights; square and degree_square: sums of squares of weights and of degrees, divided by the total
# squared; skewness: of graph_skewness()), each a number. All are 0 if there are no weights.
#   weights  n x n, symmetric, with zeros on the diagonal: plain, or sparse with both halves stored
#   runtime  of new_runtime()
weight_sums <- function(weights, runtime) {
  degree <- row_totals(weights, runtime)
  total <- sum(degree)
  if (total == 0) return(list(total = 0, square = 0, degree_square = 0, skewness = 0))
  weights <- weights / total
  degree <- degree / total
  list(
    total = total, square = sum(weights^2), degree_square = sum(degree^2),
    skewness = graph_skewness(weights, degree)
  )
}

# Computes the skewness of z'Wz for normal z with mean zero, a number, 8 tr(M^3) / (2 tr(M^2))^1.5:
# M is W in the space of vectors with mean zero, less a multiple of the identity by which tr(M) = 0,
# as this has no part in the ratio of z'Wz to z'z. The trace of W^3 is read at some of its rows.
#   weights  W, n x n, plain or sparse, zeros on the diagonal, in a unit in which its sum is 1
#   degree   its row sums
graph_skewness <- function(weights, degree) {
  n <- nrow(weights)
  rows <- take_evenly(seq_len(n), skewness_limits$rows)
  sampled_columns <- weights[, rows, drop = FALSE]
  cube_trace <- sum(sampled_columns * (weights %*% sampled_columns)) * n / length(rows)
  cube_trace <- cube_trace - 3 * sum(degree * as.vector(weights %*% degree)) / n +
    3 * sum(degree^2) / n^2 - 1 / n^3
  square_trace <- sum(weights^2) - 2 * sum(degree^2) / n + 1 / n^2
  mean_eigenvalue <- -1 / (n * (n - 1))
  cube_trace <- cube_trace - 3 * mean_eigenvalue * square_trace + 2 * (n - 1) * mean_eigenvalue^3
  skewness_of(cube_trace, square_trace - (n - 1) * mean_eigenvalue^2)
}

# The skewness of z'Wz by the traces tr(M^3) and tr(M^2), see graph_skewness(), or by tr(M^3) / n^3
# and tr(M^2) / n^2; 0 if tr(M^2) is 0.
skewness_of <- function(cube_trace, square_trace)
  if (square_trace > 0) 8 * cube_trace / (2 * square_trace)^1.5 else 0

# Computes the skewness of z'Wz, as graph_skewness() does, for the weights W between many points
# from those between some of the points: means over pairs and triples do not depend on how many
# there are.
#   weights  m x m, plain, symmetric, zeros on the diagonal
# `degree` is the mean weight of each point, with all weights in units of their mean.
sampled_skewness <- function(weights) {
  n_points <- nrow(weights)
  mean_weight <- sum(weights) / (n_points * (n_points - 1))
  if (mean_weight == 0 || n_points < 3L) return(0)
  weights <- weights / mean_weight
  degree <- rowSums(weights) / (n_points - 1)
  centred_weights <- weights - degree - rep(degree, each = n_points) + 1
  diag(centred_weights) <- 0
  mean_cube <- sum((centred_weights %*% centred_weights) * centred_weights) /
    (n_points * (n_points - 1) * (n_points - 2))
  skewness_of(mean_cube, sum(centred_weights^2) / (n_points * (n_points - 1)))
}

# Makes the table of a test, a data frame with a row for each of m tested columns: column (name),
# estimate (Moran's I; NA if the column is constant, NaN without weights), expectation, variance,
# skewness, statistic (estimate less expectation, over the standard deviation), p.value (one-sided,
# of a large estimate); the last four are NA for columns that cannot be tested.
#   column    names of the columns;  z: n x m, with mean zero and mean square 1, constant ones 0
#   sums      as of weight_sums(): list(total, square, degree_square, skewness), each of length 1 or
#             m
#   product   z' W z of each column, length m, W the weights as they are
#   permuted  the same of permuted z, B x m, for B permutations; B = 0: p-values of upper_tail()
moran_table <- function(column, z, sums, product, permuted) {
  n <- nrow(z)
  estimate <- product / sums$total
  expectation <- -1 / (n - 1)
  variance <- moran_variance(n, colMeans(z^4), 2 * sums$square, 4 * sums$degree_square)
  # Weights that are equal leave nothing to vary, and rounding in its place.
  is_testable <- colMeans(z^2) > 0 & sums$total > 0 & variance > 1e-9 * expectation^2
  is_testable <- is_testable & !is.na(is_testable)
  variance[!is_testable] <- NA
  sd <- sqrt(variance)
  statistic <- (estimate - expectation) / sd
  # That of normal values: of others, moments beyond the variance do not improve the tail.
  skewness <- rep_len(sums$skewness, length(column))
  p_value <- upper_tail(statistic, skewness)
  if (nrow(permuted) > 0L) {
    min_extreme <- rep((estimate - 1e-9 * sd) * sums$total, each = nrow(permuted))
    p_value <- (1 + colSums(permuted >= min_extreme)) / (1 + nrow(permuted))
  }
  # 0 / 0 stays NaN.
  estimate[colMeans(z^2) == 0] <- NA
  data.frame(
    column = column, estimate = estimate, expectation = expectation, variance = variance,
    skewness = ifelse(is_testable, skewness, NA), statistic = statistic,
    p.value = ifelse(is_testable, p_value, NA), row.names = NULL
  )
}

# Computes the variance of Moran's I if values are assigned to points at random (Cliff and Ord 1981,
# p. 21), with S0 = 1: a number per column.
#   n         number of points;  kurtosis: n sum z^4 / (sum z^2)^2 of each column
#   s1, s2    S1 and S2 / S0^2: twice the sum of squares of the weights, and four times that of the
#             degrees, of weights whose sum is 1
moran_variance <- function(n, kurtosis, s1, s2) {
  random_part <- n * ((n^2 - 3 * n + 3) * s1 - n * s2 + 3)
  kurtosis_part <- kurtosis * (n * (n - 1) * s1 - 2 * n * s2 + 6)
  (random_part - kurtosis_part) / ((n - 1) * (n - 2) * (n - 3)) - 1 / (n - 1)^2
}

# Returns the probability that a variable with mean 0, variance 1, and this skewness exceeds x, each
# a number or a vector, if it has a shifted gamma distribution (Pearson's type III), which is normal
# without skewness.
upper_tail <- function(x, skewness) {
  is_normal <- is.na(skewness) | abs(skewness) < 1e-4
  shape <- 4 / ifelse(is_normal, 1, skewness)^2
  quantile <- shape + sqrt(shape) * x * sign(skewness)
  right_tail <- stats::pgamma(quantile, shape, lower.tail = FALSE)
  left_tail <- stats::pgamma(quantile, shape)
  ifelse(is_normal, stats::pnorm(x, lower.tail = FALSE),
         ifelse(skewness > 0, right_tail, left_tail))
}
