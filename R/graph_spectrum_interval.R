# How far eigenvalues of a sample may be from those of the manifold: half samples show both the
# spread and the bias (notes/noise.md).

interval_limits <- list(
  halves = 12L,     # random halves of the points
  many = 20000,     # points: there the spread is that of the jackknife in closed form, and
  few_halves = 4L,  # fewer halves show the bias
  bias = 2          # times the difference of halves and whole
)

#' Intervals for the eigenvalues of the manifold.
#'
#' @param laplacian A lapscale_laplacian.
#' @param values,vectors k eigenvalues on the heat scale, and their vectors, n x k.
#' @param level Of the intervals, between 0 and 1.
#' @param seed A number, of the halves;  runtime: of new_runtime().
#' @return list(lower, upper, boundary, vector_error, edge, edge_d): the ends, length k, NA where an
#'   eigenvalue or half or more of those of the halves are; by how much a boundary raises `upper`,
#'   length k; the standard error of the vectors above 0 as an embedding, a share of their size, or
#'   NA; and the last two of boundary_share_of_graph().
#' @noRd
eigenvalue_intervals <- function(laplacian, values, vectors, level, seed, runtime) {
  kernel_weights <- uncorrected_weights(laplacian, runtime)
  n <- nrow(kernel_weights)
  k <- length(values)
  # Whether the spread is that of the jackknife, and the halves show the bias alone.
  is_large <- n > interval_limits$many && laplacian@type != "doubly_stochastic" &&
    is.null(laplacian@graph$own_scales)
  n_halves <- if (is_large) interval_limits$few_halves else interval_limits$halves
  # Of the bandwidth for half samples, which have fewer neighbors.
  factor <- 2^(1 / (kernel_dimension(kernel_weights) + 4))
  nonzero <- which(values > 0)
  # The halves do not depend on the order of the rows.
  canonical <- laplacian@graph$order %||% order(signif(laplacian@degree, 10))
  # Of each half, a column: k eigenvalues, and the misfit of the vectors (from there on without it).
  spectra <- vapply(seq_len(n_halves), function(half) {
    rows <- canonical[sort(order(cpp_uniform(n, seed, half))[seq_len(ceiling(n / 2))])]
    pairs <- eigenpairs_of_subset(laplacian, kernel_weights, rows, factor, k, runtime)
    half_vectors <- pairs$vectors[, nonzero, drop = FALSE]
    c(pairs$values, misfit_after_similarity(half_vectors, vectors[rows, nonzero, drop = FALSE]))
  }, numeric(k + 1L))
  vector_errors <- spectra[k + 1L, !is.na(spectra[k + 1L, ])]
  vector_error <- if (length(vector_errors)) sqrt(mean(vector_errors^2)) else NA_real_
  spectra <- spectra[seq_len(k), , drop = FALSE]
  is_known <- rowSums(!is.na(spectra)) > n_halves / 2
  bias <- ifelse(is_known, rowMeans(spectra, na.rm = TRUE) - values, NA)
  # Squares of eigenvalues may leave double precision.
  unit <- power_of_2(c(0, values[!is.na(values)]))
  sd <- if (is_large) jackknife_sd(laplacian, kernel_weights, values, vectors, runtime) else
    unit * apply(spectra / unit, 1L, stats::sd, na.rm = TRUE)
  margin <- stats::qnorm((1 + level) / 2) * unit *
    sqrt((sd / unit)^2 + (interval_limits$bias * bias / unit)^2)
  margin[values == 0] <- 0
  boundary <- boundary_bias(laplacian, values, vectors)
  c(list(lower = pmax(values - margin, 0), upper = values + margin + boundary, boundary = boundary,
         vector_error = vector_error), boundary_share_of_graph(laplacian@graph, seed, runtime))
}

