# The learner whose error bw_cv() measures.

# Returns the learner; an error unless it is a function of x, y, and bandwidth, and for methods of
# this package one that depends on a bandwidth.
#   learner  what the user gave
# `name` is that of a method of this package, such as "eigenmaps".
check_learner <- function(learner) {
  refuse_if(!is.function(learner),
            "`learner` must be a function such as ssl_eigenmaps, not {describe(learner)}.")
  names <- formal_names(learner)
  refuse_first(if (!"..." %in% names) setdiff(c("y", "bandwidth"), names),
               "`learner` must be a function of `x`, `y` and `bandwidth`; it has no argument
                `{first}`.")
  # Of a method of this package; NULL: the learner is the user's.
  name <- own_learner(learner)
  refuse_if(!is.null(name) && !ssl_methods[[name]]$needs_kernel,
            c("`learner` must depend on a bandwidth, which ssl_{name}() does not.",
              i = "Use it without a bandwidth, or another learner, such as ssl_iterated()."))
  learner
}

# Whether a learner, a function, has an argument `groups`.
takes_groups <- function(learner) is_accepted("groups", learner_arguments(learner))

# Returns the names of the arguments of a learner, among them "..." if it takes any others, with the
# attribute "learner", its name for messages: "name()" of a generic function, of this package or of
# another, otherwise "given".
#   learner  a function
learner_arguments <- function(learner) {
  names <- argument_names(default_of(learner) %||% learner)
  if (!is.null(own_learner(learner))) names <- setdiff(names, "...")
  generic_name <- generic_of(learner)
  structure(names, learner = if (is.null(generic_name)) "given" else paste0(generic_name, "()"))
}

# Returns the arguments for the learner that were given in `...`; an error if it does not take them.
#   settings  list of these arguments, by name;  learner: a function
check_learner_settings <- function(settings, learner) {
  check_arg_names(settings, "in `...`")
  names_given <- names(settings)
  refuse_first(intersect(names_given, c("x", "y", "bandwidth")),
               "`{first}` is not for `...`: the learner is given it at every step.")
  accepted <- learner_arguments(learner)
  unknown_names <- names_given[!is_accepted(names_given, accepted)]
  refuse_first(unknown_names,
               c("`{first}` is not an argument of this function or of the learner
                  {attr(accepted, 'learner')}.",
                 hint_at_name(unknown_names[[1L]], arguments_of_frame(error_frame()), accepted)))
  settings
}

# Returns a list of the arguments of the learner beside points, labels and bandwidth: those that
# were given, and as far as it takes them the seed, the number of threads, and progress.
#   problem  of search_problem(): runtime, learner, settings;  seed: a number
learner_settings <- function(problem, seed) {
  run_settings <- list(seed = seed, n_threads = problem$runtime$n_threads, progress = FALSE)
  run_settings <- run_settings[is_accepted(names(run_settings), learner_arguments(problem$learner))]
  c(problem$settings, run_settings[setdiff(names(run_settings), names(problem$settings))])
}
