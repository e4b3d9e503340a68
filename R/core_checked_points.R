# Points that were checked, with what belongs to each row, and the rows that stay.

# Collects points with what belongs to each, a list:
#   x        n x r, double, no dimnames; or paged points
#   rows     length n: which rows of the given x these are
#   n_given  rows of the given x
#   names    row names of the given x, or NULL
#   mass     how many observations each point stands for: 1, or length n
#   scaling  with scale = TRUE what was done to the columns, see find_scaling()
#   columns  names or numbers of the columns of x, or NULL
checked_points <- function(x, rows = seq_len(nrow(x)), n_given = nrow(x), names = NULL, mass = 1,
                           scaling = NULL, columns = NULL) {
  list(x = x, rows = rows, n_given = n_given, names = names, mass = mass, scaling = scaling,
       columns = columns)
}

# Returns some of the checked points, in that order, with what belongs to each.
#   checked  of as_points();  index: numbers of rows of checked$x
take_points <- function(checked, index) {
  checked$x <- checked$x[index, , drop = FALSE]
  checked$rows <- checked$rows[index]
  checked$mass <- take_mass(checked$mass, index)
  checked$shared <- NULL
  checked
}

# Returns row numbers of the given x as row numbers of the rows that were kept.
#   rows     row numbers of the given x, by the argument `arg`;  checked: of as_points()
#   weights  of the rows of the given x, or NULL
# `has`: what is wrong with the first row that was not kept, in words.
match_rows <- function(rows, checked, arg = "points", weights = NULL) {
  index <- match(rows, checked$rows)
  unmatched <- rows[is.na(index)]
  has <- if (isTRUE(weights[unmatched[1L]] == 0)) "weight 0" else "missing values"
  refuse_first(unmatched, "`{arg}` names row {first}, which has {has}.")
  index
}

# Refuses a table of fewer rows, or of no column.
#   m  matrix, or a source of rows;  min_rows: the fewest rows
check_size <- function(m, arg, min_rows) {
  refuse_if(nrow(m) < min_rows || ncol(m) < 1L,
            "`{arg}` must have at least {min_rows} row{?s} and a column; it has {nrow(m)} row{?s}
             and {ncol(m)} column{?s}.")
}

# Returns the rows that have no NA, NaN or Inf: all of them, or an error, or those that na_action
# leaves.
#   x         n x r;  min_rows: the least number of rows that must be left
#   settings  of point_settings(): na_action, can_omit
find_complete_rows <- function(x, arg, min_rows, settings) {
  fault <- cpp_first_not_finite(x)
  if (is.null(fault)) return(seq_len(nrow(x)))
  bad_rows <- unname(which(rowSums(!is.finite(x)) > 0))
  kept_rows(fault, bad_rows, nrow(x), arg, min_rows, settings)
}

# Returns the rows that na_action leaves, or an error.
#   fault     of cpp_first_not_finite(): row, column, count, kind
#   bad_rows  all rows with values that are not finite, of n
#   min_rows  the fewest rows that must be left;  settings: of point_settings()
kept_rows <- function(fault, bad_rows, n, arg, min_rows, settings) {
  if (settings$na_action != "omit") abort_not_finite(fault, arg, settings$can_omit)
  complete_rows <- setdiff(seq_len(n), bad_rows)
  refuse_if(length(complete_rows) < min_rows,
            "`{arg}` must have at least {min_rows} rows without missing values; it has
             {length(complete_rows)}.")
  warn("`{arg}`: {length(bad_rows)} row{?s} with missing or infinite values left out (first: row
        {fault$row}).", "omitted")
  complete_rows
}

# Raises the error of a value that is not finite.
#   fault     of cpp_first_not_finite(): row, column, kind of the first value, count of all
#   can_omit  whether the caller has `na_action`
abort_not_finite <- function(fault, arg, can_omit) {
  values <- switch(fault$kind, `NA` = "missing values (NA)", `NaN` = "NaN values",
                   "infinite values")
  hint <- if (fault$kind == "NA") {
    if (can_omit) c(i = "`na_action = \"omit\"` leaves such rows out.") else
      if (arg == "newdata") c(i = "`na_action = \"keep\"` returns NA for such rows.")
  }
  abort_argument(c("`{arg}` has {values}, first at row {fault$row}, column {fault$column}
                    ({fault$count} in all); finite numbers are expected.",
                   hint))
}

# Returns the value of `compute()`, which depends on the points and on `arguments` alone: for shared
# points it is computed once.
#   checked    of as_points(); if it has `shared`, shared$results keeps values
#   name       of the entry;  arguments: all that the value depends on beside the points, or NULL
cached <- function(checked, name, arguments, compute) {
  shared <- checked$shared
  entry <- shared$results[[name]]
  if (is.null(entry) || !identical(entry$arguments, arguments)) {
    entry <- list(arguments = arguments, value = compute())
    if (!is.null(shared)) shared$results[[name]] <- entry
  }
  entry$value
}
