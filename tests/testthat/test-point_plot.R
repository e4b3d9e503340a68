test_that("a point set is drawn in its own units, or in its first two principal components", {
  skip_on_cran()
  scaled <- picture(point_set(faithful, scale = TRUE))
  expect_equal(layer_of(scaled, "points")$y, faithful$waiting, tolerance = 1e-14)
  plane <- point_set(iris[1:2])
  expect_identical(layer_of(picture(plane), "points")$x, iris$Sepal.Length)
  expect_identical(picture(plane)$panels[[1]]$ylab, "Sepal.Width")
  x <- iris[1:4]
  x[3, 2] <- NA
  p <- quietly(point_set(x, scale = TRUE, na_action = "omit"))
  drawn <- picture(p, iris$Species, as.character(1:150))
  scores <- stats::prcomp(iris[-3, 1:4], scale. = TRUE)$x[, 1:2]
  points <- layer_of(drawn, "points")
  expect_equal(abs(cor(points$x, scores[, 1])), 1)
  expect_equal(abs(cor(points$y, scores[, 2])), 1)
  expect_identical(points$value, as.character(iris$Species)[-3])
  expect_identical(layer_of(drawn, "names")$text, as.character(1:150)[-3])
  expect_match(drawn$title, "149 points, columns scaled")
  expect_drawn(picture(p, iris$Species))
  draw_nowhere({
    expect_identical(withVisible(plot(p, colour = iris$Species)), list(value = p, visible = FALSE))
    expect_fault(plot(p, colour = 1:3), "colour")
    expect_fault(plot(point_set(stats::dist(iris[1:20, 1:2]))), "x", text = "embed_layout")
  })
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::autoplot(p, colour = iris$Species)$labels$colour, "Species")
})
