# The curve of Geometric Consistency and its minima.

# Computes the curves of all combinations of alpha, k, and local_scale in the settings, and returns
# the one with the smallest `lowest`: the list that step_curve() or gc_curve() returns (curve,
# minima, choices, lowest, rechoose; without d also tolerance and raised), with
#   alpha, k, local_scale  of this curve, numbers, NA for none
#   replicates             of replicate_choices(): a matrix of bandwidths, or NULL
#   full                   whether the curve is drawn to the end of the grid; if it is not, the
#                          choice "global" is NA
# Arguments:
#   problem   of selector_problem(): checked, bandwidths
#   settings  of resolve_gc_settings(), with d (dimension, NULL: none) and seed: alpha, k,
#             local_scale (numbers to try; the last two may be NULL)
# `trials` is a data frame with a row for each combination, and `stage_ends` has for each what
# pilot_stage_ends() returns.
best_gc_curve <- function(problem, settings) {
  trials <- expand.grid(
    alpha = settings$alpha, k = settings$k %||% NA_integer_,
    local_scale = settings$local_scale %||% NA_integer_
  )
  # The number of observations that the points stand for.
  n <- total_mass(problem$checked)
  settings$floor <- bandwidth_floor(problem, settings)
  stage_ends <- lapply(trials$alpha, function(alpha) pilot_stage_ends(problem, settings, alpha))
  grid <- problem$bandwidths
  # For each curve the list of its stages. Below, specs are the stages of all curves.
  nested <- lapply(seq_len(nrow(trials)), function(i) {
    curve_specs_of_stages(problem, settings, trials[i, ], stage_ends[[i]])
  })
  # Which of the stages of all curves are those of a curve.
  stage_numbers <- split(seq_len(sum(lengths(nested))), rep(seq_along(nested), lengths(nested)))
  specs <- unlist(nested, recursive = FALSE)
  pool <- open_gc_pool(problem, specs, settings)
  on.exit(close_pool(pool))
  curves <- lapply(seq_along(stage_numbers), function(i) {
    stages <- acquire_stages(problem, specs, stage_numbers[[i]], pool)
    on.exit(stages$free())
    curve <- if (is.null(settings$d)) {
      step_curve(stages$measure, grid, settings, n, stage_ends[[i]])
    } else {
      gc_curve(stages$measure, grid, settings, stage_ends[[i]])
    }
    c(curve, trials[i, ])
  })
  lowest <- vapply(curves, function(curve) curve$lowest, 0)
  refuse_if(all(is.na(lowest)),
            "`alpha`: with these exponents no weights are left at any bandwidth.", "no_criterion")
  best <- curves[[which.min(lowest)]]
  best$replicates <- replicate_choices(best, problem, settings)
  best$full <- nrow(best$curve) == length(grid)
  # The deepest minimum is not known if the curve ends early.
  if (!best$full) best$choices[["global"]] <- NA_integer_
  best
}

# Returns the specification of each stage of a curve, a list of curve_spec().
#   problem      of selector_problem(): bandwidths, and what curve_spec() needs
#   settings     of resolve_gc_settings(), with d and seed: cutoff (distance in bandwidths beyond
#                which weights are 0)
#   combination  the alpha, k, and local_scale of the curve, a row of a data frame, NA for none
#   stage_ends   of pilot_stage_ends(): numbers of bandwidths in the grid, or NULL: one stage
curve_specs_of_stages <- function(problem, settings, combination, stage_ends) {
  spec <- curve_spec(problem, settings, combination$alpha, combination$k, combination$local_scale)
  shares_degrees <- spec$options$subsample && gc_plan(problem, settings$cutoff)$in_blocks
  lapply(stage_ranges(problem$bandwidths, stage_ends, shares_degrees), function(range) {
    replace(spec, "bandwidths", list(range))
  })
}

# Returns the smallest bandwidth that may be chosen: with a smaller one dense parts decide, and the
# graph does not hold thin parts together (notes/local-scales.md). NULL for other rules than the
# default, and if the two heights are alike, because groups lie apart or noise makes all edges
# equally long. `heights`, two lengths in the unit of x, are the shortest such that edges up to them
# connect the two shares of the points in step_rule$joined.
#   problem   of selector_problem(): checked (of as_points(): x, mass, noise: NULL, or facts of
#             deflated distances), handle, runtime
#   settings  of resolve_gc_settings(), with d (dimension, or NULL): local_scale and k (numbers to
#             try, NULL: none)
bandwidth_floor <- function(problem, settings) {
  x <- problem$checked$x
  is_default <- is.null(settings$d) && is.null(settings$local_scale) && is.null(settings$k) &&
    is.null(problem$checked$noise) && is_in_memory(x)
  if (!is_default) return(NULL)
  mass <- rep_len(as.numeric(problem$checked$mass), nrow(x))
  heights <- cpp_linkage_heights(problem$handle, mass, step_rule$joined, problem$runtime)
  if (heights[[2L]] >= step_rule$thin * heights[[1L]]) step_rule$floor * heights[[2L]]
}

