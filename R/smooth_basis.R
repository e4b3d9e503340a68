# The basis of the term of ?smooth.construct.lap.smooth.spec: eigenvectors of a graph Laplacian, and
# their values at new rows.

# Computes the constant and the first eigenvectors of the graph of points.
# `graph_and_unit` is that of build_term_graph(), list(graph, unit), if the graph is built here,
# else NULL; `spectrum` is of term_spectrum(), and `lists` of nearest_lists().
#   term     of resolve_term(): points (of check_term_points() or points_of_term_graph()), type (of
#            new_term_graph(), NULL if there is a graph), graph (a lapscale_graph, or NULL)
#   size     number of basis functions, the constant included
#   power    m: the penalty is sum_j (lambda_j / lambda_1)^m beta_j^2
#   runtime  of new_runtime()
# Returns a list:
#   x        the n points as the graph takes them, n x r
#   order    which column of a new row each column of x is;  scaling: of find_scaling(), or NULL
#   values   n x size, the constant 1 first, each with root mean square 1
#   penalty  length size: (lambda_j / lambda_1)^m, 0 of the constant
#   n_near   number of nearest points between which a row is interpolated
#   scale    length n: distance to the neighbor `n_near`, unit of x, above 0
#   reach_rule  how far new rows may be, of settle_reach_rule()
#   sloped, limit  the largest spread, see interpolate_basis(), of a row that is interpolated with
#            a slope, and of one that has a value. A row of more lies between parts of the graph
#            that are far apart along its edges.
#   graph    list(type (its name), k and local_scale (or NULL), bandwidth, n_components, of
#            term_spectrum(); unit: the bandwidth of bw_gc() for the points, NULL if it was not
#            used; is_candidate: whether it is one of several that are compared), for print() and
#            glance()
new_term_basis <- function(term, size, power, runtime) {
  graph_and_unit <- if (is.null(term$graph)) build_term_graph(term$points, term$type, size, runtime)
  graph <- term$graph %||% graph_and_unit$graph
  on.exit(release_weights(graph$weights))
  spectrum <- term_spectrum(graph, size, runtime)
  spectrum$graph$unit <- graph_and_unit$unit
  spectrum$graph$is_candidate <- isTRUE(attr(term$type, "is_candidate"))
  basis <- c(
    term$points[c("x", "order", "scaling")],
    spectrum[c("values", "graph")],
    list(penalty = term_penalty(spectrum$eigenvalues, power))
  )
  acquire <- new_acquirer(runtime, "x")
  handle <- acquire("points", basis$x)
  basis$n_near <- min(n_interpolating, nrow(basis$x) - 1L)
  lists <- nearest_lists(handle, basis$n_near, runtime)
  distance <- lists$distance[nth_neighbors(lists, basis$n_near)] * cpp_unit(handle)
  basis$scale <- pmax(distance, min(distance[distance > 0]))
  spreads <- sort(neighbor_spreads(basis, handle, runtime))
  basis$sloped <- spreads[[ceiling(sloped_share * length(spreads))]]
  basis$limit <- max_spread * basis$sloped
  basis$reach_rule <- settle_reach_rule(new_reach_rule(k = basis$n_near), basis$x, acquire, runtime)
  basis
}

# Returns list(values: eigenvectors of the geometric Laplacian of a graph, n x size, each with root
# mean square 1, the first 1; eigenvalues, length size, NA where the heat scale has no logarithm;
# graph: list(type, k, local_scale, bandwidth (with local scales the geometric mean),
# n_components)). `pairs` is list(values, vectors, residuals, converged).
#   graph    a lapscale_graph of n points: weights (n x n), type, k, local_scale, bandwidth,
#            own_scales (of local_scales(), or NULL), see new_graph()
#   size     number of functions, the constant included
#   runtime  of new_runtime()
term_spectrum <- function(graph, size, runtime) {
  n_components <- length(components_of(graph$weights)$sizes)
  refuse_if(n_components >= size,
            c("`k` = {size} is too small: the graph has {n_components} components.",
              i = "A larger `bandwidth`, a graph of more neighbors, or a larger `k` may help."),
            "disconnected")
  laplacian <- laplacian_of_graph(graph, "geometric", alpha_of_graph(NULL, graph, 1), runtime)
  pairs <- first_eigenpairs(bottom_of_spectrum(laplacian, size, runtime), size)
  warn_not_converged(pairs)
  values <- pairs$vectors / rep(sqrt(colMeans(pairs$vectors^2)), each = nrow(pairs$vectors))
  values[, 1L] <- 1
  eigenvalues <- if (has_heat_scale(laplacian))
    on_heat_scale(pairs$values, laplacian, pairs$vectors) else pairs$values
  list(
    values = values, eigenvalues = eigenvalues,
    graph = list(
      type = graph$type, k = graph$k, local_scale = graph$local_scale,
      bandwidth = graph$bandwidth * exp(mean(log(graph$own_scales$scale %||% 1))),
      n_components = n_components
    )
  )
}

