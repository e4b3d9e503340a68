# The harmonic function on a sparse graph: by a Cholesky factor where that is cheap, by conjugate
# gradients, and by elimination where these do not see what decides.

#   values  of the points `at`, which stay; of the others they do not count
#   factor  free_factor() for these
solve_harmonic_sparse <- function(part, values, at, factor = NULL) {
  given <- logical(part$n)
  given[at] <- TRUE
  values[!given, ] <- 0
  if (is_matrix_free(part$weights)) {
    w <- part$weights
    solved <- cpp_harmonic_unstored(
      w$points, w[heat_product_fields], given, values, 1e-10, 20000L, part$runtime
    )
  } else {
    solved <- if (!hangs_by_threads(part, given)) {
      factored_harmonic(part, given, values, factor) %||% iterate_harmonic(part, given, values)
    }
    solved <- solved %||% eliminate_harmonic(part, given, values)
  }
  if (!(solved$residual <= 1e-8)) {
    warn(
      "The iteration for the harmonic function stopped at a relative residual of
       {signif(solved$residual, 2)} after {solved$iterations} steps.",
      "convergence"
    )
  }
  solved
}

# cpp_sparse_factor() of the Laplacian of the points without labels; NULL where iteration is cheaper
# for the solutions, those of the errors counted.
free_factor <- function(part) {
  w <- part$weights
  free <- seq_len(part$n)[-part$rows]
  if (is_matrix_free(w) || !length(free) || !holds_diagonal(length(w@x), length(free))) {
    return(NULL)
  }
  n <- length(part$rows)
  n_solutions <- ncol(part$targets)
  n_solves <- n_solutions
  if (is_labelled_graph_small(part)) {
    n_solutions <- n_solutions * (1 + n_folds_of(n) * n_rounds_of(n))
    n_solves <- n_solves + n
  }
  budget <- cpp_cholesky_budget(n_solutions * expected_steps(part), length(w@x), n_solves)
  laplacian <- free_laplacian(part, free)
  plan <- cpp_cholesky_plan(laplacian, min(budget$entries, most_factored))
  if (plan$seconds > budget$seconds) {
    return(NULL)
  }
  cpp_sparse_factor(laplacian, plan$order, 1, 0, part$runtime)
}

# Whether weights leave room for the diagonal of a Laplacian in a dgCMatrix, which counts its
# entries by integers.
holds_diagonal <- function(n_weights, n_points) {
  as.double(n_weights) + n_points <= .Machine$integer.max
}

# The Laplacian of some points.
free_laplacian <- function(part, free) {
  found <- cpp_free_laplacian(part$weights, part$degree, free, part$runtime)
  new("dgCMatrix", p = found$p, i = found$i, x = found$x, Dim = rep(length(free), 2L))
}

# Steps that conjugate gradients take for a solution, from what the first of them leave.
expected_steps <- function(part, tolerance = 1e-10, tried = 20L) {
  given <- seq_len(part$n) %in% part$rows
  values <- matrix(0, part$n, 1L)
  values[part$rows, ] <- part$targets[, 1L]
  solved <- cpp_harmonic_sparse(part$weights, given, values, tolerance, tried, part$runtime)
  left <- min(solved$residual, 0.9)
  if (left <= tolerance) solved$iterations else tried * log(tolerance) / log(left)
}

# Entries of a factor at most: 1.6 GB.
most_factored <- 2e8

factored_harmonic <- function(part, given, values, factor) {
  if (is.null(factor)) {
    return(NULL)
  }
  beside <- as.matrix(part$weights[!given, given, drop = FALSE] %*% values[given, , drop = FALSE])
  values[!given, ] <- cpp_cholesky_solve(factor, unname(beside), part$runtime)
  if (are_means(part, values, given)) list(values = values, iterations = 0L, residual = 0)
}

# NULL where conjugate gradients end far from the solution.
iterate_harmonic <- function(part, given, values) {
  solved <- cpp_harmonic_sparse(part$weights, given, values, 1e-10, 20000L, part$runtime)
  if (solved$residual > 1e-8 || are_means(part, solved$values, given)) solved
}

# Whether each free point has the mean of its neighbours: not where its weights are too small beside
# those of others.
are_means <- function(part, values, given) {
  apart <- (walk_step(part, values) - values)[!given, ]
  all(abs(apart) <= 1e-5 * max(abs(values[given, ])))
}

#   longest  seconds that the products of a factor may take (elimination: 20 times that)
eliminate_harmonic <- function(part, given, values, longest = 1) {
  w <- part$weights
  free <- which(!given)
  plan <- cpp_cholesky_plan(w[free, free, drop = FALSE], most_eliminated)
  if (plan$seconds <= longest) {
    return(cpp_harmonic_eliminated(w, given, values, free[plan$order], part$runtime))
  }
  warn(
    c("Points without labels hang on by links of at most {firm_link} of what joins others, and the
       graph is too large to be eliminated: the values there may be wrong.",
      i = "A larger `bandwidth` makes these links stronger, fewer edges make the graph smaller."),
    "convergence"
  )
  cpp_harmonic_sparse(w, given, values, 1e-10, 20000L, part$runtime)
}

# Entries of the factor at most.
most_eliminated <- 5e7

# Whether some part has no given point but by links too weak for conjugate gradients.
hangs_by_threads <- function(part, given) {
  membership <- firm_membership(part$weights, part$degree)
  length(labelled_parts(membership, which(given))$unseen) > 0L
}

# Links of more than this of the degrees that they join are seen by conjugate gradients.
firm_link <- 1e-6

firm_membership <- function(w, degree) membership_of(w, degree, firm_link, pmin)
