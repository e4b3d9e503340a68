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
    expect_no_error(plot(bw, xlab = "h", ylab = "D", main = "M", ylim = c(0, 2), col = "blue"))
    expect_no_error(plot(update(bw, minimum = "global"), sub = "below"))
    graphics::par(xlog = FALSE)
    expect_identical(par_settings()[names(settings) != "xlog"],
                     settings[names(settings) != "xlog"])
  })
})

test_that("parts where the criterion is unknown are left out", {
  x <- rbind(ellipsoid_points(40), c(80, 0, 0))
  bw <- suppressWarnings(bw_gc(x, d = 1, inverse = TRUE, points = 41, seed = 1,
                               bandwidths = c(1, 2, 40, 60, 80, 100, 140)))
  expect_true(anyNA(curve_of(bw)$criterion))
  draw_nowhere(expect_no_warning(plot(bw)))
})

test_that("what is drawn: the grid, the refined minima among it, two standard errors around", {
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  drawn <- drawn_curve(selection(bw))
  expect_identical(
    drawn$bandwidth, sort(unique(c(curve_of(bw)$bandwidth, local_minima(bw)$bandwidth)))
  )
  expect_equal(drawn$high - drawn$criterion, 2 * drawn$se)
  expect_equal(drawn$criterion - drawn$low, 2 * drawn$se)
  # The curve itself where there are no standard errors; nothing where there is no criterion.
  curve <- data.frame(bandwidth = c(1, 2, 3), criterion = c(1, NA, 2), se = c(NA, NA, 0.5))
  drawn <- drawn_curve(list(curve = curve, minima = curve[0, ]))
  expect_equal(drawn$low, c(1, 1))
  expect_equal(drawn$high, c(1, 3))
  # No criterion is negative, nor is its band.
  curve$criterion <- c(0.2, 0, 0.1)
  curve$se <- 0.06
  drawn <- drawn_curve(list(curve = curve, minima = curve[0, ]))
  expect_equal(drawn$low, c(0.08, 0, 0))
  expect_equal(drawn$high, c(0.32, 0.12, 0.22))
})

test_that("a choice at either side of the axis is labelled inside the picture", {
  x <- plain_hourglass(100)
  draw_nowhere({
    for (bandwidths in list(c(2, 3, 4, 5), c(0.01, 0.02, 0.03, 0.3))) {
      expect_no_error(plot(suppressWarnings(bw_gc(x, bandwidths = bandwidths, seed = 1))))
    }
  })
})

test_that("a selector without a curve says so instead of drawing", {
  curve <- data.frame(bandwidth = 1.5, criterion = NA_real_, se = NA_real_)
  bw <- new_bandwidth(
    1.5, "median", curve, curve[0, ], c(first = NA_integer_, global = NA_integer_), "first",
    facts = list(n = 9L, d = NA_integer_, at_edge = FALSE, elapsed = 0),
    labels = list(title = "Median distance", criterion = "none")
  )
  draw_nowhere({
    same <- expect_condition_of(plot(bw), "message_no_curve", "median")
    expect_identical(same, bw)
  })
})

test_that("autoplot() holds the whole curve and the choice", {
  skip_if_not_installed("ggplot2")
  bw <- bw_gc(plain_hourglass(150), seed = 1)
  picture <- ggplot2::autoplot(bw)
  expect_s3_class(picture, "ggplot")
  expect_true(all(curve_of(bw)$bandwidth %in% picture$data$bandwidth))
  built <- draw_nowhere(ggplot2::ggplot_build(picture))
  # A log axis: what is drawn are logarithms.
  drawn <- unlist(lapply(built$data, function(layer) c(layer$x, layer$xintercept)))
  expect_true(any(abs(drawn - log10(bw)) < 1e-12, na.rm = TRUE))
  # The vertical axis begins at 0, as in plot().
  expect_lte(built$layout$panel_params[[1]]$y.range[[1]], 0)
  expect_gt(min(curve_of(bw)$criterion), 0)
})

test_that("without ggplot2 autoplot's work is refused with what it is for", {
  expect_fault(check_installed("noSuchPackage", "to draw"), class = "not_installed",
               text = "noSuchPackage is needed to draw")
  expect_silent(check_installed("stats", "to draw"))
})

test_that("the user's graphical parameters replace the usual ones", {
  x <- selector_points()
  draw_nowhere({
    plot(bw_rec(x, seed = 1), log = "", las = 0)
    expect_false(graphics::par("xlog"))
    expect_no_error(plot(bw_gc(x, d = 1, seed = 1), log = "xy", type = "n"))
    expect_true(graphics::par("ylog"))
    d <- dim_mle(x)
    plot(d, ylim = c(0, 9), yaxs = "i")
    expect_equal(graphics::par("usr")[3:4], c(0, 9))
    expect_no_error(plot(d, log = "xy", las = 0))
    expect_no_error(plot(dim_mle(x, local = TRUE), what = "local", las = 0, col = "red"))
    expect_no_error(plot(dim_estimate(x, bandwidth = 0.5, seed = 1), ylim = c(0, 4), pch = 3))
    expect_no_error(plot(quietly(bw_lepski(x, d = 1, seed = 1)), log = "x", las = 0))
  })
})

test_that("the spectrum of bw_msvd() is drawn on log axes, with its interval", {
  bw <- bw_msvd(selector_points(), d = 1, seed = 1)
  curve <- curve_of(bw)
  values <- drawn_eigenvalues(curve)
  expect_identical(dim(values), c(nrow(curve), 3L))
  expect_equal(values[20, 2], curve$eigenvalue_2[[20]], ignore_attr = TRUE)
  draw_nowhere({
    drawn <- withVisible(plot(bw, main = "M", ylim = c(1e-6, 1), col = "blue"))
    expect_identical(drawn$value, bw)
    expect_false(drawn$visible)
    expect_true(graphics::par("xlog") && graphics::par("ylog"))
    expect_no_error(lines(bw, col = "red", lty = 2))
    # Points on a line: the others are zero. Nowhere an interval: none is shaded.
    line <- cbind(seq(0, 1, length.out = 60)^2, 0)
    expect_no_warning(plot(bw_msvd(line, d = 1, seed = 1)))
    expect_no_error(plot(quietly(bw_msvd(selector_points(), d = 3, seed = 1))))
  })
  skip_if_not_installed("ggplot2")
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(bw)))
  shaded <- built$data[[1]]
  expect_equal(10^c(shaded$xmin, shaded$xmax), c(glance(bw)$lower, glance(bw)$upper))
})
