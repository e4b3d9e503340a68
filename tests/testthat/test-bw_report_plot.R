test_that("a report: joined pairs, short circuits in front, and two histograms", {
  skip_on_cran()
  report <- bw_report(4.34, sample_swiss_roll(600, seed = 1))
  drawn <- picture(report)
  points <- layer_of(drawn, "points")
  red <- points$colour == choice_colour
  expect_gt(sum(red), 0)
  expect_false(is.unsorted(red))
  expect_true(all(points$y[red] > 3 * points$x[red]))
  share <- tidy(report)$value[tidy(report)$check == "short_circuits"]
  expect_identical(drawn$panels[[1]]$note$text,
                   paste0("short circuits: ", format(100 * share, digits = 2),
                          "%; line: 3 times as long"))
  expect_identical(drawn$panels[[3]]$note$text, "dotted: limit")
  expect_identical(sum(layer_of(drawn, "rects", panel = 2L)$top), 600L)
  expect_identical(layer_of(drawn, "rule", panel = 3L)$position, report_limits$distance)
  expect_drawn(drawn)
  expect_drawn(picture(bw_report(1e-10, sample_sphere(50, seed = 1))))
})
