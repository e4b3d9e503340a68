#' Fits from few labels
#'
#' Describes the class `lapscale_ssl`, which every `ssl_*()` function returns. It contains labels
#' for all points and a rule for new ones.
#'
#' @details
#' **What you can do with a fit.**
#' - `fitted(fit)` returns the labels of all points, and [predict()][predict.lapscale_ssl] labels,
#'   probabilities, or scores, also of new points;
#' - [plot()][plot.lapscale_ssl] draws the points and their labels;
#' - `tidy(fit)` lists the parameters and how they were selected, and `tidy(fit, "path")` the
#'   criterion for all values that were tried;
#' - [ssl_error()] and [ssl_confusion()] compare with the truth if you know it. `summary(fit,
#'   truth)` shows both, and the terms of the error bound of [ssl_eigenmaps()].
#'
#' **The error** of a fit, `glance(fit)$error`, is estimated by cross-validation: labels are hidden
#' in folds, and predicted from the other labels. With few labels this is repeated up to five times.
#' If parameters are selected, they are selected again in each fold (`"nested 5-fold
#' cross-validation"`), because the error at the selected parameters is otherwise too small (Varma
#' and Simon, 2006). The estimate is that of a fit with four fifths of the labels, which is too
#' large if labels are few: over 14 draws of 20 labels it was 0.39 on average for the data Sonar,
#' where 0.32 of the other rows were wrong, and 0.55 instead of 0.43 for the glass of `MASS::fgl`.
#' There, classes had a single label, which is always wrong when it is hidden; `print()` counts
#' them. The estimate is a share of wrong classes or, for numbers, a root mean squared error, as in
#' [ssl_error()]; `fit$error` is the same number. Its standard error `error_se` treats the labels as
#' independent and is itself imprecise if there are few labels. For classes it is at least that of
#' Agresti and Coull (1998), in which two wrong and two right labels are added, because an error of
#' 0 among few labels is not certain. The folds depend on the points and not on random numbers. If
#' the classes have equally many labels, all folds have the same shares of the classes. Otherwise the folds are
#' drawn without the classes, because equal shares would make the error too small if the labels
#' have nothing to do with the points. Only a class with fewer labels than folds is spread over
#' them. For two classes that are drawn at random, where 0.5 is right, the error of [ssl_auto()] was
#' 0.491 on average with 20 labels and 0.496 with 100 (standard error 0.008). The error is `NA` if
#' there is only one label in each class.
#'
#' @section Rows that belong together:
#' Rows of one subject, one plate, or one hour are often nearly copies of each other. If one label
#' of them is hidden, the others tell it, and the estimated error is that of a row whose twin has a
#' label. If you want to predict new subjects, plates, or hours, supply `groups`, with one value per
#' row. Whole groups are then hidden in the folds and in leave-one-out, so that parameters, the
#' error, its standard error, the slope of the probabilities, and prediction intervals and sets are
#' for rows of a group that has no label. For rows in the order of time use blocks that are longer
#' than the time over which rows resemble each other, such as `groups = (seq_len(n) - 1) %/% 50`.
#' Five groups with labels are few; the error of a new group then has a large standard error. In a
#' formula, `groups = Subject` hides whole subjects, and Subject is then not a predictor of `y ~ .`.
#' A message says so if a predictor is text or a factor of more than 10 classes (of up to 100 rows,
#' more than a tenth of the rows, but at least 6).
#'
#' Without `groups`, a message says so if labels of rows next to each other are among the three
#' nearest labels of each other at least three times as often as in a random order of the rows in
#' which each class has the same places. If the rows are sorted by all columns, as the cells of a
#' grid are, their order is that of the points, and there is no message. The page "few-labels" shows
#' what to check before you publish an error.
#'
#' @section Weights:
#' The loss at the label of a row is multiplied by the weight of the row. Whole numbers are counts
#' of equal rows, so two for each row is not the same as `NULL`. Divide whole numbers that are not
#' counts, such as survey weights, by their mean. If you supply the parameters, the fitted values
#' are those of the repeated rows if `graph` is `"dense"`, or if you supply a graph of
#' `heat_graph()` of type `"dense"` or `"radius"` with `self_loops = TRUE`. With `graph = "radius"`
#' they are near, not equal, because the nearest neighbors are joined too. Copies of a row are
#' joined by edges of weight 1. Parameters that the labels select, the estimated error, and standard
#' errors are not those of repeated rows, because each labeled row is left out with all its copies
#' and counts once.
#'
#' @param x,object A `lapscale_ssl`.
#' @param truth The true labels, one per row of the data. If `NULL` (the default), `summary()` does
#'   not compare with the truth.
#' @param what What `tidy()` returns: the `"parameters"` (the default), or the `"path"`.
#' @param data A data frame with the rows of the data. If `NULL` (the default), the points of the
#'   fit, if it keeps them.
#' @param newdata New points, as in [predict()][predict.lapscale_ssl].
#' @param interval,level See [predict()][predict.lapscale_ssl]. `confint()` uses neither.
#' @param row.names,optional As in [as.data.frame()].
#' @param ... Not used.
#' @return
#' - `fitted()`: length n, a factor with the levels of `y`, or numbers in regression, and
#'   `NA` for rows that were left out;
#' - `residuals()`: length n, labels minus fitted values, and `NA` without a label. For classes a
#'   matrix with n rows and one column per level, for the scores on targets of 1 and -1;
#' - `tidy()`: a data frame with `parameter`, `value`, and `chosen` (`"given"`, `"default"`, or
#'   how it was selected), or the path: a row per candidate with its parameters, its error (`error`
#'   of cross-validation, or `log_loss` or `squared_error` of leave-one-out), the standard error
#'   `se`, and `chosen`, `TRUE` in the row that was selected. This row comes first, and the others by
#'   increasing error. It is not always the row of the smallest error, see [ssl_auto()]; there `loss`
#'   is what methods and graphs are compared by, in one row for each;
#' - `glance()`: one row with `method`, `kind`, `n`, `n_labelled`, `n_classes`, `bandwidth`,
#'   `bandwidth_method`, `alpha`, `error` (the share of wrong classes, or the root mean squared
#'   error, as [ssl_error()]), `error_se`, `error_guess` (the error of always predicting the largest
#'   class, or the mean), `rmse` (`error`, and `NA` for classes), `n_groups` (the number of groups
#'   of labels, `NA` without `groups`),
#'   `error_method`, `n_components`, `elapsed` (in seconds), `n_landmarks` (`NA` if all points
#'   were used), and `recall` (the share of nearest neighbors that are in the graph, see
#'   [heat_graph()]; `NA` if they are exact), and `seed` and `version` (see
#'   [lapscale][lapscale-package]);
#' - `augment()`: `data` or `newdata` with `.fitted`; for classes `.prob_<level>`; with
#'   `interval = "prediction"` the ends `.lower` and `.upper`, or for classes `.set`, the names of
#'   the classes in the set; and `.novelty`, above 1 for new points that are far from the data, and
#'   for rows of the data that are outliers, see [predict()][predict.lapscale_embedding] (it is
#'   missing from the rows of a fit that does not keep their table, see [lapscale_embedding]). Rows
#'   with missing values are `NA`;
#' - `as.data.frame()`: the same without the data and `.novelty`;
#' - `nobs()`: the number of points, labeled or not;
#' - `confint()`: an error that names what there is instead, because a fit has no coefficients;
#' - `summary()`: a list.
#' @references Agresti, A. and Coull, B. (1998). Approximate is better than "exact" for interval
#'   estimation of binomial proportions. *The American Statistician* 52, 119-126.
#'
#'   Varma, S. and Simon, R. (2006). Bias in error estimation when using cross-validation
#'   for model selection. *BMC Bioinformatics* 7, 91.
#' @seealso [ssl_auto()], [predict.lapscale_ssl()], [plot.lapscale_ssl()], [ssl_error()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 148:150), NA), bandwidth = 0.3)
#' summary(fit, truth = moon)
#' tidy(fit)
#' glance(fit)
#' head(augment(fit))
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' fit <- ssl_harmonic(iris[1:4], y)
#' tidy(fit)
#' glance(fit)
#' @name lapscale_ssl
NULL

