#' Laplacian eigenmaps
#'
#' Draws points in few coordinates so that those are near each other that many short steps join:
#' groups, cycles and branches show. Coordinates are the eigenvectors of a graph Laplacian with the
#' smallest eigenvalues after 0.
#'
#' @details
#' With the default Laplacian (`"geometric"`, `alpha` = 1) they estimate eigenfunctions of the
#' Laplace-Beltrami operator whatever the sampling density. Columns are right eigenvectors with
#' \eqn{\sum_i \pi_i \phi_i^2 = 1}{sum_i pi_i phi_i^2 = 1}, \eqn{\pi}{pi} the stationary
#' distribution of the walk (`"geometric"`, `"random_walk"`), or of length 1 (the others); the entry
#' of largest modulus is positive. Multiplicities are complete, see [graph_spectrum()].
#'
#' **Eigenvalues** are those of [graph_spectrum()] for the same graph: on the heat scale, without
#' self loops unless `self_loops = TRUE`. Coordinates are ordered by the eigenvalues of the random
#' walk. If one of these is not positive, its coordinate has the eigenvalue NA, with a warning:
#' there are more coordinates than the graph resolves at this bandwidth.
#'
#' **Components.** If the graph has several components, `"keep"` (the default) warns and keeps all
#' rows: the first coordinates are the indicators of the components but the largest, then come the
#' others. `"error"` refuses; `"largest"` embeds the largest component, other rows are NA, with a
#' warning; `"each"` gives a list with an embedding per component, see
#' [lapscale_embedding_list]; `"connect"` adds the shortest
#' edges that join the components (as heavy as the kernel says, but not lighter than the lightest
#' edge of the graph).
#'
#' **Independent coordinates.** On a long strip the leading eigenvectors are waves along its length:
#' the second is a function of the first, and nothing shows the width. `coordinates = "independent"`
#' searches among the first 14 eigenvectors (2 s + 2 if that is more) for the set of s, with the
#' first among them, whose gradients are closest to orthogonal: the mean over the points of the
#' logarithm of the volume that the principal directions of the cometric span in these coordinates
#' alone, each scaled to length 1 (Chen and Meila, 2019). Of the sets within 0.1 of the best, the
#' one with the smallest sum of eigenvalues is taken. `print()` points out when the second of the
#' leading coordinates is nearly a function of the first.
#' If two eigenvalues are close, an eigenvector of the sample mixes those of the manifold; more
#' points or another bandwidth separate them.
#'
#' **Large graphs.** A graph of all neighbours within reach of the bandwidth that is in one piece
#' and has more than 4 million weights is not stored (in up to 100 columns, or with more
#' than 200 million; not for `variance` or `"unnormalized"`): its weights are computed anew in each
#' product, with 16 vectors at a time, from a start on a small part of the points. The eigenvectors
#' are those of the stored graph, to residuals of 1e-7 and of 2e-4 of the first eigenvalue's
#' distance from the second, in a fraction of the time; print() says so.
#'
#' **Landmarks.** With `landmarks = m` the eigenvectors are found on `m` points that cover the data
#' (each time the point farthest from those taken), weighted by how many points each is nearest to,
#' with the degrees of all `n` points; all others are placed as
#' [predict()][predict.lapscale_embedding] places new points. The bandwidth is chosen on all points.
#' A graph without self loops gives a landmark the loop of the points that it stands for: the mean
#' weight of a step to another of them.
#' On a sphere of 6000 points at h = 0.3 the coordinates of 1000 landmarks span the same space to a
#' cosine of 0.999. The fit keeps the landmarks only. Where the bandwidth is below the distance of
#' neighbouring landmarks, coordinates are those of another operator: a warning says so.
#'
#' @inheritParams bw_gc
#' @inheritParams heat_graph
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; or a graph, which cannot
#'   place new points: a [lapscale_graph], neighbour lists with a `bandwidth`, an igraph, a sparse
#'   symmetric Matrix of weights (see [as_heat_graph()]).
#' @param n_components Number of coordinates s: a whole number below `n`, or `"gap"`: as many as
#'   come before the largest ratio of consecutive eigenvalues of \eqn{I - P} among the first 11.
#' @param type,alpha The Laplacian's, see [graph_laplacian()]; `alpha` is 0, if not given, where `x`
#'   is a graph whose weights were given.
#' @param graph The graph's type, see [heat_graph()].
#' @param components What to do if the graph is not connected: `"keep"`, `"error"`, `"largest"`,
#'   `"each"` or `"connect"`, see Details.
#' @param variance NULL, or a share between 0 and 1, in place of `n_components`: as many coordinates
#'   as hold this share of \eqn{\sum_l \lambda_l^{2t}}{sum_l lambda_l^(2t)}, \eqn{\lambda}{lambda}
#'   the eigenvalues of the walk but the first (t = 1 for eigenmaps).
#' @param coordinates `"leading"` (the default) takes the eigenvectors with the smallest
#'   eigenvalues; `"independent"` takes a set of them that are not functions of each other, see
#'   Details.
#' @param landmarks NULL: the fit is of all points. A whole number of at least `n_components` + 2:
#'   the fit is of so many of them, and the others are placed by it, see Details. For Laplacians
#'   other than `"unnormalized"`.
#' @param ... Further arguments of [heat_graph()]: `k`, `symmetry`, `cutoff`, `self_loops`,
#'   `local_scale`, `neighbors`. If `x` is a list of neighbors, only `self_loops` (FALSE by
#'   default).
#' @return A [lapscale_embedding] of class `lapscale_eigenmaps`; `eigenvalues` estimate those of
#'   \eqn{-\Delta}{-Delta}, 1 / (unit of x)^2: see Details.
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
#' @seealso [predict.lapscale_embedding()], [metric_riemannian()] for the geometry that an embedding
#'   distorts, [embed_quality()].
#' @examples
#' x <- sample_circle(300, noise = 0.02, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
#' e
#' plot(e)
#' predict(e, cbind(1, 0))
#' @export
embed_eigenmaps <- function(x, n_components = 2L, bandwidth = NULL,
                            type = c("geometric", "random_walk", "symmetric", "unnormalized"),
                            alpha = NULL, graph = c("radius", "knn", "dense"),
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
      coordinates = coordinates, normalized = type != "unnormalized" && coordinates == "leading"
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
  list(
    coordinates = found$vectors, eigenvalues = eigenvalues,
    scree = shown(found$scree, found$laplacian),
    residuals = found$residuals[selected], selected = selected, candidates = ranked$candidates,
    bandwidth = graph$bandwidth,
    settings = c(list(type = type, alpha = alpha, bottom = found$scree), graph_settings(graph)),
    model = spectral_model(found, found$vectors, graph, gain, runtime)
  )
}
