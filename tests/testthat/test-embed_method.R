test_that("the class and the print-out name the method, and its steps have its arguments", {
  x <- bent_strip(60)
  titles <- c(eigenmaps = "Laplacian eigenmaps", diffusion = "Diffusion map", isomap = "Isomap",
              lle = "Locally linear embedding", kpca_linear = "Kernel PCA")
  for (name in names(titles)) {
    e <- embed_methods[[name]](x)
    expect_s3_class(e, paste0("lapscale_", sub("_linear", "", name)))
    expect_output(print(e), titles[[name]], fixed = TRUE)
  }
})
