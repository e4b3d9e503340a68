panel_of <- function(width, height, key = NULL) {
  new_panel(list(points_layer(0, 0)), c(0, width), c(0, height), "", "x", "y", asp = 1, key = key)
}

# The cells of panels on a device of some inches.
cells_on <- function(width, height, ...) {
  withr::local_pdf(NULL, width = width, height = height)
  layout_of_panels(...)
}

test_that("panels are neither flat nor narrow", {
  panels <- function(n) rep(list(panel_of(1, 1)), n)
  expect_equal(cells_on(7, 5, panels(2))$mat, t(1:2))
  expect_equal(cells_on(5, 9, panels(2))$mat, cbind(1:2))
  expect_equal(cells_on(7, 5.5, panels(3))$mat, rbind(1:2, c(3, 0)))
  expect_equal(cells_on(12, 4, panels(3))$mat, t(1:3))
  expect_identical(dim(cells_on(7, 5.5, panels(6))$mat), 2:3)
  expect_identical(cells_on(7, 5, panels(3), matrix(c(1L, 1:3), 2))$mat, cbind(c(1L, 1L), 2:3))
})

test_that("a map is above its curve where it is larger there", {
  key <- new_key("a", "red", pch = 19)
  wide <- list(panel_of(3, 1, key), panel_of(1, 1))
  high <- list(panel_of(1, 2, key), panel_of(1, 1))
  expect_equal(cells_on(7, 5.5, wide), list(mat = cbind(1:2), widths = 1, heights = c(0.6, 0.4)))
  expect_equal(cells_on(7, 5.5, high), list(mat = t(1:2), widths = c(0.6, 0.4), heights = 1))
  # A flat device has no room for a curve below.
  expect_equal(cells_on(7, 3, wide)$mat, t(1:2))
})

test_that("a map whose points all coincide stands beside its curve", {
  key <- new_key("a", "red", pch = 19)
  panels <- list(panel_of(0, 0, key), panel_of(1, 1))
  panels[[1]][c("xlim", "ylim")] <- list(c(2, 2), c(3, 3))
  expect_null(facet_columns(panels))
  expect_equal(cells_on(7, 5, panels)$mat, t(1:2))
})
