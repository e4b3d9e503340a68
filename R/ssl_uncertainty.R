# Estimates how sure the values of a fit are, as a Gaussian process whose prior the penalty is, and
# which points to label next.

#' The posterior of a regularization
#'
#' `prior` is of kriging_model() at all points. In units of the noise, `columns` are its columns
#' times the standard deviations of their coefficients, points x K, and `error_sd` is the standard
#' deviation of each label about what they say.
#'
#' @param model Of regularization_model(): part (n, number of points u; rows, of its labeled points;
#'   targets, labels x q; count, of each point; labels, with group), and what kriging_model() reads.
#' @param regularizer,mu A list(power, time), see regularizer_values(), and the penalty, a number.
#' @param loo Predictions of the labels from the others, labels x q.
#' @return A list. The covariance of the values at the u learned points, over the variance of the
#'   noise, is `root` root' + diag(`diagonal`), with `root` u x K; `noise` is the standard deviation
#'   of the error of a label that counts once, one number per target, NA if all labels are equal;
#'   `loo_sd`, of each point, NA without a label, is the standard deviation of the error of the
#'   label's prediction from the others, in units of the noise (`loo_variance` is its square).
#' @noRd
regularization_posterior <- function(model, regularizer, mu, loo) {
  rows <- model$part$rows
  prior <- kriging_model(model, regularizer, mu, seq_len(model$part$n))
  # In the units of the kriging model the labels' errors have this variance.
  noise_variance <- mu / max(mu, 1)
  columns <-
    prior$columns * rep(sqrt(prior$column_variance / noise_variance), each = nrow(prior$columns))
  count <- model$part$count
  diagonal <- pmax(prior$error_variance / noise_variance - 1 / count, 0)
  error_sd <- sqrt(1 / count[rows] + diagonal[rows])
  factors <- sorted_qr(rbind(columns[rows, , drop = FALSE] / error_sd, diag(1, ncol(columns))))
  pivoted_columns <- columns[, factors$qr$pivot, drop = FALSE]
  root <- t(backsolve(qr.R(factors$qr), t(pivoted_columns), transpose = TRUE))
  # A label's error of prediction from the others has a variance of 1 / (1 - leverage).
  group <- model$part$labels$group
  scaled_root <- root[rows, , drop = FALSE] / error_sd
  loo_variance <- error_sd^2 * if (is.null(group)) 1 / pmax(1 - rowSums(scaled_root^2), 1e-12) else
    group_spread(scaled_root, group)
  noise <- sqrt(colMeans((model$part$targets - loo)^2 / loo_variance))
  # Equal labels do not tell how far values vary.
  noise[apply(model$part$targets, 2L, function(column) all(column == column[[1L]]))] <- NA
  # A label also determines the part of the variance that belongs to its point alone.
  shrink <- count[rows] * error_sd^2
  root[rows, ] <- root[rows, ] / shrink
  diagonal[rows] <- diagonal[rows] / shrink
  loo_sd <- replace(rep(NA_real_, model$part$n), rows, sqrt(loo_variance))
  list(root = root, diagonal = diagonal, noise = noise, loo_sd = loo_sd)
}

# The diagonals of the blocks (I - H_GG)^-1 of groups G, where H is the tcrossprod() of `rows`: a
# number for each row.
#   rows  n x k, such that no eigenvalue of H exceeds 1;  group: the group of each row
group_spread <- function(rows, group) {
  diagonals <- numeric(nrow(rows))
  for (block in label_blocks(nrow(rows), group)) {
    pairs <- eigen(tcrossprod(rows[block, , drop = FALSE]), symmetric = TRUE)
    diagonals[block] <- pairs$vectors^2 %*% (1 / pmax(1 - pairs$values, 1e-12))
  }
  diagonals
}

