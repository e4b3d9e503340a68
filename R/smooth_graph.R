# The graph of the term of ?smooth.construct.lap.smooth.spec.

# Returns what `xt` asks for, or the default: list(type, k, local_scale, symmetry, cutoff,
# bandwidth).
resolve_term_graph <- function(xt, n) {
  bandwidth <- xt$bandwidth
  if (inherits(bandwidth, "lapscale_term_graph")) return(bandwidth)
  if (inherits(bandwidth, "bw_reml")) return(selection(bandwidth)$basis)
  if (!is.null(bandwidth)) return(radius_graph(bandwidth))
  nearest_graph(min(default_term_neighbors, n - 1L))
}

# The default of the study in bench/regression/.
default_term_neighbors <- 7L

# Describes the graph of the k nearest neighbors, each point with the distance to its k-th neighbor
# as its scale.
nearest_graph <- function(k) {
  new_term_graph(list(type = "knn", k = k, local_scale = k, bandwidth = 1))
}

radius_graph <- function(bandwidth) new_term_graph(list(type = "radius", bandwidth = bandwidth))

new_term_graph <- function(settings) structure(settings, class = "lapscale_term_graph")
