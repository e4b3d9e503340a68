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
    # The user's limits are those of the first panel.
    windows <- base_calls(plot(bw, ylim = c(1, 10)), "C_plot_window")
    expect_identical(sum(vapply(windows, function(one) identical(one[[2]], c(1, 10)), NA)), 1L)
  }
  expect_drawn(drawn)
  a0 <- selection(bw)$facts$a
  expect_identical(drawn$panels[[2]]$note$x, a0)
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
  beside <- pairs_of_choice(selection(bw)$tables$pairs, as.numeric(bw), known)
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
