# Workers: other R processes, on this machine or others, that the user has started with
# mirai::daemons() or future::plan(). This package starts none. notes/workers.md says what they do
# and what happens when they fail.
#
# A job is a function that workers call: job(argument, job_data, runtime), of one element of a list,
# of the data that the pool keeps, a list, and of a runtime. It stands in the file of its family.
# Its reply, of run_job(), is list(value), list(error), or "unread".

# Returns list(route: "mirai" or "future"; n: the number of workers), of mirai if the user has set
# up two or more of both; NULL with fewer than two workers, when everything runs in this process.
find_workers <- function() {
  # A forked child has no connection of its own.
  is_fork <- Sys.getpid() != home$pid
  n_of_route <- c(
    mirai = if (!is_fork && isNamespaceLoaded("mirai")) mirai::status()$connections,
    future = if (!is_fork && isNamespaceLoaded("future")) min(future::nbrOfWorkers(), 32)
  )
  route <- names(n_of_route)[n_of_route >= 2]
  if (length(route)) list(route = route[[1L]], n = n_of_route[[route[[1L]]]])
}

# Opens a pool of the available workers, each of which keeps the named list `data`. Returns NULL if
# there are none, otherwise an environment: route ("mirai" or "future"), n (number of workers), simd
# (number of the instruction level, from 0), progress (function of the share of the work that is
# done, or NULL: not there), files (paths of the files that hold data), kept (the same data as a
# named list).
#   runtime  of new_runtime(): simd (number of the highest instruction level that may be used),
#            progress
open_pool <- function(data, runtime) {
  workers <- find_workers()
  if (!is.null(workers)) {
    simd <- min(runtime$simd, cpp_simd_level())
    pool <- list2env(c(workers, simd = simd, progress = runtime$progress))
    add_to_pool(pool, data)
    pool
  }
}

# Adds data to those that the workers of a pool keep: they are put into a file, which workers of
# this machine read before their next job.
#   pool  of open_pool(), an environment: files (paths), kept (a named list of the data), which are
#         changed here
#   data  the data, a named list, in which NULL removes data of that name
add_to_pool <- function(pool, data) {
  file <- tempfile("lapscale_workers_")
  # If there is no room for it, no worker can read it, and all are sent it.
  suppressWarnings(try(saveRDS(data, file, compress = FALSE), silent = TRUE))
  pool$files <- c(pool$files, file)
  pool$kept[names(data)] <- data
}

# Deletes the files of a pool of open_pool(); does nothing if it is NULL. Workers keep the data
# until the next pool.
close_pool <- function(pool) unlink(pool$files)

# How often a job is given to a worker if no reply comes.
max_tries <- 3L

# Calls a job for each element of a list by the workers of a pool, as lapply() does in this process,
# with identical results. Returns a list of the values.
#   job        function(argument, job_data, runtime), see the top of this file
#   arguments  list, one element per job
#   pool       of open_pool(): route ("mirai" or "future"), files (paths), simd (number of the
#              instruction level), kept (named list of the data)
# In the loop, `answers` are the replies of run_job(), a list per job or "unread"; `unanswered` are
# numbers of elements without a value, and `data_sent` is what the pool keeps, if workers could not
# read its files, else NULL.
map_pool <- function(job, arguments, pool) {
  run <- switch(pool$route, mirai = run_on_daemons, future = run_on_plan)
  task <- list(job = job, files = pool$files, simd = pool$simd, build = build_here())
  answers <- vector("list", length(arguments))
  unanswered <- seq_along(arguments)
  data_sent <- NULL
  for (attempt in seq_len(max_tries)) {
    answers[unanswered] <- run(arguments[unanswered], task, pool, data_sent)
    unanswered <- which(!vapply(answers, is.list, NA))
    if (!length(unanswered)) return(lapply(answers, function(reply) reply$value))
    data_sent <- if (any(vapply(answers[unanswered], identical, NA, "unread"))) pool$kept
  }
  abort_worker(
    "Block {unanswered[[1L]]} of {length(arguments)} came back from none of {max_tries} workers: it
     may need more memory than they have."
  )
}

