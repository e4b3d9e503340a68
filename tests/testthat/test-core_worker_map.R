test_that("results come in the order of the blocks, whoever has them first", {
  expect_identical(tens(standing_in()), 10 * 1:6)
  late <- 0L
  slow <- standing_in(is_done = function(job) {
    late <<- late + 1L
    late %% 3L == 0L
  })
  expect_identical(tens(slow, n = 9), 10 * 1:9)
})

test_that("a block that is lost goes out again, three times at most", {
  lose <- function(which) {
    standing_in(function(task, number) if (task$arguments$i == 2 && which(number)) lost_job)
  }
  expect_identical(tens(lose(function(number) number < 5)), 10 * 1:6)
  expect_error(tens(lose(function(number) TRUE)), "Block 2 of 6", class = "lapscale_error_worker")
})

test_that("a worker's error is raised with its class and data", {
  fail <- function(arguments, runtime) {
    if (arguments$i == 3) {
      rlang::abort("This is broken.", class = c("lapscale_error_mine", "lapscale_error"), data = 7)
    }
  }
  e <- expect_error(tens(standing_in(), job = fail), "broken", class = "lapscale_error_mine")
  expect_identical(e$data, 7)
})

test_that("warnings and messages of workers are heard here", {
  speak <- function(arguments, runtime) {
    if (arguments$i == 2) warning("a warning")
    if (arguments$i == 4) message("a message")
    arguments$i
  }
  expect_message(
    expect_warning(expect_identical(tens(standing_in(), job = speak), 1:6), "a warning"),
    "a message"
  )
})

test_that("other versions and platforms are refused by name", {
  other <- standing_in(function(task, number) {
    task$version <- "0.0.1"
    answer_task(task)
  })
  expect_error(tens(other), "0.0.1", class = "lapscale_error_worker")
  other <- standing_in(function(task, number) {
    task$platform <- "vax"
    answer_task(task)
  })
  expect_error(tens(other), "vax", class = "lapscale_error_worker")
  other <- standing_in(function(task, number) {
    task$name <- "unknown"
    answer_task(task)
  })
  expect_error(tens(other), "no task \"unknown\"", class = "lapscale_error_worker", fixed = TRUE)
  absent <- standing_in(function(task, number) worker_refusal("there is no package"))
  expect_error(tens(absent), "there is no package", class = "lapscale_error_worker")
})

test_that("the lowest instruction level is everybody's", {
  skip_if(cpp_simd_level() == 0L)
  seen <- integer()
  low <- standing_in(function(task, number) {
    seen <<- c(seen, task$simd)
    if (task$simd > 0L && number == 3L) list(status = "lower", simd = 0L)
  })
  expect_identical(tens(low), 10 * 1:6)
  expect_identical(tail(seen, 6), integer(6))
  task <- new_task("any", list(), list(simd = 99L, key = "k", file = "none"))
  expect_identical(answer_task(task), list(status = "lower", simd = cpp_simd_level()))
})

test_that("who cannot read the file of this process is sent what is in it", {
  elsewhere <- standing_in(function(task, number) {
    forget_kept()
    task$file <- tempfile()
    answer_task(task)
  })
  expect_identical(tens(elsewhere), 10 * 1:6)
})

test_that("without a worker the rest is done here, with a warning", {
  expect_here <- function(workers, ...) {
    expect_warning(found <- tens(workers, ...), "No worker is left",
                   class = "lapscale_warning_worker")
    expect_identical(found, 10 * 1:6)
  }
  expect_here(standing_in(function(task, number) if (number > 2) "none"))
  gone <- FALSE
  expect_here(standing_in(
    function(task, number) {
      gone <<- number > 3
      NULL
    },
    count = function() if (gone) 0L else 2L, is_done = function(job) !gone
  ))
  fail <- function(arguments, runtime) stop("broken")
  expect_warning(
    expect_error(tens(standing_in(function(task, number) "none"), job = fail), "broken"),
    class = "lapscale_warning_worker"
  )
})

test_that("a worker that does not end counts as lost", {
  withr::local_options(lapscale.worker_timeout = 0.02)
  started <- list()
  never <- standing_in(
    function(task, number) list(status = "done", value = 0, number = number),
    is_done = function(job) job$number > 3
  )
  expect_length(tens(never), 6)
  expect_gt(stopped, 0L)
  withr::local_options(lapscale.worker_timeout = -1)
  expect_error(tens(standing_in()), "`lapscale.worker_timeout`",
               class = "lapscale_error_argument")
})

