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
