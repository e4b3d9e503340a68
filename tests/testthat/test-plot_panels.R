test_that("margins that are unknown or overflow are none, and end above the least", {
  expect_identical(with_margin(c(1, 2, 3), c(2, NA, Inf)),
                   list(low = c(0, 2, 3), high = c(3, 2, 3)))
  expect_identical(with_margin(1, 2, 0.1)$low, 0.1)
})

test_that("a histogram counts as hist() does, its limit in sight", {
  panel <- histogram_panel(c(1, 2, 2, 3, 7), "t", "x", c(0, 2, 4, 8), limit = 9)
  bars <- panel$layers[[1]]$data
  expect_identical(bars$top, c(3L, 1L, 1L))
  expect_identical(bars$right, c(2, 4, 8))
  expect_identical(panel$xlim, c(0, 9))
  expect_identical(panel$layers[[2]]$data$position, 9)
})
