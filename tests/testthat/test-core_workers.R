# What the workers there are make of 1, 2, ..., n.
map_numbers <- function(job, n = 6) {
  pool <- open_pool(list(x = 10), new_runtime(1L, FALSE))
  on.exit(close_pool(pool))
  unlist(map_pool(job, seq_len(n), pool))
}

tens <- function(i, kept, runtime) kept$x * i

expect_error_of_job <- function() {
  fails <- function(i, kept, runtime) {
    if (i == 3) rlang::abort("This is {broken}.", class = "lapscale_error_mine", data = 7)
  }
  e <- expect_error(map_numbers(fails), "This is {broken}.", class = "lapscale_error_mine",
                    fixed = TRUE)
  expect_identical(e$data, 7)
}

expect_sent_what_is_unread <- function() {
  pool <- open_pool(list(x = 10), new_runtime(1L, FALSE))
  unlink(pool$files)
  expect_identical(map_pool(tens, 1:6, pool), as.list(10 * 1:6))
  add_to_pool(pool, list(x = 20))
  expect_identical(map_pool(tens, 1:6, pool), as.list(20 * 1:6))
  close_pool(pool)
  expect_false(any(file.exists(pool$files)))
}

dies <- function(i, kept, runtime) if (i == 2) tools::pskill(Sys.getpid(), 9) else Sys.sleep(0.1)

test_that("results come in order; errors, interrupts and refusals leave workers usable", {
  skip_on_os("windows")
  expect_null(open_pool(list(), new_runtime(1L, FALSE)))
  local_daemons(2)
  unequal <- function(i, kept, runtime) {
    Sys.sleep((i %% 3) / 50)
    kept$x * i
  }
  expect_identical(map_numbers(unequal, 9), 10 * 1:9)
  # A worker has one thread, and does not ask others in turn.
  alone <- function(i, kept, runtime) runtime$n_threads == 1L && is.null(find_workers())
  expect_true(all(map_numbers(alone)))
  expect_error_of_job()
  expect_sent_what_is_unread()
  # An interrupt ends a map at once and leaves workers that can be used.
  system(sprintf("(sleep 1; kill -INT %d) &", Sys.getpid()))
  ended <- withr::local_tempfile()
  outcome <- tryCatch(
    map_numbers(function(i, kept, runtime) {
      Sys.sleep(60)
      file.create(ended)
    }),
    interrupt = function(e) "stopped"
  )
  expect_identical(outcome, "stopped")
  expect_identical(map_numbers(tens), 10 * 1:6)
  expect_false(file.exists(ended))
  # Those that would compute other bits are refused by name.
  local_functions(list(cpp_simd_level = function() 0L))
  build <- paste("lapscale", utils::packageVersion("lapscale"), "on", R.version$platform)
  e <- run_job(1, list(build = build, simd = 2L))$error
  expect_match(conditionMessage(e), "with baseline, the session .* with avx512")
  refused <- function(text) {
    expect_error(map_numbers(tens), text, class = "lapscale_error_worker")
  }
  local_functions(list(build_here = function() "lapscale 0.0.1 on vax"))
  refused("the session has lapscale 0.0.1 on vax")
  local_functions(list(find_and_run_job = function(...) stop("no package here")))
  refused("no package here")
})

test_that("the work of a worker that dies is done by others; if all die that is an error", {
  skip_on_cran()
  local_daemons(5)
  marker <- tempfile()
  dies_once <- function(i, kept, runtime) {
    if (i == 2 && !file.exists(marker) && file.create(marker)) tools::pskill(Sys.getpid(), 9)
    Sys.sleep(0.02)
    i
  }
  expect_identical(map_numbers(dies_once, 20), 1:20)
  # If it is the block that kills, it is named.
  expect_error(map_numbers(dies), "Block 2 of 6", class = "lapscale_error_worker")
  mirai::daemons(2)
  expect_error(map_numbers(dies), "All workers were lost", class = "lapscale_error_worker")
})

test_that("workers give the bits of one process", {
  skip_on_cran()
  x <- unname(as.matrix(sample_hourglass(1500, noise = 0.02, noise_dims = 2, seed = 1)))
  wide <- cbind(x, matrix(cpp_uniform(1500 * 35, 1, 0), 1500) / 100)
  y <- replace(ifelse(x[, 1] > 0, "a", "b"), -seq(1, 1500, 50), NA)
  some <- x[1:300, ]
  fits <- quietly(list(
    embed_eigenmaps(some, 2, bandwidth = 0.6), embed_kpca(some, 2, kernel = "linear"),
    ssl_harmonic(some, y[1:300], bandwidth = 0.6), ssl_laprls(some, y[1:300], bandwidth = 0.6)
  ))
  gc <- function(x, ...) curve_of(bw_gc(x, n_points = 61, n_bandwidths = 10, seed = 1, ...))
  jobs <- list(
    gc = function() gc(x), gc_d = function() gc(x, d = 1), gc_wide = function() gc(wide),
    gc_knn = function() gc(x, graph = "knn", k = c(8, 16)),
    cv = function() {
      curve_of(bw_cv(some, y[1:300], learner = ssl_harmonic, n_bandwidths = 5, folds = 2, seed = 1))
    },
    nearest = function() heat_graph(wide, 2, type = "knn", k = 5)$weights,
    sums = function() curve_of(bw_kernel_sum(x, n_bandwidths = 8, n_points = 61, seed = 1)),
    growth = function() as.data.frame(dim_growth(x, n_points = 50, seed = 1)),
    predict = function() {
      withr::local_options(lapscale.block_rows = 200)
      lapply(fits, function(fit) {
        if (inherits(fit, "lapscale_ssl")) predict(fit, x, type = "score") else predict(fit, x)
      })
    }
  )
  alone <- quietly(lapply(jobs, function(job) job()))
  local_functions(list(
    min_work_shared = 0, min_seconds_shared = 0, nearest_seconds = function(...) 1
  ))
  completed <- function() mirai::status()$mirai[["completed"]]
  for (n in 1:3) {
    local_daemons(n)
    for (name in if (n == 2L) names(jobs) else "gc") {
      before <- completed()
      expect_identical(quietly(jobs[[name]]()), alone[[name]], info = name)
      if (n == 1L) expect_identical(completed(), before) else expect_gt(completed(), before + 1)
    }
  }
  mirai::daemons(0)
  skip_if_not_installed("future")
  withr::defer(future::plan("sequential"))
  future::plan("multisession", workers = 2)
  for (name in c("gc_d", "predict")) expect_identical(quietly(jobs[[name]]()), alone[[name]])
  expect_error_of_job()
  expect_sent_what_is_unread()
  expect_error(map_numbers(dies), "was lost", class = "lapscale_error_worker")
})
