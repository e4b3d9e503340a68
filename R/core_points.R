# Points that several selectors look at in turn: checked once, held in the core once, and what a
# selector finds out about the points alone is known to the next. Selectors take them in place of
# `x`.

share_points <- function(x, na_action, n_threads, scale = FALSE, distances = FALSE,
                         weights = NULL) {
  checked <- as_points(
    x, na_action = na_action, scale = scale, distances = distances, sparse = TRUE, weights = weights
  )
  runtime <- new_runtime(n_threads, FALSE)
  check_spread(checked$x)
  shared <- share_checked(checked, given = x)
  borrow_points(shared$checked, runtime)
  shared
}

# Shares points that have been checked, and whose spread warning has been issued. They are held in
# the core when they are first borrowed. An environment:
#   given    x as the user gave it
#   checked  as as_points() makes it; its `shared` is this environment
#   handle   of cpp_points(), once it is borrowed; free_points() releases it
#   known    results by name, see once()
share_checked <- function(checked, given = checked$x) {
  shared <- new.env(parent = emptyenv())
  class(shared) <- "lapscale_shared_points"
  shared$given <- given
  shared$known <- list()
  checked$shared <- shared
  shared$checked <- checked
  shared
}

is_shared <- function(x) inherits(x, "lapscale_shared_points")

# Returns the points for a choice of which only the number is used: if they are shared, checks that
# print() would report are skipped.
for_its_number <- function(checked) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(checked$x)
  }
  quiet <- c(shared$checked, number_only = TRUE)
  structure(list(given = shared$given, checked = quiet), class = class(shared))
}

given_points <- function(x) if (is_shared(x)) x$given else x

free_points <- function(shared) if (!is.null(shared$handle)) cpp_release(shared$handle)

# Holds the points in the core. Returns a handle for the cpp_* functions, released by the caller.
#   arg  what the user's call names them by
hold_points <- function(x, runtime, arg = "x") {
  if (is_paged(x)) {
    return(hold_paged_points(x, runtime))
  }
  numbers <- if (is_sparse_points(x)) 2 * length(x@x) + nrow(x) + ncol(x) else length(x)
  check_memory(3 * 8 * numbers, arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

# Does what every selector does with its checked points: says what there is to say about their
# scale, unless that has been said; holds them, unless they are; lets go what it made.
check_spread_once <- function(checked) if (is.null(checked$shared)) check_spread(checked$x)

# Refuses to find the dimension of points that are all equally far from each other, and warns of a
# bandwidth that is chosen for them: the weights of all pairs are equal, whatever it is.
#   of  "dimension" or "bandwidth", what is to be found
check_equidistant <- function(checked, of = "bandwidth") {
  once(checked, "equidistant", of, function() {
    if (is_equidistant(checked$x)) {
      if (of == "dimension") {
        abort("`x` has no scale: all distances between its points are equal.", "no_scale")
      }
      warn(
        c("`x`: all distances between its points are equal, so no bandwidth stands out.",
          i = "All pairs of points have the same weight at any bandwidth."),
        "equidistant"
      )
    }
  })
}

borrow_points <- function(checked, runtime) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(hold_points(checked$x, runtime))
  }
  if (is.null(shared$handle)) shared$handle <- hold_points(checked$x, runtime)
  shared$handle
}

return_points <- function(checked, handle) if (is.null(checked$shared)) cpp_release(handle)

# Returns the value of `compute()`, which depends on the points and on `arguments` alone: for shared
# points it is computed once.
once <- function(checked, name, arguments, compute) {
  shared <- checked$shared
  known <- shared$known[[name]]
  if (is.null(known) || !identical(known$arguments, arguments)) {
    known <- list(arguments = arguments, value = compute())
    if (!is.null(shared)) shared$known[[name]] <- known
  }
  known$value
}

# Returns the distance from each point to the nearest that does not coincide with it, Inf without
# one.
nearest_distinct <- function(checked, handle, runtime) {
  once(checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(handle, if (!is_paged(checked$x)) checked$x, runtime)
  })
}

