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

# So many bandwidths that a table of degrees is made of few points.
problem_with_table <- function(p, runtime) {
  x <- matrix(cpp_uniform(1500 * p, 1, 0), 1500)
  list(
    n = 1500L, rows = seq(3L, 1500L, by = 60L), bandwidths = seq(0.3, 1.2, length.out = 2000),
    runtime = runtime, checked = list(x = x), handle = hold_points(x, runtime)
  )
}

test_that("degrees found by workers, each a part, give the bits of those found here", {
  skip_on_cran()
  runtime <- new_runtime(1L, FALSE)
  asked_for <- character()
  workers <- standing_in(function(task, number) {
    asked_for <<- c(asked_for, task$name)
    NULL
  })
  local_functions(list(find_workers = function() workers, least_degree_seconds = 0))
  for (p in c(3L, 40L)) {
    problem <- problem_with_table(p, runtime)
    for (subsample in c(TRUE, FALSE)) {
      curves <- list(list(
        k = NA, measure = gc_measure(NULL, FALSE), bandwidths = problem$bandwidths,
        options = gc_options(1L, 4, 1, "squared", subsample, 1, problem$n)
      ))
      shared <- share_gc(problem, curves, list(d = NULL))
      asked_for <- character()
      held <- hold_measure(problem, curves, 1L, shared)
      alone <- hold_measure(problem, curves, 1L, NULL)
      for (h in list(c(0.3, 0.5, 0.77, 1.2), 0.51)) {
        expect_identical(held$measure(h), alone$measure(h), info = paste(p, subsample))
      }
      expect_identical(sum(asked_for == "degrees"), 16L)
      held$free()
      alone$free()
      free_shared(shared)
    }
    cpp_release(problem$handle)
  }
})

test_that("degrees are found again at the lower level of a worker that comes later", {
  skip_on_cran()
  skip_if(cpp_simd_level() == 0)
  lowest <- new_runtime(1L, FALSE)
  lowest$simd <- 0
  here <- new_runtime(1L, FALSE)
  answers <- 0L
  workers <- standing_in(function(task, number) {
    answers <<- answers + (task$name == "gc")
    if (answers == 2L && task$simd > 0) list(status = "lower", simd = 0)
  })
  problem <- problem_with_table(3L, here)
  curves <- list(list(
    k = NA, measure = gc_measure(1L, FALSE), bandwidths = problem$bandwidths,
    options = gc_options(1L, 4, 1, "squared", TRUE, 1, problem$n)
  ))
  local_functions(list(find_workers = function() workers, least_degree_seconds = 0))
  shared <- share_gc(problem, curves, list(d = 1L))
  held <- hold_measure(problem, curves, 1L, shared)
  h <- c(0.3, 0.5, 0.77, 1.2)
  found <- held$measure(h)
  held$free()
  free_shared(shared)
  cpp_release(problem$handle)

  problem <- problem_with_table(3L, lowest)
  alone <- hold_measure(problem, curves, 1L, NULL)
  expect_identical(found, alone$measure(h))
  alone$free()
  cpp_release(problem$handle)
})

test_that("daemons find the degrees of a whole choice", {
  x <- unname(as.matrix(sample_sphere(2000, seed = 1)))
  local_functions(list(least_shared = 0, least_degree_seconds = 0))
  choose <- function() {
    bw <- suppressMessages(bw_gc(x, d = 2, n_points = 40, n_bandwidths = 1100, replicates = 0,
                                 refine = TRUE, seed = 1))
    list(plain(bw), curve_of(bw))
  }
  expected <- choose()
  local_daemons(2)
  expect_identical(choose(), expected)
})
