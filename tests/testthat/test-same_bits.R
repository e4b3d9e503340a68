# Results do not depend on threads, thread backends, or processes; only in the last bits on
# instruction levels.

# All heavy computations on small data, as plain R objects. Runs in child processes too, so it
# names nothing but the package.
all_results <- function(n_threads) {
  without_clock <- function(bw) {
    chosen <- attr(bw, "selection")
    chosen$facts$elapsed <- 0
    attr(bw, "selection") <- chosen
    bw
  }
  narrow <- as.matrix(sample_hourglass(400, noise = 0.02, noise_dims = 2, seed = 1))
  wide <- as.matrix(sample_sphere(150, noise = 0.05, noise_dims = 32, seed = 1))
  options(lapscale.threads = n_threads)
  graph <- heat_graph(narrow, 0.3, n_threads = n_threads)
  list(
    narrow = without_clock(bw_gc(narrow, d = 2, seed = 1, n_threads = n_threads)),
    wide = without_clock(bw_gc(wide, d = 2, seed = 1, n_points = 60, n_threads = n_threads)),
    knn = without_clock(suppressWarnings(
      bw_gc(narrow, graph = "knn", k = 12, seed = 1, n_threads = n_threads)
    )),
    lepski = without_clock(suppressWarnings(
      bw_lepski(narrow, d = 2, seed = 1, n_threads = n_threads)
    )),
    pointwise = laplacian_at(
      narrow, narrow[, 1:2], wide[1:9, seq_len(ncol(narrow))], c(0.5, 1), f_y = wide[1:9, 1:2],
      scale = "laplacian", n_threads = n_threads
    ),
    local = metric_distortion(narrow, 0.5, d = 2, n_threads = n_threads),
    graph = graph$weights,
    dense = heat_graph(wide, 1, "dense", n_threads = n_threads)$weights,
    nearest = heat_graph(wide, 1, "knn", k = 7, n_threads = n_threads)$weights,
    scaled = heat_graph(narrow, local_scale = 5, n_threads = n_threads)$weights,
    spectrum = graph_spectrum(graph_laplacian(graph), 8, n_threads = n_threads)
  )
}

test_that("the same bits for 1, 2 and 4 threads, and when repeated", {
  skip_on_cran()
  withr::local_options(lapscale.threads = NULL)
  one <- all_results(1)
  expect_identical(all_results(2), one)
  expect_identical(suppressMessages(all_results(4)), one)
  expect_identical(all_results(2), one)
})

test_that("the same bits on both thread backends", {
  here <- withr::with_options(list(lapscale.threads = NULL), all_results(2))
  is_tiny <- identical(Sys.getenv("RCPP_PARALLEL_BACKEND"), "tinythread")
  other <- if (is_tiny) "tbb" else "tinythread"
  there <- in_new_r(all_results, env = c(RCPP_PARALLEL_BACKEND = other), given = 2)
  expect_identical(there, here)
})

test_that("instruction levels agree to rounding", {
  skip_on_cran()
  compare <- function(a, b, tolerance) {
    expect_equal(curve_of(a$narrow)$criterion, curve_of(b$narrow)$criterion, tolerance = tolerance)
    expect_equal(curve_of(a$knn)$criterion, curve_of(b$knn)$criterion, tolerance = tolerance)
    # Directions in many columns come from an iteration that stops at 1e-7.
    expect_equal(curve_of(a$wide)$criterion, curve_of(b$wide)$criterion, tolerance = 1e-6)
    expect_equal(a$local$distortion, b$local$distortion, tolerance = tolerance)
    for (graph in c("graph", "dense", "nearest", "scaled")) {
      expect_equal(as.matrix(a[[graph]]), as.matrix(b[[graph]]), tolerance = tolerance)
    }
    expect_equal(a$spectrum$values, b$spectrum$values, tolerance = tolerance)
    expect_lt(space_difference(a$spectrum$vectors, b$spectrum$vectors, a$spectrum$values), 1e-6)
    expect_equal(as.numeric(a$narrow), as.numeric(b$narrow), tolerance = 1e-6)
  }
  withr::local_options(lapscale.threads = NULL)
  best <- all_results(2)
  for (level in c("baseline", "avx2", "avx512")) {
    withr::with_options(list(lapscale.simd = level), compare(all_results(2), best, 1e-10))
  }
})
