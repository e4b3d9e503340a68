# A map over workers: blocks of work go out, a window of them at a time, and come back in any order;
# what they are does not depend on the workers, so the results do not either.

# What tasks share and each worker keeps: written to a file that workers of this machine read;
# others are sent it.
#   kept  a list; `x` in it the points
share_with_workers <- function(kept, runtime) {
  file <- new_shared_file()
  # Where there is no room for the file, workers ask for what it would hold.
  tryCatch(
    withCallingHandlers(
      saveRDS(kept, file, compress = FALSE),
      warning = function(w) stop(conditionMessage(w))
    ),
    error = function(e) unlink(file)
  )
  list(
    kept = kept, file = file, key = paste(Sys.info()[["nodename"]], Sys.getpid(), file),
    simd = min(runtime$simd, cpp_simd_level())
  )
}

new_shared_file <- function() tempfile("lapscale_shared_", fileext = ".rds")

free_shared <- function(shared) {
  unlink(shared$file)
  if (startsWith(held_for_tasks$key %||% "", shared$key)) forget_kept()
}

# list(value of the job at each of `arguments`), in their order; attribute simd: the level at which
# they were computed, lower than that of `shared` where a worker has no higher.
#   job      name in worker_jobs
#   workers  of find_workers()
worker_map <- function(job, arguments, shared, workers, runtime) {
  repeat {
    tasks <- lapply(arguments, function(one) new_task(job, one, shared))
    found <- run_tasks(tasks, shared, workers, runtime)
    if (is.null(found$lower)) break
    shared$simd <- found$lower
  }
  structure(found$values, simd = shared$simd)
}

# How often a block is handed out, each time to a worker that did not answer.
most_tries <- 3L

# list(values), or list(lower) where a worker has only a lower instruction level.
run_tasks <- function(tasks, shared, workers, runtime) {
  kind <- workers$kind
  state <- new.env()
  state$values <- vector("list", length(tasks))
  state$tries <- integer(length(tasks))
  state$waiting <- seq_along(tasks)
  state$running <- list()
  state$count <- kind$count()
  state$lost_at <- -Inf
  on.exit(for (job in state$running) kind$stop(job$job))
  n_done <- 0L
  patience <- worker_timeout()
  while (n_done < length(tasks)) {
    sent <- hand_out(tasks, state, kind, kind$window(workers$n))
    if (!sent || no_worker_left(state, kind)) {
      return(finish_here(tasks, state, kind, shared, runtime))
    }
    ended <- collect_jobs(state, kind, patience)
    if (!length(ended)) Sys.sleep(0.005)
    for (one in ended) {
      answer <- one$answer
      switch(
        answer$status,
        done = {
          state$values[one$block] <- list(answer$value)
          say_again(answer$conditions)
          n_done <- n_done + 1L
        },
        error = rethrow_from_worker(answer$condition),
        refused = abort_refused(answer$why),
        lower = return(list(lower = answer$simd)),
        empty = {
          tasks[[one$block]]$kept <- shared$kept
          state$waiting <- c(one$block, state$waiting)
        },
        late = wait_no_longer(state, one$block, tasks, kind),
        lost = try_again(state, one$block, tasks, kind),
        suspect = state$waiting <- c(one$block, state$waiting)
      )
    }
    if (!is.null(runtime$progress)) runtime$progress(n_done / length(tasks))
  }
  list(values = state$values)
}

worker_timeout <- function() {
  check_number(
    getOption("lapscale.worker_timeout", 3600), "lapscale.worker_timeout", above = 0,
    infinite = TRUE
  )
}

# Fills the window; FALSE where no worker takes a block.
hand_out <- function(tasks, state, kind, window) {
  while (length(state$waiting) && length(state$running) < window) {
    block <- state$waiting[[1L]]
    job <- kind$send(tasks[[block]])
    if (is.null(job)) {
      return(FALSE)
    }
    state$waiting <- state$waiting[-1L]
    state$running[[length(state$running) + 1L]] <-
      list(block = block, job = job, sent = proc.time()[[3]], since = Inf)
  }
  TRUE
}

