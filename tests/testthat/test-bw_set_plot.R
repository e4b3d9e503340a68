test_that("plot() draws, and leaves the settings of the device alone", {
  set <- set_of_selectors()
  draw_nowhere({
    graphics::plot(1, log = "x")
    before <- par_settings()
    expect_identical(withVisible(plot(set))$visible, FALSE)
    expect_identical(par_settings(), before)
  })
})

test_that("curves share a unit axis: each has its choice at the bottom", {
  skip_on_cran()
  curves <- unit_curves(set_of_selectors())
  expect_null(curves$median)
  for (curve in curves[c("gc", "rec", "kernel_sum")]) expect_equal(range(curve$level), c(0, 1))
  # That of kernel_sum is largest there.
  expect_equal(curves$kernel_sum$at, 0, tolerance = 1e-6)
  expect_equal(curves$rec$at, 0, tolerance = 1e-6)
})

test_that("a lane for each with its curve, its choice and its name", {
  skip_on_cran()
  set <- set_of_selectors()
  drawn <- picture(set)
  panel <- drawn$panels[[1]]
  values <- unname(vapply(unclass(set), as.numeric, 0))
  bottom <- 3:0
  choices <- layer_of(drawn, "points")
  expect_identical(choices$x, values)
  curves <- unit_curves(set)
  at <- c(curves$gc$at, curves$rec$at, curves$kernel_sum$at, 0)
  expect_identical(choices$y, bottom + lane_of_curve * at)
  expect_identical(unique(choices$colour), choice_colour)
  lines <- Filter(function(layer) layer$kind == "line", panel$layers)
  expect_length(lines, 3)
  expect_identical(lines[[1]]$data$y, 3 + lane_of_curve * curves$gc$level)
  words <- layer_of(drawn, "text")
  expect_identical(
    words$text,
    paste0(names(set), "  h = ", vapply(values, short, "", digits = 3),
           c("", "", ", drawn downwards", ""))
  )
  expect_equal(words$y, bottom + lane_of_words)
  expect_null(panel$key)
  expect_identical(panel$ylim, c(0, 4))
  expect_rendered(drawn)
  # Without any curve: its choice only.
  alone <- picture(set["median"])
  expect_false("line" %in% kinds_of(alone))
  expect_rendered(alone)
})

test_that("several selectors are drawn without a warning", {
  skip_on_cran()
  sets <- list(
    set_of_selectors(), set_of_selectors()["median"],
    quietly(select_bandwidth(iris[, 1:4], c("gc", "kernel_sum", "msvd", "knn"), seed = 1))
  )
  for (set in sets) expect_no_warning(draw_nowhere(plot(set)))
})

test_that("further graphical parameters reach the frame, colours are recycled", {
  skip_on_cran()
  set <- set_of_selectors()
  expect_identical(unique(layer_of(picture(set, "red"), "line")$colour), "red")
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

test_that("autoplot() draws the same lanes", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  set <- set_of_selectors()
  picture <- ggplot2::autoplot(set)
  built <- draw_nowhere(ggplot2::ggplot_build(picture))
  marked <- ggplot_marks(built, "GeomPoint", "x")$x
  expect_equal(sort(marked), sort(vapply(unclass(set), as.numeric, 0)), ignore_attr = TRUE)
  words <- built$data[vapply(built$plot$layers, function(layer) {
    inherits(layer$geom, "GeomLabel")
  }, NA)][[1]]
  expect_identical(words$label, lane_names(set))
  draw_nowhere(expect_no_warning(print(ggplot2::autoplot(set["median"]))))
})

test_that("two bandwidths are a curve, one or equal values are none", {
  x <- normal_points(30, 2)
  set <- quietly(select_bandwidth(x, c("rec", "median"), seed = 1,
                                  rec = list(bandwidths = c(1, 2), refine = FALSE)))
  curves <- unit_curves(set)
  expect_identical(range(curves$rec$level), c(0, 1))
  expect_length(curves$rec$bandwidth, 2)
  expect_null(curves$median)
})

test_that("a set of one value is drawn at any size of it", {
  x <- normal_points(30, 2) * 1e-4
  set <- select_bandwidth(x, c("knn", "median"))["knn"]
  drawn <- picture(set)$panels[[1]]
  expect_equal(drawn$xlim / as.numeric(set[[1]]), c(1 / 3, 3))
  draw_nowhere(expect_no_error(plot(set)))
})

test_that("a minimum that differs from a grid value by rounding is drawn once", {
  set <- set_of_selectors()
  chosen <- attr(set[["gc"]], "selection")
  minimum <- chosen$minima[1, ]
  minimum$bandwidth <- chosen$curve$bandwidth[[5]]
  minimum$criterion <- chosen$curve$criterion[[5]]
  minimum$se <- chosen$curve$se[[5]] * (1 + 4 * .Machine$double.eps)
  chosen$minima <- minimum
  expect_identical(drawn_curve(chosen)$bandwidth, chosen$curve$bandwidth)
})

test_that("of an interval's middle the lane says that it is one", {
  skip_on_cran()
  x <- sample_sphere(150, seed = 1)
  words <- lane_names(quietly(select_bandwidth(x, c("msvd", "knn"), d = 2, seed = 1)))
  expect_match(words[[1]], "the middle of an interval$")
  expect_no_match(words[[2]], "interval")
})
