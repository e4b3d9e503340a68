#' Graph Laplacians
#'
#' @description
#' Computes the Laplacian of a heat-kernel graph. You can apply it to functions on the points,
#' convert it to a matrix, and pass it to [graph_spectrum()]. Laplacians are positive semi-definite
#' and estimate \eqn{-\Delta}{-Delta}, the Laplace-Beltrami operator with a minus sign.
#'
#' **When to use it.** Use `"geometric"` (the default) for the geometry of the data, independent of
#' where points are dense. Use `"random_walk"` or `"symmetric"` for clusters, and `"unnormalized"`
#' to compare with other software.
#'
#' @details
#' Let \eqn{W} be the weights, \eqn{t_i = \sum_j W_{ij}}{t_i} the degrees, \eqn{\tilde W_{ij} =
#' W_{ij} / (t_i t_j)^\alpha}{W~_ij = W_ij / (t_i t_j)^alpha} the density-corrected weights,
#' \eqn{\tilde t_i}{t~_i} their row sums, and \eqn{P = \tilde t^{-1} \tilde W}{P = W~ / t~} the
#' random walk. The types are:
#' - `"geometric"` (`alpha` 1): \eqn{(4/h^2)(I - P)}{(4/h^2)(I - P)}, which tends to the
#'   Laplace-Beltrami operator, independent of the sampling density;
#' - `"random_walk"` (`alpha` 0): the same formula, which depends on the density;
#' - `"symmetric"` (`alpha` 0): \eqn{(4/h^2)(I - \tilde t^{-1/2} \tilde W \tilde
#'   t^{-1/2})}{(4/h^2)(I - t~^-1/2 W~ t~^-1/2)}, with the same eigenvalues as the random walk with
#'   the same `alpha`;
#' - `"unnormalized"` (`alpha` 0): \eqn{\tilde t - \tilde W}{diag(t~) - W~}, without a scale. If you
#'   supply `d`, it is scaled so that it estimates \eqn{-p \Delta}{-p Delta}, where \eqn{p} is the
#'   sampling density;
#' - `"doubly_stochastic"` (`alpha` 1): \eqn{(4/h^2)(I - P)}{(4/h^2)(I - P)} for noise in many
#'   columns that differs from row to row, see below.
#'
#' **Doubly stochastic kernel.** Noise of a row multiplies all its weights by nearly the same
#' number. If there are factors \eqn{u_i}{u_i} for which the rows of \eqn{K_{ij} = u_i W_{ij}
#' u_j}{K_ij = u_i W_ij u_j} sum to 1, this number cancels (Marshall and Coifman, 2019; Landa,
#' Coifman and Kluger, 2021). With \eqn{q_i = 1 / \sum_j K_{ij}^2}{q_i = 1 / sum_j K_ij^2}, which is
#' proportional to the density (Landa and Cheng, 2022), \eqn{P} consists of the rows of \eqn{K_{ij}
#' / (q_i q_j)^{\alpha - 1/2}}{K_ij / (q_i q_j)^(alpha - 1/2)}, divided by their sums. With `alpha`
#' = 1/2 it is \eqn{K} itself, and with 1 it tends to the Laplace-Beltrami operator. Use the
#' bandwidth of `bw_gc(noise = "deflate")`. If the noise is so large that the cutoff of a radius
#' graph leaves points with few neighbors, use a dense graph: points without neighbors, or with a
#' single one, are then components of their own, with a warning. Given weights without such factors
#' are an error. On data without noise it is no more accurate than `"geometric"`, and less near
#' boundaries.
#'
#' If the graph has given weights and no bandwidth, there is no factor \eqn{4/h^2}. If it has local
#' scales (see [heat_graph()]), each row has its own factor, and the correction is such that `alpha`
#' has the same meaning as with a single bandwidth. `vignette("methods")` has the formula. The
#' weights of the Laplacian then have self loops at the points with larger scales.
#'
#' A point without any edge or self loop is a component of its own, and its row of the Laplacian is
#' zero.
#'
#' @param graph A [lapscale_graph], an igraph, or a symmetric sparse Matrix of weights.
#' @param type The type of the Laplacian: `"geometric"` (the default), `"random_walk"`,
#'   `"symmetric"`, `"unnormalized"`, or `"doubly_stochastic"`, see Details.
#' @param alpha Density exponent, a number of at least 0. If you do not supply it, it is 1 for
#'   `"geometric"` and `"doubly_stochastic"`, and 0 for the others. 1/2 gives the two-step Laplacian
#'   of Zhou and Srebro (2011).
#' @param d The dimension of the manifold, a whole number. For `"unnormalized"` it scales the
#'   Laplacian, which is not scaled if `d` is `NULL` (the default). For a graph with local scales it
#'   is part of the correction, and is estimated from the nearest neighbors if `d` is `NULL`.
#' @param ... Not used.
#' @return A `lapscale_laplacian` of the n points of the graph, an S4 object:
#'   - `laplacian %*% f` applies it to a vector or to the columns of a matrix;
#'   - `as(laplacian, "CsparseMatrix")` and `as.matrix(laplacian)` convert it to an n x n matrix;
#'   - `dim()` and `diag()` work as for a matrix;
#'   - `glance()` returns one row: `n`, `type`, `alpha`, and `bandwidth`.
#' @section Errors and warnings:
#' - `lapscale_error_argument` if an argument is out of its range;
#' - `lapscale_warning_isolated`, with row numbers, if points have no neighbors.
#' @references Coifman, R. R. and Lafon, S. (2006). Diffusion maps. *Applied and Computational
#'   Harmonic Analysis* 21, 5-30. \doi{10.1016/j.acha.2006.04.006}
#'
#'   Perrault-Joncas, D. C., Meila, M. and McQueen, J. (2017), equation 3 (the geometric Laplacian).
#'
#'   Chazal, F., Giulini, I. and Michel, B. (2016), equation 2 (the scale of `d`).
#'
#'   Marshall, N. F. and Coifman, R. R. (2019). Manifold learning with bi-stochastic kernels. *IMA
#'   Journal of Applied Mathematics* 84, 455-482. Landa, B., Coifman, R. R. and Kluger, Y. (2021).
#'   Doubly stochastic normalization of the Gaussian kernel is robust to heteroskedastic noise.
#'   *SIAM Journal on Mathematics of Data Science* 3, 388-413. Landa, B. and Cheng, X. (2022).
#'   Robust inference of manifold density and geometry by doubly stochastic scaling (the doubly
#'   stochastic kernel).
#'
#'   Berry, T. and Harlim, J. (2016). Variable bandwidth diffusion kernels. *Applied and
#'   Computational Harmonic Analysis* 40, 68-96 (local scales).
#' @seealso [graph_spectrum()] for its eigenvalues, [heat_graph()], [graph_laplacian_at()] for
#'   points outside of the sample.
#' @examples
#' x <- sample_circle(300, seed = 1)
#' laplacian <- graph_laplacian(heat_graph(x, bandwidth = 0.3))
#' laplacian
#' # cos is an eigenfunction of -Delta on the circle, with eigenvalue 1:
#' f <- x[, 1]
#' range((laplacian %*% f) / f, na.rm = TRUE)
#' graph_laplacian(heat_graph(iris[1:4], 0.8))
#' @export
graph_laplacian <- function(graph,
                            type = c("geometric", "random_walk", "symmetric", "unnormalized",
                                     "doubly_stochastic"),
                            alpha = NULL, d = NULL, ...) door({
  graph <- as_graph_argument(graph)
  type <- check_choice(type, laplacian_types, "type")
  alpha <- resolve_alpha(alpha, type)
  if (!is.null(d)) {
    refuse_if(type != "unnormalized" && is.null(graph$own_scales),
              "`d` needs `type = \"unnormalized\"` or local scales.")
    d <- check_count(d, "d")
  }
  laplacian_of_graph(graph, type, alpha, new_runtime(NULL, FALSE), d)
}, ...)

