# Labels as they are predicted from the others: by all of a method, its choices included, and by
# linear smoothers in closed form.

# The number of folds, 5 or fewer: a fifth of the labels is hidden at a time, in several rounds
# where there are few, as one draw of the folds says little then.
#   n  number of labels, or of groups of them
n_folds_of <- function(n) min(5L, n)
# How often folds of n labels, or groups of them, are drawn, 1 to 5 times: the fewer the more often.
n_rounds_of <- function(n) max(1L, min(5L, 200L %/% n))

# Whether something is left to learn from, and to compare with, where a label (or a group) is
# hidden: two or more numbers, or two labels of one class, that are not of one group.
#   labels  of encode_labels(): kind ("classes" or "regression"), class (of each label, among those
#           used; NULL in regression), group (of each label, or NULL), rows (of the labeled points)
can_hide <- function(labels) {
  is_first <- is_first_of_class_and_group(labels)
  if (labels$kind == "regression") return(sum(is_first) > 1L)
  any(tabulate(labels$class[is_first]) > 1L)
}

# Which labels are the first of their class in their group; without groups, all are.
#   labels  of encode_labels(), see can_hide()
is_first_of_class_and_group <- function(labels) {
  !duplicated(cbind(labels$class, labels$group %||% seq_along(labels$rows)))
}

# Predicts every label from those of the other folds, n x q x rounds, or NULL where there are too
# few to hide some; by the mean of the others outside of the learned part. The folds, labels x
# rounds, are drawn by the points, see labels_of_folds().
#   without   numbers of k labels among those of the learned part -> their predictions from the
#             others, k x q
#   problem   of ssl_graph(): labels (targets, n x q), and what folding_points() and
#             learned_labels() read
#   n_rounds  how often folds are drawn; NULL: as often as n_rounds_of() says
# `learned_index` are the numbers of the labels of the learned part, `hidden_in_part` those of
# hidden ones among these.
held_out_predictions <- function(without, problem, n_rounds = NULL) {
  labels <- problem$labels
  if (!can_hide(labels)) return(NULL)
  n <- n_units(labels)
  fold_labels <- labels_of_folds(labels, n_folds_of(n))
  n_rounds <- n_rounds %||% n_rounds_of(n)
  folds <- draw_folds(fold_labels, folding_points(problem), n_folds_of(n), n_rounds, 1)
  learned_index <- learned_labels(problem)
  predictions <- array(0, c(dim(labels$targets), ncol(folds)))
  for (round in seq_len(ncol(folds))) {
    for (fold_number in unique(folds[, round])) {
      hidden_index <- which(folds[, round] == fold_number)
      other_targets <- labels$targets[-hidden_index, , drop = FALSE]
      predictions[hidden_index, , round] <- mean_targets(other_targets, length(hidden_index))
      hidden_in_part <- match(intersect(hidden_index, learned_index), learned_index)
      # A hidden label alone in the learned part leaves nothing there.
      if (length(hidden_in_part) && length(hidden_in_part) < length(learned_index)) {
        predictions[learned_index[hidden_in_part], , round] <- without(hidden_in_part)
      }
    }
  }
  predictions
}

# The numbers, among all labels, of the labels of the learned part.
#   problem  of ssl_graph(): learn (points that are learned on), labels (rows: of the labeled
#            points), is_machine (set by ssl_fit(): whether all labels are learned from, wherever
#            they are)
learned_labels <- function(problem) {
  which(problem$is_machine | problem$labels$rows %in% problem$learn)
}

# The error of predictions, n x q x rounds, over the labels: list(error: share of wrong classes, or
# root mean squared error of numbers; se: its standard error; guess: the error of always predicting
# the largest class, or the mean), NA all without predictions. The standard error of the root is by
# the delta method, NA if the root is 0. `label_losses` are means over the rounds.
#   predictions  of held_out_predictions(), or NULL
#   labels       of encode_labels(): kind ("classes" or "regression"), targets (n x q), class and
#                count (of each label), group (of each label, or NULL)
held_out_error <- function(predictions, labels) {
  if (is.null(predictions)) return(list(error = NA_real_, se = NA_real_, guess = NA_real_))
  is_regression <- labels$kind == "regression"
  # Squares of differences in a unit of their own.
  unit <- if (is_regression) power_of_2(c(range(predictions), range(labels$targets))) else 1
  labels$targets <- labels$targets / unit
  loss_of_round <- function(round_predictions)
    losses(matrix(round_predictions, nrow(predictions)), labels)
  label_losses <- rowMeans(matrix(apply(predictions / unit, 3L, loss_of_round), nrow(predictions)))
  error <- mean(label_losses)
  se <- se_of_mean(label_losses, labels$group)
  if (!is_regression) {
    return(list(error = error, se = max(se, se_of_share(error, n_units(labels))),
                guess = 1 - max(label_shares(labels))))
  }
  root <- sqrt(error)
  list(error = unit * root, se = if (root > 0) unit * (se / (2 * root)) else NA_real_,
       guess = unit * stats::sd(labels$targets[, 1L]))
}