# Row names of the points the fit was made on, or NULL. `fit`, of new_ssl_fit(), has names (of all
# rows of the data, or NULL) and rows (which of these the points are).
ssl_names <- function(fit) fit$names[fit$rows]

# Values per point that the fit has as values per row of the data, NA for rows that were left out;
# as they are if none was.
#   values  vector or matrix, an element or a row per point of the fit
#   fit     of new_ssl_fit(): rows (which rows of the data its points are), n_given (number of rows
#           of the data), names (of these, or NULL)
#   arg     the argument that an error names
pad_fit <- function(values, fit, arg = "object") {
  if (length(fit$rows) == fit$n_given) return(values)
  check_padding(fit$n_given, NCOL(values), arg)
  point_of_row <- rep(NA_integer_, fit$n_given)
  point_of_row[fit$rows] <- seq_along(fit$rows)
  padded <- if (is.matrix(values)) values[point_of_row, , drop = FALSE] else values[point_of_row]
  if (is.matrix(padded)) rownames(padded) <- fit$names else names(padded) <- fit$names
  padded
}

# What predict() returns for the m rows of `scores`: in regression m numbers. Of classes a factor of
# length m ("response"), or m x levels: scores, or probabilities. With a prior the class of a
# response is the one with the largest probability.
#   scores  m x q, a column for each target
#   fit     of new_ssl_fit(): labels (of encode_labels(): kind, "classes" or "regression"; used,
#           numbers of the classes that have labels), and what probabilities() reads
#   type    "response", "score", or "prob"
#   names   of the rows, or NULL
#   prior   shares of the classes that have labels, of resolve_prior(), or NULL: as the labels
answer <- function(scores, fit, type, names = NULL, prior = NULL) {
  labels <- fit$labels
  if (type == "score" || labels$kind == "regression") return(expand_scores(scores, labels, names))
  if (type == "response" && is.null(prior)) return(classes_of(scores, labels, names))
  chances <- probabilities(scores, fit, names)
  if (!is.null(prior)) chances <- with_prior(chances, prior, labels)
  if (type == "prob") chances else classes_of(chances[, labels$used, drop = FALSE], labels, names)
}

