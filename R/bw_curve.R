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

# Which local minima a curve has, and how real they are.

# A descent counts where it exceeds this many paired standard errors (vignette("methods"),
# "Geometric consistency"; notes/minima.md).
least_z <- 3

# The local minima of a curve.
#   criterion  length g, NA where undefined
#   values     n_points x g: what the criterion is the mean of; NULL = no standard errors
#   error      function of two indices: the standard error of the difference there
#   returns    data frame: at (index into the curve), depth_left, depth_right, z_left, z_right
find_minima <- function(criterion, values = NULL,
                        error = if (NROW(values) > 1L) function(i, j) paired_se(values, i, j)) {
  known <- which(is.finite(criterion))
  curve <- criterion[known]
  at <- with_lowest_end(turning_points(curve), curve)
  descent <- function(high, low) {
    depth <- curve[[high]] - curve[[low]]
    if (is.null(error)) {
      return(c(depth, NA_real_))
    }
    se <- error(known[[high]], known[[low]])
    # Fewer than two points are known at both: nothing to count on.
    c(depth, if (is.na(se)) 0 else if (se > 0) depth / se else Inf * (depth > 0))
  }
  left <- right <- matrix(NA_real_, length(at), 2L)
  from <- 1L
  for (m in seq_along(at)) {
    if (at[[m]] > 1L) {
      before <- from:(at[[m]] - 1L)
      left[m, ] <- descent(before[[which.max(curve[before])]], at[[m]])
      if (is_real(left[m, ])) from <- at[[m]]
    }
    if (at[[m]] < length(curve)) {
      after <- (at[[m]] + 1L):(if (m < length(at)) at[[m + 1L]] else length(curve))
      right[m, ] <- descent(after[[which.max(curve[after])]], at[[m]])
    }
  }
  data.frame(
    at = known[at], depth_left = left[, 1], depth_right = right[, 1],
    z_left = left[, 2], z_right = right[, 2]
  )
}

# Depth and z: without standard errors any descent is real.
is_real <- function(descent) {
  depth <- descent[[1]]
  z <- descent[[2]]
  !is.na(depth) && depth > 0 && (is.na(z) || z > least_z)
}

# Inner points lower than what stands on either side; the middle of a flat bottom.
turning_points <- function(curve) {
  if (length(curve) < 3L) {
    return(integer())
  }
  flat <- rle(curve)
  end <- cumsum(flat$lengths)
  start <- end - flat$lengths + 1L
  value <- flat$values
  inner <- seq_along(value)[-c(1L, length(value))]
  low <- inner[value[inner] < value[inner - 1L] & value[inner] < value[inner + 1L]]
  as.integer((start[low] + end[low]) %/% 2L)
}

# An end of the curve that is lower than all else is a minimum too.
with_lowest_end <- function(at, curve) {
  n <- length(curve)
  lowest <- which(curve == min(curve))
  if (length(lowest) == 1L && lowest %in% c(1L, n)) sort(c(at, lowest)) else at
}

# Rows of find_minima()'s table: `first`, the first that a real descent reaches and that is not an
# end of the curve; `global`, the lowest of all. NA where there is none.
#   eligible  length g: where the curve may have its first minimum
choose_minima <- function(minima, criterion, eligible = TRUE) {
  inner <- !is.na(minima$depth_left) & !is.na(minima$depth_right)
  inner <- inner & rep_len(eligible, length(criterion))[minima$at]
  real <- inner & minima$depth_left > 0 & (is.na(minima$z_left) | minima$z_left > least_z)
  c(
    first = if (any(real)) which(real)[[1]] else NA_integer_,
    global = if (nrow(minima)) which.min(criterion[minima$at]) else NA_integer_
  )
}

#' Local minima of a selector's curve
#'
#' Lists the local minima of the curve from which a bandwidth was selected. Each may be a scale of
#' the data. For each, the table says how deep it is and how certain.
#'
#' @param bw A [lapscale_bandwidth], or a [lapscale_bandwidths]. For the latter the tables of all
#'   selectors are stacked, with a first column `method`, and with `NA` if a selector does not have
#'   a column.
#' @return A data frame with one row per local minimum, with increasing bandwidth:
#'   - `bandwidth`, in the unit of the data (refined between values of the grid for the first and
#'     the deepest);
#'   - `criterion` and its standard error `se` over the points. The sample counts as fixed;
#'   - `dimension`, for [bw_gc()] without `d`: the mean dimension seen there;
#'   - `depth_left`, `depth_right`: how far the curve descends to the minimum on either side. On the
#'     left it is measured from the highest point since the last minimum to which the curve really
#'     descends, on the right from the highest point before the next minimum;
#'   - `z_left`, `z_right`: the same in *paired* standard errors. The same points serve every
#'     bandwidth, so differences are known much more precisely than the values;
#'   - `stability`, for [bw_gc()]: the share of replicates whose choice is in the valley of this
#'     minimum, between the highest points of the curve on either side. (Minima at most a factor of
#'     1.5 apart, between which the curve rises by 0.02 or less, count as one.) It is `NA` without
#'     replicates. [confint()][confint.lapscale_bandwidth] says how much the choices vary within a
#'     wide valley;
#'   - `chosen`: `TRUE` in the row of the selected bandwidth.
#'
#'   An end of the grid is only listed if it is the lowest point of all. Its depth on the outer side
#'   is `NA`. If no minimum qualifies, the point that is used instead is listed too, with `NA` for
#'   all depths. (There is a warning, and the print-out says "lowest".) If [bw_gc()] ended a curve
#'   early, `depth_right` of the last minimum is measured to the end of the curve.
#' @seealso [bw_gc()], [confint()][confint.lapscale_bandwidth], [embed_scales()] for an embedding at
#'   each minimum.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' local_minima(bw_gc(x, seed = 1))
#' @export
local_minima <- function(bw) door({
  if (inherits(bw, "lapscale_bandwidths")) {
    tables <- lapply(names(bw), function(name) {
      minima <- local_minima(bw[[name]])
      cbind(method = rep(name, nrow(minima)), minima)
    })
    return(bind_minima(tables))
  }
  if (!inherits(bw, "lapscale_bandwidth")) {
    abort_argument("`bw` must be a lapscale_bandwidth, not {describe(bw)}.")
  }
  chosen <- selection(bw)
  minima <- chosen$minima
  at <- chosen$choices[[chosen$minimum]]
  if (!is.null(chosen$facts$replicates)) minima$stability <- stability_of(chosen)
  minima$chosen <- seq_len(nrow(minima)) %in% at
  minima
})

# Tables one under the other; what a selector does not have is NA.
bind_minima <- function(tables) {
  columns <- unique(unlist(lapply(tables, names)))
  columns <- c(setdiff(columns, "chosen"), "chosen")
  do.call(rbind, lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- list(rep(NA_real_, nrow(table)))
    table[columns]
  }))
}
