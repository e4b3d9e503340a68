test_that("graphical parameters replace the defaults, whatever is drawn", {
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 10)
  calls <- base_calls(screeplot(e, ylim = c(0, 9), col = 2, type = "b", xlab = "l", ylab = "v"))
  stems <- base_calls_of(calls, "C_plotXY")[[2]]
  expect_identical(stems[c(2, 5)], list("b", rep(2, length(e$scree))))
  for (columns in list(1, 1:2)) {
    calls <- base_calls(plot(e, columns = columns, xlab = "u", ylab = "v", type = "p",
                             axes = FALSE, pch = 1, cex = 2, main = "m"))
    points <- base_calls_of(calls, "C_plotXY")[[2]]
    expect_identical(points[[3]], rep(1, 60))
    expect_identical(points[[7]], rep(2, 60))
    expect_length(base_calls_of(calls, "C_axis"), 0)
    expect_length(base_calls_of(calls, "C_box"), 0)
  }
  expect_true(all(c("u", "v", "m") %in% base_texts(plot(e, columns = 1, xlab = "u", ylab = "v",
                                                        main = "m"))))
  draw_nowhere({
    expect_identical(plot(e, columns = 1:3, xlab = "u", axes = FALSE, type = "p", pch = 1), e)
    expect_identical(plot(e, columns = 1:3, labels = c("a", "b", "c")), e)
  })
})

test_that("a picture holds the coordinates, their colours and labels", {
  e <- embed_isomap(bent_strip(60), 3, k = 10)
  value <- c(3:61, NA)
  drawn <- picture(e, c(3, 1), value)
  points <- layer_of(drawn, "points")
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(e$coordinates[, c(3, 1)]))
  expect_identical(points$colour[-60], value_colours(value, 60)[-60])
  # Of unknown value: grey.
  expect_identical(points$colour[[60]], unknown_colour)
  panel <- drawn$panels[[1]]
  expect_identical(panel[c("xlab", "ylab", "asp", "title")],
                   list(xlab = "coordinate 3", ylab = "coordinate 1", asp = 1, title = "Isomap"))
  expect_identical(panel$key, colour_key(value))
  expect_rendered(drawn)
  one <- picture(e, 2)
  expect_equal(layer_of(one, "points")$x, 1:60)
  expect_identical(one$panels[[1]][c("xlab", "ylab")], list(xlab = "row", ylab = "coordinate 2"))
  expect_null(one$panels[[1]]$key)
})

test_that("pairs: a square of panels, names on its diagonal, one key", {
  skip_on_cran()
  e <- embed_isomap(bent_strip(60), 3, k = 10)
  class <- rep(c("b", "a", "c"), 20)
  drawn <- picture(e, 3:1, class)
  expect_true(drawn$square)
  expect_length(drawn$panels, 9)
  for (i in c(1, 5, 9)) expect_identical(kinds_of(drawn, i), "text")
  expect_identical(layer_of(drawn, "text", panel = 5L)$text, "coordinate 2")
  # The second row, third column: the second of 3:1 against the third.
  points <- layer_of(drawn, "points", panel = 6L)
  expect_identical(unname(as.matrix(points[c("x", "y")])), unname(e$coordinates[, 1:2]))
  expect_identical(points$colour, value_colours(class, 60))
  expect_identical(drawn$panels[[6]]$key, colour_key(class))
  expect_identical(layer_of(picture(e, 3:1, labels = c("u", "v", "w")), "text")$text, "u")
  calls <- base_calls(plot(e, colour = class))
  expect_length(base_calls_of(calls, "C_box"), 9)
  # Axes at the left and at the bottom only, and the title once.
  expect_length(base_calls_of(calls, "C_axis"), 6)
  expect_identical(sum(base_texts(plot(e, colour = class)) == "Isomap"), 1L)
  draw_nowhere({
    before <- par_settings()
    plot(e, colour = class, main = "m", cex.axis = 0.5, pch = 3)
    expect_identical(par_settings(), before)
  })
  expect_fault(draw_nowhere(plot(e, labels = c("u", "v"))), "labels")
  skip_if_not_installed("ggplot2")
  built <- draw_nowhere(ggplot2::ggplot_build(ggplot2::autoplot(e, colour = class)))
  expect_identical(nrow(built$layout$layout), 9L)
  panels <- vapply(built$data, function(data) as.integer(data$PANEL[[1]]), 0L)
  sixth <- built$layout$layout$PANEL[built$layout$layout$row == 2 & built$layout$layout$column == 3]
  shown <- Filter(function(data) nrow(data) == 60L, built$data[panels == as.integer(sixth)])[[1]]
  expect_equal(shown$x, unname(e$coordinates[, 3]))
  key <- built$plot$scales$get_scales("colour")
  expect_identical(unname(key$map(key$limits)), level_colours(factor(1:3)))
})

