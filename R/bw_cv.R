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
#' @param folds Number of folds, at least 2 and at most the number of labels, or of groups of
#'   labels. The default is 5.
#' @param groups If `NULL` (the default), labels are hidden one by one. Otherwise the group of each
#'   row, as in [ssl_eigenmaps()]: whole groups are hidden, and the learner gets them too if it has
#'   this argument.
#' @param labelled The rows of `x` whose labels are used to learn: row numbers or names, or a
#'   logical vector.
#' @param bandwidths The grid, two or more positive numbers in the unit of `x`. If `NULL` (the
#'   default), it has `n_bandwidths` values from half the median distance to the nearest point to
#'   the root mean squared distance between points.
#' @param seed A seed for the folds of `bw_cv()` and for what the learner draws at random. If `NULL`
#'   (the default of `bw_cv()`), the random numbers of R are used, so that [set.seed()] works. A
#'   whole number leaves them alone.
#' @param ... Further arguments of the learner, such as `local_scale`, with which bandwidths are
#'   multiples of the scales, and settings by name, see [lapscale_settings]: those
#'   of the points (`metric`, `na_action`, `reduced`), of the run (`n_threads`, `progress`), and
#'   `n_bandwidths`, see [bw_control()].
#' @return A [lapscale_bandwidth] of method `"cv"` or `"test_error"`. Its curve,
#'   `as.data.frame(bw)`, has one row per bandwidth:
#'   - `bandwidth`, in the unit of `x`;
#'   - `criterion`, which is the share of wrong classes, or the mean squared error in regression. A
#'     point without a prediction counts as wrong, or as if the mean of the labels were predicted.
#'     The criterion is `NA` if every point is isolated;
#'   - `se`, its standard error.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_criterion` if the learner fails at every bandwidth;
#' - `lapscale_warning_equidistant` if all distances between the points are equal;
#' - `lapscale_warning_edge` if the smallest error is at an end of the grid.
#' @references Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017). Improved graph Laplacian
#'   via geometric self-consistency. *Advances in Neural Information Processing Systems 30*, section
#'   5.
#' @seealso [bw_gc()], which needs no labels; [ssl_auto()]; `vignette("choosing-a-bandwidth")`.
#' @examples
#' x <- sample_moons(120, noise = 0.1, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' seen <- c(1:5, 116:120)
#' grid <- exp(seq(log(0.03), log(2), length.out = 8))
#' bw_cv(x, replace(moon, -seen, NA), learner = ssl_harmonic, bandwidths = grid, seed = 1)
#' bw <- bw_test_error(x, moon, seen, learner = ssl_harmonic, bandwidths = grid)
#' plot(bw)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' bw_cv(iris[1:4], y, learner = ssl_harmonic, bandwidths = c(0.2, 0.4, 0.8, 1.6), seed = 1)
#' @export
bw_cv <- function(x, y, learner = ssl_eigenmaps, folds = 5L, groups = NULL, bandwidths = NULL,
                  scale = FALSE, seed = NULL, ...) door({
  # Of search_problem(): checked, labels (rows: the points with a label; group), runtime, seed, ...
  problem <- search_problem(x, y, arguments(), list(...))
  inform_of_order(problem$labels, problem$checked, problem$runtime)
  n_labels <- n_units(problem$labels)
  if (missing(folds)) folds <- max(2L, min(folds, n_labels))
  folds <- check_count(folds, "folds", min = 2, max = n_labels)
  problem$seed <- draw_seed(problem$seed)
  # The number of the fold of each label. `rounds` has for each fold list(hidden, shown), numbers of
  # rows of checked$x.
  fold <- draw_folds(problem$labels, problem$checked$x, folds, 1L, problem$seed)[, 1L]
  rows <- problem$labels$rows
  rounds <- lapply(seq_len(folds), function(f) {
    list(hidden = rows[fold == f], shown = rows[fold != f])
  })
  check_rounds(rounds, problem, "Label more points of each class, or take more `folds`.")
  of_groups <- if (!is.null(problem$labels$group)) paste(" of", n_labels, "groups")
  selected <- search_errors(problem, rounds, "cv",
                            paste0(folds, "-fold cross-validation", of_groups))
  finish_bandwidth(selected)
}, .takes = list("points", "run", n_bandwidths = 40L, .others = TRUE))

