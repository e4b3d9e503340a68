test_that("a graph knows its points, so learners of it place new rows", {
  x <- plain_matrix(sample_moons(120, noise = 0.05, seed = 1))
  y <- replace(factor(x[, 1] > 0.5), -seq(1, 120, by = 6), NA)
  new <- x[1:20, ] + 0.01
  for (type in list(graph_radius(), graph_knn(8))) {
    graph <- heat_graph(x, 0.4, type)
    of_graph <- ssl_harmonic(graph, y, alpha = 0.5)
    of_points <- ssl_harmonic(x, y, bandwidth = 0.4, graph = type, alpha = 0.5)
    expect_identical(fitted(of_graph), fitted(of_points))
    expect_equal(predict(of_graph, new, type = "score"), predict(of_points, new, type = "score"))
  }
  bare <- ssl_harmonic(as(heat_graph(x, 0.4), "CsparseMatrix"), y)
  expect_fault(predict(bare, new), "object", "no_points")
})
