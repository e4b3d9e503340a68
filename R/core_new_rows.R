# New points at the door of predict(), and what is found for them: by blocks of rows.

# New points by blocks, checked. Returns a list:
#   n, names  how many rows; their names, or NULL
#   read      function(rows): these rows as a matrix of doubles, scaled, columns in the order of x
# Arguments as for as_new_points().
as_new_rows <- function(newdata, x, columns, scaling = NULL, call = caller_env()) {
  if (!is_row_source(newdata)) {
    at <- as_new_points(newdata, x, columns, scaling, call)
    return(rows_of_matrix(at$x, at$names))
  }
  source <- as_row_source(newdata, "newdata", call)
  order <- column_order(source$columns, columns, call) %||% seq_len(source$p)
  check_column_count(length(order), ncol(x), call)
  list(
    n = source$n, names = check_source_rows(source, "newdata", call),
    read = function(rows) {
      block <- source$read(rows, "newdata", call)[, order, drop = FALSE]
      dimnames(block) <- NULL
      scale_points(block, scaling)
    }
  )
}

# The same of a matrix that was checked.
rows_of_matrix <- function(x, names = NULL) {
  list(
    n = nrow(x), names = names,
    read = function(rows) if (length(rows) == nrow(x)) x else x[rows, , drop = FALSE]
  )
}

# Refuses values that are not finite, before anything is computed. Returns the names of the rows.
check_source_rows <- function(source, arg, call = caller_env()) {
  bad <- NULL
  names <- list()
  for (rows in row_blocks(source$n, source$p)) {
    block <- source$read(rows, arg, call)
    found <- cpp_first_not_finite(block)
    if (is.null(bad) && !is.null(found)) {
      bad <- found
      bad$row <- rows[[found$row]]
    } else if (!is.null(found)) {
      bad$count <- bad$count + found$count
    }
    names <- c(names, list(rownames(block)))
  }
  if (!is.null(bad)) abort_not_finite(bad, arg, FALSE, call)
  source$names %||% names_of_blocks(names)
}

# What place() finds for each block of new points: a matrix with a row per point and s columns, or,
# with `to`, that filled. place(at) has a list: values, a row per row of `at`; lost, TRUE for rows
# that have something to be warned of. Returns list(values, lost), lost as row numbers.
place_rows <- function(new, s, to, place) {
  values <- if (is.null(to)) matrix(0, new$n, s)
  lost <- integer()
  for (rows in place_blocks(new$n)) {
    found <- place(new$read(rows))
    if (is.null(to)) values[rows, ] <- found$values else to$write(rows, found$values)
    lost <- c(lost, rows[found$lost])
  }
  list(values = values, lost = lost)
}

# Blocks of new points: the same wherever they come from, so that results are, too.
place_blocks <- function(n) {
  size <- getOption("lapscale.block_rows") %||% 65536
  lapply(seq_len(ceiling(n / size)), function(b) seq.int((b - 1) * size + 1, min(n, b * size)))
}
