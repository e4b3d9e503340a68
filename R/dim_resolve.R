# The dimension of the manifold, where it is not given.

# Of more points a part tells it as well.
enough_for_dimension <- 2000L

# d, or the consensus of the estimates, with a message.
resolve_dimension <- function(d, checked, n_threads) {
  if (!is.null(d)) {
    return(d)
  }
  once(checked, "dimension", NULL, function() {
    few <- nrow(checked$x) > enough_for_dimension
    points <- if (few) {
      rows <- draw_points(checked$x, enough_for_dimension, 0)
      share_checked(list(x = checked$x[rows, , drop = FALSE], rows = rows))
    } else {
      checked$shared %||% share_checked(checked)
    }
    if (!identical(points, checked$shared)) on.exit(free_points(points))
    agreed <- consensus_that_exists(points, n_threads)
    votes <- agreed$votes[!is.na(agreed$votes)]
    d <- as.integer(min(agreed$dimension, ncol(checked$x)))
    listed <- paste(names(votes), signif(votes, 3), collapse = ", ")
    inform(
      c("`d` not given: {d}, from dim_estimate() ({listed}{if (votes_disagree(votes, d)) ': they
         disagree'}).",
        i = "Give the dimension of the manifold as `d` where you know it."),
      "dimension"
    )
    d
  })
}

# The consensus of the estimates that the points allow; without any the kernel sum says what there
# is, or what is wrong.
consensus_that_exists <- function(points, n_threads) {
  few <- min(nrow(points$checked$x), if (ncol(points$checked$x) > 48L) 50L else 200L)
  estimate <- function(estimator, ...) {
    tryCatch(
      withCallingHandlers(
        estimator(points, n_threads = n_threads, progress = FALSE, ...),
        lapscale_warning = function(condition) rlang::cnd_muffle(condition),
        lapscale_message = function(condition) rlang::cnd_muffle(condition)
      ),
      lapscale_error = function(e) NULL
    )
  }
  agreed <- consensus_of(list(
    growth = estimate(dim_growth, seed = 0), mle = estimate(dim_mle),
    # Read at one bandwidth, and by a whole number: few points tell it.
    eigengap = estimate(
      dim_eigengap, bandwidth = function(x) bw_gc(x, n_points = few, seed = 0), seed = 0,
      n_bandwidths = 4L, n_points = few
    )
  ), points$checked)
  if (!all(is.na(agreed$votes))) {
    return(agreed)
  }
  vote <- plain(dim_kernel_sum(points, seed = 0, n_threads = n_threads))
  list(dimension = max(1, round(vote)), votes = c(kernel_sum = vote))
}
