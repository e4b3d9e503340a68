# Points, coerced once at the door.

# The classes that are accepted, in words.
point_classes <- function(also = NULL) {
  classes <- c("a numeric matrix", "a data.frame with numeric columns", "a Matrix", also)
  last <- length(classes)
  paste0(paste(classes[-last], collapse = ", "), ", or ", classes[[last]])
}

abort_distances <- function(arg, also, of_distances, call) {
  hint <- of_distances %||% "This function needs coordinates; distances alone are not enough."
  abort_argument(
    c("`{arg}` must be {point_classes(also)}, not a dist.", i = hint), call = call
  )
}

# x as a plain double matrix n x r without NA, NaN or Inf, with the row names of x. With na_action =
# "omit" incomplete rows are left out with a warning; errors speak of na_action where it is passed.
# Shared points have been checked. Returns a list:
#   x        n x r, double, no dimnames
#   rows     length n: which rows of the given x these are
#   n_given  rows of the given x
#   names    row names of the given x, or NULL
#   scaling  with scale = TRUE what was done to the columns, see find_scaling()
# also: further classes that the caller takes; of_distances: what to do with a dist; paged: whether
# it takes what as_paged_points() makes of a source that does not fit into memory.
as_points <- function(x, arg = "x", min_rows = 3L, na_action = "error", call = caller_env(),
                      also = NULL, of_distances = NULL, scale = FALSE, paged = FALSE) {
  if (is_shared(x)) {
    check_size(x$checked$x, arg, min_rows, call)
    checked <- x$checked
    if (!paged) checked$x <- whole_points(checked$x, arg, call)
    return(checked)
  }
  can_omit <- !missing(na_action)
  na_action <- check_choice(na_action, c("error", "omit"), "na_action", call = call)
  scale <- check_flag(scale, "scale", call)
  if (inherits(x, "dist")) abort_distances(arg, also, of_distances, call)
  if (paged && !scale && is_row_source(x)) {
    x <- as_row_source(x, arg, call)
    if (!fits_in_memory(x, call)) {
      return(as_paged_points(x, arg, min_rows, na_action, can_omit, call))
    }
  }
  guard_memory(arg = arg, call = call, {
    if (arg != "newdata") refuse_signed(x, call)
    m <- as_point_matrix(x, arg, call, also)
    check_size(m, arg, min_rows, call)
    if (arg != "newdata") warn_like_pairs(m, arg, call)
    kept <- find_complete_rows(m, arg, min_rows, na_action, can_omit, call)
    names <- rownames(m)
    n_given <- nrow(m)
    if (length(kept) < n_given) m <- m[kept, , drop = FALSE]
    columns <- column_names(m)
    dimnames(m) <- NULL
    scaling <- if (scale) find_scaling(m, columns)
    inform_of_constant(scaling, arg)
    list(
      x = scale_points(m, scaling), rows = kept, n_given = n_given, names = names,
      scaling = scaling
    )
  })
}

check_size <- function(m, arg, min_rows, call) {
  if (nrow(m) >= min_rows && ncol(m) >= 1L) {
    return(invisible())
  }
  abort_argument(
    "`{arg}` must have at least {min_rows} row{?s} and a column; it has {nrow(m)} row{?s} and
     {ncol(m)} column{?s}.",
    call = call
  )
}

# The rows that have no NA, NaN or Inf: all of them, or an error, or those that na_action leaves.
find_complete_rows <- function(m, arg, min_rows, na_action, can_omit, call) {
  bad <- cpp_first_not_finite(m)
  if (is.null(bad)) {
    return(seq_len(nrow(m)))
  }
  bad_rows <- unname(which(rowSums(!is.finite(m)) > 0))
  kept_rows(bad, bad_rows, nrow(m), arg, min_rows, na_action, can_omit, call)
}

# The rows that na_action leaves, or an error.
#   bad  by cpp_first_not_finite();  bad_rows: all such rows, of n
kept_rows <- function(bad, bad_rows, n, arg, min_rows, na_action, can_omit, call) {
  if (na_action != "omit") abort_not_finite(bad, arg, can_omit, call)
  kept <- setdiff(seq_len(n), bad_rows)
  if (length(kept) < min_rows) {
    abort_argument(
      "`{arg}` must have at least {min_rows} rows without missing values; it has {length(kept)}.",
      call = call
    )
  }
  warn(
    "`{arg}`: {length(bad_rows)} row{?s} with missing or infinite values left out (first: row
     {bad$row}).",
    "omitted", call = call
  )
  kept
}

