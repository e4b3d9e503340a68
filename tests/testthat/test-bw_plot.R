test_that("the curve is drawn, par is left alone, the selection is returned in silence", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  draw_nowhere({
    settings <- par_settings()
    drawn <- withVisible(plot(bw))
    expect_identical(drawn$value, bw)
    expect_false(drawn$visible)
    # A log axis over the grid.
    expect_true(graphics::par("xlog"))
    limits <- 10^graphics::par("usr")[1:2]
    expect_true(all(curve_of(bw)$bandwidth >= limits[[1]] & curve_of(bw)$bandwidth <= limits[[2]]))
    added <- withVisible(lines(bw, col = "red", lty = 2))
    expect_identical(added$value, bw)
    expect_false(added$visible)
    graphics::par(xlog = FALSE)
    expect_identical(par_settings()[names(settings) != "xlog"],
                     settings[names(settings) != "xlog"])
  })
})

test_that("the picture holds curve, band, minima and the choice, and both devices draw it", {
  skip_on_cran()
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  drawn <- picture(bw)
  curve <- drawn_curve(selection(bw))
  expect_identical(kinds_of(drawn), c("band", "line", "points", "rule", "line", "points"))
  expect_identical(layer_of(drawn, "band")[c("low", "high")], curve[c("low", "high")],
                   ignore_attr = TRUE)
  expect_identical(layer_of(drawn, "line")$y, curve$criterion)
  minima <- local_minima(bw)
  expect_identical(layer_of(drawn, "points")$x, minima$bandwidth)
  expect_identical(layer_of(drawn, "points", 2L)[c("x", "y", "colour")],
                   data.frame(x = as.numeric(bw), y = minima$criterion[minima$chosen],
                              colour = choice_colour))
  panel <- drawn$panels[[1]]
  expect_identical(panel$note, choice_note(as.numeric(bw)))
  expect_identical(panel$xlim, range(curve_of(bw)$bandwidth))
  expect_identical(panel$ylim, c(0, max(curve$high)))
  expect_identical(panel$log, "x")
  expect_null(panel$key)
  expect_rendered(drawn)
  other <- update(bw, minimum = "global")
  expect_identical(layer_of(picture(other), "rule")$at, as.numeric(other))
})

test_that("parts where the criterion is unknown are left out", {
  skip_on_cran()
  x <- rbind(ellipsoid_points(40), c(80, 0, 0))
  bw <- suppressWarnings(bw_gc(x, d = 1, inverse = TRUE, points = 41, seed = 1,
                               bandwidths = c(1, 2, 40, 60, 80, 100, 140)))
  expect_true(anyNA(curve_of(bw)$criterion))
  drawn <- picture(bw)
  expect_false(anyNA(layer_of(drawn, "line")))
  expect_rendered(drawn)
})

test_that("what is drawn: the grid, the refined minima among it, two standard errors around", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  drawn <- drawn_curve(selection(bw))
  expect_identical(
    drawn$bandwidth, sort(unique(c(curve_of(bw)$bandwidth, local_minima(bw)$bandwidth)))
  )
  expect_equal(drawn$high - drawn$criterion, 2 * drawn$se)
  expect_equal(drawn$criterion - drawn$low, 2 * drawn$se)
  # The curve itself where standard errors are unknown or overflow; nothing without a criterion.
  curve <- data.frame(bandwidth = c(1, 2, 3, 4), criterion = c(1, NA, 2, 3),
                      se = c(NA, NA, 0.5, Inf))
  drawn <- drawn_curve(list(curve = curve, minima = curve[0, ]))
  expect_equal(drawn$low, c(1, 1, 3))
  expect_equal(drawn$high, c(1, 3, 3))
  # No criterion is negative, nor is its band.
  curve$criterion <- c(0.2, 0, 0.1, 0.1)
  curve$se <- 0.06
  drawn <- drawn_curve(list(curve = curve, minima = curve[0, ]))
  expect_equal(drawn$low, c(0.08, 0, 0, 0))
  expect_equal(drawn$high, c(0.32, 0.12, 0.22, 0.22))
})

test_that("data so large that their squares overflow have their picture", {
  bw <- suppressWarnings(bw_rec(selector_points() * 1e80, seed = 1))
  expect_true(all(is.finite(curve_of(bw)$se)))
  drawn <- picture(bw)
  expect_true(all(is.finite(drawn$panels[[1]]$ylim)))
  expect_rendered(drawn)
})

test_that("criteria of many orders of magnitude are drawn in logs, or in the user's log", {
  skip_on_cran()
  bw <- bw_rec(selector_points(), seed = 1)
  expect_identical(picture(bw)$panels[[1]]$log, "xy")
  # The band stays above zero.
  expect_gt(min(layer_of(picture(bw), "band")$low), 0)
  expect_identical(picture(bw, log = "")$panels[[1]]$ylim[[1]], 0)
  expect_identical(picture(bw, log = "x")$panels[[1]]$log, "x")
  expect_rendered(picture(bw))
  # No logarithm of zero.
  curve <- curve_of(bw)
  expect_true(is_drawn_in_logs(selection(bw), curve))
  curve$criterion[[3]] <- 0
  expect_false(is_drawn_in_logs(selection(bw), curve))
})

