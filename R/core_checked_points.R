# Points that were checked, with what belongs to each row, and the rows that stay.

# Collects points with what belongs to each, a list. Other functions may add fields: shared, the
# point set that these points are of (share_checked()), n_rows and copies (merge_copies()).
#   x        the points that stay: n x r, double, no dimnames; or another kind of points, a matrix
#            of class lapscale_distances, a dgCMatrix, or points on the disk
#   rows     length n: which rows of the x that the user gave these are
#   n_given  number of rows of the x that the user gave
#   names    its row names, length n_given, or NULL
#   mass     how many observations each point stands for: 1, or length n
#   scaling  what was done to x first: the list of find_scaling() with scale = TRUE, list(metric) of
#            metric_scaling() with a metric, both in one list, or NULL
#   columns  names or numbers of the columns of x, or NULL if these are no variables
checked_points <- function(x, rows = seq_len(nrow(x)), n_given = nrow(x), names = NULL, mass = 1,
                           scaling = NULL, columns = NULL) {
  list(x = x, rows = rows, n_given = n_given, names = names, mass = mass, scaling = scaling,
       columns = columns)
}

# Returns some of the checked points, in the order of `index`, with their row numbers and masses.
#   checked  of as_points(), see checked_points(): x, rows, mass (1, or a number per row), shared
#            (the point set that they are all of, or NULL), which the result does not have
#   index    numbers of rows of checked$x
take_points <- function(checked, index) {
  checked$x <- checked$x[index, , drop = FALSE]
  checked$rows <- checked$rows[index]
  checked$mass <- take_mass(checked$mass, index)
  checked$shared <- NULL
  checked
}

# Turns row numbers of the x that the user gave into row numbers of checked$x, from which rows with
# missing values or of weight 0 were left out: an error if one of these is among them.
#   rows     row numbers of the given x, the argument `arg`
#   checked  of as_points(): rows, the numbers of the rows of the given x that stay
#   weights  a number of 0 or more for each row of the given x, or NULL: no weights
match_rows <- function(rows, checked, arg = "points", weights = NULL) {
  index <- match(rows, checked$rows)
  unmatched <- rows[is.na(index)]
  reason <- if (isTRUE(weights[unmatched[1L]] == 0)) "weight 0" else "missing values"
  refuse_first(unmatched, "`{arg}` names row {first}, which has {reason}.")
  index
}

# Refuses a table with fewer than min_rows rows, or without a column.
#   m  a matrix, points of any kind, or a source of rows, the argument `arg`
check_size <- function(m, arg, min_rows) {
  refuse_if(nrow(m) < min_rows || ncol(m) < 1L,
            "`{arg}` must have at least {min_rows} row{?s} and a column; it has {nrow(m)} row{?s}
             and {ncol(m)} column{?s}.")
}

# Returns the numbers of the rows of x without NA, NaN or Inf. If na_action is not "omit", other
# rows are an error.
#   x         n x r, the argument `arg`;  min_rows: the least number of rows that must be left
#   settings  of point_settings(): na_action ("error" or "omit"), can_omit (whether the user may set
#             it, for the error)
# `fault` is NULL, or list(kind, row, column, count) of the first value that is not finite.
find_complete_rows <- function(x, arg, min_rows, settings) {
  fault <- cpp_first_not_finite(x)
  if (is.null(fault)) return(seq_len(nrow(x)))
  is_bad <- !is.finite(x)
  bad_rows <- unname(which(rowSums(is_bad) > 0))
  rows_after_na_action(fault, bad_rows, nrow(x), arg, min_rows, settings,
                       column_names(x)[colSums(is_bad) > 0])
}

# Returns the numbers of the complete rows if na_action is "omit", with a warning; otherwise raises
# an error.
#   fault     of cpp_first_not_finite(): row, column, kind ("NA", "NaN", or "Inf") of the first
#             value that is not finite, count of all
#   bad_rows  numbers of the rows with values that are not finite;  n: number of all rows
#   columns   names of the columns with such values, or NULL
#   arg       what errors call the points;  min_rows: the fewest rows that must be left
#   settings  of point_settings(): na_action ("error" or "omit"), can_omit (whether the user may set
#             it, for the error)
rows_after_na_action <- function(fault, bad_rows, n, arg, min_rows, settings, columns = NULL) {
  if (settings$na_action != "omit") {
    abort_not_finite(fault, length(bad_rows), n, columns, arg, settings$can_omit)
  }
  complete_rows <- setdiff(seq_len(n), bad_rows)
  refuse_if(length(complete_rows) < min_rows,
            "`{arg}` must have at least {min_rows} rows without missing values; it has
             {length(complete_rows)}.")
  warn("`{arg}`: {length(bad_rows)} row{?s} with missing or infinite values left out (first: row
        {fault$row}).", "omitted")
  complete_rows
}

# Raises the error of a value that is not finite.
#   fault     of cpp_first_not_finite(): row, column, kind ("NA", "NaN", or "Inf") of the first
#             value that is not finite, count of all
#   n_bad     number of the rows with such values, of n rows
#   columns   names of the columns with such values, or NULL
#   arg       the argument that has it;  can_omit: whether the caller takes `na_action` = "omit"
abort_not_finite <- function(fault, n_bad, n, columns, arg, can_omit) {
  values <- switch(fault$kind, `NA` = "missing values (NA)", `NaN` = "NaN values",
                   "infinite values")
  hint <- if (fault$kind == "NA") {
    if (can_omit) c(i = "`na_action = \"omit\"` leaves such rows out.") else
      if (arg == "newdata") c(i = "`na_action = \"keep\"` returns NA for such rows.")
  }
  in_columns <- if (length(columns)) paste0(" (", shorten(columns), ")")
  abort_argument(c("`{arg}` has {values}, first at row {fault$row}, column {fault$column}
                    ({fault$count} in all), in {n_bad} of {n} rows{in_columns}; finite numbers are
                    expected.",
                   hint))
}

# Returns the value of compute(), a function without arguments that uses only the points and
# `depends_on`. For points that several calls share it is computed again only if depends_on differs
# from the last call. `result` is what shared$results keeps: list(depends_on, value), or NULL.
#   checked     of as_points(): shared, a point set (an environment) whose list `results` keeps
#               values by name, or NULL: nothing is kept
#   name        of the value, a text
#   depends_on  any object: all that the value depends on beside the points, or NULL
cached <- function(checked, name, depends_on, compute) {
  shared <- checked$shared
  result <- shared$results[[name]]
  if (is.null(result) || !identical(result$depends_on, depends_on)) {
    result <- list(depends_on = depends_on, value = compute())
    if (!is.null(shared)) shared$results[[name]] <- result
  }
  result$value
}
