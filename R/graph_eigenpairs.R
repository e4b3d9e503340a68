# The bottom of the spectrum of a graph Laplacian: eigenvalues, on the heat scale too, eigenvectors,
# and what can be said of their errors.

# The k smallest eigenvalues of a Laplacian with right eigenvectors, and one pair more if there is
# one, to see whether the last is simple (but not for the eigenvalue 0, whose vectors are those of
# the components). A list of values (0 or more, the smallest first), vectors (right eigenvectors,
# n x number of pairs, with fixed signs), residuals (see relative_residuals()), converged (TRUE or
# FALSE for each pair).
#   laplacian  a lapscale_laplacian, whose weights may be stored or not;  k: number of pairs
#   runtime    of new_runtime()
bottom_of_spectrum <- function(laplacian, k, runtime) {
  n <- length(laplacian@degree)
  check_memory(8 * n * (4 * k + 60), "k", paste(k, "eigenvectors of", n, "points"))
  operator <- walk_operator(laplacian, runtime)
  null_basis <- null_vectors(laplacian, k)
  if (ncol(null_basis) < k) k <- min(k + 1L, n)
  # Of the matrix of the walk, whose largest values, near 1, are the smallest of the Laplacian.
  pairs <- operator_eigenpairs(operator$matrix, k, null_basis, runtime, "k")
  values <- pmax(operator$stretch * (1 - pairs$values), 0)
  values[seq_len(ncol(null_basis))] <- 0
  # A product of weights that are not stored is not done again.
  is_stored_graph <- is_stored(laplacian@weights)
  # Links that are too weak for the solver, between at most 300 parts: list(values, vectors, error),
  # in place of the first pairs.
  mass <- inner_product_mass(laplacian)
  max_degree <- max(laplacian@degree / mass)
  weak_pairs <- if (is_stored_graph) cpp_slow_pairs(laplacian@weights, mass, max_degree, k, 300L)
  weak_columns <- seq_along(weak_pairs$values)
  values[weak_columns] <- laplacian@scale * weak_pairs$values
  pairs$vectors[, weak_columns] <- weak_pairs$vectors
  vectors <- right_eigenvectors(laplacian, pairs$vectors)
  residuals <- if (is_stored_graph) relative_residuals(laplacian, values, vectors)
  residuals <- residuals %||% pairs$residuals
  smoothed_columns <- if (is_stored_graph) which(residuals > 1e-8 & pairs$residuals <= 1e-8)
  if (length(smoothed_columns)) {
    vectors[, smoothed_columns] <-
      smooth_vectors(laplacian, values[smoothed_columns], vectors[, smoothed_columns, drop = FALSE])
    residuals <- relative_residuals(laplacian, values, vectors)
  }
  # Values near the rounding error of 1, other than those of components and of weak links.
  n_exact <- max(ncol(null_basis), length(weak_columns))
  is_lost <- 1 - pairs$values < 1e-12 & seq_along(values) > n_exact
  converged <- residuals <= (if (is_stored_graph) 1e-8 else matrix_free_tolerance) & !is_lost
  converged[weak_columns] <- isTRUE(weak_pairs$error <= 1e-3)
  list(values = values, vectors = fix_signs(vectors), residuals = residuals, converged = converged)
}

# Returns right eigenvectors v of the walk after a step of it, P v / lambda: at a point of very
# small degree, by whose root an entry was divided, the mean of its neighbors has not the rounding
# error of the entry. Vectors with lambda near 0 stay as they are.
#   laplacian  a lapscale_laplacian
#   values     its eigenvalues, length k;  vectors: their right eigenvectors, n x k
smooth_vectors <- function(laplacian, values, vectors) {
  lambda <- 1 - values / laplacian@scale
  one_step <- vectors - apply_laplacian(laplacian, vectors) / laplacian@scale
  is_smoothed <- laplacian@type %in% walk_types & abs(lambda) > 0.01
  vectors[, is_smoothed] <- one_step[, is_smoothed] / rep(lambda[is_smoothed], each = nrow(vectors))
  vectors
}

# The first n eigenpairs: list(values, vectors, residuals, converged).
#   pairs  such a list, of bottom_of_spectrum()
first_eigenpairs <- function(pairs, n) select_eigenpairs(pairs, seq_len(n))

# Some eigenpairs, in the order of `index`: list(values, vectors, residuals, converged).
#   pairs  such a list, of bottom_of_spectrum();  index: numbers of eigenpairs
select_eigenpairs <- function(pairs, index) {
  list(
    values = pairs$values[index], vectors = pairs$vectors[, index, drop = FALSE],
    residuals = pairs$residuals[index], converged = pairs$converged[index]
  )
}

