# Landmarks: the points that a fit is made on where all would be too many. Each stands for the
# points that it is nearest to, and its degree is that of all points, so that the fit estimates the
# same operator; notes/landmarks.md compares ways to choose them.

# How many landmarks are asked for, NULL where the fit is of all n points.
check_n_landmarks <- function(landmarks, min_count, n) {
  if (is.null(landmarks)) {
    return(NULL)
  }
  landmarks <- check_count(landmarks, "landmarks", min = min(min_count, n), max = n)
  if (landmarks < n) landmarks
}

# Landmarks of checked points: those given by `start`, then each time the point that is farthest
# from all landmarks; fewer where points coincide. What they are does not change with the order of
# the rows. A list:
#   checked  the landmarks alone, as as_points() makes points
#   at       which of the points they are, m;  owner: of each point its nearest landmark, n
#   radius   no point is farther from its landmark
#   all      the points
# A landmark's mass is that of all points that are nearest to it: landmarks at one place share
# theirs.
choose_landmarks <- function(checked, count, runtime, start = integer()) {
  x <- checked$x
  place <- canonical_order(x)
  if (length(start)) start <- start[order(match(start, place))] else start <- place[[1L]]
  found <- cpp_farthest_point_sampling(
    x[place, , drop = FALSE], match(start, place), max(0L, count - length(start)), runtime
  )
  at <- c(start, place[found$rows])
  part <- take_points(checked, at)
  handle <- hold_points(part$x, runtime)
  on.exit(cpp_release(handle))
  nearest <- cpp_query_nearest(handle, x, 1L, runtime)
  # Of equally near landmarks the first, whatever the order of the rows.
  owner <- nearest$index[at_place(nearest, 1L)]
  owned <- rowsum(c(numeric(length(at)), rep_len(checked$mass, nrow(x))), c(seq_along(at), owner))
  part$mass <- stats::ave(as.vector(owned), first_at_place(part$x))
  list(checked = part, at = at, owner = owner, radius = found$radius, all = checked)
}

# The sums of the weights of all points at each landmark.
#   handle    of all points
#   settings  of resolve_graph_settings(): their cut-off and loops count, k does not
landmark_degrees <- function(landmarks, handle, bandwidth, settings, runtime) {
  n <- length(landmarks$owner)
  rule <- list(
    bandwidth = bandwidth, local_scale = 0L, within_radius = TRUE, k = 0L, symmetry = "union",
    cutoff = if (settings$type == "radius") settings$cutoff else Inf,
    self_loops = settings$self_loops, relative = FALSE
  )
  cpp_nystrom_extension(
    handle, landmarks$checked$x, rule, rep_len(landmarks$all$mass, n), matrix(0, n, 0L), runtime
  )$mass
}

# Where the landmarks' own sums of weights, each by its mass, exceed the degrees by more, in the
# middle, the kernel does not reach from one to the next: notes/landmarks.md. Without self loops
# there is no such sum, and learning bears it.
max_excess <- 1.25

#   weights  of the landmarks, before any correction
#   degree   NULL where the points are no landmarks
warn_sparse_landmarks <- function(weights, mass, degree, h, self_loops = TRUE) {
  if (is.null(degree) || !self_loops) {
    return(invisible())
  }
  sums <- drop(times_weights(weights, cbind(mass)))
  excess <- stats::median(sums / degree)
  if (excess <= max_excess) {
    return(invisible())
  }
  warn(
    c("`landmarks`: {length(sums)} are too few for `bandwidth` = {signif(h, 3)}: the kernel hardly
       reaches from one to the next, and their sums of weights are {signif(excess, 2)} times those
       of all points. Coordinates may be far from those of all points.",
      i = "Take more `landmarks`, so that most points have one within half of `bandwidth`, or a
           larger `bandwidth`."),
    "sparse_landmarks"
  )
}
