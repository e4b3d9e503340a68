built <- function(...) {
  panels <- list(...)
  draw_nowhere(ggplot2::ggplot_build(ggplot_picture(new_picture(panels))))
}

a_panel <- function(..., log = "") {
  new_panel(list(points_layer(c(1, 10, 100), 1:3, c("red", "blue", "red"),
                              value = c("a", "b", "a"))),
            c(1, 100), c(1, 3), "title", "across", "up", log, ...)
}

test_that("a key gives the colours, entry by entry; without one they are as they are", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  expect_identical(built(a_panel())$data[[1]]$colour, c("red", "blue", "red"))
  key <- new_key(c("b", "a", "none"), c("blue", "red", "green"), pch = c(19, 19, NA), lty = 1)
  picture <- ggplot_picture(new_picture(list(a_panel(key = key))))
  scale <- picture$scales$get_scales("colour")
  expect_identical(scale$limits, c("b", "a", "none"))
  shown <- draw_nowhere(ggplot2::ggplot_build(picture))
  expect_identical(shown$data[[1]]$colour, c("red", "blue", "red"))
  # What the key does not explain keeps its colour.
  panel <- a_panel(key = key)
  panel$layers <- c(panel$layers, list(points_layer(1:2, 1:2, c("pink", "grey50"))))
  others <- vapply(built(panel)$data[-1], function(data) data$colour[[1]], "")
  expect_setequal(others, c("pink", "grey50"))
})

test_that("numbers have a continuous scale with the colours of their ramp", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  values <- c(1, 2, 5)
  panel <- new_panel(list(points_layer(1:3, 1:3, scale_colours(values), value = values)),
                     c(1, 3), c(1, 3), "", "", "", key = number_key(values))
  near <- abs(grDevices::col2rgb(built(panel)$data[[1]]$colour) -
                grDevices::col2rgb(scale_colours(values)))
  expect_lte(max(near), 25)
  # The dots of the key are those of base graphics, the least and the greatest too.
  set.seed(1)
  for (draw in 1:50) {
    values <- rnorm(20)
    key <- number_key(values)
    panel$key <- key
    panel$layers <- list(points_layer(1:20, 1:20, scale_colours(values), value = values))
    scale <- ggplot_picture(new_picture(list(panel)))$scales$get_scales("colour")
    expect_identical(scale$breaks, key$at)
    expect_false(anyNA(scale$map(key$at)) || unknown_colour %in% scale$map(key$at))
  }
  # Equal numbers too.
  panel <- new_panel(list(points_layer(1:3, 1:3, "red", value = 2)), c(1, 3), c(1, 3), "", "", "",
                     key = number_key(c(2, 2)))
  expect_length(unique(built(panel)$data[[1]]$colour), 1)
})

test_that("axes have the limits, logarithms, ticks and words of the panel", {
  skip_if_not_installed("ggplot2")
  ticks <- list(y = data.frame(at = c(1, 3), label = c("low", "high")))
  shown <- built(a_panel(log = "x", ticks = ticks))
  params <- shown$layout$panel_params[[1]]
  expect_equal(shown$data[[1]]$x, 0:2)
  expect_equal(params$x.range, c(-0.1, 2.1))
  expect_identical(params$y$get_labels(), c("low", "high"))
  expect_identical(shown$plot$labels[c("x", "y", "title")],
                   list(x = "across", y = "up", title = "title"))
  expect_s3_class(built(a_panel(asp = 1))$layout$coord, "CoordFixed")
})

test_that("notes stand above the frame at their place, or as a subtitle", {
  skip_if_not_installed("ggplot2")
  shown <- built(a_panel(note = note_above("h = 10", 10), log = "x"))
  expect_identical(shown$layout$panel_params[[1]]$x.sec$get_labels(), "h = 10")
  expect_identical(shown$plot$theme$axis.text.x.top$hjust, 0.5)
  expect_null(shown$plot$labels$subtitle)
  expect_identical(built(a_panel(note = note_above("d = 2")))$plot$labels$subtitle, "d = 2")
})

test_that("several panels are facets with one key and one note", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  key <- new_key(c("a", "b"), c("red", "blue"), pch = 19)
  shown <- built(a_panel(), a_panel(key = key, note = note_above("n", 1), log = "x"))
  expect_identical(as.character(shown$layout$layout$panel),
                   c("title\nacross", "title\nn\nlog10 across"))
  expect_equal(shown$data[[2]]$x, 0:2)
  expect_identical(shown$plot$labels$y, "up")
  expect_identical(shown$plot$scales$get_scales("colour")$limits, c("a", "b"))
})

test_that("marks are as much smaller in several panels as in base graphics", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  panel <- a_panel()
  panel$layers <- list(points_layer(1:3, 1:3, "black", 19, size = 2))
  sizes <- function(n) unique(do.call(built, rep(list(panel), n))$data[[1]]$size)
  size <- sizes(1)
  expect_equal(vapply(2:5, sizes, 0) / size, c(1, 0.66, 0.83, 0.66))
})

test_that("every kind of layer has its geom", {
  skip_on_cran()
  skip_if_not_installed("ggplot2")
  layers <- list(
    interval_layer(1, 2), band_layer(1:3, 1:3, 2:4), line_layer(1:3, 1:3),
    segments_layer(1, 2, 3, 4), outlines_layer(1:3, 1:3, 1, "red"), rule_layer(2),
    rule_layer(2, "y")
  )
  for (log in c("", "xy")) {
    panel <- new_panel(layers, c(1, 4), c(1, 4), "", "", "", log)
    picture <- ggplot_picture(new_picture(list(panel)))
    geoms <- vapply(picture$layers, function(layer) setdiff(class(layer$geom), "")[[1]], "")
    expect_identical(geoms, c("GeomRect", "GeomRibbon", "GeomLine", "GeomSegment", "GeomPolygon",
                              "GeomVline", "GeomHline"))
    draw_nowhere(expect_no_warning(print(picture)))
  }
})
