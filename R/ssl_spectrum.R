# The bottom of the spectrum of I - P.

# The smallest eigenvalues of I - S, S = T^-1/2 W T^-1/2, with orthonormal eigenvectors of S: a list
# of values (increasing, from 0 to 2) and vectors (u x n_vectors), the components' null vectors
# first. `operator` is S itself, plain, sparse, or not stored; exact_null: whether nothing at all
# joins the components, so that their eigenvalues are 0; n_null: how many eigenvalues are of
# components; converged (TRUE or FALSE) and residuals: of each pair; trace: of I - S. For shared
# points it is computed once, whatever the labels are. `membership` is the component of each point,
# where links that eigenvectors do not see count as none; in `fine_membership` only links that
# double precision does not see count as none. `null_basis` are the vectors of components, u x
# n_null, and the values of `pairs` are eigenvalues of S.
#   part       of learning_part(): n (number of points u), weights (W, u x u), degree (T, their row
#              sums), runtime, cache_points (what cached() keeps results beside, or NULL), key (what
#              the part depends on beside the points)
#   n_vectors  number of eigenvalues
learning_spectrum <- function(part, n_vectors) {
  cached(part$cache_points, paste0("learning_spectrum_", n_vectors), part$key, function() {
    operator <- corrected_weights(part$weights, part$degree, 0.5, part$runtime)
    membership <- spectral_membership(part$weights, part$degree)
    null_basis <- component_vectors(membership, part$degree, n_vectors)
    pairs <- operator_eigenpairs(operator, n_vectors, null_basis, part$runtime, "x")
    values <- pmin(pmax(1 - pairs$values, 0), 2)
    fine_membership <- membership_of(part$weights, part$degree, by_smaller = TRUE)
    exact_null <- max(membership) == max(fine_membership)
    if (exact_null) values[seq_len(ncol(null_basis))] <- 0
    spectrum <- list(
      operator = operator, vectors = pairs$vectors, values = values, residuals = pairs$residuals,
      # Those of components are exact up to links that eigenvectors do not resolve.
      converged = seq_along(values) <= ncol(null_basis) |
        pairs$residuals <= if (is_stored(operator)) 1e-8 else matrix_free_tolerance,
      n_null = ncol(null_basis), exact_null = exact_null,
      trace = part$n - sum(loop_weights(operator))
    )
    warn_not_converged(spectrum)
    spectrum
  })
}

# How many eigenvalues of the spectrum are computed: all of a small graph, otherwise the smallest
# 100 or, if this takes long, which is for many points or weights, fewer.
#   n  number of points;  weights: n x n, or NULL: their number is not looked at
spectrum_size <- function(n, weights = NULL) {
  if (n <= 300L) return(n)
  as.integer(min(if (n <= 10000L) 100 else 50, n %/% 3L, max(30, 2e8 / n_weights_of(weights))))
}

# The number of weights that are stored: of a dgCMatrix its entries, of a plain matrix n^2, 0 of
# NULL; of weights that are not stored a small number without a meaning.
n_weights_of <- function(weights) {
  if (methods::is(weights, "dgCMatrix")) length(weights@x) else length(weights)
}

# Returns right eigenvectors of the walk of mean square 1 by degree, the constant first: with
# several components their indicators follow, the last of which the others and the constant
# determine. A list: columns u x k, eigenvalues: those of P, length k; eigenspace: a number of each
# column, 0 of the constant, not decreasing, the same for copies of an eigenvalue; complete: whether
# all of the u functions are there, so that the last eigenvalue has all its copies for certain.
#   spectrum  of learning_spectrum(): vectors (u x k), values (k eigenvalues of I - S), n_null (how
#             many of them, the first, are of components)
#   degree    the row sums of the weights
walk_functions <- function(spectrum, degree) {
  n_null <- spectrum$n_null
  columns <-
    cbind(1, (spectrum$vectors / sqrt(degree))[, -n_null, drop = FALSE] * sqrt(sum(degree)))
  values <- c(0, spectrum$values[-n_null])
  is_null <- seq_along(values) <= n_null
  list(columns = columns, eigenvalues = 1 - values,
       eigenspace = c(0L, copies_of(values[-1L], is_null[-1L])),
       complete = ncol(columns) == nrow(columns))
}

# Numbers eigenvalues from 1 on, so that copies, equal up to 1e-6, have the same number.
#   values   eigenvalues, increasing
#   is_null  logical, which are of components of the graph, about 0, the first ones: these are
#            copies
copies_of <- function(values, is_null) {
  is_apart <- diff(values) > 1e-6 * values[-1L] + 1e-12
  cumsum(c(TRUE, is_apart & !is_null[-1L])[seq_along(values)])
}

# The product P f, u x b, where P is the random walk on the graph.
#   part  of learning_part(): weights (u x u), degree (their row sums)
#   f     u x b
walk_step <- function(part, f) times_weights(part$weights, f) / part$degree
