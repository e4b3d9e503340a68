test_that("another order of the rows gives the same bits in every selector", {
  skip_on_cran()
  samples <- list(
    as.matrix(sample_hourglass(1300, noise = 0.02, noise_dims = 2, seed = 1)),
    unname(as.matrix(datasets::quakes)), unname(as.matrix(datasets::faithful)),
    as.matrix(sample_circle(300, seed = 1))
  )
  selectors <- list(
    gc = function(x) bw_gc(x, seed = 1), steps = function(x) bw_gc(x, d = NULL, seed = 1),
    lepski = function(x) bw_lepski(x, d = 2, seed = 1), rec = function(x) bw_rec(x, seed = 1),
    msvd = function(x) bw_msvd(x, d = 2, seed = 1),
    kernel_sum = function(x) bw_kernel_sum(x, seed = 1), knn = bw_knn, median = bw_median,
    mle = dim_mle, growth = dim_growth
  )
  set.seed(7)
  for (x in samples) {
    other <- sample(nrow(x))
    for (selector in selectors) {
      given <- suppressMessages(suppressWarnings(selector(x)))
      turned <- suppressMessages(suppressWarnings(selector(x[other, , drop = FALSE])))
      expect_identical(as.numeric(turned), as.numeric(given))
    }
  }
})

test_that("rows at the same place are told by the first of them", {
  x <- cbind(c(1, 1, 2, 1, 2), c(0, 3, 0, 0, 0))
  expect_identical(first_equal_row(x), c(1L, 2L, 3L, 1L, 3L))
  expect_identical(first_equal_row(cbind(c(1, 1, 0))), c(1L, 1L, 3L))
})
