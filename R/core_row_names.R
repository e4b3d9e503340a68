# A table with the row names that as.data.frame() was given; NULL: those that it has.
with_row_names <- function(table, row.names) {
  if (is.null(row.names)) {
    return(table)
  }
  good <- is.character(row.names) || is.numeric(row.names)
  if (!good || length(row.names) != nrow(table) || anyNA(row.names) || anyDuplicated(row.names)) {
    abort_argument("`row.names` must be NULL or {nrow(table)} different names.")
  }
  row.names(table) <- row.names
  table
}
