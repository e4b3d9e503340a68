# Prediction intervals of numbers and sets of classes, by how far predictions of held-out labels are
# from these labels (conformal prediction; notes/intervals.md).

# Checks the level, and finds the limit of how wrong a prediction may be so that the share `level`
# of labels is within it, a number: for numbers half the width of an interval in units of
# limit_unit(), for classes 1 minus the probability of the label. It is that of folds; for numbers
# the geometric mean with that of leave-one-out, where this is known, the folds with the weight
# fold_share.
#   fit    of new_ssl_fit(): labels, held_out (n x q x rounds, or NULL), loo (n x q, or NULL)
#   level  as the user gave it
# `n` counts labels, or groups of them, `shares` are those of its group that each label is.
conformal_limit <- function(fit, level) {
  level <- check_level(level, "level")
  min_units <- ceiling(level / (1 - level) - 1e-9)
  n <- n_units(fit$labels)
  unit_word <- unit_name(fit$labels)
  refuse_if(n < min_units,
            c("`level` = {level} needs {min_units} {unit_word}s or more; the fit has {n}.",
              i = if (n > 1L) "With {n} {unit_word}s, the largest level is {largest_level(n)}."))
  refuse_if(is.null(fit$held_out) || !all(is.finite(fit$held_out)),
            "`level`: there are no predictions of held-out labels, so there is no interval. Each
             class needs two labels, numbers must not leave the range of double precision, and a
             fit with `error = FALSE` makes none.")
  shares <- group_shares(fit$labels)
  fold_limit <- order_limit(held_out_scores(fit, asplit(fit$held_out, 3L)), level, shares)
  if (is.null(fit$loo) || fit$labels$kind == "classes") return(fold_limit)
  # Leave-one-out does not see that parameters were selected, which counts if there are few labels.
  # Folds see it, but lack a fifth of the labels.
  fold_share <- min(0.5, 10 / n)
  loo_limit <- order_limit(held_out_scores(fit, list(fit$loo)), level, shares)
  loo_limit^(1 - fold_share) * fold_limit^fold_share
}

# The largest level that n labels support, n / (n + 1), as text, rounded down: to two digits, to
# three from 10 labels on, to four from 100 on, and so on.
largest_level <- function(n) {
  digits <- max(2, 1 + ceiling(log10(n + 1)))
  format(floor(n / (n + 1) * 10^digits) / 10^digits, digits = digits)
}

# A limit as that of conformal_limit(), in the unit of the labels, if each label is predicted by the
# mean of the others.
#   fit  of new_ssl_fit(), a regression;  level: the share of labels that are to be within the limit
constant_limit <- function(fit, level) {
  targets <- fit$labels$targets
  errors <- abs(mean_of_others(targets, fit$labels$group) - targets)
  order_limit(errors, level, group_shares(fit$labels))
}

# The limit that the share `level` of labels is within, of how wrong each is: one of the errors.
# Rounds of folds predict each label several times; each counts as a part of one. The labels of a
# group count as one, so that the share is that of the labels of a new group (Lee et al., 2023).
#   errors  how wrong each label is, n x rounds;  level: the share, below 1
#   shares  of group_shares(): the share of its group that each label is, or 1
order_limit <- function(errors, level, shares = 1) {
  label_counts <- rep_len(shares, nrow(errors))
  min_count <- level * (sum(label_counts) + 1) * ncol(errors)
  error_order <- order(errors)
  is_reached <- cumsum(rep(label_counts, ncol(errors))[error_order]) >= min_count - 1e-9
  errors[error_order[[which(is_reached)[[1L]]]]]
}

# How wrong predictions of held-out labels are, n x rounds: for numbers the distance in
# units of limit_unit(), for classes 1 minus the probability of the label.
#   fit  of new_ssl_fit();  rounds: list of predictions of its labels, each n x q
# `unit`, of held_out_unit(), is a number per label, or 1; `label_cells` are the row and the level
# of each label.
held_out_scores <- function(fit, rounds) {
  labels <- fit$labels
  n <- length(labels$rows)
  unit <- held_out_unit(fit)
  label_cells <- cbind(seq_len(n), labels$used[labels$class])
  matrix(vapply(rounds, function(predictions) {
    if (labels$kind == "regression") abs(predictions - labels$targets[, 1L]) / unit else
      1 - probabilities(matrix(predictions, n), fit)[label_cells]
  }, numeric(n)), n)
}

# How uncertain a new label is at each of m points, by the posterior: its standard deviation in
# units of the noise, the error of a label, m numbers; 1 without a posterior.
#   spread  standard deviation of the estimate at each point, in units of the noise, or NULL
limit_unit <- function(spread) if (is.null(spread)) 1 else sqrt(spread^2 + 1)

# How uncertain each label is, as limit_unit(), as if it were unknown: n numbers, or 1 without a
# posterior.
#   fit  of new_ssl_fit(): learn (points that were learned on), posterior (of
#        regularization_posterior(): loo_sd, or NULL), spread (of spread_of_points(), u x 2), and
#        what landmark_part() reads
held_out_unit <- function(fit) {
  if (is.null(fit$posterior)) return(1)
  label_unit <- fit$posterior$loo_sd[match(landmark_part(fit)$labels$rows, fit$learn)]
  replace(label_unit, is.na(label_unit), limit_unit(max(fit$spread)))
}

#' Fitted numbers with the ends of their intervals, as in predict.lm()
#'
#' An interval need not reach beyond that around the mean of the labels: behind weak links the
#' posterior has no bounds. It is NA where the fitted value is so far from all labels that nothing
#' supports it.
#'
#' @param fitted n fitted values.
#' @param spread Standard deviations at these points in units of the noise, or NULL: without a
#'   posterior.
#' @param limit Half the width, of conformal_limit(), in units of limit_unit().
#' @param constant_limit Half the width around the mean of the labels, of constant_limit(), in the
#'   unit of the labels.
#' @param labels Of encode_labels(): targets, n x 1.
#' @return A matrix with the columns `fit`, `lwr`, and `upr`.
#' @noRd
with_limits <- function(fitted, spread, limit, constant_limit, labels) {
  half_width <- rep_len(limit * limit_unit(spread), length(fitted))
  if (!is.null(spread)) {
    targets <- labels$targets[, 1L]
    half_width <- pmin(half_width, abs(fitted - mean(targets)) + constant_limit)
    too_wide_rows <- which(half_width > max_label_sds * stats::sd(targets) & half_width > limit)
    half_width[too_wide_rows] <- NA_real_
    warn_if(length(too_wide_rows),
            c("{length(too_wide_rows)} interval{?s} {?is/are} NA: the predictions are more than
               {max_label_sds} standard deviations of the labels from their mean.",
              i = "Parts of the graph are only connected by weak edges. Use a lower power of the
                   Laplacian, or a larger `bandwidth`."), "range")
  }
  cbind(fit = fitted, lwr = fitted - half_width, upr = fitted + half_width)
}

# Which classes are in the set of each row, m x levels, logical: those whose probability is high
# enough, and the most probable one. NA where nothing is known.
#   scores  m x q;  fit: of new_ssl_fit();  names: of the rows, or NULL
#   limit   the largest 1 - probability of a class in the set, of conformal_limit()
classes_within <- function(scores, fit, limit, names = NULL) {
  chances <- probabilities(scores, fit, names)
  is_in_set <- 1 - chances <= limit
  known_rows <- which(!is.na(chances[, 1L]))
  is_in_set[cbind(known_rows, max.col(chances[known_rows, , drop = FALSE], "first"))] <- TRUE
  is_in_set
}

# Sets as text, such as "setosa, virginica", one per point, NA where a set is NA.
#   is_in_set  points x classes, logical, with the names of the classes
sets_in_words <- function(is_in_set) {
  apply(is_in_set, 1L, function(is_in_row) {
    if (anyNA(is_in_row)) NA_character_ else paste(colnames(is_in_set)[is_in_row], collapse = ", ")
  })
}