# Returns the penalty of each function, (lambda_j / lambda_1)^power, 0 of the constant, else 1 or
# more. Functions that only show the component of
# a row, or a part that weak edges connect, are penalized like the first one that varies within a
# component. Eigenvalues without a logarithm, which are NA, are raised to the largest that has one.
#   eigenvalues  of the functions, the constant first, increasing, or NA
#   power        a number, the exponent
term_penalty <- function(eigenvalues, power) {
  lacks_log <- is.na(eigenvalues)
  warn_if(mean(lacks_log) > max_unknown,
          c("{sum(lacks_log)} of the {length(lacks_log)} basis functions of the term are rougher
             than the graph can tell apart, and are all penalized like the roughest of the others.",
            i = "Use a smaller `k` or a smaller `bandwidth`."), "no_logarithm")
  eigenvalues[lacks_log] <- max(eigenvalues, na.rm = TRUE)
  # On a curve the first is about 1 / size^2 of the largest, and more in higher dimensions. Smaller
  # ones belong to parts that hardly hold together.
  is_positive <- eigenvalues > max(eigenvalues) / (10 * length(eigenvalues)^2)
  min_positive <- min(eigenvalues[is_positive])
  penalty <- (pmax(eigenvalues, min_positive) / min_positive)^power
  c(0, penalty[-1L])
}

# Warns if more than this share of the eigenvalues has no logarithm.
max_unknown <- 0.1

# ---- new rows ------------------------------------------------------------------------------------

# A new row is interpolated between this number of nearest points, whatever the graph. The extension
# of eigenvectors by the walk of the graph divides by eigenvalues that may be near zero, and mixes
# strands that are near each other (notes/regression.md).
n_interpolating <- 8L

# The share of the variance of the nearest points that is added to it in the local linear fit.
interpolation_ridge <- 0.1

# Rows whose neighbors differ by more than in this share of the points get no slope, which would
# lead across a gap.
sloped_share <- 0.95

# Rows whose neighbors differ by this multiple of the limit for slopes have no value. In samples
# without gaps these are less than 1% of new rows, and next to gaps most that would be wrong.
max_spread <- 6

# Returns list(values, spread) of rows: the basis, m x size, and the variance of the prior among the
# nearest points, sum_j Var(f_j) / penalty_j, length m.
#   basis  of new_term_basis(): x (n x r), values (n x size), scale (length n), sloped (the largest
#          spread of a row that gets a slope, NULL: not known yet), penalty (length size)
#   rows   new rows, m x r
#   lists  list(begin, index, distance): the nearest points of row i are elements begin[i] + 1 to
#          begin[i + 1] of index (numbers of points) and distance, nearest first
#   unit   a number: distances in `lists` times it are in the unit of x
# `weight` has a number for each element of the lists, sum 1 per row; matrix_of() makes an m x n
# sparse matrix of them. `offsets` are the nearest points of a row, and then these less the row.
interpolate_basis <- function(basis, rows, lists, unit) {
  weight <- distance_weights(basis, lists, unit)
  matrix_of <- function(weight) {
    Matrix::sparseMatrix(i = list_rows(lists), j = lists$index, x = weight,
                         dims = c(nrow(rows), nrow(basis$x)))
  }
  spread <- prior_spread(basis, matrix_of(weight))
  nearest_distance <- lists$distance[nth_neighbors(lists, 1L)]
  for (row in which(nearest_distance > 0 & spread <= basis$sloped %||% -Inf)) {
    elements <- seq.int(lists$begin[[row]] + 1L, lists$begin[[row + 1L]])
    offsets <- basis$x[lists$index[elements], , drop = FALSE]
    offsets <- offsets - rep(rows[row, ], each = length(elements))
    weight[elements] <- linear_weights(weight[elements], offsets)
  }
  list(values = as.matrix(matrix_of(weight) %*% basis$values), spread = spread)
}

# Returns exp(-2 u) / u, with sum 1 per row, for each element of the lists: u = d^2 / (s_i s), s_i
# and s the distances of the point and of the row to their neighbor `n_near`. A row at a point has
# weight 1 there.
#   basis  of new_term_basis(), with n_near (number of nearest points), scale (of each point)
#   unit   a number: distances in `lists` times it are in the unit of the points
#   lists  of the nearest points of the basis to each row, see interpolate_basis()
# `scale` is s of each row. Per element: `row` (its number), `least_u` (u of the point nearest to its
# row).
distance_weights <- function(basis, lists, unit) {
  row <- list_rows(lists)
  scale <- pmax(lists$distance[nth_neighbors(lists, basis$n_near)] * unit, min(basis$scale))
  u <- (lists$distance * unit)^2 / (basis$scale[lists$index] * scale[row])
  least_u <- u[nth_neighbors(lists, 1L)][row]
  decay <- exp(-2 * (u - least_u)) * (least_u / u)
  weight <- ifelse(least_u > 0, decay, as.double(u == 0))
  as.vector(weight / rowsum(weight, row, reorder = FALSE)[row])
}

