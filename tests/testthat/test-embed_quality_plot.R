<<<<<<< HEAD
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
=======
test_that("a measure has a bar of its length, errors another color", {
  x <- sample_swiss_roll(80, seed = 1)
  quality <- embed_quality(embed_isomap(x, 2, k = 8), x)
  drawn <- picture(quality)
  expect_drawn(drawn)
  table <- tidy(quality)
  table <- table[is.finite(table$value), ]
  bars <- layer_of(drawn, "line")
  ends <- bars[bars$x != 0, ]
  expect_identical(ends$x, table$value[table$value != 0])
  errors <- table$measure[table$value != 0] %in% c("stress", "reconstruction_error")
  expect_identical(ends$colour == choice_colour, errors)
>>>>>>> names5
})
