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
})
