# Harmonic functions on a sparse graph.

#' Harmonic functions by a Cholesky factor, conjugate gradients, or elimination
#'
#' The factor is used where it is cheap, and elimination where gradients do not see what decides.
#'
#' @param part Of learning_part(): n (number of points u), weights (u x u, sparse, or not stored),
#'   degree (their row sums; not read where weights are not stored), runtime.
#' @param values u x q; only those of `rows` count, and stay.
#' @param rows The points whose values are given.
#' @param factor Of free_factor() for these rows, or NULL.
#' @return A list: `values`, u x q; `iterations`, their number, 0 without any; and the relative
#'   `residual`, a number.
#' @noRd
solve_harmonic_sparse <- function(part, values, rows, factor = NULL) {
  is_fixed <- logical(part$n)
  is_fixed[rows] <- TRUE
  values[!is_fixed, ] <- 0
  if (is_matrix_free(part$weights)) {
    weights <- part$weights
    solution <- cpp_harmonic_unstored(weights$points, weights[heat_product_fields], is_fixed,
                                      values, 1e-10, max_solver_steps, part$runtime)
  } else {
    # Iteration does not see a part that has no given point but by weaker links.
    firm_parts <- labelled_parts(firm_membership(part$weights, part$degree), rows)
    solution <- if (!length(firm_parts$unseen)) {
      (if (!is.null(factor)) factored_harmonic(part, is_fixed, values, factor)) %||%
        iterate_harmonic(part, is_fixed, values)
    }
    solution <- solution %||% eliminate_harmonic(part, is_fixed, values)
  }
  warn_stopped(solution, "the harmonic function")
}

# A Cholesky factor, of cpp_sparse_factor(), of the Laplacian of all points except `rows`, whose
# values are given; NULL where iteration is cheaper for the solutions, those of the errors counted,
# where there are no other points, or where the weights are too many for an index. `n_solutions`
# counts those that iteration would need, `n_solves` those of the factor. `budget` is list(entries,
# seconds), which a factor may have and take, and `plan` list(order, seconds).
#   part   of learning_part(): n (number of points), weights (sparse, or not stored: NULL is
#          returned), degree (their row sums), rows (of its labeled points), targets (labels x q),
#          runtime
#   rows   numbers of the points whose values are given
#   steps  number of steps that iteration takes for a solution
free_factor <- function(part, rows = part$rows, steps = expected_steps(part, rows)) {
  weights <- part$weights
  unlabelled_rows <- seq_len(part$n)[-rows]
  if (!is_stored(weights) || !length(unlabelled_rows)) return(NULL)
  # A dgCMatrix counts its entries, those of the diagonal too, by integers.
  if (as.double(length(weights@x)) + length(unlabelled_rows) > .Machine$integer.max) return(NULL)
  n <- length(part$rows)
  has_small_graph <- is_labelled_graph_small(part)
  n_solutions <- ncol(part$targets) * if (has_small_graph) 1 + n_folds_of(n) * n_rounds_of(n) else 1
  n_solves <- ncol(part$targets) + if (has_small_graph) n else 0
  budget <- cpp_cholesky_budget(n_solutions * steps, length(weights@x), n_solves)
  laplacian <- free_laplacian(part, unlabelled_rows)
  plan <- cpp_cholesky_plan(laplacian, min(budget$entries, max_factored))
  if (plan$seconds <= budget$seconds) cpp_sparse_factor(laplacian, plan$order, 1, 0, part$runtime)
}

# The Laplacian of some points, a dgCMatrix, free x free, with the whole degrees on its diagonal.
#   part  of learning_part(): weights (sparse, u x u), degree (their row sums), runtime
#   free  numbers of the points
free_laplacian <- function(part, free) {
  laplacian <- cpp_free_laplacian(part$weights, part$degree, free, part$runtime)
  new("dgCMatrix", p = laplacian$p, i = laplacian$i, x = laplacian$x, Dim = rep(length(free), 2L))
}