# Changes weights of points, sum 1, to those of the local linear fit at the row, by a ridge:
# w - sqrt(w) (A A' + r I)^-1 A m, A = sqrt(w) (offsets - m), m their weighted mean. Returns a
# number per point, sum 1, which may be below 0.
#   weight  of the points, sum 1;  offsets: of the points from the row, points x columns
linear_weights <- function(weight, offsets) {
  center <- colSums(weight * offsets)
  scaled_offsets <- sqrt(weight) * (offsets - rep(center, each = length(weight)))
  gram <- tcrossprod(scaled_offsets)
  ridge <- interpolation_ridge * sum(diag(gram)) / 2
  if (!(ridge > 0)) return(weight)
  diag(gram) <- diag(gram) + ridge
  weight - sqrt(weight) * drop(solve(gram, scaled_offsets %*% center))
}

# The variance of a function with the prior of the penalty about its weighted mean over points, for
# each of m rows of weights: m numbers.
#   basis    of new_term_basis(), with penalty (of each function), values (n x size)
#   weights  m x n, sparse, each row sums to 1
prior_spread <- function(basis, weights) {
  is_varying <- basis$penalty > 0
  functions <- basis$values[, is_varying, drop = FALSE]
  functions <- functions / rep(sqrt(basis$penalty[is_varying]), each = nrow(functions))
  as.vector(weights %*% rowSums(functions^2)) - rowSums(as.matrix(weights %*% functions)^2)
}

# Returns the spread of some 500 points, a vector, each among its neighbors without itself.
#   basis    of new_term_basis(): x (n x r), n_near (number of nearest points), and what
#            interpolate_basis() needs, without `sloped`, so that no row gets a slope
#   handle   of its points in the core
#   runtime  of new_runtime()
neighbor_spreads <- function(basis, handle, runtime) {
  n <- nrow(basis$x)
  rows <- if (n > 500L) cpp_spread_rows(handle, 500L) else seq_len(n)
  query <- basis$x[rows, , drop = FALSE]
  nearest <- cpp_query_nearest(handle, query, min(basis$n_near + 1L, n), runtime)
  other_elements <- seq_along(nearest$index)[-nth_neighbors(nearest, 1L)]
  lists <- list(
    begin = c(0L, cumsum(diff(nearest$begin) - 1L)), index = nearest$index[other_elements],
    distance = nearest$distance[other_elements]
  )
  interpolate_basis(basis, query, lists, cpp_unit(handle))$spread
}

# Returns the basis at rows, m x size. A row that is too far from all points, or between parts of
# the graph, is NA with a warning.
#   basis    of new_term_basis(): x (n x r), order (of the columns of the rows), scaling (of
#            find_scaling(), or NULL), n_near (number of nearest points), reach_rule (of
#            settle_reach_rule(): how far rows may be), limit (the largest spread of a row that has
#            a value)
#   rows     new rows, m x r, in the columns of the points as the user gave them
#   runtime  of new_runtime()
#   far      "na", or "keep": then such a row is not NA
# `comparison` is list(novelty, above 1 where a row is far; x: the rows) of compare_with_fit(), and
# `interpolation` list(values, spread) of interpolate_basis().
extend_basis <- function(basis, rows, runtime, far = "na") {
  rows <- scale_points(unname(rows[, basis$order, drop = FALSE]), basis$scaling, "newdata")
  acquire <- new_acquirer(runtime, "x")
  comparison <- compare_with_fit(basis$reach_rule, basis$x, rows, acquire, runtime)
  handle <- acquire("points", basis$x)
  nearest <- cpp_query_nearest(handle, comparison$x, basis$n_near, runtime)
  interpolation <- interpolate_basis(basis, comparison$x, nearest, cpp_unit(handle))
  if (far == "na") {
    is_far <- comparison$novelty > 1
    is_between <- !is_far & interpolation$spread > basis$limit
    warn_no_value(which(is_far), "too far from all points of the term")
    warn_no_value(which(is_between), "between parts of the graph that its edges keep far apart")
    interpolation$values[is_far | is_between, ] <- NA_real_
  }
  interpolation$values
}

# Warns of new rows that have no value.
#   rows    numbers of new rows that are NA;  reason: why, as words after "rows are"
warn_no_value <- function(rows, reason) {
  n <- length(rows)
  warn_if(n > 0L,
          c("{n} row{?s} {?is/are} {reason}: {cli::qty(n)}{?its value is/their values are} NA
             ({cli::qty(n)}row{?s} {shorten(rows)}).",
            i = "`xt = list(far = \"keep\")` gives them the values of the nearest points."), "far")
}
