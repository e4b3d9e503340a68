# From the distances between estimates and their noise to a choice.

# All that the choice needs, and nothing that grows with the data: what update() starts from. In the
# problem's own units; results are turned into the user's by lepski_selection().
#   statistics  as pair_statistics() makes them
#   bound       constants of proposition 2.1, or NULL
lepski_basis <- function(problem, statistics, bound) {
  n1 <- nrow(problem$f1)
  list(
    bandwidths = problem$bandwidths, usable = problem$usable, d = problem$d, n1 = n1,
    n2 = nrow(problem$f2), n_functions = ncol(problem$f1), bound = bound,
    pairs = statistics$pairs, variance = statistics$variance, units = problem$units,
    v = noise_size(problem$bandwidths, problem$d, n1, bound, problem$units$length),
    scaling = problem$checked$scaling
  )
}

# The distances among the usable bandwidths, [i, j] for i <= j.
distance_matrix <- function(basis) {
  g <- length(basis$bandwidths)
  distance <- matrix(0, g, g)
  distance[cbind(basis$pairs$small, basis$pairs$large)] <- basis$pairs$distance
  distance[basis$usable, basis$usable, drop = FALSE]
}

# What new_bandwidth() takes, but the time.
lepski_selection <- function(basis, n, calibration) {
  if (sum(basis$usable) < 2L) abort_unsupported(basis$bandwidths)
  found <- switch(calibration, variance = by_noise(basis), jump = by_jump(basis))
  curve <- data.frame(
    bandwidth = basis$bandwidths, criterion = NA_real_, se = NA_real_, bias = NA_real_,
    variance = NA_real_
  )
  curve[basis$usable, c("criterion", "se", "bias", "variance")] <-
    data.frame(found$bias + found$variance, found$se, found$bias, found$variance) *
      basis$units$squared
  minima <- find_minima(curve$criterion)
  lowest <- which.min(curve$criterion)
  if (!lowest %in% minima$at) {
    minima[nrow(minima) + 1L, ] <- list(lowest, NA_real_, NA_real_, NA_real_, NA_real_)
    minima <- minima[order(minima$at), ]
  }
  row <- match(lowest, minima$at)
  at_minima <- curve[minima$at, c("bandwidth", "criterion", "se")]
  minima <- cbind(at_minima, minima[names(minima) != "at"])
  rownames(minima) <- NULL
  h <- basis$bandwidths
  list(
    method = "lepski", curve = curve, minima = minima, choices = c(global = row),
    minimum = "global",
    facts = list(
      n = n, d = basis$d, a = found$a * basis$units$a, calibration = calibration,
      n_validation = basis$n2
    ),
    labels = list(
      title = paste0("Lepski's method, ", calibration), criterion = "bias + variance",
      notes = found$note
    ),
    tables = list(
      path = found$path,
      pairs = data.frame(
        bandwidth_small = h[basis$pairs$small], bandwidth = h[basis$pairs$large],
        basis$pairs[c("distance", "noise", "se")] * basis$units$squared,
        row.names = NULL
      )
    ),
    basis = basis, scaling = basis$scaling
  )
}

# A difference between estimates speaks of bias where it exceeds its noise by more than this many
# standard errors. Of the hundreds of differences none may pass by chance: one that involves a tiny
# bandwidth would outweigh all else (notes/lepski.md).
least_excess <- 4

abort_unsupported <- function(bandwidths) {
  abort(
    "Fewer than two of the `bandwidths` are supported by enough pairs of points: the largest is
     {signif(max(bandwidths), 3)}; give larger ones.",
    "no_criterion"
  )
}

# Calibration by the measured noise (vignette("methods"), "Lepski's method").
by_noise <- function(basis) {
  usable <- which(basis$usable)
  pairs <- basis$pairs
  own <- basis$variance[usable, ]
  excess <- pairs$distance - pairs$noise - ifelse(is.na(pairs$se), 0, least_excess * pairs$se)
  best <- vapply(usable, function(j) {
    rows <- which(pairs$large == j & pairs$small %in% usable)
    rows <- rows[excess[rows] > 0]
    if (length(rows)) rows[[which.max(excess[rows])]] else NA_integer_
  }, 0L)
  list(
    bias = ifelse(is.na(best), 0, excess[best]), variance = own$variance,
    se = ifelse(is.na(best), own$se, pairs$se_sum[best]), a = NA_real_,
    path = data.frame(a = numeric(), bandwidth = numeric(), jump = logical()),
    note = paste0("noise measured over ", count(basis$n2, "validation point"))
  )
}

# Calibration by the main jump (section 5.1 of the paper, made robust:
# notes/lepski.md).
by_jump <- function(basis) {
  h <- basis$bandwidths[basis$usable]
  v <- basis$v[basis$usable]
  distance <- distance_matrix(basis)
  path <- lepski_path(distance, v)
  jump <- main_jump(path, log(h))
  excess <- distance - jump$a0 * v
  excess[lower.tri(excess)] <- -Inf
  best <- apply(excess, 2L, which.max)
  bias <- lepski_bias(distance, v, jump$a0)
  se <- matrix(0, length(basis$bandwidths), length(basis$bandwidths))
  se[cbind(basis$pairs$small, basis$pairs$large)] <- basis$pairs$se_distance
  se <- se[basis$usable, basis$usable, drop = FALSE]
  list(
    bias = bias, variance = 2 * jump$a0 * v,
    se = ifelse(bias > 0, se[cbind(best, seq_along(h))], NA_real_), a = jump$a0,
    path = data.frame(
      a = path$a * basis$units$a, bandwidth = h[path$at], jump = seq_len(nrow(path)) == jump$row
    ),
    note = paste0(
      "main jump from ", short(h[[jump$from]], 3), " to ", short(h[[jump$to]], 3), ", a0 = ",
      short(jump$a0 * basis$units$a, 3)
    )
  )
}

# The other calibration of the same distances; the minimum is always the global one.
#' @rdname lapscale_bandwidth
#' @export
update.bw_lepski <- function(object, minimum = "global", calibration = NULL, ...) door({
  if (is.null(calibration)) {
    return(object)
  }
  calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  chosen <- selection(object)
  finish_bandwidth(
    lepski_selection(chosen$basis, chosen$facts$n, calibration), chosen$facts$elapsed
  )
}, ...)

#' @export
update_if_known.bw_lepski <- function(object, minimum, calibration) {
  update(object, calibration = calibration)
}
