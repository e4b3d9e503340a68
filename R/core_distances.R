# Distances as points: the row of a point contains its distances to all points of the data. Rows of
# new points have the same form, and rows taken from such points are again such points.

# Returns the checked_points() of a dist x: their matrix, n x n, has the class lapscale_distances
# and the attribute "self", for each row the number of the column with the distances to its point.
#   arg  the argument that x was given as;  min_rows: the fewest points
as_distance_points <- function(x, arg, min_rows) {
  n <- check_dist(x, arg)
  refuse_if(n < min_rows, "`{arg}` must hold at least {min_rows} points, not {n}.")
  m <- structure(as_distance_matrix(x, arg), class = "lapscale_distances", self = seq_len(n))
  names <- attr(x, "Labels")
  checked_points(merge_rounded_rows(m), names = if (!is.null(names)) as.character(names))
}

# Whether the points x are a matrix of distances, without coordinates.
is_distances <- function(x) inherits(x, "lapscale_distances")

# Rows of distances, x[i, , drop = FALSE], are points, and keep the class; anything else is plain
# numbers.
#   x           a matrix of the class lapscale_distances, m x n, with the attribute "self": for each
#               row the number of the column of its point
#   i, j, drop  as of `[`
#' @export
`[.lapscale_distances` <- function(x, i, j, drop = TRUE) {
  distances <- NextMethod()
  if (nargs() < 3L || !missing(j) || drop) distances else
    structure(distances, class = oldClass(x), self = attr(x, "self")[i])
}

# Distances x, a matrix of class lapscale_distances, as a user gives them: the dist among the points
# of its rows.
#' @export
as_given.lapscale_distances <- function(x) stats::as.dist(x[, attr(x, "self")])

# Whether columns are variables: not here, where a column holds the distances to a point.
#' @export
has_columns.lapscale_distances <- function(x) FALSE

# New points for a fit on distances: rows of distances to its points, checked, a plain m x n matrix.
#   x           the points of the fit, distances with n columns
#   new_points  m new points, a plain or a sparse matrix
#' @export
as_same_kind.lapscale_distances <- function(x, new_points) {
  refuse_if(ncol(new_points) != ncol(x),
            "`newdata` must hold distances to the {ncol(x)} points of the data, a column for
             each; it has {ncol(new_points)}.")
  new_points <- whole_points(new_points, "newdata")
  check_new_distances(new_points)
  new_points
}

# Refuses distances x that are too small for double precision. Unlike columns they have one unit.
#   arg, columns  not used
#' @export
check_spread.lapscale_distances <- function(x, arg = "x", columns = NULL) check_normal(max(x))

# An order of some points that does not depend on the order of rows, except for ties: positions
# among `rows`, by distance from the mean of all points of x, which is computed from the distances
# between them.
#   x     distances, m x n, whose attribute "self" says for each row which column is its point
#   rows  numbers of rows of x
#' @export
canonical_order.lapscale_distances <- function(x, rows = seq_len(nrow(x))) {
  order_by_distance(relative_distance_from_mean(x[, attr(x, "self"), drop = FALSE], rows))
}

# Raises an error if one of the distances from m new points to n points, m x n, what the user gave
# as `arg`, is negative.
check_new_distances <- function(distances, arg = "newdata") {
  refuse_first(which(distances < 0),
               "`{arg}` must hold distances of 0 or more; that of row {row(distances)[[first]]} to
                point {col(distances)[[first]]} is {format(distances[[first]])}.")
}

# The distance of points from the mean of all n, divided by the largest distance of two points:
# |x_i - mean|^2 = mean_j d_ij^2 - (mean of all squared distances) / 2, 0 if that is negative. A
# number for each of `rows`.
#   distances  between all n points, n x n;  rows: numbers of points
# `mean_square` are the means over j, length n, in the square of that unit.
relative_distance_from_mean <- function(distances, rows = seq_len(nrow(distances))) {
  mean_square <- rowMeans((distances / max(distances))^2)
  sqrt(pmax(mean_square[rows] - mean(mean_square) / 2, 0))
}

# Returns the number of points of a dist; an error if its attributes do not fit its numbers.
#   x  an object of class dist, what the user gave as `arg`
# `fault` is what is wrong, in words, or NULL.
check_dist <- function(x, arg = "x") {
  n <- attr(x, "Size")
  labels <- attr(x, "Labels")
  fault <- if (!is.numeric(x)) {
    "it holds no numbers"
  } else if (!rlang::is_scalar_integerish(n, finite = TRUE) || n < 0) {
    "its `Size` is no number of points"
  } else if (length(x) != n * (n - 1) / 2) {
    "its `Size` of {n} does not fit its {length(x)} distances"
  } else if (!is.null(labels) && !(is.atomic(labels) && length(labels) == n)) {
    "its `Labels` are not one for each of its {n} points"
  }
  refuse_if(!is.null(fault), paste0("`{arg}` is no dist that dist() makes: ", fault, "."))
  n
}

# Returns a dist x, what the user gave as `arg`, as a plain n x n matrix of non-negative finite
# numbers, not all zero, n at least 2; others are an error.
as_distance_matrix <- function(x, arg = "x") {
  n <- check_dist(x, arg)
  refuse_if(n < 2L, "`{arg}` must hold at least 2 points, not {n}.")
  refuse_first(which(!is.finite(x) | x < 0),
               "`{arg}` must hold finite distances of 0 or more; that of points
                {dist_pair(first, n)[[1]]} and {dist_pair(first, n)[[2]]} is
                {format(x[[first]])}.")
  refuse_if(max(x) == 0, "`{arg}` has no scale: all distances are zero.", "no_scale")
  check_memory(4 * 8 * n^2, arg, "as dense matrices")
  unname(as.matrix(x))
}

# Returns the numbers of the two points of an element of a dist, which holds the part of the matrix
# of distances below its diagonal, column after column.
#   index  number of the element, one;  n: number of points
# `last_of_column` are the numbers of the last elements of each column.
dist_pair <- function(index, n) {
  last_of_column <- cumsum((n - 1L):1L)
  column <- findInterval(index, last_of_column, left.open = TRUE) + 1L
  c(column, index - (if (column > 1L) last_of_column[[column - 1L]] else 0L) + column)
}
