# The weights of a heat-kernel graph of points, and refusals of what cannot be had.

# n x n weights: a plain matrix for a dense graph, else a dgCMatrix.
#   arg  what the user calls the bandwidth
graph_weights <- function(points, n, bandwidth, settings, runtime, call = caller_env(),
                          arg = "bandwidth") {
  rlang::local_error_call(call)
  dense <- settings$type == "dense"
  if (settings$type == "knn") {
    check_list_memory(n, settings$k, "k")
    arg <- "k"
  }
  if (!is.null(settings$local_scale)) {
    check_list_memory(n, settings$local_scale, "local_scale")
  }
  if (dense) check_memory(8 * n^2, "x", paste("a dense graph of", n, "points"))
  options <- list(
    bandwidth = bandwidth, within_radius = settings$type == "radius", k = settings$k %||% 0L,
    symmetry = settings$symmetry %||% "union", cutoff = settings$cutoff,
    self_loops = settings$self_loops, local_scale = settings$local_scale %||% 0L,
    most = min(2^31 - 1, if (is_much_memory(44 * n^2)) memory_limit() / 44)
  )
  options$listed <- settings$listed$lists
  too_many <- !dense && least_entries(points, n, options, runtime) > options$most
  found <- if (dense) {
    cpp_dense_graph(points, options, runtime)
  } else if (!too_many) {
    cpp_sparse_graph(points, options, runtime)
  }
  if (is.null(found)) {
    value <- if (arg == "k") settings$k else signif(bandwidth, 3)
    abort_too_many_entries(arg, value, options$most)
  }
  if (found$n_replaced == n) abort_no_local_scale(settings$local_scale)
  if (found$n_replaced > 0) {
    warn(
      "`local_scale`: {found$n_replaced} point{?s} coincide{?s/} with {?its/their} neighbour
       {settings$local_scale}; the median scale stands in.",
      "replaced"
    )
  }
  if (dense) {
    return(found$weights)
  }
  new("dgCMatrix", p = found$p, i = found$i, x = found$x, Dim = c(n, n))
}

# Entries that a radius graph has in all likelihood, told from the neighbours of a few points: three
# standard errors below the estimate. The graph itself is counted exactly while it is made.
#   options  as for cpp_sparse_graph()
least_entries <- function(points, n, options, runtime, sampled = 200L) {
  if (!options$within_radius || options$local_scale > 0L || n^2 <= options$most) {
    return(0)
  }
  rows <- cpp_sample_rows(n, min(n, sampled), 0)
  counts <- cpp_neighbor_counts(points, rows, options$bandwidth * options$cutoff, runtime)
  n * (mean(counts) - 3 * sd_of_mean(as.vector(counts)))
}

abort_too_many_entries <- function(arg, value, most, call = caller_env()) {
  most <- format(floor(most), big.mark = ",")
  abort(
    c("`{arg}` = {value} gives a graph of more than {most} entries, which does
       not fit into the {signif(memory_limit(call) / 2^30, 3)} GB of memory that may be used.",
      i = if (arg == "bandwidth") {
        "Take a smaller `bandwidth` or `cutoff`, or `type = \"knn\"`."
      } else {
        "Take a smaller `{arg}`."
      }),
    "memory",
    call = call
  )
}

abort_no_local_scale <- function(k, call = caller_env()) {
  abort(
    "`local_scale` = {k}: every point coincides with its neighbour {k}; the data have no scale
     there.",
    "no_scale",
    call = call
  )
}
