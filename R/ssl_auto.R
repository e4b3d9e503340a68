#' Learning from few labels, with the method selected by the labels
#'
#' @description
#' Predicts a label, or a number, for each point from the few points that have one. Points that are
#' connected by many short paths get similar labels. The graph, its bandwidth, and the method are
#' selected from the labels.
#'
#' **When to use it.** It is the default for learning from few labels. Call a single method, such as
#' [ssl_harmonic()] or [ssl_iterated()], if you know which one you want, if you need standard
#' errors, or if time matters.
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
#'   million weights if nearest neighbors can be tried.
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
#' closed form). The method and the graph with the smallest mean loss are selected. If the loss of
#' [ssl_laprls()] is within a standard error of the difference from it, [ssl_laprls()] is selected
#' instead. The loss is the squared error of numbers. For classes it is minus the logarithm of the
#' probability of the label.
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
#' @param k Number of nearest neighbors in a sparse graph. If you supply it, no other number is
#'   tried.
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
#' test_error(fit, moon)
#' @export
ssl_auto <- function(x, ...) UseMethod("ssl_auto")

#' @rdname ssl_auto
#' @export
ssl_auto.default <- function(x, y, alpha = 0.5, bandwidth = NULL, graph = NULL, k = NULL,
                             cutoff = NULL, seed = NULL, n_threads = NULL, na_action = "error",
                             scale = FALSE, progress = NULL, landmarks = NULL, neighbors = "exact",
                             weights = NULL, ...) door({
  ssl_fit(auto_method(), x, y, environment(), names(match.call()))
}, ...)

#' @rdname ssl_auto
#' @export
ssl_auto.formula <- function(x, data, ...) door(fit_formula(ssl_auto, x, data, list(...)))

auto_method <- function() {
  new_ssl_method(
    "auto", "Automatic choice",
    learn = function(problem, own) {
      problem$tried <- tried_methods
      learnt <- with_plain_labels(problem, learn_best)
      learnt$parameters <- c(list(method = learnt$by), learnt$parameters)
      learnt$chosen <- c(method = "leave-one-out", learnt$chosen)
      learnt
    },
    is_spectral = TRUE, n_vectors = function(labels, own, n) spectrum_size(n)
  )
}

# Lists what is tried: the name of a method and its own arguments, as its check() returns them.
tried_methods <- list(
  list("iterated", m = 1), list("iterated", m = 2), list("eigenmaps"), list("diffusion", t = 2),
  list("harmonic"), list("poisson"), list("laprls")
)

# Learns by one method on the graph that the labels choose.
learn_on_best_graph <- function(problem, method, own) {
  problem$tried <- list(c(list(method$name), own))
  learnt <- with_plain_labels(problem, learn_best, centre = !method$is_machine)
  if (!is.null(learnt$by)) {
    is_fixed <- function(name) length(unique(learnt$path[[name]])) < 2L
    learnt$chosen[Filter(is_fixed, names(learnt$parameters))] <- "given"
    learnt$path$candidate <- learnt$families <- NULL
  }
  learnt
}

# Learns by the method, of those that `problem` says are tried, on the graph that the labels choose.
# `by` is its name. Of one method that cannot be compared it is what that learns on its own graph.
learn_best <- function(problem) {
  prepared <- lapply(tried_graphs(problem), function(one) prepare_graph(problem, one))
  prepared <- prepared[lengths(prepared) > 0L]
  unseen <- vapply(prepared, function(one) one$unseen, 0L)
  prepared <- prepared[unseen <= min(unseen) + max_unseen * problem$n_all]
  labels <- problem$labels
  offers <- offers_of(prepared, labels, seq_along(labels$rows))
  if (!length(offers)) {
    return(problem$method$learn(problem, problem$tried[[1L]][-1L]))
  }
  open <- seq_along(offers)
  repeat {
    best <- open[[choose_offer(offers[open], labels)]]
    one <- prepared[[offers[[best]]$graph]]
    made <- one$problem %||% problem_on(problem, one[c("settings", "h")])
    learnt <- offers[[best]]$fit(made)
    # Without truncation values may run away where labels do not see them.
    if (labels$kind == "classes" || length(open) == 1L ||
          stays_near(learnt$values, labels$targets)) break
    open <- setdiff(open, best)
  }
  learnt$problem <- made
  # Every label counts where folds are hidden, whichever graph reaches it.
  learnt$problem$is_machine <- TRUE
  learnt$by <- offers[[best]]$method
  learnt$loo <- function() offers[[best]]$loo
  learnt$chosen <- vapply(learnt$parameters, function(value) "leave-one-out", "")
  if (length(prepared) > 1L) learnt$chosen[["graph"]] <- "leave-one-out"
  if (length(unique(vapply(prepared, function(p) p$h, 0))) > 1L) {
    learnt$problem$bandwidth_method <- "leave-one-out"
  }
  learnt$path <- path_of_offers(offers, prepared, labels)
  learnt$families <- vapply(ssl_methods(), function(method) method$title, "")
  learnt$without <- function(out) {
    kept <- seq_along(labels$rows)[-out]
    offers <- offers_of(prepared, labels, kept)
    offers[[choose_offer(offers, pick_labels(labels, kept))]]$at(out)
  }
  learnt
}

