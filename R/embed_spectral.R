# The graph, the spectrum, and its extension, which Laplacian eigenmaps and diffusion maps share.

# Makes the graph of points, or checks the one that is given: `prepare` of new_embedding_method().
#   own        list(bandwidth, graph: its type or NULL, dots: arguments for heat_graph(), landmarks:
#              on how many of the points the graph is, NULL: on all, normalized: whether nothing is
#              wanted but the spectrum of a normalized Laplacian)
#   wanted_of  function(n): how many coordinates are wanted, asked as soon as the number of points
#              is known
prepare_spectral <- function(x, own, common, runtime, wanted_of = function(n) {
  resolve_n_components(common$n_components, common$variance, n - 1L)
}) {
  graph <- as_given_graph(x, own$bandwidth, own$dots$self_loops)
  if (!is.null(graph)) {
    # The edges were determined when the graph was made.
    given <- setdiff(intersect(names(own$dots), edge_arguments), "self_loops")
    if (length(given)) abort_of_graph(given[[1L]])
    check_dots(own$dots, "self_loops")
    if (!is.null(own$graph)) abort_argument("`graph` cannot be used with a graph as `x`.")
    check_nothing_omitted(common$na_action)
    refuse_scale(common$scale, "a graph")
    if (!is.null(own$landmarks)) abort_argument("`landmarks` needs points as `x`, not a graph.")
    return(list(graph = graph, wanted = wanted_of(nrow(graph$weights))))
  }
  check_dots(own$dots, edge_arguments)
  type <- check_choice(own$graph %||% "radius", graph_types, "graph")
  checked <- as_points(
    x, na_action = common$na_action, scale = common$scale, also = c("a lapscale_graph", "a dist"),
    distances = TRUE, sparse = is.null(own$landmarks), weights = own$dots$weights
  )
  own$dots$weights <- NULL
  n <- nrow(checked$x)
  wanted <- wanted_of(n)
  landmarks <- check_n_landmarks(own$landmarks, (wanted$count %||% 1L) + 2L, n)
  if (!is.null(landmarks)) wanted <- wanted_of(landmarks)
  usual <- is_usual_graph(own, wanted)
  if (usual) {
    type <- "knn"
    own$dots$k <- own$dots$k %||% min(default_k, n - 1L)
  }
  by_count <- own$normalized && !identical(wanted$rule, "variance")
  graph <- rlang::inject(graph_of_points(
    checked, own$bandwidth, type, runtime, !!!own$dots, seed = common$seed, landmarks = landmarks,
    proportional = usual, n_vectors = if (by_count) count_candidates(wanted, n - 1L) + 2L
  ))
  points <- point_table(graph$landmarks$checked %||% checked, x)
  list(graph = graph, points = points, wanted = wanted)
}

# Tells whether no argument of the kernel was given. Then the graph is that of the `k` nearest
# neighbors with scales in proportion to their distances; bench/pictures.R compares it with others.
# For embeddings this graph is used for plots with few coordinates only, because more coordinates
# are used for their eigenvalues and geometry.
is_usual_graph <- function(own, wanted = NULL) {
  is.null(own$graph) && is.null(own$bandwidth) && is.null(own$landmarks) &&
    is.null(own$dots$cutoff) && is.null(own$dots$local_scale) &&
    (is.null(own$is_picture) || own$is_picture && isTRUE(wanted$count <= max_picture))
}

max_picture <- 3L

# Keeps of the graph of a fit what print() and glance() tell.
graph_settings <- function(graph) {
  told <- unclass(graph)[c("k", "neighbors", "recall", "local_scale", "multiple")]
  c(told, list(chosen = graph$method, entries = unstored_entries(graph)))
}

# Names the points that carry a coordinate: those that lie outside the middle 98 percent by more
# than its width, if that is less than a tenth of the range. Of several coordinates the first is
# shown. The first coordinates of a graph in several components have their own warning.
warn_few_points <- function(coordinates, graph) {
  ends <- apply(coordinates, 2L, stats::quantile, c(0.01, 0.99), names = FALSE)
  share <- (ends[2L, ] - ends[1L, ]) / apply(coordinates, 2L, function(z) diff(range(z)))
  carried <- setdiff(which(share < 0.1), seq_along(components_of(graph$weights)$sizes[-1L]))
  n_carried <- length(carried)
  if (n_carried == 0L) {
    return(invisible())
  }
  l <- carried[[1L]]
  apart <- abs(coordinates[, l] - mean(ends[, l])) / diff(ends[, l])
  # Where the middle 98 percent are one point, all others are far.
  apart[is.nan(apart)] <- 0
  far <- order(-apart)[seq_len(sum(apart > 1.5))]
  warn(
    c("{cli::qty(n_carried)}Coordinate{?s} {shorten(carried)} {cli::qty(n_carried)}{?is/are} carried
       by a few points: 98% of the points lie within {signif(100 * share[[l]], 2)}% of the range of
       coordinate {l}. The others are in rows {shorten(graph$rows[far], 6L)}.",
      i = if (is.null(graph$local_scale)) {
        "With `local_scale` = 7 and no `bandwidth` each point has its own scale; or leave out these
         rows if they are outliers."
      } else {
        "Leave out these rows if they are outliers, or take a larger `k`."
      },
      i = "plot() with `inside` = 0.98 shows the others."),
    "few_points"
  )
}

