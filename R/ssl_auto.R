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
#' @details
#' **What is tried.** Each of these methods on each of these graphs, if they are not too expensive:
#' - Graphs: those of the 10, 20, and 5 nearest neighbors, and the learning graph of
#'   [ssl_eigenmaps()] at the bandwidth that [bw_gc()] selects and at two others (other local minima
#'   of its curve, or twice and half the bandwidth). If you supply a bandwidth, it is the only one.
#'   If you supply `graph`, `k`, `cutoff`, or `neighbors`, or if `x` is a graph, that graph is the
#'   only one. Graphs that leave more points without a path to a label than others are not used.
#' - Methods on each graph: [ssl_iterated()] with `m` = 1 and 2, [ssl_eigenmaps()], and
#'   [ssl_diffusion()] with `t = 2`.
#' - At the first bandwidth also [ssl_harmonic()] and, for classes, [ssl_poisson()] (up to 500
#'   labels), and [ssl_laprls()] on the learning graph (up to 1000 labels).
#'
#' **What is selected.** Each method predicts each label from the other labels (leave-one-out, in
#' closed form). The method and the graph with the smallest mean loss are selected. The loss is the
#' squared error of numbers. For classes it is minus the logarithm of the probability of the label.
#' With fewer than four labels, or only one label in each class, there is nothing to compare, and
#' for classes [ssl_poisson()] on the 10 nearest neighbors is used. `tidy(fit)` shows what was
#' selected, and `tidy(fit, "path")` the errors of everything that was tried.
#'
#' **The error** in the print-out is estimated by cross-validation in which the selection is
#' repeated in each fold, see [lapscale_ssl]. (Of the graphs, only those are tried again that come
#' close with all labels, at most four.) The result does not depend on the order of the rows. Only
#' [bw_gc()] uses random numbers. `vignette("methods")` has the formulas.
#'
#' @inheritParams ssl_eigenmaps
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
#' fit <- ssl_auto(x, replace(moon, -c(1:5, 196:200), NA), bandwidth = 0.3)
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
    learn = function(problem, own) with_plain_labels(problem, learn_best),
    is_spectral = TRUE, n_vectors = function(labels, own, n) spectrum_size(n)
  )
}

