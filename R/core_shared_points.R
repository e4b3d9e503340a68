# Points that several functions look at in turn: checked once, held in the core once, and what one
# function finds out about the points alone is known to the next. All functions of points take them
# in place of `x`; users make them by point_set().

# Returns a point set of points that were checked and put into the core, for several functions in
# turn: an environment of class lapscale_points, see share_checked(). A point set is returned
# itself, unless its kind must change.
#   x          points as the user gave them, or a point set
#   args       the arguments of the call, see as_points()
#   n_threads  number of threads as the user gave it, or NULL
#   kinds      "distances", "sparse", "paged": of points that are taken beside matrices
share_points <- function(x, args, n_threads, kinds = "sparse") {
  checked <- as_points(x, args, kinds)
  if (!is.null(checked$shared)) {
    check_spread_once(checked, checked$columns)
    acquire_shared_points(checked, new_runtime(n_threads, FALSE))
    return(x)
  }
  runtime <- new_runtime(n_threads, FALSE)
  check_spread(checked$x, columns = checked$columns)
  inform_of_collinear(checked)
  shared <- share_checked(checked, user_x = x)
  acquire_shared_points(shared$checked, runtime)
  shared
}

# Makes a point set of checked points, which several functions share. Returns an environment of
# class lapscale_points, with the arguments and handle and results:
#   user_x             x as the user gave it
#   checked            of as_points(), a list with x and others; its `shared` is this environment
#   handle             of the points in the core, NULL before the first use; free_points() releases
#                      it
#   results            list of what cached() keeps, by name
#   is_spread_checked  whether messages about the widths of columns were shown
#   is_kept            whether the user has the point set, so that its handle outlives the call
share_checked <- function(checked, user_x = checked$x, is_spread_checked = TRUE, is_kept = FALSE) {
  shared <- new.env(parent = emptyenv())
  class(shared) <- "lapscale_points"
  shared$user_x <- user_x
  shared$results <- list()
  shared$is_spread_checked <- is_spread_checked
  shared$is_kept <- is_kept
  checked$shared <- shared
  shared$checked <- checked
  shared
}

# Whether x is a point set.
is_shared <- function(x) inherits(x, "lapscale_points")

# Returns the points for a selector of which only the number is used: checked$x, or if the points
# are shared a list that serves as a point set, of user_x, checked, and is_kept, whose
# checked$skips_checks is TRUE: checks that print() would report are skipped.
#   checked  of as_points(): x, and perhaps shared, the point set, see share_checked()
points_without_checks <- function(checked) {
  shared <- checked$shared
  if (is.null(shared)) return(checked$x)
  checked <- c(shared$checked, skips_checks = TRUE)
  structure(list(user_x = shared$user_x, checked = checked, is_kept = FALSE), class = class(shared))
}

# Points as a user gave them: what shared points were made of.
#' @export
as_given.lapscale_points <- function(x) x$user_x

# Releases the handle of a point set in the core, unless the user keeps the point set.
#   x  a point set, of share_checked(): is_kept (whether the user keeps it), handle (NULL before the
#      first use); any other x is ignored
free_points <- function(x) {
  if (is_shared(x) && !x$is_kept && !is.null(x$handle)) cpp_release(x$handle)
}

# Returns checked points with the field `shared`, a point set. If they have none yet, it is made,
# and its handle released when the function of `frame`, an environment, ends.
#   checked  of as_points(): x (the points), shared (or NULL);  user_x: x as the user gave it
share_for_call <- function(checked, user_x = checked$x, frame = parent.frame()) {
  if (!is.null(checked$shared)) return(checked)
  shared <- share_checked(checked, user_x)
  do.call(on.exit, list(as.call(list(free_points, shared)), TRUE), envir = frame)
  shared$checked
}

# Returns a handle of checked points in the core. It is released when the function of `frame`, an
# environment, ends, unless the points are shared.
#   checked  of as_points(): x (the points), shared (the point set, with handle, NULL before the
#            first use; or NULL);  runtime: of new_runtime()
acquire_shared_points <- function(checked, runtime, frame = parent.frame()) {
  shared <- checked$shared
  if (is.null(shared)) return(release_on_exit(acquire_points(checked$x, runtime), frame))
  # A handle that was read from a file holds nothing.
  if (is.null(shared$handle) || !cpp_is_held(shared$handle)) {
    shared$handle <- acquire_points(checked$x, runtime)
  }
  shared$handle
}

# Returns the distance from each point to the nearest that does not coincide with it, length n, in
# the unit of x; Inf without one.
#   checked  of as_points(): x, the n points;  handle: of the same points in the core
#   runtime  of new_runtime()
nearest_distinct <- function(checked, handle, runtime) {
  cached(checked, "nearest_distinct", NULL, function() {
    cpp_nearest_distinct(handle, if (is_in_memory(checked$x)) checked$x, runtime)
  })
}
