# Columns at unit spread: the argument `scale` of whatever takes points. Found once, at the door
# (as_points()), and kept for new points.

# What base::scale() does to the columns of x, the same bits in whatever order the rows stand. A
# constant column has no spread to divide by: it is put at zero, there and in new points.
# Returns a list, each of length r: unit, a power of two near the largest number, so that no square
# overflows; centre and sd in that unit; columns, their names, or NULL.
find_scaling <- function(x, columns = NULL) {
  largest <- vapply(seq_len(ncol(x)), function(j) max(abs(x[, j])), 0)
  unit <- ifelse(largest > 0, 2^floor(log2(largest)), 1)
  moments <- vapply(seq_len(ncol(x)), function(j) {
    column <- sort(x[, j]) / unit[[j]]
    if (column[[1L]] == column[[length(column)]]) {
      return(c(column[[1L]], Inf))
    }
    centre <- colMeans(as.matrix(column))
    c(centre, sqrt(sum((column - centre)^2) / (length(column) - 1)))
  }, numeric(2))
  list(unit = unit, centre = moments[1L, ], sd = moments[2L, ], columns = columns)
}

# Says which columns have no part in anything that is computed from scaled points.
inform_of_constant <- function(scaling, arg) {
  constant <- which(is.infinite(scaling$sd))
  n <- length(constant)
  if (n > 0L) {
    names <- shorten(scaling$columns[constant] %||% constant, 10L)
    inform(
      "`{arg}`: {cli::qty(n)}column{?s} {names} {cli::qty(n)}{?is/are} constant and left out by
       `scale = TRUE`, here and in new points.",
      "constant"
    )
  }
}

# The rows of x, n x r, by the scaling of a fit; NULL: as they are.
scale_points <- function(x, scaling) {
  if (is.null(scaling)) {
    return(x)
  }
  per_row <- function(v) rep(v, each = nrow(x))
  (x / per_row(scaling$unit) - per_row(scaling$centre)) / per_row(scaling$sd)
}

# Scaled rows in the units of the data again, to rounding.
unscale_points <- function(x, scaling) {
  if (is.null(scaling)) {
    return(x)
  }
  per_row <- function(v) rep(v, each = nrow(x))
  sd <- ifelse(is.finite(scaling$sd), scaling$sd, 0)
  (x * per_row(sd) + per_row(scaling$centre)) * per_row(scaling$unit)
}

# Distances and graphs have no columns.
refuse_scale <- function(scale, what) {
  if (check_flag(scale, "scale")) {
    abort_argument("`scale` = TRUE needs points as `x`: {what} has no columns to scale.")
  }
}

# A bandwidth that was chosen with local scales is a multiple of them, any other has a unit.
#   local_scale  of the graph that it is to be used for, or NULL
check_same_local_scale <- function(bandwidth, local_scale = NULL, arg = "bandwidth") {
  if (!inherits(bandwidth, "lapscale_bandwidth")) {
    return(invisible())
  }
  chosen_with <- selection(bandwidth)$facts$local_scale
  if (identical(as.double(chosen_with), as.double(local_scale))) {
    return(invisible())
  }
  abort_argument(if (is.null(chosen_with)) {
    c("`{arg}` was chosen without `local_scale`: it is a distance and not a multiple of local scales.",
      i = "Choose it with `bw_gc(x, local_scale = {local_scale})`.")
  } else {
    c("`{arg}` was chosen with `local_scale` = {chosen_with}: it is a multiple of local scales and not
       a distance.",
      i = "Choose it without `local_scale`, or use it for a graph with `local_scale` = {chosen_with}.")
  })
}

# A bandwidth has the unit of the points it was chosen on.
#   scaling  of those that it is to be used on, or NULL
#   chosen   whether it was chosen on them just now
check_same_scale <- function(bandwidth, scaling, chosen, arg = "bandwidth") {
  if (!inherits(bandwidth, "lapscale_bandwidth")) {
    return(invisible())
  }
  of_scaled <- is_scaled(bandwidth)
  scaled <- !is.null(scaling)
  if (of_scaled && !scaled) {
    abort_argument(
      c("`{arg}` was chosen with `scale = TRUE`: its unit is that of scaled columns, and those of
         `x` are not.",
        i = "Give `scale = TRUE` here too, or `as.numeric({arg})` if `x` is scaled already.")
    )
  }
  if (scaled && !of_scaled && !chosen) {
    abort_argument(
      c("`{arg}` was chosen without `scale = TRUE`: its unit is not that of scaled columns.",
        i = "Choose it with `scale = TRUE`, or give `as.numeric({arg})`.")
    )
  }
  if (of_scaled && scaled && !is_same_scaling(selection(bandwidth)$scaling, scaling)) {
    abort_argument(
      c("`{arg}` was chosen with `scale = TRUE` on other points: the standard deviations of the
         columns of `x` differ from theirs, and so does the unit.",
        i = "Choose it on `x`, or give `as.numeric({arg})` to use the number as it is.")
    )
  }
}

# Standard deviations alike to rounding.
is_same_scaling <- function(one, other) {
  a <- one$sd * one$unit
  b <- other$sd * other$unit
  length(a) == length(b) && all(a == b | abs(a / b - 1) < 1e-8, na.rm = TRUE)
}

# That of a bandwidth, for the points that it is used on, or NULL: its columns by name where both
# have names, else by position.
#   columns  of column_names(), of x as it was given
scaling_for <- function(bandwidth, checked, columns, arg = "bandwidth") {
  if (!inherits(bandwidth, "lapscale_bandwidth") || !is_scaled(bandwidth)) {
    return(NULL)
  }
  scaling <- selection(bandwidth)$scaling
  if (length(scaling$sd) != ncol(checked$x)) {
    abort_argument(
      "`{arg}` was chosen with `scale = TRUE` on points of {length(scaling$sd)} column{?s}; `x` has
       {ncol(checked$x)}."
    )
  }
  if (!tell_apart(columns) || !tell_apart(scaling$columns)) {
    return(scaling)
  }
  refuse_first(
    setdiff(scaling$columns, columns),
    "`{arg}` was chosen with `scale = TRUE` on points with a column {first}, which `x` has not."
  )
  order <- match(columns, scaling$columns)
  lapply(scaling, function(part) part[order])
}

is_scaled <- function(bw) !is.null(selection(bw)$scaling)
