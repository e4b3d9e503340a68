#' Kernel machines regularised on a manifold
#'
#' Functions \eqn{f(x) = \sum_j c_j K(x, x_j) + b}{f(x) = sum_j c_j K(x, x_j) + b} of the heat
#' kernel that fit the labels, are small in the kernel's norm and smooth on the graph of all points
#' (Belkin, Niyogi and Sindhwani, 2006):
#' \deqn{\frac1n \sum_{i=1}^n V(y_i, f(x_i)) + \lambda_A \|f\|_K^2 + \frac{\lambda_I}{u^2} f' L f}{
#'   1/n sum V(y_i, f(x_i)) + lambda_A |f|_K^2 + lambda_I / u^2 f' L f}
#' with `n` labels on `u` points. `ssl_laprls()` has the squared loss and no intercept,
#' `ssl_lapsvm()` the hinge loss and an intercept outside the penalties.
#'
#' @details
#' \eqn{L = (D - W) / }{L = (D - W) / }mean degree, on the density-corrected weights of the learning
#' graph (see [ssl_eigenmaps()]), so that the penalties have no unit.
#'
#' Both are ordinary machines in the deformed kernel \eqn{(\lambda_A n K^{-1} + \lambda_I n / u^2
#' L)^{-1}}{(lambda_A n K^-1 + lambda_I n / u^2 L)^-1} (equation 8 of the paper; `n / u^2` is right:
#' one version of its lecture notes prints `n^2 / u^2`). Up to 3000 points every point is a centre
#' and the kernel is found by a factorisation; beyond, the centres are the labelled points and 400
#' that cover the others: each the farthest from those before it (Gonzalez, 1985). There the kernel
#' is at least 1.5 times as wide as the farthest that a point is from a centre, unless
#' `kernel_bandwidth` is given.
#'
#' **The width of the kernel.** In many columns the bandwidth of the graph is less than the distance
#' to the nearest points, and a kernel as narrow is 0 between the labels. `kernel_bandwidth = NULL`
#' tries 1, 8, 32 and 128 times that of the graph by the leave-one-out predictions of least squares,
#' in closed form. The score is how likely these make the labels (in regression the squared error),
#' and the narrowest kernel within a standard error of the best is taken: so too with fewer than 4
#' labels. The choice takes three to four times as long as a fit of a width that is given.
#'
#' In a wide kernel the penalties can leave the hinge loss one class only. So where [ssl_lapsvm()]
#' gives its own labels one class, or errs on more of them than least squares on labels left out, it
#' lowers both penalties by factors of 10, to 1e-4 of the default, if both are the default, and then
#' passes on to the next narrower kernel.
#'
#' `solver = "dual"` is the support vector machine by sequential minimal optimisation;
#' `"primal"` has the *squared* hinge, another loss, by Newton's method on the active set, with the
#' intercept at which the hinge loss itself is least; `"auto"`: the dual up to 2000 labels.
#'
#' An ambient penalty of 0, or less than 1e-8 of the graph's part in double precision, is raised to
#' that with a message: a smaller one moves the fit away from its limit by rounding.
#'
#' Beyond the reach of the kernel `ssl_laprls()` is 0: a tie of all classes, which goes to the one
#' of the most labels. In regression subtract the mean of `y` first, where 0 means nothing.
#'
#' `lambda_manifold = NULL` chooses it among 1, 10, 100, 1000 times `lambda_ambient`
#' \eqn{u^2}{u^2} by the leave-one-out error of least squares in closed form.
#'
#' @inheritParams ssl_eigenmaps
#' @param lambda_ambient,lambda_manifold The penalties \eqn{\lambda_A}{lambda_A} and
#'   \eqn{\lambda_I}{lambda_I}, 0 or more. Default 1e-5 and 100 \eqn{\lambda_A u^2}{lambda_A u^2}
#'   with `u` the rows that `na_action` keeps.
#' @param kernel_bandwidth Bandwidth of the kernel \eqn{K}, unit of `x`: a number, a selector or its
#'   name; NULL: chosen by the labels (Details).
#' @param solver `"auto"`, `"dual"` or `"primal"`.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Belkin, M., Niyogi, P. and Sindhwani, V. (2006). Manifold regularization: a geometric
#'   framework for learning from labeled and unlabeled examples. *Journal of Machine Learning
#'   Research* 7, 2399-2434, sections 4.2 and 4.3.
#'
#'   Gonzalez, T. (1985). Clustering to minimize the maximum intercluster distance. *Theoretical
#'   Computer Science* 38, 293-306.
#'
#'   Sindhwani, V., Niyogi, P. and Belkin, M. (2005). Beyond the point cloud: from transductive to
#'   semi-supervised learning. *ICML*. (The deformed kernel.)
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
                               neighbors = "exact", ...) door({
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, scale, seed, n_threads,
                           progress, landmarks, neighbors, given = names(match.call()))
  ssl_fit(x, y, settings, laprls_method(
    given_penalties(lambda_ambient, lambda_manifold, missing(lambda_manifold)), kernel_bandwidth
  ))
}, ...)

#' @rdname ssl_laprls
#' @export
ssl_laprls.formula <- function(x, data, ...) door(
  fit_formula(ssl_laprls.default, x, data, list(...))
)

