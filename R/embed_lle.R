#' Locally linear embedding
#'
#' @description
#' Computes a low-dimensional embedding in which each point is the same weighted mean of its
#' neighbors as in the data. Each point is first reconstructed from its nearest neighbors. The
#' coordinates are those that the same weights reconstruct best.
#'
#' **When to use it.** Use it to unroll a surface, preferably with `method = "modified"`, because
#' the standard method bends and narrows the surface. If lengths should be preserved, use
#' [embed_isomap()].
#'
#' @details
#' **Standard.** Row i of \eqn{W} contains the weights, with sum 1, that reconstruct point i from
#' its `k` nearest neighbors with the smallest squared error, regularized by `ridge` times the trace
#' of the local Gram matrix. The coordinates are the eigenvectors of \eqn{(I - W)'(I - W)} with the
#' smallest eigenvalues after that of the constant. They are centered and uncorrelated, with a mean
#' square of one.
#'
#' **Modified.** If a point has more neighbors than there are dimensions, many weight vectors
#' reconstruct it equally well. The standard method uses one of them, which bends the coordinates.
#' The modified method uses several: one for each direction in which the neighborhood is flat (Zhang
#' and Wang, 2006). The coordinates are the eigenvectors of \eqn{\sum_l (I - W_l)'(I - W_l)}{sum_l
#' (I - W_l)'(I - W_l)}. `k` must be larger than `n_components`.
#'
#' **Hessian.** The coordinates are the functions whose second derivatives in the tangent planes are
#' smallest (Donoho and Grimes, 2003). `k` must be at least \eqn{s (s + 3) / 2} for \eqn{s} =
#' `n_components`.
#'
#' Rows that coincide count as one point, and get the same coordinates. There is no argument
#' `weights`, because how a point is reconstructed from its neighbors does not depend on how many
#' observations it stands for.
#'
#' **Components.** If the graph has several connected components, `"keep"` (the default) keeps all
#' rows, with a warning, and the first coordinates only separate the components. The other choices
#' are as in [embed_isomap()].
#'
#' @inheritParams embed_isomap
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3.
#' @param k Number of nearest neighbors, below `n`, including all ties (see [heat_graph()]). If
#'   `NULL` (the default), it is 12, or all other points if there are fewer.
#' @param ridge Regularization, a positive number, relative to the trace of the local Gram matrix.
#'   The default is 0.001.
#' @param method If `"standard"` (the default), each point has one weight vector. If `"modified"`,
#'   it has several, and if `"hessian"`, second derivatives are minimized. See Details.
#' @param components What to do if the graph is not connected: `"keep"` (the default), `"error"`,
#'   `"largest"`, `"each"`, or `"connect"`, see Details.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`).
#' @return A [lapscale_embedding] of class `lapscale_lle`:
#'   - `as.matrix(e)`, the coordinates, n x s, with mean square 1;
#'   - `e$eigenvalues`, the eigenvalues of \eqn{(I - W)'(I - W)} (for the other methods, of the sum
#'     that they minimize), increasing.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_error_no_scale` if all points coincide;
#' - `lapscale_error_memory` if the data do not fit into memory;
#' - `lapscale_error_disconnected` if the graph is not connected, with `components = "error"`;
#' - `lapscale_warning_disconnected` if the graph is not connected;
#' - `lapscale_warning_convergence` if an iteration did not converge;
#' - `lapscale_message_multiple` if the last coordinate shares its eigenvalue with the next. With
#'   `method = "hessian"`, also if a tangent plane is one choice of many, because the points around
#'   it are equally wide in two directions, as on a lattice;
#' - `lapscale_message_duplicates` if points coincide with their neighbors.
#' @references Donoho, D. L. and Grimes, C. (2003). Hessian eigenmaps: locally linear embedding
#'   techniques for high-dimensional data. *PNAS* 100, 5591-5596. \doi{10.1073/pnas.1031596100}
#'
#'   Roweis, S. T. and Saul, L. K. (2000). Nonlinear dimensionality reduction by locally
#'   linear embedding. *Science* 290, 2323-2326. \doi{10.1126/science.290.5500.2323}
#'
#'   Saul, L. K. and Roweis, S. T. (2003). Think globally, fit locally. *Journal of Machine Learning
#'   Research* 4, 119-155.
#'
#'   Zhang, Z. and Wang, J. (2006). MLLE: modified locally linear embedding using multiple weights.
#'   *Advances in Neural Information Processing Systems 19*, 1593-1600.
#' @seealso [embed_isomap()], [embed_eigenmaps()], [predict.lapscale_embedding()] for new points,
#'   [plot.lapscale_embedding()], [embed_quality()].
#' @examples
#' x <- sample_swiss_roll(400, seed = 1)
#' e <- embed_lle(x, 2, k = 12)
#' plot(e, colour = attr(x, "parameters")[, 1])
#' plot(embed_lle(x, 2, k = 12, method = "modified"), colour = attr(x, "parameters")[, 1])
#' plot(embed_lle(swiss, 2, k = 12, scale = TRUE), names = TRUE)
#' @export
embed_lle <- function(x, n_components = 2L, k = NULL, ridge = 1e-3,
                      method = c("standard", "modified", "hessian"),
                      components = c("keep", "error", "largest", "each", "connect"), scale = FALSE,
                      ...) door({
  components <- check_choice(components, component_policies, "components")
  method <- check_choice(method, c("standard", "modified", "hessian"), "method")
  ridge <- check_number(ridge, "ridge", above = 0)
  embed_by("lle", x, list(k = k, ridge = ridge, method = method), arguments())
}, .takes = list("points", "run"))

