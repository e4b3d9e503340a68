# Geometric Consistency without d: how far one step of the walk is from a step on a manifold of any
# dimension, see vignette("methods"), "Geometric consistency".

# Returns what is measured at the points, of cpp_steps(): matrices points x bandwidths.
step_values <- function(steps) {
  list(
    distance = step_distance(steps), staying = steps$self, dimension = steps$dimension,
    plain = steps$distance, moving = steps$moving_dimension
  )
}

# Computes one curve with its minima: as gc_curve(), with the columns `dimension` and `distance`,
# the minima with `eigenvalue_error`, too.
#   measure  function of bandwidths, gives step_values()
step_curve <- function(measure, grid, settings, n, pilot = NULL) {
  drawn <- draw_curve(measure, grid, pilot, settings$full, function(grid, values) {
    is.finite(decided_from(colMeans(values$distance)))
  })
  if (settings$refine) drawn <- draw_closer(drawn, measure)
  values <- drawn$values
  # An exponent may leave weights only to points that see no other.
  if (anyNA(values$staying) && !any(values$staying < 1, na.rm = TRUE)) {
    return(list(lowest = NA_real_))
  }
  table <- step_means(drawn$grid, values)
  judged <- list(
    bandwidth = table$bandwidth, height = table$distance, between = settings$refine,
    isolated = colMeans(values$staying > 1 / (1 + report_limits$isolated_below), na.rm = TRUE),
    floor = settings$floor
  )
  scales <- choose_scales(judged)
  selection <- step_minima(table, values$distance, scales)
  selection$tolerance <- c(scales$first, scales$end)
  selection$minima$eigenvalue_error <- expected_eigenvalue_error(selection$minima, n)
  selection$minima[c("staying", "plain", "moving")] <- NULL
  columns <- c("bandwidth", "criterion", "se", "n_points", "dimension", "distance")
  selection$curve <- data.frame(table[table$bandwidth %in% grid, columns], row.names = NULL)
  selection$lowest <- min(table$criterion)
  selection$rechoose <- choose_again(judged, values$distance, selection)
  selection
}

# Adds three bandwidths between the two where the curve meets its bottom.
draw_closer <- function(drawn, measure) {
  lowest <- which.min(step_criterion(colMeans(drawn$values$distance)))
  if (lowest == 1L) return(drawn)
  ends <- drawn$grid[lowest - 1:0]
  closer <- ends[[1]] * (ends[[2]] / ends[[1]])^(1:3 / 4)
  values <- bind_values(list(drawn$values, measure(closer)))
  grid <- c(drawn$grid, closer)
  list(grid = sort(grid), values = lapply(values, function(v) v[, order(grid), drop = FALSE]))
}

# Returns means over the points, a row per bandwidth.
step_means <- function(bandwidths, values) {
  table <- curve_from(bandwidths, values$distance)
  table$distance <- table$criterion
  table$criterion <- with_rise(table$distance)
  for (name in c("dimension", "staying", "plain", "moving")) {
    table[[name]] <- colMeans(values[[name]])
  }
  table
}

# Returns the minima of the curve, which are those of the distance. Minima within the tolerance of
# the lowest count as one, at the place where the curve comes within it. list(minima, choices)
#   scales  of choose_scales()
step_minima <- function(table, distance, scales) {
  columns <- c(
    "bandwidth", "criterion", "se", "dimension", "distance", "staying", "plain", "moving"
  )
  minima <- find_minima(table$distance, distance)
  inside <- minima$index %in% scales$bottom
  deepest <- which.min(table$distance[minima$index])
  lowest <- minima[inside, ][which.min(table$distance[minima$index[inside]]), ]
  if (length(scales$bottom) && !nrow(lowest)) lowest <- unreached_minimum(scales$bottom[[1]])
  rows <- rbind(minima[!inside, ], lowest)
  rows <- rows[order(rows$index), ]
  minima_table <- cbind(table[rows$index, columns], rows)
  first <- match(lowest$index, rows$index)[1]
  if (!is.na(first)) {
    place <- log(table$bandwidth / table$bandwidth[[1]])
    log_first <- log(scales$first / table$bandwidth[[1]])
    minima_table[first, columns] <- lapply(table[columns], function(v) {
      if (anyNA(v)) NA_real_ else stats::approx(place, v, log_first)$y
    })
    minima_table$bandwidth[[first]] <- scales$first
  }
  global <- if (is.na(first)) NA_integer_ else match(minima$index[deepest], rows$index)[1]
  minima <- data.frame(minima_table[names(minima_table) != "index"], row.names = NULL)
  list(minima = minima, choices = c(first = first, global = global))
}