# Version of the package and platform, a text that must be the same for all workers.
build_here <- function() {
  paste("lapscale", utils::packageVersion("lapscale"), "on", R.version$platform)
}

# Runs a job for each element of a list by daemons of mirai. Returns the replies of run_job(), a
# list with one element per job: list(value), or "unread".
#   arguments  list, one element per job
#   task       list(job: a function; files: paths of the data; simd: number of the instruction
#              level; build: version and platform, a text), see map_pool()
#   pool       of open_pool(): progress (function of the share of the jobs that are done, or NULL)
#   data_sent  what the pool keeps, a named list, if workers could not read its files, or NULL
run_on_daemons <- function(arguments, task, pool, data_sent) {
  if (!is.null(data_sent)) {
    mirai::everywhere(
      utils::getFromNamespace("load_pool_data", "lapscale")(task$files, data_sent),
      .args = list(task = task, data_sent = data_sent)
    )
  }
  jobs <- mirai::mirai_map(arguments, find_and_run_job, .args = list(task = task))
  on.exit(mirai::stop_mirai(jobs))
  lapply(seq_along(jobs), function(i) {
    reply <- answer_or_error(wait_for_answer(jobs[[i]]))
    if (!is.null(pool$progress)) pool$progress(i / length(jobs))
    reply
  })
}

# Calls run_job() of the package that the worker has in its library, with the same arguments.
find_and_run_job <- function(...) utils::getFromNamespace("run_job", "lapscale")(...)
environment(find_and_run_job) <- baseenv()

# Waits for a job of mirai and returns its reply, of run_job(), or an error value of mirai if the
# job was lost. An error if no daemon is left.
#   job  of mirai::mirai(), an unresolved value: data, the reply, once it is resolved
wait_for_answer <- function(job) {
  while (mirai::unresolved(job)) {
    if (mirai::status()$connections == 0L) abort_worker("All workers were lost.")
    Sys.sleep(0.005)
  }
  job$data
}

# Returns the reply of a job, list(value) or "unread", or raises its error as if it had happened in
# this process.
#   reply  of run_job(): list(value), list(error: a condition), or "unread" (the worker could not
#          read the data); or an error value of mirai if the job was lost
answer_or_error <- function(reply) {
  if (inherits(reply, "miraiError")) abort_worker("A worker fails: {as.character(reply)}")
  error <- if (is.list(reply)) reply$error
  if (inherits(error, "lapscale_error")) error["call"] <- list(rlang::error_call(error_frame()))
  if (!is.null(error)) stop(error)
  reply
}

# Runs a job for each element of a list by futures, one per worker, which takes every n-th element.
# Returns the replies of run_job(), a list with one element per job: list(value), or "unread".
#   arguments  list, one element per job
#   task       list(job: a function; files: paths of the data; simd: number of the instruction
#              level; build: version and platform, a text), see map_pool()
#   pool       of open_pool(), with the number n of workers
#   data_sent  what the pool keeps, a named list, if workers could not read its files, or NULL
run_on_plan <- function(arguments, task, pool, data_sent) {
  worker_number <- rep_len(seq_len(min(pool$n, length(arguments))), length(arguments))
  rlang::local_options(future.globals.maxSize = Inf)
  run <- find_and_run_job
  answers <- tryCatch(
    {
      jobs <- lapply(split(arguments, worker_number), function(items) {
        future::future(
          lapply(items, run, task, data_sent), seed = NULL,
          globals = list(items = items, run = run, task = task, data_sent = data_sent)
        )
      })
      lapply(jobs, future::value)
    },
    error = function(e) abort_worker(c("A worker was lost.", x = "{conditionMessage(e)}"))
  )
  lapply(unsplit(answers, worker_number), answer_or_error)
}

