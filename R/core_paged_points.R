# Points that do not fit into memory, for methods that look at them through the core only: the core
# keeps them on the disk, and what R asks for is read from the source again.

# Whether the rows of a source, of as_row_source(), fit into memory with the copies that a search
# needs.
fits_in_memory <- function(source) {
  bytes <- 4 * 8 * source$n * source$p
  is.null(getOption("lapscale.paged")) && (!is_much_memory(bytes) || bytes <= memory_limit())
}

# Returns what as_points() returns, of a source: `x` has nrow(), ncol() and x[rows, , drop = FALSE].
#   source  of as_row_source();  min_rows: the fewest rows;  settings: of point_settings()
as_paged_points <- function(source, arg, min_rows, settings) {
  check_size(source, arg, min_rows)
  x <- scan_source(source, seq_len(source$n), arg)
  rows <- x$rows
  if (!is.null(x$bad)) {
    rows <- kept_rows(x$bad, x$bad_rows, source$n, arg, min_rows, settings)
    x <- scan_source(source, rows, arg)
  }
  checked_points(x, rows, source$n, source$names)
}

# Makes one pass over some rows of a source. An object, points on the disk, with source (of
# as_row_source()), rows (numbers of rows of the source), arg (the name that errors give it), and
#   low, high, mean  of each column, the mean as colMeans() has it; not known where rows were
#                    dropped
#   bad, bad_rows    if there is a value that is not finite: where the first is, and all such rows
#   scanned          what was found out on the way when rows were read again, see look_at_block()
#   handle           once the core holds the points: rows are read from there
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

# Half the range of each column of points on the disk. The ends of the columns are known since the
# points were read first.
#' @export
half_widths.lapscale_paged_points <- function(x) x$high / 2 - x$low / 2

# The largest number in size among points on the disk.
#' @export
size_of_points.lapscale_paged_points <- function(x) max(column_units(x))

# Before it has its fields the object has no dimensions.
#' @export
dim.lapscale_paged_points <- function(x) if (is.list(x)) c(length(x$rows), x$source$p)

# Reads rows: from the core where it has them, or else from the source.
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

# Points on the disk without some rows; forgets what was known of all rows.
#' @export
drop_rows.lapscale_paged_points <- function(x, rows) {
  x$rows <- x$rows[-rows]
  x[c("low", "high", "mean", "handle")] <- NULL
  x$scanned <- new.env(parent = emptyenv())
  x
}

# All points on the disk as a matrix in memory.
#   sparse  not used, as these are not sparse
#' @export
whole_points.lapscale_paged_points <- function(x, arg = "x", sparse = FALSE) {
  check_memory(8 * prod(dim(x)), arg, "as a matrix of doubles")
  whole <- matrix(0, nrow(x), ncol(x))
  for (rows in row_blocks(nrow(x), ncol(x))) whole[rows, ] <- x[rows, , drop = FALSE]
  whole
}

# A handle of points on the disk in the core. Boxes of the search stay in memory, two numbers for 16
# of the points. What comes from floats the core keeps as floats.
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
    if (!is.null(x$mean)) look_at_block(x, block)
    block
  }
  x$scanned$parts <- NULL
  blocks <- row_blocks(nrow(x), ncol(x))
  range <- if (!is.null(x$low)) unclass(x)[c("low", "high")]
  handle <- cpp_page_points(read, blocks, ncol(x), range, floats, folder, runtime)
  if (is.list(handle)) abort_scratch(handle)
  if (!is.null(x$mean)) join_looks(x)
  handle
}

# Tells whether points on the disk would take up to half of the memory, as a matrix.
#' @export
is_whole_affordable.lapscale_paged_points <- function(x) {
  8 * prod(dim(x)) <= max(few_bytes, memory_limit() / 2)
}

# Finds what canonical_order() and spread_of_columns() need of a block of rows, which are then not
# read again: distances from the mean, the first columns, sums of squares in each column. Adds it to
# x$scanned$parts.
#   x  points on the disk, of scan_source();  block: some of their rows, a matrix
look_at_block <- function(x, block) {
  largest <- max(abs(x$low - x$mean), abs(x$high - x$mean), .Machine$double.xmin)
  deviations <- cpp_deviations(block, x$mean, largest, column_units(x))
  deviations$columns <- block[, seq_len(min(8L, ncol(x))), drop = FALSE]
  x$scanned$parts <- c(x$scanned$parts, list(deviations))
}

# Joins what look_at_block() found in all blocks, in the environment x$scanned: far, the distance of
# each row from the mean; columns, the first columns; square, sums of squares by column.
#   x  points on the disk, of scan_source()
join_looks <- function(x) {
  parts <- x$scanned$parts
  x$scanned$parts <- NULL
  x$scanned$far <- unlist(lapply(parts, `[[`, "far"))
  x$scanned$columns <- do.call(rbind, lapply(parts, `[[`, "columns"))
  x$scanned$square <- Reduce(`+`, lapply(parts, `[[`, "square"))
}

# The largest number in size of each column of points x on the disk, 1 for a column of zeros.
column_units <- function(x) {
  unit <- pmax(abs(x$low), abs(x$high))
  ifelse(unit > 0, unit, 1)
}

# Finds what needs all rows of points x on the disk, block by block, and keeps it in x$scanned, see
# join_looks().
look_at_rows <- function(x) {
  if (is.null(x$scanned$far)) {
    x$scanned$parts <- NULL
    for (rows in row_blocks(nrow(x), ncol(x))) look_at_block(x, x[rows, , drop = FALSE])
    join_looks(x)
  }
}

# Some columns of points on the disk, a list.
#   x  points on the disk, of scan_source();  numbers: numbers of columns
columns_of_paged <- function(x, numbers) {
  read_columns <- function(rows) x[rows, , drop = FALSE][, numbers, drop = FALSE]
  is_scanned <- max(numbers) <= ncol(x$scanned$columns)
  values <- if (is_scanned) x$scanned$columns[, numbers, drop = FALSE] else
    do.call(rbind, lapply(row_blocks(nrow(x), ncol(x)), read_columns))
  lapply(seq_along(numbers), function(j) values[, j])
}

# Whether two points that follow one another in an order have the same keys.
#   distance  of each point from the mean;  columns: list of further keys, a number per point
#   order     numbers of the points
any_tied <- function(distance, columns, order) {
  any(Reduce(`&`, lapply(c(list(distance_key(distance)), columns), function(key) {
    key <- key[order]
    key[-1L] == key[-length(key)]
  })))
}

# An order of some rows on the disk that does not depend on the order of the rows: by distance from
# the mean. Columns are read only if distances of all points leave ties.
#' @export
canonical_order.lapscale_paged_points <- function(x, rows = seq_len(nrow(x))) {
  if (!missing(rows)) return(order_from(x[rows, , drop = FALSE], x$mean))
  look_at_rows(x)
  distance <- x$scanned$far
  columns <- list()
  repeat {
    order_found <- order_by_distance(distance, columns)
    if (length(columns) == ncol(x) || !any_tied(distance, columns, order_found)) return(order_found)
    next_columns <- seq(length(columns) + 1L, min(length(columns) + 8L, ncol(x)))
    columns <- c(columns, columns_of_paged(x, next_columns))
  }
}
