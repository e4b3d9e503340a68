# Measures Geometric Consistency here or by workers, with identical results.

# From about this number of multiplications in all, and from these seconds for the degrees on, it
# pays to send the points to the workers.
min_work_shared <- 1e7
min_degree_seconds <- 3

# The points are cut into so many parts, a job each.
n_gc_parts <- 16L

# Opens a pool of workers for the curves of a problem, an environment, see open_pool(); NULL without
# workers, or if there is not enough to do. `work` is about the number of multiplications.
#   problem   of selector_problem(): checked, n, rows, bandwidths, runtime
#   specs     list of curve_spec(), for all stages of all curves
#   settings  of resolve_gc_settings(), with d: plain (whether all points count once, without local
#             scales or deflation), cutoff (distance in bandwidths beyond which weights are 0)
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

# Returns list(measure: function of bandwidths that returns the values of the criterion at all
# points of problem$rows, computed in this process or by workers, a matrix points x bandwidths, or
# without d step_values(); free: function without arguments that releases handles and data of
# workers).
#   problem  of selector_problem(): handle, rows, runtime
#   specs    list of curve_spec(), for all stages of all curves
#   stage    number of this stage among them
#   pool     of open_gc_pool(): n (number of workers); or NULL
# `compute` does in this process what `measure` does.
acquire_measure <- function(problem, specs, stage, pool) {
  spec <- specs[[stage]]
  degrees_name <- paste("curve", stage)
  # consistency: the handle, once it is made; is_started: TRUE once workers have computed.
  made <- new.env(parent = emptyenv())
  compute <- function(bandwidths) {
    if (is.null(made$consistency)) {
      made$consistency <- acquire_consistency(
        problem$handle, spec$k, problem$rows, spec$options, step_grid(spec),
        problem$runtime
      )
    }
    spec$measure(made$consistency, bandwidths, problem$runtime, NULL)
  }
  # Degrees that are held serve all parts; others are summed anew for each, and for a few bandwidths
  # that is nearly all there is to do.
  plan <- gc_plan(problem, spec$options$cutoff, spec$bandwidths)
  holds_degrees <- !is.na(spec$k) || plan$holds_degrees
  measure <- function(bandwidths) {
    if (is.null(pool) || !(holds_degrees || length(bandwidths) > 3L)) return(compute(bandwidths))
    if (is.null(made$is_started) && is.na(spec$k) && shares_degrees(plan)) {
      jobs <- lapply(seq_len(n_gc_parts) - 1L, function(part) list(curve = stage, part = part))
      add_to_pool(pool, stats::setNames(list(map_pool(degrees_job, jobs, pool)), degrees_name))
    }
    made$is_started <- TRUE
    n_parts <- if (holds_degrees && length(bandwidths) > 3L) n_gc_parts else pool$n
    parts <- tree_parts(length(problem$rows), n_parts)
    jobs <- lapply(parts, function(part) {
      list(curve = stage, bandwidths = bandwidths, part = as.integer(range(part) - 1:0))
    })
    # Positions among problem$rows, in the order of the tree.
    order <- cpp_tree_order(problem$handle, problem$rows)
    bind_points(map_pool(gc_job, jobs, pool), lapply(parts, function(part) order[part]))
  }
  free <- function() {
    if (!is.null(made$consistency)) cpp_release(made$consistency)
    if (!is.null(made$is_started)) add_to_pool(pool, stats::setNames(list(NULL), degrees_name))
  }
  list(measure = measure, free = free)
}

# The bandwidths of the steps of a curve, for which the core computes degrees.
#   spec  of curve_spec(): stretch (a number) and bandwidths (of the curve)
step_grid <- function(spec) spec$stretch * spec$bandwidths

# Computes the logarithms of the degrees of a part of all points, in a worker: raw bytes, which only
# the core reads.
#   job       list(curve, part): the number of the stage among all, and of the part, from 0
#   job_data  list(x, rows, specs), see open_gc_pool();  runtime: of the worker
degrees_job <- function(job, job_data, runtime) {
  spec <- job_data$specs[[job$curve]]
  cpp_degree_part(
    worker_points(job_data, runtime), job_data$rows, spec$options, step_grid(spec), job$part,
    n_gc_parts, runtime
  )
}

# Computes values of the criterion at a part of the points, in a worker, from the degrees of the
# curve if these are kept: a matrix points x bandwidths, or without d step_values().
#   job       list: curve, number of the stage among all; bandwidths; part, two whole numbers: the
#             first place (from 0) of a part of the points in the order of the core's tree, and the
#             place after the last
#   job_data  list(x, rows, specs), see open_gc_pool(), and, under the name of the curve, a list of
#             what degrees_job() returned for each part
#   runtime   of the worker
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

# How the core computes the criterion at these bandwidths, and what that costs, of
# cpp_consistency_plan(): list with in_blocks (whether there are so many columns that points are
# taken in blocks), holds_degrees (whether one table of degrees serves all bandwidths),
# degree_seconds (how long such a table takes on one thread, estimated), and others.
#   problem     of selector_problem(): bandwidths, n, checked
#   cutoff      distance in bandwidths beyond which weights are 0
#   bandwidths  of the curve or of one stage, of which only the number matters
gc_plan <- function(problem, cutoff, bandwidths = problem$bandwidths) {
  cpp_consistency_plan(problem$n, ncol(problem$checked$x), length(bandwidths), cutoff)
}

# How long the curve of all pairs takes about, in seconds, as measured on 5,000 to 40,000 rows of 3
# to 784 columns (within a factor of 2); 0 where that is not known: for graphs of nearest neighbors,
# and for other points than a plain matrix.
#   problem   of selector_problem(): checked, n, bandwidths, runtime (n_threads)
#   settings  of resolve_gc_settings(), of which graph
seconds_of_curve <- function(problem, settings) {
  x <- problem$checked$x
  if (!is.matrix(x) || graph_type(settings$graph)$lists_neighbors) return(0)
  min(problem$n, stage_limits$max_drawn)^1.7 * (1.6e-7 + 2.6e-8 * ncol(x)) *
    length(problem$bandwidths) / 40 / problem$runtime$n_threads
}

# Whether workers compute the degrees of all points together first. Otherwise every worker computes
# all of them.
#   plan  of gc_plan(): holds_degrees, whether a table of degrees serves all bandwidths, and
#         degree_seconds, how long this table takes
shares_degrees <- function(plan) plan$holds_degrees && plan$degree_seconds >= min_degree_seconds

# Whether it pays to use workers although each computes all degrees for itself: if the rest takes
# longer.
#   problem   of selector_problem(): checked, rows, n, bandwidths
#   settings  of resolve_gc_settings(), with d (dimension, or NULL: steps in all columns)
#   plan      of gc_plan(), of which holds_degrees and degree_seconds, see shares_degrees()
parts_outweigh_degrees <- function(problem, settings, plan) {
  p <- ncol(problem$checked$x)
  visited <- length(problem$rows) * min(problem$n, 65536) * length(problem$bandwidths)
  !plan$holds_degrees || 5e-10 * visited * p * (settings$d %||% p) > plan$degree_seconds
}

# Binds the matrices of parts of the points, or lists of such matrices, in the order of the points.
#   values      for each part a matrix, a row per point of the part, or a list of such matrices
#   point_rows  for each part the numbers of its points, which are their rows in the result
bind_points <- function(values, point_rows) {
  if (is.list(values[[1L]])) {
    return(do.call(Map, c(list(function(...) bind_points(list(...), point_rows)), unname(values))))
  }
  joined <- do.call(rbind, values)
  joined[unlist(point_rows), ] <- joined
  joined
}
