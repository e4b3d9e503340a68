#' Learning from few labels on Laplacian eigenmaps
#'
#' Least squares of the labels on the first `n_eigen` eigenvectors of the graph Laplacian of all
#' points, labelled or not (LE-SSL of Zhou and Srebro, 2011).
#'
#' @details
#' **The learning graph** has heat-kernel weights without self loops, which decides everything in
#' many dimensions: the weight 1 of a point with itself would outweigh all its neighbours. It is
#' dense up to 3000 points; beyond, it joins pairs within the cut-off and each point's `k` nearest,
#' or these alone where points have more than 50 neighbours by weight within the cut-off. With
#' `graph = "radius"`, 4 million weights or more in one piece, to which the nearest add none, are
#' not stored by `ssl_eigenmaps()` and `ssl_harmonic()` but computed in each product, as by
#' [embed_eigenmaps()]: the printed fit says so.
#' `graph = "knn"` is worth a try below 3000 points too: on a manifold of few dimensions it often
#' errs less (benchmark set digit1: 2 instead of 3 %), where the noise has many it errs more (g241c:
#' 29 instead of 13 %); the error of `ssl_auto()` tells which.
#'
#' Weights are corrected for the sampling density by `alpha`
#' (\eqn{w_{ij} / (t_i t_j)^\alpha}{w_ij / (t_i t_j)^alpha}); 1/2 gives the two-step Laplacian of
#' Zhou and Srebro, the safest over the benchmark sets.
#'
#' Several classes are learnt one against the rest on targets of +1 and -1. The eigenvectors are
#' right eigenvectors of the random walk, the constant as intercept not counted. A vector that the
#' labelled points cannot tell from those before it is left out.
#'
#' **How many eigenvectors.** `"cv"`: by 5 times 5-fold cross-validation over the labels, the fewest
#' errors, ties by the squared error of the targets; regression: the squared error; up to half of
#' the number of labels, at most 50. `"rule"`:
#' \eqn{(n / \log n)^{d / (d + 2 m)}}{(n / log n)^(d / (d + 2 m))} for `n` labels and functions with
#' `m = smoothness` derivatives (section 4 of the paper). Never below the number of classes less
#' one. A single label leaves nothing to validate on: it is fitted by a constant. `summary()` gives
#' the two terms of the paper's bound (theorem 2): \eqn{J(f) / \lambda_{k+1}}{J(f) /
#' lambda_(k+1)}, in which units cancel, and \eqn{k \log n / n}{k log n / n}.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, labelled and unlabelled (see [bw_gc()]); or a formula, as `y ~ .`, with
#'   `data`; or, but for the kernel machines, a graph, which cannot place new points: a
#'   [lapscale_graph], neighbour lists with a `bandwidth`, an igraph, a sparse symmetric Matrix of
#'   weights (see [as_heat_graph()]). Its loops do not count.
#' @param y Labels, one per row, NA where there is none. A factor, character or logical vector:
#'   classes; numbers: regression, but for vectors of -1 and 1, or of 0 and 1, only.
#' @param n_eigen `"cv"`, `"rule"` or a whole number below the number of points.
#' @param alpha Density exponent, 0 or more; if not given, 0 where `x` is a graph whose weights were
#'   given.
#' @param bandwidth The bandwidth \eqn{h} of the graph, unit of `x`: a number, a selector's result,
#'   a selector or its name, or NULL for [bw_gc()], over all pairs whatever the graph: learning on
#'   nearest neighbours errs no less at the bandwidth chosen on their graph.
#' @param d Dimension of the manifold, for `n_eigen = "rule"`.
#' @param smoothness Number of derivatives, for `n_eigen = "rule"`.
#' @param graph `"auto"`, `"dense"`, `"radius"` or `"knn"`, see Details.
#' @param k Nearest neighbours in a sparse graph, default 10.
#' @param cutoff Of a sparse graph, in units of the bandwidth, as in [heat_graph()].
#' @param seed A whole number, for [bw_gc()] where `bandwidth` is NULL and for the folds of
#'   [ssl_eigenmaps()]'s cross-validation. NULL: where one is needed it is drawn from R's own.
#' @param scale TRUE: the columns of `x`, or those that the formula makes, are centred and divided
#'   by their standard deviations first, as [base::scale()] does it, and so are those of new points;
#'   a constant column is put at zero. `bandwidth` then has the unit of scaled columns.
#' @param landmarks NULL: the fit is of all points. A whole number: of so many of them, the labelled
#'   ones and others that cover the data, weighted by how many points each is nearest to, with the
#'   degrees of all points; the others get their labels as [predict()][predict.lapscale_ssl] gives
#'   them to new points. At least two more than there are labels. The fit keeps the landmarks only.
#' @param neighbors With `graph = "knn"`: how the nearest are found, as in [heat_graph()].
#' @param data A data frame with the variables of the formula.
#' @param ... For the formula method: the arguments above.
#' @return A [lapscale_ssl].
#' @section Errors and warnings:
#' `lapscale_error_argument`, `lapscale_error_no_scale`, `lapscale_error_isolated` if the bandwidth
#' leaves every point isolated, `lapscale_error_memory`. `lapscale_warning_unlabelled` if points
#' have no path to a label: they get the mean of all labels, or in [ssl_laprls()] and [ssl_lapsvm()]
#' what the kernel says. `lapscale_warning_empty_label` where `""` is a label, which NA may have
#' been meant by. `lapscale_warning_conflict` if one place has several labels.
#' `lapscale_warning_range` if the values of a regression go beyond 100 times the range of the
#' labels, `lapscale_warning_convergence` if an iteration did not reach its end.
#' `lapscale_message_classes` if numbers are taken as classes; `lapscale_message_multiple` if the
#' last eigenvector of [ssl_eigenmaps()] and the next one have the same eigenvalue.
#' @references Zhou, X. and Srebro, N. (2011). Error analysis of Laplacian eigenmaps for
#'   semi-supervised learning. *AISTATS*, sections 3, 4 and 7.
#' @seealso [ssl_auto()] chooses among the methods; [lapscale_ssl] for what to do with the fit.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(ifelse(attr(x, "parameters")[, "moon"] == 1, "upper", "lower"))
#' y <- replace(moon, -c(1:3, 198:200), NA)
#' fit <- ssl_eigenmaps(x, y, n_eigen = 3, bandwidth = 0.3)
#' fit
#' mean(fitted(fit) == moon)
#' predict(fit, rbind(c(0, 1), c(1, -0.5)), type = "prob")
#' @export
ssl_eigenmaps <- function(x, ...) UseMethod("ssl_eigenmaps")