# Returns the Laplacian of a graph, a lapscale_laplacian, see graph_laplacian(), without checks.
#   graph    a lapscale_graph: weights (n x n), mass (how many observations each point stands for, 1
#            or length n), degree (sums of the weights of all points at each landmark, NULL: those
#            of `weights`), own_scales (of local_scales(), or NULL). It gets factor, what the
#            weights of each point are multiplied by
#   type     one of laplacian_types
#   alpha    exponent of the density
#   runtime  of new_runtime()
#   d        dimension, or NULL
laplacian_of_graph <- function(graph, type, alpha, runtime, d = NULL) {
  if (type != "unnormalized" && !is.null(d)) graph$own_scales$dimension <- d
  if (type == "doubly_stochastic") return(doubly_stochastic_laplacian(graph, alpha, runtime))
  warn_isolated(graph)
  weights <- graph$weights
  if (type == "unnormalized") {
    refuse_if(!is_unit_mass(graph$mass),
              "`type` = \"unnormalized\" cannot be used with weights of the points.")
    graph$own_scales <- NULL
  } else {
    weights <- moderate_weights(weights, alpha, runtime)
  }
  row_sums <- graph$degree %||% weight_totals(weights, graph$mass, runtime)
  correction <- corrected_for_density(weights, row_sums, alpha, graph, runtime)
  degree <- row_totals(correction$weights, runtime)
  check_corrected(degree, row_totals(graph$weights, runtime), alpha)
  graph$factor <- correction$factor
  new_laplacian(correction$weights, degree, type, alpha, graph, d)
}

