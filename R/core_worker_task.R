# What a worker does with a task, and what it keeps from one task to the next.

# A task:
#   name       of one of worker_jobs;  arguments: what it is called with beside what is kept
#   version, platform, simd  of the process that asks: results have its bits
#   key, file, kept          what is kept: its name; where it may be read, and itself once a worker
#                            has said that it could not
new_task <- function(name, arguments, shared) {
  list(
    name = name, arguments = arguments, version = worker_version(), platform = R.version$platform,
    simd = shared$simd, key = paste(shared$key, shared$simd), file = shared$file, kept = NULL
  )
}

worker_version <- function() as.character(utils::packageVersion("lapscale"))

# The answer to a task, in any process: list(status, ...)
#   "done"     value, and conditions: the warnings and messages on the way
#   "error"    condition
#   "refused"  why: another version or platform
#   "lower"    simd: the highest level this machine has, where the task wants a higher
#   "empty"    the worker has not what is kept, and cannot read it
answer_task <- function(task) {
  fault <- version_fault(task)
  if (!is.null(fault)) {
    return(list(status = "refused", why = fault))
  }
  level <- cpp_simd_level()
  if (task$simd > level) {
    return(list(status = "lower", simd = level))
  }
  was <- home$is_worker
  home$is_worker <- TRUE
  on.exit(home$is_worker <- was)
  if (!keeps(task)) {
    return(list(status = "empty"))
  }
  heard <- new.env(parent = emptyenv())
  heard$conditions <- list()
  keep_condition <- function(restart) {
    function(condition) {
      heard$conditions <- c(heard$conditions, list(condition))
      tryInvokeRestart(restart)
    }
  }
  runtime <- list(n_threads = worker_threads(), simd = task$simd, progress = NULL)
  tryCatch(
    withCallingHandlers(
      {
        value <- worker_jobs[[task$name]](task$arguments, runtime)
        list(status = "done", value = value, conditions = heard$conditions)
      },
      warning = keep_condition("muffleWarning"), message = keep_condition("muffleMessage")
    ),
    error = function(e) list(status = "error", condition = e)
  )
}

# A worker runs on one thread, unless its own option says more: there is one per core as a rule.
worker_threads <- function() resolve_threads(getOption("lapscale.threads", 1L))

version_fault <- function(task) {
  if (task$version != worker_version()) {
    return(paste0("it has lapscale ", worker_version(), ", this process ", task$version))
  }
  if (task$platform != R.version$platform) {
    return(paste0("it runs on ", R.version$platform, ", this process on ", task$platform))
  }
  if (is.null(worker_jobs[[task$name]])) {
    paste0("its lapscale ", worker_version(), " is another, which knows no task \"", task$name, "\"")
  }
}

# What this process keeps for the tasks of one map: an environment with key, kept, and what jobs
# make of it, handles among them. The next map takes its place.
held_for_tasks <- new.env(parent = emptyenv())

# Whether what the task needs is here, or could be brought here.
keeps <- function(task) {
  if (identical(held_for_tasks$key, task$key)) {
    return(TRUE)
  }
  kept <- task$kept %||% tryCatch(
    suppressWarnings(readRDS(task$file)), error = function(e) NULL
  )
  if (is.null(kept)) {
    return(FALSE)
  }
  forget_kept()
  held_for_tasks$key <- task$key
  held_for_tasks$kept <- kept
  TRUE
}

forget_kept <- function() {
  if (is_shared(held_for_tasks$points)) free_points(held_for_tasks$points)
  for (handle in held_for_tasks$handles) cpp_release(handle)
  rm(list = ls(held_for_tasks), envir = held_for_tasks)
}

# A handle that is made once and kept under a name.
kept_handle <- function(name, make) {
  if (is.null(held_for_tasks$handles[[name]])) held_for_tasks$handles[[name]] <- make()
  held_for_tasks$handles[[name]]
}

# Points that are shared by the tasks, or a plain matrix, made once.
held_points <- function(make) {
  if (is.null(held_for_tasks$points)) held_for_tasks$points <- make()
  held_for_tasks$points
}

points_of_tasks <- function(runtime) {
  kept_handle("points", function() hold_points(held_for_tasks$kept$x, runtime))
}