#' @rdname ssl_eigenmaps
#' @export
ssl_eigenmaps.default <- function(x, y, n_eigen = c("cv", "rule"), alpha = 0.5, bandwidth = NULL,
                                  d = NULL, smoothness = 1, graph = NULL, k = NULL, cutoff = NULL,
                                  seed = NULL, n_threads = NULL, na_action = "error",
                                  scale = FALSE, progress = NULL, landmarks = NULL,
                                  neighbors = "exact", ...) door({
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, scale, seed, n_threads,
                           progress, landmarks, neighbors, given = names(match.call()))
  ssl_fit(x, y, settings, eigenmaps_method(n_eigen, d, smoothness))
}, ...)

#' @rdname ssl_eigenmaps
#' @export
ssl_eigenmaps.formula <- function(x, data, ...) door({
  fit_formula(ssl_eigenmaps.default, x, data, list(...))
})

eigenmaps_method <- function(n_eigen = "cv", d = NULL, smoothness = 1) {
  new_ssl_method(
    "eigenmaps", "Laplacian eigenmaps",
    own = list(n_eigen = n_eigen, d = d, smoothness = smoothness),
    check = resolve_n_eigen,
    is_random = function(own) own$by == "cross-validation",
    learn = function(problem, own) {
      with_plain_labels(problem, function(problem) learn_eigenmaps(problem, own$n_eigen, own$by))
    },
    n_vectors = function(labels, own, n) most_functions(labels, own$n_eigen, own$by) + 2L,
    candidates = function(part, own) eigenmaps_candidates(part), is_spectral = TRUE
  )
}

# The number of eigenvectors, or "cv", and who says so.
resolve_n_eigen <- function(own, arguments) {
  n_eigen <- check_n_eigen(own$n_eigen, length(arguments$checked$rows))
  smoothness <- check_number(own$smoothness, "smoothness", above = 0)
  d <- own$d
  most <- ncol(arguments$checked$x) %||% .Machine$integer.max
  if (!is.null(d)) d <- check_count(d, "d", max = most)
  if (!identical(n_eigen, "rule")) {
    return(list(n_eigen = n_eigen, by = if (n_eigen == "cv") "cross-validation" else "given"))
  }
  if (is.null(d)) {
    abort_argument("`d`, the dimension, is needed for `n_eigen = \"rule\"`.")
  }
  list(n_eigen = rule_size(length(arguments$labels$rows), d, smoothness), by = "rule")
}

check_n_eigen <- function(n_eigen, n) {
  if (is.character(n_eigen)) {
    return(check_choice(n_eigen, c("cv", "rule"), "n_eigen"))
  }
  check_count(n_eigen, "n_eigen", max = n - 1L)
}

# (n / log n)^(d / (d + 2 m))
rule_size <- function(n, d, smoothness) {
  n <- max(n, 3)
  max(1L, as.integer(round((n / log(n))^(d / (d + 2 * smoothness)))))
}

# The numbers of eigenvectors among which the labels may choose.
size_range <- function(labels) {
  least <- max(1L, length(labels$used) - 1L)
  c(least = least, most = min(50L, max(length(labels$rows) %/% 2L, least)))
}

# How many eigenvectors are looked at.
most_functions <- function(labels, n_eigen, by) {
  range <- size_range(labels)
  most <- if (is.numeric(n_eigen)) n_eigen else range[["most"]]
  if (by == "rule") max(most, range[["least"]]) else most
}

