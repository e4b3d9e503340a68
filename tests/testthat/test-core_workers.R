# Wherever workers may take part, with and without them.
jobs <- function() {
  x <- unname(as.matrix(sample_hourglass(1500, noise = 0.02, noise_dims = 2, seed = 1)))
  wide <- cbind(x, matrix(cpp_uniform(1500 * 35, 1, 0), 1500) / 100)
  y <- replace(ifelse(x[, 1] > 0, "a", "b"), -seq(1, 1500, 50), NA)
  embedding <- embed_eigenmaps(x[1:400, ], 2, bandwidth = 0.6)
  isomap <- embed_kpca(x[1:300, ], 2, kernel = "linear")
  walk <- ssl_harmonic(x[1:400, ], y[1:400], bandwidth = 0.6)
  machine <- ssl_laprls(x[1:400, ], y[1:400], bandwidth = 0.6)
  list(
    gc = function() plain_curve(bw_gc(x, n_points = 150, n_bandwidths = 10, seed = 1)),
    gc_d = function() plain_curve(bw_gc(x, d = 1, n_points = 120, n_bandwidths = 12, seed = 1)),
    gc_wide = function() plain_curve(bw_gc(wide, n_points = 61, n_bandwidths = 10, seed = 1)),
    gc_knn = function() {
      plain_curve(bw_gc(x, graph = "knn", k = c(8, 16), n_points = 150, n_bandwidths = 10,
                        seed = 1))
    },
    cv = function() {
      plain_curve(bw_cv(x[1:300, ], y[1:300], learner = ssl_harmonic, n_bandwidths = 5, folds = 2,
                        seed = 1))
    },
    predict = function() {
      withr::local_options(lapscale.block_rows = 200)
      list(predict(embedding, x), predict(isomap, x), predict(walk, x, type = "score"),
           predict(machine, x, type = "score"))
    }
  )
}

plain_curve <- function(bw) {
  suppressWarnings(list(as.double(bw), as.data.frame(bw), local_minima(bw)))
}

test_that("daemons give the bits of one process, any number of them", {
  testthat::skip_if_not_installed("mirai")
  todo <- suppressWarnings(jobs())
  alone <- suppressWarnings(lapply(todo, function(job) job()))
  for (n in 1:3) {
    local_daemons(n)
    for (name in if (n == 2L) names(todo) else c("gc", "cv")) {
      expect_identical(suppressWarnings(todo[[name]]()), alone[[name]])
    }
    if (n == 2L) expect_gt(mirai::status()$mirai[["completed"]], 30)
    if (n == 1L) expect_identical(mirai::status()$mirai[["completed"]], 0L)
    mirai::daemons(0)
  }
})

test_that("so do the workers of a plan()", {
  skip_on_cran()
  skip_if_not_installed("future")
  todo <- suppressWarnings(jobs())
  alone <- suppressWarnings(list(todo$gc(), todo$cv()))
  expect_null(find_workers())
  withr::defer(future::plan("sequential"))
  future::plan("multisession", workers = 2)
  expect_identical(find_workers()$n, 2L)
  expect_identical(suppressWarnings(list(todo$gc(), todo$cv())), alone)
})

test_that("exact neighbours are found by workers to the last bit", {
  x <- matrix(cpp_uniform(5200 * 40, 1, 0), 5200)
  alone <- heat_graph(x, 2, type = "knn", k = 5)
  local_daemons(2)
  # A search of a second stays here.
  expect_identical(heat_graph(x, 2, type = "knn", k = 5)$weights, alone$weights)
  expect_identical(mirai::status()$mirai[["completed"]], 0L)
  local_functions(list(least_seconds_shared = 0))
  shared <- heat_graph(x, 2, type = "knn", k = 5)
  expect_identical(shared$weights, alone$weights)
  expect_null(shared$recall)
  expect_gt(mirai::status()$mirai[["completed"]], 10)
})

test_that("a daemon that dies loses nothing, nor do all of them", {
  todo <- suppressWarnings(jobs())
  slow <- function() {
    x <- unname(as.matrix(sample_hourglass(3000, noise = 0.02, noise_dims = 2, seed = 1)))
    plain_curve(bw_gc(x, n_points = 1200, n_bandwidths = 12, seed = 1))
  }
  alone <- suppressWarnings(slow())
  for (n_killed in 1:2) {
    local_daemons(2)
    pids <- daemon_pids(2)
    system(sprintf("(sleep 1; kill -9 %s) &", paste(pids[seq_len(n_killed)], collapse = " ")))
    seconds <- system.time(found <- suppressWarnings(slow()))[[3]]
    expect_identical(found, alone)
    expect_lt(seconds, 60)
    mirai::daemons(0)
  }
})

test_that("an interrupt leaves daemons that can be used", {
  local_daemons(2)
  forever <- function(arguments, runtime) Sys.sleep(30)
  runtime <- new_runtime(1L, FALSE)
  shared <- share_with_workers(list(job = forever), runtime)
  workers <- find_workers()
  start <- proc.time()[[3]]
  n_polls <- 0L
  is_done <- workers$kind$is_done
  workers$kind$is_done <- function(job) {
    n_polls <<- n_polls + 1L
    if (n_polls > 200L) rlang::interrupt()
    is_done(job)
  }
  stopped <- tryCatch(
    worker_map("any", as.list(1:4), shared, workers, runtime), interrupt = function(e) "stopped"
  )
  expect_identical(stopped, "stopped")
  free_shared(shared)
  expect_identical(tens(find_workers()), 10 * 1:6)
  expect_lt(proc.time()[[3]] - start, 25)
})

test_that("a learner's own error comes back from a daemon", {
  local_daemons(2)
  x <- unname(as.matrix(sample_moons(60, seed = 1)))
  y <- replace(rep(c("a", "b"), each = 30), -c(1:5, 56:60), NA)
  broken <- function(x, y, bandwidth) {
    rlang::abort("Not with me.", class = "my_error", reason = "none")
  }
  e <- expect_error(bw_cv(x, y, learner = broken, bandwidths = c(0.1, 0.2), seed = 1),
                    "Not with me", class = "my_error")
  expect_identical(e$reason, "none")
})

test_that("a worker does not ask others in turn", {
  local_daemons(2)
  nested <- function(arguments, runtime) is.null(find_workers())
  expect_true(all(tens(find_workers(), job = nested)))
})

test_that("a worker runs on one thread unless it is told otherwise", {
  withr::local_options(lapscale.threads = NULL)
  expect_identical(worker_threads(), 1L)
  withr::local_options(lapscale.threads = 2)
  expect_identical(worker_threads(), 2L)
})

test_that("workers of mirai come before those of a plan()", {
  skip_if_not_installed("future")
  local_daemons(2)
  withr::defer(future::plan("sequential"))
  future::plan("multisession", workers = 2)
  expect_identical(find_workers()$kind, worker_kinds$mirai)
})