# Blocks that are out wait for ever where all workers are gone. Notes when one goes.
no_worker_left <- function(state, kind) {
  any_done <- any(vapply(state$running, function(one) kind$is_done(one$job), NA))
  count <- kind$count()
  if (count < state$count) state$lost_at <- proc.time()[[3]]
  state$count <- count
  !any_done && count == 0L
}

# The jobs that have ended, list(block, answer), out of those that are out: the earliest, one per
# worker, run, the others wait. One that runs too long is stopped. What was out when a worker went
# may have gone with it unnoticed: some time later it goes out again.
collect_jobs <- function(state, kind, patience) {
  ended <- list()
  still <- list()
  now <- proc.time()[[3]]
  for (i in seq_along(state$running)) {
    one <- state$running[[i]]
    if (i <= state$count) one$since <- min(one$since, now)
    late <- now - one$since > patience
    suspect <- one$sent <= state$lost_at && now - state$lost_at > kind$grace
    if (kind$is_done(one$job)) {
      answer <- kind$collect(one$job)
    } else if (late || suspect) {
      kind$stop(one$job)
      answer <- list(status = if (late) "late" else "suspect")
    } else {
      still[[length(still) + 1L]] <- one
      next
    }
    if (inherits(answer, "lapscale_lost_job")) answer <- list(status = "lost")
    ended[[length(ended) + 1L]] <- list(block = one$block, answer = answer)
  }
  state$running <- still
  ended
}

try_again <- function(state, block, tasks, kind) {
  state$tries[[block]] <- state$tries[[block]] + 1L
  if (state$tries[[block]] >= most_tries) {
    abort(
      c("Block {block} of {length(tasks)} was lost by {most_tries} workers in turn: it may need more
         memory than they have.",
        i = "Fewer workers on a machine, or none (`{kind$none}`), may help."),
      "worker"
    )
  }
  state$waiting <- c(block, state$waiting)
}

# A block that took too long goes out again where its worker was stopped. One that cannot be stopped
# goes on, and another would only be the next to be late.
wait_no_longer <- function(state, block, tasks, kind) {
  if (kind$stops) {
    return(try_again(state, block, tasks, kind))
  }
  abort(
    c("Block {block} of {length(tasks)} takes longer than option {.code lapscale.worker_timeout} has
       it: {worker_timeout()} s.",
      i = "Its worker cannot be stopped and goes on; a higher limit may help, or `{kind$none}`."),
    "worker"
  )
}

# The blocks that are left, in this process.
finish_here <- function(tasks, state, kind, shared, runtime) {
  warn(
    "No worker is left: the rest of the work is done in this process.", "worker"
  )
  for (one in state$running) kind$stop(one$job)
  left <- c(state$waiting, vapply(state$running, function(one) one$block, 0L))
  state$running <- list()
  for (block in sort(left)) {
    task <- tasks[[block]]
    task$kept <- shared$kept
    answer <- answer_task(task)
    if (answer$status == "error") rethrow_from_worker(answer$condition)
    say_again(answer$conditions)
    state$values[block] <- list(answer$value)
  }
  list(values = state$values)
}

# A worker's error as if it had happened here.
rethrow_from_worker <- function(condition) {
  if (inherits(condition, "lapscale_error")) condition["call"] <- list(rlang::error_call(error_frame()))
  stop(condition)
}

say_again <- function(conditions) {
  for (condition in conditions) {
    if (inherits(condition, "warning")) warning(condition) else message(condition)
  }
}

abort_refused <- function(why) {
  abort(
    c("A worker cannot take part: {why}.",
      i = "Workers need the same version of lapscale in their library, on the same platform."),
    "worker"
  )
}
