# What the selectors on points share: arguments, the handle, the points that a mean is taken over,
# the grid.

# Checks the arguments and holds the points. Returns a list:
#   checked, n       as check_points() makes it; the number of rows kept
#   handle, runtime  for the cpp_* functions; the caller gives the handle back (return_points())
#   rows             of the points that the mean is taken over
#   bandwidths       the grid, increasing
#   seed             a number
#   extra            what `check`, a function of `checked` that looks at the method's own arguments,
#                    returned
# settings: the arguments of the selector, bandwidths NULL for the default grid; n_points NULL for
# `usual` many, a function of the numbers of rows and columns.
selector_problem <- function(x, settings, usual, check = NULL, min_rows = 3L,
                             call = caller_env()) {
  checked <- check_points(x, min_rows = min_rows, na_action = settings$na_action, call = call)
  extra <- if (!is.null(check)) check(checked)
  n <- nrow(checked$x)
  bandwidths <- if (!is.null(settings$bandwidths)) check_grid(settings$bandwidths, call = call)
  n_bandwidths <- check_count(settings$n_bandwidths, "n_bandwidths", min = 4, call = call)
  n_points <- settings$n_points
  n_points <- if (is.null(n_points)) {
    usual(n, ncol(checked$x))
  } else {
    check_count(n_points, "n_points", min = 2, max = n, call = call)
  }
  seed <- check_seed(settings$seed, call = call)
  runtime <- new_runtime(settings$n_threads, settings$progress, call = call, frame = call)
  check_spread_once(checked, call)

  handle <- borrow_points(checked, runtime, call)
  # Nothing is drawn where all points count.
  seed <- if (n_points < n) draw_seed(seed) else seed %||% 0
  bandwidths <- bandwidths %||%
    search_grid(handle, nearest_distinct(checked, handle, runtime), n_bandwidths)
  list(
    checked = checked, n = n, handle = handle, runtime = runtime,
    rows = draw_points(n, n_points, seed), bandwidths = bandwidths, seed = seed, extra = extra
  )
}

# All rows up to so many, otherwise `few`.
all_up_to <- function(many, few) function(n, r) if (n <= many) n else few

# The arguments that selector_problem() takes, from the frame of the selector.
problem_settings <- function(frame = parent.frame()) {
  mget(
    c("bandwidths", "n_bandwidths", "n_points", "seed", "n_threads", "na_action", "progress"),
    envir = frame
  )
}

# d, or its estimate from the kernel sum, with a message. A part of many points tells it as well.
check_dimension <- function(d, checked, n_threads) {
  if (!is.null(d)) {
    return(d)
  }
  once(checked, "dimension", NULL, function() {
    n_points <- if (nrow(checked$x) > 5000L) 2000L
    found <- dim_kernel_sum(
      checked$shared %||% checked$x, n_points = n_points, seed = 0, n_threads = n_threads
    )
    d <- as.integer(min(max(1, round(found)), ncol(checked$x)))
    inform(
      c("`d` not given: {d}, from the kernel sum (dimension {signif(plain(found), 3)}).",
        i = "Give the dimension of the manifold as `d` where you know it."),
      "dimension"
    )
    d
  })
}

# For criteria in the unit of x squared: a refusal where that leaves the range of doubles.
check_square_range <- function(handle, call = caller_env()) {
  square <- cpp_rms_distance(handle)^2
  if (is.finite(square) && square > 1e-290) {
    return(invisible())
  }
  abort_argument(
    "`x`: its squared distances leave the range of double precision; rescale it.",
    call = call
  )
}

abort_no_pairs <- function(largest, call = caller_env()) {
  abort(
    "`bandwidths`: even at the largest, {signif(largest, 3)}, no point sees another; give larger
     ones.",
    "no_criterion",
    call = call
  )
}
