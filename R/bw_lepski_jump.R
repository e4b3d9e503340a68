# The calibration of Lepski's method by its main jump: the criterion and its path in a.
#
# In all of these the bandwidths are b_1 < ... < b_g, distance[i, j] = |D_{b_i} f - D_{b_j} f|^2 for
# i <= j, and v[j] = v(b_j) is the size of the noise, decreasing in j.

# B_a(b_j) = max over i <= j of [distance[i, j] - a v[i]]_+, equation 8 of the paper.
lepski_bias <- function(distance, v, a) {
  vapply(
    seq_along(v),
    function(j) max(0, distance[seq_len(j), j] - a * v[seq_len(j)]), 0
  )
}

# B_a(b) + c v(b); the choice for (a, c) is its argmin.
lepski_criterion <- function(distance, v, a, c = a) lepski_bias(distance, v, a) + c * v

# The path a -> argmin_b of B_a(b) + a v(b), exact: each criterion is piecewise linear in a, with
# corners where another b' takes over the maximum. Between two neighbouring corners (of any b) the
# criteria are straight lines and the path is their lower envelope.
#   returns  data frame: a (where a bandwidth begins to be chosen, increasing from 0), at (its
#            number), a row per change
lepski_path <- function(distance, v) {
  corners <- sort(unique(c(0, unlist(lapply(seq_along(v), bias_corners, distance, v)))))
  pieces <- lapply(seq_along(corners), function(k) {
    end <- if (k < length(corners)) corners[[k + 1L]] else Inf
    lower_envelope(distance, v, corners[[k]], end)
  })
  a <- unlist(lapply(pieces, `[[`, "a"))
  at <- unlist(lapply(pieces, `[[`, "at"))
  # Corners that rounding sets side by side leave pieces of no length.
  kept <- c(diff(a) > 0, TRUE)
  a <- a[kept]
  at <- at[kept]
  changes <- c(TRUE, at[-1L] != at[-length(at)])
  data.frame(a = a[changes], at = at[changes])
}

# Where, as a grows from 0, the maximum in B_a(b_j) passes from one b' to another, or to 0.
bias_corners <- function(j, distance, v) {
  height <- c(distance[seq_len(j - 1L), j], 0)
  slope <- c(-v[seq_len(j - 1L)], 0)
  corners <- numeric()
  a <- 0
  now <- steepest_of(which(height >= max(height)), slope)
  repeat {
    later <- which(slope > slope[[now]])
    if (!length(later)) {
      return(corners)
    }
    crossing <- (height[[now]] - height[later]) / (slope[later] - slope[[now]])
    a <- max(a, min(crossing))
    now <- steepest_of(later[crossing <= min(crossing)], slope)
    corners <- c(corners, a)
  }
}

steepest_of <- function(lines, slope) lines[[which.max(slope[lines])]]

# The lowest of the criteria on [from, end), where each is a straight line in a.
lower_envelope <- function(distance, v, from, end) {
  middle <- if (is.finite(end)) (from + end) / 2 else 2 * from + 1
  slope <- criterion_slopes(distance, v, middle)
  value <- lepski_criterion(distance, v, middle) - slope * (middle - from)
  now <- gentlest_of(which(value <= min(value) * (1 + 1e-14)), slope)
  a <- from
  at <- now
  repeat {
    gentler <- which(slope < slope[[now]])
    if (!length(gentler)) break
    crossing <- from + (value[gentler] - value[[now]]) / (slope[[now]] - slope[gentler])
    nearest <- min(crossing)
    if (!(nearest < end)) break
    now <- gentlest_of(gentler[crossing <= nearest], slope)
    a <- c(a, max(a, nearest))
    at <- c(at, now)
  }
  list(a = a, at = at)
}

gentlest_of <- function(lines, slope) lines[[which.min(slope[lines])]]

# d/da of B_a(b) + a v(b), per bandwidth.
criterion_slopes <- function(distance, v, a) {
  vapply(seq_along(v), function(j) {
    excess <- distance[seq_len(j), j] - a * v[seq_len(j)]
    i <- which.max(excess)
    v[[j]] - if (excess[[i]] > 0) v[[i]] else 0
  }, 0)
}

# The main jump of a path. The path itself is not monotone: just below its transition it may run to
# the largest bandwidth and back. Coming down from large a, its running minimum is; the jump is
# where that rises most in log b within a factor 2 of a, and a0 is 1.1 times the place where four
# fifths of the rise are done (notes/lepski.md).
#   log_b    logarithms of the bandwidths
#   returns  list: a0; row, the row of the path at the jump; rise (0 if the path never leaves its
#            first bandwidth); from, to: the bandwidths' numbers before and after
main_jump <- function(path, log_b) {
  level <- rev(cummin(rev(log_b[path$at])))
  n <- nrow(path)
  last <- findInterval(2 * path$a[-1L], path$a, left.open = TRUE)
  rises <- level[last] - level[-n]
  if (n < 2L || max(rises) <= 0) {
    return(list(a0 = path$a[[n]], row = n, rise = 0, from = path$at[[n]], to = path$at[[n]]))
  }
  start <- which(rises >= max(rises) - 1e-12)[[1]]
  rise <- rises[[start]]
  inside <- seq(start + 1L, last[[start]])
  row <- inside[level[inside] - level[[start]] >= 0.8 * rise - 1e-12][[1]]
  # The running minimum names bandwidths that the path chooses, there or later.
  number <- function(value) path$at[[which.min(abs(log_b[path$at] - value))]]
  list(
    a0 = 1.1 * path$a[[row]], row = row, rise = rise,
    from = number(level[[start]]), to = number(level[[last[[start]]]])
  )
}
