# Chooses by the distances between estimates and their noise.

# Makes the basis from which a bandwidth is chosen, also by update(): nothing in it grows with the
# data. Except for the bandwidths it is in the units of the problem; lepski_selection() converts
# results into those of the user. A list: bandwidths (g, increasing), d, normalized, units, and
# scaling of the problem, usable of the estimates (TRUE or FALSE per bandwidth), n1 and n2 (numbers
# of points for estimation and for validation), v of noise_size() (a number per bandwidth), pairs
# and variance of pair_statistics() (data frames).
#   problem    of lepski_problem(): f1 (n1 x q), f2 (n2 x q), bandwidths, d, normalized, units,
#              checked (of as_points(): scaling)
#   estimates  of laplacian_estimates(): list(estimate, square, usable)
#   bound      of check_variance_bound(), constants of proposition 2.1, or NULL
lepski_basis <- function(problem, estimates, bound) {
  n1 <- nrow(problem$f1)
  v <- noise_size(problem$bandwidths, problem$d, n1, bound, problem$units$length)
  c(
    problem[c("bandwidths", "d", "normalized", "units")], pair_statistics(estimates, n1),
    list(
      usable = estimates$usable, n1 = n1, n2 = nrow(problem$f2), v = v,
      scaling = problem$checked$scaling
    )
  )
}

# Turns a column of the table of pairs of bandwidths into a matrix of the usable bandwidths, [i, j]
# for i < j, 0 on and below the diagonal.
#   basis   of lepski_basis(): bandwidths, usable (per bandwidth), pairs (data frame: small, large,
#           numbers of bandwidths, and more)
#   column  name of a column of pairs
pair_matrix_of <- function(basis, column) {
  value <- matrix(0, length(basis$bandwidths), length(basis$bandwidths))
  value[cbind(basis$pairs$small, basis$pairs$large)] <- basis$pairs[[column]]
  value[basis$usable, basis$usable, drop = FALSE]
}

# Finds for each bandwidth b_j the largest excess of a difference over its noise, among b_i <= b_j:
# list(bias: this excess, or 0 if it is negative, g numbers; index: g x 2, the row and column of its
# element in `excess`).
#   excess  g x g, of which [i, j] with i <= j are used
largest_excess <- function(excess) {
  excess[lower.tri(excess)] <- -Inf
  index <- cbind(apply(excess, 2L, which.max), seq_len(ncol(excess)))
  list(bias = pmax(0, excess[index]), index = index)
}

# Returns the selection that finish_bandwidth() takes, a list of the arguments of new_bandwidth(),
# in the units of the user. Its curve has all bandwidths, NA where they are not usable; its only
# choice is "global", the lowest.
#   calibration  "variance" or "jump": how the factor of the penalty is found
#   basis        of lepski_basis(): usable, bandwidths (unit of x), units (squared, a: what squared
#                estimates and the factor a are multiplied by), d, n2, normalized, pairs, scaling
#   n            number of all points
# `terms` has a row per bandwidth, `lowest` is the number of the row with the smallest criterion.
lepski_selection <- function(basis, n, calibration) {
  if (sum(basis$usable) < 2L) abort_unsupported(basis$bandwidths)
  # bias, variance, and se have one value per usable bandwidth.
  choice <- switch(calibration, variance = noise_choice(basis), jump = jump_choice(basis))
  h <- basis$bandwidths
  criterion <- choice$bias + choice$variance
  terms <- data.frame(criterion, choice[c("se", "bias", "variance")])
  terms <- terms[match(seq_along(h), which(basis$usable)), ] * basis$units$squared
  curve <- data.frame(bandwidth = h, terms, row.names = NULL)
  lowest <- which.min(curve$criterion)
  minima <- minima_and_lowest(curve, find_minima(curve$criterion), lowest)
  list(
    method = "lepski", curve = curve, minima = minima, minimum = "global",
    choices = c(global = match(h[[lowest]], minima$bandwidth)),
    facts = list(
      n = n, d = basis$d, a = choice$a * basis$units$a, calibration = calibration,
      n_validation = basis$n2
    ),
    labels = list(
      title = paste0("Lepski's method, ", calibration, if (basis$normalized) ", normalized"),
      criterion = "bias + variance", notes = choice$note
    ),
    tables = list(
      path = choice$path,
      pairs = data.frame(
        bandwidth_small = h[basis$pairs$small], bandwidth = h[basis$pairs$large],
        basis$pairs[c("distance", "noise", "se")] * basis$units$squared,
        row.names = NULL
      )
    ),
    basis = basis, scaling = basis$scaling
  )
}

