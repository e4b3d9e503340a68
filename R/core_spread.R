# Tells whether points have a scale, and one only.

# Checks the spread of points. Points that all coincide have no scale. Columns of very different
# widths have several scales, and distances depend on the largest only.
#   x        points, called `arg` in errors
#   columns  names or numbers for inform_of_units(); NULL: nothing is said of units
check_spread <- function(x, arg = "x", columns = NULL) UseMethod("check_spread")

# Refuses points that have no scale, and says so where the widths of columns look like a mistake.
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
  inform_if(sum(half_width > 0) > 1L && is_numbering(x, widest_column, half_width),
            c("`{arg}`: column {widest_column} looks like row numbers, and it is the widest.",
              i = "Leave it out: distances would depend on the order of the rows."), "row_numbers")
  if (dominates(half_width)) {
    narrowest <- which.min(replace(half_width, half_width <= 1e-13 * largest, Inf))
    ratio <- signif(largest / half_width[[narrowest]], 2)
    inform(c("`{arg}`: column {widest_column} is {ratio} times as wide as column {narrowest} and
              dominates the distances.",
             i = "{way_to_scale(arg)} if the units differ."), "scale")
  } else if (!is.null(columns)) {
    inform_of_units(x, columns, arg)
  }
}

# Tells whether few columns are so much wider than all others that these do not count. A column that
# is narrower by 1e-13 is a constant with the rounding of a rotation. Of many columns of one width,
# none dominates because another is nearly constant.
#   half_width  half the range of each column;  most: the factor from which on a column is too wide
dominates <- function(half_width, most = 1e5) {
  largest <- max(half_width)
  varying <- half_width[half_width > 1e-13 * largest]
  largest > most * min(varying) && sum(varying > largest / most) <= length(varying) / 2
}

# Tells whether the widest column holds each of n whole numbers in a row once, and is twice as wide
# as all others.
#   x  points;  wide: number of the widest column;  half_width: half the range of each column
is_numbering <- function(x, wide, half_width) {
  n <- nrow(x)
  spans_numbers <- 2 * half_width[[wide]] == n - 1 && sum(2 * half_width > half_width[[wide]]) == 1L
  spans_numbers && n >= 20L && is.matrix(x) && setequal(x[, wide] - min(x[, wide]), seq_len(n) - 1)
}

# Distances are equal if they differ by no more than this share, here as in the core.
equal_distances <- 1e-10

# Tells whether all points are equally far from all others that they do not coincide with. In r
# dimensions no more than r + 1 places can be, and so are any few of them.
#   x  points of any kind;  few: how many are looked at first
is_equidistant <- function(x, few = 50L) {
  if (!is_in_memory(x) || nrow(x) > few && !is_equidistant(x[seq_len(few), , drop = FALSE])) {
    return(FALSE)
  }
  if (is_distances(x)) return(are_equal(x[x > 0]))
  x <- x[unique(first_at_place(x)), , drop = FALSE]
  x <- x / max(abs(x), .Machine$double.xmin)
  nrow(x) <= ncol(x) + 1L &&
    all(vapply(seq_len(nrow(x) - 1L), function(i) are_equal(distances_to_row(x, i)[-i]), NA))
}

# Whether distances are equal up to rounding.
are_equal <- function(distances) {
  length(distances) == 0L || max(distances) <= min(distances) * (1 + equal_distances)
}

# Computes distances to a row from all rows.
#   x  points;  i: the number of the row
distances_to_row <- function(x, i) UseMethod("distances_to_row")

# Euclidean distances of all rows of a matrix from one.
#   i  the number of the row
#' @export
distances_to_row.default <- function(x, i) sqrt(rowSums((x - rep(x[i, ], each = nrow(x)))^2))

# Computes half the range of each column of the points x, column by column, because apply() copies
# all columns at once.
half_widths <- function(x) UseMethod("half_widths")

# Half the range of each column, without overflow.
#' @export
half_widths.default <- function(x) {
  vapply(seq_len(ncol(x)), function(j) {
    column <- x[, j]
    max(column) / 2 - min(column) / 2
  }, 0)
}

# Refuses a distance `low` at the lower end of double precision, which has lost its digits.
check_normal <- function(low) if (!is.na(low) && low < .Machine$double.xmin) abort_out_of_range()

