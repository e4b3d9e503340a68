# Holds what the selectors on points share: arguments, the handle, the points that a mean is taken
# over, the grid.

# Checks the arguments of a selector on points, and puts the points into the core. Returns a list:
#   checked            of as_points(); if equal rows were merged, with n_rows, see merge_copies()
#   n                  number of points, equal rows merged
#   handle, runtime    of the points and of the run, for the cpp_* functions; the handle is released
#                      when the caller ends, unless the points are shared
#   rows               numbers of the points that the mean is taken over, repeated if they stand for
#                      several observations
#   bandwidths         the grid, increasing
#   seed               a number, 0 if none was given and nothing is random
#   d, rest            values of `check` and `check_rest`, NULL without these functions
# Arguments:
#   x                  points as the user gave them
#   settings           the selector's arguments, by name: bandwidths (NULL: `default_grid`),
#                      n_bandwidths, n_points (NULL: `default_n_points`), seed, n_threads,
#                      progress, and those of as_points(); of some selectors points, k, and
#                      local_scale (NULL: not given)
#   default_n_points   function of the points that returns how many the mean is taken over
#   check, check_rest  functions of `checked` that check the selector's own arguments: those named
#                      before `bandwidths` in its usage, mostly d, and those after
#   is_random          whether the selector itself draws random numbers, even if all points count
#   uses_mass          whether the selector counts how many observations a point stands for
#   unique_rows        whether rows that coincide are one point however few they are, because the
#                      selector looks at nearest neighbors
#   default_grid       function of checked, handle, n_bandwidths and runtime that returns the grid
#   kinds              of points that are taken beside matrices: "distances", "sparse", "paged"
#   purpose            what is to be found, "bandwidth" or "dimension", for messages
#   frame              of the function at whose end the handle is released
#   min_rows           the fewest rows of x
selector_problem <- function(x, settings, default_n_points, check = NULL, check_rest = NULL,
                             is_random = FALSE, default_grid = neighbor_grid, min_rows = 3L,
                             kinds = character(), uses_mass = FALSE, unique_rows = FALSE,
                             purpose = "bandwidth", frame = parent.frame()) {
  checked <- as_points(x, settings, kinds, min_rows = min_rows)
  n_rows <- nrow(checked$x)
  if (unique_rows) {
    checked <- merge_for_neighbors(checked, settings)
  } else {
    row_settings <- unclass(settings)[c("points", "n_points", "k", "local_scale")]
    if (uses_mass && !length(Filter(length, row_settings))) checked <- merge_copies(checked)
  }
  d <- if (!is.null(check)) check(checked)
  n <- nrow(checked$x)
  bandwidths <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 4)
  rest <- if (!is.null(check_rest)) check_rest(checked)
  if (!is.null(settings$n_points)) check_count(settings$n_points, "n_points", min = 2, max = n_rows)
  seed <- check_seed(settings$seed)
  runtime <- new_runtime(settings$n_threads, settings$progress)
  check_spread_once(checked)
  check_equidistant(checked, purpose)
  handle <- acquire_shared_points(checked, runtime, frame)
  if (!is_in_memory(checked$x)) checked$x$handle <- handle
  n_points <- min(settings$n_points %||% default_n_points(checked$x), n)
  seed <- if (is_random || n_points < n) draw_seed(seed) else seed %||% 0
  bandwidths <- bandwidths %||% default_grid(checked, handle, n_bandwidths, runtime)
  rows <- draw_points(checked$x, n_points, seed, if (uses_mass) checked$mass else 1)
  list(
    checked = checked, n = n, handle = handle, runtime = runtime,
    rows = rows, bandwidths = bandwidths, seed = seed, d = d, rest = rest
  )
}

# Returns checked points with equal rows merged into one, with n_rows, see merge_copies(), for
# selectors that use nearest neighbors. Not if the settings name rows, or as many neighbors as there
# are different rows, or if distances are deflated.
#   checked   of as_points(): x, noise (of noise_facts(): distances are deflated; or NULL)
#   settings  arguments of the selector, of which points (row numbers) and k (numbers of neighbors)
merge_for_neighbors <- function(checked, settings) {
  if (length(settings[["points"]]) || !is.null(checked$noise)) return(checked)
  merged <- if (is_in_memory(checked$x)) merge_copies(checked, always = TRUE) else
    merge_paged_copies(checked)
  k <- settings[["k"]]
  if (is.null(k) || is.numeric(k) && isTRUE(all(k < nrow(merged$x)))) merged else checked
}

# Makes a function of points that returns how many of them a mean is taken over: all up to `many`,
# otherwise `few`.
size_rule <- function(many, few) function(x) if (nrow(x) <= many) nrow(x) else few

# Raises an error if the squared root mean square distance of the points, the unit of a criterion,
# leaves the range of doubles.
#   handle  of the points in the core
check_square_range <- function(handle) {
  square <- cpp_rms_distance(handle)^2
  refuse_if(!is.finite(square) || square <= 1e-290,
            "`x`: its squared distances leave the range of double precision; rescale it.")
}

# Raises the error of bandwidths that are all too small for any neighbor.
#   largest  the largest bandwidth
abort_no_pairs <- function(largest) {
  abort("`bandwidths`: even at the largest, {signif(largest, 3)}, no point has a neighbor; give
         larger ones.", "no_criterion")
}
