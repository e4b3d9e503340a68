#' Bandwidth with the smallest prediction error
#'
#' @description
#' Selects the bandwidth at which a method of semi-supervised learning has the smallest error.
#' `bw_cv()` estimates the error by cross-validation over the labels. `bw_test_error()` computes it
#' at points whose labels are known but withheld.
#'
#' **When to use it.** Use `bw_cv()` if you have a few hundred labels. With fewer, an error rate is
#' too imprecise to compare bandwidths; look at the standard errors. `bw_test_error()` is for
#' benchmarks, because it uses labels that you do not have in practice. Perrault-Joncas, Meila and
#' McQueen (2017) compare [bw_gc()] with both.
#'
#' @details
#' `bw_cv()` hides the labels of one fold at a time, learns from the other labels and from all
#' points at every bandwidth, and averages the loss over all labels. The loss is the share of wrong
#' classes, or in regression the squared error. The folds are the same at every bandwidth, so
#' differences have paired standard errors. `bw_test_error()` learns from `labelled` and averages
#' over the other points.
#'
#' A learner of this package computes one graph and one spectrum per bandwidth for all folds. Your
#' own function is called for each fold. If the remaining bandwidths will take 10 seconds or more, a
#' message of class `lapscale_message_cost` estimates the time.
#'
#' The selected bandwidth is the value of the grid with the smallest error. If several have the same
#' error, it is the one nearest to their middle.
#'
#' @inheritParams bw_gc
#' @param y Labels as in [ssl_eigenmaps()]. In `bw_cv()` unlabeled points are `NA`; in
#'   `bw_test_error()` all points have labels.
#' @param learner The method that learns: [ssl_eigenmaps] (the default), another `ssl_*()` function,
#'   or your own function of `x`, `y`, and `bandwidth` that returns a [lapscale_ssl]. It also gets
#'   `seed`, `n_threads`, and `progress = FALSE` if it has such arguments.
#' @param folds Number of folds, at least 2 and at most the number of labels. The default is 5.
#' @param labelled The rows of `x` whose labels are used to learn: row numbers, or a logical vector.
#' @param bandwidths The grid, two or more positive numbers in the unit of `x`. If `NULL` (the
#'   default), it has `n_bandwidths` values from half the median distance to the nearest point to
#'   the root mean squared distance between points.
#' @param n_bandwidths Length of the default grid. The default is 40.
#' @param seed A seed for the folds of `bw_cv()` and for what the learner draws at random. If `NULL`
#'   (the default of `bw_cv()`), the random numbers of R are used, so that [set.seed()] works. A
#'   whole number leaves them alone.
#' @param ... Further arguments of the learner.
#' @return A [lapscale_bandwidth] of method `"cv"` or `"test_error"`. Its curve,
#'   `as.data.frame(bw)`, has one row per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, which is the share of wrong classes, or the mean squared error in regression. It
#'     is `NA` if every point is isolated;
#'   - `se`, its standard error.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_criterion` if the learner fails at every bandwidth;
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the smallest error is at an end of the grid.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*, section
#'   5.
#' @seealso [bw_gc()], which needs no labels; [ssl_auto()]; `vignette("selectors")`.
#' @examples
#' x <- sample_moons(120, noise = 0.1, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' seen <- c(1:5, 116:120)
#' grid <- exp(seq(log(0.03), log(2), length.out = 8))
#' bw_cv(x, replace(moon, -seen, NA), learner = ssl_harmonic, bandwidths = grid, seed = 1)
#' bw <- bw_test_error(x, moon, seen, learner = ssl_harmonic, bandwidths = grid)
#' plot(bw)
#' @export
bw_cv <- function(x, y, learner = ssl_eigenmaps, folds = 5L, bandwidths = NULL, n_bandwidths = 40L,
                  seed = NULL, n_threads = NULL, na_action = "error", scale = FALSE,
                  progress = NULL, ...) door({
  start <- proc.time()[[3]]
  problem <- search_problem(x, y, environment(), list(...))
  n_labels <- length(problem$labels$rows)
  if (missing(folds)) folds <- max(2L, min(folds, n_labels))
  folds <- check_count(folds, "folds", min = 2, max = n_labels)
  problem$seed <- draw_seed(problem$seed)
  fold <- draw_folds(problem$labels, problem$checked$x, folds, 1L, problem$seed)[, 1L]
  rows <- problem$labels$rows
  rounds <- lapply(seq_len(folds), function(f) {
    list(hidden = rows[fold == f], shown = rows[fold != f])
  })
  check_rounds(rounds, problem, "Label more points of each class, or take more `folds`.")
  selected <- search_errors(problem, rounds, "cv", paste0(folds, "-fold cross-validation"))
  finish_bandwidth(selected, proc.time()[[3]] - start)
})