# Whether eigenvalues of a Laplacian can be put on the scale of the heat equation: it is normalized,
# and each point of its graph has a known bandwidth.
#   laplacian  a lapscale_laplacian
has_heat_scale <- function(laplacian) {
  laplacian@type != "unnormalized" && has_unit(laplacian@graph)
}

# Puts eigenvalues mu of the Laplacian (4 / h^2) (I - P) on the scale of the heat equation: -(4 /
# h^2) log(1 - h^2 mu / 4), length k, NA where the eigenvalue of the walk is not above 0 by more
# than rounding. With local scales, where a step takes a time of its own at each point, by
# heat_rate() of the core.
#   laplacian  a lapscale_laplacian that has_heat_scale()
#   values     its eigenvalues mu, length k
#   vectors    their eigenvectors, n x k, which local scales need, otherwise NULL
on_heat_scale <- function(values, laplacian, vectors = NULL) {
  if (!is.null(laplacian@graph$own_scales)) {
    entry_share <- vectors^2
    if (laplacian@type %in% walk_types) entry_share <- entry_share * inner_product_mass(laplacian)
    entry_share <- entry_share / rep(colSums(entry_share), each = nrow(entry_share))
    rates <- cpp_heat_rates(values, entry_share, scale_rates(laplacian@graph))
    return(replace(rates, is.nan(rates), NA))
  }
  # Eigenvalues of I - P.
  lambda <- values / laplacian@scale
  has_logarithm <- lambda < 1 - 1e-14
  replace(rep(NA_real_, length(lambda)), has_logarithm,
          -laplacian@scale * log1p(-lambda[has_logarithm]))
}

# Returns eigenpairs with their values on the heat scale, in increasing order, which with local
# scales may be another one: list(values, vectors, residuals, converged).
#   pairs  such a list, of bottom_of_spectrum();  laplacian: that it is of
pairs_on_heat_scale <- function(pairs, laplacian) {
  pairs$values <- on_heat_scale(pairs$values, laplacian, pairs$vectors)
  select_eigenpairs(pairs, order(pairs$values))
}

# The eigenpairs of a Laplacian whose values on the heat scale are the k smallest, in their order,
# and at least one more if there is one: list(values, vectors, residuals, converged, compared: the
# values in which equal ones are searched). With local scales these need not be those of the k
# smallest of the Laplacian. As no value on the heat scale is below that of the Laplacian, values
# that were not computed are above all that were. The search ends after more than 4 k pairs, as
# values may be NA.
#   laplacian  a lapscale_laplacian;  k: number of pairs;  runtime: of new_runtime()
bottom_on_heat_scale <- function(laplacian, k, runtime) {
  n <- length(laplacian@degree)
  has_scales <- !is.null(laplacian@graph$own_scales)
  n_pairs <- k
  repeat {
    bottom <- bottom_of_spectrum(laplacian, n_pairs, runtime)
    pairs <- pairs_on_heat_scale(bottom, laplacian)
    if (!has_scales || n_pairs == n || n_pairs > 4L * k) break
    if (isTRUE(pairs$values[[k]] <= max(bottom$values))) break
    n_pairs <- min(2L * n_pairs, n)
  }
  c(pairs, list(compared = if (has_scales) pairs$values[!is.na(pairs$values)] else bottom$values))
}

# Warns of eigenvalues without a value on the heat scale. Without self loops the eigenvalues of a
# walk without structure are below 0, because their sum is 0.
#   values  eigenvalues on the heat scale, NA where there is none
#   advice  what to do about it, a sentence
warn_no_logarithm <- function(values, advice) {
  n_missing <- sum(is.na(values))
  warn_if(n_missing > 0,
          c("{n_missing} of the {length(values)} eigenvalues {cli::qty(n_missing)}{?is/are} NA:
             those of the random walk are not positive there and have no logarithm.",
            i = advice), "no_logarithm")
}

# The symmetric matrix M with spectrum in [-1, 1] whose largest eigenvalues belong to the smallest
# of a Laplacian L, which is similar to stretch (I - M): list(matrix: M, n x n, plain, sparse, or
# not stored; stretch: a number). A point without edges gets a 1 on the diagonal.
#   laplacian  a lapscale_laplacian;  runtime: of new_runtime()
walk_operator <- function(laplacian, runtime) {
  degree <- laplacian@degree
  weights <- laplacian@weights
  if (laplacian@type == "unnormalized") {
    stretch <- 2 * max(degree - Matrix::diag(weights), .Machine$double.xmin)
    walk_matrix <- add_to_diagonal((2 / stretch) * weights, 1 - (2 / stretch) * degree)
    return(list(matrix = walk_matrix, stretch = laplacian@scale * stretch / 2))
  }
  walk_matrix <- corrected_weights(weights, degree, 0.5, runtime)
  if (any(degree == 0)) walk_matrix <- add_to_diagonal(walk_matrix, as.numeric(degree == 0))
  list(matrix = walk_matrix, stretch = laplacian@scale)
}

