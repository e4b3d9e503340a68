#' Bandwidth by the name of a rule
#'
#' `select_bandwidth(x, "gc")` is [bw_gc()]`(x)`, and so on; several names run several rules on the
#' same data and keep the results together.
#'
#' @details
#' Names: `"gc"` ([bw_gc()]), `"lepski"` ([bw_lepski()]), `"rec"` ([bw_rec()]), `"cv"` ([bw_cv()]),
#' `"test_error"` ([bw_test_error()]), `"msvd"` ([bw_msvd()]), `"kernel_sum"` ([bw_kernel_sum()]),
#' `"knn"` ([bw_knn()]), `"median"` ([bw_median()]), `"rate"` ([bw_rate()]).
#'
#' Each rule is given those of `...` that it has an argument for; an argument that none of them has
#' is refused, and so is a rule without what it needs (`y` for `"cv"`), before any of them runs. A
#' list under the name of a rule holds arguments for that rule alone. Without a `d` that rules need,
#' it is estimated by [dim_kernel_sum()], once for all and with a message.
#'
#' Several rules share what they have in common (the search structure on the points, the distances
#' to the nearest neighbours and with them the default grid, the slopes of the kernel sum); their
#' results are those of the single calls, to the last bit.
#'
#' @param x Points as rows, as in [bw_gc()]; a `dist` for the rules that take one.
#' @param method One or more of the names above.
#' @param ... Arguments of the rules, by name: `d`, `seed`, `bandwidths`, `n_threads`, ...; lists of
#'   arguments under the names of rules, such as `knn = list(k = 10)`.
#' @return For one name a [lapscale_bandwidth]; for several a [lapscale_bandwidths], in the order of
#'   the names.
#' @section Errors:
#' `lapscale_error_argument` for an unknown or repeated name and for arguments that no rule takes;
#' else as the rules.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' select_bandwidth(x, "median")
#' several <- select_bandwidth(
#'   x, c("gc", "rec", "kernel_sum", "knn"), seed = 1, knn = list(k = 10)
#' )
#' several
#' plot(several)
#' @export
select_bandwidth <- function(x, method = "gc", ...) {
  method <- check_methods(method)
  selectors <- lapply(method, selector_of)
  names(selectors) <- method
  settings <- list(...)
  check_settings(settings, selectors)
  for (name in method) check_needed(name, selectors[[name]], settings)
  if (length(method) == 1L) {
    return(run_selector(method, selectors[[1L]], x, settings))
  }
  if (inherits(x, "dist")) {
    nearest <- distances_apart(check_distances(x))
  } else {
    x <- share_points(x, settings$na_action %||% "error", settings$n_threads)
    on.exit(free_points(x))
    nearest <- nearest_apart(x$checked, x$handle, new_runtime(settings$n_threads, FALSE))
  }
  found <- lapply(stats::setNames(nm = method), function(name) {
    run_selector(name, selectors[[name]], x, settings)
  })
  new_bandwidths(found, stats::median(nearest[is.finite(nearest)]))
}

selector_names <- c(
  "gc", "lepski", "rec", "cv", "test_error", "msvd", "kernel_sum", "knn", "median", "rate"
)

check_methods <- function(method, call = caller_env()) {
  listed <- paste0("\"", selector_names, "\"", collapse = ", ")
  if (!is.character(method) || !length(method)) {
    abort_argument("`method` must be one or more of {listed}, not {describe(method)}.", call = call)
  }
  unknown <- setdiff(method, selector_names)
  if (length(unknown)) {
    abort_argument("`method` must be one or more of {listed}, not \"{unknown[[1]]}\".", call = call)
  }
  if (anyDuplicated(method)) {
    abort_argument("`method` names \"{method[duplicated(method)][[1]]}\" twice.", call = call)
  }
  method
}

selector_of <- function(method) get(paste0("bw_", method), mode = "function")

# All are given by name, and each is known to one of the selectors at least.
check_settings <- function(settings, selectors, call = caller_env()) {
  if (!length(settings)) {
    return(invisible())
  }
  given <- names(settings) %||% character(length(settings))
  if (!all(nzchar(given))) {
    abort_argument("The arguments in `...` must have names.", call = call)
  }
  known <- unlist(lapply(selectors, function(selector) setdiff(names(formals(selector)), "x")))
  forwards <- any(vapply(selectors, function(s) "..." %in% names(formals(s)), NA))
  for (method in intersect(given, names(selectors))) {
    if (!is.list(settings[[method]])) {
      abort_argument(
        "`{method}` must be a list of arguments of bw_{method}(), not
         {describe(settings[[method]])}.",
        call = call
      )
    }
    check_settings(settings[[method]], selectors[method], call)
  }
  unknown <- setdiff(given, c(known, names(selectors)))
  if (length(unknown) && !forwards) {
    abort_argument(
      "`{unknown[[1]]}` is not an argument of {paste0('bw_', names(selectors), '()')}.",
      call = call
    )
  }
}

# What a rule cannot do without is asked for before any of them runs.
check_needed <- function(method, selector, settings, call = caller_env()) {
  needed <- vapply(formals(selector), rlang::is_missing, NA)
  needed <- setdiff(names(formals(selector))[needed], c("x", "..."))
  absent <- setdiff(needed, names(settings_for(method, selector, settings)))
  if (length(absent)) {
    abort_argument("`{absent[[1]]}` must be given: bw_{method}() needs it.", call = call)
  }
}

# Called by name, so that errors name it.
run_selector <- function(method, selector, x, settings) {
  do.call(paste0("bw_", method), c(list(quote(x)), settings_for(method, selector, settings)))
}

# Those of `...` that a rule takes, and those under its own name.
settings_for <- function(method, selector, settings) {
  own <- if (is.list(settings[[method]])) settings[[method]]
  settings <- settings[!names(settings) %in% c(selector_names, names(own))]
  accepted <- names(formals(selector))
  if (!"..." %in% accepted) settings <- settings[names(settings) %in% accepted]
  c(settings, own)
}
