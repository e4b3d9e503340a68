# Tells whether points have a scale, and one only.

# Checks the spread of points. Raises an error if they all coincide, or if their distances leave the
# range of double precision, and shows a message if columns have very different widths, because
# distances then depend on the widest only.
#   x        points of any kind, called `arg` in errors
#   columns  names or numbers of columns for messages about their units; NULL: no such messages
check_spread <- function(x, arg = "x", columns = NULL) UseMethod("check_spread")

# Checks the spread of points x with coordinates, called `arg` in errors. Raises an error if all
# points coincide or distances leave the range of double precision, and shows a message if the
# widths of columns look like a mistake.
#   columns  names or numbers of columns for messages about their units; NULL: no such messages
# `half_width` is half the range of each column, `largest` the largest of these.
#' @export
check_spread.default <- function(x, arg = "x", columns = NULL) {
  half_width <- half_widths(x)
  refuse_if(all(half_width == 0),
            "`{arg}` has no scale: all {nrow(x)} points coincide. Check its columns.", "no_scale")
  largest <- max(half_width)
  check_normal(largest)
  # No distance is larger than the diagonal of the box around the points.
  diagonal <- 2 * sqrt(sum((half_width / largest)^2))
  if (largest > .Machine$double.xmax / diagonal) abort_out_of_range()
  widest_column <- which.max(half_width)
  inform_if(sum(half_width > 0) > 1L && is_row_numbering(x, widest_column, half_width),
            c("`{arg}`: column {widest_column} looks like row numbers, and it is the widest.",
              i = "Leave it out: distances would depend on the order of the rows."), "row_numbers")
  if (has_dominant_columns(half_width)) {
    narrowest <- which.min(replace(half_width, half_width <= 1e-13 * largest, Inf))
    ratio <- signif(largest / half_width[[narrowest]], 2)
    inform(c("`{arg}`: column {widest_column} is {ratio} times as wide as column {narrowest} and
              dominates the distances.",
             i = "{scaling_advice(arg)} if the units differ."), "scale")
  } else if (!is.null(columns)) {
    inform_of_units(x, columns, arg)
  }
}

# Whether few columns are so much wider than others that these hardly influence distances: at most
# half of those that vary. A column that is narrower by 1e-13 is a constant with the rounding of a
# rotation. Of many columns of one width, none dominates because another is nearly constant.
#   half_width  half the range of each column
#   max_ratio   a column dominates another if it is wider by more than this factor
has_dominant_columns <- function(half_width, max_ratio = 1e5) {
  largest <- max(half_width)
  varying <- half_width[half_width > 1e-13 * largest]
  largest > max_ratio * min(varying) && sum(varying > largest / max_ratio) <= length(varying) / 2
}

# Whether the widest column holds each of n consecutive whole numbers once, and is at least twice as
# wide as all others. FALSE for fewer than 20 points, and for those that are no plain matrix.
#   x           points of any kind, n x r;  wide: number of the widest column
#   half_width  half the range of each column
is_row_numbering <- function(x, wide, half_width) {
  n <- nrow(x)
  spans_numbers <- 2 * half_width[[wide]] == n - 1 && sum(2 * half_width > half_width[[wide]]) == 1L
  spans_numbers && n >= 20L && is.matrix(x) && setequal(x[, wide] - min(x[, wide]), seq_len(n) - 1)
}

# Distances count as equal if they differ by no more than this share of them, here as in the core.
distance_tolerance <- 1e-10

# Whether all points have the same distance from all others that they do not coincide with. In r
# dimensions at most r + 1 different points can. FALSE for points on the disk.
#   x  points of any kind, n x r;  n_few: number of points that are compared before all are
is_equidistant <- function(x, n_few = 50L) {
  if (!is_in_memory(x) || nrow(x) > n_few && !is_equidistant(x[seq_len(n_few), , drop = FALSE])) {
    return(FALSE)
  }
  if (is_distances(x)) return(are_equal(x[x > 0]))
  x <- x[unique(first_equal_row(x)), , drop = FALSE]
  x <- x / max(abs(x), .Machine$double.xmin)
  nrow(x) <= ncol(x) + 1L &&
    all(vapply(seq_len(nrow(x) - 1L), function(i) are_equal(distances_to_row(x, i)[-i]), NA))
}

