#' Laplacian eigenmaps
#'
#' @description
#' Computes a low-dimensional embedding that places points close together if they are connected by
#' many short paths. The coordinates are the eigenvectors of a graph Laplacian with the smallest
#' eigenvalues after 0.
#'
#' **When to use it.** Use it to see groups, cycles, and branches. Distances and areas in the
#' embedding are distorted; see [metric_riemannian()]. If you want an embedding that preserves
#' distances along the data, use [embed_isomap()]. If distances in the embedding should have a
#' meaning for the random walk, use [embed_diffusion()].
#'
#' **Arguments to know.** Supply the points `x`, the number of coordinates, and `scale = TRUE` if
#' the columns have different units. `bandwidth = bw_gc` selects a bandwidth with [bw_gc()] and uses
#' the graph of the theory. Without it you get, up to three coordinates, a graph that is meant for
#' plots, and with more coordinates that of [bw_gc()]: results can differ much.
#'
#' @details
#' **The default graph** depends on the purpose.
#' - If you ask for at most three coordinates and supply no `bandwidth`, the embedding is meant for
#'   a plot. It then uses a *self-tuning graph*: each point is connected with its 10
#'   nearest neighbors, with a scale of its own, which is proportional to the distance to its 7th
#'   neighbor (`local_scale` in [heat_graph()]). The geometric mean of the scales is the bandwidth
#'   that [bw_gc()] selects, but at least half the mean of those distances. The density exponent
#'   is 0. On tables with known classes these plots separate the classes better, on average, than
#'   those of a radius graph. The eigenvalues are those of \eqn{I - P}, where \eqn{P} is the random
#'   walk, and do not estimate eigenvalues of \eqn{-\Delta}{-Delta}.
#' - If you supply a `bandwidth`, for example `bandwidth = bw_gc`, or ask for more coordinates, it
#'   uses the radius graph. With the default Laplacian (`"geometric"`, `alpha` = 1) the coordinates
#'   estimate eigenfunctions of the Laplace-Beltrami operator, independent of the sampling density.
#'   Use this graph if you need eigenvalues or geometry ([metric_riemannian()]).
#'
#' The two coordinates of `embed_eigenmaps(x, 2)` are therefore not the first two of
#' `embed_eigenmaps(x, 8)`.
#'
#' **Scale and sign.** For `"geometric"` and `"random_walk"` the columns are right eigenvectors of
#' the random walk with \eqn{\sum_i \pi_i \phi_i^2 = 1}{sum_i pi_i phi_i^2 = 1}, where \eqn{\pi}{pi}
#' is its stationary distribution. For the other types they have length 1. The entry with the
#' largest absolute value is positive.
#'
#' **Eigenvalues** are those of [graph_spectrum()] for the same graph, on the heat scale. If an
#' eigenvalue of the random walk is not positive, that of its coordinate is `NA`, with a warning:
#' you have asked for more coordinates than the graph resolves at this bandwidth.
#'
#' **Outliers.** If 98% of the points lie within a tenth of the range of a coordinate, a warning of
#' class `lapscale_warning_few_points` names the other points.
#'
#' **Cycles.** Along a closed curve the first two coordinates are a sine and a cosine, so that the
#' angle `atan2(e[, 2], e[, 1])` is the position along it, the phase, from an origin and in a
#' direction that are arbitrary. It is a phase only if the picture is a loop around 0 and the first
#' two eigenvalues are about equal.
#'
#' **Components.** If the graph has several connected components, the argument `components`
#' determines what happens:
#' - `"keep"` embeds all rows, with a warning. The first coordinates are the indicators of all
#'   components except the largest, followed by the other coordinates.
#' - `"largest"` embeds the largest component. The other rows are `NA`, with a warning.
#' - `"each"` returns a list with one embedding per component, see [lapscale_embedding_list].
#' - `"connect"` adds the shortest edges between the components, with the weight of the kernel, but
#'   at least the smallest weight of the graph.
#' - `"error"` is an error.
#'
#' If you do not supply `components`, the self-tuning graph is connected, with a warning, because
#' a plot of indicators shows each component as a dot or a line. Other graphs are kept as they are.
#'
#' **Independent coordinates.** On a long strip, the second coordinate is often a function of the
#' first (a parabola in the plot), and no coordinate shows the width. The print-out warns if this is
#' so. `coordinates = "independent"` searches the first 14 eigenvectors (2 s + 2 if that is more)
#' for a set of s that contains the first one and whose gradients are as close to orthogonal as
#' possible (Chen and Meila, 2019). `e$selected` contains their numbers. A sample mixes eigenvectors
#' whose eigenvalues are similar, for example the width of a strip with waves along it. Each
#' coordinate after the first is therefore rotated among the eigenvectors whose eigenvalues differ
#' from its own by less than half, so that its gradient is as orthogonal as possible to the
#' gradients of the coordinates before it. Its eigenvalue is the weighted mean of theirs.
#'
#' **Large data.** The weights of a connected radius graph are computed again in each step instead
#' of stored if there are more than half a million of them, at least 100 per point, and up to 10
#' columns (4 million with up to 100 columns, 200 million with more). The print-out says so. With
#' `landmarks = m`, the eigenvectors are computed at `m` points that cover the data, each weighted
#' by the number of points to which it is nearest. The other points are placed like new points, see
#' [predict()][predict.lapscale_embedding], with local scales between those of the nearest landmarks.
#' There is a warning if the bandwidth is below the
#' distance between neighboring landmarks, because the coordinates are then those of another
#' operator.
#'
#' @inheritParams bw_gc
#' @inheritParams heat_graph
#' @param x Points as rows (`n` x `r`, see [bw_gc()]), `n` at least 3; a `dist`; or a graph: a
#'   [lapscale_graph], neighbor lists with a `bandwidth`, an igraph, or a sparse symmetric Matrix of
#'   weights (see [as_heat_graph()]). For a graph, `predict()` cannot place new points. For a `dist`
#'   it takes rows of distances to the points. For factors use `model.matrix(~ . - 1, data)`, for
#'   counts `log1p()`, and for a Seurat or SingleCellExperiment object its principal components.
#' @param n_components Number of coordinates s, a whole number below `n`. The default is 2. With
#'   `"gap"`, it is the number of eigenvalues before the largest ratio of consecutive eigenvalues
#'   among the first 11. If the method has a random walk \eqn{P}, these are those of \eqn{I - P}.
#' @param type Type of the Laplacian: `"geometric"` (the default), `"random_walk"`, `"symmetric"`,
#'   `"unnormalized"`, or `"doubly_stochastic"`, see [graph_laplacian()]. The last needs a single
#'   bandwidth, so that its default graph is the radius graph.
#' @param alpha Density exponent of the Laplacian, a number of at least 0. If `NULL` (the default),
#'   it is 0 for the self-tuning graph and for graphs with given weights. Otherwise it is that of
#'   `type` in [graph_laplacian()].
#' @param graph Type of the graph, `"radius"`, `"knn"`, or `"dense"`, see [heat_graph()]. If `NULL`
#'   (the default), it is the self-tuning graph described in Details if you ask for at most three
#'   leading coordinates and supply neither `bandwidth`, `cutoff`, `local_scale`, nor `landmarks`,
#'   and `"radius"` otherwise.
#' @param components What to do if the graph is not connected: `"keep"` (the default), `"error"`,
#'   `"largest"`, `"each"`, or `"connect"` (the default for the self-tuning graph), see Details.
#' @param variance If `NULL` (the default), `n_components` determines the number of coordinates. If
#'   it is a share between 0 and 1, there are as many coordinates as are needed for this share of
#'   \eqn{\sum_l \lambda_l^{2t}}{sum_l lambda_l^(2t)}, where \eqn{\lambda_l}{lambda_l} are the
#'   eigenvalues of the walk except the first (t = 1 for eigenmaps).
#' @param coordinates If `"leading"` (the default), the eigenvectors with the smallest eigenvalues
#'   are used. If `"independent"`, the coordinates are not functions of each other, see Details.
#' @param landmarks If `NULL` (the default), the method is fitted to all points. If it is a whole
#'   number of at least `n_components` + 2, the method is fitted to this number of points and the
#'   others are placed by the fit, see Details. The fit keeps the landmarks only. It cannot be used
#'   with the Laplacian `"unnormalized"`.
#' @param ... Settings by name, see [lapscale_settings]: those of the points (`metric`, `na_action`,
#'   `reduced`) and of the run (`n_threads`, `progress`). Settings of the graph (`k`, `symmetry`,
#'   `cutoff`, `self_loops`, `local_scale`, `weights`, `neighbors`), see [graph_types] and
#'   [heat_graph()]. If `x` is a list of neighbors, only `self_loops`, which is `FALSE` by default.
#' @return A [lapscale_embedding] of class `lapscale_eigenmaps`:
#'   - `as.matrix(e)`, the coordinates, n x s;
#'   - `e$eigenvalues`, length s, in 1 / (unit of x)^2, which estimate the eigenvalues of
#'     \eqn{-\Delta}{-Delta} (except for the self-tuning graph, see Details).
#'
#'   If `x` is a `Seurat` or `SingleCellExperiment` object, it is returned with the coordinates as a
#'   reduced dimension `"eigenmaps"`; other embeddings use their own name.
#' @section Errors and warnings:
#' - `lapscale_error_argument` and the other errors of [heat_graph()];
#' - `lapscale_error_disconnected` with `components = "error"`;
#' - `lapscale_warning_disconnected` if the graph has several components, with `"keep"` and
#'   `"largest"`;
#' - `lapscale_warning_isolated` and `lapscale_warning_degenerate`, as in [heat_graph()];
#' - `lapscale_warning_convergence` and `lapscale_warning_no_logarithm`, as in [graph_spectrum()];
#' - `lapscale_warning_underflow` if coordinates of [embed_diffusion()] are 0 because `t` is large;
#' - `lapscale_warning_few_points` if a few points take up most of the range of a coordinate;
#' - `lapscale_warning_sparse_landmarks` if the bandwidth is too small for the distance between
#'   landmarks.
#' @references Belkin, M. and Niyogi, P. (2003). Laplacian eigenmaps for dimensionality reduction
#'   and data representation. *Neural Computation* 15, 1373-1396.
#'   \doi{10.1162/089976603321780317}
#'
#'   Chen, Y.-C. and Meila, M. (2019). Selecting the independent coordinates of manifolds with large
#'   aspect ratios. *Advances in Neural Information Processing Systems 32*.
#'
#'   Zelnik-Manor, L. and Perona, P. (2004). Self-tuning spectral clustering. *Advances in Neural
#'   Information Processing Systems 17*.
#' @seealso [predict.lapscale_embedding()] for new points, [plot.lapscale_embedding()],
#'   [embed_quality()], [metric_riemannian()] for the distortion of an embedding, [embed_relax()] to
#'   remove it, [embed_columns()] for the columns that explain a coordinate, [cluster_spectral()]
#'   for groups, `vignette("embeddings")`.
#' @examples
#' x <- sample_circle(300, noise = 0.02, seed = 1)
#' e <- embed_eigenmaps(x, 2, bandwidth = 0.3)
#' e
#' plot(e)
#' predict(e, cbind(1, 0))
#' # Windows of a year of monthly temperatures are a cycle.
#' year <- embed(as.numeric(nottem), 12)
#' plot(embed_eigenmaps(year, 2, bandwidth = bw_gc), colour = cycle(nottem)[12:240])
#' @export
embed_eigenmaps <- function(x, n_components = 2L, bandwidth = NULL,
                            type = c("geometric", "random_walk", "symmetric", "unnormalized",
                                     "doubly_stochastic"),
                            alpha = NULL, graph = NULL,
                            components = c("keep", "error", "largest", "each", "connect"),
                            variance = NULL, coordinates = c("leading", "independent"),
                            landmarks = NULL, scale = FALSE, seed = NULL, ...) door({
  check_one_count(!missing(n_components), variance)
  type <- check_choice(type, laplacian_types, "type")
  usual_alpha <- resolve_alpha(alpha, type)
  coordinates <- check_choice(coordinates, c("leading", "independent"), "coordinates")
  may_connect <- missing(components)
  components <- check_choice(components, component_policies, "components")
  args <- arguments()
  # usual_alpha: what alpha is for points if it is NULL. is_picture: whether few coordinates may be
  # those of the graph for pictures. only_spectrum: whether no more is needed than the spectrum of
  # a normalized Laplacian. may_connect: whether the user did not give `components`.
  settings <- list(
    bandwidth = bandwidth, type = type, alpha = if (!is.null(alpha)) usual_alpha,
    usual_alpha = usual_alpha, graph = args$graph, dots = given_edge_settings(args, list(...)),
    landmarks = landmarks, coordinates = coordinates, is_picture = type != "doubly_stochastic",
    only_spectrum = !type %in% c("unnormalized", "doubly_stochastic") && coordinates == "leading",
    may_connect = may_connect
  )
  embed_by("eigenmaps", x, settings, args)
}, .takes = list("points", "run", "graph"))

