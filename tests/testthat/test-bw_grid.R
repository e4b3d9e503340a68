test_that("grids are sorted and made distinct, with a message where that changes them", {
  expect_identical(expect_quiet(resolve_grid(c(1, 2, 4))), c(1, 2, 4))
  expect_identical(expect_quiet(resolve_grid(1:3)), c(1, 2, 3))
  sorted <- expect_condition_of(resolve_grid(c(4, 1, 2, 1)), "message_sorted", "`bandwidths`")
  expect_identical(sorted, c(1, 2, 4))
})

test_that("grids that are no grids are refused", {
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
