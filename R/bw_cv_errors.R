# The errors of cross-validation over the grid of bandwidths.

# Computes the mean loss of hidden labels at each bandwidth of the grid. Returns the selection that
# finish_bandwidth() takes: list(method, curve, minima, choices: c(global), minimum: "global",
# facts, labels, scaling). The criterion is NA at bandwidths at which the learner refuses.
#   problem  of search_problem(): checked (of as_points(): x, scaling), labels (of encode_labels():
#            kind, "classes" or "regression"; rows, the points with a label; group, of each label,
#            NULL: none), grid (bandwidths, increasing), local_scale (number of the neighbor whose
#            distance scales the bandwidths, or NULL), seed (here a number)
#   rounds   list of list(hidden, shown): row numbers of hidden labels and of those to learn from
#   method   the name of the selector, "cv" or "test_error"
#   title    what it is called in words
search_errors <- function(problem, rounds, method, title) {
  # For each bandwidth a vector of the losses of all hidden labels, or an error condition.
  losses <- losses_on_grid(problem, rounds, learner_settings(problem, problem$seed))
  is_refused <- vapply(losses, inherits, NA, "error")
  # Hidden labels x bandwidths.
  values <- matrix(NA_real_, sum(lengths(lapply(rounds, `[[`, "hidden"))), length(losses))
  values[, !is_refused] <- as.numeric(unlist(losses[!is_refused]))
  criterion <- colMeans(values)
  if (!any(is.finite(criterion))) {
    reason <- conditionMessage(losses[[max(which(is_refused))]])
    abort(c("The learner refuses at every bandwidth.", i = reason), "no_criterion")
  }
  # The row of each hidden label, in the order of the rows of values, and its group.
  hidden <- unlist(lapply(rounds, `[[`, "hidden"))
  group <- problem$labels$group[match(hidden, problem$labels$rows)]
  curve <- data.frame(
    bandwidth = problem$grid, criterion = criterion,
    se = apply(values, 2L, function(v) if (anyNA(v)) NA_real_ else se_of_mean(v, group))
  )
  minima <- error_minima(curve, sums_of_groups(values, group))
  measure <- if (problem$labels$kind == "classes") "error rate" else "mean squared error"
  list(
    method = method, curve = curve, minima = minima, scaling = problem$checked$scaling,
    choices = c(global = which.min(minima$criterion)), minimum = "global",
    facts = c(list(
      n = nrow(problem$checked$x), d = NA_integer_, n_labelled = length(problem$labels$rows)
    ), problem["local_scale"][!is.null(problem$local_scale)]),
    labels = list(criterion = measure, title = title)
  )
}

# Sums losses by groups of labels, scaled so that the means over the groups equal the means over the
# labels: a matrix groups x bandwidths, whose rows are independent. The losses themselves without
# groups.
#   values  losses, hidden labels x bandwidths
#   group   number of the group of each hidden label, or NULL
sums_of_groups <- function(values, group) {
  if (is.null(group)) return(values)
  unname(rowsum(values, group) * (length(unique(group)) / nrow(values)))
}

# Returns the points that a learner is given as `x`: a matrix, or, for a learner of this package, a
# point set, so that the graph and its spectrum, which do not depend on the labels, are computed
# once per bandwidth.
#   problem  of search_problem(): checked (of as_points(): x, mass), learner (a function)
learner_points <- function(problem) {
  checked <- problem$checked
  if (is.null(own_learner(problem$learner))) checked$x else
    share_checked(checked_points(checked$x, mass = checked$mass))
}

