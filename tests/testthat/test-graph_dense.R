test_that("graph_dense() is described by its settings", {
  expect_output(print(graph_dense()), sub("graph_", "", "graph_dense"))
  expect_s3_class(graph_dense(), "lapscale_graph_type")
})
