# Measures Geometric Consistency here or by workers, with identical results.

# Multiplications, or so, of all work, and seconds of the degrees, from which on it pays to send the
# points to the workers.
min_work_shared <- 1e7
min_degree_seconds <- 3

# The points are cut into so many parts, a job each.
n_gc_parts <- 16L

# Opens a pool for the curves of a problem; NULL if there is not enough to do.
#   problem   of selector_problem()
#   specs     list of curve_spec(), for all stages of all curves
#   settings  of resolve_gc_settings(), with d
open_gc_pool <- function(problem, specs, settings) {
  x <- problem$checked$x
  # Points on the disk are in a file that is open here.
  can_send <- is_in_memory(x) && !isFALSE(settings$plain)
  work <- as.numeric(problem$n) * length(problem$rows) * length(problem$bandwidths) * ncol(x)
  plan <- gc_plan(problem, settings$cutoff)
  if (can_send && work >= min_work_shared &&
        (shares_degrees(plan) || parts_outweigh_degrees(problem, settings, plan))) {
    open_pool(list(x = x, rows = problem$rows, specs = specs), problem$runtime)
  }
}

# Returns list(measure, free): measure(bandwidths) gives the values of gc_measure() at all points,
# here or by workers; free() releases what is held.
#   problem  of selector_problem()
#   specs    list of curve_spec(), for all stages of all curves;  number: of this stage among them
#   pool     of open_gc_pool(), or NULL
acquire_measure <- function(problem, specs, number, pool) {
  spec <- specs[[number]]
  degrees_name <- paste("curve", number)
  # consistency, the handle once it is here; is_started, TRUE once workers have computed.
  state <- new.env(parent = emptyenv())
  compute <- function(bandwidths) {
    if (is.null(state$consistency)) {
      state$consistency <- acquire_consistency(
        problem$handle, spec$k, problem$rows, spec$options, step_grid(spec),
        problem$runtime
      )
    }
    spec$measure(state$consistency, bandwidths, problem$runtime, NULL)
  }
  # Degrees that are held serve all parts; others are summed anew for each, and for a few bandwidths
  # that is nearly all there is to do.
  plan <- gc_plan(problem, spec$options$cutoff, spec$bandwidths)
  holds_degrees <- !is.na(spec$k) || plan$holds_degrees
  measure <- function(bandwidths) {
    if (is.null(pool) || !(holds_degrees || length(bandwidths) > 3L)) return(compute(bandwidths))
    if (is.null(state$is_started) && is.na(spec$k) && shares_degrees(plan)) {
      jobs <- lapply(seq_len(n_gc_parts) - 1L, function(part) list(curve = number, part = part))
      add_to_pool(pool, stats::setNames(list(map_pool(degrees_job, jobs, pool)), degrees_name))
    }
    state$is_started <- TRUE
    n_parts <- if (holds_degrees && length(bandwidths) > 3L) n_gc_parts else pool$n
    parts <- tree_parts(length(problem$rows), n_parts)
    jobs <- lapply(parts, function(part) {
      list(curve = number, bandwidths = bandwidths, part = as.integer(range(part) - 1:0))
    })
    order <- cpp_tree_order(problem$handle, problem$rows)
    join_parts(map_pool(gc_job, jobs, pool), lapply(parts, function(part) order[part]))
  }
  free <- function() {
    if (!is.null(state$consistency)) cpp_release(state$consistency)
    if (!is.null(state$is_started)) add_to_pool(pool, stats::setNames(list(NULL), degrees_name))
  }
  list(measure = measure, free = free)
}

# The bandwidths of the steps of a curve, for which the core computes degrees.
#   spec  of curve_spec(): list of which stretch and bandwidths
step_grid <- function(spec) spec$stretch * spec$bandwidths

# Computes the logarithms of the degrees of a part of all points, in a worker.
#   job       list(curve, part): numbers of the stage and of the part
#   job_data  list(x, rows, specs), as open_gc_pool() hands it to the workers
degrees_job <- function(job, job_data, runtime) {
  spec <- job_data$specs[[job$curve]]
  cpp_degree_part(
    worker_points(job_data, runtime), job_data$rows, spec$options, step_grid(spec), job$part,
    n_gc_parts, runtime
  )
}

# Computes values at a part of the points, in a worker, from the degrees of the curve if these are
# kept.
#   job       list: curve, number of the stage; bandwidths; part, the first place (from 0) of a part
#             of the points in the order of the tree, and the place after the last
#   job_data  list(x, rows, specs), as open_gc_pool() hands it to the workers, and, under the name
#             of the curve, a list of what degrees_job() returned for each part
gc_job <- function(job, job_data, runtime) {
  spec <- job_data$specs[[job$curve]]
  degrees_name <- paste("curve", job$curve)
  consistency <- cached_in_worker(degrees_name, function() {
    acquire_consistency(
      worker_points(job_data, runtime), spec$k, job_data$rows, spec$options, step_grid(spec),
      runtime, job_data[[degrees_name]] %||% list()
    )
  })
  spec$measure(consistency, job$bandwidths, runtime, job$part)
}

# Asks the core how it goes about the criterion at these bandwidths: cpp_consistency_plan().
#   problem  of selector_problem()
#   cutoff   distance in bandwidths beyond which weights are 0
gc_plan <- function(problem, cutoff, bandwidths = problem$bandwidths) {
  cpp_consistency_plan(problem$n, ncol(problem$checked$x), length(bandwidths), cutoff)
}

# Tells whether the degrees of all points are worth a job of their own. Otherwise every worker makes
# the table itself.
#   plan  of gc_plan(): holds_degrees, whether a table of degrees serves all bandwidths, and
#         degree_seconds, how long this table takes
shares_degrees <- function(plan) plan$holds_degrees && plan$degree_seconds >= min_degree_seconds

# Tells whether workers pay although each makes the table of degrees for itself: if the rest takes
# longer.
#   problem   of selector_problem()
#   settings  of resolve_gc_settings(), with d
#   plan      of gc_plan(), of which holds_degrees and degree_seconds, see shares_degrees()
parts_outweigh_degrees <- function(problem, settings, plan) {
  p <- ncol(problem$checked$x)
  visited <- length(problem$rows) * min(problem$n, 65536) * length(problem$bandwidths)
  !plan$holds_degrees || 5e-10 * visited * p * (settings$d %||% p) > plan$degree_seconds
}

# Binds the matrices of parts of the points, or lists of such matrices, in the order of the points.
#   values      for each part a matrix, a row per point, or a list of matrices
#   point_rows  for each part the numbers of its points
join_parts <- function(values, point_rows) {
  if (is.list(values[[1L]])) {
    return(do.call(Map, c(list(function(...) join_parts(list(...), point_rows)), unname(values))))
  }
  joined <- do.call(rbind, values)
  joined[unlist(point_rows), ] <- joined
  joined
}