# Shows a message if cross-validation takes long.
#   seconds   that the fits at the first bandwidth took
#   n_grid    number of bandwidths;  n_rounds: number of fits at each
inform_of_cost <- function(seconds, n_grid, n_rounds) {
  seconds_left <- seconds * (n_grid - 1)
  if (seconds_left >= seconds_worth_a_message) {
    inform(c("The learner runs {n_grid * n_rounds} times, at {n_grid} bandwidths: this takes
              about {seconds_in_words(seconds_left)}.",
             i = "To save time, use fewer `bandwidths` or `folds`, or supply the learner's
                  parameters."), "cost")
  }
}

# Computes the losses at each bandwidth of the grid, by workers if there are any: a list of the
# results of losses_at(), vectors of losses or error conditions.
#   rounds    list of list(hidden, shown): row numbers of hidden labels and of those to learn from
#   settings  further arguments of the learner, of learner_settings()
#   problem   of search_problem(): learner, y, labels, checked, grid (bandwidths, increasing),
#             runtime (of new_runtime(): progress, a function of the share that is done, or NULL)
# `pool` is NULL without workers, and `loss` the result of losses_at() at one bandwidth.
losses_on_grid <- function(problem, rounds, settings) {
  # A learner of the user's may need what is in his session, and its random numbers.
  pool <- if (!is.null(own_learner(problem$learner))) open_losses_pool(problem, rounds, settings)
  if (!is.null(pool)) {
    on.exit(close_pool(pool))
    return(map_pool(losses_job, problem$grid, pool))
  }
  points <- learner_points(problem)
  on.exit(free_points(points))
  start <- proc.time()[[3]]
  n <- length(problem$grid)
  lapply(seq_len(n), function(g) {
    loss <- losses_at(problem, points, rounds, settings, problem$grid[[g]])
    if (g == 1L) inform_of_cost(proc.time()[[3]] - start, n, length(rounds))
    if (!is.null(problem$runtime$progress)) problem$runtime$progress(g / n)
    loss
  })
}

# Opens a pool of workers that compute losses for cross-validation, an environment, see open_pool();
# NULL without workers. They keep the problem without its runtime and its point set, which only this
# process can use.
#   problem   of search_problem(): runtime, checked
#   rounds    list of list(hidden, shown): row numbers of hidden labels and of those to learn from
#   settings  further arguments of the learner, of learner_settings()
open_losses_pool <- function(problem, rounds, settings) {
  runtime <- problem$runtime
  problem$runtime <- problem$checked$shared <- NULL
  open_pool(list(problem = problem, rounds = rounds, settings = settings), runtime)
}

# Returns the losses of all hidden labels at one bandwidth, computed in a worker: a vector, or an
# error condition.
#   bandwidth  a number
#   job_data   what the worker keeps, see open_losses_pool(): problem (of search_problem()), rounds
#              (list of list(hidden, shown)), settings (further arguments of the learner)
#   runtime    of the worker: n_threads
losses_job <- function(bandwidth, job_data, runtime) {
  settings <- job_data$settings
  if ("n_threads" %in% names(settings)) settings$n_threads <- runtime$n_threads
  points <- cached_in_worker("problem", function() learner_points(job_data$problem))
  losses_at(job_data$problem, points, job_data$rounds, settings, bandwidth)
}

# Computes the losses of all hidden labels at a bandwidth: numbers, in the order of the rounds, or
# the error condition of a learner for which all points are isolated. Other errors are raised.
#   problem   of search_problem()
#   points    of learner_points(): what the learner gets as `x`;  bandwidth: a number
#   rounds    list of list(hidden, shown): row numbers of hidden labels and of those to learn from
#   settings  further arguments of the learner, of learner_settings()
losses_at <- function(problem, points, rounds, settings, bandwidth) {
  tryCatch(
    unlist(lapply(rounds, hidden_losses, problem, points, bandwidth, settings)),
    lapscale_error_isolated = identity
  )
}

# Fits the learner without the hidden labels of one round, and returns the losses of its
# predictions: a number for each hidden label, of answer_losses(): 1 for a wrong class or none and 0
# for the right one, or the squared error in regression.
#   round     list(hidden, shown): row numbers of hidden labels and of those to learn from
#   problem   of search_problem(): y (as the user gave it, at the kept rows), labels (kind), learner
#   points    of learner_points(): what the learner gets as `x`;  bandwidth: a number
#   settings  of the learner, see learner_settings()
hidden_losses <- function(round, problem, points, bandwidth, settings) {
  y <- replace(problem$y, -round$shown, NA)
  if (problem$labels$kind == "regression") y <- as_regression(y)
  fit <- muffle_own(
    fit_without_errors(problem$learner, c(list(points, y = y, bandwidth = bandwidth), settings))
  )
  refuse_if(!inherits(fit, "lapscale_ssl"),
            "`learner` must return a lapscale_ssl, not {describe(fit)}.")
  answer_losses(fitted(fit)[round$hidden], problem$y[round$hidden], fit)
}

# Fits a learner of which only predictions are used, so that one of this package need not estimate
# its error. Returns its fit, a lapscale_ssl.
#   learner     a function
#   given_args  list of its arguments, named except for `x`, which is first
fit_without_errors <- function(learner, given_args) {
  # NULL: the learner is the user's.
  method_name <- own_learner(learner)
  if (is.null(method_name)) return(do.call(learner, given_args))
  names(given_args)[[1L]] <- "x"
  args <- arguments_of_call(default_of(learner), given_args)
  ssl_fit(method_name, args$x, args$y, args, names(given_args), with_errors = FALSE)
}

# Returns the table of local minima of a curve of errors: data frame bandwidth, criterion, se,
# depth_left, depth_right, z_left, z_right. Of the bandwidths with the lowest error it has one, the
# middle one, even if that is no local minimum.
#   curve   data frame with columns bandwidth, criterion (the mean loss), se
#   values  losses, a row per hidden label or group of labels and a column per bandwidth
error_minima <- function(curve, values) {
  minima <- find_minima(curve$criterion, values)
  lowest <- index_of_lowest(curve$criterion)
  is_higher <- curve$criterion[minima$index] > curve$criterion[[lowest]]
  minima_and_lowest(curve, minima[is_higher | minima$index == lowest, ], lowest)
}
