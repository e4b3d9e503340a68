#' Learning from few labels, with the method selected by the labels
#'
#' @description
#' Predicts a label, or a number, for each point from the few points that have one. Points that are
#' connected by many short paths get similar labels. The graph, its bandwidth, and the method are
#' selected from the labels.
#'
#' **When to use it.** It is the default for learning from few labels. Call a single method, such as
#' [ssl_harmonic()] or [ssl_iterated()], if you know which one you want, or if time matters. If your
#' rows belong together, as those of one subject or one hour do, supply `groups`, see
#' [lapscale_ssl].
#'
#' **Arguments to know.** Supply the points `x`, the labels `y` (a factor or numbers, with one entry
#' per point and `NA` where the label is unknown), and `scale = TRUE` if the columns have different
#' units. You can ignore all other arguments at first.
#'
#' @details
#' **What is tried.** Each of these methods on each of these graphs, if they are not too expensive:
#' - Graphs: those of the 10, 20, and 5 nearest neighbors, and the learning graph of
#'   [ssl_eigenmaps()] at the bandwidth that [bw_gc()] selects and at one or two others (other local
#'   minima of its curve, or else twice and half the bandwidth). Graphs that leave more points
#'   without a path to a label than others are not used, and neither are graphs of more than 3
#'   million weights if nearest neighbors can be tried. Only if the graph at the selected bandwidth
#'   is connected and has more than 4 million weights between points in up to 100 columns, it is the
#'   only one, as its weights are not stored. Of graphs of all pairs with more than 3 million
#'   weights (1732 points or more) only that of [bw_gc()] is used.
#' - Methods on each graph: [ssl_iterated()] with `m` = 1 and 2, [ssl_eigenmaps()], and
#'   [ssl_diffusion()] with `t = 2`.
#' - At the first bandwidth also [ssl_harmonic()] and, for classes, [ssl_poisson()] (up to 500
#'   labels), and [ssl_laprls()] on the 10 nearest neighbors (up to 1000 labels).
#'
#' [ssl_lapsvm()], the bandwidth of [bw_gc()] for `d = 1`, and more multiples of the bandwidth are
#' not tried, because the errors on 15 labeled sets were the same with them.
#'
#' If you supply `graph`, `k`, `cutoff`, or `neighbors`, or if `x` is a graph, that graph is the
#' only one, and only the method is selected. If you supply a `bandwidth`, a number or a selector's
#' result, the learning graph at this bandwidth is the only one. The fit is then the same as for
#' the [heat_graph()] with this bandwidth: [ssl_laprls()], whose kernel would have another
#' bandwidth, is not tried.
#'
#' **What is selected.** Each method predicts each label from the other labels (leave-one-out, in
#' closed form). The method and the graph with the smallest mean loss are selected if they are
#' clearly better than the usual choice, because few labels select by chance. For classes the usual
#' choice is the better of [ssl_laprls()] and [ssl_iterated()] on the 10 nearest neighbors, and
#' "clearly" means by 2.5 standard errors of the difference. For numbers it is [ssl_laprls()], and
#' one standard error is enough. The loss is the squared error of numbers. For classes it is minus
#' the logarithm of the probability of the label. For numbers, `lambda_ambient` of [ssl_laprls()] is
#' selected in the same way: the largest of 1e-5, 1e-7, and 1e-9 whose error is within one standard
#' error of the smallest. For numbers, what has predictions far beyond the labels is passed over,
#' also where the error is estimated.
#' With fewer than four labels, or only one label in each class, there is nothing to compare, and
#' for classes [ssl_poisson()] on the 10 nearest neighbors is used. `tidy(fit)` shows what was
#' selected, and `tidy(fit, "path")` the errors of everything that was tried.
#'
#' **The error** in the print-out is estimated by cross-validation in which the selection is
#' repeated in each fold, see [lapscale_ssl]. The result does not depend on the order of the rows.
#' Only [bw_gc()] uses random numbers. `vignette("methods")` has the formulas.
#'
#' @inheritParams ssl_eigenmaps
#' @param bandwidth The bandwidth \eqn{h} of the graph in the unit of `x`: a number, the result of a
#'   selector, or a selector or its name. If `NULL` (the default), several bandwidths are tried, see
#'   Details.
#' @param graph Type of the graph: `"dense"`, `"radius"`, or `"knn"`. If `NULL` (the default),
#'   several graphs are tried, see Details.
#' @param error If `TRUE` (the default), the error is estimated, which takes up to twice the time of
#'   the search. If `FALSE`, it is not, and probabilities are not calibrated.
#' @inherit ssl_eigenmaps return
#' @inheritSection ssl_eigenmaps Errors and warnings
#' @references Zhou, X. and Srebro, N. (2011), see [ssl_eigenmaps()]; Zhou, X. and Belkin, M.
#'   (2011), see [ssl_iterated()].
#'
#'   Golub, G., Heath, M. and Wahba, G. (1979). Generalized cross-validation as a method for
#'   choosing a good ridge parameter. *Technometrics* 21, 215-223 (leave-one-out of linear
#'   smoothers).
#' @seealso [ssl_eigenmaps()], [ssl_iterated()], [ssl_harmonic()], [ssl_poisson()], [ssl_laprls()]
#'   for single methods; [lapscale_ssl] for what you can do with the fit; `vignette("few-labels")`.
#' @examples
#' x <- sample_moons(200, noise = 0.05, seed = 1)
#' moon <- factor(attr(x, "parameters")[, "moon"])
#' fit <- ssl_auto(x, replace(moon, -c(1:5, 196:200), NA), seed = 1)
#' fit
#' plot(fit)
#' ssl_error(fit, moon)
#' y <- replace(iris$Species, -seq(1, 150, by = 10), NA)  # every tenth iris has a label
#' ssl_error(ssl_auto(iris[1:4], y, bandwidth = 0.8, seed = 1), iris$Species)
#' @export
ssl_auto <- function(x, ...) UseMethod("ssl_auto")

