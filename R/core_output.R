# Writes results of predict() that do not fit into memory: `to`.

# Checks the argument `to`, an FBM or a big.matrix that results are written into. Returns
# list(write: function(rows, values), which writes values, a matrix with s columns, into rows by
# their numbers), or NULL if `to` is NULL.
#   to     what the user gave: an FBM (is_read_only: whether it may not be written), a big.matrix,
#          or NULL; anything else is an error
#   whole  whether results are whole numbers, which a matrix of type integer may hold
#   n, s   numbers of rows and columns that it must have
# `source` is of as_row_source(): n, p (numbers of rows and columns), type ("double", "float", or
# "integer"), write (function(rows, values, arg)).
check_output <- function(to, n, s, whole = FALSE) {
  if (is.null(to)) return(NULL)
  refuse_if(!inherits(to, c("FBM", "big.matrix")),
            "`to` must be an FBM or a big.matrix, not {describe(to)}.")
  source <- as_row_source(to, "to")
  refuse_if(source$n != n || source$p != s,
            "`to` must have {n} row{?s} and {s} column{?s}; it has {source$n} and {source$p}.")
  refuse_if(source$type == "integer" && !whole,
            "`to` must be of type double or float, not integer.")
  is_read_only <- if (inherits(to, "FBM")) to$is_read_only else bigmemory::is.readonly(to)
  refuse_if(is_read_only, "`to` must not be read-only.")
  list(write = function(rows, values) source$write(rows, values, "to"))
}

# Raises an error if `to`, what the user gave as the output of predict(), is set without new points.
refuse_output <- function(to) refuse_if(!is.null(to), "`to` needs `newdata`, which is missing.")