#' @rdname bw_cv
#' @export
bw_test_error <- function(x, y, labelled, learner = ssl_eigenmaps, bandwidths = NULL,
                          n_bandwidths = 40L, seed = 1, n_threads = NULL, na_action = "error",
                          scale = FALSE, progress = NULL, ...) door({
  start <- proc.time()[[3]]
  problem <- search_problem(x, y, environment(), list(...))
  if (length(problem$labels$rows) < nrow(problem$checked$x)) {
    abort_argument(
      "`y` must have the label of every row to measure errors with; {sum(is.na(problem$y))}
       {?is/are} NA."
    )
  }
  if (missing(labelled)) abort_argument("`labelled` is missing: the rows to learn from.")
  shown <- resolve_labelled(labelled, problem$checked)
  round <- list(hidden = setdiff(problem$labels$rows, shown), shown = shown)
  check_rounds(list(round), problem, "Name rows of each class in `labelled`.")
  problem$seed <- draw_seed(problem$seed)
  selected <- search_errors(problem, list(round), "test_error", "error on the other points")
  finish_bandwidth(selected, proc.time()[[3]] - start)
})

# Checks the arguments that both share, and completes the grid.
#   frame     of the call
#   settings  of the learner
search_problem <- function(x, y, frame, settings) {
  checked <- as_points(
    x, na_action = frame$na_action, scale = frame$scale, weights = settings$weights
  )
  settings$weights <- settings$weights[checked$rows]
  learner <- check_learner(frame$learner)
  settings <- check_learner_settings(settings, learner)
  grid <- if (!is.null(frame$bandwidths)) resolve_grid(frame$bandwidths)
  n_bandwidths <- check_grid_size(frame$n_bandwidths, "n_bandwidths", min = 2)
  seed <- check_seed(frame$seed)
  labels <- encode_labels(y, checked)
  if (labels$kind == "regression" && is.na(squares_back(1, power_of_2(labels$targets)))) {
    abort_argument("`y`: squares of labels of this size leave the range of numbers; rescale `y`.")
  }
  runtime <- new_runtime(frame$n_threads, frame$progress)
  check_spread_once(checked)
  check_equidistant(checked)
  list(
    checked = checked, y = y[checked$rows], labels = labels, learner = learner, settings = settings,
    seed = seed, runtime = runtime, grid = grid %||% learning_grid(checked, n_bandwidths, runtime)
  )
}

learning_grid <- function(checked, n_bandwidths, runtime) {
  handle <- borrow_points(checked, runtime)
  on.exit(return_points(checked, handle))
  neighbor_grid(checked, handle, n_bandwidths, runtime)
}

resolve_labelled <- function(labelled, checked) {
  n <- checked$n_given
  if (is.logical(labelled) && (length(labelled) != n || anyNA(labelled))) {
    abort_argument(
      "`labelled` must be row numbers, or TRUE or FALSE for each of the {n} rows, not
       {describe(labelled)}."
    )
  }
  if (is.logical(labelled)) labelled <- which(labelled)
  if (!length(labelled)) abort_argument("`labelled` names no row: there is nothing to learn from.")
  # Rows that na_action leaves out are left out here too.
  given <- check_rows(labelled, n, "labelled")
  rows <- match_rows(given[given %in% checked$rows], checked, "labelled")
  if (!length(rows)) abort_argument("`labelled` names only rows that have missing values.")
  if (length(rows) == nrow(checked$x)) {
    abort_argument("`labelled` names every row: no point is left to measure the error on.")
  }
  rows
}

