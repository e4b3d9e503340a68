# Functions on the points: given, or made from the points.

# Returns the values of functions at the points: a finite matrix n x q, a row for each row of
# checked$x, a column for each function, none of them constant.
#   f        what the user gave as `arg`: a function of points, a matrix n x r in the units of the
#            data with their column names, which returns a vector or a table with a value or row per
#            point; or such values at all rows of the given x
#   checked  of as_points(): x (n x r, or of another kind), scaling (of find_scaling(), or NULL),
#            n_given (number of rows of the given x), rows (numbers of those that stay)
#   x        the points as the user gave them
resolve_functions <- function(f, checked, x, arg = "f") {
  if (is.function(f)) {
    unscaled <- unscale_points(whole_points(checked$x, "x"), checked$scaling)
    values <- f(with_column_names(unscaled, x))
    values <- resolve_values(values, nrow(checked$x), arg, "`x`")
  } else {
    values <- resolve_values(f, checked$n_given, arg, "`x`", checked$rows)
  }
  check_not_constant(values, arg)
}

# Returns values of functions at points as a double matrix without names, a row for each of `rows`
# and a column for each function. They must be finite.
#   values  vector, matrix or data frame of n rows, numeric or logical, the argument `arg`
#   where   what has n rows, in words;  rows: numbers of the rows that are returned
resolve_values <- function(values, n, arg, where, rows = seq_len(n)) {
  if (is.data.frame(values)) {
    check_columns(values, arg)
    values <- as.matrix(values)
  }
  refuse_if(!(is.numeric(values) || is.logical(values)) || length(dim(values)) > 2L,
            "`{arg}` must give numbers, a vector or a matrix with a row per row of {where}, not
             {describe(values)}.")
  values <- as.matrix(values)
  refuse_if(ncol(values) < 1L, "`{arg}` must have a column or more; it has none.")
  refuse_if(nrow(values) != n,
            "`{arg}` must give a value per row of {where}, {n} in all, not {nrow(values)}.")
  values <- unname(values[rows, , drop = FALSE])
  refuse_first(rows[rowSums(!is.finite(values)) > 0],
               "`{arg}` must be finite; at row {first} it is not.")
  storage.mode(values) <- "double"
  values
}

# Points with the column names of x, what the user gave as points, if it has any.
#   points  n x r, without names
with_column_names <- function(points, x) {
  colnames(points) <- colnames(as_given(x))
  points
}

# Returns the values of functions as they are, an error if one of them is constant.
#   values  n x q, a function per column, the argument `arg`
check_not_constant <- function(values, arg) {
  which_one <- if (ncol(values) > 1L) ", column {first},"
  refuse_first(
    which(apply(values, 2L, function(v) min(v) == max(v))),
    paste0("`{arg}`", which_one, " is constant: its Laplacian is zero whatever the bandwidth.")
  )
  values
}
