# Workers: other R processes, on this machine or others, that the user has started with
# mirai::daemons() or future::plan(). This package starts none. notes/workers.md says what they do
# and what happens when they fail.

# The workers there are, two or more: list(kind, n), kind as below; NULL: everything runs here.
# Where the user has set up both, those of mirai.
find_workers <- function() {
  if (isTRUE(home$is_worker) || Sys.getpid() != home$pid) {
    return(NULL)
  }
  for (kind in c("mirai", "future")) {
    n <- if (isNamespaceLoaded(kind)) worker_kinds[[kind]]$count() else 0L
    if (n >= 2L) {
      return(list(kind = worker_kinds[[kind]], n = n))
    }
  }
  NULL
}

# What each kind can do:
#   count      how many workers there are
#   window     of how many, how many blocks to hand out at a time
#   send       (task) -> a job that runs answer_task(task) elsewhere; NULL where that cannot be
#   is_done    job -> whether it has ended
#   collect    job -> what answer_task() returned, or lost_job
#   stop       ends a job; stops: whether it can
#   grace      so many seconds after a worker went, what was out then goes out again
#   none       the call after which there are no workers
worker_kinds <- list(
  mirai = list(
    count = function() if (mirai::daemons_set()) mirai::status()$connections else 0L,
    window = function(n) 2L * n,
    send = function(task) {
      mirai::mirai(
        utils::getFromNamespace("answer_task", "lapscale")(task), .args = list(task = task)
      )
    },
    is_done = function(job) !mirai::unresolved(job),
    collect = function(job) collect_mirai_job(job$data),
    stop = function(job) mirai::stop_mirai(job),
    stops = TRUE, grace = 10, none = "mirai::daemons(0)"
  ),
  # future() waits where all workers are busy, so there is none to spare. A plan() tells how many
  # workers there should be, not how many there are.
  future = list(
    count = function() {
      n <- future::nbrOfWorkers()
      if (is.finite(n)) as.integer(n) else 2L
    },
    window = function(n) n,
    send = function(task) {
      tryCatch(
        future::future(
          utils::getFromNamespace("answer_task", "lapscale")(task), globals = list(task = task),
          seed = NULL
        ),
        FutureError = function(e) NULL
      )
    },
    is_done = function(job) tryCatch(future::resolved(job), error = function(e) TRUE),
    collect = function(job) {
      tryCatch(future::value(job), FutureError = function(e) lost_job, error = worker_refusal)
    },
    stop = function(job) if (can_cancel()) future::cancel(job),
    stops = FALSE, grace = Inf, none = "future::plan(\"sequential\")"
  )
)

# Those of a map whose workers have all gone.
no_workers <- list(
  n = 0L,
  kind = list(count = function() 0L, window = function(n) 1L, send = function(task) NULL,
              stop = function(job) NULL)
)

# Whether this version of future can end what a worker does.
can_cancel <- function() "cancel" %in% getNamespaceExports("future")

# A job whose worker died, or was stopped.
lost_job <- structure(list(), class = "lapscale_lost_job")

# What became of a daemon's job: its answer; lost where the daemon went (19), or the job was stopped
# or took too long; the error of R where lapscale is not there.
collect_mirai_job <- function(data) {
  if (mirai::is_mirai_error(data)) {
    return(worker_refusal(data))
  }
  if (mirai::is_error_value(data)) lost_job else data
}

# An answer that is an error from before answer_task() began.
worker_refusal <- function(e) {
  said <- if (inherits(e, "condition")) conditionMessage(e) else as.character(e)
  list(status = "refused", why = trimws(paste(said, collapse = " ")))
}
