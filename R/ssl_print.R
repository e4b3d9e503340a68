#' @rdname lapscale_ssl
#' @export
print.lapscale_ssl <- function(x, ...) {
  labels <- x$labels
  task <- if (labels$kind == "regression") "regression (numbers, no classes)" else
    count(length(labels$used), "class", "classes")
  cat(
    x$title, ": ", task, " from ", count(length(labels$rows), "label"), " on ",
    count(length(x$rows), "point"),
    paste0(", ", describe_scaling(x$scaling), recycle0 = TRUE), "\n", sep = ""
  )
  cat_wrapped(paste(c(
    if (!is.na(x$bandwidth)) {
      paste0("bandwidth ", short(x$bandwidth, 4), " (", say_selected(x$bandwidth_method), ")")
    },
    if (!is.na(x$alpha)) paste0("alpha = ", format(x$alpha), " (", who_set(x, "alpha"), ")"),
    describe_learning_graph(x), if (!is.null(x$landmarks)) paste(length(x$landmarks), "landmarks"),
    if (!is.null(x$recall)) describe_recall(x)
  ), collapse = ", "))
  if (length(x$parameters)) cat_wrapped(describe_parameters(x))
  cat(describe_error(x),
      if (x$method == "auto") describe_standard_errors(x), sep = "")
  if (x$n_unseen) cat("  ", count(x$n_unseen, "point"), " without a path to a label\n", sep = "")
  invisible(x)
}

# A line, such as "default: d = 2", for each way in which parameters were set. `ways` says of each
# parameter how, in words, `end_words`, of end_of_path(), whether it is at an end of those tried, or
# "", and `lines` are named by the ways.
#   fit  of new_ssl_fit(): parameters (a named list), and what who_set() and end_of_path() read
describe_parameters <- function(fit) {
  names <- names(fit$parameters)
  values <- vapply(fit$parameters, function(value) format(value, digits = 3), "")
  end_words <- vapply(names, function(name) end_of_path(fit, name), "")
  ways <- say_selected(who_set(fit, names))
  setting_words <- paste0(names, " = ", values, end_words)
  lines <- tapply(setting_words, factor(ways, unique(ways)), paste, collapse = ", ")
  paste0(names(lines), ": ", lines)
}

# How parameters were set, in words for print(): "selected by leave-one-out", "given", ...
#   way  words of who_set(), such as "leave-one-out", "cross-validation", "default", or "given"
say_selected <- function(way) sub("^(leave-one-|cross-validation)", "selected by \\1", way)

# The words " (the smallest tried: ...)" or " (the largest tried: ...)" for a parameter whose best
# value may lie beyond those tried, with what that means; "" for any other. `end` is 1 at the
# smallest, 2 at the largest, and 0 between, `meaning` words of meaning_of_ends, or NULL.
#   fit   of new_ssl_fit(): path (data frame, a row per candidate, or NULL), parameters (list of
#         what was chosen, by name), method (its name, such as "auto")
#   name  of the parameter
end_of_path <- function(fit, name) {
  path <- fit$path
  if (!name %in% intersect(path_parameters, names(path))) return("")
  for (family in intersect(c("candidate", "m", "t"), names(path))) {
    chosen_value <- fit$parameters[[if (family == "candidate") "method" else family]]
    if (!is.null(chosen_value)) path <- path[path[[family]] %in% chosen_value, ]
  }
  bounds <- range(path[[name]])
  value <- fit$parameters[[name]]
  end <- if (bounds[[1]] == bounds[[2]]) 0L else match(value, bounds, 0L)
  meaning <- if (end > 0L) meaning_of_ends[[name]][[end]]
  # The penalty of an automatic choice goes with `lambda_ambient`.
  is_auto <- identical(fit$method, "auto")
  if (is.null(meaning) || is_auto && name == "lambda_manifold") return("")
  if (is_auto && startsWith(meaning, "supply")) {
    meaning <- paste0("ssl_", fit$parameters$method, "(", name, " = ) takes larger ones")
  }
  paste0(" (the ", c("smallest", "largest")[[end]], " tried: ", meaning, ")")
}

