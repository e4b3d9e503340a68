test_that("numbers, words and shares that are none are refused by what is expected", {
  x <- scale(datasets::swiss)
  expect_fault(embed_eigenmaps(x, "two", 2), "n_components", text = "a whole number or \"gap\"")
  expect_fault(embed_diffusion(x, 2, 2, t = "multi"), "t",
               text = "a number of 0 or more or \"multiscale\"")
  expect_fault(embed_kpca(x, variance = 2), "variance", text = "above 0, at most 1, not 2")
})

test_that("a number of coordinates and a share of the variance exclude each other", {
  x <- scale(datasets::swiss)
  for (embed in list(embed_eigenmaps, embed_diffusion, embed_isomap, embed_kpca)) {
    expect_fault(embed(x, 2, variance = 0.5), "n_components", text = "`variance`")
  }
  by_share <- embed_kpca(x, k = 20, kernel = "isomap", variance = 0.9)
  expect_identical(by_share$eigenvalues, embed_isomap(x, k = 20, variance = 0.9)$eigenvalues)
  expect_length(embed_kpca(x, 3, k = 20, kernel = "isomap")$eigenvalues, 3L)
})
