# Columns at unit spread: the argument `scale` of whatever takes points. Found once, at the door
# (as_points()), and kept for new points.

# Finds what base::scale() does to the columns of x, each row as often as its mass says (so that the
# sum of squares is divided by all masses less 1), with identical results in any order of the rows.
# A constant column has no spread to divide by: it is put at zero, there and in new points.
# Returns a list, each of length r: unit, a power of two near the largest number, so that no square
# overflows; centre (the mean) and sd (Inf if constant except for rounding), both in that unit;
# columns, their names, or NULL.
#   x  n x r;  columns: names of its columns, or NULL
#   mass  length n, how many observations each row stands for
# `moments` is 2 x r: centre, sd.
find_scaling <- function(x, columns = NULL, mass = rep(1, nrow(x))) {
  largest <- vapply(seq_len(ncol(x)), function(j) max(abs(x[, j])), 0)
  unit <- ifelse(largest > 0, 2^floor(log2(largest)), 1)
  moments <- vapply(seq_len(ncol(x)), function(j) {
    order <- order(x[, j], mass)
    column <- x[order, j] / unit[[j]]
    column_mass <- mass[order]
    if (column[[length(column)]] - column[[1L]] <= 4 * .Machine$double.eps) {
      return(c(column[[1L]], Inf))
    }
    centre <- colMeans(as.matrix(column_mass * column)) / mean(column_mass)
    c(centre, sqrt(sum(column_mass * (column - centre)^2) / (sum(column_mass) - 1)))
  }, numeric(2))
  list(unit = unit, centre = moments[1L, ], sd = moments[2L, ], columns = columns)
}