# What it means that a parameter is the smallest or the largest of those tried, in this order, by
# its name. NULL if smaller values make no sense.
meaning_of_ends <- list(
  mu = list("labels are taken as exact, no need to act",
            "nearly constant, the labels say little"),
  lambda_manifold = list("the graph hardly counts, no need to act",
                         "supply larger values to see if the error falls"),
  n_eigen = list(NULL, "supply a larger number to see if the error falls"),
  kernel_bandwidth = list(NULL, "supply a larger one to see if the error falls")
)

# The error of a fit by cross-validation, in one or more printed lines. `unit_word` is "label" or
# "group", n how many.
#   fit  of new_ssl_fit(): labels (kind: "classes" or "regression"; group), error, error_se,
#        error_guess (of held_out_error(): the error, NA where it is not known, its standard error,
#        that of guessing), error_method (how it was estimated, in words, or "none"), order_ratio
#        (of inform_of_order(), or NULL)
describe_error <- function(fit) {
  is_regression <- fit$labels$kind == "regression"
  n <- n_units(fit$labels)
  unit_word <- unit_name(fit$labels)
  if (fit$error_method == "none") return("  error not estimated (`error` = FALSE)\n")
  if (is.na(fit$error)) {
    per_class <- if (n > 1L) " per class"
    return(paste0("  no error of cross-validation: one ", unit_word, per_class, "\n"))
  }
  error_words <- if (is_regression) {
    paste0("root mean squared error ", format(fit$error, digits = 2),
           if (fit$error > 0) paste0(" (se ", format(fit$error_se, digits = 2), ")"))
  } else {
    # Of no error in n labels nothing follows but that there are hardly more than 3 in n.
    paste0("error ", percent(fit$error), "% (se ", percent(fit$error_se), if (fit$error == 0) {
      paste0(", below ", percent(min(1, 3 / n)), "% with 95% confidence")
    }, ")")
  }
  is_below_guess <- isTRUE(fit$error < fit$error_guess - fit$error_se)
  unit_words <-
    if (unit_word == "group") count(n, "group of labels", "groups of labels") else "the labels"
  paste0("  ", error_words, " by ", fit$error_method, " over ", unit_words, "\n",
         if (!is.null(fit$order_ratio)) {
           paste0("  ! Too small if rows that follow each other belong together (", fit$order_ratio,
                  " times as often neighbors as by chance): see `groups`\n")
         },
         if (!is_regression) describe_single_classes(fit$labels),
         if (!is_below_guess) describe_guess(fit))
}

# A printed line if an automatic choice has no standard errors, else NULL.
#   fit  of new_ssl_fit()
describe_standard_errors <- function(fit) {
  if (!has_standard_errors(fit)) "  no standard errors (`se.fit`): too few labels on this graph\n"
}

# A printed line if some classes have a single label: the others cannot tell such a class when its
# label is hidden. NULL if all have more.
#   labels  of encode_labels(), of classes: class and group (of each label), rows
describe_single_classes <- function(labels) {
  n_single <- sum(tabulate(labels$class[is_first_of_class_and_group(labels)]) == 1L)
  if (n_single == 0L) return(NULL)
  has <- if (n_single == 1L) " has" else " have"
  paste0("  ! Too large: ", count(n_single, "class", "classes"), has, " a single ",
         unit_name(labels), ", which is wrong when it is hidden\n")
}

# A printed line on what a fit that is not clearly better than guessing is compared with, and what
# to try. If its error is below that of guessing by less than the standard error, labels are too few
# to tell.
#   fit  of new_ssl_fit(): labels (kind: "classes" or "regression"), error, error_guess (the error
#        of guessing), x (its points, NULL of a graph without), bandwidth (NA where nothing depends
#        on one)
describe_guess <- function(fit) {
  guess <- if (fit$labels$kind == "regression")
    paste0("the mean (", short(fit$error_guess, 3), ")") else
      paste0("the largest class (", percent(fit$error_guess), "%)")
  clearly <- if (isTRUE(fit$error < fit$error_guess)) "clearly "
  remedy <- if (is.null(fit$x)) "another graph" else
    paste("other columns or another", if (is.na(fit$bandwidth)) "`k`" else "bandwidth")
  paste0("  ! Not ", clearly, "better than guessing ", guess, ".\n    Try more labels first, then ",
         remedy, ".\n")
}

