# What the pictures of selectors hold.

test_that("the curve with its band, its minima and the choice", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  drawn <- picture(bw, col = "blue")
  curve <- drawn_curve(selection(bw))
  expect_identical(curve$bandwidth,
                   sort(unique(c(curve_of(bw)$bandwidth, local_minima(bw)$bandwidth))))
  expect_identical(kinds_of(drawn), c("band", "line", "points", "rule", "line", "points"))
  expect_equal(layer_of(drawn, "band")$high, curve$criterion + 2 * curve$se)
  expect_identical(layer_of(drawn, "line")$y, curve$criterion)
  expect_identical(unique(layer_of(drawn, "line")$colour), "blue")
  expect_identical(layer_of(drawn, "points")$x, local_minima(bw)$bandwidth)
  expect_identical(layer_of(drawn, "line", 2L)$x, unname(confint(bw)[1, ]))
  expect_identical(layer_of(drawn, "points", 2L)$x, as.numeric(bw))
  panel <- drawn$panels[[1]]
  expect_identical(panel$note, choice_note(as.numeric(bw)))
  expect_identical(panel$log, "x")
  expect_identical(panel$ylab, "criterion (0: smooth, 1: no structure)")
  expect_identical(panel$ylim, c(0, max(layer_of(drawn, "band")$high)))
  expect_identical(layer_of(picture(update(bw, minimum = "global")), "rule")$at,
                   as.numeric(update(bw, minimum = "global")))
  expect_drawn(drawn)
})