# Whether distances are equal up to rounding.
are_equal <- function(distances) {
  length(distances) == 0L || max(distances) <= min(distances) * (1 + distance_tolerance)
}

# Computes the distances of all rows of the points x from one: a number per row.
#   x  points with coordinates, a matrix or a dgCMatrix;  i: the number of this row
distances_to_row <- function(x, i) UseMethod("distances_to_row")

# Euclidean distances of all rows of a matrix x from one of them, a number per row.
#   i  the number of the row
#' @export
distances_to_row.default <- function(x, i) sqrt(rowSums((x - rep(x[i, ], each = nrow(x)))^2))

# Computes half the range of each column of the points x, which have coordinates: a number per
# column, 0 if it is constant.
half_widths <- function(x) UseMethod("half_widths")

# Half the range of each column of a matrix x, without overflow. Column by column, because apply()
# copies all columns at once.
#' @export
half_widths.default <- function(x) {
  vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    max(column) / 2 - min(column) / 2
  }, 0)
}

# Raises an error if a distance s is at the lower end of double precision, where digits are lost.
check_normal <- function(s) if (!is.na(s) && s < .Machine$double.xmin) abort_out_of_range()

# Raises the error of points whose distances leave the range of double precision.
abort_out_of_range <- function() {
  abort_argument("`x`: distances between its points leave the range of double precision; rescale
                  `x`.")
}

# Checks the spread of points, see check_spread(), with its messages. Points that are shared are
# checked only once.
#   checked  of as_points(): x (the points), shared (the point set, whose is_spread_checked is set
#            to TRUE, or NULL)
#   columns  names or numbers of their columns for messages about units; NULL: no such messages
check_spread_once <- function(checked, columns = NULL) {
  shared <- checked$shared
  if (is.null(shared) || !shared$is_spread_checked) {
    check_spread(checked$x, columns = columns)
    inform_of_collinear(checked)
  }
  if (!is.null(shared)) shared$is_spread_checked <- TRUE
}

# Checks the spread of points, see check_spread(). Messages are not shown if the user has selected a
# bandwidth, because the selector has shown them.
#   bandwidth  as the user gave it: a lapscale_bandwidth was selected
#   checked    of as_points(): x (the points), columns (their names or numbers, or NULL)
check_spread_for <- function(bandwidth, checked) {
  is_selected <- inherits(bandwidth, "lapscale_bandwidth")
  muffle(check_spread_once(checked, checked$columns),
         paste0("lapscale_message_", c("scale", "row_numbers", "collinear")[is_selected]))
}

# Checks whether all points have the same distance from each other: an error if their dimension is
# to be estimated, and a warning if a bandwidth is, at which the weights of all pairs are equal.
#   purpose  "dimension" or "bandwidth", what is to be estimated
#   checked  of as_points(): x, the points
check_equidistant <- function(checked, purpose = "bandwidth") {
  cached(checked, "equidistant", purpose, function() {
    if (is_equidistant(checked$x)) {
      refuse_if(purpose == "dimension",
                "`x` has no scale: all distances between its points are equal.", "no_scale")
      warn(c("`x`: all distances between its points are equal, so no bandwidth stands out.",
             i = "All pairs of points have the same weight at any bandwidth."), "equidistant")
    }
  })
}

# ---- units ---------------------------------------------------------------------------------------

# Returns list(unit, mean, sd) of the columns of the points x: the largest absolute value of each,
# and its mean and standard deviation divided by that, so that no square overflows.
spread_of_columns <- function(x) UseMethod("spread_of_columns")

# list(unit, mean, sd) of the columns of a matrix x: the largest absolute value of each, and its
# mean and standard deviation divided by that.
#' @export
spread_of_columns.default <- function(x) {
  # Column by column, because apply() copies all of them.
  unit <- vapply(seq_len(ncol(x)), function(j) max(abs(x[, j])), 0)
  moments <- vapply(seq_len(ncol(x)), function(j) {
    column <- sort(x[, j]) / if (unit[[j]] > 0) unit[[j]] else 1
    c(mean(column), stats::sd(column))
  }, numeric(2))
  list(unit = unit, mean = moments[1L, ], sd = moments[2L, ])
}

# list(unit, mean, sd) of the columns of points on the disk, the same as of a matrix up to rounding:
# the largest absolute value of each, and its mean and standard deviation divided by that.
#' @export
spread_of_columns.lapscale_paged_points <- function(x) {
  scan_all_rows(x)
  unit <- column_units(x)
  sd <- ifelse(x$low < x$high, sqrt(x$scanned$square / (nrow(x) - 1)), 0)
  list(unit = unit, mean = x$mean / unit, sd = sd)
}

# The standard deviations of columns in one unit differ by a factor of no more than `sds`, or from
# one to the next larger by a factor of no more than `step`: of 30 tables those of several units
# have a step of 3.2 and more, those of one up to 2.8.
unit_limits <- list(sds = 10, step = 3)

# Returns the logarithms of the standard deviations of columns that are not constant, increasing,
# named by the numbers of the columns. Columns whose standard deviation is smaller than the largest
# by more than the factor `min_sd_ratio`, and that have mean zero, do not count: they are noise or
# scores. Quantities in units of their own rarely have it, unless the mean was taken from all
# columns: then those that are correlated with another column count.
#   x  points with coordinates, a matrix or on the disk
# Of the columns that vary (`varying`, numbers of columns of x): log_sd, offset (the mean in
# standard deviations, without its sign); is_narrow are positions among them.
log_sds <- function(x, min_sd_ratio = unit_limits$sds) {
  spread <- spread_of_columns(x)
  varying <- which(spread$sd > 0)
  log_sd <- log(spread$sd[varying]) + log(spread$unit[varying])
  offset <- abs(spread$mean[varying] / spread$sd[varying])
  is_narrow <- which(offset * sqrt(nrow(x)) < 4 & log_sd < max(log_sd) - log(min_sd_ratio))
  can_correlate <- is_in_memory(x) && length(varying) <= max_correlated
  if (length(is_narrow) && all(offset < 1e-8) && can_correlate) {
    is_narrow <- setdiff(is_narrow, which(is_correlated(x[, varying, drop = FALSE])))
  }
  sort(stats::setNames(log_sd, varying)[setdiff(seq_along(varying), is_narrow)])
}

# Returns the ratio of the largest standard deviation of a column to the smallest. If it is above
# the limit, but no standard deviation is unit_limits$step (3) times the next smaller one, it
# returns the largest factor from one to the next.
#   x  points, only for the default;  log_sd: logarithms of the standard deviations, increasing
ratio_of_sds <- function(x, log_sd = log_sds(x)) {
  ratio <- exp(diff(range(log_sd)))
  # Those of pixels, bands, or counts go over into each other.
  step <- exp(max(0, diff(log_sd)))
  if (ratio > unit_limits$sds && step < unit_limits$step) step else ratio
}

# Shows a message if columns probably have different units, with those of the largest and the
# smallest standard deviation.
#   x  points with coordinates, called `arg` in messages;  columns: names or numbers of the columns
# `log_sd` are logarithms of standard deviations, increasing, named by the numbers of the columns.
inform_of_units <- function(x, columns, arg) {
  log_sd <- log_sds(x)
  # Without columns that are nearly constant, see has_dominant_columns().
  log_sd <- log_sd[log_sd > max(log_sd) - log(1e5)]
  ratio <- ratio_of_sds(x, log_sd)
  ends <- columns[as.integer(names(log_sd)[c(length(log_sd), 1L)])]
  inform_if(ratio > unit_limits$sds,
            c("`{arg}`: column {ends[[1]]} varies {signif(ratio, 3)} times as much as column
               {ends[[2]]}.",
              i = "{scaling_advice(arg)} if the units differ."), "scale")
}

# What to do about columns of different units, in words. `scale` of mgcv is something else.
#   arg  what the points are called, "s(...)" for those of a term of mgcv
scaling_advice <- function(arg) {
  if (startsWith(arg, "s(")) "Scale these columns in the data" else "Use `scale = TRUE`"
}

# With more columns than this, correlations are not computed: they take longer than the rest.
max_correlated <- 500L

# Whether each column of x, n x r, none of them constant, is correlated with another, a logical per
# column: if the largest correlation, without its sign, is above 4 / sqrt(n).
is_correlated <- function(x) {
  correlation <- abs(stats::cor(x / rep(apply(abs(x), 2L, max), each = nrow(x))))
  diag(correlation) <- 0
  apply(correlation, 2L, max) * sqrt(nrow(x)) > 4
}