# Returns an order of the rows `at` of x that does not depend on the order of the rows, nor, except
# for ties, on rotations, shifts, and units: by distance from the mean, with ties by coordinates.
canonical_order <- function(x, at = seq_len(nrow(x))) {
  if (is_paged(x) && missing(at)) {
    return(order_paged_points(x))
  }
  if (is_distances(x)) {
    return(order_by_distance(far_from_mean(x[, attr(x, "self"), drop = FALSE], at)))
  }
  if (is_sparse_points(x)) {
    x <- x / max(abs(x@x), .Machine$double.xmin)
    centre <- Matrix::colMeans(x)
    square <- Matrix::rowSums(x^2) - 2 * as.vector(x %*% centre) + sum(centre^2)
    return(order_rows(sqrt(pmax(square[at], 0)), x[at, , drop = FALSE]))
  }
  x_mean <- if (is_paged(x)) x$mean else colMeans(x)
  rows <- if (missing(at)) x else x[at, , drop = FALSE]
  largest <- vapply(seq_along(x_mean), function(j) max(abs(rows[, j] - x_mean[[j]]), 0), 0)
  unit <- max(largest, .Machine$double.xmin)
  order_rows(cpp_deviations(rows, x_mean, unit, rep(1, length(x_mean)))$far, rows)
}

# Returns columns by which rows are ordered by their coordinates and distinguished. For sparse rows
# there are as many columns as a row has entries: an entry says how far a row comes before (below 0)
# or after the rows that have 0 there and later.
ordering_columns <- function(x) {
  if (!is_sparse_points(x)) {
    return(lapply(seq_len(ncol(x)), function(j) x[, j]))
  }
  column <- rep(seq_len(ncol(x)), diff(x@p))
  side <- sign(x@x)
  key <- list(side, -side * column, x@x)
  increasing <- do.call(order, key)
  is_new <- Reduce(`|`, lapply(key, function(k) c(TRUE, diff(k[increasing]) != 0)[seq_along(k)]))
  place <- integer(length(side))
  place[increasing] <- cumsum(is_new)
  place <- place - (side < 0) * (max(place[side < 0], 0L) + 1L)
  by_row <- order(x@i, column)
  row <- x@i[by_row] + 1L
  count <- tabulate(row, nrow(x))
  found <- matrix(0L, nrow(x), max(count, 1L))
  found[cbind(row, sequence(count))] <- place[by_row]
  lapply(seq_len(ncol(found)), function(j) found[, j])
}

# Orders rows by distances to nine digits, with ties by the coordinates.
order_rows <- function(far, x) {
  key <- distance_key(far)
  tied <- which(duplicated(key) | duplicated(key, fromLast = TRUE))
  place <- integer(length(key))
  if (length(tied)) {
    place[tied[do.call(order, ordering_columns(x[tied, , drop = FALSE]))]] <- seq_along(tied)
  }
  order(key, place)
}

# Does the same, with ties by columns.
order_by_distance <- function(far, columns = NULL) {
  do.call(order, c(list(distance_key(far)), columns))
}

# Coordinates and a dist of them agree in so many digits, and hardly two of some thousand points
# share them.
distance_key <- function(far) round(far / max(far, .Machine$double.xmin), 9)

# Rows of points that a mean is taken over: all up to 1000, otherwise 500, or the number that was
# given.

# Draws points. Which points they are, and their order, does not depend on the order of the rows.
# Points that stand for several observations are drawn in proportion, or repeated if all points are
# used, so that a plain mean over the drawn points is the weighted mean.
#   place  which points there are to draw from, in an order of their own
draw_points <- function(x, n_points, seed, mass = 1, place = canonical_order(x)) {
  n <- length(place)
  size <- n_points %||% if (n <= 1000L) n else 500L
  if (is_unit_mass(mass)) {
    return(if (size == n) place else place[sort(cpp_sample_rows(n, size, seed))])
  }
  mass <- mass[place]
  if (size == n && sum(mass) <= 1000 && all(mass == trunc(mass))) {
    return(rep(place, mass))
  }
  level <- (seq_len(size) - cpp_uniform(1, seed, 0)) / size
  place[findInterval(level, cumsum(mass) / sum(mass)) + 1L]
}

# Computes canonical_order() of all points. Columns are read only if distances leave ties.
order_paged_points <- function(x) {
  look_at_rows(x)
  far <- x$seen$far
  columns <- list()
  repeat {
    place <- order_by_distance(far, columns)
    if (length(columns) == ncol(x) || !any_tied(far, columns, place)) {
      return(place)
    }
    more <- seq(length(columns) + 1L, min(length(columns) + 8L, ncol(x)))
    columns <- c(columns, columns_of_paged(x, more))
  }
}

# Columns at unit spread: the argument `scale` of whatever takes points. Found once, at the door
# (as_points()), and kept for new points.

