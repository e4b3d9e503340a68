test_that("a row before and after, values, and risks are drawn", {
  x <- plain_matrix(sample_circle(80, noise = 0.05, noise_dims = 20, seed = 1))
  z <- quietly(noise_remove(x, seed = 1))
  for (what in c("row", "values", "risk")) {
    file <- withr::local_tempfile(fileext = ".png")
    grDevices::png(file)
    plot(z, what = what)
    grDevices::dev.off()
    expect_gt(file.size(file), 1000)
  }
  # No line is as pale as the paper, and the key has one for each bandwidth.
  risk <- picture(z, "risk")$panels[[1]]
  colours <- unique(risk$layers[[1]]$data$colour)
  expect_true(all(readable_on(colours) == "white"))
  expect_setequal(risk$key$entries$colour, colours)
})

test_that("of few columns the points are drawn, of three or more by principal components", {
  x <- plain_matrix(sample_circle(80, noise = 0.1, seed = 1))
  z <- quietly(noise_remove(x, bandwidth = 0.5, seed = 1))
  panel <- picture(z)$panels[[1]]
  expect_equal(panel$layers[[2]]$data[c("x", "y")], data.frame(x = x[, 1], y = x[, 2]),
               ignore_attr = TRUE)
  expect_equal(panel$layers[[3]]$data$x, unname(as.matrix(z)[, 1]))
  expect_identical(panel$asp, 1)
  more <- quietly(noise_remove(cbind(x, x[, 1], 0.1 * x[, 2]), bandwidth = 0.7, seed = 1))
  panel <- picture(more)$panels[[1]]
  scores <- stats::prcomp(as.matrix(more))$x
  expect_equal(abs(panel$layers[[3]]$data$x), unname(abs(scores[, 1])))
  expect_identical(panel$xlab, "principal component 1")
  expect_identical(picture(more, rows = 2)$panels[[1]]$xlab, "column")
})

test_that("columns of different units are drawn in standard deviations", {
  y <- quietly(noise_remove(swiss * rep(c(1, 1000), each = nrow(swiss) * 3), scale = TRUE, seed = 1))
  panel <- picture(y, rows = 3)$panels[[1]]
  expect_identical(panel$ylab, "standard deviations from the mean")
  before <- unname(scale(attr(y, "before"))[3, ])
  expect_equal(panel$layers[[1]]$data$y, before)
})
