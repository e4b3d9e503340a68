#' Learning from few labels by harmonic functions
#'
#' The labels stay as they are; at every other point the function is the mean of its neighbours by
#' weight: \eqn{f_u = -L_{uu}^{-1} L_{ul} y_l}{f_u = -L_uu^-1 L_ul y_l} (Zhu, Ghahramani and
#' Lafferty, 2003). For classes (1 + f) / 2 is the probability that the random walk from a point
#' meets a label of the class first.
#'
#' @details
#' On a dense graph by an elimination that adds positive numbers only, so that the maximum principle
#' holds to rounding and clusters joined by weights of 1e-100 are told apart; on a sparse graph by
#' conjugate gradients, and by such an elimination too where a part without labels hangs on by links
#' of at most 1e-6 of the degrees that they join. With few labels in many dimensions the solution is
#' flat but at the labels; class-mass normalisation rescales the classes so that their shares agree
#' with those of the labels.
#'
#' @inheritParams ssl_eigenmaps
#' @param class_mass TRUE: class-mass normalisation. Or the shares that the classes are known to
#'   have, if other than among the labels: positive numbers, a name or the order of the levels for
#'   those with labels.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhu, X., Ghahramani, Z. and Lafferty, J. (2003). Semi-supervised learning using
#'   Gaussian fields and harmonic functions. *ICML*, equations 5 and 9.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_harmonic(x, replace(moon, -c(1:5, 196:200), NA), bandwidth = 0.2)
#' mean(fitted(fit) == moon)
#' # the same on a graph
#' graph <- heat_graph(x, 0.2)
#' ssl_harmonic(graph, replace(moon, -c(1:5, 196:200), NA))
#' @export
ssl_harmonic <- function(x, ...) UseMethod("ssl_harmonic")

#' @rdname ssl_harmonic
#' @export
ssl_harmonic.default <- function(x, y, alpha = 0.5, bandwidth = NULL, class_mass = FALSE,
                                 graph = NULL, k = NULL, cutoff = NULL, seed = NULL,
                                 n_threads = NULL, na_action = "error", scale = FALSE,
                                 progress = NULL, landmarks = NULL,
                                 neighbors = "exact", ...) door({
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, scale, seed, n_threads,
                           progress, landmarks, neighbors, given = names(match.call()))
  ssl_fit(x, y, settings, harmonic_method(class_mass))
}, ...)

#' @rdname ssl_harmonic
#' @export
ssl_harmonic.formula <- function(x, data, ...) door(
  fit_formula(ssl_harmonic.default, x, data, list(...))
)

harmonic_method <- function(class_mass = FALSE) {
  new_ssl_method(
    "harmonic", "Harmonic function",
    own = list(class_mass = class_mass),
    check = function(own, arguments) {
      list(shares = resolve_class_mass(own$class_mass, arguments$labels))
    },
    targets = function(labels, own) {
      if (is.null(own$shares)) labels$targets else target_columns(labels$targets)
    },
    learn = function(problem, own) learn_harmonic(problem, own$shares),
    n_vectors = function(labels, own, n) 1L, score_kind = "chance"
  )
}

# shares: of class-mass normalisation, or NULL.
learn_harmonic <- function(problem, shares) {
  # Elimination has the full relative precision of the labels as they are.
  sparse <- !is.matrix(problem$weights)
  learnt <- with_plain_labels(problem, solve_harmonic, centre = sparse)
  at <- match(problem$labels$rows, problem$learn)
  known <- !is.na(at)
  learnt$values[at[known], ] <- problem$labels$targets[known, , drop = FALSE]
  if (!is.null(shares)) learnt <- balance_classes(learnt, shares)
  learnt$chosen <- character()
  learnt
}

