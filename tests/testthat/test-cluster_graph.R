test_that("what is taken as x: data frame, dist, Matrix, graph, igraph, neighbor lists", {
  skip_on_cran()
  x <- blobs(30)
  given <- cluster_spectral(x, 5, bandwidth = 1)$cluster
  near <- unname(as.matrix(dist(x)))
  index <- t(apply(near, 1, order))[, 2:12]
  lists <- list(idx = index, dist = matrix(near[cbind(rep(1:150, 11), c(index))], 150))
  expect_identical(cluster_spectral(as.data.frame(x), 5, bandwidth = 1)$cluster, given)
  expect_identical(cluster_spectral(Matrix::Matrix(x), 5, bandwidth = 1)$cluster, given)
  expect_identical(cluster_spectral(dist(x), 5, bandwidth = 1)$cluster, given)
  expect_identical(cluster_spectral(heat_graph(x, 1), 5)$cluster, given)
  expect_identical(cluster_spectral(lists, 5, bandwidth = 1)$cluster, given)
  for (graph in c("knn", "dense")) {
    expect_identical(cluster_spectral(x, 5, bandwidth = 1, graph = graph)$cluster, given)
  }
  skip_if_not_installed("igraph")
  expect_identical(cluster_spectral(as_igraph(heat_graph(x, 1)), 5)$cluster, given)
})

test_that("the bandwidth of a dist is chosen from its distances", {
  skip_on_cran()
  x <- as.matrix(sample_moons(150, noise = 0.05, seed = 1))
  near <- dist(x)
  chosen <- cluster_spectral(near, 2, seed = 1)
  h <- as.double(bw_gc(near, seed = 1))
  expect_equal(chosen$bandwidth, h)
  expect_equal(chosen$bandwidth, cluster_spectral(x, 2, seed = 1)$bandwidth)
  expect_identical(chosen$cluster, cluster_spectral(near, 2, bandwidth = h)$cluster)
  expect_silent(cluster_spectral(near, 2, local_scale = 7))
  error <- expect_fault(cluster_spectral(near, 2, bandwidth = -1), "bandwidth")
  expect_identical(as.character(conditionCall(error)[[1]]), "cluster_spectral")
})

test_that("the print says how the bandwidth of a dist was chosen", {
  clusters <- quietly(cluster_spectral(dist(iris[1:4]), 3))
  expect_output(print(clusters), "(gc) on average, self-tuning graph", fixed = TRUE)
})

test_that("local scales keep their operator", {
  moons <- sample_moons(300, noise = 0.08, seed = 3)
  graph <- quietly(heat_graph(moons, 1.5, local_scale = 7))
  laplacian <- graph_laplacian(graph, "random_walk")
  found <- quietly(cluster_spectral(graph, 2))
  bottom <- quietly(graph_spectrum(laplacian, 3, scale = "linear"))$values / laplacian@scale
  expect_equal(found$eigenvalues, bottom, tolerance = 1e-8)
  moon <- attr(moons, "parameters")[, "moon"]
  agree <- table(quietly(cluster_spectral(moons, 2, local_scale = 7))$cluster, moon)
  expect_gte(max(sum(diag(agree)), sum(diag(agree[2:1, ]))), 0.98 * nrow(moons))
})