# Makes the function that computes a criterion at the points, which can be sent to workers:
# function(consistency, bandwidths, runtime, part) of a handle of acquire_consistency(), bandwidths,
# a runtime, and the part of a job, see gc_job(), or NULL for all points. It returns step_values()
# or, with d, distortions, a matrix points x bandwidths.
#   d        dimension of the distortion, NULL: steps
#   inverse  whether the distortion is of the inverse metric, with d only
#   stretch  the bandwidths of the steps over those of the curve, without d; 1 with d
new_gc_measure <- function(d, inverse, stretch = 1) {
  measure <- function(consistency, bandwidths, runtime, part) {
    if (stretch != 1) bandwidths <- stretch * bandwidths
    if (is.null(d)) return(step_values(cpp_steps(consistency, bandwidths, runtime, part)))
    cpp_distortions(consistency, bandwidths, inverse, runtime, part)
  }
  environment(measure) <- list2env(list(d = d, inverse = inverse, stretch = stretch),
                                   parent = topenv())
  measure
}

# Computes one curve of distortions with its minima, refined. Returns the list of
# curve_with_minima() (curve, minima, choices) with lowest, the distortion at the choice, or without
# a choice the least value of the curve, and rechoose, a function(perturb) that chooses again from
# perturbed curves, see new_rechoose().
#   distortions  function of bandwidths: matrix points x bandwidths
#   grid         bandwidths, increasing
#   settings     of resolve_gc_settings(): full (whether the curve is drawn to the end of the grid),
#                inverse (whether distortions are of the inverse metric), refine (whether choices
#                may lie between two bandwidths), minimum ("first" or "global")
#   stage_ends   of pilot_stage_ends(), numbers of bandwidths in the grid, at which the curve may
#                end; or NULL
# `values` are points x bandwidths, and `eligible` is TRUE for each bandwidth at which half of the
# points or more see a neighbor.
gc_curve <- function(distortions, grid, settings, stage_ends = NULL) {
  stages <- curve_in_stages(distortions, grid, stage_ends, settings$full, function(grid, values) {
    has_decided_with_d(grid, values, settings$inverse)
  })
  grid <- stages$grid
  values <- stages$values
  refuse_if(!any(is.finite(apply(values, 2L, mean_of_finite))),
            "The distortion is undefined at every bandwidth: every local metric is singular.",
            "no_criterion")
  eligible <- half_see_neighbors(values)
  bound <- if (settings$inverse) bounded_distortions
  selection <- curve_with_minima(grid, values, if (settings$refine) distortions, eligible, bound)
  row <- selection$choices[[settings$minimum]]
  criteria <- if (is.na(row)) selection$curve$criterion else selection$minima$criterion[[row]]
  selection$lowest <- min(criteria, na.rm = TRUE)
  bounded_values <- if (settings$inverse) bounded_distortions(values) else values
  # Of the means at the bandwidths, bandwidths x bandwidths.
  covariance <- stats::var(bounded_values) / nrow(bounded_values)
  # Of the difference of the means at bandwidths i and j, by number.
  squared_error <- function(i, j) covariance[[i, i]] + covariance[[j, j]] - 2 * covariance[[i, j]]
  # As choose_scales() takes it.
  table <- list(
    bandwidth = grid, height = colMeans(bounded_values), eligible = eligible,
    error = function(i, j) sqrt(max(squared_error(i, j), 0))
  )
  selection$rechoose <- new_rechoose(table, bounded_values, selection)
  selection
}

# Whether half of the points or more see a neighbor, TRUE or FALSE per bandwidth. With fewer, the
# mean is about a few close pairs.
#   values  distortions, points x bandwidths
half_see_neighbors <- function(values) colMeans(sees_neighbors(values)) >= 0.5

# Whether points see a neighbor: a logical matrix, points x bandwidths. The distortion of a point
# that sees none is 1, and that of the inverse metric is NaN.
#   values  distortions, points x bandwidths
sees_neighbors <- function(values) is.finite(values) & abs(values - 1) > 1e-4

# Bounds distortions v of the inverse metric, which have no upper limit: if the matrix H_i of point
# i is nearly singular a few points outweigh all, if it is singular they are NaN. Returns v / (1 +
# v), and 1 if H_i is singular, a matrix of the same shape: a mean of these tends to 1 at both ends,
# as that of the metric does, and has the same points at every bandwidth.
#   values  distortions of the inverse metric, points x bandwidths
bounded_distortions <- function(values) ifelse(is.finite(values), values / (1 + values), 1)

# Raises an error if no point sees another even at the largest bandwidth: all distortions are 1
# then.
#   curve    data frame with the columns of a curve of bw_gc(): bandwidth, criterion; without d also
#            distance
#   nearest  distance from each point to the nearest distinct one, evaluated only if the whole curve
#            is 1
#   cutoff   distance in bandwidths beyond which weights are 0
check_pairs_seen <- function(curve, nearest, cutoff) {
  all_isolated <- all((curve$distance %||% curve$criterion) == 1, na.rm = TRUE)
  largest <- max(curve$bandwidth)
  if (all_isolated && min(nearest) > largest * min(cutoff, sqrt(max_exponent))) {
    if (min(nearest) > largest * default_cutoff) abort_no_pairs(largest)
    abort("`cutoff` = {signif(cutoff, 3)}: even at the largest bandwidth, {signif(largest, 3)},
           no point has a neighbor; give a larger one.", "no_criterion")
  }
}