# Estimates the steps that conjugate gradients take for a solution, a number, from what the first of
# them leave.
#   part       of learning_part(): weights (sparse, u x u), n (number of points u), rows (of its
#              labeled points), targets (labels x q), runtime
#   rows       points that are fixed
#   tolerance  relative residual at which the steps end
#   n_tried    how many are made at most
expected_steps <- function(part, rows = part$rows, tolerance = 1e-10, n_tried = 20L) {
  is_fixed <- seq_len(part$n) %in% rows
  values <- given_values(part)[, 1L, drop = FALSE] * is_fixed
  solution <- cpp_harmonic_sparse(part$weights, is_fixed, values, tolerance, n_tried, part$runtime)
  residual <- min(solution$residual, 0.9)
  if (residual <= tolerance) solution$iterations else n_tried * log(tolerance) / log(residual)
}

# Steps of an iteration at most.
max_solver_steps <- 20000L

# Entries of a factor at most: 1.6 GB.
max_factored <- 2e8

# Solves for the free points by a factor of their Laplacian: list(values u x q, iterations,
# residual); NULL where the factor is too inaccurate.
#   part      of learning_part(): weights (sparse, u x u), degree (their row sums), runtime
#   is_fixed  logical, by point: whether its value is given
#   values    u x q
#   factor    of free_factor()
factored_harmonic <- function(part, is_fixed, values, factor) {
  sources <-
    as.matrix(part$weights[!is_fixed, is_fixed, drop = FALSE] %*% values[is_fixed, , drop = FALSE])
  values[!is_fixed, ] <- cpp_cholesky_solve(factor, unname(sources), part$runtime)
  if (are_means(part, values, is_fixed)) list(values = values, iterations = 0L, residual = 0)
}

# Iterates: list(values u x q, iterations, residual); NULL where conjugate gradients end far from
# the solution.
#   part      of learning_part(): weights (sparse, u x u), degree (their row sums), runtime
#   is_fixed  logical, by point: whether its value is given
#   values    u x q
iterate_harmonic <- function(part, is_fixed, values) {
  solution <-
    cpp_harmonic_sparse(part$weights, is_fixed, values, 1e-10, max_solver_steps, part$runtime)
  if (solution$residual > 1e-8 || are_means(part, solution$values, is_fixed)) solution
}

# Whether each free point has the mean of its neighbors, up to 1e-5 of the largest fixed value, TRUE
# or FALSE. It has not if its weights are too small compared with those of others.
#   part      of learning_part(): weights (u x u), degree (their row sums)
#   values    u x q
#   is_fixed  logical, by point: whether its value is given
are_means <- function(part, values, is_fixed) {
  deviation <- (walk_step(part, values) - values)[!is_fixed, ]
  all(abs(deviation) <= 1e-5 * max(abs(values[is_fixed, ])))
}

# Eliminates where that takes no more than a while, and else iterates with a warning: list(values
# u x q, iterations, residual).
#   part         of learning_part(): weights (sparse, u x u), runtime
#   is_fixed     logical, by point: whether its value is given
#   values       u x q
#   max_seconds  that a factor may take by its plan (elimination takes about 20 times that)
# `free` are the numbers of the free points, and `plan` is list(order, seconds) of a factor.
eliminate_harmonic <- function(part, is_fixed, values, max_seconds = 1) {
  weights <- part$weights
  free <- which(!is_fixed)
  plan <- cpp_cholesky_plan(weights[free, free, drop = FALSE], max_eliminated)
  if (plan$seconds <= max_seconds) {
    return(cpp_harmonic_eliminated(weights, is_fixed, values, free[plan$order], part$runtime))
  }
  warn(c("Points without labels hang on by links of at most {firm_link} of what joins others, and
          the graph is too large to be eliminated: the values there may be wrong.",
         i = "A larger `bandwidth` makes these links stronger, fewer edges make the graph
              smaller."), "convergence")
  cpp_harmonic_sparse(weights, is_fixed, values, 1e-10, max_solver_steps, part$runtime)
}

# Entries of the factor at most.
max_eliminated <- 5e7

# Links of more than this of the degrees that they join are seen by conjugate gradients.
firm_link <- 1e-6

# The number of the component of each point, where links of at most firm_link of the smaller degree
# that they join count as none, as they are too weak for iteration.
#   w  weights, n x n;  degree: their row sums
firm_membership <- function(w, degree) membership_of(w, degree, firm_link, by_smaller = TRUE)
