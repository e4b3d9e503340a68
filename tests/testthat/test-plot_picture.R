test_that("the columns of a layer are as long as the first, none if nothing is drawn", {
  points <- points_layer(1:3, 4:6, "red", value = c("a", "b", "c"))
  expect_identical(points$data$colour, rep("red", 3))
  expect_identical(points$data$value, c("a", "b", "c"))
  expect_identical(dim(segments_layer(numeric(), numeric(), numeric(), numeric())$data), c(0L, 5L))
  panel <- new_panel(list(interval_layer(NA, NA), points), 1:3, 4:6, "t", "x", "y")
  expect_identical(panel$layers, list(points))
})
