test_that("the spectrum of bw_msvd() is drawn on log axes, with its interval", {
  skip_on_cran()
  bw <- bw_msvd(selector_points(), d = 1, seed = 1)
  curve <- curve_of(bw)
  values <- positive_eigenvalues(curve)
  expect_identical(dim(values), c(nrow(curve), 3L))
  expect_equal(values[20, 2], curve$eigenvalue_2[[20]], ignore_attr = TRUE)
  drawn <- picture(bw, col = "blue")
  panel <- drawn$panels[[1]]
  expect_identical(unname(unlist(layer_of(drawn, "interval")[c("lower", "upper")])),
                   unname(unlist(glance(bw)[c("lower", "upper")])))
  lines <- layer_of(drawn, "line")
  # The first in front: drawn last, in full.
  expect_identical(lines$y[lines$group == 3], unname(values[, 1]))
  expect_identical(unique(lines[lines$group == 3, "colour"]), "blue")
  expect_identical(unique(lines$width[lines$group < 3]), 1)
  expect_identical(panel$key$entries$label, c("the first", "others", "interval"))
  expect_identical(panel$key$entries$colour[1:2], c("blue", second_colour))
  expect_identical(panel$log, "xy")
  expect_rendered(drawn)
})

test_that("without an interval none is shaded, without other directions none are drawn", {
  skip_on_cran()
  none <- quietly(bw_msvd(selector_points(), d = 3, seed = 1))
  drawn <- picture(none)
  expect_identical(drawn$panels[[1]]$key$entries$label[[1]], "the first 3")
  expect_false("others" %in% drawn$panels[[1]]$key$entries$label)
  expect_identical("interval" %in% kinds_of(drawn), !is.na(glance(none)$lower))
  # Points on a line: the others are zero, and have no place on a log axis.
  line <- cbind(seq(0, 1, length.out = 60)^2, 0)
  drawn <- picture(bw_msvd(line, d = 1, seed = 1))
  lines <- layer_of(drawn, "line")
  expect_true(all(is.na(lines$y[lines$group == 1])))
  expect_rendered(drawn)
})

test_that("plot() and lines() return the selection, lines() adds all eigenvalues", {
  bw <- bw_msvd(selector_points(), d = 1, seed = 1)
  draw_nowhere({
    shown <- withVisible(plot(bw, main = "M", ylim = c(1e-6, 1), col = "blue"))
    expect_identical(shown$value, bw)
    expect_false(shown$visible)
    expect_true(graphics::par("xlog") && graphics::par("ylog"))
  })
  calls <- base_calls({
    graphics::plot.new()
    lines(bw, col = "red", lty = 2)
  })
  expect_length(base_calls_of(calls, "C_plotXY"), 3)
  skip_if_not_installed("ggplot2")
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(bw)))
  shaded <- built$data[[1]]
  expect_equal(10^c(shaded$xmin, shaded$xmax), c(glance(bw)$lower, glance(bw)$upper))
})
