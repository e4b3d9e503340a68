# What a call of ssl_<name>() goes through.

# Learns by a method from few labels: the body of ssl_<name>(). Returns what new_ssl_fit() does.
#   name         of the method
#   x, y         points or a graph, and labels, as the user gave them
#   args         list by name of the arguments of the call: those of all methods and those of this
#                one alone
#   user_args    the names of all that the user gave
#   with_errors  FALSE where only predictions are used: the errors take most of the time
# `method` is of new_ssl_method(). `arguments` are those of all methods, of ssl_arguments(),
# `settings` those of this one, checked, with shares (of the classes) if the user knows them;
# `points` the points, of as_points(), with landmarks those that they were chosen from.
# `order_ratio` is a number, or NULL, of inform_of_order(). `chooses_graph` says that the labels
# choose the graph for this method alone. The list `problem`, of ssl_graph(), gets three fields
# more: is_machine, method, and with_errors. `solution` is what the method learned, see
# new_ssl_fit(), with a problem where it chose another graph.
ssl_fit <- function(name, x, y, args, user_args, with_errors = TRUE) {
  method <- ssl_methods[[name]]
  if (!is.null(args[["local_scale"]])) {
    args$x <- x <- graph_with_scales(x, args, method)
    args[names(learner_defaults)] <- learner_defaults
  }
  arguments <- ssl_arguments(x, y, ssl_settings(args, user_args, method$graph))
  points <- arguments$landmarks$all %||% arguments$checked
  order_ratio <-
    if (with_errors) inform_of_order(arguments$labels, arguments$checked, arguments$runtime)
  if (!is_shared(x)) on.exit(free_points(points$shared))
  refuse_if(method$is_machine && !is.null(arguments$given_graph),
            c("`x` must be points for ssl_{method$name}(), whose kernel is a function of them,
               not a graph.",
              i = "ssl_eigenmaps(), ssl_iterated(), ssl_diffusion(), ssl_harmonic(),
                   ssl_poisson(), and ssl_auto() take graphs."))
  settings <- method$check(args, arguments)
  chooses_graph <- arguments$by_labels && method$name != "auto"
  refuse_if(chooses_graph && !is.null(settings$shares),
            "`graph` = \"auto\" cannot be used with shares of the classes that are known.")
  if (!is.null(settings$shares)) {
    arguments$labels$targets <- target_columns(arguments$labels$targets)
  }
  if (method$is_random(settings)) arguments$seed <- draw_seed(arguments$seed)
  if (!is.null(method$n_vectors)) {
    arguments$n_vectors <- method$n_vectors(arguments$labels, settings, length(points$rows))
  }
  problem <- ssl_graph(arguments, method)
  problem$is_machine <- method$is_machine
  problem$method <- method
  problem$with_errors <- with_errors
  # Of isolated labeled points alone nothing is learned: 0 x q.
  no_values <- matrix(0, 0L, ncol(problem$labels$targets))
  solution <- muffle_after_first(
    if (!method$is_machine && !length(problem$learn))
      list(values = no_values, averaged = no_values) else
      if (chooses_graph) learn_on_best_graph(problem, settings, method) else
        method$learn(problem, settings),
    "lapscale_warning_convergence"
  )
  problem <- solution$problem %||% problem
  warn_unseen(problem, !is.null(solution$machine))
  fit <- new_ssl_fit(method, problem, solution, with_errors)
  fit$order_ratio <- order_ratio
  if (is.null(problem$landmarks)) fit else place_all_labels(fit, problem)
}

# The only place that knows the fields of a fit. `solution` is what a method learned:
#   values                  scores at the learned points (x q), or for machines at all
#   averaged                the same shape: what a walk from a new point averages; not of machines
#   without                 numbers of k labels of the learned part -> what the method predicts
#                           there from the others, k x q
#   parameters              named list of numbers and words;  chosen: how each was set, words by
#                           name
#   path                    data frame with a row per candidate, or NULL
#   bound                   of error_bound();  solver: list(iterations, residual);  machine: list,
#                           see extend_by_kernel(); each NULL where the method has none
#   n_rounds                in how many rounds of folds the error is estimated, NULL: the usual
#   n_near                  from how many of the nearest points new ones are reconstructed, where
#                           they are
#   loo                     function without arguments that predicts the learned part's labels (x
#                           q), each from the others, in closed form; NULL where that is not known
#   posterior               of regularization_posterior(), where the values are the mean of one
#                           (else NULL)
#   substitute_posterior    of iterated_posterior(), where they are not: standard errors, but no
#                           intervals
#   problem                 of ssl_graph(), where it chose another graph
#   score_kind              see new_ssl_method(), where the values are of one of several methods
#   families                titles of the methods that the path tells apart, by name
#   n_support               of a vector machine: the number of support vectors
#   model                   whatever `extend` of the method needs beside the fields above
# The result is an object of class lapscale_ssl, of u points. Its other arguments:
#   method       of new_ssl_method(): name, title, score_kind, needs_kernel (FALSE: the fit has NA
#                as bandwidth and alpha)
#   problem      of ssl_graph(): checked (the points, of as_points()), columns (their names, or
#                NULL), labels, h (bandwidth), bandwidth_method (how it was chosen), alpha, graph
#                (settings), learn (points that are learned on), unseen (points that no label
#                reaches), n_components (of the graph), user_args (names of what the user gave)
#   with_errors  whether the error is estimated
# The fit also has, of n labels: held_out, which are `predictions`, n x q x rounds, or NULL; loo, of
# pad_loo(); slope, of find_slope(), NULL in regression; error, error_se, and error_guess, of
# held_out_error(). Of the data: rows (which of the n_given rows its points are), names of all rows,
# columns, scaling. Of the graph: neighbors (how they were searched) and recall, NULL where exact or
# given; learn; n_unseen, a number of points; open (points of open_parts()) and spread (of
# spread_of_points()), NULL without standard errors. defaults are names of parameters that the user
# did not give; terms are set by fit_terms(); elapsed is in seconds. `ways` says of each parameter,
# by its name, how it was set, in words.
new_ssl_fit <- function(method, problem, solution, with_errors = TRUE) {
  check_solution(solution)
  labels <- problem$labels
  predictions <- if (with_errors) held_out_predictions(solution$without, problem, solution$n_rounds)
  error_estimate <- held_out_error(predictions, labels)
  score_kind <- solution$score_kind %||% method$score_kind
  ways <- solution$chosen %||% character()
  # Parameters are chosen within each fold.
  nested_word <- if (any(ways %in% c("leave-one-out", "cross-validation"))) "nested "
  # Of one label: what is left without it tells nothing.
  ways[ways == "leave-one-out"] <- if (length(labels$rows) == 1L) "one label" else
    name_left_out(labels)
  fields <- list(
    method = method$name, title = method$title, families = solution$families, labels = labels,
    held_out = predictions, loo = if (with_errors) pad_loo(solution$loo, problem),
    error = error_estimate$error, error_se = error_estimate$se, error_guess = error_estimate$guess,
    error_method = if (!with_errors) "none" else
      paste0(nested_word, n_folds_of(n_units(labels)), "-fold cross-validation"),
    slope = if (labels$kind == "classes") find_slope(predictions, labels, score_kind),
    score_kind = score_kind, x = problem$checked$x, scaling = problem$checked$scaling,
    columns = problem$columns, rows = problem$checked$rows, n_given = problem$checked$n_given,
    names = problem$checked$names,
    bandwidth = if (method$needs_kernel) problem$h else NA_real_,
    bandwidth_method = sub("^leave-one-out$", name_left_out(labels), problem$bandwidth_method),
    graph = problem$graph[setdiff(names(problem$graph), c("listed", "neighbors"))],
    neighbors = problem$graph$listed$search, recall = problem$graph$listed$recall,
    alpha = if (method$needs_kernel) problem$alpha else NA_real_,
    n_components = problem$n_components, n_unseen = length(problem$unseen),
    parameters = as.list(solution$parameters), chosen = ways,
    defaults = setdiff(c("graph", "alpha", names(solution$parameters)), problem$user_args),
    path = solution$path, bound = solution$bound, solver = solution$solver,
    n_support = solution$n_support, terms = NULL, elapsed = seconds_of_call(),
    learn = problem$learn,
    posterior = solution$posterior, substitute_posterior = solution$substitute_posterior,
    open = if (has_standard_errors(solution)) open_parts(problem),
    spread = if (has_standard_errors(solution)) spread_of_points(uncertainty_of(solution), problem)
  )
  structure(c(fields, solution_functions(solution, problem)),
            class = c(paste0("ssl_", method$name), "lapscale_ssl", "lapscale_result"))
}

# Refuses what would give new points no finite values.
#   solution  what a method learned: values (x q), and of a machine `machine`: list with
#             coefficients and intercept
check_solution <- function(solution) {
  outputs <- c(solution["values"], solution$machine[c("coefficients", "intercept")])
  infinite <- Filter(function(output) any(!is.finite(output)), outputs)
  refuse_if(length(infinite),
            c("`y`: the {names(infinite)[[1L]]} of the fit are beyond the range of double
               precision.",
              i = "Rescale the data or the labels, or take larger penalties."))
}

# The values at all points, and what gives those at new ones: list(scores: u x q; factor: length u;
# and machine; or else averaged, u x q, which a walk from a new point averages, n_near and model,
# each NULL if the method has none).
#   solution  what a method learned: values and averaged (learned points x q), n_near (how many of
#             the nearest points reconstruct a new one, or NULL), model (what `extend` of the method
#             needs, or NULL), machine (NULL where it is none; with it values are u x q)
#   problem   of ssl_graph(): learn (points that are learned on), factor (what the correction
#             multiplied each point's weights by, length u)
solution_functions <- function(solution, problem) {
  if (!is.null(solution$machine)) {
    return(list(scores = solution$values, machine = solution$machine, factor = problem$factor))
  }
  scores <- averaged <- pad_solution(solution$values, problem)
  averaged[problem$learn, ] <- solution$averaged
  c(list(scores = scores, averaged = averaged, factor = problem$factor, n_near = solution$n_near),
    if (!is.null(solution$model)) solution["model"])
}

# The prediction of each label from the others, n x q: at labels of the learned part what `loo`
# returns, elsewhere the mean of the others. NULL where `loo` is or returns NULL.
#   loo      function without arguments that returns predictions of the learned part's labels from
#            each other, a matrix with q columns, or NULL; or NULL
#   problem  of ssl_graph(): labels (targets, and group: of each label, or NULL), and those that
#            learned_labels() reads
pad_loo <- function(loo, problem) {
  learned_loo <- if (!is.null(loo)) loo()
  if (is.null(learned_loo)) return(NULL)
  label_values <- mean_of_others(problem$labels$targets, problem$labels$group)
  label_values[learned_labels(problem), ] <- learned_loo
  label_values
}

# Spreads values on the learned part over all points, u x q: isolated labeled points keep their
# label, points behind faint links follow these harmonically, the rest gets the mean of the labels.
#   values   learned points x q
#   problem  of ssl_graph(): learn (points that are learned on), isolated (labeled points without
#            neighbors), faint (points behind faint links), labels (rows: of the labeled points;
#            targets; count), degree (length u)
pad_solution <- function(values, problem) {
  targets <- problem$labels$targets
  point_values <- mean_targets(targets, length(problem$degree), problem$labels$count)
  isolated <- problem$isolated
  point_values[isolated, ] <- targets[match(isolated, problem$labels$rows), , drop = FALSE]
  point_values[problem$learn, ] <- values
  if (length(problem$faint)) point_values <- follow_faint_links(point_values, problem)
  point_values
}

# Gives every point the value that predict() gives a new point there, and returns the fit of all
# points. It keeps
#   landmarks               which rows of the data they are, in the order of x, scores, averaged and
#                           factor
#   all_scores, all_spread  scores (x q) and standard deviations (x 2 or x 1, of spread_of_points();
#                           NULL without standard errors) of all points, those of `rows`
# and changes rows, rows of its labels (now among all points), and elapsed (seconds). Its arguments:
#   fit      of new_ssl_fit(), on landmarks: rows (which rows of the data they are), labels
#   problem  of ssl_graph(): landmarks (all: the checked points that they were chosen from;
#            labelled: numbers of the labeled points among these), runtime
place_all_labels <- function(fit, problem) {
  all_points <- problem$landmarks$all
  fit$landmarks <- fit$rows
  new_rows <- new_rows_of_matrix(all_points$x)
  fit[c("all_scores", "all_spread")] <-
    scores_with_spread(fit, new_rows, problem$runtime, has_standard_errors(fit), NULL, "x")
  fit$rows <- all_points$rows
  fit$labels$rows <- problem$landmarks$labelled
  fit$elapsed <- seconds_of_call()
  fit
}