test_that("what was out when a worker went goes out again", {
  went <- FALSE
  workers <- standing_in(
    function(task, number) {
      if (number == 2) list(status = "done", value = 0, never = TRUE)
    },
    count = function() if (went) 1L else 2L,
    is_done = function(job) {
      went <<- TRUE
      is.null(job$never)
    }
  )
  expect_identical(tens(workers), 10 * 1:6)
})

test_that("what is kept is let go when it is no longer shared", {
  tens(standing_in())
  expect_length(ls(held_for_tasks), 0)
})

test_that("progress is that of the blocks", {
  shares <- numeric()
  runtime <- list(n_threads = 1L, simd = 0L, progress = function(done) shares <<- c(shares, done))
  shared <- share_with_workers(list(job = function(arguments, runtime) 0), runtime)
  worker_map("any", list(1, 2, 3, 4), shared, standing_in(), runtime)
  free_shared(shared)
  expect_identical(shares, 1)
})

test_that("the time limit counts from when a worker may have begun, not from when a block was sent", {
  withr::local_options(lapscale.worker_timeout = 5)
  state <- list2env(list(count = 2L, lost_at = -Inf))
  out <- function(block, sent, since = Inf) {
    list(block = block, job = list(), sent = sent, since = since)
  }
  kind <- standing_in(is_done = function(job) FALSE)$kind
  kind$grace <- Inf
  now <- proc.time()[[3]]
  state$running <- list(out(1, now - 60, now - 4), out(2, now - 60), out(3, now - 60))
  expect_length(collect_jobs(state, kind, 5), 0)
  since <- vapply(state$running, function(one) one$since, 0)
  expect_identical(since[c(1, 3)], c(now - 4, Inf))
  expect_lt(since[[2]] - now, 1)
  state$running[[1]]$since <- now - 6
  ended <- collect_jobs(state, kind, 5)
  expect_identical(ended, list(list(block = 1, answer = list(status = "late"))))
  expect_length(state$running, 2)
})

test_that("when a worker went is noted once, not at each look", {
  state <- list2env(list(count = 2L, lost_at = -Inf, running = list(list(job = list()))))
  kind <- standing_in(is_done = function(job) FALSE)$kind
  look <- function(count) {
    kind$count <- function() count
    none <- no_worker_left(state, kind)
    list(none = none, lost = state$lost_at)
  }
  expect_identical(look(2L), list(none = FALSE, lost = -Inf))
  gone <- look(1L)
  expect_false(gone$none)
  expect_gt(gone$lost, 0)
  state$lost_at <- 7
  expect_identical(look(1L), list(none = FALSE, lost = 7))
  expect_identical(look(2L), list(none = FALSE, lost = 7))
  expect_true(look(0L)$none)
  # What is done is still to be taken.
  kind$is_done <- function(job) TRUE
  expect_false(look(0L)$none)
})

test_that("a worker that cannot be stopped is not waited for, nor asked again", {
  skip_on_cran()
  withr::local_options(lapscale.worker_timeout = 0.02)
  goes_on <- standing_in(is_done = function(job) FALSE)
  goes_on$kind$stops <- FALSE
  goes_on$kind$none <- "future::plan(\"sequential\")"
  e <- expect_error(tens(goes_on), "takes longer than", class = "lapscale_error_worker")
  expect_match(conditionMessage(e), "0.02 s")
  expect_match(paste(cli::ansi_strip(format(e)), collapse = " "), "sequential")
})

test_that("what workers share need not fit on the disk", {
  skip_on_os(c("windows", "mac", "solaris"))
  full <- small_disk()
  local_functions(list(new_shared_file = function() file.path(full, "shared.rds")))
  kept <- list(job = function(arguments, runtime) 0, big = sin(1:4e5))
  shared <- share_with_workers(kept, new_runtime(1L, FALSE))
  expect_false(file.exists(shared$file))
  expect_identical(list.files(full), character())
  sent <- worker_map("any", list(1, 2), shared, standing_in(), new_runtime(1L, FALSE))
  expect_identical(unlist(sent), c(0, 0))
  free_shared(shared)
})

test_that("what a task needs is kept once brought, and told to be missing else", {
  withr::defer(forget_kept())
  forget_kept()
  file <- withr::local_tempfile(fileext = ".rds")
  expect_false(keeps(list(key = "a", file = file)))
  saveRDS(list(3), file)
  expect_true(keeps(list(key = "a", file = file)))
  expect_identical(held_for_tasks$kept, list(3))
  expect_true(keeps(list(key = "a", file = "none")))
  expect_true(keeps(list(key = "b", kept = list(4))))
  expect_identical(held_for_tasks$kept, list(4))
})
