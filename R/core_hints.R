# Arguments that a function does not have, and what was probably meant.

refuse_dot <- function(name, frame = error_frame(), known = character()) {
  subject <- if (nzchar(name)) paste0("`", name, "`") else "An argument without a name"
  hint <- if (nzchar(name)) hint_at_name(name, arguments_of_frame(frame), known) else
    hint_at_names(arguments_of_frame(frame, after_dots = TRUE), "Name these arguments:")
  abort_argument(c("{subject} is not an argument of this function.", hint))
}

# Raises an error for the arguments in a list that are not called as one of `known`.
check_dots <- function(dots, known) {
  names <- names(dots) %||% character(length(dots))
  unknown <- names[!names %in% known]
  if (length(unknown)) refuse_dot(unknown[[1]], known = known)
}

# Lists what scikit-learn, kernlab, uwot, destiny, ggplot2, and formulas call our arguments. The
# first four stand for other numbers than the bandwidth.
foreign_names <- c(
  gamma = "bandwidth", sigma = "bandwidth", epsilon = "bandwidth", eps = "bandwidth",
  bw = "bandwidth", h = "bandwidth", n_neighbors = "k", neighbors = "k", n_clusters = "k",
  centers = "k", perplexity = "k", features = "n_components", n_eigs = "n_components",
  d = "n_components", dims = "n_components", ndim = "n_components", ncomp = "n_components",
  kernel = "graph", affinity = "graph", random_state = "seed", n_jobs = "n_threads",
  c = "colour", col = "colour", shape = "colour", hue = "colour", group = "colour",
  labels = "y", standardize = "scale"
)

# Returns a bullet with the name that was probably meant, see nearest_name(), or else all names.
hint_at_name <- function(name, arguments, known = character()) {
  weights_hint <- "Rows have weights in bw_gc(), bw_kernel_sum(), bw_select() of these, bw_cv(),
               dim_estimate(), dim_growth(), dim_kernel_sum(), dim_mle(), embed_kpca(), and graphs
               of points."
  likely_name <- nearest_name(name, arguments, known)
  has_many <- length(known) > 50L
  words <- if (has_many) "Beside graphical parameters, the arguments are" else "The arguments are"
  convert <- if (name %in% names(foreign_names)[1:4]) " bw_from() converts its value."
  if (name == "weights") c(i = weights_hint) else
    if (length(likely_name)) c(i = paste0("Did you mean `", likely_name, "`?", convert)) else
      hint_at_names(setdiff(c(arguments, if (!has_many) known), "..."), words)
}

hint_at_names <- function(names, words) {
  if (length(names)) c(i = paste0(words, " ", in_quotes(names, "`"), "."))
}

# Returns the arguments of the function whose frame this is: all, or those that must be named.
arguments_of_frame <- function(frame, after_dots = FALSE) {
  number <- Position(function(other) identical(other, frame), sys.frames())
  if (is.na(number)) return(character())
  names <- names(formals(sys.function(number)))
  setdiff(if (after_dots) names[seq_along(names) > match("...", names, 0L)] else names, "...")
}

# Finds the name that other packages' name stands for, or else one that is nearly this one, of the
# function's own before others; empty without one.
nearest_name <- function(name, arguments, known = character()) {
  # Selectors take `bandwidths`.
  foreign <- intersect(paste0(foreign_names[name], c("", "s")), c(arguments, known))
  # Graphical parameters are many, and of some the names are a few letters.
  alike_names <- known[abs(nchar(known) - nchar(name)) < 2L]
  for (names in if (!length(foreign)) list(arguments, alike_names)) {
    distance <- utils::adist(name, names, ignore.case = TRUE)
    is_near <- length(distance) && min(distance) <= min(2L, nchar(name) %/% 2L)
    if (is_near) return(names[[which.min(distance)]])
  }
  foreign
}

formal_names <- function(f) names(formals(args(f)))

# Tells which of the given names a function accepts.
#   accepted  the names of its arguments, "..." among them if it takes any; NULL accepts none
is_accepted <- function(given, accepted) {
  if ("..." %in% accepted) rep(TRUE, length(given)) else given %in% accepted
}
