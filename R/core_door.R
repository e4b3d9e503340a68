# The one door: every exported function runs its body through door().

# Evaluates the body of an exported function. Conditions raised inside show the call of that
# function, a failed allocation becomes our error, R's generator goes back to where it was if the
# body does not finish, and arguments in `...` are an error.
#   body    the body, `{ ... }`
#   ...     the `...` of a function that takes no further arguments
#   .large  the argument that is too large if memory runs out; the first one if not given
door <- function(body, ..., .large = NULL) {
  frame <- parent.frame()
  if (...length()) refuse_dot(c(...names(), "")[[1L]], frame)
  restore <- generator_restorer()
  large <- .large %||% names(formals(sys.function(sys.parent())))[[1L]]
  withCallingHandlers(
    body,
    `std::bad_alloc` = function(e) abort_out_of_memory(large),
    `lapscale::TooManyNeighbors` = function(e) abort_too_many_listed(large),
    `lapscale::FileError` = function(e) {
      abort_scratch(list(path = scratch_folder_of_points(), fault = conditionMessage(e)))
    },
    error = function(e) {
      restore()
      if (is_out_of_memory(e)) abort_out_of_memory(large)
    },
    interrupt = function(e) restore()
  )
}

# The frame of the function whose call conditions show: the innermost exported function that was
# called from outside the package, else the outermost one, else `frame`.
error_frame <- function(frame = parent.frame(2L)) {
  parents <- sys.parents()
  is_door <- vapply(seq_along(parents), function(i) identical(sys.function(i), door), NA)
  exported <- parents[is_door]
  outside <- Filter(function(number) is_called_from_outside(number, parents), exported)
  shown <- c(rev(outside), exported)
  if (length(shown)) sys.frame(shown[[1L]]) else frame
}

# Whether the function in that frame was called from outside the package, be it through lapply() or
# do.call().
is_called_from_outside <- function(number, parents) {
  repeat {
    number <- parents[[number]]
    if (number == 0L) {
      return(TRUE)
    }
    home <- topenv(sys.frame(number))
    if (!identical(home, baseenv()) && !identical(home, .BaseNamespaceEnv)) {
      return(!identical(home, topenv()))
    }
  }
}

refuse_dot <- function(name, frame = error_frame(), known = character()) {
  what <- if (nzchar(name)) paste0("`", name, "`") else "An argument without a name"
  hint <- if (nzchar(name)) {
    hint_at_name(name, arguments_of_frame(frame), known)
  } else {
    hint_at_naming(arguments_of_frame(frame, after_dots = TRUE))
  }
  abort_argument(c("{what} is not an argument of this function.", hint))
}
