# Arguments that a function does not have, and what was probably meant.

# Refuses an argument in `...` that nothing takes.
#   name         of the argument, "" if it has none
#   frame        environment of the exported function;  known_names: names that its `...` takes
refuse_dot <- function(name, frame = error_frame(), known_names = character()) {
  subject <- if (nzchar(name)) paste0("`", name, "`") else "An argument without a name"
  hint <- if (nzchar(name)) hint_at_name(name, arguments_of_frame(frame), known_names) else
    hint_at_names(arguments_of_frame(frame, after_dots = TRUE), "Name these arguments:")
  abort_argument(c("{subject} is not an argument of this function.", hint))
}

# Raises an error if an argument of the calling function was named by a part of its name only, which
# R accepts, such as `n` for `neighbors`: probably another argument was meant.
refuse_part_of_name <- function() {
  frame <- parent.frame()
  given <- names(sys.call(sys.parent()))
  partial <- setdiff(given[nzchar(given)], names(formals(sys.function(sys.parent()))))
  if (length(partial)) refuse_dot(partial[[1L]], frame)
}

# Raises an error for the first argument in a list that has no name or none of `known_names`.
#   dots  list of the arguments in `...`
check_dots <- function(dots, known_names) {
  names <- names(dots) %||% character(length(dots))
  unknown <- names[!names %in% known_names]
  if (length(unknown)) refuse_dot(unknown[[1]], known_names = known_names)
}

# Lists for each of our arguments, which may come twice, what scikit-learn, kernlab, uwot, destiny,
# ggplot2, and formulas call it. Of several arguments that a function has, the first is meant.
foreign_names <- list(
  bandwidth = c("gamma", "sigma", "epsilon", "eps", "eps.val", "bw", "h"),
  radius = c("eps", "epsilon", "bandwidth"), noise = c("sd", "sigma"), n = "n_samples",
  n_points = "n", n_neighbors = "n_neighbours",
  k = c("n_neighbors", "n_neighbours", "neighbors", "neighbours", "n_clusters", "centers",
        "perplexity", "n", "nn", "nc"),
  d = c("dim", "dimension", "dims", "ndim", "n_dim"), columns = c("dim", "dims"),
  n_components = c("features", "n_eigs", "neigen", "d", "dim", "dims", "ndim", "ncomp", "num_comp"),
  newdata = c("newx", "new_data"), cutoff = "r", symmetry = "mutual",
  graph = c("kernel", "affinity"), metric = "distance", t = "time",
  time = c("iterations", "n_iter", "steps"),
  type = c("laplacian", "normalized", "normalised"),
  scale = c("standardize", "standardise", "normalize", "normalise", "center", "centre"),
  seed = "random_state", n_threads = c("n_jobs", "threads"), progress = "verbose",
  na_action = "na.rm", groups = c("blocks", "cluster", "folds", "group"),
  n_starts = c("nstart", "n_init"), y = "labels",
  colour = c("c", "col", "shape", "hue", "group", "fill"), `type = "l"` = c("lines", "path"),
  names = c("labels", "label", "text")
)

# Names in other packages of numbers that bw_from() converts to a bandwidth.
converted_names <- c("gamma", "sigma", "epsilon", "eps", "eps.val")

# Returns a bullet of an error, named "i": the argument that was probably meant, or else all names.
#   name         of an argument that the function does not have;  arguments: names of those in its
#                usage
#   known_names  names that its `...` takes; more than 50 are graphical parameters
# `likely_name` is the name that was probably meant, or character().
hint_at_name <- function(name, arguments, known_names = character()) {
  weights_hint <- "Rows have weights in bw_gc(), bw_kernel_sum(), bw_select() of these, bw_cv(),
               dim_estimate(), dim_growth(), dim_kernel_sum(), dim_mle(), embed_kpca(), and graphs
               of points."
  is_plot <- length(known_names) > 50L
  # Graphical parameters are many, and most have names of a few letters that anything resembles.
  if (is_plot) {
    unlikely <- setdiff(names(graphics::par()), c("col", "cex", "pch", "lty", "lwd", "las"))
    known_names <- c(setdiff(known_names, unlikely), "type = \"l\"")
  }
  likely_name <- nearest_name(name, arguments, known_names)
  words <- if (is_plot) "Beside graphical parameters, the arguments are" else "The arguments are"
  # The values of a `kernel` elsewhere are functions of the distance, or graphs.
  if (name == "kernel" && identical(likely_name, "graph")) {
    return(c(i = "The kernel cannot be chosen here; `graph` is which pairs of points are joined."))
  }
  is_converted <- name %in% converted_names && any(startsWith(likely_name, "bandwidth"))
  convert <- if (is_converted) " bw_from() converts its value."
  is_of_plot <- "n_components" %in% arguments && name %in% c("colour", "color", "col", "pch")
  if (name == "weights") c(i = weights_hint) else
    if (is_of_plot && !length(likely_name)) c(i = "plot() of the result takes `colour`.") else
    if (length(likely_name)) c(i = paste0("Did you mean `", likely_name, "`?", convert)) else
      hint_at_names(setdiff(c(arguments, if (!is_plot) known_names), "..."), words)
}

