# What a method of learning from few labels is, and what methods share.

# A method of ssl_fit(): a list of the arguments.
#   name, title  of ssl_<name>(), and in words
#   learn        (problem, settings) -> what new_ssl_fit() takes;  problem: of ssl_graph();
#                settings: of check
#   check        (settings, arguments) -> the settings of the method alone, checked: a list;
#                settings: all arguments as the user gave them;  arguments: the checked list of
#                ssl_arguments(). One setting may be shares, where the user knows the shares of the
#                classes: then each class has a column of the targets
#   is_random    settings -> whether learning draws random numbers
#   candidates   (part, settings) -> what a choice among methods looks at, see
#                learn_best_candidate(); NULL: it cannot be chosen.  part: of spectral_part()
#   is_machine   whether it is a kernel machine, whose functions go on where the graph ends
#   is_spectral  whether it learns of eigenvectors
#   n_vectors    (labels, settings, n) -> of how many eigenvectors of a graph of n points that is
#                not stored it can learn, 1 where of products alone; NULL: it wants the weights
#   graph        the learning graph where none is given: "nearest", see usual_learning_graph(), or
#                a type that users can give, such as "knn", or "auto"
#   needs_kernel FALSE where nothing depends on a bandwidth
#   extend       (fit, handle, query, runtime) -> scores of the m new points of `query`, m x q, see
#                R/ssl_extend.R; `model` of what was learned is fit$model
#   score_kind   what its values are: "squares" and "hinge" by the loss that they minimize, "chance"
#                where they are the chances of the classes
new_ssl_method <- function(name, title, learn, check = function(settings, arguments) list(),
                           is_random = function(settings) FALSE, candidates = NULL,
                           is_machine = FALSE, is_spectral = FALSE, n_vectors = NULL,
                           graph = "nearest", needs_kernel = TRUE, extend = extend_by_walk,
                           score_kind = "squares") {
  arguments()
}

# What `...` of a learner of points and graphs takes, see door(): groups of settings, by the names
# that they have in setting_groups, and single settings with their defaults.
settings_of_learners <- list("points", "weights", "run", groups = NULL, k = NULL, cutoff = NULL,
                             landmarks = NULL, neighbors = "exact", local_scale = NULL)

# Learns by the candidate with the least error, or, if the path has no errors or some are equal, the
# least squared error: what new_ssl_fit() takes.
#   candidates  part -> a list of functions and tables of all candidates, here `fits`: list(path,
#               losses, fit, predictions, loo, exact_predictions).  path: a data frame with a row
#               per candidate: parameters, squared_error, and perhaps error and se;  losses: the
#               squared errors of leave-one-out, n labels x rows of the path, or NULL;  fit: number
#               of a row -> what the method learns;  predictions: (number of a row, numbers of k
#               points of the part) -> from the labels, k x q;  loo: number of a row -> of each
#               label from the others, n x q;  exact_predictions: as predictions, where these and
#               loo are of too few eigenvectors for the error of a fit; NULL where they are exact
#   part        of learning_part(), with rows (of its labeled points)
learn_best_candidate <- function(candidates, part) {
  best_row_of <- function(fits) {
    do.call(order, fits$path[intersect(c("error", "squared_error"), names(fits$path))])[[1L]]
  }
  fits <- candidates(part)
  solution <- fits$fit(best_row_of(fits))
  solution$path <- if (nrow(fits$path) > 1L) fits$path
  if (is.null(fits$exact_predictions)) solution$loo <- function() fits$loo(best_row_of(fits))
  solution$without <- function(hidden_index) {
    fits <- candidates(hide_labels(part, hidden_index))
    predict_hidden <- fits$exact_predictions %||% fits$predictions
    fill_with_mean(predict_hidden(best_row_of(fits), part$rows[hidden_index]), part, hidden_index)
  }
  solution
}

