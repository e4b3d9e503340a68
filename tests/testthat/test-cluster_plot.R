test_that("both devices draw the clusters and the gaps", {
  skip_on_cran()
  x <- sample_moons(120, noise = 0.05, seed = 1)
  clusters <- cluster_spectral(x, "gap", bandwidth = 0.3)
  expect_rendered(picture(clusters))
  expect_rendered(picture(clusters, "gap"))
  expect_identical(layer_of(picture(clusters, "gap"), "points")$y, clusters$gaps$gap)
  expect_identical(layer_of(picture(clusters), "points")$value,
                   as.character(clusters$cluster[clusters$rows]))
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(clusters), "ggplot")
  expect_fault(ggplot2::autoplot(clusters, colr = 1), "colr")
})

test_that("where points are drawn", {
  skip_on_cran()
  x <- cbind(a = c(1:10, 31:40) / 10, b = 0, c = rep(1:0, 10) / 100)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3)
  expect_identical(dim(cluster_place(clusters)), c(20L, 2L))
  at <- layer_of(picture(clusters, coordinates = x[, c("a", "c")]), "points")
  expect_equal(at$x, unname(x[clusters$rows, "a"]))
  line <- cluster_spectral(x[, "a", drop = FALSE], 2, bandwidth = 0.3)
  expect_identical(colnames(cluster_place(line)), c("a", ""))
  graph <- heat_graph(x, 0.3)
  for (k in 2:3) {
    drawn <- picture(cluster_spectral(graph, k))
    expect_match(drawn$panels[[1]]$ylab, "eigenvector")
    expect_rendered(drawn)
  }
  expect_fault(plot(clusters, coordinates = 1:3), "coordinates")
  expect_fault(plot(clusters, what = "tree"), "what")
})