# Finds what base::scale() does to the columns of x, each row as often as its mass says (so that the
# sum of squares is divided by all masses less 1), with identical results in any order of the rows.
# A constant column has no spread to divide by: it is put at zero, there and in new points.
# Returns a list, each of length r: unit, a power of two near the largest number, so that no square
# overflows; centre and sd in that unit (Inf if constant but for rounding); columns, their names, or
# NULL.
find_scaling <- function(x, columns = NULL, mass = rep(1, nrow(x))) {
  largest <- vapply(seq_len(ncol(x)), function(j) max(abs(x[, j])), 0)
  unit <- ifelse(largest > 0, 2^floor(log2(largest)), 1)
  moments <- vapply(seq_len(ncol(x)), function(j) {
    order <- order(x[, j], mass)
    column <- x[order, j] / unit[[j]]
    count <- mass[order]
    if (column[[length(column)]] - column[[1L]] <= 4 * .Machine$double.eps) {
      return(c(column[[1L]], Inf))
    }
    centre <- colMeans(as.matrix(count * column)) / mean(count)
    c(centre, sqrt(sum(count * (column - centre)^2) / (sum(count) - 1)))
  }, numeric(2))
  list(unit = unit, centre = moments[1L, ], sd = moments[2L, ], columns = columns)
}

# Says which columns have no influence on results from scaled points.
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

# Returns the rows of x, n x r, by the scaling of a fit; NULL: as they are.
scale_points <- function(x, scaling) {
  if (is.null(scaling)) {
    return(x)
  }
  per_row <- function(v) rep(v, each = nrow(x))
  (x / per_row(scaling$unit) - per_row(scaling$centre)) / per_row(scaling$sd)
}

# Returns scaled rows in the units of the data, up to rounding.
unscale_points <- function(x, scaling) {
  if (is.null(scaling)) {
    return(x)
  }
  per_row <- function(v) rep(v, each = nrow(x))
  sd <- ifelse(is.finite(scaling$sd), scaling$sd, 0)
  (x * per_row(sd) + per_row(scaling$centre)) * per_row(scaling$unit)
}

# Refuses scaling, because distances and graphs have no columns.
refuse_scale <- function(scale, what) {
  if (check_flag(scale, "scale")) {
    abort_argument("`scale` = TRUE needs points as `x`: {what} has no columns to scale.")
  }
}

