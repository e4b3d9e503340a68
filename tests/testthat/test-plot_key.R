test_that("a key holds greatest, quartiles and least, in digits that tell them apart", {
  colours <- function(five) rainbow(5)
  key <- value_key(c(-1, 0, 0.5, 1, 1.234, Inf, NA), colours)
  expect_identical(trimws(key$legend), c("1.23", "1.00", "0.50", "0.00", "-1.00"))
  expect_identical(key$col, rainbow(5))
  expect_identical(value_key(1000 + (0:4) / 1000, colours)$legend,
                   c("1000.004", "1000.003", "1000.002", "1000.001", "1000.000"))
  # Values that look alike are named once; a constant has the colour of the middle.
  expect_identical(value_key(c(0, 0, 0, 0, 10), colours)$col, rainbow(5)[1:2])
  expect_identical(value_key(c(2, 2 + 1e-15), colours)[c("legend", "col")],
                   list(legend = "2", col = rainbow(5)[[3]]))
  expect_null(value_key(c(NA, Inf), colours))
})

test_that("room is left as a share of the axis, on its own scale", {
  expect_equal(room_above(c(0, 3), 0.25), c(0, 4))
  expect_equal(room_above(c(1, 1000), 0.25, log = TRUE), c(1, 1e4))
  expect_equal(room_beside(c(NA, 0, 3), 0.25), c(0, 4))
  expect_equal(room_beside(c(2, 2), 0), c(1.5, 2.5))
})

test_that("a wide legend takes as few rows as the panel has room for", {
  entries <- list(legend = paste("entry", 1:6), pch = 19)
  draw_nowhere({
    graphics::plot.new()
    one_row <- wide_legend(entries)
    expect_identical(one_row$legend$ncol, 6L)
    graphics::par(mfrow = c(1, 3), cex = 1)
    graphics::plot.new()
    narrow <- wide_legend(entries)
    expect_lt(narrow$legend$ncol, 6L)
    expect_lte(narrow$width, 1)
    expect_gt(narrow$height, one_row$height)
  })
})
