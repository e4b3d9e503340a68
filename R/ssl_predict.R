#' Labels of new points
#'
#' Predicts labels, probabilities, or scores of new points, or of the points of the fit.
#'
#' @details
#' **How new points are predicted.** Kernel machines ([ssl_laprls()], [ssl_lapsvm()]) are functions
#' that are defined everywhere. With the other methods, the score of a new point is a weighted mean
#' over the points of the fit, with the weights of one step of the random walk from the new point.
#' The values that are averaged are chosen so that the result agrees with the fit at unlabeled
#' points. In a sparse graph, where a new point is only connected with its own nearest neighbors, it
#' agrees approximately. A new point that coincides with a point of the fit (within 1e-6 bandwidths)
#' gets its fitted value. Close to a labeled point, the prediction can differ from its fitted value.
#'
#' New points that are too far away for the kernel get the value of the nearest points, with a
#' warning. Kernel machines return their intercept there. After a fit with `scale = TRUE`, new
#' points are scaled by the means and standard deviations of its data.
#'
#' **Probabilities** are a softmax of the scores times a slope, which is estimated from the
#' predictions in the cross-validation (Platt, 1999; Guo et al., 2017). A prior keeps the slope
#' moderate if there are few labels, and `summary()` reports whether the labels contribute less than
#' the prior. How well this works is measured by the calibration slope, which is 1 if probabilities
#' are right, and smaller if they are too close to 0 and 1. On four data sets of 2 to 10 columns with
#' 100 labels, it was 0.79 to 0.90 for harmonic functions and 0.97 to 1.30 for the other methods. With
#' 20 labels it was often smaller: 0.68 to 0.98 for eigenmaps, 0.54 to 1.01 for `ssl_laprls()`, 0.74
#' to 1.00 for harmonic functions, and 0.79 to 1.17 for `ssl_iterated()`. With so few labels, do not
#' take a probability of 95% literally.
#'
#' **Standard errors.** The values of [ssl_iterated()] and [ssl_diffusion()] are the mean of a
#' Gaussian process given the labels. `se.fit = TRUE` returns its standard deviation, which is that
#' of the function and not of a new label. It rests on an estimate of the errors of the labels, and
#' is `NA` if there is one label only, or if all are equal.
#'
#' On swiss rolls, circles, and spheres with 20 to 100 labels, intervals of 1.96 standard errors
#' contained the truth in 91 to 99% of the cases if the labels had no errors. In a single sample it
#' can be 80% if there are only 20 labels. If the labels had errors of 0.3 standard deviations, the
#' intervals contained 96 to 100% (once 85%) and were up to 2.7 times too wide, because a very small
#' penalty takes errors of labels for variation from point to point. They are then about as wide as
#' intervals for a new label.
#'
#' @param object A [lapscale_ssl].
#' @param newdata Points as rows, with the columns of the fit. If both have names for all columns,
#'   each once, columns are matched by name, otherwise by position. For a fit of a `dist`: a matrix
#'   of distances, with one row per new point and one column per point of the fit. If `NULL` (the
#'   default), the points of the fit are used.
#' @param type If `"response"` (the default), labels are returned. `"class"` is the same, for
#'   classes only. If `"prob"`, it is a matrix of probabilities, for classes only. If `"score"`, it
#'   is the learned function, which is about 1 for points of a class and -1 for others.
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
#' @param n_threads Number of threads, see [bw_gc()].
#' @param ... Not used. Extra arguments are an error.
#' @return
#' - For `"response"` and `"class"`, a vector with one element per row of `newdata`.
#' - For `"prob"` and `"score"`, a matrix with one row per row of `newdata` and one column per
#'   level. In regression `"score"` is a vector.
#' - With `se.fit = TRUE`, a list of this, `fit`, and of its standard errors, `se.fit`.
#' - With `to`, that object, invisibly.
#' @section Errors and warnings:
#' - `lapscale_error_argument`, naming `newdata`, `type`, `prior`, or `to`;
#' - `lapscale_error_no_points` for new points after a fit of a graph;
#' - `lapscale_error_file` if a file cannot be read or written;
#' - `lapscale_warning_far` for new points that are too far away for the kernel;
#' - `lapscale_message_reordered` if columns were matched by name in another order.
#' @references Platt, J. (1999). Probabilistic outputs for support vector machines. *Advances in
#'   Large Margin Classifiers*.
#'
#'   Guo, C., Pleiss, G., Sun, Y. and Weinberger, K. (2017). On calibration of modern neural
#'   networks. *ICML*.
#' @seealso [lapscale_ssl], [ssl_auto()], [ssl_next()], [test_error()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_eigenmaps(x, replace(moon, -c(1:3, 148:150), NA), n_eigen = 3, bandwidth = 0.3)
#' predict(fit, sample_moons(5, seed = 2), type = "prob")
#' predict(fit, sample_moons(5, seed = 2), prior = c("1" = 0.9, "2" = 0.1))
#' @export
predict.lapscale_ssl <- function(object, newdata = NULL,
                                 type = c("response", "class", "prob", "score"), prior = NULL,
                                 to = NULL, n_threads = NULL, se.fit = FALSE, ...) door({
  type <- check_choice(type, c("response", "class", "prob", "score"), "type")
  if (type %in% c("class", "prob") && object$labels$kind == "regression") {
    abort_argument("`type` = \"{type}\" is for classes; this fit is a regression.")
  }
  if (type == "class") type <- "response"
  if (!is.null(prior)) {
    if (type == "score") abort_argument("`prior` does not change scores, `type` = \"score\".")
    prior <- resolve_prior(prior, object$labels, "prior")
  }
  if (check_flag(se.fit, "se.fit")) check_standard_errors(object, type, to)
  if (is.null(newdata)) {
    refuse_output(to)
    scores <- scores_of(object)
    names <- ssl_names(object)
    if (!se.fit) {
      return(pad_fit(answer(scores, object, type, names, prior), object))
    }
    spread <- object$all_spread %||% object$spread
    return(lapply(with_standard_errors(scores, spread, object, names), pad_fit, fit = object))
  }
  if (is.null(object$x)) abort_no_points()
  if (!is.null(object$terms)) newdata <- formula_points(object$terms, newdata)
  new <- as_new_rows(newdata, object$x, object$columns, object$scaling)
  runtime <- new_runtime(n_threads, FALSE)
  if (is.null(to)) {
    scores <- score_rows(object, new, NULL, ncol(object$scores), identity, runtime)
    return(if (se.fit) {
      with_standard_errors(scores, spread_at(object, new, runtime), object, new$names)
    } else {
      answer(scores, object, type, new$names, prior)
    })
  }
  if (type == "response" && object$labels$kind != "regression") {
    abort_argument("`to` needs numbers: set `type` to \"prob\" or \"score\".")
  }
  as_numbers <- function(scores) unname(as.matrix(answer(scores, object, type, NULL, prior)))
  output <- check_output(to, new$n, ncol(as_numbers(object$scores[1L, , drop = FALSE])))
  score_rows(object, new, output, 0L, as_numbers, runtime)
  invisible(to)
}, ..., .large = "newdata")

