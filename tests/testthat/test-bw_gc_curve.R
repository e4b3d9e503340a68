test_that("a grid at which no point has a neighbor is refused, with coinciding points too", {
  skip_on_cran()
  for (x in list(scale(datasets::attitude), as.matrix(datasets::iris[, 1:4]))) {
    for (graph in c("radius", "knn")) {
      expect_fault(
        bw_gc(x, bandwidths = c(1e-9, 1e-8, 1e-7), graph = graph, seed = 1), "bandwidths",
        class = "no_criterion", text = "no point has a neighbor"
      )
    }
  }
  # One bandwidth at which some do is enough.
  expect_s3_class(suppressWarnings(bw_gc(x, bandwidths = c(1e-9, 0.2, 0.3), seed = 1)),
                  "lapscale_bandwidth")
})

test_that("thin parts hold the bandwidth up, and groups that lie apart do not", {
  dense <- seq(0, 1, length.out = 300)
  # 95% of the points need 14 of the thin ones, which are 1 apart.
  thin <- quietly(bw_gc(c(dense, 1 + 1:30), seed = 1))
  expect_equal(c(thin), 0.5)
  expect_output(print(thin), "at *0.5 .*<- raised to hold 95% of the points together")
  expect_equal(bw_minima(thin)$bandwidth[bw_minima(thin)$chosen], 0.5)
  expect_equal(c(quietly(bw_gc(1000 * c(dense, 1 + 1:30), seed = 1))), 500, tolerance = 1e-6)
  groups <- quietly(bw_gc(c(dense, 100 + dense), seed = 1))
  expect_lt(c(groups), 1)
  # Noise in many columns makes all edges equally long: a normal cloud has no thin parts.
  cloud <- normal_points(200, 60)
  handle <- acquire_points(cloud, new_runtime(1L, FALSE))
  on.exit(cpp_release(handle))
  heights <- cpp_linkage_heights(handle, rep(1, 200), step_rule$joined, new_runtime(1L, FALSE))
  expect_lt(c(quietly(bw_gc(cloud, seed = 1, replicates = 0))), step_rule$floor * heights[[2]])
  # Points count by their mass.
  counted <- quietly(bw_gc(c(dense, 1 + 1:30), weights = rep(c(10, 1), c(300, 30)), seed = 1))
  expect_lt(c(counted), 0.1)
})

test_that("the height of the floor is that of single linkage", {
  x <- withr::with_seed(2, matrix(stats::rnorm(240), 80))
  tree <- stats::hclust(stats::dist(x), "single")
  largest <- function(height) max(table(stats::cutree(tree, h = height * (1 + 1e-9))))
  held <- vapply(tree$height, largest, 1L)
  expected <- vapply(c(0.5, 0.95), function(share) tree$height[[which(held >= share * 80)[[1]]]], 0)
  runtime <- new_runtime(1L, FALSE)
  handle <- acquire_points(x, runtime)
  on.exit(cpp_release(handle))
  expect_equal(cpp_linkage_heights(handle, rep(1, 80), c(0.5, 0.95), runtime), expected)
})