# ---- the graphs that are tried -----------------------------------------------------------------

# Lists them as list(settings, h), the simplest first. Where the user gave the graph it is the only
# one.
tried_graphs <- function(problem) {
  own <- list(list(settings = plain_settings(problem$graph), h = problem$h))
  asked <- intersect(c("graph", "k", "cutoff", "neighbors"), problem$given)
  if (length(asked) || !is.null(problem[["bandwidth"]]) || !is.null(problem$given_graph) ||
        is_matrix_free(problem$weights)) {
    return(own)
  }
  n <- nrow(problem$checked$x)
  nearest <- lapply(nearest_tried[nearest_tried < n / 4], function(k) {
    settings <- resolve_graph_settings("knn", k, "union", NULL, FALSE, NULL, n, "graph", "exact")
    list(settings = settings, h = problem$h)
  })
  if (is_heavy(problem$weights)) {
    return(nearest)
  }
  # Other local minima of the curve that chose the bandwidth, or its double and half: two at most.
  h <- problem$minima[abs(log(problem$minima / problem$h)) > log(1.15)]
  others <- utils::head(if (length(h)) h else problem$h * c(2, 0.5), 2L)
  others <- lapply(others, function(h) replace(own[[1L]], "h", h))
  c(nearest, if (problem$graph$type != "knn") own, others)
}

# Labels say nothing about points that they do not reach. Graphs that leave a larger share of the
# points without a label than the others are skipped.
max_unseen <- 0.01

# Limits the weights: on more, learning takes tens of seconds: nearest neighbors stand in for the
# others.
max_tried_weights <- 3e6

is_heavy <- function(weights) {
  methods::is(weights, "dgCMatrix") && length(weights@x) > max_tried_weights
}

plain_settings <- function(graph) graph[setdiff(names(graph), c("listed", "entries"))]

nearest_tried <- c(10L, 20L, 5L)

# Makes a problem of ssl_graph() on one of these graphs.
problem_on <- function(problem, tried) {
  if (identical(tried, list(settings = plain_settings(problem$graph), h = problem$h))) {
    return(problem)
  }
  changed <- list(tried$settings, tried$h, problem$labels)
  arguments <- replace(problem$arguments, c("graph", "bandwidth", "labels"), changed)
  # The first graph has warned of what is wrong with the labels.
  withCallingHandlers(
    ssl_graph(arguments, problem$method),
    lapscale_warning = function(w) tryInvokeRestart("muffleWarning")
  )
}

# Prepares what does not depend on which labels are hidden: the spectrum and what else the methods
# learn of, and the problem. Many weights are not kept: they are made anew for the graph that is
# chosen. NULL where the graph says nothing.
prepare_graph <- function(problem, tried) {
  made <- tryCatch(problem_on(problem, tried), lapscale_error = function(e) NULL)
  is_heavy_too <- !identical(tried$h, problem$h) && is_heavy(made$weights)
  if (is.null(made) || !length(made$learn) || is_heavy_too) {
    return(NULL)
  }
  part <- if (problem$method$is_spectral) spectral_part(made) else learning_part(made)
  part$membership <- membership_of(part$weights, part$degree)
  part$own <- which(made$labels$rows %in% made$learn)
  weights <- part$weights
  # Beside others, two kinds of methods are tried where they cost little.
  alone <- length(problem$tried) == 1L
  is_own <- (alone || identical(tried$h, problem$h)) && !is_matrix_free(weights)
  by <- if (is_own) vapply(problem$tried, `[[`, "", 1L)
  labelled <- if (length(part$rows) <= 500L) labelled_links(part, by, made$labels$kind)
  # The bandwidth has to be chosen, and one that can be that of a kernel.
  is_kernel <- alone || is.null(problem$given_graph) && is.null(problem[["bandwidth"]]) &&
    problem$graph$type != "knn" && !is_heavy(problem$weights) &&
    identical(tried, tried_graphs(problem)[[1L]])
  machine <- if ("laprls" %in% by && length(part$rows) <= 1000L && is_kernel) {
    machine_candidates(made, if (alone) problem$tried[[1L]][-1L] else usual_penalties(made))
  }
  unseen <- length(made$unseen)
  if (length(weights) > 1e6) {
    part["weights"] <- part$spectrum["operator"] <- list(NULL)
    made <- NULL
  }
  c(tried, list(
    part = part, labelled = labelled, machine = machine, unseen = unseen, problem = made,
    tried = problem$tried
  ))
}