# Weights times a factor of each of two points, m / t^alpha, with that of its local scale:
# list(weights: of the same kind, n x n; factor: length n, 0 for points without weights).
#   weights  W, n x n, stored or not;  row_sums: t, length n;  runtime: of new_runtime()
#   graph    a lapscale_graph: mass (m, length n or 1), own_scales (of local_scales(), or NULL)
#   alpha    exponent of the density
corrected_for_density <- function(weights, row_sums, alpha, graph, runtime) {
  factor <- scale_factor(graph$own_scales, alpha) * mass_factor(graph$mass, row_sums, alpha)
  weights <- if (is.null(graph$own_scales)) {
    corrected_weights(weights, row_sums, alpha, runtime, graph$mass)
  } else {
    corrected_weights(weights, ifelse(factor > 0, 1 / factor, 0), 1, runtime)
  }
  list(weights = weights, factor = factor)
}

laplacian_types <- c("geometric", "random_walk", "symmetric", "unnormalized", "doubly_stochastic")

# The types that are random walks: their right eigenvectors are functions on the points.
walk_types <- c("geometric", "random_walk", "doubly_stochastic")

# Makes the object, a lapscale_laplacian, of corrected weights and their row sums. Of local scales
# its weights and degrees are those of slowed_walk().
#   weights  n x n, plain, sparse, or not stored, corrected
#   degree   their row sums, length n
#   type     one of laplacian_types
#   alpha    exponent of the density
#   graph    a lapscale_graph: own_scales (of local_scales(), or NULL), and what graph_facts() keeps
#   d        dimension, or NULL
new_laplacian <- function(weights, degree, type, alpha, graph, d = NULL) {
  walk <- slowed_walk(weights, degree, graph$own_scales)
  new("lapscale_laplacian",
    weights = walk$weights, degree = walk$degree, type = type, alpha = alpha,
    scale = laplacian_scale(type, graph, d), graph = graph_facts(graph)
  )
}

# The walk of local scales s, which self loops make (s / min s)^2 times slower at each point, so
# that its Laplacian has one factor: list(weights, degree). Without scales both stay as they are.
#   weights  n x n, plain or sparse, corrected;  degree: their row sums, length n
#   scales   of local_scales(), of which scale is used, or NULL
slowed_walk <- function(weights, degree, scales) {
  if (!is.null(scales)) {
    self_weight <- degree * ((scales$scale / min(scales$scale))^2 - 1)
    weights <- add_to_diagonal(weights, self_weight)
    degree <- degree + self_weight
  }
  list(weights = weights, degree = degree)
}

# Checks and returns an exponent of the density, a number of 0 or more.
#   alpha  what the user gave, NULL: that of the type;  type: one of laplacian_types
resolve_alpha <- function(alpha, type) {
  usual <- as.numeric(type %in% c("geometric", "doubly_stochastic"))
  check_number(alpha %||% usual, "alpha", above = 0, strict = FALSE)
}

# Keeps what a Laplacian needs to know of its graph, without the weights: a list of the fields of
# new_graph() below, and factor, what the weights of each point were multiplied by, length n.
#   graph  a lapscale_graph, with factor
graph_facts <- function(graph) {
  graph[c("bandwidth", "method", "local_scale", "own_scales", "self_loops", "rows", "n_given",
          "names", "mass", "k", "cut", "factor", "order", "points")]
}

# mass / t^alpha, t the degrees: the factor of the weights of each point, length n, 0 where t is 0.
#   mass, degree  length n, or mass 1;  alpha: exponent of the density
mass_factor <- function(mass, degree, alpha) ifelse(degree > 0, mass * degree^-alpha, 0)

# Returns m m' W / (t t')^alpha, m the masses, of the same kind as W.
#   weights  W, n x n, stored, or of unstored_weights(): factor (multiplied here by t^-alpha),
#            totals (sums that hold no longer: removed)
#   degree   t, length n
#   alpha    exponent of t
#   runtime  of new_runtime()
#   mass     m, length n, or 1
corrected_weights <- function(weights, degree, alpha, runtime, mass = 1) {
  if (!is_unit_mass(mass)) {
    factor <- mass_factor(mass, degree, alpha)
    return(corrected_weights(weights, ifelse(factor > 0, 1 / factor, 0), 1, runtime))
  }
  if (alpha == 0) return(weights)
  if (is.matrix(weights)) return(cpp_scaled_matrix(weights, degree, alpha, runtime))
  if (is_matrix_free(weights)) {
    weights$factor <- weights$factor * degree^-alpha
    weights$totals <- NULL
  } else {
    weights@x <- cpp_scaled_entries(weights, degree, alpha, runtime)
  }
  weights
}