test_that("a choice at either side of the axis is labelled inside the picture", {
  x <- plain_hourglass(100)
  for (bandwidths in list(c(2, 3, 4, 5), c(0.01, 0.02, 0.03, 0.3))) {
    bw <- suppressWarnings(bw_gc(x, bandwidths = bandwidths, seed = 1))
    at <- picture(bw)$panels[[1]]$note$at
    expect_true(at %in% range(bandwidths))
    note <- base_calls_of(base_calls(plot(bw)), "C_mtext")[[1]]
    expect_identical(note[[1]], paste("h =", format(as.numeric(bw), digits = 3)))
    # As far from its ends as the choice is from those of the frame.
    expect_true(note[[6]] >= 0 && note[[6]] <= 1)
  }
})

test_that("a selector without a curve says so instead of drawing", {
  facts <- list(n = 9L, d = NA_integer_)
  bw <- fixed_bandwidth(1.5, "median", facts, "Median distance", elapsed = 0)
  draw_nowhere({
    same <- expect_condition_of(plot(bw), "message_no_curve", "median")
    expect_identical(same, bw)
  })
  drawn <- picture_value(bw)
  expect_identical(layer_of(drawn, "rule")$at, 1.5)
  expect_identical(drawn$panels[[1]]$xlim, c(0.5, 4.5))
  expect_identical(drawn$panels[[1]]$note$text, "h = 1.5")
  skip_if_not_installed("ggplot2")
  expect_condition_of(ggplot2::autoplot(bw), "message_no_curve", "median")
})

test_that("autoplot() holds the whole curve and the choice", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  picture <- ggplot2::autoplot(bw)
  expect_s3_class(picture, "ggplot")
  built <- draw_nowhere(ggplot2::ggplot_build(picture))
  # A log axis: what is drawn are logarithms.
  drawn <- unlist(lapply(built$data, function(layer) c(layer$x, layer$xintercept)))
  for (h in c(curve_of(bw)$bandwidth, bw)) {
    expect_true(any(abs(drawn - log10(h)) < 1e-12, na.rm = TRUE))
  }
  # The vertical axis begins at 0, as in plot().
  expect_lte(built$layout$panel_params[[1]]$y.range[[1]], 0)
  expect_gt(min(curve_of(bw)$criterion), 0)
})

test_that("the user's graphical parameters replace the usual ones", {
  skip_on_cran()
  x <- selector_points()
  bw <- bw_gc(x, d = 1, seed = 1)
  drawn <- base_texts(plot(bw, xlab = "width", ylab = "D", main = "M", sub = "below"))
  expect_true(all(c("width", "D", "M", "below") %in% drawn))
  calls <- base_calls(plot(bw, ylim = c(0, 2), col = "blue", las = 0))
  expect_identical(base_calls_of(calls, "C_plot_window")[[1]][[2]], c(0, 2))
  expect_identical(unique(layer_of(picture(bw, col = "blue"), "line")$colour), "blue")
  draw_nowhere({
    plot(bw_rec(x, seed = 1), log = "", las = 0)
    expect_false(graphics::par("xlog"))
    plot(bw, log = "xy", type = "n")
    expect_true(graphics::par("ylog"))
    d <- dim_mle(x)
    plot(d, ylim = c(0, 9), yaxs = "i")
    expect_equal(graphics::par("usr")[3:4], c(0, 9))
    plot(d, log = "xy", las = 0)
    expect_true(graphics::par("ylog"))
    lepski <- quietly(bw_lepski(x, d = 1, seed = 1))
    graphics::par(mfrow = c(1, 2))
    plot(lepski, log = "x", las = 0)
  })
  expect_identical(picture(lepski, log = "x")$panels[[1]]$log, "x")
})

test_that("lines() adds the curve in the user's colour, width and type", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  calls <- base_calls({
    graphics::plot.new()
    lines(bw, col = "red", lty = 2, lwd = 3, type = "b")
  })
  line <- base_calls_of(calls, "C_plotXY")[[1]]
  expect_identical(line[[2]], "b")
  expect_identical(line[[1]]$y, drawn_curve(selection(bw))$criterion)
  expect_identical(line[4:5], list(2, "red"))
  expect_identical(line[[8]], 3)
})

test_that("autoplot() of a bandwidth and its points is that of the scales", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  x <- plain_circle(60)
  bw <- bw_gc(x, seed = 1)
  beside <- ggplot2::autoplot(bw, x, colour = x[, 1])
  scales <- ggplot2::autoplot(embed_scales(x, bw), colour = x[, 1])
  expect_identical(ggplot2::layer_data(beside), ggplot2::layer_data(scales))
  expect_fault(ggplot2::autoplot(bw, colr = 1), "colr")
})
