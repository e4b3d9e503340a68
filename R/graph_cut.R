# Measures what a graph of nearest neighbors leaves out of the kernel.

# The share of the kernel's second moment sum_ij w_ij |x_j - x_i|^2, from which the Laplacian is
# computed, that lies beyond the neighbors in the graph, 0 to 1: i are up to 200 of the points.
#   weights  of the graph of nearest neighbors, a dgCMatrix, n x n
#   x        points, n x p;  handle: of the same in the core;  h: bandwidth, unit of x
#   runtime  of new_runtime()
share_beyond_neighbors <- function(weights, x, handle, h, runtime) {
  rows <- draw_points(x, min(nrow(x), 200L), 0)
  kept_weights <- weights[, rows, drop = FALSE]@x
  kept_weights <- kept_weights[kept_weights > 0]
  # The slope of sum_j w_ij in log h is 2 sum_j w_ij |x_j - x_i|^2 / h^2. `kernel_sums` are these
  # sums at two bandwidths, a column each, and `kernel_moment` the moment of all pairs over h^2.
  log_step <- 1e-3
  no_values <- matrix(0, 0, 0)
  kernel_sums <- cpp_heat_sums(
    handle, x[rows, , drop = FALSE], no_values, no_values, h * exp(c(-log_step, log_step)),
    numeric(), TRUE, runtime
  )$weight
  kernel_moment <- sum(kernel_sums[, 2L] - kernel_sums[, 1L]) / (4 * log_step)
  if (kernel_moment > 0) max(0, 1 + sum(kept_weights * log(kept_weights)) / kernel_moment) else 0
}

# A larger share, of share_beyond_neighbors(), is warned of: at 0.05 the eigenvalues of a sphere are
# some 0.8 of what they should be.
max_share_beyond <- 0.05

# The selectors whose bandwidth is that of a kernel over all pairs.
kernel_selectors <- c("gc", "lepski", "rec", "msvd", "kernel_sum", "rate")

# The share of the kernel's second moment that a graph of nearest neighbors leaves out, if a
# selector and not the user set its bandwidth; otherwise 0.
#   weights   of the graph, n x n;  checked: of as_points(): x;  handle: of the same in the core
#   choice    the bandwidth, list(value: unit of x; method: "given", or the name of a selector), of
#             resolve_bandwidth()
#   settings  of resolve_graph_settings(): type (name of the type of graph; 0 is returned if it does
#             not list neighbors), local_scale (0 is returned unless it is NULL)
#   runtime   of new_runtime()
share_beyond_by_selector <- function(weights, checked, handle, choice, settings, runtime) {
  by_selector <- graph_type(settings)$lists_neighbors && is.null(settings$local_scale) &&
    choice$method %in% kernel_selectors
  if (by_selector) share_beyond_neighbors(weights, checked$x, handle, choice$value, runtime) else 0
}

# Warns of eigenvalues of a graph of nearest neighbors that cuts off much of the kernel.
#   facts  of graph_facts(): list with cut (of share_beyond_by_selector(), NULL if it is not known),
#          k (number of neighbors), and bandwidth (unit of x)
warn_cut_kernel <- function(facts) {
  warn_if(isTRUE(facts$cut > max_share_beyond),
          c("The graph of {facts$k} nearest neighbors cuts the kernel of bandwidth
             {signif(facts$bandwidth, 3)}: {round(100 * facts$cut)}% of its second moment lies
             beyond the neighbors, so the eigenvalues are too small, by that much or more.",
            i = "Use more neighbors, or `graph = graph_radius()`."), "cut_kernel")
}
