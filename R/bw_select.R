#' Bandwidth by the name of a selector
#'
#' Compares ways to choose a bandwidth, or calls one by its name. `select_bandwidth(x, "gc")` is
#' [bw_gc()]`(x)`, and so on; several names run several selectors on the same data and keep the
#' results together.
#'
#' @details
#' Names: `"gc"` ([bw_gc()]), `"lepski"` ([bw_lepski()]), `"rec"` ([bw_rec()]), `"cv"` ([bw_cv()]),
#' `"test_error"` ([bw_test_error()]), `"msvd"` ([bw_msvd()]), `"kernel_sum"` ([bw_kernel_sum()]),
#' `"knn"` ([bw_knn()]), `"median"` ([bw_median()]), `"rate"` ([bw_rate()]).
#'
#' Each selector is given those of `...` that it has an argument for; an argument that none of them
#' has is refused (but for `seed`, `n_threads`, `na_action`, `progress`, which any selector may be
#' given), and so is a selector without what it needs (`y` for `"cv"`), before any of them runs. A
#' list under the name of a selector holds arguments for that one alone. (`rate = "minimax"`, not a
#' list, is the argument of [bw_rate()] of that name.) Without a `d` that selectors need, it is
#' estimated by [dim_estimate()], once for all and with a message.
#'
#' The learner of `"cv"` and `"test_error"` is given those of `...` that no chosen selector has
#' an argument for: with `c("gc", "cv")` an `alpha` is that of [bw_gc()], and
#' `cv = list(alpha = 1)` that of the learner.
#'
#' Several selectors share what they have in common (the search structure on the points, the
#' distances to the nearest neighbours and with them the default grid, the slopes of the kernel
#' sum); their results are those of the single calls, to the last bit. The seconds of a selector in
#' a set leave out what was known when its turn came.
#'
#' @param x Points as rows, as in [bw_gc()]; a `dist` for the selectors that take one.
#' @param method One or more of the names above.
#' @param ... Arguments of the selectors, by name: `d`, `seed`, `bandwidths`, `n_threads`, ...;
#'   lists of arguments under the names of selectors, such as `knn = list(k = 10)`.
#' @return For one name a [lapscale_bandwidth]; for several a [lapscale_bandwidths], in the order of
#'   the names.
#' @section Errors:
#' `lapscale_error_argument` for an unknown or repeated name and for arguments that no selector
#' takes; else as the selectors.
#' @examples
#' x <- sample_hourglass(300, noise = 0.02, noise_dims = 2, seed = 1)
#' select_bandwidth(x, "median")
#' several <- select_bandwidth(
#'   x, c("gc", "rec", "kernel_sum", "knn"), seed = 1, knn = list(k = 10)
#' )
#' several
#' plot(several)
#' @export
select_bandwidth <- function(x, method = "gc", ...) door({
  names <- check_selector_names(method)
  selectors <- lapply(stats::setNames(nm = names), selector_of)
  settings <- selector_settings(list(...), selectors)
  check_seed(list(...)$seed)
  if (inherits(x, "dist")) check_distance_selectors(names)
  if (length(names) == 1L) {
    return(run_selector(names, x, settings[[names]]))
  }
  shared <- list(...)
  check_one_scale(settings, shared$scale %||% FALSE)
  # Said once where the machine has fewer.
  n_threads <- resolve_threads(shared$n_threads)
  settings <- lapply(settings, function(own) {
    if (identical(own$n_threads, shared$n_threads)) own$n_threads <- n_threads
    own
  })
  if (inherits(x, "dist")) {
    nearest <- nearest_distinct_distances(as_distance_matrix(x))
  } else {
    x <- share_points(x, shared$na_action %||% "error", n_threads, shared$scale %||% FALSE)
    on.exit(free_points(x), add = TRUE)
    nearest <- nearest_distinct(x$checked, x$handle, new_runtime(n_threads, FALSE))
  }
  found <- lapply(stats::setNames(nm = names), function(name) {
    run_selector(name, x, settings[[name]])
  })
  new_bandwidths(found, stats::median(nearest[is.finite(nearest)]))
})

selector_names <- c(
  "gc", "lepski", "rec", "cv", "test_error", "msvd", "kernel_sum", "knn", "median", "rate"
)

# Those that need labels, and those that choose by the points alone.
labelled_selectors <- c("cv", "test_error")
named_selectors <- setdiff(selector_names, labelled_selectors)

# For package Matrix, see core_number.R.
for (selector in selector_names) {
  methods::setOldClass(c(paste0("bw_", selector), "lapscale_bandwidth", "lapscale_number"))
}
rm(selector)

# What select_bandwidth() calls `method`.
check_selector_names <- function(names) {
  listed <- paste0("\"", selector_names, "\"", collapse = ", ")
  if (!is.character(names) || !length(names)) {
    abort_argument("`method` must be one or more of {listed}, not {describe(names)}.")
  }
  unknown <- setdiff(names, selector_names)
  if (length(unknown)) {
    abort_argument("`method` must be one or more of {listed}, not \"{unknown[[1]]}\".")
  }
  if (anyDuplicated(names)) {
    abort_argument("`method` names \"{names[duplicated(names)][[1]]}\" twice.")
  }
  names
}

# A set is of the same points.
check_one_scale <- function(settings, scale) {
  other <- !vapply(settings, function(own) identical(own$scale %||% FALSE, scale), NA)
  if (any(other)) {
    abort_argument(
      "`scale` must be the same for all selectors of a set; in `{names(settings)[other][[1]]}` it
       is another."
    )
  }
}

# The selectors for which distances are enough.
distance_selectors <- c("kernel_sum", "knn", "median")

check_distance_selectors <- function(names) {
  others <- setdiff(names, distance_selectors)
  if (length(others)) {
    listed <- paste0("\"", distance_selectors, "\"", collapse = ", ")
    abort_argument(
      c("`x` must be {point_classes()} for \"{others[[1L]]}\", not a dist: that selector
         needs coordinates.",
        i = "Distances are enough for {listed}.")
    )
  }
}

selector_of <- function(name) get(paste0("bw_", name), mode = "function")

# Called by name, so that errors name it.
run_selector <- function(name, x, settings) {
  do.call(paste0("bw_", name), c(list(quote(x)), settings))
}
