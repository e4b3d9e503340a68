# Shares that the classes are known to have, other than among the labels.

# Checks shares of the classes, a positive number per class that has labels, matched by name, or in
# the order of the levels. Returns them with sum 1, in the order of the levels, without names.
#   prior   what the user gave
#   labels  of encode_labels(): kind ("classes" or "regression"), levels (names of all classes),
#           used (numbers of those that have labels)
#   arg     the name of the argument
resolve_prior <- function(prior, labels, arg) {
  refuse_if(labels$kind == "regression", "`{arg}` is for classes; this is a regression.")
  classes <- labels$levels[labels$used]
  if (is.numeric(prior) && !is.null(names(prior))) check_class_names(names(prior), classes, arg)
  refuse_if(!is.numeric(prior) || length(prior) != length(classes),
            "`{arg}` must be {length(classes)} positive numbers, one for each class ({classes}),
             not {describe(prior)}.")
  prior <- check_positive(prior, arg)
  if (!is.null(names(prior))) prior <- prior[classes]
  unname(prior / sum(prior))
}

# Checks that names are those of the classes with labels, each once.
#   names  of what the user gave as `arg`;  classes: names of the classes with labels
check_class_names <- function(names, classes, arg) {
  nameless_index <- which(is.na(names) | names == "")
  unknown_names <- setdiff(names, classes)
  faults <- c(
    if (length(nameless_index)) "element {nameless_index[[1L]]} has no name",
    if (length(unknown_names)) "\"{unknown_names[[1L]]}\" is none",
    if (anyDuplicated(names)) "\"{names[[anyDuplicated(names)]]}\" comes twice",
    if (length(names) < length(classes)) "\"{setdiff(classes, names)[[1L]]}\" is missing"
  )
  refuse_if(length(faults),
            paste0("`{arg}` must have the classes with labels as names ({classes}); ", faults[[1L]],
                   "."))
}

# The shares of the classes among the labels, each as often as it counts: one per class that has
# any, in the order of the levels, sum 1.
#   labels  of encode_labels(): targets (n x q), count (how often each label counts)
label_shares <- function(labels) weighted_means(target_columns(labels$targets) > 0, labels$count)

# Probabilities, n x levels, adjusted to other shares of the classes than those among the labels.
#   chances  probabilities, n x levels
#   prior    shares of the classes that have labels, in the order of their columns, without names
#   labels   of encode_labels(): used (numbers of the classes that have labels), and what
#            label_shares() reads
with_prior <- function(chances, prior, labels) {
  weighted_chances <-
    sweep(chances[, labels$used, drop = FALSE], 2L, prior / label_shares(labels), "*")
  chances[, labels$used] <- weighted_chances / rowSums(weighted_chances)
  chances
}
