#' Learning from few labels by harmonic functions
#'
#' @description
#' Predicts labels by a harmonic function: labeled points keep their labels, and at every other
#' point the function is the weighted mean of its neighbors (Zhu, Ghahramani and Lafferty, 2003).
#' For classes, (1 + f) / 2 is the probability that a random walk from the point reaches a label of
#' this class before any other label.
#'
#' **When to use it.** Use it if the labels have no errors and the classes are separated by gaps. In
#' many dimensions with few labels the function is nearly constant except at the labels. Then use
#' `class_mass = TRUE`, [ssl_poisson()], or [ssl_iterated()].
#'
#' @details
#' The values at the unlabeled points are \eqn{f_u = -L_{uu}^{-1} L_{ul} y_l}{f_u = -L_uu^-1 L_ul
#' y_l}, where \eqn{L} is the Laplacian of the learning graph (see [ssl_eigenmaps()]), \eqn{u}
#' denotes the unlabeled points, and \eqn{l} the labeled points. All values are between the smallest
#' and the largest label.
#'
#' **Probabilities** of [predict()][predict.lapscale_ssl] are often too close to 0 and 1. On four
#' data sets of 2 to 10 columns their calibration slope, which is 1 if they are right and smaller if
#' they are too sure, was 0.79 to 0.90 with 100 labels and 0.74 to 1.00 with 20. In hundreds of
#' columns it can be far from 1 in either direction.
#'
#' **Class-mass normalization** rescales the scores of the classes so that their means over the
#' unlabeled points agree with the known shares of the classes, or with the shares among the labels.
#'
#' **Landmarks.** A fit with `landmarks` is a different function, because a labeled landmark stands
#' for all points nearest to it, so that a random walk meets its label sooner. With few labels it is
#' often better than the fit of all points. The two agree if there are nearly as many landmarks as
#' points.
#'
#' @inheritParams ssl_eigenmaps
#' @param class_mass If `TRUE`, class-mass normalization with the shares of the labels is used. The
#'   default is `FALSE`. If you know the shares of the classes in the data, supply them: positive
#'   numbers for the classes that have labels, with names or in the order of the levels.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhu, X., Ghahramani, Z. and Lafferty, J. (2003). Semi-supervised learning using
#'   Gaussian fields and harmonic functions. *ICML*, equations 5 and 9.
#' @seealso [ssl_auto()], which selects the method; [ssl_poisson()]; [lapscale_ssl] for what you can
#'   do with the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_harmonic(x, replace(moon, -c(1:5, 196:200), NA), bandwidth = 0.2)
#' mean(fitted(fit) == moon)
#' # the same on a graph
#' graph <- heat_graph(x, 0.2)
#' ssl_harmonic(graph, replace(moon, -c(1:5, 196:200), NA))
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_harmonic(iris[1:4], y), iris$Species)
#' @export
ssl_harmonic <- function(x, ...) UseMethod("ssl_harmonic")