# The standard error of a share, 0 to 1, of n cases with two wrong and two right ones added (Agresti
# and Coull, 1998), which is not 0 where none or all of them are wrong.
se_of_share <- function(share, n) {
  share <- (n * share + 2) / (n + 4)
  sqrt(share * (1 - share) / (n + 4))
}

# Hides some of the labels of the learned part, and returns it: rows, where its labels are, labels,
# and targets are those of the others; label_numbers and all_rows stay.
#   part          of learning_part(): rows (of its labeled points), labels, targets (n x q)
#   hidden_index  numbers of its labels
hide_labels <- function(part, hidden_index) {
  known_index <- setdiff(seq_along(part$rows), hidden_index)
  part$rows <- part$rows[known_index]
  part$labels <- pick_labels(part$labels, known_index)
  part$targets <- part$labels$targets
  part
}

# Predictions of hidden labels, hidden labels x q, with the mean of the other labels where the graph
# has no path to these or a prediction is not finite.
#   predictions   hidden labels x q
#   part          of learning_part(): rows (of its labeled points), targets (labels x q)
#   hidden_index  numbers of its labels that are hidden
fill_with_mean <- function(predictions, part, hidden_index) {
  is_lost <- is_beyond_reach(part, part$rows[-hidden_index], part$rows[hidden_index]) |
    !is.finite(rowSums(predictions))
  predictions[is_lost, ] <- mean_targets(part$targets[-hidden_index, , drop = FALSE], sum(is_lost))
  predictions
}

# Which of `points` are in components of the graph without any of `from`: logical, one for each.
#   part          of learning_part(): n_components (of the graph), weights (u x u), degree (their
#                 row sums)
#   from, points  numbers of points of the part
is_beyond_reach <- function(part, from, points) {
  if (part$n_components < 2L) return(logical(length(points)))
  membership <- membership_of(part$weights, part$degree)
  !membership[points] %in% membership[from]
}

#' Predictions of each label by a linear smoother without it
#'
#' @param values,targets Fitted values and targets at n labels, n x q.
#' @param leverage The diagonal of the hat matrix, length n; not read with groups.
#' @param group The group of each label, which is left out as a whole, or NULL.
#' @param hat A function of the numbers of k labels that returns their block of the hat matrix, k x
#'   k, symmetric; read with groups only.
#' @return n x q; where nothing but its own label or group speaks for a point, the mean of the other
#'   labels.
#' @noRd
leave_one_out <- function(values, targets, leverage, group = NULL, hat = NULL) {
  loo <- mean_of_others(targets, group)
  if (is.null(group)) {
    is_fixed_by_others <- 1 - leverage > 1e-8
    loo[is_fixed_by_others, ] <-
      (targets - (targets - values) / (1 - leverage))[is_fixed_by_others, ]
    return(loo)
  }
  for (block in label_blocks(nrow(targets), group)) {
    # (I - H)^-1 of the residuals; H may have an eigenvalue of 1, where the group alone decides.
    pairs <- eigen(hat(block), symmetric = TRUE)
    remainder <- 1 - pairs$values
    is_singular <- remainder <= 1e-8
    is_fixed_by_others <- rowSums(pairs$vectors[, is_singular, drop = FALSE]^2) <= 1e-6
    residual <- crossprod(pairs$vectors, (targets - values)[block, , drop = FALSE])
    residual <- pairs$vectors %*% (residual / ifelse(is_singular, 1, remainder))
    loo[block[is_fixed_by_others], ] <-
      (targets[block, , drop = FALSE] - residual)[is_fixed_by_others, ]
  }
  loo
}

# Squared errors of leave-one-out predictions, summed over the targets, n labels x candidates.
#   fits     list or vector, an element for each candidate
#   predict  function of one of `fits` that returns predictions of the labels, n x q
#   targets  of the labels, n x q
leave_one_out_losses <- function(fits, predict, targets) {
  losses <- vapply(fits, function(fit) rowSums((predict(fit) - targets)^2), numeric(nrow(targets)))
  matrix(losses, nrow(targets))
}

# Means of losses over the labels, with their standard errors: a data frame of squared_error and se,
# a row per candidate.
#   losses  squared errors, labels x candidates;  group: of each label, or NULL
mean_losses <- function(losses, group = NULL) {
  data.frame(squared_error = colMeans(losses), se = apply(losses, 2L, se_of_mean, group = group))
}
