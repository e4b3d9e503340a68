# The basis of the term of ?smooth.construct.lap.smooth.spec: eigenvectors of a graph Laplacian, and
# their values at new rows.

# Computes the constant and the first eigenvectors of the graph of points.
#   points  checked points, each row once
#   type    list(type, k, local_scale, symmetry, cutoff, bandwidth), see resolve_term_graph()
#   size    number of basis functions, the constant included
#   power   m: the penalty is sum_j (lambda_j / lambda_1)^m beta_j^2
# Returns a list:
#   x, columns, scaling  the points as the graph takes them, for new rows
#   values   n x size, in units of a root mean square of 1
#   penalty  length size: (lambda_j / lambda_1)^m, 0 of the constant
#   scale    length n: distance to the neighbor `reach`
#   limit    the largest prior variance among the neighbors of a row that has a value
#   graph    list(type, k, local_scale, bandwidth, n_components), for print() and glance()
new_term_basis <- function(points, type, size, power, runtime) {
  spectrum <- term_spectrum(points, type, size, runtime)
  basis <- c(
    list(x = points$x, columns = points$columns, scaling = points$scaling),
    spectrum[c("values", "graph")],
    list(penalty = term_penalty(spectrum$eigenvalues, power))
  )
  handle <- release_later(hold_points(basis$x, runtime))
  basis$reach <- min(n_interpolating, nrow(basis$x) - 1L)
  lists <- nearest_lists(handle, basis$reach, runtime)
  distance <- lists$distance[at_place(lists, basis$reach)] * cpp_unit(handle)
  basis$scale <- pmax(distance, min(distance[distance > 0]))
  basis$limit <- spread_limit(basis, handle, runtime)
  basis
}

# Returns list(values, eigenvalues, graph).
term_spectrum <- function(points, type, size, runtime) {
  graph <- rlang::inject(graph_of_points(
    points, type$bandwidth, type$type, runtime, !!!type[intersect(edge_arguments, names(type))],
    seed = 1, n_vectors = size
  ))
  on.exit(release_weights(graph$weights))
  n_components <- length(components_of(graph$weights)$sizes)
  refuse_if(n_components >= size,
            c("`k` = {size} is too small: the graph has {n_components} components.",
              i = "A larger `bandwidth`, a graph of more neighbors, or a larger `k` may help."),
            "disconnected")
  laplacian <- laplacian_of_graph(graph, "geometric", alpha_of_graph(NULL, graph, 1), runtime)
  pairs <- first_pairs(bottom_of_spectrum(laplacian, size, runtime), size)
  warn_not_converged(pairs)
  values <- pairs$vectors / rep(sqrt(colMeans(pairs$vectors^2)), each = nrow(pairs$vectors))
  values[, 1L] <- 1
  eigenvalues <- if (has_heat_scale(laplacian)) on_heat_scale(pairs$values, laplacian) else
    pairs$values
  list(
    values = values, eigenvalues = eigenvalues,
    graph = list(
      type = graph$type, k = graph$k, local_scale = graph$local_scale,
      bandwidth = graph$bandwidth * exp(mean(log(graph$own_scales$scale %||% 1))),
      n_components = n_components, is_candidate = isTRUE(attr(type, "is_candidate"))
    )
  )
}

# Returns the penalty of each function. Functions that only show the component of a row are
# penalized like the first one that varies within a component. Eigenvalues without a logarithm are
# raised to the largest that has one.
term_penalty <- function(eigenvalues, power) {
  unknown <- is.na(eigenvalues)
  warn_if(mean(unknown) > max_unknown,
          c("{sum(unknown)} of {length(unknown)} eigenvalues of the graph have no logarithm and get
             the penalty of the largest that has one.",
            i = "A smaller `k` or a smaller `bandwidth` helps."), "no_logarithm")
  eigenvalues[unknown] <- max(eigenvalues, na.rm = TRUE)
  positive <- eigenvalues > 1e-10 * max(eigenvalues)
  lowest <- min(eigenvalues[positive])
  penalty <- (pmax(eigenvalues, lowest) / lowest)^power
  c(0, penalty[-1L])
}

