# The labels of semi-supervised learning at the door: a factor, character, logical or numeric vector
# of length n_given, without NaN, with a label or more.

check_labels <- function(y, n_given) {
  if (missing(y)) {
    abort_argument("`y` is missing: a label for each row of `x`, or NA.")
  }
  if (is.matrix(y) && ncol(y) == 1L) y <- y[, 1L]
  known <- is.factor(y) || is.character(y) || is.logical(y) || is.numeric(y)
  if (!known || !is.null(dim(y))) {
    abort_argument("`y` must be a factor, character, logical or numeric vector, not {describe(y)}.")
  }
  if (length(y) != n_given) {
    abort_argument(
      "`y` must have a value for each of the {n_given} rows of `x`, NA where there is no label; it
       has {length(y)}."
    )
  }
  if (is.numeric(y)) {
    refuse_first(
      which(is.nan(y) | is.infinite(y)),
      "`y` is {format(as.double(y[[first]]))} at row {first}; a point without a label has NA."
    )
  }
  if (all(is.na(as.vector(y)))) {
    abort_argument("`y` has no label: all {n_given} values are NA.")
  }
  y
}

