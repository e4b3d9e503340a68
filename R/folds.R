# Folds of labelled points for cross-validation, the classes spread evenly over them.

# A matrix n x repeats of fold numbers in 1..folds. Depends on the seed alone.
draw_folds <- function(labels, folds, repeats, seed) {
  n <- length(labels$rows)
  group <- labels$class %||% rep(1L, n)
  drawn <- vapply(seq_len(repeats), function(r) {
    order <- order(group, cpp_uniform(n, seed, r))
    fold <- integer(n)
    fold[order] <- rep_len(seq_len(folds), n)
    fold
  }, integer(n))
  matrix(drawn, n, repeats)
}

# What each predicted code costs, n x ... : 1 for a wrong class; the squared error in regression.
losses <- function(predicted, labels) {
  if (labels$kind == "regression") {
    return((predicted[, 1L] - labels$codes[, 1L])^2)
  }
  as.numeric(best_column(predicted) != labels$class)
}

# The column of the highest score per row; one column stands for two.
best_column <- function(scores) {
  if (ncol(scores) == 1L) scores <- cbind(-scores, scores)
  max.col(scores, "first")
}
