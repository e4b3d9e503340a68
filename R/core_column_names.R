# Columns of tables by their names.

# Returns the names of the columns of x, what a user gave as points (or a point set), if every
# column has one, and otherwise NULL. They may occur twice. Those of a dist are the names of its
# points, because new points have a distance to each. The columns of an object of cells are the
# cells, so that it has none.
column_names <- function(x) {
  x <- as_given(x)
  if (is_cells(x)) return(NULL)
  names <- if (inherits(x, "dist")) attr(x, "Labels") else colnames(x)
  if (is.null(names) || anyNA(names) || !all(nzchar(names))) NULL else names
}

# Returns words for the columns of x, what a user gave as points, if only some of them have a name:
# those without one are "column 8". Otherwise `columns`, their names or numbers.
name_some_columns <- function(columns, x) {
  names <- colnames(as_given(x))
  has_name <- !is.na(names) & nzchar(names)
  if (!any(has_name) || length(names) != length(columns)) return(columns)
  ifelse(has_name, names, paste("column", columns))
}

# Whether column names, or NULL, exist and are all different, so that columns are known by them.
has_unique_names <- function(names) !is.null(names) && !anyDuplicated(names)

# Returns new rows with their columns in the order of the columns of the data, or as they are if
# newdata is no table or has no column names, or columns is NULL.
#   newdata  what the user gave as `arg`: a table, or another object
#   columns  names of the columns of the data, or NULL
# `order` are numbers of columns of newdata, or NULL: they stay as they are.
match_columns <- function(newdata, columns, arg = "newdata") {
  order <- if (length(dim(newdata)) == 2L) column_order(colnames(newdata), columns, arg)
  if (is.null(order)) newdata else newdata[, order, drop = FALSE]
}

# Refuses new data, the argument `arg`, without some of the columns of the data.
#   columns  names that are needed;  names: of the columns of the new data
refuse_missing <- function(columns, names, arg = "newdata") {
  lacking <- setdiff(columns, names)
  refuse_if(length(lacking),
            "`{arg}` must have the columns of the data; {lacking} {?is/are} missing.")
}

# Returns the position of each column of the data among the columns of new data. NULL if these are
# in order already, if either has no names, or if those of the data are not all different. A name of
# the data that new data lack or have twice is an error; further columns of new data are left out.
#   names    of the columns of new data, the argument `arg`
#   columns  names of the columns of the data, or NULL
column_order <- function(names, columns, arg = "newdata") {
  if (is.null(names) || !has_unique_names(columns) || identical(names, columns)) return(NULL)
  if (!all(columns %in% names) || any(columns %in% names[duplicated(names)])) {
    nameless <- which(is.na(names) | names == "")
    faults <- c(
      if (length(nameless)) "column {nameless[[1L]]} has no name",
      if (anyDuplicated(names)) "the name {names[[anyDuplicated(names)]]} comes twice"
    )
    refuse_first(
      faults,
      c(paste0("`{arg}` must have each column of the data once, by name; ", faults[1L], "."),
        i = "The columns are {shorten(columns)}. Without any names they are taken by position.")
    )
    refuse_missing(columns, names, arg)
  }
  order <- match(columns, names)
  inform_if(is.unsorted(order),
            "`{arg}`: columns are taken by name, in the order of the data.", "reordered")
  order
}

# Binds data frames one below the other; columns that one of them does not have are NA there.
#   tables  list of data frames;  last: the column that comes last, if it is in any
bind_filled <- function(tables, last = NULL) {
  columns <- unique(unlist(lapply(tables, names)))
  columns <- c(setdiff(columns, last), intersect(last, columns))
  do.call(rbind, lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- list(rep(NA, nrow(table)))
    table[columns]
  }))
}
