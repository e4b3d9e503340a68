test_that("joined pairs with short circuits in red, and two histograms", {
  skip_on_cran()
  report <- bandwidth_report(4.34, sample_swiss_roll(600, seed = 1))
  drawn <- picture(report)
  expect_length(drawn$panels, 3L)
  expect_identical(kinds_of(drawn), c("points", "line", "line"))
  points <- layer_of(drawn, "points")
  red <- points$colour == choice_colour
  expect_identical(sum(red), min(3000L, sum(is_short_circuit(report$pairs))))
  expect_true(all(points$y[red] > 3 * points$x[red]))
  share <- tidy(report)$value[tidy(report)$check == "short_circuits"]
  expect_identical(drawn$panels[[1]]$note$text,
                   paste0("short circuits: ", format(100 * share, digits = 2), " %"))
  expect_identical(sum(layer_of(drawn, "bars", panel = 2L)$height), 600L)
  expect_identical(layer_of(drawn, "rule", panel = 3L)$at, 0.35)
  expect_rendered(new_picture(drawn$panels[1]))
  expect_length(base_calls_of(base_calls(plot(report)), "C_rect"), 2L)
  expect_identical(draw_nowhere(plot(report)), report)
})

test_that("of many pairs some are drawn, short circuits in front", {
  pairs <- data.frame(straight = seq(0.1, 1, length.out = 500), along = c(1, 5))
  points <- panel_of_lengths(pairs, most = 50L)$layers[[1]]$data
  expect_lte(nrow(points), 100L)
  expect_false(is.unsorted(points$colour == choice_colour))
  expect_identical(evenly(7L, 50L), 7L)
  expect_identical(evenly(integer(), 50L), integer())
})

test_that("no pairs, no neighbors: still a picture", {
  skip_on_cran()
  report <- bandwidth_report(0.001, as.matrix(sample_circle(50, seed = 1)))
  expect_rendered(new_picture(picture(report)$panels[1]))
  expect_identical(draw_nowhere(plot(report)), report)
})

test_that("autoplot() draws the lengths", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  report <- bandwidth_report(0.5, sample_circle(100, seed = 1))
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(report)))
  expect_identical(nrow(built$data[[1]]), nrow(layer_of(picture(report), "points")))
})

test_that("limits are in sight, ticks of logarithms are round numbers", {
  panel <- panel_with_limit(c(0.5, 0.6, 0.7), 0.1, "title", "values")
  expect_identical(panel$xlim[[1]], 0.1)
  expect_identical(ticks_of_logs(c(0, 1))$label, c("1", "2", "5", "10", "20", "50"))
  expect_identical(ticks_of_logs(c(-2, 1.2))$label, c("0.01", "0.1", "1", "10", "100"))
})

test_that("a report without joined pairs is drawn by ggplot2 as well", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  report <- bandwidth_report(1e-10, sample_sphere(50, seed = 1))
  expect_identical(nrow(report$pairs), 0L)
  draw_nowhere(expect_no_error(print(ggplot2::autoplot(report))))
})