# The standard deviations of values at all points, in units of the noise, u x 2: of the values of
# the fit, and of the values that it would have without the point's own label, as a new label needs
# it. Isolated labeled points have that of a label, 1, in the first column; points that are not
# learned on have the largest, at least 1. One column where leave-one-out of the posterior is not
# known.
#   posterior  of regularization_posterior(): root (learned points x K), diagonal and loo_sd (a
#              number for each of these; loo_sd NA without a label, NULL where it is not known)
#   problem    of ssl_graph(): isolated (numbers of labeled points without neighbors), learn
#              (numbers of the points that are learned on), degree (length u), labels (rows: of the
#              labeled points; count)
spread_of_points <- function(posterior, problem) {
  learned_sd <- sqrt(rowSums(posterior$root^2) + posterior$diagonal)
  spread <- matrix(max(learned_sd, 1), length(problem$degree),
                   if (is.null(posterior$loo_sd)) 1L else 2L)
  spread[problem$isolated, 1L] <- 1
  spread[problem$learn, ] <- learned_sd
  if (ncol(spread) == 2L) {
    count <- problem$labels$count[match(problem$learn, problem$labels$rows)]
    unlabelled_sd <- sqrt(pmax(posterior$loo_sd^2 - 1 / count, 0))
    spread[problem$learn, 2L] <- ifelse(is.na(unlabelled_sd), learned_sd, unlabelled_sd)
  }
  spread
}

# The posterior of which a fit has its standard errors: its own, of regularization_posterior(), or
# that of the iterated Laplacian on its graph, of iterated_posterior(); NULL without either.
#   fit  of new_ssl_fit(), or what a method learned: posterior (or NULL), substitute_posterior (of
#        iterated_posterior(), or NULL)
uncertainty_of <- function(fit) fit$posterior %||% fit$substitute_posterior

# Whether a fit, or what a method learned, has standard errors.
has_standard_errors <- function(fit) !is.null(uncertainty_of(fit))

# Refuses a fit without standard errors.
#   fit  of new_ssl_fit(): title (of its method), posterior, substitute_posterior
#   arg  the argument that the error names
check_posterior <- function(fit, arg) {
  refuse_if(!has_standard_errors(fit),
            c("`{arg}` has no standard errors: {fit$title} is no posterior mean.",
              i = "ssl_iterated(), ssl_diffusion(), and ssl_auto() have them. For an interval use
                   `interval` = \"prediction\"."))
}

# Scores at points and the standard errors of these, list(fit, se.fit), both as of expand_scores():
# m x levels, or m numbers in regression. The error is 0 for classes without labels.
# The errors are at most three times those of the mean of the labels as a prediction, with its
# distance from the score: behind weak links the posterior itself is without bounds.
#   scores  m x q
#   spread  standard deviation of each row in units of the noise, length m
#   fit     of new_ssl_fit(): labels (of encode_labels(): kind, targets, count, used), posterior or
#           substitute_posterior (noise: of each target)
#   names   of the rows, or NULL
# `n` counts the labels. Per row and target: `errors`, `means` (of the labels), `sd` (of a mean as a
# prediction), and `mean_errors`, the root of sd^2 and the squared distance of the score from the
# mean.
with_standard_errors <- function(scores, spread, fit, names) {
  labels <- fit$labels
  n <- nrow(labels$targets)
  errors <- outer(spread, uncertainty_of(fit)$noise)
  means <- rep(drop(mean_targets(labels$targets, 1L, labels$count)), each = nrow(errors))
  sd <- rep(apply(labels$targets, 2L, stats::sd) * sqrt(1 + 1 / n), each = nrow(errors))
  # The root of the sum of their squares, which may leave double precision.
  distance <- abs(scores - means)
  larger <- pmax(distance, sd)
  mean_errors <- ifelse(larger > 0, larger * sqrt(1 + (pmin(distance, sd) / larger)^2), 0)
  errors[] <- pmin(errors, 3 * mean_errors)
  fitted <- expand_scores(scores, labels, names)
  padded_errors <- 0 * fitted
  # Two classes have one error.
  if (labels$kind == "regression") padded_errors[] <- errors
  else padded_errors[, labels$used] <- errors
  list(fit = fitted, se.fit = padded_errors)
}

