a_panel <- function(layer, log = "") {
  new_picture(list(new_panel(list(layer), c(1, 4), c(1, 4), "t", "x", "y", log)))
}

test_that("every kind of layer is drawn with its primitive", {
  drawn <- function(layer, name, ...) {
    base_calls_of(base_calls(plot_picture(a_panel(layer, ...))), name)
  }
  lines <- drawn(line_layer(1:4, 1:4, rep(c("red", "blue"), each = 2), 2, c(1, 1, 2, 2),
                            steps = TRUE), "C_plotXY")
  expect_identical(lapply(lines[2:3], `[[`, 5L), list("red", "blue"))
  expect_identical(lines[[2]][[2]], "s")
  band <- drawn(band_layer(1:3, 1:3, 2:4, "red"), "C_polygon")[[1]]
  expect_equal(band[1:2], list(c(1:3, 3:1), c(1:3, 4:2)))
  outlines <- drawn(outlines_layer(c(1:3, 1:3), 1:6, rep(1:2, each = 3), "red"), "C_polygon")
  expect_length(outlines, 2)
  expect_equal(drawn(segments_layer(1, 2, 3, 4), "C_segments")[[1]][1:4], list(1, 2, 3, 4),
               ignore_attr = TRUE)
  # As high as the frame, on its own scale.
  for (log in c("", "y")) {
    interval <- drawn(interval_layer(2, 3), "C_rect", log)[[1]]
    expect_identical(interval[[1]], 2)
    expect_true(interval[[2]] < 1 && interval[[4]] > 4)
  }
  rule <- drawn(rule_layer(c(2, 3), "y", c("red", "blue"), c(1, 2)), "C_abline")[[1]]
  expect_identical(rule[c(3, 6, 7)], list(c(2, 3), c("red", "blue"), c(1, 2)))
  stems <- drawn(stems_layer(1:2, 3:4), "C_plotXY")[[2]]
  expect_identical(stems[[2]], "h")
})

test_that("points in their order, with their opacity", {
  layer <- points_layer(1:3, 1:3, c("red", "blue", "red"), strength = c(1, 0.5, 1),
                        order = c(2, 3, 1))
  calls <- base_calls(plot_picture(a_panel(layer)))
  points <- base_calls_of(calls, "C_plotXY")[[2]]
  expect_equal(points[[1]]$x, c(2, 3, 1))
  expect_identical(points[[5]], c("#0000FF80", "#FF0000FF", "#FF0000FF"))
})

test_that("words stand on a pale ground as large as they are, and fit into the panel", {
  layer <- text_layer(c(1, 100), c(1, 2), c("a", "a long name"), size = 1)
  panel <- new_panel(list(layer), c(1, 100), c(1, 2), "", "", "", "x")
  calls <- base_calls(plot_picture(new_picture(list(panel))))
  ground <- base_calls_of(calls, "C_rect")[[1]]
  words <- base_calls_of(calls, "C_text")[[1]]
  expect_identical(words[[2]], c("a", "a long name"))
  # Around the words, the longer one wider, on its own scale.
  expect_true(all(ground[[1]] < c(1, 100) & ground[[3]] > c(1, 100)))
  expect_gt(log(ground[[3]][[2]] / ground[[1]][[2]]), 3 * log(ground[[3]][[1]] / ground[[1]][[1]]))
  size <- function(text) {
    calls <- base_calls({
      graphics::plot.new()
      write_words(text_layer(0, 0, text, FALSE, size = 1)$data, FALSE)
    })
    base_calls_of(calls, "C_text")[[1]][[7]]
  }
  expect_identical(size("short"), 1)
  expect_lt(size(strrep("long ", 40)), 0.6)
})
