# The labels of semi-supervised learning as the targets that are learned, and back.

# Encodes y, with NA for unlabeled points, as a list:
#   kind    "classes" or "regression"
#   levels  names of the classes, or NULL in regression;   ordered: whether they have an order
#   used    numbers of the levels that have labels, increasing; NULL in regression
#   rows    numbers of the kept points that are labeled, n of them
#   count   how often each of the labels counts, length n
#   targets n x q: +1 in the column of the point's class and -1 elsewhere; two used classes have one
#           column, +1 the second; regression: the values
#   class   length n: the position of each label's class in `used`; NULL in regression
#   group   length n, of group_labels(): which labels belong together; NULL: none
# Its arguments:
#   y        what the user gave
#   checked  of as_points(): rows (which rows of the data the kept points are), n_given (number of
#            rows of the data)
#   count    how often each kept point counts
encode_labels <- function(y, checked, count = rep(1, length(checked$rows))) {
  values <- check_labels(y, checked$n_given)[checked$rows]
  refuse_if(all(is.na(as.vector(values))),
            "`y`: all rows with a label are left out because of weight 0 or missing values.")
  is_marked_numeric <- !is.null(attr(y, "regression")) || inherits(y, "AsIs")
  if (!is.numeric(values) || !is_marked_numeric && are_two_classes(values)) {
    return(encode_classes(values, count))
  }
  rows <- which(!is.na(values))
  list(kind = "regression", rows = rows, count = count[rows],
       targets = matrix(as.double(values[rows])))
}

# Numbers y, marked so that encode_labels() takes them as numbers even if they are 0 and 1 only:
# users do so by I().
as_regression <- function(y) structure(as.double(y), regression = TRUE)

# Whether numbers y, NA where there is no label, stand for two classes: 0 and 1, or -1 and 1. Shows
# a message if they do, if -1 may stand for unknown, or if they may be numbers of several classes.
# Equal numbers would be one class only, so they are numbers.
are_two_classes <- function(y) {
  values <- unique(as.double(y[!is.na(y)]))
  pair <- Find(function(pair) setequal(values, pair), list(c(0, 1), c(-1, 1)))
  message_words <- if (!is.null(pair)) {
    c("`y` has the values {pair[[1]]} and {pair[[2]]} only: they are taken as two classes.",
      i = "`I(y)` is taken as numbers.")
  } else if (!anyNA(y) && min(values) == -1 && all(values == trunc(values))) {
    c("`y` has whole numbers from -1 on and no NA: it is taken as numbers, not as classes.",
      i = "If -1 means unknown, use `y = factor(replace(y, y == -1, NA))`.")
  } else if (length(values) > 1L && is_number_of_class(y)) {
    c("`y` has {length(values)} different whole numbers and is taken as numbers.",
      i = "Use `factor(y)` if they are classes, or `I(y)` if they are numbers.")
  }
  inform_if(length(message_words), message_words, "classes")
  !is.null(pair)
}

# Encodes classes, see encode_labels(): `used` are the numbers of the levels that have labels.
#   y  classes, NA where there is no label;  count: how often each point counts
encode_classes <- function(y, count) {
  y <- if (is.logical(y)) factor(y, c(FALSE, TRUE)) else if (is.factor(y)) y else factor(y)
  # A level NA is no label either.
  if (anyNA(levels(y))) y <- factor(y, levels(y)[!is.na(levels(y))], ordered = is.ordered(y))
  rows <- which(!is.na(y))
  level_numbers <- as.integer(y)[rows]
  used <- sort(unique(level_numbers))
  # Some read "" where a file has no label.
  n_empty <- sum(!nzchar(trimws(levels(y)[level_numbers])))
  warn_if(n_empty > 0L,
          c("`y` has the label \"\" at {n_empty} point{?s}: it is taken as a class.",
            i = "Use NA for points without a label."), "empty_label")
  names_as_numbers <- suppressWarnings(as.numeric(levels(y)[used]))
  inform_if(!anyNA(names_as_numbers) && any(names_as_numbers != trunc(names_as_numbers)),
            c("`y` is taken as {length(used)} classes, whose names are numbers.",
              i = "To predict numbers, use `as.numeric(as.character(y))`."), "classes")
  inform_if("-1" %in% levels(y)[used] && length(used) > 2L && length(rows) == length(y),
            c("`y` has a class \"-1\" and no NA.",
              i = "If -1 means unknown, use `y = factor(replace(y, y == -1, NA))`."), "classes")
  refuse_if(length(used) < 2L,
            "`y` has labels of one class only, \"{levels(y)[[used]]}\"; two are needed.")
  class <- match(level_numbers, used)
  targets <- matrix(-1, length(rows), length(used))
  targets[cbind(seq_along(rows), class)] <- 1
  if (length(used) == 2L) targets <- targets[, 2L, drop = FALSE]
  list(kind = "classes", levels = levels(y), ordered = is.ordered(y), used = used, rows = rows,
       count = count[rows], targets = targets, class = class)
}

