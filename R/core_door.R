# The one door: every exported function runs its body through door().

# Evaluates the body of an exported function and returns its value. Conditions raised inside show
# the call of that function, a failed allocation becomes our error, R's generator goes back to where
# it was if the body does not finish, and unknown arguments in `...` are an error, as is a first
# argument that is missing. Results of our classes remember seed and version (core_origin.R). The
# record of the call (`call_record`, an environment: seeds that were drawn; start, when it began, 0
# outside of all calls; common, the seed drawn for NULL) is that of an enclosing door() again
# afterwards (`outer`, the record as a list).
#   body    the body, `{ ... }`, evaluated once
#   ...     the `...` of a function that takes no further arguments: any is an error
#   .takes  the settings that the function takes through its `...` (core_settings.R). They are not
#           used here, but read from the body of the function by dot_settings() and arguments()
#   .large  name of the argument that is too large if memory runs out; NULL: the first one
# `frame` is the environment of the exported function f, `settings` are the defaults of what it
# takes through `...` (a named list), restore() puts R's generator back, `x_arg` is the name of its
# first argument.
door <- function(body, ..., .takes = NULL, .large = NULL) {
  frame <- parent.frame()
  if (...length()) refuse_dot(c(...names(), "")[[1L]], frame)
  f <- sys.function(sys.parent())
  settings <- dot_settings(f)
  if (length(settings)) check_setting_names(f, frame, settings)
  restore <- generator_restorer()
  formals <- formals(f)
  x_arg <- names(formals)[[1L]]
  large_arg <- .large %||% x_arg
  outer <- as.list(call_record)
  on.exit({
    call_record$seeds <- union(outer$seeds, call_record$seeds)
    call_record$start <- outer$start
    if (outer$start == 0) call_record$common <- NULL
  })
  call_record$seeds <- numeric()
  call_record$start <- proc.time()[[3]]
  result <- withVisible(withCallingHandlers(
    body,
    `std::bad_alloc` = function(e) abort_out_of_memory(large_arg),
    `lapscale::TooManyNeighbors` = function(e) abort_too_many_listed(large_arg),
    `lapscale::FileError` = function(e) {
      abort_scratch(list(path = scratch_folder_of_points(), fault = conditionMessage(e)))
    },
    error = function(e) {
      restore()
      if (is_out_of_memory(e)) abort_out_of_memory(large_arg)
      is_missing <- rlang::is_missing(formals[[1L]]) && eval(call("missing", as.name(x_arg)), frame)
      refuse_if(is_missing && !inherits(e, "lapscale_error"), "`{x_arg}` is missing.")
      # Where every plot() evaluates what the user gave.
      refuse_if(identical(conditionCall(e), quote(colour %||% color)),
                c("`colour` must be a vector: {conditionMessage(e)}.",
                  i = "There is no data argument: use `colour = data$Species`, for example."))
    },
    interrupt = function(e) restore()
  ))
  value <- with_origin(result$value, frame, names(formals), call_record$seeds)
  if (result$visible) value else invisible(value)
}

# Returns the arguments of the function that calls this as they are now, a named list of class
# lapscale_arguments, with the settings that it takes through `...`. A name that is none of them is
# an error by `$`, and NULL by `[[`. In functions that take settings, if `graph` is a type of graph
# such as graph_knn(10), it becomes the name of the type, and its settings (such as k) those of the
# call.
# `settings` are first the defaults by name, then the settings of the call.
arguments <- function() {
  caller <- sys.function(sys.parent())
  frame <- parent.frame()
  call <- sys.call(sys.parent())
  # What the user gave is evaluated here: its errors are those of the user's call.
  values <- withCallingHandlers(as.list(frame), simpleError = function(e) {
    is_from_here <- identical(conditionCall(e)[1L], quote(as.list.environment()))
    if (is_from_here) stop(simpleError(conditionMessage(e), call))
  })[setdiff(names(formals(caller)), "...")]
  settings <- dot_settings(caller)
  if (length(settings)) {
    dots <- eval(quote(list(...)), frame)
    settings <- settings_of_call(settings, dots)
    settings <- settings[setdiff(names(settings), names(values))]
    named_args <- names(match.call(caller, call, envir = parent.frame(2L)))
    values <- with_graph_type(c(values, settings), union(named_args, names(dots)))
  }
  structure(values, class = "lapscale_arguments")
}

# The argument called `name` of x, of arguments(). One that is not there is a fault of this package.
#' @export
`$.lapscale_arguments` <- function(x, name) {
  if (!name %in% names(x)) stop("no argument `", name, "` among ", toString(names(x)))
  x[[name]]
}

# Returns what arguments() would be in a call of the exported function `f` with the named list
# `given` of arguments: a named list of class lapscale_arguments. Defaults that depend on other
# arguments are NULL.
arguments_of_call <- function(f, given) {
  defaults <- c(formals(f), dot_settings(f))
  defaults <- defaults[setdiff(names(defaults), c("...", names(given)))]
  evaluate <- function(default) if (!length(all.vars(default))) eval(default, baseenv())
  values <- with_graph_type(c(given, lapply(defaults, evaluate)), names(given))
  structure(values, class = "lapscale_arguments")
}

# Returns the frame, an environment, of the function whose call an error or a warning shows: the
# innermost exported function that was called from outside the package, otherwise the outermost
# exported one, otherwise `frame`. `parents` has for each frame the number of the frame that called
# it; `exported` and `outside` are numbers of frames, of all exported functions and of those called
# from outside.
error_frame <- function(frame = parent.frame()) {
  parents <- sys.parents()
  exported <- parents[vapply(seq_along(parents), function(i) identical(sys.function(i), door), NA)]
  outside <- Filter(function(number) is_called_from_outside(number, parents), exported)
  shown <- c(rev(outside), exported)
  if (length(shown)) sys.frame(shown[[1L]]) else frame
}

# Whether the function of a frame was called from outside the package, possibly through
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