#' @rdname ssl_auto
#' @export
ssl_auto.default <- function(x, y, alpha = 0.5, bandwidth = NULL, graph = NULL, error = TRUE,
                             scale = FALSE, seed = NULL, ...) door({
  # `...` holds settings by name, see settings_of_learners.
  ssl_fit("auto", x, y, arguments(), names(match.call()), check_flag(error, "error"))
}, .takes = settings_of_learners)

#' @rdname ssl_auto
#' @export
ssl_auto.formula <- function(x, data, ...) door(fit_terms(ssl_auto, x, data, enquos(...)))

# ssl_auto() as a method, whose functions are as new_ssl_method() describes them: it chooses among
# methods and graphs. `solution` is what learn_by_selection() returns: method_name and reason (how
# it was chosen) are words. `...` of `extend` are its arguments handle, query, and runtime; a fit
# has `machine` if the method that was chosen is a kernel machine, else NULL.
auto_method <- function() new_ssl_method(
  "auto", "Automatic choice",
  learn = function(problem, settings) {
    problem$methods_to_try <- tried_methods
    solution <- with_plain_labels(problem, learn_by_selection)
    solution$parameters <- c(list(method = solution$method_name), solution$parameters)
    solution$chosen <- c(method = solution$reason, solution$chosen)
    solution
  },
  is_spectral = TRUE, n_vectors = function(labels, settings, n) spectrum_size(n),
  graph = "auto",
  extend = function(fit, ...) {
    if (is.null(fit$machine)) extend_by_walk(fit, ...) else extend_by_kernel(fit, ...)
  }
)

# What is tried: a list with an element per method, which is a list itself: the method's name, as an
# element without a name, then its settings by name. What is left out is chosen, or has a default.
tried_methods <- list(list("iterated", m = 1), list("iterated", m = 2), list("eigenmaps"),
                      list("diffusion", t = 2), list("harmonic"), list("poisson"), list("laprls"))

# The posterior that the iterated Laplacian with m = 2 has on the graph of another method:
# list(root, diagonal, noise) of regularization_posterior(). It says where labels are missing; its
# noise is that of the other method's predictions of labels from the others. NULL without a spectrum
# or with a single label (or group of labels). `candidates` are penalties, as learn_best_candidate()
# describes a list of candidates, with posterior: a function of the number of a penalty and of
# `loo`.
#   part  of learning_part() or spectral_part(): labels (of encode_labels(), of its n points with
#         labels), spectrum (of learning_spectrum(), or NULL), and what choose_steady() reads
#   loo   n x q, the other method's prediction of each of these labels from the others
iterated_posterior <- function(part, loo) {
  if (is.null(part$spectrum) || n_units(part$labels) < 2L) return(NULL)
  candidates <- ssl_methods$iterated$candidates(part, list(m = 2))
  candidates$posterior(choose_steady(candidates, part), loo)[c("root", "diagonal", "noise")]
}

# Learns by one method on the graph that the labels choose: what new_ssl_fit() takes, `path` a data
# frame with a row per candidate, `chosen` how each parameter was chosen, in words by its name.
#   problem   of ssl_graph(), with what ssl_fit() adds; its `methods_to_try` is set here
#   settings  of the method, a list by name, as its check() returns them
#   method    of new_ssl_method(): name, is_machine
# `solution` is of learn_by_selection(); its method_name is NULL where nothing could be compared.
# `is_fixed` says of a parameter, by its name, that all candidates have the same value of it.
learn_on_best_graph <- function(problem, settings, method) {
  problem$methods_to_try <- list(c(list(method$name), settings))
  solution <- with_plain_labels(problem, learn_by_selection, centre = !method$is_machine)
  if (!is.null(solution$method_name)) {
    is_fixed <- function(name) length(unique(solution$path[[name]])) < 2L
    solution$chosen[Filter(is_fixed, names(solution$parameters))] <- "given"
    solution$path$candidate <- solution$families <- NULL
  }
  solution
}

