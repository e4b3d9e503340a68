test_that("the curve is the mean over the points where it is known, with its standard error", {
  values <- cbind(c(1, 2, 3), c(1, NaN, 3), c(5, NaN, NaN), NaN)
  curve <- curve_from(c(1, 2, 4, 8), values)
  expect_identical(curve$bandwidth, c(1, 2, 4, 8))
  expect_identical(curve$criterion, c(2, 2, 5, NA))
  expect_equal(curve$se, c(1 / sqrt(3), sqrt(2) / sqrt(2), NA, NA))
  expect_identical(curve$n_points, c(3, 2, 1, 0))
})

test_that("minima are found on bounded values where asked, and refined only where wanted", {
  # The mean of |log h| + 1 over two points has its minimum at 1, between the values of the grid.
  values_at <- function(h) outer(c(0.9, 1.1), abs(log(h)) + 1)
  grid <- 2^c(-2, -1, 0.3, 1, 2)
  plain <- curve_with_minima(grid, values_at(grid))
  expect_identical(plain$minima$bandwidth, 2^0.3)
  expect_identical(plain$choices, c(first = 1L, global = 1L))
  refined <- curve_with_minima(grid, values_at(grid), values_at)
  expect_equal(refined$minima$bandwidth, 1, tolerance = 1e-3)
  expect_identical(refined$curve, plain$curve)
  halves <- function(values) values / 2
  judged <- curve_with_minima(grid, values_at(grid), bounded = halves)
  expect_identical(judged$minima$criterion, plain$minima$criterion)
  expect_identical(judged$minima$depth_left, plain$minima$depth_left / 2)
  nowhere <- curve_with_minima(grid, values_at(grid), eligible = FALSE)
  expect_identical(nowhere$choices, c(first = NA, global = 1L))
})

test_that("an end of a curve is an end of what is known of it", {
  curve <- data.frame(bandwidth = 1:4 + 0, criterion = c(NA, 3, 2, 4))
  expect_identical(vapply(1:4 + 0, is_edge, NA, curve), c(FALSE, TRUE, FALSE, TRUE))
})
