test_that("workers are asked where half a minute of pairs is foreseen, of points in memory", {
  local_functions(list(find_workers = function() "some"))
  problem <- function(n, p) list(n = n, checked = list(x = matrix(0, 1, p)))
  expect_null(pass_workers(problem(1e5, 13), 5e4))
  expect_identical(pass_workers(problem(1e6, 13), 20000), "some")
  expect_identical(pass_workers(problem(2000000000L, 3), 20000L), "some")
  paged <- list(n = 1e9, checked = list(x = structure(list(), class = "lapscale_paged_points")))
  expect_null(pass_workers(paged, 1e9))
})

test_that("kernel sums and counts of workers have the bits of those found here", {
  skip_on_cran()
  x <- as.matrix(sample_hourglass(900, noise = 0.05, noise_dims = 3, seed = 1))
  choose <- list(
    all = function() curve_of(bw_kernel_sum(x, n_bandwidths = 8)),
    some = function() curve_of(bw_kernel_sum(x, n_bandwidths = 8, n_points = 61, seed = 1)),
    slope = function() as.data.frame(dim_kernel_sum(x)),
    growth = function() as.data.frame(dim_growth(x, local = TRUE, seed = 1), what = "local"),
    drawn = function() as.data.frame(dim_growth(x, n_points = 50, seed = 1))
  )
  expected <- lapply(choose, function(f) f())
  asked_for <- character()
  workers <- standing_in(function(task, number) {
    asked_for <<- c(asked_for, task$name)
    NULL
  }, n = 3L)
  local_functions(list(find_workers = function() workers, least_seconds_shared = 0))
  expect_identical(lapply(choose, function(f) f()), expected)
  expect_setequal(asked_for, c("moments", "counts"))
})

test_that("moments that are missing are an error", {
  runtime <- new_runtime(1L, FALSE)
  handle <- hold_points(matrix(cpp_uniform(2000, 1, 0), 1000), runtime)
  moments <- cpp_pair_moments(handle, integer(), c(0.1, 1), 0L, 2L, runtime)
  expect_error(cpp_sketch_pairs(handle, integer(), c(0.1, 1), moments, runtime), "missing")
  cpp_release(handle)
})
