# The argument `bandwidth` of everything that needs a kernel: a number, a selector's result, a
# selector function, or NULL = bw_gc. Returns list(value = plain number, method = how it was chosen:
# "given", or the selector's name).
#   checked   the points, as as_points() makes them; NULL where only a number will do. Put
#             share_checked() before this, and what a selector holds in the core is there to be
#             borrowed afterwards: the points are checked and indexed once.
#   runtime   of the caller: a selector gets its threads, and a bar if the caller shows one
resolve_bandwidth <- function(bandwidth, checked = NULL, seed = NULL, runtime = NULL,
                              call = caller_env()) {
  if (is.null(bandwidth)) bandwidth <- bw_gc
  select <- is.function(bandwidth)
  if (select) bandwidth <- call_selector(bandwidth, checked, seed, runtime)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth, call)
  if (!is.null(checked)) check_same_scale(bandwidth, !is.null(checked$scaling), select, call = call)
  method <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)$method else "given"
  list(value = check_number(plain(bandwidth), "bandwidth", above = 0, call = call), method = method)
}

abort_no_bandwidth <- function(bandwidth, call) {
  named <- is.character(bandwidth) && length(bandwidth) == 1L && bandwidth %in% selector_names
  abort_argument(
    c("`bandwidth` must be a single finite number above 0, what a selector such as bw_gc() returns,
       or a selector function such as bw_gc, not {describe(bandwidth)}.",
      i = if (named) "`bandwidth = bw_{bandwidth}` is that selector."),
    call = call
  )
}

# A selector gets those of the settings that it accepts, one of ours the points as they are shared.
# What there is to say about the scales of x has been said by the function that was called.
call_selector <- function(selector, checked, seed, runtime) {
  settings <- list(
    seed = seed, n_threads = runtime$n_threads, progress = !is.null(runtime$progress)
  )
  accepted <- names(formals(args(selector)))
  if (!"..." %in% accepted) settings <- settings[names(settings) %in% accepted]
  x <- if (is_own_selector(selector)) checked$shared %||% checked$x else checked$x
  withCallingHandlers(
    do.call(selector, c(list(x), settings)),
    lapscale_message_scale = function(message) rlang::cnd_muffle(message)
  )
}

is_own_selector <- function(f) {
  any(vapply(selector_names, function(name) identical(f, selector_of(name)), NA))
}
