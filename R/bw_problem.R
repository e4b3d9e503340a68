# What the selectors on points share: arguments, the handle, the points that a mean is taken over,
# the grid.

# Checks the arguments and holds the points. Returns a list:
#   checked, n       as as_points() makes it; the number of rows kept
#   handle, runtime  for the cpp_* functions; the caller gives the handle back (return_points())
#   rows             of the points that the mean is taken over
#   bandwidths       the grid, increasing
#   seed             a number
#   own, rest        what `check` and `check_rest` returned
#   settings           the selector's arguments bandwidths (NULL: `default_grid`), n_bandwidths,
#                      n_points (NULL: `usual` many, a function of the numbers of rows and
#                      columns), seed, n_threads, na_action, scale, progress
#   check, check_rest  functions of `checked` that look at the selector's own arguments: those named
#                      before `bandwidths` in its usage, and those after
#   draws              whether the selector itself draws, even where all points count
#   weighs             whether it heeds how many observations a point stands for
#   default_grid       function of checked, handle, n_bandwidths and runtime
#   paged, distances, sparse  which kinds of points are taken, see as_points()
selector_problem <- function(x, settings, usual, check = NULL, check_rest = NULL, draws = FALSE,
                             default_grid = neighbor_grid, min_rows = 3L, paged = FALSE,
                             weighs = FALSE, distances = FALSE, sparse = FALSE) {
  checked <- as_points(
    x, min_rows = min_rows, na_action = settings$na_action, scale = settings$scale, paged = paged,
    distances = distances, sparse = sparse, weights = settings$weights
  )
  own <- if (!is.null(check)) check(checked)
  n <- nrow(checked$x)
  bandwidths <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 4)
  rest <- if (!is.null(check_rest)) check_rest(checked)
  n_points <- settings$n_points
  n_points <- if (is.null(n_points)) {
    usual(n, ncol(checked$x))
  } else {
    check_count(n_points, "n_points", min = 2, max = n)
  }
  seed <- check_seed(settings$seed)
  runtime <- new_runtime(settings$n_threads, settings$progress)
  check_spread_once(checked)

  handle <- borrow_points(checked, runtime)
  if (is_paged(checked$x)) checked$x$handle <- handle
  complete <- FALSE
  on.exit(if (!complete) return_points(checked, handle))
  seed <- if (draws || n_points < n) draw_seed(seed) else seed %||% 0
  bandwidths <- bandwidths %||%
    default_grid(checked, handle, n_bandwidths, runtime)
  rows <- draw_points(checked$x, n_points, seed, if (weighs) checked$mass else 1)
  complete <- TRUE
  list(
    checked = checked, n = n, handle = handle, runtime = runtime,
    rows = rows, bandwidths = bandwidths, seed = seed, own = own, rest = rest
  )
}

# All rows up to so many, otherwise `few`.
all_up_to <- function(many, few) function(n, r) if (n <= many) n else few

# For criteria in the unit of x squared: a refusal where that leaves the range of doubles.
check_square_range <- function(handle) {
  square <- cpp_rms_distance(handle)^2
  if (is.finite(square) && square > 1e-290) {
    return(invisible())
  }
  abort_argument(
    "`x`: its squared distances leave the range of double precision; rescale it."
  )
}

abort_no_pairs <- function(largest) {
  abort(
    "`bandwidths`: even at the largest, {signif(largest, 3)}, no point has a neighbor; give larger
     ones.",
    "no_criterion"
  )
}

# Grids of bandwidths: given ones, and the defaults.

# More bandwidths than this tell nothing more and take hours, or all memory.
most_bandwidths <- 1e5

# As check_count(), for how many bandwidths or radii there are.
check_grid_size <- function(n, arg, min) {
  n <- check_count(n, arg, min = min)
  if (n > most_bandwidths) {
    abort_argument("`{arg}` must be at most {most_bandwidths}, not {n}.")
  }
  n
}

# Bandwidths to search: positive, sorted, distinct, at least two of them.
resolve_grid <- function(bandwidths) {
  ok <- is.numeric(bandwidths) && length(bandwidths) > 0L && is.null(dim(bandwidths))
  if (!ok) {
    abort_argument(
      "`bandwidths` must be a vector of positive numbers, not {describe(bandwidths)}."
    )
  }
  if (length(bandwidths) > most_bandwidths) {
    abort_argument(
      "`bandwidths` must hold at most {most_bandwidths} values, not {length(bandwidths)}."
    )
  }
  bad <- which(!is.finite(bandwidths) | bandwidths <= 0)
  if (length(bad)) {
    abort_argument(
      "`bandwidths` must be positive finite numbers; element {bad[[1]]} is
       {format(bandwidths[[bad[[1]]]])}."
    )
  }
  grid <- sort(unique(as.double(bandwidths)))
  if (length(grid) < 2L) {
    abort_argument(
      "`bandwidths` must hold two different values or more; one leaves nothing to choose."
    )
  }
  if (!identical(grid, as.double(bandwidths))) {
    inform("`bandwidths` sorted, repeated values removed.", "sorted")
  }
  grid
}

# The default of every selector but Geometric Consistency, of points in the core.
neighbor_grid <- function(checked, handle, n_bandwidths, runtime) {
  search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
}

# From half the median distance to the nearest point that does not coincide to the root mean squared
# distance.
#   nearest  such distances, Inf where there is no such point
search_grid <- function(handle, nearest, n_bandwidths) {
  grid_between(nearest, cpp_rms_distance(handle), n_bandwidths)
}

grid_between <- function(nearest, high, n_bandwidths) {
  low <- stats::median(nearest[is.finite(nearest) & nearest > 0]) / 2
  check_normal(low)
  exp(seq(log(min(low, high / 2)), log(high), length.out = n_bandwidths))
}

# The default of Geometric Consistency: from the bandwidth at which the weights are numerically the
# identity to the root mean squared distance.
gc_grid <- function(checked, handle, n_bandwidths, runtime) {
  grid_of_steps(cpp_bandwidth_range(handle, runtime), n_bandwidths)
}

# The same in multiples of the distances to the k-th neighbors, for some k.
local_grid <- function(k) {
  function(checked, handle, n_bandwidths, runtime) {
    nearest <- nearest_distinct(checked, handle, runtime)
    range <- vapply(k, function(k) {
      scale <- local_scales(handle, k, runtime)$scale
      c(stats::median((nearest / scale)[is.finite(nearest)]) / 4,
        cpp_rms_distance(handle) / stats::median(scale))
    }, c(0, 0))
    grid_of_steps(c(min(range[1L, ]), max(range[2L, ])), n_bandwidths)
  }
}

# A log grid of as many values as asked for, more where the step would exceed a factor 1.25.
#   range  its ends
grid_of_steps <- function(range, n_bandwidths) {
  check_normal(range[[1]])
  n <- max(n_bandwidths, ceiling(log(range[[2]] / range[[1]]) / log(1.25)) + 1)
  exp(seq(log(range[[1]]), log(range[[2]]), length.out = n))
}
