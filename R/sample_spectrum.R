# Spectra of -Delta in closed form: the first k eigenvalues in increasing order, each as often as
# its multiplicity. Source: Chavel (1984), Eigenvalues in Riemannian Geometry, chapter II.

# The attribute `spectrum`: a function of k that calls one of the functions below. The settings are
# written into its body and its environment is the package's namespace, so that samples of the same
# seed are identical() and a saved sample stays small.
spectrum_of <- function(name, ...) {
  values <- as.call(c(list(as.name(name), quote(k)), list(...)))
  eval(bquote(function(k) {
    k <- check_count(k, "k", max = 1000000L)
    .(values)
  }), topenv())
}

# Degree l: l (l + d - 1) / radius^2, as often as there are harmonic polynomials of degree l in
# d + 1 variables, (2 l + d - 1) / l * choose(l + d - 2, l - 1).
sphere_eigenvalues <- function(k, d, radius) {
  # Every degree adds at least two eigenvalues. Doubles: integers would overflow.
  l <- as.double(seq_len(k %/% 2L + 1L))
  multiplicity <- c(1, round((2 * l + d - 1) / l * choose(l + d - 2, l - 1)))
  l <- c(0, l)
  first_k(l * (l + d - 1) / radius^2, multiplicity, k)
}

# Neumann: the harmonics that are even across the rim, l + 1 of the 2 l + 1 of degree l.
hemisphere_eigenvalues <- function(k, radius) {
  l <- seq(0, k - 1)
  first_k(l * (l + 1) / radius^2, l + 1, k)
}

# Neumann, cos(j pi s / length).
interval_eigenvalues <- function(k, length) (pi * seq(0, k - 1) / length)^2

rectangle_eigenvalues <- function(k, sides) {
  product_eigenvalues(k, interval_eigenvalues(k, sides[[1]]), interval_eigenvalues(k, sides[[2]]))
}

flat_torus_eigenvalues <- function(k, radii) {
  circles <- lapply(radii, function(radius) sphere_eigenvalues(k, 1, radius))
  Reduce(function(first, second) product_eigenvalues(k, first, second), circles)
}

# Two half circles of radius 1, not connected: each eigenvalue of an interval of length pi twice.
moons_eigenvalues <- function(k) rep(interval_eigenvalues(k, pi), each = 2L)[seq_len(k)]

# On a product the eigenvalues add. The i-th plus the j-th has i j - 1 others that are no larger, so
# pairs with i j > k are not needed.
product_eigenvalues <- function(k, first, second) {
  sums <- lapply(seq_len(k), function(i) first[[i]] + second[seq_len(k %/% i)])
  sort(unlist(sums))[seq_len(k)]
}

# The first k of `values`, each `multiplicity` times. Those beyond what is needed are not repeated:
# multiplicities grow fast.
first_k <- function(values, multiplicity, k) {
  times <- pmin(multiplicity, k)
  needed <- seq_len(which(cumsum(times) >= k)[[1]])
  rep(values[needed], times = times[needed])[seq_len(k)]
}
