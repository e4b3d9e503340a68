# The estimates of Lepski's method, their noise, and the units in which it calculates.

# Chooses units in which all numbers are of ordinary size: estimates go like f / x^power, and their
# fourth powers occur. Powers of two, so that nothing is rounded; but several functions are brought
# to unit variance, so that none outweighs the rest.
#   returns  list of numbers: f, what functions are divided by, one number for each of several;
#            length, the unit of x; and what results are multiplied by to be in the unit of the
#            user: estimate, squared (estimates), a (the factor of the penalty)
#   values      of the functions, n x q
#   bandwidths  the grid, unit of x
#   d           dimension
#   power       of x in an estimate: 2, or d + 2 for the operator that is not normalized
lepski_units <- function(values, bandwidths, d, power) {
  power_of_two <- function(number) 2^round(log2(number))
  f_sd <- apply(values, 2L, function(f) max(abs(f)) * stats::sd(f / max(abs(f))))
  is_several <- ncol(values) > 1L
  f <- if (is_several) f_sd else power_of_two(max(f_sd, .Machine$double.xmin))
  length <- power_of_two(stats::median(bandwidths))
  estimate <- (if (is_several) 1 else f) * length^-power
  units <- list(
    f = f, length = length, estimate = estimate, squared = estimate^2,
    a = estimate * (if (is_several) 1 else f) * length^(d + 2 - power)
  )
  refuse_if(any(!is.finite(unlist(units))) || any(unlist(units) < .Machine$double.xmin),
            "`x` and `f`: in their units estimates of the Laplacian, which go like f / x^{power},
             leave the range of double precision; rescale them.")
  units
}

# Computes v(b), the size of the noise, a number per bandwidth: 1 / (n1 b^(d + 2)) with b in units
# of `unit`, times the factor of the bound of proposition 2.1 if there is one.
#   bandwidths  h = 2 b, unit of x;  d: dimension
#   n1          number of points that estimates are made of
#   bound       constants of proposition 2.1, see check_variance_bound(), or NULL
#   unit        length by which b is divided
noise_size <- function(bandwidths, d, n1, bound, unit) {
  b <- bw_to(bandwidths, "cgm")
  size <- exp(-log(n1) - (d + 2) * log(b / unit))
  if (!is.null(bound)) size <- size * variance_bound_factor(b, d, bound)
  refuse_if(!is.null(bound) && any(!is.finite(size) | size <= 0),
            "`variance_bound` gives a bound of zero or beyond double precision.")
  size
}

# Computes C_F^2 (2 omega_d |K_d|^2 + alpha_d(b)) of proposition 2.1, a number per bandwidth.
#   b      bandwidths of the paper, h / 2, unit of x;  d: dimension
#   bound  list of the constants C_F, volume, C, and C1, see check_variance_bound()
variance_bound_factor <- function(b, d, bound) {
  omega <- 3 * 2^(d / 2 - 1)
  kernel <- (8 * pi)^(-d / 2)
  volume_term <- 3 * bound$volume / (4 * pi)^(d / 2)
  # Integrals of |u|^k exp(-|u|^2 / 4) over d dimensions.
  moment <- function(k) {
    exp(d / 2 * log(pi) + (k + d) * log(2) + lgamma((k + d) / 2) - lgamma(d / 2))
  }
  tail <- function(q) (4 * pi)^(-d) * (bound$C / 2 * moment(q + 2) + bound$C1 * moment(q))
  alpha <- b^2 * (2 * tail(4) + volume_term + 3 * omega * kernel) +
    b^4 * (tail(6) + 3 * volume_term) / 2
  bound$C_F^2 * (2 * omega * kernel + alpha)
}

# Returns the pairs (b', b), b' <= b, of g bandwidths by their numbers: data frame small, large, a
# row per pair, by increasing large and within that by increasing small.
bandwidth_pairs <- function(g) {
  upper <- which(upper.tri(diag(g), diag = TRUE), arr.ind = TRUE)
  data.frame(small = upper[, "row"], large = upper[, "col"])
}

# Returns the bandwidth h'' of the Gaussian K_b' K_b: 1 / h''^2 = 1 / h'^2 + 1 / h^2.
#   small, large  bandwidths h' and h
joint_bandwidth <- function(small, large) small / sqrt(1 + (small / large)^2)

# Returns (4 pi)^(-d/2) / b^(d + 2), b = h / 2: what turns means over the n1 points of weights times
# differences into equation 2 of the paper, a number per bandwidth.
#   bandwidths  h;  d: dimension
estimate_scale <- function(bandwidths, d) {
  exp(-d / 2 * log(4 * pi) - (d + 2) * log(bw_to(bandwidths, "cgm")))
}

# Estimates the Laplacian of q functions at n2 validation points from n1 other points, at g
# bandwidths.
#   problem  of lepski_problem(): bandwidths (g), handle (of the n1 points), x2 (n2 x r), f1 (n1 x
#            q), f2 (n2 x q), normalized (whether the operator is), d, units, usable
#   squares  whether `square` is computed, otherwise it is NULL
#   returns  list, in the problem's own units: estimate, n2 x g x q: D_b f at the validation points;
#            square, n2 x pairs of bandwidth_pairs(): mean over the n1 points of the product of the
#            terms of D_b' f and D_b f, summed over f; usable: per bandwidth, whether enough pairs
#            of points support it
#   runtime  of new_runtime()
laplacian_estimates <- function(problem, runtime, squares = TRUE) {
  pairs <- bandwidth_pairs(length(problem$bandwidths))
  # list(bandwidth, pairs x Gaussians; share, a number per Gaussian), or NULL.
  products <- if (squares) term_products(problem, pairs)
  sums <- cpp_heat_sums(
    problem$handle, problem$x2, problem$f1, problem$f2, problem$bandwidths,
    as.double(products$bandwidth), problem$normalized, runtime
  )
  estimates <- scaled_estimates(problem, sums, runtime)
  square <- if (squares) {
    sum_of_terms <- matrix(sums$square, ncol = length(products$share)) %*% products$share
    matrix(sum_of_terms, nrow(problem$f2)) * estimates$factor[, pairs$small] *
      estimates$factor[, pairs$large] * nrow(problem$f1)
  }
  list(estimate = estimates$estimate, square = square, usable = estimates$usable)
}

# The product of the terms of a point in two estimates, as a sum of Gaussians: list(bandwidth, pairs
# x Gaussians; share, the factor of each). A point moves the normalized operator by its own term,
# like the other, and by what it adds to the density nearby: if that is constant, by -2^-(d / 2 + 1)
# times the term of the bandwidth sqrt(2) h (notes/lepski.md): the number of a term is the square of
# the factor of its bandwidth.
#   problem  of lepski_problem(): normalized (whether the operator is), d, bandwidths;  pairs: of
#            bandwidth_pairs(), data frame small, large
term_products <- function(problem, pairs) {
  share <- c(1, if (problem$normalized) -2^-(problem$d / 2 + 1))
  terms <- expand.grid(small = seq_along(share), large = seq_along(share))
  small <- outer(problem$bandwidths[pairs$small], sqrt(terms$small))
  large <- outer(problem$bandwidths[pairs$large], sqrt(terms$large))
  list(bandwidth = joint_bandwidth(small, large), share = share[terms$small] * share[terms$large])
}

# The estimates of either operator from sums over the n1 points: list(estimate and usable, see
# laplacian_estimates(); factor, n2 x g, by which the term of one of the n1 points, a weight times a
# difference, enters an estimate).
#   problem  of lepski_problem(): bandwidths (g), f1 (n1 x q), f2 (n2 x q), x2 (n2 x r), handle (of
#            the n1 points), units (of lepski_units(): length), normalized (whether the operator
#            is), d, usable (per bandwidth)
#   sums     of cpp_heat_sums(): weight, n2 x g, and difference, n2 x (g q)
#   runtime  of new_runtime()
scaled_estimates <- function(problem, sums, runtime) {
  h <- problem$bandwidths
  n2 <- nrow(problem$f2)
  unit <- h / problem$units$length
  if (!problem$normalized) {
    factor <- rep(estimate_scale(unit, problem$d) / nrow(problem$f1), each = n2)
    estimate <- array(sums$difference, c(n2, length(h), ncol(problem$f1))) * factor
    return(list(estimate = estimate, factor = matrix(factor, n2), usable = problem$usable))
  }
  values <- list(points = problem$f1, query = problem$f2)
  estimate <- normalized_laplacian(problem$handle, problem$x2, values, h, 1, NULL, runtime)
  scale <- rep((2 / unit)^2, each = n2)
  tenth <- apply(sums$weight, 2L, stats::quantile, 0.1, names = FALSE)
  list(estimate = estimate * scale, factor = scale / sums$weight,
       usable = tenth >= min_ratio_weight & colSums(sums$weight == 0) == 0)
}

# The kernel sum that nine in ten validation points must have: the noise of a ratio of smaller sums
# is not known (notes/lepski.md).
min_ratio_weight <- 3

# Computes the squared distances between estimates at two bandwidths, and their noise.
#   returns  list:
#     pairs     data frame, a row per pair b' < b: small, large (numbers of bandwidths); distance =
#               |D_b' f - D_b f|^2, a mean over the validation points; noise = V(b', b), the mean
#               over these of the variance of D_b' f - D_b f; standard errors: se of distance -
#               noise, se_distance of distance, and se_sum of distance - noise plus the variance
#               at b
#     variance  data frame, a row per bandwidth: variance, V(b), and its standard error se
#   estimates  of laplacian_estimates(): list(estimate, n2 x g x q; square, n2 x pairs; usable)
#   n1         number of points that estimates are made of
pair_statistics <- function(estimates, n1) {
  n2 <- nrow(estimates$estimate)
  n_bandwidths <- ncol(estimates$estimate)
  pairs <- bandwidth_pairs(n_bandwidths)
  estimate <- function(i) matrix(estimates$estimate[, i, ], n2)
  # Of the pair of bandwidths i <= j, as bandwidth_pairs() orders them.
  square <- function(i, j) estimates$square[, j * (j - 1L) / 2L + i]
  # The variance of means over n1 points.
  noise <- function(mean_square, squared_mean) pmax(mean_square - squared_mean, 0) / n1
  # n2 x g: at each validation point.
  point_variance <- do.call(cbind, lapply(seq_len(n_bandwidths), function(j) {
    noise(square(j, j), rowSums(estimate(j)^2))
  }))
  different <- pairs[pairs$small < pairs$large, ]
  terms <- vapply(seq_len(nrow(different)), function(p) {
    i <- different$small[[p]]
    j <- different$large[[p]]
    squared <- rowSums((estimate(i) - estimate(j))^2)
    pair_noise <- noise(square(i, i) - 2 * square(i, j) + square(j, j), squared)
    c(
      distance = mean(squared), noise = mean(pair_noise), se = se_of_mean(squared - pair_noise),
      se_distance = se_of_mean(squared),
      se_sum = se_of_mean(squared - pair_noise + point_variance[, j])
    )
  }, numeric(5))
  variance <- data.frame(
    variance = colMeans(point_variance), se = apply(point_variance, 2L, se_of_mean)
  )
  list(pairs = cbind(different, t(terms)), variance = variance)
}
