#' Call selectors by their names
#'
#' @description
#' Runs several selectors of the bandwidth on the same data, or calls one by its name.
#' `bw_select(x, "gc")` is the same as `bw_gc(x)`.
#'
#' **When to use it.** Use it to compare selectors. It is faster than separate calls, because the
#' selectors share distances, and the results are identical.
#'
#' @details
#' The names are `"gc"` ([bw_gc()]), `"lepski"` ([bw_lepski()]), `"rec"` ([bw_rec()]), `"cv"`
#' ([bw_cv()]), `"test_error"` ([bw_test_error()]), `"msvd"` ([bw_msvd()]), `"kernel_sum"`
#' ([bw_kernel_sum()]), `"knn"` ([bw_knn()]), `"median"` ([bw_median()]), and `"rate"`
#' ([bw_rate()]).
#'
#' **Arguments in `...`.** Each selector gets the arguments that it has. An argument that no
#' selector has is an error (except `seed`, `n_threads`, `na_action`, and `progress`), and so is a
#' missing argument that a selector needs, such as `y` for `"cv"`. Both are found before any
#' selector runs. A list with the name of a selector contains arguments for that selector only, such
#' as `knn = list(k = 10)`. (`rate = "minimax"` is not a list, so it is the argument of [bw_rate()]
#' with that name.) If selectors need `d` and you do not supply it, it is estimated once by
#' [dim_estimate()], with a message.
#'
#' The learner of `"cv"` and `"test_error"` gets the arguments that no other selector has. With
#' `c("gc", "cv")`, for example, `alpha` is an argument of [bw_gc()], and `cv = list(alpha = 1)` is
#' one of the learner.
#'
#' **Time.** The `elapsed` time of a selector does not contain what an earlier one has already
#' computed.
#'
#' @param x Points as rows, as in [bw_gc()], or a `dist` for the selectors that accept one.
#' @param method One or more of the names in Details. The default is `"gc"` alone: `bw_select(x)`
#'   compares nothing. To compare selectors, name several.
#' @param ... Arguments of the selectors, by name, such as `d`, `seed`, `bandwidths`, or
#'   `n_threads`, and lists of arguments for one selector, such as `knn = list(k = 10)`.
#' @return
#' - For one name, a [lapscale_bandwidth].
#' - For several names, a [lapscale_bandwidths], in the order of the names.
#' @section Errors:
#' - `lapscale_error_argument` if a name is unknown or repeated, or an argument belongs to no
#'   selector;
#' - the errors of the selectors.
#' @seealso `vignette("choosing-a-bandwidth")` for a table of all selectors, [lapscale_bandwidths]
#'   for the result.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' bw_select(x, "median")
#' several <- bw_select(
#'   x, c("gc", "rec", "kernel_sum", "knn"), seed = 1, knn = list(k = 10)
#' )
#' several
#' plot(several)
#' bw_select(iris[1:4], c("gc", "knn"), seed = 1)
#' @export
bw_select <- function(x, method = "gc", ...) door({
  names <- check_selector_names(method)
  # The arguments of each selector, a list of lists by its name.
  settings <- selector_settings(list(...), lapply(all_selectors[names], `[[`, "choose"))
  check_seed(list(...)$seed)
  if (inherits(x, "dist")) check_distance_selectors(names)
  if (length(names) == 1L) return(run_selector(names, x, settings[[names]]))
  # The arguments as they were given: those for all selectors, and lists for single ones.
  shared <- list(...)
  for (name in c("scale", "metric", "weights", "local_scale")) check_same_points(settings, shared, name)
  # A number, with one message for all selectors if the machine has fewer.
  n_threads <- resolve_threads(shared$n_threads)
  settings <- lapply(settings, function(own_args) {
    if (identical(own_args$n_threads, shared$n_threads)) own_args$n_threads <- n_threads
    own_args
  })
  args <- utils::modifyList(list(na_action = "error"), shared)
  if (is_shared(x)) refuse_settings_of_set(intersect(settings_of_points, names(shared)), x)
  x <- share_points(x, args, n_threads, c("distances", "sparse"))
  on.exit(free_points(x), add = TRUE)
  # The points have theirs.
  settings <- lapply(settings, function(own_args) {
    own_args[setdiff(names(own_args), settings_of_points)]
  })
  # Distance from each point to the nearest that does not coincide with it, Inf without one.
  nearest <- nearest_distinct(x$checked, x$handle, new_runtime(n_threads, FALSE))
  # A bandwidth of each selector.
  selections <- Map(function(name, own_args) run_selector(name, x, own_args), names,
                    settings[names])
  new_bandwidths(selections, stats::median(nearest[is.finite(nearest)]))
})

# Checks names of selectors, the argument `method` of bw_select(), and returns them.
check_selector_names <- function(names) {
  listed <- in_quotes(names(all_selectors))
  refuse_if(!is.character(names) || !length(names),
            "`method` must be one or more of {listed}, not {describe(names)}.")
  refuse_first(setdiff(names, names(all_selectors)),
               "`method` must be one or more of {listed}, not \"{first}\".")
  refuse_first(names[duplicated(names)], "`method` names \"{first}\" twice.")
  names
}

# Raises an error if a setting of points differs between selectors of a set.
#   settings  list of the arguments of each selector, a list, by its name
#   shared    list of the arguments in the `...` of bw_select(): those for all selectors, and lists
#             for single ones
#   name      of the argument that must be the same; one that was not given counts as FALSE
check_same_points <- function(settings, shared, name) {
  value <- shared[[name]] %||% FALSE
  other <- Filter(function(own_args) !identical(own_args[[name]] %||% FALSE, value), settings)
  refuse_first(names(other),
               "`{name}` must be the same for all selectors of a set. `{first}` has another or
                takes none.")
}

# Raises an error if a selector needs coordinates, for `x` that is a dist.
#   names  of the selectors
check_distance_selectors <- function(names) {
  by_distance <- selectors_that("by_distance")
  refuse_first(setdiff(names, by_distance),
               c("`x` must be {point_classes()} for \"{first}\", not a dist: that selector needs
                  coordinates.",
                 i = "Distances are enough for {in_quotes(by_distance)}."))
}

# Calls the selector of this name. Returns its bandwidth.
#   name      of the selector;  settings: list of arguments for it
#   x         points as the user gave them, or a point set of share_points()
run_selector <- function(name, x, settings) {
  do.call(all_selectors[[name]]$choose, c(list(quote(x)), settings))
}
