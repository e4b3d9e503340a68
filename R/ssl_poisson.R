#' Poisson learning from few labels
#'
#' @description
#' Predicts classes by Poisson learning, in which each label is a source of its class that spreads
#' over the graph (Calder, Cook, Thorpe and Slepcev, 2020). Each point gets the class with the
#' largest score.
#'
#' **When to use it.** Use it for classes with very few labels, even one per class. There a harmonic
#' function ([ssl_harmonic()]) is nearly constant except at the labels, and the scores of Poisson
#' learning are not.
#'
#' @details
#' The scores are the potentials \eqn{u} that solve \eqn{L u = \sum_j (y_j - \bar y) \delta_j}{L u =
#' sum_j (y_j - mean y) delta_j}. Here \eqn{L = D - W} is the Laplacian of the graph, the sum is
#' over the labels, and \eqn{y_j} is +1 for a label of the class and -1 for another label. The
#' potentials are centered and divided by their root mean square, with the degrees as weights. If
#' the graph has several connected components, the potentials of each are shifted by the mean of its
#' labels.
#'
#' Labels are not constraints, so the predicted class of a labeled point can differ from its label.
#'
#' If you supply `class_prior`, a constant is added to the potentials of each class. It makes the
#' mean over all points of a sharp softmax (of 10 times the potentials) equal to these shares. The
#' shares of the fitted classes are then near them, not equal. Supply it if the
#' numbers of labels per class are very unequal, such as 1 and 49.
#'
#' @inheritParams ssl_eigenmaps
#' @param y The classes, one per row, and `NA` for rows without a label. See [ssl_eigenmaps()].
#' @param class_prior If `NULL` (the default), nothing is assumed about the shares of the classes.
#'   Otherwise their known shares in the data: positive numbers for the classes that have labels,
#'   with names or in the order of the levels.
#' @param alpha Density exponent of the graph, a number of at least 0. The default is 0.
#' @param graph Type of the graph, see [ssl_eigenmaps()]. If `NULL` (the default), it is `"knn"`, as
#'   in the paper.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Calder, J., Cook, B., Thorpe, M. and Slepcev, D. (2020). Poisson learning: graph
#'   based semi-supervised learning at very low label rates. *ICML*.
#' @seealso [ssl_auto()], which selects the method; [ssl_harmonic()]; [lapscale_ssl] for what you
#'   can do with the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_poisson(x, replace(moon, -c(1, 200), NA), bandwidth = 0.3)
#' mean(fitted(fit) == moon)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_poisson(iris[1:4], y), iris$Species)
#' @export
ssl_poisson <- function(x, ...) UseMethod("ssl_poisson")