#' @rdname bw_cv
#' @export
bw_test_error <- function(x, y, labelled, learner = ssl_eigenmaps, bandwidths = NULL,
                          scale = FALSE, seed = 1, ...) door({
  # Of search_problem(): checked, y, labels (rows: the points with a label), seed, and more.
  problem <- search_problem(x, y, arguments(), list(...))
  refuse_if(length(problem$labels$rows) < nrow(problem$checked$x),
            "`y` must have the label of every row to measure errors with; {sum(is.na(problem$y))}
             {?is/are} NA.")
  refuse_if(missing(labelled), "`labelled` is missing: the rows to learn from.")
  # Rows of checked$x, as all row numbers below.
  shown <- resolve_labelled(labelled, problem$checked)
  round <- list(hidden = setdiff(problem$labels$rows, shown), shown = shown)
  check_rounds(list(round), problem, "Name rows of each class in `labelled`.")
  problem$seed <- draw_seed(problem$seed)
  selected <- search_errors(problem, list(round), "test_error", "error on the other points")
  finish_bandwidth(selected)
}, .takes = list("points", "run", n_bandwidths = 40L, .others = TRUE))

# Checks the arguments that bw_cv() and bw_test_error() share, and completes the grid. Returns a
# list:
#   checked            of as_points()
#   y                  as the user gave it, at the kept rows
#   labels             of encode_labels(): kind ("classes" or "regression"), rows (which kept rows
#                      have a label), targets, class; with group, of group_labels(), NULL: none
#   learner, settings  the function, and a named list of its further arguments, with weights and
#                      groups at the kept rows
#   seed               a number, or NULL
#   runtime            of new_runtime()
#   local_scale        the number of the neighbor whose distance scales the bandwidths, or NULL
#   grid               bandwidths, increasing
# Arguments:
#   x, y          as the user gave them
#   args          arguments of the call, by name: learner, groups (a value per row of the given x,
#                 or NULL), bandwidths (NULL: a grid is made), n_bandwidths, seed, n_threads,
#                 progress, and those of as_points()
#   dots_of_call  list of its `...`, in which are the arguments for the learner
# `grid_of` is the function that makes the grid, such as neighbor_grid().
search_problem <- function(x, y, args, dots_of_call) {
  settings <- dots_of_call[setdiff(names(dots_of_call), names(args))]
  checked <- as_points(x, c(args, list(weights = settings$weights)))
  settings$weights <- settings$weights[checked$rows]
  learner <- check_learner(args$learner)
  groups <- args[["groups"]] %||% settings$groups
  settings <- check_learner_settings(settings, learner)
  grid <- if (!is.null(args$bandwidths)) resolve_grid(args$bandwidths)
  n_bandwidths <- check_grid_size(args$n_bandwidths, "n_bandwidths", min = 2)
  seed <- check_seed(args$seed)
  labels <- group_labels(encode_labels(y, checked), groups, checked)
  if (!is.null(groups)) settings$groups <- if (takes_groups(learner)) groups[checked$rows]
  refuse_if(labels$kind == "regression" && is.na(rescale_squares(1, power_of_2(labels$targets))),
            "`y`: squares of labels of this size leave the range of numbers; rescale `y`.")
  runtime <- new_runtime(args$n_threads, args$progress)
  check_spread_once(checked)
  check_equidistant(checked)
  refuse_if(ignores_bandwidth(settings$graph),
            "`graph` has weights that do not depend on a bandwidth, so that none is best.")
  local_scale <- local_scale_of_learner(settings, nrow(checked$x))
  grid_of <- if (is.null(local_scale)) neighbor_grid else local_grid(local_scale)
  list(
    checked = checked, y = y[checked$rows], labels = labels, learner = learner, settings = settings,
    seed = seed, runtime = runtime, local_scale = local_scale,
    grid = grid %||%
      grid_of(checked, acquire_shared_points(checked, runtime), n_bandwidths, runtime)
  )
}

# Returns the number of the neighbor whose distance is the local scale of a point in the graphs of a
# learner; bandwidths are then multiples of local scales. NULL without local scales.
#   settings  list of arguments for the learner: graph (the name of a type, or a value such as
#             graph_knn(10), perhaps with a local_scale among its settings) and local_scale (a
#             number, or TRUE for the usual one), each NULL if it was not given
#   n         number of points
local_scale_of_learner <- function(settings, n) {
  type <- settings$graph
  if (!inherits(type, "lapscale_graph_type")) type <- list()
  local_scale <- settings$local_scale %||% type$settings$local_scale
  if (!is.null(local_scale)) check_local_scale(local_scale, n)
}

# Returns the numbers of the rows of checked$x whose labels a learner sees.
#   labelled  row numbers or names of the given x, or TRUE or FALSE for each of its rows
#   checked   of as_points(): n_given, rows, x
resolve_labelled <- function(labelled, checked) {
  n <- checked$n_given
  refuse_if(is.logical(labelled) && (length(labelled) != n || anyNA(labelled)),
            "`labelled` must be row numbers, or TRUE or FALSE for each of the {n} rows, not
             {describe(labelled)}.")
  if (is.logical(labelled)) labelled <- which(labelled)
  refuse_if(!length(labelled), "`labelled` names no row: there is nothing to learn from.")
  # Rows that na_action leaves out are left out here too.
  rows_given <- check_rows(labelled, n, "labelled", checked$names)
  rows <- match_rows(rows_given[rows_given %in% checked$rows], checked, "labelled")
  refuse_if(!length(rows), "`labelled` names only rows that have missing values.")
  refuse_if(length(rows) == nrow(checked$x),
            "`labelled` names every row: no point is left to measure the error on.")
  rows
}

# Raises an error if a round of cross-validation has only one class to learn from.
#   rounds   list of list(hidden, shown): row numbers of hidden labels and of those to learn from
#   advice   what the user can do, a sentence of the error
#   problem  of search_problem(): labels (of encode_labels(): rows, the points with a label; class,
#            the number of the class of each label, NULL in regression)
check_rounds <- function(rounds, problem, advice) {
  class <- problem$labels$class
  n_classes <- vapply(rounds, function(round) {
    length(unique(class[match(round$shown, problem$labels$rows)]))
  }, 0L)
  refuse_if(!is.null(class) && any(n_classes < 2L),
            c("`y` leaves one class only to learn from when labels are hidden.",
              i = advice))
}
