# Geometric Consistency without d: how far one step of the walk is from a step on a manifold of any
# dimension, see vignette("methods"), "Geometric consistency".

# The limits that bench/without_d.R was used to set (notes/without-d.md).
step_limits <- list(
  most_seen = 0.25,       # share of all pairs that is joined: beyond, the data look like one blob
  least_seeing = 0.5,     # share of the points that see another
  most_staying = 0.95,    # mean chance to stay: beyond, there is hardly a step
  least_dimension = 0.5,  # below, no direction is seen
  least_barrier = 0.02,
  # a minimum counts as good as the least one up to so much more distance
  tie = 0.06,
  # the bottom of a minimum: where the square of the distance is within the square of this
  bottom = 0.05,
  # the distance is looked at here and so much higher
  ahead = 1.19
)

# One curve with its minima: as gc_curve(), with the column `dimension` in curve and minima.
#   measure  function of bandwidths: list of matrices points x bandwidths, see cpp_steps()
step_curve <- function(measure, grid, settings, n, scout = NULL) {
  drawn <- draw_curve(measure, grid, scout, settings$full, function(grid, values) {
    step_has_decided(grid, values, scout, n)
  })
  grid <- drawn$grid
  values <- drawn$values
  seen <- step_means(grid, values, n)
  curve <- seen[c("bandwidth", "criterion", "se", "n_points", "dimension")]
  minima <- find_minima(seen$criterion, attr(seen, "distance"))
  candidates <- step_candidates(minima, seen)
  choices <- c(first = NA_integer_, global = NA_integer_)
  if (length(candidates)) {
    choices[] <- c(candidates[[1]], candidates[[which.min(seen$criterion[minima$at[candidates]])]])
  } else {
    minima <- with_lowest_in_sight(minima, seen)
    choices[["global"]] <- attr(minima, "lowest")
  }
  joined <- join_bottoms(minima, choices, seen)
  minima <- joined$minima
  choices <- joined$choices
  columns <- c("bandwidth", "criterion", "se", "dimension")
  found <- cbind(curve[minima$at, columns], minima)
  closer <- list()
  for (row in unique(stats::na.omit(choices))) {
    # An end of the grid stays where it is: what is lower lies beyond.
    if (minima$at[[row]] %in% c(1L, nrow(curve))) next
    settled <- settle_in_bottom(measure, seen, minima$at[[row]], settings$refine, n)
    found[row, columns] <- settled$row
    if (settings$refine) closer <- c(closer, list(settled$closer))
  }
  found$at <- NULL
  rownames(found) <- NULL
  row <- choices[[settings$minimum]]
  lowest <- if (is.na(row)) min(curve$criterion) else found$criterion[[row]]
  found <- list(curve = curve, minima = found, choices = choices, lowest = lowest)
  c(found, rechoose = step_rechooser(c(list(with_values(seen, values)), closer), found))
}

# Means over the points, a row per bandwidth: those of the curve; noise, normal, seen (the share of
# all pairs that is joined), seeing (of the points that see another), staying. Attribute distance:
# the matrix.
step_means <- function(bandwidths, values, n) {
  found <- cbind(curve_from(bandwidths, values$distance), data.frame(
    dimension = colMeans(values$dimension), noise = colMeans(values$noise),
    normal = colMeans(values$normal), seen = (colMeans(values$degree) - 1) / (n - 1),
    seeing = colMeans(has_neighbors(values$distance)), staying = colMeans(values$self)
  ))
  attr(found, "distance") <- values$distance
  found
}

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

# Rows of the table of minima that may be chosen: inside the curve, and as below.
step_candidates <- function(minima, seen) {
  inner <- which(!is.na(minima$depth_left) & !is.na(minima$depth_right))
  inner[which_steps(minima$at[inner], seen)]
}

# Which of the rows `at` of a curve, increasing, may be chosen: where half of the points see another
# but each a part of the data only, not a dent before a lower one, and nearly as low as the lowest.
which_steps <- function(at, seen) {
  counts <- seen$seen <= step_limits$most_seen & seen$seeing >= step_limits$least_seeing &
    seen$staying < step_limits$most_staying
  row <- which(counts[at])
  height <- seen$criterion
  dent <- vapply(row, function(i) {
    lower <- row[row > i & height[at[row]] < height[[at[[i]]]]]
    if (!length(lower)) return(FALSE)
    max(height[at[[i]]:at[[lower[[1]]]]]) - height[[at[[i]]]] <= step_limits$least_barrier
  }, NA)
  row <- row[!dent]
  row[height[at[row]] <= min(height[at[row]], Inf) + step_limits$tie]
}

# Without a candidate: the lowest point of the curve that is in sight of a part of the data only and
# sees a direction; without such a point that of all.
# Adds its row where the table has none; attribute lowest: the row, NA where the curve is flat.
with_lowest_in_sight <- function(minima, seen) {
  at <- lowest_in_sight(seen)
  if (is.na(at)) {
    attr(minima, "lowest") <- NA_integer_
    return(minima)
  }
  row <- match(at, minima$at)
  if (is.na(row)) {
    minima <- rbind(minima, c(at, NA, NA, NA, NA))
    names(minima) <- c("at", "depth_left", "depth_right", "z_left", "z_right")
    minima <- minima[order(minima$at), ]
    row <- match(at, minima$at)
  }
  attr(minima, "lowest") <- row
  minima
}

