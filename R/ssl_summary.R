#' @rdname lapscale_ssl
#' @export
summary.lapscale_ssl <- function(object, truth = NULL, ...) {
  check_no_dots(...)
  structure(
    list(
      fit = object, parameters = tidy(object), bound = object$bound,
      shares = if (object$labels$kind == "classes") class_shares(object),
      confusion = if (!is.null(truth)) confusion(object, truth)
    ),
    class = "summary.lapscale_ssl"
  )
}

# How the labels and the fitted values spread over the classes.
class_shares <- function(fit) {
  levels <- fit$labels$levels
  given <- factor(levels[fit$labels$used[fit$labels$class]], levels)
  data.frame(
    class = levels, labels = as.vector(table(given)),
    fitted = as.vector(table(fitted(fit))), row.names = NULL
  )
}

#' @export
print.summary.lapscale_ssl <- function(x, ...) {
  print(x$fit)
  if (!is.null(x$bound)) {
    # The bias is over the next eigenvalue.
    bias <- if (is.na(x$bound[["bias"]])) {
      "no bias, as all eigenvectors are used"
    } else {
      paste("bias", format(x$bound[["bias"]], digits = 3))
    }
    cat("  bound: ", bias, ", variance ", format(x$bound[["variance"]], digits = 3), "\n", sep = "")
  }
  if (!is.null(x$fit$n_support)) {
    cat("  ", count(x$fit$n_support, "support vector"), "\n", sep = "")
  }
  cat(describe_calibration(x$fit))
  if (!is.null(x$shares)) print(x$shares, row.names = FALSE)
  print_confusion(x$confusion, x$fit$labels$kind)
  invisible(x)
}

# Where the probabilities come from.
describe_calibration <- function(fit) {
  if (fit$labels$kind == "regression") {
    return(character())
  }
  how <- if (is.null(fit$temperature)) {
    "of the walk's first label"
  } else {
    paste0("softmax of ", format(fit$temperature, digits = 3), " x scores, slope by ",
           if (fit$method == "lapsvm") "folds" else "leave-one-out")
  }
  paste0("  probabilities: ", how, "\n")
}

print_confusion <- function(confusion, kind) {
  if (is.null(confusion)) {
    return(invisible())
  }
  if (is.nan(sum(confusion)) || is.table(confusion) && sum(confusion) == 0) {
    cat("Unlabelled points: none with a known label\n")
    return(invisible())
  }
  if (kind == "regression") {
    cat("Unlabelled points: root mean squared error ", format(confusion, digits = 3), "\n",
        sep = "")
    return(invisible())
  }
  wrong <- 1 - sum(diag(confusion)) / sum(confusion)
  cat("Unlabelled points: ", format(100 * wrong, digits = 3), " % wrong\n", sep = "")
  print(confusion)
}

#' Fitted against true labels of the unlabelled points
#'
#' @param fit A [lapscale_ssl].
#' @param truth The true labels, one per row of the data; rows with NA are left out.
#' @return A table, fitted levels by true levels, of the points that had no label; in regression the
#'   root mean squared error over them.
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' confusion(ssl_harmonic(x, replace(moon, -c(1, 150), NA), bandwidth = 0.2), moon)
#' @export
confusion <- function(fit, truth) {
  if (missing(truth)) abort_argument("`truth` is missing: the fit is compared with it.")
  if (!inherits(fit, "lapscale_ssl")) {
    abort_argument("`fit` must be a fit of an ssl_ function, not {describe(fit)}.")
  }
  if (length(truth) != fit$n_given) {
    abort_argument(
      "`truth` must have a value for each of the {fit$n_given} rows of the fit; it has
       {length(truth)}."
    )
  }
  labels <- fit$labels
  at <- setdiff(fit$rows, fit$rows[labels$rows])
  if (labels$kind == "regression") {
    if (!is.numeric(truth)) {
      abort_argument("`truth` must be numbers like the labels, not {describe(truth)}.")
    }
    return(sqrt(mean((fitted(fit)[at] - truth[at])^2, na.rm = TRUE)))
  }
  known <- as.character(truth)
  strange <- setdiff(known[!is.na(known)], labels$levels)
  if (length(strange)) {
    abort_argument("`truth` has the value \"{strange[[1]]}\", which is not a level of the labels.")
  }
  table(fitted = fitted(fit)[at], truth = factor(known[at], labels$levels))
}
