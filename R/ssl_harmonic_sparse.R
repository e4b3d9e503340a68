# The harmonic function on a sparse graph: by conjugate gradients, and by elimination where these do
# not see what decides.

# values: of the points `at`, which stay; of the others they do not count.
solve_harmonic_sparse <- function(part, values, at) {
  given <- logical(part$n)
  given[at] <- TRUE
  values[!given, ] <- 0
  if (is_matrix_free(part$weights)) {
    w <- part$weights
    solved <- guard_memory(cpp_harmonic_unstored(
      w$points, w[heat_product_fields], given, values, 1e-10, 20000L, part$runtime
    ), "x", part$call)
  } else {
    solved <- if (!hangs_by_threads(part, given)) iterate_harmonic(part, given, values)
    solved <- solved %||% eliminate_harmonic(part, given, values)
  }
  if (!(solved$residual <= 1e-8)) {
    warn(
      "The iteration for the harmonic function stopped at a relative residual of
       {signif(solved$residual, 2)} after {solved$iterations} steps.",
      "convergence", call = part$call
    )
  }
  solved
}

# NULL where some point is not the mean of its neighbours: its weights are too small beside those
# of others.
iterate_harmonic <- function(part, given, values) {
  solved <- cpp_harmonic_sparse(part$weights, given, values, 1e-10, 20000L, part$runtime)
  apart <- (walk_step(part, solved$values) - solved$values)[!given, ]
  if (solved$residual <= 1e-8 && !all(abs(apart) <= 1e-5 * max(abs(values)))) NULL else solved
}

#   longest  seconds that the products of a factor may take (elimination: 20 times that)
eliminate_harmonic <- function(part, given, values, longest = 1) {
  w <- part$weights
  free <- which(!given)
  plan <- cpp_cholesky_plan(w[free, free, drop = FALSE], most_eliminated)
  if (plan$seconds <= longest) {
    return(guard_memory(
      cpp_harmonic_eliminated(w, given, values, free[plan$order], part$runtime), "x", part$call
    ))
  }
  warn(
    c("Points without labels hang on by links of at most {firm_link} of what joins others, and the
       graph is too large to be eliminated: the values there may be wrong.",
      i = "A larger `bandwidth` makes these links stronger, fewer edges make the graph smaller."),
    "convergence", call = part$call
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
