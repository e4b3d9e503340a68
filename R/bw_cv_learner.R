# The function that bw_cv() and bw_test_error() learn with.

check_learner <- function(learner) {
  if (!is.function(learner)) {
    abort_argument("`learner` must be a function such as ssl_eigenmaps, not {describe(learner)}.")
  }
  absent <- setdiff(c("y", "bandwidth"), formal_names(learner))
  if (length(absent) && !"..." %in% formal_names(learner)) {
    abort_argument(
      "`learner` must be a function of `x`, `y` and `bandwidth`; it has no argument
       `{absent[[1]]}`."
    )
  }
  learner
}

# what it is called. "..." among them: any other name may have a place.
learner_arguments <- function(learner) {
  code <- body(learner)
  generic <- if (is.call(code) && identical(code[[1L]], quote(UseMethod))) code[[2L]]
  method <- if (is.character(generic)) {
    utils::getS3method(generic, "default", optional = TRUE, envir = environment(learner))
  }
  accepted <- formal_names(method %||% learner)
  # The `...` of our own methods take nothing.
  own <- !is.null(method) && identical(environment(method), topenv())
  structure(
    if (own) setdiff(accepted, "...") else accepted,
    learner = if (is.null(generic)) "given" else paste0(generic, "()")
  )
}

# The arguments for the learner that were given in `...`.
check_learner_settings <- function(settings, learner) {
  check_names(settings, "in `...`")
  given <- names(settings)
  own <- intersect(given, c("x", "y", "bandwidth"))
  if (length(own)) {
    abort_argument("`{own[[1]]}` is not for `...`: the learner is given it at every step.")
  }
  accepted <- learner_arguments(learner)
  unknown <- given[!is_accepted(given, accepted)]
  if (length(unknown)) {
    abort_argument(
      c("`{unknown[[1]]}` is not an argument of this function or of the learner
         {attr(accepted, 'learner')}.",
        hint_at_name(unknown[[1L]], arguments_of_frame(error_frame()), accepted))
    )
  }
  settings
}

# What goes to the learner beside points, labels and bandwidth: what was given, the seed, and how
# the selector itself computes.
learner_settings <- function(problem, seed) {
  computed <- list(seed = seed, n_threads = problem$runtime$n_threads, progress = FALSE)
  computed <- computed[is_accepted(names(computed), learner_arguments(problem$learner))]
  c(problem$settings, computed[setdiff(names(computed), names(problem$settings))])
}
