# Resolves the argument `bandwidth` of everything that needs a kernel: a number, a selector's
# result, a selector function or its name, or NULL = bw_gc. Returns list(value = plain number,
# method = how it was chosen: "given", or the selector's name, k = of the graph of nearest neighbors
# it was chosen on, or NA, minima = the bandwidths of its local minima, if it has a curve).
#   bandwidth  as the user gave it
#   checked    the points, as as_points() makes them; NULL where only a number will do. Put
#              share_checked() before this, and what a selector holds in the core is there to be
#              borrowed afterwards: the points are checked and indexed once.
#   seed       a number, or NULL
#   runtime    of the caller: a selector gets its threads, and a bar if the caller shows one
#   of_graph   what bw_gc() is told of the graph that is built: list(graph, k, local_scale), NULL
#              for all pairs and no local scales
resolve_bandwidth <- function(bandwidth, checked = NULL, seed = NULL, runtime = NULL,
                              of_graph = NULL) {
  bandwidth <- as_selector(bandwidth %||% "gc")
  select <- is.function(bandwidth)
  if (select) bandwidth <- call_selector(bandwidth, checked, seed, runtime, of_graph)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth)
  if (!is.null(checked)) check_same_scale(bandwidth, checked$scaling, select)
  check_same_local_scale(bandwidth, of_graph$local_scale)
  chosen <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)
  list(
    value = check_number(plain(bandwidth), "bandwidth", above = 0),
    method = chosen$method %||% "given", k = chosen$facts$k %||% NA_integer_,
    minima = chosen$minima$bandwidth
  )
}

# Returns the selector, a function, if `bandwidth` is its name; what is no single word is returned
# as it is.
as_selector <- function(bandwidth) {
  word <- is.character(bandwidth) && length(bandwidth) == 1L && is.null(attributes(bandwidth))
  if (word && !bandwidth %in% named_selectors()) abort_no_bandwidth(bandwidth)
  if (word) selectors[[bandwidth]]$choose else bandwidth
}

# Raises the error of an argument `bandwidth` that is none of what resolve_bandwidth() takes.
abort_no_bandwidth <- function(bandwidth) {
  listed <- paste0("\"", named_selectors(), "\"", collapse = ", ")
  abort_argument(c("`bandwidth` must be a single finite number above 0, what a selector such as
                    bw_gc() returns, or a selector function such as bw_gc or its name ({listed}),
                    not {describe(bandwidth)}.",
                   i = if (is.character(bandwidth) && length(bandwidth) &&
                           all(bandwidth %in% selectors_that("by_labels"))) {
                     "That selector needs labels: give the result of bw_{bandwidth[[1]]}()."
                   }))
}

# Returns what a selector, or the selector of this name, chooses for x with the settings that it
# accepts. Anything else is returned as it is.
#   bandwidth  a selector, the name of one, or anything else
#   x          points as the user gave them, or a point set;  settings: a list of arguments
select_if_asked <- function(bandwidth, x, settings) {
  bandwidth <- as_selector(bandwidth)
  if (!is.function(bandwidth)) return(bandwidth)
  accepted <- is_accepted(names(settings), selector_arguments(bandwidth))
  muffle_repeats(do.call(bandwidth, c(list(x), settings[accepted]), quote = TRUE))
}

# Returns the names of a selector's arguments; the `...` of our own take nothing.
selector_arguments <- function(selector) {
  if (is_own_selector(selector)) setdiff(argument_names(selector), "...") else
    formal_names(selector)
}

# Hands a selector those of the settings that it accepts, and returns its result. A selector of ours
# gets the shared points.
#   selector  a function;  checked: of as_points()
#   runtime   of the caller, or NULL;  of_graph: settings of the graph that bw_gc() takes, a list
call_selector <- function(selector, checked, seed, runtime, of_graph) {
  settings <- list(
    seed = seed, n_threads = runtime$n_threads, progress = !is.null(runtime$progress)
  )
  if (identical(selector, selectors$gc$choose)) settings <- c(settings, of_graph)
  accepted <- selector_arguments(selector)
  settings <- settings[is_accepted(names(settings), accepted)]
  if ("replicates" %in% accepted) settings$replicates <- 0L
  x <- if (is_own_selector(selector)) points_for_number(checked) else as_given(checked$x)
  muffle_repeats(do.call(selector, c(list(x), settings), quote = TRUE))
}

# Whether f is a selector of this package.
is_own_selector <- function(f) {
  any(vapply(selectors, function(selector) identical(f, selector$choose), NA))
}

# Holds the selectors by their names. R/lapscale-package.R lists them.
selectors <- list()

# Describes a selector.
#   choose       the function, such as bw_gc()
#   by_labels    whether it needs labels
#   by_distance  whether distances are enough
new_selector <- function(choose, by_labels = FALSE, by_distance = FALSE) unclass(arguments())

# Names the selectors for which something is so, or not.
#   is  "by_labels" or "by_distance", see new_selector();  not: whether it is to be FALSE
selectors_that <- function(is, not = FALSE) {
  names(Filter(function(selector) selector[[is]] != not, selectors))
}

# Names the selectors that choose by the points alone.
named_selectors <- function() selectors_that("by_labels", not = TRUE)
