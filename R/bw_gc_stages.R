# The curve of Geometric Consistency of very many points is drawn in stages, as the largest
# bandwidths cost most. What is seen at few of the points, a pilot, tells where the choice will have
# been decided: there a stage ends, and the curve too, if it has.

stage_limits <- list(
  max_drawn = 50000,  # rows up to which the curve is drawn to its end, unless told otherwise
  rows = 10000L,       # of the pilot
  numbers = 2^24,      # coordinates in these rows: in many columns there are fewer rows
  points = 100L,       # rows of the pilot that its curve is a mean over
  min_left = 4L,       # bandwidths that must be left for a stage after another
  falls = 1 / 5        # the lowest distance of n points is like n to minus this in six dimensions
)

# Whether the curve is computed in stages, TRUE or FALSE. The stages do not depend on where the
# curve ends, so that results up to there are identical.
#   full      the argument, see bw_control(): TRUE, FALSE, or NULL
#   n         number of points;  graph: name of a type
#   is_given  whether the user gave the grid
is_in_stages <- function(full, n, graph, is_given) {
  !graph_type(graph)$lists_neighbors && !is_given && n >= 1000 &&
    (n > stage_limits$max_drawn || isFALSE(full))
}

# Makes the specification of one curve, as acquire_measure() takes it: list(k; measure: the function
# that computes the criterion, of new_gc_measure(); options: as acquire_consistency() takes them;
# bandwidths: those of the curve; stretch: the ratio of the bandwidths of the steps to those of the
# curve, not 1 only without d with local scales).
#   problem      of selector_problem(): n, checked, handle, runtime, bandwidths
#   settings     of resolve_gc_settings(), with d (dimension, or NULL) and seed: cutoff (distance in
#                bandwidths beyond which weights are 0), pca_weights ("squared" or "kernel"),
#                inverse (whether the inverse metric is measured), subsample
#   alpha        exponent of the density
#   k            number of neighbors of the graph, NA: all pairs within the cutoff
#   local_scale  number of the neighbor whose distance is the scale of a point, NA: none
#   n            number of points for estimates of costs
#   subsample    whether neighbors may be drawn
curve_spec <- function(problem, settings, alpha, k, local_scale = NA, n = problem$n,
                        subsample = settings$subsample) {
  options <- gc_options(
    settings$d %||% 1L, settings$cutoff, alpha, settings$pca_weights, subsample, settings$seed, n,
    ncol(problem$checked$x)
  )
  if (!is_unit_mass(problem$checked$mass)) options$mass <- problem$checked$mass
  if (!is.na(local_scale)) {
    scales <- local_scales(problem$checked, problem$handle, local_scale, problem$runtime)
    options <- c(options, scale_options(scales, alpha))
  }
  is_step <- is.null(settings$d) && !is.na(local_scale)
  stretch <- if (is_step) 1 / local_step_share else 1
  list(
    k = k, measure = new_gc_measure(settings$d, settings$inverse, stretch), options = options,
    bandwidths = problem$bandwidths, stretch = stretch
  )
}

# Returns, for each stage except the last, the number of its last bandwidth in the grid, increasing,
# found from a pilot, the curve of few points. Without d the first stage ends where the pilot
# decides if the minimum of all points is as much lower as it may be, and the next where the pilot
# decides by its own minimum; with d there are two stages at most. NULL if there is one stage only.
#   problem   of selector_problem(): n, checked, handle, runtime, bandwidths
#   settings  of resolve_gc_settings(), with d (dimension, or NULL) and seed: staged (whether there
#             is more than one stage), inverse (whether the inverse metric is measured), and what
#             curve_spec() needs
#   alpha     exponent of the density
# `n` is the number of rows of the pilot, `points` those of them that its curve is a mean over, and
# `consistency` a handle of the steps there, or with d of the local metrics.
pilot_stage_ends <- function(problem, settings, alpha) {
  if (!settings$staged) return(NULL)
  n <- n_pilot_rows(problem$n, ncol(problem$checked$x))
  x <- problem$checked$x[cpp_spread_rows(problem$handle, n), , drop = FALSE]
  handle <- release_on_exit(cpp_points(x, problem$runtime))
  if (!(cpp_rms_distance(handle) > 0)) return(NULL)
  grid <- problem$bandwidths
  spec <- curve_spec(problem, settings, alpha, NA_integer_, n = n, subsample = FALSE)
  points <- take_evenly(seq_len(n), stage_limits$points)
  consistency <- acquire_consistency(handle, NA, points, spec$options, grid, problem$runtime)
  on.exit(cpp_release(consistency), add = TRUE, after = FALSE)
  # Of step_values(), or with d a matrix, points x bandwidths.
  values <- spec$measure(consistency, grid, problem$runtime, NULL)
  # Numbers of bandwidths, Inf where nothing is decided.
  deciding <- if (is.null(settings$d)) {
    shares_of_height <- c((n / problem$n)^stage_limits$falls, 1)
    vapply(shares_of_height, function(share) deciding_index(colMeans(values$distance), share), 0)
  } else {
    deciding_index_with_d(grid, values, settings$inverse)
  }
  ends <- unique(deciding[deciding <= length(grid) - stage_limits$min_left])
  if (length(ends)) ends
}

# The number of rows of the pilot, of n points in p columns: stage_limits has the most rows, and the
# most numbers in them.
n_pilot_rows <- function(n, p) min(stage_limits$rows, stage_limits$numbers %/% p, n %/% 2L)

