# Workers for tests: real daemons, and stand-ins in this process that fail as they are told.

# Daemons of mirai until the calling test ends.
local_daemons <- function(n, frame = parent.frame()) {
  testthat::skip_on_cran()
  testthat::skip_if_not_installed("mirai")
  mirai::daemons(n)
  withr::defer(mirai::daemons(0), envir = frame)
}

# The processes that they are.
daemon_pids <- function(n) {
  for (round in 1:5) {
    asked <- lapply(seq_len(2 * n), function(i) {
      mirai::mirai({
        Sys.sleep(0.2)
        Sys.getpid()
      }, .timeout = 20000)
    })
    pids <- unique(unlist(lapply(asked, function(one) mirai::collect_mirai(one))))
    if (length(pids) == n) {
      return(pids)
    }
  }
  testthat::skip("the daemons do not answer")
}

# Workers that answer at once what `answer(task, number)` gives, number counting what was sent;
# NULL: what answer_task() gives.
standing_in <- function(answer = function(task, number) NULL, n = 2L, count = function() n,
                        is_done = function(job) TRUE) {
  sent <- 0L
  list(n = n, kind = list(
    count = count, window = function(n) 2L * n,
    send = function(task) {
      sent <<- sent + 1L
      job <- answer(task, sent)
      if (identical(job, "none")) {
        return(NULL)
      }
      job %||% answer_task(task)
    },
    is_done = is_done, collect = function(job) job, stop = function(job) stopped <<- stopped + 1L,
    stops = TRUE, grace = 0, none = "mirai::daemons(0)"
  ))
}
stopped <- 0L

# A map that needs no points: 10, 20, ... for blocks 1, 2, ...
tens <- function(workers, n = 6, job = function(arguments, runtime) 10 * arguments$i, ...) {
  runtime <- new_runtime(1L, FALSE)
  shared <- share_with_workers(list(job = job), runtime)
  on.exit(free_shared(shared))
  arguments <- lapply(seq_len(n), function(i) list(i = i))
  found <- worker_map("any", arguments, shared, workers, runtime)
  attr(found, "simd") <- NULL
  unlist(found)
}
