# Matrices in files: those of bigstatsr and bigmemory, column after column.

# Returns the type of the numbers in a file; an error unless it is double, float, or integer.
#   type  name of the type;  arg: the argument with the object;  object: what that is, in words
check_file_type <- function(type, arg, object) {
  refuse_if(!type %in% c("double", "float", "integer"),
            "`{arg}` must be {object} of type double, float or integer, not of type {type}.")
  type
}

# Returns the lapscale_row_source of an FBM of package bigstatsr, a matrix in a file.
#   x    the FBM: backingfile (path of its file), type (a number whose name is the type of the
#        entries), nrow, ncol
#   arg  the argument that errors name
source_of_fbm <- function(x, arg) {
  file <- list(
    path = x$backingfile, type = check_file_type(names(x$type), arg, "an FBM"), offset = 0,
    column_rows = x$nrow, first_row = 0, first_column = 0, n = x$nrow, p = x$ncol
  )
  source_of_file(file, "an FBM")
}

# The lapscale_row_source of x, a big.matrix of package bigmemory in files or in memory, given as
# `arg`. `description` is its descriptor, a list: type, dirname, filename, separated (whether each
# column has a file), totalRows (rows in the files), rowOffset and colOffset (how many rows and
# columns come before those of x), nrow, ncol.
source_of_big_matrix <- function(x, arg) {
  check_attached(x, arg)
  if (!bigmemory::is.filebacked(x)) return(source_of_memory(x, arg))
  description <- bigmemory::describe(x)@description
  type <- check_file_type(description$type, arg, "a big.matrix")
  first_column <- description$colOffset[[1L]]
  path <- file.path(sub("/$", "", description$dirname), description$filename)
  if (description$separated) {
    path <- paste0(path, "_column_", first_column + seq_len(description$ncol) - 1)
  }
  file <- list(
    path = path, type = type, offset = 0, column_rows = description$totalRows,
    first_row = description$rowOffset[[1L]],
    # With a file per column, the paths say which columns they are.
    first_column = if (description$separated) 0 else first_column,
    n = description$nrow, p = description$ncol
  )
  source_of_file(file, "a file-backed big.matrix", rownames(x), colnames(x))
}

# Raises an error if x, a big.matrix given as `arg`, points to memory that this process does not
# have.
check_attached <- function(x, arg) {
  refuse_if(inherits(try(bigmemory::typeof(x), silent = TRUE), "try-error"),
            c("`{arg}` is a big.matrix whose memory is not there, as after saving and loading.",
              i = "`bigmemory::attach.big.matrix()` attaches it again, from its descriptor."))
}

# The lapscale_row_source of x, a big.matrix without a file, given as `arg`.
source_of_memory <- function(x, arg) {
  type <- check_file_type(bigmemory::typeof(x), arg, "a big.matrix")
  new_row_source(
    nrow(x), ncol(x), type, "a big.matrix in memory",
    function(rows, arg, into) as_point_matrix(x[rows, , drop = FALSE], arg),
    rownames(x), colnames(x),
    write = function(rows, values, arg) {
      rlang::local_options(bigmemory.typecast.warning = FALSE)
      x[rows, ] <- values
    }
  )
}

# The lapscale_row_source of a file of numbers, column after column.
#   file    a list, as cpp_file_rows() takes it: path (one, or one per column), type ("double",
#           "float", or "integer"), offset (bytes before the numbers), column_rows (rows in the
#           file), first_row and first_column (of the matrix, from 0), n, p (rows and columns of the
#           matrix). That function returns list(path, fault) in place of the rows if a file is not
#           what it was
#   origin  where the rows come from, in words;  names, columns: of rows and columns, or NULL
# `failure` is NULL, or list(path, fault).
source_of_file <- function(file, origin, names = NULL, columns = NULL) {
  file$path <- normalizePath(file$path, mustWork = FALSE)
  new_row_source(
    file$n, file$p, file$type, origin,
    read = function(rows, arg, into = NULL) {
      block <- cpp_file_rows(file, rows, into)
      if (is.list(block)) abort_file(block$path, block$fault, arg)
      block
    },
    write = function(rows, values, arg) {
      failure <- cpp_write_file_rows(file, rows, values)
      if (!is.null(failure)) abort_file(failure$path, failure$fault, arg)
    },
    names = names, columns = columns
  )
}

# Raises the error of a file.
#   path  of the file;  fault: what is wrong, as the end of the sentence "the file ..."
#   arg   the argument that holds the file
abort_file <- function(path, fault, arg) abort("`{arg}`: the file {path} {fault}.", "file")
