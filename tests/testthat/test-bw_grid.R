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

test_that("grids begin at half the median of distances that are known and not 0", {
  for (nearest in list(1:3, c(0, 0, 1:3), c(Inf, Inf, 1:3), c(0, 1:3, Inf, 2))) {
    expect_equal(range(grid_between(nearest, 10, 5)), c(1, 10))
  }
  # No further than half the other end.
  expect_equal(range(grid_between(1:3, 1.5, 5)), c(0.75, 1.5))
})
