# Geometric Consistency measured here or by workers, with the same bits.

# list(measure, free): measure(h) gives the values of all points at bandwidths, see cpp_steps() and
# cpp_distortions().
#   problem, curves  of selector_problem(); what each curve is of: gc_question()
#   curve            number of the curve
#   shared           of share_gc()
hold_measure <- function(problem, curves, curve, shared) {
  state <- new.env(parent = emptyenv())
  of <- curves[[curve]]
  here <- function(bandwidths) {
    if (is.null(state$consistency)) {
      state$consistency <- hold_consistency(
        problem$handle, of$k, problem$rows, of$options, of$bandwidths, problem$runtime
      )
    }
    of$measure(state$consistency, bandwidths, problem$runtime, NULL)
  }
  # Degrees that are held serve all parts; others are summed anew for each, and for a few bandwidths
  # that is nearly all there is to do.
  holds_degrees <- !is.na(of$k) || holds_degrees(problem)
  measure <- function(bandwidths) {
    is_worth <- !is.null(shared) && (holds_degrees || length(bandwidths) > 3L)
    workers <- if (is_worth) find_workers()
    if (is.null(workers)) {
      return(here(bandwidths))
    }
    most <- if (holds_degrees && length(bandwidths) > 3L) 16L else workers$n
    parts <- centre_parts(length(problem$rows), most)
    arguments <- lapply(parts, function(part) {
      list(curve = curve, bandwidths = bandwidths, part = part)
    })
    # Where a worker has a lower instruction level the degrees are found again at that.
    repeat {
      if (is.null(state$shared)) {
        state$shared <- share_degrees(problem, curves, curve, shared, state$simd, workers)
      }
      level <- state$shared$simd
      found <- worker_map("gc", arguments, state$shared, workers, problem$runtime)
      state$simd <- attr(found, "simd")
      if (state$simd == level) break
      free_shared(state$shared)
      state$shared <- NULL
    }
    join_parts(found, parts, cpp_tree_order(problem$handle, problem$rows))
  }
  list(
    measure = measure,
    free = function() {
      if (!is.null(state$consistency)) cpp_release(state$consistency)
      if (!is.null(state$shared)) free_shared(state$shared)
    }
  )
}

# What workers share of a problem; NULL where there are none, or not enough to do, or where points
# stay on the disk.
share_gc <- function(problem, curves, settings) {
  if (is_paged(problem$checked$x)) {
    return(NULL)
  }
  size <- as.numeric(problem$n) * length(problem$rows) * length(problem$bandwidths) *
    ncol(problem$checked$x)
  is_worth <- size >= least_shared &&
    (shares_degrees(problem) || parts_outweigh_degrees(problem, settings))
  if (!is_worth || is.null(find_workers())) {
    return(NULL)
  }
  share_with_workers(kept_of_gc(problem, curves), problem$runtime)
}

kept_of_gc <- function(problem, curves) {
  list(x = problem$checked$x, rows = problem$rows, curves = curves)
}

# The same for one curve, with the degrees of all points: workers find them first, each a part.
#   simd  the instruction level, if workers are known to have a lower one; or NULL
share_degrees <- function(problem, curves, curve, shared, simd, workers, n_parts = 16L) {
  shared$simd <- simd %||% shared$simd
  degrees <- list()
  if (is.na(curves[[curve]]$k) && shares_degrees(problem)) {
    arguments <- lapply(seq_len(n_parts) - 1L, function(part) {
      list(curve = curve, part = part, n_parts = n_parts)
    })
    found <- worker_map("degrees", arguments, shared, workers, problem$runtime)
    shared$simd <- attr(found, "simd")
    attr(found, "simd") <- NULL
    degrees <- found
  }
  own <- share_with_workers(c(kept_of_gc(problem, curves), list(degrees = degrees)),
                            problem$runtime)
  own$simd <- shared$simd
  own
}

# Whether the degrees of all points are worth the way: else every worker makes the table for itself.
shares_degrees <- function(problem) {
  holds_degrees(problem) && degree_seconds(problem) >= least_degree_seconds
}

# Where every worker makes the table of degrees for itself that pays if the rest is more.
parts_outweigh_degrees <- function(problem, settings) {
  if (!holds_degrees(problem)) {
    return(TRUE)
  }
  p <- ncol(problem$checked$x)
  visited <- length(problem$rows) * min(problem$n, 65536) * length(problem$bandwidths)
  5e-10 * visited * p * (settings$d %||% p) > degree_seconds(problem)
}

# Foreseen on one thread, from 1e5 points in 13 columns.
degree_seconds <- function(problem) {
  n <- as.numeric(problem$n)
  met <- min(n, max(2048, n / 256) + max(4096, n / 128))
  1.5e-9 * n * met * ncol(problem$checked$x)
}

# Whether the core makes a table of degrees, as LocalPass does for so many pairs and bandwidths.
holds_degrees <- function(problem) {
  as.numeric(problem$n)^2 * length(problem$bandwidths) > 4e9
}

# The points in up to `most` parts by their order in the tree: where each begins and ends, from 0. A
# part begins at a multiple of 4, the points that the core looks at together, so that the number of
# parts does not matter.
centre_parts <- function(n_points, most, together = 4L) {
  size <- together * ceiling(n_points / (most * together))
  begin <- seq(0L, n_points - 1L, by = size)
  lapply(begin, function(from) as.integer(c(from, min(from + size, n_points))))
}

# Matrices of parts, or lists of such, in the order of the points.
#   order  which point comes at each place of the tree
join_parts <- function(found, parts, order) {
  if (is.list(found[[1L]])) {
    names <- names(found[[1L]])
    columns <- lapply(names, function(name) {
      join_parts(lapply(found, function(part) part[[name]]), parts, order)
    })
    return(stats::setNames(columns, names))
  }
  joined <- matrix(0, length(order), ncol(found[[1L]]))
  for (i in seq_along(parts)) {
    at <- order[seq.int(parts[[i]][[1L]] + 1L, parts[[i]][[2L]])]
    joined[at, ] <- found[[i]]
  }
  joined
}
