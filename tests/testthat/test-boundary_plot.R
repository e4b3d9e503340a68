test_that("a histogram, and points of the data or of an embedding, are drawn", {
  x <- plain_matrix(sample_dome(600, seed = 1))
  b <- boundary_distance(x, 0.3, 2)
  panel <- function(...) picture(b, ...)$panels[[1L]]
  expect_identical(panel()$title, "Distance to the boundary")
  expect_identical(panel(data = x)$layers[[2L]]$data$x, unname(x[b <= 0.15, 1L]))
  e <- embed_kpca(x, 2, kernel = "linear")
  expect_identical(panel(embedding = e)$layers[[2L]]$data$x,
                   unname(as.matrix(e)[b <= 0.15, 1L]))
  # A point set is drawn in the units in which it was given.
  expect_identical(panel(data = point_set(10 + 3 * x, scale = TRUE))$layers[[2L]]$data$x,
                   unname(10 + 3 * x[b <= 0.15, 1L]))
  # Farther points may be inside: they are gray, and beyond the line of the histogram.
  expect_gt(sum(is.finite(b)), sum(b <= 0.15))
  expect_match(panel()$note$text, "near; not drawn: [0-9]+ points at Inf")
  expect_match(panel(e)$note$text, "gray: farther away")
  draw_nowhere(plot(b))
  draw_nowhere(plot(b, data = x))
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(b, embedding = e), "ggplot")
  expect_fault(plot(b, data = x[1:5, ]), "data")
  none <- boundary_distance(sample_circle(200, seed = 1), 0.3, 1)
  draw_nowhere(plot(none, data = sample_circle(200, seed = 1)))
  expect_match(picture(none, sample_circle(200, seed = 1))$panels[[1L]]$note$text,
               "gray: farther away")
})