# Computes the Laplacian and the bottom of its spectrum without the first vector, for as many
# coordinates as `wanted` says.
#   gain  function(lambda), increasing: coordinate l holds (lambda_l gain(lambda_l))^2 of the
#         variance
spectral_fit <- function(graph, type, alpha, wanted, gain, runtime) {
  if (!is.null(graph$landmarks) && type == "unnormalized") {
    abort_argument("`landmarks` needs a normalized Laplacian.")
  }
  laplacian <- laplacian_of_graph(graph, type, alpha, runtime)
  if (wanted$rule == "variance") {
    bottom <- spectrum_for_share(laplacian, wanted$share, gain, runtime)
    count <- bottom$count
  } else {
    candidates <- count_candidates(wanted, nrow(graph$weights) - 1L)
    bottom <- bottom_of_spectrum(laplacian, candidates + 1L, runtime)
    count <- decided_count(wanted, bottom$values[seq_len(candidates) + 1L])
  }
  warn_not_converged(first_pairs(bottom, count + 1L))
  chosen <- seq_len(count) + 1L
  vectors <- bottom$vectors[, chosen, drop = FALSE]
  # The entry of a point in a vector of length 1 is that of all points that it stands for.
  if (type == "symmetric") vectors <- vectors / sqrt(graph$mass)
  list(
    laplacian = laplacian, values = bottom$values[chosen], scree = bottom$values[-1L],
    vectors = vectors, residuals = bottom$residuals[chosen]
  )
}

# Finds as many eigenpairs as hold a share of sum_l (lambda_l gain(lambda_l))^2, lambda the
# eigenvalues of the walk. Their squares sum to the squared norm of the symmetric walk matrix, which
# bounds what was not computed, with the largest gain at either end of the rest. Returns what
# bottom_of_spectrum() does, up to the first pair that is left out, and the `count` of those that
# are kept after the constant.
spectrum_for_share <- function(laplacian, share, gain, runtime) {
  if (laplacian@type == "unnormalized") abort_argument("`variance` needs a normalized Laplacian.")
  walk <- walk_operator(laplacian, runtime)$matrix
  squares <- sum((if (is.matrix(walk)) walk else walk@x)^2) - 1
  n <- length(laplacian@degree)
  # Without self loops it may be far below zero.
  lowest <- cpp_smallest_eigenvalue_bound(walk, cpp_uniform(n, 1, 0) - 0.5, runtime)
  k <- min(n, 16L)
  repeat {
    bottom <- bottom_of_spectrum(laplacian, k, runtime)
    lambda <- 1 - bottom$values[seq_len(k)[-1L]] / laplacian@scale
    rest <- max(squares - sum(lambda^2), 0) * max(gain(c(lambda[[length(lambda)]], lowest))^2)
    held <- (lambda * gain(lambda))^2
    if (k == n || sum(held) >= share * (sum(held) + rest)) break
    k <- min(n, 2L * k)
  }
  count <- count_for_share(held, sum(held) + rest, share)
  c(first_pairs(bottom, min(count + 2L, length(bottom$values))), count = count)
}

