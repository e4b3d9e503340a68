# What a graph of nearest neighbours leaves out of the kernel.

# The share of the kernel's second moment sum_j w_ij |x_j - x_i|^2, of which the Laplacian is made,
# that lies beyond the neighbours in the graph, over up to 200 points.
#   weights  dgCMatrix;  x, handle  the points
cut_share <- function(weights, x, handle, h, runtime) {
  rows <- draw_points(x, min(nrow(x), 200L), 0)
  kept <- weights[, rows, drop = FALSE]@x
  kept <- kept[kept > 0]
  # Of sum_j w_ij the slope in log h is 2 sum_j w_ij |x_j - x_i|^2 / h^2.
  step <- 1e-3
  none <- matrix(0, 0, 0)
  sums <- cpp_heat_sums(
    handle, x[rows, , drop = FALSE], none, none, h * exp(c(-step, step)), numeric(), TRUE, runtime
  )$weight
  all <- sum(sums[, 2L] - sums[, 1L]) / (4 * step)
  if (all > 0) max(0, 1 + sum(kept * log(kept)) / all) else 0
}

# A bandwidth beyond which the neighbours leave out no more than this is not worth a word: at 0.05
# the eigenvalues of a sphere are some 0.8 of what they should be.
most_cut <- 0.05

# Selectors whose bandwidth is that of a kernel over all pairs.
kernel_selectors <- c("gc", "lepski", "rec", "msvd", "kernel_sum", "rate")

# Where a selector, not the user, set the bandwidth of a graph of nearest neighbours.
#   chosen  of resolve_bandwidth();  arg: what the type of the graph is called
warn_cut_kernel <- function(weights, checked, handle, chosen, settings, runtime, arg) {
  by_selector <- settings$type == "knn" && chosen$method %in% kernel_selectors
  if (!by_selector || !is.null(settings$local_scale)) {
    return(invisible())
  }
  share <- cut_share(weights, checked$x, handle, chosen$value, runtime)
  if (share <= most_cut) {
    return(invisible())
  }
  here <- identical(as.double(chosen$k), as.double(settings$k))
  warn(
    c("`k` = {settings$k} cuts the kernel of bandwidth {signif(chosen$value, 3)}:
       {round(100 * share)} % of its second moment lies beyond the neighbours, so eigenvalues come
       out too small, by that much or more.",
      i = if (here) {
        "The bandwidth is already that for this graph; a larger `k` or `{arg} = \"radius\"` helps."
      } else if (!is.null(settings$listed$way)) {
        "A larger `k` or `{arg} = \"radius\"` helps."
      } else {
        "With `bandwidth` = NULL it is chosen for this graph; or take a larger `k`, or
         `{arg} = \"radius\"`."
      }),
    "cut_kernel"
  )
}
