test_that("the singular values are drawn with their null band", {
  x <- plain_matrix(sample_circle(60, seed = 1))
  e <- quietly(embed_common(x, x + 0.01, bandwidth = 0.6, seed = 1))
  file <- withr::local_tempfile(fileext = ".png")
  grDevices::png(file)
  screeplot(e)
  plot(e)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
  tested <- quietly(embed_common(x, x + 0.01, bandwidth = 0.6, test = TRUE, n_permutations = 19,
                                 seed = 1))
  panel <- picture_singular_values(tested)$panels[[1]]
  expect_match(panel$note$text, "gray: 90% of permutations")
  expect_identical(panel$ticks$x$value, round(panel$ticks$x$value))
})
