# How far points are from the boundary of their manifold.

# Limits, in bandwidths: up to where the mean offset is inverted, and what stands for it beyond; the
# radius of the neighbors that reach to the other side, from which reach on they say nothing, and
# what stands for it then; from where on points are inside; what counts as near, and how many standard
# errors the mean offset must have for that; of near points the share that is reported for surfaces,
# from which degree, to which dimension, and by how much work; the share that is much; and
# which neighbor a bandwidth that is selected reaches at least.
# bench/carry/boundary.R compares others.
boundary_limits <- list(
  seen = 1, beyond_seen = 1.2, radius = 1.5, reached = 1.45, beyond_reached = 1.6,
  inside = 1.2, near = 0.5, errors = 2, edge = 0.05, degree = 8, d = 5, work = 2e8, much = 0.3,
  neighbors = 20L
)

# Sets the options of a pass: of how many points samples are taken, and of what size, says the core.
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

# Returns what a boundary does to the neighbors of some rows, a list of numbers per row: length, of
# the mean offset to the neighbors, in bandwidths; noise, its standard error; reach and count, see
# cpp_boundary_offsets(); and degree.
#   handle  of the points in the core;  p: number of their columns
#   mass    of each point, length n;  rows: numbers of the rows that are looked at
#   h       bandwidth;  d: dimension of the tangent planes;  seed: a number
boundary_offsets <- function(handle, p, mass, h, d, seed, runtime, rows = seq_along(mass)) {
  n <- length(mass)
  kernel <- list(h = h, cutoff = default_cutoff, self_loops = FALSE, factor = rep(1, n))
  degree <- drop(cpp_heat_product(handle, kernel, matrix(mass), runtime))
  options <- gc_options(d, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, n, p)
  # Tangent planes of this many rows are in memory at once.
  parts <- lapply(cut_rows(length(rows), max(256, 2^24 %/% (p * d))), function(part) {
    consistency <- release_on_exit(cpp_consistency(handle, NULL, rows[part], options, h, list(),
                                                   runtime))
    cpp_boundary_offsets(
      handle, rows[part], pmax(degree, .Machine$double.xmin) / mass,
      cpp_local_metrics(consistency, h, FALSE, runtime)$basis,
      list(bandwidth = h, cutoff = default_cutoff, reach_radius = boundary_limits$radius, d = d),
      runtime
    )
  })
  fields <- c("length", "noise", "reach", "count")
  offsets <- lapply(stats::setNames(nm = fields), function(field) {
    unlist(lapply(parts, `[[`, field))
  })
  c(offsets, list(degree = degree[rows]))
}

# Returns the share of points within half a bandwidth of a boundary, of a part of them where they
# are many; 0 if points have too few neighbors to know, if there are so few that chance puts them
# there, or in more than 5 dimensions. On a curve, which has two ends at most, a group of them is no
# chance.
#   handle  of the points in the core;  x: the same, n x p;  mass: of each, length n
#   h       bandwidth;  d: dimension of the manifold;  seed: a number
boundary_share <- function(handle, x, mass, h, d, seed, runtime) {
  d <- max(1, round(d))
  if (!is.matrix(x) || !has_columns(x) || d > min(ncol(x), boundary_limits$d)) return(0)
  n <- nrow(x)
  rows <- draw_points(x, min(n, 2000, max(200, boundary_limits$work %/% (n * ncol(x)))), seed)
  offsets <- boundary_offsets(handle, ncol(x), mass, h, d, seed, runtime, rows)
  if (stats::median(offsets$degree) < boundary_limits$degree) return(0)
  # In the share, what chance does to single points evens out.
  distance <- h * boundary_in_bandwidths(replace(offsets, "noise", 0))
  share <- mean(distance <= boundary_limits$near * h)
  is_end <- d == 1 && length(tips_of(distance, x[rows, , drop = FALSE], h, runtime)) > 0L
  if (is_end || share >= boundary_limits$edge) share else 0
}