test_that("more classes than there are colours are named where they lie", {
  e <- embed_isomap(bent_strip(80), 2, k = 10)
  class <- rep(letters[1:8], each = 10)
  drawn <- picture(e, 1:2, class)
  expect_null(drawn$panels[[1]]$key)
  words <- layer_of(drawn, "text")
  expect_identical(words$text, letters[1:8])
  expect_equal(words$x, as.vector(tapply(e$coordinates[, 1], class, stats::median)))
  expect_rendered(drawn)
  # Up to seven have a key, very many neither.
  expect_identical(kinds_of(picture(e, 1:2, rep(1:7 > 3, length.out = 80))), "points")
  expect_identical(kinds_of(picture(e, 1:2, paste(1:80))), "points")
})

test_that("`color` is `colour`", {
  skip_on_cran()
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  class <- rep(c("b", "a"), 30)
  expect_identical(base_calls(plot(e, color = class)), base_calls(plot(e, colour = class)))
  expect_fault(draw_nowhere(plot(e, color = class, colour = class)), "color")
  skip_if_not_installed("ggplot2")
  shown <- function(...) draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(e, ...)))
  expect_identical(shown(color = class), shown(colour = class))
  expect_fault(ggplot2::autoplot(e, color = class, colour = class), "color")
  expect_fault(ggplot2::autoplot(e, color = 1:3), "colour")
})

test_that("a scree plot: all eigenvalues, those of the coordinates filled", {
  e <- embed_isomap(bent_strip(60), "gap", k = 10)
  drawn <- picture_scree(e)
  expect_identical(layer_of(drawn, "stems")$y, e$scree)
  expect_identical(sum(layer_of(drawn, "points")$shape == 19), length(e$eigenvalues))
  expect_identical(drawn$panels[[1]]$ticks$x, "count")
})

test_that("coordinates in one unit are drawn so", {
  skip_on_cran()
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

test_that("legend and key stand beside the points, which get the panel without them", {
  e <- embed_isomap(bent_strip(60), 2, k = 10)
  free <- function(...) {
    plot(e, columns = 1, ...)
    ends <- graphics::par("usr")[1:2]
    (ends[[2]] - 60) / diff(ends)
  }
  draw_nowhere({
    graphics::plot.new()
    for (colour in list(rep(c("a long name", "b"), 30), 1:60)) {
      graphics::plot.new()
      needed <- fitted_key(colour_key(colour))$width
      expect_gt(free(colour = colour), needed)
      expect_lt(free(colour = colour, col = "red"), 0.05)
    }
    expect_lt(free(), 0.05)
    expect_false(graphics::par("new"))
  })
  # The key has the user's symbols.
  calls <- base_calls(plot(e, colour = rep(c("a", "b"), 30), pch = 3))
  symbols <- lapply(Filter(function(call) call[[2]] == "p", base_calls_of(calls, "C_plotXY")),
                    `[[`, 3L)
  expect_identical(unique(unlist(symbols)), 3)
})

test_that("autoplot() names what it draws and refuses what it cannot", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  x <- bent_strip(60)
  e <- embed_isomap(x, 3, k = 10)
  expect_identical(ggplot2::autoplot(e, columns = 2)$labels$y, "coordinate 2")
  expect_identical(ggplot2::autoplot(e, columns = 3:2)$labels[c("x", "y")],
                   list(x = "coordinate 3", y = "coordinate 2"))
  two <- function(...) ggplot2::autoplot(e, columns = 1:2, ...)
  expect_identical(two()$labels$x, "coordinate 1")
  expect_identical(two(labels = c("u", "v"))$labels$x, "u")
  expect_fault(ggplot2::autoplot(e, columns = 4), "columns")
  expect_fault(ggplot2::autoplot(e, colr = 1), "colr", text = "`colour`")
  scree <- draw_nowhere(ggplot2::layer_data(ggplot2::autoplot(e, what = "scree"), 1))
  expect_identical(scree$yend, e$scree)
  expect_fault(ggplot2::autoplot(e, colour = 1:7), "colour")
  expect_s3_class(two()$coordinates, "CoordFixed")
  # No title of its argument's name.
  shown <- two(colour = x[, 1])
  expect_null(shown$scales$get_scales("colour")$name)
  # The key of plot(), in its colours.
  shown <- function(...) draw_nowhere(ggplot2::layer_data(two(...)))
  class <- rep(c("b", "a", NA), 20)
  expect_identical(shown(colour = class)$colour[1:3],
                   c(value_colours(class, 60)[1:2], unknown_colour))
  near <- abs(grDevices::col2rgb(shown(colour = 1:60)$colour) -
                grDevices::col2rgb(value_colours(1:60, 60)))
  expect_lte(max(near), 25)
})
