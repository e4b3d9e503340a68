# The kernel sum S(h) = sum_ij w_ij and its slope: what bw_kernel_sum() and dim_kernel_sum() share.

# The curve with its maxima. Returns a list:
#   curve    bandwidth, criterion = d log S / d log h^2, se, kernel_sum, dimension = 2 x criterion
#   minima   local maxima as local_minima() documents them, the chosen one refined
#   choices  rows of it
#   local    function of a bandwidth: data frame row, dimension; NULL for a dist
#   facts    n, d, n_points
kernel_slopes <- function(x, settings, refine, call = caller_env()) {
  if (inherits(x, "dist")) {
    return(slopes_of_distances(x, settings, refine, call))
  }
  problem <- selector_problem(x, settings, all_up_to(100000L, 20000L), call = call)
  on.exit(return_points(problem$checked, problem$handle))
  n <- problem$n
  found <- once(
    problem$checked, "kernel_slopes", list(problem$rows, problem$bandwidths, refine),
    function() slopes_of_points(problem, refine, call)
  )
  found$local <- if (isTRUE(settings$local)) {
    best <- found$minima$bandwidth[[found$choices[["global"]]]]
    own <- own_sums(problem, seq_len(n), best)
    data.frame(row = problem$checked$rows, dimension = 2 * as.vector(own$slope / own$sum))
  }
  found$facts <- list(n = n, d = NA_integer_, n_points = length(problem$rows))
  found
}

slopes_of_points <- function(problem, refine, call) {
  h <- problem$bandwidths
  rows <- if (length(problem$rows) < problem$n) problem$rows else integer()
  guard_memory(cpp_sketch_pairs(problem$handle, rows, range(h), problem$runtime), "x", call)
  found <- slope_curve(h, function(h) cpp_kernel_sums(problem$handle, h), refine, call)
  # The standard error by the spread of the points' own sums, over a few of them.
  few <- problem$rows[unique(round(seq(1, length(problem$rows), length.out = 500L)))]
  own <- own_sums(problem, few, h)
  found$curve$se <- slope_se(own, found$curve$criterion, length(problem$rows))
  found$minima$se <- stats::approx(log(h), found$curve$se, log(found$minima$bandwidth))$y
  found
}

# The same from distances alone, by the plain formula.
slopes_of_distances <- function(x, settings, refine, call) {
  distances <- check_distances(x, call = call)
  n <- nrow(distances)
  bandwidths <- if (!is.null(settings$bandwidths)) check_grid(settings$bandwidths, call = call)
  n_bandwidths <- check_count(settings$n_bandwidths, "n_bandwidths", min = 4, call = call)
  h <- bandwidths %||% grid_of_distances(distances, n_bandwidths)
  own_at <- function(h) {
    exponent <- (distances / h)^2
    weight <- exp(-exponent)
    cbind(rowSums(weight), rowSums(ifelse(weight > 0, weight * exponent, 0)))
  }
  found <- slope_curve(h, function(h) t(vapply(h, function(h) colSums(own_at(h)), numeric(2))),
                       refine, call)
  own <- vapply(h, own_at, matrix(0, n, 2L))
  found$curve$se <- slope_se(
    list(sum = matrix(own[, 1L, ], n), slope = matrix(own[, 2L, ], n)), found$curve$criterion, n
  )
  found$minima$se <- stats::approx(log(h), found$curve$se, log(found$minima$bandwidth))$y
  found$local <- if (isTRUE(settings$local)) {
    own <- own_at(found$minima$bandwidth[[found$choices[["global"]]]])
    data.frame(row = seq_len(n), dimension = 2 * own[, 2L] / own[, 1L])
  }
  found$facts <- list(n = n, d = NA_integer_, n_points = n)
  found
}

# search_grid() for a matrix of distances.
grid_of_distances <- function(distances, n_bandwidths) {
  n <- nrow(distances)
  unit <- max(distances)
  high <- unit * sqrt(sum((distances / unit)^2) / (n * (n - 1)))
  grid_between(distances_apart(distances), high, n_bandwidths)
}

# nearest_apart() for a matrix of distances.
distances_apart <- function(distances) {
  apply(ifelse(distances > 0, distances, Inf), 1L, min)
}

#   sums_at  function of bandwidths: matrix with columns S and d S / d log h^2
slope_curve <- function(h, sums_at, refine, call) {
  slope_at <- function(h) {
    sums <- sums_at(h)
    sums[, 2L] / sums[, 1L]
  }
  criterion <- slope_at(h)
  # Below the error of the sketches there is nothing but the points themselves.
  if (!any(criterion > 1e-6)) abort_no_pairs(max(h), call)
  curve <- data.frame(
    bandwidth = h, criterion = criterion, se = NA_real_, kernel_sum = sums_at(h)[, 1L],
    dimension = 2 * criterion
  )
  maxima <- find_minima(-criterion)
  choices <- choose_minima(maxima, -criterion)
  minima <- cbind(curve[maxima$at, c("bandwidth", "criterion", "se")], maxima)
  row <- choices[["global"]]
  if (refine && !is.na(row) && !minima$at[[row]] %in% c(1L, length(h))) {
    near <- log(h[minima$at[[row]] + c(-1L, 1L)])
    best <- stats::optimize(function(u) slope_at(exp(u)), near, maximum = TRUE, tol = 1e-4)
    if (best$objective > minima$criterion[[row]]) {
      minima[row, c("bandwidth", "criterion")] <- list(exp(best$maximum), best$objective)
    }
  }
  minima$at <- NULL
  rownames(minima) <- NULL
  list(curve = curve, minima = minima, choices = choices)
}

# Each point's own kernel sum and its derivative by log h^2, the latter by differences: m x g.
own_sums <- function(problem, rows, h, step = 0.03) {
  none <- matrix(0, 0, 0)
  at <- problem$checked$x[rows, , drop = FALSE]
  sum_at <- function(h) {
    cpp_heat_sums(problem$handle, at, none, none, h, numeric(), TRUE, problem$runtime)$weight
  }
  sums <- sum_at(c(h, h * exp(-step), h * exp(step)))
  g <- seq_along(h)
  list(
    sum = sums[, g, drop = FALSE],
    slope = (sums[, g + 2L * length(h), drop = FALSE] - sums[, g + length(h), drop = FALSE]) /
      (4 * step)
  )
}

# Standard error of the ratio of two sums over pairs of `n` points: each point enters at both ends.
slope_se <- function(own, slope, n) {
  influence <- own$slope - own$sum * rep(slope, each = nrow(own$sum))
  2 * apply(influence, 2L, stats::sd) / colMeans(own$sum) / sqrt(n)
}
