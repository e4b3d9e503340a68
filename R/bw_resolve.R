# The argument `bandwidth` of everything that needs a kernel: a number, a selector's result, a
# selector function, or NULL = bw_gc. Returns list(value = plain number, method = how it was chosen:
# "given", or the selector's name, k = of the graph of nearest neighbours it was chosen on, or NA).
#   checked   the points, as as_points() makes them; NULL where only a number will do. Put
#             share_checked() before this, and what a selector holds in the core is there to be
#             borrowed afterwards: the points are checked and indexed once.
#   runtime   of the caller: a selector gets its threads, and a bar if the caller shows one
#   k         of the graph of nearest neighbours that is built: bw_gc() chooses on that; NULL: all
#             pairs
resolve_bandwidth <- function(bandwidth, checked = NULL, seed = NULL, runtime = NULL, k = NULL,
                              call = caller_env()) {
  if (is.null(bandwidth)) bandwidth <- bw_gc
  select <- is.function(bandwidth)
  if (select) bandwidth <- call_selector(bandwidth, checked, seed, runtime, k)
  if (!is.numeric(bandwidth)) abort_no_bandwidth(bandwidth, call)
  if (!is.null(checked)) check_same_scale(bandwidth, checked$scaling, select, call = call)
  chosen <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)
  list(
    value = check_number(plain(bandwidth), "bandwidth", above = 0, call = call),
    method = chosen$method %||% "given", k = chosen$facts$k %||% NA_integer_
  )
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
call_selector <- function(selector, checked, seed, runtime, k) {
  settings <- list(
    seed = seed, n_threads = runtime$n_threads, progress = !is.null(runtime$progress)
  )
  if (!is.null(k) && identical(selector, bw_gc)) {
    settings <- c(settings, graph = "knn", k = k)
  }
  accepted <- names(formals(args(selector)))
  if (!"..." %in% accepted) settings <- settings[names(settings) %in% accepted]
  # Only the number is used.
  if ("replicates" %in% accepted) settings$replicates <- 0L
  x <- if (is_own_selector(selector)) checked$shared %||% checked$x else checked$x
  withCallingHandlers(
    do.call(selector, c(list(x), settings)),
    lapscale_message_scale = function(message) rlang::cnd_muffle(message)
  )
}

is_own_selector <- function(f) {
  any(vapply(selector_names, function(name) identical(f, selector_of(name)), NA))
}