test_that("unknown criteria are left out, a minimum that differs by rounding is drawn once", {
  curve <- data.frame(bandwidth = c(1, 2, 3, 4), criterion = c(1, NA, 2, 3), se = 0)
  minima <- data.frame(bandwidth = 3 * (1 + 1e-17), criterion = 2, se = 1e-17)
  expect_identical(drawn_curve(list(curve = curve, minima = minima))$bandwidth, c(1, 3, 4))
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
  expect_identical(line$y, drawn_curve(selection(bw))$criterion)
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

test_that("bw_msvd(): the eigenvalues, the first in front, and their interval", {
  skip_on_cran()
  bw <- bw_msvd(selector_points(), d = 1, seed = 1)
  drawn <- picture(bw, col = "blue")
  expect_identical(unname(unlist(layer_of(drawn, "rects")[c("left", "right")])),
                   unname(unlist(glance(bw)[c("lower", "upper")])))
  lines <- layer_of(drawn, "line")
  expect_identical(lines$y[lines$group == 3], curve_of(bw)$eigenvalue_1)
  expect_identical(unique(lines$colour[lines$group == 3]), "blue")
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$label, c("the first", "others", "interval"))
  expect_identical(key$colour[1:2], c("blue", second_colour))
  expect_drawn(drawn)
  # Of points on a line the others are zero, which has no logarithm.
  flat <- bw_msvd(cbind(seq(0, 1, length.out = 60)^2, 0), d = 1, seed = 1)
  line <- layer_of(picture(flat), "line")
  expect_true(all(is.na(line$y[line$group == 1])))
})

test_that("bw_lepski(): the criterion with its terms, beside what calibrated it", {
  skip_on_cran()
  for (calibration in c("variance", "jump")) {
    bw <- select_case(lepski_case(), calibration = calibration)
    drawn <- picture(bw, col = "black")
    known <- curve_of(bw)[is.finite(curve_of(bw)$criterion), ]
    expect_identical(drawn$panels[[1]]$key$entries$label, c("sum", "bias", "variance"))
    expect_identical(layer_of(drawn, "line", 3L)$y, known$criterion)
    expect_identical(layer_of(drawn, "line")$y, known$variance)
    expect_identical(unique(layer_of(drawn, "line", 3L)$colour), "black")
    expect_drawn(drawn)
    # The user's limits are those of the first panel.
    windows <- base_calls(plot(bw, ylim = c(1, 10)), "C_plot_window")
    expect_identical(sum(vapply(windows, function(one) identical(one[[2]], c(1, 10)), NA)), 1L)
  }
  a0 <- selection(bw)$facts$a
  expect_identical(drawn$panels[[2]]$note$at, a0)
  choice <- layer_of(drawn, "points", 2L, panel = 2L)
  expect_identical(c(choice$x, choice$y), c(a0, as.numeric(bw)))
  lowest <- layer_of(drawn, "line", 2L, panel = 2L)
  expect_true(all(lowest$y <= layer_of(drawn, "line", panel = 2L)$y) && !is.unsorted(lowest$y))
  expect_true(all(layer_of(drawn, "points", panel = 2L)$y %in% lowest$y))
})

test_that("bw_lepski(): distances with four standard errors, beside their noise", {
  skip_on_cran()
  bw <- select_case(lepski_case(), calibration = "variance")
  known <- curve_of(bw)$bandwidth[is.finite(curve_of(bw)$criterion)]
  beside <- pairs_beside(selection(bw)$tables$pairs, as.numeric(bw), known)
  expect_true(all(beside$bandwidth == as.numeric(bw) | beside$bandwidth_small == as.numeric(bw)))
  bars <- layer_of(picture(bw), "segments", panel = 2L)
  expect_equal(bars$yend - beside$distance, 4 * beside$se)
  expect_identical(layer_of(picture(bw), "line", panel = 2L)$y, beside$noise)
  # One validation point has no standard error; few points may have no other panel.
  expect_drawn(picture(quietly(bw_lepski(plain_hourglass(60)[1:15, ], d = 1, seed = 1))))
  for (calibration in c("variance", "jump")) {
    few <- picture(quietly(bw_lepski(cbind(1:5), d = 1, seed = 1, calibration = calibration)))
    expect_length(few$panels, 1)
    expect_drawn(few)
  }
})

test_that("several selectors: a lane for each with its curve, its choice and its name", {
  skip_on_cran()
  set <- set_of_selectors()
  drawn <- picture(set, col = c("red", "blue"))
  values <- unname(vapply(unclass(set), as.numeric, 0))
  choices <- layer_of(drawn, "points")
  expect_identical(choices$x, values)
  # The best is at the bottom, be it the largest.
  expect_equal(choices$y[c(2, 3, 4)], c(2, 1, 0), tolerance = 1e-6)
  expect_identical(kinds_of(drawn), c("rule", "line", "line", "line", "segments", "points", "text"))
  lines <- lapply(1:3, function(i) layer_of(drawn, "line", i))
  for (i in 1:3) expect_equal(range(lines[[i]]$y), 4 - i + c(0, height_of_curve))
  expect_identical(vapply(lines, function(line) line$colour[[1]], ""), c("red", "blue", "red"))
  expect_identical(
    layer_of(drawn, "text")$text,
    paste0(names(set), "  h = ", vapply(values, short, "", digits = 3),
           c("", "", ", drawn downwards", ""))
  )
  expect_drawn(drawn)
  alone <- picture(set["median"])
  expect_false("line" %in% kinds_of(alone))
  expect_equal(alone$panels[[1]]$xlim / as.numeric(set$median), c(1 / 3, 3))
  expect_drawn(alone)
  middle <- quietly(select_bandwidth(selector_points(), c("msvd", "knn"), d = 1, seed = 1))
  expect_match(lane_names(middle)[[1]], "the middle of an interval$")
})

test_that("a risk curve: its band, the oracle, and what is marked", {
  skip_on_cran()
  case <- lepski_case()
  risk <- risk_curve(case$x, d = 1, f = case$x[, 1], laplacian = -case$x[, 1] / (2 * pi), seed = 1)
  known <- as.data.frame(risk)[is.finite(risk$risk), ]
  marks <- c(mine = 0.3, other = 0.5)
  drawn <- picture(risk, marks, col = c("black", "white"))
  expect_identical(kinds_of(drawn), c("band", "line", "rule", "points"))
  expect_equal(layer_of(drawn, "band")$high, known$risk + 2 * ifelse(is.na(known$se), 0, known$se))
  expect_gt(min(layer_of(drawn, "band")$low), 0)
  expect_identical(layer_of(drawn, "rule")$at, unname(marks))
  points <- layer_of(drawn, "points")
  expect_identical(points$y[[1]], min(known$risk))
  # On the curve, where the rules cross it.
  at <- stats::approx(log(known$bandwidth), log(known$risk), log(marks))$y
  expect_equal(log(points$y[-1]), at)
  key <- drawn$panels[[1]]$key$entries
  expect_identical(key$colour, c("black", choice_colour, second_colour))
  expect_identical(points$value, key$label)
  expect_match(key$label[[2]], "^mine, h = 0.3, ratio ")
  expect_drawn(drawn)
  draw_nowhere(expect_invisible(plot(risk, select_case(case), mark = marks, xlim = c(0.1, 1))))
  skip_if_not_installed("ggplot2")
  both <- ggplot2::autoplot(risk, select_case(case), mark = marks)
  expect_identical(sub(", ratio.*", "", both$scales$get_scales("colour")$limits[3:4]),
                   c("mine, h = 0.3", "other, h = 0.5"))
  expect_fault(ggplot2::autoplot(risk, marks = 1), "marks", text = "`mark`")
})

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
