# The curve of Geometric Consistency of very many points is drawn in two stages, as the largest
# bandwidths cost most. What is seen at few of the points, a scout, tells where the first minimum
# will have decided: there the first stage ends, and the curve too, if it has.

stage_limits <- list(
  most_drawn = 50000,  # rows up to which the curve is drawn to its end, unless told otherwise
  rows = 10000L,       # of the scout
  numbers = 2^24,      # in many columns as many as have so many coordinates
  points = 100L,       # of them the curve is a mean over
  least_left = 4L,     # bandwidths: fewer are no second stage
  # what the scout sees may be off by so much: of a height, and of a share of pairs
  height = 0.02,
  share = 0.05
)

# Whether there are two stages. They do not depend on where the curve ends, so that it has the same
# bits up to there.
wants_stages <- function(full, n, graph, is_given) {
  graph == "dense" && !is_given && n >= 1000 && (n > stage_limits$most_drawn || isFALSE(full))
}

# What is asked of one curve: list(k, measure, options, bandwidths), as hold_measure() takes it.
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

# list(last, values, n): the last bandwidth of the first stage by its number; what was seen at the
# grid, of so many points. NULL: one stage.
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
    step_decided(step_means(grid, values, n))
  } else {
    metric_decided(grid, values, settings$inverse)
  }
  if (decided > length(grid) - stage_limits$least_left) {
    return(NULL)
  }
  list(last = decided, values = values, n = n)
}

# Its size, of n points in p columns.
scout_rows <- function(n, p) min(stage_limits$rows, stage_limits$numbers %/% p, n %/% 2L)

# By the number of a bandwidth where the curve of `seen`, of few points, has its first minimum, its
# bottom and the barrier behind it well behind it; Inf if it never has.
step_decided <- function(seen) {
  height <- seen$criterion
  at <- turning_points(height)
  at <- at[which_steps(at, seen)]
  if (!length(at)) {
    return(Inf)
  }
  low <- height[[at[[1]]]]
  passed <- height > max(low + 2 * step_limits$least_barrier, sqrt(low^2 + 2 * step_limits$bottom^2)) &
    seq_along(height) > at[[1]]
  first_beyond(seen$bandwidth, 1.5 * step_limits$ahead * first_or_none(seen$bandwidth[passed]))
}

metric_decided <- function(grid, values, inverse) {
  found <- first_metric_minimum(grid, values, inverse)
  if (is.null(found)) Inf else first_beyond(grid, 2 * grid[[found$at]])
}

first_or_none <- function(x) if (length(x)) x[[1]] else Inf

first_beyond <- function(grid, h) first_or_none(which(grid >= h))

# The row of find_minima() that is the first choice with d; NULL if there is none.
first_metric_minimum <- function(grid, values, inverse) {
  judged <- if (inverse) bounded_distortions(values) else values
  height <- curve_from(grid, judged)$criterion
  minima <- find_minima(height, judged)
  row <- choose_minima(minima, height, half_have_neighbors(values))[["first"]]
  if (!is.na(row)) minima[row, ]
}

# Whether the first stage alone decides without d: the first minimum that counts, its bottom and its
# barrier are drawn, as far as it is looked at; and no later one can be so much deeper that it would
# not count, as it is deep enough itself or by what was scouted.
step_has_decided <- function(grid, values, scout, n) {
  seen <- step_means(grid, values, n)
  height <- seen$criterion
  at <- turning_points(height)
  at <- at[which_steps(at, seen)]
  if (!length(at)) {
    return(FALSE)
  }
  at <- at[[1]]
  end <- bottom_around(seen, at)[[2]] + 1L
  if (end > length(grid) || max(height[at:length(grid)]) - height[[at]] <= step_limits$least_barrier) {
    return(FALSE)
  }
  grid[[length(grid)]] >= step_limits$ahead * grid[[end]] &&
    (height[[at]] <= step_limits$tie || least_ahead(scout) > height[[at]] - step_limits$tie)
}

# How low the curve may be at the bandwidths of the second stage that count.
least_ahead <- function(scout) {
  ahead <- -seq_len(scout$last)
  values <- lapply(scout$values, function(value) colMeans(value)[ahead])
  counts <- (values$degree - 1) / (scout$n - 1) <= step_limits$most_seen + stage_limits$share
  min((values$distance - 2 * values$noise)[counts], Inf) - stage_limits$height
}

# The same with d: later minima do not matter, but the first must be as real from its other side, so
# that replicates keep it.
metric_has_decided <- function(grid, values, inverse) {
  found <- first_metric_minimum(grid, values, inverse)
  !is.null(found) && found$at + 2L <= length(grid) &&
    is.finite(found$z_right) && found$z_right > 2 * least_z
}

# Where a curve is drawn and what was measured there: list(grid, values).
#   scout    of scout_curve(), or NULL
#   decided  function of the grid and the values of the first stage
draw_curve <- function(measure, grid, scout, full, decided) {
  if (is.null(scout)) {
    return(list(grid = grid, values = measure(grid)))
  }
  stage <- seq_len(scout$last)
  values <- measure(grid[stage])
  if (!full && decided(grid[stage], values)) {
    return(list(grid = grid[stage], values = values))
  }
  list(grid = grid, values = bind_values(list(values, measure(grid[-stage]))))
}

# Values at one bandwidth after the other: matrices, or lists of them.
bind_values <- function(parts) {
  if (is.matrix(parts[[1]])) do.call(cbind, parts) else do.call(Map, c(list(cbind), parts))
}

# As hold_measure(), of a curve in stages.
#   numbers  of the curves of the stages; the second begins at the last bandwidth of the first
hold_stages <- function(problem, curves, numbers, pool) {
  held <- lapply(numbers, function(i) hold_measure(problem, curves, i, pool))
  edge <- max(curves[[numbers[[1]]]]$bandwidths) * (1 + 1e-12)
  measure <- function(bandwidths) {
    if (length(held) == 1L) {
      return(held[[1]]$measure(bandwidths))
    }
    ahead <- bandwidths > edge
    stages <- unique(1L + ahead)
    bind_values(lapply(stages, function(s) held[[s]]$measure(bandwidths[1L + ahead == s])))
  }
  list(measure = measure, free = function() for (stage in held) stage$free())
}

# The ranges of bandwidths of the stages: one, where a table of degrees that serves all costs hardly
# more than that of the first, as for far points few more are met.
stage_ranges <- function(grid, scout, shares_degrees = FALSE) {
  if (is.null(scout) || shares_degrees) {
    return(list(grid))
  }
  list(grid[seq_len(scout$last)], grid[scout$last:length(grid)])
}

# Printed of a curve that ends early.
stage_note <- function(found, problem) {
  if (found$full) {
    return(NULL)
  }
  paste0(
    "curve drawn to ", short(max(found$curve$bandwidth), 3), ", where the first minimum has ",
    "decided; full = TRUE goes on to ", short(max(problem$bandwidths), 3)
  )
}