# Learns by the method, of those that `problem` says are tried, on the graph that the labels choose:
# what new_ssl_fit() takes, with method_name (of the best), reason (how it was chosen, in words),
# and families (titles of all methods, by name). If one method alone is tried and cannot be
# compared, the result is what it learns on its own graph, without method_name.
#   problem  of ssl_graph(): methods_to_try (as tried_methods), labels, runtime (its progress, a
#            function of the share that is done, or NULL, is called here and by nothing below),
#            arguments (of ssl_arguments(), of which other graphs are made; NULL on a given graph),
#            method and with_errors (set by ssl_fit(): the method, of new_ssl_method(), and whether
#            the error is estimated), and what tried_graphs() reads
# The two lists have an element per graph: `graphs_to_try` list(settings, h: bandwidth), `graphs`
# what prepare_graph() makes of it, without those that are not compared. `candidates` are of
# graph_candidates(), `solution` is of fit_best_candidate(). `report` counts a step and returns its
# seconds. Indexes are numbers of labels. `n_folds` is 0 where no error is estimated.
learn_by_selection <- function(problem) {
  graphs_to_try <- tried_graphs(problem)
  # A graph is prepared and searched once, and then in each fold.
  n_folds <- if (isTRUE(problem$with_errors)) n_folds_of(n_units(problem$labels)) else 0L
  report <- step_reporter(problem$runtime, length(graphs_to_try) + 1L + n_folds)
  problem$runtime["progress"] <- list(NULL)
  if (!is.null(problem$arguments)) problem$arguments$runtime["progress"] <- list(NULL)
  graphs <- prepare_graphs(problem, graphs_to_try, report)
  labels <- problem$labels
  candidates <- graph_candidates(graphs, labels, seq_along(labels$rows))
  # Of graph_candidates() alone: the graphs before were steps of their own.
  search_seconds <- report()
  if (!length(candidates)) return(problem$method$learn(problem, problem$methods_to_try[[1L]][-1L]))
  # The work grows with the square of the number of labels, of which a fold leaves some out.
  inform_of_search(search_seconds * n_folds * (1 - 1 / max(n_folds, 1))^2,
                   paste("After a search of", seconds_in_words(seconds_of_call()),
                         "the estimate of the error"), n_folds)
  solution <- fit_best_candidate(problem, graphs, candidates)
  # This makes learned_labels() count every label where folds are hidden, whichever graph reaches
  # it, as it does for machines. The best method itself need not be a machine.
  solution$problem$is_machine <- TRUE
  # More rounds of folds would take longer than twice the search.
  solution$n_rounds <- 1L
  # In words, or NULL: labels are not too few.
  why_too_few <- if (solution$method_name == "poisson") too_few_labels(labels)
  reason <- if (is.null(why_too_few)) "leave-one-out" else paste("the default for", why_too_few)
  solution$reason <- reason
  solution$chosen <- vapply(solution$parameters, function(value) reason, "")
  if (length(graphs) > 1L) solution$chosen[["graph"]] <- reason
  bandwidths <- unique(vapply(graphs, function(graph) graph$h, 0))
  if (length(bandwidths) > 1L) solution$problem$bandwidth_method <- reason
  solution$path <- tabulate_candidates(candidates, graphs, labels)
  solution$families <- vapply(ssl_methods, function(method) method$title, "")
  solution$without <- function(hidden_index) {
    known_index <- seq_along(labels$rows)[-hidden_index]
    on.exit(report())
    learn_best(graph_candidates(graphs, labels, known_index), pick_labels(labels, known_index),
               function(candidate) list(values = candidate$predictions(hidden_index)))$values
  }
  solution
}

# What is learned from on each graph: a list with an element of prepare_graph() per graph, without
# graphs that fail and those whose n_unseen, the number of points that no label reaches, exceeds the
# least by more than the share max_unseen of all points.
#   problem        of ssl_graph(): n_all (sum of the counts of all points, also of those that are no
#                  landmarks), and what prepare_graph() reads
#   graphs_to_try  of tried_graphs(), a list of list(settings, h: bandwidth), one per graph
#   report         of step_reporter(): function without arguments that shows a step as done and
#                  returns the seconds that it took
prepare_graphs <- function(problem, graphs_to_try, report) {
  graphs <- lapply(seq_along(graphs_to_try), function(i) {
    graph <- prepare_graph(problem, graphs_to_try[[i]])
    seconds <- report()
    # The machine is tried on the first graph only.
    other_seconds <- seconds - sum(graph$machine_seconds)
    if (i == 1L) inform_of_search(seconds_of_graphs(graphs_to_try[-1L], other_seconds,
                                                    nrow(problem$weights)),
                                  "The search among {n} graphs", length(graphs_to_try))
    graph
  })
  graphs <- graphs[lengths(graphs) > 0L]
  n_unseen <- vapply(graphs, function(graph) graph$n_unseen, 0L)
  graphs[n_unseen <= min(n_unseen) + max_unseen * problem$n_all]
}

