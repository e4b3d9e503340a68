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

test_that("grids are sorted and made distinct, with a message where that changes them", {
  expect_identical(expect_quiet(resolve_grid(c(1, 2, 4))), c(1, 2, 4))
  expect_identical(expect_quiet(resolve_grid(1:3)), c(1, 2, 3))
  sorted <- expect_condition_of(resolve_grid(c(4, 1, 2, 1)), "message_sorted", "`bandwidths`")
  expect_identical(sorted, c(1, 2, 4))
})

test_that("grids that are no grids are refused", {
  skip_on_cran()
  for (bad in list(numeric(), NULL, "a", matrix(1:4, 2), list(1, 2), TRUE, c(-1, 1), c(0, 1),
                   c(1, NA), c(1, Inf), 1, c(1, 1))) {
    expect_fault(resolve_grid(bad), "bandwidths")
  }
  expect_fault(resolve_grid(c(1, 2, -3)), "bandwidths", text = "element 3 is -3")
})

test_that("the default grid is even in log h, no step above 1.25, ends included", {
  wide <- grid_of_steps(c(1e-6, 1), 40)
  expect_equal(range(wide), c(1e-6, 1))
  expect_equal(diff(log(wide)), rep(log(wide[[2]] / wide[[1]]), length(wide) - 1))
  expect_lte(wide[[2]] / wide[[1]], 1.25 * (1 + 1e-12))
  expect_length(grid_of_steps(c(1, 2), 40), 40L)
})

test_that("more bandwidths than any grid has are refused by their own name, before work", {
  skip_on_cran()
  x <- normal_points(20, 3)
  many <- seq(0.1, 1, length.out = 1e5 + 1)
  y <- rep(c("a", "b"), 10)
  calls <- list(
    function(...) bw_gc(x, ...), function(...) bw_kernel_sum(x, ...),
    function(...) bw_kernel_sum(stats::dist(x), ...), function(...) bw_lepski(x, d = 1, ...),
    function(...) bw_cv(x, y, ssl_harmonic, ...)
  )
  for (call in calls) {
    expect_fault(call(bandwidths = many), text = "`bandwidths` must hold at most 1e+05 values")
    expect_fault(call(n_bandwidths = 1e9), "n_bandwidths", text = "at most 1e+05")
  }
  expect_fault(dim_growth(x, n_radii = 1e7), "n_radii", text = "at most 1e+05")
  # Those of the default go through.
  expect_identical(check_grid_size(1e5, "n", min = 2), 100000L)
})

test_that("more replicates than the memory holds are refused by their own name", {
  skip_on_cran()
  error <- expect_error(
    bw_gc(normal_points(20, 3), replicates = 1e9), "`replicates` is too large",
    class = "lapscale_error_memory"
  )
  expect_match(conditionMessage(error), "needs 596 GB")
})

test_that("grids begin at half the median of distances that are known and not 0", {
  for (nearest in list(1:3, c(0, 0, 1:3), c(Inf, Inf, 1:3), c(0, 1:3, Inf, 2))) {
    expect_equal(range(grid_between(nearest, 10, 5)), c(1, 10))
  }
  # No further than half the other end.
  expect_equal(range(grid_between(1:3, 1.5, 5)), c(0.75, 1.5))
})