solve_harmonic <- function(problem) {
  part <- learning_part(problem)
  values <- matrix(0, part$n, ncol(part$targets))
  values[part$rows, ] <- part$targets
  if (is.matrix(part$weights)) {
    order <- c(part$rows, seq_len(part$n)[-part$rows])
    solved <- cpp_harmonic_dense(
      part$weights[order, order], values[order, , drop = FALSE], length(part$rows), part$runtime
    )
    values[order, ] <- solved$values
    without <- function(out) harmonic_without(solved$reduced, part, out)
  } else {
    given <- values
    factor <- free_factor(part)
    values <- solve_harmonic_sparse(part, given, part$rows, factor)$values
    # Nothing where no errors are asked for.
    delayedAssign("reduced", labelled_graph(part, factor))
    without <- function(out) {
      if (!is.null(reduced)) {
        return(harmonic_without(reduced, part, out))
      }
      solve_harmonic_sparse(part, given, part$rows[-out])$values[part$rows[out], , drop = FALSE]
    }
  }
  list(
    values = values, averaged = values, parameters = list(), path = NULL,
    without = function(out) or_the_mean(without(out), part, out),
    free = seq_len(part$n)[-part$rows]
  )
}

# The labels `out` from the others, on the graph that elimination of all other points leaves.
harmonic_without <- function(reduced, part, out) {
  n <- nrow(part$targets)
  order <- c(seq_len(n)[-out], out)
  values <- part$targets
  values[out, ] <- 0
  solved <- cpp_harmonic_dense(
    reduced[order, order], values[order, , drop = FALSE], n - length(out), part$runtime
  )
  solved$values[-seq_len(n - length(out)), , drop = FALSE]
}

# The graph that elimination of all other points leaves of the labelled ones, n x n; NULL without a
# factor of these, and where some part hangs on by links too weak for it.
labelled_graph <- function(part, factor) {
  w <- part$weights
  if (is.null(factor) || !is_labelled_graph_small(part) ||
        max(firm_membership(w, part$degree)) > 1L) {
    return(NULL)
  }
  free <- seq_len(part$n)[-part$rows]
  beside <- w[free, part$rows, drop = FALSE]
  reduced <- as.matrix(w[part$rows, part$rows, drop = FALSE])
  n <- length(part$rows)
  for (some in cut_rows(n, max(1, most_reached %/% length(free)))) {
    # The chances that a walk from a free point meets these of the labelled ones first.
    towards <- unname(as.matrix(beside[, some, drop = FALSE]))
    chance <- cpp_cholesky_solve(factor, towards, part$runtime)
    reduced[, some] <- reduced[, some] + as.matrix(Matrix::crossprod(beside, chance))
  }
  reduced <- pmax(unname(reduced + t(reduced)) / 2, 0)
  diag(reduced) <- 0
  reduced
}

# Chances that are known at one time, free points times labelled ones.
most_reached <- 3e7

# Whether the graph of the labelled points, which is dense, is solved at once.
is_labelled_graph_small <- function(part) length(part$rows) <= 2000

# NULL, or the shares of the classes.
resolve_class_mass <- function(class_mass, labels) {
  if (!is.numeric(class_mass)) {
    if (!check_flag(class_mass, "class_mass")) {
      return(NULL)
    }
    if (labels$kind == "classes") class_mass <- label_shares(labels)
  }
  resolve_prior(class_mass, labels, "class_mass")
}

# Class-mass normalisation: the probabilities of each class times its share over their mean over the
# unlabelled points (Zhu et al., equation 9).
balance_classes <- function(learnt, shares) {
  if (!length(learnt$free)) {
    return(learnt)
  }
  chance <- as_chance(learnt$values[learnt$free, , drop = FALSE])
  factor <- shares / pmax(colMeans(chance), .Machine$double.eps)
  rescale <- function(scores) sweep(scores + 1, 2L, factor, "*") - 1
  learnt[c("values", "averaged")] <- lapply(learnt[c("values", "averaged")], rescale)
  without <- learnt$without
  learnt$without <- function(out) rescale(without(out))
  learnt$parameters <- list(class_mass = TRUE)
  learnt
}
