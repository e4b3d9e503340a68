# Writes results of predict() that do not fit into memory: `to`.

# Checks an FBM or a big.matrix of n rows and s columns. Returns list(write), a function(rows,
# values); NULL stays NULL.
#   to     what the user gave as output, or NULL;  n, s: numbers of rows and columns it must have
#   whole  whether the values are whole numbers, which an output of type integer may hold
check_output <- function(to, n, s, whole = FALSE) {
  if (is.null(to)) return(NULL)
  refuse_if(!inherits(to, c("FBM", "big.matrix")),
            "`to` must be an FBM or a big.matrix, not {describe(to)}.")
  output <- as_row_source(to, "to")
  refuse_if(output$n != n || output$p != s,
            "`to` must have {n} row{?s} and {s} column{?s}; it has {output$n} and {output$p}.")
  refuse_if(output$type == "integer" && !whole,
            "`to` must be of type double or float, not integer.")
  locked <- if (inherits(to, "FBM")) to$is_read_only else bigmemory::is.readonly(to)
  refuse_if(locked, "`to` must not be read-only.")
  list(write = function(rows, values) output$write(rows, values, "to"))
}

# Refuses an output `to` where there are no new points: what is known already is not written.
refuse_output <- function(to) refuse_if(!is.null(to), "`to` needs `newdata`, which is missing.")
