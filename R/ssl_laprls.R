#' Kernel machines regularized on a manifold
#'
#' @description
#' Predicts labels by kernel functions that fit the labels, have a small norm, and are smooth on the
#' graph of all points, labeled or not (Belkin, Niyogi and Sindhwani, 2006). `ssl_laprls()` uses
#' least squares and `ssl_lapsvm()` is a support vector machine.
#'
#' **When to use it.** Use them if you need a function that is defined everywhere, not only near the
#' data. Both need points and cannot be used on a graph. [ssl_auto()] tries `ssl_laprls()` and
#' faster methods.
#'
#' **Arguments to know.** Supply the points `x` and the labels `y`, with `NA` where the label is
#' unknown. You can ignore all other arguments at first.
#'
#' @details
#' The functions are \eqn{f(x) = \sum_j c_j K(x, x_j) + b}{f(x) = sum_j c_j K(x, x_j) + b}, where
#' \eqn{K} is the heat kernel. With `n` labels on `u` points they minimize
#' \deqn{\frac1n \sum_{i=1}^n V(y_i, f(x_i)) + \lambda_A \|f\|_K^2 + \frac{\lambda_I}{u^2} f' L f.}{
#' 1/n sum V(y_i, f(x_i)) + lambda_A |f|_K^2 + lambda_I / u^2 f' L f.}
#' The first term is the loss \eqn{V}, the second the norm of \eqn{f}, and the third its variation
#' on the learning graph (see [ssl_eigenmaps()]). \eqn{L} is the Laplacian of this graph divided by
#' its mean degree, so the penalties have no unit. `ssl_laprls()` has the squared loss and \eqn{b =
#' 0}. `ssl_lapsvm()` has the hinge loss and an intercept \eqn{b} without a penalty.
#'
#' **Width of the kernel.** The width of \eqn{K} can differ from the bandwidth of the graph, which
#' is often too small in many columns: a kernel of this width would be 0 between the labels. If
#' `kernel_bandwidth` is `NULL`, the functions try 1, 8, 32, and 128 times the bandwidth of the
#' graph and compare how well least squares predicts each label from the others. They use the
#' narrowest kernel whose result is within one standard error of the best. This takes three to four
#' times as long as a fit with a width that you supply.
#'
#' **Penalties.** If `lambda_manifold` is `NULL`, it is selected in the same way among 1, 10, 100,
#' and 1000 times `lambda_ambient` \eqn{u^2}{u^2}. With a wide kernel, the default penalties can be
#' so large that `ssl_lapsvm()` assigns all labels to one class, or a wrong class to more of them
#' than least squares does to hidden labels. It then lowers both penalties, by factors of 10 down to
#' 1e-4 of the default, and after that it uses the next narrower kernel. Penalties that you supply
#' are not lowered. An ambient penalty that is too small for double precision is raised, with a
#' message.
#'
#' **Solvers of the support vector machine.** `"dual"` minimizes the hinge loss by sequential
#' minimal optimization. `"primal"` minimizes the squared hinge loss by Newton's method, which is
#' faster if there are many labels. `"auto"` uses `"dual"` for up to 2000 labels, and `"primal"` for
#' more.
#'
#' **Large data.** With more than 3000 points, the sum over \eqn{j} contains the labeled points and
#' 400 others that cover the data (Gonzalez, 1985), and the kernel is at least wide enough to have
#' no holes between them.
#'
#' **Far from the data** `ssl_laprls()` is 0, so it predicts the class with the most labels. In
#' regression, subtract the mean of `y` first.
#'
#' @inheritParams ssl_eigenmaps
#' @param lambda_ambient The penalty \eqn{\lambda_A}{lambda_A} of the norm, a number of at least 0.
#'   The default is 1e-5.
#' @param lambda_manifold The penalty \eqn{\lambda_I}{lambda_I} of the variation on the graph, a
#'   number of at least 0. The default is 100 \eqn{\lambda_A u^2}{lambda_A u^2}. If `NULL`, it is
#'   selected by the labels, see Details.
#' @param kernel_bandwidth Bandwidth of the kernel \eqn{K} in the unit of `x`: a number, or a
#'   selector or its name. If `NULL` (the default), it is selected by the labels, see Details.
#' @param solver `"auto"` (the default), `"dual"`, or `"primal"`, see Details.
#' @param x Points as rows, labeled and unlabeled (see [bw_gc()]); or a formula, such as `y ~ .`,
#'   with `data`.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Belkin, M., Niyogi, P. and Sindhwani, V. (2006). Manifold regularization: a geometric
#'   framework for learning from labeled and unlabeled examples. *Journal of Machine Learning
#'   Research* 7, 2399-2434, sections 4.2 and 4.3.
#'
#'   Gonzalez, T. (1985). Clustering to minimize the maximum intercluster distance. *Theoretical
#'   Computer Science* 38, 293-306.
#' @seealso [ssl_auto()], which selects the method; [lapscale_ssl] for what you can do with the fit;
#'   `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' y <- replace(moon, -c(1:3, 148:150), NA)
#' fit <- ssl_laprls(x, y, bandwidth = 0.3)
#' mean(fitted(fit) == moon)
#' predict(fit, rbind(c(0, 1), c(1, -0.5)))
#' ssl_lapsvm(x, y, bandwidth = 0.3)
#' @export
ssl_laprls <- function(x, ...) UseMethod("ssl_laprls")

