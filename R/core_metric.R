# Metrics that are Euclidean after a map of the rows, each row by itself. The points of a fit are
# the mapped rows, and new points are mapped alike: the metric is part of what was done to the
# points first, as the scaling of columns is.

# The metrics that users can name.
metrics <- c("euclidean", "cosine", "correlation")

# Returns list(metric), what scale_points() takes as the scaling, for a metric that maps rows. NULL
# for the Euclidean metric, where rows stay as they are.
#   metric  one of `metrics`
metric_scaling <- function(metric) if (metric != "euclidean") list(metric = metric)

# Maps rows to unit length, for correlations after their mean is taken off. Squared distances are
# twice 1 - cosine, or twice 1 - correlation.
#   x     points, n x r, plain or a dgCMatrix, the argument `arg`;  metric: "cosine" or
#         "correlation"
#   rows  length n, numbers that errors give the rows of x, NA for rows that are not checked
normalize_rows <- function(x, metric, arg, rows) UseMethod("normalize_rows")

# Maps rows to unit length, for correlations after their mean is taken off. Each is divided by its
# largest number first, so that no square overflows. A row without direction is an error, or stays
# zeros where it is not checked.
#   x       n x r;  metric: "cosine" or "correlation";  arg: the argument that errors name
#   rows    length n, numbers that errors give the rows of x, NA for rows that are not checked
# `size` is the largest number in size of each row, `length` the length that is left.
#' @export
normalize_rows.default <- function(x, metric, arg, rows) {
  size <- abs(x)[cbind(seq_len(nrow(x)), max.col(abs(x), "first"))]
  x <- x / ifelse(size > 0, size, 1)
  if (metric == "correlation") x <- x - rowMeans(x)
  length <- sqrt(rowSums(x^2))
  # What rounding leaves of a row of equal numbers has no direction.
  is_null <- length <= if (metric == "correlation") 1e-14 * sqrt(ncol(x)) else 0
  refuse_rows_without_direction(rows[is_null], metric, arg)
  x / ifelse(is_null, 1, length)
}

# Maps sparse rows to unit length. Each is divided by its largest number first, so that no square
# overflows. For the cosine alone: a mean that is taken off would fill the matrix.
#   x       dgCMatrix, n x r;  metric: "cosine";  arg: the argument that errors name
#   rows    length n, numbers that errors give the rows of x, NA for rows that are not checked
# `row` is the row of each stored number, `upwards` an order of them, `size` the largest of each
# row.
#' @export
normalize_rows.dgCMatrix <- function(x, metric, arg, rows) {
  row <- x@i + 1L
  upwards <- order(abs(x@x))
  size <- numeric(nrow(x))
  # The last assignment to a row is its largest.
  size[row[upwards]] <- abs(x@x)[upwards]
  refuse_rows_without_direction(rows[size == 0], metric, arg)
  x@x <- x@x / size[row]
  x@x <- x@x / sqrt(Matrix::rowSums(x^2))[row]
  x
}

# Raises an error if there are rows without a direction, of zeros or of equal numbers.
#   rows    numbers of these rows, NA for those that are no error;  arg: the argument that has them
#   metric  "cosine" or "correlation"
refuse_rows_without_direction <- function(rows, metric, arg) {
  words <- if (metric == "cosine") "of zeros, which has no direction" else
    "of equal numbers, which is correlated with nothing"
  refuse_first(rows[!is.na(rows)],
               "`{arg}` must have no row {words}, for `metric` = \"{metric}\": row {first} is.")
}
