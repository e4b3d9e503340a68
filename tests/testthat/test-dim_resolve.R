test_that("a dimension that is given is taken; else it is estimated, with a message", {
  x <- selector_points()
  checked <- as_points(x)
  expect_identical(expect_quiet(resolve_dimension(2L, checked, 1)), 2L)
  d <- expect_condition_of(resolve_dimension(NULL, checked, 1), "message_dimension", "`d`")
  expect_identical(d, as.integer(round(dim_kernel_sum(x))))
})

test_that("for shared points it is estimated once", {
  points <- share_points(selector_points(), "error", 1)
  on.exit(free_points(points))
  d <- expect_condition_of(resolve_dimension(NULL, points$checked, 1), "message_dimension")
  expect_identical(expect_quiet(resolve_dimension(NULL, points$checked, 1)), d)
})