# Divides weights whose correction could leave double precision by the largest power of two that is
# not above the largest degree: a walk does not depend on it. Others are returned as they are.
#   weights  n x n, stored or not;  alpha: the exponent of the density;  runtime: of new_runtime()
moderate_weights <- function(weights, alpha, runtime) {
  if (!is_stored(weights) || !length(weights)) return(weights)
  largest_degree <- max(row_totals(weights, runtime))
  if (is.infinite(largest_degree)) largest_degree <- max(weights)
  exponent <- if (largest_degree > 0) max(-1022, min(1023, floor(log2(largest_degree)))) else 0
  if (abs(exponent) * max(alpha, abs(2 * alpha - 1)) <= 500) return(weights)
  if (is.matrix(weights)) weights <- weights / 2^exponent else weights@x <- weights@x / 2^exponent
  weights
}

# Refuses corrected weights that leave the range of double precision.
#   degree    row sums of the corrected weights, length n
#   row_sums  row sums of the weights before, which are looked at where a degree is 0
#   alpha     the exponent of the density
check_corrected <- function(degree, row_sums, alpha) {
  refuse_if(!all(is.finite(degree)) || any(row_sums[degree == 0] > 0),
            c("The weights, corrected by `alpha` = {alpha}, leave the range of double precision.",
              i = "Their sums at the points are
                   {paste(signif(range(row_sums[row_sums > 0]), 2), collapse = ' to ')}: rescale the
                   weights, or take a smaller `alpha`."))
}

# Returns the factor before I - P (or before t - W), a number: 1 if the bandwidth is not known, or
# of an unnormalized Laplacian without d.
#   type   one of laplacian_types
#   graph  that the Laplacian is of, a lapscale_graph: weights (n x n), bandwidth (NA if only
#          weights were given), own_scales (of local_scales(): scale, length n; NULL: one bandwidth
#          for all)
#   d      dimension, or NULL
laplacian_scale <- function(type, graph, d) {
  refuse_if(!is.null(d) && type == "unnormalized" && !has_one_bandwidth(graph),
            "`d` needs a graph with a bandwidth to scale by.")
  if (!has_unit(graph) || (type == "unnormalized" && is.null(d))) return(1)
  min_scale <- if (is.null(graph$own_scales)) 1 else min(graph$own_scales$scale)
  half_bandwidth <- graph$bandwidth * min_scale / 2
  volume_factor <- function() (4 * pi)^(-d / 2) / (nrow(graph$weights) * half_bandwidth^(d + 2))
  scale <- if (type == "unnormalized") volume_factor() else (1 / half_bandwidth)^2
  refuse_if(!is.finite(scale) || scale < .Machine$double.xmin,
            "`graph` has bandwidth {format(graph$bandwidth)}, with which the factor of the
             Laplacian is {format(scale)}: beyond the range of double precision; rescale the
             data.")
  scale
}

# Whether all points of a graph share a known bandwidth.
#   graph  a lapscale_graph, or of graph_facts(): bandwidth (NA if only weights were given),
#          local_scale (number of the neighbor whose distance is the scale of a point, NULL: one
#          scale for all)
has_one_bandwidth <- function(graph) is.null(graph$local_scale) && !is.na(graph$bandwidth)

# Whether each point of a graph has a known bandwidth.
#   graph  a lapscale_graph, or of graph_facts(): bandwidth, local_scale, own_scales (of
#          local_scales(), or NULL)
has_unit <- function(graph) has_one_bandwidth(graph) || !is.null(graph$own_scales)

# Warns of points of a graph that have no neighbor but themselves.
#   graph  a lapscale_graph: weights (n x n; nothing is said where they are not stored), rows (which
#          row of the data each point is)
warn_isolated <- function(graph) {
  isolated_points <- if (is_stored(graph$weights)) which(neighbor_counts(graph$weights) == 0)
  warn_if(length(isolated_points),
          c("{length(isolated_points)} point{?s} {?has/have} no neighbors, and
             {?is a component/are components} of {?its/their} own: row{?s}
             {shorten(graph$rows[isolated_points])}.",
            i = "Leave these rows out, or use a larger `bandwidth` or a graph of nearest
                 neighbors."), "isolated")
}
