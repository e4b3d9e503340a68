test_that("threads: as asked for, at most the cores, the option where nothing is asked", {
  skip_on_cran()
  x <- plain_circle(20)
  cores <- RcppParallel::defaultNumThreads()
  expect_condition_of(bw_median(x, n_threads = cores + 7L), "message_threads", "`n_threads`")
  for (bad in list(0, -1, NA, "2", 1.5, 1:2, TRUE)) {
    expect_fault(bw_median(x, n_threads = bad), "n_threads")
  }
  withr::local_options(lapscale.threads = "two")
  expect_fault(bw_median(x), text = "lapscale.threads")
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

test_that("an instruction level that is none is refused, by the option's name", {
  withr::local_options(lapscale.simd = "mmx")
  expect_fault(bw_gc(normal_points(10, 2), seed = 1), "lapscale.simd")
})

test_that("a progress bar is shown on request, and changes nothing", {
  skip_on_cran()
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
  expect_identical(home$pid, Sys.getpid())
  withr::defer(home$pid <- Sys.getpid())
  home$pid <- -1L
  expect_identical(resolve_threads(2), 1L)
  expect_fault(resolve_threads(0), "n_threads")
  home$pid <- Sys.getpid()
  expect_identical(resolve_threads(1), 1L)
})

test_that("the package is unloaded when no thread of its own runs any more", {
  skip_if_not(dir.exists("/proc/self/task"))
  found <- in_new_r(function() {
    side <- 100  # a cubic lattice: its order takes a second
    at <- arrayInd(seq_len(side^3), rep(side, 3))
    step <- side^(0:2)
    from <- lapply(1:3, function(k) which(at[, k] < side))
    to <- unlist(Map(`+`, from, step))
    from <- unlist(from)
    lattice <- Matrix::sparseMatrix(c(from, to), c(to, from), x = 1, dims = rep(side^3, 2))
    threads <- function() length(list.files("/proc/self/task"))
    before <- threads()
    interrupted <- function(limit) {
      setTimeLimit(elapsed = limit, transient = TRUE)
      on.exit(setTimeLimit())
      tryCatch(lapscale:::cpp_cholesky_plan(lattice, 1), error = function(e) "stopped")
    }
    # Until it is late enough for the thread to have begun: reading takes longer on a busy machine.
    for (limit in 0.1 * 2^(0:6)) {
      outcomes <- interrupted(limit)
      if (threads() > before) break
    }
    outcomes <- c(outcomes, interrupted(0.1))
    left <- threads()
    unloadNamespace("lapscale")
    list(outcomes, left - before, threads() - before)
  })
  expect_identical(found, list(c("stopped", "stopped"), 1L, 0L))
})

test_that("a time limit is an error, as elsewhere in R, and not an interrupt", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(50000, seed = 1))
  before <- rng_state()
  outcome <- function(...) tryCatch({
    setTimeLimit(..., transient = TRUE)
    bw_gc(x, n_points = 5000, subsample = FALSE)
  }, error = conditionMessage, interrupt = function(i) "interrupted", finally = setTimeLimit())
  expect_match(outcome(elapsed = 0.3), "reached elapsed time limit")
  expect_match(outcome(cpu = 0.3), "reached CPU time limit")
  expect_identical(rng_state(), before)
})

test_that("the number of threads arrives at everything that computes", {
  skip_on_cran()
  withr::local_options(lapscale.threads = 2)
  x <- plain_circle(60)
  graph <- heat_graph(x, 0.4)
  laplacian <- graph_laplacian(graph, "random_walk", alpha = 1)
  e <- embed_eigenmaps(x, 2, bandwidth = 0.4)
  metric <- metric_riemannian(e, graph, 1)
  parts <- embed_eigenmaps(rbind(x, x + 9), 2, bandwidth = 0.4, components = "each")
  calls <- list(
    heat_graph = function(n) heat_graph(x, seed = 1, n_threads = n),
    graph_spectrum = function(n) graph_spectrum(laplacian, 3, n_threads = n),
    graph_laplacian_at = function(n) graph_laplacian_at(x, function(p) p[, 1], x, 0.4, d = 1, n_threads = n),
    embed_eigenmaps = function(n) embed_eigenmaps(x, 2, alpha = 1, seed = 1, n_threads = n),
    variance = function(n) embed_eigenmaps(x, variance = 0.3, seed = 1, n_threads = n),
    connect = function(n) {
      embed_diffusion(rbind(x, x + 9), 2, 0.4, components = "connect", n_threads = n)
    },
    embed_diffusion = function(n) embed_diffusion(x, 2, seed = 1, n_threads = n),
    embed_isomap = function(n) embed_isomap(x, 2, n_threads = n),
    embed_lle = function(n) embed_lle(x, 2, n_threads = n),
    embed_kpca = function(n) embed_kpca(x, 2, seed = 1, n_threads = n),
    predict = function(n) predict(e, x[1:3, ], n_threads = n),
    predict_parts = function(n) predict(parts, x[1:3, ], n_threads = n),
    embed_quality = function(n) embed_quality(e, x, seed = 1, n_threads = n),
    metric_distortion = function(n) metric_distortion(x, seed = 1, n_threads = n),
    metric_riemannian = function(n) metric_riemannian(e, graph, 1, n_threads = n),
    metric_distances = function(n) metric_distances(metric, 1, n_threads = n)
  )
  for (name in names(calls)) {
    seen <- threads_seen(calls[[name]](1))
    expect_gt(length(seen), 0)
    expect_identical(unique(unname(seen)), 1L, info = name)
  }
})

test_that("the bandwidth that nobody gave is chosen with the caller's threads, seed and bar", {
  x <- plain_circle(60)
  calls <- list(
    heat_graph = function(...) heat_graph(x, ...),
    embed_eigenmaps = function(...) embed_eigenmaps(x, 2, ...),
    embed_diffusion = function(...) embed_diffusion(x, 2, ...),
    metric_distortion = function(...) metric_distortion(x, ...)
  )
  for (name in names(calls)) {
    for (progress in c(TRUE, FALSE)) {
      seen <- selector_settings_of(calls[[name]](seed = 7, n_threads = 1, progress = progress))
      expect_identical(seen, list(seed = 7, n_threads = 1L, progress = progress), info = name)
    }
  }
})
