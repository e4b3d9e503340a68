# What the pictures of selectors hold.

test_that("the curve with its band, its minima and the choice", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  drawn <- picture(bw, col = "blue")
  # It is not flat within the tolerance.
  shown <- curve_of(bw)
  shown$criterion <- distance_with_rise(shown$distance)
  all <- rbind(shown[c("bandwidth", "criterion", "se")],
               bw_minima(bw)[c("bandwidth", "criterion", "se")])
  curve <- all[order(all$bandwidth), ]
  curve <- curve[!duplicated(curve$bandwidth), ]
  expect_identical(layer_of(drawn, "line", 2L)$x, curve$bandwidth)
  expect_identical(kinds_of(drawn), c("band", "line", "line", "points", "rule", "line", "line",
                                      "points", "points"))
  expect_equal(layer_of(drawn, "band")$high, curve$criterion + 2 * curve$se)
  expect_identical(layer_of(drawn, "line", 2L)$y, curve$criterion)
  expect_identical(unique(layer_of(drawn, "line", 2L)$colour), "blue")
  expect_identical(layer_of(drawn, "points")$x, bw_minima(bw)$bandwidth)
  expect_identical(layer_of(drawn, "line")$y, curve_of(bw)$distance)
  expect_identical(layer_of(drawn, "line", 3L)$x, unname(confint(bw, type = "tolerance")[1, ]))
  expect_identical(layer_of(drawn, "line", 4L)$x, unname(confint(bw)[1, ]))
  expect_identical(layer_of(drawn, "points", 2L)$x, unname(confint(bw)[1, ]))
  expect_identical(layer_of(drawn, "points", 3L)$x, as.numeric(bw))
  # The two stretches differ without their colors.
  expect_gt(layer_of(drawn, "line", 3L)$width[[1]], 3 * layer_of(drawn, "line", 4L)$width[[1]])
  panel <- drawn$panels[[1]]
  expect_match(panel$note$text, format(as.numeric(bw), digits = 3), fixed = TRUE)
  expect_identical(panel$log, "x")
  # Axis, key, and print-out have one name for it.
  expect_identical(panel$ylab, "criterion (0: smooth, 1: no structure)")
  expect_identical(panel$key$entries$label[1:2], c("criterion", "distance"))
  expect_identical(panel$ylim, c(0, max(layer_of(drawn, "band")$high)))
  expect_identical(layer_of(picture(update(bw, minimum = "global")), "rule")$position,
                   as.numeric(update(bw, minimum = "global")))
  expect_drawn(drawn)
})

test_that("criteria of many orders of magnitude are drawn in logs, those that overflow too", {
  for (size in c(1, 1e80)) {
    drawn <- picture(quietly(bw_rec(size * selector_points(), seed = 1)))
    expect_identical(drawn$panels[[1]]$log, "xy")
    expect_gt(min(layer_of(drawn, "band")$low), 0)
    expect_drawn(drawn)
  }
})

test_that("lines() adds the curve in the user's style", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  line <- base_marks({
    graphics::plot.new()
    lines(bw, color = "red", lty = 2, lwd = 3, type = "b")
  })[[1]]
  expect_identical(line$y, layer_of(picture(bw), "line", 2L)$y)
  expect_identical(line[c("type", "col", "lty", "lwd")],
                   list(type = "b", col = "red", lty = 2, lwd = 3))
  draw_nowhere({
    graphics::plot.new()
    expect_fault(lines(bw, widht = 1), "widht")
    expect_fault(lines(bw, col = list()), class = "picture")
  })
})

test_that("a selector without a curve says so; autoplot() shows its value", {
  bw <- bw_median(selector_points())
  draw_nowhere(expect_identical(expect_condition_of(plot(bw), "message_no_curve", "median"), bw))
  skip_if_not_installed("ggplot2")
  shown <- expect_condition_of(ggplot2::autoplot(bw), "message_no_curve", "median")
  expect_identical(shown$labels$title, "Median distance")
  expect_true(log10(as.numeric(bw)) %in% ggplot2::layer_data(shown, 4L)$x)
})
