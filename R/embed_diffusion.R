#' Diffusion maps
#'
#' Computes a low-dimensional embedding that places points close together if a random walk gets from
#' one to the other soon. The coordinates are \eqn{\lambda_l^t \phi_l}{lambda_l^t phi_l}, where
#' \eqn{\lambda_l}{lambda_l} and \eqn{\phi_l}{phi_l} are the largest eigenvalues and the right
#' eigenvectors of the random walk \eqn{P} on a heat-kernel graph. The constant eigenvector is left
#' out.
#'
#' Use it for groups, cycles, and branches, as [embed_eigenmaps()]. The coordinates have a scale, so
#' distances between them have a meaning.
#'
#' @details
#' At time `t`, the distances in all n - 1 coordinates are diffusion distances: \eqn{\sum_l
#' (P^t_{il} - P^t_{jl})^2 / \pi_l}{sum_l (P^t_il - P^t_jl)^2 / pi_l}. With `alpha` = 0 the walk is
#' that of the graph, with 1/2 its limit is the Fokker-Planck operator, and with 1 (the default) it
#' is the Laplace-Beltrami operator, independent of the sampling density. The graph of pictures,
#' components, large graphs, and landmarks are treated as in [embed_eigenmaps()].
#'
#' The walk has no self loops unless `self_loops = TRUE`, so each step leaves the point. Then the
#' smallest eigenvalues are negative. A time `t` that is not a whole number may therefore be an
#' error if you ask for many coordinates.
#'
#' `t = "multiscale"` adds the walks of all lengths. The coordinates are \eqn{\lambda_l / (1 -
#' \lambda_l) \phi_l}{lambda_l / (1 - lambda_l) phi_l}, which is the sum of \eqn{\lambda_l^t
#' \phi_l}{lambda_l^t phi_l} over t = 1, 2, ... You do not have to choose a time, and distances are
#' those of the accumulated transition probabilities (Haghverdi et al., 2016). The graph must be
#' connected, because otherwise the sum has no limit.
#'
#' @inheritParams embed_eigenmaps
#' @param t Diffusion time in steps of the walk, a number of at least 0. It must be a whole number
#'   if an eigenvalue is negative. (One step is a heat time of \eqn{h^2 / 4}.) `"multiscale"` adds
#'   all times.
#' @param alpha Density exponent, a number of at least 0. If `NULL` (the default), it is 0 for the
#'   graph of pictures and for graphs with given weights, and 1 otherwise.
#' @return A [lapscale_embedding] of class `lapscale_diffusion`:
#'   - `as.matrix(e)`, the coordinates;
#'   - `e$eigenvalues`, the eigenvalues of \eqn{P}, decreasing.
#' @inheritSection embed_eigenmaps Errors and warnings
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Haghverdi, L. et al. (2016). Diffusion pseudotime robustly reconstructs lineage branching.
#'   *Nature Methods* 13, 845-848. \doi{10.1038/nmeth.3971}
#' @seealso [embed_eigenmaps()], [predict.lapscale_embedding()] for new points,
#'   [plot.lapscale_embedding()], [embed_quality()].
#' @examples
#' x <- sample_moons(300, noise = 0.05, seed = 1)
#' e <- embed_diffusion(x, 3, bandwidth = 0.4, t = 4)
#' plot(e)
#' screeplot(e)
#' embed_diffusion(x, 3, bandwidth = 0.4, t = "multiscale")
#' @export
embed_diffusion <- function(x, n_components = 2L, bandwidth = NULL, t = 1, alpha = NULL,
                            graph = NULL,
                            components = c("keep", "error", "largest", "each", "connect"),
                            variance = NULL, ..., landmarks = NULL, na_action = "error",
                            scale = FALSE, seed = NULL, n_threads = NULL, progress = NULL) door({
  check_one_count(!missing(n_components), variance)
  t <- check_diffusion_time(t, variance)
  if (!is.null(alpha)) alpha <- check_number(alpha, "alpha", above = 0, strict = FALSE)
  embed_by(
    diffusion_embedding(), x,
    list(
      bandwidth = bandwidth, t = t, alpha = alpha, usual_alpha = 1, graph = graph, is_picture = TRUE,
      dots = list(...), landmarks = landmarks, normalized = TRUE
    ),
    n_components, variance = variance,
    components = check_choice(components, component_policies, "components"),
    na_action = na_action, scale = scale, seed = seed, n_threads = n_threads, progress = progress
  )
})

diffusion_embedding <- function() {
  new_embedding_method(
    "diffusion", "Diffusion map", prepare_spectral, fit_diffusion, extend_spectral,
    describe = function(settings) {
      if (is.character(settings$t)) settings$t else paste("t =", format(settings$t))
    },
    tunable = c("bandwidth", "k")
  )
}

# A number, or "multiscale".
check_diffusion_time <- function(t, variance) {
  if (is.character(t)) {
    return(check_choice(t, "multiscale", "t", also = "a number of 0 or more"))
  }
  t <- check_number(t, "t", above = 0, strict = FALSE)
  if (!is.null(variance) && t < 1) {
    abort_argument("`variance` needs `t` of 1 or more, not {format(t)}.")
  }
  t
}

fit_diffusion <- function(graph, problem, runtime) {
  t <- problem$t
  alpha <- alpha_of_graph(problem$alpha, graph, problem$usual_alpha)
  # A coordinate is lambda gain(lambda) phi, if all lambda have such a power.
  gain <- function(lambda) {
    if (is.character(t)) {
      return(1 / (1 - lambda))
    }
    if (t == trunc(t)) lambda^(t - 1) else abs(lambda)^(t - 1)
  }
  found <- spectral_fit(graph, "random_walk", alpha, problem$wanted, gain, runtime)
  scale <- found$laplacian@scale
  lambda <- 1 - found$values / scale
  check_walk(lambda, t)
  scaled <- if (is.character(t)) lambda / (1 - lambda) else lambda^t
  coordinates <- found$vectors * rep(scaled, each = nrow(found$vectors))
  flip <- sign_flips(coordinates)
  coordinates <- coordinates * rep(flip, each = nrow(coordinates))
  warn_few_points(coordinates, 1 - lambda, graph)
  list(
    coordinates = coordinates, eigenvalues = lambda, scree = 1 - found$scree / scale,
    residuals = found$residuals, bandwidth = graph$bandwidth,
    settings = c(list(t = t, alpha = alpha, bottom = found$scree), graph_settings(graph)),
    model = spectral_model(found, coordinates, graph, flip * gain(lambda), runtime)
  )
}

# Not every walk has a step of half a time, or a sum over all times.
check_walk <- function(lambda, t) {
  if (is.character(t)) {
    if (all(lambda < 1 - 1e-12)) {
      return(invisible())
    }
    abort_argument(
      c("`t` = \"multiscale\" needs a connected graph: the walk has an eigenvalue of 1 again.",
        i = "A larger `bandwidth` may connect the components. Or set `components` to
             \"largest\", \"each\" or \"connect\".")
    )
  }
  if (t != trunc(t) && any(lambda < 0)) {
    abort_argument(
      "`t` = {format(t)} must be a whole number here: the walk has negative eigenvalues."
    )
  }
}
