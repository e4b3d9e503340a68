test_that("plot() draws, and leaves the settings of the device alone", {
  set <- set_of_selectors()
  draw_nowhere({
    graphics::plot(1, log = "x")
    before <- par_settings()
    expect_identical(withVisible(plot(set))$visible, FALSE)
    expect_identical(par_settings(), before)
  })
})

test_that("curves share a unit axis: each from its lowest to its highest value", {
  curves <- unit_curves(set_of_selectors())
  expect_null(curves$median)
  for (curve in curves[c("gc", "rec", "kernel_sum")]) expect_equal(range(curve$level), c(0, 1))
  expect_equal(curves$kernel_sum$at, 1, tolerance = 1e-6)
  expect_equal(curves$rec$at, 0, tolerance = 1e-6)
})

test_that("a line, a rule and a mark for each; selectors without a curve are dashed", {
  set <- set_of_selectors()
  drawn <- picture(set)
  panel <- drawn$panels[[1]]
  values <- vapply(unclass(set), as.numeric, 0)
  rules <- layer_of(drawn, "rule")
  expect_identical(rules$at, unname(values))
  expect_identical(rules$type, ifelse(names(set) == "median", 2, 3))
  expect_identical(panel$key$entries$label,
                   paste(names(set), vapply(values, short, "", digits = 3)))
  expect_identical(panel$key$entries$lty, ifelse(names(set) == "median", 2, 1))
  expect_identical(panel$key$entries$colour, rules$colour)
  curves <- unit_curves(set)
  expect_identical(layer_of(drawn, "line")$y, curves$gc$level)
  expect_identical(layer_of(drawn, "points")[c("x", "y")],
                   data.frame(x = values[["gc"]], y = curves$gc$at))
  expect_identical(panel$ylim, c(0, 1))
  expect_rendered(drawn)
  # Without any curve: its rule only.
  alone <- picture(set["median"])
  expect_identical(kinds_of(alone), "rule")
  expect_rendered(alone)
})

test_that("further graphical parameters reach the frame, colours are recycled", {
  set <- set_of_selectors()
  expect_identical(unique(picture(set, "red")$panels[[1]]$key$entries$colour), "red")
  calls <- base_calls(plot(set, ylab = "z", ylim = c(0, 3), las = 0))
  expect_identical(base_calls_of(calls, "C_plot_window")[[length(
    base_calls_of(calls, "C_plot_window")
  )]][[2]], c(0, 3))
  expect_true("z" %in% base_texts(plot(set, ylab = "z")))
  draw_nowhere({
    plot(set, log = "")
    expect_false(graphics::par("xlog"))
    expect_fault(plot(set, log = "y"), "log")
  })
})

test_that("autoplot() keeps the order and marks the choices", {
  skip_if_not_installed("ggplot2")
  set <- set_of_selectors()
  picture <- ggplot2::autoplot(set)
  built <- draw_nowhere(ggplot2::ggplot_build(picture))
  key <- picture$scales$get_scales("colour")$limits
  expect_identical(sub(" .*", "", key), names(set))
  marked <- ggplot_marks(built, "GeomPoint", "x")$x
  expect_equal(sort(marked), sort(vapply(set[c("gc", "rec", "kernel_sum")], as.numeric, 0)),
               ignore_attr = TRUE)
  draw_nowhere(expect_no_warning(print(ggplot2::autoplot(set["median"]))))
})
