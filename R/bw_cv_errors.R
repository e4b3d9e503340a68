# The errors of a learner over a grid of bandwidths.

# The losses of all hidden points at all bandwidths, as what finish_bandwidth() takes.
#   problem  of search_problem();  method: the name of the selector
search_errors <- function(problem, rounds, settings, method) {
  hidden <- unlist(lapply(rounds, function(round) round$hidden))
  values <- matrix(NA_real_, length(hidden), length(problem$grid))
  refused <- NULL
  losses <- losses_on_grid(problem, rounds, settings)
  for (g in seq_along(problem$grid)) {
    loss <- losses[[g]]
    if (inherits(loss, "error")) refused <- loss else values[, g] <- loss
  }
  criterion <- colMeans(values)
  if (!any(is.finite(criterion))) {
    abort(
      c("The learner refuses at every bandwidth.", i = conditionMessage(refused)), "no_criterion"
    )
  }
  curve <- data.frame(
    bandwidth = problem$grid, criterion = criterion,
    se = apply(values, 2L, function(v) if (anyNA(v)) NA_real_ else sd_of_mean(v))
  )
  minima <- error_minima(curve, values)
  list(
    method = method, curve = curve, minima = minima[names(minima) != "at"],
    scaling = problem$checked$scaling,
    choices = c(global = which.min(minima$criterion)), minimum = "global",
    facts = list(
      n = nrow(problem$checked$x), d = NA_integer_, n_labelled = length(problem$labels$rows)
    ),
    labels = list(
      criterion = if (problem$labels$kind == "classes") "error rate" else "mean squared error"
    )
  )
}

# What the learner gets as `x`: one of ours the points as they are shared, so that the graph and its
# spectrum, in which the labels have no part, are found once at a bandwidth.
learner_points <- function(problem) {
  x <- problem$checked$x
  if (!is_own_learner(problem$learner)) {
    return(x)
  }
  share_checked(checked_points(x))
}

is_own_learner <- function(learner) identical(environment(learner), topenv())

# Seconds that are worth a word before they are spent.
long_search <- 10

#   seconds  at the first of n_grid bandwidths, n_rounds fits each
inform_of_cost <- function(seconds, n_grid, n_rounds) {
  left <- seconds * (n_grid - 1)
  if (left < long_search) {
    return(invisible())
  }
  time <- if (left < 90) paste(round(left), "seconds") else paste(round(left / 60), "minutes")
  inform(
    c("The learner runs {n_grid * n_rounds} times, at {n_grid} bandwidths: this takes about
       {time}.",
      i = "Fewer `bandwidths` or `folds`, and parameters of the learner that are given, take
           less."),
    "cost"
  )
}

# losses_at() all bandwidths, by workers where there are any.
losses_on_grid <- function(problem, rounds, settings) {
  # A learner of the user's may need what is in his session, and its random numbers.
  workers <- if (is_own_learner(problem$learner)) find_workers()
  if (!is.null(workers)) {
    return(losses_by_workers(problem, rounds, settings, workers))
  }
  points <- learner_points(problem)
  on.exit(if (is_shared(points)) free_points(points))
  start <- proc.time()[[3]]
  n <- length(problem$grid)
  lapply(seq_len(n), function(g) {
    loss <- losses_at(problem, points, rounds, settings, problem$grid[[g]])
    if (g == 1L) inform_of_cost(proc.time()[[3]] - start, n, length(rounds))
    if (!is.null(problem$runtime$progress)) problem$runtime$progress(g / n)
    loss
  })
}

losses_by_workers <- function(problem, rounds, settings, workers) {
  runtime <- problem$runtime
  problem$runtime <- problem$checked$shared <- NULL
  shared <- share_with_workers(
    list(problem = problem, rounds = rounds, settings = settings), runtime
  )
  on.exit(free_shared(shared))
  arguments <- lapply(problem$grid, function(h) list(bandwidth = h))
  worker_map("losses", arguments, shared, workers, runtime)
}

# The losses of all hidden points at a bandwidth, or the error of a learner that leaves all of them
# isolated.
#   points  of learner_points()
losses_at <- function(problem, points, rounds, settings, bandwidth) {
  tryCatch(
    unlist(lapply(rounds, hidden_losses, problem = problem, points = points,
                  bandwidth = bandwidth, settings = settings)),
    lapscale_error_isolated = function(e) e
  )
}

# What the hidden labels of one round cost.
hidden_losses <- function(round, problem, points, bandwidth, settings) {
  y <- replace(problem$y, -round$shown, NA)
  if (problem$labels$kind == "regression") y <- as_regression(y)
  fit <- withCallingHandlers(
    learn_quickly(problem, c(list(points, y = y, bandwidth = bandwidth), settings)),
    lapscale_warning = function(w) rlang::cnd_muffle(w),
    lapscale_message = function(m) rlang::cnd_muffle(m)
  )
  if (!inherits(fit, "lapscale_ssl")) {
    abort_argument("`learner` must return a lapscale_ssl, not {describe(fit)}.")
  }
  answer_losses(fitted(fit)[round$hidden], problem$y[round$hidden], problem$labels$kind)
}

# A fit of which only the predictions are used: our own learners leave out their errors, which take
# most of their time.
learn_quickly <- function(problem, arguments) {
  if (!is_own_learner(problem$learner)) {
    return(do.call(problem$learner, arguments))
  }
  withRestarts(do.call(problem$learner, arguments), lapscale_without_errors = function() NULL)
}

# Local minima, with the lowest place among them: the grid value in the middle of what is lowest.
error_minima <- function(curve, values) {
  minima <- find_minima(curve$criterion, values)
  middle <- flat_bottom(curve$criterion)
  if (!middle %in% minima$at) {
    lowest <- curve$criterion[minima$at] <= curve$criterion[[middle]]
    row <- data.frame(
      at = middle, depth_left = NA_real_, depth_right = NA_real_, z_left = NA_real_,
      z_right = NA_real_
    )
    minima <- rbind(minima[!lowest, , drop = FALSE], row)
    minima <- minima[order(minima$at), ]
  }
  minima <- cbind(curve[minima$at, c("bandwidth", "criterion", "se")], minima)
  rownames(minima) <- NULL
  minima
}