# Checks whether a bandwidth was chosen with local scales: then it is a multiple of them, and any
# other has a unit.
#   local_scale  of the graph that it is to be used for, or NULL
check_same_local_scale <- function(bandwidth, local_scale = NULL, arg = "bandwidth") {
  chosen_with <- selection(bandwidth)$facts$local_scale
  alike <- identical(as.double(chosen_with), as.double(local_scale))
  if (!alike && inherits(bandwidth, "lapscale_bandwidth")) {
    abort_argument(if (is.null(chosen_with)) {
      c("`{arg}` was chosen without `local_scale`: it is a distance and not a multiple of local
         scales.",
        i = "Choose it with `bw_gc(x, local_scale = {local_scale})`.")
    } else {
      c("`{arg}` was chosen with `local_scale` = {chosen_with}: it is a multiple of local scales and
         not a distance.",
        i = "Choose it without `local_scale`, or use it for a graph with `local_scale` =
             {chosen_with}.")
    })
  }
}

# Checks the unit of a bandwidth, which is that of the points it was chosen on.
#   scaling  of those that it is to be used on, or NULL
#   chosen   whether it was chosen on them just now
check_same_scale <- function(bandwidth, scaling, chosen, arg = "bandwidth") {
  is_chosen <- inherits(bandwidth, "lapscale_bandwidth")
  of_scaled <- is_scaled(bandwidth)
  scaled <- !is.null(scaling)
  if (of_scaled && !scaled) {
    abort_argument(
      c("`{arg}` was selected with `scale = TRUE`, so it is in the unit of scaled columns, but `x`
         is not scaled here.",
        i = "Set `scale = TRUE` here too, or use `as.numeric({arg})` if `x` is scaled already.")
    )
  }
  if (is_chosen && scaled && !of_scaled && !chosen) {
    abort_argument(
      c("`{arg}` was selected without `scale = TRUE`, so it is not in the unit of scaled columns.",
        i = "Select it with `scale = TRUE`, or use `as.numeric({arg})`.")
    )
  }
  if (of_scaled && scaled && !is_same_scaling(selection(bandwidth)$scaling, scaling)) {
    abort_argument(
      c("`{arg}` was selected with `scale = TRUE` on other points or with other weights: the columns
         have other standard deviations and therefore another unit.",
        i = "Select it on `x`, or use `as.numeric({arg})` to keep the number as it is.")
    )
  }
}

# Tells whether standard deviations are equal up to rounding.
is_same_scaling <- function(one, other) {
  a <- one$sd * one$unit
  b <- other$sd * other$unit
  length(a) == length(b) && all(a == b | abs(a / b - 1) < 1e-8, na.rm = TRUE)
}

# Returns the scaling of a bandwidth for the points that it is used on, or NULL. Columns are matched
# by name if both have names, otherwise by position.
#   columns  of column_names(), of x as it was given
scaling_for <- function(bandwidth, checked, columns, arg = "bandwidth") {
  scaling <- selection(bandwidth)$scaling
  if (is.null(scaling)) {
    return(NULL)
  }
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

# Distances as points: the row of a point contains its distances to all points of the data. Rows of
# new points have the same form, and rows taken from such points are again such points.

# Returns what as_points() returns, of a dist. `x` has the class lapscale_distances and the
# attribute self: which of the columns its rows are.
as_distance_points <- function(x, arg, min_rows) {
  n <- check_dist(x, arg)
  if (n < min_rows) abort_argument("`{arg}` must hold at least {min_rows} points, not {n}.")
  m <- structure(as_distance_matrix(x, arg), class = "lapscale_distances", self = seq_len(n))
  names <- attr(x, "Labels")
  checked_points(m, names = if (!is.null(names)) as.character(names))
}

is_distances <- function(x) inherits(x, "lapscale_distances")

#' @export
`[.lapscale_distances` <- function(x, i, j, drop = TRUE) {
  found <- NextMethod()
  if (nargs() < 3L || !missing(j) || drop) found else
    structure(found, class = "lapscale_distances", self = attr(x, "self")[i])
}

# Returns them as they were given: distances as a dist again.
as_given <- function(x) if (is_distances(x)) stats::as.dist(x[, attr(x, "self")]) else x

# Checks distances to points as newdata: m x n, not negative.
check_new_distances <- function(at, arg = "newdata") {
  refuse_first(
    which(at < 0),
    "`{arg}` must hold distances of 0 or more; that of row {row(at)[[first]]} to point
     {col(at)[[first]]} is {format(at[[first]])}."
  )
}

# Computes |x_i - mean|^2 = mean_j d_ij^2 - (mean of all squared distances) / 2.
far_from_mean <- function(distances, at = seq_len(nrow(distances))) {
  square <- rowMeans((distances / max(distances))^2)
  sqrt(pmax(square[at] - mean(square) / 2, 0))
}

# Returns the number of points of a dist whose attributes fit its numbers.
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
  if (!is.null(fault)) abort_argument(paste0("`{arg}` is no dist that dist() makes: ", fault, "."))
  n
}

# Returns a dist as a plain n x n matrix of non-negative finite numbers, not all zero.
as_distance_matrix <- function(x, arg = "x") {
  n <- check_dist(x, arg)
  if (n < 2L) abort_argument("`{arg}` must hold at least 2 points, not {n}.")
  refuse_first(
    which(!is.finite(x) | x < 0),
    "`{arg}` must hold finite distances of 0 or more; that of points {dist_pair(first, n)[[1]]} and
     {dist_pair(first, n)[[2]]} is {format(x[[first]])}."
  )
  if (max(x) == 0) abort("`{arg}` has no scale: all distances are zero.", "no_scale")
  check_memory(4 * 8 * n^2, arg, "as dense matrices")
  unname(as.matrix(x))
}

# Returns the two points of element `at` of a dist.
dist_pair <- function(at, n) {
  ends <- cumsum((n - 1L):1L)
  first <- findInterval(at, ends, left.open = TRUE) + 1L
  c(first, at - (if (first > 1L) ends[[first - 1L]] else 0L) + first)
}

# Refuses na_action, because graphs and distances have no rows to leave out.
check_nothing_omitted <- function(na_action) {
  if (check_choice(na_action, c("error", "omit"), "na_action") == "omit") {
    abort_argument("`na_action` = \"omit\" needs points as `x`.")
  }
}

# Sparse matrices of package Matrix in the one form that the package works with.

# Returns any Matrix as a dgCMatrix: doubles, general, compressed columns.
as_general <- function(m) as(as(as(m, "dMatrix"), "generalMatrix"), "CsparseMatrix")

# Returns a plain matrix as a dgCMatrix, entry by entry: package Matrix takes for symmetric what is
# nearly so, and keeps one half of it.
as_sparse <- function(x) {
  at <- which(is.na(x) | x != 0, arr.ind = TRUE)
  Matrix::sparseMatrix(i = at[, 1L], j = at[, 2L], x = as.double(x[at]), dims = dim(x))
}

unname_matrix <- function(x) {
  dimnames(x) <- list(NULL, NULL)
  x
}
