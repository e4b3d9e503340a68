# What bw_lepski() and risk_curve() share: arguments, the split of the data, the grid.

# Checks the arguments, splits the rows and completes what was not given. Returns a list:
#   x2          points of the validation sample; those of the estimation sample are in the core
#   f1, f2      the functions at the points of either, a column each; several are at unit variance,
#               so that none outweighs the rest by its unit
#   units       see lepski_units()
#   rows        which rows of the given x are the validation sample
#   bandwidths  the grid, increasing
#   usable      which of them enough pairs support
#   d           dimension
#   checked     as check_points() makes it
#   handle      of the points x1; the caller releases it
lepski_problem <- function(x, d, f, settings, runtime, call = caller_env()) {
  checked <- check_points(x, na_action = settings$na_action, call = call)
  n <- nrow(checked$x)
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(checked$x), call = call)
  bandwidths <- if (!is.null(settings$bandwidths)) check_grid(settings$bandwidths, call = call)
  n_bandwidths <- check_count(settings$n_bandwidths, "n_bandwidths", min = 2, call = call)
  grid <- check_choice(settings$grid, c("log", "paper"), "grid", call = call)
  rows <- settings$validation
  if (!is.null(rows)) {
    rows <- match_rows(
      check_rows(rows, checked$n_given, "validation", call = call), checked, "validation",
      call = call
    )
    if (length(rows) > n - 2L) {
      abort_argument(
        "`validation` must leave 2 rows or more to estimate from; it names {length(rows)} of {n}.",
        call = call
      )
    }
  }
  n_validation <- settings$n_validation
  n_validation <- if (is.null(n_validation)) {
    max(1L, min(1000L, n %/% 10L))
  } else {
    check_count(n_validation, "n_validation", max = n - 2L, call = call)
  }
  seed <- check_seed(settings$seed, call = call)
  values <- if (!is.null(f)) resolve_functions(f, checked, x, call = call)
  check_spread_once(checked, call)

  rows <- rows %||% sort(cpp_sample_rows(n, n_validation, draw_seed(seed)))
  handle <- hold_points(checked$x[-rows, , drop = FALSE], runtime, call)
  complete <- FALSE
  if (!(cpp_rms_distance(handle) > 0)) {
    cpp_release(handle)
    abort("`validation` leaves points that all coincide to estimate from: they have no scale.",
          "no_scale", call = call)
  }
  on.exit(if (!complete) cpp_release(handle))
  x2 <- checked$x[rows, , drop = FALSE]
  nearest <- cpp_nearest_distinct(handle, x2, runtime)
  bandwidths <- bandwidths %||%
    lepski_grid(grid, n_bandwidths, checked$x, handle, nearest, call)
  n_pairs <- length(bandwidths) * (length(bandwidths) + 1) / 2
  check_memory(8 * n_pairs * (4 * nrow(x2) + 50), "bandwidths",
               paste(length(bandwidths), "of them are", n_pairs, "pairs"), call)
  d <- resolve_dimension(d, checked, runtime$n_threads)
  values <- values %||% principal_components(checked$x, d + 1L)
  units <- lepski_units(values, bandwidths, d, call)
  values <- sweep(values, 2L, units$f, "/")
  complete <- TRUE
  list(
    x2 = x2,
    f1 = values[-rows, , drop = FALSE], f2 = values[rows, , drop = FALSE], units = units,
    rows = checked$rows[rows], bandwidths = bandwidths,
    usable = supported(nearest, bandwidths), d = d, checked = checked, handle = handle
  )
}

# Units in which all numbers are of ordinary size: estimates go like f / x^(d + 2), and their fourth
# powers occur. Powers of two, so that nothing is rounded; but several functions are brought to unit
# variance, so that none outweighs the rest.
#   returns  list: f, what each function is divided by; length, the unit of x; and what results are
#            multiplied by: estimate, squared (estimates), a
lepski_units <- function(values, bandwidths, d, call) {
  power_of_two <- function(v) 2^round(log2(v))
  size <- apply(abs(values), 2L, max)
  spread <- size * apply(sweep(values, 2L, size, "/"), 2L, stats::sd)
  several <- ncol(values) > 1L
  f <- if (several) spread else power_of_two(max(spread, .Machine$double.xmin))
  length <- power_of_two(stats::median(bandwidths))
  estimate <- (if (several) 1 else f) * length^-(d + 2)
  units <- list(
    f = f, length = length, estimate = estimate, squared = estimate^2,
    a = estimate * if (several) 1 else f
  )
  if (any(!is.finite(unlist(units))) || any(unlist(units) < .Machine$double.xmin)) {
    abort_argument(
      "`x` and `f`: in their units estimates of the Laplacian, which go like f / x^{d + 2}, leave
       the range of double precision; rescale them.",
      call = call
    )
  }
  units
}

# The default grid, or that of the paper: e^-k for ceil(log log n) <= k <= floor(log n) in units of
# the root mean squared distance (eq. 10), in its own bandwidth b.
lepski_grid <- function(grid, n_bandwidths, x, handle, nearest, call) {
  if (grid == "log") {
    return(search_grid(handle, nearest, n_bandwidths))
  }
  n <- nrow(x)
  k <- seq(floor(log(n)), ceiling(log(log(n))))
  if (length(k) < 2L || k[[1]] <= k[[length(k)]]) {
    abort_argument(
      "`grid = \"paper\"` has one value for {n} rows, which leaves nothing to choose; use \"log\".",
      call = call
    )
  }
  bandwidth_from(cpp_rms_distance(handle) * exp(-k), "cgm")
}

# Where the kernel's weights from the validation points to their nearest neighbours sum up to 10 or
# more; below, estimates rest on a handful of pairs and say nothing about the others' noise.
supported <- function(nearest, bandwidths) {
  pairs <- vapply(bandwidths, function(h) sum(exp(-(nearest / h)^2)), 0)
  pairs >= min(10, length(nearest) / 4)
}
