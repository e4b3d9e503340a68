test_that("graphical parameters replace the defaults, whatever is drawn", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 10)
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  expect_identical(screeplot(e, ylim = c(0, 9), col = 2, type = "b", xlab = "l", ylab = "v"), e)
  for (columns in list(1, 1:2, 1:3)) {
    expect_identical(plot(e, columns = columns, xlab = "u", ylab = "v", type = "p", axes = FALSE,
                          pch = 1, main = "m"), e)
  }
  expect_identical(plot(e, columns = 1:3, labels = c("a", "b", "c")), e)
})

test_that("coordinates in one unit are drawn so", {
  x <- bent_strip(60)
  grDevices::pdf(NULL, width = 9, height = 4)
  withr::defer(grDevices::dev.off())
  # Width per height of a square of the coordinates.
  shape <- function(...) {
    plot(...)
    size <- graphics::par("pin") / diff(matrix(graphics::par("usr"), 2))
    size[[1]] / size[[2]]
  }
  for (name in names(embed_methods)) {
    e <- embed_methods[[name]](x)
    if (name %in% c("isomap", "kpca_heat", "kpca_linear", "kpca_isomap")) {
      expect_equal(shape(e), 1, label = name)
      expect_gt(abs(shape(e, asp = NA) - 1), 0.1, label = name)
    } else {
      expect_gt(abs(shape(e) - 1), 0.1, label = name)
      expect_equal(shape(e, asp = 1), 1, label = name)
    }
  }
})

test_that("classes get a legend, numbers a key, many classes nothing", {
  class <- factor(rep(c("b", "a", "b"), 20), levels = c("unused", "b", "a"))
  expect_identical(names(legend_classes(class)), c("b", "a"))
  expect_identical(unname(legend_classes(class)), value_colours(class, 60)[1:2])
  expect_identical(names(legend_classes(c(TRUE, FALSE, NA))), c("FALSE", "TRUE"))
  expect_null(legend_classes(1:3))
  expect_null(legend_classes(as.character(1:13)))
  expect_null(legend_classes(NULL))
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  expect_identical(unname(embedding_key(class, 19)$col), value_colours(class, 60)[1:2])
  expect_null(embedding_key(as.character(1:13), 19))
  expect_null(embedding_key(NULL, 19))
  expect_null(embedding_key(c(NA, 1)[c(1, 1)], 19))
  key <- embedding_key(c(1:3, NA, 4:101), 3)
  expect_identical(key$legend, c("101", " 76", " 51", " 26", "  1"))
  expect_identical(key$col, value_colours(c(101, 76, 51, 26, 1), 5))
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  expect_identical(plot(e, colour = class), e)
  expect_identical(plot(e, colour = class, columns = 2, pch = 1), e)
})

test_that("legend and key stand beside the points, which get the panel without them", {
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  free <- function(...) {
    graphics::par(mfrow = c(1L, 1L))
    plot(e, columns = 1, ...)
    ends <- graphics::par("usr")[1:2]
    (ends[[2]] - 60) / diff(ends)
  }
  draw_nowhere({
    graphics::plot.new()
    for (colour in list(rep(c("a long name", "b"), 30), 1:60)) {
      graphics::par(mfrow = c(1L, 1L))
      graphics::plot.new()
      needed <- measured_legend(embedding_key(colour, 19), 0.5)$width
      expect_gt(free(colour = colour), needed)
      expect_lt(free(colour = colour, col = "red"), 0.05)
    }
    expect_lt(free(), 0.05)
    expect_false(graphics::par("new"))
  })
})

test_that("the scree plot counts in whole numbers", {
  draw_nowhere({
    for (limits in list(c(1, 2), c(1, 3), c(1, 40))) {
      graphics::plot(limits, limits, xaxt = "n")
      at <- count_axis()
      expect_identical(at, round(at))
      expect_true(all(limits[[1]] %in% at || limits[[2]] %in% at))
    }
    expect_null(count_axis(list(axes = FALSE)))
    expect_null(count_axis(list(xaxt = "n")))
  })
})

test_that("autoplot() names what it draws and refuses what it cannot", {
  skip_if_not_installed("ggplot2")
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 10)
  expect_identical(ggplot2::autoplot(e, columns = 2)$labels$y, "coordinate 2")
  expect_identical(ggplot2::autoplot(e, columns = 3:2)$labels[c("x", "y")],
                   list(x = "coordinate 3", y = "coordinate 2"))
  expect_identical(ggplot2::autoplot(e)$labels$x, "coordinate 1")
  expect_fault(ggplot2::autoplot(e, columns = 1:3), "columns")
  expect_fault(ggplot2::autoplot(e, columns = 4), "columns")
  expect_fault(ggplot2::autoplot(e, colour = 1:7), "colour")
  expect_s3_class(ggplot2::autoplot(e)$coordinates, "CoordFixed")
  # No title of its argument's name.
  expect_null(ggplot2::autoplot(e, colour = x[, 1])$labels$colour)
})