#' Points to label next
#'
#' @description
#' Selects the points whose labels would reduce the uncertainty of a fit most, one after the other.
#'
#' **When to use it.** Use it if labels are expensive and you can decide which points to label.
#'
#' @details
#' The fit is the mean of a Gaussian process given the labels. Its uncertainty does not depend on
#' what the labels are. The first point is therefore the one with the largest standard error (see
#' [predict()][predict.lapscale_ssl]), the second is the one with the largest standard error if the
#' first one had a label, and so on.
#'
#' Nothing is known of a part of the graph that has no label, so one point of each such part comes
#' first, that with the largest degree, from the largest part to the smallest. Label these points
#' and fit again to select more points of these parts.
#'
#' @param fit A [lapscale_ssl] of [ssl_iterated()], [ssl_diffusion()], or [ssl_auto()]. If
#'   [ssl_auto()] selected another method, the uncertainty is that of [ssl_iterated()] on the
#'   selected graph.
#' @param k The number of points, a whole number. The default is 1.
#' @param ... Not used.
#' @return `k` row numbers of the data, in the order in which to label them.
#' @section Errors:
#' - `lapscale_error_argument`, naming `fit` or `k`.
#' @seealso [ssl_iterated()], [predict.lapscale_ssl()] for the standard errors.
#' @examples
#' roll <- sample_swiss_roll(300, seed = 1)
#' y <- replace(attr(roll, "parameters")[, "arc_length"], -seq(1, 300, by = 15), NA)
#' fit <- ssl_iterated(roll, y, bandwidth = 2.5)
#' ssl_next(fit, 3)
#' y <- replace(swiss$Fertility, -seq(1, 47, by = 3), NA)  # every third province has a value
#' ssl_next(ssl_iterated(swiss[-1], y, scale = TRUE), 3)
#' @export
ssl_next <- function(fit, k = 1, ...) door({
  check_class(fit, "lapscale_ssl", "fit", "a fit of an ssl_ function")
  posterior <- uncertainty_of(fit)
  if (is.null(posterior)) check_posterior(fit, "fit")
  # Numbers of points that the fit was made on, as are fit$learn and fit$open, of open_parts().
  unlabelled_rows <- setdiff(fit$learn, landmark_part(fit)$labels$rows)
  n_free <- length(fit$open) + length(unlabelled_rows)
  refuse_if(n_free == 0L, "`fit` has labels at all its points: none is left to label.")
  k <- check_count(k, "k", max = n_free)
  open_points <- utils::head(fit$open, k)
  root <- posterior$root
  variance <- rowSums(root^2) + posterior$diagonal
  # With labels at the taken rows the covariance is root root' + diag(diagonal) - updates updates',
  # in units of the noise. Rows, from here on, are those of the learned points, fit$learn.
  taken_rows <- integer()
  updates <- matrix(0, nrow(root), 0L)
  for (i in seq_len(k - length(open_points))) {
    open_rows <- setdiff(match(unlabelled_rows, fit$learn), taken_rows)
    best_row <- open_rows[[which.max(variance[open_rows])]]
    taken_rows <- c(taken_rows, best_row)
    covariance <- drop(root %*% root[best_row, ]) - drop(updates %*% updates[best_row, ])
    label_variance <- covariance[[best_row]] + posterior$diagonal[[best_row]] + 1
    updates <- cbind(updates, covariance / sqrt(label_variance))
    variance <- variance - covariance^2 / label_variance
  }
  (fit$landmarks %||% fit$rows)[c(open_points, fit$learn[taken_rows])]
}, ...)

# A point of each part of the graph without labels, or behind links that are too weak to learn
# across: that with the largest degree, the largest part first. Returns numbers of points; of length
# 0 without such parts, and if weights are not stored.
#   problem  of ssl_graph(): learn (points that are learned on), isolated (labeled points without
#            neighbors), weights (u x u), degree (their row sums), runtime
open_parts <- function(problem) {
  points <- setdiff(seq_along(problem$degree), c(problem$learn, problem$isolated))
  if (!length(points) || !is_stored(problem$weights)) return(integer())
  weights <- problem$weights[points, points, drop = FALSE]
  membership <- spectral_membership(weights, row_totals(weights, problem$runtime))
  by_size <- order(-tabulate(membership)[membership], -problem$degree[points])
  points[by_size[!duplicated(membership[by_size])]]
}
