test_that("threads: as asked for, at most the cores, the option where nothing is asked", {
  cores <- RcppParallel::defaultNumThreads()
  expect_identical(check_threads(1), 1L)
  withr::local_options(lapscale.threads = 1)
  expect_identical(check_threads(NULL), 1L)
  withr::local_options(lapscale.threads = NULL)
  expect_lte(check_threads(NULL), 2L)
  capped <- expect_condition_of(check_threads(cores + 7L), "message_threads", "`n_threads`")
  expect_identical(capped, cores)
  for (bad in list(0, -1, NA, "2", 1.5, 1:2, TRUE)) expect_fault(check_threads(bad), "n_threads")
})

test_that("an option that is wrong is called by its own name", {
  withr::local_options(lapscale.threads = "two")
  expect_fault(check_threads(NULL), text = "lapscale.threads")
})

test_that("the default is two threads at most, fewer where the environment says so", {
  withr::local_envvar(OMP_THREAD_LIMIT = NA, RCPP_PARALLEL_NUM_THREADS = NA)
  expect_identical(default_threads(8L), 2L)
  expect_identical(default_threads(1L), 1L)
  withr::local_envvar(OMP_THREAD_LIMIT = "1")
  expect_identical(default_threads(8L), 1L)
  withr::local_envvar(OMP_THREAD_LIMIT = NA, RCPP_PARALLEL_NUM_THREADS = "1")
  expect_identical(default_threads(8L), 1L)
  withr::local_envvar(RCPP_PARALLEL_NUM_THREADS = "many")
  expect_identical(expect_silent(default_threads(8L)), 2L)
})

test_that("the instruction level: the option, else the environment, else the best", {
  withr::local_options(lapscale.simd = NULL)
  withr::local_envvar(LAPSCALE_SIMD = NA)
  expect_identical(check_simd(), 2L)
  withr::local_envvar(LAPSCALE_SIMD = "baseline")
  expect_identical(check_simd(), 0L)
  withr::local_options(lapscale.simd = "avx2")
  expect_identical(check_simd(), 1L)
  withr::local_options(lapscale.simd = "mmx")
  expect_fault(check_simd(), "lapscale.simd")
  expect_fault(bw_gc(normal_points(10, 2), seed = 1), "lapscale.simd")
})

test_that("a progress bar is shown on request, and changes nothing", {
  x <- plain_circle(100)
  plain <- bw_gc(x, seed = 1, progress = FALSE)
  withr::local_options(cli.progress_show_after = 0)
  shown <- suppressMessages(bw_gc(x, seed = 1, progress = TRUE))
  expect_identical(without_time(shown), without_time(plain))
  expect_null(new_runtime(1, FALSE)$progress)
  expect_type(new_runtime(1, TRUE)$progress, "closure")
  for (bad in list(NA, 1, "yes")) expect_fault(bw_gc(x, seed = 1, progress = bad), "progress")
})

test_that("a process that did not load the package itself, a fork, runs serially", {
  withr::defer(.onLoad())
  home$pid <- -1L
  expect_identical(check_threads(2), 1L)
  expect_fault(check_threads(0), "n_threads")
  .onLoad()
  expect_identical(home$pid, Sys.getpid())
  expect_identical(check_threads(1), 1L)
})
