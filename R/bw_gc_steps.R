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
  judged <- list(bandwidth = table$bandwidth, height = table$distance, between = settings$refine)
  found <- step_minima(table, values$distance, choose_scales(judged))
  found$minima$eigenvalue_error <- expected_eigenvalue_error(found$minima, n)
  found$minima[c("staying", "plain", "moving")] <- NULL
  columns <- c("bandwidth", "criterion", "se", "n_points", "dimension", "distance")
  found$curve <- data.frame(table[table$bandwidth %in% grid, columns], row.names = NULL)
  found$lowest <- min(table$criterion)
  found$rechoose <- choose_again(judged, values$distance, found)
  found
}

# Adds three bandwidths between the two where the curve meets its bottom.
draw_closer <- function(drawn, measure) {
  at <- which.min(step_criterion(colMeans(drawn$values$distance)))
  if (at == 1L) {
    return(drawn)
  }
  ends <- drawn$grid[at - 1:0]
  closer <- ends[[1]] * (ends[[2]] / ends[[1]])^(1:3 / 4)
  values <- bind_values(list(drawn$values, measure(closer)))
  grid <- c(drawn$grid, closer)
  list(grid = sort(grid), values = lapply(values, function(v) v[, order(grid), drop = FALSE]))
}

# Returns means over the points, a row per bandwidth.
step_means <- function(bandwidths, values) {
  table <- curve_from(bandwidths, values$distance)
  table$distance <- table$criterion
  table$criterion <- step_criterion(table$distance)
  for (name in c("dimension", "staying", "plain", "moving")) {
    table[[name]] <- colMeans(values[[name]])
  }
  table
}

# Returns the minima of the curve, which are those of the distance. Minima in the flat bottom count
# as one, at the place where the curve reaches it. list(minima, choices)
#   scales  of choose_scales()
step_minima <- function(table, distance, scales) {
  columns <- c(
    "bandwidth", "criterion", "se", "dimension", "distance", "staying", "plain", "moving"
  )
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
  global <- if (is.na(first)) NA_integer_ else match(minima$at[deepest], rows$at)[1]
  minima <- data.frame(found[names(found) != "at"], row.names = NULL)
  list(minima = minima, choices = c(first = first, global = global))
}

# ---- distances that are not those of points ------------------------------------------------------

# Measures how far distances are from Euclidean ones: the share of the negative eigenvalues of a
# step in the sum of all absolute eigenvalues, averaged over 20 points, each with its 200 neighbors
# of largest weight. NULL for points.
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

# Limits the share above which the eigenvalues of a step say little about a geometry.
max_negative <- 0.1

warn_negative <- function(share) {
  if (!is.null(share) && share > max_negative) {
    warn(
      c("`x`: at the selected bandwidth {round(100 * share)}% of the variances of a step are
         negative. The distances of nearby points are not Euclidean, so do not rely on the choice.",
        i = "Compare it with bw_knn() and bw_kernel_sum(). bandwidth_report() needs coordinates."),
      "negative"
    )
  }
}

# The curve of Geometric Consistency of very many points is drawn in stages, as the largest
# bandwidths cost most. What is seen at few of the points, a scout, tells where the choice will have
# been decided: there a stage ends, and the curve too, if it has.

stage_limits <- list(
  max_drawn = 50000,  # rows up to which the curve is drawn to its end, unless told otherwise
  rows = 10000L,       # of the scout
  numbers = 2^24,      # in many columns as many as have so many coordinates
  points = 100L,       # of them the curve is a mean over
  min_left = 4L,       # bandwidths: fewer are no stage
  falls = 1 / 5        # the lowest distance of n points is as n to minus this in six dimensions
)

# Tells whether the curve is computed in stages. The stages do not depend on where the curve ends,
# so that results up to there are identical.
wants_stages <- function(full, n, graph, is_given) {
  graph == "dense" && !is_given && n >= 1000 && (n > stage_limits$max_drawn || isFALSE(full))
}

# Returns what is asked of one curve: list(k, measure, options, bandwidths), as hold_measure() takes
# it.
gc_question <- function(problem, settings, alpha, k, local_scale = NA, n = problem$n,
                        subsample = settings$subsample) {
  options <- gc_options(
    settings$d %||% 1L, settings$cutoff, alpha, settings$pca_weights, subsample, settings$seed, n,
    ncol(problem$checked$x)
  )
  if (!is_unit_mass(problem$checked$mass)) options$mass <- problem$checked$mass
  if (!is.na(local_scale)) {
    local <- local_scales(problem$handle, local_scale, problem$runtime)
    options$alpha <- local_correction(list(own_scales = local), 1, alpha)$alpha
    options <- c(options, local)
  }
  list(
    k = k, measure = gc_measure(settings$d, settings$inverse), options = options,
    bandwidths = problem$bandwidths
  )
}

