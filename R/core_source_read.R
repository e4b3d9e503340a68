# Rows of a source, block by block.

# Returns how many rows are read at a time, which depends on the shape alone. Columns of a file are
# far apart, so that short blocks would be slow; some sixteen blocks show progress.
#   n, p  numbers of rows and columns
rows_per_block <- function(n, p) usual_block_rows(p, min(65536, ceiling(n / 16), 2^23 %/% p))

# How many rows of p columns are read at a time: the option lapscale.block_rows, or else `size`, a
# number of rows, but not below 1024 unless these take more than half a gigabyte.
usual_block_rows <- function(p, size) {
  getOption("lapscale.block_rows") %||% max(min(1024, max(1, 2^26 %/% p)), size)
}

# Cuts the rows of a table into blocks that are read at a time: a list of vectors of row numbers.
#   n, p  numbers of rows and columns
row_blocks <- function(n, p) cut_blocks(n, rows_per_block(n, p))

# Cuts the numbers 1 to n into blocks of `size` numbers, the last may be shorter: a list of vectors.
cut_blocks <- function(n, size) {
  lapply(seq_len(ceiling(n / size)), function(b) seq.int((b - 1) * size + 1, min(n, b * size)))
}

# Reads all rows of a source: a matrix of doubles, n x p, with the names of rows of the source, or
# those of the blocks if a function names its rows in every block, and with the names of columns, if
# there are any.
#   source  of as_row_source(): n, p (numbers of rows and columns), names (of rows, or NULL)
#   arg     the argument that errors name
read_all_rows <- function(source, arg = "x") {
  check_memory(8 * source$n * source$p, arg, "as a matrix of doubles")
  x <- matrix(0, source$n, source$p)
  block_names <- list()
  for (rows in row_blocks(source$n, source$p)) {
    block <- read_block(source, rows, arg)
    x[rows, ] <- block
    block_names <- c(block_names, list(rownames(block)))
  }
  names <- source$names %||% names_of_blocks(block_names)
  columns <- colnames(source)
  if (!is.null(names) || !is.null(columns)) dimnames(x) <- list(names, columns)
  x
}

# Reads some rows of a source: a matrix of doubles. An error if their number or width is wrong.
#   source  of as_row_source(): read (function(rows, arg, into)), p (number of columns)
#   rows    numbers of rows;  arg: the argument that errors name
#   into    a matrix that is no longer needed, which the source may write over, or NULL
read_block <- function(source, rows, arg, into = NULL) {
  block <- source$read(rows, arg, into)
  refuse_if(!is.double(block) || !isTRUE(all.equal(dim(block), c(length(rows), source$p))),
            "`{arg}` was read as {describe(block)}, not as {length(rows)} rows of {source$p}
             numbers.")
  block
}

# Returns function(rows), which reads rows of a source by their numbers as a matrix of doubles. It
# may write over the matrix that it returned before, because a new one for each block would make R
# collect garbage often.
#   source  of as_row_source();  arg: the argument that errors name
block_reader <- function(source, arg) {
  last <- new.env(parent = emptyenv())
  function(rows) last$block <- read_block(source, rows, arg, into = last$block)
}

# Returns the row names of all blocks as one vector; NULL unless every block has them.
#   names  list of the row names of each block, or NULL
names_of_blocks <- function(names) {
  if (length(names) && !any(vapply(names, is.null, NA))) unlist(names)
}

# Calls the user's function that reads rows. Returns its value as a matrix of doubles, of
# length(rows) rows and p columns; an error if it has another shape.
#   read  the user's function of row numbers, which returns a table or a vector
#   rows  these numbers
rows_of_function <- function(read, rows, p) {
  row_range <- paste(rows[[1L]], "to", rows[[length(rows)]])
  block_given <- tryCatch(read(rows), error = function(e) {
    abort_argument("`read` failed at rows {row_range}: {conditionMessage(e)}")
  })
  is_table <- is.data.frame(block_given) || methods::is(block_given, "Matrix") ||
    is_row_source(block_given)
  refuse_if(!is_table && !is.numeric(block_given) && !is.logical(block_given),
            "`read` must return a numeric matrix, not {describe(block_given)}.")
  block <- as_point_matrix(block_given, "read")
  refuse_if(nrow(block) != length(rows) || ncol(block) != p,
            "`read` must return {length(rows)} row{?s} and {p} column{?s} for rows {row_range}, not
             {nrow(block)} and {ncol(block)}.")
  block
}

# Returns a block with its columns in the order of the first block that named them, or as it is if
# these names are not all different, or if it has none.
#   block         a matrix
#   columns_read  environment: columns, the names in the first block that has any, NULL before; it
#                 is set here
in_order_of_first <- function(block, columns_read) {
  if (is.null(columns_read$columns)) columns_read$columns <- colnames(block)
  columns <- columns_read$columns
  muffle_own(match_columns(block, if (has_unique_names(columns)) columns, "read"))
}

# Raises an error if rows that were read and found finite before are no longer so.
#   block  matrix of the rows;  arg: the argument that has them
check_finite_again <- function(block, arg) {
  refuse_if(!is.null(cpp_first_not_finite(block)),
            "`{arg}`: its rows were changed while they were read.", "file")
}
