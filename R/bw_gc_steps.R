# Geometric Consistency without d: how far one step of the walk is from a step on a manifold of any
# dimension, see vignette("methods"), "Geometric consistency".

# What is measured at the points, of cpp_steps(): matrices points x bandwidths.
step_values <- function(steps) {
  list(distance = step_distance(steps), staying = steps$self, dimension = steps$dimension)
}

# One curve with its minima: as gc_curve(), with the columns `dimension` and `distance`, the minima
# with `eigenvalue_error`, too.
#   measure  function of bandwidths, gives step_values()
step_curve <- function(measure, grid, settings, n, scout = NULL) {
  drawn <- draw_curve(measure, grid, scout, settings$full, function(grid, values) {
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
    bandwidth = table$bandwidth, height = table$distance, between = settings$refine
  )
  found <- step_minima(table, values$distance, choose_scales(judged))
  found$minima$eigenvalue_error <- expected_eigenvalue_error(
    found$minima$distance, found$minima$staying, found$minima$dimension, n
  )
  found$minima$staying <- NULL
  columns <- c("bandwidth", "criterion", "se", "n_points", "dimension", "distance")
  found$curve <- table[table$bandwidth %in% grid, columns]
  rownames(found$curve) <- NULL
  found$lowest <- min(table$criterion)
  found$rechoose <- choose_again(judged, values$distance, found)
  found
}

# Adds three bandwidths between the two where the curve meets its bottom.
draw_closer <- function(drawn, measure) {
  criterion <- step_criterion(colMeans(drawn$values$distance))
  at <- which.min(criterion)
  if (at == 1L) {
    return(drawn)
  }
  ends <- drawn$grid[at - 1:0]
  closer <- ends[[1]] * (ends[[2]] / ends[[1]])^(1:3 / 4)
  values <- bind_values(list(drawn$values, measure(closer)))
  grid <- c(drawn$grid, closer)
  list(grid = sort(grid), values = lapply(values, function(v) v[, order(grid), drop = FALSE]))
}

# Means over the points, a row per bandwidth.
step_means <- function(bandwidths, values) {
  table <- curve_from(bandwidths, values$distance)
  table$distance <- table$criterion
  table$criterion <- step_criterion(table$distance)
  table$dimension <- colMeans(values$dimension)
  table$staying <- colMeans(values$staying)
  table
}

# The minima of the curve, which are those of the distance; what lies in the bottom is one, where
# the curve meets it. list(minima, choices)
#   scales  of choose_scales()
step_minima <- function(table, distance, scales) {
  columns <- c("bandwidth", "criterion", "se", "dimension", "distance", "staying")
  minima <- find_minima(table$distance, distance)
  inside <- minima$at %in% scales$bottom
  deepest <- which.min(table$distance[minima$at])
  lowest <- minima[inside, ][which.min(table$distance[minima$at[inside]]), ]
  if (length(scales$bottom) && !nrow(lowest)) lowest <- unreached_minimum(scales$bottom[[1]])
  rows <- rbind(minima[!inside, ], lowest)
  rows <- rows[order(rows$at), ]
  found <- cbind(table[rows$at, columns], rows)
  first <- match(lowest$at, rows$at)[1]
  if (!is.na(first)) {
    place <- log(table$bandwidth / table$bandwidth[[1]])
    at <- log(scales$first / table$bandwidth[[1]])
    found[first, columns] <- lapply(table[columns], function(v) {
      if (anyNA(v)) NA_real_ else stats::approx(place, v, at)$y
    })
    found[first, c("bandwidth", "criterion")] <- list(scales$first, min(table$criterion))
  }
  global <- if (!length(deepest) || is.na(first)) {
    NA_integer_
  } else if (inside[[deepest]]) {
    first
  } else {
    match(minima$at[[deepest]], rows$at)
  }
  found$at <- NULL
  rownames(found) <- NULL
  list(minima = found, choices = c(first = first, global = global))
}

unreached_minimum <- function(at) {
  data.frame(at = at, depth_left = NA_real_, depth_right = NA_real_, z_left = NA_real_,
             z_right = NA_real_)
}

# ---- distances that are not those of points ------------------------------------------------------

# How far distances are from those of points: the share of negative ones among the sizes of the
# eigenvalues of a step, the mean over 20 points, of each the 200 neighbors of most weight. NULL for
# points.
negative_share <- function(problem, h, alpha) {
  x <- problem$checked$x
  if (!is_distances(x)) {
    return(NULL)
  }
  x <- x[, attr(x, "self"), drop = FALSE]
  rows <- problem$rows[unique(round(seq(1, length(problem$rows), length.out = 20L)))]
  factor <- rowSums(exp(-(x / h)^2))^-alpha
  shares <- vapply(rows, function(i) {
    p <- exp(-(x[i, ] / h)^2) * factor
    near <- utils::head(order(p, decreasing = TRUE), 200L)
    from <- x[i, near]^2
    products <- (outer(from, from, "+") - x[near, near]^2) / 2
    root <- sqrt(p[near])
    values <- eigen(products * outer(root, root), symmetric = TRUE, only.values = TRUE)$values
    total <- sum(abs(values))
    if (total > 0) sum(pmax(-values, 0)) / total else 0
  }, 0)
  share <- mean(shares)
  if (share < 1e-6) 0 else share
}

# Beyond this share the eigenvalues of a step say little of a geometry.
most_negative <- 0.1

warn_negative <- function(share) {
  if (!is.null(share) && share > most_negative) {
    warn(
      c("`x`: at the bandwidth chosen {round(100 * share)}% of the eigenvalues of a step are
         negative: near points do not lie as in a Euclidean space, and the choice may say little.",
        i = "bandwidth_report() needs coordinates; compare with bw_knn() and bw_kernel_sum()."),
      "negative"
    )
  }
}
