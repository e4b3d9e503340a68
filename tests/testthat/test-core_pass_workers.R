test_that("workers are asked where half a minute of pairs is foreseen, of points in memory", {
  local_functions(list(open_pool = function(kept, runtime) names(kept)))
  problem <- function(n, p) list(n = n, checked = list(x = matrix(0, 1, p)))
  expect_null(open_pass_pool(problem(1e5, 13), 5e4, list()))
  expect_identical(open_pass_pool(problem(2000000000L, 3), 20000L, list(k = 1)), c("x", "k"))
  paged <- list(n = 1e9, checked = list(x = structure(list(), class = "lapscale_paged_points")))
  expect_null(open_pass_pool(paged, 1e9, list()))
})

test_that("moments that are missing are an error", {
  runtime <- new_runtime(1L, FALSE)
  handle <- hold_points(matrix(cpp_uniform(2000, 1, 0), 1000), runtime)
  moments <- cpp_pair_moments(handle, integer(), c(0.1, 1), 0L, 2L, runtime)
  expect_error(cpp_sketch_pairs(handle, integer(), c(0.1, 1), moments, runtime), "missing")
  cpp_release(handle)
})

test_that("parts begin at multiples of 4 and cover the points", {
  for (n in c(1, 4, 5, 60, 61, 500)) {
    for (most in c(1L, 2L, 3L, 16L)) {
      parts <- tree_parts(n, most)
      expect_lte(length(parts), most)
      expect_equal(unlist(parts), seq_len(n))
      expect_true(all(vapply(parts, function(part) part[[1]] %% 4, 0) == 1))
    }
  }
})
