test_that("a scaled bandwidth and local scales", {
  skip_on_cran()
  x <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  bw <- bw_gc(x, scale = TRUE, seed = 1)
  expect_fault(cluster_spectral(x, 2, bandwidth = bw), "scale = TRUE")
  scaled <- cluster_spectral(x, 2, bandwidth = bw, scale = TRUE)
  expect_identical(scaled$bandwidth, as.numeric(bw))
  local <- cluster_spectral(x, 2, local_scale = 7)
  expect_same_partition(local$cluster, cluster_spectral(x, 2, bandwidth = 0.25)$cluster)
  expect_identical(predict(local, x), local$cluster)
})

test_that("what is taken as x: data frame, dist, Matrix, graph, igraph, neighbour lists", {
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
  chosen <- expect_condition_of(cluster_spectral(near, 2), "message_bandwidth", "bw_knn()")
  h <- as.double(bw_knn(near))
  expect_identical(chosen$bandwidth, h)
  expect_identical(chosen$cluster, cluster_spectral(near, 2, bandwidth = "knn")$cluster)
  expect_identical(chosen$cluster, cluster_spectral(near, 2, bandwidth = h)$cluster)
  expect_silent(cluster_spectral(near, 2, local_scale = 7))
  error <- expect_fault(cluster_spectral(near, 2, bandwidth = -1), "bandwidth")
  expect_identical(as.character(conditionCall(error)[[1]]), "cluster_spectral")
})

test_that("more clusters than different points are refused", {
  x <- rbind(cbind(1:4, 0), cbind(1:4, 0), c(4, 2))
  expect_fault(cluster_spectral(x, 6, bandwidth = 1), "k", text = "the 5 different rows")
  for (k in list(2, "gap")) {
    expect_fault(cluster_spectral(matrix(1, 9, 2), k, bandwidth = 1), "x", class = "no_scale")
    expect_fault(cluster_spectral(matrix(1, 9, 2), k), "x", class = "no_scale")
  }
  expect_identical(cluster_spectral(x, 5, bandwidth = 1)$cluster, c(1:4, 1:4, 5L))
})

test_that("clusters of a graph that is not stored are those of the stored graph", {
  skip_on_cran()
  x <- cbind(cpp_uniform(900, 1, 0), cpp_uniform(900, 2, 0))
  x[451:900, 1] <- x[451:900, 1] + 1.3
  stored <- cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)
  local_functions(list(least_matrix_free = 1e4))
  fit <- cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)
  expect_null(stored$settings$entries)
  expect_gt(fit$settings$entries, 1e4)
  expect_identical(fit$cluster, stored$cluster)
  expect_equal(fit$gaps, stored$gaps, tolerance = 1e-5)
  expect_equal(tidy(fit), tidy(stored))
  expect_identical(predict(fit, x[c(3, 800), ]), predict(stored, x[c(3, 800), ]))
  expect_output(print(fit), "million weights, not stored")
  # Its points are given back.
  expect_identical(cluster_spectral(x, "gap", bandwidth = 0.3, max_k = 4)$cluster, fit$cluster)
})

test_that("the print says how the bandwidth of a dist was chosen", {
  clusters <- quietly(cluster_spectral(dist(iris[1:4]), 3))
  expect_output(print(clusters), "bandwidth 0.4896 (knn)", fixed = TRUE)
})
