#' @rdname lapscale_ssl
#' @export
print.lapscale_ssl <- function(x, ...) {
  labels <- x$labels
  what <- if (labels$kind == "regression") {
    "a number"
  } else {
    count(length(labels$used), "class", "classes")
  }
  cat(
    x$title, ": ", what, " from ", count(length(labels$rows), "label"), " on ",
    count(nrow(x$x), "point"), if (!is.null(x$scaling)) ", columns scaled", "\n",
    "  bandwidth ", format(x$h, digits = 4),
    " (", x$bandwidth_method, "), alpha = ", format(x$alpha), " (", who_set(x, "alpha"), "), ",
    describe_learning_graph(x), "\n",
    sep = ""
  )
  cat(describe_parameters(x), describe_error(x), sep = "")
  if (x$n_unseen) cat("  ", count(x$n_unseen, "point"), " without a path to a label\n", sep = "")
  invisible(x)
}

describe_learning_graph <- function(fit) {
  type <- switch(fit$graph$type,
    dense = "dense graph",
    radius = paste0("pairs within ", format(fit$graph$cutoff, digits = 3), " h and the ",
                    fit$graph$k, " nearest"),
    paste0(fit$graph$k, " nearest neighbours",
           if (is.finite(fit$graph$cutoff)) {
             paste0(" within ", format(fit$graph$cutoff, digits = 3), " h")
           })
  )
  if (fit$n_components > 1L) paste0(type, ", ", fit$n_components, " components") else type
}

describe_parameters <- function(fit) {
  if (!length(fit$parameters)) {
    return(character())
  }
  names <- names(fit$parameters)
  shown <- vapply(fit$parameters, function(v) format(v, digits = 3), "")
  paste0("  ", paste0(names, " = ", shown, " (", who_set(fit, names), ")", collapse = ", "), "\n")
}

describe_error <- function(fit) {
  n_labels <- length(fit$labels$rows)
  how <- if (fit$validation == "folds") paste(min(5L, n_labels), "folds") else "leave-one-out"
  if (is.na(fit$error)) {
    return(paste0("  no error of ", how, if (n_labels == 1L) ": one label", "\n"))
  }
  if (fit$labels$kind == "regression") {
    return(paste0("  root mean squared error of ", how, ": ", format(sqrt(fit$error), digits = 3),
                  "\n"))
  }
  paste0("  error of ", how, " over the labels: ", format(100 * fit$error, digits = 3), " %\n")
}

# How parameters were chosen, by the fit or outside it.
who_set <- function(fit, names) {
  chosen <- fit$chosen[names]
  outside <- is.na(chosen) | chosen == "given"
  chosen[outside] <- ifelse(names[outside] %in% fit$defaults, "default", "given")
  unname(chosen)
}