# Eigenvectors of the symmetric matrix of walk_operator() for the eigenvalue 1: one per component,
# at most k of them, orthonormal, n x c.
#   laplacian  a lapscale_laplacian;  k: the most vectors
null_vectors <- function(laplacian, k) {
  component_vectors(components_of(laplacian@weights)$membership, inner_product_mass(laplacian), k)
}

# The weight of each point of a Laplacian in the inner product of eigenvectors: its degree, or 1 if
# it has none or the Laplacian is unnormalized; length n.
#   laplacian  a lapscale_laplacian
inner_product_mass <- function(laplacian) {
  degree <- laplacian@degree
  ifelse(degree == 0 | laplacian@type == "unnormalized", 1, degree)
}

# Turns eigenvectors of the symmetric matrix of walk_operator() into right eigenvectors of the
# Laplacian, n x k: for walk_types divided by the root of the share of each point in the degrees,
# otherwise as they are.
#   laplacian  a lapscale_laplacian;  vectors: n x k, orthonormal, of that matrix
right_eigenvectors <- function(laplacian, vectors) {
  degree <- laplacian@degree
  factor <- ifelse(degree > 0, sqrt(sum(degree) / pmax(degree, .Machine$double.xmin)), 1)
  if (laplacian@type %in% walk_types) vectors * factor else vectors
}

# Returns eigenvectors, n x k, with signs that make the entry of largest modulus of each column
# positive, the first of ties.
fix_signs <- function(vectors) vectors * rep(sign_flips(vectors), each = nrow(vectors))

# Returns 1 or -1 for each column of `vectors`, n x k: what makes its entry of largest modulus
# positive.
sign_flips <- function(vectors) {
  largest_row <- apply(abs(vectors), 2L, function(v) which(v >= max(v) * (1 - 1e-9))[[1]])
  ifelse(vectors[cbind(largest_row, seq_len(ncol(vectors)))] < 0, -1, 1)
}

# Computes residuals |L v - lambda v| / |v| of eigenpairs relative to the largest diagonal entry of
# L, or to its rounding if that is larger; without the scale of L, which may be near the ends of
# double precision. A number per pair.
#   laplacian  L, a lapscale_laplacian
#   values     its eigenvalues lambda, length k;  vectors: v as n x k
relative_residuals <- function(laplacian, values, vectors) {
  values <- values / laplacian@scale
  laplacian@scale <- 1
  residual <- apply_laplacian(laplacian, vectors) - vectors * rep(values, each = nrow(vectors))
  rounding <- if (laplacian@type == "unnormalized") max(laplacian@degree) else 1
  largest_diagonal <- max(laplacian_diagonal(laplacian), 4 * .Machine$double.eps * rounding,
                 .Machine$double.xmin)
  # Squares of given weights may leave double precision.
  unit <- 2^floor(log2(largest_diagonal))
  sqrt(colSums((residual / unit)^2) / colSums(vectors^2)) / (largest_diagonal / unit)
}

# Warns of eigenvectors that the solver did not reach.
#   spectrum  list with values, residuals, and converged (TRUE or FALSE), each of length k
warn_not_converged <- function(spectrum) {
  n_failed <- sum(!spectrum$converged)
  warn_if(n_failed > 0,
          c("{n_failed} eigenvector{?s} of {length(spectrum$values)} did not converge: the largest
             residual is {signif(max(spectrum$residuals), 2)}.",
            i = if (all(spectrum$residuals <= 1e-8)) {
              "Weak links have eigenvalues that rounding hid."
            }), "convergence")
}

# Whether the last of s eigenvalues agrees to a thousandth with the next one, whose eigenvector is
# left out. FALSE for eigenvalues of 0, which belong to components, or to columns without content.
#   eigenvalues  in the order of the eigenvectors, s or more
cuts_equal_eigenvalues <- function(eigenvalues, s) {
  length(eigenvalues) > s && eigenvalues[[s]] > 1e-10 * max(eigenvalues) &&
    length(tied_columns(eigenvalues[s + 0:1], 1L)) > 0L
}

# Finds the numbers of those of the first s eigenvectors whose eigenvalue agrees with the one before
# or after it to a thousandth.
#   eigenvalues  in the order of the eigenvectors, s or more
tied_columns <- function(eigenvalues, s) {
  larger_modulus <- pmax(abs(eigenvalues[-1L]), abs(utils::head(eigenvalues, -1L)))
  close_to_next <- which(abs(diff(eigenvalues)) <= 1e-3 * larger_modulus)
  intersect(seq_len(s), c(close_to_next, close_to_next + 1L))
}
