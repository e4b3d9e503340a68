#' Labels of new points
#'
#' Predicts labels, probabilities, or scores of new points, or of the points of the fit, with
#' prediction intervals for numbers and sets of classes.
#'
#' @details
#' **How new points are predicted.** Kernel machines ([ssl_laprls()], [ssl_lapsvm()]) are functions
#' that are defined everywhere. With the other methods, the score of a new point is a weighted mean
#' over the points of the fit, with the weights of one step of the random walk from the new point.
#' The values that are averaged are chosen so that the result agrees approximately with the fit near
#' its points, and is between two points of a class of this class. They are those of the fit, to
#' which [ssl_eigenmaps()], [ssl_iterated()], and [ssl_diffusion()] add what their average lacks, in
#' up to 16 steps. A new point that coincides with a point of the fit (within 1e-6 bandwidths) gets
#' its fitted value. Close to a labeled point, the prediction can differ from its fitted value.
#'
#' New points that are too far from the points of the fit are `NA`, with a warning, see Points far
#' from the data on the page of [predict()][predict.lapscale_embedding] of embeddings. With
#' `far = "keep"` they get the value of the nearest points, and kernel machines return their
#' intercept if nothing is near. After a fit with `scale = TRUE`, new points are scaled by the means
#' and standard deviations of its data.
#'
#' **Prediction intervals and sets** are conformal (Barber et al., 2021): they contain all values
#' that are no farther from the prediction than the share `level` of the labels are from their
#' predictions by the other labels. For numbers these are the predictions of leave-one-out where
#' they have a closed form. They are too good if parameters are selected from few labels, so the
#' limit is the geometric mean of theirs and that of the cross-validation, with a weight of 10 over
#' the number of labels, and at most 1/2, for the latter. With [ssl_iterated()] and
#' [ssl_diffusion()] the width is proportional to the standard deviation of a new label, and
#' otherwise it is the same for all points. A new label is as uncertain at a labeled point as if the
#' point had none: a very small penalty takes labels as exact, and a new one there is not. A set contains the classes whose probability is at least
#' that which the share `level` of the labels have in the cross-validation, and always the most
#' probable class.
#'
#' The statement is about labels in the long run, not about each point: if the labeled points are a
#' random sample of all points, about the share `level` of the other labels is inside. This does not
#' hold for labels that you selected by hand, or of other points. Where labels are rare or vary
#' more, fewer are inside. The share is measured and not guaranteed. A level needs at least
#' level / (1 - level) labels: 9 for 0.9. If the fit has `groups`, the statement is about the labels
#' of a new group, every group counts as one label, and a level needs this number of groups (Lee,
#' Barber and Willett, 2023).
#'
#' **Probabilities** are a softmax of the scores times a slope, which is estimated from the
#' predictions in the cross-validation (Platt, 1999; Guo et al., 2017). Scores of least squares that
#' go beyond -1 and 1, the values of the labels, are shrunk to these. A prior keeps the slope
#' moderate if there are few labels, and `summary()` reports whether the labels contribute less than
#' the prior. With 100 labels probabilities are nearly right; those of harmonic functions are
#' slightly too close to 0 and 1. With 20 labels those of all methods often are, so do not take a
#' probability of 95% literally: `summary()` repeats this below 40 labels.
#'
#' **Standard errors.** The values of [ssl_iterated()] and [ssl_diffusion()] are the mean of a
#' Gaussian process given the labels. `se.fit = TRUE` returns its standard deviation, which is that
#' of the function and not of a new label. If [ssl_auto()] selected another method, the standard
#' errors have the pattern of [ssl_iterated()] on the selected graph and the size of the errors of
#' the selected method when it predicts labels from the others. A standard error rests on an
#' estimate of the errors of the labels, and
#' is `NA` if there is one label only, or if all are equal. At points that are nearly
#' separate from the labeled ones the process has no bounds. Therefore intervals reach no farther
#' than those of the mean of the labels as a prediction, plus the distance from it, and standard
#' errors are at most three times as large as those of that prediction. If a prediction is more
#' than 10 standard deviations of the labels from their mean, the ends of its interval are `NA`, with
#' a warning of the class `lapscale_warning_range`.
#'
#' On swiss rolls, circles, and spheres with 20 to 100 labels, intervals of 1.96 standard errors
#' contained the truth in 91% to 99% of the cases if the labels had no errors. If the labels have
#' errors, they can be more than twice too wide, because a very small penalty takes errors of labels
#' for variation from point to point.
#'
#' @param object A [lapscale_ssl].
#' @param newdata Points as rows, with the columns of the fit. If both have names for all columns,
#'   each once, columns are matched by name, otherwise by position. For a fit of a `dist`: a matrix
#'   of distances, with one row per new point and one column per point of the fit. If `NULL` (the
#'   default), the points of the fit are used.
#' @param type If `"response"` (the default), labels are returned. `"class"` is the same, for
#'   classes only. If `"prob"`, it is a matrix of probabilities, for classes only. If `"score"`, it
#'   is the learned function, which is about 1 for points of a class and -1 for others. If `"set"`,
#'   it is a logical matrix that tells which classes are possible, for classes only.
#' @param prior If `NULL` (the default), the classes are assumed to have the same shares among the
#'   new points as among the labels. Otherwise the shares that they have: positive numbers for the
#'   classes that have labels, with names or in the order of the levels. Probabilities are
#'   multiplied by `prior` over the shares of the labels and divided by their sum, and the response
#'   is the class with the largest result.
#' @param to If `NULL` (the default), the predictions are returned. Otherwise an FBM or a big.matrix
#'   to which scores, probabilities, or the numbers of a regression are written in blocks, as in
#'   [predict()][predict.lapscale_embedding] of embeddings.
#' @param se.fit If `TRUE`, standard errors are returned too, for a regression or with
#'   `type = "score"`. The default is `FALSE`. See Details.
#' @param interval If `"none"` (the default), only predictions are returned. If `"prediction"`,
#'   numbers are returned with the ends of the interval in which a new label is expected.
#' @param level The share of labels that intervals or sets should contain, a number between 0 and 1.
#'   The default is 0.9. It is an error without `interval = "prediction"` or `type = "set"`.
#' @param n_threads Number of threads, see [bw_gc()].
#' @param ... Not used. Extra arguments are an error.
#' @inheritParams predict.lapscale_embedding
#' @return
#' - For `"response"` and `"class"`, a vector with one element per row of `newdata`.
#' - For `"set"`, a logical matrix with one row per row of `newdata` and one column per level.
#' - With `interval = "prediction"`, a matrix with the columns `fit`, `lwr`, and `upr`, as
#'   [predict.lm()] returns.
#' - For `"prob"` and `"score"`, a matrix with one row per row of `newdata` and one column per
#'   level. In regression `"score"` is a vector.
#' - With `se.fit = TRUE`, a list of this, `fit`, and of its standard errors, `se.fit`.
#' - With `to`, that object, invisibly.
#' @section Errors and warnings:
#' - `lapscale_error_argument`, naming `newdata`, `type`, `prior`, `to`, `interval`, or `level`, if
#'   there are too few labels for it;
#' - `lapscale_error_no_points` for new points after a fit of a graph;
#' - `lapscale_error_file` if a file cannot be read or written;
#' - `lapscale_warning_far`, with row numbers, once per call, if points are too far from the data;
#' - `lapscale_message_reordered` if columns were matched by name in another order.
#' @references Lee, Y., Barber, R. F. and Willett, R. (2023). Distribution-free inference with
#'   hierarchical data. *arXiv:2306.06342*.
#'
#'   Barber, R. F., Candes, E. J., Ramdas, A. and Tibshirani, R. J. (2021). Predictive
#'   inference with the jackknife+. *Annals of Statistics* 49, 486-507.
#'
#'   Platt, J. (1999). Probabilistic outputs for support vector machines. *Advances in
#'   Large Margin Classifiers*.
#'
#'   Guo, C., Pleiss, G., Sun, Y. and Weinberger, K. (2017). On calibration of modern neural
#'   networks. *ICML*.
#' @seealso [lapscale_ssl], [ssl_auto()], [ssl_next()], [ssl_error()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_eigenmaps(x, replace(moon, -c(1:3, 148:150), NA), n_eigen = 3, bandwidth = 0.3)
#' predict(fit, sample_moons(5, seed = 2), type = "prob")
#' predict(fit, sample_moons(5, seed = 2), prior = c("1" = 0.9, "2" = 0.1))
#'
#' # numbers with the interval in which 80% of new labels are expected
#' roll <- sample_swiss_roll(200, seed = 1)
#' along <- attr(roll, "parameters")[, "arc_length"]
#' fit <- ssl_iterated(roll, replace(along, -seq(1, 200, by = 8), NA), bandwidth = 3)
#' predict(fit, roll[2:4, ], interval = "prediction", level = 0.8)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' predict(ssl_harmonic(iris[1:4], y), iris[c(2, 52), 1:4], type = "prob")
#' @export
predict.lapscale_ssl <- function(object, newdata = NULL,
                                 type = c("response", "class", "prob", "score", "set"),
                                 prior = NULL, to = NULL, n_threads = NULL, se.fit = FALSE,
                                 interval = c("none", "prediction"), level = 0.9,
                                 far = c("na", "keep"), na_action = c("error", "keep"), ...) door({
  type <- check_choice(type, c("response", "class", "prob", "score", "set"), "type")
  with_interval <- check_choice(interval, c("none", "prediction"), "interval") == "prediction"
  far <- check_far(far)
  check_request(object, type, prior, to, with_interval, check_flag(se.fit, "se.fit"))
  refuse_if(!missing(level) && !with_interval && type != "set",
            "`level` is used only with `interval` = \"prediction\" or `type` = \"set\".")
  if (type == "class") type <- "response"
  if (!is.null(prior)) prior <- resolve_prior(prior, object$labels, "prior")
  limit <- if (with_interval || type == "set") conformal_limit(object, level)
  # What finish_prediction() makes of scores.
  request <- list(type = type, prior = prior, se.fit = se.fit, interval = with_interval,
                  limit = limit, constant = if (with_interval) constant_limit(object, level))
  if (is.null(newdata)) {
    refuse_output(to)
    spread <- object$all_spread %||% object$spread
    prediction <- finish_prediction(scores_of(object), spread, object, request, ssl_names(object))
    return(if (se.fit) lapply(prediction, pad_fit, fit = object) else pad_fit(prediction, object))
  }
  if (is.null(object$x)) abort_no_points()
  newdata <- unscaled_newdata(newdata, object$scaling)
  if (!is.null(object$terms)) newdata <- formula_points(object$terms, newdata)
  new_rows <- as_new_rows(newdata, object$x, object$columns, object$scaling, na_action)
  runtime <- new_runtime(n_threads, FALSE)
  if (is.null(to)) {
    with_spread <- se.fit || with_interval && !is.null(object$posterior)
    prediction <- scores_with_spread(object, new_rows, runtime, with_spread, far)
    return(finish_prediction(prediction$scores, prediction$spread, object, request, new_rows$names))
  }
  refuse_if(type == "response" && object$labels$kind != "regression",
            "`to` needs numbers: set `type` to \"prob\" or \"score\".")
  as_numbers <- function(scores) unname(as.matrix(answer(scores, object, type, NULL, prior)))
  output <- check_output(to, new_rows$n, ncol(as_numbers(object$scores[1L, , drop = FALSE])))
  score_rows(object, new_rows, output, 0L, as_numbers, runtime, far = far)
  invisible(to)
}, ..., .large = "newdata")

