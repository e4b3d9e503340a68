# New points at the door of predict(), and what is found for them: by blocks of rows.

# Checks new points by blocks. Returns a list:
#   n, p, names  how many rows and columns; names of the rows, or NULL
#   read         function(rows): these rows as a matrix of doubles, scaled, in the columns of x
#   missing      which rows have values that are not finite, and are read as zeros: NA is their
#                result
# Arguments as for as_new_points().
as_new_rows <- function(newdata, x, columns, scaling = NULL, na_action = "error") {
  keep <- check_choice(na_action, c("error", "keep"), "na_action") == "keep"
  newdata <- rows_in_units(newdata, scaling)
  if (!is_row_source(newdata)) {
    points <- as_new_points(newdata, x, columns, scaling, keep)
    return(c(rows_of_matrix(points$x, points$names), list(missing = points$missing)))
  }
  source <- as_row_source(newdata, "newdata")
  # A function names its columns where it returns them.
  if (!is.null(source$known)) read_block(source, row_blocks(source$n, source$p)[[1L]], "newdata")
  order <- column_order(colnames(source), columns) %||% seq_len(source$p)
  check_column_count(length(order), ncol(x))
  scan <- check_source_rows(source, "newdata", keep)
  list(
    n = source$n, p = ncol(x), names = scan$names, missing = scan$missing,
    read = function(rows) {
      block <- read_block(source, rows, "newdata")[, order, drop = FALSE]
      if (keep) block[rows %in% scan$missing, ] <- 0
      check_finite_again(block, "newdata")
      dimnames(block) <- NULL
      scale_points(block, scaling, "newdata", replace(rows, rows %in% scan$missing, NA))
    }
  )
}

# Does the same for a matrix that was checked.
rows_of_matrix <- function(x, names = NULL) {
  list(
    n = nrow(x), p = ncol(x), names = names,
    read = function(rows) if (length(rows) == nrow(x)) x else x[rows, , drop = FALSE]
  )
}

# Refuses values that are not finite, before anything is computed. Returns the names of the rows,
# and which rows have such values where they are kept.
check_source_rows <- function(source, arg, keep = FALSE) {
  bad <- NULL
  names <- list()
  missing <- integer()
  for (rows in row_blocks(source$n, source$p)) {
    block <- read_block(source, rows, arg)
    fault <- cpp_first_not_finite(block)
    if (!is.null(fault)) {
      fault$row <- rows[[fault$row]]
      if (keep) missing <- c(missing, rows[rowSums(!is.finite(block)) > 0])
    }
    if (is.null(bad)) bad <- fault else bad$count <- sum(bad$count, fault$count)
    names <- c(names, list(rownames(block)))
  }
  if (!is.null(bad) && !keep) abort_not_finite(bad, arg, FALSE)
  list(names = source$names %||% names_of_blocks(names), missing = missing)
}

# Computes what place() finds for each block of new points: a matrix with a row per point and s
# columns, or, with `to`, that filled. place(at) has a list: values, a row per row of `at`; lost,
# TRUE for rows that have something to be warned of. Returns list(values, lost), lost as row
# numbers.
#   by_workers  list(job, kept, finish, runtime), see map_pool(): place(at) is finish() of what the
#               job gives for `at`
place_rows <- function(new, s, to, place, by_workers) {
  values <- if (is.null(to)) matrix(0, new$n, s)
  lost <- integer()
  # Blocks are the same wherever the points come from, so that results are, too. A block is held
  # three times, and workers are given many.
  blocks <- cut_rows(new$n, usual_block(new$p, min(65536, 2^22 %/% new$p)))
  pool <- if (length(blocks) > 1L) open_pool(by_workers$kept, by_workers$runtime)
  on.exit(close_pool(pool))
  # This number of blocks is in memory at a time.
  together <- if (is.null(pool)) 1L else 16L
  for (some in split(blocks, (seq_along(blocks) - 1L) %/% together)) {
    points <- lapply(some, new$read)
    if (!is.null(pool)) points <- map_pool(by_workers$job, points, pool)
    placed <- lapply(points, if (is.null(pool)) place else by_workers$finish)
    for (i in seq_along(some)) {
      block <- placed[[i]]
      unknown <- match(new$missing, some[[i]], 0L)
      block$values[unknown, ] <- NA_real_
      block$lost[unknown] <- FALSE
      if (is.null(to)) values[some[[i]], ] <- block$values else to$write(some[[i]], block$values)
      lost <- c(lost, some[[i]][block$lost])
    }
  }
  list(values = values, lost = lost)
}

# Returns the rows of a point set in the units of its data, because a fit scales new rows itself,
# and anything else as it is.
#   scaling  of the fit, whose metric must be that of the point set
rows_in_units <- function(newdata, scaling = NULL, arg = "newdata", fit = "the fit") {
  if (!is_shared(newdata)) return(newdata)
  metric <- newdata$checked$scaling$metric %||% "euclidean"
  of_fit <- scaling$metric %||% "euclidean"
  refuse_if(metric != of_fit,
            c("`{arg}` is a point set with `metric` = \"{metric}\", but the metric of {fit} is
               \"{of_fit}\".",
              i = "`as.matrix({arg})` has its rows as they were given."))
  given <- given_rows(newdata)
  if (length(dim(given)) == 2L || inherits(given, "dist")) given else as.matrix(given)
}

# Checks new points at the door of predict(). It does the same as as_points(), with the columns of
# the data of a fit in their order: by name if the names identify them on both sides, otherwise by
# position.
#   x        the points of the fit
#   columns  their names, or NULL
#   scaling  of the fit, or NULL
#   keep     whether rows that are not finite become zeros, listed as `missing`
as_new_points <- function(newdata, x, columns, scaling = NULL, keep = FALSE) {
  r <- ncol(x)
  newdata <- rows_in_units(without_cells(newdata, "newdata"), scaling)
  if (is_row_source(newdata)) newdata <- as_point_matrix(newdata, "newdata")
  if (is.numeric(newdata) && is.null(dim(newdata)) && r > 1L && length(newdata) == r) {
    newdata <- matrix(newdata, 1L, dimnames = list(NULL, names(newdata)))
  }
  newdata <- match_columns(newdata, columns)
  known <- if (keep && !inherits(newdata, "dist")) with_zeros(newdata)
  points <- as_points(known$x %||% newdata, NULL, "sparse", "newdata", min_rows = 0L)
  points$missing <- known$missing
  rows <- replace(points$rows, points$missing, NA)
  points$x <- scale_points(as_kind_of(x, points$x), scaling, "newdata", rows)
  points
}

# Puts zeros in rows that are not finite: list(x, missing).
with_zeros <- function(newdata) {
  if (methods::is(newdata, "dgCMatrix")) {
    bad <- !is.finite(newdata@x)
    missing <- unique(newdata@i[bad] + 1L)
    newdata@x[bad] <- 0
  } else {
    newdata <- as_point_matrix(newdata, "newdata")
    missing <- which(rowSums(!is.finite(newdata)) > 0)
    newdata[missing, ] <- 0
  }
  list(x = newdata, missing = unname(missing))
}