# Checks that every round has two classes to learn from. The error says what else you can do.
check_rounds <- function(rounds, problem, advice) {
  class <- problem$labels$class
  n_classes <- vapply(rounds, function(round) {
    length(unique(class[match(round$shown, problem$labels$rows)]))
  }, 0L)
  if (!is.null(class) && any(n_classes < 2L)) {
    abort_argument(c("`y` leaves one class only to learn from when labels are hidden.", i = advice))
  }
}

# ---- errors over the grid ------------------------------------------------------------------------

# Finds the losses of all hidden points at all bandwidths, as what finish_bandwidth() takes.
#   problem  of search_problem(), with a seed;  method, title: the name of the selector, and in
#            words
search_errors <- function(problem, rounds, method, title) {
  losses <- losses_on_grid(problem, rounds, learner_settings(problem, problem$seed))
  refused <- vapply(losses, inherits, NA, "error")
  values <- matrix(NA_real_, sum(lengths(lapply(rounds, `[[`, "hidden"))), length(losses))
  values[, !refused] <- as.numeric(unlist(losses[!refused]))
  criterion <- colMeans(values)
  if (!any(is.finite(criterion))) {
    why <- conditionMessage(losses[[max(which(refused))]])
    abort(c("The learner refuses at every bandwidth.", i = why), "no_criterion")
  }
  curve <- data.frame(
    bandwidth = problem$grid, criterion = criterion,
    se = apply(values, 2L, function(v) if (anyNA(v)) NA_real_ else sd_of_mean(v))
  )
  minima <- error_minima(curve, values)
  measure <- if (problem$labels$kind == "classes") "error rate" else "mean squared error"
  list(
    method = method, curve = curve, minima = minima, scaling = problem$checked$scaling,
    choices = c(global = which.min(minima$criterion)), minimum = "global",
    facts = list(
      n = nrow(problem$checked$x), d = NA_integer_, n_labelled = length(problem$labels$rows)
    ),
    labels = list(criterion = measure, title = title)
  )
}

# Returns what the learner gets as `x`. A learner of ours gets the shared points, so that the graph
# and its spectrum, which do not depend on the labels, are computed once per bandwidth.
learner_points <- function(problem) {
  given <- problem$checked
  if (is.null(own_learner(problem$learner))) given$x else
    share_checked(checked_points(given$x, mass = given$mass))
}

# Seconds that are worth a word before they are spent.
long_search <- 10

# Says how long the search will take, where that is worth a word.
#   seconds  at the first of n_grid bandwidths, n_rounds fits each
inform_of_cost <- function(seconds, n_grid, n_rounds) {
  left <- seconds * (n_grid - 1)
  if (left >= long_search) {
    time <- if (left < 90) paste(round(left), "seconds") else paste(round(left / 60), "minutes")
    inform(
      c("The learner runs {n_grid * n_rounds} times, at {n_grid} bandwidths: this takes about
         {time}.",
        i = "To save time, use fewer `bandwidths` or `folds`, or supply the learner's parameters."),
      "cost"
    )
  }
}

