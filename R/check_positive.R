# Positive finite numbers, any number of them, as a plain double vector with its names.
check_positive <- function(values, arg, call = caller_env()) {
  if (!is.numeric(values)) {
    abort_argument("`{arg}` must be positive numbers, not {describe(values)}.", call = call)
  }
  numbers <- as.double(values)
  bad <- which(!is.finite(numbers) | numbers <= 0)
  if (length(bad)) {
    at <- if (length(numbers) > 1L) paste0("element ", bad[[1]], " is") else "not"
    abort_argument(
      "`{arg}` must be positive and finite, {at} {format(numbers[[bad[[1]]]])}.",
      call = call
    )
  }
  names(numbers) <- names(values)
  numbers
}
