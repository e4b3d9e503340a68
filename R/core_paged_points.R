# Points that do not fit into memory, for methods that look at them through the core only: the core
# keeps them on the disk, and what R asks for is read from the source again.

# Whether all rows of a source fit into memory with the copies that a search of neighbors needs;
# FALSE if option lapscale.paged is set, to whatever value.
#   source  of as_row_source(): n, p (numbers of rows and columns)
fits_in_memory <- function(source) {
  bytes <- 4 * 8 * source$n * source$p
  is.null(getOption("lapscale.paged")) && (!is_much_memory(bytes) || bytes <= memory_limit())
}

# Returns the checked_points() of a source of rows that does not fit into memory: their x is of
# scan_source(), with nrow(), ncol(), and x[rows, , drop = FALSE]. In it x$bad says where the first
# value is that is not finite, NULL if there is none, and x$bad_rows are all rows with such values.
#   source    of as_row_source(): n (number of rows), names (of them, or NULL)
#   arg       the argument that errors name;  min_rows: the fewest rows that must be left
#   settings  of point_settings(): na_action ("error" or "omit": rows that are not finite are left
#             out), can_omit (whether the user may set it)
as_paged_points <- function(source, arg, min_rows, settings) {
  check_size(source, arg, min_rows)
  x <- scan_source(source, seq_len(source$n), arg)
  rows <- x$rows
  if (!is.null(x$bad)) {
    rows <- rows_after_na_action(x$bad, x$bad_rows, source$n, arg, min_rows, settings)
    x <- scan_source(source, rows, arg)
  }
  checked_points(x, rows, source$n, source$names)
}

# Reads some rows of a source once. Returns points on the disk, n x p: a list of class
# lapscale_paged_points with source (of as_row_source()), rows (numbers of the n rows of the
# source), arg (the name that errors give it), and
#   low, high, mean  of each column, length p: the ends of its range, and the mean as colMeans() has
#                    it; NULL after drop_rows()
#   bad, bad_rows    list(kind, row, column, count) of the first value that is not finite, and the
#                    numbers of all such rows, both counted among the rows read; NULL without one
#   scanned          environment of what was computed when rows were read again, see scan_block()
#   handle           NULL; later perhaps the handle of the points in the core, from where rows are
#                    read then
# Its arguments:
#   source           of as_row_source(): p (number of columns), and what block_reader() needs
#   rows             numbers of rows of the source that are the points
#   arg              the name that errors give it
scan_source <- function(source, rows, arg) {
  read_rows <- block_reader(source, arg)
  read <- function(index) read_rows(rows[index])
  check_memory(4 * 8 * source$p, arg, "even row by row")
  scan <- cpp_scan_rows(read, row_blocks(length(rows), source$p), source$p)
  structure(
    c(list(source = source, rows = rows, arg = arg, scanned = new.env(parent = emptyenv())), scan),
    class = "lapscale_paged_points"
  )
}

# Whether points are in R's memory: those on the disk are not.
#' @export
is_in_memory.lapscale_paged_points <- function(x) FALSE

# Half the range of each column of points x on the disk, length p, from low and high, the ends of
# the columns, which are known since the points were read first.
#' @export
half_widths.lapscale_paged_points <- function(x) x$high / 2 - x$low / 2

# The largest absolute value among the coordinates of points x on the disk.
#' @export
largest_coordinate.lapscale_paged_points <- function(x) max(abs(x$low), abs(x$high))

# The numbers of rows and columns of points x on the disk, NULL before x has its fields.
#' @export
dim.lapscale_paged_points <- function(x) if (is.list(x)) c(length(x$rows), x$source$p)