# Keeps of a spectral fit what predict() needs: how the points were joined, and the functions to
# extend.
#   gain  length s: what a step of the walk is multiplied by to give a coordinate
spectral_model <- function(found, coordinates, graph, gain, runtime) {
  laplacian <- found$laplacian
  local <- laplacian@graph$own_scales
  totals <- graph$degree %||% weight_totals(graph$weights, graph$mass, runtime)
  correction <- local_correction(laplacian@graph, totals, laplacian@alpha)
  values <- found$vectors
  # A part of the graph may have fewer points.
  others <- length(graph$rows) - 1L
  if (laplacian@type == "symmetric") {
    degree <- laplacian@degree / graph$mass
    values <- values * ifelse(degree > 0, 1 / sqrt(degree), 0)
  }
  list(
    rule = list(
      bandwidth = graph$multiple %||% graph$bandwidth,
      local_scale = min(graph$local_scale %||% 0L, others),
      within_radius = graph$type == "radius", dense = graph$type == "dense",
      cutoff = if (graph$type == "dense") Inf else graph$cutoff, k = min(graph$k %||% 0L, others),
      symmetry = graph$symmetry %||% "union", self_loops = graph$self_loops, relative = FALSE
    ),
    type = laplacian@type, alpha = laplacian@alpha,
    mass = mass_factor(graph$mass, correction$total, correction$alpha), values = values,
    # A new point's degree is made of these, if not of its weights alone.
    share = if (!is_unit_mass(graph$mass)) correction$total^correction$alpha,
    local = if (!is.null(local)) list(
      alpha = correction$alpha, dimension = local$dimension, unit = graph$bandwidth,
      min_scale = graph$bandwidth * min(local$scale)
    ),
    eigenvalues = found$values / laplacian@scale, gain = gain,
    # Lists that are given, added edges and the loops of landmarks are the fit's own: a point of it
    # is looked up.
    exact = is.null(graph$k) && is.null(graph$connected) &&
      (graph$self_loops || is.null(graph$landmarks)),
    coordinates = coordinates
  )
}

# Computes coordinates of new points by the eigenvector equation of the Laplacian (Nystrom), with
# the degrees of the fit: m x s, NA where no point is near.
extend_spectral <- function(model, handle, at, runtime) {
  rule <- model$rule
  rule$within_radius <- rule$within_radius || rule$dense
  s <- ncol(model$values)
  values <- cbind(model$values, model$share)
  sums <- cpp_nystrom_extension(handle, at, rule, model$mass, values, runtime)
  if (!is.null(model$share)) {
    sums$degree <- sums$sum[, s + 1L]
    sums$sum <- sums$sum[, seq_len(s), drop = FALSE]
  }
  isolated <- !(sums$mass > 0)
  degree <- ifelse(isolated, 1, sums$degree)
  mass <- ifelse(isolated, 1, sums$mass)
  mu <- rep(model$eigenvalues, each = nrow(at))
  walked <- sums$sum / mass * rep(model$gain, each = nrow(at))
  alpha <- model$alpha
  slow <- 1
  if (!is.null(model$local)) {
    # Applies what the new point's own scale makes of its degree and of its walk.
    degree <- degree / (sums$bandwidth / model$local$unit)^model$local$dimension
    alpha <- model$local$alpha
    slow <- (sums$bandwidth / model$local$min_scale)^2
    # Beyond the eigenvalue's reach an eigenvector has no extension.
    left <- 1 - slow * mu
    walked <- walked * ((1 - mu) / left)
    walked[left <= 0] <- NA_real_
  }
  here <- degree^-alpha
  extended <- switch(model$type,
    unnormalized = here * sums$sum / (here * mass - mu),
    symmetric = sqrt(here * mass * slow) * walked, walked
  )
  extended[isolated, ] <- NA_real_
  # An isolated point of the fit without a loop has coordinates, but no neighbors to give them.
  rows <- if (model$exact) which(isolated) else seq_len(nrow(at))
  at_points(extended, handle, at, model$coordinates, runtime, rows)
}

