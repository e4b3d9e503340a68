# Folds of labelled points for cross-validation, the classes spread evenly over them.

# A matrix n x repeats of fold numbers in 1..folds, drawn by the seed: of points, not of rows or of
# the names of classes. `x`: all points, or their order where there is a graph only.
draw_folds <- function(labels, x, folds, repeats, seed) {
  n <- length(labels$rows)
  drawn <- vapply(seq_len(repeats), function(r) {
    deal_folds(labels, x, folds, cpp_uniform(n, seed, r))
  }, integer(n))
  matrix(drawn, n, repeats)
}

# Class by class a fold each in turn: within a class by `key`, n numbers for the labelled points in
# their canonical order; the classes in the order of their first points.
deal_folds <- function(labels, x, folds, key = seq_along(labels$rows)) {
  rows <- labels$rows
  place <- if (is.matrix(x)) canonical_order(x, rows) else order(match(rows, x))
  class <- (labels$class %||% rep(1L, length(place)))[place]
  fold <- integer(length(place))
  fold[place[order(match(class, class), key)]] <- rep_len(seq_len(folds), length(place))
  fold
}

# What folds are drawn by.
folding_points <- function(problem) problem$checked$x %||% problem$checked$order
