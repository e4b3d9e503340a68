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
#' - `row_source(n, p, read)`, which can read from any source. `vignette("large-data")` has recipes
#'   for many files, databases, and Parquet files.
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
#' With `scale = TRUE`, and in all other methods, all rows must fit into memory. If they do not, the
#' error reports their size. `predict()` reads new points in blocks and, with `to`, writes the
#' results in blocks.
#'
#' @param n,p The numbers of rows and of columns.
#' @param read A function of a vector of increasing row numbers that returns the numeric matrix of
#'   these rows, in this order, or an object that can be converted to one (such as a data.frame). It
#'   is called many times, for some thousand rows each. It can be sent to workers if its own
#'   environment contains everything it needs.
#' @param x A source that `row_source()` returned.
#' @param ... Not used.
#' @return A `lapscale_row_source`:
#'   - `dim()` returns the numbers of rows and columns;
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
#' source <- row_source(2000, 2, function(rows) x[rows, ])
#' source
#' bw_gc(source, d = 1, seed = 1)
#' @export
row_source <- function(n, p, read) door({
  for (arg in c("n", "p", "read")) {
    if (eval(call("missing", as.name(arg)))) abort_argument("`{arg}` is missing; see ?row_source.")
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

# Makes a row source of any kind:
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

# Returns any of these classes as a lapscale_row_source.
as_row_source <- function(x, arg = "x") {
  switch(Find(function(class) inherits(x, class), source_classes),
    lapscale_row_source = x,
    FBM = source_of_fbm(x, arg), big.matrix = source_of_big_matrix(x, arg),
    float32 = source_of_float32(x), DelayedMatrix = source_of_delayed(x)
  )
}

# Reads a matrix of package float: its bits, held as integers.
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

# Rows of a source, block by block.

# Returns how many rows are read at a time: a function of the shape alone. Columns of a file are far
# apart, so that short blocks would be slow; some sixteen blocks show progress.
block_rows <- function(n, p) usual_block(p, min(65536, ceiling(n / 16), 2^23 %/% p))

# `size` rows of p columns, not below 1024 unless these take more than half a gigabyte.
usual_block <- function(p, size) {
  getOption("lapscale.block_rows") %||% max(min(1024, max(1, 2^26 %/% p)), size)
}

# Returns the rows of each block, in turn.
row_blocks <- function(n, p) cut_rows(n, block_rows(n, p))

cut_rows <- function(n, size) {
  lapply(seq_len(ceiling(n / size)), function(b) seq.int((b - 1) * size + 1, min(n, b * size)))
}

# Reads all rows as a matrix of doubles with their names: those of the source, or those of the
# blocks if a function names its rows in every block.
read_all_rows <- function(source, arg = "x") {
  check_memory(8 * source$n * source$p, arg, "as a matrix of doubles")
  x <- matrix(0, source$n, source$p)
  names <- list()
  for (rows in row_blocks(source$n, source$p)) {
    block <- read_block(source, rows, arg)
    x[rows, ] <- block
    names <- c(names, list(rownames(block)))
  }
  names <- source$names %||% names_of_blocks(names)
  if (!is.null(names) || !is.null(source$columns)) dimnames(x) <- list(names, source$columns)
  x
}

# Reads some rows, as many and as wide as the source says.
#   into  a matrix that nobody needs any more, which the source may write over, or NULL
read_block <- function(source, rows, arg, into = NULL) {
  block <- source$read(rows, arg, into)
  if (!is.double(block) || !isTRUE(all.equal(dim(block), c(length(rows), source$p)))) {
    abort_argument(
      "`{arg}` was read as {describe(block)}, not as {length(rows)} rows of {source$p} numbers."
    )
  }
  block
}

# Reads block after block; each holds until the next is read, mostly in the same memory: a new
# matrix for each would have R look for garbage as often.
block_reader <- function(source, arg) {
  last <- new.env(parent = emptyenv())
  function(rows) last$block <- read_block(source, rows, arg, into = last$block)
}

# Returns a list of the names of each block as one vector; NULL unless every block has them.
names_of_blocks <- function(names) {
  if (length(names) && !any(vapply(names, is.null, NA))) unlist(names)
}

# Checks what the user's function returns, once it is a matrix of the shape that was asked for.
rows_of_function <- function(read, rows, p) {
  span <- paste(rows[[1L]], "to", rows[[length(rows)]])
  given <- tryCatch(read(rows), error = function(e) {
    abort_argument("`read` failed at rows {span}: {conditionMessage(e)}")
  })
  table <- is.data.frame(given) || methods::is(given, "Matrix") || is_row_source(given)
  if (!table && !is.numeric(given) && !is.logical(given)) {
    abort_argument("`read` must return a numeric matrix, not {describe(given)}.")
  }
  found <- as_point_matrix(given, "read")
  if (nrow(found) != length(rows) || ncol(found) != p) {
    abort_argument(
      "`read` must return {length(rows)} row{?s} and {p} column{?s} for rows {span}, not
       {nrow(found)} and {ncol(found)}."
    )
  }
  found
}

# Reads rows that have been read and checked before.
check_finite_again <- function(block, arg) {
  if (!is.null(cpp_first_not_finite(block))) {
    abort("`{arg}`: its rows were changed while they were read.", "file")
  }
}

# Matrices in files: those of bigstatsr and bigmemory, column after column.

check_file_type <- function(type, arg, what) {
  if (!type %in% c("double", "float", "integer")) {
    abort_argument("`{arg}` must be {what} of type double, float or integer, not of type {type}.")
  }
  type
}

source_of_fbm <- function(x, arg) {
  file <- list(
    path = x$backingfile, type = check_file_type(names(x$type), arg, "an FBM"), offset = 0,
    column_rows = x$nrow, first_row = 0, first_column = 0, n = x$nrow, p = x$ncol
  )
  source_of_file(file, "an FBM")
}

source_of_big_matrix <- function(x, arg) {
  check_attached(x, arg)
  if (!bigmemory::is.filebacked(x)) {
    return(source_of_memory(x, arg))
  }
  found <- bigmemory::describe(x)@description
  type <- check_file_type(found$type, arg, "a big.matrix")
  first_column <- found$colOffset[[1L]]
  path <- file.path(sub("/$", "", found$dirname), found$filename)
  if (found$separated) path <- paste0(path, "_column_", first_column + seq_len(found$ncol) - 1)
  file <- list(
    path = path, type = type, offset = 0, column_rows = found$totalRows,
    first_row = found$rowOffset[[1L]],
    # With a file per column, the paths say which columns they are.
    first_column = if (found$separated) 0 else first_column, n = found$nrow, p = found$ncol
  )
  source_of_file(file, "a file-backed big.matrix", rownames(x), colnames(x))
}

# Refuses a big.matrix of another process, which is a pointer to memory of that.
check_attached <- function(x, arg) {
  if (inherits(try(bigmemory::typeof(x), silent = TRUE), "try-error")) {
    abort_argument(
      c("`{arg}` is a big.matrix whose memory is not there, as after saving and loading.",
        i = "`bigmemory::attach.big.matrix()` attaches it again, from its descriptor.")
    )
  }
}

# Reads a big.matrix without a file.
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

#   file  as cpp_file_rows() takes it: path (one, or one per column), type, offset (bytes),
#         column_rows, first_row, first_column (from 0), n, p
source_of_file <- function(file, origin, names = NULL, columns = NULL) {
  file$path <- normalizePath(file$path, mustWork = FALSE)
  new_row_source(
    file$n, file$p, file$type, origin,
    read = function(rows, arg, into = NULL) {
      found <- cpp_file_rows(file, rows, into)
      if (is.list(found)) abort_file(found$path, found$fault, arg)
      found
    },
    write = function(rows, values, arg) {
      fault <- cpp_write_file_rows(file, rows, values)
      if (!is.null(fault)) abort_file(fault$path, fault$fault, arg)
    },
    names = names, columns = columns
  )
}

abort_file <- function(path, fault, arg) abort("`{arg}`: the file {path} {fault}.", "file")

# Points that do not fit into memory, for methods that look at them through the core only: the core
# keeps them on the disk, and what R asks for is read from the source again.

# Tells whether the rows of a source fit with the copies that a search needs.
fits_in_memory <- function(source) {
  bytes <- 4 * 8 * source$n * source$p
  is.null(getOption("lapscale.paged")) && (!is_much_memory(bytes) || bytes <= memory_limit())
}

# Returns what as_points() returns, of a source: `x` has nrow(), ncol() and x[rows, , drop = FALSE].
as_paged_points <- function(source, arg, min_rows, na_action, can_omit) {
  check_size(source, arg, min_rows)
  x <- scan_source(source, seq_len(source$n), arg)
  kept <- x$rows
  if (!is.null(x$bad)) {
    kept <- kept_rows(x$bad, x$bad_rows, source$n, arg, min_rows, na_action, can_omit)
    x <- scan_source(source, kept, arg)
  }
  checked_points(x, kept, source$n, source$names)
}

# Makes one pass over some rows of a source. An object with, beside the source and the rows:
#   low, high, mean  of each column, the mean as colMeans() has it; not known where rows were
#                    dropped
#   bad, bad_rows    see cpp_scan_rows()
#   seen             what was found out on the way when rows were read again, see look_at_block()
#   handle           once the core holds the points: rows are read from there
scan_source <- function(source, rows, arg) {
  read_rows <- block_reader(source, arg)
  read <- function(at) read_rows(rows[at])
  check_memory(4 * 8 * source$p, arg, "even row by row")
  found <- cpp_scan_rows(read, row_blocks(length(rows), source$p), source$p)
  structure(
    c(list(source = source, rows = rows, arg = arg, seen = new.env(parent = emptyenv())), found),
    class = "lapscale_paged_points"
  )
}

is_paged <- function(x) inherits(x, "lapscale_paged_points")

#' @export
dim.lapscale_paged_points <- function(x) if (is.list(x)) c(length(x$rows), x$source$p)

#' @export
`[.lapscale_paged_points` <- function(x, i, j, drop = FALSE) door({
  if (!is.null(x$handle)) {
    return(cpp_point_rows(x$handle, i))
  }
  # Sources are read upwards.
  if (!is.unsorted(i)) {
    block <- read_block(x$source, x$rows[i], x$arg)
    if (!is.null(dimnames(block))) dimnames(block) <- NULL
    return(block)
  }
  place <- order(i)
  block <- matrix(0, length(i), x$source$p)
  block[place, ] <- read_block(x$source, x$rows[i[place]], x$arg)
  block
})

# Returns all but some of the rows.
drop_rows <- function(x, rows) {
  if (!is_paged(x)) {
    return(x[-rows, , drop = FALSE])
  }
  x$rows <- x$rows[-rows]
  x[c("low", "high", "mean", "handle")] <- NULL
  x$seen <- new.env(parent = emptyenv())
  x
}

# Reads all points as a matrix, where a method needs them.
whole_points <- function(x, arg = "x") {
  if (!is_paged(x)) {
    return(if (is_sparse_points(x)) values_of_table(x, arg) else x)
  }
  check_memory(8 * prod(dim(x)), arg, "as a matrix of doubles")
  whole <- matrix(0, nrow(x), ncol(x))
  for (rows in row_blocks(nrow(x), ncol(x))) whole[rows, ] <- x[rows, , drop = FALSE]
  whole
}

# Does the same as hold_points(). Boxes of the search stay in memory, two numbers for 16 of the
# points. What comes from floats the core keeps as floats.
hold_paged_points <- function(x, runtime) {
  floats <- x$source$type == "float"
  width <- if (floats) 4 else 8
  check_memory(nrow(x) * (40 + ncol(x) * width / 8), x$arg, "even with its points on the disk")
  folder <- scratch_folder_of_points()
  size <- signif(width * prod(dim(x)) / 2^30, 3)
  inform("`{x$arg}` does not fit into memory: {size} GB stay on the disk, in {folder}.", "paged")
  read_rows <- block_reader(x$source, x$arg)
  read <- function(at) {
    block <- read_rows(x$rows[at])
    check_finite_again(block, x$arg)
    if (!is.null(x$mean)) look_at_block(x, block)
    block
  }
  x$seen$parts <- NULL
  blocks <- row_blocks(nrow(x), ncol(x))
  range <- if (!is.null(x$low)) unclass(x)[c("low", "high")]
  handle <- cpp_page_points(read, blocks, ncol(x), range, floats, folder, runtime)
  if (is.list(handle)) abort_scratch(handle)
  if (!is.null(x$mean)) join_looks(x)
  handle
}

# Tells whether a matrix of all points fits.
is_whole_affordable <- function(x) 8 * prod(dim(x)) <= max(few_bytes, memory_limit() / 2)

# Finds what canonical_order() and spread_of_paged() need of a block of rows, so that they need not
# be read once more: distances from the mean, the first columns, sums of squares in each column.
look_at_block <- function(x, block) {
  largest <- max(abs(x$low - x$mean), abs(x$high - x$mean), .Machine$double.xmin)
  found <- cpp_deviations(block, x$mean, largest, column_units(x))
  found$columns <- block[, seq_len(min(8L, ncol(x))), drop = FALSE]
  x$seen$parts <- c(x$seen$parts, list(found))
}

# Does this for all blocks.
join_looks <- function(x) {
  parts <- x$seen$parts
  x$seen$parts <- NULL
  x$seen$far <- unlist(lapply(parts, `[[`, "far"))
  x$seen$columns <- do.call(rbind, lapply(parts, `[[`, "columns"))
  x$seen$square <- Reduce(`+`, lapply(parts, `[[`, "square"))
}

column_units <- function(x) {
  unit <- pmax(abs(x$low), abs(x$high))
  ifelse(unit > 0, unit, 1)
}

look_at_rows <- function(x) {
  if (is.null(x$seen$far)) {
    x$seen$parts <- NULL
    for (rows in row_blocks(nrow(x), ncol(x))) look_at_block(x, x[rows, , drop = FALSE])
    join_looks(x)
  }
}

columns_of_paged <- function(x, which) {
  read <- function(rows) x[rows, , drop = FALSE][, which, drop = FALSE]
  values <- if (max(which) <= ncol(x$seen$columns)) x$seen$columns[, which, drop = FALSE] else
    do.call(rbind, lapply(row_blocks(nrow(x), ncol(x)), read))
  lapply(seq_along(which), function(j) values[, j])
}

# Tells whether two points that follow one another in an order have the same keys.
any_tied <- function(far, columns, place) {
  any(Reduce(`&`, lapply(c(list(distance_key(far)), columns), function(key) {
    key <- key[place]
    key[-1L] == key[-length(key)]
  })))
}
