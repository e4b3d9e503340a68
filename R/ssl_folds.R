# Folds of labels, the classes spread evenly over them, and groups of labels in one fold each.

#' Folds that depend on the seed and the points, not on the order of rows or the names of classes
#'
#' @param labels Of encode_labels() or labels_of_folds(), n of them.
#' @param x All points, a row each, or their numbers in canonical order where there is a graph only.
#' @param n_folds,n_rounds Numbers of folds, and of draws of them.
#' @param seed A whole number of at least 0.
#' @return A matrix, n x n_rounds, of fold numbers from 1 on.
#' @noRd
draw_folds <- function(labels, x, n_folds, n_rounds, seed) {
  n <- length(labels$rows)
  deal_round <- function(round) deal_folds(labels, x, n_folds, cpp_uniform(n, seed, round))
  matrix(vapply(seq_len(n_rounds), deal_round, integer(n)), n, n_rounds)
}

# Deals out folds class by class, a fold each in turn: within a class in the order of `key`; the
# classes in the order of their first points. The labels of a group are in one fold; the group
# stands at its first point. Returns the number of the fold of each label, n whole numbers from 1
# on.
#   labels   of encode_labels(), with rows (of the labeled points), group (of each label, or NULL),
#            class (of each label, among those used)
#   x        all points, a row each, or their numbers in canonical order
#   n_folds  number of folds
#   key      n numbers, the i-th for the i-th labeled point (of groups: the first points) in the
#            canonical order
# `label_order` has the numbers of the labels, then of the first of each group alone; `class` and
# `folds` are in this order.
deal_folds <- function(labels, x, n_folds, key = seq_along(labels$rows)) {
  labels <- with_group_classes(labels)
  rows <- labels$rows
  # Numbers of the labels in the canonical order of their points.
  label_order <- if (length(dim(x)) == 2L) canonical_order(x, rows) else order(match(rows, x))
  group <- labels$group %||% seq_along(label_order)
  label_order <- label_order[!duplicated(group[label_order])]
  class <- (labels$class %||% rep(1L, length(rows)))[label_order]
  folds <- integer(length(label_order))
  deal_order <- order(match(class, class), key[seq_along(label_order)])
  folds[deal_order] <- rep_len(seq_len(n_folds), length(label_order))
  folds[match(group, group[label_order])]
}

# The labels by whose classes the folds of an error are drawn. Equal numbers mean that labels were
# drawn class by class, and so are the folds. Otherwise the larger classes count as one, with the
# number 0: if their shares were the same in all folds, those of the hidden labels would be known. A
# class of fewer labels than folds, which a fold could lose, is still spread.
#   labels   of encode_labels(), with class (of each label, among those used; NULL in regression:
#            labels are returned as they are), group (of each label, or NULL)
#   n_folds  the number of folds
# `class_sizes` count labels, or groups, of which those with several classes are a class 0.
labels_of_folds <- function(labels, n_folds) {
  labels <- with_group_classes(labels)
  if (is.null(labels$class)) return(labels)
  class_sizes <- table(labels$class[!duplicated(labels$group %||% seq_along(labels$class))])
  large_classes <- as.integer(names(class_sizes)[class_sizes >= n_folds])
  if (length(unique(class_sizes)) > 1L) labels$class[labels$class %in% large_classes] <- 0L
  labels
}

# The points by which folds are drawn, or their order where there is a graph only.
#   problem  of ssl_graph(): checked (x: points, u x r, NULL of a graph without; order: of the
#            points of a given graph, u numbers)
folding_points <- function(problem) problem$checked$x %||% problem$checked$order
