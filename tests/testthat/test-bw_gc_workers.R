test_that("points are cut into as many parts as asked, in fours", {
  expect_identical(centre_parts(100, 3), list(c(0L, 36L), c(36L, 72L), c(72L, 100L)))
})

test_that("parts begin at multiples of 4 and cover the points", {
  for (n in c(1, 4, 5, 60, 61, 500)) {
    for (most in c(1L, 2L, 3L, 16L)) {
      parts <- centre_parts(n, most)
      expect_lte(length(parts), most)
      expect_identical(unlist(lapply(parts, function(part) seq.int(part[[1]] + 1, part[[2]]))),
                       seq_len(n))
      expect_true(all(vapply(parts, function(part) part[[1]] %% 4, 0) == 0))
    }
  }
})

test_that("values of parts are those of the whole", {
  runtime <- new_runtime(1L, FALSE)
  for (p in c(3, 40)) {
    x <- matrix(cpp_uniform(300 * p, 1, 0), 300)
    handle <- hold_points(x, runtime)
    rows <- c(250L, 3L, 77L, 78L, 1L, 300L, 150L, 20L, 21L)
    h <- c(0.3, 0.6, 1.2) * sqrt(p)
    options <- gc_options(1L, 4, 1, "squared", TRUE, 1, 300)
    consistency <- hold_consistency(handle, NA, rows, options, h, runtime)
    order <- cpp_tree_order(handle, rows)
    parts <- centre_parts(9, 3L)
    for (d in list(NULL, 1)) {
      measure <- gc_measure(d, FALSE)
      found <- lapply(parts, function(part) measure(consistency, h, runtime, part))
      expect_identical(join_parts(found, parts, order), measure(consistency, h, runtime, NULL))
    }
    cpp_release(consistency)
    cpp_release(handle)
  }
})

test_that("where workers are gone since, the measure is taken here", {
  x <- unname(as.matrix(sample_sphere(300, seed = 1)))
  runtime <- new_runtime(1L, FALSE)
  problem <- list(
    n = 300L, rows = 1:60, bandwidths = c(0.2, 0.4, 0.8, 1.6), runtime = runtime,
    checked = as_points(x), handle = hold_points(x, runtime)
  )
  asked <- list(list(
    k = NA, measure = gc_measure(2, FALSE),
    options = gc_options(2L, 4, 1, "squared", TRUE, 1, 300), bandwidths = problem$bandwidths
  ))
  shared <- share_with_workers(list(x = x), runtime)
  held <- hold_measure(problem, asked, 1L, shared)
  alone <- hold_measure(problem, asked, 1L, NULL)
  expect_identical(held$measure(problem$bandwidths), alone$measure(problem$bandwidths))
  held$free()
  alone$free()
  free_shared(shared)
  cpp_release(problem$handle)
})

test_that("the size of the work may be beyond integers", {
  problem <- list(
    n = 10000000L, rows = seq_len(500L), bandwidths = seq_len(40L),
    checked = list(x = matrix(0, 1, 3000))
  )
  expect_null(share_gc(problem, list(), list(d = NULL)))
  expect_true(holds_degrees(problem))
})

test_that("workers are asked where the degrees, which each sums, are the lesser part", {
  problem <- function(n, p) {
    list(n = n, rows = 1:500, bandwidths = 1:40, checked = list(x = matrix(0, 1, p)))
  }
  expect_true(parts_outweigh_degrees(problem(1e5, 13), list(d = NULL)))
  expect_false(parts_outweigh_degrees(problem(1e6, 3), list(d = 1L)))
  expect_true(parts_outweigh_degrees(problem(2000, 3), list(d = 1L)))
})
