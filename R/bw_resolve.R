# The argument `bandwidth` of everything that needs a kernel: a number, a selector's result, a
# selector function, or NULL = bw_gc. A function gets what it accepts of `...`. Returns list(value =
# plain number, method = how it was chosen: "given", or the selector's name).
check_bandwidth <- function(bandwidth, x, ..., call = caller_env()) {
  if (is.null(bandwidth)) bandwidth <- bw_gc
  if (is.function(bandwidth)) bandwidth <- call_selector(bandwidth, x, ...)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth, call)
  method <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)$method else "given"
  list(value = check_number(plain(bandwidth), "bandwidth", above = 0, call = call), method = method)
}

abort_no_bandwidth <- function(bandwidth, call) {
  named <- is.character(bandwidth) && length(bandwidth) == 1L && bandwidth %in% selector_names
  abort_argument(
    c("`bandwidth` must be a single finite number above 0, what a selector such as bw_gc() returns,
       or a selector function such as bw_gc, not {describe(bandwidth)}.",
      i = if (named) "`bandwidth = bw_{bandwidth}` chooses it by that rule."),
    call = call
  )
}

# What there is to say about the scales of x has been said by the function that was called.
call_selector <- function(selector, x, ...) {
  settings <- list(...)
  accepted <- names(formals(args(selector)))
  if (!"..." %in% accepted) settings <- settings[names(settings) %in% accepted]
  withCallingHandlers(
    do.call(selector, c(list(x), settings)),
    lapscale_message_scale = function(message) rlang::cnd_muffle(message)
  )
}