# What learn(problem) returns, in regression computed with labels of about 1 and brought back to the
# unit of the labels. Labels are only divided by powers of 2.
#   problem  of ssl_graph(): labels (kind: "classes" or "regression"; targets, n x q)
#   learn    (problem, ...) -> what new_ssl_fit() takes
#   ...      what learn() takes beside the problem, such as settings or candidates
#   centre   whether the labels' mean is taken off as well: for methods that keep constants; without
#            it what is learned is linear in the labels, a machine's coefficients too
# Labels are divided by `unit`, less `origin`, and divided by `centred_unit`: unscale() brings
# values back, rescale() differences of values, unscale_squares() squared errors. `without` and
# `loo` are functions that the solution has, see new_ssl_fit(), `error_columns` names of columns of
# its path.
with_plain_labels <- function(problem, learn, ..., centre = TRUE) {
  if (problem$labels$kind != "regression") return(learn(problem, ...))
  user_labels <- problem$labels
  targets <- user_labels$targets
  unit <- power_of_2(targets)
  targets <- targets / unit
  origin <- if (centre) mean(targets) else 0
  centred_unit <- power_of_2(targets - origin)
  problem$labels$targets <- (targets - origin) / centred_unit
  solution <- learn(problem, ...)
  warn_far_values(solution$values, problem$labels$targets)
  unscale <- function(values) if (!is.null(values)) (values * centred_unit + origin) * unit
  fields <- c("values", "averaged")
  solution[fields] <- lapply(solution[fields], unscale)
  without <- solution$without
  solution$without <- function(hidden_index) unscale(without(hidden_index))
  loo <- solution$loo
  if (!is.null(loo)) solution$loo <- function() unscale(loo())
  rescale <- function(values) if (!is.null(values)) values * centred_unit * unit
  solution$machine$coefficients <- rescale(solution$machine$coefficients)
  solution$machine$intercept <- unscale(solution$machine$intercept)
  solution$posterior$noise <- rescale(solution$posterior$noise)
  solution$substitute_posterior$noise <- rescale(solution$substitute_posterior$noise)
  if (!is.null(solution$problem)) solution$problem$labels <- user_labels
  unscale_squares <- function(values) rescale_squares(values, centred_unit * unit)
  error_columns <- intersect(c("error", "squared_error", "se", "loss"), names(solution$path))
  solution$path[error_columns] <- lapply(solution$path[error_columns], unscale_squares)
  if (!is.null(solution$bound)) {
    solution$bound[["bias"]] <- unscale_squares(solution$bound[["bias"]])
  }
  solution
}

# Warns of values that are more than max_label_sds standard deviations of the labels from 0, and
# more than twice as far as any label: nothing supports them.
#   values   fitted at the learned points, x q
#   targets  of the labels, n x q, less their mean; of machines, which keep it, as they are
warn_far_values <- function(values, targets) {
  farthest <- max(abs(values))
  ratio <- farthest / max(abs(targets))
  warn_if(isTRUE(farthest > max_label_sds * stats::sd(targets) && ratio > 2),
          c("The fitted values reach {signif(ratio, 2)} times as far from the labels' mean as the
             labels, because parts of the graph are only connected by weak edges.",
            i = "Use a lower power of the Laplacian, a larger penalty, or a larger `bandwidth`."),
          "range")
}

# The fit of the landmarks alone, whose points are kept; a fit of all points as it is.
#   fit  of new_ssl_fit(): rows (its points as rows of the data), landmarks (which rows of the data
#        they are; NULL: it was learned on all points), labels (rows: which of the points are
#        labeled), all_scores and all_spread, which are dropped
landmark_part <- function(fit) {
  if (is.null(fit$landmarks)) return(fit)
  fit$labels$rows <- match(fit$rows[fit$labels$rows], fit$landmarks)
  fit$rows <- fit$landmarks
  fit[c("all_scores", "all_spread")] <- list(NULL)
  fit
}

# The scores, a column for each class or response, at all points of a fit (new_ssl_fit()): where it
# was learned on landmarks, `scores` has only theirs, and `all_scores` has those of all.
scores_of <- function(fit) fit$all_scores %||% fit$scores

# The targets at the labeled points of a part, 0 elsewhere: u x q.
#   part  of learning_part(), with n (number of points u), rows (of its labeled points), targets
#         (labels x q)
given_values <- function(part) {
  values <- matrix(0, part$n, ncol(part$targets))
  values[part$rows, ] <- part$targets
  values
}

# Warns of an iteration that ended at a relative residual above 1e-8, and returns `solution`.
#   solution  list with residual (a relative one) and iterations (their number), and others
#   quantity  what was solved for, in words
warn_stopped <- function(solution, quantity) {
  warn_if(!(solution$residual <= 1e-8),
          "The iteration for {quantity} stopped at a relative residual of
           {signif(solution$residual, 2)} after {solution$iterations} steps.", "convergence")
  solution
}
