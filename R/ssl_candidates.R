# The candidates of ssl_auto(): methods on the graphs that it tries.

#' Candidates of all methods on all graphs, learned from some of the labels
#'
#' @param prepared Graphs, a list of those of `prepare_graph()`.
#' @param labels All labels, of `encode_labels()`.
#' @param kept The numbers of the labels to learn from.
#' @return A list of lists:
#'   - `graph` and `method`: number and name; `is_nearest`: whether the graph is the usual one;
#'   - `losses`: of `candidate_losses()`;
#'   - `path`: of its parameters, NULL without; `row`: the one that it takes;
#'   - `loo`: n x q, the prediction of each of the n labels `kept` from the others; `is_coarse`:
#'     whether it is of too few eigenvectors for these labels, and good for comparisons only;
#'   - `predictions`: a function of the numbers of other labels;
#'   - `fit`: a function of a problem on that graph, which returns what `new_ssl_fit()` takes.
#' @noRd
graph_candidates <- function(prepared, labels, kept) {
  known_labels <- pick_labels(labels, kept)
  unlist(lapply(seq_along(prepared), function(i) {
    graph <- prepared[[i]]
    part_numbers <- match(kept, graph$part$label_numbers)
    part_numbers <- part_numbers[!is.na(part_numbers)]
    candidates <- list()
    if (length(part_numbers)) {
      part <- hide_labels(graph$part, setdiff(seq_along(graph$part$label_numbers), part_numbers))
      candidates <- c(spectral_candidates(graph, part), direct_candidates(graph, part_numbers))
      candidates <- lapply(candidates, pad_candidate, graph$part, part_numbers, kept, known_labels)
    }
    machine <- if (!is.null(graph$machine)) least_squares_candidate(graph$machine, labels, kept)
    # The first graph is of the 10 nearest neighbors where there are several.
    is_nearest <- i == 1L && length(prepared) > 1L && graph_type(graph$settings)$lists_neighbors
    lapply(c(candidates, if (!is.null(machine)) list(machine)), function(candidate) {
      losses <- candidate_losses(candidate, known_labels)
      c(list(graph = i, is_nearest = is_nearest, losses = losses), candidate)
    })
  }), recursive = FALSE)
}

# The best of each method that learns of the spectrum. Each of graph$tried is a list: the name of a
# method, and settings of it by name. `row` is the row of a path that is chosen, `inside` numbers of
# labels of graph$part.
#   graph  of prepare_graph();  part: its part without the labels that are hidden, of hide_labels()
spectral_candidates <- function(graph, part) {
  is_spectral <- function(tried) ssl_methods[[tried[[1L]]]]$is_spectral
  lapply(Filter(is_spectral, graph$tried), function(tried) {
    method <- ssl_methods[[tried[[1L]]]]
    candidates <- method$candidates(part, tried[-1L])
    row <- choose_steady(candidates, part)
    list(
      method = method$name, path = candidates$path, row = row, loo = candidates$loo(row),
      is_coarse = !is.null(candidates$solved), predictions = function(inside) {
        (candidates$solved %||% candidates$predictions)(row, graph$part$rows[inside])
      },
      fit = function(problem) {
        whole <- learning_part(problem)
        whole$spectrum <- graph$part$spectrum
        whole$spectrum$operator <-
          corrected_weights(whole$weights, whole$degree, 0.5, whole$runtime)
        method$candidates(whole, tried[-1L])$fit(row)
      }
    )
  })
}

# The harmonic function and the potentials, where they are tried: a list of candidates, see
# graph_candidates().
#   graph   of prepare_graph(): labelled (of labelled_links(), NULL where labels are many: reduced,
#           potentials, each NULL where its method is not tried; potentials are for classes only)
#   inside  numbers of the known labels among those of the graph's part
direct_candidates <- function(graph, inside) {
  muffle_convergence(c(
    if (!is.null(graph$labelled$reduced)) list(harmonic_candidate(graph, inside)),
    if (isTRUE(graph$labelled$potentials$is_quick)) list(poisson_candidate(graph, inside))
  ))
}

