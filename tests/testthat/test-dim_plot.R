test_that("the curve, what was read and where", {
  growth <- dim_growth(selector_points())
  drawn <- picture(growth)
  curve <- as.data.frame(growth)
  curve <- curve[is.finite(curve$dimension), ]
  expect_identical(kinds_of(drawn), c("rects", "rule", "line", "points"))
  expect_identical(layer_of(drawn, "rects")$left, glance(growth)$lower)
  expect_identical(layer_of(drawn, "rule")$position, as.numeric(growth))
  expect_identical(layer_of(drawn, "line")[c("x", "y")],
                   data.frame(x = curve$radius, y = curve$dimension))
  panel <- drawn$panels[[1]]
  expect_identical(panel$note$text, paste("dimension", format(as.numeric(growth), digits = 3)))
  expect_identical(panel$ylim[[1]], 0)
  expect_drawn(drawn)
})

test_that("a dimension read at one bandwidth is marked there, on a curve of steps", {
  read <- dim_eigengap(selector_points(), bandwidth = 0.5, seed = 1)
  drawn <- picture(read)
  expect_identical(kinds_of(drawn), c("rule", "line", "points", "rule", "points"))
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y")],
                   data.frame(x = 0.5, y = as.numeric(read)))
  expect_true(drawn$panels[[1]]$layers[[2]]$steps)
  expect_match(drawn$panels[[1]]$note$text, "at h = 0.5", fixed = TRUE)
  expect_drawn(drawn)
})

test_that("several estimates side by side, with two standard errors if they are known", {
  skip_on_cran()
  all_four <- dim_estimate(selector_points(), bandwidth = 0.5, seed = 1)
  table <- as.data.frame(all_four)
  drawn <- picture(all_four)
  expect_identical(drawn$panels[[1]]$ticks$x, data.frame(value = 1:4, label = table$method))
  bars <- layer_of(drawn, "segments")
  expect_equal(bars$yend - bars$y, ifelse(is.na(table$se), 0, 4 * table$se))
  expect_identical(layer_of(drawn, "points")$y, table$dimension)
  # What counts is the vote.
  has_vote <- !is.na(table$vote)
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y")],
                   data.frame(x = (1:4)[has_vote], y = table$vote[has_vote]))
  expect_drawn(drawn)
})

test_that("dimensions point by point: a histogram, whole numbers with a bar each", {
  x <- selector_points()
  local <- dim_mle(x, k = 12, local = TRUE)
  own <- as.data.frame(local, what = "local")$dimension
  expect_identical(sum(layer_of(picture(local, "local"), "rects")$top), sum(is.finite(own)))
  whole <- dim_eigengap(x, 0.6, local = TRUE)
  bars <- layer_of(picture(whole, "local"), "rects")
  expect_identical(bars$left, seq_along(bars$left) - 0.5)
  expect_identical(bars$top, tabulate(as.data.frame(whole, what = "local")$dimension, nrow(bars)))
  expect_identical(layer_of(picture(whole, "local"), "rule")$position, as.numeric(whole))
  bars <- base_calls(plot(local, what = "local", breaks = c(0, 5, 50), col = "red"), "C_rect")[[1]]
  expect_identical(bars[c(1, 5)], list(c(0, 5), c("red", "red")))
  draw_nowhere(expect_fault(plot(dim_mle(x), what = "local"), "what"))
})
