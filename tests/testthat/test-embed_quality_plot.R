test_that("each known measure is a bar, by plot() and by ggplot2", {
  x <- normal_points(40, 3)
  quality <- embed_quality(x[, 1:2], x, k = 5)
  drawn <- picture(quality)$panels[[1]]
  names <- drawn$layers[[2]]$data$text
  measures <- tidy(quality)
  measures <- measures$measure[is.finite(measures$value)]
  expect_length(names, length(measures))
  expect_true(all(startsWith(names, gsub("_", " ", measures))))
  expect_false(any(grepl("hit", names)))
  file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(file)
  plot(quality)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(quality), "ggplot")
})