# Laplacian eigenmaps, as new_embedding_method() describes an embedding.
eigenmaps_embedding <- function() new_embedding_method(
  "eigenmaps", "Laplacian eigenmaps", embed_eigenmaps,
  prepare_spectral, fit_eigenmaps, extend_spectral,
  describe = function(settings) paste(sub("_", " ", settings$type), "Laplacian"),
  tunable = c("bandwidth", "k")
)

# The `fit` of new_embedding_method(), of a heat-kernel graph. Returns the `fit` of new_embedding().
#   graph    a lapscale_graph: weights (n x n), bandwidth (unit of x, NA if the weights were given)
#   problem  of prepare_spectral(): target (how many coordinates, list(rule, count, share), of
#            resolve_n_components()), with type (of the Laplacian), alpha (exponent of the density,
#            or NULL), usual_alpha (what NULL is for points), and coordinates ("leading" or
#            "independent") of the call
#   runtime  of new_runtime()
fit_eigenmaps <- function(graph, problem, runtime) {
  type <- problem$type
  alpha <- alpha_of_graph(problem$alpha, graph, problem$usual_alpha)
  target <- problem$target
  is_independent <- problem$coordinates == "independent"
  if (is_independent) {
    refuse_if(!identical(target$rule, "number"),
              "`coordinates` = \"independent\" needs a number as `n_components`.")
    target$count <- max(target$count, count_searched(target$count, nrow(graph$weights)))
  }
  # list(laplacian; values, vectors, and residuals of s pairs, or of all target$count among which
  # independent ones are searched; scree: all values that were computed; heat_values: these on the
  # scale of the heat operator, or NULL).
  spectrum <- spectral_fit(graph, type, alpha, target, function(lambda) 1, runtime)
  # The same for the s coordinates, with selected, the numbers of their eigenvectors, and of
  # independent ones also candidates, used, and map, see independent_solution().
  solution <- if (is_independent) {
    independent_solution(spectrum, graph, problem$target$count, runtime)
  } else {
    c(spectrum, list(selected = seq_along(spectrum$values)))
  }
  # Numbers of the eigenvectors by which new points have a place, which the map turns then.
  used_vectors <- solution$used %||% solution$selected
  spectrum$values <- spectrum$values[used_vectors]
  spectrum$vectors <- spectrum$vectors[, used_vectors, drop = FALSE]
  # A step of the walk divided by its eigenvalue gives a coordinate.
  gain <- 1 / (1 - spectrum$values / spectrum$laplacian@scale)
  scree <- solution$heat_values %||% solution$scree
  eigenvalues <- scree[seq_along(solution$values)]
  warn_no_logarithm(eigenvalues, "Ask for fewer coordinates, or take another `bandwidth`.")
  warn_few_points(solution$vectors, graph)
  model <- spectral_model(spectrum, spectrum$vectors, graph, gain, runtime)
  list(
    coordinates = solution$vectors, eigenvalues = eigenvalues, scree = scree,
    residuals = solution$residuals, selected = solution$selected,
    candidates = solution$candidates, bandwidth = graph$bandwidth,
    settings = c(
      list(type = type, alpha = alpha, bottom = solution$scree), graph_settings(graph)
    ),
    model = c(model, list(map = solution$map)[is_independent])
  )
}

