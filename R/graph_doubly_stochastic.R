# The doubly stochastic Laplacian: a factor for each point makes the rows of the kernel sum to 1, so
# that noise, which multiplies the row of a point, is scaled away (notes/noise.md).

# Returns the Laplacian of this type of a graph.
doubly_stochastic_laplacian <- function(graph, alpha, runtime) {
  check_scalable(graph)
  weights <- graph$weights
  mass <- rep_len(graph$mass, nrow(weights))
  found <- cpp_doubly_stochastic(weights, mass, runtime)
  if (!isTRUE(found$residual < 1e-6)) {
    abort_argument(
      c("`graph` has no doubly stochastic form: its rows cannot be scaled to the sum 1 by a factor
         for each point.",
        i = "Use a larger `bandwidth`, a larger `cutoff`, or a dense graph.")
    )
  }
  graph$factor <- mass * found$scale * found$density^(1 / 2 - alpha)
  weights <- corrected_weights(weights, 1 / graph$factor, 1, runtime)
  degree <- row_totals(weights, runtime)
  check_corrected(degree, 1, alpha)
  new("lapscale_laplacian",
    weights = weights, degree = degree, type = "doubly_stochastic", alpha = alpha,
    scale = laplacian_scale("doubly_stochastic", graph, NULL),
    graph = c(graph_facts(graph), graph["factor"])
  )
}

# Refuses graphs of which it is plain that they have no such form, or none with a known limit.
check_scalable <- function(graph) {
  needs <- function(what) abort_argument("`type` = \"doubly_stochastic\" needs {what}.")
  if (!is.null(graph$local_scale)) needs("one bandwidth for all points, not `local_scale`")
  if (!is.null(graph$landmarks) || !is.null(graph$degree)) needs("all points, not `landmarks`")
  if (is_matrix_free(graph$weights)) needs("a graph whose weights are stored")
  alone <- alone_in_scaling(graph$weights)
  refuse_first(
    graph$rows[alone],
    c("`graph` has no doubly stochastic form: {length(alone)} point{?s} {?has/have} no neighbor, or
       only one, which has others (first: row {first}).",
      i = "Leave these rows out, or use a larger `bandwidth`, a larger `cutoff`, or a dense graph.")
  )
}

# Finds the points without any weight, and those whose only weight would take all of a neighbor's
# sum.
alone_in_scaling <- function(weights) {
  linked <- if (is.matrix(weights)) colSums(weights > 0) else diff(weights@p)
  to <- function(i) if (is.matrix(weights)) which(weights[, i] > 0) else which(weights[, i] != 0)
  single <- which(linked == 1)
  ends <- vapply(single, function(i) linked[[to(i)]] > 1, NA)
  sort(c(which(linked == 0), single[ends]))
}
