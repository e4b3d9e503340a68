#' Poisson learning from few labels
#'
#' Every label is a source of its class: the scores are the potentials \eqn{u} of
#' \eqn{L u = \sum_j (y_j - \bar y) \delta_j}{L u = sum_j (y_j - mean y) delta_j}, with
#' \eqn{L = D - W} (Calder, Cook, Thorpe and Slepcev, 2020). For classes with very few labels: there
#' a harmonic function is flat but at the labels, and a potential is not.
#'
#' @details
#' The sum is over labels, \eqn{y_j} the target of a class, +1 or -1. In each component of the graph
#' the sources sum to zero, and so do the potentials by degree; where components have labels of
#' different classes, the mean of their targets less the mean of all is added. Scores are divided by
#' their root mean square by degree. Labels are no constraints: the class with the highest potential
#' wins at a labeled point as well, mostly its own.
#'
#' `class_prior` are the shares that the classes are known to have in the data. Constants are added
#' to the potentials of the classes so that the mean of their softmax is these shares.
#'
#' Elimination solves on a dense graph; on a sparse one a Cholesky factor where that is cheap, else
#' conjugate gradients. The default graph are the 10 nearest neighbors, as in the paper.
#'
#' @inheritParams ssl_eigenmaps
#' @param y The classes, one per row, and `NA` for rows without a label. See [ssl_eigenmaps()].
#' @param class_prior NULL, or the shares of the classes: positive numbers, a name or the order of
#'   the levels for those with labels.
#' @param alpha Density exponent, 0 or more.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Calder, J., Cook, B., Thorpe, M. and Slepcev, D. (2020). Poisson learning: graph
#'   based semi-supervised learning at very low label rates. *ICML*.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_poisson(x, replace(moon, -c(1, 200), NA), bandwidth = 0.3)
#' mean(fitted(fit) == moon)
#' @export
ssl_poisson <- function(x, ...) UseMethod("ssl_poisson")

