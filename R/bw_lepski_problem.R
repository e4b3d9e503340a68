# The problem of bw_lepski() and bw_risk().

# Returns the numbers of the rows of checked$x that are the validation points. An error if
# `validation` names a row that was left out (of missing values, or of weight 0), or leaves fewer
# than 2 rows.
#   validation  numbers or names of rows of the given x, as the user gave them
#   checked     of as_points(): x (points without the rows that were left out), rows (which rows of
#               the given x they are), n_given (number of rows of the given x)
resolve_validation <- function(validation, checked) {
  n <- nrow(checked$x)
  rows <- check_rows(validation, checked$n_given, "validation", checked$names)
  rows <- match_rows(rows, checked, "validation")
  refuse_if(length(rows) > n - 2L,
            "`validation` must leave 2 rows or more to estimate from; it names {length(rows)} of
             {n}.")
  rows
}

# Checks the constants of proposition 2.1 of the paper, which bound the variance, and returns them,
# a list of numbers of 0 or more in this order, or NULL.
#   bound  list of numbers C_F, volume, C, C1, or NULL, as the user gave it
check_variance_bound <- function(bound) {
  constants <- c("C_F", "volume", "C", "C1")
  refuse_if(!is.null(bound) && (!is.list(bound) || !setequal(names(bound), constants)),
            "`variance_bound` must be NULL or a list of C_F, volume, C and C1, not
             {describe(bound)}.")
  bound <- bound[constants]
  for (name in names(bound)) {
    bound[[name]] <- check_number(
      bound[[name]], paste0("variance_bound$", name), above = 0, strict = FALSE
    )
  }
  bound
}

# Checks the arguments of bw_lepski() or bw_risk(), splits the rows into two samples, and computes
# what was not given. Returns a list:
#   x2          points of the validation sample, n2 x r; the n1 points of the estimation sample, all
#               others, are in the core
#   f1, f2      the q functions at the points of the estimation sample (n1 x q) and of the
#               validation sample (n2 x q), in units$f; several are at unit variance, so that none
#               outweighs the rest by its unit
#   units       of lepski_units(), in which all numbers are of ordinary size
#   rows        which rows of the given x are the validation sample
#   bandwidths  the grid, increasing, unit of x
#   usable      per bandwidth, whether enough pairs support it, see has_enough_pairs()
#   d           dimension
#   normalized  whether the operator is the normalized one
#   checked     of as_points()
#   handle      of the points of the estimation sample, released when the caller ends
# Arguments:
#   x, d, f     of bw_lepski(): f is NULL, values at all points, or a function of the points
#   settings    the other arguments of bw_lepski() or bw_risk(), by name: bandwidths and
#               n_bandwidths, grid ("log" or "paper"), operator ("unnormalized" or "normalized"),
#               validation (row numbers of the given x, or NULL) and n_validation (or NULL), seed,
#               and those of as_points()
#   runtime     of new_runtime(): n_threads
#   frame       of the caller, at whose end the handle is released
lepski_problem <- function(x, d, f, settings, runtime, frame = parent.frame()) {
  checked <- as_points(x, settings, "paged")
  n <- nrow(checked$x)
  if (!is.null(d)) d <- check_count(d, "d", max = ncol(checked$x))
  h <- if (!is.null(settings$bandwidths)) resolve_grid(settings$bandwidths)
  n_bandwidths <- check_grid_size(settings$n_bandwidths, "n_bandwidths", min = 2)
  grid <- check_choice(settings$grid, c("log", "paper"), "grid")
  operator <- check_choice(settings$operator, c("unnormalized", "normalized"), "operator")
  rows <- if (!is.null(settings$validation)) resolve_validation(settings$validation, checked)
  n_validation <- settings$n_validation %||% max(1L, min(1000L, n %/% 10L))
  n_validation <- check_count(n_validation, "n_validation", max = n - 2L)
  seed <- check_seed(settings$seed)
  values <- if (!is.null(f)) resolve_functions(f, checked, x)
  check_spread_once(checked)
  check_equidistant(checked)
  # Rows of checked$x.
  rows <- rows %||% draw_points(checked$x, n_validation, draw_seed(seed))
  handle <- release_on_exit(acquire_points(drop_rows(checked$x, rows), runtime), frame)
  refuse_if(!(cpp_rms_distance(handle) > 0),
            "`validation` leaves points that all coincide to estimate from: they have no scale.",
            "no_scale")
  x2 <- checked$x[rows, , drop = FALSE]
  nearest <- cpp_nearest_distinct(handle, x2, runtime)
  if (is.null(h)) {
    h <- if (grid == "log") search_grid(handle, nearest, n_bandwidths) else paper_grid(handle, n)
  }
  normalized <- operator == "normalized"
  # Checks whether the differences between all estimates fit.
  n_pairs <- length(h) * (length(h) + 1) / 2
  check_memory(8 * n_pairs * (4 * (1 + normalized) * nrow(x2) + 50), "bandwidths",
               paste(length(h), "of them are", n_pairs, "pairs"))
  d <- resolve_dimension(d, checked, runtime$n_threads)
  # Of the functions at all points, n x q, before they are divided by their units.
  values <- values %||% canonical_scores(checked$x, d + 1L)
  units <- lepski_units(values, h, d, if (normalized) 2 else d + 2)
  values <- sweep(values, 2L, units$f, "/")
  list(
    x2 = x2, f1 = values[-rows, , drop = FALSE], f2 = values[rows, , drop = FALSE], units = units,
    rows = checked$rows[rows], bandwidths = h, usable = has_enough_pairs(nearest, h), d = d,
    normalized = normalized, checked = checked, handle = handle
  )
}

# Computes the scores of the k leading principal components of the points x, n x k, or fewer columns
# if the points span fewer dimensions, with identical results in any order of the rows. They are in
# the unit of the largest difference from the mean.
canonical_scores <- function(x, k) {
  x <- whole_points(x, "x")
  canonical <- canonical_order(x)
  leading_scores(x[canonical, , drop = FALSE], k)[order(canonical), , drop = FALSE]
}

# Returns the grid of the paper, increasing bandwidths h = 2 b: b = e^-k for ceil(log log n) <= k <=
# floor(log n) in units of the root mean squared distance (eq. 10).
#   handle  of the n1 points of the estimation sample in the core;  n: number of all points
paper_grid <- function(handle, n) {
  k <- seq(floor(log(n)), ceiling(log(log(n))))
  refuse_if(length(k) < 2L || k[[1]] <= k[[length(k)]],
            "`grid = \"paper\"` has one value for {n} rows, which leaves nothing to choose; use
             \"log\".")
  bw_from(cpp_rms_distance(handle) * exp(-k), "cgm")
}

# Whether the kernel's weights from the validation points to their nearest neighbors sum up to 10 or
# more, or with fewer than 40 validation points to a quarter of their number, TRUE or FALSE for each
# bandwidth; with less, estimates rest on a handful of pairs and say nothing about the noise of
# other estimates.
#   nearest     distance from each validation point to the nearest point of the estimation sample
#               that does not coincide with it
#   bandwidths  in the unit of these distances
has_enough_pairs <- function(nearest, bandwidths) {
  vapply(bandwidths, function(h) sum(exp(-(nearest / h)^2)), 0) >= min(10, length(nearest) / 4)
}