# Returns list(edge: the share, 0 to 1, of points near a boundary, see boundary_share(), of the
# points that a graph was made of; edge_d: the number of dimensions for which it is). They are 0 and
# NA if the graph does not have its points, and with local scales, which grow towards a thin end.
#   graph    a lapscale_graph, or of graph_facts(): points (of share_checked(), or NULL), own_scales
#            (NULL: no local scales), bandwidth (unit of x), mass (1, or length n)
#   seed     a number
#   runtime  of new_runtime()
boundary_share_of_graph <- function(graph, seed, runtime) {
  checked <- graph$points$checked
  if (is.null(checked) || !has_columns(checked$x) || !is.null(graph$own_scales)) {
    return(list(edge = 0, edge_d = NA_real_))
  }
  handle <- acquire_shared_points(checked, runtime)
  d <- max(1, round(step_dimension(handle, checked$x, graph$bandwidth, seed, runtime)))
  mass <- rep_len(graph$mass, nrow(checked$x))
  share <- boundary_share(handle, checked$x, mass, graph$bandwidth, d, seed, runtime)
  list(edge = share, edge_d = d)
}

# Estimates by how much a boundary has made each eigenvalue too small, length k: 0 if there is no
# sign of it, NA for values that are NA. rayleigh_quotient() returns those of I - P with the weights
# times `factor` (length n) of both points, a number per vector. Near a boundary, corrected degrees
# t are up to 1.39 times (2 log 2) those inside, and eigenfunctions are largest there. The quotient
# of the same vector with weights w_ij / sqrt(t_i t_j), whose sums are nearly equal, lacks most of
# this bias (notes/noise.md).
#   laplacian  a lapscale_laplacian
#   values     k eigenvalues on the heat scale;  vectors: their eigenvectors, n x k
boundary_bias <- function(laplacian, values, vectors) {
  if (laplacian@alpha != 1 || !laplacian@type %in% walk_types) return(0 * values)
  # By mass, so that observations count as often.
  degree <- laplacian@degree / laplacian@graph$mass
  inverse_root_degree <- ifelse(degree > 0, 1 / sqrt(degree), 0)
  rayleigh_quotient <- function(factor) {
    degree_part <- factor * drop(times_weights(laplacian@weights, cbind(factor)))
    inner_products <- colSums(factor * vectors * times_weights(laplacian@weights, factor * vectors))
    1 - inner_products / colSums(degree_part * vectors^2)
  }
  ratio <- rayleigh_quotient(inverse_root_degree) / rayleigh_quotient(rep(1, length(inverse_root_degree)))
  ifelse(values > 0 & is.finite(ratio), values * pmax(ratio - 1, 0), 0)
}

# The root mean square difference between y and target after the similarity of y that brings them
# nearest, divided by the root mean square of target; columns are centered and scaled first. NA
# without columns or with NA.
#   y, target  n x s, both
misfit_after_similarity <- function(y, target) {
  if (!length(y) || anyNA(y)) return(NA_real_)
  singular_values <- svd(crossprod(scale(y), scale(target)), 0L, 0L)$d
  sqrt(max(1 - (sum(singular_values) / ((nrow(y) - 1) * ncol(y)))^2, 0))
}

# Returns the weights of the kernel, n x n, from which the corrected weights of a Laplacian were
# made.
#   laplacian  a lapscale_laplacian, whose graph has the factor of each point
#   runtime    of new_runtime()
uncorrected_weights <- function(laplacian, runtime) {
  graph <- laplacian@graph
  weights <- laplacian@weights
  # Local scales slow the walk by loops.
  if (!is.null(graph$own_scales)) weights <- set_loops(weights, graph$self_loops * graph$factor^2)
  corrected_weights(weights, graph$factor, 1, runtime)
}

# Estimates the dimension of points, a number from 1 to 10, from the weights of a kernel, whose sum
# grows as the bandwidth to that power.
#   weights  of the kernel, n x n, stored, 0 to 1
kernel_dimension <- function(weights) {
  w <- if (is.matrix(weights)) weights[upper.tri(weights)] else weights@x
  w <- w[w > 0 & w < 1]
  if (length(w)) min(max(2 * sum(w * -log(w)) / sum(w), 1), 10) else 1
}

