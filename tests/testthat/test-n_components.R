test_that("numbers, words and shares that are none are refused by what is expected", {
  x <- scale(datasets::swiss)
  expect_fault(embed_eigenmaps(x, "two", 2), "n_components", text = "a whole number or \"gap\"")
  expect_fault(embed_diffusion(x, 2, 2, t = "multi"), "t",
               text = "a number of 0 or more or \"multiscale\"")
  expect_fault(embed_kpca(x, variance = 2), "variance", text = "above 0, at most 1, not 2")
})
