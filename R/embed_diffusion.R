#' Diffusion maps
#'
#' @description
#' Computes a low-dimensional embedding in which points are close together if random walks from them
#' soon become similar. The coordinates are \eqn{\lambda_l^t \phi_l}{lambda_l^t phi_l}, where
#' \eqn{\lambda_l}{lambda_l} and \eqn{\phi_l}{phi_l} are the largest eigenvalues and the right
#' eigenvectors of the random walk \eqn{P} on a heat-kernel graph, without the constant eigenvector.
#'
#' **When to use it.** Like [embed_eigenmaps()], it shows groups, cycles, and branches. Its
#' coordinates also have a scale, so that distances between points have a meaning. Use
#' [diffusion_distance()] for pseudotimes, with `bandwidth = bw_gc`: without a bandwidth, up to
#' three coordinates are made for a plot, on a graph in which lengths differ from place to place.
#'
#' @details
#' At time `t`, the distances in all n - 1 coordinates are diffusion distances: \eqn{\sum_l
#' (P^t_{il} - P^t_{jl})^2 / \pi_l}{sum_l (P^t_il - P^t_jl)^2 / pi_l} is their square, where
#' \eqn{\pi}{pi} is the stationary distribution of the walk. With `alpha = 0` the walk is that of
#' the graph. With 1/2 its limit is the Fokker-Planck operator, and with 1 it is the
#' Laplace-Beltrami operator, independent of the sampling density. The default graph, components,
#' large data, and landmarks are treated as in [embed_eigenmaps()].
#'
#' **All times.** `t = "multiscale"` adds the walks of all lengths, so you do not have to choose a
#' time. The coordinates are \eqn{\lambda_l / (1 - \lambda_l) \phi_l}{lambda_l / (1 - lambda_l)
#' phi_l}, which is the sum of \eqn{\lambda_l^t \phi_l}{lambda_l^t phi_l} over t = 1, 2, ...
#' (Haghverdi et al., 2016). If the graph is not connected, the first coordinates only show which
#' component a point is in. Their eigenvalue is 1 at every time, and they are multiplied by 1.
#'
#' **Times that are not whole numbers.** Unless `self_loops = TRUE`, each step of the walk leaves
#' its point, and the smallest eigenvalues of \eqn{P} are negative. If you ask for so many
#' coordinates that these are included, `t` must be a whole number.
#'
#' @inheritParams embed_eigenmaps
#' @param t Diffusion time in steps of the walk, a number of at least 0. The default is 1. One step
#'   is a heat time of \eqn{h^2 / 4}. `"multiscale"` adds all times.
#' @param alpha Density exponent, a number of at least 0. If `NULL` (the default), it is 0 for the
#'   self-tuning graph (see [embed_eigenmaps()]) and for graphs with given weights, and 1 otherwise.
#' @param type If `"random_walk"` (the default), the random walk on the graph. If
#'   `"doubly_stochastic"`, that of the doubly stochastic kernel, for noise in many columns, see
#'   [graph_laplacian()]. It needs a single bandwidth, so its default graph is the radius graph.
#' @return A [lapscale_embedding] of class `lapscale_diffusion`:
#'   - `as.matrix(e)`, the coordinates, n x s;
#'   - `e$eigenvalues`, length s, the eigenvalues of \eqn{P}, decreasing.
#' @inheritSection embed_eigenmaps Errors and warnings
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Haghverdi, L. et al. (2016). Diffusion pseudotime robustly reconstructs lineage branching.
#'   *Nature Methods* 13, 845-848. \doi{10.1038/nmeth.3971}
#' @seealso [embed_eigenmaps()], [diffusion_distance()], [predict.lapscale_embedding()] for new
#'   points, [plot.lapscale_embedding()], [embed_quality()].
#' @examples
#' x <- sample_moons(300, noise = 0.05, seed = 1)
#' e <- embed_diffusion(x, 3, bandwidth = 0.4, t = 4)
#' plot(e)
#' screeplot(e)
#' embed_diffusion(x, 3, bandwidth = 0.4, t = "multiscale")
#' plot(embed_diffusion(iris[1:4], 2), colour = iris$Species)
#' @export
embed_diffusion <- function(x, n_components = 2L, bandwidth = NULL, t = 1, alpha = NULL,
                            type = c("random_walk", "doubly_stochastic"), graph = NULL,
                            components = c("keep", "error", "largest", "each", "connect"),
                            variance = NULL, landmarks = NULL, scale = FALSE, seed = NULL,
                            ...) door({
  check_one_count(!missing(n_components), variance)
  t <- check_diffusion_time(t, variance)
  if (!is.null(alpha)) alpha <- check_number(alpha, "alpha", above = 0, strict = FALSE)
  type <- check_choice(type, c("random_walk", "doubly_stochastic"), "type")
  is_plain_walk <- type == "random_walk"
  components <- check_choice(components, component_policies, "components")
  args <- arguments()
  # usual_alpha: what alpha is for points if it is NULL. is_picture: whether few coordinates may be
  # those of the graph for pictures. only_spectrum: as prepare_spectral() says.
  settings <- list(
    bandwidth = bandwidth, t = t, alpha = alpha, usual_alpha = 1, graph = args$graph,
    is_picture = is_plain_walk, dots = given_edge_settings(args, list(...)), landmarks = landmarks,
    only_spectrum = is_plain_walk, type = type
  )
  embed_by("diffusion", x, settings, args)
}, .takes = list("points", "run", "graph"))

