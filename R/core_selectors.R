# Resolves the argument `bandwidth` of everything that needs a kernel: a number, a selector's
# result, a selector function or its name, or NULL = bw_gc. Returns list(value = plain number above
# 0, method = how it was chosen: "given", or the selector's name such as "gc", k = number of
# neighbors of the graph it was chosen on, NA for a graph of pairs, minima = the bandwidths of the
# local minima of its curve, perhaps none, NULL for a number).
#   bandwidth  as the user gave it; in the body it becomes the selector, a function, and then what
#              that returns, or stays a number
#   checked    the points, of as_points(): scaling (or NULL), and what a selector needs; NULL if
#              only a number is accepted. If they are shared, see share_checked(), the handle that a
#              selector puts into the core is used again afterwards
#   seed       a number, or NULL
#   runtime    of new_runtime(), or NULL: a selector gets its threads, and a bar if the caller shows
#              one
#   of_graph   settings of the graph that the bandwidth is for, which bw_gc() takes: list(graph:
#              name of its type; k: number of neighbors, or NULL; local_scale: number of neighbors,
#              or NULL); NULL for all pairs and no local scales
# `chosen` are the fields of selection() of a lapscale_bandwidth, or NULL.
resolve_bandwidth <- function(bandwidth, checked = NULL, seed = NULL, runtime = NULL,
                              of_graph = NULL) {
  bandwidth <- as_selector(bandwidth %||% "gc")
  is_selector <- is.function(bandwidth)
  if (is_selector) bandwidth <- call_selector(bandwidth, checked, seed, runtime, of_graph)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth)
  if (!is.null(checked)) check_same_scale(bandwidth, checked$scaling, is_selector)
  check_same_local_scale(bandwidth, of_graph$local_scale)
  chosen <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)
  list(
    value = check_number(plain(bandwidth), "bandwidth", above = 0),
    method = chosen$method %||% "given", k = chosen$facts$k %||% NA_integer_,
    minima = chosen$minima$bandwidth
  )
}

# Returns the selector, a function, if `bandwidth` is the name of one that needs no labels, such as
# "gc". A word that is no such name is an error; anything else is returned as it is.
as_selector <- function(bandwidth) {
  is_word <- is.character(bandwidth) && length(bandwidth) == 1L && is.null(attributes(bandwidth))
  if (is_word && !bandwidth %in% point_selectors()) abort_no_bandwidth(bandwidth)
  if (is_word) all_selectors[[bandwidth]]$choose else bandwidth
}

# Raises the error of an argument `bandwidth` that is none of what resolve_bandwidth() takes.
#   bandwidth  as the user gave it, or what a selector returned
abort_no_bandwidth <- function(bandwidth) {
  names <- paste0("\"", point_selectors(), "\"", collapse = ", ")
  abort_argument(c("`bandwidth` must be a single finite number above 0, what a selector such as
                    bw_gc() returns, or a selector function such as bw_gc or its name ({names}),
                    not {describe(bandwidth)}.",
                   i = if (is.character(bandwidth) && length(bandwidth) &&
                           all(bandwidth %in% selectors_that("by_labels"))) {
                     "That selector needs labels: give the result of bw_{bandwidth[[1]]}()."
                   }))
}

# Returns what a selector, or the selector of this name, returns for x with those of the settings
# that it accepts. Any other `bandwidth` is returned as it is.
#   bandwidth  a selector (a function), the name of one, or anything else
#   x          points as the user gave them, or a point set;  settings: a named list of arguments
select_if_selector <- function(bandwidth, x, settings) {
  bandwidth <- as_selector(bandwidth)
  if (!is.function(bandwidth)) return(bandwidth)
  accepted <- is_accepted(names(settings), selector_arguments(bandwidth))
  muffle_repeats(do.call(bandwidth, c(list(x), settings[accepted]), quote = TRUE))
}

# Returns the names of the arguments that a selector, a function, accepts, among them "..." if it
# takes any.
selector_arguments <- function(selector) {
  if (is_own_selector(selector)) setdiff(argument_names(selector), "...") else
    formal_names(selector)
}

# Calls a selector with those settings of the caller that it accepts, and returns its result,
# without replicates if it has any. A selector of this package gets the points as they were checked,
# one of the user gets them as a user would give them.
#   selector  a function of points
#   checked   of as_points(): x, and perhaps shared, the point set
#   seed      a number, or NULL
#   runtime   of new_runtime(): n_threads, progress (NULL: no bar); or NULL
#   of_graph  named list of settings of the graph, for bw_gc() alone, or NULL
call_selector <- function(selector, checked, seed, runtime, of_graph) {
  settings <- list(
    seed = seed, n_threads = runtime$n_threads, progress = !is.null(runtime$progress)
  )
  if (identical(selector, all_selectors$gc$choose)) settings <- c(settings, of_graph)
  accepted <- selector_arguments(selector)
  settings <- settings[is_accepted(names(settings), accepted)]
  if ("replicates" %in% accepted) settings$replicates <- 0L
  x <- if (is_own_selector(selector)) points_without_checks(checked) else as_given(checked$x)
  muffle_repeats(do.call(selector, c(list(x), settings), quote = TRUE))
}

# Whether f is a selector of this package.
is_own_selector <- function(f) {
  any(vapply(all_selectors, function(selector) identical(f, selector$choose), NA))
}

# All selectors by their names, see new_selector(). R/lapscale-package.R lists them.
all_selectors <- list()

# Makes an entry of the list of selectors: a list of the arguments.
#   choose       the selector, a function of points, such as bw_gc()
#   by_labels    whether it needs labels
#   by_distance  whether it takes distances in place of coordinates
new_selector <- function(choose, by_labels = FALSE, by_distance = FALSE) unclass(arguments())

# The names of the selectors that have a property, or if `not` is TRUE of those that do not have it.
#   property  "by_labels" or "by_distance", see new_selector()
selectors_that <- function(property, not = FALSE) {
  names(Filter(function(selector) selector[[property]] != not, all_selectors))
}

# The names of the selectors that need no labels.
point_selectors <- function() selectors_that("by_labels", not = TRUE)