# Raises the error of points whose distances leave the range of double precision.
abort_out_of_range <- function() {
  abort_argument("`x`: distances between its points leave the range of double precision; rescale
                  `x`.")
}

# Checks points that are shared only once, so that what there is to say about their scale is said
# once.
#   checked  of as_points();  columns: names of its columns, or NULL
check_spread_once <- function(checked, columns = NULL) {
  shared <- checked$shared
  if (is.null(shared) || !shared$is_spread_checked) {
    check_spread(checked$x, columns = columns)
    inform_of_collinear(checked)
  }
  if (!is.null(shared)) shared$is_spread_checked <- TRUE
}

# Checks points for a bandwidth that the user may have selected on them, and was told then.
#   bandwidth  as the user gave it;  checked: of as_points()
check_spread_for <- function(bandwidth, checked) {
  selected <- inherits(bandwidth, "lapscale_bandwidth")
  muffle(check_spread_once(checked, checked$columns),
         paste0("lapscale_message_", c("scale", "row_numbers", "collinear")[selected]))
}

# Refuses to find the dimension of points that are all equally far from each other, and warns of a
# bandwidth that is chosen for them: the weights of all pairs are equal, whatever it is.
#   purpose  "dimension" or "bandwidth", what is to be found
#   checked  of as_points()
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

# Returns list(unit, mean, sd): of each column of the points x its unit, and mean and standard
# deviation in this unit, so that no square overflows.
spread_of_columns <- function(x) UseMethod("spread_of_columns")

# Mean and standard deviation of each column, in its own unit: list(unit, mean, sd).
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

# The same numbers as of a matrix, up to rounding, for points on the disk.
#' @export
spread_of_columns.lapscale_paged_points <- function(x) {
  look_at_rows(x)
  unit <- column_units(x)
  sd <- ifelse(x$low < x$high, sqrt(x$scanned$square / (nrow(x) - 1)), 0)
  list(unit = unit, mean = x$mean / unit, sd = sd)
}

# Columns of one unit differ by no more than this, or by no more than `step` from one to the next:
# of 30 tables those of several units have 3.2 and more, those of one up to 2.8.
unit_limits <- list(sds = 10, step = 3)

# Returns the logarithms of the standard deviations of columns that are not constant, increasing,
# under the numbers of the columns. Columns narrower by `min_sd_ratio` that have mean zero do not
# count: they are noise or scores. Quantities in units of their own rarely have it, unless the mean
# was taken from all columns: then those that are correlated with another column count.
#   x  points
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

# Returns the largest standard deviation of a column over the smallest. If it is above the limit,
# but none is `step` times the next smaller one, it returns the largest factor from one to the next.
#   x  points;  sds: logarithms of the standard deviations, increasing
ratio_of_sds <- function(x, sds = log_sds(x)) {
  ratio <- exp(diff(range(sds)))
  # Those of pixels, bands, or counts go over into each other.
  step <- exp(max(0, diff(sds)))
  if (ratio > unit_limits$sds && step < unit_limits$step) step else ratio
}

# Says which columns probably have different units.
#   x  points, called `arg` in messages;  columns: names or numbers of the columns
inform_of_units <- function(x, columns, arg) {
  sds <- log_sds(x)
  # Without columns that are nearly constant, see dominates().
  sds <- sds[sds > max(sds) - log(1e5)]
  ratio <- ratio_of_sds(x, sds)
  ends <- columns[as.integer(names(sds)[c(length(sds), 1L)])]
  inform_if(ratio > unit_limits$sds,
            c("`{arg}`: column {ends[[1]]} varies {signif(ratio, 3)} times as much as column
               {ends[[2]]}.",
              i = "{way_to_scale(arg)} if the units differ."), "scale")
}

# What to do about columns of different units, in words. `scale` of mgcv is something else.
#   arg  what the points are called, "s(...)" for those of a term of mgcv
way_to_scale <- function(arg) {
  if (startsWith(arg, "s(")) "Scale these columns in the data" else "Use `scale = TRUE`"
}

# Correlations of more columns take longer than the rest of a report.
max_correlated <- 500L

# Whether each column of x, n x r, none of them constant, is correlated with another: beyond 4
# standard errors.
is_correlated <- function(x) {
  correlation <- abs(stats::cor(x / rep(apply(abs(x), 2L, max), each = nrow(x))))
  diag(correlation) <- 0
  apply(correlation, 2L, max) * sqrt(nrow(x)) > 4
}
