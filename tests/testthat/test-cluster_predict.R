test_that("points of the fit get their own cluster, by every method", {
  skip_on_cran()
  x <- as.matrix(sample_moons(200, noise = 0.05, seed = 1))
  for (method in names(cluster_methods)) {
    for (assign in c("qr", "kmeans")) {
      for (graph in c("radius", "knn", "dense")) {
        clusters <- cluster_spectral(x, 3, 0.3, method = method, assign = assign, graph = graph,
                                     seed = 1)
        expect_identical(predict(clusters, x), clusters$cluster)
      }
    }
  }
  expect_identical(predict(clusters), clusters$cluster)
})

test_that("new points go to the cluster around them", {
  x <- sample_moons(400, noise = 0.05, seed = 1)
  new <- sample_moons(300, noise = 0.05, seed = 2)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.25)
  moon <- parameter_of(new, "moon")
  found <- predict(clusters, new)
  expect_type(found, "integer")
  expect_identical(match(found, unique(found)), match(moon, unique(moon)))
  expect_length(predict(clusters, as.matrix(new)[0, ]), 0L)
  expect_length(predict(clusters, c(0, 1)), 1L)
})

test_that("points far away are NA, and a graph has no place for points", {
  x <- sample_moons(100, noise = 0.05, seed = 1)
  clusters <- cluster_spectral(x, 2, bandwidth = 0.3)
  expect_warning(
    found <- predict(clusters, rbind(c(0, 1), c(1e3, 1e3))), class = "lapscale_warning_far"
  )
  expect_identical(is.na(found), c(FALSE, TRUE))
  expect_fault(predict(clusters, cbind(1, 2, 3)), "newdata")
  of_graph <- cluster_spectral(heat_graph(x, 0.3), 2)
  expect_fault(predict(of_graph, x), class = "no_points")
})

test_that("workers place the blocks that are many, with the same clusters", {
  local_daemons(2)
  x <- normal_points(60, 2)
  clusters <- cluster_spectral(x, 2, bandwidth = 1)
  new <- rbind(x, cbind(1e3, seq_len(2)), matrix(cpp_uniform(2 * 65600, 1, 0), ncol = 2))
  found <- suppressWarnings(predict(clusters, new))
  completed <- mirai::status()$mirai[["completed"]]
  expect_gt(completed, 0)
  mirai::daemons(0)
  expect_identical(found, suppressWarnings(predict(clusters, new)))
  expect_identical(which(is.na(found)), 61:62)
})