# Reads rows, a plain matrix without names, in the order of i: from the core where it has them, or
# else from the source.
#   x  points on the disk, of scan_source(): handle (of the points in the core, or NULL), source (of
#      as_row_source()), rows (which rows of the source the points are), arg (what errors name)
#   i  numbers of rows of x, in any order;  j, drop: not used, all columns are returned
#' @export
`[.lapscale_paged_points` <- function(x, i, j, drop = FALSE) door({
  if (!is.null(x$handle)) return(cpp_point_rows(x$handle, i))
  # Sources are read upwards.
  if (!is.unsorted(i)) {
    block <- read_block(x$source, x$rows[i], x$arg)
    if (!is.null(dimnames(block))) dimnames(block) <- NULL
    return(block)
  }
  upwards <- order(i)
  block <- matrix(0, length(i), x$source$p)
  block[upwards, ] <- read_block(x$source, x$rows[i[upwards]], x$arg)
  block
})

# Points x on the disk without some rows; forgets what was known of all rows.
#   rows  numbers of the rows of x that are left out
#' @export
drop_rows.lapscale_paged_points <- function(x, rows) {
  x$rows <- x$rows[-rows]
  x[c("low", "high", "mean", "handle")] <- NULL
  x$scanned <- new.env(parent = emptyenv())
  x
}

# All points x on the disk as a matrix in memory.
#   arg  what errors call x;  sparse: not used, as these are not sparse
#' @export
whole_points.lapscale_paged_points <- function(x, arg = "x", sparse = FALSE) {
  check_memory(8 * prod(dim(x)), arg, "as a matrix of doubles")
  whole <- matrix(0, nrow(x), ncol(x))
  for (rows in row_blocks(nrow(x), ncol(x))) whole[rows, ] <- x[rows, , drop = FALSE]
  whole
}

# A handle of points x on the disk in the core, which reads them block by block into a file. Boxes
# of the search stay in memory, two numbers for 16 of the points. Floats are kept as floats.
#   x        of scan_source(): source (of as_row_source()), rows (numbers of its rows), arg, mean,
#            low, and high (of each column, or NULL), scanned (environment: gets what scan_block()
#            computes, if mean is known)
#   runtime  of new_runtime();  arg: not used, as x has its own
# If the file cannot be written, the core returns list(path, fault) in place of a handle. `width` is
# the number of bytes of a number, `size` that of all in GB; read(index) reads rows by their numbers
# in x.
#' @export
acquire_points.lapscale_paged_points <- function(x, runtime, arg = "x") {
  floats <- x$source$type == "float"
  width <- if (floats) 4 else 8
  check_memory(nrow(x) * (40 + ncol(x) * width / 8), x$arg, "even with its points on the disk")
  folder <- scratch_folder_of_points()
  size <- signif(width * prod(dim(x)) / 2^30, 3)
  inform("`{x$arg}` does not fit into memory: {size} GB stay on the disk, in {folder}.", "paged")
  read_rows <- block_reader(x$source, x$arg)
  read <- function(index) {
    block <- read_rows(x$rows[index])
    check_finite_again(block, x$arg)
    if (!is.null(x$mean)) scan_block(x, block)
    block
  }
  x$scanned$blocks <- NULL
  blocks <- row_blocks(nrow(x), ncol(x))
  range <- if (!is.null(x$low)) unclass(x)[c("low", "high")]
  handle <- cpp_page_points(read, blocks, ncol(x), range, floats, folder, runtime)
  if (is.list(handle)) abort_scratch(handle)
  if (!is.null(x$mean)) join_block_scans(x)
  handle
}

# Tells whether points x on the disk would take no more than half of the memory limit as a matrix,
# or few_bytes (16 MB).
#' @export
is_whole_affordable.lapscale_paged_points <- function(x) {
  8 * prod(dim(x)) <= max(few_bytes, memory_limit() / 2)
}

# Computes what canonical_order() and spread_of_columns() need of a block of rows, which are then
# not read again: `far`, distances from the mean in units of `largest`; `columns`, the first 8;
# `square`, sums of squares of the differences from the mean by column, each column in units of its
# largest number. Adds a list of these to the list x$scanned$blocks. `largest` is the largest
# distance from the mean along a column, in the unit of x.
#   x      points on the disk, of scan_source(): low, high, mean (of each column), scanned
#          (environment)
#   block  the next of their rows, a matrix
scan_block <- function(x, block) {
  largest <- max(abs(x$low - x$mean), abs(x$high - x$mean), .Machine$double.xmin)
  deviations <- cpp_deviations(block, x$mean, largest, column_units(x))
  deviations$columns <- block[, seq_len(min(8L, ncol(x))), drop = FALSE]
  x$scanned$blocks <- c(x$scanned$blocks, list(deviations))
}