# Returns the table of minima with a given row of the curve among them, with unknown depths (NA) if
# it is no local minimum: data frame bandwidth, criterion, se, depth_left, depth_right, z_left,
# z_right, by increasing bandwidth.
#   curve   data frame bandwidth, criterion, se
#   minima  of find_minima(): index (row of the curve), depth_left, ...
#   lowest  number of a row of the curve
minima_and_lowest <- function(curve, minima, lowest) {
  if (!lowest %in% minima$index) {
    minima[nrow(minima) + 1L, ] <- list(lowest, NA_real_, NA_real_, NA_real_, NA_real_)
    minima <- minima[order(minima$index), ]
  }
  heights <- curve[minima$index, c("bandwidth", "criterion", "se")]
  data.frame(heights, minima[names(minima) != "index"], row.names = NULL)
}

# A difference between estimates counts as bias if it exceeds its noise by more than this many
# standard errors. None of the hundreds of differences should exceed it by chance: one that involves
# a tiny bandwidth would be larger than all others (notes/lepski.md).
min_excess <- 4

# Raises the error of a grid of which fewer than two bandwidths can be judged.
#   bandwidths  all that were compared, unit of x
abort_unsupported <- function(bandwidths) {
  abort(c("Fewer than two of the bandwidths that are compared, up to {signif(max(bandwidths), 3)},
           are supported by enough pairs of points.",
          i = "Set larger `bandwidths`. If many rows coincide, keep each once."), "no_criterion")
}

# Computes bias and variance at each bandwidth, calibrated by the measured noise
# (vignette("methods"), "Lepski's method"). Returns a list: bias, variance and se (of their sum), a
# number per usable bandwidth, in the units of the problem; a, the factor of the penalty, here NA;
# path, data frame a, bandwidth, jump, here without rows; note, a text.
#   basis  of lepski_basis(): variance (data frame variance, se, a row per bandwidth), usable, n2,
#          and pairs (distance, noise, se of their difference, se_sum of that plus the variance)
noise_choice <- function(basis) {
  usable_variance <- basis$variance[basis$usable, ]
  # One validation point has no standard error.
  se_excess <- pair_matrix_of(basis, "se")
  se_excess[is.na(se_excess)] <- 0
  distance <- pair_matrix_of(basis, "distance")
  excess <- largest_excess(distance - pair_matrix_of(basis, "noise") - min_excess * se_excess)
  list(
    bias = excess$bias, variance = usable_variance$variance, a = NA_real_,
    se = ifelse(excess$bias > 0, pair_matrix_of(basis, "se_sum")[excess$index], usable_variance$se),
    path = data.frame(a = numeric(), bandwidth = numeric(), jump = logical()),
    note = paste0("noise measured over ", count(basis$n2, "validation point"))
  )
}