# Warns if more than this share of the eigenvalues has no logarithm.
max_unknown <- 0.1

# ---- new rows ------------------------------------------------------------------------------------

# A new row gets the weighted mean of the basis at so many nearest points (all graphs): extending
# eigenvectors by the walk of the graph instead divides by its eigenvalues, which may be near zero,
# and mixes strands that are near each other (notes/regression.md).
n_interpolating <- 7L

# Computes interpolation weights, m x n: exp(-4 u) / u with u = d^2 / (s_i s), s_i and s the
# distances of the point and of the row to their neighbor `reach`. A row at a point gets its values.
interpolation_weights <- function(basis, lists, unit) {
  row <- listing_points(lists)
  square <- (lists$distance * unit)^2
  scale <- lists$distance[at_place(lists, basis$reach)] * unit
  u <- square / (basis$scale[lists$index] * pmax(scale, min(basis$scale))[row])
  nearest <- u[at_place(lists, 1L)]
  weight <- ifelse(nearest[row] > 0, exp(-4 * (u - nearest[row])) * (nearest[row] / u), as.double(u == 0))
  weight <- weight / rowsum(weight, row, reorder = FALSE)[row]
  Matrix::sparseMatrix(
    i = row, j = lists$index, x = weight, dims = c(length(scale), nrow(basis$x))
  )
}

# Returns list(values, spread) of rows: the mean of the basis over their neighbors, and the variance
# of the prior among these: sum_j |f_j(neighbor) - mean|^2 / penalty_j.
interpolate_basis <- function(basis, lists, unit) {
  weights <- interpolation_weights(basis, lists, unit)
  values <- as.matrix(weights %*% basis$values)
  varying <- basis$penalty > 0
  prior <- rep(1 / basis$penalty[varying], each = nrow(basis$values))
  square <- rowSums(basis$values[, varying, drop = FALSE]^2 * prior)
  mean_square <- rowSums(values[, varying, drop = FALSE]^2 *
                           rep(1 / basis$penalty[varying], each = nrow(values)))
  list(values = values, spread = as.vector(weights %*% square) - mean_square)
}

# Finds how much the prior varies among the neighbors of points, each without itself. A row whose
# neighbors differ by more lies between parts of the graph that are far apart along its edges.
spread_limit <- function(basis, handle, runtime) {
  n <- nrow(basis$x)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  near <- cpp_query_nearest(handle, basis$x[rows, , drop = FALSE], min(basis$reach + 1L, n), runtime)
  others <- seq_along(near$index)[-at_place(near, 1L)]
  size <- diff(near$begin) - 1L
  lists <- list(
    begin = c(0L, cumsum(size)), index = near$index[others], distance = near$distance[others]
  )
  limit_factor * max(interpolate_basis(basis, lists, cpp_unit(handle))$spread)
}

limit_factor <- 2

# Returns the basis at rows, m x size. A row that is too far from all points, or between parts of
# the graph, is NA with a warning.
#   rows  n x r, in the columns of the points as they were given
extend_basis <- function(basis, rows, runtime, far = "na") {
  rows <- scale_points(rows, basis$scaling, "newdata")
  handle <- release_later(hold_points(basis$x, runtime))
  near <- cpp_query_nearest(handle, rows, basis$reach, runtime)
  extended <- interpolate_basis(basis, near, cpp_unit(handle))
  if (far == "na") {
    reach <- settle_reach(new_reach(k = basis$reach), basis$x, handle, runtime)
    is_far <- novelty_at(reach, basis$x, rows, handle, runtime) > 1
    is_between <- !is_far & extended$spread > basis$limit
    warn_no_value(which(is_far), "too far from all points of the term")
    warn_no_value(which(is_between), "between parts of the graph that are far apart along its edges")
    extended$values[is_far | is_between, ] <- NA_real_
  }
  extended$values
}

warn_no_value <- function(rows, place) {
  warn_if(length(rows),
          c("{length(rows)} row{?s} {?is/are} {place}, and {?its/their} prediction is NA (row{?s}
             {shorten(rows)}).",
            i = "`xt = list(far = \"keep\")` predicts them all the same."), "far")
}
