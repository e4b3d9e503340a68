test_that("moments that are missing are an error", {
  runtime <- new_runtime(1L, FALSE)
  handle <- acquire_points(matrix(cpp_uniform(2000, 1, 0), 1000), runtime)
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
