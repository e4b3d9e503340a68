#' Learning from few labels on Laplacian eigenmaps
#'
#' Least squares of the labels on the first `n_eigen` eigenvectors of the graph Laplacian of all
#' points, labelled or not (LE-SSL of Zhou and Srebro, 2011).
#'
#' @details
#' **The learning graph** has heat-kernel weights without self loops, which decides everything in
#' many dimensions: the weight 1 of a point with itself would outweigh all its neighbours. It is
#' dense up to 3000 points; beyond, it joins pairs within the cut-off and each point's `k` nearest,
#' or these alone where points have more than 50 neighbours by weight within the cut-off.
#' `graph = "knn"` is worth a try below 3000 points too: on a manifold of few dimensions it often
#' errs less (benchmark set digit1: 2 instead of 3 %), where the noise has many it errs more (g241c:
#' 29 instead of 13 %); the error of `ssl_auto()` tells which.
#'
#' Weights are corrected for the sampling density by `alpha`
#' (\eqn{w_{ij} / (t_i t_j)^\alpha}{w_ij / (t_i t_j)^alpha}); 1/2 gives the two-step Laplacian of
#' Zhou and Srebro, the safest over the benchmark sets.
#'
#' Several classes are learnt one against the rest on codes of +1 and -1. The eigenvectors are right
#' eigenvectors of the random walk, the constant as intercept not counted. A vector that the
#' labelled points cannot tell from those before it is left out.
#'
#' **How many eigenvectors.** `"cv"`: by 5 times 5-fold cross-validation over the labels, the fewest
#' errors, ties by the squared error of the codes; regression: the squared error; up to half of the
#' number of labels, at most 50. `"rule"`:
#' \eqn{(n / \log n)^{d / (d + 2 m)}}{(n / log n)^(d / (d + 2 m))} for `n` labels and functions with
#' `m = smoothness` derivatives (section 4 of the paper). Never below the number of classes less
#' one. A single label leaves nothing to validate on: it is fitted by a constant. `summary()` gives
#' the two terms of the paper's bound (theorem 2): \eqn{J(f) / \lambda_{k+1}}{J(f) /
#' lambda_(k+1)}, in which units cancel, and \eqn{k \log n / n}{k log n / n}.
#'
#' @inheritParams bw_gc
#' @param x Points as rows, labelled and unlabelled (see [bw_gc()]); or a formula, as `y ~ .`, with
#'   `data`.
#' @param y Labels, one per row, NA where there is none. A factor, character or logical vector:
#'   classes; numbers: regression, but for vectors of -1 and 1, or of 0 and 1, only.
#' @param n_eigen `"cv"`, `"rule"` or a whole number below the number of points.
#' @param alpha Density exponent, 0 or more.
#' @param bandwidth The bandwidth \eqn{h} of the graph, unit of `x`: a number, a selector's result,
#'   a selector, or NULL for [bw_gc()].
#' @param d Dimension of the manifold, for `n_eigen = "rule"`.
#' @param smoothness Number of derivatives, for `n_eigen = "rule"`.
#' @param graph `"auto"`, `"dense"`, `"radius"` or `"knn"`, see Details.
#' @param k Nearest neighbours in a sparse graph, default 10.
#' @param cutoff Of a sparse graph, in units of the bandwidth, as in [heat_graph()].
#' @param seed A whole number, for [bw_gc()] where `bandwidth` is NULL and for the folds of
#'   [ssl_eigenmaps()]'s cross-validation. NULL: where one is needed it is drawn from R's own.
#' @param data A data frame with the variables of the formula.
#' @param ... For the formula method: the arguments above.
#' @return A [lapscale_ssl].
#' @section Errors and warnings:
#' `lapscale_error_argument`, `lapscale_error_no_scale`, `lapscale_error_isolated` if the bandwidth
#' leaves every point isolated, `lapscale_error_memory`. `lapscale_warning_unlabelled` if points
#' have no path to a label: they get the mean of all labels, or in [ssl_laprls()] and [ssl_lapsvm()]
#' what the kernel says. `lapscale_warning_conflict` if one place has several labels.
#' `lapscale_warning_range` if the values of a regression go beyond 100 times the range of the
#' labels, `lapscale_warning_convergence` if an iteration did not reach its end.
#' `lapscale_message_classes` where numbers are taken as classes, `lapscale_message_leave_one_out`
#' where [ssl_harmonic()] leaves it out.
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
                                  progress = NULL, ...) {
  start <- proc.time()[[3]]
  check_no_dots(...)
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, seed, n_threads, progress)
  arguments <- ssl_arguments(x, y, settings)
  n <- nrow(arguments$checked$x)
  n_eigen <- check_n_eigen(n_eigen, n)
  smoothness <- check_number(smoothness, "smoothness", above = 0)
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(arguments$checked$x))
  if (identical(n_eigen, "rule")) {
    if (is.null(d)) abort_argument("`d`, the dimension, is needed for `n_eigen = \"rule\"`.")
    n_eigen <- rule_size(length(arguments$labels$rows), d, smoothness)
    by <- "rule"
  } else {
    by <- if (is.numeric(n_eigen)) "given" else "cross-validation"
  }
  if (by == "cross-validation") arguments$seed <- draw_seed(arguments$seed)

  problem <- ssl_graph(arguments)
  learnt <- with_plain_labels(problem, function(p) learn_eigenmaps(p, n_eigen, by))
  finish_ssl("eigenmaps", problem, learnt, start)
}

