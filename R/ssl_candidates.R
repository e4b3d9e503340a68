# The candidates of ssl_auto(): methods on the graphs that it tries.

#' Candidates of all methods on all graphs, learned from some of the labels
#'
#' On each graph `part_index` are the numbers of the known labels among those of the learned part,
#' `part` is this part without the other labels, `candidates` are those of methods that learn on the
#' graph, and `machine` is the candidate of the kernel machine, or NULL.
#'
#' @param graphs A list of what `prepare_graph()` returns; read are part (the learned part of the
#'   graph), settings (of the graph), machines (of `machine_candidates()`, or NULL), and what
#'   `spectral_candidates()` and `direct_candidates()` read.
#' @param labels All labels, of `encode_labels()`.
#' @param known_index The numbers of the labels to learn from.
#' @return A list with an element per graph and method, or NULL without any. Each is a list:
#'   - `graph` and `method`: number of the graph and name of the method; `is_nearest`: whether the
#'     graph is the usual one, of the 10 nearest neighbors;
#'   - `losses`: of `candidate_losses()`, n numbers;
#'   - `path`: a data frame with a row per value of its parameters, NULL if it has none; `row`: the
#'     number of the row that it takes, NA or 1 without a path;
#'   - `loo`: n x q, the prediction of each of the n known labels from the others; `is_coarse`:
#'     whether it is of too few eigenvectors for these labels, and good for comparisons only (NULL
#'     of methods without eigenvectors);
#'   - `predictions`: a function of the numbers of k other labels, which returns k x q;
#'   - `fit`: a function of a problem on that graph, which returns what `new_ssl_fit()` takes.
#' @noRd
graph_candidates <- function(graphs, labels, known_index) {
  known_labels <- pick_labels(labels, known_index)
  unlist(lapply(seq_along(graphs), function(i) {
    graph <- graphs[[i]]
    part_index <- match(known_index, graph$part$label_numbers)
    part_index <- part_index[!is.na(part_index)]
    candidates <- list()
    if (length(part_index)) {
      part <- hide_labels(graph$part, setdiff(seq_along(graph$part$label_numbers), part_index))
      candidates <- c(spectral_candidates(graph, part), direct_candidates(graph, part_index))
      candidates <-
        lapply(candidates, pad_candidate, graph$part, part_index, known_index, known_labels)
    }
    machine <-
      if (!is.null(graph$machines)) least_squares_candidate(graph$machines, labels, known_index)
    # The first graph is of the 10 nearest neighbors where there are several, of 5 up to 40 points.
    is_nearest <- i == 1L && length(graphs) > 1L && graph_type(graph$settings)$lists_neighbors
    lapply(c(candidates, if (!is.null(machine)) list(machine)), function(candidate) {
      losses <- candidate_losses(candidate, known_labels)
      c(list(graph = i, is_nearest = is_nearest, losses = losses), candidate)
    })
  }), recursive = FALSE)
}

# The best candidate of each method that learns of eigenvectors: a list of lists as those of
# graph_candidates(), here without graph, is_nearest, and losses, and with `loo` of the labels of
# `part`. `tried` is an element of methods_to_try, `candidates` as in learn_best_candidate(), `row`
# the number of the row of their path that is chosen, `index` numbers of labels of graph$part.
#   graph  of prepare_graph(): methods_to_try (a list per method: its name, then settings by name),
#          part (of spectral_part() or learning_part(), with all labels that are on the graph)
#   part   graph$part without the labels that are hidden, of hide_labels()
spectral_candidates <- function(graph, part) {
  is_spectral <- function(tried) ssl_methods[[tried[[1L]]]]$is_spectral
  lapply(Filter(is_spectral, graph$methods_to_try), function(tried) {
    method <- ssl_methods[[tried[[1L]]]]
    candidates <- method$candidates(part, tried[-1L])
    row <- choose_steady(candidates, part)
    list(
      method = method$name, path = candidates$path, row = row, loo = candidates$loo(row),
      is_coarse = !is.null(candidates$exact_predictions), predictions = function(index) {
        (candidates$exact_predictions %||% candidates$predictions)(row, graph$part$rows[index])
      },
      fit = function(problem) {
        whole_part <- learning_part(problem)
        whole_part$spectrum <- graph$part$spectrum
        # S of learning_spectrum(), which is not kept of a large graph.
        whole_part$spectrum$operator <-
          corrected_weights(whole_part$weights, whole_part$degree, 0.5, whole_part$runtime)
        method$candidates(whole_part, tried[-1L])$fit(row)
      }
    )
  })
}

# The harmonic function and Poisson learning, where they are tried: a list of up to two candidates,
# or NULL, see harmonic_candidate() and poisson_candidate().
#   graph       of prepare_graph(): labelled (of labelled_links(), NULL with more than 500 labels:
#               reduced, a matrix, and potentials, a list with is_quick, each NULL where its method
#               is not tried; potentials are for classes only)
#   part_index  numbers of the known labels among those of the graph's part
direct_candidates <- function(graph, part_index) {
  muffle_convergence(c(
    if (!is.null(graph$labelled$reduced)) list(harmonic_candidate(graph, part_index)),
    if (isTRUE(graph$labelled$potentials$is_quick)) list(poisson_candidate(graph, part_index))
  ))
}

