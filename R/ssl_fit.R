# Defines what a method of learning from few labels is, and what a call of one goes through.

# Describes a method, as ssl_fit() asks it.
#   name, title  of ssl_<name>(), and in words
#   learn        (problem, own) -> what new_ssl_fit() takes;  problem: of ssl_graph();
#                own: of check
#   check        (own, arguments) -> the method's own arguments, checked: a list;  own: where they
#                are as the user gave them, see ssl_fit();  arguments: of ssl_arguments(). One is
#                shares, where the user knows those of the classes, of which each has a target then
#   is_random    own -> whether learning draws random numbers
#   candidates   (part, own) -> what a choice among methods looks at, see learn_best_candidate();
#                NULL: it cannot be chosen.  part: of spectral_part()
#   is_machine   whether its functions go on where the graph ends
#   is_spectral  whether it learns of eigenvectors
#   n_vectors    (labels, own, points) -> of how many eigenvectors of a graph that is not stored it
#                can learn, 1 where of products alone; NULL: it wants the weights
#   graph        the learning graph where none is asked for
#   score_kind   what its values are: "squares" and "hinge" by the loss that they minimize, "chance"
#                where they are the chances of the classes
new_ssl_method <- function(name, title, learn, check = function(own, arguments) list(),
                           is_random = function(own) FALSE, candidates = NULL, is_machine = FALSE,
                           is_spectral = FALSE, n_vectors = NULL, graph = "auto",
                           score_kind = "squares") {
  as.list(environment())
}