# Finds losses_at() all bandwidths, by workers where there are any.
losses_on_grid <- function(problem, rounds, settings) {
  # A learner of the user's may need what is in his session, and its random numbers.
  pool <- if (!is.null(own_learner(problem$learner))) open_losses_pool(problem, rounds, settings)
  if (!is.null(pool)) {
    on.exit(close_pool(pool))
    return(map_pool(losses_job, problem$grid, pool))
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

open_losses_pool <- function(problem, rounds, settings) {
  runtime <- problem$runtime
  problem$runtime <- problem$checked$shared <- NULL
  open_pool(list(problem = problem, rounds = rounds, settings = settings), runtime)
}

losses_job <- function(bandwidth, kept, runtime) {
  settings <- kept$settings
  if ("n_threads" %in% names(settings)) settings$n_threads <- runtime$n_threads
  points <- made_once("problem", function() learner_points(kept$problem))
  losses_at(kept$problem, points, kept$rounds, settings, bandwidth)
}

# Finds the losses of all hidden points at a bandwidth, or the error of a learner that leaves all of
# them isolated.
#   points  of learner_points()
losses_at <- function(problem, points, rounds, settings, bandwidth) {
  tryCatch(
    unlist(lapply(rounds, hidden_losses, problem, points, bandwidth, settings)),
    lapscale_error_isolated = identity
  )
}

# Finds what the hidden labels of one round cost.
hidden_losses <- function(round, problem, points, bandwidth, settings) {
  y <- replace(problem$y, -round$shown, NA)
  if (problem$labels$kind == "regression") y <- as_regression(y)
  fit <- muffle_all(
    fit_predictions(problem$learner, c(list(points, y = y, bandwidth = bandwidth), settings))
  )
  if (!inherits(fit, "lapscale_ssl")) {
    abort_argument("`learner` must return a lapscale_ssl, not {describe(fit)}.")
  }
  answer_losses(fitted(fit)[round$hidden], problem$y[round$hidden], problem$labels$kind)
}

# Fits where only the predictions are used.
fit_predictions <- function(learner, arguments) {
  own <- own_learner(learner)
  if (is.null(own)) do.call(learner, arguments) else fit_without_errors(own, arguments)
}

# Finds local minima, with the lowest place among them: the grid value in the middle of what is
# lowest.
error_minima <- function(curve, values) {
  minima <- find_minima(curve$criterion, values)
  middle <- flat_bottom(curve$criterion)
  higher <- curve$criterion[minima$at] > curve$criterion[[middle]]
  minima_and_lowest(curve, minima[higher | minima$at == middle, ], middle)
}

# ---- the learner ---------------------------------------------------------------------------------

check_learner <- function(learner) {
  if (!is.function(learner)) {
    abort_argument("`learner` must be a function such as ssl_eigenmaps, not {describe(learner)}.")
  }
  names <- formal_names(learner)
  refuse_first(
    if (!"..." %in% names) setdiff(c("y", "bandwidth"), names),
    "`learner` must be a function of `x`, `y` and `bandwidth`; it has no argument `{first}`."
  )
  learner
}

# Names the arguments of a learner; attribute "learner": what it is called. "..." among them: any
# other name may have a place.
learner_arguments <- function(learner) {
  own <- own_learner(learner)
  if (!is.null(own)) {
    names <- setdiff(formal_names(own$default), "...")
    return(structure(names, learner = paste0("ssl_", own$name, "()")))
  }
  code <- body(learner)
  generic <- if (is.call(code) && identical(code[[1L]], quote(UseMethod))) code[[2L]]
  method <- if (is.character(generic)) {
    utils::getS3method(generic, "default", optional = TRUE, envir = environment(learner))
  }
  called <- if (is.null(generic)) "given" else paste0(generic, "()")
  structure(formal_names(method %||% learner), learner = called)
}

# Checks the arguments for the learner that were given in `...`.
check_learner_settings <- function(settings, learner) {
  check_names(settings, "in `...`")
  given <- names(settings)
  refuse_first(
    intersect(given, c("x", "y", "bandwidth")),
    "`{first}` is not for `...`: the learner is given it at every step."
  )
  accepted <- learner_arguments(learner)
  unknown <- given[!is_accepted(given, accepted)]
  refuse_first(
    unknown,
    c("`{first}` is not an argument of this function or of the learner
       {attr(accepted, 'learner')}.",
      hint_at_name(unknown[[1L]], arguments_of_frame(error_frame()), accepted))
  )
  settings
}

# Collects what goes to the learner beside points, labels and bandwidth: what was given, the seed,
# and how the selector itself computes.
learner_settings <- function(problem, seed) {
  computed <- list(seed = seed, n_threads = problem$runtime$n_threads, progress = FALSE)
  computed <- computed[is_accepted(names(computed), learner_arguments(problem$learner))]
  c(problem$settings, computed[setdiff(names(computed), names(problem$settings))])
}
