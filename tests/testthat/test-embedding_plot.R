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

test_that("classes get a legend, numbers and many classes none", {
  class <- factor(rep(c("b", "a", "b"), 20), levels = c("unused", "b", "a"))
  expect_identical(names(legend_classes(class)), c("b", "a"))
  expect_identical(unname(legend_classes(class)), value_colours(class, 60)[1:2])
  expect_identical(names(legend_classes(c(TRUE, FALSE, NA))), c("FALSE", "TRUE"))
  expect_null(legend_classes(1:3))
  expect_null(legend_classes(as.character(1:13)))
  expect_null(legend_classes(NULL))
  grDevices::pdf(NULL)
  withr::defer(grDevices::dev.off())
  graphics::plot(0:1, 0:1)
  expect_identical(emptiest_corner(c(1, 1, 0, NA), c(0, 1, 0, 1)), "topleft")
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  expect_identical(plot(e, colour = class), e)
  expect_identical(plot(e, colour = class, columns = 2, pch = 1), e)
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
})
