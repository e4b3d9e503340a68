# Points as a class with kinds: a plain matrix, distances (core_distances.R), sparse points
# (core_sparse_points.R), and points on the disk (core_paged_points.R). All have dim() and rows,
# x[rows, , drop = FALSE]. What else differs between kinds is asked by the functions below, which
# have a method beside each kind that answers otherwise than a matrix. as_points() makes them,
# and core_shared_points.R lets several functions look at them in turn.

# Puts the points x into the core. Returns their handle, an external pointer that the cpp_*
# functions take, which the caller releases.
#   runtime  of new_runtime();  arg: the argument that errors of memory name
acquire_points <- function(x, runtime, arg = "x") UseMethod("acquire_points")

# A handle of the points of a matrix in the core.
#' @export
acquire_points.default <- function(x, runtime, arg = "x") {
  acquire_numbers(x, runtime, arg, length(x))
}

# Puts points into the core after a check of the memory. Returns their handle, an external pointer.
#   x          points, a plain matrix, distances, or a dgCMatrix;  runtime: of new_runtime()
#   arg        the argument that errors of memory name
#   n_numbers  how many numbers x stores
acquire_numbers <- function(x, runtime, arg, n_numbers) {
  check_memory(3 * 8 * n_numbers, arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

# Has a handle of points or other things in the core released when the function of `frame`, an
# environment, ends, before other actions of its on.exit(). Returns the handle.
release_on_exit <- function(handle, frame = parent.frame()) {
  do.call(on.exit, list(as.call(list(cpp_release, handle)), TRUE, FALSE), envir = frame)
  handle
}

# Returns function(name, x), which returns a handle of the points x in the core. It puts them there
# at the first call with a name, a text, and returns the same handle at later calls with that name.
# Handles are released when the function of `frame`, an environment, ends.
#   runtime  of new_runtime();  arg: the argument that errors of memory name
new_acquirer <- function(runtime, arg, frame = parent.frame()) {
  handles <- new.env(parent = emptyenv())
  function(name, x) {
    if (is.null(handles[[name]])) {
      handles[[name]] <- release_on_exit(acquire_points(x, runtime, arg), frame)
    }
    handles[[name]]
  }
}

# Whether the points x are in R's memory, and not on the disk, so that they can be sent to workers.
is_in_memory <- function(x) UseMethod("is_in_memory")

# Whether points are in R's memory: a matrix is.
#' @export
is_in_memory.default <- function(x) TRUE

# Returns all points as a plain matrix. (Distances keep their class.)
#   x       points of any kind, called `arg` in errors
#   sparse  whether sparse points may be returned as a dgCMatrix
whole_points <- function(x, arg = "x", sparse = FALSE) UseMethod("whole_points")

# All points x as a matrix: they are one already.
#   arg, sparse  not used
#' @export
whole_points.default <- function(x, arg = "x", sparse = FALSE) x

# Whether a plain matrix of all points x, of any kind, fits into memory; of points in memory this is
# not asked: TRUE.
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

# Whether each column of the points x, of any kind, can be looked at by itself: not those of
# distances, which are no variables, nor of sparse points.
has_columns <- function(x) UseMethod("has_columns")

# Whether columns can be looked at one by one: those of a matrix can.
#' @export
has_columns.default <- function(x) TRUE

# Whether x is an object of single cells, which has cells as columns (R/core_cells.R).
is_cells <- function(x) inherits(x, c("SingleCellExperiment", "Seurat"))

# Returns points x, of any kind, or a point set, or an object of cells, in the form in which a user
# may give them to an exported function: a dist for distances, what a point set was made of, a
# matrix of coordinates for cells. Any other x is returned as it is.
as_given <- function(x) UseMethod("as_given")

# Points as a user gave them: matrices are returned as they are.
#' @export
as_given.default <- function(x) x

# Returns the largest absolute value among the coordinates of the points x.
largest_coordinate <- function(x) UseMethod("largest_coordinate")

# The largest number in size in a matrix.
#' @export
largest_coordinate.default <- function(x) max(abs(range(x)))

# Returns new points as the same kind as the points of a fit (a dgCMatrix if these are sparse, else
# a plain matrix), an error if their number of columns is another.
#   x           points of the fit, of any kind, n x r
#   new_points  checked points, m x r, a plain or a sparse matrix
as_same_kind <- function(x, new_points) UseMethod("as_same_kind")

# New points for a fit on a matrix x: a matrix with the same number of columns.
#   new_points  checked points, a plain or a sparse matrix
#' @export
as_same_kind.default <- function(x, new_points) {
  check_column_count(ncol(new_points), ncol(x))
  whole_points(new_points, "newdata")
}

# Raises an error if `newdata` does not have as many columns as the data.
#   n_given  number of columns of the new rows;  r: of the data
check_column_count <- function(n_given, r) {
  refuse_if(n_given != r,
            c("`newdata` must have the {r} column{?s} of the data; it has {n_given}.",
              i = if (n_given == 1L) "A vector is one column. `rbind()` makes it one row."))
}
