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
      is_nearest <- i == 1L && length(prepared) > 1L && graph_type(one$settings)$lists_neighbors
      c(list(graph = i, is_nearest = is_nearest, losses = offer_losses(offer, known)), offer)
    })
  }), recursive = FALSE)
}

# Takes the best of each method that learns of the spectrum.
spectral_offers <- function(one, part) {
  lapply(Filter(function(own) ssl_methods[[own[[1L]]]]$is_spectral, one$tried), function(own) {
    method <- ssl_methods[[own[[1L]]]]
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
  loo <- if (length(inside) > 1L)
    do.call(rbind, lapply(seq_along(inside), function(j) at(inside[[j]], inside[-j]))) else
    0 * one$part$targets[inside, , drop = FALSE]
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
