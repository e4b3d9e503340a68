# Landmarks: the points that are fitted if all points would be too many. Each stands for the points
# to which it is nearest, and its degree is computed from all points, so that the fit estimates the
# same operator. notes/landmarks.md compares ways to choose them.

# Returns the number of landmarks, checked; NULL if all n points are fitted.
#   landmarks  a number as the user gave it, or NULL
#   min_count  the fewest that are accepted, or n if that is less
check_n_landmarks <- function(landmarks, min_count, n) {
  if (!is.null(landmarks)) {
    landmarks <- check_count(landmarks, "landmarks", min = min(min_count, n), max = n)
    if (landmarks < n) landmarks
  }
}

# Chooses landmarks of checked points: those given by `start`, then each time the point that is
# farthest from all landmarks; fewer than `count` if points coincide. The choice does not depend on
# the order of the rows. Returns a list:
#   checked  the landmarks alone, as as_points() makes points, with their masses
#   index    which of the points they are, m
#   owner    of each point the number (1 to m) of its nearest landmark, n
#   distance  of each point to its nearest landmark, n, unit of x;  radius: the largest of these
#   all      the checked points that they were chosen from
# A landmark's mass is that of all points that are nearest to it: landmarks at one place share
# theirs.
#   checked  of as_points(): x, mass;  start: row numbers of points that are landmarks in any case
#   count    the number of landmarks, those of `start` among them;  runtime: of new_runtime()
choose_landmarks <- function(checked, count, runtime, start = integer()) {
  x <- checked$x
  canonical <- canonical_order(x)
  if (length(start)) start <- start[order(match(start, canonical))] else start <- canonical[[1L]]
  # list(rows: numbers of rows in that order, chosen one after another; radius: unit of x).
  sampling <- cpp_farthest_point_sampling(
    x[canonical, , drop = FALSE], match(start, canonical), max(0L, count - length(start)), runtime
  )
  index <- c(start, canonical[sampling$rows])
  landmarks <- take_points(checked, index)
  handle <- release_on_exit(acquire_points(landmarks$x, runtime))
  nearest <- cpp_query_nearest(handle, x, 1L, runtime)
  # Takes the first of equally near landmarks, whatever the order of the rows is.
  owner <- nearest$index[nth_neighbors(nearest, 1L)]
  mass <- c(numeric(length(index)), rep_len(checked$mass, nrow(x)))
  landmark_mass <- rowsum(mass, c(seq_along(index), owner))
  landmarks$mass <- stats::ave(as.vector(landmark_mass), first_equal_row(landmarks$x))
  list(
    checked = landmarks, index = index, owner = owner, radius = sampling$radius,
    distance = nearest$distance[nth_neighbors(nearest, 1L)] * cpp_unit(handle), all = checked
  )
}

#' The sums of the weights of all n points, times their masses, at each of m landmarks.
#'
#' @param landmarks Of choose_landmarks(): index, checked, owner, all (checked, the mass of which is
#'   used), with `scale`, the local scales of all points, or NULL.
#' @param handle Of all points in the core.
#' @param bandwidth A number, unit of x, or a multiple of local scales.
#' @param settings Of resolve_graph_settings(): type, cutoff and self_loops count, k does not.
#' @param runtime Of new_runtime().
#' @return Length m.
#' @noRd
landmark_degrees <- function(landmarks, handle, bandwidth, settings, runtime) {
  n <- length(landmarks$owner)
  cutoff <- if (graph_type(settings)$is_within) settings$cutoff else Inf
  rule <- radius_rule(bandwidth, cutoff, settings$self_loops)
  rule$scale <- landmarks$scale
  rule$query_scale <- landmarks$scale[landmarks$index]
  cpp_nystrom_extension(
    handle, landmarks$checked$x, rule, rep_len(landmarks$all$mass, n), matrix(0, n, 0L), runtime
  )$mass
}

