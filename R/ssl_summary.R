#' @rdname lapscale_ssl
#' @export
summary.lapscale_ssl <- function(object, truth = NULL, ...) door({
  classes <- object$labels$kind == "classes"
  structure(
    list(
      fit = object, parameters = tidy(object), bound = object$bound,
      shares = if (classes) class_shares(object),
      test_error = if (!is.null(truth)) test_error(object, truth),
      confusion = if (!is.null(truth) && classes) confusion(object, truth)
    ),
    class = "summary.lapscale_ssl"
  )
}, ...)

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
print.summary.lapscale_ssl <- function(x, ...) door({
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
  print_test(x)
  invisible(x)
})

# Where the probabilities come from.
describe_calibration <- function(fit) {
  if (fit$labels$kind == "regression") {
    return(character())
  }
  of <- if (fit$score_kind == "chance") {
    "chances of the walk's first label to the power "
  } else {
    "softmax of scores times "
  }
  how <- if (is.null(fit$held_out)) {
    ", the usual slope: no labels can be spared to tell"
  } else {
    paste0(", by ", fit$error_method,
           if (!fit$slope$known) ", of which the labels are too few to tell much")
  }
  paste0("  probabilities: ", of, format(fit$slope$slope, digits = 3), how, "\n")
}

print_test <- function(x) {
  if (is.null(x$test_error)) {
    return(invisible())
  }
  shown <- if (is.na(x$test_error)) {
    "none with a known label"
  } else if (is.null(x$confusion)) {
    paste("root mean squared error", format(x$test_error, digits = 3))
  } else {
    paste(format(100 * x$test_error, digits = 3), "% wrong")
  }
  cat("Unlabelled points: ", shown, "\n", sep = "")
  if (!is.null(x$confusion) && !is.na(x$test_error)) print(x$confusion)
}
