# The size of the noise of an estimate, up to a constant or by the bound of the paper.

# v(b): 1 / (n1 b^(d + 2)), or the bound of proposition 2.1.
noise_size <- function(bandwidths, d, n1, bound, unit) {
  b <- bandwidth_to(bandwidths, "cgm")
  size <- exp(-log(n1) - (d + 2) * log(b / unit))
  if (is.null(bound)) {
    return(size)
  }
  size <- size * variance_bound_factor(b, d, bound)
  if (any(!is.finite(size) | size <= 0)) {
    abort_argument("`variance_bound` gives a bound of zero or beyond double precision.")
  }
  size
}

# C_F^2 (2 omega_d |K_d|^2 + alpha_d(b)) of proposition 2.1.
variance_bound_factor <- function(b, d, bound) {
  omega <- 3 * 2^(d / 2 - 1)
  kernel <- (8 * pi)^(-d / 2)
  big <- 3 * bound$volume / (4 * pi)^(d / 2)
  # Integrals of |u|^k exp(-|u|^2 / 4) over d dimensions.
  moment <- function(k) {
    exp(d / 2 * log(pi) + (k + d) * log(2) + lgamma((k + d) / 2) - lgamma(d / 2))
  }
  tail <- function(q) (4 * pi)^(-d) * (bound$C / 2 * moment(q + 2) + bound$C1 * moment(q))
  alpha <- b^2 * (2 * tail(4) + big + 3 * omega * kernel) + b^4 * (tail(6) + 3 * big) / 2
  bound$C_F^2 * (2 * omega * kernel + alpha)
}
