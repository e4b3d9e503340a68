# The functions of Lepski's method, and the units in which it calculates.

# Units in which all numbers are of ordinary size: estimates go like f / x^(d + 2), and their fourth
# powers occur. Powers of two, so that nothing is rounded; but several functions are brought to unit
# variance, so that none outweighs the rest.
#   returns  list: f, what each function is divided by; length, the unit of x; and what results are
#            multiplied by: estimate, squared (estimates), a
lepski_units <- function(values, bandwidths, d) {
  power_of_two <- function(v) 2^round(log2(v))
  size <- apply(abs(values), 2L, max)
  spread <- size * apply(sweep(values, 2L, size, "/"), 2L, stats::sd)
  several <- ncol(values) > 1L
  f <- if (several) spread else power_of_two(max(spread, .Machine$double.xmin))
  length <- power_of_two(stats::median(bandwidths))
  estimate <- (if (several) 1 else f) * length^-(d + 2)
  units <- list(
    f = f, length = length, estimate = estimate, squared = estimate^2,
    a = estimate * if (several) 1 else f
  )
  if (any(!is.finite(unlist(units))) || any(unlist(units) < .Machine$double.xmin)) {
    abort_argument(
      "`x` and `f`: in their units estimates of the Laplacian, which go like f / x^{d + 2}, leave
       the range of double precision; rescale them."
    )
  }
  units
}