# The index of the bandwidth at which the pilot takes the choice with d as decided: the first that
# is at least twice that of the first minimum. Inf without one.
#   grid     bandwidths, increasing;  values: distortions, points x bandwidths
#   inverse  whether distortions are of the inverse metric
deciding_index_with_d <- function(grid, values, inverse) {
  minimum <- first_minimum_with_d(grid, values, inverse)
  if (is.null(minimum)) Inf else first_or_inf(which(grid >= 2 * grid[[minimum$index]]))
}

# Returns the row of the table of find_minima() that is the choice "first" with d, a data frame
# (index, depth_left, depth_right, z_left, z_right); NULL without one.
#   grid     bandwidths, increasing;  values: distortions, points x bandwidths
#   inverse  whether distortions are of the inverse metric, which has no bound
first_minimum_with_d <- function(grid, values, inverse) {
  bounded_values <- if (inverse) bounded_distortions(values) else values
  height <- mean_curve(grid, bounded_values)$criterion
  minima <- find_minima(height, bounded_values)
  row <- choose_minima(minima, height, half_see_neighbors(values))[["first"]]
  if (!is.na(row)) minima[row, ]
}

# Whether the bandwidths so far decide the choice with d, TRUE or FALSE: later minima do not matter,
# but two bandwidths or more must follow the first one, and the curve must rise after it by more
# than 2 * min_z standard errors, so that replicates keep it.
#   grid     bandwidths, increasing;  values: distortions, points x bandwidths
#   inverse  whether distortions are of the inverse metric
has_decided_with_d <- function(grid, values, inverse) {
  minimum <- first_minimum_with_d(grid, values, inverse)
  !is.null(minimum) && minimum$index + 2L <= length(grid) &&
    is.finite(minimum$z_right) && minimum$z_right > 2 * min_z
}

# Computes a curve in stages. Returns list(grid: its bandwidths, up to where it ends; values: of the
# criterion at these, as `measure` returns them).
#   measure      function of bandwidths: a matrix points x bandwidths, or step_values(), a list of
#                them
#   grid         bandwidths, increasing
#   stage_ends   of pilot_stage_ends(): numbers of bandwidths in the grid, or NULL
#   full         whether the curve goes on to the end of the grid in any case
#   has_decided  function of the grid and the values so far that returns whether the curve may end
curve_in_stages <- function(measure, grid, stage_ends, full, has_decided) {
  values <- NULL
  start <- 1L
  for (end in c(stage_ends, length(grid))) {
    stage_values <- measure(grid[start:end])
    values <- if (is.null(values)) stage_values else bind_bandwidths(list(values, stage_values))
    curve <- list(grid = grid[seq_len(end)], values = values)
    if (end == length(grid) || (!full && has_decided(curve$grid, values))) return(curve)
    start <- end + 1L
  }
}

# Binds values at some bandwidths and at further ones: matrices, or lists of them.
#   parts  list of matrices points x bandwidths, or of lists of such matrices
bind_bandwidths <- function(parts) {
  if (is.matrix(parts[[1]])) do.call(cbind, parts) else do.call(Map, c(list(cbind), parts))
}

# Returns list(measure: function of increasing bandwidths that returns the values of the criterion
# at all points, of acquire_measure(); free: function without arguments that releases handles), for
# a curve in stages.
#   specs    list of curve_spec(), for all stages of all curves
#   numbers  which elements of specs are the stages of this curve
#   pool     of open_gc_pool(), workers, or NULL
#   problem  of selector_problem()
acquire_stages <- function(problem, specs, numbers, pool) {
  # For each stage list(measure, free), as this function returns.
  stages <- lapply(numbers, function(i) acquire_measure(problem, specs, i, pool))
  # The last bandwidths of all stages except the last.
  ends <- vapply(specs[numbers[-length(numbers)]], function(spec) max(spec$bandwidths), 0)
  measure <- function(bandwidths) {
    stage <- 1L + findInterval(bandwidths, ends * (1 + 1e-12), left.open = TRUE)
    parts <- lapply(unique(stage), function(s) stages[[s]]$measure(bandwidths[stage == s]))
    if (length(parts) > 1L) bind_bandwidths(parts) else parts[[1]]
  }
  list(measure = measure, free = function() for (stage in stages) stage$free())
}

# Returns the bandwidths of each stage, a list of vectors. There is one stage if a table of degrees
# for all bandwidths costs hardly more than that of the first stage, because few far points are
# added.
#   grid            bandwidths, increasing
#   stage_ends      of pilot_stage_ends(): numbers of bandwidths in the grid, or NULL: one stage
#   shares_degrees  whether all stages share one table of degrees
stage_ranges <- function(grid, stage_ends, shares_degrees = FALSE) {
  if (shares_degrees) stage_ends <- NULL
  Map(function(from, to) grid[from:to], c(1L, stage_ends), c(stage_ends, length(grid)))
}

# A printed note on a curve that ends early; NULL if it does not.
#   best     of best_gc_curve(): list of which full, FALSE if the curve ends early, and curve
#   problem  of selector_problem(), of which bandwidths, the whole grid
stage_note <- function(best, problem) {
  if (!best$full) {
    paste0(
      "curve drawn to ", short(max(best$curve$bandwidth), 3), ", where the first minimum has ",
      "decided; full = TRUE goes on to ", short(max(problem$bandwidths), 3)
    )
  }
}