# Gives new points that coincide with a point of the fit its coordinates, or the mean of several.
#   rows  which of them are looked up
at_points <- function(extended, handle, at, coordinates, runtime, rows = seq_len(nrow(at))) {
  if (length(rows) == 0L) {
    return(extended)
  }
  nearest <- cpp_query_nearest(handle, at[rows, , drop = FALSE], 1L, runtime)
  same <- nearest$distance == 0
  of <- listing_points(nearest)[same]
  places <- unique(of)
  sums <- rowsum(coordinates[nearest$index[same], , drop = FALSE], of, reorder = FALSE)
  extended[rows[places], ] <- sums / tabulate(of)[places]
  extended
}

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
#' the graph of the theory. Without it you get a graph that is meant for plots.
#'
#' @details
#' **The default graph** depends on the purpose.
#' - If you ask for at most three leading coordinates and supply no `bandwidth`, the embedding is
#'   meant for a plot. It then uses a *self-tuning graph*: each point is connected with its 10
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
#' **Components.** If the graph has several connected components, the argument `components`
#' determines what happens:
#' - `"keep"` (the default) embeds all rows, with a warning. The first coordinates are the
#'   indicators of all components except the largest, followed by the other coordinates.
#' - `"largest"` embeds the largest component. The other rows are `NA`, with a warning.
#' - `"each"` returns a list with one embedding per component, see [lapscale_embedding_list].
#' - `"connect"` adds the shortest edges between the components, with the weight of the kernel, but
#'   at least the smallest weight of the graph.
#' - `"error"` is an error.
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
#' **Large data.** With more than 4 million weights (200 million with more than 100 columns), the
#' weights of a connected radius graph are computed again in each step instead of stored, and the
#' print-out says so. With `landmarks = m`, the eigenvectors are computed at `m` points that cover
#' the data, each weighted by the number of points to which it is nearest. The other points are
#' placed like new points, see [predict()][predict.lapscale_embedding]. There is a warning if the
#' bandwidth is below the distance between neighboring landmarks, because the coordinates are then
#' those of another operator.
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
#'   or `"unnormalized"`, see [graph_laplacian()].
#' @param alpha Density exponent of the Laplacian, a number of at least 0. If `NULL` (the default),
#'   it is 0 for the self-tuning graph and for graphs with given weights. Otherwise it is that of
#'   `type` in [graph_laplacian()].
#' @param graph Type of the graph, `"radius"`, `"knn"`, or `"dense"`, see [heat_graph()]. If `NULL`
#'   (the default), it is the self-tuning graph described in Details if you ask for at most three
#'   leading coordinates and supply neither `bandwidth`, `cutoff`, `local_scale`, nor `landmarks`,
#'   and `"radius"` otherwise.
#' @param components What to do if the graph is not connected: `"keep"` (the default), `"error"`,
#'   `"largest"`, `"each"`, or `"connect"`, see Details.
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
#' @param ... Further arguments of [heat_graph()]: `k`, `symmetry`, `cutoff`, `self_loops`,
#'   `local_scale`, `weights`, and `neighbors`. If `x` is a list of neighbors, only `self_loops`,
#'   which is `FALSE` by default.
#' @return A [lapscale_embedding] of class `lapscale_eigenmaps`:
#'   - `as.matrix(e)`, the coordinates, n x s;
#'   - `e$eigenvalues`, length s, in 1 / (unit of x)^2, which estimate the eigenvalues of
#'     \eqn{-\Delta}{-Delta} (except for the self-tuning graph, see Details).
#' @section Errors and warnings:
#' - `lapscale_error_argument` and the other errors of [heat_graph()];
#' - `lapscale_error_disconnected` with `components = "error"`;
#' - `lapscale_warning_disconnected` if the graph has several components, with `"keep"` and
#'   `"largest"`;
#' - `lapscale_warning_isolated` and `lapscale_warning_degenerate`, as in [heat_graph()];
#' - `lapscale_warning_convergence` and `lapscale_warning_no_logarithm`, as in [graph_spectrum()];
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
  components <- check_choice(components, component_policies, "components")
  own <- list(
    bandwidth = bandwidth, type = type, alpha = if (!is.null(alpha)) usual_alpha,
    usual_alpha = usual_alpha, graph = graph, dots = list(...), landmarks = landmarks,
    coordinates = coordinates, is_picture = coordinates == "leading",
    normalized = type != "unnormalized" && coordinates == "leading"
  )
  embed_by(eigenmaps_embedding(), x, own, environment())
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
  shown <- found[c("values", "scree", "vectors", "residuals")]
  shown$selected <- seq_along(found$values)
  if (independent) {
    s <- problem$wanted$count
    walk <- walk_with_loops(graph, runtime)
    ranked <- rank_independent(found$vectors, found$values, s, s, walk, runtime, graph$mass)
    shown$selected <- ranked$sets[, 1L]
    turned <- turn_apart(found$vectors, found$values, shown$selected, walk, graph$mass)
    shown$vectors <- found$vectors %*% turned
    shown$values <- shown$scree <- colSums(turned^2 * found$values)
    shown$residuals <- ifelse(colSums(turned != 0) == 1, found$residuals[shown$selected], NA_real_)
    # New points have a place by the eigenvectors, which are turned then as those of the fit are.
    used <- which(rowSums(turned != 0) > 0)
    map <- list(linear = turned[used, , drop = FALSE], shift = numeric(s))
    found$values <- found$values[used]
    found$vectors <- found$vectors[, used, drop = FALSE]
  }
  gain <- 1 / (1 - found$values / found$laplacian@scale)
  as_shown <- function(values) {
    if (has_heat_scale(found$laplacian)) on_heat_scale(values, found$laplacian) else values
  }
  eigenvalues <- as_shown(shown$values)
  warn_no_logarithm(eigenvalues, "Ask for fewer coordinates, or take another `bandwidth`.")
  warn_few_points(shown$vectors, graph)
  model <- spectral_model(found, found$vectors, graph, gain, runtime)
  list(
    coordinates = shown$vectors, eigenvalues = eigenvalues, scree = as_shown(shown$scree),
    residuals = shown$residuals, selected = shown$selected,
    candidates = if (independent) ranked$candidates, bandwidth = graph$bandwidth,
    settings = c(list(type = type, alpha = alpha, bottom = shown$scree), graph_settings(graph)),
    model = c(model, if (independent) list(map = map))
  )
}
