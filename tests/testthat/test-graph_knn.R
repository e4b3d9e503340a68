test_that("graph_knn() is described by its settings", {
  expect_output(print(graph_knn()), sub("graph_", "", "graph_knn"))
  expect_s3_class(graph_knn(), "lapscale_graph_type")
})
