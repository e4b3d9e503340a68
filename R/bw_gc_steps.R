# Geometric Consistency without d: how far one step of the walk is from a step on a manifold of any
# dimension, see vignette("methods"), "Geometric consistency".

# Returns what is measured of steps at the points, a list of matrices points x bandwidths:
#   distance   of step_distance(), 0 to 1
#   plain      the distance of all steps alone, without the term for uncertainty
#   staying    the chance that a step stays at the point, 0 to 1
#   dimension  number of directions in which the variance of all steps is above 1/2 of h^2 / 2
#   moving     the same number for the steps that leave the point
# Argument:
#   steps      of cpp_steps(): list of matrices points x bandwidths: self, dimension, distance,
#              moving_dimension, and those that step_distance() needs
step_values <- function(steps) {
  list(
    distance = step_distance(steps), staying = steps$self, dimension = steps$dimension,
    plain = steps$distance, moving = steps$moving_dimension
  )
}

# Computes one curve of distances with its minima: a list as of gc_curve() (curve, minima, choices:
# both NA if all of the curve is within the tolerance, lowest: here the least criterion, rechoose),
# whose tables have columns `dimension` and `distance`, the minima also `eigenvalue_error`, and with
# tolerance, the ends of the range of bandwidths within the tolerance, or NULL, and raised, of
# choose_scales(). list(lowest = NA) if no point has a weight to another.
#   measure     function of increasing bandwidths that returns step_values()
#   grid        bandwidths, increasing
#   settings    of resolve_gc_settings(): full (whether the curve is drawn to the end of the grid),
#               refine (whether choices may lie between two bandwidths); with floor (of
#               bandwidth_floor(), or NULL)
#   n           number of observations that the points stand for
#   stage_ends  of pilot_stage_ends(): numbers of bandwidths in the grid, or NULL
# `stages` is list(grid: bandwidths, increasing; values: of step_values() at these).
step_curve <- function(measure, grid, settings, n, stage_ends = NULL) {
  stages <- curve_in_stages(measure, grid, stage_ends, settings$full, function(grid, values) {
    is.finite(deciding_index(colMeans(values$distance)))
  })
  if (settings$refine) stages <- refine_at_bottom(stages, measure)
  values <- stages$values
  # An exponent may leave weights only to points that see no other.
  if (anyNA(values$staying) && !any(values$staying < 1, na.rm = TRUE)) {
    return(list(lowest = NA_real_))
  }
  # A data frame, a row per bandwidth, of step_means().
  means <- step_means(stages$grid, values)
  # As choose_scales() takes it.
  table <- list(
    bandwidth = means$bandwidth, height = means$distance, between = settings$refine,
    isolated = colMeans(values$staying > 1 / (1 + report_limits$isolated_below), na.rm = TRUE),
    floor = settings$floor
  )
  # list(first, global, end: bandwidths; bottom: numbers of rows of the table; raised).
  scales <- choose_scales(table)
  selection <- step_minima(means, values$distance, scales)
  selection$tolerance <- if (!is.na(scales$end)) c(scales$first, scales$end)
  selection$raised <- scales$raised
  selection$minima$eigenvalue_error <- expected_eigenvalue_error(selection$minima, n)
  selection$minima[c("staying", "plain", "moving")] <- NULL
  columns <- c("bandwidth", "criterion", "se", "n_points", "dimension", "distance")
  selection$curve <- data.frame(means[means$bandwidth %in% grid, columns], row.names = NULL)
  selection$lowest <- min(means$criterion)
  selection$rechoose <- new_rechoose(table, values$distance, selection)
  selection
}

# Adds three bandwidths between the two where the curve meets its bottom, unless that begins with
# the first: list(grid, increasing, and values, of step_values() at these).
#   stages   of curve_in_stages(): list(grid, values), bandwidths and step_values() at these
#   measure  function of bandwidths that returns step_values()
refine_at_bottom <- function(stages, measure) {
  lowest_index <- which.min(step_criterion(colMeans(stages$values$distance)))
  if (lowest_index == 1L) return(stages)
  ends <- stages$grid[lowest_index - 1:0]
  closer_bandwidths <- ends[[1]] * (ends[[2]] / ends[[1]])^(1:3 / 4)
  values <- bind_bandwidths(list(stages$values, measure(closer_bandwidths)))
  grid <- c(stages$grid, closer_bandwidths)
  list(grid = sort(grid), values = lapply(values, function(v) v[, order(grid), drop = FALSE]))
}

# Returns means over the points, a data frame with a row per bandwidth: bandwidth, criterion (the
# mean distance with its rises, see distance_with_rise()), se (of the mean distance), n_points,
# distance, dimension, staying, plain, and moving.
#   bandwidths  a vector, increasing
#   values      of step_values(): list of matrices points x bandwidths
step_means <- function(bandwidths, values) {
  table <- mean_curve(bandwidths, values$distance)
  table$distance <- table$criterion
  table$criterion <- distance_with_rise(table$distance)
  for (name in c("dimension", "staying", "plain", "moving")) {
    table[[name]] <- colMeans(values[[name]])
  }
  table
}

# Finds the minima of the curve, which are those of the distance. Minima within the tolerance of the
# lowest count as one, at the bandwidth where the curve comes within it, or at the floor if that is
# larger. Returns list(minima: a data frame with the columns of the table and depth_left,
# depth_right, z_left, z_right of find_minima(); choices: numbers of its rows, c(first, global),
# both NA if the whole curve is within the tolerance).
#   table     of step_means(): distance, bandwidth, and the other columns
#   distance  of the step from each point, a matrix points x bandwidths
#   scales    of choose_scales(): first, a bandwidth, and bottom, numbers of the rows of the table
#             within the tolerance, perhaps none
step_minima <- function(table, distance, scales) {
  columns <- c(
    "bandwidth", "criterion", "se", "dimension", "distance", "staying", "plain", "moving"
  )
  minima <- find_minima(table$distance, distance)
  is_in_bottom <- minima$index %in% scales$bottom
  deepest <- which.min(table$distance[minima$index])
  # The row of the lowest minimum in the bottom, or else of its first bandwidth; no row without a
  # bottom.
  lowest <- minima[is_in_bottom, ][which.min(table$distance[minima$index[is_in_bottom]]), ]
  if (length(scales$bottom) && !nrow(lowest)) lowest <- unreached_minimum(scales$bottom[[1]])
  kept_minima <- rbind(minima[!is_in_bottom, ], lowest)
  kept_minima <- kept_minima[order(kept_minima$index), ]
  minima_table <- cbind(table[kept_minima$index, columns], kept_minima)
  first <- match(lowest$index, kept_minima$index)[1]
  if (!is.na(first)) {
    log_bandwidth <- log(table$bandwidth / table$bandwidth[[1]])
    log_first <- log(scales$first / table$bandwidth[[1]])
    minima_table[first, columns] <- lapply(table[columns], function(v) {
      if (anyNA(v)) NA_real_ else stats::approx(log_bandwidth, v, log_first)$y
    })
    minima_table$bandwidth[[first]] <- scales$first
  }
  global <- if (is.na(first)) NA_integer_ else match(minima$index[deepest], kept_minima$index)[1]
  minima_table <- data.frame(minima_table[names(minima_table) != "index"], row.names = NULL)
  list(minima = minima_table, choices = c(first = first, global = global))
}
