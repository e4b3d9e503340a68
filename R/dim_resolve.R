# The dimension of the manifold, where it is not given.

# d, or its estimate from the kernel sum, with a message. A part of many points tells it as well.
resolve_dimension <- function(d, checked, n_threads) {
  if (!is.null(d)) {
    return(d)
  }
  once(checked, "dimension", NULL, function() {
    n_points <- if (nrow(checked$x) > 5000L) 2000L
    found <- dim_kernel_sum(
      checked$shared %||% checked$x, n_points = n_points, seed = 0, n_threads = n_threads
    )
    d <- as.integer(min(max(1, round(found)), ncol(checked$x)))
    inform(
      c("`d` not given: {d}, from the kernel sum (dimension {signif(plain(found), 3)}).",
        i = "Give the dimension of the manifold as `d` where you know it."),
      "dimension"
    )
    d
  })
}