# The harmonic function as a candidate, see graph_candidates(). `reduced` are weights between all
# labels of the part, `weights` those between the known ones.
#   graph   of prepare_graph(): labelled (reduced: weights between the labeled points, n x n), part
#           (of learning_part(): targets, n x q; labels, with group; runtime)
#   inside  numbers of the known labels among those of the part
harmonic_candidate <- function(graph, inside) {
  reduced <- graph$labelled$reduced
  targets <- graph$part$targets
  group <- graph$part$labels$group
  runtime <- graph$part$runtime
  weights <- eliminate_dense(reduced, targets, inside, runtime)$reduced
  list(
    method = "harmonic", path = NULL, row = NA,
    loo = if (is.null(group)) (weights %*% targets[inside, , drop = FALSE]) / rowSums(weights) else
      harmonic_without_groups(weights, targets[inside, , drop = FALSE], group[inside], runtime),
    predictions = function(out) {
      rows <- c(inside, out)
      hidden <- length(inside) + seq_along(out)
      harmonic_without(reduced[rows, rows], targets[rows, , drop = FALSE], hidden, runtime)
    },
    fit = function(problem) c(learn_harmonic(problem, NULL), list(score_kind = "chance"))
  )
}

# Poisson learning as a candidate, see graph_candidates(). `unit` is the size of the potentials,
# `out` and `kept` are numbers of labels within the part, predicted and known.
#   graph   of prepare_graph(): labelled (potentials: of find_potentials() at the labels), part (of
#           learning_part(): targets, n x q; labels, with group)
#   inside  numbers of the known labels among those of the part
poisson_candidate <- function(graph, inside) {
  potentials_of <- graph$labelled$potentials$potentials_of
  unit <- sqrt(mean(potentials_of(inside, inside)$u^2))
  predictions <- function(out, kept = inside) poisson_scores(potentials_of(kept, out), unit)
  loo <- 0 * graph$part$targets[inside, , drop = FALSE]
  blocks <- label_blocks(length(inside), graph$part$labels$group[inside])
  if (length(blocks) > 1L) {
    for (block in blocks) loo[block, ] <- predictions(inside[block], inside[-block])
  }
  list(method = "poisson", path = NULL, row = NA, loo = loo, predictions = predictions,
       fit = function(problem) learn_poisson(learning_part(problem), NULL))
}

# Prepares what the harmonic function and Poisson learning need as candidates: list(reduced: weights
# of the graph between the labeled points, n x n; potentials: of find_potentials() at these points,
# for classes). Either is NULL where its method is not tried.
#   part     of learning_part(): weights (u x u; plain where all pairs are joined), rows (of its
#            labeled points), runtime, and what labelled_graph() and find_potentials() read;
#            eliminated is set here: of eliminate_dense(), NULL where weights are sparse
#   methods  names of the methods that are tried
#   kind     "classes" or "regression"
labelled_links <- function(part, methods, kind) {
  has_potentials <- "poisson" %in% methods && kind == "classes"
  is_harmonic <- "harmonic" %in% methods
  if (is.matrix(part$weights) && (is_harmonic || has_potentials)) {
    # One elimination serves both.
    values <- if (has_potentials) unit_values(part) else given_values(part)
    part$eliminated <- eliminate_dense(part$weights, values, part$rows, part$runtime)
  }
  list(
    reduced = if (is_harmonic) {
      part$eliminated$reduced %||% labelled_graph(part, free_factor(part))
    },
    potentials = if (has_potentials) find_potentials(part, part$rows)
  )
}

# Spreads a candidate on a part over all labels, and returns it so changed: the mean of the others
# where the part does not reach.
#   candidate     list with loo and predictions, of the part
#   part          of prepare_graph(): label_numbers (which of all labels it has), rows (its points
#                 with these labels), membership (the component of each of its points)
#   inside        numbers of the known labels among those of the part
#   kept          numbers of the known labels among all labels
#   known_labels  the labels `kept`, of pick_labels(): targets (n x q), group (of each label, or
#                 NULL)
pad_candidate <- function(candidate, part, inside, kept, known_labels) {
  loo <- mean_of_others(known_labels$targets, known_labels$group)
  loo[match(part$label_numbers[inside], kept), ] <- candidate$loo
  loo[!is.finite(loo)] <- mean(known_labels$targets)
  labelled_components <- part$membership[part$rows[inside]]
  padded <- function(out) {
    predictions <- mean_targets(known_labels$targets, length(out))
    part_numbers <- match(out, part$label_numbers)
    is_reached <- which(part$membership[part$rows[part_numbers]] %in% labelled_components)
    if (length(is_reached)) {
      values <- candidate$predictions(part_numbers[is_reached])
      is_finite <- is.finite(rowSums(values))
      predictions[is_reached[is_finite], ] <- values[is_finite, ]
    }
    predictions
  }
  replace(candidate, c("loo", "predictions"), list(loo, padded))
}