# What lies in the bottom of a minimum that is chosen is part of it. Returns list(minima, choices).
join_bottoms <- function(minima, choices, seen) {
  place <- minima$at
  for (row in unique(stats::na.omit(choices))) {
    near <- bottom_around(seen, minima$at[[row]])
    place[place >= near[[1]] & place <= near[[2]]] <- minima$at[[row]]
  }
  kept <- which(place == minima$at)
  chosen <- match(place[choices], place[kept])
  list(minima = minima[kept, ], choices = stats::setNames(chosen, names(choices)))
}

# Row of a curve, NA where it is flat.
lowest_in_sight <- function(seen) {
  in_sight <- seen$seen <= step_limits$most_seen & seen$dimension >= step_limits$least_dimension
  height <- ifelse(in_sight, seen$criterion, Inf)
  if (!any(is.finite(height))) height <- seen$criterion
  known <- height[is.finite(height)]
  if (min(known) == max(known)) NA_integer_ else which.min(height)
}

# In the bottom of a minimum the distance hardly differs: there the bandwidth with the least sum of
# noise, normal part, and the distance here and a step higher. A list: row, of bandwidth, criterion,
# se, dimension; closer, the means that it was found with.
settle_in_bottom <- function(measure, seen, at, refine, n) {
  columns <- c("bandwidth", "criterion", "se", "dimension")
  near <- bottom_around(seen, at)
  if (!refine) {
    inside <- seen[near[[1]]:near[[2]], ]
    return(list(row = inside[which.min(settling_height(inside, seen)), columns]))
  }
  ends <- seen$bandwidth[c(max(1L, near[[1]] - 1L), min(nrow(seen), near[[2]] + 1L))]
  # All in ratios to the lower end: a power of two as the unit changes no bit.
  width <- log(ends[[2]] / ends[[1]])
  ratio <- seq(0, width, length.out = max(5, ceiling(width / log(1.05)) + 1))
  fine <- ends[[1]] * exp(ratio)
  values <- measure(fine)
  closer <- with_values(cbind(step_means(fine, values, n), ratio = ratio), values)
  h <- settled_bandwidth(closer, seen, at)
  list(row = step_means(h, measure(h), n)[columns], closer = closer)
}

# Around row `at` of the curve, between the rows of `closer`, a table with the column ratio, the log
# bandwidth from the first on.
settled_bandwidth <- function(closer, seen, at) {
  in_sight <- closer$seen <= max(step_limits$most_seen, seen$seen[[at]])
  height <- if (any(in_sight)) ifelse(in_sight, closer$criterion, Inf) else closer$criterion
  near <- bottom_around(closer, which.min(height))
  place <- near[[1]]:near[[2]]
  both <- list(
    bandwidth = c(seen$bandwidth, closer$bandwidth), criterion = c(seen$criterion, closer$criterion)
  )
  height <- settling_height(closer, both)
  best <- place[[which.min(height[place])]]
  fine <- closer$bandwidth
  h <- fine[[1]] * exp(parabola_vertex(closer$ratio, height, best))
  min(max(h, fine[[near[[1]]]]), fine[[near[[2]]]])
}

# First and last row of the bottom around a row, as far as it is in sight of a part of the data.
bottom_around <- function(seen, at) {
  low <- seen$criterion^2 <= seen$criterion[[at]]^2 + step_limits$bottom^2 &
    seen$seen <= max(step_limits$most_seen, seen$seen[[at]])
  outside <- which(!low)
  size <- length(low)
  c(max(0L, outside[outside < at]) + 1L, min(size + 1L, outside[outside > at]) - 1L)
}

# What is least in the bottom; the distance higher up is read off the curve.
settling_height <- function(rows, curve) {
  unit <- curve$bandwidth[[1]]
  place <- log(curve$bandwidth / unit)
  known <- order(place)
  known <- known[!duplicated(place[known])]
  ahead <- stats::approx(
    place[known], curve$criterion[known], log(step_limits$ahead * rows$bandwidth / unit),
    rule = 2, ties = "ordered"
  )$y
  rows$noise + rows$normal + (rows$criterion + ahead) / 2
}

# Of the parabola through a point and its neighbours; the point itself at an end or a flat place.
parabola_vertex <- function(x, y, at) {
  if (at == 1L || at == length(x)) {
    return(x[[at]])
  }
  step <- x[[at + 1L]] - x[[at]]
  bend <- y[[at - 1L]] - 2 * y[[at]] + y[[at + 1L]]
  if (!(bend > 0)) x[[at]] else x[[at]] + step * (y[[at - 1L]] - y[[at + 1L]]) / (2 * bend)
}
