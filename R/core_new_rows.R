# New points at the door of predict(), and what is found for them: by blocks of rows.

# Checks new points, which are read by blocks of rows later. Returns a list:
#   n, p, names  how many rows and columns; names of the rows, or NULL
#   read         function(rows) of row numbers: these rows scaled as the fit was, with the columns
#                of x, a matrix of doubles, or perhaps a dgCMatrix if x is one
#   missing      numbers of the rows with values that are not finite, which are read as if these, or
#                the whole row, were zeros: NA is their result; NULL or integer() if there are none
# Its arguments:
#   newdata    what the user gave: a table, a point set, cells, a source of rows, or a vector
#   x          the points of the fit, of any kind
#   columns    names of the columns of x, or NULL;  scaling: of find_scaling(), of the fit, or NULL
#   na_action  "error", or "keep": rows with values that are not finite are no error
# Of a source of rows, `scan` is list(names, missing) and `order` has the numbers of its columns in
# the order of x.
as_new_rows <- function(newdata, x, columns, scaling = NULL, na_action = "error") {
  keeps_missing <- check_choice(na_action, c("error", "keep"), "na_action") == "keep"
  newdata <- unscaled_newdata(newdata, scaling)
  if (!is_row_source(newdata)) {
    points <- as_new_points(newdata, x, columns, scaling, keeps_missing)
    return(c(new_rows_of_matrix(points$x, points$names), list(missing = points$missing)))
  }
  source <- as_row_source(newdata, "newdata")
  # A function names its columns where it returns them.
  if (!is.null(source$columns_read)) {
    read_block(source, row_blocks(source$n, source$p)[[1L]], "newdata")
  }
  order <- column_order(colnames(source), columns) %||% seq_len(source$p)
  check_column_count(length(order), ncol(x))
  scan <- check_source_rows(source, "newdata", keeps_missing)
  list(
    n = source$n, p = ncol(x), names = scan$names, missing = scan$missing,
    read = function(rows) {
      block <- read_block(source, rows, "newdata")[, order, drop = FALSE]
      if (keeps_missing) block[rows %in% scan$missing, ] <- 0
      check_finite_again(block, "newdata")
      dimnames(block) <- NULL
      scale_points(block, scaling, "newdata", replace(rows, rows %in% scan$missing, NA))
    }
  )
}

# Returns what as_new_rows() returns, except for `missing`, of points in memory: list(n, p, names,
# read), where read(rows) returns rows by their numbers, in the class of x.
#   x  points that were checked and scaled, n x p, plain or sparse;  names: of the rows, or NULL
new_rows_of_matrix <- function(x, names = NULL) {
  list(
    n = nrow(x), p = ncol(x), names = names,
    read = function(rows) if (length(rows) == nrow(x)) x else x[rows, , drop = FALSE]
  )
}

# Reads all rows once and raises an error if a value is not finite. Returns list(names: of the rows,
# or NULL; missing: numbers of the rows with values that are not finite, none if they are an error).
#   source         of as_row_source(): n, p (numbers of rows and columns), names (of rows, or NULL)
#   arg            the argument that errors name
#   keeps_missing  whether rows with values that are not finite are no error
# In it `fault` is of cpp_first_not_finite(), for a block, and `first_fault` for all blocks: list(
# kind: "NA", "NaN", or "Inf"; row and column of the first such value; count of all), or NULL.
check_source_rows <- function(source, arg, keeps_missing = FALSE) {
  first_fault <- NULL
  block_names <- list()
  missing <- integer()
  bad_columns <- character()
  for (rows in row_blocks(source$n, source$p)) {
    block <- read_block(source, rows, arg)
    fault <- cpp_first_not_finite(block)
    if (!is.null(fault)) {
      fault$row <- rows[[fault$row]]
      is_bad <- !is.finite(block)
      missing <- c(missing, rows[rowSums(is_bad) > 0])
      bad_columns <- union(bad_columns, column_names(block)[colSums(is_bad) > 0])
    }
    if (is.null(first_fault)) first_fault <- fault else
      first_fault$count <- sum(first_fault$count, fault$count)
    block_names <- c(block_names, list(rownames(block)))
  }
  if (!is.null(first_fault) && !keeps_missing) {
    abort_not_finite(first_fault, length(missing), source$n, bad_columns, arg, FALSE)
  }
  list(names = source$names %||% names_of_blocks(block_names), missing = missing)
}

