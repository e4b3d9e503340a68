#' Points that are not in memory
#'
#' @description
#' Makes a source of points that a function reads in blocks. You can use it wherever points are
#' accepted as `x` or `newdata`.
#'
#' **When to use it.** Use it if the points do not fit into memory, or are stored in a database or
#' in many files. Points in a file of bigstatsr or bigmemory can be used directly.
#'
#' @details
#' These sources are used without a copy:
#' - a `bigstatsr::FBM` and a file-backed `bigmemory::big.matrix` of type double, float, or integer,
#'   including parts of one. The files are read and not mapped into memory;
#' - a `bigmemory::big.matrix` in memory, a `float::float32`, and a `DelayedArray::DelayedMatrix`
#'   (of HDF5Array, ...);
#' - `point_source(n, p, read)`, which can read from any source. `vignette("large-data")` has
#'   recipes for many files, databases, and Parquet files.
#'
#' Results are identical to those for the matrix of doubles with the same values. Values that the
#' package that wrote the file treats as missing are missing here too. Row names are kept, and
#' `na_action` works as for a matrix. Rows are read in blocks and checked before anything is
#' computed. An error names the row and the column.
#'
#' Rows that fit into memory are read once. The option `lapscale.memory` (in GB) sets how much may
#' be used. If they do not fit, a copy is kept on the disk, in `tempdir()` or in the folder of the
#' option `lapscale.scratch`. It takes 16 bytes per number while it is made and 8 afterwards, or
#' half of that for floats. A message says that the copy is used. These functions read it in parts,
#' which is slower, but the results are identical:
#' - [bw_gc()], [bw_kernel_sum()], [bw_knn()], [bw_median()], [bw_rate()], and [bw_lepski()] if `f`
#'   contains the values of its functions;
#' - [dim_growth()], [dim_mle()], and [dim_kernel_sum()];
#' - [heat_graph()] with a bandwidth from one of these.
#'
#' Rows of such a copy coincide only if their numbers are equal, while rows in memory that differ by
#' rounding alone count as one, see [lapscale_conventions].
#'
#' With `scale = TRUE`, and in all other methods, all rows must fit into memory. If they do not, the
#' error reports their size. `predict()` reads new points in blocks and, with `to`, writes the
#' results in blocks.
#'
#' @param n,p The numbers of rows and of columns.
#' @param read A function of a vector of increasing row numbers that returns the numeric matrix of
#'   these rows, in this order, or an object that can be converted to one (such as a data.frame). It
#'   is called many times, for some thousand rows each. It can be sent to workers if its own
#'   environment contains everything it needs.
#' @param x A source that `point_source()` returned.
#' @param ... Not used.
#' @return A `lapscale_row_source`:
#'   - `dim()` returns the numbers of rows and columns, and `as.matrix()` all rows;
#'   - the rows are read when a method needs them.
#' @section Errors:
#' - `lapscale_error_argument` for `n`, `p`, or `read`, also during a later call if `read` does not
#'   return the requested rows;
#' - `lapscale_error_file`, with the name of the file, if a file does not exist, is too short, or
#'   was changed, or if the disk is full;
#' - `lapscale_error_memory` if a method needs all rows in memory and they do not fit.
#' @seealso `vignette("large-data")`; [predict.lapscale_embedding()] with `to` to write results to a
#'   file.
#' @examples
#' x <- sample_circle(2000, seed = 1)
#' source <- point_source(2000, 2, function(rows) x[rows, ])
#' source
#' bw_gc(source, d = 1, seed = 1)
#' # In place of a data base.
#' depths <- as.matrix(quakes[1:3])
#' bw_knn(point_source(nrow(depths), 3, function(rows) depths[rows, ]), k = 7)
#' @export
point_source <- function(n, p, read) door({
  for (arg in c("n", "p", "read")) {
    refuse_if(eval(call("missing", as.name(arg))), "`{arg}` is missing; see ?point_source.")
  }
  n <- check_count(n, "n")
  p <- check_count(p, "p")
  refuse_if(!is.function(read), "`read` must be a function of row numbers, not {describe(read)}.")
  columns_read <- new.env(parent = emptyenv())
  new_row_source(
    n, p, "function", "a function",
    function(rows, arg, into) in_order_of_first(rows_of_function(read, rows, p), columns_read),
    columns_read = columns_read
  )
})

# Makes a row source of any kind, a list of class lapscale_row_source, whose fields are the
# arguments:
#   n, p           numbers of rows and columns
#   type           "double", "float", "integer", or "function"
#   origin         where the rows come from, in words
#   read           function(rows, arg, into): these rows as a matrix of doubles, perhaps with row
#                  names, written into the matrix `into` if the kind can; errors speak of `arg`
#   write          function(rows, values, arg) where rows may be written, else NULL
#   names, columns row and column names, or NULL
#   columns_read   an environment, in which `columns` are the names of columns that are found when
#                  rows are read; or NULL
new_row_source <- function(n, p, type, origin, read, names = NULL, columns = NULL, write = NULL,
                           columns_read = NULL) {
  n <- as.integer(n)
  p <- as.integer(p)
  structure(arguments(), class = "lapscale_row_source")
}

#' @rdname point_source
#' @export
print.lapscale_row_source <- function(x, ...) {
  cat("Rows from ", x$origin, ": ", thousands(x$n), " x ", x$p, "\n", sep = "")
  invisible(x)
}

# The numbers of rows and columns of a row source x.
#' @export
dim.lapscale_row_source <- function(x) c(x$n, x$p)

# The row and column names of a row source x, or NULL. The columns of a function are known once rows
# were read.
#' @export
dimnames.lapscale_row_source <- function(x) {
  columns <- x$columns %||% x$columns_read$columns
  if (is.null(x$names) && is.null(columns)) NULL else list(x$names, columns)
}

#' @rdname point_source
#' @export
as.matrix.lapscale_row_source <- function(x, ...) door(read_all_rows(x), ...)

source_classes <- c("lapscale_row_source", "FBM", "big.matrix", "float32", "DelayedMatrix")

# Whether x is a source of rows of any class.
is_row_source <- function(x) inherits(x, source_classes)

# Returns a source of rows x of any class, such as an FBM, as a lapscale_row_source. Errors name it
# by `arg`.
as_row_source <- function(x, arg = "x") {
  switch(Find(function(class) inherits(x, class), source_classes),
    lapscale_row_source = x,
    FBM = source_of_fbm(x, arg), big.matrix = source_of_big_matrix(x, arg),
    float32 = source_of_float32(x), DelayedMatrix = source_of_delayed(x)
  )
}

# The source of rows of a matrix x of package float, which holds its bits as integers.
source_of_float32 <- function(x) {
  bits <- as.matrix(methods::slot(x, "Data"))
  new_row_source(
    nrow(bits), ncol(bits), "float", "a float32 in memory",
    function(rows, arg, into) cpp_float32_rows(bits, rows), rownames(bits), colnames(bits)
  )
}

# The source of rows of a DelayedMatrix x. The package of its class brings the methods.
source_of_delayed <- function(x) {
  new_row_source(
    nrow(x), ncol(x), "double", paste("a", class(x)[[1L]]),
    function(rows, arg, into) as_point_matrix(as.matrix(x[rows, , drop = FALSE]), arg),
    rownames(x), colnames(x)
  )
}
