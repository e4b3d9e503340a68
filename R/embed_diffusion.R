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
#' [diffusion_distance()] for pseudotimes.
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
#' @export
embed_diffusion <- function(x, n_components = 2L, bandwidth = NULL, t = 1, alpha = NULL,
                            graph = NULL,
                            components = c("keep", "error", "largest", "each", "connect"),
                            variance = NULL, ..., landmarks = NULL, na_action = "error",
                            scale = FALSE, seed = NULL, n_threads = NULL, progress = NULL) door({
  check_one_count(!missing(n_components), variance)
  t <- check_diffusion_time(t, variance)
  if (!is.null(alpha)) alpha <- check_number(alpha, "alpha", above = 0, strict = FALSE)
  components <- check_choice(components, component_policies, "components")
  own <- list(
    bandwidth = bandwidth, t = t, alpha = alpha, usual_alpha = 1, graph = graph,
    is_picture = TRUE, dots = list(...), landmarks = landmarks, normalized = TRUE
  )
  embed_by(diffusion_embedding(), x, own, environment())
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

# Checks a diffusion time: a number, or "multiscale".
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
  gain <- if (is.character(t)) function(lambda) {
    ifelse(is_standstill(lambda), 1, 1 / (1 - lambda))
  } else function(lambda) {
    if (t == trunc(t)) lambda^(t - 1) else abs(lambda)^(t - 1)
  }
  found <- spectral_fit(graph, "random_walk", alpha, problem$wanted, gain, runtime)
  scale <- found$laplacian@scale
  lambda <- 1 - found$values / scale
  check_walk(lambda, t, length(components_of(graph$weights)$sizes))
  scaled <- if (is.character(t)) lambda * gain(lambda) else lambda^t
  coordinates <- found$vectors * rep(scaled, each = nrow(found$vectors))
  lost <- which(lambda != 0 & apply(abs(coordinates), 2L, max) < .Machine$double.xmin)
  warn_underflow(lost, t)
  flip <- sign_flips(coordinates)
  coordinates <- coordinates * rep(flip, each = nrow(coordinates))
  warn_few_points(coordinates, graph)
  list(
    coordinates = coordinates, eigenvalues = lambda, scree = 1 - found$scree / scale,
    residuals = found$residuals, bandwidth = graph$bandwidth,
    walk = if (length(lost)) found$vectors,
    settings = c(list(t = t, alpha = alpha, bottom = found$scree), graph_settings(graph)),
    model = spectral_model(found, coordinates, graph, flip * gain(lambda), runtime)
  )
}

warn_underflow <- function(lost, t) {
  if (length(lost)) {
    warn(
      c("`t` = {format(t)} is so large that {cli::qty(length(lost))}coordinate{?s} {shorten(lost)}
         {cli::qty(length(lost))}{?is/are} 0 in double precision.",
        i = "Take a smaller `t`. `diffusion_distance(relative = TRUE)` is computed in logarithms."),
      "underflow"
    )
  }
}

# Tells eigenvalues of functions that the walk leaves as they are: constants on its components.
is_standstill <- function(lambda) lambda >= 1 - 1e-12

# Not every walk has a step of half a time, or a sum over all times.
check_walk <- function(lambda, t, n_connected) {
  if (is.character(t) && sum(is_standstill(lambda)) >= n_connected) {
    abort_argument(
      c("`t` = \"multiscale\" needs larger weights: those between parts of the graph are lost in
         rounding.",
        i = "Use a larger `bandwidth`.")
    )
  }
  if (is.numeric(t) && t != trunc(t) && any(lambda < 0)) {
    abort_argument(
      "`t` = {format(t)} must be a whole number here: the walk has negative eigenvalues."
    )
  }
}

#' Diffusion distance and pseudotime
#'
#' Measures how different the random walks from two points are in a diffusion map. The distance from
#' the root of a branching process, such as the development of cells, is a pseudotime: it increases
#' along each branch.
#'
#' @details
#' The distance is the Euclidean distance in the coordinates of `e`. With `t = "multiscale"` and all
#' coordinates it is the distance of diffusion pseudotime (Haghverdi et al., 2016), with the
#' eigenvectors of the random walk. The package scanpy uses those of the symmetric matrix, which
#' gives nearly the same order. Usually 10 to 15 coordinates are enough.
#'
#' If the graph is not connected, no walk leads from one component to another. The distance between
#' points of different components is then `Inf`, for every `t`, and also if `components` was
#' `"largest"` or `"each"`. If it was `"connect"`, all distances are finite. The distance is `NA`
#' for the other rows without coordinates, such as rows with missing values.
#'
#' If the time is so large that coordinates are 0 in double precision, distances with `relative =
#' TRUE` are still right, because they are computed in logarithms. Without it there is a warning of
#' class `lapscale_warning_underflow`.
#'
#' @param e A diffusion map that [embed_diffusion()] returned, or the list of them that it returns
#'   with `components = "each"`.
#' @param from Row numbers of the points from which distances are measured.
#' @param relative If `TRUE`, distances are divided by the largest finite distance from the same
#'   point, which gives a pseudotime between 0 and 1. The default is `FALSE`.
#' @return Distances that are not negative:
#'   - if `from` is one row, a numeric vector with one element per row of the data;
#'   - otherwise, a matrix with one row per element of `from` and one column per row of the data.
#' @section Errors:
#' - `lapscale_error_argument`, naming `e`, `from` (also if that row has no coordinates), or
#'   `relative`.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Haghverdi, L. et al. (2016). Diffusion pseudotime robustly reconstructs lineage branching.
#'   *Nature Methods* 13, 845-848. \doi{10.1038/nmeth.3971}
#' @seealso [embed_diffusion()], [metric_distances()] for distances along the manifold.
#' @examples
#' x <- sample_swiss_roll(300, seed = 1)
#' e <- embed_diffusion(x, 10, bandwidth = 3, t = "multiscale")
#' root <- which.min(attr(x, "parameters")[, "arc_length"])
#' time <- diffusion_distance(e, root, relative = TRUE)
#' plot(attr(x, "parameters")[, "arc_length"], time)
#' @export
diffusion_distance <- function(e, from, relative = FALSE) door({
  first <- parts_of(e)[[1L]]
  check_class(first, "lapscale_diffusion", "e", "a diffusion map made by embed_diffusion()")
  scaled <- without_underflow(e)
  y <- scaled$y
  lost <- is.na(y[, 1L])
  # Components may have fewer coordinates than the first.
  y[is.na(y) & !lost] <- 0
  if (missing(from)) abort_argument("`from`, the row to measure from, must be given.")
  from <- check_rows(from, nrow(y), "from")
  refuse_first(from[lost[from]], "`from` names row {first}, which has no coordinates.")
  relative <- check_flag(relative, "relative")
  member <- if (!identical(first$components$policy, "connect")) first$components$membership
  found <- t(vapply(from, function(i) {
    apart <- y - rep(y[i, ], each = nrow(y))
    apart[which(member != member[[i]]), ] <- NA_real_
    unit <- power_of_2(apart[is.finite(apart)])
    distance <- sqrt(rowSums((apart / unit)^2))
    distance[which(member != member[[i]])] <- Inf
    if (relative) {
      return(distance / max(distance[is.finite(distance)], .Machine$double.xmin))
    }
    distance * unit * scaled$size[[i]]
  }, numeric(nrow(y))))
  if (!relative && any(scaled$size[from] < .Machine$double.xmin)) {
    warn(
      c("`e`: the distances are 0 in double precision, because its time is so large.",
        i = "Set `relative = TRUE`, or take a smaller `t` in embed_diffusion()."),
      "underflow"
    )
  }
  dimnames(found) <- list(rownames(y)[from], rownames(y))
  if (length(from) == 1L) found[1L, ] else found
})

# Returns the coordinates of a diffusion map, or of those of its components, over a factor for each
# row: where they would underflow, the largest eigenvalue at its time. list(y, size).
without_underflow <- function(e) {
  y <- as.matrix(e)
  size <- rep(1, nrow(y))
  for (part in parts_of(e)) {
    if (is.null(part$walk)) next
    logs <- part$settings$t * log(abs(part$eigenvalues))
    shown <- part$walk * rep(exp(logs - max(logs)), each = nrow(y))
    y[part$rows, seq_along(logs)] <- shown[part$rows, ]
    size[part$rows] <- exp(max(logs))
  }
  list(y = y, size = size)
}
