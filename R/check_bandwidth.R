# The argument `bandwidth` of everything that needs a kernel: a number, a selector's result, a
# selector function, or NULL = bw_gc. Returns list(value = plain number, method = how it was
# chosen: "given", or the selector's name).
check_bandwidth <- function(bandwidth, x, ..., call = caller_env()) {
  if (is.null(bandwidth)) bandwidth <- bw_gc
  if (is.function(bandwidth)) bandwidth <- bandwidth(x, ...)
  method <- if (inherits(bandwidth, "lapscale_bandwidth")) selection(bandwidth)$method else "given"
  list(value = check_number(plain(bandwidth), "bandwidth", above = 0, call = call), method = method)
}