#' @rdname ssl_poisson
#' @export
ssl_poisson.default <- function(x, y, class_prior = NULL, alpha = 0, bandwidth = NULL,
                                graph = NULL, scale = FALSE, seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("poisson", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_poisson
#' @export
ssl_poisson.formula <- function(x, data, ...) door(fit_terms(ssl_poisson, x, data, enquos(...)))

# Labels as sources and sinks on the graph, as new_ssl_method() describes a method.
poisson_method <- function() new_ssl_method(
  "poisson", "Poisson learning",
  learn = function(problem, settings) learn_poisson(learning_part(problem), settings$shares),
  check = function(settings, arguments) {
    refuse_if(arguments$labels$kind == "regression",
              "`y` must be classes for Poisson learning; it is numeric.")
    prior <- settings$class_prior
    list(shares = if (!is.null(prior)) resolve_prior(prior, arguments$labels, "class_prior"))
  },
  graph = default_graph("sparse")$name
)

# Poisson learning: what new_ssl_fit() takes. `potentials` is list(u, level), see poisson_scores(),
# `unit` the root mean square of u by degree, and `shift`, of prior_shift() or zeros, is added to
# the scores of each class. Indexes are numbers of labels of the part.
#   part    of learning_part(): rows (of its labeled points), n (number of points), degree (row sums
#           of the weights), count (how often each point counts), and what find_potentials() reads
#   shares  known shares of the classes that have labels, sum 1, or NULL; with them the targets have
#           a column per class
learn_poisson <- function(part, shares) {
  potentials_of <- find_potentials(part)$potentials_of
  potentials <- potentials_of(seq_along(part$rows), seq_len(part$n))
  unit <- sqrt(sum(part$degree * potentials$u^2) / sum(part$degree) / ncol(potentials$u))
  shift <- rep(0, ncol(potentials$u))
  score <- function(potentials) {
    poisson_scores(potentials, unit) + rep(shift, each = nrow(potentials$u))
  }
  if (!is.null(shares)) shift <- prior_shift(score(potentials), shares, part$count)
  values <- score(potentials)
  list(
    values = values, averaged = values,
    parameters = if (!is.null(shares)) list(class_prior = shorten(signif(shares, 3))),
    without = function(hidden_index) {
      known_index <- seq_along(part$rows)[-hidden_index]
      fill_with_mean(muffle_convergence(score(potentials_of(known_index, part$rows[hidden_index]))),
                     part, hidden_index)
    }
  )
}

# Scores of the classes, m x q, about in the unit of the targets: u / unit + level.
#   potentials  list(u, level), both m x q, as potentials_of() of find_potentials() returns them
#   unit        the root mean square of u, by which it is divided; 0: it is not divided
poisson_scores <- function(potentials, unit) {
  potentials$u / (if (unit > 0) unit else 1) + potentials$level
}

# Prepares the potentials of labels at some points. A list of
#   potentials_of  (known_index: numbers of labels, query_index: positions among `points`) ->
#                  list(u: potentials of these labels at these points, m x q, in each component with
#                  sum 0 by degree over its points; level: the mean of these labels' targets in the
#                  component less that of all, m x q, NA where it has none of these labels)
#   is_quick       whether it is no more than products of small matrices
# Its arguments:
#   part    of learning_part(): n (number of points u), weights (u x u), degree (their row sums),
#           rows (of its labeled points), labels (of encode_labels(), of these points), targets
#           (labels x q)
#   points  numbers of points of the part
# `membership` is the number of the component of each point of the part, `mass` the sum of the
# degrees of this component, and `grounds` are numbers of labeled points, one of each component,
# where potentials are 0 before centre() takes off their means. `solver` is of potential_solver().
# In potentials_of(), `balance` is of balanced_sources(), and `component` the position of the
# component of each query among those of balance.
find_potentials <- function(part, points = seq_len(part$n)) {
  membership <- membership_of(part$weights, part$degree, 0)
  # A label that hangs on by a thread would leave all others nearly without a ground.
  by_degree <- part$rows[order(-part$degree[part$rows])]
  grounds <- by_degree[!duplicated(membership[by_degree])]
  mass <- rowsum(part$degree, membership)[membership]
  centre <- function(u) {
    means <- rowsum(part$degree * u, membership)[membership, , drop = FALSE] / drop(mass)
    (u - means)[points, , drop = FALSE]
  }
  solver <- potential_solver(part, grounds, labels_only = length(points) == length(part$rows))
  # Computes the potentials of a unit source at each label, points x labels, if that is no more work
  # than the folds of the error.
  delayedAssign("unit_potentials", if (solver$is_cheap) centre(solver$unit()))
  potentials_of <- function(known_index, query_index) {
    balance <-
      balanced_sources(pick_labels(part$labels, known_index), membership[part$rows[known_index]])
    u <- if (is.null(unit_potentials)) {
      sources <- matrix(0, part$n, ncol(part$targets))
      sources[part$rows[known_index], ] <- balance$sources
      centre(solver$sources(sources))[query_index, , drop = FALSE]
    } else {
      unit_potentials[query_index, known_index, drop = FALSE] %*% balance$sources
    }
    component <- match(membership[points[query_index]], balance$components)
    list(u = u, level = balance$level[component, , drop = FALSE])
  }
  list(potentials_of = potentials_of, is_quick = solver$is_cheap)
}

# Sources that sum to 0 in each component: list(sources: of the labels, each as often as it counts,
# n x q; components: the numbers of those with labels; level: the mean of the targets in each of
# these less the mean of all, components x q).
#   labels      of encode_labels(), with count (how often each label counts), targets (n x q)
#   membership  the number of the component of each label, in the graph
# `component_number` is its place among `components`, `means` are those of the targets there.
balanced_sources <- function(labels, membership) {
  targets <- labels$targets
  count <- labels$count
  components <- unique(membership)
  component_number <- match(membership, components)
  means <- rowsum(count * targets, component_number) / drop(rowsum(count, component_number))
  list(sources = count * (targets - means[component_number, , drop = FALSE]),
       components = components, level = means - mean_targets(targets, nrow(means), count))
}

# Prepares to solve L u = sources, with u 0 at a ground in each component. A list of
#   unit      () -> the potentials of a unit source at each label, u x n
#   sources   sources (u x q) -> their potentials, u x q; there is none for plain weights
#   is_cheap  whether the potentials of unit sources are worth their time and memory; TRUE for plain
#             weights
# Its arguments:
#   part         of learning_part(): weights (u x u; plain where all pairs are joined), n (number of
#                points u), rows (of its n labeled points), labels, targets (n x q), runtime
#   grounds      numbers of points, one in each component
#   labels_only  whether potentials are wanted at the labels only, each held out in turn
# `factor` is a Cholesky factor of L without the grounds, or NULL: then it iterates. `n_solves` are
# the right sides that the folds of the error need.
potential_solver <- function(part, grounds, labels_only = FALSE) {
  n <- length(part$rows)
  if (is.matrix(part$weights)) {
    return(list(unit = function() eliminated_potentials(part, grounds), is_cheap = TRUE))
  }
  is_free <- !seq_len(part$n) %in% grounds
  iterate <- function(sources) {
    cpp_potentials_sparse(part$weights, !is_free, sources, 1e-10, max_solver_steps, part$runtime)
  }
  planned_factor <- free_factor(part, grounds)
  # Iteration does not see what hangs on a ground by weak links.
  delayedAssign("factor", planned_factor %||% if (!(iterate(given_values(part))$residual <= 1e-8)) {
    free_factor(part, grounds, max_solver_steps)
  })
  solve_sources <- function(sources) {
    if (is.null(factor)) return(warn_stopped(iterate(sources), "the potentials")$values)
    sources[is_free, ] <- cpp_cholesky_solve(factor, sources[is_free, , drop = FALSE], part$runtime)
    sources[!is_free, ] <- 0
    sources
  }
  n_left_out <- n_units(part$labels)
  n_solves <- ncol(part$targets) * (1 + n_folds_of(n_left_out) * n_rounds_of(n_left_out))
  if (labels_only && !is.null(planned_factor)) n_solves <- Inf
  list(sources = solve_sources, is_cheap = n <= n_solves && part$n * n <= max_reached,
       unit = function() solve_sources(unit_values(part)))
}

# The potentials of unit sources on a dense graph: at the labels on the graph that elimination of
# all other points leaves, elsewhere harmonic; u x n. `green`, n x n, is the inverse of its
# Laplacian at the labels that are no grounds, 0 at these; `links` join those to all labels.
#   part     of learning_part(): weights (plain, u x u), rows (of its labeled points), runtime,
#            eliminated (set by labelled_links(): of eliminate_dense() for unit_values(); NULL: it
#            is made here)
#   grounds  numbers of labeled points, one in each component
eliminated_potentials <- function(part, grounds) {
  n <- length(part$rows)
  elimination <- part$eliminated %||%
    eliminate_dense(part$weights, unit_values(part), part$rows, part$runtime)
  is_free <- !part$rows %in% grounds
  links <- elimination$reduced[is_free, , drop = FALSE]
  green <- matrix(0, n, n)
  green[is_free, is_free] <-
    grounded_inverse(links[, is_free, drop = FALSE], drop(links %*% !is_free))
  elimination$values %*% green
}

# Returns the inverse, n x n, of D - W, by halves. W are the weights, and D is diagonal: the sums of
# the rows of W, without its diagonal, plus `ground`. There are sums of positive numbers only, so
# each entry has full relative accuracy. `half` are the numbers of the first half. `first` is the
# inverse for the first half alone, with the second half as ground too, `second` that for what
# elimination of the first half leaves of the second.
#   weights  n x n, symmetric; its diagonal does not count
#   ground   length n, the weights that join the points to the ground
grounded_inverse <- function(weights, ground) {
  if (length(ground) < 2L) return(matrix(1 / ground, length(ground), length(ground)))
  half <- seq_len(length(ground) %/% 2L)
  link <- weights[half, -half, drop = FALSE]
  first <- grounded_inverse(weights[half, half, drop = FALSE], ground[half] + rowSums(link))
  # [i, j]: that a walk from i of the first half enters the second half at j, not the ground.
  chance <- first %*% link
  rest_weights <- weights[-half, -half, drop = FALSE] + crossprod(link, chance)
  second <- grounded_inverse(rest_weights, ground[-half] + drop(ground[half] %*% chance))
  cross <- chance %*% second
  rbind(cbind(first + tcrossprod(cross, chance), cross), cbind(t(cross), second))
}

# What to add to the scores of the classes, a number per class with sum 0, so that the mean of their
# softmax over the points is within 1e-4 of `shares`, unless max_steps come before (Sinkhorn's
# iteration for the columns).
#   scores     u x classes, of all points of the part
#   shares     of the classes, in the order of the columns, sum 1
#   count      how often each point counts, length u
#   sharpness  what scores are multiplied by before the softmax
#   max_steps  after which it stops
prior_shift <- function(scores, shares, count, sharpness = 10, max_steps = 500L) {
  shift <- rep(0, length(shares))
  for (step in seq_len(max_steps)) {
    chances <- softmax(sharpness * (scores + rep(shift, each = nrow(scores))))
    means <- weighted_means(chances, count)
    if (max(abs(means - shares)) < 1e-4) break
    shift <- shift + log(shares / means) / sharpness
  }
  shift - mean(shift)
}
