# Workers: other R processes, on this machine or others, that the user has started with
# mirai::daemons() or future::plan(). This package starts none. notes/workers.md says what they do
# and what happens when they fail.
#
# A job is a function of one element of a list, of what the pool keeps, and of a runtime:
# job(argument, kept, runtime). It lives with its family, which hands it to map_pool().

# Counts the workers, of mirai if the user has set up both: list(route, n), or NULL with fewer than
# two, when everything runs here.
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

# Opens a pool of the available workers, each of which keeps the list `data`. NULL if there are
# none. An environment: route ("mirai" or "future"), n (of workers), simd (number of the instruction
# level), progress (of the runtime), files (with what the workers keep), kept (the same as a named
# list).
open_pool <- function(data, runtime) {
  workers <- find_workers()
  if (!is.null(workers)) {
    simd <- min(runtime$simd, cpp_simd_level())
    pool <- list2env(c(workers, simd = simd, progress = runtime$progress))
    keep_in_pool(pool, data)
    pool
  }
}

# Adds to what the workers keep, or takes away what is NULL: it is in a file, which workers of this
# machine read before their next block.
#   values  named list
#   pool    of open_pool()
keep_in_pool <- function(pool, values) {
  file <- tempfile("lapscale_workers_")
  # If there is no room for it, no worker can read it, and all are sent it.
  suppressWarnings(try(saveRDS(values, file, compress = FALSE), silent = TRUE))
  pool$files <- c(pool$files, file)
  pool$kept[names(values)] <- values
}

# Deletes the files of a pool. Workers hold what they keep until the next one.
close_pool <- function(pool) unlink(pool$files)

# Limits how often a block of work is handed out if no answer comes.
max_tries <- 3L

# Returns a list of what the job makes of each element of `arguments`, computed by the workers.
# Results must be identical to those of this process.
#   job        function of an element of `arguments`, of what the pool keeps, and of a runtime
#   arguments  list, one element per job;  pool: of open_pool()
# `open` are numbers of the elements without an answer, `data` what the pool keeps if workers could
# not read it.
map_pool <- function(job, arguments, pool) {
  run <- switch(pool$route, mirai = run_on_daemons, future = run_on_plan)
  task <- list(job = job, files = pool$files, simd = pool$simd, build = build_here())
  answers <- vector("list", length(arguments))
  open <- seq_along(arguments)
  data <- NULL
  for (attempt in seq_len(max_tries)) {
    answers[open] <- run(arguments[open], task, pool, data)
    open <- which(!vapply(answers, is.list, NA))
    if (!length(open)) return(lapply(answers, function(reply) reply$value))
    data <- if (any(vapply(answers[open], identical, NA, "unread"))) pool$kept
  }
  abort_worker(
    "Block {open[[1L]]} of {length(arguments)} came back from none of {max_tries} workers: it may
     need more memory than they have."
  )
}

# Version and platform, which all workers must share.
build_here <- function() {
  paste("lapscale", utils::packageVersion("lapscale"), "on", R.version$platform)
}

# Returns the answers of run_job(), a list with one element per job.
#   data       what the pool keeps, if workers could not read it
#   task       list(job, files, simd, build), see map_pool()
#   arguments  list, one element per job
#   pool       of open_pool()
run_on_daemons <- function(arguments, task, pool, data) {
  if (!is.null(data)) {
    mirai::everywhere(
      utils::getFromNamespace("learn_kept", "lapscale")(task$files, data),
      .args = list(task = task, data = data)
    )
  }
  jobs <- mirai::mirai_map(arguments, find_and_run_job, .args = list(task = task))
  on.exit(mirai::stop_mirai(jobs))
  lapply(seq_along(jobs), function(i) {
    reply <- take_answer(wait_for(jobs[[i]]))
    if (!is.null(pool$progress)) pool$progress(i / length(jobs))
    reply
  })
}

# Finds run_job() in the library of the worker.
find_and_run_job <- function(...) utils::getFromNamespace("run_job", "lapscale")(...)
environment(find_and_run_job) <- baseenv()

