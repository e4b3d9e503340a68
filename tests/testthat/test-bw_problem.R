# What the selectors on points share. What each does with it is in the selectors' own tests.

settings_with <- function(...) {
  utils::modifyList(
    list(
      n_bandwidths = 5L, seed = 1, n_threads = 1, na_action = "error", scale = FALSE,
      progress = FALSE
    ),
    list(...)
  )
}

test_that("arguments are looked at in the order of their place", {
  skip_on_cran()
  x <- selector_points(30)
  refuse <- function(name) function(checked) abort_argument("`{name}` is at fault.")
  fault_with <- function(...) {
    selector_problem(x, settings_with(...), all_up_to(9L, 9L), check_rest = refuse("rest"))
  }
  expect_fault(
    selector_problem(x, settings_with(bandwidths = -1), all_up_to(9L, 9L), check = refuse("own")),
    "own"
  )
  expect_fault(fault_with(bandwidths = -1), "bandwidths")
  expect_fault(fault_with(n_bandwidths = 1), "n_bandwidths")
  expect_fault(fault_with(n_points = 1), "rest")
})

test_that("the points, the grid and the seed are as asked for, or usual", {
  x <- selector_points(30)
  problem <- selector_problem(
    x, settings_with(bandwidths = c(1, 2)), all_up_to(9L, 7L), check = ncol, check_rest = nrow
  )
  expect_identical(problem$n, 30L)
  expect_length(problem$rows, 7L)
  expect_identical(problem$bandwidths, c(1, 2))
  return_points(problem$checked, problem$handle)
  problem <- selector_problem(x, settings_with(), all_up_to(30L, 7L))
  expect_identical(problem$rows, canonical_order(x))
  near <- apply(ifelse(sq_distances_of(x) > 0, sqrt(sq_distances_of(x)), Inf), 1, min)
  expect_equal(range(problem$bandwidths),
               c(stats::median(near) / 2, sqrt(mean(stats::dist(x)^2))))
  return_points(problem$checked, problem$handle)
})

test_that("random numbers are drawn where points are, or the selector itself draws", {
  x <- selector_points(30)
  moved <- function(...) {
    withr::with_seed(1, {
      state <- .Random.seed
      problem <- selector_problem(x, settings_with(seed = NULL, ...), all_up_to(30L, 7L))
      return_points(problem$checked, problem$handle)
      !identical(.Random.seed, state)
    })
  }
  expect_false(moved())
  expect_true(moved(n_points = 5))
  withr::with_seed(1, {
    state <- .Random.seed
    problem <- selector_problem(x, settings_with(seed = NULL), all_up_to(30L, 7L), draws = TRUE)
    return_points(problem$checked, problem$handle)
    expect_false(identical(.Random.seed, state))
  })
})

test_that("more replicates than the memory holds are refused by their own name", {
  skip_on_cran()
  error <- expect_error(
    bw_gc(normal_points(20, 3), replicates = 1e9), "`replicates` is too large",
    class = "lapscale_error_memory"
  )
  expect_match(conditionMessage(error), "needs 596 GB")
})
