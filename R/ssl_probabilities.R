# Probabilities from scores.

# What probabilities are softmaxes of: scores, or logarithms of chances; m x classes.
#   scores  m x q;  is_chance: whether they are chances, see chances_of()
evidence_of <- function(scores, is_chance) {
  scores <- target_columns(scores)
  if (is_chance) log(pmax(chances_of(scores), 1e-12)) else scores
}

# Turns scores that are chances except for their unit and sum, m x classes, into chances.
chances_of <- function(scores) {
  chances <- pmax(as_chance(scores), 0)
  row_sums <- rowSums(chances)
  chances[which(row_sums == 0), ] <- 1
  chances / ifelse(row_sums > 0, row_sums, ncol(chances))
}

# Beforehand the logarithm of the slope is normal. Its mean, by what is learned, is in units of what
# turns targets +1 and -1 into probabilities next to even odds: K / 2 of K classes, 1 for logarithms
# of chances. Least squares shrink, the hinge loss drives scores apart. Measured
# (bench/learning/ssl_calibration.R, notes/learning.md).
usual_slopes <- c(squares = 1.35, hinge = 0.6, chance = 2)
# The standard deviation of the logarithm of the slope beforehand.
usual_spread <- 0.4

# The slope a of P(class) ~ exp(a evidence): the likeliest for the labels, given scores that did not
# see them, and beforehand (Platt 1999; one slope for all classes, Guo et al. 2017). A list of value
# and is_certain, whether the labels say as much about it as was known beforehand.
#   scores      at the labels, n x q or n x q x rounds, or NULL
#   labels      of encode_labels(), with used (numbers of the classes with labels), class (of each
#               label, among those used)
#   score_kind  of the method, one of the names of usual_slopes
# `evidence` has a row per label and round, `surprise` is the minus log likelihood of the labels,
# `objective` with the normal prior of the logarithm of the slope; usual_log_slope and best_log are
# its mean and its best value.
find_slope <- function(scores, labels, score_kind = "squares") {
  is_chance <- score_kind == "chance"
  usual_log_slope <- log(usual_slopes[[score_kind]] * if (is_chance) 1 else length(labels$used) / 2)
  if (is.null(scores)) return(list(value = exp(usual_log_slope), is_certain = FALSE))
  n <- length(labels$class)
  rounds <- asplit(array(scores, c(n, ncol(scores), length(scores) / n / ncol(scores))), 3L)
  evidence <- do.call(rbind, lapply(rounds, function(round_scores) {
    evidence_of(matrix(round_scores, n), is_chance)
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

# Says how unlikely each label is given scores that did not see it: n numbers, minus logarithms of
# probabilities.
#   scores      at the labels, n x q
#   labels      of encode_labels(): class (of each label, among those used), used (numbers of these
#               classes)
#   score_kind  of the method, see new_ssl_method()
surprise_of <- function(scores, labels, score_kind = "squares") {
  evidence <-
    find_slope(scores, labels, score_kind)$value * evidence_of(scores, score_kind == "chance")
  -log_softmax(evidence)[cbind(seq_len(nrow(scores)), labels$class)]
}

# Finds logarithms of the rows of exp(scores) over their sums.
#   scores  m x classes
log_softmax <- function(scores) {
  differences <- scores - scores[cbind(seq_len(nrow(scores)), max.col(scores, "first"))]
  differences - log(rowSums(exp(differences)))
}

# The rows of exp(scores) over their sums, never exactly 0.
#   scores  m x classes
softmax <- function(scores) {
  chances <- pmax(exp(log_softmax(scores)), 1e-300)
  chances / rowSums(chances)
}

# Turns values from -1 to 1, as of harmonic functions, into chances.
as_chance <- function(values) (values + 1) / 2

# The probabilities, m x levels; a class without labels has probability 0.
#   scores  m x q
#   fit     of new_ssl_fit(), of classes: score_kind ("chance": scores are chances, see
#           new_ssl_method()), slope (of find_slope(): value), labels (levels: names of all classes;
#           used: numbers of those that have labels)
#   names   of the rows, or NULL
probabilities <- function(scores, fit, names = NULL) {
  labels <- fit$labels
  scores <- target_columns(scores)
  chances <- if (fit$score_kind == "chance") chances_of(scores)^fit$slope$value else
    softmax(fit$slope$value * scores)
  level_chances <-
    matrix(0, nrow(scores), length(labels$levels), dimnames = list(names, labels$levels))
  level_chances[, labels$used] <- chances / rowSums(chances)
  level_chances
}
