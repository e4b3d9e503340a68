# The curve of Geometric Consistency of very many points is drawn in two stages, as the largest
# bandwidths cost most. What is seen at few of the points, a scout, tells where the first minimum
# will have decided: there the first stage ends, and the curve too, if it has.

stage_limits <- list(
  most_drawn = 50000,  # rows up to which the curve is drawn to its end, unless told otherwise
  rows = 10000L,       # of the scout
  numbers = 2^24,      # in many columns as many as have so many coordinates
  points = 100L,       # of them the curve is a mean over
  least_left = 4L,     # bandwidths: fewer are no second stage
  lower = 0.75         # with all points the lowest place is at most so high, of that of the scout
)

# Whether there are two stages. They do not depend on where the curve ends, so that it has the same
# bits up to there.
wants_stages <- function(full, n, graph, is_given) {
  graph == "dense" && !is_given && n >= 1000 && (n > stage_limits$most_drawn || isFALSE(full))
}

# What is asked of one curve: list(k, measure, options, bandwidths), as hold_measure() takes it.
gc_question <- function(problem, settings, alpha, k, n = problem$n,
                        subsample = settings$subsample) {
  list(
    k = k, measure = gc_measure(settings$d, settings$inverse),
    options = gc_options(
      settings$d %||% 1L, settings$cutoff, alpha, settings$pca_weights, subsample, settings$seed, n,
      ncol(problem$checked$x)
    ),
    bandwidths = problem$bandwidths
  )
}

# The number of the last bandwidth of the first stage. NULL: one stage.
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
  question <- gc_question(problem, settings, alpha, NA_integer_, n, subsample = FALSE)
  points <- round(seq(1, n, length.out = min(n, stage_limits$points)))
  consistency <- hold_consistency(handle, NA, points, question$options, grid, problem$runtime)
  on.exit(cpp_release(consistency), add = TRUE, after = FALSE)
  values <- question$measure(consistency, grid, problem$runtime, NULL)
  decided <- if (is.null(settings$d)) {
    decided_from(colMeans(values$distance), stage_limits$lower)
  } else {
    metric_decided(grid, values, settings$inverse)
  }
  if (decided <= length(grid) - stage_limits$least_left) decided
}

# Its size, of n points in p columns.
scout_rows <- function(n, p) min(stage_limits$rows, stage_limits$numbers %/% p, n %/% 2L)

metric_decided <- function(grid, values, inverse) {
  found <- first_metric_minimum(grid, values, inverse)
  if (is.null(found)) Inf else first_beyond(grid, 2 * grid[[found$at]])
}

first_beyond <- function(grid, h) first_or_none(which(grid >= h))

# The row of find_minima() that is the first choice with d; NULL if there is none.
first_metric_minimum <- function(grid, values, inverse) {
  judged <- if (inverse) bounded_distortions(values) else values
  height <- curve_from(grid, judged)$criterion
  minima <- find_minima(height, judged)
  row <- choose_minima(minima, height, half_have_neighbors(values))[["first"]]
  if (!is.na(row)) minima[row, ]
}

# Whether the first stage alone decides with d: later minima do not matter, but the first must be as
# real from its other side, so that replicates keep it.
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
  stage <- seq_len(scout)
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
  list(grid[seq_len(scout)], grid[scout:length(grid)])
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
