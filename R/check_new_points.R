# New points at the door of predict().

# As check_points(), with the columns of the data of a fit, in their order: by name where names
# tell them apart on both sides, else by position.
#   x        the points of the fit
#   columns  their names, or NULL
check_new_points <- function(newdata, x, columns, call = caller_env()) {
  r <- ncol(x)
  if (is.numeric(newdata) && is.null(dim(newdata)) && r > 1L && length(newdata) == r) {
    newdata <- matrix(newdata, 1L, dimnames = list(NULL, names(newdata)))
  }
  at <- check_points(match_columns(newdata, columns, call), "newdata", min_rows = 0L, call = call)
  if (ncol(at$x) != r) {
    abort_argument(
      "`newdata` must have the {r} column{?s} of the data; it has {ncol(at$x)}.",
      call = call
    )
  }
  at
}

match_columns <- function(newdata, columns, call) {
  names <- column_names(newdata)
  tell_apart <- function(names) !is.null(names) && !anyDuplicated(names)
  if (length(dim(newdata)) != 2L || !tell_apart(names) || !tell_apart(columns)) {
    return(newdata)
  }
  missing <- setdiff(columns, names)
  if (length(missing)) {
    abort_argument(
      "`newdata` must have the columns of the data; {missing[[1]]} is missing.",
      call = call
    )
  }
  if (identical(names, columns)) {
    return(newdata)
  }
  if (is.unsorted(match(columns, names))) {
    inform("`newdata`: columns are taken by name, in the order of the data.", "reordered")
  }
  newdata[, match(columns, names), drop = FALSE]
}
