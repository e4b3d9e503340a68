# The curve of a criterion that is a mean over points, and its minima.

# Mean over the points where it is known, its standard error, and how many they are.
curve_from <- function(bandwidths, values) {
  count <- colSums(is.finite(values))
  data.frame(
    bandwidth = bandwidths,
    criterion = ifelse(count > 0, apply(values, 2L, mean_known), NA_real_),
    se = ifelse(count > 1, apply(values, 2L, function(v) sd_of_mean(v[is.finite(v)])), NA_real_),
    n_points = count
  )
}

# The curve with its minima, refined where they may be chosen. Returns a list: curve; minima, as
# local_minima() documents them; choices, rows of it.
#   values     of the points at the grid: matrix points x bandwidths
#   values_at  the same as a function of bandwidths; NULL: minima are not refined
#   eligible   at which bandwidths the first minimum may be
#   bounded    NULL, or a function of such matrices: minima are sought on the means of its values
curve_with_minima <- function(grid, values, values_at = NULL, eligible = TRUE, bounded = NULL) {
  curve <- curve_from(grid, values)
  judged <- if (is.null(bounded)) values else bounded(values)
  height <- if (is.null(bounded)) curve$criterion else curve_from(grid, judged)$criterion
  minima <- find_minima(height, judged)
  choices <- choose_minima(minima, height, eligible)
  minima <- cbind(curve[minima$at, c("bandwidth", "criterion", "se")], minima)
  if (!is.null(values_at)) {
    for (row in unique(choices[!is.na(choices)])) {
      minima[row, ] <- refine_minimum(minima[row, ], grid, values_at, bounded)
    }
  }
  minima$at <- NULL
  rownames(minima) <- NULL
  list(curve = curve, minima = minima, choices = choices)
}

# Brent's search in log h between the grid values beside a minimum, to a thousandth.
refine_minimum <- function(minimum, grid, values_at, bounded = NULL) {
  at <- minimum$at
  if (at == 1L || at == length(grid)) {
    return(minimum)
  }
  middle <- grid[[at]]
  height <- function(log_ratio) {
    values <- values_at(middle * exp(log_ratio))
    mean_known(if (is.null(bounded)) values else bounded(values))
  }
  lowest <- if (is.null(bounded)) minimum$criterion else height(0)
  best <- stats::optimize(height, log(grid[at + c(-1L, 1L)] / middle), tol = 1e-3)
  if (is.finite(best$objective) && best$objective < lowest) {
    h <- middle * exp(best$minimum)
    minimum[c("bandwidth", "criterion", "se")] <-
      curve_from(h, values_at(h))[c("bandwidth", "criterion", "se")]
  }
  minimum
}

# Whether nothing on one side of a bandwidth was known.
is_edge <- function(bandwidth, curve) {
  bandwidth %in% range(curve$bandwidth[is.finite(curve$criterion)])
}
