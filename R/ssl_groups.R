# Rows that belong together: subjects, plates, blocks of time. Whole groups of labels are left out
# where labels are predicted from others, because those of one group are nearly copies.

# Numbers the groups of the labels: returns labels with `group`, for each label the number of its
# group, from 1 on; as they are without groups. The only place that checks `groups`.
#   labels   of encode_labels(): rows (numbers of the labeled points)
#   groups   what the user gave: one value per row of the data, or NULL
#   checked  of as_points(): rows (which rows of the data the points are), n_given (rows of the
#            data)
group_labels <- function(labels, groups, checked) {
  if (is.null(groups)) return(labels)
  refuse_if(!is.atomic(groups) || length(dim(groups)) > 1L,
            "`groups` must be a vector or a factor with a value for each row, not
             {describe(groups)}.")
  n <- checked$n_given
  refuse_if(length(groups) != n,
            c("`groups` must have a value for each of the {n} rows of `x`; it has {length(groups)}.",
              i = if (rlang::is_string(groups))
                "For a column of the data, supply the column: `groups = data${groups}`, or without
                 quotes beside a formula."))
  rows <- checked$rows[labels$rows]
  groups <- if (is.factor(groups)) as.integer(groups) else as.vector(groups)
  refuse_first(rows[is.na(groups[rows])],
               "`groups` is NA at row {first}, which has a label. Supply the group of each label.")
  labels$group <- match(groups[rows], unique(groups[rows]))
  n_groups <- max(labels$group)
  refuse_if(n_groups < 2L,
            c("`groups` has all labels in one group; two are needed, because whole groups are left
               out.",
              i = "For rows in the order of time, use blocks: `groups = (seq_len(n) - 1) %/% 50`."))
  inform_if(n_groups == length(rows),
            "`groups` has another value at each label, so no labels belong together.", "groups")
  labels
}

# The name of predicting each label from the others, or from those of other groups.
#   labels  with `group`, or without
name_left_out <- function(labels) {
  if (is.null(labels$group)) "leave-one-out" else "leave-one-group-out"
}

# Counts what is left out at a time: groups, or single labels.
#   labels  of encode_labels(), with group (of each label, or NULL), rows (of the labeled points)
n_units <- function(labels) {
  if (is.null(labels$group)) length(labels$rows) else length(unique(labels$group))
}

# What counts as one in shares of labels, "label" or "group". `labels`, of encode_labels(), has
# `group` (of each label, or NULL).
unit_name <- function(labels) if (is.null(labels$group)) "label" else "group"

# The numbers of the labels that are left out together: a list of vectors of numbers from 1 to n.
#   n  number of labels;  group: the group of each; NULL: each label alone
label_blocks <- function(n, group) unname(split(seq_len(n), group %||% seq_len(n)))

# The share of its group that each label is, 1 over the number of labels in the group: n numbers, or
# 1 without groups.
#   labels  of encode_labels(), with group (of each label, or NULL)
group_shares <- function(labels) {
  if (is.null(labels$group)) 1 else 1 / tabulate(labels$group)[labels$group]
}

# Gives labels the class of their group, 0 where it has several, and returns them; as they are
# without groups, and in regression.
#   labels  of encode_labels(), with group (of each label, or NULL), class (of each label, among
#           those used)
with_group_classes <- function(labels) {
  if (is.null(labels$group) || is.null(labels$class)) return(labels)
  first_of_group <- match(labels$group, labels$group)
  is_mixed <- labels$group %in% labels$group[labels$class != labels$class[first_of_group]]
  labels$class <- ifelse(is_mixed, 0L, labels$class[first_of_group])
  labels
}

# ---- labels that are near each other because of their rows ---------------------------------------

# Shows a message if labels of rows next to each other are nearest neighbors much more often than
# labels of rows that are drawn at random, of the same classes. Returns how many times as often,
# NULL without a message.
#   labels   of encode_labels(): group (of each label, or NULL: only then it remarks), and what
#            neighbors_in_order() reads
#   checked  of as_points(): x
#   n_near   how many of the nearest labels count as neighbors
#   runtime  of new_runtime(): threads and progress
# `pairs` is list(count, expected) of neighbors_in_order(), or NULL.
inform_of_order <- function(labels, checked, runtime, n_near = 3L) {
  if (!is.null(labels$group)) return(invisible())
  pairs <- neighbors_in_order(labels, checked, runtime, n_near)
  if (is.null(pairs)) return(invisible())
  if (pairs$count < 3 * pairs$expected || pairs$count < pairs$expected + 10) return(invisible())
  ratio <- signif(pairs$count / pairs$expected, 2)
  inform(c("Labeled rows that follow each other are nearest neighbors {ratio} times as often as by
            chance.",
           i = "If they belong together (one subject, one hour), the printed error may be too small:
                set `groups`."), "order")
  invisible(ratio)
}

# How many pairs of labels that follow each other in the order of rows are neighbors, and how many
# are expected in a random order of the rows in which each class has the same places: list(count,
# expected). NULL for fewer than 20 labels, other kinds of points, and rows sorted by all columns.
#   labels   of encode_labels(): rows (numbers of the n labeled points), class (of each label; NULL
#            in regression)
#   checked  of as_points(): x (the points: a matrix, plain or sparse, or of another kind)
#   n_near   how many of the nearest labels of each label are its neighbors
#   runtime  of new_runtime(): threads and progress
# `examined` are the numbers of the labels that are looked at. A cell is a pair of classes in either
# order. Of each cell: `n_possible` counts all pairs of labels, `n_in_order` those that follow each
# other, `n_joined` those that are neighbors. The rows of `pairs` are pairs of neighbors, each once,
# by their numbers among those examined. `nearest` are lists of neighbors, list(begin, index, ...),
# of which `from` and `to` have the two labels of each element.
neighbors_in_order <- function(labels, checked, runtime, n_near = 3L) {
  rows <- labels$rows
  n <- length(rows)
  x <- checked$x
  can_tell <- n >= 20L && (is.matrix(x) || methods::is(x, "dgCMatrix"))
  if (!can_tell || is_sorted_by_columns(x[rows, , drop = FALSE])) return(NULL)
  # Beyond so many labels the beginning of the rows tells enough.
  examined <- seq_len(min(n, 5000L))
  class <- (labels$class %||% rep(1L, n))[examined]
  handle <- release_on_exit(acquire_points(x[rows[examined], , drop = FALSE], runtime))
  nearest <- nearest_lists(handle, n_near, runtime)
  from <- list_rows(nearest)
  to <- nearest$index
  # Each pair once.
  pairs <- unique(cbind(pmin(from, to), pmax(from, to)))
  count <- sum(pairs[, 2L] - pairs[, 1L] == 1L)
  n_classes <- max(class)
  cell <- function(a, b) factor(pmin(a, b) + n_classes * (pmax(a, b) - 1L), seq_len(n_classes^2))
  class_sizes <- tabulate(class, n_classes)
  n_possible <- outer(class_sizes, class_sizes)
  diag(n_possible) <- class_sizes * (class_sizes - 1) / 2
  n_in_order <- tabulate(cell(class[-length(class)], class[-1L]), n_classes^2)
  n_joined <- tabulate(cell(class[pairs[, 1L]], class[pairs[, 2L]]), n_classes^2)
  list(count = count, expected = sum(n_in_order * n_joined / pmax(n_possible, 1)))
}

# Whether rows are sorted by all of their columns, as the cells of a grid are: by one, and where it
# has equal values by the next. Their order then says nothing that the columns do not. `is_tied`
# says of each row but the last whether it equals the next in the columns looked at so far.
#   x  n x r, plain or sparse; of a sparse matrix the answer is FALSE
is_sorted_by_columns <- function(x) {
  is_tied <- rep(TRUE, nrow(x) - 1L)
  columns <- if (is.matrix(x)) seq_len(ncol(x))
  while (length(columns) && any(is_tied)) {
    is_monotone <- function(j) length(unique(setdiff(sign(diff(x[, j])[is_tied]), 0))) == 1L
    column <- Find(is_monotone, columns)
    if (is.null(column)) return(FALSE)
    is_tied <- is_tied & diff(x[, column]) == 0
    columns <- setdiff(columns, column)
  }
  is.matrix(x) && !length(columns)
}