# Waits for a job of mirai, which would last for ever if no daemon is left, and returns its answer.
wait_for <- function(job) {
  while (mirai::unresolved(job)) {
    if (mirai::status()$connections == 0L) abort_worker("All workers were lost.")
    Sys.sleep(0.005)
  }
  job$data
}

# Returns the answer of a job, or raises its error as if it had happened here.
#   reply  of run_job(), or an error value of mirai where the job was lost
take_answer <- function(reply) {
  if (inherits(reply, "miraiError")) abort_worker("A worker fails: {as.character(reply)}")
  error <- if (is.list(reply)) reply$error
  if (inherits(error, "lapscale_error")) error["call"] <- list(rlang::error_call(error_frame()))
  if (!is.null(error)) stop(error)
  reply
}

# Hands each worker one future, with its share of the arguments.
#   arguments  list, one element per job;  pool: of open_pool(), with the number n of workers
#   task       list(job, files, simd, build), see map_pool()
#   data       what the pool keeps, if workers could not read it
run_on_plan <- function(arguments, task, pool, data) {
  share <- rep_len(seq_len(min(pool$n, length(arguments))), length(arguments))
  rlang::local_options(future.globals.maxSize = Inf)
  run <- find_and_run_job
  answers <- tryCatch(
    {
      jobs <- lapply(split(arguments, share), function(share_arguments) {
        future::future(
          lapply(share_arguments, run, task, data), seed = NULL,
          globals = list(share_arguments = share_arguments, run = run, task = task, data = data)
        )
      })
      lapply(jobs, future::value)
    },
    error = function(e) abort_worker(c("A worker was lost.", x = "{conditionMessage(e)}"))
  )
  lapply(unsplit(answers, share), take_answer)
}

# Holds what this process keeps as a worker: the files of a pool that it has read; their values by
# name; and what jobs have made of these.
worker <- new.env(parent = emptyenv())

# Runs in a worker: takes the values that were sent, or reads the files of a pool that it has not
# read. Returns whether it has all.
#   files      of the pool, that hold what it keeps
#   data_sent  what the pool keeps as a named list, if workers could not read the files, or NULL
learn_kept <- function(files, data_sent) {
  unread <- setdiff(files, worker$files)
  if (!length(unread)) return(TRUE)
  nothing <- function(condition) NULL
  read <- function() do.call(c, lapply(unread, readRDS))
  values <- data_sent %||% tryCatch(read(), error = nothing, warning = nothing)
  if (is.null(values)) return(FALSE)
  if (!identical(worker$files[1L], files[1L])) worker$kept <- worker$made <- list()
  worker$files <- files
  worker$kept[names(values)] <- values
  worker$made[names(values)] <- NULL
  # Points and trees that are no longer held give their memory back.
  gc()
  TRUE
}

# Runs in a worker: list(value) or list(error); "unread" if it cannot read what the pool keeps.
#   argument   of the job;  task: list(job, files, simd, build), see map_pool()
#   data_sent  what the pool keeps, if it had to be sent
run_job <- function(argument, task, data_sent = NULL) {
  tryCatch(
    {
      check_build(task)
      if (!learn_kept(task$files, data_sent)) return("unread")
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

# Refuses to compute what would have other bits than elsewhere.
#   task  list(job, files, simd, build), see map_pool(): simd and build are those of the session
check_build <- function(task) {
  level <- cpp_simd_level()
  if (task$build != build_here() || task$simd > level) {
    abort_worker(
      "A worker has {build_here()} with {simd_levels[[level + 1L]]}, the session has {task$build}
       with {simd_levels[[task$simd + 1L]]}; option {.code lapscale.simd} lowers the latter."
    )
  }
}

# Returns what the function `compute` makes of the value that is kept under `name`, once per worker.
made_once <- function(name, compute) {
  if (is.null(worker$made[[name]])) worker$made[[name]] <- compute()
  worker$made[[name]]
}

# Raises the error of a worker that failed.
#   message  first line and bullets, with {};  frame: of the function that fails
abort_worker <- function(message, frame = parent.frame()) {
  abort(c(message,
          i = "Workers need the same version of lapscale on the same platform, and memory: fewer
               may help, or none, {.code mirai::daemons(0)} or
               {.code future::plan(\"sequential\")}."), "worker", frame = frame)
}
