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
      found <- c(
        spectral_offers(one, part), muffle_convergence(direct_offers(one, inside, known))
      )
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

# Prepares these: list(reduced: the graph of the labelled points; potentials at them).
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
