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

test_that("points that are not clear are open circles, which the note names", {
  b <- boundary_distance(quakes[1:2], 0.7, 2)
  unclear <- attr(b, "facts")$unclear_rows
  expect_output(print(b), paste("not clear, too few neighbors:", length(unclear), "points"))
  panel <- picture(b, data = quakes[1:2])$panels[[1L]]
  circles <- panel$layers[[3L]]$data
  expect_identical(circles$x, quakes[[1L]][unclear])
  expect_true(all(circles$shape == 1))
  expect_true(all(is.na(panel$layers[[1L]]$data$x) == seq_len(1000)[!b <= 0.35] %in% unclear))
  expect_match(panel$note$text, "; open: not clear, too few neighbors")
  expect_no_warning(draw_nowhere(plot(b, data = quakes[1:2])))
  skip_if_not_installed("ggplot2")
  expect_no_warning(draw_nowhere(print(ggplot2::autoplot(b, data = quakes[1:2]))))
})
