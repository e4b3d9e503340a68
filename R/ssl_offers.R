# Finds what an offer costs at each label: of classes how unlikely the label is, since not all
# scores are in the unit of the targets, of numbers the squared error.
offer_losses <- function(offer, labels) {
  kind <- if (offer$method == "harmonic") "chance" else "squares"
  if (labels$kind == "classes") surprise_of(offer$loo, labels, kind) else
    rowSums((offer$loo - labels$targets)^2)
}

# Chooses the one with the least mean, the first in the order of tried_graphs() and of the methods
# where several have it. What is usual gives way only to what is clearly better, because the noise
# of the choice among many costs more than the usual graph: of classes the harmonic function on the
# 10 nearest neighbors, by two standard errors of the difference; else the machine, by one.
choose_offer <- function(offers, labels) {
  of <- function(name) which(vapply(offers, function(offer) offer$method == name, NA))
  # Labels too few to be compared by: potentials need the fewest.
  if ((!can_hide(labels) || length(labels$rows) < 4L) && length(of("poisson"))) {
    return(of("poisson")[[1L]])
  }
  losses <- do.call(cbind, lapply(offers, function(offer) offer$losses))
  best <- which.min(colMeans(losses))
  nearest <- of("harmonic")[vapply(offers[of("harmonic")], function(offer) offer$is_nearest, NA)]
  is_classes <- labels$kind == "classes" && length(nearest) == 1L
  usual <- if (is_classes) nearest else if (length(of("laprls")) == 1L) of("laprls") else best
  above <- losses[, usual] - losses[, best]
  if (isTRUE(mean(above) > (if (is_classes) 2 else 1) * sd_of_mean(above))) best else usual
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
#   graph, method  number and name;  is_nearest: whether the graph is the usual one
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
      # The first graph is of the 10 nearest neighbors where others are tried beside it.
      is_nearest <- i == 1L && length(prepared) > 1L && one$settings$type == "knn"
      c(list(graph = i, is_nearest = is_nearest, losses = offer_losses(offer, known)), offer)
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