# The harmonic function as a candidate: a list as those of graph_candidates(), here without graph,
# is_nearest, and losses, with `loo` of the known labels of the part, NaN where nothing joins a
# label to others. Weights between labels are those of the graph that elimination of all other
# points leaves: `all_weights` of all labels of the part, `weights` of the known ones alone.
#   graph       of prepare_graph(): labelled (reduced: weights between the n labeled points of the
#               part, n x n), part (of learning_part(): targets, n x q; labels, with group, of each
#               label, or NULL; runtime)
#   part_index  numbers of the known labels among those of the part
harmonic_candidate <- function(graph, part_index) {
  all_weights <- graph$labelled$reduced
  targets <- graph$part$targets
  group <- graph$part$labels$group
  runtime <- graph$part$runtime
  weights <- eliminate_dense(all_weights, targets, part_index, runtime)$reduced
  list(
    method = "harmonic", path = NULL, row = NA,
    loo = if (is.null(group))
      (weights %*% targets[part_index, , drop = FALSE]) / rowSums(weights) else
      harmonic_without_groups(weights, targets[part_index, , drop = FALSE], group[part_index],
                              runtime),
    predictions = function(hidden_in_part) {
      label_index <- c(part_index, hidden_in_part)
      hidden_rows <- length(part_index) + seq_along(hidden_in_part)
      harmonic_without(all_weights[label_index, label_index], targets[label_index, , drop = FALSE],
                       hidden_rows, runtime)
    },
    fit = function(problem) c(learn_harmonic(problem, NULL), list(score_kind = "chance"))
  )
}

# Poisson learning as a candidate: a list as those of graph_candidates(), here without graph,
# is_nearest, and losses, with `loo` of the known labels of the part. `unit` is the root mean square
# of the potentials at these, `source_index` and `query_index` are numbers of labels within the
# part, those learned from and those predicted. A block are labels of one group, or one label, by
# their positions among the known ones; `loo` is 0 where there is one block only.
#   graph       of prepare_graph(): labelled (potentials: of find_potentials() at the labels, with
#               potentials_of: (numbers of the labels learned from, numbers of k labels) -> list(u,
#               level), both k x q), part (of learning_part(): targets, n x q; labels, with group,
#               of each label, or NULL)
#   part_index  numbers of the known labels among those of the part
poisson_candidate <- function(graph, part_index) {
  potentials_of <- graph$labelled$potentials$potentials_of
  unit <- sqrt(mean(potentials_of(part_index, part_index)$u^2))
  predictions <- function(query_index, source_index = part_index)
    poisson_scores(potentials_of(source_index, query_index), unit)
  loo <- 0 * graph$part$targets[part_index, , drop = FALSE]
  blocks <- label_blocks(length(part_index), graph$part$labels$group[part_index])
  if (length(blocks) > 1L) {
    for (block in blocks) loo[block, ] <- predictions(part_index[block], part_index[-block])
  }
  list(method = "poisson", path = NULL, row = NA, loo = loo, predictions = predictions,
       fit = function(problem) learn_poisson(learning_part(problem), NULL))
}

# Prepares what the harmonic function and Poisson learning need as candidates: list(reduced: weights
# between the labeled points, n x n, on the graph that elimination of all other points leaves;
# potentials: of find_potentials() at these points, for classes). Either is NULL where its method is
# not tried, reduced also where labelled_graph() gives none.
#   part     of learning_part(): weights (u x u; plain where all pairs are joined), rows (of its
#            labeled points), runtime, and what labelled_graph() and find_potentials() read;
#            eliminated is set here: of eliminate_dense(), NULL where weights are sparse
#   methods  names of the methods that are tried, or NULL
#   kind     of the labels, "classes" or "regression"
# `values`, u x n or u x q, are what the elimination continues from the labeled points to others.
labelled_links <- function(part, methods, kind) {
  needs_potentials <- "poisson" %in% methods && kind == "classes"
  needs_harmonic <- "harmonic" %in% methods
  if (is.matrix(part$weights) && (needs_harmonic || needs_potentials)) {
    # One elimination serves both.
    values <- if (needs_potentials) unit_values(part) else given_values(part)
    part$eliminated <- eliminate_dense(part$weights, values, part$rows, part$runtime)
  }
  list(
    reduced = if (needs_harmonic) {
      part$eliminated$reduced %||% labelled_graph(part, free_factor(part))
    },
    potentials = if (needs_potentials) find_potentials(part, part$rows)
  )
}

# Spreads a candidate on a part over all labels, and returns it so changed: `loo` has a row for each
# known label, `predictions` takes numbers among all labels. At labels that the part does not reach,
# both are the mean of the known labels, in `loo` without the label (or its group) itself.
#   candidate     list with loo (a row for each known label of the part, x q) and predictions
#                 (function of numbers of k labels of the part that returns k x q)
#   part          of prepare_graph(): label_numbers (which of all labels it has), rows (its points
#                 with these labels), membership (the component of each of its points)
#   part_index    numbers of the known labels among those of the part
#   known_index   numbers of the known labels among all labels
#   known_labels  these labels, of pick_labels(): targets (n x q), group (of each label, or NULL)
# `query_in_part` are the numbers of the queries among the labels of the part, NA for others.
pad_candidate <- function(candidate, part, part_index, known_index, known_labels) {
  loo <- mean_of_others(known_labels$targets, known_labels$group)
  loo[match(part$label_numbers[part_index], known_index), ] <- candidate$loo
  loo[!is.finite(loo)] <- mean(known_labels$targets)
  labelled_components <- part$membership[part$rows[part_index]]
  padded_predictions <- function(query_index) {
    predictions <- mean_targets(known_labels$targets, length(query_index))
    query_in_part <- match(query_index, part$label_numbers)
    reached_queries <- which(part$membership[part$rows[query_in_part]] %in% labelled_components)
    if (length(reached_queries)) {
      values <- candidate$predictions(query_in_part[reached_queries])
      is_finite <- is.finite(rowSums(values))
      predictions[reached_queries[is_finite], ] <- values[is_finite, ]
    }
    predictions
  }
  replace(candidate, c("loo", "predictions"), list(loo, padded_predictions))
}