# Diffusion maps, as new_embedding_method() describes an embedding.
diffusion_embedding <- function() new_embedding_method(
  "diffusion", "Diffusion map", embed_diffusion, prepare_spectral, fit_diffusion, extend_spectral,
  describe = function(settings) {
    if (is.character(settings$t)) settings$t else paste("t =", format(settings$t))
  },
  tunable = c("bandwidth", "k")
)

# Checks and returns the time of a diffusion map.
#   t         of embed_diffusion(): "multiscale" or a number of steps, 0 or more, perhaps not whole
#   variance  of embed_diffusion(): a share of the variance, 0 to 1, or NULL
check_diffusion_time <- function(t, variance) {
  if (is.character(t)) return(check_choice(t, "multiscale", "t", also = "a number of 0 or more"))
  t <- check_number(t, "t", above = 0, strict = FALSE)
  refuse_if(!is.null(variance) && t < 1, "`variance` needs `t` of 1 or more, not {format(t)}.")
  t
}

# The `fit` of new_embedding_method(), of a heat-kernel graph. Returns the `fit` of new_embedding().
#   graph    a lapscale_graph: weights (n x n), bandwidth (unit of x, NA if the weights were given)
#   problem  of prepare_spectral(): target (how many coordinates, of resolve_n_components()), with t
#            (number of steps, or "multiscale"), alpha (exponent of the density, or NULL),
#            usual_alpha (what NULL is for points), and type (of the Laplacian) of the call
#   runtime  of new_runtime()
# `lambda` are the s largest eigenvalues of the walk after the first, `factor` what its eigenvectors
# are multiplied by, `zero_columns` the numbers of the coordinates that underflow.
fit_diffusion <- function(graph, problem, runtime) {
  t <- problem$t
  alpha <- alpha_of_graph(problem$alpha, graph, problem$usual_alpha)
  # A coordinate is lambda gain(lambda) phi, if all lambda have such a power.
  gain <- function(lambda) {
    if (is.character(t)) return(ifelse(is_standstill(lambda), 1, 1 / (1 - lambda)))
    if (t == trunc(t)) lambda^(t - 1) else abs(lambda)^(t - 1)
  }
  # list(laplacian, values (s), vectors (n x s), scree (the values that were computed), residuals).
  spectrum <- spectral_fit(graph, problem$type, alpha, problem$target, gain, runtime)
  # Eigenvalues of the Laplacian are operator_scale (1 - lambda).
  operator_scale <- spectrum$laplacian@scale
  lambda <- 1 - spectrum$values / operator_scale
  check_walk(lambda, t, length(components_of(graph$weights)$sizes))
  factor <- if (is.character(t)) lambda * gain(lambda) else lambda^t
  coordinates <- spectrum$vectors * rep(factor, each = nrow(spectrum$vectors))
  zero_columns <- which(lambda != 0 & apply(abs(coordinates), 2L, max) < .Machine$double.xmin)
  warn_if(length(zero_columns),
          c("`t` = {format(t)} is so large that {cli::qty(length(zero_columns))}coordinate{?s}
             {shorten(zero_columns)} {cli::qty(length(zero_columns))}{?is/are} 0 in double
             precision.",
            i = "Take a smaller `t`. `diffusion_distance(relative = TRUE)` is computed in
                 logarithms."), "underflow")
  signs <- sign_flips(coordinates)
  coordinates <- coordinates * rep(signs, each = nrow(coordinates))
  warn_few_points(coordinates, graph)
  list(
    coordinates = coordinates, eigenvalues = lambda, scree = 1 - spectrum$scree / operator_scale,
    residuals = spectrum$residuals, bandwidth = graph$bandwidth,
    walk = if (length(zero_columns)) spectrum$vectors,
    settings = c(list(t = t, alpha = alpha, bottom = spectrum$scree), graph_settings(graph)),
    model = spectral_model(spectrum, coordinates, graph, signs * gain(lambda), runtime)
  )
}

# Which eigenvalues lambda of the walk are 1: those of functions that it leaves as they are,
# constants on its components.
is_standstill <- function(lambda) lambda >= 1 - 1e-12

# Refuses times that a walk does not have: not every walk has a step of half a time, or a sum over
# all times.
#   lambda       eigenvalues of the walk, without the first
#   t            the number of steps, or "multiscale"
#   n_connected  number of components of the graph: as many eigenvalues are 1, the first among them
check_walk <- function(lambda, t, n_connected) {
  refuse_if(is.character(t) && sum(is_standstill(lambda)) >= n_connected,
            c("`t` = \"multiscale\" needs larger weights: those between parts of the graph are
               lost in rounding.",
              i = "Use a larger `bandwidth`."))
  refuse_if(is.numeric(t) && t != trunc(t) && any(lambda < 0),
            "`t` = {format(t)} must be a whole number here: the walk has negative eigenvalues.")
}
