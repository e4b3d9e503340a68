# What the labels choose among candidates.

# A loss per known label, n numbers: of classes minus the logarithm of the label's probability,
# since not all scores are in the unit of the targets; of numbers the squared error.
#   candidate  list of method (a name) and loo, the leave-one-out predictions at these labels, n x q
#   labels     of encode_labels(), the known ones: kind ("classes" or "regression"), targets
#              (n x q), and what surprise_of() reads
candidate_losses <- function(candidate, labels) {
  score_kind <- if (candidate$method == "harmonic") "chance" else "squares"
  if (labels$kind == "classes") surprise_of(candidate$loo, labels, score_kind) else
    rowSums((candidate$loo - labels$targets)^2)
}

# Chooses the candidate with the least mean loss, and returns its number, the first in the order of
# tried_graphs() and of the methods where several have it. What is usual gives way only to what is
# clearly better, because the noise of the choice among many costs more than the usual choice: of
# numbers the machine, by one standard error of the difference; of classes the better of the machine
# and the iterated Laplacian on the 10 nearest neighbors, by two and a half. Of one method there is
# nothing usual.
#   candidates  list of list(method: name; is_nearest: whether on the 10 nearest neighbors; losses:
#               one per label)
#   labels      of encode_labels(): kind ("classes" or "regression"), group (of each label, or NULL)
# Numbers are those of candidates. `losses` has a row per label and a column per candidate, `excess`
# is of each label the loss of the usual candidate less that of the best.
choose_candidate <- function(candidates, labels) {
  methods <- vapply(candidates, function(candidate) candidate$method, "")
  # Potentials need the fewest labels.
  if (!is.null(too_few_labels(labels)) && "poisson" %in% methods) return(match("poisson", methods))
  has_classes <- labels$kind == "classes"
  is_nearest <- vapply(candidates, function(candidate) candidate$is_nearest, NA)
  has_machine <- "laprls" %in% methods
  usual_numbers <- which(
    methods == "laprls" | has_classes & has_machine & is_nearest & methods == "iterated"
  )
  losses <- do.call(cbind, lapply(candidates, function(candidate) candidate$losses))
  best_number <- which.min(colMeans(losses))
  if (!length(usual_numbers)) return(best_number)
  usual_number <- usual_numbers[[which.min(colMeans(losses)[usual_numbers])]]
  excess <- losses[, usual_number] - losses[, best_number]
  if (isTRUE(mean(excess) > (if (has_classes) 2.5 else 1) * se_of_mean(excess, labels$group)))
    best_number else usual_number
}

# Says in which way labels are too few to compare methods by, such as "one label per class", or NULL
# if they are enough.
#   labels  of encode_labels(), see can_hide()
too_few_labels <- function(labels) {
  if (!can_hide(labels)) paste("one", unit_name(labels), "per class") else
    if (n_units(labels) < 4L) paste0("fewer than four ", unit_name(labels), "s")
}

# A data frame with a row per candidate, or per row of its path: graph (in words), bandwidth,
# candidate (the name of its method), the columns of all paths, NA where a path has none, and loss,
# the mean loss at the row of the path that the candidate takes, NA in its other rows.
#   candidates  of graph_candidates(): list of list(method: name; graph: number; path: data frame or
#               NULL; row: the number of the row of it that is taken; loo: n x q, leave-one-out
#               predictions; losses: n numbers)
#   graphs      list of what prepare_graph() returns: settings and h (bandwidth) of the graph
#   labels      of encode_labels(): targets (n x q), group (of each label, or NULL)
tabulate_candidates <- function(candidates, graphs, labels) {
  tables <- lapply(candidates, function(candidate) {
    graph <- graphs[[candidate$graph]]
    path <- candidate$path
    row <- candidate$row
    if (!length(path)) {
      path <- mean_losses(matrix(rowSums((candidate$loo - labels$targets)^2)), labels$group)
      row <- 1L
    }
    # Machines choose the width of their kernel by the log loss, whose standard errors these are.
    if (!is.null(path$log_loss)) path[c("log_loss", "se")] <- list(NULL, NA_real_)
    loss <- replace(rep(NA_real_, nrow(path)), row, mean(candidate$losses))
    data.frame(graph = name_graph(graph$settings), bandwidth = graph$h,
               candidate = candidate$method, path, loss)
  })
  bind_filled(tables)
}

# Chooses the candidate with the least error, but none by chance, and returns the number of its row.
# A number of eigenvectors is judged with its neighbors. In regression a penalty, whose errors
# change slowly along the path, is preferred to a number of eigenvectors that is not better by a
# standard error, and a candidate is passed over if its values at any point are far beyond the
# labels. `errors` are the squared errors, of a number of eigenvectors at least the mean with its
# neighbors. All rows are those of the path. Per candidate, `standard_error` is that of its mean
# excess over the best.
#   candidates  those of one method, list(path: data frame, a row per candidate: squared_error, and
#               n_eigen, NA or no column where it is no number of eigenvectors; losses: labels x
#               candidates, squared errors; predictions: function of the number of a candidate and
#               of numbers of k points, k x q)
#   part        of learning_part(): n (number of points), targets (labels x q), labels (of
#               encode_labels(): kind, "classes" or "regression"; group, of each label, or NULL)
choose_steady <- function(candidates, part) {
  eigen_rows <- which(!is.na(candidates$path$n_eigen %||% rep(NA, nrow(candidates$path))))
  errors <- candidates$path$squared_error
  if (length(eigen_rows)) {
    errors[eigen_rows] <- pmax(errors[eigen_rows], neighbour_means(errors[eigen_rows]))
  }
  best_row <- which.min(errors)
  if (part$labels$kind == "classes") return(best_row)
  excess_losses <- candidates$losses - candidates$losses[, best_row]
  standard_error <- apply(excess_losses, 2L, se_of_mean, group = part$labels$group)
  preferred_rows <- setdiff(which(colMeans(excess_losses) <= standard_error), eigen_rows)
  ordered_rows <- preferred_rows[order(errors[preferred_rows])]
  is_near <- function(row) stays_near(candidates$predictions(row, seq_len(part$n)), part$targets)
  Find(is_near, unique(c(ordered_rows, order(errors)))) %||% best_row
}

# Means of each of `values` and its two neighbors; a value at an end counts twice there.
neighbour_means <- function(values) {
  n <- length(values)
  (values[c(1L, seq_len(n - 1L))] + values + values[c(seq_len(n)[-1L], n)]) / 3
}

# Whether numbers are within the range of the labels, widened by its length on both sides: TRUE or
# FALSE, or NA if some are NA and the others are within.
#   values  predictions, m x q;  targets: of the labels, n x q
stays_near <- function(values, targets) {
  target_range <- range(targets)
  all(abs(values - mean(target_range)) <= 1.5 * diff(target_range) + 1e-8 * max(abs(target_range)))
}