# Warns of classes at one place that disagree; numbers that do may be repeated measurements.
# Landmarks have no row of the data to name.
#   labels         of encode_labels(): kind ("classes" or "regression"), rows (numbers of the
#                  labeled points), class (of each label; NULL in regression: then the targets,
#                  n x 1, are compared)
#   checked        of as_points(): x (the points), rows (which rows of the data they are)
#   has_landmarks  whether the points are landmarks
# `first_row` is, for each label, the number of the first label at its place; `is_conflict` is by
# these, and `conflict_rows` are the rows of the data.
warn_conflicts <- function(labels, checked, has_landmarks) {
  first_row <- first_equal_row(checked$x[labels$rows, , drop = FALSE])
  label_values <- labels$class %||% labels$targets[, 1L]
  is_conflict <-
    tapply(label_values, first_row, function(place_values) length(unique(place_values))) > 1L
  conflict_rows <- checked$rows[labels$rows[as.integer(names(which(is_conflict)))]]
  row_words <- if (has_landmarks) "" else " (first in row {conflict_rows[[1L]]})"
  if (labels$kind == "regression") {
    inform_if(any(is_conflict),
              c(paste0("{sum(is_conflict)} point{?s} of `x` {?has/have} several rows with different
                        numbers", row_words, "."),
                i = "If these are not repeated measurements, check `y` there."), "conflict")
  } else {
    warn_if(any(is_conflict),
            paste0("{sum(is_conflict)} point{?s} of `x` {?has/have} labels of more than one class",
                   row_words, ". Check `y` there."), "conflict")
  }
}

# Keeps some of the labels, by number, or TRUE and FALSE: returns labels as of encode_labels().
#   labels     of encode_labels(): rows (of the labeled points), count, targets (n x q), class and
#              group (of each label, or NULL), of which those of the others are dropped
#   selection  numbers of labels, or a logical for each
pick_labels <- function(labels, selection) {
  labels$rows <- labels$rows[selection]
  labels$count <- labels$count[selection]
  labels$targets <- labels$targets[selection, , drop = FALSE]
  labels$class <- labels$class[selection]
  labels$group <- labels$group[selection]
  labels
}

# Targets or scores with a column for each class, n x classes.
#   targets  or scores, n x q, q = 1 for two classes: positive for the second
target_columns <- function(targets) if (ncol(targets) == 1L) cbind(-targets, targets) else targets

# Repeats the mean of the targets in each of n rows, n x q.
#   targets  labels x q;  count: how often each label counts, a number each or one for all
mean_targets <- function(targets, n, count = 1) {
  matrix(rep(weighted_means(targets, count), each = n), n, ncol(targets))
}

# Weighted means of columns, q numbers.
#   values  m x q;  count: how often each row counts, m numbers, or one for all
weighted_means <- function(values, count) colMeans(count * values) / mean(count)

# The mean of the other targets for each label, those of its group left out, n x q, which is
# predicted if nothing else is known; 0 where there are no others.
#   targets  n x q;  group: of each label, or NULL
mean_of_others <- function(targets, group = NULL) {
  n <- nrow(targets)
  if (is.null(group)) return((rep(colSums(targets), each = n) - targets) / max(1, n - 1))
  group_number <- match(group, unique(group))
  group_sums <- unname(rowsum(targets, group_number))[group_number, , drop = FALSE]
  (rep(colSums(targets), each = n) - group_sums) / pmax(1, n - tabulate(group_number)[group_number])
}

# Scores as the user knows them: one column per level (classes that have no label: -1), m x levels,
# or in regression a plain vector of length m.
#   scores  m x q, q = 1 for two classes and in regression
#   labels  of encode_labels(): kind ("classes" or "regression"), levels (names of all classes),
#           used (numbers of those that have labels)
#   names   of the rows, or NULL
expand_scores <- function(scores, labels, names = NULL) {
  if (labels$kind == "regression") return(stats::setNames(scores[, 1L], names))
  level_scores <-
    matrix(-1, nrow(scores), length(labels$levels), dimnames = list(names, labels$levels))
  level_scores[, labels$used] <- target_columns(scores)
  level_scores
}

# The class with the highest score of each row, a factor of length m; NA where the first score is
# not finite.
#   scores  m x q, q = 1 for two classes, or a column for each class that has labels
#   labels  of encode_labels(): levels (names of all classes), used (numbers of those that have
#           labels), ordered (whether the levels have an order), and class, for ties
#   names   of the rows, or NULL
classes_of <- function(scores, labels, names = NULL) {
  number <- best_column(scores, labels)
  number[!is.finite(scores[, 1L])] <- NA_integer_
  classes <- factor(labels$levels[labels$used[number]], labels$levels, ordered = labels$ordered)
  stats::setNames(classes, names)
}

# The loss of each predicted target, m numbers: 1 for a wrong class; the squared error in
# regression.
#   predictions  m x q
#   labels       of encode_labels(): kind ("classes" or "regression"), targets (n x 1 in
#                regression), class (of each label, among those used)
#   rows         numbers of the labels, one for each row of `predictions`, with repeats or without
losses <- function(predictions, labels, rows = seq_len(nrow(predictions))) {
  if (labels$kind == "regression") (predictions[, 1L] - labels$targets[rows, 1L])^2 else
    as.numeric(best_column(predictions, labels) != labels$class[rows])
}

# The number of the class, among those that have labels, with the highest score per row, m numbers;
# NA is the lowest score. Ties go to the class of the most labels, and then to the first.
#   scores  m x q; q = 1 for two classes: positive for the second
#   labels  of encode_labels(): class (of each label, among those used)
best_column <- function(scores, labels) {
  scores <- target_columns(scores)
  scores[is.na(scores)] <- -Inf
  by_frequency <- order(-tabulate(labels$class, ncol(scores)))
  by_frequency[max.col(scores[, by_frequency, drop = FALSE], "first")]
}

# The labels of semi-supervised learning at the door: a factor, character, logical or numeric vector
# of length n_given, without NaN, with a label or more.

# Checks that y holds labels, one for each of the given rows, or NA. Returns y as a vector or a
# factor, a matrix with one column as this column.
#   y  what the user gave;  n_given: number of the rows of x as it was given
check_labels <- function(y, n_given) {
  refuse_if(missing(y), "`y` is missing: a label for each row of `x`, or NA.")
  if (is.matrix(y) && ncol(y) == 1L) y <- y[, 1L]
  refuse_if(!(is.factor(y) || is.character(y) || is.logical(y) || is.numeric(y)) || length(dim(y)),
            "`y` must be a factor, character, logical or numeric vector, not {describe(y)}.")
  refuse_if(length(y) != n_given,
            "`y` must have a value for each of the {n_given} rows of `x`, NA where there is no
             label; it has {length(y)}.")
  if (is.numeric(y)) {
    refuse_first(which(is.nan(y) | is.infinite(y)),
                 "`y` is {format(as.double(y[[first]]))} at row {first}; a point without a label
                  has NA.")
  }
  refuse_if(all(is.na(as.vector(y))), "`y` has no label: all {n_given} values are NA.")
  y
}

# Limits how far predicted numbers may be from the mean of the labels, in standard deviations of
# these: nothing supports what is farther.
max_label_sds <- 10