# What this process keeps as a worker: `files`, the paths of the files of a pool that it has read;
# `kept`, a list of the data in them by name; and `made`, a list of what jobs have computed from
# these, by name, see cached_in_worker().
worker <- new.env(parent = emptyenv())

# Runs in a worker: takes the data that were sent, or reads the files of a pool that it has not
# read. Returns whether it has all data.
#   files      paths of the files of the pool that hold what it keeps
#   data_sent  what the pool keeps as a named list, if workers could not read the files, or NULL
# `data` are the new data, a named list, or NULL if they cannot be read.
load_pool_data <- function(files, data_sent) {
  unread <- setdiff(files, worker$files)
  if (!length(unread)) return(TRUE)
  no_data <- function(condition) NULL
  read <- function() do.call(c, lapply(unread, readRDS))
  data <- data_sent %||% tryCatch(read(), error = no_data, warning = no_data)
  if (is.null(data)) return(FALSE)
  if (!identical(worker$files[1L], files[1L])) worker$kept <- worker$made <- list()
  worker$files <- files
  worker$kept[names(data)] <- data
  worker$made[names(data)] <- NULL
  # Points and trees that are no longer held give their memory back.
  gc()
  TRUE
}

# Runs a job in a worker. Returns list(value: what the job returns) or list(error: a condition);
# "unread" if it cannot read the data that the pool keeps.
#   argument   of the job
#   task       list(job: function(argument, job_data, runtime); files: paths of the data; simd:
#              number of the instruction level, from 0; build: version and platform, a text)
#   data_sent  what the pool keeps, a named list, if it had to be sent, or NULL
run_job <- function(argument, task, data_sent = NULL) {
  tryCatch(
    {
      check_build(task)
      if (!load_pool_data(task$files, data_sent)) return("unread")
      # Learners make a runtime of their own.
      rlang::local_options(lapscale.simd = simd_levels[[task$simd + 1L]])
      # There is one worker per core as a rule.
      n_threads <- resolve_threads(getOption("lapscale.threads", 1L))
      runtime <- list(n_threads = n_threads, simd = task$simd, progress = NULL)
      list(value = task$job(argument, worker$kept, runtime))
    },
    error = function(e) {
      # They hold the data.
      e$trace <- NULL
      e["call"] <- list(NULL)
      list(error = e)
    }
  )
}

# Raises an error if results of this worker would differ from those of the session, because it has
# another version or platform, or not the instruction level.
#   task  list of simd (number of the instruction level of the session, from 0), build (its version
#         and platform, a text), and others, see map_pool()
check_build <- function(task) {
  level <- cpp_simd_level()
  if (task$build != build_here() || task$simd > level) {
    abort_worker(
      "A worker has {build_here()} with {simd_levels[[level + 1L]]}, the session has {task$build}
       with {simd_levels[[task$simd + 1L]]}; option {.code lapscale.simd} lowers the latter."
    )
  }
}

# Returns the value of compute(), a function without arguments, which a worker computes once and
# keeps.
#   name  of the value, a text: it is computed again once there are new data of this name, or of
#         another pool
cached_in_worker <- function(name, compute) {
  if (is.null(worker$made[[name]])) worker$made[[name]] <- compute()
  worker$made[[name]]
}

# Returns function(name, x) as new_acquirer() does, of a worker, which keeps its handles.
acquire_in_worker <- function(runtime) {
  function(name, x) cached_in_worker(name, function() acquire_points(x, runtime))
}

# Raises the error of a worker that failed.
#   message  first line and bullets, with {};  frame: of the function that fails
abort_worker <- function(message, frame = parent.frame()) {
  abort(c(message,
          i = "Workers need the same version of lapscale on the same platform, and memory: fewer
               may help, or none, {.code mirai::daemons(0)} or
               {.code future::plan(\"sequential\")}."), "worker", frame = frame)
}
