# Replicates of a choice: what it might be in another sample (notes/uncertainty.md). The criterion
# is a mean over points of values that near points share, as they share neighbors. Its curve is
# perturbed by random fields as smooth as that, the same for all bandwidths, and the choice is made
# again: the dependent multiplier bootstrap (Shao 2010), points in place of times.

replicate_limits <- list(
  # in bandwidths: the fields of points this far apart are hardly alike
  reach = 2,
  # factor that perturbations of means over near points lack, as measured
  raise = 1.15,
  # fields are drawn at so many of the points at most
  max_points = 500L
)

# Chooses bandwidths again from perturbed curves. Returns a matrix of bandwidths, a row per
# replicate and a column for each rule (first, global); NULL without replicates, and if the curve
# has no minimum.
#   selection  of gc_curve() or step_curve(): minima, choices (rows of minima by rule, NA: none),
#              rechoose (of new_rechoose(): a function of a function that takes values, a matrix
#              points x bandwidths, and returns perturbations of their means, replicates x
#              bandwidths), with local_scale (number of the neighbor whose distance is the scale of
#              a point, NA: none)
#   problem    of selector_problem(): rows (numbers of the points whose mean a curve is), checked
#              (their x and what local_scales() needs), handle, runtime
#   settings   of resolve_gc_settings(), with d and seed: minimum ("first" or "global"), replicates
#              (how many), seed (a number)
replicate_choices <- function(selection, problem, settings) {
  row <- selection$choices[[settings$minimum]]
  if (is.na(row)) row <- selection$choices[["global"]]
  if (settings$replicates == 0L || is.na(row)) return(NULL)
  # Positions among problem$rows, all or at most replicate_limits$max_points of them.
  points <- canonical_order(problem$checked$x, problem$rows)
  if (length(points) > replicate_limits$max_points) {
    points <- take_evenly(points, replicate_limits$max_points)
  }
  x <- problem$checked$x[problem$rows[points], , drop = FALSE]
  # The length over which fields vary: in the unit of x, or first in local scales.
  reach <- replicate_limits$reach * selection$minima$bandwidth[[row]]
  k <- selection$local_scale %||% NA
  if (!is.na(k)) {
    scales <- local_scales(problem$checked, problem$handle, k, problem$runtime)
    reach <- reach * stats::median(scales$scale)
  }
  # Points x replicates.
  fields <- draw_fields(x, reach, settings$replicates, settings$seed, problem$runtime)
  weight <- replicate_limits$raise / nrow(x) * fields
  selection$rechoose(function(values) {
    values <- values[points, , drop = FALSE]
    crossprod(weight, values - rep(colMeans(values), each = nrow(values)))
  })
}

# Draws smooth random functions of mean 0 at the points x: a matrix nrow(x) x n_fields. Covariances
# are about exp(-|x_i - x_j|^2 / correlation_length^2), times a factor of 1 to 10: the part that all
# points of a field have in common does not change a mean of deviations, and the rest is scaled up
# for it. `noise` are uniform numbers, points x fields, and `smooth` weights of means of these,
# points x points.
#   x         matrix, points as rows;  correlation_length: unit of x;  runtime: of new_runtime()
#   n_fields  number of functions;  seed: a number
draw_fields <- function(x, correlation_length, n_fields, seed, runtime) {
  handle <- release_on_exit(cpp_points(x, runtime))
  n_points <- nrow(x)
  noise <- vapply(seq_len(n_fields), function(r) cpp_uniform(n_points, seed, r), numeric(n_points))
  smooth <- cpp_heat_kernel(handle, x, correlation_length / sqrt(2), runtime)
  smooth <- smooth / sqrt(rowSums(smooth^2))
  common_share <- sum(colMeans(smooth)^2)
  smooth %*% (noise - 0.5) * sqrt(12 / max(1 - common_share, 0.1))
}
