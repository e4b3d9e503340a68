set_of_selectors <- function() {
  select_bandwidth(selector_points(), c("gc", "rec", "kernel_sum", "median"), d = 1, seed = 1)
}

test_that("tables carry the method", {
  set <- set_of_selectors()
  curves <- as.data.frame(set)
  expect_identical(names(curves), c("method", "bandwidth", "criterion", "se"))
  expect_identical(unique(curves$method), names(set))
  expect_identical(tidy(set), curves)
  rec <- curves[curves$method == "rec", -1]
  expect_equal(rec$criterion, curve_of(set$rec)$criterion)
  rows <- glance(set)
  expect_identical(rows$method, names(set))
  expect_identical(rows$bandwidth, unname(vapply(set, as.numeric, 0)))
  nearest <- median(oracle_neighbor_distances(selector_points(), 1))
  expect_equal(rows$in_neighbors, rows$bandwidth / nearest)
})

test_that("a part of a set is a set", {
  set <- set_of_selectors()
  expect_s3_class(set[c("rec", "median")], "lapscale_bandwidths")
  expect_identical(glance(set[2])$in_neighbors, glance(set)$in_neighbors[2])
})

test_that("print is a table with a line per selector", {
  set <- set_of_selectors()
  lines <- utils::capture.output(result <- withVisible(print(set)))
  expect_false(result$visible)
  expect_length(lines, 6)
  for (name in names(set)) expect_true(any(grepl(name, lines)))
  expect_gt(length(utils::capture.output(print(summary(set)))), 10)
})

test_that("plots draw, and leave the settings of the device alone", {
  set <- set_of_selectors()
  draw_nowhere({
    graphics::plot(1, log = "x")
    before <- par_settings()
    expect_identical(withVisible(plot(set))$visible, FALSE)
    plot(set["median"])
    expect_identical(par_settings(), before)
  })
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(set), "ggplot")
  draw_nowhere(print(ggplot2::autoplot(set["median"])))
})

test_that("curves share a unit axis: each from its lowest to its highest value", {
  curves <- unit_curves(set_of_selectors())
  expect_null(curves$median)
  for (curve in curves[c("gc", "rec", "kernel_sum")]) expect_equal(range(curve$level), c(0, 1))
  expect_equal(curves$kernel_sum$at, 1, tolerance = 1e-6)
  expect_equal(curves$rec$at, 0, tolerance = 1e-6)
})

test_that("a part that is not there is refused", {
  set <- set_of_selectors()
  for (i in list(99, 0, c("gc", "foo"), c(1, 1), NA, list(1), -(1:4))) expect_fault(set[i], "i")
  expect_identical(names(set[-1]), names(set)[-1])
  expect_identical(set[], set)
})

test_that("sets of the same points go together, with every selector once", {
  set <- set_of_selectors()
  together <- c(set[c("rec", "gc")], set["median"])
  expect_s3_class(together, "lapscale_bandwidths")
  expect_identical(together, set[c("rec", "gc", "median")])
  expect_fault(c(set, set), text = "\"gc\" comes twice")
  expect_fault(c(set, select_bandwidth(2 * selector_points(), c("knn", "median"))), "...")
  expect_fault(c(set, 1), "...")
})

test_that("update() chooses another way where a selector has one", {
  set <- set_of_selectors()
  global <- update(set, minimum = "global")
  expect_s3_class(global, "lapscale_bandwidths")
  expect_identical(global$gc, update(set$gc, minimum = "global"))
  expect_identical(global$median, set$median)
  expect_identical(update(set), set)
  expect_fault(update(set, minimum = "last"), "minimum")
  expect_fault(update(set, calibration = "guess"), "calibration")
  lepski <- quietly(select_bandwidth(selector_points(), c("lepski", "rec"), d = 1, seed = 1))
  expect_identical(
    as.numeric(quietly(update(lepski, calibration = "jump"))$lepski),
    as.numeric(quietly(update(lepski$lepski, calibration = "jump")))
  )
})

test_that("local minima of a set carry the method", {
  set <- set_of_selectors()
  minima <- local_minima(set)
  own <- local_minima(set$gc)
  expect_identical(minima[minima$method == "gc", -1]$bandwidth, own$bandwidth)
  expect_identical(names(minima), c("method", names(own)))
  expect_false("median" %in% minima$method)
})

test_that("further graphical parameters reach the frame, colours are recycled", {
  set <- set_of_selectors()
  draw_nowhere({
    expect_no_error(plot(set, col = "red"))
    expect_no_error(plot(set, ylab = "z", ylim = c(0, 3), las = 0))
    plot(set, log = "")
    expect_false(graphics::par("xlog"))
    expect_fault(plot(set, log = "y"), "log")
  })
})

test_that("the key fits into its frame", {
  values <- list(
    col = 1:8, lty = 1, pch = 19, legend = paste(c("kernel_sum", selector_names[1:7]), "0.0694")
  )
  for (size in list(c(7, 4), c(6.5, 4), c(3.5, 4), c(2.6, 5))) {
    grDevices::pdf(NULL, size[[1]], size[[2]])
    graphics::plot.new()
    key <- fit_key(values)
    drawn <- do.call(graphics::legend, c(key$arguments, plot = FALSE))$rect
    frame <- graphics::par("usr")
    expect_lte(drawn$w, frame[[2]] - frame[[1]])
    expect_lte(drawn$h, key$height * (frame[[4]] - frame[[3]]))
    grDevices::dev.off()
  }
})

test_that("autoplot() keeps the order and marks the choices", {
  skip_if_not_installed("ggplot2")
  set <- set_of_selectors()
  picture <- ggplot2::autoplot(set)
  expect_identical(levels(picture$data$method), names(set))
  built <- draw_nowhere(ggplot2::ggplot_build(picture))
  marked <- built$data[[3]]$x
  expect_equal(sort(marked), sort(log10(vapply(set[c("gc", "rec", "kernel_sum")], as.numeric, 0))),
               ignore_attr = TRUE)
})

test_that("the printed table has each bandwidth's own digits", {
  several <- select_bandwidth(faithful, c("gc", "median"), seed = 1)
  printed <- paste(utils::capture.output(print(several)), collapse = "\n")
  for (bw in unclass(several)) {
    expect_match(printed, paste0(" ", format(as.numeric(bw), digits = 4), " "), fixed = TRUE)
  }
  expect_no_match(printed, "13.000", fixed = TRUE)
})
