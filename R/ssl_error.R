# Fits against true labels.

#' Compare predictions with true labels
#'
#' @description
#' Compares the predictions for unlabeled points, or for new ones, with their true labels.
#' `ssl_error()` returns the share of wrong classes, or in regression the root mean squared error,
#' or another measure. `ssl_confusion()` returns a table of predicted and true classes.
#'
#' **When to use it.** Use it in benchmarks and on data with known labels. Without the truth, use
#' `glance(fit)$error`.
#'
#' @param fit A [lapscale_ssl].
#' @param truth The true labels, one per row of the data, or of `newdata`. Rows with `NA` are left
#'   out.
#' @param metric The measure. For classes:
#'   - `"error"` (the default): the share of wrong classes, among them points without a prediction;
#'   - `"balanced"`: the mean over the true classes of the share that is wrong, so that small
#'     classes count as much as large ones;
#'   - `"log_loss"`: the mean of minus the logarithm of the probability of the true class, see
#'     [predict()][predict.lapscale_ssl]. Probabilities below 1e-15 count as 1e-15, and a point
#'     without probabilities counts as if all classes had the same.
#'
#'   For numbers, where a point without a prediction counts as if the mean of the labels were
#'   predicted:
#'   - `"rmse"` (the default): the root mean squared error, in the unit of the labels;
#'   - `"mae"`: the mean absolute error, in the same unit;
#'   - `"r_squared"`: 1 minus the sum of squared errors over that about the mean of the truth. It is
#'     at most 1, and negative if the mean is the better prediction.
#' @param newdata If `NULL` (the default), the points of the fit that had no label are compared.
#'   Otherwise new points, as in [predict()][predict.lapscale_ssl], with one element of `truth` per
#'   row. Points that are too far from the data have no prediction.
#' @param ... Not used.
#' @return Both use the points that had no label, or the new points, whose true label is known:
#'   - `ssl_error()`: a number, or `NA` if there is no such point;
#'   - `ssl_confusion()`: a table of predicted classes (rows) by true classes (columns).
#' @section Errors:
#' - `lapscale_error_argument`, naming `fit`, `truth`, or `newdata`, and for `ssl_confusion()` of a
#'   regression.
#' @seealso [lapscale_ssl], [ssl_auto()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_harmonic(x, replace(moon, -c(1, 150), NA), bandwidth = 0.2)
#' ssl_error(fit, moon)
#' ssl_confusion(fit, moon)
#' new <- sample_moons(100, noise = 0.05, seed = 2)
#' ssl_error(fit, factor(attr(new, "parameters")[, "moon"]), newdata = new)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_harmonic(iris[1:4], y), iris$Species)
#' @export
ssl_error <- function(fit, truth, metric = NULL, newdata = NULL, ...) door({
  check_fit(fit)
  measures <- if (fit$labels$kind == "regression") number_measures else class_measures
  metric <- check_choice(metric %||% names(measures)[[1L]], names(measures), "metric")
  type <- if (metric == "log_loss") "prob" else "response"
  compared <- compared_labels(fit, truth, newdata, type)
  if (!length(compared$truth)) return(NA_real_)
  measures[[metric]](compared$predictions, compared$truth, fit)
}, ...)

# Measures of classes by name, the default first: functions that return a number.
#   predictions  of m points: classes (length m, NA: none), or for log_loss probabilities (m x
#                levels of the labels)
#   truth        their true labels, length m, as the user gave them, without NA
#   fit          of new_ssl_fit(): labels (levels: names of all classes)
class_measures <- list(
  error = function(predictions, truth, fit) mean(answer_losses(predictions, truth, fit)),
  balanced = function(predictions, truth, fit) {
    losses <- answer_losses(predictions, truth, fit)
    mean(tapply(losses, as.character(truth), mean))
  },
  log_loss = function(predictions, truth, fit) {
    chances <- predictions[cbind(seq_along(truth), match(as.character(truth), fit$labels$levels))]
    chances[is.na(chances)] <- 1 / length(fit$labels$levels)
    -mean(log(pmax(chances, 1e-15)))
  }
)

