# Which of the arguments of select_bandwidth() go to which selector.

# settings: what was given in `...`; selectors: functions by name. Returns the arguments of each
# selector by its name. Nothing runs before all of them are known to have a place.
selector_settings <- function(settings, selectors) {
  check_names(settings, "in `...`")
  # A list under the name of a selector is for that selector alone.
  own <- settings[names(settings) %in% names(selectors) & vapply(settings, is.list, NA)]
  shared <- settings[!names(settings) %in% names(own)]
  for (name in names(own)) check_names(own[[name]], paste0("in `", name, "`"))
  known <- lapply(selectors, own_arguments)
  by_name <- stats::setNames(nm = names(selectors))
  learners <- lapply(by_name, function(name) {
    if ("learner" %in% names(formals(selectors[[name]]))) {
      learner <- own[[name]]$learner %||% shared$learner %||% ssl_eigenmaps
      learner_arguments(check_learner(learner))
    }
  })
  check_shared(names(shared), known, learners)
  found <- lapply(by_name, function(name) {
    check_own(names(own[[name]]), name, known[[name]], learners[[name]])
    # What is an argument of some selector is not meant for the learner of another.
    free <- setdiff(names(shared), unlist(known))
    taken <- c(known[[name]], free[is_accepted(free, learners[[name]])])
    c(shared[names(shared) %in% setdiff(taken, names(own[[name]]))], own[[name]])
  })
  for (name in names(selectors)) check_needed(name, selectors[[name]], found[[name]])
  found
}

own_arguments <- function(selector) setdiff(names(formals(selector)), c("x", "..."))

check_names <- function(settings, where) {
  given <- names(settings) %||% character(length(settings))
  if (!all(nzchar(given))) {
    abort_argument("The arguments {where} must have names.")
  }
  if (anyDuplicated(given)) {
    abort_argument("`{given[duplicated(given)][[1]]}` is given twice {where}.")
  }
}

# What may be given with any selector, whether or not it has a use for it.
common_arguments <- c("seed", "n_threads", "na_action", "progress")

#   given     names of the arguments that are not for one selector alone
#   known     names of each selector's arguments; learners: of each one's learner, NULL without
check_shared <- function(given, known, learners) {
  heard <- Reduce(`|`, lapply(learners, function(learner) is_accepted(given, learner)))
  known_names <- c(unlist(known), common_arguments)
  unknown <- given[!given %in% known_names & (!heard | given %in% selector_names)]
  if (!length(unknown)) {
    return(invisible())
  }
  argument <- unknown[[1L]]
  if (argument %in% names(known)) {
    abort_argument("`{argument}` must be a list of arguments of bw_{argument}().")
  }
  abort_unknown(argument, names(known), known_names, learners)
}

check_own <- function(given, name, known, learner) {
  unknown <- given[!given %in% known & !is_accepted(given, learner)]
  if (length(unknown)) {
    abort_unknown(unknown[[1L]], name, known, stats::setNames(list(learner), name))
  }
}

#   names  of the selectors that were asked;  known: names of what they take
abort_unknown <- function(argument, names, known, learners) {
  called <- unlist(lapply(learners[names], attr, "learner"))
  learner <- if (length(called)) paste(" or of the learner", called[[1L]])
  abort_argument(
    c("`{argument}` is not an argument of {paste0('bw_', names, '()')}{learner}.",
      hint_at_name(argument, known, unlist(learners[names])))
  )
}

# What a selector cannot do without is asked for before any of them runs.
check_needed <- function(name, selector, settings) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  absent <- setdiff(needed, names(settings))
  if (length(absent)) {
    abort_argument("`{absent[[1]]}` must be given: bw_{name}() needs it.")
  }
}
