# How far points are from the boundary of their manifold.

# Limits of the distance to a boundary, lengths in bandwidths; bench/carry/boundary.R compares
# others.
boundary_limits <- list(
  # Mean offsets are inverted up to the first distance; the second stands for larger ones.
  max_inverted = 1, offset_cap = 1.2,
  # Radius of the neighbors whose reach is taken, reaches that count as inside, and what stands for
  # them.
  radius = 1.5, max_reach = 1.45, reach_cap = 1.6,
  # Points farther than `inside` are inside. Points nearer than `near` are near, if their mean
  # offset has `min_errors` standard errors.
  inside = 1.2, near = 0.5, min_errors = 2,
  # The share of near points is given from min_share on, from this degree on, up to this dimension.
  # Its sample has up to max_work pairs times columns. A share above large_share is warned of.
  min_share = 0.05, min_degree = 8, max_d = 5, max_work = 2e8, large_share = 0.3,
  # A selected bandwidth reaches at least this neighbor.
  min_neighbor = 20L
)

# Makes the options of cpp_consistency(), a list: d, cutoff, alpha, pca_weights, seed, subsample
# (whether samples of the neighbors are taken), and numbers max_neighbors, whole_degrees, and
# whole_neighbors, of how many neighbors, which the core decides.
#   d            dimension of the tangent planes;  cutoff: distance in bandwidths beyond which
#                weights are 0
#   alpha        exponent of the density
#   pca_weights  "squared" or "kernel", see bw_control()
#   subsample    whether samples may be taken of the neighbors;  seed: a number, of these samples
#   n            number of points;  p: number of columns
gc_options <- function(d, cutoff, alpha, pca_weights, subsample, seed, n, p = 1L) {
  plan <- cpp_consistency_plan(n, p, 1, cutoff)
  c(
    list(
      d = d, cutoff = cutoff, alpha = alpha, pca_weights = pca_weights, seed = seed,
      subsample = subsample && plan$samples
    ),
    plan[c("max_neighbors", "whole_degrees", "whole_neighbors")]
  )
}

# Computes where the neighbors of some rows lie, from which the distance to a boundary follows.
# Returns a list of vectors, a number per row: length, of the mean offset to the neighbors, in
# bandwidths; noise, its standard error; reach, how far neighbors lie against that offset, on the
# side with fewer, in bandwidths; count, of the neighbors within boundary_limits$radius, among which
# reach is taken; and degree, the sum of kernel weights times masses of the other points.
#   handle  of the points in the core;  p: number of their columns
#   mass    of each point, length n;  rows: numbers of the rows
#   h       bandwidth, unit of x;  d: dimension of the tangent planes;  seed: a number
#   runtime  of new_runtime()
boundary_offsets <- function(handle, p, mass, h, d, seed, runtime, rows = seq_along(mass)) {
  n <- length(mass)
  kernel_options <- list(h = h, cutoff = default_cutoff, self_loops = FALSE, factor = rep(1, n))
  degree <- drop(cpp_heat_product(handle, kernel_options, matrix(mass), runtime))
  options <- gc_options(d, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, n, p)
  # Tangent planes of this many rows are in memory at once.
  blocks <- lapply(cut_blocks(length(rows), max(256, 2^24 %/% (p * d))), function(block_rows) {
    consistency <- release_on_exit(
      cpp_consistency(handle, NULL, rows[block_rows], options, h, list(), runtime)
    )
    cpp_boundary_offsets(
      handle, rows[block_rows], pmax(degree, .Machine$double.xmin) / mass,
      cpp_local_metrics(consistency, h, FALSE, runtime)$basis,
      list(bandwidth = h, cutoff = default_cutoff, reach_radius = boundary_limits$radius, d = d),
      runtime
    )
  })
  fields <- c("length", "noise", "reach", "count")
  offsets <- lapply(stats::setNames(nm = fields), function(field) {
    unlist(lapply(blocks, `[[`, field))
  })
  c(offsets, list(degree = degree[rows]))
}

# Estimates the share of points within half a bandwidth of a boundary, from a sample `rows` of them.
# Returns 0 if points have too few neighbors to know, if so few points are near that it may be
# chance, or in more than 5 dimensions. On a curve, which has two ends at most, a group of near
# points is no chance.
#   handle  of the points in the core;  x: the same, n x p;  mass: of each, length n
#   h       bandwidth, unit of x;  d: dimension of the manifold, 1 or more;  seed: a number
#   runtime  of new_runtime()
boundary_share <- function(handle, x, mass, h, d, seed, runtime) {
  if (!is.matrix(x) || !has_columns(x) || d > min(ncol(x), boundary_limits$max_d)) return(0)
  n <- nrow(x)
  rows <- draw_points(x, min(n, 2000, max(200, boundary_limits$max_work %/% (n * ncol(x)))), seed)
  offsets <- boundary_offsets(handle, ncol(x), mass, h, d, seed, runtime, rows)
  if (stats::median(offsets$degree) < boundary_limits$min_degree) return(0)
  # In the share, what chance does to single points evens out.
  distance <- h * boundary_in_bandwidths(replace(offsets, "noise", 0))
  share <- mean(distance <= boundary_limits$near * h)
  is_end <- d == 1 && length(boundary_tips(distance, x[rows, , drop = FALSE], h, runtime)) > 0L
  if (is_end || share >= boundary_limits$min_share) share else 0
}

