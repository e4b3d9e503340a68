# What bw_lepski() and risk_curve() share: the split of the data, the functions, the grid.

# Checks the arguments, splits the rows and completes what was not given. Returns a list:
#   x2          points of the validation sample; those of the estimation sample are in the core
#   f1, f2      the functions at the points of either, a column each; several are at unit variance,
#               so that none outweighs the rest by its unit
#   units       see lepski_units()
#   rows        which rows of the given x are the validation sample
#   bandwidths  the grid, increasing
#   usable      which of them enough pairs support
#   d           dimension
#   checked     as as_points() makes it
#   handle      of the points x1; the caller releases it
lepski_problem <- function(x, d, f, settings, runtime) {
  asked <- lepski_arguments(x, d, f, settings)
  x <- asked$checked$x
  rows <- asked$rows %||%
    draw_points(x, asked$n_validation, draw_seed(asked$seed))
  handle <- hold_points(drop_rows(x, rows), runtime)
  complete <- FALSE
  on.exit(if (!complete) cpp_release(handle))
  if (!(cpp_rms_distance(handle) > 0)) {
    abort("`validation` leaves points that all coincide to estimate from: they have no scale.",
          "no_scale")
  }
  x2 <- x[rows, , drop = FALSE]
  nearest <- cpp_nearest_distinct(handle, x2, runtime)
  bandwidths <- asked$bandwidths %||%
    lepski_grid(asked$grid, asked$n_bandwidths, nrow(x), handle, nearest)
  check_pair_memory(length(bandwidths), nrow(x2))
  d <- resolve_dimension(asked$d, asked$checked, runtime$n_threads)
  values <- asked$values %||% steady_scores(x, d + 1L)
  units <- lepski_units(values, bandwidths, d)
  values <- sweep(values, 2L, units$f, "/")
  complete <- TRUE
  list(
    x2 = x2, f1 = values[-rows, , drop = FALSE], f2 = values[rows, , drop = FALSE], units = units,
    rows = asked$checked$rows[rows], bandwidths = bandwidths,
    usable = supported(nearest, bandwidths), d = d, checked = asked$checked, handle = handle
  )
}

# The leading principal components, the same bits in whatever order the rows stand.
steady_scores <- function(x, k) {
  x <- whole_points(x, "x")
  place <- canonical_order(x)
  leading_scores(x[place, , drop = FALSE], k)[order(place), , drop = FALSE]
}

# Whether the differences between all estimates fit.
check_pair_memory <- function(n_bandwidths, n_validation) {
  n_pairs <- n_bandwidths * (n_bandwidths + 1) / 2
  check_memory(8 * n_pairs * (4 * n_validation + 50), "bandwidths",
               paste(n_bandwidths, "of them are", n_pairs, "pairs"))
}
