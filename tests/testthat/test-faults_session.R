# The fault table, rows 47 to 50: interrupts, memory, threads and processes, objects that are saved.

test_that("fault 47: Ctrl-C is an interrupt, and the next call is right", {
  skip_on_cran()
  skip_on_os("windows")
  extended <- identical(Sys.getenv("LAPSCALE_EXTENDED_TESTS"), "true")
  more <- c("metric_distortion", "heat_graph", "graph_spectrum", "bw_lepski")
  tasks <- c("bw_gc", if (extended) more)
  for (task in tasks) {
    ready <- tempfile()
    child <- start_new_r(given = list(task = task, ready = ready), f = function(given) {
      circle <- as.matrix(sample_circle(300, seed = 1))
      small <- function() {
        graph <- heat_graph(circle, 0.3)
        list(as.data.frame(bw_gc(circle, seed = 1)), graph$weights,
             metric_distortion(circle, 0.3, seed = 1)$H, graph_spectrum(graph_laplacian(graph), 5))
      }
      before <- small()
      n <- if (given$task == "graph_spectrum") 30000 else 300000
      x <- as.matrix(sample_sphere(n, noise = 0.01, noise_dims = 3, seed = 1))
      # Minutes, each of them.
      long <- switch(given$task,
        bw_gc = function() bw_gc(x, n_points = 500, subsample = FALSE),
        metric_distortion = function() metric_distortion(x, 2, subsample = FALSE, seed = 1),
        heat_graph = function() heat_graph(x, 1, "knn", k = 3000),
        bw_lepski = function() bw_lepski(x, d = 2, n_validation = 1e5),
        graph_spectrum = {
          laplacian <- graph_laplacian(heat_graph(x, 0.05))
          function() graph_spectrum(laplacian, 3000)
        }
      )
      settings <- options()
      started <- proc.time()[[3]]
      outcome <- tryCatch({
        writeLines(as.character(Sys.getpid()), given$ready)
        long()
        "finished"
      }, interrupt = function(i) "interrupted", error = function(e) conditionMessage(e))
      list(
        outcome = outcome, seconds = proc.time()[[3]] - started,
        settings = identical(options(), settings), same = identical(small(), before)
      )
    })
    wait_for_file(ready, 60, child$log)
    Sys.sleep(0.7)
    tools::pskill(as.integer(readLines(ready)), tools::SIGINT)
    found <- finish_new_r(child)
    unlink(ready)
    expect_identical(found$outcome, "interrupted", info = task)
    expect_true(found$settings, info = task)
    expect_true(found$same, info = task)
  }
})

test_that("fault 48: what does not fit is refused with its size, and R goes on", {
  skip_on_cran()
  x <- normal_points(200, 3)
  laplacian <- graph_laplacian(heat_graph(x, 1))
  graph <- heat_graph(x, 1)
  before <- without_time(bw_gc(x, seed = 1))
  withr::with_options(list(lapscale.memory = 1e-9), {
    expect_fault(heat_graph(dist(x), 1), "x", class = "memory", text = "GB")
    expect_fault(as_heat_graph(dist(x), 1), "x", class = "memory", text = "GB")
    expect_fault(graph_spectrum(laplacian, 5), "k", class = "memory", text = "GB")
    expect_fault(as.matrix(graph), "x", class = "memory", text = "GB")
    expect_fault(as.matrix(laplacian), "x", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, "dense"), "x", class = "memory", text = "GB")
  })
  expect_identical(without_time(bw_gc(x, seed = 1)), before)
})

test_that("fault 48: lists of too many neighbors are refused, not begun", {
  skip_on_cran()
  x <- normal_points(3000, 2)
  withr::with_options(list(lapscale.memory = 0.05), {
    expect_fault(bw_gc(x, graph = "knn", k = c(5, 500)), "k", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, "knn", k = 500), "k", class = "memory", text = "GB")
    expect_fault(heat_graph(x, 1, local_scale = 500), "local_scale", class = "memory")
    expect_fault(embed_lle(x, k = 500), "k", class = "memory", text = "GB")
  })
})

test_that("fault 48: a graph of too many edges is refused, not begun", {
  skip_on_cran()
  x <- normal_points(3000, 2)
  withr::with_options(list(lapscale.memory = 0.05), {
    expect_fault(heat_graph(x, 10), "bandwidth", class = "memory")
    expect_fault(heat_graph(x, 10, "dense"), "x", class = "memory", text = "GB")
  })
})

