test_that("a metric: its ellipses over all points in the colors of their stretch", {
  skip_on_cran()
  x <- bent_strip(60)
  m <- metric_riemannian(embed_isomap(x, 3, k = 10), heat_graph(x, 0.5), 2)
  drawn <- picture(m, c(3, 1), 20)
  ellipses <- metric_ellipses(m, c(3, 1), 20)
  outlines <- layer_of(drawn, "line")
  expect_identical(outlines[c("x", "y", "group", "value")],
                   ellipses[c("x", "y", "row", "stretch")], ignore_attr = TRUE)
  key <- drawn$panels[[1]]$key
  expect_identical(key$title, "stretch")
  expect_identical(outlines$colour[[which.max(outlines$value)]], utils::tail(key$ramp$colour, 1))
  expect_identical(nrow(layer_of(drawn, "points")), 60L)
  expect_drawn(drawn)
  one <- metric_riemannian(embed_isomap(x, 1, k = 10), heat_graph(x, 0.5), 1)
  expect_identical(layer_of(picture(one), "points")$y, one$stretch[, 1])
  draw_nowhere({
    expect_fault(plot(m, columns = 1), "columns")
    expect_fault(plot(m, n_ellipses = 0), "n_ellipses")
  })
})

test_that("distortions: a histogram, or in the data, points not looked at in gray", {
  skip_on_cran()
  x <- as.matrix(sample_sphere(200, seed = 1))
  local <- metric_distortion(x, 0.5, d = 2, points = 1:50)
  drawn <- picture(local, x)
  expect_identical(layer_of(drawn, "points")$x, unname(x[51:200, 1]))
  seen <- layer_of(drawn, "points", 2L)
  expect_identical(seen$value, local$distortion)
  # From orange at 0 to dark red at the largest, none pale.
  reds <- grDevices::hcl.colors(96L, "YlOrRd", rev = TRUE)[33:96]
  share <- local$distortion / max(local$distortion)
  expect_identical(seen$colour, reds[1 + floor(63 * share + 1e-9)])
  expect_identical(drawn$panels[[1]]$xlim, range(x[, 1]))
  expect_drawn(drawn)
  expect_identical(sum(layer_of(picture(local), "rects")$top), 50L)
  expect_identical(picture(local, x[, 1])$panels[[1]]$ylab, "")
  singular <- suppressWarnings(metric_distortion(cbind(1:9 + 0, 0), 2, d = 2, inverse = TRUE))
  expect_identical(picture(singular)$panels[[1]]$note$text, "every metric is singular")
  expect_null(picture(singular, cbind(1:9, 0))$panels[[1]]$key)
  for (data in list(NULL, cbind(1:9, 0))) expect_drawn(picture(singular, data))
  draw_nowhere({
    expect_fault(plot(local, x[1:10, ]), "data")
    expect_fault(plot(local, "a"), "data")
  })
})
