# Points that several selectors look at in turn: checked once, held in the core once, and what a
# selector finds out about the points alone is known to the next. Selectors take them in place of
# `x`.

share_points <- function(x, na_action, n_threads, scale = FALSE, distances = FALSE) {
  checked <- as_points(
    x, na_action = na_action, scale = scale, distances = distances, sparse = TRUE
  )
  runtime <- new_runtime(n_threads, FALSE)
  check_spread(checked$x)
  shared <- share_checked(checked, given = x)
  borrow_points(shared$checked, runtime)
  shared
}

# The same from points that have been checked, and whose scale has been spoken of: nothing is held
# until somebody borrows it. An environment:
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

given_points <- function(x) if (is_shared(x)) x$given else x

free_points <- function(shared) {
  if (!is.null(shared$handle)) cpp_release(shared$handle)
}

# The points as the core holds them: a handle for the cpp_* functions, released by the caller.
#   arg  what the user's call names them by
hold_points <- function(x, runtime, arg = "x") {
  if (is_paged(x)) {
    return(hold_paged_points(x, runtime))
  }
  numbers <- if (is_sparse_points(x)) 2 * length(x@x) + nrow(x) + ncol(x) else length(x)
  check_memory(3 * 8 * numbers, arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

# What every selector does with its checked points: says what there is to say about their scale,
# unless that has been said; holds them, unless they are; lets go what it made.
check_spread_once <- function(checked) {
  if (is.null(checked$shared)) check_spread(checked$x)
}

borrow_points <- function(checked, runtime) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(hold_points(checked$x, runtime))
  }
  if (is.null(shared$handle)) shared$handle <- hold_points(checked$x, runtime)
  shared$handle
}

return_points <- function(checked, handle) {
  if (is.null(checked$shared)) cpp_release(handle)
}

# The value of `compute()`, which depends on the points and on `arguments` alone: for shared points
# it is computed once.
once <- function(checked, name, arguments, compute) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(compute())
  }
  known <- shared$known[[name]]
  if (is.null(known) || !identical(known$arguments, arguments)) {
    known <- list(arguments = arguments, value = compute())
    shared$known[[name]] <- known
  }
  known$value
}

# The distance from each point to the nearest that does not coincide with it, Inf without one.
nearest_distinct <- function(checked, handle, runtime) {
  once(checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(handle, if (!is_paged(checked$x)) checked$x, runtime)
  })
}

# An order of the rows `at` of x that does not change with the order of the rows, nor, but for ties,
# with rotations, shifts and units: by distance from the mean, ties by coordinates.
canonical_order <- function(x, at = seq_len(nrow(x))) {
  if (is_paged(x) && missing(at)) {
    return(order_paged_points(x))
  }
  if (is_distances(x)) {
    return(order_by_distance(far_from_mean(x, at)))
  }
  if (is_sparse_points(x)) {
    x <- x / max(abs(x@x), .Machine$double.xmin)
    centre <- Matrix::colMeans(x)
    square <- Matrix::rowSums(x^2) - 2 * as.vector(x %*% centre) + sum(centre^2)
    return(order_rows(sqrt(pmax(square[at], 0)), x[at, , drop = FALSE]))
  }
  x_mean <- if (is_paged(x)) x$mean else colMeans(x)
  rows <- x[at, , drop = FALSE]
  offset <- rows - rep(x_mean, each = length(at))
  offset <- offset / max(abs(offset), .Machine$double.xmin)
  order_rows(sqrt(rowSums(offset^2)), offset)
}

# Columns by which rows are put in the order of their coordinates, and told apart. Of sparse ones
# there are as many as a row has entries: an entry says how far a row stands before (below 0) or
# behind those that have 0 there and later.
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

# By distances to six digits, ties by the coordinates.
order_rows <- function(far, x) {
  key <- distance_key(far)
  tied <- which(duplicated(key) | duplicated(key, fromLast = TRUE))
  place <- integer(length(key))
  if (length(tied)) {
    columns <- ordering_columns(x[tied, , drop = FALSE])
    place[tied[do.call(order, columns)]] <- seq_along(tied)
  }
  order(key, place)
}

# The same, ties by columns.
order_by_distance <- function(far, columns = NULL) {
  do.call(order, c(list(distance_key(far)), columns))
}

distance_key <- function(far) round(far / max(far, .Machine$double.xmin), 6)

# Rows of points that a mean is taken over: all up to 1000, otherwise 500, or as many as asked for.

# Which points they are and in which order does not change with the order of the rows. Points that
# stand for several are drawn in proportion, or repeated where all count, so that a plain mean over
# what is drawn is the weighted one.
draw_points <- function(x, n_points, seed, mass = 1) {
  n <- nrow(x)
  size <- n_points %||% if (n <= 1000L) n else 500L
  place <- canonical_order(x)
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

# canonical_order() of all points. Columns are read where distances leave ties.
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