# Locally linear embedding, as new_embedding_method() describes an embedding.
lle_embedding <- function() new_embedding_method(
  "lle", "Locally linear embedding", embed_lle, prepare_lle, fit_lle, extend_barycentric,
  describe = function(settings) {
    switch(settings$weights, modified = "several weights per point", hessian = "Hessian")
  },
  tunable = "k"
)

# The `prepare` of new_embedding_method(), of points x: the lists of neighbors. Returns what
# join_nearest() does: list(graph: with lists of neighbors as weights; points: of point_table();
# target: of resolve_n_components(); k; has_copies: whether rows coincide).
#   x         points as the user gave them
#   settings  list of k (number of neighbors, NULL: 12, or more if the method needs them) and
#             method, a word, see min_neighbors()
#   args      the arguments that all embeddings have, see embed_by()
#   runtime   of new_runtime()
#   ...       further arguments of prepare_points(), for as_points()
# Of prepare_points(), `problem` has the checked points as its graph, with names of columns.
prepare_lle <- function(x, settings, args, runtime, ...) {
  problem <- prepare_points(x, args, ...)
  check_spread(problem$points$x, columns = problem$graph$columns)
  # list(first: the first row of each of n sets of equal rows; index: the set of each row; count).
  places <- group_equal_rows(problem$points$x)
  n <- length(places$first)
  min_k <- min_neighbors(settings$method, problem$target)
  k <- check_neighbors(settings$k %||% min(max(12L, min_k), n - 1L), "k", length(places$index))
  refuse_if(k < min_k && n > min_k,
            "`k` = {k} must be at least {min_k} for `n_components` = {problem$target$count} here.")
  k <- min(k, n - 1L)
  refuse_if(k < min_k || isTRUE(problem$target$count >= n),
            "`n_components` = {problem$target$count} is too many for {n} different rows.")
  join_nearest(problem, k, places, runtime)
}

# Returns the smallest number of neighbors that a method needs for as many coordinates.
#   method  of the weights: "standard", "modified", "hessian", or "tangent" (of embed_ltsa())
#   target  of resolve_n_components(): count (the number of coordinates, NULL: the data decide,
#           which only "standard" allows)
min_neighbors <- function(method, target) {
  d <- target$count
  refuse_if(method != "standard" && is.null(d),
            "`n_components` must be a number here: of how many directions to look at.")
  switch(method, standard = 1L, hessian = d * (d + 3) / 2, d + 1)
}

