# The weights of a heat-kernel graph of points, and refusals of what cannot be had.

#' The weights of a graph of points.
#'
#' @param handle A handle of n points in the core;  runtime: of new_runtime().
#' @param settings Of resolve_graph_settings(): type, k, symmetry, cutoff (in bandwidths),
#'   self_loops, local_scale (number of a neighbor); k, symmetry, and local_scale are NULL if the
#'   graph has none. Perhaps with listed, of find_listed_neighbors(), and own_scales, of
#'   local_scales(); without the latter, the scale of a point is the distance to that neighbor.
#' @param arg The argument that an error of memory names, but `k` if the type lists neighbors.
#' @param bandwidth A number, unit of x, or a multiple of local scales.
#' @return n x n, symmetric: a plain matrix for a dense graph, otherwise a dgCMatrix; of a type with
#'   weights of its own either.
#' @noRd
graph_weights <- function(handle, n, bandwidth, settings, runtime, arg = "bandwidth") {
  type <- graph_type(settings)
  is_dense <- type$is_complete
  if (type$lists_neighbors) {
    check_list_memory(n, settings$k, "k")
    arg <- "k"
  }
  if (!is.null(type$weights)) {
    weights <- type$weights(handle, n, bandwidth, settings, runtime)
    return(if (settings$self_loops) add_to_diagonal(weights, rep(1, n)) else weights)
  }
  if (!is.null(settings$local_scale)) check_list_memory(n, settings$local_scale, "local_scale")
  if (is_dense) check_memory(8 * n^2, "x", paste("a dense graph of", n, "points"))
  options <- list(
    bandwidth = bandwidth, within_radius = type$is_within, k = settings$k %||% 0L,
    symmetry = settings$symmetry %||% "union", cutoff = settings$cutoff,
    self_loops = settings$self_loops, local_scale = settings$local_scale %||% 0L,
    most = min(2^31 - 1, if (is_much_memory(44 * n^2)) memory_limit() / 44)
  )
  options$listed <- settings$listed$lists
  options$scale <- settings$own_scales$scale
  # The core returns list(weights), or p, i, and x of a dgCMatrix; with n_replaced, the number of
  # points whose local scale had to be replaced; NULL if entries are too many.
  too_many <- !is_dense && min_entries(handle, n, options, runtime) > options$most
  core_graph <- if (is_dense) cpp_dense_graph(handle, options, runtime) else
    if (!too_many) cpp_sparse_graph(handle, options, runtime)
  if (is.null(core_graph)) {
    value <- if (arg == "k") settings$k else signif(bandwidth, 3)
    max_entries <- thousands(floor(options$most))
    advice <- "Take a smaller `bandwidth` or `cutoff`, or `graph_knn()`."
    abort(c("`{arg}` = {value} gives a graph of more than {max_entries} entries, which does not
             fit into the {signif(memory_limit() / 2^30, 3)} GB of memory that may be used.",
            i = if (arg == "bandwidth") advice else "Take a smaller `{arg}`."), "memory")
  }
  n_replaced <- settings$own_scales$n_replaced %||% core_graph$n_replaced
  if (is.null(settings$own_scales) && n_replaced == n) abort_no_local_scale(settings$local_scale)
  warn_if(n_replaced > 0,
          c("{n_replaced} point{?s} coincide{?s/} with {?its/their} neighbor
             {settings$local_scale}, so the distance to it gives no local scale: the median of
             the other scales is used.",
            i = "Keep repeated rows once, and pass how often they occur as `weights`."), "replaced")
  core_graph$weights %||%
    new("dgCMatrix", p = core_graph$p, i = core_graph$i, x = core_graph$x, Dim = c(n, n))
}

# Sums over the weights of new points to those of a fit, of cpp_nystrom_extension(), or by the
# weights that the type of the graph has for new points: list(degree: sums of weights, m; mass: sums
# of weights times `mass`, m; sum: of these times each column of `values`, m x s; bandwidth: of each
# new point, m).
#   handle  of the n points of the fit in the core;  query: m x r, new points
#   mass    of each point of the fit, n numbers;  values: n x s
#   rule    which points a new one is joined to: rule of spectral_model(), or of extend_by_walk(), a
#           list with type (name of the type of graph, "given" or NULL: the heat kernel), bandwidth,
#           and others that the core reads
extension_sums <- function(handle, query, rule, mass, values, runtime) {
  new_weights <- graph_type(rule)$new_weights
  if (is.null(new_weights)) return(cpp_nystrom_extension(handle, query, rule, mass, values, runtime))
  weights <- new_weights(handle, query, rule$bandwidth, rule, runtime)
  list(degree = Matrix::rowSums(weights), mass = as.vector(weights %*% mass),
       sum = unname(as.matrix(weights %*% (mass * values))),
       bandwidth = rep(rule$bandwidth, nrow(query)))
}

# Estimates how many entries a radius graph has at least, from the neighbors of a few points: three
# standard errors below the estimate. Entries are counted exactly while the graph is made. 0 without
# an estimate, if entries cannot be too many or the graph is no radius graph of one bandwidth.
#   handle   of the n points in the core
#   options  of cpp_sparse_graph(), of which bandwidth, cutoff, within_radius, local_scale, and most
#            (the largest number of entries) are used
#   runtime  of new_runtime()
min_entries <- function(handle, n, options, runtime) {
  if (!options$within_radius || options$local_scale > 0L || n^2 <= options$most) return(0)
  counts <- sampled_neighbor_counts(handle, n, options$bandwidth * options$cutoff, runtime)
  n * (mean(counts) - 3 * se_of_mean(counts))
}

# Counts the other points within a radius of up to 200 of them, without those that coincide with
# them: a number per point.
#   handle  of the n points in the core;  radius: in the unit of x;  runtime: of new_runtime()
sampled_neighbor_counts <- function(handle, n, radius, runtime) {
  as.vector(cpp_neighbor_counts(handle, cpp_sample_rows(n, min(n, 200L), 0), radius, 1, runtime))
}