# Learns by the method, on the graph, that the labels choose.
learn_best <- function(problem) {
  tried <- tried_graphs(problem)
  prepared <- lapply(tried, function(one) prepare_graph(problem, one))
  prepared <- prepared[lengths(prepared) > 0L]
  unseen <- vapply(prepared, function(one) one$unseen, 0L)
  prepared <- prepared[unseen <= min(unseen) + max_unseen * problem$n_all]
  labels <- problem$labels
  offers <- offers_of(prepared, labels, seq_along(labels$rows))
  open <- seq_along(offers)
  repeat {
    best <- open[[choose_offer(offers[open], labels)]]
    learnt <- offers[[best]]$fit()
    # Without truncation values may run away where labels do not see them.
    if (labels$kind == "classes" || length(open) == 1L ||
          stays_near(learnt$values, labels$targets)) break
    open <- setdiff(open, best)
  }
  one <- prepared[[offers[[best]]$graph]]
  learnt$problem <- one$problem()
  # Every label counts where folds are hidden, whichever graph reaches it.
  learnt$problem$is_machine <- TRUE
  learnt$parameters <- c(list(method = offers[[best]]$method), learnt$parameters)
  learnt$chosen <- replace(unlist(learnt$parameters), TRUE, "leave-one-out")
  if (length(prepared) > 1L) learnt$chosen[["graph"]] <- "leave-one-out"
  if (length(unique(vapply(prepared, function(p) p$h, 0))) > 1L) {
    learnt$problem$bandwidth_method <- "leave-one-out"
  }
  learnt$path <- path_of_offers(offers, prepared, labels)
  learnt$families <- vapply(ssl_methods(), function(method) method$title, "")
  # What all labels leave no doubt of is not tried again where some are hidden.
  contenders <- prepared[contending_graphs(offers, labels, best)]
  learnt$without <- function(out) {
    kept <- seq_along(labels$rows)[-out]
    offers <- offers_of(contenders, labels, kept)
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
  if (length(asked) || !is.null(problem$given_graph) || is_matrix_free(problem$weights)) {
    return(own)
  }
  n <- nrow(problem$checked$x)
  nearest <- lapply(nearest_tried[nearest_tried < n / 4], function(k) {
    list(settings = nearest_settings(k, n), h = problem$h)
  })
  if (problem$graph$type == "knn") own <- NULL
  others <- lapply(other_bandwidths(problem), function(h) {
    list(settings = plain_settings(problem$graph), h = h)
  })
  c(nearest, own, others)
}

# Labels do not tell of points that they do not reach: graphs are passed over that leave a larger
# share of the points without a label than the others.
max_unseen <- 0.01

plain_settings <- function(graph) graph[setdiff(names(graph), c("listed", "entries"))]

nearest_tried <- c(10L, 20L, 5L)

nearest_settings <- function(k, n) {
  resolve_graph_settings("knn", k, "union", NULL, FALSE, NULL, n, "graph", "exact")
}

# Finds bandwidths beside that of the problem: other local minima of the curve that chose it, and
# its double and half.
other_bandwidths <- function(problem) {
  if ("bandwidth" %in% problem$given) {
    return(numeric())
  }
  found <- problem$h
  for (h in c(problem$minima, problem$h * c(2, 0.5))) {
    if (all(abs(log(h / found)) > log(1.15))) found <- c(found, h)
  }
  utils::head(found[-1L], max_bandwidths)
}

# Bandwidths tried beside the one that was chosen without labels.
max_bandwidths <- 2L

# Makes a problem of ssl_graph() on one of these graphs.
problem_on <- function(problem, tried) {
  if (identical(tried, list(settings = plain_settings(problem$graph), h = problem$h))) {
    return(problem)
  }
  arguments <- problem[intersect(names(problem), before_graph)]
  arguments[c("graph", "bandwidth")] <- list(tried$settings, tried$h)
  # The first graph has warned of what is wrong with the labels.
  withCallingHandlers(
    ssl_graph(arguments, problem$method),
    lapscale_warning = function(w) tryInvokeRestart("muffleWarning")
  )
}

# What ssl_graph() is given but for the graph.
before_graph <- c(
  "landmarks", "n_all", "checked", "columns", "labels", "alpha", "seed", "runtime", "given",
  "given_graph"
)

# Prepares what does not depend on which labels are hidden: the spectrum and what else the methods
# learn of. The weights are not kept: they are made anew for the graph that is chosen. NULL where
# the graph says nothing.
prepare_graph <- function(problem, tried) {
  made <- tryCatch(problem_on(problem, tried), lapscale_error = function(e) NULL)
  if (is.null(made) || !length(made$learn)) {
    return(NULL)
  }
  part <- spectral_part(made)
  part$membership <- membership_of(part$weights, part$degree)
  part$own <- which(made$labels$rows %in% made$learn)
  part$learn <- made$learn
  weights <- part$weights
  is_own <- identical(tried$h, problem$h) && !is_matrix_free(weights)
  labelled <- if (is_own && length(part$rows) <= 500L) labelled_links(part)
  machine <- if (is_own && tried$settings$type != "knn" && is.null(made$given_graph) &&
                   length(part$rows) <= 1000L) {
    # Numbers may be as smooth as the kernel; of classes the side alone counts.
    ambient <- c(1e-5, if (made$labels$kind == "regression") c(1e-7, 1e-9))
    machine_candidates(made, list(
      kernel_bandwidth = NULL,
      penalties = list(ambient = ambient, manifold = 100 * ambient * made$n_all^2)
    ))
  }
  keeps <- length(weights) <= 1e6
  if (!keeps) {
    part["weights"] <- list(NULL)
    part$spectrum["operator"] <- list(NULL)
  }
  again <- function() if (keeps) made else problem_on(problem, tried)
  if (!keeps) made <- NULL
  list(
    part = part, labelled = labelled, machine = machine, h = tried$h, settings = tried$settings,
    unseen = length(made$unseen),
    problem = again
  )
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
# where several have it.
choose_offer <- function(offers, labels) {
  # Labels too few to be compared by: potentials need the fewest.
  poisson <- which(vapply(offers, function(offer) offer$method == "poisson", NA))
  if ((!can_hide(labels) || length(labels$rows) < 4L) && length(poisson)) {
    return(poisson[[1L]])
  }
  which.min(colMeans(losses_of_offers(offers, labels)))
}

losses_of_offers <- function(offers, labels) {
  losses <- vapply(offers, offer_losses, numeric(nrow(labels$targets)), labels = labels)
  matrix(losses, nrow(labels$targets))
}

# Finds the graphs that other labels might choose: those whose best offer is within two standard
# errors of the least, four at most with that of the best.
contending_graphs <- function(offers, labels, best) {
  losses <- losses_of_offers(offers, labels)
  mean <- colMeans(losses)
  error <- sd_of_mean(losses[, which.min(mean)])
  graph <- vapply(offers, function(offer) offer$graph, 0L)
  least <- tapply(mean, graph, min)
  near <- as.integer(names(sort(least[least <= min(mean) + 2 * if (is.na(error)) 0 else error])))
  sort(utils::head(unique(c(graph[[best]], near)), 4L))
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
    loss <- replace(rep(NA_real_, nrow(path)), row, mean(offer_losses(offer, labels)))
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
  if (length(numbers)) {
    score[numbers] <- pmax(score[numbers], neighbour_means(score[numbers]))
  }
  best <- which.min(score)
  if (part$labels$kind == "classes") {
    return(best)
  }
  above <- found$losses - found$losses[, best]
  near <- colMeans(above) <= apply(above, 2L, sd_of_mean)
  preferred <- setdiff(which(near), numbers)
  first <- preferred[order(score[preferred])]
  everywhere <- seq_len(part$n)
  for (row in unique(c(first, order(score)))) {
    if (stays_near(found$at(row, everywhere), part$targets)) {
      return(row)
    }
  }
  best
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

# What the methods offer on the graphs that ssl_auto() tries.

# Lists what every method offers on every graph, learned from the labels `kept`: a list for each,
#   graph, method  number and name
#   path           of its parameters, NULL without;  row: the one it takes
#   loo            n x q: predictions of each of these labels from the others
#   at             numbers of other labels -> their predictions
#   fit            () -> what new_ssl_fit() takes
offers_of <- function(prepared, labels, kept) {
  unlist(lapply(seq_along(prepared), function(i) {
    one <- prepared[[i]]
    known <- pick_labels(labels, kept)
    inside <- match(kept, one$part$own)
    inside <- inside[!is.na(inside)]
    found <- list()
    if (length(inside)) {
      part <- one$part
      if (length(inside) < length(part$own)) {
        part <- hide_labels(part, seq_along(part$own)[-inside])
      }
      found <- c(spectral_offers(one, part), direct_offers(one, inside, known))
      found <- lapply(found, place_offer, part = one$part, inside = inside, kept = kept,
                      known = known)
    }
    if (!is.null(one$machine)) found <- c(found, list(machine_offer(one, labels, kept, known)))
    lapply(found, function(offer) c(list(graph = i), offer))
  }), recursive = FALSE)
}

# Takes the best of each method that learns of the spectrum.
spectral_offers <- function(one, part) {
  tried <- list(list("iterated", m = 1), list("iterated", m = 2), list("eigenmaps"),
                list("diffusion", t = 2))
  lapply(tried, function(own) {
    method <- ssl_methods()[[own[[1L]]]]
    candidates <- method$candidates(part, own[-1L])
    row <- choose_steady(candidates, part)
    list(
      method = method$name, path = candidates$path, row = row, loo = candidates$loo(row),
      at = function(inside) candidates$at(row, one$part$rows[inside]),
      fit = function() {
        problem <- one$problem()
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

# Makes the harmonic function and, of classes, the potentials offers, where they are quick.
#   inside  numbers of the known labels within the part
direct_offers <- function(one, inside, known) {
  links <- one$labelled
  found <- list()
  if (!is.null(links$reduced)) found <- list(harmonic_offer(one, inside))
  if (isTRUE(links$potentials$is_quick) && known$kind == "classes") {
    found <- c(found, list(poisson_offer(one, inside)))
  }
  found
}

harmonic_offer <- function(one, inside) {
  reduced <- one$labelled$reduced
  targets <- one$part$targets
  part_of <- function(rows) {
    list(targets = targets[rows, , drop = FALSE], runtime = one$part$runtime)
  }
  n <- length(inside)
  order <- c(inside, seq_len(nrow(reduced))[-inside])
  left <- reduced
  if (n < nrow(left)) {
    left <- cpp_harmonic_dense(
      left[order, order], targets[order, , drop = FALSE], n, one$part$runtime
    )$reduced
  }
  list(
    method = "harmonic", path = NULL, row = NA,
    loo = (left %*% targets[inside, , drop = FALSE]) / rowSums(left),
    at = function(out) {
      rows <- c(inside, out)
      harmonic_without(reduced[rows, rows], part_of(rows), n + seq_along(out))
    },
    fit = function() c(harmonic_method()$learn(one$problem(), list()), list(score_kind = "chance"))
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
    fit = function() learn_poisson(learning_part(one$problem()), NULL)
  )
}

# Prepares these: list(reduced: the graph of the labeled points; potentials at them).
labelled_links <- function(part) {
  n <- length(part$rows)
  reduced <- if (is.matrix(part$weights)) {
    order <- c(part$rows, seq_len(part$n)[-part$rows])
    cpp_harmonic_dense(
      part$weights[order, order], matrix(0, part$n, 1L), n, part$runtime
    )$reduced
  } else {
    labelled_graph(part, free_factor(part))
  }
  list(reduced = reduced, potentials = find_potentials(part, part$rows))
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

# Makes least squares in the deformed kernel an offer.
machine_offer <- function(one, labels, kept, known) {
  candidates <- one$machine
  all <- length(kept) == length(labels$rows)
  less <- if (all) candidates else machines_without(candidates, seq_along(labels$rows)[-kept])
  chosen <- choose_machine(less, known)
  best <- chosen$best
  list(
    method = "laprls", path = chosen$path, row = best, loo = chosen$loo[[best]],
    at = function(out) {
      gram <- candidates[[best]]$deformed$gram[out, kept, drop = FALSE]
      gram %*% least_squares_machine(less[[best]], known$targets)$weights
    },
    fit = function() {
      problem <- one$problem()
      fit <- least_squares_machine(candidates[[best]], labels$targets)
      machine_result(problem, candidates, chosen, fit$weights, rep(0, ncol(labels$targets)),
                     fit$loo)
    }
  )
}
