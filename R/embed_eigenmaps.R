#' Laplacian eigenmaps
#'
#' Computes a low-dimensional embedding that places points close together if they are connected by
#' many short paths. The coordinates are the eigenvectors of a graph Laplacian with the smallest
#' eigenvalues after 0.
#'
#' Use it to see groups, cycles, and branches. Distances and areas in the embedding are distorted;
#' see [metric_riemannian()]. For an embedding that preserves distances along the data use
#' [embed_isomap()].
#'
#' @details If you supply a bandwidth, the coordinates of the default Laplacian (`"geometric"`,
#' `alpha` = 1) estimate eigenfunctions of the Laplace-Beltrami operator, independent of the
#' sampling density. For `"geometric"` and `"random_walk"` the columns are right eigenvectors with
#' \eqn{\sum_i \pi_i \phi_i^2 = 1}{sum_i pi_i phi_i^2 = 1}, where \eqn{\pi}{pi} is the stationary
#' distribution of the random walk. For the others they have length 1. The entry with the largest
#' absolute value is positive. Multiple eigenvalues come with all their copies, see
#' [graph_spectrum()].
#'
#' **Eigenvalues** are those of [graph_spectrum()] for the same graph: on the heat scale, and
#' without self loops unless `self_loops = TRUE`. Coordinates are ordered by the eigenvalues of the
#' random walk. If one of these is not positive, its coordinate has the eigenvalue `NA`, with a
#' warning. Then there are more coordinates than the graph resolves at this bandwidth.
#'
#' **The graph of pictures** is the default if you ask for at most three coordinates, supply no
#' `bandwidth`, and leave the graph to the function. It connects the `k` nearest neighbors (10) with
#' weights \eqn{\exp(-|x_i - x_j|^2 / (h_i h_j))}{exp(-|x_i - x_j|^2 / (h_i h_j))}. The scale
#' \eqn{h_i} of a point is proportional to the distance to its 7th neighbor. The geometric mean of
#' the scales is the bandwidth that [bw_gc()] selects, but at least half the mean of those
#' distances. The density exponent is 0. On tables with known classes these pictures separate the
#' classes better, on average, than those of the radius graph (`bench/README.md` in the sources).
#' The eigenvalues are those of \eqn{I - P}, where \eqn{P} is the walk on this graph. They do not
#' estimate those of \eqn{-\Delta}{-Delta}. If you want eigenvalues or geometry ([graph_spectrum()],
#' [metric_riemannian()]), supply a `bandwidth`, for example `bandwidth = bw_gc`. The graph is then
#' the radius graph of the theory, as it is for more coordinates. So the coordinates of
#' `embed_eigenmaps(x, 2)` are not the first two of `embed_eigenmaps(x, 8)`.
#'
#' **Few points.** If one percent of the points takes up nine tenths of the range of a coordinate or
#' more, a warning of class `lapscale_warning_few_points` names these points.
#'
#' **Components.** If the graph has several connected components, `"keep"` (the default) keeps all
#' rows, with a warning. The first coordinates are then the indicators of all components except the
#' largest, followed by the other coordinates. `"error"` is an error. `"largest"` embeds the largest
#' component, and the other rows are `NA`, with a warning. `"each"` returns a list with one
#' embedding per component, see [lapscale_embedding_list]. `"connect"` adds the shortest edges that
#' connect the components, with the weight of the kernel, but at least the smallest weight of the
#' graph.
#'
#' **Independent coordinates.** On a long strip the leading eigenvectors are waves along its length.
#' The second is a function of the first, and no coordinate shows the width. `coordinates =
#' "independent"` searches the first 14 eigenvectors (2 s + 2 if that is more) for a set of s that
#' contains the first and whose gradients are as close to orthogonal as possible. The score of a set
#' is the mean over the points of the logarithm of the volume that the principal directions of the
#' cometric span in these coordinates alone, each scaled to length 1 (Chen and Meila, 2019). Of the
#' sets within 0.1 of the best score, the one with the smallest sum of eigenvalues is used. The
#' print-out warns if the second of the leading coordinates is nearly a function of the first. If
#' two eigenvalues are close, an eigenvector of the sample mixes those of the manifold. More points
#' or another bandwidth separate them.
#'
#' **Large graphs.** The weights of a large graph are not stored if it contains all neighbors within
#' reach of the bandwidth, is connected, and has more than 4 million weights (with more than 100
#' columns, 200 million; not for `variance` or `"unnormalized"`). Instead they are computed anew in
#' each product, for 16 vectors at a time, from a start on a small part of the points. The
#' eigenvectors agree with those of the stored graph to residuals of 1e-7, and of 2e-4 of the
#' distance between the first two eigenvalues, and take a fraction of the time. The print-out says
#' so.
#'
#' **Landmarks.** With `landmarks = m` the eigenvectors are computed on `m` points that cover the
#' data. Each is the point farthest from those before it. It has a weight for the number of points
#' to which it is the nearest, and the degrees are those of all `n` points. The other points are
#' placed like new points, see [predict()][predict.lapscale_embedding]. The bandwidth is selected
#' from all points. In a graph without self loops, a landmark gets the self loop of the points that
#' it represents: the mean weight of a step to another of them. On a sphere of 6000 points at h =
#' 0.3, the coordinates of 1000 landmarks span the same space up to a cosine of 0.999. The fit keeps
#' the landmarks only. If the bandwidth is below the distance of neighboring landmarks, the
#' coordinates are those of another operator, and there is a warning.
#'
#' @inheritParams bw_gc
#' @inheritParams heat_graph
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; a `dist`, after which
#'   [predict()] takes rows of distances to its points; or a graph, for which `predict()` cannot
#'   place new points: a [lapscale_graph], neighbor lists with a `bandwidth`, an igraph, or a sparse
#'   symmetric Matrix of weights (see [as_heat_graph()]). Make numbers of factors with
#'   `model.matrix(~ . - 1, data)`, take `log1p()` of counts, and the principal components of a
#'   Seurat or SingleCellExperiment object.
#' @param n_components Number of coordinates s, a whole number below `n`. With `"gap"`, it is the
#'   number of eigenvalues before the largest ratio of consecutive eigenvalues of \eqn{I - P} among
#'   the first 11.
#' @param type,alpha Type and density exponent of the Laplacian, see [graph_laplacian()]. If `alpha`
#'   is `NULL` (the default), it is 0 for the graph of pictures and for graphs with given
#'   weights, and 1 otherwise.
#' @param graph Type of the graph, `"radius"`, `"knn"`, or `"dense"`, see [heat_graph()]. If `NULL`
#'   (the default), it is the graph of pictures of the Details if you ask for at most three
#'   coordinates and supply neither `bandwidth`, `cutoff`, `local_scale`, nor `landmarks`, and
#'   `"radius"` otherwise.
#' @param components What to do if the graph is not connected: `"keep"` (the default), `"error"`,
#'   `"largest"`, `"each"`, or `"connect"`, see Details.
#' @param variance `NULL` (the default), or a share between 0 and 1 that replaces `n_components`.
#'   Then there are as many coordinates as are needed for this share of \eqn{\sum_l
#'   \lambda_l^{2t}}{sum_l lambda_l^(2t)}, where \eqn{\lambda}{lambda} are the eigenvalues of the
#'   walk except the first (t = 1 for eigenmaps).
#' @param coordinates `"leading"` (the default) uses the eigenvectors with the smallest eigenvalues.
#'   `"independent"` uses a set of eigenvectors that are not functions of each other, see Details.
#' @param landmarks If `NULL` (the default), the method is fitted to all points. If it is a whole
#'   number of at least `n_components` + 2, the method is fitted to this number of points and the
#'   others are placed by the fit, see Details. It cannot be used with the Laplacian
#'   `"unnormalized"`.
#' @param ... Further arguments of [heat_graph()]: `k`, `symmetry`, `cutoff`, `self_loops`,
#'   `local_scale`, `weights`, and `neighbors`. If `x` is a list of neighbors, only `self_loops`,
#'   which is `FALSE` by default.
#' @return A [lapscale_embedding] of class `lapscale_eigenmaps`:
#'   - `as.matrix(e)`, the coordinates;
#'   - `e$eigenvalues`, which estimate the eigenvalues of \eqn{-\Delta}{-Delta}, in 1 / (unit of
#'     x)^2; see Details.
#' @section Errors and warnings:
#' `lapscale_error_argument` and the others of [heat_graph()]; `lapscale_error_disconnected` with
#' `components = "error"`. `lapscale_warning_disconnected`, `lapscale_warning_isolated`,
#' `lapscale_warning_degenerate`, `lapscale_warning_convergence`, `lapscale_warning_no_logarithm`,
#' `lapscale_warning_sparse_landmarks` where the kernel hardly reaches from one landmark to the
#' next.
#' @references Belkin, M. and Niyogi, P. (2003). Laplacian eigenmaps for dimensionality reduction
#'   and data representation. *Neural Computation* 15, 1373-1396.
#'   \doi{10.1162/089976603321780317}
#'
#'   Chen, Y.-C. and Meila, M. (2019). Selecting the independent coordinates of manifolds with large
#'   aspect ratios. *Advances in Neural Information Processing Systems 32*.
#' @seealso [predict.lapscale_embedding()] for new points, [plot.lapscale_embedding()],
#'   [embed_quality()], [metric_riemannian()] for the distortion of an embedding, [embed_relax()] to
#'   remove it, [embed_columns()] for the columns that explain a coordinate, [cluster_spectral()]
#'   for groups.
#' @examples
#' x <- sample_circle(300, noise = 0.02, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
#' e
#' plot(e)
#' predict(e, cbind(1, 0))
#' @export
embed_eigenmaps <- function(x, n_components = 2L, bandwidth = NULL,
                            type = c("geometric", "random_walk", "symmetric", "unnormalized"),
                            alpha = NULL, graph = NULL,
                            components = c("keep", "error", "largest", "each", "connect"),
                            variance = NULL, coordinates = c("leading", "independent"), ...,
                            landmarks = NULL, na_action = "error", scale = FALSE, seed = NULL,
                            n_threads = NULL, progress = NULL) door({
  check_one_count(!missing(n_components), variance)
  type <- check_choice(type, c("geometric", "random_walk", "symmetric", "unnormalized"), "type")
  usual_alpha <- resolve_alpha(alpha, type)
  coordinates <- check_choice(coordinates, c("leading", "independent"), "coordinates")
  embed_by(
    eigenmaps_embedding(), x,
    list(
      bandwidth = bandwidth, type = type, alpha = if (!is.null(alpha)) usual_alpha,
      usual_alpha = usual_alpha, graph = graph, dots = list(...), landmarks = landmarks,
      coordinates = coordinates, is_picture = coordinates == "leading",
      normalized = type != "unnormalized" && coordinates == "leading"
    ),
    n_components, variance = variance,
    components = check_choice(components, component_policies, "components"),
    na_action = na_action, scale = scale, seed = seed, n_threads = n_threads, progress = progress
  )
})