# Is the body of ssl_<name>(): fits by the arguments of a call.
#   method       of new_ssl_method()
#   frame        of the call, with the arguments of all methods and those of this one alone; what is
#                not looked at is not evaluated
#   given        the names of all that the user gave
#   with_errors  FALSE where only predictions are used: the errors take most of the time
ssl_fit <- function(method, x, y, frame, given, with_errors = TRUE) {
  start <- proc.time()[[3]]
  arguments <- ssl_arguments(x, y, ssl_settings(frame, given, method$graph))
  points <- arguments$landmarks$all %||% arguments$checked
  if (!is_shared(x)) on.exit(free_points(points$shared))
  if (method$is_machine && !is.null(arguments$given_graph)) {
    abort_argument(
      c("`x` must be points for ssl_{method$name}(), whose kernel is a function of them, not a
         graph.",
        i = "ssl_eigenmaps(), ssl_iterated(), ssl_diffusion(), ssl_harmonic(), ssl_poisson(), and
             ssl_auto() take graphs.")
    )
  }
  own <- method$check(frame, arguments)
  by_labels <- arguments$by_labels && method$name != "auto"
  if (by_labels && !is.null(own$shares)) {
    abort_argument("`graph` = \"auto\" cannot be used with shares of the classes that are known.")
  }
  if (!is.null(own$shares)) arguments$labels$targets <- target_columns(arguments$labels$targets)
  if (method$is_random(own)) arguments$seed <- draw_seed(arguments$seed)
  if (!is.null(method$n_vectors)) {
    arguments$n_vectors <- method$n_vectors(arguments$labels, own, length(points$rows))
  }
  problem <- ssl_graph(arguments, method)
  problem$is_machine <- method$is_machine
  problem$method <- method
  learns <- method$is_machine || length(problem$learn) > 0L
  # Of isolated labeled points alone nothing is learned.
  none <- matrix(0, 0L, ncol(problem$labels$targets))
  learnt <- if (!learns) list(values = none, averaged = none) else
    if (by_labels) learn_on_best_graph(problem, method, own) else method$learn(problem, own)
  problem <- learnt$problem %||% problem
  warn_unseen(problem, !is.null(learnt$machine))
  fit <- new_ssl_fit(method, problem, learnt, proc.time()[[3]] - start, with_errors)
  if (is.null(problem$landmarks)) fit else place_all_labels(fit, problem, start)
}

# Makes a fit: the only place that knows the fields. `learnt` is what a method found:
#   values      at the learned points (x q), or for machines at all
#   averaged    at the learned points: what a walk from a new point averages
#   without     numbers of labels -> what the method predicts there from the others
#   parameters  named list;  chosen: how, by name;  path: data frame or NULL
#   bound, solver, machine  where the method has them
#   n_near      from how many of the nearest points new ones are reconstructed, where they are
#   loo         function that predicts the learned part's labels, each from the others, in closed
#               form; NULL where that is not known
#   posterior   of regularization_posterior(), where the values are the mean of one
#   problem     of ssl_graph(), where it chose another graph
#   score_kind  where it is that of one of several methods
#   families    titles of the methods that the path tells apart, by name
new_ssl_fit <- function(method, problem, learnt, elapsed, with_errors = TRUE) {
  check_learnt(learnt)
  labels <- problem$labels
  held <- if (with_errors) held_out_predictions(learnt$without, problem)
  validated <- held_out_error(held, labels)
  score_kind <- learnt$score_kind %||% method$score_kind
  chosen <- learnt$chosen %||% character()
  # Parameters are chosen within each fold.
  nested <- if (any(chosen %in% c("leave-one-out", "cross-validation"))) "nested "
  # Says that there is one label: what is left without it tells nothing.
  if (length(labels$rows) == 1L) chosen[chosen == "leave-one-out"] <- "one label"
  structure(
    c(
      list(
        method = method$name, title = method$title, families = learnt$families,
        labels = labels, held_out = held, loo = if (with_errors) pad_loo(learnt$loo, problem),
        error = validated$error, error_se = validated$se, error_guess = validated$guess,
        error_method = paste0(nested, n_folds_of(length(labels$rows)), "-fold cross-validation"),
        slope = if (labels$kind == "classes") find_slope(held, labels, score_kind),
        score_kind = score_kind,
        x = problem$checked$x, scaling = problem$checked$scaling, columns = problem$columns,
        rows = problem$checked$rows,
        n_given = problem$checked$n_given, names = problem$checked$names,
        bandwidth = problem$h, bandwidth_method = problem$bandwidth_method,
        graph = problem$graph[setdiff(names(problem$graph), c("listed", "neighbors"))],
        neighbors = problem$graph$listed$way, recall = problem$graph$listed$recall,
        alpha = problem$alpha, n_components = problem$n_components,
        n_unseen = length(problem$unseen), parameters = as.list(learnt$parameters), chosen = chosen,
        defaults = setdiff(c("graph", "alpha", names(learnt$parameters)), problem$given),
        path = learnt$path, bound = learnt$bound, solver = learnt$solver,
        n_support = learnt$n_support, terms = NULL, elapsed = elapsed, learn = problem$learn,
        posterior = learnt$posterior,
        spread = if (!is.null(learnt$posterior)) spread_of_points(learnt$posterior, problem)
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

# Returns the values at all points, and what gives those at new ones: a machine, or what a walk from
# there averages, with the factors of the weights.
learnt_functions <- function(learnt, problem) {
  if (!is.null(learnt$machine)) {
    return(list(scores = learnt$values, machine = learnt$machine))
  }
  scores <- averaged <- pad_learnt(learnt$values, problem)
  averaged[problem$learn, ] <- learnt$averaged
  list(scores = scores, averaged = averaged, factor = problem$factor, n_near = learnt$n_near)
}

# Spreads predictions of the learned part's labels over all labels; others have the mean of the rest.
pad_loo <- function(loo, problem) {
  known <- if (!is.null(loo)) loo()
  if (is.null(known)) {
    return(NULL)
  }
  all <- mean_of_others(problem$labels$targets)
  all[learned_labels(problem), ] <- known
  all
}

# Spreads values on the learned part over all points: isolated labeled points keep their label,
# points behind faint links follow these harmonically, the rest gets the mean of the labels.
pad_learnt <- function(values, problem) {
  targets <- problem$labels$targets
  all <- mean_targets(targets, length(problem$degree), problem$labels$count)
  isolated <- problem$isolated
  all[isolated, ] <- targets[match(isolated, problem$labels$rows), , drop = FALSE]
  all[problem$learn, ] <- values
  if (length(problem$faint)) all <- follow_faint_links(all, problem)
  all
}

# ---- a choice among candidates -----------------------------------------------------------------

# Learns by the candidate with the least error, if the path has errors, and the least squared error.
#   candidates  part -> list(path, losses, fit, at).  path: a data frame with parameters,
#               squared_error and se;  losses: the squared errors of leave-one-out, n x rows of the
#               path;  fit: row -> what the method has learned there;  at: (row, points of the part)
#               -> what it predicts there from the labels
learn_best_candidate <- function(candidates, part) {
  best <- function(found) {
    do.call(order, found$path[intersect(c("error", "squared_error"), names(found$path))])[[1L]]
  }
  found <- candidates(part)
  learnt <- found$fit(best(found))
  learnt$path <- if (nrow(found$path) > 1L) found$path
  learnt$loo <- function() found$loo(best(found))
  learnt$without <- function(out) {
    found <- candidates(hide_labels(part, out))
    fill_with_mean(found$at(best(found), part$rows[out]), part, out)
  }
  learnt
}

# ---- the unit and the origin of numeric labels -------------------------------------------------

# Runs learn(problem) with labels of about 1, in regression, and brings back what it finds. Only
# powers of 2 are divided by.
#   learn   problem -> what new_ssl_fit() takes
#   centre  whether the labels' mean is taken off as well: for methods that keep constants; without
#           it what is learned is linear in the labels, a machine's coefficients too
with_plain_labels <- function(problem, learn, centre = TRUE) {
  if (problem$labels$kind != "regression") {
    return(learn(problem))
  }
  given <- problem$labels
  targets <- given$targets
  first <- power_of_2(targets)
  targets <- targets / first
  origin <- if (centre) mean(targets) else 0
  second <- power_of_2(targets - origin)
  problem$labels$targets <- (targets - origin) / second
  learnt <- learn(problem)
  warn_far_values(learnt$values, problem$labels$targets)
  back <- function(v) if (!is.null(v)) (v * second + origin) * first
  found <- c("values", "averaged")
  learnt[found] <- lapply(learnt[found], back)
  without <- learnt$without
  learnt$without <- function(out) back(without(out))
  loo <- learnt$loo
  if (!is.null(loo)) learnt$loo <- function() back(loo())
  rescale <- function(v) if (!is.null(v)) v * second * first
  learnt$machine$coefficients <- rescale(learnt$machine$coefficients)
  learnt$machine$intercept <- back(learnt$machine$intercept)
  learnt$posterior$noise <- rescale(learnt$posterior$noise)
  if (!is.null(learnt$problem)) learnt$problem$labels <- given
  squares <- function(v) squares_back(v, second * first)
  errors <- intersect(c("error", "squared_error", "se"), names(learnt$path))
  learnt$path[errors] <- lapply(learnt$path[errors], squares)
  if (!is.null(learnt$bound)) learnt$bound[["bias"]] <- squares(learnt$bound[["bias"]])
  learnt
}

# Warns of values that are out of all proportion to the labels (their mean is 0).
warn_far_values <- function(values, targets) {
  reach <- max(abs(values)) / max(abs(targets))
  if (is.finite(reach) && reach > 100) {
    warn(
      c("The fitted values reach {signif(reach, 2)} times as far from the labels' mean as the
         labels, because parts of the graph are only connected by weak edges.",
        i = "Use a lower power of the Laplacian, a larger penalty, or a larger `bandwidth`."),
      "range"
    )
  }
}

# ---- from a fit of landmarks to one of all points ----------------------------------------------

# Gives every point the value that predict() gives it. The fit keeps
#   landmarks    which rows of the data they are, in the order of x, scores, averaged and factor
#   all_scores, all_spread  what is known of all points, those of `rows`
place_all_labels <- function(fit, problem, start) {
  all <- problem$landmarks$all
  fit$landmarks <- fit$rows
  rows <- rows_of_matrix(all$x)
  found <- scores_with_spread(fit, rows, problem$runtime, !is.null(fit$posterior), NULL, "x")
  fit[c("all_scores", "all_spread")] <- found
  fit$rows <- all$rows
  fit$labels$rows <- problem$landmarks$labelled
  fit$elapsed <- proc.time()[[3]] - start
  fit
}

# Returns the values at all points of the fit.
scores_of <- function(fit) fit$all_scores %||% fit$scores

# Returns the fit of the landmarks alone, whose points are kept; a fit of all points as it is.
landmark_part <- function(fit) {
  if (is.null(fit$landmarks)) {
    return(fit)
  }
  fit$labels$rows <- match(fit$rows[fit$labels$rows], fit$landmarks)
  fit$rows <- fit$landmarks
  fit[c("all_scores", "all_spread")] <- list(NULL)
  fit
}

# The methods of learning from few labels, by name.

# Lists the methods that have a function ssl_<name>().
ssl_methods <- function() {
  list(
    auto = auto_method(), eigenmaps = eigenmaps_method(), iterated = iterated_method(),
    diffusion = diffusion_method(), harmonic = harmonic_method(), poisson = poisson_method(),
    laprls = laprls_method(), lapsvm = lapsvm_method(), hessian = hessian_method()
  )
}

# Finds the method whose function this is: its name and the function of its arguments; NULL where it
# is none of ours.
own_learner <- function(learner) {
  is_own <- function(name) identical(learner, get(paste0("ssl_", name)))
  name <- Find(is_own, names(ssl_methods()))
  if (!is.null(name)) list(name = name, default = get(paste0("ssl_", name, ".default")))
}

# Fits by a learner of ours where only predictions are used.
#   arguments  of the learner, named except for `x`, which is first
fit_without_errors <- function(learner, arguments) {
  call <- learner$default
  body(call) <- quote(list(frame = environment(), given = names(match.call())))
  found <- do.call(call, arguments)
  ssl_fit(
    ssl_methods()[[learner$name]], found$frame$x, found$frame$y, found$frame, found$given,
    with_errors = FALSE
  )
}
