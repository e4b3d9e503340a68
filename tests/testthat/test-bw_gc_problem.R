test_that("samples grow with the data, and only where the data are many", {
  few <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 50000)
  expect_false(few$subsample)
  many <- gc_options(1L, 4, 1, "squared", subsample = TRUE, seed = 1, n = 5e6)
  expect_true(many$subsample)
  expect_gt(many$far_near, few$far_near)
  expect_false(gc_options(1L, 4, 1, "squared", subsample = FALSE, seed = 1, n = 5e6)$subsample)
})

test_that("the curve is the mean over the points where it is known, with its standard error", {
  values <- cbind(c(1, 2, 3), c(1, NaN, 3), c(5, NaN, NaN), NaN)
  curve <- curve_from(c(1, 2, 4, 8), values)
  expect_identical(curve$bandwidth, c(1, 2, 4, 8))
  expect_identical(curve$criterion, c(2, 2, 5, NA))
  expect_equal(curve$se, c(1 / sqrt(3), sqrt(2) / sqrt(2), NA, NA))
  expect_identical(curve$n_points, c(3, 2, 1, 0))
})

test_that("the default grid is even in log h, no step above 1.25, ends included", {
  wide <- default_grid(c(1e-6, 1), 40)
  expect_equal(range(wide), c(1e-6, 1))
  expect_equal(diff(log(wide)), rep(log(wide[[2]] / wide[[1]]), length(wide) - 1))
  expect_lte(wide[[2]] / wide[[1]], 1.25 * (1 + 1e-12))
  expect_length(default_grid(c(1, 2), 40), 40L)
})

test_that("a grid at which no point sees another is refused, with coinciding points too", {
  for (x in list(scale(datasets::attitude), as.matrix(datasets::iris[, 1:4]))) {
    for (graph in c("dense", "knn")) {
      expect_fault(
        bw_gc(x, bandwidths = c(1e-9, 1e-8, 1e-7), graph = graph, seed = 1), "bandwidths",
        class = "no_criterion", text = "no point sees another"
      )
    }
  }
  # One bandwidth at which some do is enough.
  expect_s3_class(suppressWarnings(bw_gc(x, bandwidths = c(1e-9, 0.2, 0.3), seed = 1)),
                  "lapscale_bandwidth")
})