#' @rdname lapscale_ssl
#' @export
summary.lapscale_ssl <- function(object, truth = NULL, ...) door({
  has_classes <- object$labels$kind == "classes"
  structure(
    list(fit = object, parameters = tidy(object), bound = object$bound,
         shares = if (has_classes) class_shares(object),
         test_error = if (!is.null(truth)) ssl_error(object, truth),
         confusion = if (!is.null(truth) && has_classes) ssl_confusion(object, truth)),
    class = c("summary.lapscale_ssl", "lapscale_summarized")
  )
}, ...)

# Counts how the labels and the fitted values spread over the classes: data.frame(class, labels,
# fitted), a row per class.
#   fit  of new_ssl_fit(): labels (levels: names of all classes; used: numbers of those that have
#        labels; class: of each label, among these)
class_shares <- function(fit) {
  levels <- fit$labels$levels
  label_classes <- factor(levels[fit$labels$used[fit$labels$class]], levels)
  data.frame(class = levels, labels = as.vector(table(label_classes)),
             fitted = as.vector(table(fitted(fit))), row.names = NULL)
}

# Prints a summary of a fit, which is a list of fit, parameters, bound (of error_bound(), or NULL),
# shares (of class_shares(), or NULL), test_error and confusion (NULL without true labels).
#   ...  not used
#' @export
print.summary.lapscale_ssl <- function(x, ...) door({
  print(x$fit)
  if (!is.null(x$bound)) {
    # The bias is over the next eigenvalue.
    bias <- if (is.na(x$bound[["bias"]])) "no bias, as all eigenvectors are used" else
      paste("bias", format(x$bound[["bias"]], digits = 3))
    cat("  bound: ", bias, ", variance ", format(x$bound[["variance"]], digits = 3), "\n", sep = "")
  }
  if (!is.null(x$fit$n_support)) cat("  ", count(x$fit$n_support, "support vector"), "\n", sep = "")
  if (x$fit$labels$kind == "classes") cat(describe_calibration(x$fit))
  if (!is.null(x$shares)) print(x$shares, row.names = FALSE)
  if (!is.null(x$test_error)) print_test(x)
  cat(describe_origin(x$fit))
  invisible(x)
})

# A printed line on where the probabilities come from.
#   fit  of new_ssl_fit(), of classes: score_kind (see new_ssl_method()), error_method (in words, or
#        "none"), slope (of find_slope(): list(value, is_certain)), held_out (n x q x rounds, or
#        NULL)
describe_calibration <- function(fit) {
  model_words <- if (fit$score_kind == "chance")
    "first label that a random walk meets, to the power " else "softmax of the scores times "
  origin <- if (fit$error_method == "none")
    "the default, because the error is not estimated" else
    if (is.null(fit$held_out)) "the default, because labels are few" else
    paste0("estimated by ", fit$error_method, if (!fit$slope$is_certain) ", uncertain: few labels")
  paste0("  probabilities: ", model_words, format(fit$slope$value, digits = 3), " (", origin, ")\n",
         if (n_units(fit$labels) < few_for_probabilities) {
           "  ! Few labels: do not take a probability of 95% literally.\n"
         })
}

# With fewer labels probabilities are often too close to 0 and 1. On the Pima women, of predictions
# with 0.91 on average 0.74 were right with 10 labels, and of 0.88 0.85 with 40.
few_for_probabilities <- 40

# Prints the error at points whose labels the fit did not see, of summary().
#   x  of summary() of a fit: test_error (of ssl_error(), NA where no true label is known),
#      confusion (of ssl_confusion(), NULL in regression)
print_test <- function(x) {
  error_words <- if (is.na(x$test_error)) "none with a known label" else
    if (is.null(x$confusion)) paste("root mean squared error", short(x$test_error, 3)) else
      paste0(format(100 * x$test_error, digits = 3), "% wrong")
  cat("Unlabeled points: ", error_words, "\n", sep = "")
  if (!is.null(x$confusion) && !is.na(x$test_error)) print(x$confusion)
}
