test_that("two panels: the terms, and what calibrated them", {
  skip_on_cran()
  case <- lepski_case()
  for (calibration in c("variance", "jump")) {
    bw <- select_case(case, calibration = calibration)
    drawn <- picture(bw, col = "black")
    terms <- drawn$panels[[1]]
    expect_identical(terms$key$entries$label, c("sum", "bias", "variance"))
    expect_identical(terms$key$entries$colour[[1]], "black")
    known <- drawn_terms(curve_of(bw))
    expect_identical(layer_of(drawn, "line", 3L)$y, known$criterion)
    expect_identical(layer_of(drawn, "line", 2L)$y, known$bias)
    expect_identical(layer_of(drawn, "line", 1L)$y, known$variance)
    expect_identical(terms$ylim, term_range(known))
    expect_identical(layer_of(drawn, "points")$x, as.numeric(bw))
    expect_identical(drawn$panels[[2]]$title,
                     if (calibration == "jump") "Path and main jump" else
                       "Differences and their noise")
    expect_true(all(is.finite(unlist(lapply(drawn$panels, `[`, c("xlim", "ylim"))))))
    expect_rendered(drawn)
  }
})

test_that("the path of the jump: a0 and its choice, steps and their running minimum", {
  bw <- select_case(lepski_case(), calibration = "jump")
  drawn <- picture(bw)
  a0 <- selection(bw)$facts$a
  expect_identical(drawn$panels[[2]]$note[c("at", "colour")], list(at = a0, colour = "grey40"))
  expect_identical(layer_of(drawn, "rule", panel = 2L)$at, a0)
  expect_identical(layer_of(drawn, "rule", 2L, panel = 2L)$at, as.numeric(bw))
  choice <- layer_of(drawn, "points", 2L, panel = 2L)
  expect_identical(c(choice$x, choice$y), c(a0, as.numeric(bw)))
  path <- layer_of(drawn, "line", panel = 2L)
  lowest <- layer_of(drawn, "line", 2L, panel = 2L)
  expect_true(all(lowest$y <= path$y))
  expect_false(is.unsorted(lowest$y))
  jump <- layer_of(drawn, "points", panel = 2L)
  expect_true(all(jump$y %in% lowest$y))
})

test_that("distances beside their noise, those of which the error is unknown without a bar", {
  skip_on_cran()
  # One validation point has no standard error.
  x <- plain_hourglass(60)[1:15, ]
  bw <- quietly(bw_lepski(x, d = 1, seed = 1))
  expect_true(all(is.na(selection(bw)$tables$pairs$se)))
  drawn <- picture(bw)
  bars <- layer_of(drawn, "segments", panel = 2L)
  points <- layer_of(drawn, "points", panel = 2L)
  expect_identical(bars$yend, points$y)
  expect_true(all(is.finite(drawn$panels[[2]]$ylim)))
  expect_rendered(drawn)
  # Four standard errors where they are known.
  bw <- select_case(lepski_case(), calibration = "variance")
  known <- curve_of(bw)$bandwidth[is.finite(curve_of(bw)$criterion)]
  beside <- pairs_beside(selection(bw)$tables$pairs, as.numeric(bw), known)
  bars <- layer_of(picture(bw), "segments", panel = 2L)
  expect_equal(bars$yend - beside$distance, 4 * beside$se)
  expect_identical(layer_of(picture(bw), "line", panel = 2L)$y, beside$noise)
})

test_that("plot() takes two panels and leaves par alone; the user's parameters are for the first", {
  skip_on_cran()
  bw <- select_case(lepski_case(), calibration = "variance")
  draw_nowhere({
    before <- par_settings()
    expect_invisible(plot(bw))
    expect_identical(par_settings()[c("mfrow", "mar", "mgp")], before[c("mfrow", "mar", "mgp")])
    graphics::par(mfrow = c(2, 2))
    plot(bw)
    expect_identical(graphics::par("mfrow"), c(2L, 2L))
  })
  calls <- base_calls(plot(bw, ylim = c(1, 10), main = "M"))
  windows <- base_calls_of(calls, "C_plot_window")
  given <- vapply(windows, function(window) identical(window[[2]], c(1, 10)), NA)
  expect_identical(sum(given), 1L)
  expect_identical(sum(base_texts(plot(bw, main = "M")) == "M"), 1L)
  # Room above the terms for their key.
  draw_nowhere({
    plot_picture(new_picture(picture(bw)$panels[1]))
    ends <- graphics::par("usr")[3:4]
    highest <- log10(term_range(drawn_terms(curve_of(bw)))[[2]])
    expect_gt((ends[[2]] - highest) / diff(ends), 0.08)
  })
  calls <- base_calls({
    graphics::plot.new()
    lines(bw)
  })
  line <- base_calls_of(calls, "C_plotXY")[[1]][[1]]
  expect_identical(line$y, drawn_terms(curve_of(bw))$criterion)
})

test_that("selections on a few points are drawn", {
  skip_on_cran()
  for (n in c(8, 11, 14, 17, 19)) {
    x <- normal_points(n, 2, seed = n)
    for (calibration in c("variance", "jump")) {
      bw <- suppressWarnings(bw_lepski(x, d = 1, calibration = calibration, seed = 1))
      expect_no_error(draw_nowhere(plot(bw)))
    }
  }
})

test_that("where no other estimate differs, or there is no jump, the criterion is drawn alone", {
  skip_on_cran()
  for (calibration in c("variance", "jump")) {
    bw <- quietly(bw_lepski(cbind(1:5), d = 1, seed = 1, calibration = calibration))
    drawn <- picture(bw)
    expect_length(drawn$panels, 1)
    expect_true(all(is.finite(drawn$panels[[1]]$ylim)))
    draw_nowhere(expect_no_warning(plot(bw)))
    skip_if_not_installed("ggplot2")
    draw_nowhere(expect_no_warning(print(ggplot2::autoplot(bw))))
  }
})
