#' Fitted against true labels of the unlabelled points
#'
#' `test_error()`: the share of wrong classes, or in regression the root mean squared error.
#' `confusion()`: which classes are taken for which.
#'
#' @param fit A [lapscale_ssl].
#' @param truth The true labels, one per row of the data; rows with NA are left out.
#' @return Both look at the points that had no label and whose truth is known. `test_error()`: a
#'   number, NA where there is no such point. `confusion()`: a table, fitted levels by true levels;
#'   a regression is refused.
#' @section Errors:
#' `lapscale_error_argument`, naming `fit` or `truth`.
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_harmonic(x, replace(moon, -c(1, 150), NA), bandwidth = 0.2)
#' test_error(fit, moon)
#' confusion(fit, moon)
#' @export
test_error <- function(fit, truth) door({
  check_true_labels(fit, truth)
  tested <- tested_rows(fit, truth)
  if (!length(tested)) {
    return(NA_real_)
  }
  found <- fitted(fit)[tested]
  truth <- truth[tested]
  if (fit$labels$kind != "regression") {
    return(mean(answer_losses(found, truth, "classes")))
  }
  unit <- power_of_2(c(range(found), range(truth)))
  unit * sqrt(mean(answer_losses(found / unit, truth / unit, "regression")))
})

#' @rdname test_error
#' @export
confusion <- function(fit, truth) door({
  check_true_labels(fit, truth)
  if (fit$labels$kind == "regression") {
    abort_argument(
      c("`fit` is a regression: there are no classes to confuse.",
        i = "`test_error()` gives its root mean squared error.")
    )
  }
  tested <- tested_rows(fit, truth)
  table(
    fitted = fitted(fit)[tested], truth = factor(as.character(truth)[tested], fit$labels$levels)
  )
})

# Rows of the data that the fit has, that had no label and whose truth is known.
tested_rows <- function(fit, truth) {
  unlabelled <- setdiff(fit$rows, fit$rows[fit$labels$rows])
  # A level NA is no label either.
  if (is.factor(truth)) truth <- as.character(truth)
  unlabelled[!is.na(truth[unlabelled])]
}

# What each answer costs: 1 for a wrong class or none, the squared error in regression.
answer_losses <- function(found, truth, kind) {
  if (kind == "regression") {
    return((found - truth)^2)
  }
  wrong <- as.character(found) != as.character(truth)
  as.numeric(is.na(wrong) | wrong)
}

check_true_labels <- function(fit, truth) {
  if (!inherits(fit, "lapscale_ssl")) {
    abort_argument("`fit` must be a fit of an ssl_ function, not {describe(fit)}.")
  }
  if (missing(truth)) {
    abort_argument("`truth` is missing: the fit is compared with it.")
  }
  if (length(truth) != fit$n_given) {
    abort_argument(
      "`truth` must have a value for each of the {fit$n_given} rows of the fit; it has
       {length(truth)}."
    )
  }
  if (fit$labels$kind == "regression") {
    if (!is.numeric(truth)) {
      abort_argument("`truth` must be numbers like the labels, not {describe(truth)}.")
    }
    return(invisible())
  }
  known <- as.character(truth)
  strange <- setdiff(known[!is.na(known)], fit$labels$levels)
  if (length(strange)) {
    abort_argument("`truth` has the value \"{strange[[1]]}\", which is not a level of the labels.")
  }
}
