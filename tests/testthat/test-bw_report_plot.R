test_that("a report: joined pairs, short circuits in front, and two histograms", {
  skip_on_cran()
  report <- bandwidth_report(4.34, sample_swiss_roll(600, seed = 1))
  drawn <- picture(report)
  points <- layer_of(drawn, "points")
  red <- points$colour == choice_colour
  expect_identical(sum(red), min(3000L, sum(is_short_circuit(report$pairs))))
  expect_false(is.unsorted(red))
  expect_true(all(points$y[red] > 3 * points$x[red]))
  share <- tidy(report)$value[tidy(report)$check == "short_circuits"]
  expect_identical(drawn$panels[[1]]$note$text,
                   paste0("short circuits: ", format(100 * share, digits = 2), "%"))
  expect_identical(sum(layer_of(drawn, "rects", panel = 2L)$top), 600L)
  expect_identical(layer_of(drawn, "rule", panel = 3L)$at, report_limits$distance)
  expect_drawn(drawn)
  pairs <- data.frame(straight = seq(0.1, 1, length.out = 500), along = c(1, 5))
  expect_lte(nrow(panel_of_lengths(pairs, 50L)$layers[[1]]$data), 100L)
  expect_drawn(picture(bandwidth_report(1e-10, sample_sphere(50, seed = 1))))
})