# Joins what scan_block() found in all blocks, in the environment x$scanned: far, the distance of
# each row from the mean, length n, in units of the largest along a column; columns, the first (up
# to 8) columns, a matrix; square, sums of squares of the differences from the mean by column, each
# in units of its largest number, squared.
#   x  points on the disk, of scan_source(): scanned, an environment whose list `blocks`, of
#      scan_block(), in the order of the rows, is removed
join_block_scans <- function(x) {
  blocks <- x$scanned$blocks
  x$scanned$blocks <- NULL
  x$scanned$far <- unlist(lapply(blocks, `[[`, "far"))
  x$scanned$columns <- do.call(rbind, lapply(blocks, `[[`, "columns"))
  x$scanned$square <- Reduce(`+`, lapply(blocks, `[[`, "square"))
}

# Returns the largest number in size of each column of points on the disk, 1 for a column of zeros.
#   x  of scan_source(): low, high (the ends of each column, length p)
column_units <- function(x) {
  unit <- pmax(abs(x$low), abs(x$high))
  ifelse(unit > 0, unit, 1)
}

# Computes what needs all rows of points x on the disk, block by block, unless it is there, and
# keeps it in the environment x$scanned: far, columns, and square, see join_block_scans().
scan_all_rows <- function(x) {
  if (is.null(x$scanned$far)) {
    x$scanned$blocks <- NULL
    for (rows in row_blocks(nrow(x), ncol(x))) scan_block(x, x[rows, , drop = FALSE])
    join_block_scans(x)
  }
}

# Returns some columns of points on the disk: a list of vectors, a number per row.
#   x        points on the disk, of scan_source(): scanned (environment, into which scan_all_rows()
#            must have put columns, the first 8 of all rows)
#   numbers  numbers of columns
columns_of_paged <- function(x, numbers) {
  read_columns <- function(rows) x[rows, , drop = FALSE][, numbers, drop = FALSE]
  is_scanned <- max(numbers) <= ncol(x$scanned$columns)
  columns <- if (is_scanned) x$scanned$columns[, numbers, drop = FALSE] else
    do.call(rbind, lapply(row_blocks(nrow(x), ncol(x)), read_columns))
  lapply(seq_along(numbers), function(j) columns[, j])
}

# Whether some two points that follow one another in an order are tied: equal in their rounded
# distances and in all of some columns.
#   distance  of each point from the mean;  columns: list of vectors, a number per point
#   order     numbers of the points, in that order
any_tied <- function(distance, columns, order) {
  any(Reduce(`&`, lapply(c(list(distance_key(distance)), columns), function(key) {
    key <- key[order]
    key[-1L] == key[-length(key)]
  })))
}

# An order of some rows on the disk that does not depend on the order of the rows: positions among
# `rows`, by distance from the mean, with ties by columns. Columns are read only if distances of all
# points leave ties.
#   x     points on the disk, of scan_source(): mean (of each column), scanned (environment: far, of
#         scan_all_rows(), the distance of each point from the mean)
#   rows  numbers of rows of x
# `columns` is a list of vectors, the first columns as far as they were needed.
#' @export
canonical_order.lapscale_paged_points <- function(x, rows = seq_len(nrow(x))) {
  if (!missing(rows)) return(order_from_mean(x[rows, , drop = FALSE], x$mean))
  scan_all_rows(x)
  distance <- x$scanned$far
  columns <- list()
  repeat {
    by_distance <- order_by_distance(distance, columns)
    if (length(columns) == ncol(x) || !any_tied(distance, columns, by_distance)) return(by_distance)
    next_columns <- seq(length(columns) + 1L, min(length(columns) + 8L, ncol(x)))
    columns <- c(columns, columns_of_paged(x, next_columns))
  }
}