#' @rdname lapscale_ssl
#' @export
fitted.lapscale_ssl <- function(object, ...) door({
  dots <- list(...)
  refuse_if("type" %in% names(dots),
            c("`type` is not an argument of fitted(), which returns classes or numbers.",
              i = "`predict(object, type = )` returns probabilities and scores of the same rows."))
  check_dots(dots, character())
  pad_fit(answer(scores_of(object), object, "response", ssl_names(object)), object)
})

#' @rdname lapscale_ssl
#' @importFrom stats residuals
#' @export
residuals.lapscale_ssl <- function(object, ...) door({
  labels <- object$labels
  scores <- scores_of(object)
  labelled_values <- matrix(NA_real_, nrow(scores), ncol(scores))
  labelled_values[labels$rows, ] <- labels$targets
  names <- ssl_names(object)
  differences <- expand_scores(labelled_values, labels, names) -
    expand_scores(scores, labels, names)
  # Of a class that has no label nothing is expected either.
  if (is.matrix(differences)) differences[-labels$rows, ] <- NA_real_
  pad_fit(differences, object)
}, ...)

#' @rdname lapscale_ssl
#' @export
tidy.lapscale_ssl <- function(x, what = c("parameters", "path"), ...) door({
  if (check_choice(what, c("parameters", "path"), "what") == "path") {
    return(path_table(x))
  }
  parameter_names <- c("alpha", names(x$parameters), "graph")
  parameters <- data.frame(
    parameter = c("bandwidth", parameter_names),
    value = c(format(x$bandwidth), format(x$alpha), vapply(x$parameters, format, ""),
              describe_learning_graph(x)),
    chosen = c(x$bandwidth_method, who_set(x, parameter_names)), row.names = NULL
  )
  # Without a kernel there is neither.
  if (is.na(x$alpha)) data.frame(parameters[-(1:2), ], row.names = NULL) else parameters
}, ...)

# The path of tidy(), a data frame with the column chosen (TRUE or FALSE): the row that was chosen
# first, the others by increasing error; without rows and columns if the fit has no path.
#   fit  of new_ssl_fit(): path (data frame, or NULL), and what chosen_row() and rows_of_graph() read
# `rows` are the numbers of the rows of the chosen graph.
path_table <- function(fit) {
  path <- fit$path
  if (is.null(path)) return(data.frame())
  rows <- rows_of_graph(fit)
  fit$path <- path[rows, ]
  path$chosen <- seq_len(nrow(path)) %in% rows[chosen_row(fit)]
  data.frame(path[order(!path$chosen, path[[path_criterion(fit)]]), ], row.names = NULL)
}

