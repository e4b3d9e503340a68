#' Fits from few labels
#'
#' What every `ssl_*()` function returns: labels for all points, labelled or not, and a rule for new
#' ones.
#'
#' @details
#' - `fitted(fit)`: the labels of all n points: a factor with the levels of `y`, ordered like
#'   `y`, or numbers in regression; NA for rows left out;
#' - [predict()][predict.lapscale_ssl]: labels, probabilities or scores, also of new points;
#' - [plot()][plot.lapscale_ssl];
#' - `summary(fit, truth)`: with the confusion table where the truth is known, and the terms of the
#'   error bound ([ssl_eigenmaps()]); [confusion()] gives the table alone;
#' - `tidy(fit)`: the parameters and who chose them; `tidy(fit, "path")`: the criterion for all
#'   values tried; `glance(fit)`: one row; `augment(fit, data)`: `data` with `.fitted` and, for
#'   classes, `.prob_<level>`; `nobs(fit)`: the number of points, labelled or not.
#'
#' @param x,object A `lapscale_ssl`.
#' @param truth The true labels, one per row of the data.
#' @param what `"parameters"` or `"path"`.
#' @param data NULL, or a data frame with the rows of the data.
#' @param ... Not used.
#' @return `fitted()`: length n. `tidy()`: a data frame with `parameter`, `value`, `chosen` (how:
#'   `"given"` as an argument, `"default"`, or by what), or the path. `glance()`: `method`, `kind`,
#'   `n`, `n_labelled`, `n_classes`, `bandwidth`, `bandwidth_method`, `alpha`, `error` (of
#'   leave-one-out; for [ssl_lapsvm()] of 5 folds: a share, or mean squared error), `n_components`,
#'   `elapsed`.
#' @examples
#' x <- sample_moons(150, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_iterated(x, replace(moon, -c(1:3, 148:150), NA), bandwidth = 0.3)
#' summary(fit, truth = moon)
#' tidy(fit)
#' glance(fit)
#' head(augment(fit))
#' @name lapscale_ssl
NULL

# The only place that knows the fields. `learnt` is what a method found:
#   values      at the learnt points (x q), or for machines at all
#   averaged    at the learnt points: what a walk from a new point averages
#   loo         n x q: at the labelled points without their own label
#   parameters  named list;  chosen: how, by name;  path: data frame or NULL
#   bound, solver, machine  where the method has them
finish_ssl <- function(method, problem, learnt, start) {
  labels <- problem$labels
  machine <- learnt$machine
  scores <- if (is.null(machine)) pad_learnt(learnt$values, problem) else learnt$values
  averaged <- if (is.null(machine)) {
    all <- scores
    all[problem$learn, ] <- learnt$averaged
    all
  }
  loo <- learnt$loo
  if (nrow(loo) < length(labels$rows)) {
    all <- matrix(colMeans(labels$codes), length(labels$rows), ncol(loo), byrow = TRUE)
    all[labels$rows %in% problem$learn, ] <- loo
    loo <- all
  }
  # What is left without the only label tells nothing.
  lone <- length(labels$rows) == 1L
  # The arguments that the user named or placed; the others are defaults.
  method_called <- sys.function(sys.parent())
  asked <- if ("bandwidth" %in% names(formals(method_called))) {
    names(match.call(method_called, sys.call(sys.parent()), envir = parent.frame(2L)))
  }
  structure(
    list(
      method = method, labels = labels, scores = scores, loo = loo,
      error = if (lone) NA_real_ else mean(losses(loo, labels)),
      temperature = find_temperature(loo, labels, method),
      averaged = averaged, machine = machine, factor = if (is.null(machine)) problem$factor,
      x = problem$checked$x, columns = problem$columns, rows = problem$checked$rows,
      n_given = problem$checked$n_given, names = problem$checked$names,
      h = problem$h, bandwidth_method = problem$method, graph = problem$graph,
      alpha = problem$alpha, n_components = problem$n_components,
      n_unseen = length(problem$unseen), parameters = learnt$parameters,
      chosen = if (lone) replace(learnt$chosen, learnt$chosen == "leave-one-out", "one label") else
        learnt$chosen,
      defaults = setdiff(c("alpha", names(learnt$parameters)), asked), path = learnt$path,
      bound = learnt$bound, solver = learnt$solver, n_support = learnt$n_support, terms = NULL,
      elapsed = proc.time()[[3]] - start
    ),
    class = c(paste0("ssl_", method), "lapscale_ssl")
  )
}

# Row names of the points the fit was made on.
ssl_names <- function(fit) fit$names[fit$rows]

# Values per kept point as values per row of the data.
pad_fit <- function(values, fit) {
  if (length(fit$rows) == fit$n_given) {
    return(values)
  }
  index <- rep(NA_integer_, fit$n_given)
  index[fit$rows] <- seq_along(fit$rows)
  padded <- if (is.matrix(values)) values[index, , drop = FALSE] else values[index]
  if (is.matrix(padded)) rownames(padded) <- fit$names else names(padded) <- fit$names
  padded
}

