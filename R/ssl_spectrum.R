# The bottom of the spectrum of I - P on the learning graph.

# The k smallest eigenvalues of I - S, S = T^-1/2 W T^-1/2, with orthonormal eigenvectors of S (u x
# k): the components' null vectors first. `operator` is S itself, plain or sparse; exact_null:
# whether nothing at all joins the components, so that their eigenvalues are 0. For shared points it
# is found once, whatever the labels.
learning_spectrum <- function(part, k) {
  once(part$known, paste0("learning_spectrum_", k), part$asked, function() {
    find_learning_spectrum(part, k)
  })
}

find_learning_spectrum <- function(part, k) {
  operator <- corrected_weights(part$weights, part$degree, 0.5, part$runtime)
  membership <- spectral_membership(part$weights, part$degree)
  known <- component_vectors(membership, part$degree, k)
  pairs <- operator_eigenpairs(operator, k, known, part$runtime, "x")
  values <- pmin(pmax(1 - pairs$values, 0), 2)
  exact_null <- max(membership) == max(membership_of(part$weights, part$degree, mean = pmin))
  if (exact_null) values[seq_len(ncol(known))] <- 0
  spectrum <- list(
    operator = operator, vectors = pairs$vectors, values = values, residuals = pairs$residuals,
    converged = pairs$residuals <= if (is_matrix_free(operator)) matrix_free_tolerance else 1e-8,
    n_null = ncol(known), exact_null = exact_null
  )
  warn_not_converged(spectrum)
  spectrum
}

# All of a small graph's spectrum, else its beginning: less of it where it takes minutes.
spectrum_size <- function(n) {
  if (n <= 300L) n else if (n <= 10000L) min(100L, n %/% 3L) else 50L
}

# Right eigenvectors of the walk with mean square 1, the constant first: with several components
# their indicators follow, the last of which the others and the constant determine. A list: columns
# u x k, eigenvalues: those of P, length k.
walk_functions <- function(spectrum, degree) {
  last <- spectrum$n_null
  columns <- cbind(1, (spectrum$vectors / sqrt(degree))[, -last, drop = FALSE])
  list(
    columns = columns / rep(sqrt(colMeans(columns^2)), each = nrow(columns)),
    eigenvalues = 1 - c(0, spectrum$values[-last])
  )
}

# P f for the columns of f.
walk_step <- function(part, f) times_weights(part$weights, f) / part$degree