# Returns the penalties of a machine beside other methods. Numbers may be as smooth as the kernel;
# of classes the side alone counts.
usual_penalties <- function(made) {
  ambient <- c(1e-5, if (made$labels$kind == "regression") c(1e-7, 1e-9))
  list(penalties = list(ambient = ambient, manifold = 100 * ambient * made$n_all^2))
}

# ---- what the labels choose ----------------------------------------------------------------------

# Finds what an offer costs at each label: of classes how unlikely the label is, since not all
# scores are in the unit of the targets, of numbers the squared error.
offer_losses <- function(offer, labels) {
  kind <- if (offer$method == "harmonic") "chance" else "squares"
  if (labels$kind == "classes") surprise_of(offer$loo, labels, kind) else
    rowSums((offer$loo - labels$targets)^2)
}

# Chooses the one with the least mean, the first in the order of tried_graphs() and of the methods
# where several have it. The machine, which errs least if one method is taken for all data, gives
# way to what is better by a standard error of the difference.
choose_offer <- function(offers, labels) {
  of <- function(name) which(vapply(offers, function(offer) offer$method == name, NA))
  # Labels too few to be compared by: potentials need the fewest.
  if ((!can_hide(labels) || length(labels$rows) < 4L) && length(of("poisson"))) {
    return(of("poisson")[[1L]])
  }
  losses <- do.call(cbind, lapply(offers, function(offer) offer$losses))
  best <- which.min(colMeans(losses))
  usual <- if (length(of("laprls")) == 1L) of("laprls") else best
  above <- losses[, usual] - losses[, best]
  if (isTRUE(mean(above) > sd_of_mean(above))) best else usual
}

# Tabulates all that was tried: a row per candidate, with its graph and bandwidth.
path_of_offers <- function(offers, prepared, labels) {
  tables <- lapply(offers, function(offer) {
    one <- prepared[[offer$graph]]
    path <- offer$path
    row <- offer$row
    if (!length(path)) {
      path <- mean_losses(matrix(rowSums((offer$loo - labels$targets)^2)))
      row <- 1L
    }
    # Machines choose the width of their kernel by the log loss, whose standard errors these are.
    if (!is.null(path$log_loss)) path[c("log_loss", "se")] <- list(NULL, NA_real_)
    loss <- replace(rep(NA_real_, nrow(path)), row, mean(offer$losses))
    data.frame(
      graph = name_graph(one$settings), bandwidth = one$h, candidate = offer$method, path, loss
    )
  })
  columns <- unique(unlist(lapply(tables, names)))
  do.call(rbind, lapply(tables, function(table) {
    table[setdiff(columns, names(table))] <- NA
    table[columns]
  }))
}

# Chooses the candidate with the least error, but none by chance. A number of eigenvectors is judged
# with its neighbors. In regression, where no sign forgives what lies between the labels, a
# penalty, whose errors change slowly along the path, goes before a number that is not better by a
# standard error, and a candidate is passed over whose values go far beyond the labels.
choose_steady <- function(found, part) {
  numbers <- which(!is.na(found$path$n_eigen %||% rep(NA, nrow(found$path))))
  score <- found$path$squared_error
  if (length(numbers)) score[numbers] <- pmax(score[numbers], neighbour_means(score[numbers]))
  best <- which.min(score)
  if (part$labels$kind == "classes") {
    return(best)
  }
  above <- found$losses - found$losses[, best]
  preferred <- setdiff(which(colMeans(above) <= apply(above, 2L, sd_of_mean)), numbers)
  first <- preferred[order(score[preferred])]
  is_near <- function(row) stays_near(found$at(row, seq_len(part$n)), part$targets)
  Find(is_near, unique(c(first, order(score)))) %||% best
}

# Averages each value with those beside it, once more at the ends.
neighbour_means <- function(v) {
  n <- length(v)
  (v[c(1L, seq_len(n - 1L))] + v + v[c(seq_len(n)[-1L], n)]) / 3
}

# Tells whether numbers are within the range of the labels, widened by its length on both sides.
stays_near <- function(values, targets) {
  range <- range(targets)
  all(abs(values - mean(range)) <= 1.5 * diff(range) + 1e-8 * max(abs(range)))
}

# Collects what the methods offer on the graphs that ssl_auto() tries.

