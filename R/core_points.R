# Points that several selectors look at in turn: checked once, held in the core once, and what a
# selector finds out about the points alone is known to the next. Selectors take them in place of
# `x`.

share_points <- function(x, na_action, n_threads, scale = FALSE) {
  checked <- as_points(x, na_action = na_action, scale = scale)
  runtime <- new_runtime(n_threads, FALSE)
  check_spread(checked$x)
  shared <- share_checked(checked, given = x)
  borrow_points(shared$checked, runtime)
  shared
}

# The same from points that have been checked, and whose scale has been spoken of: nothing is held
# until somebody borrows it. An environment:
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

given_points <- function(x) if (is_shared(x)) x$given else x

free_points <- function(shared) {
  if (!is.null(shared$handle)) cpp_release(shared$handle)
}

# The points as the core holds them: a handle for the cpp_* functions, released by the caller.
#   arg  what the user's call names them by
hold_points <- function(x, runtime, arg = "x") {
  if (is_paged(x)) {
    return(hold_paged_points(x, runtime))
  }
  check_memory(3 * 8 * length(x), arg, "with the copies that the search needs")
  cpp_points(x, runtime)
}

# What every selector does with its checked points: says what there is to say about their scale,
# unless that has been said; holds them, unless they are; lets go what it made.
check_spread_once <- function(checked) {
  if (is.null(checked$shared)) check_spread(checked$x)
}

borrow_points <- function(checked, runtime) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(hold_points(checked$x, runtime))
  }
  if (is.null(shared$handle)) shared$handle <- hold_points(checked$x, runtime)
  shared$handle
}

return_points <- function(checked, handle) {
  if (is.null(checked$shared)) cpp_release(handle)
}

# The value of `compute()`, which depends on the points and on `arguments` alone: for shared points
# it is computed once.
once <- function(checked, name, arguments, compute) {
  shared <- checked$shared
  if (is.null(shared)) {
    return(compute())
  }
  known <- shared$known[[name]]
  if (is.null(known) || !identical(known$arguments, arguments)) {
    known <- list(arguments = arguments, value = compute())
    shared$known[[name]] <- known
  }
  known$value
}

# The distance from each point to the nearest that does not coincide with it, Inf without one.
nearest_distinct <- function(checked, handle, runtime) {
  once(checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(handle, if (!is_paged(checked$x)) checked$x, runtime)
  })
}