# The seconds that further graphs will take: those of nearest neighbors as long as the first one,
# and those of all pairs 1.2e-9 times the cube of the number of points (0.7e-9 to 2.3e-9 for 1000 to
# 1859 points).
#   tried          of tried_graphs(): a list of list(settings, h), one per graph
#   first_seconds  what the first graph has taken;  n: number of points
seconds_of_graphs <- function(tried, first_seconds, n) {
  is_complete <- vapply(tried, function(graph) graph_type(graph$settings)$is_complete, NA)
  sum(ifelse(is_complete, max(1.2e-9 * n^3, first_seconds), first_seconds))
}

# The fit of the best candidate: what it learns, see new_ssl_fit(), with method_name, problem (that
# on its graph), loo (a function that returns the candidate's leave-one-out predictions, if these
# are exact), and substitute_posterior (of iterated_posterior(), if it has no posterior).
#   problem     of ssl_graph(): labels (kind: "classes" or "regression"; targets), and what
#               problem_on() reads
#   graphs      of prepare_graphs(), one list per graph: part (with label_numbers: which of all
#               labels it has), settings, h, and problem, NULL where it is made anew
#   candidates  of graph_candidates(), one list per method and graph: graph (its number), method
#               (its name), fit (function of a problem on this graph, which returns what is
#               learned), loo (all labels x q), is_coarse (TRUE where loo is not that of the fit, or
#               NULL), and what choose_candidate() reads
fit_best_candidate <- function(problem, graphs, candidates) {
  solution <- learn_best(candidates, problem$labels, function(candidate) {
    graph <- graphs[[candidate$graph]]
    graph_problem <- graph$problem %||% problem_on(problem, graph[c("settings", "h")])
    learned <- candidate$fit(graph_problem)
    learned[c("problem", "method_name")] <- list(graph_problem, candidate$method)
    c(learned, list(candidate = candidate))
  })
  candidate <- solution$candidate
  part <- graphs[[candidate$graph]]$part
  if (!isTRUE(candidate$is_coarse)) solution$loo <- function() candidate$loo
  if (is.null(solution$posterior)) {
    loo <- candidate$loo[part$label_numbers, , drop = FALSE]
    solution$substitute_posterior <- iterated_posterior(part, loo)
  }
  solution$candidate <- NULL
  solution
}

# What `learn`, a function of a candidate, returns for the best one: a list with values, its
# predictions at m points, m x q. In regression these may be far beyond the labels where no label
# determines them: then the next best candidate is taken.
#   candidates  of graph_candidates(): a list with an element per method and graph
#   labels      of encode_labels(), those that the candidates have learned from: kind ("classes" or
#               "regression"), targets, and what choose_candidate() reads
learn_best <- function(candidates, labels, learn) {
  repeat {
    best_number <- choose_candidate(candidates, labels)
    learned <- learn(candidates[[best_number]])
    if (labels$kind == "classes" || length(candidates) == 1L ||
          !isFALSE(stays_near(learned$values, labels$targets))) return(learned)
    candidates <- candidates[-best_number]
  }
}

# Counts the steps of a search: returns a function without arguments that shows one more of n_steps
# as done, and returns the seconds since it was called before (at first: since it was made).
#   runtime  of new_runtime(): its `progress` is a function of the share that is done, or NULL
step_reporter <- function(runtime, n_steps) {
  n_done <- 0
  last_time <- proc.time()[[3]]
  function() {
    n_done <<- n_done + 1
    if (!is.null(runtime$progress)) runtime$progress(min(1, n_done / n_steps))
    seconds <- proc.time()[[3]] - last_time
    last_time <<- last_time + seconds
    seconds
  }
}

# Shows a message before a part of the work of ssl_auto() that takes 10 seconds or more.
#   seconds  that this part will take;  task: in words, perhaps with {n}, for which `n` is put
inform_of_search <- function(seconds, task, n) {
  inform_of_seconds(
    seconds, sub("{n}", n, task, fixed = TRUE),
    "`graph` or `bandwidth` shorten the search. `error = FALSE` leaves out the estimate of the
     error, which takes up to twice the time of the search. `progress = TRUE` shows a bar."
  )
}
