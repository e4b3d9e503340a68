# Shares that the classes are known to have, other than among the labels.

# Numbers per class that has labels, sum 1: matched by name, or in the order of the levels.
resolve_prior <- function(prior, labels, arg, call = caller_env()) {
  if (labels$kind == "regression") {
    abort_argument("`{arg}` is for classes; this is a regression.", call = call)
  }
  classes <- labels$levels[labels$used]
  valid <- is.numeric(prior) && length(prior) == length(classes) && all(is.finite(prior)) &&
    all(prior > 0) && (is.null(names(prior)) || setequal(names(prior), classes))
  if (!valid) {
    abort_argument(
      "`{arg}` must be {length(classes)} positive numbers, one for each class ({classes}), not
       {describe(prior)}.",
      call = call
    )
  }
  if (!is.null(names(prior))) prior <- prior[classes]
  unname(prior / sum(prior))
}

# The shares of the classes among the labels, one per class that has any.
label_shares <- function(labels) tabulate(labels$class, length(labels$used)) / length(labels$rows)

# Probabilities n x levels as they are where the classes have other shares than among the labels.
with_prior <- function(p, prior, labels) {
  weighted <- sweep(p[, labels$used, drop = FALSE], 2L, prior / label_shares(labels), "*")
  p[, labels$used] <- weighted / rowSums(weighted)
  p
}