# The factor F that coordinates are to be orthogonal to, such as (I - W)' of the weights that
# reconstruct each point, and the bottom of the spectrum of F F', such as (I - W)'(I - W).
#   graph    of join_nearest(), or a component: weights (column j has the neighbors of point j),
#            rows (which row of the data each point is), lengths (FALSE)
#   problem  of prepare_lle(): points (of point_table()), has_copies (whether rows coincide), target
#            (how many coordinates, of resolve_n_components()), with method ("standard",
#            "modified", "hessian", or "tangent") and ridge (of the weights, a number)
#   runtime  of new_runtime()
# Returns a list: factor (F, sparse, with a row for each of the n different points), values
# (increasing, of the s coordinates), vectors (a row per point x s, orthonormal on the different
# points), residuals (length s), scree (all values that were computed but the first), n, and zero
# (up to which values are 0 except for rounding; NULL of a graph in several components).
lle_spectrum <- function(graph, problem, runtime) {
  x <- points_of_graph(graph, problem$points)
  pattern <- edge_pattern(graph)
  lists <- graph$weights
  # list(first: the first row at each place; index: the place of each row); NULL: no rows coincide.
  places <- if (problem$has_copies) group_equal_rows(x)
  if (!is.null(places)) {
    x <- pick_points(x, places$first)
    lists <- lists[places$first, places$first, drop = FALSE]
    pattern <- pattern[places$first, places$first, drop = FALSE]
  }
  n <- nrow(x)
  handle <- release_on_exit(acquire_points(x, runtime))
  factor <- if (problem$method == "standard") {
    lists@x <- cpp_barycentric_weights(handle, x, lists@p, lists@i + 1L, problem$ridge, runtime)
    as_dgCMatrix(Matrix::Diagonal(n) - lists)
  } else {
    d <- problem$target$count
    if (problem$method != "modified") note_round_neighborhoods(x, lists, d)
    list_sizes <- as.double(diff(lists@p))
    check_memory(8 * 6 * sum(list_sizes * (list_sizes - d)), "x", "several weights per neighbor")
    has_quadratic <- problem$method == "hessian"
    # list(count: number of vectors of each point; weight: one vector after another).
    weight_vectors <- if (problem$method == "modified")
      cpp_modified_lle_weights(handle, lists@p, lists@i + 1L, d, problem$ridge, runtime) else
      cpp_tangent_residuals(handle, lists@p, lists@i + 1L, d, has_quadratic, runtime)
    residual_columns(lists, weight_vectors)
  }
  # Of functions constant on each component, the first constant on all: n x number of components.
  constants <- constant_basis(pattern)
  n_candidates <- count_candidates(problem$target, n - 1L)
  # One more, to see whether the last eigenvalue is simple.
  bottom <- inverse_iteration(factor, min(n_candidates + 2L, n), constants, runtime)
  columns <- seq_len(decided_count(problem$target, bottom$values[seq_len(n_candidates) + 1L])) + 1L
  vectors <- fix_signs(bottom$vectors[, columns, drop = FALSE])
  list(
    factor = factor, values = bottom$values[columns], scree = bottom$values[-1L],
    vectors = if (is.null(places)) vectors else vectors[places$index, , drop = FALSE],
    residuals = bottom$residuals[columns], n = n,
    zero = if (ncol(constants) == 1L) 1e-13 * max(Matrix::rowSums(factor^2))
  )
}

