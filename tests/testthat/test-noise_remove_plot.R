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

test_that("columns of different units are drawn in standard deviations", {
  y <- quietly(noise_remove(swiss * rep(c(1, 1000), each = nrow(swiss) * 3), scale = TRUE, seed = 1))
  panel <- picture(y, rows = 3)$panels[[1]]
  expect_identical(panel$ylab, "standard deviations from the mean")
  before <- unname(scale(attr(y, "before"))[3, ])
  expect_equal(panel$layers[[1]]$data$y, before)
})