# Estimates the dimension of the points from steps of the walk at the bandwidth h: a number, the
# mean over up to 200 of them.
#   handle   of the points in the core;  x: the same, n x p;  h: bandwidth, unit of x
#   seed     a number;  runtime: of new_runtime()
step_dimension <- function(handle, x, h, seed, runtime) {
  rows <- draw_points(x, min(nrow(x), 200L), seed)
  options <- gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, nrow(x), ncol(x))
  consistency <- release_on_exit(cpp_consistency(handle, NULL, rows, options, h, list(), runtime))
  mean(cpp_steps(consistency, h, runtime)$dimension)
}

# A printed line about points near a boundary; NULL if there are none. Noise across a manifold looks
# the same, and its share does not tell one from the other (bench/carry/boundary_noise.R).
#   share  of the points that look near a boundary, 0 to 1, or NULL
#   d      dimension of the manifold for which the share is
#   mark   before the words: "!" where eigenvalues are the matter
describe_boundary_share <- function(share, d, mark = "!") {
  if (isTRUE(share > 0)) {
    paste0("  ", mark, " Edge: ", percent(share), "% of the points look near a boundary (d = ", d,
           ") or are noisy: eigenvalues are less precise.\n")
  }
}

# Returns the distances of points to a boundary, in bandwidths: the mean of the distance that the
# mean offset of the neighbors stands for and of their reach, and Inf for points inside. The last of
# `count` neighbors within the radius is itself half a gap away from the boundary. Where there are
# few neighbors, their offset may be chance: such a point is not near, but a little farther, in the
# order of the means.
#   offsets  of boundary_offsets(): list(length, noise, reach, count), a number per point each
boundary_in_bandwidths <- function(offsets) {
  offset_distance <- inverse_offset(offsets$length)
  reach_distance <- ifelse(offsets$reach > boundary_limits$max_reach, Inf, offsets$reach)
  offset_distance <- pmin(offset_distance, boundary_limits$offset_cap)
  mean_distance <- (offset_distance + pmin(reach_distance, boundary_limits$reach_cap)) / 2
  distance <- ifelse(mean_distance > boundary_limits$inside, Inf,
                     pmax(mean_distance, boundary_limits$radius / (2 * (offsets$count + 1))))
  is_chance <- offsets$length < boundary_limits$min_errors * offsets$noise &
    distance <= boundary_limits$near
  ifelse(is_chance, boundary_limits$near + distance / 5, distance)
}

# Returns the length of the mean offset to the neighbors at each `distance` b from a straight
# boundary, both in bandwidths: the integral over u > -b of u k(u), divided by that of k(u) =
# exp(-u^2) / (1 + erf(b + u)), by Simpson's rule.
offset_length <- function(distance) {
  vapply(distance, function(distance) {
    n <- 400L
    position <- seq(-distance, 6, length.out = n + 1L)
    # 1 + erf(z) = 2 pnorm(z sqrt(2))
    simpson_weight <- c(1, rep(c(4, 2), length.out = n - 1L), 1) * exp(-position^2) /
      stats::pnorm((distance + position) * sqrt(2))
    sum(position * simpson_weight) / sum(simpson_weight)
  }, 0)
}

# Inverts offset_length(): the distance from a boundary for each length of the mean offset, both in
# bandwidths, Inf for distances beyond boundary_limits$max_inverted. It is interpolated between the
# `distances`, whose mean offsets are `offset_lengths`.
inverse_offset <- function(length) {
  distances <- seq(0, boundary_limits$max_inverted, length.out = 201L)
  offset_lengths <- offset_length(distances)
  distance_at <- stats::splinefun(-offset_lengths, distances, method = "hyman")
  ifelse(length < offset_lengths[[201L]], Inf, distance_at(-pmin(length, offset_lengths[[1L]])))
}

# Groups of fewer points are a gap in the sample, and no tip.
min_tip_points <- 3L

# Groups the points within half a bandwidth of a boundary: those within a bandwidth of each other,
# or linked by such points, are one group. Returns the row number of the point of each group of
# three or more that is nearest to the boundary, the largest group first; integer() without one.
#   distance  to the boundary, of each point, in the unit of x
#   x         points, n x p;  h: bandwidth, unit of x;  runtime: of new_runtime()
boundary_tips <- function(distance, x, h, runtime) {
  near_points <- which(distance <= boundary_limits$near * h)
  if (length(near_points) < min_tip_points) return(integer())
  handle <- release_on_exit(acquire_points(x[near_points, , drop = FALSE], runtime))
  settings <- list(type = graph_radius()$name, cutoff = 1, self_loops = FALSE)
  weights <- muffle_own(graph_weights(handle, length(near_points), h, settings, runtime))
  membership <- components_of(weights)$membership
  large_components <- which(tabulate(membership) >= min_tip_points)
  vapply(large_components, function(component) {
    rows <- near_points[membership == component]
    rows[[order(distance[rows], order(canonical_order(x[rows, , drop = FALSE])))[[1L]]]]
  }, 0L)
}