#' @rdname ssl_harmonic
#' @export
ssl_harmonic.default <- function(x, y, alpha = 0.5, bandwidth = NULL, class_mass = FALSE,
                                 graph = NULL, scale = FALSE, seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("harmonic", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_harmonic
#' @export
ssl_harmonic.formula <- function(x, data, ...) door(fit_terms(ssl_harmonic, x, data, enquos(...)))

# Harmonic functions, as new_ssl_method() describes a method; `shares` are those of the classes, for
# class-mass normalization, or NULL.
harmonic_method <- function() new_ssl_method(
  "harmonic", "Harmonic function",
  learn = function(problem, settings) learn_harmonic(problem, settings$shares),
  check = function(settings, arguments) {
    list(shares = resolve_class_mass(settings$class_mass, arguments$labels))
  },
  n_vectors = function(labels, settings, n) 1L, score_kind = "chance"
)

# Learns harmonic functions: what new_ssl_fit() takes, and what else solve_harmonic() returns.
#   problem  of ssl_graph(): weights (plain where all pairs are joined: then they are eliminated),
#            learn (points that are learned on), labels (rows: of the labeled points; targets:
#            n x q), and what learning_part() reads
#   shares   of the classes, for class-mass normalization, or NULL
learn_harmonic <- function(problem, shares) {
  # Elimination has the full relative precision of the labels as they are.
  solution <- with_plain_labels(problem, solve_harmonic, centre = !is.matrix(problem$weights))
  position <- match(problem$labels$rows, problem$learn)
  is_learned <- !is.na(position)
  solution$values[position[is_learned], ] <- problem$labels$targets[is_learned, , drop = FALSE]
  if (is.null(shares)) solution else balance_classes(solution, shares)
}

# What new_ssl_fit() takes: values are the labels at their points, elsewhere the mean of the
# neighbors, points of the part x q. Beside that: free, numbers of the unlabeled points of the part,
# and count, how often each of these counts.
#   problem  of ssl_graph()
# `label_matrix`, u x q, has the targets at the labeled points. Each of `unit_columns` has 1 at one
# label: the values that it leads to are `chance`, with which a walk from each unlabeled point ends
# at this label. `label_weights`, n x n, join the labels on the graph that elimination of all other
# points leaves; NULL where that is too large. `factor` is of free_factor(), or NULL: then it
# iterates or eliminates. `loo` returns NULL without label_weights. Indexes are numbers of labels of
# the part.
solve_harmonic <- function(problem) {
  part <- learning_part(problem)
  label_matrix <- given_values(part)
  factor <- if (!is.matrix(part$weights)) free_factor(part)
  # Where only elimination will do, one serves the errors too.
  unit_columns <- if (is_elimination_shared(part)) unit_values(part)
  solution <- continue_harmonically(part, cbind(label_matrix, unit_columns), part$rows, factor)
  chance <- if (!is.null(unit_columns)) {
    solution$values[-part$rows, -seq_len(ncol(label_matrix)), drop = FALSE]
  }
  solution$values <- solution$values[, seq_len(ncol(label_matrix)), drop = FALSE]
  # Nothing where no errors are asked for.
  delayedAssign("label_weights", solution$reduced %||% labelled_graph(part, factor, chance))
  list(
    values = solution$values, averaged = solution$values,
    loo = function() {
      if (!is.null(label_weights))
        mean_of_linked(label_weights, part$targets, part$labels$group, part$runtime)
    },
    without = function(hidden_index) {
      predictions <- if (is.null(label_weights)) {
        solution <- muffle_convergence(
          solve_harmonic_sparse(part, label_matrix, part$rows[-hidden_index])
        )
        solution$values[part$rows[hidden_index], , drop = FALSE]
      } else {
        harmonic_without(label_weights, part$targets, hidden_index, part$runtime)
      }
      fill_with_mean(predictions, part, hidden_index)
    },
    free = seq_len(part$n)[-part$rows], count = part$count[-part$rows]
  )
}

# Predicts labels from the others, n x q, on the graph that is left of them when all other points
# are eliminated; the mean of the others where a label has no link.
#   label_weights  between the labels, n x n, see eliminate_dense()
#   targets        n x q;  group: of each label, or NULL
#   runtime        of new_runtime(): threads and progress
mean_of_linked <- function(label_weights, targets, group, runtime) {
  predictions <- mean_of_others(targets, group)
  linked_means <- if (is.null(group)) label_weights %*% targets / rowSums(label_weights) else
    harmonic_without_groups(label_weights, targets, group, runtime)
  is_linked <- is.finite(rowSums(linked_means))
  predictions[is_linked, ] <- linked_means[is_linked, ]
  predictions
}

# Predicts each group of labels, or each label, from the others, n x q: the harmonic function of the
# others on the graph of the labels; NA if there is one group only.
#   label_weights  between the labels, n x n, see eliminate_dense()
#   targets        n x q;  group: of each label, or NULL
#   runtime        of new_runtime(): threads and progress
harmonic_without_groups <- function(label_weights, targets, group, runtime) {
  blocks <- label_blocks(nrow(targets), group)
  if (length(blocks) < 2L) return(replace(targets, TRUE, NA_real_))
  predictions <- targets
  for (block in blocks)
    predictions[block, ] <- harmonic_without(label_weights, targets, block, runtime)
  predictions
}

# Continues values of some rows harmonically to all others: a list with values, u x q, and on a
# dense graph reduced, of eliminate_dense().
#   part    of learning_part(): weights (u x u; plain: all pairs are joined), runtime, and what
#           solve_harmonic_sparse() reads
#   values  u x q, of which those of `rows`, numbers of points, are used
#   factor  of free_factor() for these rows, or NULL
continue_harmonically <- function(part, values, rows, factor = NULL) {
  if (is.matrix(part$weights)) eliminate_dense(part$weights, values, rows, part$runtime) else
    solve_harmonic_sparse(part, values, rows, factor)
}

#' Harmonic functions on a dense graph, by elimination
#'
#' @param weights u x u, a plain matrix.
#' @param values u x q; only those of `rows` count.
#' @param rows Numbers of the k points whose values are given.
#' @param runtime Of new_runtime(): threads and progress.
#' @return A list: `values`, u x q, those of `rows` as given, and `reduced`, k x k, the weights
#'   between these points on the graph that is left of them, in their order, with diagonal 0.
#' @noRd
eliminate_dense <- function(weights, values, rows, runtime) {
  row_order <- c(rows, seq_len(nrow(weights))[-rows])
  solution <- cpp_harmonic_dense(weights[row_order, row_order, drop = FALSE],
                                 values[row_order, , drop = FALSE], length(rows), runtime)
  values[row_order, ] <- solution$values
  list(values = values, reduced = solution$reduced)
}

# Continues values harmonically to the points that are joined to the others by faint links only.
# Returns the values at all points, u x q.
#   values   at all points, u x q; those of faint points are replaced
#   problem  of ssl_graph(): learn (points that are learned on), isolated (labeled points without
#            neighbors), faint (points behind faint links, which follow), weights (u x u), runtime
follow_faint_links <- function(values, problem) {
  faint <- problem$faint
  sources <- c(problem$learn, problem$isolated)
  point_order <- c(sources, faint)
  source_numbers <- seq_along(sources)
  part <- list(weights = problem$weights[point_order, point_order, drop = FALSE],
               n = length(point_order), runtime = problem$runtime)
  part$degree <- row_totals(part$weights, part$runtime)
  solution <- continue_harmonically(part, values[point_order, , drop = FALSE], source_numbers)
  values[faint, ] <- solution$values[-source_numbers, , drop = FALSE]
  values
}

# Predicts the hidden labels from the others, hidden labels x q, on the graph that elimination of
# all other points leaves.
#   label_weights  between the labels, n x n, see eliminate_dense();  targets: n x q, of which those
#                  of the hidden labels are not read
#   hidden_index   numbers of the labels that are predicted
#   runtime        of new_runtime(): threads and progress
harmonic_without <- function(label_weights, targets, hidden_index, runtime) {
  known_index <- seq_len(nrow(targets))[-hidden_index]
  eliminate_dense(label_weights, targets, known_index, runtime)$values[hidden_index, , drop = FALSE]
}

# Eliminates all other points from the graph and returns what is left, the weights between the n
# labeled points, n x n: by their factor, or once for all errors if some part hangs on by links too
# weak for that. NULL if it is cheaper to solve for each error. `links` are the weights between free
# and labeled points.
#   part     of learning_part(): weights (u x u, sparse or not stored), degree (their row sums),
#            rows (of its labeled points), n (number of points u), runtime
#   factor   Cholesky factor of the equations of all other points, or NULL
#   chances  that a walk from a free point (rows) meets a labeled one (columns) first, or NULL: not
#            known yet
# `free` are numbers of points, `block` numbers of labels, and `chance` are the columns of `chances`
# of a block, computed here if need be.
labelled_graph <- function(part, factor, chances = NULL) {
  weights <- part$weights
  if (!is_stored(weights) || !is_labelled_graph_small(part)) return(NULL)
  has_faint_links <- max(firm_membership(weights, part$degree)) > 1L
  is_costly <-
    if (has_faint_links) length(part$rows) > max_eliminated_labels else is.null(factor)
  if (is_costly) return(NULL)
  free <- seq_len(part$n)[-part$rows]
  links <- weights[free, part$rows, drop = FALSE]
  label_weights <- as.matrix(weights[part$rows, part$rows, drop = FALSE])
  for (block in cut_blocks(length(part$rows), max(1, max_reached %/% length(free)))) {
    chance <- if (!is.null(chances)) {
      chances[, block, drop = FALSE]
    } else if (has_faint_links) {
      units <- unit_values(part, block)
      muffle_convergence(solve_harmonic_sparse(part, units, part$rows))$values[free, , drop = FALSE]
    } else {
      cpp_cholesky_solve(factor, unname(as.matrix(links[, block, drop = FALSE])), part$runtime)
    }
    label_weights[, block] <- label_weights[, block] + as.matrix(Matrix::crossprod(links, chance))
  }
  label_weights <- pmax(unname(label_weights + t(label_weights)) / 2, 0)
  diag(label_weights) <- 0
  label_weights
}

# Whether the errors need the same elimination as the solution, TRUE or FALSE.
#   part  of learning_part(): weights (u x u), degree (their row sums), rows (of its labeled
#         points), n (number of points u)
is_elimination_shared <- function(part) {
  weights <- part$weights
  n <- length(part$rows)
  is_stored(weights) && !is.matrix(weights) && n <= max_eliminated_labels &&
    n * part$n <= max_reached &&
    length(labelled_parts(firm_membership(weights, part$degree), part$rows)$unseen) > 0L
}

# Makes a column for each of some labels, 1 at its point and 0 elsewhere: u x labels.
#   part     of learning_part(): rows (of its labeled points), n (number of points u)
#   numbers  of the labels
unit_values <- function(part, numbers = seq_along(part$rows)) {
  units <- matrix(0, part$n, length(numbers))
  units[cbind(part$rows[numbers], seq_along(numbers))] <- 1
  units
}

# Limits the number of labels for which probabilities are computed by elimination.
max_eliminated_labels <- 200L

# Limits how many probabilities are held at one time, free points times labeled ones.
max_reached <- 3e7

# Whether the graph of the labeled points, which is dense, is solved at once.
#   part  of learning_part(), with rows (of its labeled points)
is_labelled_graph_small <- function(part) length(part$rows) <= 2000

# The shares of the classes that have labels, sum 1, or NULL if class_mass is FALSE. Anything else
# is an error in regression.
#   class_mass  what the user gave: TRUE (the shares among the labels), FALSE, or shares
#   labels      of encode_labels(): kind ("classes" or "regression"), and what label_shares() and
#               resolve_prior() read
resolve_class_mass <- function(class_mass, labels) {
  is_numeric <- is.numeric(class_mass)
  if (!is_numeric && !check_flag(class_mass, "class_mass")) return(NULL)
  if (!is_numeric && labels$kind == "classes") class_mass <- label_shares(labels)
  resolve_prior(class_mass, labels, "class_mass")
}

# Multiplies the probabilities of each class by its share over their mean over the unlabeled points
# (class-mass normalization; Zhu et al., equation 9). Returns the solution with values, averaged,
# and `without` so changed, and the shares, as text, as its parameter class_mass; as it is if no
# point is without a label.
#   solution  of solve_harmonic(), with a column for each class: values, averaged (points x q),
#             without, free (numbers of the unlabeled points), count (how often each of these
#             counts)
#   shares    of the classes that have labels, q numbers, sum 1
balance_classes <- function(solution, shares) {
  if (!length(solution$free)) return(solution)
  chance <- as_chance(solution$values[solution$free, , drop = FALSE])
  class_factor <- shares / pmax(weighted_means(chance, solution$count), .Machine$double.eps)
  rescale <- function(scores) sweep(scores + 1, 2L, class_factor, "*") - 1
  solution[c("values", "averaged")] <- lapply(solution[c("values", "averaged")], rescale)
  without <- solution$without
  solution$without <- function(hidden_index) rescale(without(hidden_index))
  solution$parameters <- list(class_mass = shorten(signif(shares, 3)))
  solution
}