# Scores as what the user asked for.
answer <- function(scores, fit, type, names = NULL, prior = NULL) {
  labels <- fit$labels
  if (type == "score") {
    return(expand_scores(scores, labels, names))
  }
  if (labels$kind == "regression") {
    return(stats::setNames(scores[, 1L], names))
  }
  if (type == "response" && is.null(prior)) {
    return(classes_of(scores, labels, names))
  }
  p <- probabilities(scores, fit, names)
  if (!is.null(prior)) p <- with_prior(p, prior, labels)
  if (type == "prob") p else classes_of(p[, labels$used, drop = FALSE], labels, names)
}

#' @rdname lapscale_ssl
#' @export
fitted.lapscale_ssl <- function(object, ...) {
  check_no_dots(...)
  pad_fit(answer(object$scores, object, "response", ssl_names(object)), object)
}

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
    ssl_title(x$method), ": ", what, " from ", count(length(labels$rows), "label"), " on ",
    count(nrow(x$x), "point"), "\n",
    "  bandwidth ", format(x$h, digits = 4),
    " (", x$bandwidth_method, "), alpha = ", format(x$alpha), " (", who_set(x, "alpha"), "), ",
    describe_learning_graph(x), "\n",
    sep = ""
  )
  cat(describe_parameters(x), describe_error(x), sep = "")
  if (x$n_unseen) cat("  ", count(x$n_unseen, "point"), " without a path to a label\n", sep = "")
  invisible(x)
}

ssl_title <- function(method) {
  switch(method,
    eigenmaps = "Laplacian eigenmaps", iterated = "Iterated Laplacian", diffusion = "Diffusion",
    harmonic = "Harmonic function", laprls = "Laplacian least squares",
    lapsvm = "Laplacian support vector machine", auto = "Automatic choice"
  )
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
  how <- if (fit$method == "lapsvm") paste(min(5L, n_labels), "folds") else "leave-one-out"
  if (is.na(fit$error)) {
    return(paste0("  no error of ", how, if (n_labels == 1L) ": one label", "\n"))
  }
  if (fit$labels$kind == "regression") {
    return(paste0("  root mean squared error of ", how, ": ", format(sqrt(fit$error), digits = 3),
                  "\n"))
  }
  paste0("  error of ", how, " over the labels: ", format(100 * fit$error, digits = 3), " %\n")
}

#' @rdname lapscale_ssl
#' @export
tidy.lapscale_ssl <- function(x, what = c("parameters", "path"), ...) {
  check_no_dots(...)
  what <- check_choice(what, c("parameters", "path"), "what")
  if (what == "path") {
    return(x$path %||% data.frame())
  }
  own <- x$parameters
  data.frame(
    parameter = c("bandwidth", "alpha", names(own)),
    value = c(format(x$h), format(x$alpha), vapply(own, format, "")),
    chosen = c(x$bandwidth_method, who_set(x, c("alpha", names(own)))), row.names = NULL
  )
}

# How parameters were chosen, by the fit or outside it.
who_set <- function(fit, names) {
  chosen <- fit$chosen[names]
  outside <- is.na(chosen) | chosen == "given"
  chosen[outside] <- ifelse(names[outside] %in% fit$defaults, "default", "given")
  unname(chosen)
}

#' @rdname lapscale_ssl
#' @export
glance.lapscale_ssl <- function(x, ...) {
  check_no_dots(...)
  data.frame(
    method = x$method, kind = x$labels$kind, n = nrow(x$x), n_labelled = length(x$labels$rows),
    n_classes = if (x$labels$kind == "classes") length(x$labels$used) else NA_integer_,
    bandwidth = x$h, bandwidth_method = x$bandwidth_method, alpha = x$alpha, error = x$error,
    n_components = x$n_components, elapsed = x$elapsed
  )
}

#' @rdname lapscale_ssl
#' @export
augment.lapscale_ssl <- function(x, data = NULL, ...) {
  check_no_dots(...)
  own <- data.frame(.fitted = fitted(x), row.names = x$names)
  if (x$labels$kind == "classes") {
    prob <- pad_fit(answer(x$scores, x, "prob"), x)
    colnames(prob) <- paste0(".prob_", colnames(prob))
    own <- cbind(own, prob)
  }
  if (is.null(data)) {
    return(own)
  }
  if (!is.data.frame(data) || nrow(data) != x$n_given) {
    abort_argument("`data` must be a data frame with the {x$n_given} rows of the fit.")
  }
  data[names(own)] <- own
  data
}

#' @rdname lapscale_ssl
#' @importFrom stats nobs
#' @export
nobs.lapscale_ssl <- function(object, ...) {
  check_no_dots(...)
  nrow(object$x)
}
