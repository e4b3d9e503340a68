# Probabilities from scores.

# The slope a of P(class) ~ exp(a score): the likeliest for the labels given scores that did not see
# them, with targets that leave every class its share of doubt (Platt 1999; temperature scaling, Guo
# et al. 2017).
find_temperature <- function(loo, labels) {
  scores <- target_columns(loo)
  n_classes <- ncol(scores)
  n_of <- tabulate(labels$class, n_classes)
  own <- (n_of[labels$class] + 1) / (n_of[labels$class] + n_classes)
  wanted <- matrix((1 - own) / (n_classes - 1), length(own), n_classes)
  wanted[cbind(seq_along(own), labels$class)] <- own
  surprise <- function(log_a) -sum(wanted * log(softmax(exp(log_a) * scores)))
  exp(stats::optimize(surprise, log(c(1e-2, 50)))$minimum)
}

# Rows of exp(scores) over their sums, safely; never exactly 0.
softmax <- function(scores) {
  p <- exp(scores - scores[cbind(seq_len(nrow(scores)), max.col(scores, "first"))])
  p <- pmax(p, 1e-300)
  p / rowSums(p)
}

# Values from -1 to 1, as of harmonic functions, as chances.
as_chance <- function(values) (values + 1) / 2

# n x levels; a class without labels has probability 0. Without a slope the scores are chances.
probabilities <- function(scores, fit, names = NULL) {
  labels <- fit$labels
  scores <- target_columns(scores)
  p <- if (is.null(fit$temperature)) {
    share <- pmax(as_chance(scores), 0)
    total <- rowSums(share)
    share[which(total == 0), ] <- 1
    share / ifelse(total > 0, total, ncol(share))
  } else {
    finite <- is.finite(scores[, 1L])
    p <- scores
    p[finite, ] <- softmax(fit$temperature * scores[finite, , drop = FALSE])
    p
  }
  all <- matrix(0, nrow(scores), length(labels$levels), dimnames = list(names, labels$levels))
  all[, labels$used] <- p
  all
}
