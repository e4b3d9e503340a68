# Sorts the arguments of bw_select() by the selectors that take them.

# Returns the arguments of each selector, a list of lists by its name. Nothing runs before all of
# them are known to have a place.
#   settings   list of what was given in `...`;  functions: list of the selectors, by name
selector_settings <- function(settings, functions) {
  check_names(settings, "in `...`")
  # A list under the name of a selector is for that selector alone.
  own_settings <- settings[names(settings) %in% names(functions) & vapply(settings, is.list, NA)]
  shared <- settings[!names(settings) %in% names(own_settings)]
  for (name in names(own_settings)) check_names(own_settings[[name]], paste0("in `", name, "`"))
  accepted_names <- lapply(functions, function(f) setdiff(argument_names(f), c("x", "...")))
  by_name <- stats::setNames(nm = names(functions))
  learners <- lapply(by_name, function(name) {
    if ("learner" %in% names(formals(functions[[name]]))) {
      learner <- own_settings[[name]]$learner %||% shared$learner %||% ssl_eigenmaps
      learner_arguments(check_learner(learner))
    }
  })
  check_shared(names(shared), accepted_names, learners)
  by_selector <- lapply(by_name, function(name) {
    names_given <- names(own_settings[[name]])
    is_taken <- names_given %in% accepted_names[[name]] | is_accepted(names_given, learners[[name]])
    refuse_unknown(names_given[!is_taken], accepted_names[[name]], learners[name])
    # Excludes arguments of some selector, which are not meant for the learner of another.
    free_names <- setdiff(names(shared), unlist(accepted_names))
    usable <- c(accepted_names[[name]], free_names[is_accepted(free_names, learners[[name]])])
    c(shared[names(shared) %in% setdiff(usable, names_given)], own_settings[[name]])
  })
  for (name in names(functions)) check_needed(name, functions[[name]], by_selector[[name]])
  by_selector
}

# Refuses arguments without a name, or with the same name.
#   settings  list of arguments;  where: text for the message on where they stand
check_names <- function(settings, where) {
  given <- names(settings) %||% character(length(settings))
  refuse_if(!all(nzchar(given)), "The arguments {where} must have names.")
  refuse_first(given[duplicated(given)], "`{first}` is given twice {where}.")
}

# Lists what may be given with any selector, whether or not it has a use for it.
common_arguments <- c("seed", "n_threads", "na_action", "progress")

# Refuses arguments for all selectors that none of them takes.
#   names_given     names of the arguments that are not for one selector alone
#   selector_names  list by selector: names of its arguments
#   learners        list by selector: of learner_arguments() of its learner, NULL without one
check_shared <- function(names_given, selector_names, learners) {
  is_for_learner <- Reduce(`|`, lapply(learners, is_accepted, given = names_given))
  known_names <- c(unlist(selector_names), common_arguments)
  # The name of a selector is never an argument of a learner.
  is_open <- !is_for_learner | names_given %in% names(selectors)
  unknown_names <- names_given[!names_given %in% known_names & is_open]
  refuse_first(intersect(unknown_names[1L], names(selector_names)),
               "`{first}` must be a list of arguments of bw_{first}().")
  refuse_unknown(unknown_names, known_names, learners)
}

# Refuses arguments that no selector takes, and no learner.
#   unknown_names  names of arguments that are refused
#   known_names    names of arguments that the selectors take
#   learners       list by selector: of learner_arguments() of its learner, NULL without one
refuse_unknown <- function(unknown_names, known_names, learners) {
  called <- unlist(lapply(learners, attr, "learner"))
  learner <- if (length(called)) paste(" or of the learner", called[[1L]])
  refuse_first(unknown_names,
               c("`{first}` is not an argument of
                  {paste0('bw_', names(learners), '()')}{learner}.",
                 hint_at_name(unknown_names[[1L]], known_names, unlist(learners))))
}

# Asks for what a selector needs before any of them runs.
#   name      of the selector;  selector: its function
#   settings  list of arguments given for it
check_needed <- function(name, selector, settings) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  refuse_first(setdiff(needed, names(settings)), "`{first}` must be given: bw_{name}() needs it.")
}