# Numbers of the rows of the path that are of the graph of the fit: all, if no graph was chosen.
#   fit  of new_ssl_fit(): path (data frame; of several graphs with the columns graph, in words, and
#        bandwidth), graph (settings of the one that was chosen), bandwidth (there)
rows_of_graph <- function(fit) {
  path <- fit$path
  if (is.null(path$graph)) seq_len(nrow(path)) else
    which(path$graph == name_graph(fit$graph) & path$bandwidth == fit$bandwidth)
}

# The number of the row of the path whose parameters the fit has; of length 0 where there is none.
#   fit  of new_ssl_fit(): path (data frame, a row per candidate; of ssl_auto() with the column
#        candidate, the name of a method), parameters (list of what was chosen, by name; of
#        ssl_auto() with method)
chosen_row <- function(fit) {
  path <- fit$path
  is_chosen <- rep(TRUE, nrow(path))
  for (name in intersect(names(path), names(fit$parameters))) {
    is_chosen <- is_chosen & path[[name]] %in% fit$parameters[[name]]
  }
  if (!is.null(path$candidate)) is_chosen <- is_chosen & path$candidate == fit$parameters$method
  utils::head(which(is_chosen), 1L)
}

# The name of the column of the path by which the parameters were chosen: the first there is of
# error (of cross-validation), log_loss, and squared_error (of leave-one-out).
#   fit  of new_ssl_fit(): path (data frame with such a column)
path_criterion <- function(fit) {
  intersect(c("error", "log_loss", "squared_error"), names(fit$path))[[1]]
}

#' @rdname lapscale_ssl
#' @export
glance.lapscale_ssl <- function(x, ...) door({
  with_seed_and_version(data.frame(
    method = x$method, kind = x$labels$kind, n = length(x$rows), n_labelled = length(x$labels$rows),
    n_classes = if (x$labels$kind == "classes") length(x$labels$used) else NA_integer_,
    bandwidth = x$bandwidth, bandwidth_method = x$bandwidth_method, alpha = x$alpha,
    error = x$error, error_se = x$error_se, error_guess = x$error_guess,
    rmse = if (x$labels$kind == "regression") x$error else NA_real_,
    n_groups = if (is.null(x$labels$group)) NA_integer_ else n_units(x$labels),
    error_method = x$error_method, n_components = x$n_components, elapsed = x$elapsed,
    n_landmarks = if (is.null(x$landmarks)) NA_integer_ else length(x$landmarks),
    recall = x$recall %||% NA_real_
  ), x)
}, ...)

#' @rdname lapscale_ssl
#' @export
augment.lapscale_ssl <- function(x, data = NULL, newdata = NULL,
                                 interval = c("none", "prediction"), level = 0.9, ...) door({
  with_interval <- check_choice(interval, c("none", "prediction"), "interval") == "prediction"
  # A data frame of what is added, a row per row of the data or of newdata.
  columns <- fitted_table(x, newdata, with_interval, level)
  if (is.null(newdata)) {
    points <- kept_table(x)
    if (!is.null(points)) columns$.novelty <- novelty_of_learned(x)
    return(augmented_rows(data %||% points, columns))
  }
  columns$.novelty <- novelty_of_new(x, newdata)
  newdata <- unscaled_newdata(newdata, x$scaling)
  table <- as.data.frame(if (methods::is(newdata, "Matrix")) as.matrix(newdata) else newdata)
  like_given(with_columns(table, columns), newdata)
}, ...)

# The points of the fit in the units of the data, n_given x r with names, a row per row of the data;
# NULL where it does not keep them.
#   fit  of new_ssl_fit(): x (its points; NULL on a graph, no plain matrix where they are sparse or
#        distances), landmarks (NULL: it was learned on all points), scaling (of find_scaling(), or
#        NULL), columns (names, or NULL)
kept_table <- function(fit) {
  if (!is.matrix(fit$x) || !has_columns(fit$x) || !is.null(fit$landmarks)) return(NULL)
  x <- unscale_points(fit$x, fit$scaling)
  dimnames(x) <- list(ssl_names(fit), fit$columns)
  pad_fit(x, fit)
}

