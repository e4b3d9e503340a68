test_that("samples grow with the data, and only where the data are many", {
  few <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 50000)
  expect_false(few$subsample)
  many <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 5e6)
  expect_true(many$subsample)
  expect_gt(many$far_near, few$far_near)
  expect_false(gc_options(1L, 4, 1, "squared", subsample = FALSE, seed = 1, n = 5e6)$subsample)
})