#' @rdname ssl_laprls
#' @export
ssl_laprls.default <- function(x, y, lambda_ambient = 1e-5,
                               lambda_manifold = 100 * lambda_ambient * NROW(x)^2, alpha = 0.5,
                               bandwidth = NULL, kernel_bandwidth = NULL, graph = NULL, k = NULL,
                               cutoff = NULL, seed = NULL, n_threads = NULL, na_action = "error",
                               scale = FALSE, progress = NULL, landmarks = NULL,
                               neighbors = "exact", weights = NULL, ...) door({
  ssl_fit(laprls_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_laprls
#' @export
ssl_laprls.formula <- function(x, data, ...) door(fit_formula(ssl_laprls, x, data, list(...)))

laprls_method <- function() {
  machine_method(
    "laprls", "Laplacian least squares",
    learn = function(problem, candidates, own) {
      # Without an intercept: 0 stays where it is.
      with_plain_labels(problem, function(problem) learn_least_squares(problem, candidates),
                        centre = FALSE)
    }
  )
}

learn_least_squares <- function(problem, candidates) {
  all <- seq_along(problem$labels$rows)
  learn <- function(kept) least_squares_offer(candidates, problem$labels, kept)
  offer <- learn(all)
  learnt <- c(offer$fit(problem), loo = function() offer$loo)
  learnt$without <- function(out) learn(all[-out])$at(out)
  learnt
}

# Learns from the labels `kept`: what is offered to ssl_auto(), see offers_of().
least_squares_offer <- function(candidates, labels, kept) {
  known <- pick_labels(labels, kept)
  hidden <- seq_along(labels$rows)[-kept]
  less <- if (length(hidden)) machines_without(candidates, hidden) else candidates
  chosen <- choose_machine(less, known)
  best <- chosen$best
  machine <- least_squares_machine(less[[best]], known$targets)
  gram <- candidates[[best]]$deformed$gram
  list(
    method = "laprls", path = chosen$path, row = best, loo = machine$loo,
    at = function(out) gram[out, kept, drop = FALSE] %*% machine$weights,
    fit = function(problem) {
      machine_result(problem, candidates, chosen, machine$weights, rep(0, ncol(machine$weights)))
    }
  )
}

#' @rdname ssl_laprls
#' @export
ssl_lapsvm <- function(x, ...) UseMethod("ssl_lapsvm")

#' @rdname ssl_laprls
#' @export
ssl_lapsvm.default <- function(x, y, lambda_ambient = 1e-5,
                               lambda_manifold = 100 * lambda_ambient * NROW(x)^2, alpha = 0.5,
                               bandwidth = NULL, kernel_bandwidth = NULL,
                               solver = c("auto", "dual", "primal"), graph = NULL, k = NULL,
                               cutoff = NULL, seed = NULL, n_threads = NULL, na_action = "error",
                               scale = FALSE, progress = NULL, landmarks = NULL,
                               neighbors = "exact", weights = NULL, ...) door({
  ssl_fit(lapsvm_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_laprls
#' @export
ssl_lapsvm.formula <- function(x, data, ...) door(fit_formula(ssl_lapsvm, x, data, list(...)))

lapsvm_method <- function() {
  machine_method(
    "lapsvm", "Laplacian support vector machine",
    learn = function(problem, candidates, own) {
      learn_vector_machine(problem, candidates, own$solver, own$factors)
    },
    check = function(own, arguments) {
      solver <- check_choice(own$solver, c("auto", "dual", "primal"), "solver")
      if (arguments$labels$kind == "regression") {
        abort_argument("`y` must be classes for a support vector machine; it is numeric.")
      }
      if (arguments$by_labels) {
        abort_argument("`graph` = \"auto\" is for ssl_laprls(), not for a support vector machine.")
      }
      # Penalties that are both the default give way where they leave one class.
      by_default <- !any(c("lambda_ambient", "lambda_manifold") %in% arguments$given)
      list(solver = solver, factors = if (by_default) lowered else 1)
    },
    score_kind = "hinge"
  )
}

learn_vector_machine <- function(problem, candidates, solver, factors) {
  labels <- problem$labels
  by <- if (solver == "auto") "auto"
  if (solver == "auto") solver <- if (length(labels$rows) <= 2000L) "dual" else "primal"
  learn <- function(candidates, labels) choose_vector_machine(candidates, labels, solver, factors)
  chosen <- learn(candidates, labels)
  candidates[[chosen$best]] <- chosen$machine
  learnt <- machine_result(problem, candidates, chosen, chosen$fit$weights, chosen$fit$intercept)
  learnt$without <- function(out) {
    found <- learn(machines_without(candidates, out), pick_labels(labels, -out))
    gram <- candidates[[found$best]]$deformed$gram[out, -out, drop = FALSE]
    gram %*% found$fit$weights + rep(found$fit$intercept, each = length(out))
  }
  lowers <- c(lambda_ambient = "lowered", lambda_manifold = "lowered")
  learnt$chosen <- c(solver = by, if (chosen$factor < 1) lowers, learnt$chosen)
  learnt$parameters$solver <- solver
  learnt$n_support <- chosen$fit$n_support
  learnt
}

# The default penalties are multiplied by these in turn, where they leave one class.
lowered <- 10^-(0:4)

# Adds to choose_machine() factor, machine, the candidate with its penalties times that, and fit,
# the vector machine there. In a wide kernel functions cost so much that the penalties can leave the
# hinge loss one class only, or nearly. There the next factor is taken, and after the last the next
# narrower kernel.
choose_vector_machine <- function(candidates, labels, solver, factors) {
  chosen <- choose_machine(candidates, labels)
  tried <- expand.grid(factor = factors, best = c(chosen$best, chosen$narrower))
  for (i in seq_len(nrow(tried))) {
    chosen[c("factor", "best")] <- tried[i, ]
    machine <- candidates[[chosen$best]]
    machine$lambda <- lapply(machine$lambda, function(one) one * chosen$factor)
    machine$deformed$scale <- machine$deformed$scale * chosen$factor
    chosen$machine <- machine
    chosen$fit <- vector_machine(machine$deformed, labels, solver)
    values <- machine$deformed$gram %*% chosen$fit$weights
    own <- values + rep(chosen$fit$intercept, each = nrow(values))
    # It tells its own labels apart, and errs on no more than least squares on labels left out.
    n_wrong <- sum(losses(chosen$loo[[chosen$best]], labels))
    if (length(unique(best_column(own, labels))) > 1L && sum(losses(own, labels)) <= n_wrong) break
  }
  chosen
}

# ---- support vector machines in the deformed kernel --------------------------------------------

# Fits one per column of the targets: list(weights n x q, intercept q, n_support): functions are
# coefficients %*% weights + intercept. Where all targets of a column are on one side so is this.
vector_machine <- function(deformed, labels, solver) {
  targets <- labels$targets
  two_sides <- if (solver == "dual") dual_machine else primal_machine
  one_side <- function(deformed, y, count) list(weights = 0 * y, intercept = y[[1L]], gap = 0)
  fits <- lapply(seq_len(ncol(targets)), function(j) {
    machine <- if (all(targets[, j] == targets[1L, j])) one_side else two_sides
    machine(deformed, targets[, j], labels$count)
  })
  gaps <- vapply(fits, function(fit) fit$gap, 0)
  if (max(gaps) > 1e-3) {
    warn(
      "The machine stopped {signif(max(gaps), 2)} short of its optimality conditions.",
      "convergence"
    )
  }
  weights <- vapply(fits, function(fit) fit$weights, numeric(nrow(targets)))
  list(
    weights = weights, intercept = vapply(fits, function(fit) fit$intercept, 0),
    n_support = sum(rowSums(weights != 0) > 0)
  )
}

# Minimizes the hinge loss: alpha in units of 1 / n.
dual_machine <- function(deformed, y, count) {
  dual <- cpp_svm_dual(deformed$gram / (2 * deformed$scale), y, count, 1e-7, 500000L)
  list(weights = y * dual$alpha / (2 * deformed$scale), intercept = dual$intercept, gap = dual$gap)
}

# Minimizes the squared hinge loss, except for the intercept. The intercept of the squared hinge
# loss is too far towards the larger class, so it is set as in the dual, where the hinge loss is
# smallest.
primal_machine <- function(deformed, y, count) {
  gram <- deformed$gram / deformed$scale
  primal <- cpp_svm_primal(gram, y, count, 1e-10, 200L)
  list(
    weights = primal$weights / deformed$scale,
    intercept = cpp_hinge_intercept(gram %*% primal$weights, y, count), gap = primal$gap
  )
}
