test_that("the noise is a histogram, or the color of an embedding", {
  set.seed(1)
  x <- matrix(stats::rnorm(600), 60)
  noise <- suppressWarnings(noise_level(x))
  panel <- picture(noise)$panels[[1]]
  expect_identical(panel$xlab, "squared length of the noise")
  e <- embed_kpca(x, 2, kernel = "linear")
  expect_equal(picture(noise, e), picture(e, colour = as.numeric(noise), title = "squared noise"))
  expect_error(picture(noise, x), "`embedding`", class = "lapscale_error_argument")
})
