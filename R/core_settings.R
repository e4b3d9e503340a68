# Settings that exported functions take through `...`: how points are taken, how the computation
# runs, and what is seldom needed. A function states them as `.takes` of door(), with its defaults:
# names of groups, and single settings by name.

# The settings of each group with their defaults.
setting_groups <- list(
  points = list(metric = "euclidean", na_action = "error", reduced = NULL),
  weights = list(weights = NULL),
  run = list(n_threads = NULL, progress = NULL),
  control = list(control = NULL),
  graph = list(
    k = NULL, symmetry = "union", cutoff = NULL, self_loops = FALSE, local_scale = NULL,
    neighbors = "exact", weights = NULL
  )
)

# Settings that belong to points, and cannot be set once more for a point_set().
settings_of_points <- c("scale", "metric", "weights", "na_action", "reduced")

#' Settings that many functions take
#'
#' @description
#' Functions of points and graphs take some settings by name through `...`. An unknown name is an
#' error that shows the nearest known one.
#'
#' - **How points are taken**: `metric`, `weights`, `na_action`, and `reduced`, which [point_set()]
#'   explains. Say them once in a point set, or in each call. Not all functions can use `weights`.
#' - **Which graph**: `graph` is a type of graph, such as [graph_knn()], see [graph_types]. Its
#'   settings can be arguments of the function that builds the graph too.
#' - **How the computation runs**: `n_threads` and `progress`, see below.
#' - **What is seldom needed** of a bandwidth selector: see [bw_control()].
#'
#' @section How the computation runs:
#' - `n_threads`: the number of threads. If `NULL` (the default), it is the option
#'   `lapscale.threads`, or at most 2 if that is not set. Results are identical for any number of
#'   threads.
#' - `progress`: if `TRUE`, a progress bar is shown. If `NULL` (the default), it is the option
#'   `lapscale.progress`, or if that is not set, it is shown in interactive sessions.
#' @examples
#' x <- sample_circle(200, noise = 0.05, seed = 1)
#' p <- point_set(x, scale = TRUE)
#' bw_gc(p, graph = graph_knn(10), seed = 1, n_threads = 1)
#' bw_gc(faithful, scale = TRUE, control = bw_control(replicates = 0), seed = 1)
#' embed_layout(mtcars, scale = TRUE, n_threads = 1)
#' @name lapscale_settings
NULL

#' Settings that a function takes through `...`
#'
#' @param f An exported function, or the method that does its work.
#' @return A named list of the settings with their defaults, empty if there are none.
#' @noRd
dot_settings <- function(f) {
  takes <- if (!is.primitive(f)) stated_settings(body(f))
  if (is.null(takes)) return(list())
  takes$.others <- NULL
  is_group <- !nzchar(names(takes) %||% character(length(takes)))
  do.call(c, c(unname(setting_groups[unlist(takes[is_group])]), list(takes[!is_group])))
}

# Whether the `...` of an exported function f also takes arguments of another function: if its
# .takes has .others = TRUE.
takes_others <- function(f) isTRUE(stated_settings(body(f))$.others)

# The settings that the body of an exported function, a call, says its `...` takes, the argument
# .takes of door(): a list, its groups (texts) without a name, settings (their defaults) with their
# names; NULL if there are none.
stated_settings <- function(body) {
  if (is.call(body) && identical(body[[1L]], quote(door))) eval(body[[".takes"]], topenv())
}

# Names of all arguments of a function f: those of its usage and those that its `...` takes.
argument_names <- function(f) {
  settings <- names(dot_settings(f))
  names <- formal_names(f)
  if (length(settings) && !takes_others(f)) names <- setdiff(names, "...")
  union(names, settings)
}

#' The settings of a call
#'
#' @param defaults What `dot_settings()` returns, a named list.
#' @param dots The `...` of the call, a list.
#' @return A named list in the order of `defaults`, with the values that the user gave, by
#'   themselves or in `control`, in their place.
#' @noRd
settings_of_call <- function(defaults, dots) {
  settings <- defaults
  dots <- dots[names(dots) %in% names(defaults)]
  settings[names(dots)] <- dots
  control <- settings$control
  if (is.null(control)) return(settings)
  check_class(control, "lapscale_control", "control", "made by bw_control()")
  unused_names <- setdiff(names(control), names(defaults))
  refuse_first(unused_names, "`control` sets `{first}`, which this function does not use.")
  refuse_first(intersect(names(control), names(dots)),
               "`{first}` is set twice: by `control` and by itself.")
  settings[names(control)] <- unclass(control)
  settings
}

#' Checks the names in `...` and what cannot be said of points that are checked already
#'
#' @param f The exported function.
#' @param frame Its frame, an environment.
#' @param defaults What `dot_settings()` returns, a named list.
#' @noRd
check_setting_names <- function(f, frame, defaults) {
  dots <- eval(quote(substitute(list(...))), frame)[-1L]
  names <- names(dots) %||% character(length(dots))
  unknown <- names[!names %in% names(defaults)]
  if (length(unknown) && !takes_others(f)) refuse_dot(unknown[[1L]], frame, names(defaults))
  refuse_first(names[nzchar(names) & duplicated(names)], "`{first}` is given twice.")
  own_settings <- intersect(settings_of_points, names(formals(f)))
  # That of eigenvalues is another scale.
  if (!isFALSE(formals(f)$scale)) own_settings <- setdiff(own_settings, "scale")
  is_given <- vapply(own_settings, function(name) !eval(call("missing", as.name(name)), frame), NA)
  given <- intersect(settings_of_points, c(own_settings[is_given], names))
  first <- names(formals(f))[[1L]]
  if (length(given)) refuse_settings_of_set(given, frame[[first]])
  takes_points <- "metric" %in% names(defaults) && !"weights" %in% names(defaults)
  is_missing <- eval(call("missing", as.name(first)), frame)
  if (takes_points && !is_missing) inform_of_weights(frame[[first]])
}

