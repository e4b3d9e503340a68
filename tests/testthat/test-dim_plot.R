test_that("the curve, what was read and where", {
  x <- selector_points()
  growth <- dim_growth(x)
  drawn <- picture(growth)
  facts <- glance(growth)
  curve <- as.data.frame(growth)
  curve <- curve[is.finite(curve$dimension), ]
  expect_identical(kinds_of(drawn), c("interval", "rule", "line", "points"))
  expect_identical(layer_of(drawn, "interval")$lower, facts$lower)
  expect_identical(layer_of(drawn, "rule")$at, as.numeric(growth))
  expect_identical(layer_of(drawn, "line")[c("x", "y")],
                   data.frame(x = curve$radius, y = curve$dimension))
  panel <- drawn$panels[[1]]
  expect_identical(panel$note$text, paste("dimension", format(as.numeric(growth), digits = 3)))
  expect_null(panel$note$at)
  expect_identical(panel$ylim[[1]], 0)
  # No zero on a log axis.
  expect_gt(picture(growth, log = "xy")$panels[[1]]$ylim[[1]], 0)
  expect_rendered(drawn)
})

test_that("a dimension read at one bandwidth is marked there, on a curve of steps", {
  read <- dim_eigengap(selector_points(), bandwidth = 0.5, seed = 1)
  drawn <- picture(read)
  expect_identical(kinds_of(drawn), c("rule", "line", "points", "rule", "points"))
  expect_identical(layer_of(drawn, "rule", 2L)$at, 0.5)
  expect_identical(layer_of(drawn, "points", 2L)$y, as.numeric(read))
  expect_true(drawn$panels[[1]]$layers[[2]]$steps)
  expect_match(drawn$panels[[1]]$note$text, "at h = 0.5", fixed = TRUE)
  expect_rendered(drawn)
})

test_that("several estimates side by side, with two standard errors where they are known", {
  skip_on_cran()
  all_four <- dim_estimate(selector_points(), bandwidth = 0.5, seed = 1)
  table <- as.data.frame(all_four)
  drawn <- picture(all_four)
  expect_identical(drawn$panels[[1]]$ticks$x, data.frame(at = 1:4, label = table$method))
  bars <- layer_of(drawn, "segments")
  expect_equal(bars$yend - bars$y, ifelse(is.na(table$se), 0, 4 * table$se))
  expect_identical(layer_of(drawn, "points")$y, table$dimension)
  expect_rendered(drawn)
  calls <- base_calls(plot(all_four, ylim = c(0, 4), pch = 3))
  expect_identical(base_calls_of(calls, "C_plot_window")[[1]][[2]], c(0, 4))
  points <- Filter(function(call) call[[2]] == "p", base_calls_of(calls, "C_plotXY"))
  expect_identical(unique(points[[1]][[3]]), 3)
})

test_that("dimensions point by point: a histogram, whole numbers with a bar each", {
  x <- selector_points()
  local <- dim_mle(x, k = 12, local = TRUE)
  expect_identical(draw_nowhere(plot(local, what = "local")), local)
  own <- as.data.frame(local, what = "local")$dimension
  expect_identical(sum(layer_of(picture_local(local), "bars")$height), sum(is.finite(own)))
  whole <- dim_eigengap(x, 0.6, local = TRUE)
  bars <- layer_of(picture_local(whole), "bars")
  expect_identical(bars$left, seq_along(bars$left) - 0.5)
  numbers <- as.data.frame(whole, what = "local")$dimension
  expect_identical(bars$height, tabulate(numbers, nrow(bars)))
  expect_identical(layer_of(picture_local(whole), "rule")$at, as.numeric(whole))
  # The arguments of hist() and of its bars.
  two <- layer_of(picture_local(local, list(breaks = c(0, 5, 50))), "bars")
  expect_identical(two$right, c(5, 50))
  density <- layer_of(picture_local(local, list(freq = FALSE)), "bars")
  expect_equal(sum(density$height * (density$right - density$left)), 1)
  calls <- base_calls(plot(local, what = "local", las = 0, col = "red", border = "blue"))
  bars <- base_calls_of(calls, "C_rect")[[1]]
  expect_identical(unique(bars$col), "red")
  expect_identical(unique(bars$border), "blue")
})

test_that("autoplot() names the estimates and shows where a dimension was read", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  x <- selector_points()
  all_four <- dim_estimate(x, bandwidth = 0.5, seed = 1)
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(all_four)))
  expect_identical(built$layout$panel_params[[1]]$x$get_labels(), as.data.frame(all_four)$method)
  read <- ggplot2::autoplot(dim_eigengap(x, bandwidth = 0.5, seed = 1))
  built <- draw_nowhere(ggplot2::ggplot_build(read))
  at <- unlist(lapply(built$data, `[[`, "xintercept"))
  expect_equal(at, log10(0.5))
})
