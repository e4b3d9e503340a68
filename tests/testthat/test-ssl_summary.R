test_that("the bound has no bias where no eigenvalue is left", {
  p <- three_clusters()
  fit <- ssl_eigenmaps(p$x, p$x[, 1], n_eigen = 35, bandwidth = 1)
  shown <- utils::capture.output(print(summary(fit)))
  expect_match(shown, "bound: no bias", all = FALSE)
  expect_false(any(grepl("NA", shown)))
})
