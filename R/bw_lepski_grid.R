# The grid of Lepski's method, and which of its bandwidths can be judged.

# The default grid, or that of the paper: e^-k for ceil(log log n) <= k <= floor(log n) in units of
# the root mean squared distance (eq. 10), in its own bandwidth b.
lepski_grid <- function(grid, n_bandwidths, n, handle, nearest) {
  if (grid == "log") {
    return(search_grid(handle, nearest, n_bandwidths))
  }
  k <- seq(floor(log(n)), ceiling(log(log(n))))
  if (length(k) < 2L || k[[1]] <= k[[length(k)]]) {
    abort_argument(
      "`grid = \"paper\"` has one value for {n} rows, which leaves nothing to choose; use \"log\"."
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
