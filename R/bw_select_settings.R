# Sorts the arguments of bw_select() by the selectors that take them.

# settings: what was given in `...`; selectors: functions by name. Returns the arguments of each
# selector by its name. Nothing runs before all of them are known to have a place.
selector_settings <- function(settings, selectors) {
  check_names(settings, "in `...`")
  # A list under the name of a selector is for that selector alone.
  listed <- settings[names(settings) %in% names(selectors) & vapply(settings, is.list, NA)]
  shared <- settings[!names(settings) %in% names(listed)]
  for (name in names(listed)) check_names(listed[[name]], paste0("in `", name, "`"))
  known <- lapply(selectors, function(f) setdiff(argument_names(f), c("x", "...")))
  by_name <- stats::setNames(nm = names(selectors))
  learners <- lapply(by_name, function(name) {
    if ("learner" %in% names(formals(selectors[[name]]))) {
      learner <- listed[[name]]$learner %||% shared$learner %||% ssl_eigenmaps
      learner_arguments(check_learner(learner))
    }
  })
  check_shared(names(shared), known, learners)
  by_selector <- lapply(by_name, function(name) {
    given <- names(listed[[name]])
    taken <- given %in% known[[name]] | is_accepted(given, learners[[name]])
    refuse_unknown(given[!taken], known[[name]], learners[name])
    # Excludes arguments of some selector, which are not meant for the learner of another.
    free <- setdiff(names(shared), unlist(known))
    taken <- c(known[[name]], free[is_accepted(free, learners[[name]])])
    c(shared[names(shared) %in% setdiff(taken, names(listed[[name]]))], listed[[name]])
  })
  for (name in names(selectors)) check_needed(name, selectors[[name]], by_selector[[name]])
  by_selector
}

check_names <- function(settings, where) {
  given <- names(settings) %||% character(length(settings))
  refuse_if(!all(nzchar(given)), "The arguments {where} must have names.")
  refuse_first(given[duplicated(given)], "`{first}` is given twice {where}.")
}

# Lists what may be given with any selector, whether or not it has a use for it.
common_arguments <- c("seed", "n_threads", "na_action", "progress")

#   given     names of the arguments that are not for one selector alone
#   known     names of each selector's arguments; learners: of each one's learner, NULL without
check_shared <- function(given, known, learners) {
  heard <- Reduce(`|`, lapply(learners, function(learner) is_accepted(given, learner)))
  known_names <- c(unlist(known), common_arguments)
  unknown <- given[!given %in% known_names & (!heard | given %in% names(selectors))]
  refuse_first(intersect(unknown[1L], names(known)),
               "`{first}` must be a list of arguments of bw_{first}().")
  refuse_unknown(unknown, known_names, learners)
}

#   known     names of what the selectors of `learners` take
refuse_unknown <- function(unknown, known, learners) {
  called <- unlist(lapply(learners, attr, "learner"))
  learner <- if (length(called)) paste(" or of the learner", called[[1L]])
  refuse_first(unknown,
               c("`{first}` is not an argument of
                  {paste0('bw_', names(learners), '()')}{learner}.",
                 hint_at_name(unknown[[1L]], known, unlist(learners))))
}

# Asks for what a selector needs before any of them runs.
check_needed <- function(name, selector, settings) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  refuse_first(setdiff(needed, names(settings)), "`{first}` must be given: bw_{name}() needs it.")
}
