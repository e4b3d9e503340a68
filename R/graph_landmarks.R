# Landmarks: the points that a fit is made on where all would be too many. Each stands for the
# points that it is nearest to, and its degree is that of all points, so that the fit estimates the
# same operator; notes/landmarks.md compares ways to choose them.

# How many landmarks are asked for, NULL where the fit is of all n points.
check_n_landmarks <- function(landmarks, least, n, call = caller_env()) {
  if (is.null(landmarks)) {
    return(NULL)
  }
  landmarks <- check_count(landmarks, "landmarks", min = min(least, n), max = n, call = call)
  if (landmarks < n) landmarks
}

# Landmarks of checked points: those given by `start`, then each time the point that is farthest
# from all landmarks; fewer where points coincide. What they are does not change with the order of
# the rows. A list:
#   checked  the landmarks alone, as as_points() makes points
#   at       which of the points they are, m;  owner: of each point its nearest landmark, n
#   radius   no point is farther from its landmark
#   mass     how many points each stands for: landmarks at one place share theirs
#   all      the points
choose_landmarks <- function(checked, count, runtime, start = integer(), call = caller_env()) {
  x <- checked$x
  place <- canonical_order(x)
  if (length(start)) start <- start[order(match(start, place))] else start <- place[[1L]]
  found <- guard_memory(
    cpp_farthest_point_sampling(
      x[place, , drop = FALSE], match(start, place), max(0L, count - length(start)), runtime
    ), "x", call
  )
  at <- c(start, place[found$rows])
  landmarks <- x[at, , drop = FALSE]
  handle <- hold_points(landmarks, runtime, call)
  on.exit(cpp_release(handle))
  nearest <- cpp_query_nearest(handle, x, 1L, runtime)
  # Of equally near landmarks the first, whatever the order of the rows.
  owner <- nearest$index[at_place(nearest, 1L)]
  mass <- stats::ave(as.double(tabulate(owner, length(at))), first_at_place(landmarks))
  part <- checked
  part$shared <- NULL
  part$x <- landmarks
  part$rows <- checked$rows[at]
  list(
    checked = part, at = at, owner = owner, radius = found$radius, mass = mass, all = checked
  )
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
    handle, landmarks$checked$x, rule, rep(1, n), matrix(0, n, 0L), runtime
  )$degree
}

# mass / t^alpha, t the degrees: what a landmark's weights are multiplied by.
landmark_factor <- function(mass, degree, alpha) ifelse(degree > 0, mass * degree^-alpha, 0)

# diag(factor) W diag(factor) of the same kind as W.
landmark_weights <- function(weights, factor, runtime) {
  corrected_weights(weights, ifelse(factor > 0, 1 / factor, 0), 1, runtime)
}

# The part of the landmarks of a graph that belongs to some of its points.
keep_landmarks <- function(landmarks, at) {
  if (!is.null(landmarks)) lapply(landmarks[c("mass", "degree")], function(part) part[at])
}

# Where the landmarks' own sums of weights, each by its mass, exceed the degrees by more, in the
# middle, the kernel does not reach from one to the next: notes/landmarks.md. Without self loops
# there is no such sum, and learning bears it.
most_excess <- 1.25

#   weights  of the landmarks with self loops, before any correction
warn_sparse_landmarks <- function(weights, landmarks, h, call = caller_env()) {
  sums <- guard_memory(drop(times_weights(weights, cbind(landmarks$mass))), "x", call)
  excess <- stats::median(sums / landmarks$degree)
  if (excess <= most_excess) {
    return(invisible())
  }
  warn(
    c("`landmarks`: {length(sums)} are too few for `bandwidth` = {signif(h, 3)}: the kernel hardly
       reaches from one to the next, and their sums of weights are {signif(excess, 2)} times those
       of all points. Coordinates may be far from those of all points.",
      i = "Take more `landmarks`, so that most points have one within half of `bandwidth`, or a
           larger `bandwidth`."),
    "sparse_landmarks", call = call
  )
}