# Lists what every method offers on every graph, learned from the labels `kept`: a list for each,
#   graph, method  number and name
#   losses         of offer_losses()
#   path           of its parameters, NULL without;  row: the one it takes
#   loo            n x q: predictions of each of these labels from the others
#   at             numbers of other labels -> their predictions
#   fit            problem on that graph -> what new_ssl_fit() takes
offers_of <- function(prepared, labels, kept) {
  unlist(lapply(seq_along(prepared), function(i) {
    one <- prepared[[i]]
    known <- pick_labels(labels, kept)
    inside <- match(kept, one$part$own)
    inside <- inside[!is.na(inside)]
    found <- list()
    if (length(inside)) {
      part <- hide_labels(one$part, setdiff(seq_along(one$part$own), inside))
      found <- c(spectral_offers(one, part), muffle_convergence(direct_offers(one, inside)))
      found <- lapply(found, place_offer, part = one$part, inside = inside, kept = kept,
                      known = known)
    }
    if (!is.null(one$machine)) {
      found <- c(found, list(least_squares_offer(one$machine, labels, kept)))
    }
    lapply(found, function(offer) {
      c(list(graph = i, losses = offer_losses(offer, known)), offer)
    })
  }), recursive = FALSE)
}

# Takes the best of each method that learns of the spectrum.
spectral_offers <- function(one, part) {
  methods <- ssl_methods()
  lapply(Filter(function(own) methods[[own[[1L]]]]$is_spectral, one$tried), function(own) {
    method <- methods[[own[[1L]]]]
    candidates <- method$candidates(part, own[-1L])
    row <- choose_steady(candidates, part)
    list(
      method = method$name, path = candidates$path, row = row, loo = candidates$loo(row),
      at = function(inside) candidates$at(row, one$part$rows[inside]),
      fit = function(problem) {
        whole <- learning_part(problem)
        whole$spectrum <- one$part$spectrum
        whole$spectrum$operator <- corrected_weights(
          whole$weights, whole$degree, 0.5, whole$runtime
        )
        method$candidates(whole, own[-1L])$fit(row)
      }
    )
  })
}

# Makes the harmonic function and the potentials offers, where they are quick.
#   inside  numbers of the known labels within the part
direct_offers <- function(one, inside) {
  c(if (!is.null(one$labelled$reduced)) list(harmonic_offer(one, inside)),
    if (isTRUE(one$labelled$potentials$is_quick)) list(poisson_offer(one, inside)))
}

harmonic_offer <- function(one, inside) {
  reduced <- one$labelled$reduced
  targets <- one$part$targets
  runtime <- one$part$runtime
  left <- eliminate_dense(reduced, targets, inside, runtime)$reduced
  list(
    method = "harmonic", path = NULL, row = NA,
    loo = (left %*% targets[inside, , drop = FALSE]) / rowSums(left),
    at = function(out) {
      rows <- c(inside, out)
      hidden <- length(inside) + seq_along(out)
      harmonic_without(reduced[rows, rows], targets[rows, , drop = FALSE], hidden, runtime)
    },
    fit = function(problem) c(learn_harmonic(problem, NULL), list(score_kind = "chance"))
  )
}

poisson_offer <- function(one, inside) {
  potentials <- one$labelled$potentials
  unit <- sqrt(mean(potentials$at(inside, inside)$u^2))
  at <- function(out, from) poisson_scores(potentials$at(from, out), unit)
  loo <- if (length(inside) > 1L) {
    do.call(rbind, lapply(seq_along(inside), function(j) at(inside[[j]], inside[-j])))
  } else {
    0 * one$part$targets[inside, , drop = FALSE]
  }
  list(
    method = "poisson", path = NULL, row = NA, loo = loo, at = function(out) at(out, inside),
    fit = function(problem) learn_poisson(learning_part(problem), NULL)
  )
}

# Prepares these: list(reduced: the graph of the labeled points; potentials at them, of classes).
#   by  names of the methods that are tried
labelled_links <- function(part, by, kind) {
  w <- part$weights
  list(
    reduced = if ("harmonic" %in% by) {
      if (is.matrix(w)) eliminate_dense(w, given_values(part), part$rows, part$runtime)$reduced else
        labelled_graph(part, free_factor(part))
    },
    potentials = if ("poisson" %in% by && kind == "classes") find_potentials(part, part$rows)
  )
}

# Spreads what is offered on a part over all labels: the mean of the others where the part does not
# reach.
place_offer <- function(offer, part, inside, kept, known) {
  loo <- mean_of_others(known$targets)
  loo[match(part$own[inside], kept), ] <- offer$loo
  loo[!is.finite(loo)] <- mean(known$targets)
  offer$loo <- loo
  from <- part$membership[part$rows[inside]]
  at <- offer$at
  offer$at <- function(out) {
    found <- mean_targets(known$targets, length(out))
    local <- match(out, part$own)
    reached <- which(part$membership[part$rows[local]] %in% from)
    if (length(reached)) {
      values <- at(local[reached])
      fine <- is.finite(rowSums(values))
      found[reached[fine], ] <- values[fine, ]
    }
    found
  }
  offer
}