# A bullet of an error, named "i", that lists names, after some words; NULL if there are no names.
hint_at_names <- function(names, words) {
  if (length(names)) c(i = paste0(words, " ", in_quotes(names, "`"), "."))
}

# Returns the names of the arguments of a function that runs, without `...`; none if frame is that
# of no such function.
#   frame       environment of the function
#   after_dots  whether only those after `...` are returned, which must be named in a call
arguments_of_frame <- function(frame, after_dots = FALSE) {
  number <- Position(function(other) identical(other, frame), sys.frames())
  if (is.na(number)) return(character())
  names <- names(formals(sys.function(number)))
  setdiff(if (after_dots) names[seq_along(names) > match("...", names, 0L)] else names, "...")
}

# Finds which argument was probably meant by a name: one that other packages call so, or the only
# one that begins so, or else one that is spelt nearly so. Returns its name, or character() if there
# is none.
#   name         of an argument that the function does not have
#   arguments    names of the arguments in its usage, or of the parts of an object
#   known_names  names that its `...` takes
# `distance` and is_near compare spellings: the number of letters to change.
nearest_name <- function(name, arguments, known_names = character()) {
  ours <- names(Filter(function(words) name %in% words, foreign_names))
  # Selectors take `bandwidths`.
  ours <- intersect(c(rbind(ours, paste0(ours, "s"))), c(arguments, known_names))
  if (length(ours)) return(ours[[1L]])
  if (nchar(name) > 2L) {
    begun <- Filter(function(other) startsWith(other, name), c(arguments, known_names))
    if (length(begun) == 1L) return(begun)
  }
  alike_names <- known_names[abs(nchar(known_names) - nchar(name)) < 2L]
  for (candidates in list(arguments, alike_names)) {
    distance <- utils::adist(name, candidates, ignore.case = TRUE)
    is_near <- length(distance) && min(distance) <= min(2L, nchar(name) %/% 2L)
    if (is_near) return(candidates[[which.min(distance)]])
  }
  character()
}

# Returns a bullet of an error, named "i", with the value that was probably meant: one that other
# packages call so, or one that is spelt nearly so; NULL without one.
#   value  what the user gave as `arg`;  choices: the words that are allowed
hint_at_value <- function(value, choices, arg) {
  if (!rlang::is_string(value)) return(NULL)
  if (value == "mutual" && arg == "graph") return(c(i = "Did you mean `symmetry = \"mutual\"`?"))
  meant <- intersect(names(Filter(function(words) value %in% words, foreign_values)), choices)
  edits <- utils::adist(value, choices, ignore.case = TRUE)
  is_near <- min(edits) <= min(2L, nchar(value) %/% 2L)
  if (!length(meant) && is_near) meant <- choices[which.min(edits)]
  if (length(meant)) c(i = paste0("Did you mean ", in_quotes(meant[[1L]]), "?"))
}

# Lists for each of our words for values what other packages call it.
foreign_values <- list(
  radius = c("epsilon", "eps", "ball"), knn = c("nn", "nearest"), dense = c("full", "complete"),
  symmetric = c("normalized", "normalised", "sym"), random_walk = c("rw", "randomwalk"),
  unnormalized = c("combinatorial", "unnormalised"),
  prob = c("posterior", "probability", "probabilities")
)

# Names of the arguments of a function f, which may be a primitive.
formal_names <- function(f) names(formals(args(f)))

# Whether a function accepts each of some names of arguments, a logical vector.
#   given     the names
#   accepted  the names of its arguments, "..." among them if it takes any; NULL accepts none
is_accepted <- function(given, accepted) {
  if ("..." %in% accepted) rep(TRUE, length(given)) else given %in% accepted
}
