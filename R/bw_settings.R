# Which of the arguments of select_bandwidth() go to which rule.

# settings: what was given in `...`; selectors: the rules' functions by name. Returns the arguments
# of each rule by its name. Nothing runs before all of them are known to have a place.
rule_settings <- function(settings, selectors, call = caller_env()) {
  check_names(settings, "in `...`", call)
  # A list under the name of a rule is for that rule alone.
  own <- settings[names(settings) %in% names(selectors) & is_setting_list(settings)]
  shared <- settings[!names(settings) %in% names(own)]
  for (method in names(own)) check_names(own[[method]], paste0("in `", method, "`"), call)
  known <- lapply(selectors, own_arguments)
  learners <- lapply(stats::setNames(nm = names(selectors)), function(method) {
    if ("..." %in% names(formals(selectors[[method]]))) {
      learner <- own[[method]]$learner %||% shared$learner %||% ssl_eigenmaps
      learner_arguments(check_learner(learner, call))
    }
  })
  check_shared(names(shared), known, learners, call)
  found <- lapply(stats::setNames(nm = names(selectors)), function(method) {
    check_own(names(own[[method]]), method, known[[method]], learners[[method]], call)
    # A name that is an argument of some rule is not meant for the learner of another.
    free <- setdiff(names(shared), unlist(known))
    taken <- c(known[[method]], free[is_accepted(free, learners[[method]])])
    c(shared[names(shared) %in% setdiff(taken, names(own[[method]]))], own[[method]])
  })
  for (method in names(selectors)) check_needed(method, selectors[[method]], found[[method]], call)
  found
}

own_arguments <- function(selector) setdiff(names(formals(selector)), c("x", "..."))

is_setting_list <- function(settings) vapply(settings, is.list, NA)

check_names <- function(settings, where, call) {
  given <- names(settings) %||% character(length(settings))
  if (!all(nzchar(given))) {
    abort_argument("The arguments {where} must have names.", call = call)
  }
  if (anyDuplicated(given)) {
    abort_argument("`{given[duplicated(given)][[1]]}` is given twice {where}.", call = call)
  }
}

# What may be given with any rule, whether or not it has a use for it.
common_arguments <- c("seed", "n_threads", "na_action", "progress")

check_shared <- function(given, known, learners, call) {
  heard <- Reduce(`|`, lapply(learners, function(learner) is_accepted(given, learner)))
  known_names <- c(unlist(known), common_arguments)
  unknown <- given[!given %in% known_names & (!heard | given %in% selector_names)]
  if (!length(unknown)) {
    return(invisible())
  }
  name <- unknown[[1L]]
  if (name %in% names(known)) {
    abort_argument("`{name}` must be a list of arguments of bw_{name}().", call = call)
  }
  abort_unknown(name, names(known), learners, call)
}

check_own <- function(given, method, known, learner, call) {
  unknown <- given[!given %in% known & !is_accepted(given, learner)]
  if (length(unknown)) {
    abort_unknown(unknown[[1L]], method, stats::setNames(list(learner), method), call)
  }
}

abort_unknown <- function(name, methods, learners, call) {
  names <- unlist(lapply(learners[methods], attr, "learner"))
  learner <- if (length(names)) paste(" or of the learner", names[[1L]])
  abort_argument(
    "`{name}` is not an argument of {paste0('bw_', methods, '()')}{learner}.", call = call
  )
}

# What a rule cannot do without is asked for before any of them runs.
check_needed <- function(method, selector, settings, call) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  absent <- setdiff(needed, names(settings))
  if (length(absent)) {
    abort_argument("`{absent[[1]]}` must be given: bw_{method}() needs it.", call = call)
  }
}