# Returns the dimension that a step of the walk sees, the mean over a part of the points.
#   handle  of the points in the core;  x: the same, n x p;  h: bandwidth;  seed: a number
step_dimension <- function(handle, x, h, seed, runtime) {
  rows <- draw_points(x, min(nrow(x), 200L), seed)
  options <- gc_options(1L, sqrt(-log(1e-8)), 1, "squared", TRUE, seed, nrow(x), ncol(x))
  consistency <- release_on_exit(cpp_consistency(handle, NULL, rows, options, h, list(), runtime))
  mean(cpp_steps(consistency, h, runtime)$dimension)
}

# Words on the share of the points that is near a boundary, 0 to 1 or NULL; NULL if none is.
describe_edge <- function(share) {
  if (isTRUE(share > 0)) {
    paste0("  ! Edge: ", percent(share),
           "% of the points are near a boundary. Eigenvalues are less precise there.\n")
  }
}

# Returns the distance in bandwidths that a mean offset and the neighbors' reach stand for: their
# mean, and Inf where that can no longer be told from a point inside. The last of `count` neighbors
# within the radius is itself half a gap away from the boundary. Where there are few neighbors, their
# offset may be chance: such a point is not near, but a little farther, in the order of the means.
#   offsets  of boundary_offsets()
boundary_in_bandwidths <- function(offsets) {
  offset <- inverse_offset(offsets$length)
  reach <- ifelse(offsets$reach > boundary_limits$reached, Inf, offsets$reach)
  offset <- pmin(offset, boundary_limits$beyond_seen)
  mean_distance <- (offset + pmin(reach, boundary_limits$beyond_reached)) / 2
  distance <- ifelse(mean_distance > boundary_limits$inside, Inf,
                     pmax(mean_distance, boundary_limits$radius / (2 * (offsets$count + 1))))
  is_chance <- offsets$length < boundary_limits$errors * offsets$noise &
    distance <= boundary_limits$near
  ifelse(is_chance, boundary_limits$near + distance / 5, distance)
}

# Returns the length of the mean offset at each distance b from a straight boundary, both in
# bandwidths: the integral over u > -b of u k(u), divided by that of k(u) = exp(-u^2) / (1 + erf(b +
# u)), by Simpson's rule.
offset_length <- function(distance) {
  vapply(distance, function(distance) {
    n <- 400L
    position <- seq(-distance, 6, length.out = n + 1L)
    # 1 + erf(z) = 2 pnorm(z sqrt(2))
    weight <- c(1, rep(c(4, 2), length.out = n - 1L), 1) * exp(-position^2) /
      stats::pnorm((distance + position) * sqrt(2))
    sum(position * weight) / sum(weight)
  }, 0)
}

# Inverts offset_length(): the distance at each length, both in bandwidths, Inf where it is beyond
# what is seen.
inverse_offset <- function(length) {
  b <- seq(0, boundary_limits$seen, length.out = 201L)
  offset <- offset_length(b)
  inverse <- stats::splinefun(-offset, b, method = "hyman")
  ifelse(length < offset[[201L]], Inf, inverse(-pmin(length, offset[[1L]])))
}

# Groups of fewer points are a gap in the sample, and no tip.
min_tip <- 3L

# Returns the number of the point nearest to the boundary of each group of points near it, which are
# joined within a bandwidth; the largest group first.
#   distance  to the boundary, of each point, in the unit of x
#   x         points, n x p;  h: bandwidth
tips_of <- function(distance, x, h, runtime) {
  near <- which(distance <= boundary_limits$near * h)
  if (length(near) < min_tip) return(integer())
  handle <- release_on_exit(acquire_points(x[near, , drop = FALSE], runtime))
  settings <- list(type = graph_radius()$name, cutoff = 1, self_loops = FALSE)
  weights <- muffle_all(graph_weights(handle, length(near), h, settings, runtime))
  membership <- components_of(weights)$membership
  groups <- which(tabulate(membership) >= min_tip)
  vapply(groups, function(group) {
    rows <- near[membership == group]
    rows[[order(distance[rows], order(canonical_order(x[rows, , drop = FALSE])))[[1L]]]]
  }, 0L)
}