# Shows a message with the columns that are constant, which scaling puts at zero.
#   scaling  of find_scaling(): sd (Inf of a constant column), columns (names, or NULL); or NULL
#   arg      the argument with the points
inform_of_constant <- function(scaling, arg) {
  constant <- which(is.infinite(scaling$sd))
  n <- length(constant)
  if (n > 0L) {
    names <- shorten(scaling$columns[constant] %||% constant, 10L)
    inform("`{arg}`: {cli::qty(n)}column{?s} {names} {cli::qty(n)}{?is/are} constant and left out
            by `scale = TRUE`, here and in new points.", "constant")
  }
}

# Returns rows scaled, and mapped by the metric if there is one.
#   x        n x r, the argument `arg`; a plain matrix, or a dgCMatrix if only a metric is taken
#   scaling  list(unit, centre, sd) of find_scaling(), list(metric), both, or NULL: rows stay as
#            they are
#   rows     length n, numbers that errors give the rows of x, NA for rows that are not checked
scale_points <- function(x, scaling, arg = "x", rows = seq_len(nrow(x))) {
  if (!is.null(scaling$sd)) {
    per_row <- function(v) rep(v, each = nrow(x))
    x <- (x / per_row(scaling$unit) - per_row(scaling$centre)) / per_row(scaling$sd)
  }
  if (is.null(scaling$metric)) x else normalize_rows(x, scaling$metric, arg, rows)
}

# Returns scaled rows in the units of the data, up to rounding. Rows that were not scaled, or that a
# metric has mapped, are returned as they are.
#   x        n x r, scaled
#   scaling  of find_scaling(): unit, centre, and sd of each column (sd is NULL: not scaled; Inf for
#            a constant column, which gets its value back), perhaps metric; or NULL
unscale_points <- function(x, scaling) {
  if (is.null(scaling$sd) || !is.null(scaling$metric)) return(x)
  per_row <- function(v) rep(v, each = nrow(x))
  sd <- ifelse(is.finite(scaling$sd), scaling$sd, 0)
  (x * per_row(sd) + per_row(scaling$centre)) * per_row(scaling$unit)
}

# Returns what was done to the points, for print(): up to two texts, such as "columns scaled".
#   scaling  of find_scaling(): sd (NULL: columns were not scaled), metric (its name, NULL:
#            Euclidean); or NULL
describe_scaling <- function(scaling) {
  c(if (!is.null(scaling$sd)) "columns scaled",
    if (!is.null(scaling$metric)) paste(scaling$metric, "metric"))
}

# Raises an error if a bandwidth was selected with another setting `local_scale` than that of the
# graph it is used for: with local scales it is a multiple of them, without it is a distance.
#   bandwidth    a plain number, for which nothing is checked, or a lapscale_bandwidth, the result
#                of a selector;  arg: the argument that an error names
#   local_scale  of the graph, a number of neighbors, or NULL: no local scales
# `selected_with` is the same of the selector.
check_same_local_scale <- function(bandwidth, local_scale = NULL, arg = "bandwidth") {
  selected_with <- selection(bandwidth)$facts$local_scale
  is_same <- identical(as.double(selected_with), as.double(local_scale))
  if (is_same || !inherits(bandwidth, "lapscale_bandwidth")) return()
  refuse_if(is.null(selected_with),
            c("`{arg}` was chosen without `local_scale`: it is a distance and not a multiple of
               local scales.",
              i = "Choose it with `bw_gc(x, local_scale = {local_scale})`."))
  abort_argument(c("`{arg}` was chosen with `local_scale` = {selected_with}: it is a multiple of
                    local scales and not a distance.",
                   i = "Choose it without `local_scale`, or use it for a graph with `local_scale`
                        = {selected_with}."))
}

# Raises an error if a bandwidth was selected on points with another scaling or metric than those it
# is used on: it would have another unit.
#   bandwidth      a plain number, for which nothing is checked, or a lapscale_bandwidth, the result
#                  of a selector
#   scaling        of the points that it is used on, of find_scaling(): sd (NULL: columns are not
#                  scaled), metric (NULL: Euclidean); or NULL
#   selected_here  whether it was selected on these points just now
#   arg            the argument that an error names
check_same_scale <- function(bandwidth, scaling, selected_here, arg = "bandwidth") {
  is_selected <- inherits(bandwidth, "lapscale_bandwidth")
  was_scaled <- is_scaled(bandwidth)
  is_scaled_here <- !is.null(scaling$sd)
  if (is_selected && !selected_here) check_same_metric(selection(bandwidth)$scaling, scaling, arg)
  # The `scale` of some functions is not of columns.
  remedy <- if (is.character(error_frame()$scale)) "Use `point_set(x, scale = TRUE)` as points" else
    "Set `scale = TRUE` here too"
  refuse_if(was_scaled && !is_scaled_here,
            c("`{arg}` was selected with `scale = TRUE`, so it is in the unit of scaled columns,
               but `x` is not scaled here.",
              i = "{remedy}, or use `as.numeric({arg})` if `x` is scaled already."))
  refuse_if(is_selected && is_scaled_here && !was_scaled && !selected_here, unscaled_bandwidth(arg))
  refuse_if(was_scaled && is_scaled_here && !is_same_scaling(selection(bandwidth)$scaling, scaling),
            c("`{arg}` was selected with `scale = TRUE` on other points or with other weights:
               the columns have other standard deviations and therefore another unit.",
              i = "Select it on `x`, or use `as.numeric({arg})` to keep the number as it is."))
}

# The error if columns are scaled and the bandwidth, the argument `arg`, was selected without that.
unscaled_bandwidth <- function(arg) c(
  paste0("`", arg, "` was selected without `scale = TRUE`, so it is not in the unit of scaled
          columns."),
  i = paste0("Select it with `scale = TRUE`, or use `as.numeric(", arg, ")`.")
)

# Raises an error if a bandwidth was selected with another metric than that of the points.
#   scaling, scaling_here  a list with `metric` (NULL: Euclidean), or NULL: of the points that the
#                          bandwidth was selected on, and of those it is used on
#   arg                    the argument with the bandwidth
check_same_metric <- function(scaling, scaling_here, arg) {
  selected <- scaling$metric %||% "euclidean"
  metric <- scaling_here$metric %||% "euclidean"
  refuse_if(selected != metric,
            c("`{arg}` was selected with `metric` = \"{selected}\", but distances are \"{metric}\"
               here.",
              i = "Set the same `metric`, or use `as.numeric({arg})` to keep the number as it is."))
}

# Whether the standard deviations of two scalings, column by column, are equal up to rounding.
#   scaling, other_scaling  of find_scaling(): sd (Inf for a constant column) in units of unit
is_same_scaling <- function(scaling, other_scaling) {
  sd <- scaling$sd * scaling$unit
  other_sd <- other_scaling$sd * other_scaling$unit
  length(sd) == length(other_sd) &&
    all(sd == other_sd | abs(sd / other_sd - 1) < 1e-8, na.rm = TRUE)
}

# Returns the scaling that a bandwidth was selected with, of find_scaling(), with its columns in the
# order of the points that it is used on; list(metric) or NULL if columns were not scaled. Columns
# are matched by name if the names of both are unique, otherwise by position.
#   bandwidth  a plain number, or a lapscale_bandwidth;  arg: the argument that an error names
#   checked    of as_points(): x, the points;  columns: names of their columns, or NULL
scaling_of_bandwidth <- function(bandwidth, checked, columns, arg = "bandwidth") {
  scaling <- selection(bandwidth)$scaling
  if (is.null(scaling$sd)) return(scaling)
  refuse_if(length(scaling$sd) != ncol(checked$x),
            "`{arg}` was chosen with `scale = TRUE` on points of {length(scaling$sd)} column{?s};
             `x` has {ncol(checked$x)}.")
  if (!has_unique_names(columns) || !has_unique_names(scaling$columns)) return(scaling)
  refuse_first(setdiff(scaling$columns, columns),
               "`{arg}` was chosen with `scale = TRUE` on points with a column {first}, which `x`
                has not.")
  order <- match(columns, scaling$columns)
  column_fields <- setdiff(names(scaling), "metric")
  replace(scaling, column_fields, lapply(scaling[column_fields], function(part) part[order]))
}

# Whether a bandwidth `bw` was selected on scaled columns; FALSE for a plain number.
is_scaled <- function(bw) !is.null(selection(bw)$scaling$sd)
