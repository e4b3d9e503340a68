# Points as a class with kinds: a plain matrix, distances (core_distances.R), sparse points
# (core_sparse_points.R), and points on the disk (core_paged_points.R). All have dim() and rows,
# x[rows, , drop = FALSE]. What else differs between kinds is asked by the functions below, which
# have a method beside each kind that answers otherwise than a matrix. as_points() makes them,
# and core_shared_points.R lets several functions look at them in turn.

# A handle of the points x in the core for the cpp_* functions, released by the caller.
#   arg  what the user's call names the points by
acquire_points <- function(x, runtime, arg = "x") UseMethod("acquire_points")

# A handle of the points of a matrix in the core.
#' @export
acquire_points.default <- function(x, runtime, arg = "x") {
  acquire_numbers(x, runtime, arg, length(x))
}

# Puts points into the core after a check of the memory. Returns their handle.
#   x  points;  arg: what the user's call names them by;  numbers: how many numbers x has in memory
acquire_numbers <- function(x, runtime, arg, numbers) {
  check_memory(3 * 8 * numbers, arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

# Returns the handle, which is released when the function of `frame` ends, before what was to be
# done then already.
release_on_exit <- function(handle, frame = parent.frame()) {
  do.call(on.exit, list(as.call(list(cpp_release, handle)), TRUE, FALSE), envir = frame)
  handle
}

# Returns function(name, x): a handle of the points x, made when first used and then known by this
# name, and released when the function of `frame` ends.
#   arg  what the user's call names the points by
new_acquirer <- function(runtime, arg, frame = parent.frame()) {
  handles <- new.env(parent = emptyenv())
  function(name, x) {
    if (is.null(handles[[name]])) {
      handles[[name]] <- release_on_exit(acquire_points(x, runtime, arg), frame)
    }
    handles[[name]]
  }
}

# Whether the points x are in R's memory, so that they can be sent to workers and looked at once
# more.
is_in_memory <- function(x) UseMethod("is_in_memory")

# Whether points are in R's memory: a matrix is.
#' @export
is_in_memory.default <- function(x) TRUE

# Returns all points as a matrix, where a method needs them.
#   x  points of any kind, called `arg` in errors;  sparse: whether sparse points may stay so
whole_points <- function(x, arg = "x", sparse = FALSE) UseMethod("whole_points")

# All points as a matrix: they are one already.
#' @export
whole_points.default <- function(x, arg = "x", sparse = FALSE) x

# Whether a matrix of all points x fits into memory.
is_whole_affordable <- function(x) UseMethod("is_whole_affordable")

# A matrix is whole already.
#' @export
is_whole_affordable.default <- function(x) TRUE

# Returns the points x without some rows.
#   rows  numbers of the rows that are left out
drop_rows <- function(x, rows) UseMethod("drop_rows")

# The points of a matrix without some rows.
#' @export
drop_rows.default <- function(x, rows) x[-rows, , drop = FALSE]

# Whether each column of the points x can be looked at by itself.
has_columns <- function(x) UseMethod("has_columns")

# Whether columns can be looked at one by one: those of a matrix can.
#' @export
has_columns.default <- function(x) TRUE

# Whether x is an object of single cells, which has cells as columns (R/core_cells.R).
is_cells <- function(x) inherits(x, c("SingleCellExperiment", "Seurat"))

# Returns points x, of any kind or a point set, as a user gave them.
as_given <- function(x) UseMethod("as_given")

# Points as a user gave them: matrices are returned as they are.
#' @export
as_given.default <- function(x) x

# Returns a number that no coordinate of the points x is above in size.
size_of_points <- function(x) UseMethod("size_of_points")

# The largest number in size in a matrix.
#' @export
size_of_points.default <- function(x) max(abs(range(x)))

# Brings new points, which were checked, into the kind of the points x of a fit.
#   x           points of the fit, the field x of as_points()
#   new_points  new ones, a plain or a sparse matrix: the field x of as_points() too
as_kind_of <- function(x, new_points) UseMethod("as_kind_of")

# New points for a fit on a matrix x: a matrix with the same number of columns.
#' @export
as_kind_of.default <- function(x, new_points) {
  check_column_count(ncol(new_points), ncol(x))
  whole_points(new_points, "newdata")
}

# Refuses new rows of another width.
#   given  number of columns of the new rows;  r: of the data
check_column_count <- function(given, r) {
  refuse_if(given != r,
            c("`newdata` must have the {r} column{?s} of the data; it has {given}.",
              i = if (given == 1L) "A vector is one column. `rbind()` makes it one row."))
}
