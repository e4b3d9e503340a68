# The estimates of Lepski's method at all bandwidths, and their noise, from one pass over the pairs.

# The pairs (b', b), b' <= b, of g bandwidths: two columns of numbers.
bandwidth_pairs <- function(g) {
  upper <- which(upper.tri(diag(g), diag = TRUE), arr.ind = TRUE)
  data.frame(small = upper[, "row"], large = upper[, "col"])
}

# K_b' K_b is a Gaussian again: its bandwidth h'' (1 / h''^2 = 1 / h'^2 + 1 / h^2).
joint_bandwidth <- function(small, large) small / sqrt(1 + (small / large)^2)

# (4 pi)^(-d/2) / b^(d + 2), b = h / 2: what turns sums of weights into eq. 2 of the paper.
estimate_scale <- function(bandwidths, d) {
  b <- bandwidth_to(bandwidths, "cgm")
  exp(-d / 2 * log(4 * pi) - (d + 2) * log(b))
}

# What the method needs to know of the data.
#   problem  as lepski_problem() makes it
#   returns  list, in the problem's own units: estimate, n2 x g x q: D_b f at the validation points;
#            square, n2 x pairs: mean over the n1 points of the product of the terms of D_b' f and
#            D_b f, summed over f
laplacian_estimates <- function(handle, problem, runtime, squares = TRUE) {
  h <- problem$bandwidths
  pairs <- bandwidth_pairs(length(h))
  joint <- if (squares) joint_bandwidth(h[pairs$small], h[pairs$large]) else numeric()
  sums <- cpp_heat_sums(
    handle, problem$x2, problem$f1, problem$f2, h, joint, FALSE, runtime
  )
  n1 <- nrow(problem$f1)
  n2 <- nrow(problem$f2)
  scale <- estimate_scale(h / problem$units$length, problem$d)
  estimate <- array(sums$difference, c(n2, length(h), ncol(problem$f1))) *
    rep(scale / n1, each = n2)
  if (!squares) {
    return(list(estimate = estimate))
  }
  list(
    estimate = estimate,
    square = sums$square * rep(scale[pairs$small] * scale[pairs$large] / n1, each = n2)
  )
}

# The squared distances between estimates, and their noise.
#   returns  list:
#     pairs     data frame, a row per pair b' < b: small, large (numbers of bandwidths); distance =
#               |D_b' f - D_b f|^2, a mean over the validation points; noise = mean of its variance;
#               standard errors se of distance - noise, se_distance, and se_sum of
#               the former plus the variance at b
#     variance  data frame, a row per bandwidth: V(b) and its standard error
pair_statistics <- function(estimates, n1) {
  n2 <- nrow(estimates$estimate)
  g <- ncol(estimates$estimate)
  pairs <- bandwidth_pairs(g)
  estimate <- function(i) matrix(estimates$estimate[, i, ], n2)
  square <- function(i, j) estimates$square[, j * (j - 1L) / 2L + i]
  noise <- function(mean_square, squared_mean) pmax(mean_square - squared_mean, 0) / n1
  variance <- vapply(seq_len(g), function(j) {
    noise(square(j, j), rowSums(estimate(j)^2))
  }, numeric(n2))
  variance <- matrix(variance, n2)
  apart <- pairs[pairs$small < pairs$large, ]
  found <- vapply(seq_len(nrow(apart)), function(p) {
    i <- apart$small[[p]]
    j <- apart$large[[p]]
    squared <- rowSums((estimate(i) - estimate(j))^2)
    own <- noise(square(i, i) - 2 * square(i, j) + square(j, j), squared)
    c(
      distance = mean(squared), noise = mean(own), se = sd_of_mean(squared - own),
      se_distance = sd_of_mean(squared), se_sum = sd_of_mean(squared - own + variance[, j])
    )
  }, numeric(5))
  list(
    pairs = cbind(apart, t(found)),
    variance = data.frame(
      variance = colMeans(variance), se = apply(variance, 2L, sd_of_mean)
    )
  )
}
