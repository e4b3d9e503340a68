# The doubly stochastic Laplacian: a factor for each point makes the rows of the kernel sum to 1, so
# that noise, which multiplies the row of a point, is scaled away (notes/noise.md).

# Returns the doubly stochastic Laplacian of a graph, a lapscale_laplacian. An error if rows cannot
# be scaled.
#   graph    a lapscale_graph: weights (n x n), mass (how many observations each point stands for, 1
#            or length n), own_scales (of local_scales(), or NULL). It gets factor, what the weights
#            of each point are multiplied by
#   alpha    exponent of the density
#   runtime  of new_runtime()
doubly_stochastic_laplacian <- function(graph, alpha, runtime) {
  refuse_unscalable_graph(graph)
  weights <- weights_to_scale(graph)
  mass <- rep_len(graph$mass, nrow(weights))
  is_linked <- row_totals(weights, runtime) > 0
  # Of the points with edges: list(scale: the factor u of each, with which its row sums to 1;
  # density: q of each, see graph_laplacian(); residual: the largest error of these sums).
  scaling <- cpp_doubly_stochastic(
    weights[is_linked, is_linked, drop = FALSE], mass[is_linked], runtime
  )
  refuse_if(!isTRUE(scaling$residual < 1e-6),
            c("`graph` has no doubly stochastic form: its rows cannot be scaled to the sum 1 by a
               factor for each point.",
              i = "Use a larger `bandwidth`, a larger `cutoff`, or a dense graph."))
  graph$factor <- replace(mass, !is_linked, 0)
  graph$factor[is_linked] <- mass[is_linked] * scaling$scale * scaling$density^(1 / 2 - alpha)
  # The scaling is that of a degree to the power -1/2, and this density that of a degree.
  graph$factor <- graph$factor * scale_factor(graph$own_scales, alpha)
  walk_weights <- corrected_weights(weights, ifelse(is_linked, 1 / graph$factor, 0), 1, runtime)
  degree <- row_totals(walk_weights, runtime)
  check_corrected(degree, as.numeric(is_linked), alpha)
  new_laplacian(walk_weights, degree, "doubly_stochastic", alpha, graph)
}

# Raises an error for a graph of landmarks, or one whose weights are not stored: these have no
# doubly stochastic form with a known limit.
#   graph  a lapscale_graph: weights (stored or not), landmarks and degree (NULL: it is of all
#          points)
refuse_unscalable_graph <- function(graph) {
  needs <- function(need) abort_argument("`type` = \"doubly_stochastic\" needs {need}.")
  if (!is.null(graph$landmarks) || !is.null(graph$degree)) needs("all points, not `landmarks`")
  if (!is_stored(graph$weights)) needs("a graph whose weights are stored")
}

# Returns the weights of a graph, n x n, without the edges of points that cannot be scaled, see
# unscalable_points(): these points are then components of their own, with a warning. For a graph
# whose weights were given they are an error.
#   graph  a lapscale_graph: weights (n x n), rows (which row of the data each point is), of_kernel
#          (FALSE where the weights were given)
weights_to_scale <- function(graph) {
  weights <- graph$weights
  is_dropped <- logical(nrow(weights))
  while (length(new_unscalable <- unscalable_points(weights, is_dropped))) {
    is_dropped[new_unscalable] <- TRUE
    keep <- as.numeric(!is_dropped)
    weights <- without_edges(weights, keep)
  }
  if (any(is_dropped)) {
    words <- "{sum(is_dropped)} point{?s} {?has/have} no neighbor, or only one, which has others
              (first: row {graph$rows[which(is_dropped)[[1L]]]})."
    advice <- c(i = "Leave these rows out, or use a larger `bandwidth`, a larger `cutoff`, or a
                     dense graph.")
    refuse_if(!isTRUE(graph$of_kernel) || all(is_dropped),
              c(paste("`graph` has no doubly stochastic form:", words),
                advice))
    warn(c(paste(words, "Each is a component of its own."), advice), "isolated")
  }
  weights
}

# The numbers of points that cannot be scaled, because they have no weight, or a single neighbor
# that has others too; except those whose edges are dropped already.
#   weights  n x n;  is_dropped: length n, TRUE for points whose edges are dropped already
unscalable_points <- function(weights, is_dropped) {
  n_neighbors <- if (is.matrix(weights)) colSums(weights > 0) else diff(weights@p)
  neighbors_of <- function(i) which(weights[, i] > 0)
  with_one_neighbor <- which(n_neighbors == 1)
  is_unscalable <- vapply(with_one_neighbor, function(i) n_neighbors[[neighbors_of(i)]] > 1, NA)
  setdiff(c(which(n_neighbors == 0), with_one_neighbor[is_unscalable]), which(is_dropped))
}

# The weights, n x n, between points with keep = 1, and 0 for others.
#   keep  length n, 1 or 0
without_edges <- function(weights, keep) {
  if (is.matrix(weights)) return(weights * outer(keep, keep))
  weights@x <- weights@x * keep[weights@i + 1L] * rep(keep, diff(weights@p))
  Matrix::drop0(weights)
}
