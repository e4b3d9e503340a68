test_that("every kind of layer is drawn with its primitive", {
  calls <- function(layer, name, log = "") {
    panel <- new_panel(list(layer), c(1, 4), c(1, 4), "t", "x", "y", log)
    base_calls(plot_picture(new_picture(list(panel))), name)
  }
  steps <- line_layer(1:4, 1:4, c("red", "red", "blue", "blue"), 2, c(1, 1, 2, 2), steps = TRUE)
  lines <- calls(steps, "C_plotXY")[-1]
  expect_identical(lapply(lines, `[[`, 5L), list("red", "blue"))
  expect_identical(lines[[1]][[2]], "s")
  band <- calls(band_layer(1:3, 1:3, 2:4, "red"), "C_polygon")[[1]]
  expect_equal(band[1:2], list(c(1:3, 3:1), c(1:3, 4:2)))
  expect_equal(calls(segments_layer(1, 2, 3, 4), "C_segments")[[1]][1:4], list(1, 2, 3, 4))
  # As high as the frame, on its own scale.
  for (log in c("", "y")) {
    interval <- calls(interval_layer(2, 3), "C_rect", log)[[1]]
    expect_true(interval[[1]] == 2 && interval[[2]] < 1 && interval[[4]] > 4)
  }
  rule <- calls(rule_layer(c(2, 3), "y", c("red", "blue"), c(1, 2)), "C_abline")[[1]]
  expect_identical(rule[c(3, 6, 7)], list(c(2, 3), c("red", "blue"), c(1, 2)))
  points <- calls(points_layer(1:3, 1:3, c("red", "blue", "red"), strength = c(1, 0.5, 1),
                               depth = c(3, 1, 2)), "C_plotXY")[[2]]
  expect_equal(points[[1]]$x, c(2, 3, 1))
  expect_identical(points[[5]], c("#0000FF80", "red", "red"))
  # Words on a ground as wide as they are, on either scale.
  words <- text_layer(c(1, 4), c(1, 2), c("a", "a long name"), across = c(0, 1))
  grounds <- calls(words, "C_rect", "x")
  expect_equal(grounds[[1]][[1]], 1)
  expect_equal(grounds[[2]][[3]], 4)
  expect_gt(log(4 / grounds[[2]][[1]]), 3 * log(grounds[[1]][[3]]))
})
