# The labels of semi-supervised learning, decoded once at the door.

# y with NA for unlabelled points, as a list:
#   kind    "classes" or "regression"
#   levels  names of the classes, or NULL;   ordered: whether they have an order
#   used    which of them have labels
#   rows    which of the kept points are labelled, length n
#   codes   n x q: +1 in the column of the point's class and -1 elsewhere; two used classes have one
#           column, +1 the second; regression: the values
#   class   length n: the number of each label's class among the used ones; NULL in regression
check_labels <- function(y, checked, call = caller_env()) {
  if (missing(y)) {
    abort_argument("`y` is missing: a label for each row of `x`, or NA.", call = call)
  }
  known <- attr(y, "regression")
  y <- label_vector(y, checked$n_given, call)[checked$rows]
  if (!is.numeric(y) || is.null(known) && are_codes(y)) {
    return(class_labels(y, call))
  }
  rows <- which(!is.na(y))
  list(kind = "regression", rows = rows, codes = matrix(as.double(y[rows])))
}

# Numbers whose parts are numbers to learn too, be they 0 and 1 only.
as_regression <- function(y) structure(as.double(y), regression = TRUE)

# A factor, character, logical or numeric vector of length n_given without NaN.
label_vector <- function(y, n_given, call) {
  if (is.matrix(y) && ncol(y) == 1L) y <- y[, 1L]
  known <- is.factor(y) || is.character(y) || is.logical(y) || is.numeric(y)
  if (!known || !is.null(dim(y))) {
    abort_argument(
      "`y` must be a factor, character, logical or numeric vector, not {describe(y)}.",
      call = call
    )
  }
  if (length(y) != n_given) {
    abort_argument(
      "`y` must have a value for each of the {n_given} rows of `x`, NA where there is no label; it
       has {length(y)}.",
      call = call
    )
  }
  if (is.numeric(y)) check_finite_labels(y, call)
  if (all(is.na(as.vector(y)))) {
    abort_argument("`y` has no label: all {n_given} values are NA.", call = call)
  }
  y
}

check_finite_labels <- function(y, call) {
  bad <- which(is.nan(y) | is.infinite(y))
  if (length(bad)) {
    abort_argument(
      "`y` is {format(as.double(y[[bad[[1]]]]))} at row {bad[[1]]}; a point without a label has
       NA.",
      call = call
    )
  }
}

# Whether numbers are the codes of two classes.
are_codes <- function(y) {
  found <- unique(as.double(y[!is.na(y)]))
  for (pair in list(c(0, 1), c(-1, 1))) {
    if (all(found %in% pair)) {
      inform(
        "`y` has the values {pair[[1]]} and {pair[[2]]} only: they are taken as two classes.",
        "classes"
      )
      return(TRUE)
    }
  }
  FALSE
}

class_labels <- function(y, call) {
  y <- if (is.logical(y)) factor(y, c(FALSE, TRUE)) else if (is.factor(y)) y else factor(y)
  # A level NA is no label either.
  if (anyNA(levels(y))) y <- factor(y, levels(y)[!is.na(levels(y))], ordered = is.ordered(y))
  rows <- which(!is.na(y))
  number <- as.integer(y)[rows]
  used <- sort(unique(number))
  if (length(used) < 2L) {
    abort_argument(
      "`y` has labels of one class only, \"{levels(y)[[used]]}\"; two or more are needed.",
      call = call
    )
  }
  class <- match(number, used)
  codes <- matrix(-1, length(rows), length(used))
  codes[cbind(seq_along(rows), class)] <- 1
  if (length(used) == 2L) codes <- codes[, 2L, drop = FALSE]
  list(
    kind = "classes", levels = levels(y), ordered = is.ordered(y), used = used, rows = rows,
    codes = codes, class = class
  )
}

# Rows of labels at one place that disagree.
warn_conflicts <- function(labels, x, call) {
  at <- x[labels$rows, , drop = FALSE]
  if (!anyDuplicated(at)) {
    return(invisible())
  }
  place <- do.call(paste, lapply(seq_len(ncol(at)), function(j) match(at[, j], at[, j])))
  value <- labels$class %||% labels$codes[, 1L]
  n_values <- tapply(value, place, function(v) length(unique(v)))
  n_conflicts <- sum(n_values > 1L)
  if (n_conflicts > 0) {
    warn(
      "{n_conflicts} point{?s} of `x` {?has/have} more than one label in `y`.",
      "conflict", call = call
    )
  }
}

# Scores from codes: one column per level (classes that have no label: -1), or a plain vector.
expand_scores <- function(scores, labels, names = NULL) {
  if (labels$kind == "regression") {
    return(stats::setNames(scores[, 1L], names))
  }
  all <- matrix(-1, nrow(scores), length(labels$levels), dimnames = list(names, labels$levels))
  all[, labels$used] <- if (ncol(scores) == 1L) cbind(-scores, scores) else scores
  all
}

# The class of the highest score.
classes_of <- function(scores, labels, names = NULL) {
  best <- best_column(scores, labels)
  best[!is.finite(scores[, 1L])] <- NA_integer_
  found <- factor(labels$levels[labels$used[best]], labels$levels, ordered = labels$ordered)
  stats::setNames(found, names)
}