# Shows a message if x is a point set with weights, for functions that do not use them.
#   x  as the user gave it; of a point set, see share_checked(), is_kept (whether the user keeps
#      it) and checked (of as_points(): mass, 1 without weights) are looked at
inform_of_weights <- function(x) {
  is_weighted <- inherits(x, "lapscale_points") && x$is_kept && !identical(x$checked$mass, 1)
  inform_if(is_weighted, "`x` has weights, which this function does not use.", "weights")
}

# Raises an error if x is a point set, which has its own settings, and settings of points were
# given.
#   setting_names  names of the settings of points that the user gave
#   x              what the user gave as points
refuse_settings_of_set <- function(setting_names, x) {
  if (!inherits(x, "lapscale_points") || !length(setting_names)) return(invisible())
  refuse_first(setting_names,
               c("`{first}` cannot be set: `x` is a point_set(), which says how its points are
                  taken.",
                 i = "Set `{first}` in point_set()."))
}

#' Seldom needed settings of a bandwidth selector
#'
#' @description
#' Collects settings that you seldom need in one value, for the argument `control` of [bw_gc()] and
#' the other selectors. Each setting can also be an argument of the selector itself:
#' `bw_gc(x, n_points = 200)` and `bw_gc(x, control = bw_control(n_points = 200))` are the same
#' call. A setting that a selector does not use is an error.
#'
#' @param n_bandwidths Number of bandwidths to try, at least 4. The default is 40 (30 for
#'   [bw_lepski()] and [dim_eigengap()]).
#' @param refine If `TRUE` (the default), the choice is refined between the bandwidths.
#' @param n_points,points The criterion is averaged over this number of points, drawn with `seed`,
#'   or over these rows, numbers or names. The defaults are on the page of each selector.
#' @param replicates Number of times that [bw_gc()] repeats the selection on perturbed curves, for
#'   [confint()][confint.lapscale_bandwidth] and for the stability of minima. The default is 200.
#'   With 0 neither is available.
#' @param inverse,pca_weights Variants of [bw_gc()] with `d`. With `inverse = TRUE` the distortion
#'   is \eqn{\|H_i^{-1} - I\|}{||H_i^-1 - I||} (GC^-1 in the paper), without points whose \eqn{H_i}
#'   is singular. The covariance of the tangent plane has the squared weights (`"squared"`, the
#'   default, equation 6 of the paper), or the weights themselves (`"kernel"`).
#' @param subsample,full These save time with more than 50,000 points, see
#'   `vignette("large-data")`. By default distant points are thinned at random, and the curve ends
#'   as soon as the choice is decided. `subsample = FALSE` computes exact sums, `full = TRUE` the
#'   whole curve, and `full = FALSE` ends it early from 1000 points on.
#' @param ... Not used.
#' @return An object of class `lapscale_control`, a named list of the settings that you supplied.
#' @seealso [bw_gc()], [bw_select()].
#' @examples
#' x <- sample_circle(200, noise = 0.05, seed = 1)
#' fast <- bw_control(n_points = 100, replicates = 0)
#' bw_gc(x, control = fast, seed = 1)
#' @export
bw_control <- function(n_bandwidths, refine, n_points, points, replicates, inverse, pca_weights,
                       subsample, full, ...) door({
  frame <- environment()
  names <- setdiff(names(formals(bw_control)), "...")
  is_given <- !vapply(names, function(name) eval(call("missing", as.name(name)), frame), NA)
  structure(mget(names[is_given], envir = frame), class = "lapscale_control")
}, ...)

# Prints x, of bw_control(): a named list of the settings that the user gave.
#' @export
print.lapscale_control <- function(x, ...) door({
  cat("Settings of a bandwidth selector:", if (!length(x)) " all at their defaults", "\n", sep = "")
  for (name in names(x)) cat("  ", name, " = ", shorten(format(x[[name]])), "\n", sep = "")
  invisible(x)
}, ...)

# Returns the arguments of a call in which a type of graph, which `graph` may be, is replaced by its
# name, and its settings become those of the call. Other arguments are returned as they are.
#   args         the arguments, a named list; of these graph is the name of a type, NULL, or a value
#                such as graph_knn(10), of class lapscale_graph_type: list(name: of the type;
#                settings: a named list)
#   names_given  names of the arguments that the user gave
# `unused` are the settings that the call does not have: those that are not usual are an error.
with_graph_type <- function(args, names_given) {
  type <- args[["graph"]]
  if (!inherits(type, "lapscale_graph_type")) return(args)
  settings <- type$settings
  # Where `k` is the number of something else, that of neighbors has another name.
  if ("n_neighbors" %in% names(args)) names(settings)[names(settings) == "k"] <- "n_neighbors"
  set_twice <- intersect(names_given, c("type", names(settings)))
  refuse_first(set_twice,
               c("`{first}` cannot be set beside `graph`, which is a type of graph with its
                  settings.", i = "Set `{first}` in graph_{type$name}()."))
  unused <- settings[setdiff(names(settings), names(args))]
  is_usual <- vapply(unused, function(v) is.null(v) || v %in% c("exact", "union"), NA)
  refuse_first(names(unused)[!is_usual],
               "`graph` sets `{first}`, which this function does not use.")
  used_names <- intersect(names(settings), names(args))
  args[used_names] <- settings[used_names]
  args["graph"] <- list(type$name)
  args
}
