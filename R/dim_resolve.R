# The dimension of the manifold, where it is not given.

# The most points from which the dimension is estimated; of more, a sample is drawn.
max_points_for_dimension <- 2000L

# Returns the dimension of the points, a whole number: d, or the consensus of the estimates, at most
# the number of columns, with a message.
#   d          the dimension that the user gave, already checked, or NULL
#   checked    of as_points(): x, shared (the point set that the points are of, or NULL)
#   n_threads  number of threads, or NULL
# `unit` is the largest absolute coordinate, `points` a point set of all points or of a sample of
# max_points_for_dimension (2000), `consensus` list(dimension, votes).
resolve_dimension <- function(d, checked, n_threads) {
  d %||% cached(checked, "dimension", NULL, function() {
    is_subset <- nrow(checked$x) > max_points_for_dimension
    unit <- largest_coordinate(checked$x)
    # Squares of extreme numbers leave the range of double precision, where an estimate has no vote.
    is_extreme <- unit > 1e100 || unit < 1e-100
    points <- if (is_subset || is_extreme) {
      rows <- if (is_subset) draw_points(checked$x, max_points_for_dimension, 0) else
        seq_len(nrow(checked$x))
      x <- checked$x[rows, , drop = FALSE]
      share_checked(list(x = if (is_extreme) x / power_of_2(unit) else x, rows = rows, mass = 1))
    } else {
      checked$shared %||% share_checked(checked)
    }
    if (!identical(points, checked$shared)) on.exit(free_points(points))
    consensus <- consensus_or_kernel_sum(points, n_threads)
    votes <- consensus$votes[!is.na(consensus$votes)]
    d <- as.integer(min(consensus$dimension, ncol(checked$x)))
    votes_text <- paste(names(votes), signif(votes, 3), collapse = ", ")
    # With few points there may be only one estimate.
    source_name <- if (length(votes) == 1L) paste0("dim_", names(votes)) else "dim_estimate"
    inform(c("`d` not given: {d}, from {source_name}()
              ({votes_text}{if (votes_disagree(votes, d)) ': they disagree'}).",
             i = "Supply `d` if you know the dimension of the manifold."), "dimension")
    d
  })
}

# Finds the consensus of the estimates of the dimension that the points allow, or else the estimate
# by the kernel sum, which raises an error if there is none: list(dimension: a number; votes:
# numbers by the name of the estimator).
#   points     a point set, of share_checked(): checked (of as_points())
#   n_threads  number of threads, or NULL
consensus_or_kernel_sum <- function(points, n_threads) {
  estimate_by <- function(estimator, ...) {
    if_possible(estimator(points, n_threads = n_threads, progress = FALSE, ...))
  }
  consensus <- dimension_consensus(list(
    growth = estimate_by(dim_growth, seed = 0), mle = estimate_by(dim_mle),
    eigengap = estimate_by(eigengap_with_vote)
  ), points$checked)
  if (!all(is.na(consensus$votes))) return(consensus)
  kernel_sum_vote <- plain(dim_kernel_sum(points, seed = 0, n_threads = n_threads))
  list(dimension = max(1, round(kernel_sum_vote)), votes = c(kernel_sum = kernel_sum_vote))
}

# Estimates the dimension by the gap at the bandwidth of bw_gc(): a result of dim_eigengap(), or
# NULL if neighborhoods are too small for a vote. The estimate is a whole number, so few points are
# enough.
#   points     a point set, of share_checked(): checked (of as_points(): x, which has coordinates)
#   n_threads  number of threads, or NULL;  progress: whether a bar is shown, or NULL
# `selected` is a lapscale_bandwidth, `mean_degree` about how many points a neighborhood holds.
eigengap_with_vote <- function(points, n_threads, progress) {
  checked <- points$checked
  n_points <- min(nrow(checked$x), if (ncol(checked$x) > 48L) 50L else 200L)
  selected <- bw_gc(
    points_without_checks(checked), n_points = n_points, replicates = 0L, seed = 0,
    n_threads = n_threads, progress = progress
  )
  runtime <- new_runtime(n_threads, FALSE)
  handle <- acquire_shared_points(checked, runtime)
  bandwidth <- plain(selected)
  mean_degree <- mean_degrees(handle, draw_points(checked$x, n_points, 0), bandwidth, runtime)
  if (mean_degree >= min_degree_with_vote) {
    dim_eigengap(
      points, bandwidth, seed = 0, n_bandwidths = 4L, n_points = n_points, n_threads = n_threads,
      progress = progress
    )
  }
}
