# Formula methods of the ssl_* functions: y ~ predictors.

fit_formula <- function(fitter, formula, data, ..., call = caller_env()) {
  if (missing(data)) data <- environment(formula)
  frame <- tryCatch(
    stats::model.frame(formula, data, na.action = stats::na.pass, drop.unused.levels = FALSE),
    error = function(e) {
      abort_argument("`data` does not fit the formula: {conditionMessage(e)}", call = call)
    }
  )
  terms <- stats::terms(frame)
  y <- stats::model.response(frame)
  if (is.null(y)) abort_argument("`x` must be a formula with labels on its left side.", call = call)
  kept <- list(
    terms = stats::delete.response(terms), levels = stats::.getXlevels(terms, frame)
  )
  kept$columns <- intersect(all.vars(kept$terms), names(data))
  points <- design_points(kept$terms, frame, data, "data", call)
  settings <- spell_na_action(list(...), call)
  fit <- in_the_name_of(
    rlang::frame_call(call), do.call(fitter, c(list(points, unname(y)), settings))
  )
  fit$terms <- kept
  fit
}

# Arguments with R's `na.action`, a function or its name, as ours.
spell_na_action <- function(settings, call) {
  if (!"na.action" %in% names(settings)) {
    return(settings)
  }
  given <- settings$na.action
  settings$na.action <- NULL
  as_given <- function(f) identical(given, f)
  known <- list(omit = stats::na.omit, omit = stats::na.exclude, error = stats::na.fail)
  words <- c(na.omit = "omit", na.exclude = "omit", na.fail = "error")
  found <- if (is.function(given)) {
    names(known)[vapply(known, as_given, NA)]
  } else if (rlang::is_string(given)) {
    unname(words[intersect(given, names(words))])
  }
  if (length(found) != 1L || "na_action" %in% names(settings)) {
    abort_argument(
      c("`na.action` must be na.omit, na.exclude or na.fail here.",
        i = "It is spelt `na_action` in this package: \"error\" or \"omit\"."),
      call = call
    )
  }
  c(settings, list(na_action = found))
}

# Errors and warnings of `expr` under another call.
in_the_name_of <- function(call, expr) {
  withCallingHandlers(
    expr,
    lapscale_error = function(e) {
      e$call <- call
      stop(e)
    },
    lapscale_warning = function(w) {
      w$call <- call
      warning(w)
      rlang::cnd_muffle(w)
    }
  )
}

# Columns of the predictors, without an intercept; row names where those of the data have them.
#   data  a data frame, or where else the variables were found
design_points <- function(terms, frame, data, arg, call) {
  x <- tryCatch(stats::model.matrix(terms, frame), error = function(e) {
    abort_argument("`{arg}` does not fit the formula: {conditionMessage(e)}", call = call)
  })
  x <- x[, colnames(x) != "(Intercept)", drop = FALSE]
  attr(x, "assign") <- attr(x, "contrasts") <- NULL
  if (.row_names_info(if (is.data.frame(data)) data else frame) <= 0L) rownames(x) <- NULL
  x
}

# New points for a fit by formula. What was a column of the data must be one again.
formula_points <- function(kept, newdata, call) {
  if (!is.data.frame(newdata)) newdata <- as.data.frame(newdata)
  missing <- setdiff(kept$columns, names(newdata))
  if (length(missing)) {
    abort_argument(
      "`newdata` must have the columns of the data; {missing[[1]]} is missing.", call = call
    )
  }
  frame <- tryCatch(
    stats::model.frame(kept$terms, newdata, na.action = stats::na.pass, xlev = kept$levels),
    error = function(e) {
      abort_argument("`newdata` does not fit the formula: {conditionMessage(e)}", call = call)
    }
  )
  design_points(kept$terms, frame, newdata, "newdata", call)
}
