# Points that were checked, with what belongs to each row, and the rows that stay.

# Collects points with what belongs to each, a list:
#   x        n x r, double, no dimnames; or paged points
#   rows     length n: which rows of the given x these are
#   n_given  rows of the given x
#   names    row names of the given x, or NULL
#   mass     how many observations each point stands for: 1, or length n
#   scaling  with scale = TRUE what was done to the columns, see find_scaling()
#   columns  names or numbers of those of a matrix
checked_points <- function(x, rows = seq_len(nrow(x)), n_given = nrow(x), names = NULL, mass = 1,
                           scaling = NULL, columns = NULL) {
  list(x = x, rows = rows, n_given = n_given, names = names, mass = mass, scaling = scaling,
       columns = columns)
}

# Returns the points `at` of checked points, in that order, with what belongs to each.
take_points <- function(checked, index) {
  checked$x <- checked$x[index, , drop = FALSE]
  checked$rows <- checked$rows[index]
  checked$mass <- take_mass(checked$mass, index)
  checked$shared <- NULL
  checked
}

# Returns row numbers of the given x as row numbers of the rows that were kept.
#   weights  of the rows of the given x, or NULL
match_rows <- function(rows, checked, arg = "points", weights = NULL) {
  index <- match(rows, checked$rows)
  lost <- rows[is.na(index)]
  has <- if (isTRUE(weights[lost[1L]] == 0)) "weight 0" else "missing values"
  refuse_first(lost, "`{arg}` names row {first}, which has {has}.")
  index
}

check_size <- function(m, arg, min_rows) {
  refuse_if(nrow(m) < min_rows || ncol(m) < 1L,
            "`{arg}` must have at least {min_rows} row{?s} and a column; it has {nrow(m)} row{?s}
             and {ncol(m)} column{?s}.")
}

# Returns the rows that have no NA, NaN or Inf: all of them, or an error, or those that na_action
# leaves.
find_complete_rows <- function(m, arg, min_rows, how) {
  bad <- cpp_first_not_finite(m)
  if (is.null(bad)) return(seq_len(nrow(m)))
  bad_rows <- unname(which(rowSums(!is.finite(m)) > 0))
  kept_rows(bad, bad_rows, nrow(m), arg, min_rows, how)
}

# Returns the rows that na_action leaves, or an error.
#   bad  by cpp_first_not_finite();  bad_rows: all such rows, of n;  how: of point_settings()
kept_rows <- function(bad, bad_rows, n, arg, min_rows, how) {
  if (how$na_action != "omit") abort_not_finite(bad, arg, how$can_omit)
  kept <- setdiff(seq_len(n), bad_rows)
  refuse_if(length(kept) < min_rows,
            "`{arg}` must have at least {min_rows} rows without missing values; it has
             {length(kept)}.")
  warn("`{arg}`: {length(bad_rows)} row{?s} with missing or infinite values left out (first: row
        {bad$row}).", "omitted")
  kept
}

#   bad  by cpp_first_not_finite()
abort_not_finite <- function(bad, arg, can_omit) {
  values <- switch(bad$kind, `NA` = "missing values (NA)", `NaN` = "NaN values", "infinite values")
  hint <- if (bad$kind == "NA") {
    if (can_omit) c(i = "`na_action = \"omit\"` leaves such rows out.") else
      if (arg == "newdata") c(i = "`na_action = \"keep\"` returns NA for such rows.")
  }
  abort_argument(c("`{arg}` has {values}, first at row {bad$row}, column {bad$column} ({bad$count}
                    in all); finite numbers are expected.",
                   hint))
}
