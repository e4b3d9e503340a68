#' Points with what was done to them
#'
#' @description
#' Makes a value of points: the data together with how they are taken (scaled columns, metric,
#' weights, missing values). Say this once, and pass the value to all functions that take points as
#' `x`.
#'
#' **When to use it.** Use it if you call several functions on the same points. You cannot forget
#' `scale = TRUE` in one of the calls, and what one function finds out about the points (the search
#' tree, the nearest neighbors, the bandwidth of [bw_gc()] for the same arguments and `seed`) is not
#' computed again by the next. A plain matrix or data frame works everywhere too.
#'
#' @details
#' New rows, in `predict()`, are given in the units of the data: they are scaled as the points were.
#' If they are a point set too, they are taken in the units of its data.
#' `scale`, `metric`, `weights`, `na_action`, and `reduced` cannot be set in a call whose `x` is a
#' point set.
#'
#' A point set is a reference: copies share what was found. It can be saved with [saveRDS()]; the
#' search tree is built anew when it is first needed after reading.
#'
#' @param x Points as rows: a numeric matrix, a data frame or tibble with numeric columns, or a
#'   dense or sparse Matrix, with `n` rows and `r` columns. A vector or univariate `ts` is `n`
#'   points on a line, and a multivariate `ts` has one point per time. Also a `dist`, a
#'   [point_source()], and the other sources of rows described there, and a `Seurat` or
#'   `SingleCellExperiment` object. The error at factors has a line that converts them. For counts
#'   use `log1p()`, and for the states of a time series `stats::embed(x, r)`.
#' @param scale If `TRUE`, columns are centered and divided by their standard deviations. Use it if
#'   they have different units. The default is `FALSE`.
#' @param metric The distance: `"euclidean"` (the default), `"cosine"`, or `"correlation"`, which
#'   compare the directions of rows, see [lapscale_conventions].
#' @param weights If `NULL` (the default), all rows count equally. Otherwise, how much each row
#'   counts, numbers of at least 0, see [heat_graph()]. Functions that cannot use weights say so in
#'   a message.
#' @param na_action If `"error"` (the default), missing and infinite values are an error. If
#'   `"omit"`, rows with such values are left out with a warning.
#' @param reduced If `x` is a `Seurat` or `SingleCellExperiment` object, the name of the reduced
#'   dimension that has the points. The default, `NULL`, is `"PCA"`. Otherwise it has no effect.
#' @return An object of class `lapscale_points`. `dim()` and `names()` give its size and the names
#'   of its columns, `as.matrix()` and `as.data.frame()` the data as given, `p$name` one of their
#'   columns, and `p[rows, ]` a point set of these rows that keeps the scaling of all.
#'   `summary()` returns five numbers of each column, see [lapscale_summary].
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range, or `x` has missing values;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_warning_omitted` if rows are left out;
#' - `lapscale_message_constant` if columns are constant and left out by `scale = TRUE`.
#' @seealso [bw_gc()], [heat_graph()], and all functions of points; [point_source()] for points that
#'   are not in memory.
#' @examples
#' p <- point_set(iris[1:4], scale = TRUE)
#' p
#' bw <- bw_gc(p, seed = 1)
#' graph <- heat_graph(p, bw)
#' e <- embed_eigenmaps(p, 2, bandwidth = bw)
#' predict(e, iris[1:3, 1:4])
#' @export
point_set <- function(x, scale = FALSE, metric = "euclidean", weights = NULL, na_action = "error",
                      reduced = NULL, ...) door({
  refuse_if(inherits(x, "lapscale_points"), "`x` is a point_set() already.")
  if (is_cells(x)) x <- cell_coordinates(x, reduced, "x")
  checked <- as_points(x, arguments(), any_kind, min_rows = 1L, also = "a dist")
  new_point_set(checked, x)
}, ...)

# Makes a point set that the user keeps, an environment of class lapscale_points, see
# share_checked().
#   checked  of as_points();  given: the same points as the user gave them, a table, dist, or source
new_point_set <- function(checked, given) {
  share_checked(checked, given, is_spread_checked = FALSE, is_kept = TRUE)
}

#' @rdname point_set
#' @export
print.lapscale_points <- function(x, ...) door({
  cat(describe_points(x), "\n", sep = "")
  if (!is.null(names(x))) cat("  ", shorten(names(x), 6L), "\n", sep = "")
  invisible(x)
}, ...)

# The number of points, and how they are taken, in words, one text.
#   x  of point_set(): checked, of as_points() (x, scaling, mass, n_given)
describe_points <- function(x) {
  checked <- x$checked
  details <- c(
    describe_scaling(checked$scaling), if (!is_unit_mass(checked$mass)) "weighted",
    if (nrow(x) < checked$n_given) paste(count(checked$n_given - nrow(x), "row"), "left out")
  )
  size <- if (is_distances(checked$x)) "distances between them" else count(ncol(x), "column")
  details <- if (length(details)) paste0(": ", toString(details))
  paste0(count(nrow(x), "point"), ", ", size, details)
}

# Without it, str() lists the environment that a point set is.
#' @rawNamespace S3method(utils::str,lapscale_points)
str.lapscale_points <- function(object, ...) cat(" Point set:", describe_points(object), "\n")

# The dimensions of a point set: n x p, or n x n for distances, although those may have more columns
# than rows.
#' @export
dim.lapscale_points <- function(x) {
  size <- dim(x$checked$x)
  if (is_distances(x$checked$x)) c(size[[1L]], size[[1L]]) else size
}

# Names of the columns of a point set x, or NULL.
#' @export
names.lapscale_points <- function(x) column_names(x$user_x)

# Names of the rows of a point set x that are kept, and of the columns.
#' @export
dimnames.lapscale_points <- function(x) {
  checked <- x$checked
  names <- list(checked$names[checked$rows], names(x))
  if (!all(vapply(names, is.null, NA))) names
}

#' @rdname point_set
#' @param i,j Row numbers, names, or a logical vector; columns cannot be chosen.
#' @param ...,drop Not used.
#' @export
`[.lapscale_points` <- function(x, i, j, ..., drop = FALSE) {
  refuse_if(!missing(j), "A point set has all columns of its data; choose rows only: `p[rows, ]`.")
  checked <- x$checked
  refuse_if(is_distances(checked$x), "Rows of a point set of distances cannot be chosen.")
  if (missing(i)) return(x)
  # Numbers of rows of checked$x; chosen$rows are those of the data.
  rows <- seq_len(nrow(x))
  names(rows) <- checked$names[checked$rows]
  rows <- unname(rows[i])
  refuse_if(anyNA(rows) || !length(rows), "`rows` must be within the {nrow(x)} of the point set.")
  chosen <- take_points(checked, rows)
  chosen$names <- checked$names[chosen$rows]
  given <- rows_of_given(x$user_x, chosen$rows)
  # The given rows of the new set are the chosen ones alone.
  chosen$rows <- seq_along(rows)
  chosen$n_given <- length(rows)
  new_point_set(chosen, given)
}

# Some rows of points as the user gave them, of the same kind.
#   given  a table, or a vector of numbers, one per row;  rows: numbers of the rows
rows_of_given <- function(given, rows) {
  if (length(dim(given)) == 2L) given[rows, , drop = FALSE] else given[rows]
}

# Returns the rows of a point set x in the units of the data, without those that were left out, as
# the kind of object that the user gave.
#   x  a point set, of share_checked(): user_x (x as the user gave it), checked (of as_points():
#      rows, the numbers of those that stay, n_given, the number of all)
given_rows <- function(x) {
  checked <- x$checked
  is_whole <- length(checked$rows) == checked$n_given
  if (is_whole || is_row_source(x$user_x)) x$user_x else rows_of_given(x$user_x, checked$rows)
}

# The data of a point set x as they were given, not scaled, with the rows that were left out.
#' @export
as.matrix.lapscale_points <- function(x, ...) door({
  given <- x$user_x
  if (inherits(given, "dist") || is.data.frame(given)) return(as.matrix(given))
  as_point_matrix(given, "x")
}, ...)

#' @rdname point_set
#' @param row.names,optional As in [as.data.frame()].
#' @export
as.data.frame.lapscale_points <- function(x, row.names = NULL, optional = FALSE, ...) door({
  given <- x$user_x
  with_row_names(if (is.data.frame(given)) given else as.data.frame(as.matrix(x)), row.names)
}, ...)

# Names of the fields of a point set. All other names are those of columns.
parts_of_set <- c("user_x", "checked", "results", "handle", "is_spread_checked", "is_kept")

# A field of the set, for this package, or else a column.
#' @export
`$.lapscale_points` <- function(x, name) {
  if (name %in% parts_of_set) .subset2(x, name) else column_of_point_set(x, name)
}

#' @rawNamespace S3method(utils::.DollarNames,lapscale_points)
.DollarNames.lapscale_points <- function(x, pattern = "") grep(pattern, names(x), value = TRUE)

# A column of a point set x in the units of the data.
#   i  its name or number;  ...: an error
#' @export
`[[.lapscale_points` <- function(x, i, ...) {
  refuse_if(...length() > 0L || length(i) != 1L,
            "`[[` takes one column of a point set; use `as.matrix(p)[i, j]` for its numbers.")
  column_of_point_set(x, i)
}

# Returns a column of a point set x in the units of the data, as it was given, with the rows that
# were left out: a number for each row.
#   name  of the column, or its number
column_of_point_set <- function(x, name) {
  columns <- if (is.character(name)) names(x) else seq_len(ncol(x))
  refuse_if(!name %in% columns,
            c("The point set has no column {describe(name)}.", hint_at_names(names(x), "It has")))
  unname(as.matrix(x)[, name])
}

# Sets a field of a point set x, for this package; any other name, such as that of a column, is an
# error.
#   name  of the field;  value: what it becomes
#' @export
`$<-.lapscale_points` <- function(x, name, value) {
  refuse_if(!name %in% parts_of_set, unchangeable)
  NextMethod()
}

# All other changes of a point set are errors.
#' @export
`[[<-.lapscale_points` <- function(x, i, value) abort_argument(unchangeable)

#' @export
`[<-.lapscale_points` <- function(x, i, j, value) abort_argument(unchangeable)

unchangeable <- c("A point set cannot be changed, because copies share it.",
                  i = "Change the data, and make a new one by point_set().")

#' @export
rbind.lapscale_points <- function(...) abort_bound("rbind")

#' @export
cbind.lapscale_points <- function(...) abort_bound("cbind")

# Raises the error of rbind() and cbind() for point sets.
#   f  name of the function that was called, "rbind" or "cbind"
abort_bound <- function(f) {
  abort_argument(c("Point sets cannot be bound together, because each has its own scaling.",
                   i = "Bind their data: `point_set({f}(as.matrix(p), as.matrix(q)))`."))
}

#' @export
t.lapscale_points <- function(x) {
  abort_argument(c("A point set cannot be transposed: its rows are points.",
                   i = "`t(as.matrix(p))` transposes its data."))
}
