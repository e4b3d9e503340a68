# Fits against true labels.

#' Compare predictions with true labels
#'
#' @description
#' Compares the predictions for unlabeled points with their true labels. `ssl_error()` returns the
#' share of wrong classes, or in regression the root mean squared error, or another measure.
#' `ssl_confusion()` returns a table of predicted and true classes.
#'
#' **When to use it.** Use it in benchmarks and on data with known labels. Without the truth, use
#' `glance(fit)$error`.
#'
#' @param fit A [lapscale_ssl].
#' @param truth The true labels, one per row of the data. Rows with `NA` are left out.
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
#' @param ... Not used.
#' @return Both use the points that had no label and whose true label is known:
#'   - `ssl_error()`: a number, or `NA` if there is no such point;
#'   - `ssl_confusion()`: a table of predicted classes (rows) by true classes (columns).
#' @section Errors:
#' - `lapscale_error_argument`, naming `fit` or `truth`, and for `ssl_confusion()` of a regression.
#' @seealso [lapscale_ssl], [ssl_auto()].
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_harmonic(x, replace(moon, -c(1, 150), NA), bandwidth = 0.2)
#' ssl_error(fit, moon)
#' ssl_confusion(fit, moon)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_harmonic(iris[1:4], y), iris$Species)
#' @export
ssl_error <- function(fit, truth, metric = NULL, ...) door({
  test_rows <- tested_rows(fit, truth)
  measures <- if (fit$labels$kind == "regression") number_measures else class_measures
  metric <- check_choice(metric %||% names(measures)[[1L]], names(measures), "metric")
  if (!length(test_rows)) return(NA_real_)
  measures[[metric]](fit, truth[test_rows], test_rows)
}, ...)

# Measures of classes by name, the default first: functions that return a number.
#   fit        of new_ssl_fit()
#   truth      the true labels of the rows that are compared, as the user gave them, without NA
#   test_rows  numbers of these rows of the data
class_measures <- list(
  error = function(fit, truth, test_rows) mean(answer_losses(fit, test_rows, truth)),
  balanced = function(fit, truth, test_rows) {
    losses <- answer_losses(fit, test_rows, truth)
    mean(tapply(losses, as.character(truth), mean))
  },
  log_loss = function(fit, truth, test_rows) {
    chances <- unname(stats::predict(fit, type = "prob"))[test_rows, , drop = FALSE]
    chances <- chances[cbind(seq_along(truth), match(as.character(truth), fit$labels$levels))]
    chances[is.na(chances)] <- 1 / length(fit$labels$levels)
    -mean(log(pmax(chances, 1e-15)))
  }
)

# Measures of a regression, functions like those of class_measures. `unit` is a power of 2 by which
# numbers are divided so that no square overflows.
number_measures <- list(
  rmse = function(fit, truth, test_rows) {
    with_unit(answers_of(fit, test_rows), truth,
              function(predictions, truth) sqrt(mean((predictions - truth)^2)))
  },
  mae = function(fit, truth, test_rows) {
    with_unit(answers_of(fit, test_rows), truth,
              function(predictions, truth) mean(abs(predictions - truth)))
  },
  r_squared = function(fit, truth, test_rows) {
    unit <- power_of_2(truth)
    truth <- truth / unit
    1 - sum((answers_of(fit, test_rows) / unit - truth)^2) / sum((truth - mean(truth))^2)
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
ssl_confusion <- function(fit, truth, ...) door({
  test_rows <- tested_rows(fit, truth)
  refuse_if(fit$labels$kind == "regression",
            c("`fit` is a regression: there are no classes to confuse.",
              i = "`ssl_error()` gives its root mean squared error."))
  table(fitted = fitted(fit)[test_rows],
        truth = factor(as.character(truth)[test_rows], fit$labels$levels))
}, ...)

# The rows of the data that the fit has, that had no label and whose truth is known: their numbers.
#   fit    of new_ssl_fit(): rows (its points as rows of the data), labels (rows: which of these
#          points have one)
#   truth  the true labels, one for each row of the data, or NA
tested_rows <- function(fit, truth) {
  check_true_labels(fit, truth)
  unlabelled_rows <- setdiff(fit$rows, fit$rows[fit$labels$rows])
  # A level NA is no label either.
  if (is.factor(truth)) truth <- as.character(truth)
  unlabelled_rows[!is.na(truth[unlabelled_rows])]
}

# The loss of each answer, a number per row: 1 for a wrong class or none, 0 for the right one; the
# squared error in regression.
#   fit    of new_ssl_fit();  rows: numbers of rows of the data
#   truth  the true labels of these rows
answer_losses <- function(fit, rows, truth) {
  if (fit$labels$kind == "regression") return((answers_of(fit, rows) - truth)^2)
  is_wrong <- as.character(fitted(fit)[rows]) != as.character(truth)
  as.numeric(is.na(is_wrong) | is_wrong)
}

# Numbers that a fit predicts, one per row, and the mean of its labels where it predicts none.
#   fit  of new_ssl_fit(), a regression;  rows: numbers of rows of the data
answers_of <- function(fit, rows) {
  values <- fitted(fit)[rows]
  replace(values, is.na(values), mean(fit$labels$targets))
}

# Checks the true labels that a fit is compared with.
#   fit    as the user gave it; of new_ssl_fit(): n_given (rows of the data), labels (kind:
#          "classes" or "regression"; levels: names of the classes)
#   truth  as the user gave it
check_true_labels <- function(fit, truth) {
  check_class(fit, "lapscale_ssl", "fit", "a fit of an ssl_ function")
  refuse_if(missing(truth), "`truth` is missing: the fit is compared with it.")
  refuse_if(length(truth) != fit$n_given,
            "`truth` must have a value for each of the {fit$n_given} rows of the fit; it has
             {length(truth)}.")
  is_regression <- fit$labels$kind == "regression"
  refuse_if(is_regression && !is.numeric(truth),
            "`truth` must be numbers like the labels, not {describe(truth)}.")
  unknown_classes <- if (!is_regression) setdiff(as.character(truth), c(fit$labels$levels, NA))
  refuse_if(length(unknown_classes),
            "`truth` has the value \"{unknown_classes[[1]]}\", which is not a level of the labels.")
}