#   bad  by cpp_first_not_finite()
abort_not_finite <- function(bad, arg, can_omit, call) {
  found <- switch(bad$kind, `NA` = "missing values (NA)", `NaN` = "NaN values", "infinite values")
  hint <- if (can_omit && bad$kind == "NA") c(i = "`na_action = \"omit\"` leaves such rows out.")
  abort_argument(
    c("`{arg}` has {found}, first at row {bad$row}, column {bad$column} ({bad$count} in all);
       finite numbers are expected.", hint),
    call = call
  )
}

# Any accepted table as a double matrix; integers and logicals become doubles.
as_point_matrix <- function(x, arg, call, also = NULL) {
  if (is_row_source(x)) {
    return(read_all_rows(as_row_source(x, arg, call), arg, call))
  }
  guard_memory(doubles_of(x, arg, call, also), arg, call)
}

# The same of what is in memory.
doubles_of <- function(x, arg, call, also) {
  x <- values_of_table(x, arg, call)
  ok <- is.matrix(x) && (is.numeric(x) || is.logical(x)) && !inherits(x, "integer64")
  if (!ok) {
    abort_argument(
      c("`{arg}` must be {point_classes(also)}, not {describe(x)}.", graph_hint(x, also)),
      call = call
    )
  }
  storage.mode(x) <- "double"
  if (is.object(x)) attributes(x) <- attributes(x)[c("dim", if (!is.null(dimnames(x))) "dimnames")]
  x
}

# Tables of other classes, and vectors, as plain matrices; whatever else x is, as it is.
values_of_table <- function(x, arg, call) {
  if (is.data.frame(x)) {
    check_columns(x, arg, call)
    names <- if (.row_names_info(x) > 0L) row.names(x)
    x <- as.matrix(x)
    rownames(x) <- names
  } else if (methods::is(x, "Matrix")) {
    check_valid_matrix(x, arg, call)
    check_memory(8 * prod(dim(x)), arg, "as a dense matrix", call)
    x <- as.matrix(x)
  } else if (is.numeric(x) && is.null(dim(x)) && (!is.object(x) || stats::is.ts(x))) {
    x <- matrix(x, ncol = 1L, dimnames = list(names(x), NULL))
  }
  x
}

# A Matrix whose slots were changed by hand may send package Matrix astray.
check_valid_matrix <- function(x, arg, call) {
  fault <- tryCatch({
    methods::validObject(x)
    NULL
  }, error = function(e) {
    refuse_memory_error(e, arg, call)
    sub(".*: ", "", sub("\n.*", "", conditionMessage(e)))
  })
  if (!is.null(fault)) {
    abort_argument("`{arg}` is not a valid {class(x)[[1]]}: {fault}.", call = call)
  }
}

check_columns <- function(x, arg, call) {
  numeric <- vapply(x, function(column) {
    (is.numeric(column) || is.logical(column)) && is.null(dim(column)) &&
      !inherits(column, "integer64")
  }, NA)
  if (all(numeric)) {
    return(invisible())
  }
  at <- which(!numeric)[[1]]
  what <- class(x[[at]])[[1]]
  abort_argument(
    "`{arg}` must have numeric columns only; column {names(x)[[at]]} is of class {what}.",
    call = call
  )
}

# Row numbers of the given x as row numbers of the rows that were kept.
match_rows <- function(rows, checked, arg = "points", call = caller_env()) {
  at <- match(rows, checked$rows)
  if (anyNA(at)) {
    left_out <- rows[is.na(at)][[1]]
    abort_argument("`{arg}` names row {left_out}, which has missing values.", call = call)
  }
  at
}

# For each row of x the first row at the same place.
first_at_place <- function(x) {
  place <- do.call(paste, lapply(seq_len(ncol(x)), function(j) match(x[, j], x[, j])))
  match(place, place)
}

# Names of the columns, if every column has one.
column_names <- function(x) {
  names <- colnames(x)
  if (is.null(names) || anyNA(names) || !all(nzchar(names))) NULL else names
}