# Measures of a regression, functions like those of class_measures, of numbers. `unit` is a power of
# 2 by which numbers are divided so that no square overflows.
number_measures <- list(
  rmse = function(predictions, truth, fit) {
    with_unit(numbers_or_mean(predictions, fit), truth,
              function(predictions, truth) sqrt(mean((predictions - truth)^2)))
  },
  mae = function(predictions, truth, fit) {
    with_unit(numbers_or_mean(predictions, fit), truth,
              function(predictions, truth) mean(abs(predictions - truth)))
  },
  r_squared = function(predictions, truth, fit) {
    unit <- power_of_2(truth)
    truth <- truth / unit
    error <- numbers_or_mean(predictions, fit) / unit - truth
    1 - sum(error^2) / sum((truth - mean(truth))^2)
  }
)

# A measure in the unit of the numbers, computed in a unit, a power of 2, in which no square
# overflows.
#   predictions, truth  predictions and true labels, numbers
#   measure             function of both, in a common unit, which returns a number in this unit
with_unit <- function(predictions, truth, measure) {
  unit <- power_of_2(c(range(predictions), range(truth)))
  unit * measure(predictions / unit, truth / unit)
}

#' @rdname ssl_error
#' @export
ssl_confusion <- function(fit, truth, newdata = NULL, ...) door({
  check_fit(fit)
  compared <- compared_labels(fit, truth, newdata, "response")
  refuse_if(fit$labels$kind == "regression",
            c("`fit` is a regression: there are no classes to confuse.",
              i = "`ssl_error()` gives its root mean squared error."))
  table(fitted = compared$predictions,
        truth = factor(as.character(compared$truth), fit$labels$levels))
}, ...)

# What is compared: list(predictions, truth), of the m points that have no label and whose truth is
# known.
#   fit      of new_ssl_fit(): rows (its points as rows of the data), labels (rows: which of these
#            points have one)
#   truth    the true labels as the user gave them, one for each row of the data or of newdata
#   newdata  new points as the user gave them, or NULL: those of the fit
#   type     of predict(): "response" or "prob"
compared_labels <- function(fit, truth, newdata, type) {
  predictions <- stats::predict(fit, newdata, type = type)
  check_true_labels(fit, truth, NROW(predictions), if (is.null(newdata)) "the fit" else "`newdata`")
  rows <- if (is.null(newdata)) setdiff(fit$rows, fit$rows[fit$labels$rows]) else seq_along(truth)
  # A level NA is no label either.
  if (is.factor(truth)) truth <- as.character(truth)
  rows <- rows[!is.na(truth[rows])]
  list(predictions = if (type == "prob") predictions[rows, , drop = FALSE] else predictions[rows],
       truth = truth[rows])
}

# The loss of each prediction, a number: 1 for a wrong class or none, 0 for the right one; the
# squared error in regression.
#   predictions, truth  predictions and true labels of m points
#   fit                 of new_ssl_fit()
answer_losses <- function(predictions, truth, fit) {
  if (fit$labels$kind == "regression") return((numbers_or_mean(predictions, fit) - truth)^2)
  is_wrong <- as.character(predictions) != as.character(truth)
  as.numeric(is.na(is_wrong) | is_wrong)
}

# Predicted numbers, and the mean of the labels where nothing is predicted, NA.
#   fit  of new_ssl_fit(), a regression
numbers_or_mean <- function(predictions, fit) {
  replace(predictions, is.na(predictions), mean(fit$labels$targets))
}

# Raises an error if `fit` is not one.
check_fit <- function(fit) check_class(fit, "lapscale_ssl", "fit", "a fit of an ssl_ function")

# Checks the true labels that a fit is compared with.
#   fit    of new_ssl_fit(): labels (kind: "classes" or "regression"; levels: names of the classes)
#   truth  as the user gave it
#   n      number of rows of what is compared, `rows_of` in words
check_true_labels <- function(fit, truth, n, rows_of) {
  refuse_if(missing(truth), "`truth` is missing: the fit is compared with it.")
  refuse_if(length(truth) != n,
            "`truth` must have a value for each of the {n} rows of {rows_of}; it has
             {length(truth)}.")
  is_regression <- fit$labels$kind == "regression"
  refuse_if(is_regression && !is.numeric(truth),
            "`truth` must be numbers like the labels, not {describe(truth)}.")
  unknown_classes <- if (!is_regression) setdiff(as.character(truth), c(fit$labels$levels, NA))
  refuse_if(length(unknown_classes),
            "`truth` has the value \"{unknown_classes[[1]]}\", which is not a level of the labels.")
}
