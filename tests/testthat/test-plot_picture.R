test_that("the columns of a layer are as long as the first, none where nothing is drawn", {
  points <- points_layer(1:3, 4:6, "red", value = c("a", "b", "c"))
  expect_identical(points$kind, "points")
  expect_identical(points$data$colour, rep("red", 3))
  expect_identical(points$data$value, c("a", "b", "c"))
  expect_identical(dim(segments_layer(numeric(), numeric(), numeric(), numeric())$data), c(0L, 5L))
  expect_null(interval_layer(NA, NA))
  panel <- new_panel(list(NULL, points), 1:3, 4:6, "t", "x", "y")
  expect_identical(panel$layers, list(points))
  expect_identical(new_picture(list(panel))$title, "t")
})

test_that("errors that are unknown or overflow count as none", {
  expect_identical(two_errors(c(1, NA, Inf)), c(2, 0, 0))
})

test_that("a histogram counts as hist() does, with its arguments", {
  values <- c(1, 2, 2, 3, 7)
  counted <- function(...) {
    panel <- histogram_panel(values, list(...), title = "t", xlab = "x")
    panel$layers[[1]]$data
  }
  expect_identical(counted(breaks = c(0, 2, 4, 8), freq = TRUE)$height, c(3L, 1L, 1L))
  expect_identical(counted(breaks = c(1, 3, 5, 7), right = FALSE)$height, c(3L, 1L, 1L))
  # Of bars of unequal width the area counts.
  expect_equal(counted(breaks = c(0, 2, 8))$height, c(3, 2) / 5 / c(2, 6))
  expect_equal(counted(breaks = c(0, 4, 8), freq = FALSE)$height, c(4, 1) / 5 / 4)
  expect_equal(counted(breaks = c(0, 4, 8), probability = TRUE)$height, c(4, 1) / 5 / 4)
})