test_that("fault 48: memory that runs out in any function of the core is an error of ours", {
  skip_on_cran()
  # What holds a few numbers per point, or looks at what is there.
  small <- c(
    "cpp_release", "cpp_unit", "cpp_sample_rows", "cpp_uniform", "cpp_first_not_finite",
    "cpp_rms_distance", "cpp_nearest_distinct", "cpp_neighbor_counts", "cpp_cholesky_budget",
    "cpp_weights_fault", "cpp_point_rows", "cpp_nearest_seconds"
  )
  x <- sample_swiss_roll(240, seed = 1)
  y <- replace(rep(NA, 240), seq(1, 240, by = 20), rep(c("a", "b"), 6))
  graph <- heat_graph(x, 4)
  laplacian <- graph_laplacian(graph)
  embedding <- embed_eigenmaps(x, 2, bandwidth = 4)
  calls <- list(
    function() heat_graph(x, 4),
    function() heat_graph(x, 4, "knn", k = 8),
    function() graph_laplacian(graph),
    function() graph_spectrum(laplacian, 3),
    function() embed_eigenmaps(graph, 2),
    function() embed_diffusion(x, 2, bandwidth = 4, landmarks = 60, seed = 1),
    function() embed_isomap(x, 2, k = 8),
    function() embed_lle(x, 2, k = 8),
    function() embed_quality(embedding),
    function() cluster_spectral(graph, 3),
    function() metric_riemannian(embedding, graph, 2),
    function() ssl_harmonic(x, y, bandwidth = 4, graph = "knn", k = 8),
    function() ssl_eigenmaps(graph, y, seed = 1),
    function() ssl_iterated(graph, y, seed = 1),
    function() bw_gc(x, d = 2, n_points = 50, n_bandwidths = 8, seed = 1),
    function() embed_common(x, x[, 1:2], bandwidth = 4, test = TRUE, n_permutations = 9, seed = 1),
    function() boundary_distance(x, 4, 2, seed = 1),
    function() noise_remove(x, "heat", bandwidth = 4, time = 1, seed = 1),
    function() predict(embedding, as.matrix(embedding), type = "data")
  )
  for (call in calls) {
    met <- setdiff(core_functions_met(call), small)
    expect_gt(length(met), 0L)
    for (name in met) {
      expect_error(without_memory(call, name), class = "lapscale_error_memory",
                   info = paste(deparse(body(call)), name))
    }
  }
})

test_that("fault 49: numbers of threads that are none; too many are capped with a message", {
  skip_on_cran()
  for (bad in list(0, -1, NA, "2", 1.5, c(1, 2), TRUE)) {
    expect_fault_of(takes_threads, bad, arg = "n_threads")
  }
  for (name in names(takes_threads)) {
    many <- expect_condition_of(takes_threads[[name]](1e9), "message_threads", "`n_threads`")
    one <- takes_threads[[name]](1)
    if (name == "bw_gc") expect_identical(without_time(many), without_time(one))
    if (name != "bw_gc") expect_identical(many, one)
  }
})

test_that("fault 49: forked processes after threaded calls, and calls within them, come back", {
  skip_on_os("windows")
  skip_on_cran()
  x <- plain_hourglass(200)
  expected <- without_time(bw_gc(x, seed = 1, n_threads = 2))
  jobs <- lapply(1:2, function(i) {
    parallel::mcparallel({
      # A selector within another function, and a fork within the fork.
      graph <- heat_graph(x, bw_gc, seed = 1, n_threads = 2)
      inner <- parallel::mccollect(
        parallel::mcparallel(as.numeric(bw_gc(x, seed = 1, n_threads = 2)))
      )[[1]]
      list(bw_gc(x, seed = 1, n_threads = 2), graph$bandwidth, inner)
    })
  })
  found <- list()
  deadline <- proc.time()[[3]] + 60
  while (length(found) < 2 && proc.time()[[3]] < deadline) {
    # It warns of jobs that were collected before.
    found <- c(found, suppressWarnings(parallel::mccollect(jobs, wait = FALSE, timeout = 1)))
  }
  for (job in jobs) tools::pskill(job$pid, tools::SIGKILL)
  expect_length(found, 2L)
  for (result in found) {
    expect_identical(without_time(result[[1]]), expected)
    expect_identical(result[[2]], as.numeric(expected))
    expect_identical(result[[3]], as.numeric(expected))
  }
  # And the parent goes on with threads.
  expect_identical(without_time(bw_gc(x, seed = 1, n_threads = 2)), expected)
})

test_that("fault 49: mclapply around bw_gc()", {
  skip_on_os("windows")
  skip_on_cran()
  sets <- lapply(1:3, function(seed) plain_hourglass(120, seed))
  alone <- vapply(sets, function(x) as.numeric(bw_gc(x, seed = 1)), 0)
  forked <- parallel::mclapply(sets, function(x) as.numeric(bw_gc(x, seed = 1)), mc.cores = 2)
  expect_identical(unlist(forked), alone)
})

test_that("fault 50: saved, read in a new R at another instruction level: the same object", {
  skip_on_cran()
  x <- plain_hourglass(200)
  graph <- heat_graph(x, 0.5)
  saved <- list(
    x = x, bw = bw_gc(x, seed = 1), graph = graph, laplacian = graph_laplacian(graph),
    spectrum = graph_spectrum(graph_laplacian(graph), 4),
    local = metric_distortion(x, 0.5, points = 1:20)
  )
  there <- in_new_r(env = c(LAPSCALE_SIMD = "baseline"), given = saved, f = function(saved) {
    grDevices::pdf(NULL)
    plot(saved$bw)
    plot(saved$graph, saved$x)
    plot(saved$spectrum)
    plot(saved$local, saved$x)
    list(
      given = saved, printed = utils::capture.output(print(saved$bw)),
      global = update(saved$bw, minimum = "global"), minima = bw_minima(saved$bw),
      weights = heat_graph(saved$x, saved$bw)$weights,
      product = saved$laplacian %*% saved$x[, 1], components = graph_components(saved$graph)
    )
  })
  expect_identical(there$given, saved)
  expect_identical(there$printed, utils::capture.output(print(saved$bw)))
  expect_identical(there$minima, bw_minima(saved$bw))
  expect_identical(there$global, update(saved$bw, minimum = "global"))
  expect_identical(there$components, graph_components(graph))
  expect_equal(there$weights, heat_graph(x, saved$bw)$weights, tolerance = 1e-12)
  expect_equal(there$product, saved$laplacian %*% x[, 1], tolerance = 1e-12)
})