# Computes the results of predict() for new points, block by block. Returns list(values: a matrix
# with a row per point and n_columns columns, NULL with an output; lost_rows: numbers of the rows of
# newdata that are to be warned of).
#   new_rows    of as_new_rows(): n, p (numbers of rows and columns), read (function(rows): a block
#               of points), missing (numbers of the rows whose result is NA, or NULL)
#   n_columns   number of columns of the results
#   output      of check_output(), into which results are written: write (function(rows, values));
#               or NULL: they are returned
#   place       function of a block of points, plain or sparse, that returns list(values: a row per
#               point, n_columns columns; lost: TRUE for points that are to be warned of)
#   by_workers  the same for other processes: list(job: function(block, job_data, runtime);
#               job_data, a list that workers keep; finish: function of what a job returns, which
#               returns the value of place(); runtime: of new_runtime())
# `blocks` and `row_blocks` are lists of vectors of row numbers; `points` are first the blocks of
# points, and with workers then what the jobs return; `results` are values of place().
map_new_rows <- function(new_rows, n_columns, output, place, by_workers) {
  values <- if (is.null(output)) matrix(0, new_rows$n, n_columns)
  lost_rows <- integer()
  # Blocks are the same wherever the points come from, so that results are, too. A block is held
  # three times, and workers are given many.
  blocks <- cut_blocks(new_rows$n, usual_block_rows(new_rows$p, min(65536, 2^22 %/% new_rows$p)))
  pool <- if (length(blocks) > 1L) open_pool(by_workers$job_data, by_workers$runtime)
  on.exit(close_pool(pool))
  # This number of blocks is in memory at a time.
  n_together <- if (is.null(pool)) 1L else 16L
  for (row_blocks in split(blocks, (seq_along(blocks) - 1L) %/% n_together)) {
    points <- lapply(row_blocks, new_rows$read)
    # What the jobs return for the blocks takes the place of the blocks.
    if (!is.null(pool)) points <- map_pool(by_workers$job, points, pool)
    results <- lapply(points, if (is.null(pool)) place else by_workers$finish)
    for (i in seq_along(row_blocks)) {
      rows <- row_blocks[[i]]
      missing_rows <- match(new_rows$missing, rows, 0L)
      results[[i]]$values[missing_rows, ] <- NA_real_
      results[[i]]$lost[missing_rows] <- FALSE
      if (is.null(output)) values[rows, ] <- results[[i]]$values else
        output$write(rows, results[[i]]$values)
      lost_rows <- c(lost_rows, rows[results[[i]]$lost])
    }
  }
  list(values = values, lost_rows = lost_rows)
}

# Returns new data as the user's table: a point set becomes the rows it was made of, unscaled,
# because a fit scales new rows itself; any other object is returned as it is.
#   newdata  what the user gave as the argument `arg`; of a point set checked (of as_points():
#            scaling, a list perhaps with metric, or NULL) is looked at
#   scaling  of the fit, of find_scaling(), perhaps with metric (NULL: Euclidean), which must be
#            that of the point set; or NULL
#   arg      the argument that errors name
#   fit      what has the scaling, in words
unscaled_newdata <- function(newdata, scaling = NULL, arg = "newdata", fit = "the fit") {
  if (!is_shared(newdata)) return(newdata)
  metric <- newdata$checked$scaling$metric %||% "euclidean"
  fit_metric <- scaling$metric %||% "euclidean"
  refuse_if(metric != fit_metric,
            c("`{arg}` is a point set with `metric` = \"{metric}\", but the metric of {fit} is
               \"{fit_metric}\".",
              i = "`as.matrix({arg})` has its rows as they were given."))
  given <- given_rows(newdata)
  if (length(dim(given)) == 2L || inherits(given, "dist")) given else as.matrix(given)
}

# Checks new points of predict(), with the columns of the data of a fit in their order: by name if
# the names identify them on both sides, otherwise by position. Returns checked_points(), whose x
# are the m new points, m x r, of the kind of the fit and scaled as it was, with `missing`, numbers
# of the rows that had values that are not finite, or NULL.
#   x              the points of the fit, n x r, of any kind;  columns: names of their columns, or
#                  NULL
#   newdata        what the user gave: a table, a point set, cells, a source of rows, or a vector
#   scaling        of find_scaling(), of the fit, or NULL
#   keeps_missing  whether values that are not finite are no error, and become zeros
# In it `filled` is of zero_bad_rows(), list(x: the table; missing), or NULL.
as_new_points <- function(newdata, x, columns, scaling = NULL, keeps_missing = FALSE) {
  r <- ncol(x)
  newdata <- unscaled_newdata(points_of_cells(newdata, "newdata"), scaling)
  if (is_row_source(newdata)) newdata <- as_point_matrix(newdata, "newdata")
  if (is.numeric(newdata) && is.null(dim(newdata)) && r > 1L && length(newdata) == r) {
    newdata <- matrix(newdata, 1L, dimnames = list(NULL, names(newdata)))
  }
  # A row of the table that distances were made of has no column of theirs.
  is_row_of_table <- is_distances(x) && NCOL(newdata) != r && !any(columns %in% colnames(newdata))
  if (!is_row_of_table) newdata <- match_columns(newdata, columns)
  filled <- if (keeps_missing && !inherits(newdata, "dist")) zero_bad_rows(newdata)
  points <- as_points(filled$x %||% newdata, NULL, "sparse", "newdata", min_rows = 0L)
  points$missing <- filled$missing
  rows <- replace(points$rows, points$missing, NA)
  points$x <- scale_points(as_same_kind(x, points$x), scaling, "newdata", rows)
  points
}

# Puts zeros into the rows of a table that have values that are not finite, or in place of these
# values if it is a dgCMatrix. Returns list(x: the table, as a plain matrix or a dgCMatrix; missing:
# numbers of these rows).
#   newdata  a table, as the user gave it
zero_bad_rows <- function(newdata) {
  if (methods::is(newdata, "dgCMatrix")) {
    is_bad <- !is.finite(newdata@x)
    missing <- unique(newdata@i[is_bad] + 1L)
    newdata@x[is_bad] <- 0
  } else {
    newdata <- as_point_matrix(newdata, "newdata")
    missing <- which(rowSums(!is.finite(newdata)) > 0)
    newdata[missing, ] <- 0
  }
  list(x = newdata, missing = unname(missing))
}