# The rule by which cpp_nystrom_extension() joins new points in a graph of all pairs within the
# cutoff: a list of its settings.
#   bandwidth   a number, unit of x, or a multiple of local scales, which the caller adds
#   cutoff      distance in bandwidths beyond which weights are 0; Inf: none
#   self_loops  whether new points have a weight to the points that they coincide with
radius_rule <- function(bandwidth, cutoff, self_loops) {
  list(
    bandwidth = bandwidth, local_scale = 0L, within_radius = TRUE, cutoff = cutoff, k = 0L,
    symmetry = "union", self_loops = self_loops, relative = FALSE
  )
}

# Returns weights of landmarks with loops, for a graph without self loops. Among the points that a
# landmark stands for, a step from one to another is a step too: the loop is the mean of the weights
# from the landmark to them, its own left out. Without it eigenvalues come out up to twice too
# large, with 1 in its place too small: notes/landmarks.md.
#   weights    of the landmarks, m x m
#   landmarks  of choose_landmarks(): checked (the m landmarks), index (which of the points they
#              are), owner (of each of the n points the number of its landmark), distance (to that,
#              length n), all (the points), with the local scales `scale` of all points, or NULL
#   h          bandwidth, a multiple of local scales if there are any
#   cutoff     distance in bandwidths beyond which weights are 0
with_landmark_loops <- function(weights, landmarks, h, cutoff) {
  m <- length(landmarks$index)
  mass <- rep_len(landmarks$all$mass, length(landmarks$owner))
  # Then h is a bandwidth for each of the n points and its landmark, in the unit of x.
  if (!is.null(landmarks$scale)) {
    h <- h * sqrt(landmarks$scale) * sqrt(landmarks$scale[landmarks$index[landmarks$owner]])
  }
  is_near <- landmarks$distance <= cutoff * h
  weight_to_owner <- mass * is_near * exp(-(landmarks$distance / h)^2)
  # In an order that does not depend on that of the rows.
  by_weight <- order(landmarks$owner, weight_to_owner)
  loop_sums <- as.vector(rowsum(
    c(numeric(m), weight_to_owner[by_weight]), c(seq_len(m), landmarks$owner[by_weight])
  ))
  landmark_points <- landmarks$checked
  loop_sums <- stats::ave(loop_sums, first_equal_row(landmark_points$x)) - mass[landmarks$index]
  add_to_diagonal(weights, pmax(0, loop_sums) / landmark_points$mass)
}

# If the landmarks' own sums of weights, each times its mass and with loops of 1, are more than this
# many times the degrees in the median, the kernel does not reach from one landmark to the next: see
# the page on landmarks in notes/. With local scales, which are small where the points are dense and
# landmarks are no denser there, in the tenth where they exceed them most.
max_excess <- c(half = 1.25, tenth = 1.15)

# Warns where landmarks are too far apart for the bandwidth.
#   weights     of the landmarks, m x m, before any correction;  mass: of each landmark, length m
#   degree      of landmark_degrees(): sums of the weights of all points at each landmark, length m
#   h           bandwidth, unit of x, or a multiple of local scales
#   self_loops  whether the graph has loops, which `weights` and `degree` lack otherwise
#   has_scales  whether it has local scales
warn_sparse_landmarks <- function(weights, mass, degree, h, self_loops, has_scales = FALSE) {
  own_sums <- drop(times_weights(weights, cbind(mass)))
  if (!self_loops) {
    own_sums <- own_sums + mass
    degree <- degree + 1
  }
  excess <- stats::quantile(own_sums / degree, if (has_scales) 0.9 else 0.5, names = FALSE)
  warn_if(excess > max_excess[[if (has_scales) "tenth" else "half"]],
          c("`landmarks`: {length(own_sums)} are too few for `bandwidth` = {signif(h, 3)}: the
             kernel hardly reaches from one to the next, and their sums of weights are
             {signif(excess, 2)} times those of all points. Coordinates may be far from those of
             all points.",
            i = "Take more `landmarks`, so that most points have one within half of `bandwidth`,
                 or a larger `bandwidth`."), "sparse_landmarks")
}
