#' Points that are not in memory
#'
#' Wherever points are taken as `x` or `newdata`, they may stand in a file, or come from a function
#' of yours, block by block.
#'
#' @details
#' Taken as they are, without a copy of yours:
#' - a `bigstatsr::FBM` and a file-backed `bigmemory::big.matrix`, of type double, float or integer,
#'   parts of one among them. Their files are read, not mapped into memory: a file that was cut
#'   short is an error, not the end of the session;
#' - a `bigmemory::big.matrix` in memory, a `float::float32`, a `DelayedArray::DelayedMatrix`
#'   (of HDF5Array, ...);
#' - `row_source(n, p, read)`: whatever `read` reads, a data base or many files.
#'
#' Results are those of the matrix of doubles with the same values, to the last bit. Missing values
#' are NA, as in the packages that wrote the file (the smallest integer, as a float the smallest
#' normal number), row names are kept, and `na_action` is asked as for a matrix. Rows are read in
#' blocks and checked before anything is computed; an error names row and column.
#'
#' Rows that fit into memory are read into it once; option `lapscale.memory` (GB) sets what may be
#' used. Of others the core keeps a copy on the disk, in `tempdir()` or the folder that option
#' `lapscale.scratch` names, which takes 16 bytes a number while it is made and 8 then, half of that
#' where `x` holds floats:
#' [bw_gc()], [bw_lepski()] with the values of its functions as `f`, [bw_kernel_sum()], [bw_knn()],
#' [bw_median()], [bw_rate()], [dim_growth()], [dim_mle()], [dim_kernel_sum()] and [heat_graph()]
#' with a bandwidth by one of these go through it piece by piece, with a message, slower but with
#' the same bits (not with `scale = TRUE`). `predict()` takes new points by blocks and, with `to`,
#' writes them so. The other methods need all rows in memory; where these do not fit, the error says
#' how large they are.
#'
#' @param n,p Numbers of rows and columns.
#' @param read A function of a vector of row numbers, increasing: the numeric matrix of these rows,
#'   in this order, or what can be one (a data.frame). It is called many times, for some thousand
#'   rows each. It can be sent to workers if it finds all it needs in its own environment.
#' @param x The source.
#' @param ... Not used.
#' @return A `lapscale_row_source`, which has `dim()`.
#' @section Errors:
#' `lapscale_error_argument` naming `n`, `p` or `read`, also later, where what `read` returns is not
#' what was asked for. `lapscale_error_file`, with the name of the file, where a file is not there,
#' is shorter than the matrix, or was changed, or of the folder where the disk has no room.
#' `lapscale_error_memory`.
#' @examples
#' x <- sample_circle(2000, seed = 1)
#' source <- row_source(2000, 2, function(rows) x[rows, ])
#' source
#' bw_gc(source, d = 1, seed = 1)
#' @export
row_source <- function(n, p, read) door({
  for (arg in c("n", "p", "read")) {
    if (eval(call("missing", as.name(arg)))) abort_argument("`{arg}` is missing.")
  }
  n <- check_count(n, "n")
  p <- check_count(p, "p")
  if (!is.function(read)) {
    abort_argument("`read` must be a function of row numbers, not {describe(read)}.")
  }
  new_row_source(
    n, p, "function", "a function", function(rows, arg, into) rows_of_function(read, rows, p)
  )
})

# The constructor, for all kinds:
#   n, p           rows, columns
#   type           "double", "float", "integer", or "function"
#   origin         where the rows come from, in words
#   read           function(rows, arg, call): these rows as a matrix of doubles, perhaps with row
#                  names; errors speak of `arg`
#   write          function(rows, values, arg, call) where rows may be written, else NULL
#   names, columns row and column names, or NULL
new_row_source <- function(n, p, type, origin, read, names = NULL, columns = NULL, write = NULL) {
  n <- as.integer(n)
  p <- as.integer(p)
  structure(as.list(environment()), class = "lapscale_row_source")
}

#' @rdname row_source
#' @export
print.lapscale_row_source <- function(x, ...) {
  cat("Rows from ", x$origin, ": ", format(x$n, big.mark = ","), " x ", x$p, "\n", sep = "")
  invisible(x)
}

#' @export
dim.lapscale_row_source <- function(x) c(x$n, x$p)

#' @export
dimnames.lapscale_row_source <- function(x) {
  if (is.null(x$names) && is.null(x$columns)) NULL else list(x$names, x$columns)
}

source_classes <- c("lapscale_row_source", "FBM", "big.matrix", "float32", "DelayedMatrix")

is_row_source <- function(x) inherits(x, source_classes)

# Any of these classes as a lapscale_row_source.
as_row_source <- function(x, arg = "x") {
  switch(Find(function(class) inherits(x, class), source_classes),
    lapscale_row_source = x,
    FBM = source_of_fbm(x, arg),
    big.matrix = source_of_big_matrix(x, arg),
    float32 = source_of_float32(x),
    DelayedMatrix = source_of_delayed(x)
  )
}

# A matrix of package float: its bits, held as integers.
source_of_float32 <- function(x) {
  bits <- as.matrix(methods::slot(x, "Data"))
  new_row_source(
    nrow(bits), ncol(bits), "float", "a float32 in memory",
    function(rows, arg, into) cpp_float32_rows(bits, rows), rownames(bits), colnames(bits)
  )
}

# The package of its class brings the methods.
source_of_delayed <- function(x) {
  new_row_source(
    nrow(x), ncol(x), "double", paste("a", class(x)[[1L]]),
    function(rows, arg, into) as_point_matrix(as.matrix(x[rows, , drop = FALSE]), arg),
    rownames(x), colnames(x)
  )
}
