# Measures Geometric Consistency here or by workers, with identical results.

# Multiplications, or so, of all work, and seconds of the degrees, from which on it pays to send the
# points to the workers.
min_work_shared <- 1e7
min_degree_seconds <- 3

n_gc_parts <- 16L

# Opens a pool for the curves of a problem; NULL if there is not enough to do.
#   problem, specs  of selector_problem(); of each stage of each curve, curve_spec()
#   settings        of resolve_gc_settings(), with d
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

# Returns list(measure, free): measure(h) gives the values of all points at bandwidths, see
# cpp_steps() and cpp_distortions().
#   specs, number  of all stages, and which of them this is
#   pool           of open_gc_pool()
#   problem        of selector_problem()
acquire_measure <- function(problem, specs, number, pool) {
  spec <- specs[[number]]
  degrees_name <- paste("curve", number)
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
      keep_in_pool(pool, stats::setNames(list(map_pool(degrees_job, jobs, pool)), degrees_name))
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
    if (!is.null(state$is_started)) keep_in_pool(pool, stats::setNames(list(NULL), degrees_name))
  }
  list(measure = measure, free = free)
}

# The bandwidths of the steps of a curve.
#   spec  of curve_spec()
step_grid <- function(spec) spec$stretch * spec$bandwidths

# Computes the log degrees of a part of all points.
#   job       list(curve, part): numbers of the stage and of the part
#   job_data  list(x, rows, specs), as open_gc_pool() hands it to the workers
degrees_job <- function(job, job_data, runtime) {
  spec <- job_data$specs[[job$curve]]
  cpp_degree_part(
    worker_points(job_data, runtime), job_data$rows, spec$options, step_grid(spec), job$part,
    n_gc_parts, runtime
  )
}

# Computes values at a part of the points, from the degrees of the curve if these are kept.
#   job  list(curve, its number; bandwidths; part, of the points);  job_data: what the pool keeps
gc_job <- function(job, job_data, runtime) {
  spec <- job_data$specs[[job$curve]]
  degrees_name <- paste("curve", job$curve)
  consistency <- made_once(degrees_name, function() {
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
#   plan  of gc_plan(): what the core would do
shares_degrees <- function(plan) plan$holds_degrees && plan$degree_seconds >= min_degree_seconds

# Tells whether workers pay although each makes the table of degrees for itself: if the rest takes
# longer.
#   problem, settings  of selector_problem(); what bw_gc() was given, checked
#   plan               of gc_plan(): what the core would do
parts_outweigh_degrees <- function(problem, settings, plan) {
  p <- ncol(problem$checked$x)
  visited <- length(problem$rows) * min(problem$n, 65536) * length(problem$bandwidths)
  !plan$holds_degrees || 5e-10 * visited * p * (settings$d %||% p) > plan$degree_seconds
}

# Puts matrices of parts, or lists of such, in the order of the points.
#   values      of each part of the points a matrix, a row per point, or a list of such
#   point_rows  the numbers of the points of each part
join_parts <- function(values, point_rows) {
  if (is.list(values[[1L]])) {
    return(do.call(Map, c(list(function(...) join_parts(list(...), point_rows)), unname(values))))
  }
  joined <- do.call(rbind, values)
  joined[unlist(point_rows), ] <- joined
  joined
}
