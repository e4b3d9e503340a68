test_that("a key holds greatest, quartiles and least, in digits that tell them apart", {
  skip_on_cran()
  key_of <- function(values) number_key(values, function(five) rainbow(5))$entries
  key <- key_of(c(-1, 0, 0.5, 1, 1.234, Inf, NA))
  expect_identical(trimws(key$label), c("1.23", "1.00", "0.50", "0.00", "-1.00"))
  expect_identical(key$colour, rainbow(5))
  expect_identical(key_of(1000 + (0:4) / 1000)$label,
                   c("1000.004", "1000.003", "1000.002", "1000.001", "1000.000"))
  # Values that look alike are named once; a constant has the colour of the middle.
  expect_identical(key_of(c(0, 0, 0, 0, 10))$colour, rainbow(5)[1:2])
  expect_identical(as.list(key_of(c(2, 2 + 1e-15)))[c("label", "colour")],
                   list(label = "2", colour = rainbow(5)[[3]]))
  expect_null(number_key(c(NA, Inf)))
})

test_that("every number of a key has its colour, the least too where it is rounded down", {
  # In eight digits the least is 0.12345678.
  values <- c(0.123456784, 1, 2, 3)
  key <- number_key(values)$entries
  expect_false(anyNA(key$colour))
  expect_identical(key$colour[[nrow(key)]], scale_colours(values)[[1]])
})

test_that("a key becomes the arguments of legend()", {
  points <- new_key(c("a", "b"), c("red", "blue"), pch = 19, title = "T")
  expect_identical(legend_arguments(points),
                   list(legend = c("a", "b"), col = c("red", "blue"), pch = c(19, 19), title = "T"))
  both <- new_key(c("a", "b"), "red", pch = c(NA, 19), lty = c(2, NA), lwd = 3)
  expect_identical(legend_arguments(both)[c("pch", "lty", "lwd")],
                   list(pch = c(NA, 19), lty = c(2, NA), lwd = c(3, NA)))
})

test_that("room is left as a share of the axis, on its own scale", {
  expect_equal(room_above(c(0, 3), 0.25), c(0, 4))
  expect_equal(room_above(c(1, 1000), 0.25, log = TRUE), c(1, 1e4))
  expect_equal(room_beside(c(NA, 0, 3), 0.25), c(0, 4))
  expect_equal(room_beside(c(2, 2), 0), c(1.5, 2.5))
})

test_that("a wide legend takes as few rows as the panel has room for", {
  key <- new_key(paste("entry", 1:6), "red", pch = 19, place = "above")
  draw_nowhere({
    graphics::plot.new()
    expect_identical(fitted_key(NULL)$height, 0)
    one_row <- fitted_key(key)
    expect_identical(one_row$legend$ncol, 6L)
    graphics::par(mfrow = c(1, 3), cex = 1)
    graphics::plot.new()
    narrow <- fitted_key(key)
    expect_lt(narrow$legend$ncol, 6L)
    expect_gt(narrow$height, one_row$height)
  })
})

test_that("the key fits into its frame", {
  labels <- paste(c("kernel_sum", selector_names[1:7]), "0.0694")
  key <- new_key(labels, 1:8, pch = 19, lty = 1, place = "above")
  for (size in list(c(7, 4), c(6.5, 4), c(3.5, 4), c(2.6, 5))) {
    grDevices::pdf(NULL, size[[1]], size[[2]])
    graphics::plot.new()
    fitted <- fitted_key(key)
    drawn <- do.call(graphics::legend, c(fitted$legend, plot = FALSE))$rect
    expect_lte(drawn$w, 1)
    expect_lte(drawn$h, fitted$height)
    expect_lte(fitted$height, 0.4)
    grDevices::dev.off()
  }
})