#' @rdname ssl_poisson
#' @export
ssl_poisson.default <- function(x, y, class_prior = NULL, alpha = 0, bandwidth = NULL,
                                graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                n_threads = NULL, na_action = "error", scale = FALSE,
                                progress = NULL, landmarks = NULL, neighbors = "exact",
                                weights = NULL, ...) door({
  ssl_fit(poisson_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_poisson
#' @export
ssl_poisson.formula <- function(x, data, ...) door(fit_formula(ssl_poisson, x, data, list(...)))

poisson_method <- function() {
  new_ssl_method(
    "poisson", "Poisson learning",
    learn = function(problem, own) learn_poisson(learning_part(problem), own$prior),
    check = function(own, arguments) {
      if (arguments$labels$kind == "regression") {
        abort_argument("`y` must be classes for Poisson learning; it is numeric.")
      }
      prior <- own$class_prior
      list(prior = if (!is.null(prior)) resolve_prior(prior, arguments$labels, "class_prior"))
    },
    targets = function(labels, own) {
      if (is.null(own$prior)) labels$targets else target_columns(labels$targets)
    },
    graph = "knn"
  )
}

# Learns with the shares of the classes, or NULL.
learn_poisson <- function(part, prior) {
  potentials <- find_potentials(part)
  found <- potentials$at(seq_along(part$rows), seq_len(part$n))
  unit <- sqrt(sum(part$degree * found$u^2) / sum(part$degree) / ncol(found$u))
  shift <- rep(0, ncol(found$u))
  score <- function(found) poisson_scores(found, unit) + rep(shift, each = nrow(found$u))
  if (!is.null(prior)) shift <- prior_shift(score(found), prior)
  values <- score(found)
  list(
    values = values, averaged = values, chosen = character(), path = NULL,
    parameters = if (!is.null(prior)) list(class_prior = TRUE) else list(),
    without = function(out) {
      kept <- seq_along(part$rows)[-out]
      fill_with_mean(score(potentials$at(kept, part$rows[out])), part, out)
    }
  )
}

poisson_scores <- function(found, unit) found$u / (if (unit > 0) unit else 1) + found$level

# Prepares the potentials of labels at some points. A list of
#   at        (numbers of labels, numbers of these points) -> list(u: the potentials there of these
#             labels, in each component with sum 0 by degree; level: of the component)
#   is_quick  whether it is no more than products of small matrices
find_potentials <- function(part, points = seq_len(part$n)) {
  membership <- membership_of(part$weights, part$degree, 0)
  # A label that hangs on by a thread would leave all others nearly without a ground.
  rows <- part$rows[order(-part$degree[part$rows])]
  grounds <- rows[!duplicated(membership[rows])]
  mass <- rowsum(part$degree, membership)[membership]
  centred <- function(u) {
    means <- rowsum(part$degree * u, membership)[membership, , drop = FALSE] / drop(mass)
    (u - means)[points, , drop = FALSE]
  }
  solve_for <- potential_solver(part, grounds, few = length(points) == length(part$rows))
  # Those of a unit source at each label, where that is no more work than the folds of the error.
  delayedAssign("fields", if (solve_for$is_cheap) centred(solve_for$unit()))
  at <- function(kept, at) {
    balanced <- balanced_sources(part$targets[kept, , drop = FALSE], membership[part$rows[kept]])
    u <- if (is.null(fields)) {
      sources <- matrix(0, part$n, ncol(part$targets))
      sources[part$rows[kept], ] <- balanced$sources
      centred(solve_for$sources(sources))[at, , drop = FALSE]
    } else {
      fields[at, kept, drop = FALSE] %*% balanced$sources
    }
    of <- match(membership[points[at]], balanced$of)
    list(u = u, level = balanced$level[of, , drop = FALSE])
  }
  list(at = at, is_quick = solve_for$is_cheap)
}

# Returns the sources of labels, which sum to 0 in each component, and how far the mean of the
# targets of each component `of` is from that of all: its level.
balanced_sources <- function(targets, membership) {
  of <- unique(membership)
  at <- match(membership, of)
  means <- rowsum(targets, at, reorder = TRUE) / tabulate(at)
  list(
    sources = targets - means[at, , drop = FALSE], of = of,
    level = means - rep(colMeans(targets), each = nrow(means))
  )
}

# Prepares to solve L u = sources, with u 0 at a ground in each component. A list of
#   unit      () -> the potentials of a unit source at each label, u x n
#   sources   sources (u x q) -> their potentials
#   is_cheap  whether the former are worth their time and memory;  few: where potentials are wanted
#             at the labels only, without each of these in turn
potential_solver <- function(part, grounds, few = FALSE) {
  n <- length(part$rows)
  if (is.matrix(part$weights)) {
    return(list(unit = function() eliminated_potentials(part, grounds), is_cheap = TRUE))
  }
  grounded <- seq_len(part$n) %in% grounds
  alone <- match(grounds, part$rows)
  factor <- free_factor(list(
    weights = part$weights, degree = part$degree, n = part$n, rows = grounds,
    targets = part$targets[alone, , drop = FALSE], runtime = part$runtime
  ))
  sources <- function(sources) {
    if (is.null(factor)) {
      return(iterate_potentials(part, grounded, sources))
    }
    sources[!grounded, ] <- cpp_cholesky_solve(
      factor, sources[!grounded, , drop = FALSE], part$runtime
    )
    sources[grounded, ] <- 0
    sources
  }
  n_solves <- ncol(part$targets) * (1 + n_folds_of(n) * n_rounds_of(n))
  if (few && !is.null(factor)) n_solves <- Inf
  list(
    sources = sources, is_cheap = n <= n_solves && part$n * n <= max_reached,
    unit = function() {
      units <- matrix(0, part$n, n)
      units[cbind(part$rows, seq_len(n))] <- 1
      sources(units)
    }
  )
}

iterate_potentials <- function(part, grounded, sources) {
  solved <- cpp_potentials_sparse(part$weights, grounded, sources, 1e-10, 20000L, part$runtime)
  if (!(solved$residual <= 1e-8)) {
    warn(
      "The iteration for the potentials stopped at a relative residual of
       {signif(solved$residual, 2)} after {solved$iterations} steps.",
      "convergence"
    )
  }
  solved$values
}

# Finds the potentials of unit sources on a dense graph: at the labels on the graph that elimination
# of all other points leaves, elsewhere harmonic.
eliminated_potentials <- function(part, grounds) {
  n <- length(part$rows)
  order <- c(part$rows, seq_len(part$n)[-part$rows])
  given <- rbind(diag(n), matrix(0, part$n - n, n))
  solved <- cpp_harmonic_dense(part$weights[order, order], given, n, part$runtime)
  laplacian <- diag(rowSums(solved$reduced), n) - solved$reduced
  free <- !part$rows %in% grounds
  green <- matrix(0, n, n)
  if (any(free)) green[free, free] <- solve(laplacian[free, free, drop = FALSE], tol = 0)
  fields <- matrix(0, part$n, n)
  fields[order, ] <- solved$values %*% green
  fields
}

# Finds what to add to the scores of the classes so that the mean of their softmax is `shares`
# (Sinkhorn's iteration for the columns).
prior_shift <- function(scores, shares, sharpness = 10, max_steps = 500L) {
  shift <- rep(0, length(shares))
  for (step in seq_len(max_steps)) {
    p <- softmax(sharpness * (scores + rep(shift, each = nrow(scores))))
    found <- colMeans(p)
    if (max(abs(found - shares)) < 1e-4) break
    shift <- shift + log(shares / found) / sharpness
  }
  shift - mean(shift)
}