# n_eigen a number, or "cv".
learn_eigenmaps <- function(problem, n_eigen, by) {
  part <- learning_part(problem)
  least <- size_range(part$labels)[["least"]]
  most <- min(most_functions(part$labels, n_eigen, by), part$n - 1L)
  part$spectrum <- learning_spectrum(part, min(most + 2L, part$n))
  functions <- walk_functions(part$spectrum, part$degree)
  path_of <- function(part) {
    if (by == "cross-validation" && length(part$rows) > 1L) {
      cross_validate_size(functions, part, folding_points(problem), problem$seed)
    }
  }
  size_of <- function(path) {
    if (is.null(path)) {
      return(if (by == "cross-validation") min(least, most) else most)
    }
    path$n_eigen[order(path$error, path$squared_error)[[1]]]
  }
  path <- path_of(part)
  size <- size_of(path)
  note_cut_functions(functions$eigenvalues, size)
  chose <- if (by == "cross-validation") chosen_on(path) else by
  learnt <- eigenmaps_fit(functions, part, size)
  learnt$without <- function(out) {
    less <- hide_labels(part, out)
    predicted <- eigenmaps_at(functions, less, size_of(path_of(less)), part$rows[out])
    or_the_mean(predicted, part, out)
  }
  learnt$chosen <- c(n_eigen = chose)
  learnt$path <- path
  learnt
}

# Says where the labels are learnt on some eigenvectors of an eigenvalue and not on the others.
note_cut_functions <- function(eigenvalues, size) {
  if (wants_errors() && cuts_multiple(1 - eigenvalues, size + 1L)) {
    inform(
      c("The eigenvalues {size} and {size + 1L} of the graph are equal: eigenvector {size}, on which
         the labels are learned, is one of many in the space that they span.",
        i = "Another `n_eigen` keeps the eigenvectors of an eigenvalue together."),
      "multiple"
    )
  }
}

# The errors of all numbers of eigenvectors by 5 times 5-fold cross-validation.
cross_validate_size <- function(functions, part, x, seed) {
  columns <- functions$columns[part$rows, , drop = FALSE]
  range <- size_range(part$labels)
  most <- min(range[["most"]], ncol(columns) - 1L)
  fold <- draw_folds(part$labels, x, min(5L, length(part$rows)), 5L, seed)
  eigenmaps_path(columns, part$labels, seq(min(range[["least"]], most), most), fold)
}

# What the labels predict at some points of the part on the first `size` functions.
eigenmaps_at <- function(functions, part, size, points) {
  kept <- functions$columns[, seq_len(min(size + 1L, ncol(functions$columns))), drop = FALSE]
  predict_from(kept[part$rows, , drop = FALSE], part$targets, kept[points, , drop = FALSE])
}

# All numbers of eigenvectors, by the closed-form leave-one-out errors of least squares.
eigenmaps_candidates <- function(part) {
  functions <- walk_functions(part$spectrum, part$degree)
  range <- size_range(part$labels)
  most <- min(range[["most"]], ncol(functions$columns) - 1L)
  columns <- functions$columns[part$rows, seq_len(most + 1L), drop = FALSE]
  sizes <- seq(min(range[["least"]], most), most)
  losses <- eigenmaps_loo_losses(columns, part$targets, sizes)
  path <- data.frame(n_eigen = sizes, mean_losses(losses))
  list(
    path = path, losses = losses,
    fit = function(row) eigenmaps_fit(functions, part, path$n_eigen[[row]]),
    at = function(row, points) eigenmaps_at(functions, part, path$n_eigen[[row]], points)
  )
}

# The fit on the first `size` functions.
eigenmaps_fit <- function(functions, part, size) {
  kept <- seq_len(min(size + 1L, ncol(functions$columns)))
  columns <- functions$columns[, kept, drop = FALSE]
  fit <- fit_functions(columns, part)
  eigenvalues <- functions$eigenvalues[kept]
  inverse <- ifelse(abs(eigenvalues) > 1e-8, 1 / eigenvalues, 0)
  list(
    values = fit$values, averaged = columns %*% (fit$coefficients * inverse), loo = fit$loo,
    parameters = list(n_eigen = size), bound = error_bound(fit$coefficients, columns, part, size)
  )
}

# The two terms of the bound of Zhou and Srebro, theorem 2, per column of the targets: the Dirichlet
# form of the fit over the next eigenvalue (Inf where that is 0), and k log n / n.
error_bound <- function(coefficients, columns, part, size) {
  mass <- part$degree / sum(part$degree)
  f <- columns %*% coefficients
  energy <- colSums(mass * f * (f - walk_step(part, f)))
  values <- part$spectrum$values
  following <- if (length(values) > size + 1L) values[[size + 2L]] else NA_real_
  n <- length(part$rows)
  bias <- if (isTRUE(following <= 0)) Inf else max(energy) / following
  c(bias = bias, variance = size * log(n) / n)
}
