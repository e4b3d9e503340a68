built <- function(...) {
  drawn <- new_picture(list(...))
  draw_nowhere(ggplot2::ggplot_build(ggplot_picture(drawn)))
}

a_panel <- function(..., log = "") {
  new_panel(list(points_layer(c(1, 10, 100), 1:3, c("red", "blue", "red"),
                              value = c("a", "b", "a"))),
            c(1, 100), c(1, 3), "title", "across", "up", log, ...)
}

test_that("a key gives the colors, entry by entry; what it does not explain is as it is", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  expect_identical(built(a_panel())$data[[2]]$colour, c("red", "blue", "red"))
  key <- new_key(c("b", "a", "none"), c("blue", "green", "pink"), pch = c(19, 19, NA), lty = 1)
  panel <- a_panel(key = key)
  panel$layers <- c(panel$layers, list(points_layer(1:2, 1:2, c("pink", "grey50"))))
  shown <- built(panel)
  expect_identical(shown$plot$scales$get_scales("colour")$limits, c("b", "a", "none"))
  expect_identical(shown$data[[2]]$colour, c("green", "blue", "green"))
  expect_identical(shown$data[[3]]$colour, c("pink", "grey50"))
})

test_that("numbers have a continuous scale with the colors of their ramp", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  for (values in list(withr::with_seed(1, rnorm(20)), rep(2.5, 20), c(0, rep(1e-9, 18), 1))) {
    shown <- coloured(values, 20)
    picture <- scatter_panel(cbind(x = 1:20, y = 1:20), shown, "t")
    scale <- built(picture)$plot$scales$get_scales("colour")
    expect_identical(scale$breaks, shown$key$values)
    near <- abs(grDevices::col2rgb(scale$map(shown$key$values)) -
                  grDevices::col2rgb(shown$key$entries$colour))
    expect_lte(max(near), 25)
  }
})

test_that("axes have the limits, logarithms, ticks, words and notes of the panel", {
  skip_if_not_installed("ggplot2")
  ticks <- list(y = data.frame(value = c(1, 3), label = c("low", "high")))
  shown <- built(a_panel(log = "x", ticks = ticks, note = note_above("h = 10", 10)))
  params <- shown$layout$panel_params[[1]]
  expect_equal(shown$data[[2]]$x, 0:2)
  expect_equal(params$x.range, c(-0.1, 2.1))
  expect_identical(params$y$get_labels(), c("low", "high"))
  expect_identical(shown$plot$labels[c("x", "y", "title", "subtitle")],
                   list(x = "across", y = "up", title = "title", subtitle = "h = 10"))
  expect_identical(shown$plot$theme$plot.subtitle$hjust, 0.5)
  expect_s3_class(built(a_panel(asp = 1))$layout$coord, "CoordFixed")
})

test_that("several panels are facets with one key, which name the axes that they do not share", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  key <- new_key(c("a", "b"), c("red", "blue"), pch = 19)
  shown <- built(a_panel(), a_panel(key = key, note = note_above("n", 1), log = "x"))
  expect_identical(as.character(shown$layout$layout$panel),
                   c("title\nacross", "title\nn\nlog10 across"))
  expect_equal(shown$data[[4]]$x, 0:2)
  expect_identical(shown$plot$labels$y, "up")
  expect_identical(shown$plot$scales$get_scales("colour")$limits, c("a", "b"))
})

test_that("every kind of layer has its geom", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  layers <- list(
    interval_layer(1, 2), band_layer(1:3, 1:3, 2:4), line_layer(1:3, 1:3), line_layer(1, 1),
    line_layer(1:3, 1:3, steps = TRUE), segments_layer(1, 2, 3, 4), rule_layer(2),
    rule_layer(2, "y"), text_layer(1, 2, "word")
  )
  for (log in c("", "xy")) {
    panel <- new_panel(layers, c(1, 4), c(1, 4), "", "", "", log)
    picture <- ggplot_picture(new_picture(list(panel)))
    geoms <- vapply(picture$layers, function(layer) setdiff(class(layer$geom), "")[[1]], "")
    # No line is drawn through a single point.
    expect_identical(geoms, c("GeomBlank", "GeomRect", "GeomRibbon", "GeomPath", "GeomStep",
                              "GeomSegment", "GeomVline", "GeomHline", "GeomLabel"))
    draw_nowhere(expect_no_warning(print(picture)))
  }
})