# Shows a message if tangent planes are one choice of many: around points whose neighborhood is as
# wide in principal direction d as in the next. Looks at a few points, the same ones in any order of
# the rows.
#   x           points, n x p
#   lists       sparse n x n: the neighbors of each point are the rows of its column
#   d           dimension of the planes;  max_points: number of points that are looked at
note_round_neighborhoods <- function(x, lists, d, max_points = 200L) {
  is_round <- vapply(utils::head(canonical_order(x), max_points), function(i) {
    neighborhood <- x[c(i, lists@i[seq(lists@p[[i]] + 1, lists@p[[i + 1L]])] + 1L), , drop = FALSE]
    widths <- svd(scale(as.matrix(neighborhood), scale = FALSE), 0L, 0L)$d
    length(widths) > d && widths[[d + 1L]] > max((1 - 1e-8) * widths[[d]], 1e-5 * widths[[1L]])
  }, NA)
  inform_if(any(is_round),
            "The tangent planes are one choice of many: around {sum(is_round)} of
             {length(is_round)} points, direction {d} is as wide as the next.", "multiple")
}

# A sparse matrix, n x c, with a column of sum zero for each point i and each of its weight vectors
# w, c in all: (sum of w) e_i - w.
#   lists           sparse n x n: column i lists the neighbors of i
#   weight_vectors  list(count: number of vectors of each point; weight: one vector after another,
#                   each with an element for each neighbor of its point)
residual_columns <- function(lists, weight_vectors) {
  # Of each column of the result: number of neighbors, and where the list of its point begins.
  list_size <- rep(diff(lists@p), weight_vectors$count)
  list_begin <- rep(lists@p[-length(lists@p)], weight_vectors$count)
  n_columns <- length(list_size)
  column <- rep(seq_len(n_columns), list_size)
  point <- rep(seq_len(ncol(lists)), weight_vectors$count)
  Matrix::sparseMatrix(
    i = c(point, lists@i[sequence(list_size, list_begin + 1L)] + 1L),
    j = c(seq_len(n_columns), column),
    x = c(rowsum(weight_vectors$weight, column, reorder = FALSE), -weight_vectors$weight),
    dims = c(ncol(lists), n_columns)
  )
}

# Fits coordinates by local linear embedding: what new_embedding_method() takes as `fit`. Returns
# the `fit` of new_embedding(); the columns have mean square 1 over the different points.
#   graph    of join_nearest(), or a component: weights (n x n; column j has the neighbors of point
#            j), rows (which row of the data each point is)
#   problem  of prepare_lle(): points (of point_table()), k (number of neighbors), has_copies,
#            target, with method and ridge, see lle_spectrum()
#   runtime  of new_runtime()
fit_lle <- function(graph, problem, runtime) {
  # list(factor, values, vectors (n x s), scree, residuals, n, zero).
  spectrum <- lle_spectrum(graph, problem, runtime)
  coordinates <- spectrum$vectors * sqrt(spectrum$n)
  list(
    coordinates = coordinates, eigenvalues = spectrum$values, scree = spectrum$scree,
    residuals = spectrum$residuals, zero = spectrum$zero,
    settings = list(k = problem$k, ridge = problem$ridge, weights = problem$method),
    model = barycentric_model(coordinates, problem, points_of_graph(graph, problem$points))
  )
}

# The `model` of an embedding whose new points are weighted means of neighbors: list(coordinates, k,
# ridge, first). Of points that coincide the first stands for all: coordinates have a row for each
# of them, and `first` their numbers, NULL if no points coincide.
#   coordinates  n x s;  x: the same points, n x p
#   problem      list with k, the number of neighbors, and ridge of the weights
barycentric_model <- function(coordinates, problem, x) {
  first <- group_equal_rows(x)$first
  list(
    coordinates = coordinates[first, , drop = FALSE], k = min(problem$k, length(first)),
    ridge = problem$ridge, first = if (length(first) < nrow(x)) first
  )
}

# The `extend` of new_embedding_method(): coordinates of new points, m x s, weighted means of those
# of their nearest points.
#   model   of barycentric_model(): coordinates (n x s), k (number of neighbors), ridge
#   handle  of the n different points of the fit in the core;  query: m x r, new points
#   runtime  of new_runtime(): number of threads
# `nearest` are lists of neighbors, list(begin, index, distance); `weight` has a weight, and
# `weighted_coordinates` a row, for each element of these lists.
extend_barycentric <- function(model, handle, query, runtime) {
  nearest <- cpp_query_nearest(handle, query, model$k, runtime)
  index <- nearest$index
  weight <- cpp_barycentric_weights(handle, query, nearest$begin, index, model$ridge, runtime)
  weighted_coordinates <- weight * model$coordinates[index, , drop = FALSE]
  coordinates <- unname(rowsum(weighted_coordinates, list_rows(nearest)))
  coordinates[!is.finite(nearest$distance[nth_neighbors(nearest, 1L)]), ] <- NA_real_
  at_points(coordinates, handle, query, model$coordinates, runtime)
}