laprls_method <- function(penalties, kernel_bandwidth = NULL) {
  machine_method(
    "laprls", "Laplacian least squares",
    own = c(penalties, list(kernel_bandwidth = kernel_bandwidth)),
    learn = function(problem, candidates, own) {
      # Without an intercept: 0 stays where it is.
      with_plain_labels(problem, function(problem) learn_least_squares(problem, candidates),
                        centre = FALSE)
    }
  )
}

learn_least_squares <- function(problem, candidates) {
  labels <- problem$labels
  chosen <- choose_machine(candidates, labels)
  fit <- least_squares_machine(candidates[[chosen$best]], labels$targets)
  learnt <- machine_result(problem, candidates, chosen, fit$weights, rep(0, ncol(labels$targets)),
                           fit$loo)
  learnt$without <- function(out) {
    known <- hide_of(labels, out)
    less <- machines_without(candidates, out)
    best <- choose_machine(less, known)$best
    gram <- candidates[[best]]$deformed$gram[out, -out, drop = FALSE]
    gram %*% least_squares_machine(less[[best]], known$targets)$weights
  }
  learnt
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
                               neighbors = "exact", ...) door({
  settings <- ssl_settings(alpha, bandwidth, graph, k, cutoff, na_action, scale, seed, n_threads,
                           progress, landmarks, neighbors, given = names(match.call()))
  penalties <- given_penalties(lambda_ambient, lambda_manifold, missing(lambda_manifold))
  may_lower <- missing(lambda_ambient) && missing(lambda_manifold)
  ssl_fit(x, y, settings, lapsvm_method(penalties, kernel_bandwidth, solver, may_lower))
}, ...)

#' @rdname ssl_laprls
#' @export
ssl_lapsvm.formula <- function(x, data, ...) door(
  fit_formula(ssl_lapsvm.default, x, data, list(...))
)

# may_lower: whether both penalties are the default, which gives way where it leaves one class.
lapsvm_method <- function(penalties, kernel_bandwidth = NULL, solver = "auto",
                          may_lower = FALSE) {
  machine_method(
    "lapsvm", "Laplacian support vector machine",
    own = c(penalties, list(kernel_bandwidth = kernel_bandwidth, solver = solver)),
    check = function(own, arguments) {
      own$solver <- check_choice(own$solver, c("auto", "dual", "primal"), "solver")
      if (arguments$labels$kind == "regression") {
        abort_argument("`y` must be classes for a support vector machine; it is numeric.")
      }
      own
    },
    learn = function(problem, candidates, own) {
      learn_vector_machine(problem, candidates, own$solver, if (may_lower) lowered else 1)
    },
    score_kind = "hinge"
  )
}

learn_vector_machine <- function(problem, candidates, solver, factors) {
  labels <- problem$labels
  targets <- labels$targets
  by <- if (solver == "auto") "auto"
  if (solver == "auto") solver <- if (nrow(targets) <= 2000L) "dual" else "primal"
  learn <- function(candidates, labels) {
    choose_vector_machine(candidates, labels, solver, factors)
  }
  chosen <- learn(candidates, labels)
  candidates[[chosen$best]] <- chosen$machine
  learnt <- machine_result(problem, candidates, chosen, chosen$fit$weights, chosen$fit$intercept)
  learnt$without <- function(out) {
    known <- hide_of(labels, out)
    if (any(apply(known$targets, 2L, function(y) length(unique(y))) < 2L)) {
      return(hidden_scores(candidates[[1L]]$deformed, targets, solver, out))
    }
    found <- learn(machines_without(candidates, out), known)
    gram <- candidates[[found$best]]$deformed$gram[out, -out, drop = FALSE]
    gram %*% found$fit$weights + rep(found$fit$intercept, each = length(out))
  }
  lowers <- c(lambda_ambient = "lowered", lambda_manifold = "lowered")
  learnt$chosen <- c(solver = by, if (chosen$factor < 1) lowers, learnt$chosen)
  learnt$parameters$solver <- solver
  learnt$n_support <- chosen$fit$n_support
  learnt
}

# What the default penalties are multiplied by in turn, where they leave one class.
lowered <- 10^-(0:4)

# choose_machine(), with factor, machine, the candidate with its penalties times that, and fit, the
# vector machine there. In a wide kernel functions cost so much that the penalties can leave the
# hinge loss one class only, or nearly. There the next factor is taken, and after the last the next
# narrower kernel.
choose_vector_machine <- function(candidates, labels, solver, factors) {
  chosen <- choose_machine(candidates, labels)
  tried <- expand.grid(factor = factors, best = c(chosen$best, chosen$narrower))
  for (i in seq_len(nrow(tried))) {
    chosen[c("factor", "best")] <- tried[i, ]
    chosen$machine <- lower_penalties(candidates[[chosen$best]], chosen$factor)
    deformed <- chosen$machine$deformed
    chosen$fit <- vector_machine(deformed, labels$targets, solver)
    values <- deformed$gram %*% chosen$fit$weights
    own <- values + rep(chosen$fit$intercept, each = nrow(values))
    if (tells_classes(own, chosen$loo[[chosen$best]], labels)) break
  }
  chosen
}

# Whether a machine with these scores of its own labels has more than one class, and errs on no more
# of them than least squares on labels left out.
tells_classes <- function(own, loo, labels) {
  length(unique(best_column(own, labels))) > 1L &&
    sum(losses(own, labels)) <= sum(losses(loo, labels))
}

lower_penalties <- function(candidate, factor) {
  candidate$lambda <- lapply(candidate$lambda, function(one) one * factor)
  candidate$deformed$scale <- candidate$deformed$scale * factor
  candidate
}
