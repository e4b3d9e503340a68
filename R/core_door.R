# The one door: every exported function runs its body through door().

# Evaluates the body of an exported function. Conditions raised inside show the call of that
# function, a failed allocation becomes our error, R's generator goes back to where it was if the
# body does not finish, and unknown arguments in `...` are an error, as is a first argument that is
# missing. Results of our classes remember seed and version (core_origin.R).
# `outer` is what an enclosing door() has in `drawn`, which it finds there again.
#   body    the body, `{ ... }`
#   ...     the `...` of a function that takes no further arguments
#   .takes  the settings that the function takes through its `...` (core_settings.R), by
#           arguments()
#   .large  the argument that is too large if memory runs out; the first one if not given
door <- function(body, ..., .takes = NULL, .large = NULL) {
  frame <- parent.frame()
  if (...length()) refuse_dot(c(...names(), "")[[1L]], frame)
  f <- sys.function(sys.parent())
  settings <- dot_settings(f)
  if (length(settings)) check_setting_names(f, frame, settings)
  restore <- generator_restorer()
  formals <- formals(f)
  first <- names(formals)[[1L]]
  large <- .large %||% first
  outer <- as.list(drawn)
  on.exit({
    drawn$seeds <- union(outer$seeds, drawn$seeds)
    drawn$start <- outer$start
    if (outer$start == 0) drawn$common <- NULL
  })
  drawn$seeds <- numeric()
  drawn$start <- proc.time()[[3]]
  result <- withVisible(withCallingHandlers(
    body,
    `std::bad_alloc` = function(e) abort_out_of_memory(large),
    `lapscale::TooManyNeighbors` = function(e) abort_too_many_listed(large),
    `lapscale::FileError` = function(e) {
      abort_scratch(list(path = scratch_folder_of_points(), fault = conditionMessage(e)))
    },
    error = function(e) {
      restore()
      if (is_out_of_memory(e)) abort_out_of_memory(large)
      is_missing <- rlang::is_missing(formals[[1L]]) && eval(call("missing", as.name(first)), frame)
      refuse_if(is_missing && !inherits(e, "lapscale_error"), "`{first}` is missing.")
    },
    interrupt = function(e) restore()
  ))
  value <- with_origin(result$value, frame, names(formals), drawn$seeds)
  if (result$visible) value else invisible(value)
}

# Returns the arguments of the function that calls this as they are now, by name, and the settings
# that it takes through `...`: what an exported function hands on, and what a constructor makes an
# object of. A name that is none of them is an error by `$`, and NULL by `[[`.
arguments <- function() {
  caller <- sys.function(sys.parent())
  frame <- parent.frame()
  values <- as.list(frame)[setdiff(names(formals(caller)), "...")]
  settings <- dot_settings(caller)
  if (length(settings)) {
    dots <- eval(quote(list(...)), frame)
    settings <- settings_of_call(settings, dots)
    settings <- settings[setdiff(names(settings), names(values))]
    named_args <- names(match.call(caller, sys.call(sys.parent()), envir = parent.frame(2L)))
    values <- with_graph_type(c(values, settings), union(named_args, names(dots)))
  }
  structure(values, class = "lapscale_arguments")
}

# An argument that is not there is a fault of this package.
#' @export
`$.lapscale_arguments` <- function(x, name) {
  if (!name %in% names(x)) stop("no argument `", name, "` among ", toString(names(x)))
  x[[name]]
}

# Returns what arguments() would be in a call of the function `f` with the named list `given` of
# arguments. Defaults that depend on other arguments are NULL.
arguments_of_call <- function(f, given) {
  defaults <- c(formals(f), dot_settings(f))
  defaults <- defaults[setdiff(names(defaults), c("...", names(given)))]
  evaluate <- function(default) if (!length(all.vars(default))) eval(default, baseenv())
  values <- with_graph_type(c(given, lapply(defaults, evaluate)), names(given))
  structure(values, class = "lapscale_arguments")
}

# Returns the frame of the function whose call conditions show: the innermost exported function that
# was called from outside the package, otherwise the outermost one, otherwise `frame`. `exported`
# and `outside` are numbers of frames: of all exported functions, and of those called from outside.
error_frame <- function(frame = parent.frame()) {
  parents <- sys.parents()
  exported <- parents[vapply(seq_along(parents), function(i) identical(sys.function(i), door), NA)]
  outside <- Filter(function(number) is_called_from_outside(number, parents), exported)
  shown <- c(rev(outside), exported)
  if (length(shown)) sys.frame(shown[[1L]]) else frame
}

# Tells whether the function in that frame was called from outside the package, possibly through
# lapply() or do.call().
#   number  of a frame;  parents: the number of the parent of each, see sys.parents()
is_called_from_outside <- function(number, parents) {
  repeat {
    number <- parents[[number]]
    if (number == 0L) return(TRUE)
    namespace <- topenv(sys.frame(number))
    if (!identical(namespace, baseenv()) && !identical(namespace, .BaseNamespaceEnv)) {
      return(!identical(namespace, topenv()))
    }
  }
}