check_standard_errors <- function(fit, type, to) {
  check_posterior(fit, "object")
  if (!is.null(to)) abort_argument("`to` holds no standard errors, `se.fit` = TRUE.")
  if (fit$labels$kind != "regression" && type != "score") {
    abort_argument("`se.fit` = TRUE is for `type` = \"score\" or a regression.")
  }
}

# Scores new points: a matrix with s columns, or what `finish` makes of them in the output.
#   new  by as_new_rows();  output: by check_output()
#   fitted  what the user's call names the points of the fit by
score_rows <- function(fit, new, output, s, finish, runtime, fitted = "object") {
  # Workers have trees of their own.
  own <- new.env()
  on.exit(if (!is.null(own$handle)) cpp_release(own$handle))
  place <- function(at) {
    if (is.null(own$handle)) own$handle <- hold_points(score_centres(fit), runtime, fitted)
    finish_block(score_block(fit)(fit, own$handle, at, runtime))
  }
  finish_block <- function(block) list(values = finish(block$scores), lost = block$far)
  found <- place_rows(
    new, s, output, place,
    list(
      job = score_job, kept = list(fit = fit[names(fit) != "all_scores"]), finish = finish_block,
      runtime = runtime
    )
  )
  far <- found$lost
  if (length(far)) {
    what <- if (is.null(fit$machine)) "the values of the nearest points are taken" else
      "the intercept is all that is left of the machine there"
    warn(
      "`newdata`: {length(far)} point{?s} beyond the reach of the kernel from all points of the fit
       (first: row {far[[1]]}): {what}.",
      "far"
    )
  }
  found$values
}

score_job <- function(at, kept, runtime) {
  handle <- made_once("fit", function() hold_points(score_centres(kept$fit), runtime))
  score_block(kept$fit)(kept$fit, handle, at, runtime)
}