# The s eigenvectors that are most independent, each but the first rotated among eigenvectors of
# similar eigenvalues: a list of values (s, means of those eigenvalues), scree (the same), vectors
# (n x s), heat_values (s, or NULL), residuals (s, NA for rotated ones), and
#   selected    the numbers of the s eigenvectors
#   candidates  the sets that were compared, a data frame of rank_independent()
#   used        the numbers of the eigenvectors that the rotated ones are made of
#   map         how they are made of them: list(linear, used x s; shift, length s)
# Its arguments:
#   spectrum    of spectral_fit(), of more than s eigenvectors: vectors (n x count), values (their
#               eigenvalues), laplacian, residuals, heat_values (the values on the scale of the heat
#               operator, or NULL)
#   s           how many eigenvectors are kept
#   graph       the lapscale_graph: mass (how many observations each point stands for, 1 or length
#               n)
#   runtime     of new_runtime()
independent_solution <- function(spectrum, graph, s, runtime) {
  # n x n: column i has the probabilities of a step from point i.
  walk <- walk_with_loops(graph, runtime)
  # list(sets: a column for each, the best first; candidates: the same as a table).
  ranking <- rank_independent(spectrum$vectors, spectrum$values, s, s, walk, runtime, graph$mass)
  selected <- ranking$sets[, 1L]
  # count x s, the coefficients of the eigenvectors in each coordinate.
  rotation <- turn_apart(spectrum$vectors, spectrum$values, selected, walk, graph$mass)
  vectors <- spectrum$vectors %*% rotation
  values <- colSums(rotation^2 * spectrum$values)
  is_unrotated <- colSums(rotation != 0) == 1
  used <- which(rowSums(rotation != 0) > 0)
  list(
    values = values, scree = values, vectors = vectors,
    heat_values = if (!is.null(spectrum$heat_values)) {
      on_heat_scale(values, spectrum$laplacian, vectors)
    },
    residuals = ifelse(is_unrotated, spectrum$residuals[selected], NA_real_),
    selected = selected, candidates = ranking$candidates, used = used,
    map = list(linear = rotation[used, , drop = FALSE], shift = numeric(s))
  )
}