eigenmaps_embedding <- function() {
  new_embedding_method(
    "eigenmaps", "Laplacian eigenmaps", prepare_spectral, fit_eigenmaps, extend_spectral,
    describe = function(settings) paste(sub("_", " ", settings$type), "Laplacian"),
    tunable = c("bandwidth", "k")
  )
}

fit_eigenmaps <- function(graph, problem, runtime) {
  type <- problem$type
  alpha <- alpha_of_graph(problem$alpha, graph, problem$usual_alpha)
  wanted <- problem$wanted
  independent <- problem$coordinates == "independent"
  if (independent) {
    if (!identical(wanted$rule, "number")) {
      abort_argument("`coordinates` = \"independent\" needs a number as `n_components`.")
    }
    wanted$count <- max(wanted$count, count_searched(wanted$count, nrow(graph$weights)))
  }
  found <- spectral_fit(graph, type, alpha, wanted, function(lambda) 1, runtime)
  ranked <- if (independent) {
    s <- problem$wanted$count
    rank_independent(found$vectors, found$values, s, s, walk_with_loops(graph, runtime), runtime)
  }
  selected <- if (independent) ranked$sets[, 1L] else seq_along(found$values)
  found$values <- found$values[selected]
  found$vectors <- found$vectors[, selected, drop = FALSE]
  if (independent) found$scree <- found$values
  gain <- 1 / (1 - found$values / found$laplacian@scale)
  shown <- if (has_heat_scale(found$laplacian)) on_heat_scale else function(values, laplacian) values
  eigenvalues <- shown(found$values, found$laplacian)
  warn_no_logarithm(eigenvalues, "Ask for fewer coordinates, or take another `bandwidth`.")
  warn_few_points(found$vectors, found$values / found$laplacian@scale, graph)
  list(
    coordinates = found$vectors, eigenvalues = eigenvalues,
    scree = shown(found$scree, found$laplacian),
    residuals = found$residuals[selected], selected = selected, candidates = ranked$candidates,
    bandwidth = graph$bandwidth,
    settings = c(list(type = type, alpha = alpha, bottom = found$scree), graph_settings(graph)),
    model = spectral_model(found, found$vectors, graph, gain, runtime)
  )
}
