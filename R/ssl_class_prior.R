# Shares that the classes are known to have, other than among the labels.

# Numbers per class that has labels, sum 1: matched by name, or in the order of the levels.
resolve_prior <- function(prior, labels, arg) {
  if (labels$kind == "regression") {
    abort_argument("`{arg}` is for classes; this is a regression.")
  }
  classes <- labels$levels[labels$used]
  if (is.numeric(prior) && !is.null(names(prior))) {
    check_class_names(names(prior), classes, arg)
  }
  if (!is.numeric(prior) || length(prior) != length(classes)) {
    abort_argument(
      "`{arg}` must be {length(classes)} positive numbers, one for each class ({classes}), not
       {describe(prior)}."
    )
  }
  prior <- check_positive(prior, arg)
  if (!is.null(names(prior))) prior <- prior[classes]
  unname(prior / sum(prior))
}

# Names that are those of the classes with labels, each once.
check_class_names <- function(names, classes, arg) {
  nameless <- which(is.na(names) | names == "")
  unknown <- setdiff(names, classes)
  fault <- if (length(nameless)) {
    "element {nameless[[1L]]} has no name"
  } else if (length(unknown)) {
    "\"{unknown[[1L]]}\" is none"
  } else if (anyDuplicated(names)) {
    "\"{names[[anyDuplicated(names)]]}\" comes twice"
  } else if (length(names) < length(classes)) {
    "\"{setdiff(classes, names)[[1L]]}\" is missing"
  }
  if (!is.null(fault)) {
    abort_argument(
      paste0("`{arg}` must have the classes with labels as names ({classes}); ", fault, ".")
    )
  }
}

# The shares of the classes among the labels, one per class that has any.
label_shares <- function(labels) tabulate(labels$class, length(labels$used)) / length(labels$rows)

# Probabilities n x levels as they are where the classes have other shares than among the labels.
with_prior <- function(p, prior, labels) {
  weighted <- sweep(p[, labels$used, drop = FALSE], 2L, prior / label_shares(labels), "*")
  p[, labels$used] <- weighted / rowSums(weighted)
  p
}
