# Fits against true labels.

#' Compare predictions with true labels
#'
#' @description
#' Compares the predictions for unlabeled points with their true labels. `ssl_error()` returns the
#' share of wrong classes, or in regression the root mean squared error. `ssl_confusion()` returns a
#' table of predicted and true classes.
#'
#' **When to use it.** Use it in benchmarks and on data with known labels. Without the truth, use
#' `glance(fit)$error`.
#'
#' @param fit A [lapscale_ssl].
#' @param truth The true labels, one per row of the data. Rows with `NA` are left out.
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
#' @export
ssl_error <- function(fit, truth) door({
  check_true_labels(fit, truth)
  tested <- tested_rows(fit, truth)
  if (!length(tested)) return(NA_real_)
  found <- fitted(fit)[tested]
  truth <- truth[tested]
  if (fit$labels$kind != "regression") return(mean(answer_losses(found, truth, "classes")))
  unit <- power_of_2(c(range(found), range(truth)))
  unit * sqrt(mean(answer_losses(found / unit, truth / unit, "regression")))
})

#' @rdname ssl_error
#' @export
ssl_confusion <- function(fit, truth) door({
  check_true_labels(fit, truth)
  refuse_if(fit$labels$kind == "regression",
            c("`fit` is a regression: there are no classes to confuse.",
              i = "`ssl_error()` gives its root mean squared error."))
  tested <- tested_rows(fit, truth)
  table(
    fitted = fitted(fit)[tested], truth = factor(as.character(truth)[tested], fit$labels$levels)
  )
})

# Finds the rows of the data that the fit has, that had no label and whose truth is known.
tested_rows <- function(fit, truth) {
  unlabelled <- setdiff(fit$rows, fit$rows[fit$labels$rows])
  # A level NA is no label either.
  if (is.factor(truth)) truth <- as.character(truth)
  unlabelled[!is.na(truth[unlabelled])]
}

# Finds what each answer costs: 1 for a wrong class or none, the squared error in regression.
answer_losses <- function(found, truth, kind) {
  if (kind == "regression") return((found - truth)^2)
  wrong <- as.character(found) != as.character(truth)
  as.numeric(is.na(wrong) | wrong)
}

check_true_labels <- function(fit, truth) {
  check_class(fit, "lapscale_ssl", "fit", "a fit of an ssl_ function")
  refuse_if(missing(truth), "`truth` is missing: the fit is compared with it.")
  refuse_if(length(truth) != fit$n_given,
            "`truth` must have a value for each of the {fit$n_given} rows of the fit; it has
             {length(truth)}.")
  numbers <- fit$labels$kind == "regression"
  refuse_if(numbers && !is.numeric(truth),
            "`truth` must be numbers like the labels, not {describe(truth)}.")
  strange <- if (!numbers) setdiff(as.character(truth), c(fit$labels$levels, NA))
  refuse_if(length(strange),
            "`truth` has the value \"{strange[[1]]}\", which is not a level of the labels.")
}
