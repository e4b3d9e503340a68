test_that("numbers have colours from the least to the greatest, whatever else there is", {
  viridis <- grDevices::hcl.colors(64L, "viridis")
  expect_identical(scale_colours(c(0, NA, 63)), viridis[c(1, NA, 64)])
  expect_identical(scale_colours(c(2, 2)), viridis[c(1, 1)])
  # What lies beyond the range has the colours of its ends.
  expect_identical(scale_colours(c(-1, 70), 0:63), viridis[c(1, 64)])
  ramp <- colour_ramp(c(3, NA, 8))
  expect_identical(range(ramp$at), c(3, 8))
  expect_identical(ramp$colour[c(1, 64)], viridis[c(1, 64)])
})

test_that("classes have a colour and an entry each, numbers a key, many classes nothing", {
  class <- factor(rep(c("b", "a", "b"), 20), levels = c("unused", "b", "a"))
  key <- colour_key(class)$entries
  expect_identical(key$label, c("b", "a"))
  expect_identical(key$colour, value_colours(class, 60)[1:2])
  expect_identical(colour_key(c(TRUE, FALSE, NA))$entries$label, c("FALSE", "TRUE"))
  expect_null(colour_key(as.character(1:13)))
  expect_null(colour_key(c(NA, 1)[c(1, 1)]))
  expect_null(colour_key(c(NA, "a")[c(1, 1)]))
  key <- colour_key(c(1:3, NA, 4:101))$entries
  expect_identical(key$label, c("101", " 76", " 51", " 26", "  1"))
  expect_identical(key$colour, value_colours(c(101, 76, 51, 26, 1), 5))
  expect_identical(value_colours(NULL, 3), "grey20")
})
