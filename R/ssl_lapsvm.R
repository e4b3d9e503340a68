#' @rdname ssl_laprls
#' @export
ssl_lapsvm <- function(x, ...) UseMethod("ssl_lapsvm")

#' @rdname ssl_laprls
#' @export
ssl_lapsvm.default <- function(x, y, lambda_ambient = 1e-5,
                               lambda_manifold = 100 * lambda_ambient * NROW(x)^2, alpha = 0.5,
                               bandwidth = NULL, kernel_bandwidth = NULL,
                               solver = c("auto", "dual", "primal"), graph = NULL, k = NULL,
                               scale = FALSE, seed = NULL, ...) door({
  # NULL stands here for "not given", for which resolve_penalties() sets the default by the rows
  # that are kept. NULL from the user, whose call names the argument, means that the labels choose.
  # `...` holds settings by name, see settings_of_learners.
  if (missing(lambda_manifold)) lambda_manifold <- NULL
  ssl_fit("lapsvm", x, y, arguments(), names(match.call()))
}, .takes = settings_of_learners)

#' @rdname ssl_laprls
#' @export
ssl_lapsvm.formula <- function(x, data, ...) door(fit_terms(ssl_lapsvm, x, data, enquos(...)))

# A support vector machine with a penalty along the graph; see machine_method(), also for what
# `learn` and `check` are given. `check` adds solver, a word, and factors, which penalties are
# multiplied by in turn, to the settings.
lapsvm_method <- function() machine_method(
  "lapsvm", "Laplacian support vector machine",
  learn = function(problem, candidates, settings) {
    learn_vector_machine(problem, candidates, settings$solver, settings$factors)
  },
  check = function(settings, arguments) {
    solver <- check_choice(settings$solver, c("auto", "dual", "primal"), "solver")
    refuse_if(arguments$labels$kind == "regression",
              "`y` must be classes for a support vector machine; it is numeric.")
    refuse_if(arguments$by_labels,
              "`graph` = \"auto\" is for ssl_laprls(), not for a support vector machine.")
    # Penalties that are both the default give way where they leave one class.
    is_default <- !any(c("lambda_ambient", "lambda_manifold") %in% arguments$user_args)
    list(solver = solver, factors = if (is_default) penalty_factors else 1)
  },
  score_kind = "hinge"
)

# What new_ssl_fit() takes, by a vector machine in the kernel that the labels choose.
#   problem, candidates  of ssl_graph() and machine_candidates()
#   solver               "auto", "dual", or "primal"
#   factors              numbers that penalties are multiplied by, in turn
# `choice` is of choose_vector_machine(), `fold_choice` the same without hidden labels, `gram` the
# deformed kernel of hidden with known labels. `solver_way` (NULL if the user gave the solver) and
# `lowered_ways` say how parameters were set, in words.
learn_vector_machine <- function(problem, candidates, solver, factors) {
  labels <- problem$labels
  solver_way <- if (solver == "auto") "auto"
  if (solver == "auto") solver <- if (length(labels$rows) <= 2000L) "dual" else "primal"
  learn <- function(candidates, labels) choose_vector_machine(candidates, labels, solver, factors)
  choice <- learn(candidates, labels)
  candidates[[choice$best]] <- choice$machine
  solution <- machine_result(problem, candidates, choice, choice$fit$weights, choice$fit$intercept)
  solution$without <- function(hidden_index) {
    fold_choice <-
      learn(machines_without(candidates, hidden_index), pick_labels(labels, -hidden_index))
    gram <- candidates[[fold_choice$best]]$deformed$gram[hidden_index, -hidden_index, drop = FALSE]
    gram %*% fold_choice$fit$weights + rep(fold_choice$fit$intercept, each = length(hidden_index))
  }
  lowered_ways <- c(lambda_ambient = "lowered", lambda_manifold = "lowered")
  solution$chosen <- c(solver = solver_way, if (choice$factor < 1) lowered_ways, solution$chosen)
  solution$parameters$solver <- solver
  solution$n_support <- choice$fit$n_support
  solution
}

# The default penalties are multiplied by these in turn, where they leave one class.
penalty_factors <- 10^-(0:4)