# Fitted values, for classes with their probabilities, and with intervals or sets where these are
# wanted: a data frame with a row per row of the data, or of `newdata`, and the columns .fitted, for
# classes .prob_<level>, and with intervals .lower and .upper, or for classes .set (a text).
#   fit            of new_ssl_fit(): labels (kind: "classes" or "regression"), names (of the rows of
#                  the data, or NULL)
#   newdata        new points, or NULL: the points of the fit
#   with_interval  TRUE: intervals of numbers, or sets of classes, are added
#   level          of the intervals or sets, the share of labels that they should contain
# `...` of predict_rows() holds further arguments of predict(), that of predict_quietly() those of
# predict_rows(). `fitted` is a vector, or with intervals a matrix with the columns fit, lwr, upr.
fitted_table <- function(fit, newdata = NULL, with_interval = FALSE, level = 0.9) {
  predict_rows <- function(type = "response", ...) {
    stats::predict(fit, newdata, type, na_action = "keep", ...)
  }
  is_regression <- fit$labels$kind == "regression"
  fitted <- if (with_interval && is_regression)
    predict_rows(interval = "prediction", level = level) else predict_rows()
  columns <- if (is.matrix(fitted))
    data.frame(.fitted = fitted[, "fit"], .lower = fitted[, "lwr"], .upper = fitted[, "upr"]) else
    data.frame(.fitted = unname(fitted))
  columns <- name_rows(columns, if (is.null(newdata)) fit$names)
  if (!is_regression) {
    # The first prediction warned of far points.
    predict_quietly <- function(...) {
      muffle(predict_rows(...), c("lapscale_warning_far", "lapscale_message_reordered"))
    }
    chances <- predict_quietly("prob")
    columns[paste0(".prob_", colnames(chances))] <- as.data.frame(chances)
    if (with_interval) columns$.set <- sets_in_words(predict_quietly("set", level = level))
  }
  columns
}

#' @rdname lapscale_ssl
#' @export
as.data.frame.lapscale_ssl <- function(x, row.names = NULL, optional = FALSE, ...) door({
  with_row_names(fitted_table(x), row.names)
}, ...)

#' @rdname lapscale_ssl
#' @importFrom stats nobs
#' @export
nobs.lapscale_ssl <- function(object, ...) door(length(object$rows), ...)

#' @rdname lapscale_ssl
#' @param parm Not used.
#' @export
confint.lapscale_ssl <- function(object, parm, level = 0.95, ...) door({
  alternative <- if (object$labels$kind == "regression")
    "`predict(object, interval = \"prediction\")` returns intervals of new labels" else
    "`predict(object, type = \"set\")` returns sets of classes"
  abort_argument(c("`object` has no coefficients, so it has no confidence intervals.",
                   i = "{alternative}.",
                   i = "glance() returns the estimated error and its standard error, `error_se`."))
})

# The graph of a fit in words.
#   fit  of new_ssl_fit(): graph (settings: type, a name, "given" of given weights; k: number of
#        neighbors, or NULL; cutoff in bandwidths, Inf: none; entries: about how many weights are
#        computed instead of stored, NULL: all are stored), n_components (number of components)
describe_learning_graph <- function(fit) {
  cutoff_words <- paste0("within ", format(fit$graph$cutoff, digits = 3), " bandwidths")
  neighbor_words <- paste(fit$graph$k, "nearest neighbors")
  words <- switch(fit$graph$type,
    given = "graph as given",
    dense = "dense graph",
    radius = paste(c(paste("pairs", cutoff_words), if (!is.null(fit$graph$k)) {
      paste("the", fit$graph$k, "nearest")
    }), collapse = " and "),
    knn = if (is.finite(fit$graph$cutoff)) paste(neighbor_words, cutoff_words) else neighbor_words,
    name_own_type(fit$graph)
  )
  words <- paste(c(words, describe_entries(fit$graph$entries)), collapse = ", ")
  if (fit$n_components > 1L) paste0(words, ", ", fit$n_components, " components") else words
}

# A graph in words, by its settings, a list: type, k, cutoff, as describe_learning_graph() reads
# them. Components and weights that are not stored are not mentioned.
name_graph <- function(settings) {
  describe_learning_graph(list(graph = settings[names(settings) != "entries"], n_components = 1L))
}

# How parameters were chosen, a word or more for each: as the fit chose them, such as
# "leave-one-out" or "leave-one-group-out", else "default" or "given".
#   fit    of new_ssl_fit(): chosen, such words by name; defaults, names that the user did not give
#   names  of parameters
who_set <- function(fit, names) {
  ways <- fit$chosen[names]
  is_not_chosen <- is.na(ways) | ways == "given"
  ways[is_not_chosen] <- ifelse(names[is_not_chosen] %in% fit$defaults, "default", "given")
  unname(ways)
}
