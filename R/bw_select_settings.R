# Sorts the arguments of bw_select() by the selectors that take them.

# Returns the arguments of each selector, a list of lists by its name. An argument that no selector
# and no learner takes is an error.
#   settings   list of the arguments in the `...` of bw_select()
#   functions  list of the selectors, functions, by name
selector_settings <- function(settings, functions) {
  check_arg_names(settings, "in `...`")
  # A list under the name of a selector is for that selector alone.
  specific <- settings[names(settings) %in% names(functions) & vapply(settings, is.list, NA)]
  shared <- settings[!names(settings) %in% names(specific)]
  for (name in names(specific)) check_arg_names(specific[[name]], paste0("in `", name, "`"))
  accepted_names <- lapply(functions, function(f) setdiff(argument_names(f), c("x", "...")))
  by_name <- stats::setNames(nm = names(functions))
  # For each selector the names of the arguments of its learner; NULL: it has none.
  learners <- lapply(by_name, function(name) {
    if ("learner" %in% names(formals(functions[[name]]))) {
      learner <- specific[[name]]$learner %||% shared$learner %||% ssl_eigenmaps
      learner_arguments(check_learner(learner))
    }
  })
  check_shared_arguments(names(shared), accepted_names, learners)
  by_selector <- lapply(by_name, function(name) {
    names_given <- names(specific[[name]])
    is_taken <- names_given %in% accepted_names[[name]] | is_accepted(names_given, learners[[name]])
    refuse_unknown_arguments(names_given[!is_taken], accepted_names[[name]], learners[name])
    # Excludes arguments of some selector, which are not meant for the learner of another.
    free_names <- setdiff(names(shared), unlist(accepted_names))
    usable <- c(accepted_names[[name]], free_names[is_accepted(free_names, learners[[name]])])
    c(shared[names(shared) %in% setdiff(usable, names_given)], specific[[name]])
  })
  for (name in names(functions)) check_required(name, functions[[name]], by_selector[[name]])
  by_selector
}

# Raises an error if arguments have no name, or the same name.
#   settings  list of arguments;  where: where they stand, in words, such as "in `...`"
check_arg_names <- function(settings, where) {
  given <- names(settings) %||% character(length(settings))
  refuse_if(!all(nzchar(given)), "The arguments {where} must have names.")
  refuse_first(given[duplicated(given)], "`{first}` is given twice {where}.")
}

# Names of arguments that may be given with any selector, even one that does not use them.
common_arguments <- c("seed", "n_threads", "na_action", "progress")

# Raises an error for an argument for all selectors that neither a selector nor a learner takes.
#   names_given     names of the arguments that are not for one selector alone
#   selector_names  list by selector: names of its arguments
#   learners        list by selector: of learner_arguments() of its learner, NULL without one
check_shared_arguments <- function(names_given, selector_names, learners) {
  is_for_learner <- Reduce(`|`, lapply(learners, is_accepted, given = names_given))
  known_names <- c(unlist(selector_names), common_arguments)
  # The name of a selector is never an argument of a learner.
  is_open <- !is_for_learner | names_given %in% names(all_selectors)
  unknown_names <- names_given[!names_given %in% known_names & is_open]
  refuse_first(intersect(unknown_names[1L], names(selector_names)),
               "`{first}` must be a list of arguments of bw_{first}().")
  refuse_unknown_arguments(unknown_names, known_names, learners)
}

# Raises an error if there are arguments that no selector and no learner takes.
#   unknown_names  names of such arguments
#   known_names    names of arguments that the selectors take
#   learners       list by selector: of learner_arguments() of its learner, NULL without one
refuse_unknown_arguments <- function(unknown_names, known_names, learners) {
  called <- unlist(lapply(learners, attr, "learner"))
  learner <- if (length(called)) paste(" or of the learner", called[[1L]])
  refuse_first(unknown_names,
               c("`{first}` is not an argument of
                  {paste0('bw_', names(learners), '()')}{learner}.",
                 hint_at_name(unknown_names[[1L]], known_names, unlist(learners))))
}

# Raises an error if an argument without a default was not given to a selector.
#   name      of the selector;  selector: its function
#   settings  list of arguments given for it
check_required <- function(name, selector, settings) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  refuse_first(setdiff(needed, names(settings)), "`{first}` must be given: bw_{name}() needs it.")
}