# The list of choose_machine() with factor, machine (the candidate with its penalties times that),
# and fit, of vector_machine() there. In a wide kernel functions cost so much that the penalties can
# leave the hinge loss one class only, or nearly. There the next factor is taken, and after the last
# the next narrower kernel: `attempts` is a data frame of both in this order, whose last is kept if
# none separates the labels.
#   candidates, labels  of machine_candidates() and encode_labels()
#   solver              "dual" or "primal";  factors: what penalties are multiplied by, in turn
# `fitted` are the values at the labels, n x q, `n_wrong` the number of labels that least squares
# predicts wrong from the others. The number of the candidate, `best` of `choice`, becomes that of
# the attempt.
choose_vector_machine <- function(candidates, labels, solver, factors) {
  choice <- choose_machine(candidates, labels)
  attempts <- expand.grid(factor = factors, best = c(choice$best, choice$narrower))
  for (i in seq_len(nrow(attempts))) {
    choice[c("factor", "best")] <- attempts[i, ]
    machine <- candidates[[choice$best]]
    machine$lambda <- lapply(machine$lambda, function(penalty) penalty * choice$factor)
    machine$deformed$scale <- machine$deformed$scale * choice$factor
    choice$machine <- machine
    choice$fit <- vector_machine(machine$deformed, labels, solver)
    kernel_values <- machine$deformed$gram %*% choice$fit$weights
    fitted <- kernel_values + rep(choice$fit$intercept, each = nrow(kernel_values))
    # It separates its labels, and errs on no more than least squares on labels left out.
    n_wrong <- sum(losses(choice$loo[[choice$best]], labels))
    is_separating <- length(unique(best_column(fitted, labels))) > 1L
    if (is_separating && sum(losses(fitted, labels)) <= n_wrong) break
  }
  choice
}

# Fits a vector machine per column of the targets: list(weights: n x q; intercept: q numbers;
# n_support: number of labels with a weight other than 0). Functions are the kernels of the centers
# times coefficients %*% weights, plus the intercept. Where all targets of a column are on one side
# the function is constant.
#   deformed  of deform_kernel(): coefficients, gram, scale;  solver: "dual" or "primal"
#   labels    of encode_labels(): targets (n x q, -1 and 1), count (how often each label counts)
vector_machine <- function(deformed, labels, solver) {
  targets <- labels$targets
  machine_of_two <- if (solver == "dual") dual_machine else primal_machine
  machine_of_one <- function(deformed, y, count) list(weights = 0 * y, intercept = y[[1L]], gap = 0)
  fits <- lapply(seq_len(ncol(targets)), function(j) {
    machine <- if (all(targets[, j] == targets[1L, j])) machine_of_one else machine_of_two
    machine(deformed, targets[, j], labels$count)
  })
  gaps <- vapply(fits, function(fit) fit$gap, 0)
  warn_if(max(gaps) > 1e-3,
          "The machine stopped {signif(max(gaps), 2)} short of its optimality conditions.",
          "convergence")
  weights <- vapply(fits, function(fit) fit$weights, numeric(nrow(targets)))
  list(weights = weights, intercept = vapply(fits, function(fit) fit$intercept, 0),
       n_support = sum(rowSums(weights != 0) > 0))
}

# Minimizes the hinge loss: list(weights, length n; intercept; gap: how far from the conditions of
# optimality it stopped, in the unit of the values). alpha of `dual` is from 0 to the count of each
# label.
#   deformed  of deform_kernel(), with gram (n x n, between the labels), scale (that penalties are
#             divided by)
#   y         -1 or 1 for each label
#   count     how often each label counts
dual_machine <- function(deformed, y, count) {
  dual <- cpp_svm_dual(deformed$gram / (2 * deformed$scale), y, count, 1e-7, 500000L)
  list(weights = y * dual$alpha / (2 * deformed$scale), intercept = dual$intercept, gap = dual$gap)
}

# Minimizes the squared hinge loss, except for the intercept. The intercept of the squared hinge
# loss is too far towards the larger class, so it is set as in the dual, where the hinge loss is
# smallest. Returns what dual_machine() returns.
#   deformed  of deform_kernel(), with gram (n x n, between the labels), scale (that penalties are
#             divided by)
#   y         -1 or 1 for each label
#   count     how often each label counts
primal_machine <- function(deformed, y, count) {
  gram <- deformed$gram / deformed$scale
  primal <- cpp_svm_primal(gram, y, count, 1e-10, 200L)
  list(weights = primal$weights / deformed$scale,
       intercept = cpp_hinge_intercept(gram %*% primal$weights, y, count), gap = primal$gap)
}
