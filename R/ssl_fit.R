# What all methods of semi-supervised learning go through.

#   settings  of ssl_settings();   method  of new_ssl_method()
ssl_fit <- function(x, y, settings, method) {
  start <- proc.time()[[3]]
  arguments <- ssl_arguments(x, y, settings)
  if (method$is_machine && !is.null(arguments$given_graph)) {
    abort_argument(
      c("`x` must be points for ssl_{method$name}(), whose kernel is a function of them, not a
         graph.",
        i = "ssl_eigenmaps(), ssl_iterated(), ssl_diffusion(), ssl_harmonic(), ssl_auto() take
             graphs.")
    )
  }
  own <- method$check(method$own, arguments)
  arguments$labels$targets <- method$targets(arguments$labels, own)
  if (method$is_random(own)) arguments$seed <- draw_seed(arguments$seed)
  if (!is.null(method$n_vectors)) {
    arguments$n_vectors <- method$n_vectors(arguments$labels, own, arguments$n_all)
  }
  problem <- ssl_graph(arguments, method)
  if (is_matrix_free(problem$weights)) on.exit(return_points(problem$known, problem$weights$points))
  problem$is_machine <- method$is_machine
  learnt <- method$learn(problem, own)
  fit <- new_ssl_fit(method, problem, learnt, proc.time()[[3]] - start)
  if (is.null(problem$landmarks)) fit else place_all_labels(fit, problem, start)
}

# The only place that knows the fields. `learnt` is what a method found:
#   values      at the learnt points (x q), or for machines at all
#   averaged    at the learnt points: what a walk from a new point averages
#   loo         n x q: at the labelled points without their own label, where that is known
#   without     numbers of labels -> what the method predicts there from the others
#   parameters  named list;  chosen: how, by name;  path: data frame or NULL
#   bound, solver, machine  where the method has them
new_ssl_fit <- function(method, problem, learnt, elapsed) {
  check_learnt(learnt)
  labels <- problem$labels
  held <- if (wants_errors()) held_out_predictions(learnt$without, problem)
  validated <- held_out_error(held, labels)
  # What is left without the only label tells nothing.
  single <- length(labels$rows) == 1L
  structure(
    c(
      list(
        method = method$name, title = method$title, families = method$families,
        labels = labels, loo = pad_loo(learnt$loo, problem), held_out = held,
        error = validated$error, error_se = validated$se, error_guess = validated$guess,
        error_method = validation_name(learnt$chosen, labels),
        slope = if (labels$kind == "classes") find_slope(held, labels, method$score_kind),
        score_kind = method$score_kind,
        x = problem$checked$x, scaling = problem$checked$scaling, columns = problem$columns,
        rows = problem$checked$rows,
        n_given = problem$checked$n_given, names = problem$checked$names,
        bandwidth = problem$h, bandwidth_method = problem$bandwidth_method,
        graph = problem$graph[setdiff(names(problem$graph), c("listed", "neighbors"))],
        neighbors = problem$graph$listed$way, recall = problem$graph$listed$recall,
        alpha = problem$alpha, n_components = problem$n_components,
        n_unseen = length(problem$unseen), parameters = learnt$parameters,
        chosen = if (single) {
          replace(learnt$chosen, learnt$chosen == "leave-one-out", "one label")
        } else {
          learnt$chosen
        },
        defaults = setdiff(c("alpha", names(learnt$parameters)), problem$given),
        path = learnt$path, bound = learnt$bound, solver = learnt$solver,
        n_support = learnt$n_support, terms = NULL, elapsed = elapsed
      ),
      learnt_functions(learnt, problem)
    ),
    class = c(paste0("ssl_", method$name), "lapscale_ssl")
  )
}

# Refuses what would give new points no finite values.
check_learnt <- function(learnt) {
  parts <- c(learnt["values"], learnt$machine[c("coefficients", "intercept")])
  broken <- Filter(function(part) any(!is.finite(part)), parts)
  if (length(broken)) {
    abort_argument(
      c("`y`: the {names(broken)[[1L]]} of the fit are beyond the range of double precision.",
        i = "Rescale the data or the labels, or take larger penalties.")
    )
  }
}

# Not where a selector only compares predictions, see learn_quickly().
wants_errors <- function() is.null(findRestart("lapscale_without_errors"))

# The values at all points, and what gives those at new ones: a machine, or what a walk from there
# averages, with the factors of the weights.
learnt_functions <- function(learnt, problem) {
  if (!is.null(learnt$machine)) {
    return(list(scores = learnt$values, machine = learnt$machine))
  }
  scores <- averaged <- pad_learnt(learnt$values, problem)
  averaged[problem$learn, ] <- learnt$averaged
  list(scores = scores, averaged = averaged, factor = problem$factor)
}

# Values on the learnt part as values at all points: isolated labelled points keep their label, the
# rest gets the mean of the labels.
pad_learnt <- function(values, problem) {
  targets <- problem$labels$targets
  all <- mean_targets(targets, length(problem$degree))
  isolated <- problem$isolated
  all[isolated, ] <- targets[match(isolated, problem$labels$rows), , drop = FALSE]
  all[problem$learn, ] <- values
  all
}

# Predictions without the own label, of isolated points too: the mean of the labels.
pad_loo <- function(loo, problem) {
  labels <- problem$labels
  if (is.null(loo) || nrow(loo) == length(labels$rows)) {
    return(loo)
  }
  all <- mean_targets(labels$targets, length(labels$rows))
  all[labels$rows %in% problem$learn, ] <- loo
  all
}
