# What workers are asked to do: functions of a task's arguments and the runtime, which find what is
# kept in held_for_tasks.
worker_jobs <- list(
  # log degrees of all points that Geometric Consistency sees, a part of them
  degrees = function(arguments, runtime) {
    kept <- held_for_tasks$kept
    of <- kept$curves[[arguments$curve]]
    cpp_degree_part(
      points_of_tasks(runtime), kept$rows, of$options, of$bandwidths, arguments$part,
      arguments$n_parts, runtime
    )
  },
  # values of Geometric Consistency at a part of the points
  gc = function(arguments, runtime) {
    kept <- held_for_tasks$kept
    of <- kept$curves[[arguments$curve]]
    consistency <- kept_handle(paste("curve", arguments$curve), function() {
      hold_consistency(
        points_of_tasks(runtime), of$k, kept$rows, of$options, of$bandwidths, runtime,
        kept$degrees
      )
    })
    of$measure(consistency, arguments$bandwidths, runtime, arguments$part)
  },
  # what a part of all pairs adds to their sketch
  moments = function(arguments, runtime) {
    kept <- held_for_tasks$kept
    cpp_pair_moments(
      points_of_tasks(runtime), kept$rows, kept$bandwidths, arguments$part, arguments$n_parts,
      runtime
    )
  },
  # numbers of neighbours of some points
  counts = function(arguments, runtime) {
    cpp_neighbor_counts(
      points_of_tasks(runtime), arguments$rows, held_for_tasks$kept$radii, runtime
    )
  },
  # nearest neighbours of a part of the points
  nearest = function(arguments, runtime) {
    cpp_nearest_part(
      points_of_tasks(runtime), held_for_tasks$kept$k, arguments$part, arguments$n_parts, runtime
    )
  },
  # coordinates of new points
  place = function(arguments, runtime) {
    model <- held_for_tasks$kept$model
    hold <- function() hold_points(model$x, runtime)
    extend_model(model, kept_handle("model", hold), arguments$at, runtime)
  },
  # scores of new points
  score = function(arguments, runtime) {
    fit <- held_for_tasks$kept$fit
    handle <- kept_handle("centres", function() hold_points(score_centres(fit), runtime))
    score_block(fit)(fit, handle, arguments$at, runtime)
  },
  # a function that is kept
  any = function(arguments, runtime) held_for_tasks$kept$job(arguments, runtime),
  # losses of a learner at a bandwidth
  losses = function(arguments, runtime) {
    kept <- held_for_tasks$kept
    settings <- kept$settings
    if ("n_threads" %in% names(settings)) settings$n_threads <- runtime$n_threads
    points <- held_points(function() learner_points(kept$problem))
    losses_at(kept$problem, points, kept$rounds, settings, arguments$bandwidth)
  }
)

# Below this many multiplications, or so, the way to the workers takes longer than the work; of a
# search whose time is told beforehand, or of degrees, below these seconds.
least_shared <- 1e7
least_seconds_shared <- 30
least_degree_seconds <- 3