# Returns the numbers of the last bandwidths of all stages except the last. The first stage ends
# where the scout has decided if the minimum of all points is as much lower as it may be, and the
# next where the scout has decided by its own minimum. NULL: one stage.
scout_curve <- function(problem, settings, alpha) {
  if (!settings$staged) {
    return(NULL)
  }
  n <- scout_rows(problem$n, ncol(problem$checked$x))
  x <- problem$checked$x[cpp_spread_rows(problem$handle, n), , drop = FALSE]
  handle <- cpp_points(x, problem$runtime)
  on.exit(cpp_release(handle))
  if (!(cpp_rms_distance(handle) > 0)) {
    return(NULL)
  }
  grid <- problem$bandwidths
  question <- gc_question(problem, settings, alpha, NA_integer_, n = n, subsample = FALSE)
  points <- round(seq(1, n, length.out = min(n, stage_limits$points)))
  consistency <- hold_consistency(handle, NA, points, question$options, grid, problem$runtime)
  on.exit(cpp_release(consistency), add = TRUE, after = FALSE)
  values <- question$measure(consistency, grid, problem$runtime, NULL)
  decided <- if (is.null(settings$d)) {
    lower <- c((n / problem$n)^stage_limits$falls, 1)
    vapply(lower, function(l) decided_from(colMeans(values$distance), l), 0)
  } else {
    metric_decided(grid, values, settings$inverse)
  }
  ends <- unique(decided[decided <= length(grid) - stage_limits$min_left])
  if (length(ends)) ends
}

# Returns its size, of n points in p columns.
scout_rows <- function(n, p) min(stage_limits$rows, stage_limits$numbers %/% p, n %/% 2L)

metric_decided <- function(grid, values, inverse) {
  found <- first_metric_minimum(grid, values, inverse)
  if (is.null(found)) Inf else first_or_none(which(grid >= 2 * grid[[found$at]]))
}

# Returns the row of find_minima() that is the first choice with d; NULL if there is none.
first_metric_minimum <- function(grid, values, inverse) {
  judged <- if (inverse) bounded_distortions(values) else values
  height <- curve_from(grid, judged)$criterion
  minima <- find_minima(height, judged)
  row <- choose_minima(minima, height, half_have_neighbors(values))[["first"]]
  if (!is.na(row)) minima[row, ]
}

# Tells whether the first stage alone decides with d: later minima do not matter, but the first must
# be as real from its other side, so that replicates keep it.
metric_has_decided <- function(grid, values, inverse) {
  found <- first_metric_minimum(grid, values, inverse)
  !is.null(found) && found$at + 2L <= length(grid) &&
    is.finite(found$z_right) && found$z_right > 2 * min_z
}

# Computes a curve in stages. Returns where it ends and what was measured: list(grid, values).
#   scout    of scout_curve()
#   decided  function of the grid and the values so far
draw_curve <- function(measure, grid, scout, full, decided) {
  values <- NULL
  from <- 1L
  for (end in c(scout, length(grid))) {
    part <- measure(grid[from:end])
    values <- if (is.null(values)) part else bind_values(list(values, part))
    drawn <- list(grid = grid[seq_len(end)], values = values)
    if (end == length(grid) || (!full && decided(drawn$grid, values))) {
      return(drawn)
    }
    from <- end + 1L
  }
}

# Binds values at one bandwidth after the other: matrices, or lists of them.
bind_values <- function(parts) {
  if (is.matrix(parts[[1]])) do.call(cbind, parts) else do.call(Map, c(list(cbind), parts))
}

# Does the same as hold_measure() for a curve in stages.
#   numbers  of the curves of the stages; each begins at the last bandwidth of the one before
hold_stages <- function(problem, curves, numbers, pool) {
  held <- lapply(numbers, function(i) hold_measure(problem, curves, i, pool))
  ends <- vapply(curves[numbers[-length(numbers)]], function(of) max(of$bandwidths), 0)
  measure <- function(bandwidths) {
    stage <- 1L + findInterval(bandwidths, ends * (1 + 1e-12), left.open = TRUE)
    parts <- lapply(unique(stage), function(s) held[[s]]$measure(bandwidths[stage == s]))
    if (length(parts) > 1L) bind_values(parts) else parts[[1]]
  }
  list(measure = measure, free = function() for (stage in held) stage$free())
}

# Returns the ranges of bandwidths of the stages. There is one range if a table of degrees for all
# bandwidths costs hardly more than that of the first stage, because few far points are added.
stage_ranges <- function(grid, scout, shares_degrees = FALSE) {
  if (shares_degrees) scout <- NULL
  Map(function(from, to) grid[from:to], c(1L, scout), c(scout, length(grid)))
}

# Returns what is printed of a curve that ends early.
stage_note <- function(found, problem) {
  if (!found$full) {
    paste0(
      "curve drawn to ", short(max(found$curve$bandwidth), 3), ", where the first minimum has ",
      "decided; full = TRUE goes on to ", short(max(problem$bandwidths), 3)
    )
  }
}

# Measures Geometric Consistency here or by workers, with identical results.

# Multiplications, or so, of all work, and seconds of the degrees, from which on it pays to send the
# points to the workers.
min_work_shared <- 1e7
min_degree_seconds <- 3

n_gc_parts <- 16L