# Returns the points whose kernels or walks give the scores, and the function that does it for a
# block.
score_centres <- function(fit) {
  if (is.null(fit$machine)) fit$x else fit$x[fit$machine$centres, , drop = FALSE]
}

score_block <- function(fit) {
  if (!is.null(fit$n_near)) predict_by_weights else
    if (is.null(fit$machine)) predict_by_walk else predict_by_kernel
}

# Scores the rows of `at` by a step of the walk, and tells whether they are beyond the reach of the
# kernel.
#   handle  of the points of the fit
predict_by_walk <- function(fit, handle, at, runtime) {
  at <- within_sight(at, fit$x, fit$bandwidth)
  found <- cpp_query_nearest(handle, at, 1L, runtime)
  first <- at_place(found, 1L)
  nearest <- found$distance[first] * (cpp_unit(handle) / fit$bandwidth)
  same <- which(nearest <= coincide)
  apart <- which(nearest > coincide)
  at[same, ] <- fit$x[found$index[first[same]], ]
  rule <- list(
    bandwidth = fit$bandwidth, local_scale = 0L, within_radius = TRUE, self_loops = TRUE,
    relative = TRUE,
    cutoff = if (fit$graph$type == "knn") 0 else fit$graph$cutoff, k = fit$graph$k %||% 1L,
    symmetry = "union"
  )
  means <- function(rows, rule, mass, of) {
    sums <- cpp_nystrom_extension(handle, at[rows, , drop = FALSE], rule, mass, of, runtime)
    sums$sum / sums$mass
  }
  values <- matrix(0, nrow(at), ncol(fit$scores))
  if (length(apart)) values[apart, ] <- means(apart, rule, fit$factor, fit$averaged)
  if (length(same)) {
    # Only the points of the fit that coincide with the new one, by their own values.
    rule[c("cutoff", "k")] <- list(0, 0L)
    values[same, ] <- means(same, rule, rep(1, nrow(fit$x)), fit$scores)
  }
  list(scores = values, far = nearest > kernel_reach)
}

# Brings points so far from all others that squares of distances would overflow nearer on the ray
# from the mean, along which the nearest point stays the same.
within_sight <- function(at, x, h) {
  if (is_distances(x)) {
    return(at)
  }
  if (is_sparse_points(x)) {
    reach <- 1e9 * max(h, abs(x@x))
    largest <- vapply(split(abs(at@x), factor(at@i, seq_len(nrow(at)) - 1L)), max, 0, 0)
    return(if (max(largest) > reach) at / pmax(largest / reach, 1) else at)
  }
  centre <- colMeans(x)
  reach <- 1e9 * max(h, abs(x - rep(centre, each = nrow(x))))
  half <- at / 2 - rep(centre / 2, each = nrow(at))
  largest <- do.call(pmax, lapply(seq_len(ncol(at)), function(j) abs(half[, j])))
  far <- which(largest > reach)
  at[far, ] <- rep(centre, each = length(far)) + half[far, , drop = FALSE] / largest[far] * reach
  at
}

# Limits the bandwidths within which a new point is a point of the fit.
coincide <- 1e-6

# Limits the bandwidths beyond which double precision holds a weight as 0.
kernel_reach <- 26

# Scores the rows of `at` by a machine, and tells whether they are beyond the reach of its kernel.
#   handle  of the centers of the machine
predict_by_kernel <- function(fit, handle, at, runtime) {
  machine <- fit$machine
  scores <- matrix(0, nrow(at), ncol(machine$coefficients))
  size <- max(1L, 2e7 %/% length(machine$centres))
  far <- logical(nrow(at))
  for (first in seq(1L, nrow(at), by = size)) {
    rows <- first:min(nrow(at), first + size - 1L)
    kernel <- cpp_heat_kernel(handle, at[rows, , drop = FALSE], machine$h, runtime)
    scores[rows, ] <- kernel %*% machine$coefficients
    far[rows] <- rowSums(kernel) == 0
  }
  list(scores = scores + rep(machine$intercept, each = nrow(at)), far = far)
}

# Scores the rows of `at` by the weights that reconstruct them.
predict_by_weights <- function(fit, handle, at, runtime) {
  model <- c(barycentric_model(fit$scores, list(k = fit$n_near, ridge = 1e-3), fit$x), fit["x"])
  list(scores = extend_barycentric(model, handle, at, runtime), far = logical(nrow(at)))
}
