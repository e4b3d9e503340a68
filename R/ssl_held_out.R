# Labels as they are predicted by all of a method, its choices included, from the others.

# A fifth of the labels is hidden at a time; in several rounds where there are few, as one draw of
# the folds says little then.
n_folds_of <- function(n) min(5L, n)
n_rounds_of <- function(n) max(1L, min(5L, 200L %/% n))

# Whether something is left to learn from, and to compare with, where labels are hidden.
can_hide <- function(labels) {
  n <- length(labels$rows)
  if (labels$kind == "regression") n > 1L else any(tabulate(labels$class) > 1L)
}

# Held-out predictions of all labels, n x q x rounds, or NULL where there are too few to hide some.
# The folds are drawn by the points alone.
#   without  numbers of labels among those of the learnt part -> their predictions from the others
held_out_predictions <- function(without, problem) {
  labels <- problem$labels
  if (!can_hide(labels)) {
    return(NULL)
  }
  n <- length(labels$rows)
  fold <- draw_folds(labels, folding_points(problem), n_folds_of(n), n_rounds_of(n), 1)
  part <- which(problem$is_machine | labels$rows %in% problem$learn)
  found <- array(0, c(dim(labels$targets), ncol(fold)))
  for (r in seq_len(ncol(fold))) {
    for (f in unique(fold[, r])) {
      hidden <- which(fold[, r] == f)
      known <- labels$targets[-hidden, , drop = FALSE]
      found[hidden, , r] <- mean_targets(known, length(hidden))
      out <- match(intersect(hidden, part), part)
      # A hidden label alone in the learnt part leaves nothing there.
      if (length(out) && length(out) < length(part)) found[part[out], , r] <- without(out)
    }
  }
  found
}

# By what the labels chose among the rows of a path; of one row they choose nothing.
chosen_on <- function(path) {
  if (is.null(path)) {
    return("one label")
  }
  if (nrow(path) == 1L) "the only one tried" else "cross-validation"
}

# How the labels were predicted: "nested" where parameters were chosen within each fold.
validation_name <- function(chosen, labels) {
  nested <- any(chosen %in% c("leave-one-out", "cross-validation"))
  paste0(if (nested) "nested ", n_folds_of(length(labels$rows)), "-fold cross-validation")
}

# What the predictions cost, over the labels: list(error, se, guess: the error of the largest class
# or of the mean). NA where the squares of numbers leave the range of double precision.
held_out_error <- function(held, labels) {
  if (is.null(held)) {
    return(list(error = NA_real_, se = NA_real_, guess = NA_real_))
  }
  numbers <- labels$kind == "regression"
  # Squares of differences in a unit of their own.
  unit <- if (numbers) power_of_2(c(range(held), range(labels$targets))) else 1
  labels$targets <- labels$targets / unit
  each <- rowMeans(matrix(apply(held / unit, 3L, function(round) {
    losses(matrix(round, nrow(held)), labels)
  }), nrow(held)))
  guess <- if (numbers) stats::var(labels$targets[, 1L]) else 1 - max(label_shares(labels))
  found <- list(error = mean(each), se = sd_of_mean(each), guess = guess)
  if (numbers) lapply(found, squares_back, unit = unit) else found
}

# The learnt part with some of its labels hidden.
hide_labels <- function(part, out) {
  part$rows <- part$rows[-out]
  part$labels <- hide_of(part$labels, out)
  part$targets <- part$labels$targets
  part
}

hide_of <- function(labels, out) {
  labels$rows <- labels$rows[-out]
  labels$targets <- labels$targets[-out, , drop = FALSE]
  labels$class <- labels$class[-out]
  labels
}

# Which points of the part are in components of the graph without one of these points.
beyond_reach <- function(part, from, of) {
  if (part$n_components < 2L) {
    return(logical(length(of)))
  }
  membership <- membership_of(part$weights, part$degree)
  !membership[of] %in% membership[from]
}

# Predictions at the hidden labels, where nothing reaches them the mean of the others.
or_the_mean <- function(predicted, part, out) {
  known <- part$targets[-out, , drop = FALSE]
  lost <- beyond_reach(part, part$rows[-out], part$rows[out]) | !is.finite(rowSums(predicted))
  predicted[lost, ] <- mean_targets(known, sum(lost))
  predicted
}
