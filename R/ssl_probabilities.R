# Probabilities from scores.

# What probabilities are softmaxes of, once multiplied by a slope, m x classes: scores, or
# logarithms of chances of at least 0.001. Scores of least squares can be hundreds at a point that
# is hardly connected, which would make the slope 0 for all: a row that goes beyond -1 and 1, the
# values of the labels, is shrunk to these (bench/learning/clipped_scores.R).
#   scores      m x q, q = 1 for two classes
#   score_kind  of the method, one of the names of usual_slopes
evidence_of <- function(scores, score_kind) {
  scores <- target_columns(scores)
  switch(score_kind,
    chance = log(pmax(chances_of(scores), 1e-3)),
    squares = scores / do.call(pmax, c(list(1), asplit(abs(scores), 2L))),
    scores
  )
}

# Chances of the classes, m x classes, rows of sum 1, from scores, m x classes: -1 is chance 0, 1 is
# 1, and chances are divided by their sum. A row of zeros becomes equal chances.
chances_of <- function(scores) {
  chances <- pmax(as_chance(scores), 0)
  row_sums <- rowSums(chances)
  chances[which(row_sums == 0), ] <- 1
  chances / ifelse(row_sums > 0, row_sums, ncol(chances))
}

# The prior of the slope: its logarithm is normal. The prior's mean is the logarithm of one of these
# numbers, by what is learned, times K / 2 for scores of K classes, times 1 for logarithms of
# chances. With a slope of K / 2 probabilities near 1 / K differ between classes as (1 + score) / 2
# do. Least squares shrink scores, the hinge loss drives them apart. Measured
# (bench/learning/ssl_calibration.R, notes/learning.md).
usual_slopes <- c(squares = 1.35, hinge = 0.6, chance = 2)
# The standard deviation of the logarithm of the slope in its prior.
usual_spread <- 0.4

# The slope a of P(class) ~ exp(a evidence), one for all classes (Platt 1999; Guo et al. 2017): the
# mode of the posterior, given the labels and scores that were predicted without them, with a normal
# prior of log(a). list(value: a; is_certain: whether the labels say at least as much about it as
# the prior).
#   scores      predictions of the labels, n x q or n x q x rounds, q = 1 for two classes; or NULL:
#               then the value is that of the prior, and not certain
#   labels      of encode_labels(), with used (numbers of the classes with labels), class (of each
#               label, among those used, length n)
#   score_kind  of the method, one of the names of usual_slopes
# `evidence`, of evidence_of(), has a row per label and round, label by label within a round, and a
# column for each class that has labels; `label_cells` are the cells of the labels' own classes. Of
# a log_slope `surprise` is minus the log likelihood of the labels, averaged over the rounds, and
# `objective` adds minus the log prior. usual_log_slope is the mean of the prior, best_log the mode,
# `curvature` the second derivative of surprise there, by differences.
find_slope <- function(scores, labels, score_kind = "squares") {
  is_chance <- score_kind == "chance"
  usual_log_slope <- log(usual_slopes[[score_kind]] * if (is_chance) 1 else length(labels$used) / 2)
  if (is.null(scores)) return(list(value = exp(usual_log_slope), is_certain = FALSE))
  n <- length(labels$class)
  rounds <- asplit(array(scores, c(n, ncol(scores), length(scores) / n / ncol(scores))), 3L)
  evidence <- do.call(rbind, lapply(rounds, function(round_scores) {
    evidence_of(matrix(round_scores, n), score_kind)
  }))
  label_cells <- cbind(seq_len(nrow(evidence)), labels$class)
  surprise <- function(log_slope) {
    -sum(log_softmax(exp(log_slope) * evidence)[label_cells]) / length(rounds)
  }
  objective <- function(log_slope) {
    surprise(log_slope) + (log_slope - usual_log_slope)^2 / (2 * usual_spread^2)
  }
  best_log <- stats::optimize(objective, usual_log_slope + log(c(1e-3, 1e3)))$minimum
  curvature <- (surprise(best_log + 0.1) - 2 * surprise(best_log) + surprise(best_log - 0.1)) / 0.01
  list(value = exp(best_log), is_certain = curvature >= usual_spread^-2)
}

# How unlikely each label is, given scores that were predicted without it: n numbers, minus
# logarithms of probabilities, with the slope of find_slope().
#   scores      predictions of the labels, n x q, q = 1 for two classes
#   labels      of encode_labels(): class (of each label, among those used), used (numbers of these
#               classes)
#   score_kind  of the method, see new_ssl_method()
surprise_of <- function(scores, labels, score_kind = "squares") {
  evidence <-
    find_slope(scores, labels, score_kind)$value * evidence_of(scores, score_kind)
  -log_softmax(evidence)[cbind(seq_len(nrow(scores)), labels$class)]
}

# The logarithms of the softmax of each row: of exp(scores) over its row sums, m x classes.
#   scores  m x classes
log_softmax <- function(scores) {
  differences <- scores - scores[cbind(seq_len(nrow(scores)), max.col(scores, "first"))]
  differences - log(rowSums(exp(differences)))
}

# The softmax of each row, exp(scores) over its row sums, m x classes, at least about 1e-300.
#   scores  m x classes
softmax <- function(scores) {
  chances <- pmax(exp(log_softmax(scores)), 1e-300)
  chances / rowSums(chances)
}

# Turns values from -1 to 1, as of harmonic functions, into chances from 0 to 1; others go beyond.
as_chance <- function(values) (values + 1) / 2

# The probabilities, m x levels, rows of sum 1; a class without labels has probability 0. They are
# the softmax of evidence_of() times the slope.
#   scores  m x q, q = 1 for two classes
#   fit     of new_ssl_fit(), of classes: score_kind ("chance": scores are chances, see
#           new_ssl_method()), slope (of find_slope(): value), labels (levels: names of all classes;
#           used: numbers of those that have labels)
#   names   of the rows, or NULL
probabilities <- function(scores, fit, names = NULL) {
  labels <- fit$labels
  chances <- softmax(fit$slope$value * evidence_of(scores, fit$score_kind))
  level_chances <-
    matrix(0, nrow(scores), length(labels$levels), dimnames = list(names, labels$levels))
  level_chances[, labels$used] <- chances / rowSums(chances)
  level_chances
}
