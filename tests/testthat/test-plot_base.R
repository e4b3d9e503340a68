one_panel <- function(...) {
  new_panel(list(points_layer(1:4, 1:4, 1:4, free = TRUE)), c(1, 4), c(1, 4), "title", "x", "y",
            ...)
}

test_that("a picture on the page that is there leaves par(new) alone, whatever happens", {
  drawn <- new_picture(list(one_panel()))
  draw_nowhere({
    graphics::plot.new()
    settings <- par_settings()
    expect_error(plot_picture(drawn, list(col = "no such colour")))
    expect_error(plot_picture(drawn, list(xlim = "a")))
    expect_false(graphics::par("new"))
    plot_picture(drawn, list(col = "red", main = "mine", ann = FALSE))
    expect_identical(par_settings(), settings)
  })
})

test_that("the user's parameters replace those of free layers, and hide their key", {
  panel <- one_panel(key = new_key("a", "red", pch = 19))
  own <- with_settings(panel, list(col = c("red", "blue"), pch = 3, main = "mine", log = "x"))
  expect_identical(own$layers[[1]]$data$colour, c("red", "blue", "red", "blue"))
  expect_identical(own$layers[[1]]$data$shape, rep(3, 4))
  expect_identical(own[c("title", "log")], list(title = "mine", log = "x"))
  expect_null(own$key)
  expect_identical(with_settings(panel, list(pch = 3))$key$entries$pch, 3)
  settled <- one_panel(settled = TRUE)
  expect_identical(with_settings(settled, list(col = "red"))$layers[[1]]$data,
                   settled$layers[[1]]$data)
  fixed <- one_panel()
  fixed$layers[[1]]$free <- FALSE
  expect_identical(with_settings(fixed, list(col = "red"))$layers, fixed$layers)
})

test_that("limits leave room for keys, unless the user has others", {
  limits <- function(panel, ...) {
    windows <- base_calls_of(base_calls(plot_picture(new_picture(list(panel)), list(...))),
                             "C_plot_window")
    unname(windows[[length(windows)]][1:2])
  }
  expect_equal(limits(one_panel()), list(c(1, 4), c(1, 4)))
  beside <- one_panel(key = new_key("a", "red", pch = 19))
  expect_gt(limits(beside)[[1]][[2]], 4)
  expect_identical(limits(beside)[[2]], c(1, 4))
  above <- one_panel(key = new_key("a", "red", pch = 19, place = "above"))
  expect_gt(limits(above)[[2]][[2]], 4)
  expect_identical(limits(above, ylim = c(0, 5))[[2]], c(0, 5))
})

test_that("the user may leave out axes, frame and words", {
  drawn <- new_picture(list(one_panel()))
  calls <- function(...) base_calls(plot_picture(drawn, list(...)))
  count <- function(name, ...) length(base_calls_of(calls(...), name))
  expect_identical(c(count("C_axis"), count("C_box")), c(2L, 1L))
  expect_identical(c(count("C_axis", axes = FALSE), count("C_box", axes = FALSE)), c(0L, 0L))
  expect_identical(count("C_axis", xaxt = "n"), 1L)
  expect_identical(count("C_box", frame.plot = FALSE), 0L)
  expect_false("title" %in% base_texts(plot_picture(drawn, list(ann = FALSE))))
})

test_that("axes count in whole numbers, name their ticks, or have powers of ten", {
  expect_identical(count_ticks(c(1, 1.5, 2)), c(1, 2))
  draw_nowhere({
    for (limits in list(c(1, 2), c(1, 3), c(1, 40))) {
      graphics::plot(limits, limits, xaxt = "n")
      at <- count_ticks(graphics::axTicks(1))
      expect_identical(at, round(at))
      expect_true(all(limits[[1]] %in% at || limits[[2]] %in% at))
    }
    graphics::plot(c(1, 40), c(0.02, 3), log = "y")
    expect_identical(ticks_of_axis(1L), list())
    expect_equal(ticks_of_axis(2L)$at, c(0.03, 0.1, 0.3, 1, 3))
    graphics::plot(1:2, c(1e-300, 1e300), log = "y")
    expect_true(all(is.finite(ticks_of_axis(2L)$at)))
  })
  named <- one_panel(ticks = list(x = data.frame(at = c(1, 4), label = c("a", "b"))))
  axis <- base_calls_of(base_calls(plot_picture(new_picture(list(named)))), "C_axis")[[1]]
  expect_identical(unname(axis[2:3]), list(c(1, 4), c("a", "b")))
})

test_that("panels stand side by side unless there is a layout, and leave the same room", {
  panels <- list(one_panel(key = new_key("a", "red", lty = 1, place = "above")), one_panel())
  calls <- base_calls(plot_picture(new_picture(panels)))
  windows <- base_calls_of(calls, "C_plot_window")
  upwards <- unique(lapply(windows, `[[`, 2L))
  upwards <- upwards[vapply(upwards, function(limits) limits[[2]] > 1, NA)]
  expect_length(upwards, 1)
  draw_nowhere({
    plot_picture(new_picture(panels))
    expect_identical(graphics::par("mfrow"), c(1L, 1L))
    graphics::par(mfrow = c(2, 2), mar = c(3, 3, 1, 1))
    plot_picture(new_picture(panels))
    expect_identical(graphics::par("mfg"), c(1L, 2L, 2L, 2L))
    expect_equal(graphics::par("mar"), c(3, 3, 1, 1))
  })
})

test_that("numbers that would run into the label of the vertical axis lie along it", {
  las <- function(ylim, ...) {
    panel <- one_panel()
    panel$ylim <- ylim
    calls <- base_calls(plot_picture(new_picture(list(panel)), list(...)))
    axes <- base_calls_of(calls, "C_axis")
    vapply(axes, function(arguments) arguments$las, 0)
  }
  expect_identical(las(c(0, 1)), c(1, 1))
  expect_identical(las(c(0, 100000)), c(1, 0))
  expect_identical(las(c(0, 1e5), cex.axis = 0.4), c(1, 1))
  expect_identical(las(c(0, 1e5), las = 2), c(2, 2))
  panel <- one_panel()
  panel$ylim <- c(0, 192000)
  calls <- base_calls(plot_picture(new_picture(list(panel))))
  upwards <- base_calls_of(calls, "C_axis")[[2]]
  expect_identical(unname(upwards[2:3]), list(c(0, 1e5), c("0", "100000")))
})