#' @rdname ssl_eigenmaps
#' @export
ssl_eigenmaps.formula <- function(x, data, ...) fit_formula(ssl_eigenmaps.default, x, data, ...)

check_n_eigen <- function(n_eigen, n, call = caller_env()) {
  if (is.character(n_eigen)) {
    return(check_choice(n_eigen, c("cv", "rule"), "n_eigen", call = call))
  }
  check_count(n_eigen, "n_eigen", max = n - 1L, call = call)
}

# (n / log n)^(d / (d + 2 m))
rule_size <- function(n, d, smoothness) {
  n <- max(n, 3)
  max(1L, as.integer(round((n / log(n))^(d / (d + 2 * smoothness)))))
}

# n_eigen a number, or "cv".
learn_eigenmaps <- function(problem, n_eigen, by) {
  part <- learning_part(problem)
  least <- max(1L, length(problem$labels$used) - 1L)
  n_labels <- length(part$rows)
  most <- if (is.numeric(n_eigen)) n_eigen else min(50L, max(n_labels %/% 2L, least))
  if (by == "rule") most <- max(most, least)
  most <- min(most, part$n - 1L)
  spectrum <- learning_spectrum(part, min(most + 2L, part$n))
  functions <- walk_functions(spectrum, part$degree)
  path <- NULL
  size <- most
  if (by == "cross-validation" && n_labels < 2L) {
    size <- min(least, most)
    by <- "one label"
  } else if (by == "cross-validation") {
    columns <- functions$columns[part$rows, , drop = FALSE]
    most <- min(most, ncol(columns) - 1L)
    path <- eigenmaps_path(columns, part, problem, seq(min(least, most), most))
    size <- path$n_eigen[order(path$error, path$squared_error)[[1]]]
  }
  learnt <- eigenmaps_fit(functions, part, size, spectrum)
  learnt$chosen <- c(n_eigen = by)
  learnt$path <- path
  learnt
}

# The fit on the first `size` functions.
eigenmaps_fit <- function(functions, part, size, spectrum) {
  kept <- seq_len(min(size + 1L, ncol(functions$columns)))
  columns <- functions$columns[, kept, drop = FALSE]
  fit <- fit_functions(columns, part)
  walk <- functions$walk[kept]
  inverse <- ifelse(abs(walk) > 1e-8, 1 / walk, 0)
  list(
    values = fit$values, averaged = columns %*% (fit$coefficients * inverse), loo = fit$loo,
    parameters = list(n_eigen = size),
    bound = error_bound(fit$coefficients, columns, spectrum, part, size)
  )
}

# Least squares of the codes on columns, the first of them constant.
fit_functions <- function(columns, part) {
  stacked <- rbind(columns, diag(ncol(columns)))
  basis <- orthonormal_on(part$rows, stacked)
  share <- crossprod(basis[part$rows, , drop = FALSE], part$codes)
  all <- basis %*% share
  inside <- seq_len(nrow(columns))
  leverage <- rowSums(basis[part$rows, , drop = FALSE]^2)
  list(
    values = all[inside, , drop = FALSE], coefficients = all[-inside, , drop = FALSE],
    loo = leave_one_out(all[part$rows, , drop = FALSE], part$codes, leverage)
  )
}

# Errors of the numbers `sizes` of eigenvectors over 5 x 5 folds.
eigenmaps_path <- function(columns, part, problem, sizes) {
  labels <- problem$labels
  labels$rows <- labels$rows[part$kept]
  labels$codes <- part$codes
  labels$class <- labels$class[part$kept]
  n <- length(part$rows)
  n_folds <- min(5L, n)
  fold <- draw_folds(labels, problem$checked$x, n_folds, 5L, problem$seed)
  error <- squared <- matrix(0, n, length(sizes))
  for (r in seq_len(ncol(fold))) {
    for (f in seq_len(n_folds)) {
      held <- fold[, r] == f
      basis <- orthonormal_on(which(!held), columns)
      predicted <- nested_predictions(basis, which(!held), part$codes[!held, , drop = FALSE])
      for (s in seq_along(sizes)) {
        here <- matrix(predicted[, , sizes[[s]] + 1L], n)
        error[held, s] <- error[held, s] + losses(here, labels)[held]
        squared[held, s] <- squared[held, s] + rowSums((here - part$codes)[held, , drop = FALSE]^2)
      }
    }
  }
  rounds <- ncol(fold)
  data.frame(
    n_eigen = sizes, error = colMeans(error) / rounds,
    squared_error = colMeans(squared) / rounds,
    se = apply(error / rounds, 2L, sd_of_mean)
  )
}

# The two terms of the bound of Zhou and Srebro, theorem 2, per column of the codes: the Dirichlet
# form of the fit over the next eigenvalue, and k log n / n.
error_bound <- function(coefficients, columns, spectrum, part, size) {
  mass <- part$degree / sum(part$degree)
  f <- columns %*% coefficients
  energy <- colSums(mass * f * (f - walk_step(part, f)))
  following <- if (length(spectrum$values) > size + 1L) spectrum$values[[size + 2L]] else NA_real_
  n <- length(part$rows)
  c(bias = max(energy) / following, variance = size * log(n) / n)
}