# Opens a pool for the curves of a problem; NULL if there is not enough to do.
#   problem, curves  of selector_problem(); what each curve is of: gc_question()
open_gc_pool <- function(problem, curves, settings) {
  x <- problem$checked$x
  # Points on the disk are in a file that is open here.
  can_send <- !is_paged(x) && !isFALSE(settings$plain)
  work <- as.numeric(problem$n) * length(problem$rows) * length(problem$bandwidths) * ncol(x)
  if (can_send && work >= min_work_shared &&
        (shares_degrees(problem) || parts_outweigh_degrees(problem, settings))) {
    open_pool(list(x = x, rows = problem$rows, curves = curves), problem$runtime)
  }
}

# Returns list(measure, free): measure(h) gives the values of all points at bandwidths, see
# cpp_steps() and cpp_distortions().
#   curve  number of the curve
#   pool   of open_gc_pool()
hold_measure <- function(problem, curves, curve, pool) {
  of <- curves[[curve]]
  name <- paste("curve", curve)
  state <- new.env(parent = emptyenv())
  here <- function(bandwidths) {
    if (is.null(state$consistency)) {
      state$consistency <- hold_consistency(
        problem$handle, of$k, problem$rows, of$options, of$bandwidths, problem$runtime
      )
    }
    of$measure(state$consistency, bandwidths, problem$runtime, NULL)
  }
  # Degrees that are held serve all parts; others are summed anew for each, and for a few bandwidths
  # that is nearly all there is to do.
  holds_degrees <- !is.na(of$k) || holds_degrees(problem)
  measure <- function(bandwidths) {
    if (is.null(pool) || !(holds_degrees || length(bandwidths) > 3L)) {
      return(here(bandwidths))
    }
    if (is.null(state$asked) && is.na(of$k) && shares_degrees(problem)) {
      parts <- lapply(seq_len(n_gc_parts) - 1L, function(part) list(curve = curve, part = part))
      keep_in_pool(pool, stats::setNames(list(map_pool(degrees_job, parts, pool)), name))
    }
    state$asked <- TRUE
    n_parts <- if (holds_degrees && length(bandwidths) > 3L) n_gc_parts else pool$n
    parts <- tree_parts(length(problem$rows), n_parts)
    questions <- lapply(parts, function(part) {
      list(curve = curve, bandwidths = bandwidths, part = as.integer(range(part) - 1:0))
    })
    order <- cpp_tree_order(problem$handle, problem$rows)
    join_parts(map_pool(gc_job, questions, pool), lapply(parts, function(part) order[part]))
  }
  free <- function() {
    if (!is.null(state$consistency)) cpp_release(state$consistency)
    if (!is.null(state$asked)) keep_in_pool(pool, stats::setNames(list(NULL), name))
  }
  list(measure = measure, free = free)
}

# Computes the log degrees of a part of all points.
degrees_job <- function(question, kept, runtime) {
  of <- kept$curves[[question$curve]]
  cpp_degree_part(
    worker_points(kept, runtime), kept$rows, of$options, of$bandwidths, question$part, n_gc_parts,
    runtime
  )
}

# Computes values at a part of the points, from the degrees of the curve if these are kept.
gc_job <- function(question, kept, runtime) {
  of <- kept$curves[[question$curve]]
  name <- paste("curve", question$curve)
  consistency <- made_once(name, function() {
    hold_consistency(
      worker_points(kept, runtime), of$k, kept$rows, of$options, of$bandwidths, runtime,
      kept[[name]] %||% list()
    )
  })
  of$measure(consistency, question$bandwidths, runtime, question$part)
}

# Tells whether the degrees of all points are worth a job of their own. Otherwise every worker makes
# the table itself.
shares_degrees <- function(problem) {
  holds_degrees(problem) && degree_seconds(problem) >= min_degree_seconds
}

# Tells whether workers pay although each makes the table of degrees for itself: if the rest takes
# longer.
parts_outweigh_degrees <- function(problem, settings) {
  p <- ncol(problem$checked$x)
  visited <- length(problem$rows) * min(problem$n, 65536) * length(problem$bandwidths)
  !holds_degrees(problem) || 5e-10 * visited * p * (settings$d %||% p) > degree_seconds(problem)
}

# Estimates the seconds that the degrees take on one thread, from a measurement of 1e5 points in 13
# columns.
degree_seconds <- function(problem) {
  n <- as.numeric(problem$n)
  met <- min(n, max(2048, n / 256) + max(4096, n / 128))
  1.5e-9 * n * met * ncol(problem$checked$x)
}

# Tells whether the core makes a table of degrees, as LocalPass does for this number of pairs and
# bandwidths.
holds_degrees <- function(problem) as.numeric(problem$n)^2 * length(problem$bandwidths) > 4e9

# Puts matrices of parts, or lists of such, in the order of the points.
#   at  the points of each part
join_parts <- function(found, at) {
  if (is.list(found[[1L]])) {
    return(do.call(Map, c(list(function(...) join_parts(list(...), at)), unname(found))))
  }
  joined <- do.call(rbind, found)
  joined[unlist(at), ] <- joined
  joined
}