# Refuses what a fit cannot predict.
#   fit            of new_ssl_fit(): labels (kind: "classes" or "regression")
#   type           of predict(), a word
#   prior          shares of the classes as the user gave them, or NULL
#   to             an FBM or a big.matrix into which results are written, or NULL; not checked here
#   with_interval  whether prediction intervals are requested, TRUE or FALSE
#   with_errors    whether standard errors are requested, TRUE or FALSE
check_request <- function(fit, type, prior, to, with_interval, with_errors) {
  is_regression <- fit$labels$kind == "regression"
  refuse_if(is_regression && type %in% c("class", "prob", "set"),
            "`type` = \"{type}\" is for classes; this fit is a regression.")
  refuse_if(with_interval && !is_regression,
            "`interval` = \"prediction\" is for numbers; `type` = \"set\" returns sets of
             classes.")
  refuse_if(with_interval && type != "response",
            "`interval` = \"prediction\" is for `type` = \"response\", not \"{type}\".")
  refuse_if(!is.null(prior) && type %in% c("score", "set"),
            "`prior` does not change {type}s, `type` = \"{type}\".")
  refuse_if(!is.null(to) && (with_interval || type == "set"),
            "`to` holds no intervals and no sets.")
  if (with_errors) check_posterior(fit, "object")
  refuse_if(with_errors && !is.null(to), "`to` holds no standard errors, `se.fit` = TRUE.")
  refuse_if(with_errors && !is_regression && type != "score",
            "`se.fit` = TRUE is for `type` = \"score\" or a regression.")
}

# Scores and their standard deviations as the type of prediction that is requested: what answer(),
# with_limits(), or classes_within() returns; with se.fit list(fit: that; se.fit: standard errors of
# the same shape).
#   scores   m x q
#   spread   standard deviations in units of the noise, m x 2 or 1, of spread_of_points(), or NULL:
#            of the value, and of what it is without the row's own label, both without the noise
#   fit      of new_ssl_fit(): labels (of encode_labels()), posterior (NULL where the values are not
#            the mean of one)
#   request  list of predict(): type ("response", "prob", "score", or "set"), prior (of
#            resolve_prior(), or NULL), se.fit and interval (TRUE or FALSE), limit (of
#            conformal_limit(), or NULL), and constant (of constant_limit(), or NULL)
#   names    of the rows, or NULL
finish_prediction <- function(scores, spread, fit, request, names) {
  if (request$type == "set") return(classes_within(scores, fit, request$limit, names))
  answers <- answer(scores, fit, request$type, names, request$prior)
  if (request$interval) {
    response_spread <- if (!is.null(fit$posterior)) spread[, 2L]
    answers <- with_limits(answers, response_spread, request$limit, request$constant, fit$labels)
  }
  if (!request$se.fit) return(answers)
  list(fit = answers, se.fit = with_standard_errors(scores, spread[, 1L], fit, names)$se.fit)
}

#' Scores of new points, in blocks, each of which is what score_queries() returns
#'
#' @param fit Of new_ssl_fit(); score_queries() gets it with `far` and, where that is not NULL,
#'   `reach_rule`, of reach_rule_of_fit().
#' @param new_rows Of as_new_rows().
#' @param output Of check_output(), into which results are written; NULL: they are returned.
#' @param n_columns The number of columns s of the result; not read with an output.
#' @param finish A function of scores, m x q, that returns what is written of them, m x s.
#' @param fitted The argument that errors name for the points of the fit.
#' @param far Whether far points are `"na"` or `"keep"`; NULL: points are not compared with the fit.
#' @param runtime Of new_runtime(): threads and progress.
#' @return A matrix with s columns, a row per new point, NA for points that are far; NULL with an
#'   output.
#' @noRd
score_rows <- function(fit, new_rows, output, n_columns, finish, runtime, fitted = "object",
                       far = NULL) {
  # Workers make their own trees.
  acquire <- new_acquirer(runtime, fitted)
  fit$far <- far
  if (!is.null(far)) fit$reach_rule <- reach_rule_of_fit(fit, acquire, runtime)
  finish_block <- function(block) {
    values <- finish(block$scores)
    values[block$far, ] <- NA_real_
    list(values = values, lost = block$far)
  }
  result <- map_new_rows(
    new_rows, n_columns, output,
    function(query) finish_block(score_queries(fit, query, acquire, runtime)),
    list(job = score_job, job_data = list(fit = fit[names(fit) != "all_scores"]),
         finish = finish_block, runtime = runtime)
  )
  warn_far(result$lost_rows)
  result$values
}

# How far new points may be from those of the fit, a rule of settle_reach_rule(), see
# new_reach_rule().
#   fit      of new_ssl_fit(): x (its points), bandwidth, graph (settings: k, or NULL, and cutoff,
#            in bandwidths), n_near (how many points reconstruct a new one, NULL: none do)
#   acquire  function(name, points): a handle of these points, kept by this name
#   runtime  of new_runtime(): threads and progress
reach_rule_of_fit <- function(fit, acquire, runtime) {
  k <- fit$n_near %||% fit$graph$k
  max_distance <- fit$bandwidth * finite_cutoff(fit$graph$cutoff)
  reach_rule <- if (is.null(k)) new_reach_rule(limit = max_distance) else new_reach_rule(k)
  settle_reach_rule(reach_rule, fit$x, acquire, runtime)
}

# list(scores: of query points, m x q; far: logical, which of them are so far that the result is NA;
# FALSE for all unless fit$far is "na").
#   fit      of new_ssl_fit(): x (its points), method (its name), machine (centres: numbers of
#            points; NULL where it is none), what the `extend` of the method reads; with reach_rule
#            (of reach_rule_of_fit(), or NULL) and far ("na", "keep", or NULL), set by score_rows()
#   query    new points, m x r
#   acquire  function(name, points): a handle of these points, kept by this name
#   runtime  of new_runtime(): threads and progress
# `comparison` is list(novelty, above 1 where a point is far, NA without a rule; x: the new points,
# those that differ from a point of the fit by rounding only made equal to it) of
# compare_with_fit().
score_queries <- function(fit, query, acquire, runtime) {
  # The points whose kernels or walks give the scores.
  centres <- if (is.null(fit$machine)) fit$x else fit$x[fit$machine$centres, , drop = FALSE]
  handle <- acquire(if (nrow(centres) == nrow(fit$x)) "points" else "centres", centres)
  comparison <- compare_with_fit(fit$reach_rule, fit$x, query, acquire, runtime)
  scores <- ssl_methods[[fit$method]]$extend(fit, handle, comparison$x, runtime)
  list(scores = scores, far = identical(fit$far, "na") & (comparison$novelty > 1) %in% TRUE)
}

# The novelty of new points, m numbers, above 1 for points that are far, NA where values are
# missing: the distance to the nearest point of the fit over what the graph reaches.
#   fit      of new_ssl_fit(): x (its points), columns (their names, or NULL), scaling (of
#            find_scaling(), or NULL), terms (of fit_terms(), NULL where it was made without a
#            formula)
#   newdata  new points as the user gave them
novelty_of_new <- function(fit, newdata) {
  newdata <- unscaled_newdata(newdata, fit$scaling)
  if (!is.null(fit$terms)) newdata <- formula_points(fit$terms, newdata)
  points <- suppressMessages(
    as_new_points(newdata, fit$x, fit$columns, fit$scaling, keeps_missing = TRUE)
  )
  runtime <- new_runtime(NULL, FALSE)
  acquire <- new_acquirer(runtime, "object")
  reach_rule <- reach_rule_of_fit(fit, acquire, runtime)
  comparison <- compare_with_fit(reach_rule, fit$x, points$x, acquire, runtime)
  replace(comparison$novelty, points$missing, NA_real_)
}

# The novelty of the rows of the data, each from the others, length n_given: above 1 for outliers, NA
# for rows that were left out.
#   fit  of new_ssl_fit(): x (its points, a matrix), and what pad_fit() reads
novelty_of_learned <- function(fit) {
  runtime <- new_runtime(NULL, FALSE)
  acquire <- new_acquirer(runtime, "object")
  unname(pad_fit(novelty_of_fit_rows(fit$x, acquire, runtime), fit))
}

# Scores of m new points and, with_spread, the standard deviations there, in units of the noise: the
# root of the mean variance over a step of the walk. list(scores, m x q; spread, m x 2 or 1 as of
# spread_of_points(), or NULL)
#   fit          of new_ssl_fit(): scores and averaged (u x q), spread (u x 2 or 1, or NULL without
#                standard errors), machine (NULL where it is none: a machine has no averaged)
#   new_rows     of as_new_rows()
#   with_spread  whether standard deviations are returned; only for a fit that has them
#   far          whether far points are "na" or "keep"; NULL: points are not compared with the fit
#   fitted       the argument that errors name for the points of the fit
#   runtime      of new_runtime(): threads and progress
scores_with_spread <- function(fit, new_rows, runtime, with_spread, far, fitted = "object") {
  n_scores <- ncol(fit$scores)
  # A machine has no walk of its own.
  is_machine <- with_spread && !is.null(fit$machine)
  if (with_spread && !is_machine) fit[c("averaged", "scores")] <-
    lapply(fit[c("averaged", "scores")], cbind, fit$spread^2)
  scores <- score_rows(fit, new_rows, NULL, ncol(fit$scores), identity, runtime, fitted, far)
  variance <- if (is_machine) {
    walk_fit <- replace(fit, "machine", list(NULL))
    walk_fit[c("averaged", "scores")] <- list(fit$spread^2)
    score_rows(walk_fit, new_rows, NULL, ncol(fit$spread), identity, runtime, fitted, NULL)
  } else if (with_spread) {
    scores[, -seq_len(n_scores), drop = FALSE]
  }
  list(scores = scores[, seq_len(n_scores), drop = FALSE],
       spread = if (with_spread) sqrt(pmax(variance, 0)))
}

# Scores of some new points, in a worker: what score_queries() returns.
#   query    new points, m x r;  job_data: list(fit: as score_queries() takes it), which the workers
#            keep between jobs
#   runtime  of new_runtime(): threads and progress
score_job <- function(query, job_data, runtime) {
  score_queries(job_data$fit, query, acquire_in_worker(runtime), runtime)
}