# The smallest eigenpairs of the graph of some points at `factor` times the bandwidth, on the heat
# scale: list(values, length k; vectors, length(rows) x k), NA where there are none.
#   laplacian       a lapscale_laplacian, of all n points, whose graph is of graph_facts()
#   kernel_weights  of the same points, n x n, without correction for density
#   rows            numbers of these points;  k: number of eigenpairs;  runtime: of new_runtime()
eigenpairs_of_subset <- function(laplacian, kernel_weights, rows, factor, k, runtime) {
  weights <- kernel_weights[rows, rows, drop = FALSE]
  # A weight to this power is that at `factor` times the bandwidth.
  power <- 1 / factor^2
  if (is.matrix(weights)) weights <- weights^power
  else weights@x <- weights@x^power
  full_graph <- laplacian@graph
  graph <- c(full_graph[c("self_loops", "local_scale")], list(
    weights = weights, bandwidth = factor * full_graph$bandwidth,
    own_scales = take_scales(full_graph$own_scales, rows), rows = seq_along(rows),
    n_given = length(rows),
    mass = if (length(full_graph$mass) == 1L) full_graph$mass else full_graph$mass[rows]
  ))
  # A half has no more eigenvalues than points; the others are NA.
  missing_pairs <- list(values = rep(NA_real_, k), vectors = matrix(NA_real_, length(rows), k))
  muffle_own(tryCatch({
    subset_laplacian <- laplacian_of_graph(graph, laplacian@type, laplacian@alpha, runtime)
    n_pairs <- min(k, length(rows))
    bottom <- bottom_on_heat_scale(subset_laplacian, n_pairs, runtime)
    pairs <- missing_pairs
    pairs$values[seq_len(n_pairs)] <- bottom$values[seq_len(n_pairs)]
    pairs$vectors[, seq_len(n_pairs)] <- bottom$vectors[, seq_len(n_pairs)]
    pairs
  }, lapscale_error = function(e) missing_pairs))
}

# The standard deviations of eigenvalues on the heat scale, length k, by the infinitesimal
# jackknife: the weight of a point counts by itself and in the degrees of all others. `lambda` are
# the eigenvalues of I - P, and `influence` (n x k) their derivatives by the weight of each point.
#   laplacian       a lapscale_laplacian;  runtime: of new_runtime()
#   kernel_weights  n x n, without correction for density
#   values          k eigenvalues on the heat scale;  vectors: their eigenvectors, n x k
jackknife_sd <- function(laplacian, kernel_weights, values, vectors, runtime) {
  lambda <- -expm1(-values / laplacian@scale)
  own_influence <- eigenvalue_influence(laplacian, lambda, vectors)
  kernel_degree <- weight_totals(kernel_weights, laplacian@graph$mass, runtime)
  influence <- own_influence - laplacian@alpha *
    times_weights(kernel_weights, own_influence * laplacian@graph$mass / kernel_degree)
  laplacian@scale * sqrt(colSums(influence^2 / laplacian@graph$mass)) / (1 - lambda)
}

# The derivative of each eigenvalue lambda of I - P by the weight of each point, n x m: (1
# - lambda) ((W f^2)_i - t_i f_i^2) / sum_j t_j f_j^2, f its eigenvector and t the degrees. It
# follows from lambda = sum_ij W_ij (f_i - f_j)^2 / sum_ij W_ij (f_i^2 + f_j^2), in which a point of
# weight u_i has W_ij u_i u_j in place of W_ij. Their squares sum to the variance of the
# infinitesimal jackknife (Efron, 1982, section 6.3).
#   laplacian  a lapscale_laplacian
#   lambda     m eigenvalues of I - P;  vectors: their right eigenvectors, n x m
eigenvalue_influence <- function(laplacian, lambda, vectors) {
  squares <- vectors^2
  weighted_squares <- laplacian@degree * squares
  sq_norms <- colSums(weighted_squares)
  slope <- ifelse(sq_norms > 0, (1 - lambda) / sq_norms, 0)
  (times_weights(laplacian@weights, squares) - weighted_squares) * rep(slope, each = nrow(vectors))
}
