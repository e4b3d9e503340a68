# Metrics that are Euclidean after a map of the rows, each row by itself. The points of a fit are
# the mapped rows, and new points are mapped alike: the metric is part of what was done to the
# points first, as the scaling of columns is.

# The metrics that users can name.
metrics <- c("euclidean", "cosine", "correlation")

# Returns what scale_points() is told of a metric, one of `metrics`; NULL where rows stay as they
# are.
metric_scaling <- function(metric) if (metric != "euclidean") list(metric = metric)

# Maps rows to unit length, for correlations after their mean is taken off. Squared distances are
# twice 1 - cosine, or twice 1 - correlation.
#   x       points, n x r;  metric: "cosine" or "correlation"
#   rows    numbers of the rows of x for errors, NA for rows that are not looked at
normalize_rows <- function(x, metric, arg, rows) UseMethod("normalize_rows")

# Maps rows to unit length, for correlations after their mean is taken off: by the largest number
# first, so that no square overflows.
#   metric  "cosine" or "correlation";  rows: numbers of the rows for errors, or NA
#' @export
normalize_rows.default <- function(x, metric, arg, rows) {
  size <- abs(x)[cbind(seq_len(nrow(x)), max.col(abs(x), "first"))]
  x <- x / ifelse(size > 0, size, 1)
  if (metric == "correlation") x <- x - rowMeans(x)
  length <- sqrt(rowSums(x^2))
  # What rounding leaves of a row of equal numbers has no direction.
  is_null <- length <= if (metric == "correlation") 1e-14 * sqrt(ncol(x)) else 0
  refuse_rows(rows[is_null], metric, arg)
  x / ifelse(is_null, 1, length)
}

# Maps sparse rows to unit length, by the largest number first. For the cosine alone: a mean that is
# taken off would fill the matrix.
#   metric  "cosine";  rows: numbers of the rows for errors, or NA
#' @export
normalize_rows.dgCMatrix <- function(x, metric, arg, rows) {
  row <- x@i + 1L
  upwards <- order(abs(x@x))
  size <- numeric(nrow(x))
  # The last assignment to a row is its largest.
  size[row[upwards]] <- abs(x@x)[upwards]
  refuse_rows(rows[size == 0], metric, arg)
  x@x <- x@x / size[row]
  x@x <- x@x / sqrt(Matrix::rowSums(x^2))[row]
  x
}

# Refuses rows that have no direction.
#   rows    numbers of the rows, NA for rows that are not to be refused
#   metric  "cosine" or "correlation"
refuse_rows <- function(rows, metric, arg) {
  words <- if (metric == "cosine") "of zeros, which has no direction" else
    "of equal numbers, which is correlated with nothing"
  refuse_first(rows[!is.na(rows)],
               "`{arg}` must have no row {words}, for `metric` = \"{metric}\": row {first} is.")
}
