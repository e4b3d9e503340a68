# The errors of a learner over a grid of bandwidths.

# The losses of all hidden points at all bandwidths, as what finish_bandwidth() takes.
#   problem  of search_problem();  method: the name of the selector
search_errors <- function(problem, rounds, settings, method) {
  hidden <- unlist(lapply(rounds, function(round) round$hidden))
  values <- matrix(NA_real_, length(hidden), length(problem$grid))
  refused <- NULL
  for (g in seq_along(problem$grid)) {
    loss <- tryCatch(
      unlist(lapply(rounds, hidden_losses, problem = problem, bandwidth = problem$grid[[g]],
                    settings = settings)),
      lapscale_error_isolated = function(e) e
    )
    if (inherits(loss, "error")) refused <- loss else values[, g] <- loss
  }
  criterion <- colMeans(values)
  if (!any(is.finite(criterion))) {
    abort(
      c("The learner refuses at every bandwidth.", i = conditionMessage(refused)), "no_criterion",
      call = NULL
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

# What the hidden labels of one round cost.
hidden_losses <- function(round, problem, bandwidth, settings) {
  y <- replace(problem$y, -round$shown, NA)
  if (problem$labels$kind == "regression") y <- as_regression(y)
  fit <- withCallingHandlers(
    learn_quickly(problem, c(list(problem$checked$x, y = y, bandwidth = bandwidth), settings)),
    lapscale_warning = function(w) rlang::cnd_muffle(w),
    lapscale_message = function(m) rlang::cnd_muffle(m)
  )
  if (!inherits(fit, "lapscale_ssl")) {
    abort_argument("`learner` must return a lapscale_ssl, not {describe(fit)}.", call = NULL)
  }
  answer_losses(fitted(fit)[round$hidden], problem$y[round$hidden], problem$labels$kind)
}

# A fit of which only the predictions are used: our own learners leave out their errors, which take
# most of their time.
learn_quickly <- function(problem, arguments) {
  if (!identical(environment(problem$learner), topenv())) {
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
