# Points that several selectors look at in turn: checked once, held in the core once, and what a
# selector finds out about the points alone is known to the next. Selectors take them in place of
# `x`.

share_points <- function(x, na_action, n_threads, scale = FALSE, distances = FALSE,
                         weights = NULL) {
  checked <- as_points(
    x, na_action = na_action, scale = scale, distances = distances, sparse = TRUE, weights = weights
  )
  runtime <- new_runtime(n_threads, FALSE)
  check_spread(checked$x)
  shared <- share_checked(checked, given = x)
  borrow_points(shared$checked, runtime)
  shared
}

# Shares points that have been checked, and whose spread warning has been issued. They are held in
# the core when they are first borrowed. An environment:
#   given    x as the user gave it
#   checked  as as_points() makes it; its `shared` is this environment
#   handle   of cpp_points(), once it is borrowed; free_points() releases it
#   known    results by name, see once()
share_checked <- function(checked, given = checked$x) {
  shared <- new.env(parent = emptyenv())
  class(shared) <- "lapscale_shared_points"
  shared$given <- given
  shared$known <- list()
  checked$shared <- shared
  shared$checked <- checked
  shared
}

is_shared <- function(x) inherits(x, "lapscale_shared_points")

# Returns the points for a choice of which only the number is used: if they are shared, checks that
# print() would report are skipped.
for_its_number <- function(checked) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(checked$x)
  }
  quiet <- c(shared$checked, number_only = TRUE)
  structure(list(given = shared$given, checked = quiet), class = class(shared))
}

given_points <- function(x) if (is_shared(x)) x$given else x

free_points <- function(shared) if (!is.null(shared$handle)) cpp_release(shared$handle)

# Holds the points in the core. Returns a handle for the cpp_* functions, released by the caller.
#   arg  what the user's call names them by
hold_points <- function(x, runtime, arg = "x") {
  if (is_paged(x)) {
    return(hold_paged_points(x, runtime))
  }
  numbers <- if (is_sparse_points(x)) 2 * length(x@x) + nrow(x) + ncol(x) else length(x)
  check_memory(3 * 8 * numbers, arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

borrow_points <- function(checked, runtime) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(hold_points(checked$x, runtime))
  }
  if (is.null(shared$handle)) shared$handle <- hold_points(checked$x, runtime)
  shared$handle
}

return_points <- function(checked, handle) if (is.null(checked$shared)) cpp_release(handle)

# Returns the value of `compute()`, which depends on the points and on `arguments` alone: for shared
# points it is computed once.
once <- function(checked, name, arguments, compute) {
  shared <- checked$shared
  known <- shared$known[[name]]
  if (is.null(known) || !identical(known$arguments, arguments)) {
    known <- list(arguments = arguments, value = compute())
    if (!is.null(shared)) shared$known[[name]] <- known
  }
  known$value
}

# Returns the distance from each point to the nearest that does not coincide with it, Inf without
# one.
nearest_distinct <- function(checked, handle, runtime) {
  once(checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(handle, if (!is_paged(checked$x)) checked$x, runtime)
  })
}
