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
  learnt <- learn(all)$fit(problem)
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
      machine_result(problem, candidates, chosen, machine$weights, rep(0, ncol(machine$weights)),
                     machine$loo)
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
    chosen$fit <- vector_machine(machine$deformed, labels$targets, solver)
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
vector_machine <- function(deformed, targets, solver) {
  two_sides <- if (solver == "dual") dual_machine else primal_machine
  one_side <- function(deformed, y) list(weights = 0 * y, intercept = y[[1L]], gap = 0)
  fits <- lapply(seq_len(ncol(targets)), function(j) {
    machine <- if (all(targets[, j] == targets[1L, j])) one_side else two_sides
    machine(deformed, targets[, j])
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
dual_machine <- function(deformed, y) {
  dual <- cpp_svm_dual(deformed$gram / (2 * deformed$scale), y, 1e-7, 500000L)
  list(weights = y * dual$alpha / (2 * deformed$scale), intercept = dual$intercept, gap = dual$gap)
}

# Minimizes the squared hinge loss, except for the intercept. The intercept of the squared hinge
# loss is too far towards the larger class, so it is set as in the dual, where the hinge loss is
# smallest.
primal_machine <- function(deformed, y) {
  gram <- deformed$gram / deformed$scale
  primal <- cpp_svm_primal(gram, y, 1e-10, 200L)
  list(
    weights = primal$weights / deformed$scale,
    intercept = hinge_intercept(gram %*% primal$weights, y), gap = primal$gap
  )
}

# Finds the intercept b that minimizes sum max(0, 1 - y (f + b)): the middle of the minima. The sum
# is piecewise linear with its corners at y - f.
hinge_intercept <- function(f, y) {
  corners <- sort(y - drop(f))
  # To the left of all corners only labels +1 lose, each with slope -1; every corner adds 1.
  slope <- -sum(y > 0) + seq_along(corners)
  first <- which(slope >= 0)[[1]]
  if (slope[[first]] > 0) corners[[first]] else mean(corners[first + 0:1])
}

# What the two kernel machines on a manifold share: the kernel deformed by the graph, in which they
# are ordinary machines on the labeled points.

# Describes a method with functions of its own everywhere.
#   learn  (problem, candidates, own) -> what new_ssl_fit() takes;  candidates: machine_candidates()
#   check  what else it checks, as new_ssl_method() takes it
machine_method <- function(name, title, learn, check = function(own, arguments) NULL, ...) {
  new_ssl_method(
    name, title,
    learn = function(problem, own) learn(problem, machine_candidates(problem, own), own),
    check = function(own, arguments) {
      c(
        list(
          penalties = resolve_penalties(own, arguments),
          kernel_bandwidth = resolve_kernel_bandwidth(own$kernel_bandwidth, arguments)
        ),
        check(own, arguments)
      )
    },
    is_machine = TRUE, ...
  )
}

# Checks the penalties: list(ambient, manifold); manifold NULL: chosen by leave-one-out. The default
# goes by the rows that are kept.
resolve_penalties <- function(own, arguments) {
  ambient <- check_number(own$lambda_ambient, "lambda_ambient", above = 0, strict = FALSE)
  if (!"lambda_manifold" %in% arguments$given) {
    return(list(ambient = ambient, manifold = 100 * ambient * arguments$n_all^2))
  }
  manifold <- own$lambda_manifold
  if (!is.null(manifold)) {
    manifold <- check_number(manifold, "lambda_manifold", above = 0, strict = FALSE)
  } else if (ambient == 0) {
    abort_argument(
      "`lambda_manifold` = NULL chooses among multiples of `lambda_ambient`, which is 0."
    )
  }
  list(ambient = ambient, manifold = manifold)
}

# Returns a number, the choice of a selector or of the selector of this name, or NULL if several are
# to be tried.
resolve_kernel_bandwidth <- function(bandwidth, arguments) {
  if (is.function(bandwidth) || rlang::is_string(bandwidth, named_selectors)) {
    points <- arguments$landmarks$all %||% arguments$checked
    bandwidth <- resolve_bandwidth(bandwidth, points, arguments$seed, arguments$runtime)$value
  }
  if (!is.null(bandwidth)) check_number(plain(bandwidth), "kernel_bandwidth", above = 0)
}

# Finds the kernel between points and centers, and its product with the graph's Laplacian, D - W
# over the mean degree. A list: h, kernel u x m, product u x m before division by `unit`, the mean
# degree, centres (row numbers), rows (of the labeled points), n, u, n_all, runtime. With landmarks
# the mean is over the n_all points that they stand for.
#   cover  see kernel_centres()
kernel_basis <- function(problem, h, cover = kernel_centres(problem)) {
  u <- nrow(problem$checked$x)
  centres <- cover$centres
  rows <- problem$labels$rows
  check_memory(8 * u * length(centres) * 5, "x", "with the kernel matrix of the machine")
  kernel <- machine_kernel(problem, h, centres)
  weights <- if (!is_graph_kernel(problem, h, centres)) problem$weights
  product <- cpp_laplacian_product(weights, problem$factor, problem$degree, kernel, problem$runtime)
  list(
    h = h, kernel = kernel, product = product, unit = mean(problem$degree) * (u / problem$n_all),
    centres = centres, rows = rows, n = length(rows), u = u, n_all = problem$n_all,
    runtime = problem$runtime
  )
}

# Chooses the centers: all points up to dense_limit, else the labeled ones and 400 that cover the
# others. A list: centres (row numbers), radius: the farthest that a point is from them.
kernel_centres <- function(problem) {
  x <- problem$checked$x
  u <- nrow(x)
  # Points that are no landmarks are as far from these.
  beside <- problem$landmarks$radius %||% 0
  if (u <= dense_limit) {
    return(list(centres = seq_len(u), radius = beside))
  }
  labelled <- problem$labels$rows
  start <- labelled[cpp_sample_rows(length(labelled), min(length(labelled), n_cover), 1)]
  rows <- c(start, setdiff(cpp_sample_rows(u, min(u, max_covered), 1), labelled))
  found <- cpp_farthest_point_sampling(
    x[rows, , drop = FALSE], seq_along(start), n_cover, problem$runtime
  )
  list(centres = sort(c(labelled, rows[found$rows])), radius = found$radius + beside)
}

# Centers besides the labeled points; of how many points they are taken, at random.
n_cover <- 400L
max_covered <- 20000L

# If the kernel is narrower than this many radii of the cover, there are holes between the centers.
min_width <- 1.5

# Tells whether the machine's kernel matrix is what the graph was made of.
is_graph_kernel <- function(problem, h, centres) {
  !is.null(problem$kernel) && h == problem$h && length(centres) == nrow(problem$checked$x)
}

# Finds the kernel of a machine between all points and its centers.
machine_kernel <- function(problem, h, centres) {
  if (is_graph_kernel(problem, h, centres)) {
    return(problem$kernel)
  }
  x <- problem$checked$x
  handle <- cpp_points(x[centres, , drop = FALSE], problem$runtime)
  on.exit(cpp_release(handle))
  cpp_heat_kernel(handle, x, h, problem$runtime)
}

# Below this share of the graph's part the ambient penalty is lost in rounding, and the fit moves
# away from its limit again.
min_ambient <- 1e-8

# What double precision can tell from 0.
min_ratio <- 1e-12

# Deforms the kernel by penalties a = lambda_ambient n and b = lambda_manifold n / u^2, divided by
# `scale` = max(a, b): list(coefficients m x n, gram n x n, scale, ridge: whether a penalty was
# raised).
deform_kernel <- function(basis, lambda) {
  a <- lambda$ambient * basis$n
  b <- lambda$manifold * basis$n / basis$n_all^2
  scale <- max(a, b)
  ratio <- if (scale == 0) c(1, 0) else c(a, b) / scale
  lowest <- min_ambient * ratio[[2]] * max(abs(basis$product)) / basis$unit
  ridge <- ratio[[1]] < lowest
  ratio[[1]] <- max(ratio[[1]], lowest)
  deformed <- if (length(basis$centres) == basis$u) {
    cpp_deformed_kernel(
      basis$kernel, basis$product, basis$rows, ratio[[1]], ratio[[2]] / basis$unit,
      basis$runtime
    )
  } else {
    deform_on_centres(basis, ratio)
  }
  min_scale <- min_ratio * mean(diag(deformed$gram))
  c(deformed, list(scale = max(scale, min_scale), ridge = ridge || scale < min_scale))
}

# Does the same for functions in the span of the centres' kernels.
deform_on_centres <- function(basis, ratio) {
  k <- basis$kernel
  smooth <- cpp_cross_product(k, basis$product, basis$runtime) / basis$unit
  penalty <- ratio[[1]] * k[basis$centres, , drop = FALSE] + ratio[[2]] * (smooth + t(smooth)) / 2
  diag(penalty) <- diag(penalty) + min_ratio * mean(diag(penalty))
  at_labels <- k[basis$rows, , drop = FALSE]
  coefficients <- solve(penalty, t(at_labels), tol = 0)
  gram <- at_labels %*% coefficients
  list(coefficients = coefficients, gram = (gram + t(gram)) / 2)
}

# Returns what new_ssl_fit() takes, from weights on the labeled points. `chosen`: of
# choose_machine().
machine_result <- function(problem, candidates, chosen, weights, intercept, loo = NULL) {
  best <- candidates[[chosen$best]]
  coefficients <- best$deformed$coefficients %*% weights
  values <- machine_kernel(problem, best$h, best$centres) %*% coefficients
  if (best$deformed$ridge) {
    inform(
      "The penalties are too small for double precision and were raised to the smallest usable
       value.",
      "ridge"
    )
  }
  by <- function(name) if (name %in% names(chosen$path)) "leave-one-out" else "given"
  list(
    values = values + rep(intercept, each = nrow(values)), loo = loo, path = chosen$path,
    chosen = c(lambda_manifold = by("lambda_manifold"), kernel_bandwidth = by("kernel_bandwidth")),
    parameters = list(
      lambda_ambient = best$lambda$ambient, lambda_manifold = best$lambda$manifold,
      kernel_bandwidth = best$h
    ),
    machine = list(
      h = best$h, centres = best$centres, coefficients = coefficients, intercept = intercept
    )
  )
}

# ---- width and penalty: what is tried, and what the labels choose --------------------------------

# Widths tried where none is given, in units of the graph's bandwidth. In many columns that is less
# than the distance to the nearest points: a kernel as narrow says nothing between the labels.
kernel_multiples <- c(1, 8, 32, 128)

# Prepares every combination of what is to be chosen, the narrowest kernel first: a list of
# list(deformed, of deform_kernel(); lambda; h; centres; inverse, of least squares at the labels).
#   own  with kernel_bandwidth and penalties;  cover: see kernel_centres()
machine_candidates <- function(problem, own, cover = kernel_centres(problem)) {
  widths <- own$kernel_bandwidth %||% (max(problem$h, min_width * cover$radius) * kernel_multiples)
  ambient <- own$penalties$ambient
  manifold <- own$penalties$manifold %||% (c(1, 10, 100, 1000) * ambient * problem$n_all^2)
  candidates <- lapply(widths, function(h) {
    basis <- kernel_basis(problem, h, cover)
    Map(function(ambient, manifold) {
      lambda <- list(ambient = ambient, manifold = manifold)
      deformed <- deform_kernel(basis, lambda)
      list(deformed = deformed, lambda = lambda, h = h, centres = cover$centres,
           inverse = least_squares_inverse(deformed))
    }, ambient, manifold)
  })
  unlist(candidates, recursive = FALSE)
}

least_squares_inverse <- function(deformed) {
  gram <- deformed$gram / deformed$scale
  solve(gram + diag(nrow(gram)), tol = 0)
}

# Fits regularized least squares in the deformed kernel: list(weights n x q: functions are
# coefficients times these, loo n x q).
least_squares_machine <- function(candidate, targets) {
  beta <- candidate$inverse %*% targets
  list(weights = beta / candidate$deformed$scale, loo = targets - beta / diag(candidate$inverse))
}

# Prepares candidates for the labels but `out`.
machines_without <- function(candidates, out) {
  lapply(candidates, function(one) {
    all <- one$inverse
    across <- all[-out, out, drop = FALSE]
    one$inverse <- all[-out, -out, drop = FALSE] -
      across %*% solve(all[out, out], t(across), tol = 0)
    one$deformed$gram <- one$deformed$gram[-out, -out, drop = FALSE]
    one
  })
}

# Finds the one that the labels choose by least squares: a list of best, its number, narrower, the
# numbers at narrower kernels, loo, of all, and path. The penalty by the squared error of
# leave-one-out; the narrowest kernel within a standard error of the best, by how likely the labels
# are (numbers: by the squared error). The squared error of classes would say how far scores have
# shrunk rather than on which side they are.
choose_machine <- function(candidates, labels) {
  targets <- labels$targets
  loo <- lapply(candidates, function(one) least_squares_machine(one, targets)$loo)
  losses <- leave_one_out_losses(loo, identity, targets)
  squared <- mean_losses(losses)
  h <- vapply(candidates, function(one) one$h, 0)
  best <- vapply(unique(h), function(one) {
    at <- which(h == one)
    at[[which.min(squared$squared_error[at])]]
  }, 0L)
  path <- data.frame(
    kernel_bandwidth = h, lambda_manifold = vapply(candidates, function(one) one$lambda$manifold, 0)
  )
  path <- path[c(length(best) > 1L, length(best) < length(h))]
  if (length(best) > 1L && labels$kind == "classes") {
    losses <- vapply(loo, surprise_of, numeric(nrow(targets)), labels = labels)
    path$log_loss <- colMeans(losses)
    squared$se <- apply(losses, 2L, sd_of_mean)
  }
  path <- cbind(path, squared)
  chosen <- first_within_error(losses[, best, drop = FALSE])
  list(
    best = best[[chosen]], narrower = rev(best[seq_len(chosen - 1L)]), loo = loo,
    path = if (length(h) > 1L) path
  )
}

# Finds the first column whose mean is within a standard error of the difference to the least mean.
# Of few rows none tells: the first.
first_within_error <- function(losses) {
  if (nrow(losses) < 4L) {
    return(1L)
  }
  above <- losses - losses[, which.min(colMeans(losses))]
  which(colMeans(above) <= apply(above, 2L, sd_of_mean))[[1]]
}
