#' Bandwidth by the error of learning
#'
#' The bandwidth at which a method of semi-supervised learning errs least: `bw_cv()` by
#' cross-validation over the labels, `bw_test_error()` on points whose labels are known and
#' withheld. Perrault-Joncas, Meila and McQueen (2017) compare [bw_gc()] with both.
#'
#' @details
#' `bw_cv()` hides the labels of one fold at a time, learns from the others and from all points at
#' every bandwidth, and averages the loss over all labels: the share of wrong classes, or in
#' regression the squared error. The folds are the same at every bandwidth, so that differences have
#' paired standard errors. `bw_test_error()` learns from `labelled` and averages over the others; it
#' is what one would like to know, not a way to choose without the labels.
#'
#' With a learner of this package one graph and one spectrum at each bandwidth serve all folds; a
#' function of one's own is called for each. After the first bandwidth a message of class
#' `lapscale_message_cost` says how long the others will take, if that is 10 seconds or more.
#'
#' The choice is the grid value with the least error; of several with the same, the one nearest
#' their middle. An error rate over few labels is a coarse guide: see the standard errors.
#'
#' @inheritParams bw_gc
#' @param y Labels as in [ssl_eigenmaps()]: with NA for unlabelled points in `bw_cv()`, without in
#'   `bw_test_error()`.
#' @param learner A method: [ssl_eigenmaps], [ssl_iterated] or another function of `x`, `y`,
#'   `bandwidth` that returns a [lapscale_ssl]. It is given `seed`, `n_threads` and
#'   `progress = FALSE` too, where it has such arguments.
#' @param folds Number of folds, at least 2 and at most the number of labels.
#' @param labelled Which rows of `x` have labels to learn from: row numbers, or TRUE and FALSE.
#' @param bandwidths The grid, two or more positive numbers, unit of `x`. NULL: `n_bandwidths` from
#'   half the median distance to the nearest point to the root mean squared distance.
#' @param n_bandwidths Length of the default grid.
#' @param seed For the folds of `bw_cv()` and for what the learner draws: NULL draws from R's random
#'   numbers (so [set.seed()] works); a whole number leaves them alone. `bw_test_error()` has
#'   nothing to draw itself and repeats as it is.
#' @param ... Arguments of the learner.
#' @return A [lapscale_bandwidth], method `"cv"` or `"test_error"`. Its curve has `bandwidth`,
#'   `criterion` (error rate or mean squared error) and `se`. A bandwidth at which the learner
#'   leaves every point isolated has criterion NA.
#' @section Errors and warnings:
#' `lapscale_error_argument`; `lapscale_error_no_criterion` if the learner refuses at every
#' bandwidth. `lapscale_warning_edge` if the least error is at an end of the grid.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017), section 5.
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
  problem <- search_problem(
    x, y, learner, bandwidths, n_bandwidths, seed, n_threads, na_action, scale, progress,
    list(...)
  )
  n_labels <- length(problem$labels$rows)
  if (missing(folds)) folds <- max(2L, min(folds, n_labels))
  folds <- check_count(folds, "folds", min = 2, max = n_labels)
  seed <- draw_seed(problem$seed)
  fold <- draw_folds(problem$labels, problem$checked$x, folds, 1L, seed)[, 1L]
  labels <- problem$labels
  rounds <- lapply(seq_len(folds), function(f) {
    list(hidden = labels$rows[fold == f], shown = labels$rows[fold != f])
  })
  check_rounds(rounds, problem, "Label more points of each class, or take more `folds`.")
  selected <- search_errors(problem, rounds, learner_settings(problem, seed), "cv")
  selected$labels$title <- paste0(folds, "-fold cross-validation")
  finish_bandwidth(selected, proc.time()[[3]] - start)
})

#' @rdname bw_cv
#' @export
bw_test_error <- function(x, y, labelled, learner = ssl_eigenmaps, bandwidths = NULL,
                          n_bandwidths = 40L, seed = 1, n_threads = NULL, na_action = "error",
                          scale = FALSE, progress = NULL, ...) door({
  start <- proc.time()[[3]]
  problem <- search_problem(
    x, y, learner, bandwidths, n_bandwidths, seed, n_threads, na_action, scale, progress,
    list(...)
  )
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
  seed <- draw_seed(problem$seed)
  selected <- search_errors(problem, list(round), learner_settings(problem, seed), "test_error")
  selected$labels$title <- "error on the other points"
  finish_bandwidth(selected, proc.time()[[3]] - start)
})

# The arguments both share, checked; the grid completed.
search_problem <- function(x, y, learner, bandwidths, n_bandwidths, seed, n_threads, na_action,
                           scale, progress, settings) {
  checked <- as_points(x, na_action = na_action, scale = scale)
  settings <- check_learner_settings(settings, check_learner(learner))
  grid <- if (!is.null(bandwidths)) resolve_grid(bandwidths)
  n_bandwidths <- check_grid_size(n_bandwidths, "n_bandwidths", min = 2)
  seed <- check_seed(seed)
  labels <- encode_labels(y, checked)
  if (labels$kind == "regression" && is.na(squares_back(1, power_of_2(labels$targets)))) {
    abort_argument("`y`: squares of labels of this size leave the range of numbers; rescale `y`.")
  }
  runtime <- new_runtime(n_threads, progress)
  check_spread_once(checked)
  list(
    checked = checked, y = y[checked$rows], labels = labels, learner = learner, settings = settings,
    seed = seed, runtime = runtime,
    grid = grid %||% learning_grid(checked, n_bandwidths, runtime)
  )
}

learning_grid <- function(checked, n_bandwidths, runtime) {
  handle <- borrow_points(checked, runtime)
  on.exit(return_points(checked, handle))
  search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
}

resolve_labelled <- function(labelled, checked) {
  n <- checked$n_given
  if (is.logical(labelled)) {
    if (length(labelled) != n || anyNA(labelled)) {
      abort_argument(
        "`labelled` must be row numbers, or TRUE or FALSE for each of the {n} rows, not
         {describe(labelled)}."
      )
    }
    labelled <- which(labelled)
  }
  if (!length(labelled)) {
    abort_argument("`labelled` names no row: there is nothing to learn from.")
  }
  # Rows that na_action leaves out are left out here too.
  given <- check_rows(labelled, n, "labelled")
  rows <- match_rows(given[given %in% checked$rows], checked, "labelled")
  if (!length(rows)) {
    abort_argument("`labelled` names only rows that have missing values.")
  }
  if (length(rows) == nrow(checked$x)) {
    abort_argument("`labelled` names every row: no point is left to measure the error on.")
  }
  rows
}

# Every round must have two classes to learn from; what else to do is advised.
check_rounds <- function(rounds, problem, advice) {
  class <- problem$labels$class
  if (is.null(class)) {
    return(invisible())
  }
  for (round in rounds) {
    if (length(unique(class[match(round$shown, problem$labels$rows)])) < 2L) {
      abort_argument(
        c("`y` leaves one class only to learn from when labels are hidden.",
          i = advice)
      )
    }
  }
}