# Computes bias and variance at each bandwidth, calibrated by the main jump (section 5.1 of the
# paper, made robust: notes/lepski.md). Returns a list as noise_choice(): variance is 2 a v(b), se
# is NA where the bias is 0, and the path has the bandwidth that is chosen from each factor a on, in
# the units of the user, and jump, TRUE in the row of the main jump.
#   basis  of lepski_basis(): bandwidths, usable (per bandwidth), v (size of the noise at each),
#          units (a: what factors are multiplied by), pairs (distance, se_distance)
jump_choice <- function(basis) {
  h <- basis$bandwidths[basis$usable]
  v <- basis$v[basis$usable]
  distance <- pair_matrix_of(basis, "distance")
  path <- lepski_path(distance, v)
  jump <- main_jump(path, log(h))
  excess <- largest_excess(distance - jump$a0 * v)
  se <- pair_matrix_of(basis, "se_distance")[excess$index]
  list(
    bias = excess$bias, variance = 2 * jump$a0 * v, se = ifelse(excess$bias > 0, se, NA_real_),
    a = jump$a0,
    path = data.frame(
      a = path$a * basis$units$a, bandwidth = h[path$index], jump = seq_len(nrow(path)) == jump$row
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
  check_choice(minimum, names(selection(object)$choices), "minimum")
  if (is.null(calibration)) return(object)
  calibration <- check_choice(calibration, c("variance", "jump"), "calibration")
  fields <- selection(object)
  selected <- lepski_selection(fields$basis, fields$facts$n, calibration)
  finish_bandwidth(selected, fields$facts$elapsed)
}, ...)

# A bandwidth of bw_lepski() with another calibration; it has one minimum only.
#   object       the bandwidth;  minimum: not used
#   calibration  argument of update(), or NULL
#' @export
update_if_known.bw_lepski <- function(object, minimum, calibration) {
  update(object, calibration = calibration)
}

# The calibration of Lepski's method by its main jump: the criterion and its path in a.
#
# In all of these the bandwidths are b_1 < ... < b_g, distance[i, j] = |D_{b_i} f - D_{b_j} f|^2 for
# i <= j, and v[j] = v(b_j) is the size of the noise, decreasing in j.

# Computes B_a(b) + a v(b), where B_a(b_j) = max over i <= j of [distance[i, j] - a v[i]]_+ is
# equation 8 of the paper, and its derivative in a, at each bandwidth: list(value, slope).
#   distance  g x g, squared, between the estimates at two bandwidths, 0 on and below the diagonal
#   v         the size of the noise at each bandwidth, g numbers
#   a         the factor of the penalty, a number of 0 or more
lepski_criterion <- function(distance, v, a) {
  excess <- largest_excess(distance - a * v)
  list(value = excess$bias + a * v, slope = v - ifelse(excess$bias > 0, v[excess$index[, 1L]], 0))
}

# Computes the path a -> argmin_b of B_a(b) + a v(b), exact: each criterion is piecewise linear in
# a, with corners where another b' takes over the maximum. Between two neighboring corners (of any
# b) the criteria are straight lines and the path is their lower envelope.
#   returns   data frame: a (where a bandwidth begins to be chosen, increasing from 0), index (its
#             number), a row per change
#   distance  g x g, squared, between the estimates at two bandwidths
#   v         the size of the noise at each bandwidth
lepski_path <- function(distance, v) {
  corners <- sort(unique(c(0, unlist(lapply(seq_along(v), bias_corners, distance, v)))))
  envelopes <- Map(lower_envelope, list(distance), list(v), corners, c(corners[-1L], Inf))
  a <- unlist(lapply(envelopes, `[[`, "starts"))
  index <- unlist(lapply(envelopes, `[[`, "line"))
  # Corners that rounding sets side by side leave pieces of no length.
  is_kept <- c(diff(a) > 0, TRUE)
  a <- a[is_kept]
  index <- index[is_kept]
  changes <- c(TRUE, index[-1L] != index[-length(index)])
  data.frame(a = a[changes], index = index[changes])
}

# Finds the values of a, increasing, perhaps none, at which, as a grows from 0, the maximum in
# B_a(b_j) passes from one b' to another, or to 0.
#   j         number of the bandwidth b_j
#   distance  squared, between the estimates at b_i and b_j, [i, j] for i < j
#   v         the size of the noise at each bandwidth
bias_corners <- function(j, distance, v) {
  height <- c(distance[seq_len(j - 1L), j], 0)
  upper_envelope(height, c(-v[seq_len(j - 1L)], 0), which(height >= max(height)))$starts[-1L]
}

# Finds the lowest of the criteria on [from, end), where each is a straight line in a: list(line,
# starts), numbers of bandwidths and the a from where on each is the lowest.
#   distance   g x g, squared, between the estimates at two bandwidths
#   v          the size of the noise at each bandwidth
#   from, end  ends of the stretch of a, the factor of the penalty
lower_envelope <- function(distance, v, from, end) {
  middle <- if (is.finite(end)) (from + end) / 2 else 2 * from + 1
  at_middle <- lepski_criterion(distance, v, middle)
  value <- at_middle$value - at_middle$slope * (middle - from)
  lowest <- which(value <= min(value) * (1 + 1e-14))
  upper_envelope(-value, -at_middle$slope, lowest, from, end)
}

# Returns the highest of straight lines on [from, end): a list of line, the numbers of those that
# are the highest somewhere, and starts, from where on each is, increasing from `from`.
#   height   of each line at `from`;  slope: of each line
#   highest  numbers of the lines that are the highest at `from`
# `steepest` is a function of numbers of lines that returns the one with the largest slope.
upper_envelope <- function(height, slope, highest, from = 0, end = Inf) {
  steepest <- function(lines) lines[[which.max(slope[lines])]]
  line <- steepest(highest)
  starts <- from
  repeat {
    current <- line[[length(line)]]
    later <- which(slope > slope[[current]])
    crossing <- from + (height[[current]] - height[later]) / (slope[later] - slope[[current]])
    nearest <- min(crossing, Inf)
    if (!(nearest < end)) return(list(starts = starts, line = line))
    line <- c(line, steepest(later[crossing <= nearest]))
    starts <- c(starts, max(starts, nearest))
  }
}

# Finds the main jump of a path. The path itself is not monotone: just below its transition it may
# run to the largest bandwidth and back. Coming down from large a, its running minimum is; the jump
# is where that rises most in log b within a factor 2 of a, and a0 is 1.1 times the place where four
# fifths of the rise are done (notes/lepski.md).
#   path     of lepski_path(): data frame a, index (number of a bandwidth)
#   log_b    logarithms of the bandwidths, by their numbers
#   returns  list: a0; row, the row of the path at the jump; rise, of log b in the jump, 0 without a
#            jump (the running minimum, `level`, stays the same; a0 and row are then the last of the
#            path); from, to: the bandwidths' numbers before and after
main_jump <- function(path, log_b) {
  level <- rev(cummin(rev(log_b[path$index])))
  n <- nrow(path)
  # Of each row the last that begins within a factor 2 of where this one ends.
  last_row <- findInterval(2 * path$a[-1L], path$a, left.open = TRUE)
  rises <- level[last_row] - level[-n]
  if (n < 2L || max(rises) <= 0) {
    return(list(a0 = path$a[[n]], row = n, rise = 0, from = path$index[[n]], to = path$index[[n]]))
  }
  start <- which(rises >= max(rises) - 1e-12)[[1]]
  rise <- rises[[start]]
  inside <- seq(start + 1L, last_row[[start]])
  row <- inside[level[inside] - level[[start]] >= 0.8 * rise - 1e-12][[1]]
  # Takes the running minimum, which consists of bandwidths that the path chooses, there or later.
  bandwidth_number <- function(value) path$index[[which.min(abs(log_b[path$index] - value))]]
  list(
    a0 = 1.1 * path$a[[row]], row = row, rise = rise,
    from = bandwidth_number(level[[start]]), to = bandwidth_number(level[[last_row[[start]]]])
  )
}
